"""The rules as data: all that is known of a rule is in its row, and nowhere else.

An action is a rule and, for the rules of `WITH_TERM`, a term drawn from the equation itself. Adding
a rule means adding a row here and its line to the table of its test; the games that are played by
it are in `games`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.printing import expr_text
from aljabr.game import branches, effects, guards, reading
from aljabr.game.branches import Conditions
from aljabr.game.cases import Cases
from aljabr.game.guards import Guard
from aljabr.game.opening import Opening
from aljabr.game.reading import Joins, Look, Occurs, Says, TermCost, Write


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One operation of the game, applied to both sides."""

    name: str
    sentence: str
    """What a student is told; `{term}` stands for the term, `{unknown}` for the unknown."""
    effect: Callable[[Expr, Sym], Sym]
    """The new side, from a side and the operand."""
    operand: Callable[[Sym], Sym] | None = None
    """What is made of the term first, once for both sides; None if the rule takes no term."""
    read: Callable[[Expr], Sym] | None = None
    """What a rule without a term reads off the left side, once for both sides."""
    branch: Callable[[Sym], Sym] | None = None
    """What is made of the new right side where an inverse function takes another branch."""
    cases: Cases | None = None
    """What the new sides split into, if they do: the first is the successor, none is lost."""
    opening: Opening | None = None
    """An open move, instead of an effect: what it makes of both sides together."""
    is_lemma: bool = False
    """Whether it uses what was solved before."""

    is_seldom: bool = False
    """Whether it is for what other rules leave: who has not learned it plays it seldom."""

    # where it is legal
    guard: Guard | None = None
    """Whether the rule makes sense in a state, from its sides; None if always."""
    takes_zero: bool = True
    """Whether it may be applied where the right side is zero."""
    divides: int = 0
    """Where the right side is zero: 1 if a vanishing term would be divided by, -1 if its
    reciprocal would."""

    # what it does to the roots
    conditions: Conditions = branches.no_conditions
    """What a root must satisfy to be kept; a condition that holds the unknown may lose roots."""
    backward: Conditions = branches.no_conditions
    """What a root of the new equation must satisfy to be one of the old."""
    backward_or: Conditions | None = None
    """Or else: another set of conditions, of which one is enough."""
    backward_in: Callable[[ExprTable, Equation, Equation], list[Condition]] | None = None
    """The same where it depends on the case, from the equations before and after."""
    adds: bool = False
    """Whether roots may appear (always, or, with a term, if the term holds the unknown)."""
    undoes_inverse: bool = False
    """Whether it undoes asin, acos or atan."""
    is_real: bool = False
    """Whether it speaks of real numbers only."""
    cancels: bool = False
    """Whether factors may cancel, so that roots appear where the equation was undefined."""

    # how people use it
    principal: Rule | None = None
    """The rule that takes the principal branch instead."""
    occurs: Occurs = reading.always
    """Where a person thinks of it."""
    joins: Joins = reading.with_nothing
    """What a person does in one go with it."""
    cost: float = 0.0
    """What it costs a reader beyond a usual step."""
    term_cost: TermCost = reading.no_cost
    """What its term costs a reader."""
    opposite: str = ""
    """The rule by which its term is turned round: subtracting -u is adding u."""
    says: Says | None = None
    """What is said instead of the sentence."""
    traced: tuple[str, str] | None = None
    """How the paper's traces write it: operation and term."""

    def operand_in(self, lhs: Expr, term: Expr | None) -> Sym | None:
        """Return what both sides are changed by in a state with this left side."""
        if self.operand is not None:
            return None if term is None else self.operand(term.sym)
        return None if self.read is None else self.read(lhs)

    def tell(
        self,
        table: ExprTable,
        before: Equation,
        after: Equation,
        term: Expr | None = None,
        write: Write = expr_text,
    ) -> str:
        """Say what was done."""
        if self.says is not None:
            return self.says(table, before, after, write)
        shown = "" if term is None else write(term, before.unknown)
        return self.sentence.format(term=shown, unknown=before.unknown)


