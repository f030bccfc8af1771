"""The rules of the games as data: what an action does to a side, and what it can do to the roots.

An action is a rule and, for the last four rules, a term drawn from the equation itself. A `Game` is
a list of rules: `PAPER` has those of the paper, `EXTENDED` also those that take another branch of
an inverse function, `SOLVER` also those that undo a power, a tangent or an absolute value.
Everything else here reads them. Pure functions: nothing is remembered but the interned expressions.

Action index: first the rules without a term, in the order of the game; then four actions (add,
subtract, multiply, divide) for each term in turn, so that an index means the same operation on the
term of the same rank in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import symengine as se

from aljabr import effects, principal
from aljabr import expr as ex
from aljabr.equation import Equation, orient
from aljabr.expr import Expr, ExprTable, Sym
from aljabr.principal import Condition as Condition
from aljabr.principal import Conditions, is_reciprocal

MAX_LENGTH: Final = 50
"""The paper's L: the longest side, in nodes."""

# -- other branches ------------------------------------------------------------------------------
# Each is its own inverse: u = pi - v where v = pi - u. Guards keep a function from being applied
# to both sides only to be undone by another branch, which makes -v of any candidate v.


def _half_turn_less(value: Sym) -> Sym:
    return se.pi + ex.negate(value)


def _turn_less(value: Sym) -> Sym:
    return 2 * se.pi + ex.negate(value)


def _is_open(lhs: Expr, rhs: Expr) -> bool:
    """Whether the state is other than `x = something without x`."""
    return lhs.head != ex.UNKNOWN or rhs.holds_unknown


