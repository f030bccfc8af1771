"""A condition as data: its kind and the expression it is about. Text is made where it is shown.

Adding a kind means adding a row to `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from flint import arb

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.content import leaf, without_number
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.laurent import coefficients
from aljabr.algebra.points import GivenPoint, Number, Point, is_zero, snapped
from aljabr.algebra.printing import expr_latex, expr_text

KindName = Literal[
    "nonzero", "root", "minus_root", "positive", "negative", "log", "asin", "acos", "atan", "unit",
    "power", "odd_power", "real",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of `expr` for a step to keep a root, or for an answer to be right.

    Kinds: `nonzero`: u != 0. `root`: u is a principal square root (u >= 0 if real), `minus_root`:
    -u is one. `positive`, `negative`: the same, and u != 0. `unit`: -1 <= u <= 1. `log`: u is a
    principal logarithm (-pi < Im u <= pi, so every real u). `asin`: -pi/2 <= u <= pi/2. `acos`:
    0 <= u <= pi. `atan`: -pi/2 < u < pi/2. `power`: u = p*log(v) is a principal logarithm, so that
    v is the principal root of v**p (v >= 0 if real). `odd_power`: the same for an odd p, where it
    goes without saying that the real root is meant. `real`: u is a real number.
    """

    kind: KindName
    expr: Expr

    def holds_at(self, point: Point) -> bool | None:
        """Decide whether the condition holds at a point; None if it cannot be told."""
        return KINDS[self.kind].holds_fn(self.expr, point)

    def is_real_at(self, point: Point) -> bool:
        """Whether what is compared with a number is real, as its reader takes for granted."""
        value = point.value(self.expr)
        return self.kind in _MAY_BE_COMPLEX or bool(snapped(value.imag, value) == 0)

    def holds(self, values: Mapping[str, Number]) -> bool | None:
        """Decide whether the condition holds for given numbers; None if it cannot be told.

        Args:
            values: a number for every letter of the expression, the unknown as `x`.
        """
        return self.holds_at(GivenPoint(values))

    def text(self, unknown: str = "x") -> str:
        """Write the condition as text: x ≤ 3, a ≠ b, or b^2 - 4*c ≥ 0."""
        found = self._solved()
        if found is not None:
            letter, sign, bound = found
            return f"{expr_text(letter, unknown)} {sign} {expr_text(bound, unknown)}"
        return KINDS[self.kind].text.format(expr_text(self.expr, unknown))

    def latex(self, unknown: str = "x") -> str:
        """Write the condition in LaTeX."""
        found = self._solved()
        if found is not None:
            letter, sign, bound = found
            sign = _IN_LATEX.get(sign, sign)
            return f"{expr_latex(letter, unknown)} {sign} {expr_latex(bound, unknown)}"
        return KINDS[self.kind].latex.replace("{}", expr_latex(self.expr, unknown))

    def _solved(self) -> tuple[Expr, str, Expr] | None:
        """Return a letter, a sign, and what it is compared with, if it is that simple.

        That is a number, of a ≥ 3 and of a*b ≥ 3, or another letter, of a ≠ b.
        """
        signs = _COMPARED.get(self.kind)
        is_short = self.expr.head == tk.ADD and len(self.expr.children) == 2
        if signs is not None and self.kind != "nonzero" and is_short:
            number, term = sorted(self.expr.children, key=lambda each: not each.is_number)
            factor, rest = without_number(term)
            if number.is_number and not term.is_number:
                shift = -Fraction(int(number.sym.p), int(number.sym.q)) / factor
                return rest, signs[0 if factor > 0 else 1], leaf(shift)
        return self._between_letters()

    def _between_letters(self) -> tuple[Expr, str, Expr] | None:
        signs, letters = _COMPARED.get(self.kind), self.expr.sym.free_symbols
        if signs is None or not 1 <= len(letters) <= 2 or self.expr.head != tk.ADD:
            return None
        for letter in sorted(letters, key=str):
            found = coefficients(self.expr.sym, letter)
            if found is None or found.keys() != {0, 1}:
                return None
            slope, rest = found[1], found[0]
            if len(letters) == 1 or (slope == 1 and ar.negate(rest) in letters):
                sides = ExprTable().intern(letter), ExprTable().intern(ar.expand(-rest / slope))
                if not ar.is_rational(slope) or None in sides:
                    return None
                one, other = (each for each in sides if each is not None)
                return one, signs[0 if slope > 0 else 1], other
        return None