@dataclass(frozen=True, slots=True)
class Action:
    """A rule and its term."""

    rule: Rule
    term: Expr | None = None

    @property
    def adds_roots(self) -> bool:
        """Whether roots may appear, other than where the equation was undefined."""
        return self.rule.adds and (self.term is None or self.term.holds_unknown)

    @property
    def joins(self) -> str | None:
        """What the step is merged with."""
        return self.rule.joins(self.term)


# -- without a term, the paper's -------------------------------------------------------------------

EXPAND: Final = Rule(
    "expand",
    "expand both sides",
    effects.expand,
    cancels=True,
    joins=reading.with_expanding,
    says=reading.sides_expanded,
)
COLLECT: Final = Rule(
    "collect",
    "collect the terms in {unknown}",
    effects.collect,
    cancels=True,
    traced=("collect", "x"),
)
NEGATE: Final = Rule(
    "negate",
    "multiply both sides by -1",
    effects.negate,
    occurs=reading.where_the_left_is_negative,
    joins=reading.with_scaling,
    traced=("multiply", "-1"),
)
SQUARE: Final = Rule(
    "square",
    "square both sides",
    effects.square,
    backward=branches.sides_are("root"),
    backward_or=branches.sides_are("root", -1),
    adds=True,
    occurs=reading.where_there_is(tk.POSITIVE_HALF, tk.NEGATIVE_HALF),
    cost=0.3,
)
SQRT: Final = Rule(
    "sqrt",
    "take the square root of both sides",
    effects.sqrt,
    conditions=branches.inverses_are_principal("root", effects.sqrt),
    occurs=reading.where_there_is(tk.POW),
    cost=0.3,
)
EXP: Final = Rule(
    "exp",
    "apply exp to both sides",
    effects.exp,
    backward=branches.sides_are("log"),
    adds=True,
    occurs=reading.where_there_is(tk.LOG),
    cost=0.1,
)
LOG: Final = Rule(
    "log",
    "take the logarithm of both sides",
    effects.log,
    takes_zero=False,
    conditions=branches.logs_are_principal,
    backward=branches.sides_are_nonzero,
    occurs=reading.where_an_exponent_stands,
    cost=0.1,
)
SIN: Final = Rule(
    "sin",
    "apply sin to both sides",
    effects.sin,
    backward=branches.sides_are("asin"),
    adds=True,
    occurs=reading.where_there_is(tk.ASIN),
    cost=0.5,
)
COS: Final = Rule(
    "cos",
    "apply cos to both sides",
    effects.cos,
    backward=branches.sides_are("acos"),
    backward_or=branches.sides_are("acos", -1),
    adds=True,
    occurs=reading.where_there_is(tk.ACOS),
    cost=0.5,
)
ASIN: Final = Rule(
    "asin",
    "apply arcsin to both sides",
    effects.asin,
    conditions=branches.inverses_are_principal("asin", effects.asin),
    occurs=reading.where_there_is(tk.SIN),
)
ACOS: Final = Rule(
    "acos",
    "apply arccos to both sides",
    effects.acos,
    conditions=branches.inverses_are_principal("acos", effects.acos),
    occurs=reading.where_there_is(tk.COS),
)
PLAIN: Final = (EXPAND, COLLECT, NEGATE, SQUARE, SQRT, EXP, LOG, SIN, COS, ASIN, ACOS)

OPEN_SQUARE: Final = replace(SQUARE, guard=guards.is_open)
"""Squaring, but not of what is solved."""

# -- other branches --------------------------------------------------------------------------------
# Each is its own inverse: u = pi - v where v = pi - u.


def _half_turn_less(value: Sym) -> Sym:
    return ar.PI + ar.negate(value)


def _turn_less(value: Sym) -> Sym:
    return 2 * ar.PI + ar.negate(value)


