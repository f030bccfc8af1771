"""How people do it: where they think of a rule, what they do in one go, and how they say it.

A `Look` is what a person sees of a state; the functions here stand in the rows of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.bounds import never_equal
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.roots import discriminant

NEGATIVE: Final = [
    *(token for tokens in tk.number_tokens(range(-11, 0)) for token in tokens),
    tk.NEGATIVE_HALF,
    tk.NEGATIVE_FRACTION,
]
"""Tokens of numbers with a minus sign."""
FRACTIONS: Final = (
    tk.POSITIVE_HALF,
    tk.NEGATIVE_HALF,
    tk.POSITIVE_FRACTION,
    tk.NEGATIVE_FRACTION,
)
"""Tokens of numbers with a bar."""

# -- where a person thinks of a rule -------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """What a person sees of a state."""

    lhs: Expr
    rhs: Expr

    @cached_property
    def tokens(self) -> bytes:
        return self.lhs.tokens + self.rhs.tokens

    @cached_property
    def addends(self) -> set[Expr]:
        """The terms of both sides."""
        return {*addends(self.lhs), *addends(self.rhs)}

    @cached_property
    def has_one(self) -> bool:
        """Whether 1 or -1 is added: it is no term of the game, and taken away as 3 - 2."""
        return any(each.is_number and abs(each.sym) == 1 for each in self.addends)

    @cached_property
    def factors(self) -> set[Expr]:
        """The factors of both sides."""
        return {*factors(self.lhs), *factors(self.rhs)}

    @cached_property
    def below(self) -> set[Expr]:
        """What the terms are divided by."""
        return {base for each in self.addends for base in _denominators(each)}


Occurs = Callable[[Look, "Expr | None"], bool]
"""Whether a person thinks of a rule, from what there is to see and the rule's term."""


def addends(expr: Expr) -> tuple[Expr, ...]:
    return expr.children if expr.head == tk.ADD else (expr,)


def factors(expr: Expr) -> tuple[Expr, ...]:
    return expr.children if expr.head == tk.MUL else (expr,)


def _denominators(expr: Expr) -> list[Expr]:
    """Return the bases that a term is divided by."""
    powers = [factor.children for factor in factors(expr) if factor.head == tk.POW]
    return [base for base, exponent in powers if exponent.is_number and exponent.sym < 0]


def always(look: Look, term: Expr | None) -> bool:
    return True


def where_there_is(*tokens: int) -> Occurs:
    """Think of a rule where there is what it undoes."""
    return lambda look, term: any(token in look.tokens for token in tokens)


def where_an_exponent_stands(look: Look, term: Expr | None) -> bool:
    return tk.EXP in look.tokens or look.lhs.head == tk.POW


def where_the_left_is_negative(look: Look, term: Expr | None) -> bool:
    return any(factor.head in NEGATIVE for factor in factors(look.lhs))


def with_a_number_beside_one(look: Look, term: Expr | None) -> bool:
    return look.has_one and term is not None and term.is_number


def with_an_addend(look: Look, term: Expr | None) -> bool:
    return term in look.addends or with_a_number_beside_one(look, term)


def with_a_denominator(look: Look, term: Expr | None) -> bool:
    return term in look.below


def with_a_factor(look: Look, term: Expr | None) -> bool:
    return term in look.factors or (term is not None and term.tokens[0] in FRACTIONS)


# -- what a term adds to the cost of reading -------------------------------------------------------

TermCost = Callable[[Expr, Expr], float]
"""What reading a step costs for its term, from the right side before it and the term."""


def no_cost(rhs: Expr, term: Expr) -> float:
    return 0.0


def cost_of_unknown(cost: float) -> TermCost:
    """Charge for a term that holds the unknown."""
    return lambda rhs, term: cost if term.holds_unknown else 0.0


def cost_of_moving_right(rhs: Expr, term: Expr) -> float:
    """Charge for the unknown going to the right, where the sides are swapped then."""
    return 0.6 if term.holds_unknown and term not in addends(rhs) else 0.0


# -- what is done in one go ------------------------------------------------------------------------

Joins = Callable[["Expr | None"], "str | None"]
"""What a step is merged with, from its term: with its like; and `clear` with `expand`."""


def with_nothing(term: Expr | None) -> str | None:
    return None


def with_scaling(term: Expr | None) -> str | None:
    return "scale"


def with_expanding(term: Expr | None) -> str | None:
    return "expand"


def with_adding(term: Expr | None) -> str | None:
    return "number" if term is not None and term.is_number else "term"


def with_clearing(divides: bool) -> Joins:
    """Scale by what is free of the unknown; clear of a denominator that holds it."""

    def joins(term: Expr | None) -> str | None:
        assert term is not None
        if not term.holds_unknown:
            return "scale"
        is_reciprocal = term.head == tk.POW and term.children[1].sym == ar.MINUS_ONE
        return "clear" if is_reciprocal == divides else None

    return joins


# -- what is said of it ----------------------------------------------------------------------------

Write = Callable[[Expr, str], str]
"""How a term is shown in a sentence, from the term and the letter of the unknown."""
Says = Callable[[ExprTable, Equation, Equation, Write], str]
"""What is said of a step, from the equations before and after it."""


def sides_expanded(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
    """Say which side was expanded, if one was."""
    if before.rhs is after.rhs:
        return "expand the left side"
    if before.lhs is after.lhs:
        return "expand the right side"
    return "expand both sides"


def side_factored(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
    """Say whether a fraction was made first."""
    if any(map(_denominators, addends(before.lhs))):
        return "write the left side as one fraction, and factor it"
    return "factor the left side"


def never_zero(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
    """Say why a polynomial has no real root; of a quadratic, that its discriminant is negative."""
    found = discriminant(before.lhs)
    said = "the left side is zero for no real number"
    return said if found is None else f"{said}: the discriminant is {found}"


def apart(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
    """Say which side is the greater one."""
    is_less = never_equal(before.lhs, before.rhs) < 0
    if before.rhs.sym == 0:
        return f"the left side is always {'negative' if is_less else 'positive'}"
    return f"the left side is always {'less' if is_less else 'greater'} than the right side"


def product_is_zero(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
    """Say what follows for a product, a fraction or a power."""
    if not after.lhs.holds_unknown:
        return "this is never zero"
    above = [each for each in factors(before.lhs) if not _denominators(each)]
    if len(above) > 1:
        return "a product is zero only if one of its factors is"
    if len(factors(before.lhs)) > 1:
        return "a fraction is zero only if its numerator is"
    return "a power is zero only if its base is"


def root_taken(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
    """Name the root that undoes the power on the left: the cube root, or a power itself."""
    exponent = before.lhs.children[1]
    if exponent.sym.is_integer and exponent.sym > 0:
        return f"take the {_ordinal(int(exponent.sym))} root of both sides"
    power = table.intern(ar.reciprocal(exponent.sym))
    assert power is not None
    return f"raise both sides to the power {write(power, before.unknown)}"


def _ordinal(number: int) -> str:
    if number == 3:
        return "cube"
    last = 0 if number // 10 % 10 == 1 else number % 10
    return f"{number}{_ENDINGS.get(last, 'th')}"


_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
