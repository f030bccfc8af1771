"""Names for expressions: after u = x^2, u^2 - 5u + 4 = 0 is an equation for x."""

from __future__ import annotations

from collections.abc import Mapping

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.printing import expr_text
from aljabr.algebra.signs import Signs
from aljabr.algebra.typed import ParseError


def put_names(table: ExprTable, equation: Equation, names: Mapping[Sym, Equation]) -> Equation:
    """Put what names stand for in their place."""
    used = equation.lhs.sym.free_symbols | equation.rhs.sym.free_symbols
    values = {name: each.lhs.sym for name, each in names.items() if name in used}
    if not values:
        return equation

    def put(expr: Expr) -> Expr:
        found = table.intern(ar.canonical(ar.rebuilt(expr.sym.subs(values))))
        if found is None:
            raise ParseError("the value is undefined or out of bounds", 1)
        return found

    defined = [names[name] for name in values]
    return Equation(
        put(equation.lhs),
        put(equation.rhs),
        equation.unknown,
        (
            *(each for each in map(put, equation.domain) if not _is_nonzero(table, each)),
            *(each for name in defined for each in name.domain),
        ),
        (*map(put, equation.positive), *(each for name in defined for each in name.positive)),
        (
            *((kind, put(each)) for kind, each in equation.real if not _is_sign(kind, each)),
            *(each for name in defined for each in name.real),
        ),
    )


def written_with(table: ExprTable, equation: Equation, name: Sym, value: Equation) -> str | None:
    """Write an equation with a name for a power of the unknown; None if it is for another."""
    power = value.lhs.children[1].sym if value.lhs.head == tk.POW else ar.ZERO
    if not ar.is_rational(power) or value.lhs.children[0].sym != ar.X:
        return None
    root = name ** (ar.ONE / power)
    sides = [table.intern(each.sym.subs({ar.X: root})) for each in (equation.lhs, equation.rhs)]
    texts = [expr_text(each, equation.unknown) for each in sides if each is not None]
    return " = ".join(texts) if len(texts) == 2 else None


def _is_nonzero(table: ExprTable, expr: Expr) -> bool:
    """Whether this is a number that is not zero, such as e."""
    if expr.holds_symbols:
        return False
    return Signs(table).decides(Condition("nonzero", expr)) is True


def _is_sign(kind: str, expr: Expr) -> bool:
    """Whether this is asked of (-1)^n, which is real for any whole number."""
    return kind == "positive" and bool(expr.sym == ar.MINUS_ONE)
