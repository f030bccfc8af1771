"""Identities lose no root: numeric roots of an equation are roots of what each row makes of it."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import mpmath
import pytest
from evaluating import compiled

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import sym_text
from aljabr.game import absolute, arcs, exponentials, harmonics, logarithms, roots, trigonometry
from aljabr.game.games import SOLVER

ROWS = {
    "to_cosine": trigonometry.to_cosine, "to_sine": trigonometry.to_sine,
    "as_waves": harmonics.as_waves, "to_tangent": trigonometry.to_tangent,
    "one_wave": trigonometry.one_wave, "one_angle": trigonometry.one_angle,
    "half_angle": trigonometry.half_angle, "to_diagonal": trigonometry.to_diagonal,
    "one_base": exponentials.to_one_base, "equal_exponents": exponentials.equal_exponents,
    "powers_of_one_base": exponentials.of_one_base, "without_base": logarithms.without_base,
    "sine_of_difference": arcs.sine_of_difference, "isolated_arc": arcs.isolated_arc,
    "of_arcs": arcs.of_arcs,
    "to_arcsine": arcs.to_arcsine,
    "by_sign": absolute.by_sign, "fewer_moduli": absolute.fewer,
    "split_logarithm": logarithms.split, "power_of_base": logarithms.power_of_base,
    "opposite_arcs": arcs.of_opposites, "root_of_square": roots.root_of_square,
    "logarithms_of_one_number": logarithms.of_one_number,
    "odd_root_alone": roots.odd_root_alone, "by_root": roots.by_root,
    "reciprocal_roots": roots.reciprocal_roots, "cubed_sum": roots.cubed_sum,
}  # fmt: skip
ADDING = {"sine_of_difference", "isolated_arc", "by_sign", "cubed_sum", "power_of_base",
          "powers_of_one_base", "odd_root_alone"}  # fmt: skip
"""What has other roots, too, which are told by putting them in."""
NAMES = {name: getattr(mpmath, name) for name in (
    "sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "pi", "mpf",
)} | {"abs": abs, "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x))}  # fmt: skip


def draw(rng: random.Random) -> str:
    """Return an equation; a to d are whole numbers, perhaps zero."""
    a, b, c, d = (rng.randint(-4, 4) for _ in range(4))
    k, m = rng.randint(1, 3), rng.randint(1, 4)
    return rng.choice([
        f"{a}*cos({k}*x) + {b}*sin({m}*x) = {c}",
        f"{a}*sin(x)^2 + {b}*sin(x)*cos(x) + {c}*cos(x)^2 = {d}",
        f"{a}*sin({k}*x) + {b}*cos({k}*x) = {c}",
        f"{a}*cos({k}*x)^2 + {b}*sin({k}*x) + {c} = 0",
        f"{a}*tan(x) + {b}/cos(x) = {c}",
        f"abs(x + {a})^{2 * k} + {b}*x^2 = {c}*abs({m}*x) + {d}*abs(x)",
        f"abs((x + {a})*(x + {b})) = {k}*abs(x + {a}) + {c}*abs(x + {b})",
        f"abs((x + {a})/(x + {b})) = {c}*abs({m}*x + {a * m})/abs(x + {b})",
        f"{a}*tan({k}*x) = {b}*sin(x) + {c}*cos(x)",
        f"sin(x + {a}) + {b}*cos({k}*x - {c}) = {d}/3",
        f"{a}*cos({k}*x)*cos({m}*x) = {a}*cos({k + 1}*x)*cos({m - 1}*x) + {b}*sin(x)^2",
        f"(sin(x) + {a})*(cos(x) + {b}) = {c}",
        f"(sin(x) + {a})*(cos(x) + {a}) = {c}",
        f"{a}*sin({k}*x) - {a}*cos({k}*x) = {b}*sin({2 * k}*x) + {c}",
        f"sin(x)^3 + cos(x)^3 = {a}*sin(x)*cos(x) + {b}",
        f"1/sin(x) + {a}/cos({k}*x) = {b}",
        f"{a}*{k}^x + {b}*{m + 1}^x = {c}*6^(x + {d})",
        f"{a}*4^x + {b}*6^x + {c}*9^x = 0",
        f"exp({k}*x + {a}) = {m + 4}*{m + 1}^x",
        f"{a}*2^({k}*x) + {b}*4^(-x) = {c}",
        f"log(x + {k})/log(2) + {a}*log(x - {b})/log(2) = {c}",
        f"{k}*log(x^2 - {k})/log(3) = {a} + log({m}*x + {c})/log(3)",
        f"{2**k}^(x^2 + {a}*x) = {2**m}^({b}*x + {c})",
        f"({k}/{m + 4})^(x + {a}) = {m + 4}^{d}/{max(k, 1)}^{d}",
        f"{k}*asin(x/3) + {a}*acos(x/{m}) = {b}/2",
        f"atan({k}*x) + {a}*atan(x + {b}) = {c}/2",
        f"asin(x) + {a}*acos(x) = {b}",
        f"sin({k}*asin(x/{m}) + {a}) = {b}*x + cos(atan(x) - acos(x/{k}))",
        f"tan({k}*atan(x/{m})) = {b}*x + cos({m}*atan({k}*x))",
        f"asin(x/{k}) + {a}*atan({m}*x) = acos({b}*x/9) + {c}/3",
        f"{a}*log(x)^2 + {b}*log({k}*x^{m}) = {c}",
        f"log(x + 5) = {b}*log((x + 5)^{m}/{k}) + {c}*log({k})",
        f"abs(x - {a}) + {b}*abs({k}*x - {c}) = {d}",
        f"abs(x^2 - {k}) = {a}*abs(x - {b}) + x",
        f"atan(x - {k}) + {a}*atan({k} - x) = {b}/3",
        f"{a}*asin(x/{m}) + asin(-x/{m}) = {b}*acos(x/3) - acos(-x/3)",
        f"log(x)/log({k + 1}) + {a}*log(x + 1)/log({(k + 1) ** m}) = {b}",
        f"sqrt({m}*(x - {a})^2) = {b}*x + {c}",
        f"(x + {a})^(x + {b}) = (x + {a})^({c}*x + {k})",
        f"log(x + 5)/log({k + 1}) = {b}*log(x + {m})/log({k + 1}) + {c}",
        f"{a}*sqrt((x + {k})/(x - {m})) + {b}*sqrt((x - {m})/(x + {k})) = {c}/2",
        f"cbrt(x + {k}) + {a}*cbrt(x - {m}) = {b}",
        f"(({k}*x + {a})^3)^(1/3) = {b}*x + {c}",
        f"{m}*cbrt({k}*x + {a}) = {b}*sqrt(x + {m}) + {c}",
        f"x + {a} = {b}*sqrt({k}*x + {m}) + {c}*({k}*x + {m})^(3/2)",
        f"cbrt(x + {k}) + cbrt(x - {m}) = cbrt({b}*x + {c})",
        f"sqrt(x + {k * k} - {2 * k}*sqrt(x)) = {a}*x + {b}",
        f"sqrt({k}*x + {m} - 4*sqrt({k}*x + {m - 4})) = {a}*x + {b}",
        f"sqrt((x + {a})/{k}) + {b}*(x^3)^(1/2) = {c}*x/{m}",
        f"sqrt(x^2 - {2 * k}*x + {k * k}) + {a}*sqrt(x^4) = {b}*(x^2 + 1)^(1/2)",
    ])  # fmt: skip


def at(code, x, names=NAMES):
    try:
        found = eval(code, {**names, "x": x})
    except ZeroDivisionError:
        return None
    return found if mpmath.isfinite(found) else None


def difference(lhs: str, rhs: str):
    code = compiled(f"({lhs}) - ({rhs})")
    return lambda x: at(code, x)


def roots_of(function, rng: random.Random) -> list[mpmath.mpf]:
    """Look for real roots from random places."""
    found = []
    for _ in range(12):
        start = mpmath.mpf(rng.uniform(-3, 3))
        try:
            root = mpmath.findroot(function, (start, start + 0.01), tol=1e-35, maxsteps=40)
        except (ValueError, ZeroDivisionError, TypeError):
            continue
        if mpmath.im(root) == 0 and abs(root) < 30:
            value = function(root)
            if value is not None and abs(value) < 1e-25:
                found.append(root)
    return found


def real_only(function):
    """Let a function of a real number be undefined where it is not real."""

    def value(x):
        found = function(x)
        if abs(mpmath.im(found)) > 1e-25:
            raise ZeroDivisionError
        return found

    return value


REAL = {name: real_only(each) if callable(each) and name not in ("mpf", "pi") else each
        for name, each in NAMES.items()}  # fmt: skip


def is_real_at(text: str, root: mpmath.mpf) -> bool:
    """Whether all parts of both sides are real numbers: some rows are for these alone."""
    found = [at(compiled(side), root, REAL) for side in text.split(" = ")]
    return all(each is not None and abs(mpmath.im(each)) < 1e-25 for each in found)


def is_small(value, scale) -> bool:
    return value is not None and abs(value) < 1e-8 * (1 + scale)


@pytest.mark.parametrize("seed", range(6))
def test_no_root_is_lost_and_none_comes_up_but_where_that_is_said(seed):
    rng = random.Random(f"identities:{seed}")
    applied: Counter[str] = Counter()
    for _ in range(60):
        text = draw(rng)
        equation = parse(text, "x")
        if not (equation.lhs.holds_unknown or equation.rhs.holds_unknown):
            continue
        with mpmath.workdps(40):
            before = difference(*text.split(" = "))
            for name, row in ROWS.items():
                found = row(equation.lhs, equation.rhs)
                if found is None:
                    continue
                applied[name] += 1
                cases = [difference(*map(sym_text, sides)) for sides in found.sides]
                for root in filter(partial(is_real_at, text), roots_of(before, rng)):
                    near = [case(root) for case in cases]
                    assert any(is_small(each, 0) for each in near), (text, name, root)
                if name in ADDING:
                    continue
                below = [compiled(sym_text(each)) for each in found.below]
                for root in [each for case in cases[:1] for each in roots_of(case, rng)]:
                    zero = [each for each in below if is_small(at(each, root), 0)]
                    value = before(root)
                    if SOLVER.rule(name).is_real and not is_real_at(text, root):
                        continue
                    assert zero or value is None or is_small(value, 0), (text, name, root)
    assert sum(applied.values()) > 25


def test_every_row_applies_somewhere():
    rng = random.Random("rows")
    left = set(ROWS)
    for _ in range(2_000):
        equation = parse(draw(rng), "x")
        left -= {name for name in left if ROWS[name](equation.lhs, equation.rhs) is not None}
        if not left:
            break
    assert not left
