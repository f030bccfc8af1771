"""The table of identities: each row proved, tried at random points, and played at a place."""

from __future__ import annotations

import random

import mpmath
import pytest
import sympy
from evaluating import compiled
from game.test_identities import at, difference, draw, is_real_at, is_small, roots_of

from aljabr import solve
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import sym_text
from aljabr.game.games import COMPLEX_PLACES, PLACES
from aljabr.game.patterns import filled, form, matches
from aljabr.game.places import RULES, rewritings
from aljabr.game.table import TABLE

ROWS = {row.name: row for row in TABLE}
POINTS = 2_000
NAMES = {name: getattr(mpmath.mp, name) for name in (
    "sqrt", "log", "sin", "cos", "tan", "asin", "acos", "atan", "pi", "mpf",
)} | {"abs": abs}  # fmt: skip


# -- proof: SymPy shares no code with the table ----------------------------------------------------


def is_proved(left: str, right: str) -> bool:
    """Whether the sides are the same by exponentials, logarithms taken apart, or derivatives."""
    letters = {name: sympy.Symbol(name, positive=True) for name in "uvkab"}
    names = {**letters, "abs": sympy.Abs, "pi": sympy.pi}
    names |= {name: getattr(sympy, name) for name in (
        "sqrt", "log", "sin", "cos", "tan", "asin", "acos", "atan")}  # fmt: skip
    sides = [eval(side.replace("^", "**"), {}, names) for side in (left, right)]
    gap = sides[0] - sides[1]
    gap = sympy.expand_log(gap, force=True).subs(sympy.atan(letters["b"] / letters["a"]),
                                                 sympy.Symbol("w"))  # fmt: skip
    if gap.has(sympy.Symbol("w")):  # the angle whose tangent is b/a, by its sine and cosine
        size = sympy.sqrt(letters["a"] ** 2 + letters["b"] ** 2)
        gap = sympy.expand_trig(gap).subs(
            {
                sympy.cos(sympy.Symbol("w")): letters["a"] / size,
                sympy.sin(sympy.Symbol("w")): letters["b"] / size,
            }
        )
    if sympy.simplify(gap) == 0:
        return True
    by_exponentials = sympy.together(gap.rewrite(sympy.exp))
    if sympy.simplify(sympy.expand(sympy.numer(by_exponentials), power_exp=True)) == 0:
        return True
    at_one = gap.subs(dict.fromkeys(letters.values(), 1))
    return sympy.simplify(sympy.diff(gap, letters["u"])) == 0 and sympy.simplify(at_one) == 0


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_proved(name):
    assert is_proved(ROWS[name].left, ROWS[name].right)


def test_what_is_false_is_not_proved():
    assert not is_proved("sin(2*u)", "2*sin(u)")
    assert not is_proved("k*log(u) + k*log(v)", "k*log(u + v)")
    assert not is_proved("asin(u) + acos(u)", "pi")


# -- points: real ones, of either sign -------------------------------------------------------------


def real_at(text: str, values: dict[str, mpmath.mpf]):
    """Return the value; None unless it and all its parts are real, for a root of -1 is none."""

    def real(function):
        def value(*args):
            found = function(*args)
            if mpmath.im(found) != 0 or not mpmath.isfinite(found):
                raise ZeroDivisionError
            return found

        return value

    names = {name: real(each) if callable(each) and name not in ("mpf", "pi") else each
             for name, each in NAMES.items()}  # fmt: skip
    return at(compiled(text), values["u"], names | values)


def value_of(rng: random.Random) -> mpmath.mpf:
    scale = rng.choice([0.1, 1, 1, 4, 30])
    return mpmath.mpf(
        rng.choice([rng.uniform(-scale, scale), rng.uniform(-1, 1), rng.randint(-3, 3)])
    )


