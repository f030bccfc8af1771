"""The rows of the open game: the rules for all roots, and moves that bring something new.

Nothing here knows a degree, a formula or a special substitution. What is given away: the grammar
of changes of variable and shapes, what may be added, and the two kinds of choice.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.printing import sym_text
from aljabr.game import choosing, effects, guards, opening, sets
from aljabr.game.guards import Guard
from aljabr.game.lemmas import Library
from aljabr.game.opening import Opening, Shape
from aljabr.game.rules import Rule

NUM_RANKS: Final = 5
"""Of how many coefficients, the highest power first, a choice may make one vanish."""
MOST_ADDED: Final = 3
"""The highest power of the unknown that is added with a free symbol."""


def _rule(name: str, sentence: str, move: Opening, guard: Guard) -> Rule:
    return Rule(name, sentence, effects.unchanged, opening=move, guard=guard)


# -- where open moves make sense: cheap, and the move itself may still say no ----------------------


@lru_cache(maxsize=50_000)
def _is_polynomial(sym: Sym) -> bool:
    return laurent.coefficients(sym) is not None


def _are_polynomials(lhs: Expr, rhs: Expr) -> bool:
    tokens = lhs.tokens + rhs.tokens
    if any(each in tokens for each in tk.FUNCTION_TOKENS.values()):
        return False
    return _is_polynomial(lhs.sym) and _is_polynomial(rhs.sym)


def _num_free(lhs: Expr, rhs: Expr) -> int:
    return len(opening.free_symbols(lhs, rhs))


def may_let(lhs: Expr, rhs: Expr) -> bool:
    """Whether both sides are sums of powers of the unknown, which stands in several places."""
    several = lhs.tokens.count(tk.UNKNOWN) + rhs.tokens.count(tk.UNKNOWN) > 1
    return several and _num_free(lhs, rhs) == 0 and _are_polynomials(lhs, rhs)


def may_add(lhs: Expr, rhs: Expr) -> bool:
    """Whether a further free symbol may be brought in."""
    return rhs.holds_unknown and _num_free(lhs, rhs) < len(ar.FREE) and _are_polynomials(lhs, rhs)


def may_choose(number: int) -> Guard:
    """Return whether a free symbol is there to be chosen."""
    return lambda lhs, rhs: ar.FREE[number] in opening.free_symbols(lhs, rhs)


def may_name(lhs: Expr, rhs: Expr) -> bool:
    """Whether the unknown stands in several places, and no symbol is free."""
    several = lhs.tokens.count(tk.UNKNOWN) + rhs.tokens.count(tk.UNKNOWN) > 1
    return several and _num_free(lhs, rhs) == 0


def is_square_equation(lhs: Expr, rhs: Expr) -> bool:
    """Whether both sides are squares times something without the unknown."""
    if lhs is rhs or rhs.tokens == guards.ZERO or _num_free(lhs, rhs):
        return False
    return _is_square(lhs) and _is_square(rhs) if rhs.holds_unknown else guards.is_even(lhs)


def _is_square(side: Expr) -> bool:
    factors = side.children if side.head == tk.MUL else (side,)
    return all(not each.holds_unknown or guards.is_even(each) for each in factors)


# -- the rows --------------------------------------------------------------------------------------


def _shape_name(shape: Shape) -> str:
    return "+".join(f"{'t*' if j else ''}y^{i}" for i, j in shape)


def _shapes() -> list[Shape]:
    """Return the shapes with two terms and no free symbol."""
    return [each for each in opening.grammar() if len(each) == 2 and not any(j for _, j in each)]


def open_rules(library: Library) -> tuple[Rule, ...]:
    """Return the open moves, with some lemmas at hand."""
    lets = [
        _rule(f"let {_shape_name(each)}", f"let {{unknown}} = {_written(each)}",
              opening.let(each), may_let)
        for each in opening.grammar()
    ]  # fmt: skip
    shapes = [
        _rule(f"name {_shape_name(each)}", f"name {_written(each)}",
              opening.name_shape(each), may_let)
        for each in _shapes()
    ]  # fmt: skip
    added = [
        _rule(f"add t*y^{k}", "add a free symbol to both sides", opening.add(k), may_add)
        for k in range(MOST_ADDED + 1)
    ]
    may = [may_choose(number) for number in range(len(ar.FREE))]
    chosen = [
        _rule(f"choose {letter}: vanish {rank + 1}", "choose it so that a term vanishes",
              choosing.vanish(library, number, rank), may[number])
        for number, letter in enumerate("ts") for rank in range(NUM_RANKS)
    ] + [
        _rule(f"choose {letter}: square {side}", "choose it so that a side is a square",
              choosing.square(library, number, side == "left"), may[number])
        for number, letter in enumerate("ts") for side in ("left", "right")
    ]  # fmt: skip
    return (
        *lets, *shapes, *added, *chosen,
        _rule("name", "name what the unknown stands in", opening.name_kernel, may_name),
    )  # fmt: skip


def lemma_rule(library: Library) -> Rule:
    """Return the rule that uses a lemma."""
    return replace(_rule("lemma", "by a lemma", opening.by_lemma(library), may_name), is_lemma=True)


def _written(shape: Shape) -> str:
    return sym_text(opening.shape_sym(shape)).replace("x", "y")


SQUARES: Final = replace(sets.ROOTS, guard=is_square_equation)


def has_exponent(lhs: Expr, rhs: Expr) -> bool:
    """Whether the unknown stands in an exponent."""
    return any(
        each.head == tk.EXP or (each.head == tk.POW and each.children[1].holds_unknown)
        for side in (lhs, rhs)
        for each in side.walk()
    )


LOGARITHMS: Final = {
    rule: replace(rule, guard=has_exponent) for rule in sets.COMPLEX if rule.effect is effects.log
}


def never(lhs: Expr, rhs: Expr) -> bool:
    """Guard what is on the list of a game and not played in it."""
    return False


def all_rules(library: Library) -> tuple[Rule, ...]:
    """Return the rules of the open game without a term: those for all roots, then open moves."""
    over = {rule.name: rule for rule in sets.COMPLEX}
    exchanged = {sets.ROOTS: SQUARES, **LOGARITHMS}
    closed = [over.get(rule.name, replace(rule, guard=never)) for rule in sets.REAL]
    found = [lemma_rule(library) if rule.is_lemma else exchanged.get(rule, rule) for rule in closed]
    return (*found, *open_rules(library))