# -- when they hold ------------------------------------------------------------------------------

Holds = Callable[[Expr, Point], "bool | None"]
Parts = tuple[arb, arb]
"""Real and imaginary part, each zero if the ball cannot tell it from zero."""


def _of_parts(decide: Callable[[Parts], bool | None]) -> Holds:
    """Decide by the real and imaginary part of a value; unclear where there is none."""

    def holds(expr: Expr, point: Point) -> bool | None:
        value = point.value(expr)
        if not value.is_finite():
            return None
        return decide((snapped(value.real, value), snapped(value.imag, value)))

    return holds


def _is_nonzero(expr: Expr, point: Point) -> bool | None:
    zero = is_zero(point.value(expr))
    return None if zero is None else not zero


def _is_root(parts: Parts) -> bool | None:
    real, imaginary = parts
    if real == 0:
        return bool(imaginary >= 0)
    return True if real > 0 else False if real < 0 else None


def _is_strict(holds: Holds) -> Holds:
    def strict(expr: Expr, point: Point) -> bool | None:
        weak, nonzero = holds(expr, point), _is_nonzero(expr, point)
        return False if False in (weak, nonzero) else None if None in (weak, nonzero) else True

    return strict


def _is_log(parts: Parts) -> bool:
    pi = arb.pi()
    return not parts[1] > pi and bool(parts[1] > -pi)  # pi itself counts


def _is_within(low: Callable[[], arb], high: Callable[[], arb], ends: bool) -> Holds:
    """Decide whether a value lies between two others; a real end counts if `ends` says so."""

    def decide(parts: Parts) -> bool | None:
        real, imaginary = parts
        if real > low() and real < high():
            return True
        if real < low() or real > high():
            return False
        return ends if imaginary == 0 else None

    return _of_parts(decide)


_COMPARED: Final[dict[KindName, str]] = {
    "nonzero": "≠≠",
    "root": "≥≤",
    "minus_root": "≤≥",
    "positive": "><",
    "negative": "<>",
}
"""How what is compared with zero is written; of its opposite."""
_IN_LATEX: Final = {"≠": r"\neq", "≥": r"\geq", "≤": r"\leq"}

_MAY_BE_COMPLEX: Final = ("nonzero", "log", "power", "odd_power", "real")


class Kind(NamedTuple):
    """All that is known of a kind of condition."""

    text: str
    latex: str
    holds_fn: Holds


def _half_pi() -> arb:
    return arb.pi() / 2


_root = _of_parts(_is_root)
_minus_root = _of_parts(lambda parts: _is_root((-parts[0], -parts[1])))
_log = _of_parts(_is_log)
_LOG: Final = ("-pi < Im({}) ≤ pi", r"-\pi < \operatorname{Im}\left({}\right) \leq \pi")

KINDS: Final[dict[KindName, Kind]] = {
    "nonzero": Kind("{} ≠ 0", r"{} \neq 0", _is_nonzero),
    "root": Kind("{} ≥ 0", r"{} \geq 0", _root),
    "minus_root": Kind("{} ≤ 0", r"{} \leq 0", _minus_root),
    "positive": Kind("{} > 0", "{} > 0", _is_strict(_root)),
    "negative": Kind("{} < 0", "{} < 0", _is_strict(_minus_root)),
    "log": Kind(*_LOG, _log),
    "asin": Kind(
        "-pi/2 ≤ {} ≤ pi/2",
        r"-\frac{\pi}{2} \leq {} \leq \frac{\pi}{2}",
        _is_within(lambda: -_half_pi(), _half_pi, ends=True),
    ),
    "acos": Kind(
        "0 ≤ {} ≤ pi", r"0 \leq {} \leq \pi", _is_within(lambda: arb(0), arb.pi, ends=True)
    ),
    "atan": Kind(
        "-pi/2 < {} < pi/2",
        r"-\frac{\pi}{2} < {} < \frac{\pi}{2}",
        _is_within(lambda: -_half_pi(), _half_pi, ends=False),
    ),
    "unit": Kind(
        "-1 ≤ {} ≤ 1",
        r"-1 \leq {} \leq 1",
        _is_within(lambda: arb(-1), lambda: arb(1), ends=True),
    ),
    "power": Kind(*_LOG, _log),
    "odd_power": Kind(*_LOG, _log),
    "real": Kind("{} is real", r"{} \in \mathbb{R}", _of_parts(lambda parts: parts[1] == 0)),
}
