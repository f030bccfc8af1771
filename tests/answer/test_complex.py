"""Over the complex numbers, a root or a power is told only as it was read."""

import evaluating
import mpmath
import pytest

from aljabr import solve

READ_AS_POSITIVE = """
    sqrt(1/x) = 1/sqrt(x): x > 0
    1/sqrt(1/x) = sqrt(x): x > 0
    sqrt(x)/sqrt(1/x) = x: x > 0
    (1/x)^a = x^(-a): x > 0
"""


@pytest.mark.parametrize("text", READ_AS_POSITIVE.strip().splitlines())
def test_a_reciprocal_under_a_root_is_taken_for_positive(text):
    """Of x = -1, sqrt(1/x) is i and 1/sqrt(x) is -i."""
    text, _, wanted = text.strip().partition(": ")
    solution = solve(text, "x", domain="complex")
    assert (solution.status, solution.complete) == ("all_values", False)
    assert ", ".join(solution.conditions) == wanted


SOLVED_BY_MINUS_ONE = """
    sqrt(1/x) = -1/sqrt(x)
    sqrt(1/x) + 1/sqrt(x) = 0
    sqrt(x)*sqrt(1/x) = -1
    sqrt(x)/sqrt(1/x) = -x
    sqrt(1/x) = 1/sqrt(x) + 2*sqrt(-1)
    sqrt(x)*sqrt(2/x) = a
    sqrt(1/x) = sqrt(x)
"""


@pytest.mark.parametrize("text", SOLVED_BY_MINUS_ONE.strip().splitlines())
def test_nothing_is_concluded_where_it_may_be_negative(text):
    solution = solve(text, "x", budget=0.5, domain="complex")
    assert solution.status in ("solved", "unsolved")
    assert not solution.complete


OF_LETTERS = """
    a^x*b^x = 1
    a^x*b^x = c
    (a*b)^x = a^x
    a^x/b^x = 2
    (1/a)^x = a^(-x)
    (a^2)^x = a^(2*x)
    a^x*b^x = (a*b)^x
    a^x/b^x = (a/b)^x
"""


@pytest.mark.parametrize("text", OF_LETTERS.strip().splitlines())
def test_powers_of_letters_ask_them_to_be_positive(text):
    solution = solve(text, "x", domain="complex")
    assert solution.complete
    for values in (
        {"a": -2, "b": -3, "c": 5},
        {"a": 2, "b": -2, "c": 5},
        {"a": -2, "b": 3, "c": 5},
    ):
        asked = [each.holds(values) for each in solution.conditions]
        assert False in asked or values["a"] > 0, (values, solution.conditions)


@pytest.mark.parametrize("text", ["log(x) = 1000", "log(-x) = 1000", "log(x) = -1000", "x = e^900"])
def test_what_no_float_holds_has_no_digits(text):
    (root,) = solve(text).roots
    assert root.approx is None


@pytest.mark.parametrize(
    "text",
    [
        "sin(asin(x)^2) = 0",  # i*sinh(sqrt(pi)) is a root: n = -1
        "sin(atan(x)^2) = 0",
        "sin(acos(x)^2) = 0",
        "cos(asin(x)^2) = 1",
        "sin(log(x)^2) = 0",  # exp(i*sqrt(2*pi))
        "cos(log(x)^2) = 0",
        "tan(log(x)^2) = 0",
    ],
)
def test_members_of_a_family_need_not_be_real(text):
    """Of sqrt(2*pi*n) a range is asked for its real part, which is zero for a negative n."""
    solution = solve(text, "x", domain="complex", budget=3)
    assert not solution.complete
    assert not any("sqrt" in each.value for each in solution.rejected)
    assert all("n ≥ 0" not in root.conditions for root in solution.roots)


def test_a_number_beside_the_cut_of_a_logarithm_is_not_on_it():
    """The sum of the logarithms is -2*pi*i, which balls of 192 bits cannot tell from 0."""
    d = "(sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6) - (sqrt(2) - 1)^200))"
    i = "sqrt(-1)"
    left, right = f"log(-1 - {i}*{d})", f"2*log({i}*sqrt(1 + {i}*{d}))"
    assert solve(f"x + {left} = x + {right}", "x", domain="complex").status == "no_solution"
    assert solve(f"log(x) = {left} - {right}", "x", domain="complex").roots == ()


@pytest.mark.parametrize("text", ["x*(-1)^(-1/2) = 0", "x + ((-8)^(-3/2))^2 = 0"])
def test_half_powers_of_negative_numbers_are_not_real(text):
    assert solve(text, "x", domain="real").status == "no_solution"


BY_LEMMA = """
    sqrt(x^3 + a*x + 1) = a + 2
    asin(x^3 + a*x) = a
    asin(x^3 + x) = a
    atan(x^3 + a*x) = a
    sqrt(a - x)*sqrt(x^2) = a + 1
    sqrt(x^4 + a*x + 1) = a - 1
    sin(x^3 + a*x) = 1/2
"""


@pytest.mark.parametrize("text", BY_LEMMA.strip().splitlines())
def test_roots_by_a_lemma_ask_what_the_steps_around_it_ask(text):
    """Each holds at real letters of any size and sign, by mpmath: asin(u) is never 3."""
    text = text.strip()
    solution = solve(text, "x", budget=2, domain="complex")
    left, right = (evaluating.compiled(side.strip()) for side in text.split("="))
    names = {**evaluating.FUNCTIONS, "atan": mpmath.atan, "tan": mpmath.tan, "n": 3}
    with mpmath.workdps(40):
        for a in (-20, -4, -2, -1, 1, 2, 3, 10):
            given = {**names, "a": mpmath.mpf(a)}
            for each in solution.definitions:
                given[each.name] = eval(evaluating.compiled(each.value), given)
            for root in solution.roots:
                if root.holds(a=a):
                    given["x"] = eval(evaluating.compiled(root.value), given)
                    assert abs(eval(left, given) - eval(right, given)) < 1e-20, (root.value, a)


@pytest.mark.parametrize(
    ("text", "letter"), [("sin(x^3 + x) = 1/2", "n"), ("sin(x^3 + x) = n", "k")]
)
def test_a_letter_for_whole_numbers_in_a_definition_is_named(text, letter):
    solution = solve(text, "x", budget=2, domain="complex")
    assert solution.roots
    assert all(root.family == letter for root in solution.roots)
