"""Literal equations in x with their sets: makers of `sets`.

The roots are all there are for real parameters in general position: those for which a coefficient
vanishes are left aside. A root's condition says for which of the others it is real and a root.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from aljabr.tasks.written import Known

Draw = random.Random
LETTERS: Final = tuple("abcdfghkmprstvwyz")
"""Letters of parameters: none that may be read as a constant, as the unknown or as an integer."""

Template = Callable[["Letters"], Known | None]


class Letters:
    """What a template draws from: letters, each once, and numbers."""

    def __init__(self, rng: Draw) -> None:
        self._rng = rng
        self._left = rng.sample(LETTERS, len(LETTERS))

    def take(self) -> str:
        """Draw a letter, now and then a large one."""
        name = self._left.pop()
        return name.upper() if self._rng.random() < 0.1 and name not in "cfgkps" else name

    def number(self, most: int = 9, least: int = 1) -> int:
        """Draw a whole number."""
        return self._rng.randint(least, most)

    def chance(self, share: float) -> bool:
        """Say yes now and then."""
        return self._rng.random() < share

    def term(self, most: int = 9) -> str:
        """Draw a, 3*a, a*b or a/2."""
        kind = self._rng.random()
        if kind < 0.4:
            return self.take()
        if kind < 0.65:
            return f"{self.number(most, 2)}*{self.take()}"
        return (
            f"{self.take()}*{self.take()}" if kind < 0.85 else f"{self.take()}/{self.number(9, 2)}"
        )

    def sign(self) -> tuple[str, str]:
        """Draw a sign, and its opposite."""
        return self._rng.choice((("+", "-"), ("-", "+")))


def _known(text: str, *roots: tuple[str, str]) -> Known:
    """Return an equation with its roots, each with its condition or none."""
    return Known(
        text,
        "solved" if roots else "no_solution",
        tuple(root for root, _ in roots),
        tuple(condition for _, condition in roots) if any(each for _, each in roots) else (),
    )


def _times(factor: int, text: str) -> str:
    return text if factor == 1 else f"{factor}*{text}"


def _over(text: str, below: int) -> str:
    return text if below == 1 else f"({text})/{below}"


def _ratio(above: str, factor: int, below: str) -> str:
    return f"{above}/{below}" if factor == 1 else f"{above}/({factor}*{below})"


def _signed(sign: str, text: str) -> str:
    return text if sign == "+" else f"-{text}"


def _both(root: str, condition: str = "") -> tuple[tuple[str, str], tuple[str, str]]:
    return (root, condition), (f"-{root}", condition)


# -- templates -----------------------------------------------------------------------------------


def area(draw: Letters) -> Known:
    """A = pi*x^2, E = m*x^2/2, 3*x^2 = a*b."""
    total, factor = draw.term(), draw.number()
    if draw.chance(0.35):
        value = f"({total})/({_times(factor, 'pi')})"
        text = f"{total} = {_times(factor, 'pi')}*x^2"
        return _known(text, *_both(f"sqrt({value})", f"{total} ≥ 0"))
    if draw.chance(0.5):
        mass, below = draw.take(), draw.number(9)
        text = f"{total} = {mass}*x^2" + f"/{below}" * (below > 1)
        return _known(text, *_both(f"sqrt({_times(below, total)}/{mass})", f"{total}/{mass} ≥ 0"))
    return _known(f"{_times(factor, 'x^2')} = {total}",
                  *_both(f"sqrt({_over(total, factor)})", f"{total} ≥ 0"))  # fmt: skip


def squares(draw: Letters) -> Known:
    """x^2 - a^2 = 0, 4*x^2 = 9*a^2, x^2 = 3*a^2, x^3 = a^2*x, x^4 = a^4."""
    letter, first, second = draw.take(), draw.number(7), draw.number(9)
    left, right = _times(first**2, "x^2"), _times(second**2, f"{letter}^2")
    root = _over(_times(second, letter), first)
    kind = draw.number(5)
    if kind == 1:
        return _known(f"{left} - {right} = 0", *_both(root))
    if kind == 2:
        return _known(f"{left} = {right}", *_both(root))
    if kind == 3:
        text = f"{_times(first**2, 'x^3')} = {right}*x"
        return _known(text, ("0", ""), *_both(root))
    if kind == 4:
        text = f"{_times(first**4, 'x^4')} = {_times(second**4, f'{letter}^4')}"
        return _known(text, *_both(root)) if first < 4 and second < 5 else squares(draw)
    return _known(f"{_times(first, 'x^2')} = {_times(second, f'{letter}^2')}",
                  *_both(f"sqrt({second}/{first})*{letter}"))  # fmt: skip


def common_factor(draw: Letters) -> Known:
    """a*x^2 = b*x, x^2*y - y = 0, a*x^3 + b*x^2 = 0, x*(x - a) = b*(x - a)."""
    kind, first, second = draw.number(4), draw.number(), draw.number()
    a, b = draw.take(), draw.take()
    if kind == 1:
        text = f"{_times(first, a)}*x^2 = {_times(second, b)}*x"
        return _known(text, ("0", ""), (_ratio(_times(second, b), first, a), ""))
    if kind == 2:
        text = f"{_times(first, 'x^2')}*{a} - {_times(second, a)} = 0"
        return _known(text, *_both(f"sqrt({second}/{first})"))
    if kind == 3:
        sign, other = draw.sign()
        text = f"{_times(first, a)}*x^3 {sign} {_times(second, b)}*x^2 = 0"
        return _known(text, ("0", ""), (_signed(other, _ratio(_times(second, b), first, a)), ""))
    sign, other = draw.sign()
    bracket = f"({_times(first, 'x')} {sign} {a})"
    text = f"x*{bracket} = {_times(second, b)}*{bracket}"
    return _known(text, (_over(_signed(other, a), first), ""), (_times(second, b), ""))


def brackets(draw: Letters) -> Known:
    """(x - a)*(x - b) = 0, (2*x + a)*(x - 3*b) = 0, x*(x - a)*(x + b) = 0."""
    roots: list[tuple[str, str]] = []
    parts: list[str] = []
    if draw.chance(0.3):
        roots, parts = [("0", "")], ["x"]
    for _ in range(draw.number(3, 2)):
        letter, slope, factor = draw.take(), draw.number(4), draw.number(5)
        sign, other = draw.sign()
        parts.append(f"({_times(slope, 'x')} {sign} {_times(factor, letter)})")
        roots.append((_over(_signed(other, _times(factor, letter)), slope), ""))
    return _known(f"{'*'.join(parts)} = 0", *roots)


def sums(draw: Letters) -> Known:
    """x^2 - (a + b)*x + a*b = 0, x^2 - 2*a*x + a^2 = 0, x^2 + 2*a*x + a^2 = b^2."""
    a, b, factor = draw.take(), draw.take(), draw.number(7)
    sign, other = draw.sign()
    shown = f"{factor * factor}*{a}^2" if factor > 1 else f"{a}^2"
    kind = draw.number(4)
    if kind == 1:
        text = f"x^2 - ({_times(factor, a)} + {b})*x + {_times(factor, a)}*{b} = 0"
        return _known(text, (_times(factor, a), ""), (b, ""))
    if kind == 2:
        text = f"x^2 + ({_times(factor, a)} - {b})*x - {_times(factor, a)}*{b} = 0"
        return _known(text, (f"-{_times(factor, a)}", ""), (b, ""))
    if kind == 3:
        text = f"x^2 {sign} {2 * factor}*{a}*x + {shown} = 0"
        return _known(text, (_signed(other, _times(factor, a)), ""))
    second = draw.number(7)
    text = f"x^2 {sign} {2 * factor}*{a}*x + {shown} = {_times(second**2, f'{b}^2')}"
    return _known(
        text, *((f"{end}{_times(second, b)} {other} {_times(factor, a)}", "") for end in ("", "-"))
    )


def shifted_squares(draw: Letters) -> Known:
    """(x - a)^2 = b^2, (2*x + a)^2 = 9*b^2, (x - a)^2 = b, 3*(x + a)^2 + c = b."""
    a, slope, factor = draw.take(), draw.number(4), draw.number(7)
    sign, other = draw.sign()
    base = f"({_times(slope, 'x')} {sign} {a})^2"
    if draw.chance(0.45):
        b = draw.take()
        roots = [_over(f"{end}{_times(factor, b)} {other} {a}", slope) for end in ("", "-")]
        text = f"{base} = {_times(factor**2, f'{b}^2')}"
        return _known(text, *((root, "") for root in roots))
    b = draw.term()
    left, value = _times(factor, base), b
    if draw.chance(0.4):
        c = draw.take()
        left, value = f"{left} + {c}", f"{b} - {c}"
    ends = [_over(f"{end}sqrt({_over(value, factor)}) {other} {a}", slope) for end in ("", "-")]
    return _known(f"{left} = {b}", *((root, f"{value} ≥ 0") for root in ends))


def absolute(draw: Letters) -> Known:
    """|x - a| = b, 2*|3*x + a| = b, |x - a| + c = b, |x - a| = |x - b|."""
    a, slope, factor = draw.take(), draw.number(5), draw.number(6)
    sign, other = draw.sign()
    bars = f"|{_times(slope, 'x')} {sign} {a}|"
    if draw.chance(0.3):
        b, second = draw.take(), draw.number(5)
        right = f"|{_times(second, 'x')} {other} {b}|"
        cases = (
            []
            if slope == second
            else [(f"({_signed(other, a)} {other} {b})/({slope - second})", "")]
        )
        cases.append((f"({b} - {a})/{slope + second}" if sign == "+"
                      else f"({a} - {b})/{slope + second}", ""))  # fmt: skip
        return _known(f"{bars} = {right}", *cases)
    b = draw.term()
    left, value = _times(factor, bars), b
    if draw.chance(0.4):
        c = draw.take()
        left, value = f"{left} + {c}", f"{b} - {c}"
    size = f"({value})/{factor}" if factor > 1 else f"({value})" if " " in value else value
    ends = [_over(f"{end}{size} {other} {a}", slope) for end in ("", "-")]
    return _known(f"{left} = {b}", *((root, f"{value} ≥ 0") for root in ends))


def cubes(draw: Letters) -> Known:
    """V = 4*pi*x^3/3, x^3 = a, 2*(x - a)^3 = b: two roots with opposite conditions."""
    total, factor = draw.term(), draw.number()
    if draw.chance(0.3):
        below = draw.number(4)
        text = f"{total} = {_times(factor, 'pi')}*x^3" + f"/{below}" * (below > 1)
        value, shift, base = f"{_times(below, total)}/({factor}*pi)", "", ""
    else:
        value, shift = _over(total, factor), ""
        base = "x^3"
        if draw.chance(0.6):
            a = draw.take()
            sign, other = draw.sign()
            base, shift = f"(x {sign} {a})^3", f" {other} {a}"
        text = f"{_times(factor, base)} = {total}"
    return _known(
        text,
        (f"({value})^(1/3){shift}", f"{total} ≥ 0"),
        (f"-(-{value})^(1/3){shift}", f"{total} ≤ 0"),
    )


def fractions(draw: Letters) -> Known:
    """a/x = x/b, x/a = 4*a/x, a/x^2 = b."""
    a, factor = draw.term(), draw.number()
    kind = draw.number(3)
    if kind == 1:
        b = draw.take()
        text = f"{_times(factor, a)}/x = x/{b}"
        return _known(text, *_both(f"sqrt({_times(factor, a)}*{b})", f"{a}*{b} ≥ 0"))
    if kind == 2:
        letter, second = draw.take(), draw.number()
        text = f"{_times(second**2, 'x')}/{letter} = {_times(factor**2, letter)}/x"
        return _known(text, *_both(_over(_times(factor, letter), second)))
    b = draw.take()
    return _known(f"{_times(factor, a)}/x^2 = {b}",
                  *_both(f"sqrt({_times(factor, a)}/{b})", f"{a}/{b} > 0"))  # fmt: skip


def radicals(draw: Letters) -> Known:
    """sqrt(x - a) = b, 2*sqrt(3*x + a) = b, x^2 + b^2 = c^2, sqrt(x^2 + a^2) = c."""
    a, b, slope, factor = draw.take(), draw.take(), draw.number(5), draw.number(5)
    sign, other = draw.sign()
    kind = draw.number(3)
    if kind == 1:
        left = _times(factor, f"sqrt({_times(slope, 'x')} {sign} {a})")
        square = f"{b}^2" if factor == 1 else f"({b}/{factor})^2"
        root = _over(f"{square} {other} {a}", slope)
        return _known(f"{left} = {b}", (root, f"{b} ≥ 0"))
    value = f"{b}^2 {other} {_times(factor * factor, f'{a}^2')}"
    square = f"{_times(slope * slope, 'x^2')} {sign} {_times(factor * factor, f'{a}^2')}"
    root = f"sqrt({value})" + f"/{slope}" * (slope > 1)
    if kind == 2:
        return _known(f"{square} = {b}^2", *_both(root, f"{value} ≥ 0"))
    return _known(f"sqrt({square}) = {b}", *_both(root, f"{b} ≥ 0, {value} ≥ 0"))


def exponentials(draw: Letters) -> Known:
    """exp(2*x) = a, 3*exp(x - a) = b, 5^x = a."""
    slope, factor, total = draw.number(7), draw.number(), draw.term()
    value = f"log({_over(total, factor)})"
    if draw.chance(0.5):
        a = draw.take()
        sign, other = draw.sign()
        inner = f"{_times(slope, 'x')} {sign} {a}"
        text = f"{_times(factor, f'exp({inner})')} = {total}"
        return _known(text, (_over(f"{value} {other} {a}", slope), f"{total} > 0"))
    base = draw.number(9, 2)
    power = f"{base}^x" if slope == 1 else f"{base}^({slope}*x)"
    text = f"{_times(factor, power)} = {total}"
    return _known(
        text,
        (f"{value}/{f'log({base})' if slope == 1 else f'({slope}*log({base}))'}", f"{total} > 0"),
    )


def never(draw: Letters) -> Known:
    """x^2 + a^2 + 3 = 0, |x - a| + b^2 = -1, exp(a*x) = -2."""
    a, b, size, slope = draw.take(), draw.take(), draw.number(20), draw.number(5)
    sign, _ = draw.sign()
    inner = f"{_times(slope, 'x')} {sign} {a}"
    kind = draw.number(4)
    if kind == 1:
        return _known(f"{_times(slope, 'x^2')} + {a}^2 + {size} = 0")
    if kind == 2:
        return _known(f"|{inner}| + {b}^2 = -{size}")
    if kind == 3:
        return _known(f"({inner})^2 = -{b}^2 - {size}")
    return _known(f"exp({inner}) = -{size}")


TEMPLATES: Final[tuple[tuple[Template, int], ...]] = (
    (area, 10), (squares, 10), (common_factor, 10), (brackets, 14), (sums, 10),
    (shifted_squares, 14), (absolute, 14), (cubes, 6), (fractions, 6), (radicals, 8),
    (exponentials, 4), (never, 3),
)  # fmt: skip
"""Each template, and how often it is taken."""


def formulas(rng: Draw) -> Known | None:
    """Draw one of the templates with its letters and numbers."""
    (make, _), *_ = rng.choices(TEMPLATES, [weight for _, weight in TEMPLATES])
    return make(Letters(rng))
