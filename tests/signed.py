"""Values of texts by plain floating-point numbers, read by Python's own parser; texts to try."""

import ast
import cmath
import operator
import random
from collections.abc import Callable
from typing import Any

from aljabr.algebra.conditions import KindName
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse

TINY = 1e-9
POINTS = [(a / 4, b / 4) for a in range(-12, 13) for b in (-9, -4, -1, 0, 1, 3, 16)]
OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
FUNCTIONS = {"sqrt": cmath.sqrt, "log": cmath.log, "exp": cmath.exp}
HOLDS: dict[KindName, Callable[[float], bool]] = {
    "root": lambda value: value > TINY,
    "positive": lambda value: value > TINY,
    "minus_root": lambda value: value < -TINY,
    "negative": lambda value: value < -TINY,
}


def value(tree: ast.expr, letters: dict[str, float]) -> complex:
    """Return the principal value of a text that was read by Python."""
    if isinstance(tree, ast.Constant):
        return complex(tree.value)  # type: ignore[arg-type]
    if isinstance(tree, ast.Name):
        return complex(letters[tree.id])
    if isinstance(tree, ast.UnaryOp):
        return -value(tree.operand, letters)
    if isinstance(tree, ast.BinOp):
        sides = value(tree.left, letters), value(tree.right, letters)
        return complex(OPERATIONS[type(tree.op)](*sides))
    assert isinstance(tree, ast.Call)
    assert isinstance(tree.func, ast.Name)
    return FUNCTIONS[tree.func.id](value(tree.args[0], letters))


def piece(rng: random.Random, depth: int) -> str:
    """Draw letters, numbers, squares, roots and logarithms of such."""
    if depth == 0:
        return rng.choice(["a", "b", "a^2", "b^2", "2", "1/4", "3*a", "a*b"])
    one = two = piece(rng, depth - 1)
    while one == two:  # the logarithm of zero is refused
        two = piece(rng, depth - 1)
    inside = f"({one} {rng.choice('+-')} {two})"
    return rng.choice([inside, f"sqrt{inside}", f"sqrt{inside}", f"{inside}^2", f"log{inside}",
                       f"{inside}*b", f"a^2*{inside}", f"exp{inside}"])  # fmt: skip


def drawn(seed: int) -> str:
    rng = random.Random(seed)
    body = piece(rng, rng.choice([1, 1, 2]))
    return (
        f"{rng.choice(['', '-', '2*'])}{body} {rng.choice('+-')} {piece(rng, rng.choice([0, 1]))}"
    )


def tried(text: str) -> list[complex]:
    tree = ast.parse(text.replace("^", "**"), mode="eval").body
    found = []
    for a, b in POINTS:
        try:
            found.append(value(tree, {"a": a, "b": b}))
        except (ArithmeticError, ValueError):
            continue
    return found


def expr_of(text: str, table: ExprTable) -> Expr:
    return parse(f"y = {text}", "y", table).rhs
