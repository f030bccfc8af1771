"""Trigonometric equations with their families of roots: makers of `sets`.

An angle is a fraction of pi where it can be; a family is an angle and a period, n times which is
added to it. Where tan stands in an equation, roots at which it is undefined are told by fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import Draw, Sides, dressed, known, nonzero, plus, times
from aljabr.tasks.written import Known, Written, number, stand_in

HALF: Final = Fraction(1, 2)
SINES: Final = {
    "0": Fraction(0),
    "1/2": Fraction(1, 6),
    "sqrt(2)/2": Fraction(1, 4),
    "sqrt(3)/2": Fraction(1, 3),
    "1": HALF,
}
"""Angles by their sines, in units of pi."""
TANGENTS: Final = {
    "0": Fraction(0),
    "sqrt(3)/3": Fraction(1, 6),
    "1": Fraction(1, 4),
    "sqrt(3)": Fraction(1, 3),
}
SQUARES: Final = {"1/4": "1/2", "1/2": "sqrt(2)/2", "3/4": "sqrt(3)/2", "1": "1", "0": "0"}
TANGENT_SQUARES: Final = {"1/3": "sqrt(3)/3", "1": "1", "3": "sqrt(3)", "0": "0"}
OTHERS: Final = ("1/3", "2/3", "1/4", "3/4", "1/5", "2/5", "3/5", "4/5", "5/6", "2/7")
BEYOND: Final = ("2", "3", "3/2", "5/4", "4/3", "5", "7/3")


@dataclass(frozen=True, slots=True)
class Line:
    """An argument: slope*x + shift*pi, or with a plain number for the shift."""

    slope: Fraction
    shift: Fraction
    is_plain: bool = False

    def below_half(self) -> Line:
        """Return the line with a shift from 0 to pi/2: tan is not read with any other multiple."""
        return self if self.is_plain else Line(self.slope, self.shift % HALF)

    @property
    def text(self) -> str:
        slope = self.slope
        term = "x" if slope == 1 else f"x/{slope.denominator}" if slope < 1 else f"{slope}*x"
        if not self.shift:
            return term
        size = str(abs(self.shift)) if self.is_plain else in_pi(abs(self.shift))
        return f"{term} {'+' if self.shift > 0 else '-'} {size}"


@dataclass(frozen=True, slots=True)
class Family:
    """Numbers (angle + period*n)*pi, or with a text for the angle."""

    angle: Fraction | str
    period: Fraction

    def solved(self, line: Line) -> Family | str:
        """Return the x at which an argument is in the family: as a text if pi is not all of it."""
        if isinstance(self.angle, Fraction) and not line.is_plain:
            start = (self.angle - line.shift) / line.slope
            return Family(start, self.period / abs(line.slope))
        angle = in_pi(self.angle) if isinstance(self.angle, Fraction) else self.angle
        shift = ""
        if line.shift:
            size = str(abs(line.shift)) if line.is_plain else in_pi(abs(line.shift))
            shift = f" {'-' if line.shift > 0 else '+'} {size}"
        whole = f"{angle}{shift} + {in_pi(self.period)}*n"
        if angle == "0":
            whole = f"{in_pi(self.period)}*n{shift}"
        if line.slope == 1:
            return whole
        return f"({whole})/{line.slope}" if line.slope > 1 else f"({whole})*{1 / line.slope}"

    @property
    def text(self) -> str:
        assert isinstance(self.angle, Fraction)
        period = f"{in_pi(self.period)}*n"
        return f"{in_pi(self.angle)} + {period}" if self.angle else period


def in_pi(value: Fraction) -> str:
    """Write a multiple of pi."""
    above, below = value.as_integer_ratio()
    size = "pi" if abs(above) == 1 else f"{abs(above)}*pi"
    size = f"{size}/{below}" if below > 1 else size
    return "0" if not above else f"-{size}" if above < 0 else size


# -- families ------------------------------------------------------------------------------------


def families(function: str, value: str) -> list[Family]:
    """Return where sin, cos or tan has a value."""
    sign, size = (-1, value[1:]) if value.startswith("-") else (1, value)
    if function == "tan":
        angle = sign * TANGENTS[size] if size in TANGENTS else f"atan({value})"
        return [Family(angle, Fraction(1))]
    if size in BEYOND:
        return []
    if size not in SINES:
        principal = f"a{function}({value})"
        other = f"pi - {principal}" if function == "sin" else f"-{principal}"
        return [Family(principal, Fraction(2)), Family(other, Fraction(2))]
    angle = sign * SINES[size]
    start = angle if function == "sin" else HALF - angle
    if size == "0":
        return [Family(start, Fraction(1))]
    if size == "1":
        return [Family(start, Fraction(2))]
    other_angle = 1 - angle if function == "sin" else -start
    return [Family(start, Fraction(2)), Family(other_angle, Fraction(2))]


def _texts(solved: Sequence[Family | str], poles: Sequence[Line] = ()) -> list[str] | None:
    """Write families down, less those on a pole of tan; None if one is partly on one."""
    texts = []
    for family in solved:
        if isinstance(family, str):
            if poles:
                return None
            texts.append(family)
            continue
        on_pole = {is_on for line in poles for is_on in _on_pole(family, line)}
        every = any(set(_on_pole(family, line)) == {True} for line in poles)
        if True in on_pole and not every:
            return None
        texts += [] if every else [family.text]
    return texts


def _on_pole(family: Family, line: Line) -> list[bool]:
    """Whether tan of an argument is undefined at the members of a family, up to its period."""
    assert isinstance(family.angle, Fraction)
    step = line.slope * family.period
    first = line.slope * family.angle + line.shift
    return [(first + step * n) % 1 == HALF for n in range(step.denominator)]


def _poles(parts: Sequence[tuple[str, Line]]) -> list[Line]:
    return [line for function, line in parts if function == "tan"]


# -- makers --------------------------------------------------------------------------------------


def trigonometric(rng: Draw) -> Known | None:
    """For example sin(2*x) = 1/2, 2*cos(x) - 1 = 0, sin(x)^2 = 1/4, sin(2*x) = sin(x)."""
    kind = rng.random()
    if kind < 0.45:
        return _single(rng)
    if kind < 0.6:
        return _square(rng)
    if kind < 0.78:
        return _product(rng)
    return _quadratic(rng) if kind < 0.86 else _equal(rng)


def _function(rng: Draw) -> str:
    return rng.choice(("sin", "sin", "cos", "cos", "tan"))


def _argument(rng: Draw, function: str, plain: bool = True) -> Line:
    line = _line(rng, plain)
    return line.below_half() if function == "tan" else line


def _line(rng: Draw, plain: bool = True) -> Line:
    slope = Fraction(rng.choice((1, 1, 1, 2, 2, 3, 4, 5)), rng.choices((1, 2, 3), (8, 1, 1))[0])
    slope = slope if slope.denominator == 1 else Fraction(1, slope.denominator)
    kind = rng.random()
    if kind < 0.5:
        return Line(slope, Fraction(0))
    if kind < 0.85 or not plain:
        return Line(slope, Fraction(nonzero(rng, 2), rng.choice((2, 3, 4, 6))))
    return Line(slope, Fraction(nonzero(rng, 5)), is_plain=True)


def _value(rng: Draw, function: str) -> str:
    kind = rng.random()
    table = TANGENTS if function == "tan" else SINES
    size = rng.choice(tuple(table))
    if kind > 0.7:
        size = rng.choice(OTHERS if kind < 0.88 else BEYOND)
    return f"-{size}" if size != "0" and rng.random() < 0.35 else size


def _of(function: str, line: Line) -> Written:
    return stand_in(f"{function}({line.text})")


def _sides(rng: Draw, inner: Written, value: str) -> Sides:
    """Write that a function has a value, which may hold a root."""
    if "sqrt" not in value:
        return dressed(rng, inner, Fraction(value))
    sign, size = ("-", value[1:]) if value.startswith("-") else ("", value)
    above, _, below = size.partition("/")
    kind = rng.random()
    if kind < 0.4 or (not below and kind < 0.7):
        return inner, stand_in(value)
    if kind < 0.7:
        return times(int(below), inner), stand_in(f"{sign}{above}")
    return _vanishing(inner, value), number(0)


def _vanishing(inner: Written, value: str) -> Written:
    """Write what vanishes where a function has a value: 2*sin(x) - 1."""
    size, _, below = value.removeprefix("-").partition("/")
    term = times(int(below or 1), inner)
    if size == "0":
        return term
    return term + stand_in(size) if value.startswith("-") else term - stand_in(size)


def _single(rng: Draw) -> Known | None:
    function = _function(rng)
    line = _argument(rng, function)
    value = _value(rng, function)
    left, right = _sides(rng, _of(function, line), value)
    texts = _texts([each.solved(line) for each in families(function, value)])
    return None if texts is None else known(f"{left.text} = {right.text}", texts)


def _square(rng: Draw) -> Known | None:
    """Draw sin(x)^2 = 1/4, 4*cos(2*x)^2 - 3 = 0, tan(x)^2 = 3."""
    function = _function(rng)
    line = _argument(rng, function)
    table = TANGENT_SQUARES if function == "tan" else SQUARES
    square, kind = rng.choice(tuple(table)), rng.random()
    sizes = [table[square]]
    if kind > 0.8:
        size = rng.choice(OTHERS[:2] + OTHERS[4:])
        square, sizes = str(Fraction(size) ** 2), [size]
    elif kind > 0.72:
        square, sizes = f"-{square}" if square != "0" else "-1", []
    values = [value for size in sizes for value in ((size, f"-{size}") if size != "0" else "0")]
    solved = [each.solved(line) for value in values for each in families(function, value)]
    inner = stand_in(f"{function}({line.text})^2")
    left, right = dressed(rng, inner, Fraction(square))
    return known(f"{left.text} = {right.text}", _texts(solved) or [])


def _product(rng: Draw) -> Known | None:
    """Draw sin(x)*cos(x) = 0, (2*cos(x) - 1)*(sin(x) + 1) = 0, tan(x)*(sin(x) - 1) = 0."""
    parts, solved = [], []
    total: Written | None = None
    line = _line(rng)
    for _ in range(rng.choice((2, 2, 2, 3))):
        function = _function(rng)
        line = line if rng.random() < 0.7 else _line(rng)
        line = line.below_half() if function == "tan" else line
        value = rng.choice(("0", "0", "1", "-1", "1/2", "-1/2", _value(rng, function)))
        left = _vanishing(_of(function, line), value)
        total = left if total is None else total * left
        parts.append((function, line))
        solved += [each.solved(line) for each in families(function, value)]
    texts = _texts(solved, _poles(parts))
    return None if texts is None or total is None else known(f"{total.text} = 0", texts)


def _quadratic(rng: Draw) -> Known | None:
    """Draw 2*sin(x)^2 + sin(x) - 1 = 0, tan(x)^2 = tan(x)."""
    function = _function(rng)
    line = _argument(rng, function)
    choices = ("0", "1", "-1", "1/2", "-1/2", "2", "-3", "1/3")
    first, second = rng.sample(choices, 2)
    one, two = Fraction(first), Fraction(second)
    factor = one.denominator * two.denominator
    inner = _of(function, line)
    square = times(factor, stand_in(f"{inner.text}^2", 2))
    middle, last = factor * (one + two), factor * one * two
    if middle and not last and rng.random() < 0.5:
        left, right = square, times(middle, inner)
    else:
        left = square - times(middle, inner) if middle > 0 else square
        left = square + times(-middle, inner) if middle < 0 else left
        left, right = plus(left, last), number(0)
    values = [value for value in (first, second) if function == "tan" or value not in ("2", "-3")]
    solved = [each.solved(line) for value in values for each in families(function, value)]
    return known(f"{left.text} = {right.text}", _texts(solved) or [])


def _equal(rng: Draw) -> Known | None:
    """Draw sin(2*x) = sin(x), cos(3*x) = cos(x + pi/4), tan(2*x) = tan(x)."""
    function = _function(rng)
    first, second = (_argument(rng, function, plain=False) for _ in range(2))
    if first.slope == second.slope:
        return None
    less = Line(first.slope - second.slope, first.shift - second.shift)
    more = Line(first.slope + second.slope, first.shift + second.shift)
    cases = {
        "sin": [(less, Fraction(0), 2), (more, Fraction(1), 2)],
        "cos": [(less, Fraction(0), 2), (more, Fraction(0), 2)],
        "tan": [(less, Fraction(0), 1)],
    }[function]
    solved = [Family(angle, Fraction(period)).solved(line) for line, angle, period in cases]
    poles = [first, second] if function == "tan" else []
    texts = _texts(solved, poles)
    left, right = _of(function, first), _of(function, second)
    if rng.random() < 0.2:
        left, right = left - right, number(0)
    return None if texts is None else known(f"{left.text} = {right.text}", texts)