@pytest.mark.parametrize("name", ROWS)
def test_where_the_left_side_is_real_and_what_is_asked_holds_the_right_one_is_the_same(name):
    row, rng, tried = ROWS[name], random.Random(name), 0
    with mpmath.workdps(30):
        for _ in range(20 * POINTS):
            values = {letter: value_of(rng) for letter in "uvkab"}
            left = real_at(row.left, values)
            asked = [(kind, real_at(text, values)) for kind, text in row.asks]
            holds = all(each is not None and (each > 1e-9 if kind == "positive"
                        else abs(each) > 1e-9) for kind, each in asked)  # fmt: skip
            if left is None or not holds or abs(left) > 1e9:
                continue
            right = real_at(row.right, values)
            assert right is not None, (values, left)
            assert is_small(left - right, abs(left)), (values, left, right)
            tried += 1
            if tried == POINTS:
                break
    assert tried > POINTS / 10


def test_what_is_asked_is_needed():
    with mpmath.workdps(30):
        for name, values in (
            ("log_of_product", {"u": mpmath.mpf(-2), "v": mpmath.mpf(-3), "k": 1}),
            ("reciprocal_arcs", {"u": mpmath.mpf(-2), "k": 1}),
            ("one_wave_here", {"u": mpmath.mpf(1), "a": mpmath.mpf(-1), "b": mpmath.mpf(2)}),
            ("rationalised_sum", {"u": mpmath.mpf(2), "v": mpmath.mpf(2), "k": 1}),
        ):
            left, right = (real_at(each, values) for each in (ROWS[name].left, ROWS[name].right))
            assert left is not None
            assert right is None or not is_small(left - right, 1)


# -- forms -----------------------------------------------------------------------------------------


def found_in(pattern: str, text: str) -> list[str]:
    """Return the values of the letters, and what stays beside, in every way."""
    side = parse(f"{text} = 0", "x").lhs
    return [", ".join(f"{name} = {sym_text(value)}" for name, value in sorted(values.items()))
            + (f"; {sym_text(beside)}" if beside != 0 else "")
            for values, beside in matches(form(pattern), side)]  # fmt: skip


@pytest.mark.parametrize(("pattern", "text", "expected"), [
    ("sin(2*u)", "sin(4*x)", ["u = 2*x"]),
    ("sin(2*u)", "sin(3*x)", []),
    ("sin(2*u)", "sin(2*x + 4)", ["u = x + 2"]),
    ("sin(2*u)", "sin(2*x + 1)", []),
    ("sin(2*u)", "cos(2*x)", []),
    ("sin(u + v)", "sin(x + 1)", ["u = 1, v = x", "u = x, v = 1"]),
        ("sin(u + v)", "sin(x + a + 1)", ["u = 1, v = x + a", "u = a, v = x + 1",
                                      "u = x, v = a + 1"]),
    ("k*log(u) + k*log(v)", "2*log(x) + 2*log(x + 1)", ["k = 2, u = x, v = x + 1",
                                                        "k = 2, u = x + 1, v = x"]),
    ("k*log(u) + k*log(v)", "log(x) + 2*log(x + 1)", []),
    ("k*log(u) - k*log(v)", "log(x) - log(x + 1)", ["k = 1, u = x, v = x + 1",
                                                    "k = -1, u = x + 1, v = x"]),
    ("k - k*cos(u)^2", "3 - 2*cos(x)^2", ["k = 2, u = x; 1"]),
    ("k - k*cos(u)^2", "a - a*cos(x)^2 + x", ["k = a, u = x; x"]),
    ("k - k*cos(u)^2", "b - a*cos(x)^2", []),
    ("a*sin(u) + b*cos(u)", "2*sin(x) + cos(x)", ["a = 2, b = 1, u = x"]),
    ("a*sin(u) + b*cos(u)", "x*sin(x) + cos(x)", []),
    ("k*sin(u)*cos(u)", "sin(x)*cos(x)*tan(x)", ["k = tan(x), u = x"]),
    ("k*sin(u)*cos(u)", "sin(x)*cos(2*x)", []),
    ("abs(u*v)", "abs(x + 1)", []),
])  # fmt: skip
def test_a_form_is_found_up_to_the_order_of_its_parts(pattern, text, expected):
    assert sorted(found_in(pattern, text)) == sorted(expected)