def _is_even_power(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side is u**2, perhaps times something, and not zero: 0 has one root."""
    if lhs is rhs or rhs.tokens == _ZERO_TOKENS:
        return False
    for factor in lhs.children if lhs.head == ex.MUL else (lhs,):
        if factor.head == ex.POW and factor.children[0].holds_unknown:
            exponent = factor.children[1].sym
            if exponent.is_integer and exponent % 2 == 0:
                return True
    return False


def _is_sine(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side alone is sin(u) or -sin(u)."""
    return _is_signed_sine(lhs) and not _is_signed_sine(rhs)


def _is_signed_sine(side: Expr) -> bool:
    if side.head == ex.MUL and len(side.children) == 2:
        return side.tokens[1] == _MINUS_ONE and side.tokens[2] == _SIN
    return side.head == _SIN


def _is_cosine(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side alone is cos(u)."""
    return lhs.head == ex.COS != rhs.head


# -- what undoes the left side -------------------------------------------------------------------
# These rules are legal only where the left side is just what they undo, and the right side is free
# of the unknown; there they are nearly always right, and elsewhere they add nothing to a search.


def _is_power(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side is a power of the unknown that no simpler rule undoes."""
    if lhs.head != ex.POW or rhs.holds_unknown:
        return False
    base, exponent = lhs.children
    if exponent.holds_unknown or not base.holds_unknown:
        return False
    if not exponent.is_number:
        return rhs.tokens != _ZERO_TOKENS
    p = exponent.sym
    if rhs.tokens == _ZERO_TOKENS and p < 0:
        return False
    return p not in _SIMPLE_POWERS and bool(effects.MAX_POWER * abs(p) >= 1)


def _is_function(name: str) -> Callable[[Expr, Expr], bool]:
    token = ex.FUNCTION_TOKENS[name]
    return lambda lhs, rhs: lhs.head == token and not rhs.holds_unknown


_SIMPLE_POWERS: Final = (2, -2, -1, ex.HALF, -ex.HALF)
_SIN: Final = ex.FUNCTION_TOKENS["sin"]
_MINUS_ONE: Final = ex.number_tokens((-1,))[0][0]
_ZERO_TOKENS: Final = ex.number_tokens((0,))[0]

# -- the table -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rule:
    """One operation of the game, applied to both sides."""

    name: str
    sentence: str
    """What a student is told; `{term}` stands for the term."""
    effect: Callable[[Expr, Sym], Sym]
    """The new side, from a side and the operand."""
    operand: Callable[[Sym], Sym] | None = None
    """What is made of the term first, once for both sides; None if the rule takes no term."""
    conditions: Conditions = principal.no_conditions
    """What a root must satisfy to be kept; a condition that holds the unknown may lose roots."""
    adds: bool = False
    """Whether roots may appear (always, or, with a term, if the term holds the unknown)."""
    branch: Callable[[Sym], Sym] | None = None
    """What is made of the new right side where an inverse function takes another branch."""
    guard: Callable[[Expr, Expr], bool] | None = None
    """Whether the rule makes sense in a state, from its sides; None if always."""
    read: Callable[[Expr], Sym] | None = None
    """What a rule without a term reads off the left side, once for both sides."""
    backward: Conditions = principal.no_conditions
    """What a root of the new equation must satisfy to be one of the old, where roots appear."""

    def operand_in(self, lhs: Expr, term: Expr | None) -> Sym | None:
        """Return what both sides are changed by in a state with this left side."""
        if self.operand is not None:
            return None if term is None else self.operand(term.sym)
        return None if self.read is None else self.read(lhs)


_PLAIN: Final = (
    Rule("expand", "expand both sides", effects.expand, adds=True),
    Rule("collect", "collect the terms in {unknown}", effects.collect, adds=True),
    Rule("negate", "multiply both sides by -1", lambda side, _: ex.negate(side.sym)),
    Rule("square", "square both sides", effects.square, adds=True),
    Rule(
        "sqrt",
        "take the square root of both sides",
        effects.sqrt,
        conditions=principal.inverses_are_principal("root", effects.sqrt),
    ),
    Rule("exp", "apply exp to both sides", effects.exp, adds=True),
    Rule(
        "log",
        "take the logarithm of both sides",
        effects.log,
        conditions=principal.logs_are_principal,
    ),
    Rule("sin", "apply sin to both sides", effects.sin, adds=True),
    Rule("cos", "apply cos to both sides", effects.cos, adds=True),
    Rule(
        "asin",
        "apply arcsin to both sides",
        effects.asin,
        conditions=principal.inverses_are_principal("asin", effects.asin),
    ),
    Rule(
        "acos",
        "apply arccos to both sides",
        effects.acos,
        conditions=principal.inverses_are_principal("acos", effects.acos),
    ),
)
_OTHER_BRANCHES: Final = (
    Rule(
        "negative_sqrt",
        "take the negative square root of both sides",
        effects.sqrt,
        conditions=principal.inverses_are_principal("root", effects.sqrt, ex.negate),
        branch=ex.negate,
        guard=_is_even_power,
    ),
    Rule(
        "second_asin",
        "apply arcsin to both sides, second branch: pi - arcsin",
        effects.asin,
        conditions=principal.inverses_are_principal("asin", effects.asin, _half_turn_less),
        branch=_half_turn_less,
        guard=_is_sine,
    ),
    Rule(
        "negative_acos",
        "apply arccos to both sides, negative branch: -arccos",
        effects.acos,
        conditions=principal.inverses_are_principal("acos", effects.acos, ex.negate),
        branch=ex.negate,
        guard=_is_cosine,
    ),
    Rule(
        "second_acos",
        "apply arccos to both sides, second branch: 2*pi - arccos",
        effects.acos,
        conditions=principal.inverses_are_principal("acos", effects.acos, _turn_less),
        branch=_turn_less,
        guard=_is_cosine,
    ),
)
_UNDOING: Final = (
    Rule(
        "power_root",
        "take the root of both sides",
        effects.power_root,
        conditions=principal.powers_are_principal,
        adds=True,
        guard=_is_power,
        read=lambda lhs: lhs.children[1].sym,
        backward=principal.powers_were_principal,
    ),
    Rule(
        "atan",
        "apply arctan to both sides",
        effects.atan,
        conditions=principal.inverses_are_principal("atan", effects.atan),
        guard=_is_function("tan"),
    ),
    Rule("tan", "apply tan to both sides", effects.tan, adds=True, guard=_is_function("atan")),
    Rule(
        "abs_plus",
        "take away the absolute value",
        effects.without_abs,
        conditions=principal.inside_is_positive,
        adds=True,
        guard=_is_function("abs"),
        backward=principal.value_is_positive,
    ),
    Rule(
        "abs_minus",
        "take away the absolute value and change the sign of the right side",
        effects.without_abs,
        conditions=principal.inside_is_negative,
        adds=True,
        branch=ex.negate,
        guard=_is_function("abs"),
        backward=principal.value_is_positive,
    ),
)
_WITH_TERM: Final = (
    Rule("add", "add {term} to both sides", effects.add, effects.same),
    Rule("subtract", "subtract {term} from both sides", effects.add, ex.negate),
    Rule("multiply", "multiply both sides by {term}", effects.multiply, effects.same, adds=True),
    Rule(
        "divide",
        "divide both sides by {term}",
        effects.multiply,
        ex.reciprocal,
        conditions=principal.divisor_is_nonzero,
        adds=True,
    ),
)
NUM_WITH_TERM: Final = len(_WITH_TERM)


@dataclass(frozen=True, slots=True)
class Action:
    """A rule and its term."""

    rule: Rule
    term: Expr | None = None

    @property
    def adds_roots(self) -> bool:
        return self.rule.adds and (self.term is None or self.term.holds_unknown)


# -- games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Game:
    """The rules that are played by, and the numbering of the actions."""

    rules: tuple[Rule, ...]
    """Those without a term first."""
    cuts: bool
    """Whether an action list that is too long is cut; else such a state is out of bounds."""

    @cached_property
    def index_of(self) -> dict[str, int]:
        """The place of each rule, by name."""
        return {rule.name: index for index, rule in enumerate(self.rules)}

    @cached_property
    def num_plain(self) -> int:
        """How many rules take no term."""
        return len(self.rules) - NUM_WITH_TERM

    @cached_property
    def _guards(self) -> list[tuple[int, Callable[[Expr, Expr], bool]]]:
        return [(index, rule.guard) for index, rule in enumerate(self.rules) if rule.guard]

    def begins_with(self, other: Game) -> bool:
        """Whether the plain rules of another game are the first ones of this one."""
        names, others = ([rule.name for rule in game.rules] for game in (self, other))
        return names[: other.num_plain] == others[: other.num_plain]

    def rule(self, name: str) -> Rule:
        """Return a rule by its name."""
        return self.rules[self.index_of[name]]

    def num_actions(self, num_terms: int) -> int:
        """Return the length of the action list of so many terms."""
        return self.num_plain + NUM_WITH_TERM * num_terms

    def action_index(self, rule: str, rank: int = 0) -> int:
        """Return the index of a rule, for the term of the given rank if it takes one."""
        index = self.index_of[rule]
        return index if index < self.num_plain else index + NUM_WITH_TERM * rank

    def split_index(self, index: int) -> tuple[Rule, int]:
        """Return the rule of an action index and the rank of its term."""
        if index < self.num_plain:
            return self.rules[index], 0
        rank, operation = divmod(index - self.num_plain, NUM_WITH_TERM)
        return self.rules[self.num_plain + operation], rank

    def legal_mask(self, lhs: Expr, rhs: Expr, found: list[Expr]) -> bytes | bytearray:
        """Mark the legal actions (1) of a state with these terms: plain rules, then four per term.

        Illegal are the logarithm of zero and, where the right side is zero, dividing the left one
        by a factor that can vanish (exponentials and reciprocals never do); and what the guards
        say: another branch of an inverse function that has nothing to undo on the left.
        """
        everything = _ALL_LEGAL[: self.num_actions(len(found))]
        if rhs.tokens != _ZERO_TOKENS and not self._guards:
            return everything
        mask = bytearray(everything)
        for index, guard in self._guards:
            mask[index] = guard(lhs, rhs)
        if rhs.tokens == _ZERO_TOKENS:
            mask[LOG] = 0
            vanishing = {base for base, sign in _bases(lhs) if sign > 0}
            for rank, term in enumerate(found):
                for base, sign in _bases(term):
                    if base in vanishing:
                        mask[self.num_actions(rank) + (3 if sign > 0 else 2)] = 0
        return mask


PAPER: Final = Game((*_PLAIN, *_WITH_TERM), cuts=True)
EXTENDED: Final = Game(
    (
        *[replace(rule, guard=_is_open) if rule.name == "square" else rule for rule in _PLAIN],
        *_OTHER_BRANCHES,
        *_WITH_TERM,
    ),
    cuts=False,
)
SOLVER: Final = Game(
    (*EXTENDED.rules[: EXTENDED.num_plain], *_UNDOING, *_WITH_TERM),
    cuts=False,
)
GAMES: Final = {"paper": PAPER, "extended": EXTENDED, "solver": SOLVER}
LOG: Final = PAPER.index_of["log"]
"""The same in every game."""

# -- terms and legality --------------------------------------------------------------------------

_NEVER_TERMS: Final = frozenset(ex.number_tokens((0, 1, -1)))


def terms(lhs: Expr, rhs: Expr, limit: int = 2 * MAX_LENGTH) -> list[Expr]:
    """List the sub-expressions of lhs, then rhs, in preorder without repetition.

    0, 1 and -1 never count; a whole side counts only when the other side is not zero.
    """
    seen: dict[Expr, None] = {}
    stack = list(lhs.children[::-1]) if rhs.tokens == _ZERO_TOKENS else [rhs, lhs]
    enough = limit + len(_NEVER_TERMS)
    while stack:
        node = stack.pop()
        if node not in seen:
            seen[node] = None
            children = node.children
            if children:
                if len(seen) >= enough:
                    break
                if children[0].children or children[-1].children:
                    stack += children[::-1]
                else:  # all leaves, for siblings stand in the order of their tokens
                    for leaf in children:
                        seen[leaf] = None
    return [node for node in seen if node.tokens not in _NEVER_TERMS][:limit]


_ALL_LEGAL: Final = b"\x01" * 4096


def _bases(expr: Expr) -> Iterator[tuple[Expr, int]]:
    """Yield the bases of the factors that hold the unknown and may vanish, with their side."""
    for factor in expr.children if expr.head == ex.MUL else (expr,):
        if factor.head == ex.EXP or not factor.holds_unknown:
            continue
        if factor.head == ex.POW:
            if factor.children[0].holds_unknown:  # 2**x never vanishes
                yield factor.children[0], -1 if is_reciprocal(factor) else 1
        else:
            yield factor, 1


# -- one step ------------------------------------------------------------------------------------


def successor(
    table: ExprTable, lhs: Expr, rhs: Expr, rule: Rule, term: Expr | None
) -> tuple[Expr, Expr] | None:
    """Apply an action to both sides; None if the result is undefined or out of bounds."""
    operand = rule.operand_in(lhs, term)
    effect = rule.effect
    try:
        left_sym, right_sym = effect(lhs, operand), effect(rhs, operand)
    except effects.TooLong:
        return None
    if rule.branch is not None:
        right_sym = rule.branch(right_sym)
    tokens = lhs.tokens + rhs.tokens
    if ex.POWER_OF_POWER in tokens or ex.POWER_OF_EXP in tokens:
        left_sym, right_sym = ex.rebuilt(left_sym), ex.rebuilt(right_sym)
    left, right = table.intern(left_sym), table.intern(right_sym)
    if left is None or right is None:
        return None
    return orient(left, right)


def apply(table: ExprTable, equation: Equation, action: Action) -> Equation | None:
    """Return the equation after an action; None if it is undefined or out of bounds."""
    sides = successor(table, equation.lhs, equation.rhs, action.rule, action.term)
    return None if sides is None else Equation(*sides, equation.unknown, equation.domain)
