"""What an expression asks for to be defined, and equations in sentences."""

from __future__ import annotations

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.printing import equation_latex, equation_text, expr_latex, expr_text
from aljabr.answer.parts import Remark
from aljabr.game.branches import is_reciprocal


def of_equation(template: str, equation: Equation) -> Remark:
    return Remark(
        template.format(equation_text(equation)), template.format(f"${equation_latex(equation)}$")
    )


def why_not(broken: Condition, unknown: str) -> Remark:
    """Say what is wrong with a candidate."""
    if broken.expr.head == tk.ALGEBRAIC or tk.ALGEBRAIC in broken.expr.tokens:
        return Remark("it is not real")  # these have no names of their own
    if broken.kind == "nonzero":
        template = "there {} would be zero"
    else:
        template = {
            "root": "there {} would be negative under a root",
            "positive": "there {} would not be positive",
            "unit": "there {} would not lie between -1 and 1",
        }.get(broken.kind, "there {} would not be real")
    text, latex = expr_text(broken.expr, unknown), f"${expr_latex(broken.expr, unknown)}$"
    return Remark(template.format(text), template.format(latex))


def is_odd_root(expr: Expr) -> bool:
    """Whether this is a root of odd degree around the unknown."""
    if expr.head != tk.POW or not expr.holds_unknown or not expr.children[1].is_number:
        return False
    degree = int(expr.children[1].sym.q)
    return degree > 1 and degree % 2 == 1


def made_of(table: ExprTable, expr: Expr, real: bool) -> list[Condition]:
    """Return what must hold for an expression to be defined; arctangents are, of what is real."""
    asked = [
        Condition("nonzero", node.children[0])
        for node in expr.walk()
        if node.head == tk.LOG or is_reciprocal(node) or has_open_exponent(node)
    ]
    arcs = [node.children[0] for node in expr.walk() if node.head == tk.ATAN and not real]
    for inside in arcs:
        beside = table.intern(ar.expand(1 + inside.sym**2))
        asked.append(Condition("real", inside) if beside is None else Condition("nonzero", beside))
    return asked


def has_open_exponent(expr: Expr) -> bool:
    """Whether this is a power whose exponent may be negative."""
    return expr.head == tk.POW and not expr.children[1].is_number
