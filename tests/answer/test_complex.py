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


INVERSES = {
    "sqrt": (mpmath.sqrt, lambda v: v**2),
    "log": (mpmath.log, mpmath.exp),
    "asin": (mpmath.asin, mpmath.sin),
    "acos": (mpmath.acos, mpmath.cos),
    "atan": (mpmath.atan, mpmath.tan),
}
VALUES = {
    "a": lambda a: a,
    "sqrt(a)": mpmath.sqrt,
    "1/sqrt(a)": lambda a: 1 / mpmath.sqrt(a),
    "log(a)/2": lambda a: mpmath.log(a) / 2,
    "asin(a)": mpmath.asin,
    "a^(1/3)": lambda a: mpmath.mpc(a) ** (mpmath.mpf(1) / 3),
    "sqrt(a) - 1": lambda a: mpmath.sqrt(a) - 1,
}


@pytest.mark.parametrize("right", VALUES)
@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("name", INVERSES)
def test_roots_and_their_conditions_hold_for_letters_of_either_sign(name, power, right):
    """Beside 5, which is always a root: what else is given is one, and what is not is none."""
    solution = solve(
        f"(x - 5)*({name}(x)^{power} - ({right})) = 0", "x", budget=3, domain="complex"
    )
    function, inverse = INVERSES[name]
    with mpmath.workdps(40):
        for a in map(mpmath.mpf, (-20, "-2.3", "-0.7", "-0.09", "-3e-6", "3e-6", "0.3", "0.9", 7)):
            if "asin" in right and abs(a) > 1:
                continue  # on the cut, where tables differ
            letters = {
                "a": a,
                **evaluating.FUNCTIONS,
                **{each: INVERSES[each][0] for each in INVERSES},
            }
            letters |= {"tan": mpmath.tan, "cos": mpmath.cos, "sin": mpmath.sin}
            wanted = VALUES[right](a)
            held = [
                mpmath.mpmathify(eval(evaluating.compiled(root.value), dict(letters)))
                for root in solution.roots
                if root.family is None and root.holds(a=float(a))
            ]
            for value in held:
                left = function(value) ** power
                assert abs((value - 5) * (left - wanted)) < 1e-20, (value, a)
            are_all = solution.complete and all(
                each.holds({"a": float(a)}) for each in solution.conditions
            )
            if not (are_all and held):
                continue
            for sign in (1, -1) if power == 2 else (1,):
                inner = sign * mpmath.sqrt(wanted) if power == 2 else wanted
                root = inverse(inner)
                if abs(function(root) - inner) < 1e-20 and abs(root) < 1e8:
                    assert any(abs(root - value) < 1e-12 * (1 + abs(root)) for value in held), (
                        root,
                        a,
                    )


ATAN = ["(x^2 + 1)*atan(x) = 0", "(x - sqrt(-1))*(atan(x) - 2) = 0", "(x + sqrt(-1))*atan(x) = 0"]


@pytest.mark.parametrize("text", ATAN)
def test_the_arctangent_of_i_is_undefined(text):
    solution = solve(text, "x", domain="complex")
    assert not any("sqrt(-1)" in root.value for root in solution.roots)


@pytest.mark.parametrize("text", ["x = atan(a*sqrt(-1))", "atan(x) = atan(a*sqrt(-1))"])
def test_a_root_asks_that_its_arctangents_are_defined(text):
    (root,) = solve(text, "x", domain="complex").roots
    assert (root.holds(a=1), root.holds(a=-1), root.holds(a=2)) == (False, False, True)


@pytest.mark.parametrize("text", ["x = sqrt(1/a)*sqrt(a)", "x^2 = sqrt(1/a)*sqrt(a)"])
def test_what_was_read_as_positive_is_asked_of_every_root(text):
    solution = solve(text, "x", domain="complex")
    assert solution.roots
    assert not any(root.holds(a=-1) for root in solution.roots)


@pytest.mark.parametrize("right", ["a", "2"])
def test_a_wave_of_no_height_is_not_divided_by(right):
    assert solve(f"cos(x) + sqrt(-1)*sin(x) = {right}", "x", budget=1).status != "no_solution"


NAMED = """
    2^(x^3 + x) = a                 | a=0
    exp(a*(x^3 + x)) = b            | a=1, b=0
    exp(a*(x^3 + x)) = b            | a=0, b=2
    a*(x^3 + x) = 1                 | a=0
    a*sin(x^3 + x) = b              | a=0, b=1
    (x^3 + x)*log(a) = 1            | a=1
    a^(x^3 + x) = 2                 | a=1
"""


@pytest.mark.parametrize("line", NAMED.strip().splitlines())
def test_roots_by_a_lemma_ask_that_its_coefficients_are_defined(line):
    """They have names; what these stand for divides by a, or is its logarithm."""
    text, _, point = (each.strip() for each in line.partition("|"))
    letters = dict(each.split("=") for each in point.split(", "))
    values = {name: int(number) for name, number in letters.items()}
    solution = solve(text, "x", budget=3, domain="complex")
    assert solution.roots
    assert not any(root.holds(**values) for root in solution.roots)


@pytest.mark.parametrize(
    "text", ["x + cos(2*atan(2*sqrt(-1))) = 5/3", "x*(3*cos(2*atan(2*sqrt(-1))) + 5) + x = 1"]
)
def test_arcs_of_what_is_not_real_are_left_alone(text):
    """The cosine is -5/3, by mpmath; sqrt((1 + u^2)^2) would make 5/3 of it."""
    (root,) = solve(text, "x").roots
    left, right = (evaluating.compiled(side.strip()) for side in text.split("="))
    names = {**evaluating.FUNCTIONS, "atan": mpmath.atan, "cos": mpmath.cos}
    with mpmath.workdps(30):
        names["x"] = eval(evaluating.compiled(root.value), dict(names))
        assert abs(eval(left, dict(names)) - eval(right, dict(names))) < 1e-20
