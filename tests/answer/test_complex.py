"""Over the complex numbers, a root or a power is told only as it was read."""

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