NEGATIVE_SQRT: Final = replace(
    SQRT,
    name="negative_sqrt",
    sentence="take the negative square root of both sides",
    conditions=branches.inverses_are_principal("root", effects.sqrt, ar.negate),
    branch=ar.negate,
    guard=guards.is_even_power,
    principal=SQRT,
    cost=0.6,
)
SECOND_ASIN: Final = replace(
    ASIN,
    name="second_asin",
    sentence="apply arcsin to both sides, second branch: pi - arcsin",
    conditions=branches.inverses_are_principal("asin", effects.asin, _half_turn_less),
    branch=_half_turn_less,
    guard=guards.is_sine,
    principal=ASIN,
    cost=0.6,
)
NEGATIVE_ACOS: Final = replace(
    ACOS,
    name="negative_acos",
    sentence="apply arccos to both sides, negative branch: -arccos",
    conditions=branches.inverses_are_principal("acos", effects.acos, ar.negate),
    branch=ar.negate,
    guard=guards.is_cosine,
    principal=ACOS,
    cost=0.6,
)
SECOND_ACOS: Final = replace(
    ACOS,
    name="second_acos",
    sentence="apply arccos to both sides, second branch: 2*pi - arccos",
    conditions=branches.inverses_are_principal("acos", effects.acos, _turn_less),
    branch=_turn_less,
    guard=guards.is_cosine,
    principal=ACOS,
    cost=0.6,
)
OTHER_BRANCHES: Final = (NEGATIVE_SQRT, SECOND_ASIN, NEGATIVE_ACOS, SECOND_ACOS)

# -- with a term -----------------------------------------------------------------------------------

ADD: Final = Rule(
    "add",
    "add {term} to both sides",
    effects.add,
    effects.same,
    occurs=reading.with_a_number_beside_one,
    joins=reading.with_adding,
    opposite="subtract",
)
SUBTRACT: Final = Rule(
    "subtract",
    "subtract {term} from both sides",
    effects.add,
    ar.negate,
    occurs=reading.with_an_addend,
    joins=reading.with_adding,
    term_cost=reading.cost_of_moving_right,
    opposite="add",
)
MULTIPLY: Final = Rule(
    "multiply",
    "multiply both sides by {term}",
    effects.multiply,
    effects.same,
    divides=-1,
    backward=branches.factor_is_nonzero,
    adds=True,
    occurs=reading.with_a_denominator,
    joins=reading.with_clearing(divides=False),
    term_cost=reading.cost_of_unknown(0.2),
    opposite="divide",
)
DIVIDE: Final = Rule(
    "divide",
    "divide both sides by {term}",
    effects.multiply,
    ar.reciprocal,
    divides=1,
    conditions=branches.divisor_is_nonzero,
    backward=branches.factor_is_nonzero,
    adds=True,
    occurs=reading.with_a_factor,
    joins=reading.with_clearing(divides=True),
    term_cost=reading.cost_of_unknown(0.8),
    opposite="multiply",
)
WITH_TERM: Final = (ADD, SUBTRACT, MULTIPLY, DIVIDE)
_BY_NAME: Final = {rule.name: rule for rule in WITH_TERM}


def turned(table: ExprTable, rule: Rule, term: Expr) -> tuple[Rule, Expr]:
    """Exchange subtracting -u for adding u, and dividing by 1/u for multiplying by u."""
    text = expr_text(term)
    if not rule.divides:
        other = table.intern(ar.negate(term.sym)) if text.startswith("-") else None
    else:
        is_reciprocal = text.removeprefix("-").startswith("1/") and term.head != tk.ADD
        other = table.intern(ar.reciprocal(term.sym)) if is_reciprocal else None
    return (rule, term) if other is None else (_BY_NAME[rule.opposite], other)


def thought_of(look: Look, actions: Iterable[tuple[int, Action]]) -> list[tuple[int, Action]]:
    """Return the actions, with their indices, that a person would think of."""
    return [each for each in actions if each[1].rule.occurs(look, each[1].term)]
