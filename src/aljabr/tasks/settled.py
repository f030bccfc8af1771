"""Equations with candidates for their real roots: which of them hold, told by numbers.

A maker of `exam` writes an equation in a plain notation (`2*sin(x)^2 = 1`, `log_2(x)`, `cbrt(x)`),
and everything that may be a root of it, by algebra of its own. What is put in here is the equation
as it is written, with real functions and double precision; a candidate that misses by little is
no reason to guess, and the equation is no task. Python's grammar reads the text.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from aljabr.tasks.factored import known
from aljabr.tasks.written import Known

HOLDS: Final = 1e-10
"""How far sides may be apart where an equation holds, as a part of their size."""
FAILS: Final = 1e-5
"""How far they are apart, at the least, where it does not."""
TINY: Final = 1e-11
"""What counts as zero in a divisor, or at the edge of what a function takes."""
SMALL: Final = 1e-7
"""A divisor below this may be a small power, or nothing."""
LARGE: Final = 1e5
CANCELLED: Final = 1e-9
"""What is left of large numbers, as a part of them, if it may be rounding alone."""
MOST: Final = 1e9
"""Sides beyond this are no numbers of a textbook."""
PERIODS: Final = (1, 2, 3, 4, 6, 8, 12)
"""How often a part of a family may come back."""
_LONGEST: Final = 24


class Undefined(ArithmeticError):
    """There is no real value."""


class Unclear(ArithmeticError):
    """Numbers do not tell."""


# -- functions -------------------------------------------------------------------------------------


def _within(least: float, most: float) -> Callable[[float], float]:
    def clamped(value: float) -> float:
        if not least - TINY <= value <= most + TINY:
            raise Undefined
        return min(max(value, least), most)

    return clamped


_UNIT: Final = _within(-1, 1)
_POSITIVE: Final = _within(0, math.inf)


def _log(value: float) -> float:
    if value <= 0:
        raise Undefined
    if value < TINY:
        raise Unclear
    return math.log(value)


def _over(above: float, below: float) -> float:
    if abs(below) < TINY:
        raise Undefined
    return above / below


def _power(base: float, exponent: float) -> float:
    if base > TINY or exponent == int(exponent):
        if abs(base) < TINY and exponent <= 0:
            raise Undefined
        return float(base**exponent)
    if abs(base) <= TINY and exponent > 0:
        return 0.0
    below = next(
        (each for each in (3, 5) if abs(exponent * each - round(exponent * each)) < TINY), 0
    )
    if not below:
        raise Undefined
    sign = -1 if round(exponent * below) % 2 else 1
    return float(sign * abs(base) ** exponent)  # an odd root of a negative number is real


def _open_unit(value: float) -> float:
    if abs(value) >= 1 - TINY:
        raise Undefined
    return value


FUNCTIONS: Final[dict[str, Callable[[float], float]]] = {
    "sqrt": lambda u: math.sqrt(_POSITIVE(u)),
    "cbrt": lambda u: math.copysign(abs(u) ** (1 / 3), u),
    "exp": math.exp,
    "log": _log,
    "abs": abs,
    "sin": math.sin,
    "cos": math.cos,
    "tan": lambda u: _over(math.sin(u), math.cos(u)),
    "sec": lambda u: _over(1, math.cos(u)),
    "csc": lambda u: _over(1, math.sin(u)),
    "cot": lambda u: _over(math.cos(u), math.sin(u)),
    "asin": lambda u: math.asin(_UNIT(u)),
    "acos": lambda u: math.acos(_UNIT(u)),
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "coth": lambda u: _over(1, math.tanh(u)),
    "sech": lambda u: 1 / math.cosh(u),
    "csch": lambda u: _over(1, math.sinh(u)),
    "asinh": math.asinh,
    "acosh": lambda u: math.acosh(_within(1, math.inf)(u)),
    "atanh": lambda u: math.atanh(_open_unit(u)),
}
_OPERATIONS: Final[dict[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _over,
    ast.Pow: _power,
}


@lru_cache(maxsize=4_096)
def _tree(text: str) -> ast.expr:
    return ast.parse(text.replace("^", "**").strip(), mode="eval").body


def value(text: str, letters: Mapping[str, float]) -> float:
    """Return the real value of a text; `Undefined` if there is none."""
    try:
        return _value(_tree(text), {"pi": math.pi, **letters})
    except (OverflowError, ValueError, ZeroDivisionError):
        raise Undefined from None


def _is_power(tree: ast.expr) -> bool:
    """Whether there is a power in it that may be small without being zero."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Name) and each.id == "exp":
            return True
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Pow):
            return not isinstance(each.right, ast.Constant)
    return False


def _value(tree: ast.expr, letters: Mapping[str, float]) -> float:
    if isinstance(tree, ast.Constant):
        return float(str(tree.value))
    if isinstance(tree, ast.Name):
        return letters[tree.id]
    if isinstance(tree, ast.UnaryOp):
        return -_value(tree.operand, letters)
    if isinstance(tree, ast.BinOp):
        sides = (_value(tree.left, letters), _value(tree.right, letters))
        if isinstance(tree.op, ast.Div) and 0 < abs(sides[1]) < SMALL and _is_power(tree.right):
            raise Unclear
        found = _OPERATIONS[type(tree.op)](*sides)
        largest = max(map(abs, sides)) if isinstance(tree.op, ast.Add | ast.Sub) else 0.0
        if largest > LARGE and abs(found) < CANCELLED * largest:
            raise Unclear
        return found
    assert isinstance(tree, ast.Call)
    assert isinstance(tree.func, ast.Name)
    inner = _value(tree.args[0], letters)
    name, _, base = tree.func.id.partition("_")
    if base:  # log_2(x), log_x(2)
        below = float(base) if base.isdigit() else letters[base]
        return _over(_log(inner), _log(below))
    return FUNCTIONS[name](inner)


# -- candidates ------------------------------------------------------------------------------------


def holds(text: str, x: float) -> bool:
    """Whether an equation holds at a number; `Unclear` if that is not told."""
    left, right = text.split(" = ")
    try:
        sides = [value(side, {"x": x}) for side in (left, right)]
    except Undefined:
        return False
    if not all(abs(side) < MOST for side in sides):
        raise Unclear
    apart = abs(sides[0] - sides[1]) / (1 + abs(sides[0]) + abs(sides[1]))
    if HOLDS <= apart <= FAILS:
        raise Unclear
    return apart < HOLDS


def settled(text: str, candidates: Iterable[str]) -> Known | None:
    """Return an equation with those of its candidates that are roots; None if it is no task.

    A candidate with an n is a family: there is one for each whole number.
    """
    try:
        return known(text, [root for each in candidates for root in _kept(text, each)])
    except Unclear:
        return None


def _kept(text: str, candidate: str) -> list[str]:
    if not re.search(r"\bn\b", candidate):
        number = _number(candidate, 0)
        return [candidate] if number is not None and holds(text, number) else []
    numbers = [_number(candidate, n) for n in range(_LONGEST)]
    kept = [number is not None and holds(text, number) for number in numbers]
    if all(kept) or not any(kept):
        return [candidate] if kept[0] else []
    for period in PERIODS[1:]:
        if all(each == kept[n % period] for n, each in enumerate(kept)):
            return [re.sub(r"\bn\b", f"({period}*n + {n})", candidate)
                    for n in range(period) if kept[n]]  # fmt: skip
    raise Unclear


def _number(candidate: str, n: int) -> float | None:
    try:
        return value(candidate, {"n": n})
    except Undefined:
        return None