# -- at a place ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "text", "expected"), [
    ("sine_squared", "9^(sin(x)^2) + 9^(cos(x)^2) = 6", "9^(cos(x)^2) + 9^(1 - cos(x)^2) = 6"),
    ("one_wave_here", "sin(x) + cos(x) = sin(3*x)", "sqrt(2)*sin(x + pi/4) = sin(3*x)"),
    ("log_sum", "a*log(x) + a*log(x + 1) + x = 3", "x + a*log(x*(x + 1)) = 3"),
    ("to_sine_of_sum", "x + sin(x)*cos(3*x) + cos(x)*sin(3*x) = 1", "x + sin(4*x) = 1"),
    ("rationalised_sum", "1/(sqrt(x + 1) + sqrt(x)) = 2", "sqrt(x + 1) - sqrt(x) = 2"),
    ("fourth_powers", "sin(x)^4 + cos(x)^4 = x", "1 - sin(2*x)^2/2 = x"),
    ("double_tangent", "tan(2*x) = x", "2*tan(x)/(1 - tan(x)^2) = x"),
    ("modulus_as_root", "|x + 1| = x", "sqrt((x + 1)^2) = x"),
])  # fmt: skip
def test_a_row_is_played_at_one_place(row, text, expected):
    equation = parse(text, "x")
    found = [" = ".join(map(sym_text, each.sides[0]))
             for each in rewritings(equation.lhs, equation.rhs)[row]]  # fmt: skip
    assert expected in found


LETTERS = [("x", "2"), ("x", "x + 1"), ("x + 2", "3*x"), ("3", "x")]
"""What stands for u and v."""


def instance(pattern: str, u: str, v: str) -> str:
    values = {"u": u, "v": v, "k": "c", "a": "2", "b": "3"}
    return sym_text(filled(form(pattern), {
        name: parse(each, "x", may_lack=True).lhs.sym for name, each in values.items()
    }))  # fmt: skip


@pytest.mark.parametrize("row", TABLE, ids=ROWS)
def test_a_row_is_played_where_its_form_is(row):
    equations = [parse(f"{instance(row.left, *each)} = x/7", "x") for each in LETTERS]
    assert any(rewritings(each.lhs, each.rhs).get(row.name) for each in equations)


def test_the_games_of_places_have_all_that_the_others_have():
    names = {rule.name for rule in RULES}
    assert len(names) == len(RULES)
    assert all(rule.is_seldom for rule in RULES)
    assert names <= PLACES.index_of.keys()
    assert not {rule.name for rule in RULES if rule.is_real} & COMPLEX_PLACES.index_of.keys()


@pytest.mark.parametrize("seed", range(4))
def test_no_root_is_lost_at_a_place(seed):
    rng, applied = random.Random(f"places:{seed}"), 0
    for _ in range(40):
        text = draw(rng)
        equation = parse(text, "x")
        if not (equation.lhs.holds_unknown or equation.rhs.holds_unknown):
            continue
        made = rewritings(equation.lhs, equation.rhs)
        if not any(made.values()):
            continue
        with mpmath.workdps(40):
            real = [each for each in roots_of(difference(*text.split(" = ")), rng)
                    if is_real_at(text, each)]  # fmt: skip
            for name, each in [(name, each) for name, found in made.items() for each in found]:
                applied += 1
                after = difference(*map(sym_text, each.sides[0]))
                for root in real:
                    asked = [at(compiled(sym_text(sym)), root) for sym in each.nonzero]
                    signs = [at(compiled(sym_text(sym)), root) for sym in each.positive]
                    if all(asked) and all(value is not None and value > 0 for value in signs):
                        assert is_small(after(root), 0), (text, name, root)
    assert applied > 10


@pytest.mark.parametrize(("text", "roots"), [
    ("9^(sin(x)^2) + 9^(cos(x)^2) = 6", {"pi/4 + pi*n/2"}),
    ("sin(x) + cos(x) = sqrt(2) sin(3x)", {"pi/8 + pi*n", "3*pi/16 + pi*n/2"}),
])  # fmt: skip
def test_what_whole_rows_leave_is_solved_at_a_place(text, roots):
    solution = solve(text, budget=20)
    assert solution.complete
    assert {root.value for root in solution.roots} == roots
