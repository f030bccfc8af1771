"""Literal formulas, asked for any of their letters: a maker of `exam`.

The letter asked for is written x. What surrounds it is undone from the outside in, on Python's tree
of the formula, and a value's condition is what makes it real and a root; parameters are real and in
general position. Numbers take the place of some letters now and then.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from typing import Final

from aljabr.tasks.handbook import EXPONENTS, FORMULAS, NUMBERS, TWICE
from aljabr.tasks.written import Known

Draw = random.Random
Found = tuple[str, tuple[str, ...]]
"""A value of x, and what it takes."""

_LETTER: Final = r"(?<![A-Za-z_]){}(?![A-Za-z_])"
_SIGNS: Final = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}


def formulas(rng: Draw) -> Known | None:
    """For example v = u + a*x, A = P*(1 + x)^5, x = 2*pi*sqrt(L/g), 1/f = 1/x + 1/30."""
    if rng.random() < 0.18:
        text, roots = rng.choice(TWICE)
        pairs: list[Found] = [(root, (needs,) if needs else ()) for root, needs in roots]
        return _known(*_with_numbers(rng, text, pairs))
    text = rng.choice(FORMULAS)
    names = sorted(set(re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", text)))
    once = [name for name in names if len(re.findall(_LETTER.format(name), text)) == 1]
    asked = rng.choice(once)
    if text.startswith(f"{asked} =") and rng.random() < 0.7:  # there is nothing to solve
        return None
    text = re.sub(_LETTER.format(asked), "x", text)
    text, _ = _with_numbers(rng, text, [])
    if rng.random() < 0.15:
        left, right = text.split(" = ")
        text = f"{right} = {left}"
    found = _solved(text)
    return None if found is None else _known(text, found)


def _known(text: str, found: list[Found]) -> Known | None:
    if not re.search(
        r"(?<![A-Za-z])[A-Za-wyz](?![A-Za-z])", text
    ):  # numbers only: of other classes
        return None
    conditions = tuple(", ".join(each) for _, each in found)
    return Known(
        text, "solved", tuple(value for value, _ in found), conditions if any(conditions) else ()
    )


def _with_numbers(rng: Draw, text: str, found: list[Found]) -> tuple[str, list[Found]]:
    """Put numbers in the place of some letters, the same everywhere."""
    if rng.random() < 0.3:
        return text, found
    names = sorted(set(re.findall(r"(?<![A-Za-z])[A-Za-wyz](?![A-Za-z])", text)))
    for name in rng.sample(names, rng.randint(0, len(names) - 1)):
        pattern = _LETTER.format(name)
        if re.search(rf"{pattern}\^", text) or re.search(rf"(sin|cos)\((\d\*)?{name}\)", text):
            continue
        in_exponent = re.search(rf"\^(\([^)]*)?{pattern}", text) is not None
        number = str(rng.choice(EXPONENTS if in_exponent else NUMBERS))
        text = re.sub(pattern, number, text)
        text = re.sub(r"\^\((\d+) ?([-*]) ?(\d+)\)", _folded, text)
        found = [
            (_put(pattern, number, root), tuple(_put(pattern, number, each) for each in conditions))
            for root, conditions in found
        ]
    return text, found


def _put(pattern: str, number: str, text: str) -> str:
    return re.sub(pattern, number, text)


def _folded(match: re.Match[str]) -> str:
    first, sign, second = int(match[1]), match[2], int(match[3])
    return f"^{first * second if sign == '*' else first - second}"


# -- undoing ---------------------------------------------------------------------------------------


def _solved(text: str) -> list[Found] | None:
    left, right = (
        ast.parse(side.replace("^", "**").strip(), mode="eval").body for side in text.split(" = ")
    )
    inner, other = (left, right) if _holds(left) else (right, left)
    try:
        return list(_undone(inner, _text(other), ()))
    except NotImplementedError:
        return None


def _holds(tree: ast.AST) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "x" for each in ast.walk(tree))


def _text(tree: ast.expr) -> str:
    return f"({ast.unparse(tree).replace('**', '^')})"


def _undone(tree: ast.expr, value: str, conditions: tuple[str, ...]) -> Iterator[Found]:
    """Yield the x at which a tree has a value; everything but x has a value of its own."""
    if isinstance(tree, ast.Name):
        yield value, conditions
    elif isinstance(tree, ast.UnaryOp):
        yield from _undone(tree.operand, f"(-{value})", conditions)
    elif isinstance(tree, ast.Call):
        yield from _undone_call(tree, value, conditions)
    else:
        assert isinstance(tree, ast.BinOp)
        sign = _SIGNS[type(tree.op)]
        if sign == "^":
            yield from _undone_power(tree, value, conditions)
            return
        is_left = _holds(tree.left)
        inner, other = (tree.left, tree.right) if is_left else (tree.right, tree.left)
        opposite = {"+": "-", "-": "+", "*": "/", "/": "*"}[sign]
        if sign in "-/" and not is_left:
            rest = f"({_text(other)} {sign} {value})"
        else:
            rest = f"({value} {opposite} {_text(other)})"
        yield from _undone(inner, rest, conditions)


def _undone_call(tree: ast.Call, value: str, conditions: tuple[str, ...]) -> Iterator[Found]:
    assert isinstance(tree.func, ast.Name)
    (inner,) = tree.args
    if tree.func.id == "sqrt":
        yield from _undone(inner, f"{value}^2", (*conditions, f"{value} ≥ 0"))
    elif tree.func.id == "exp":
        yield from _undone(inner, f"log({value})", (*conditions, f"{value} > 0"))
    elif tree.func.id == "log":
        yield from _undone(inner, f"exp({value})", conditions)
    else:
        raise NotImplementedError


def _undone_power(tree: ast.BinOp, value: str, conditions: tuple[str, ...]) -> Iterator[Found]:
    base, exponent = tree.left, tree.right
    if _holds(exponent):
        below = _text(base)
        positive = () if isinstance(base, ast.Constant) else (f"{below} > 0",)
        yield from _undone(
            exponent, f"(log({value})/log({below}))", (*conditions, *positive, f"{value} > 0")
        )
        return
    power = _whole(exponent)
    if power is None:
        yield from _undone(base, f"({value}^(1/{_text(exponent)}))", (*conditions, f"{value} > 0"))
        return
    value = value if power > 0 else f"(1/{value})"
    root = f"{value}^(1/{abs(power)})"
    if power % 2:
        yield from _undone(base, f"({root})", conditions)
        return
    for sign in ("", "-"):
        yield from _undone(base, f"({sign}{root})", (*conditions, f"{value} ≥ 0"))


def _whole(tree: ast.expr) -> int | None:
    """Return a whole number, perhaps with a minus sign; None of anything else."""
    if isinstance(tree, ast.UnaryOp):
        inner = _whole(tree.operand)
        return None if inner is None else -inner
    return int(str(tree.value)) if isinstance(tree, ast.Constant) else None
