"""The games: which rules are played by, within which bounds, and how actions are numbered.

`PAPER` has the paper's rules, `EXTENDED` also those that take another branch of an inverse
function. `SOLVER` and `COMPLEX` are for all roots, the real ones or all: their rules split into
cases and lose nothing. `PLACES` and `COMPLEX_PLACES` have identities at one place besides. Pure
functions: nothing is remembered but the interned expressions.

Action index: first the rules without a term, in the order of the game; then four actions (add,
subtract, multiply, divide) for each term in turn, so that an index means the same operation on the
term of the same rank in every state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation, orient
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game import effects, open_rules, sets
from aljabr.game.branches import is_reciprocal
from aljabr.game.cases import Sides, Split
from aljabr.game.guards import ZERO, Guard
from aljabr.game.lemmas import LINEAR, Library
from aljabr.game.places import RULES as PLACE_RULES
from aljabr.game.rules import (
    OPEN_SQUARE,
    OTHER_BRANCHES,
    PLAIN,
    SQUARE,
    WITH_TERM,
    Action,
    Rule,
)

MAX_LENGTH: Final = 50
"""The paper's L: the longest side, in nodes."""
NUM_WITH_TERM: Final = len(WITH_TERM)

GameName = Literal["paper", "extended", "solver", "complex", "open", "places", "complex places"]


@dataclass(frozen=True, eq=False)
class Game:
    """The rules that are played by, their bounds, and the numbering of the actions."""

    name: GameName
    plain: tuple[Rule, ...]
    """The rules without a term; those of `WITH_TERM` follow in every game."""
    num_actions: int
    """The length of the action list."""
    max_length: int
    """The longest side, in nodes."""
    capacity: int
    """How many states a graph is meant to hold."""
    cuts: bool = False
    """Whether an action list that is too long is cut; else such a state is out of bounds."""
    max_digits: int = ar.MAX_DIGITS
    """How many digits a number may have."""
    finds_all: bool = False
    """Whether all roots are sought: then both sides are multiplied by what vanishes with the
    unknown only if something is divided by it, and no part of a sum without it is moved."""

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """All rules, those without a term first."""
        return (*self.plain, *WITH_TERM)

    @cached_property
    def index_of(self) -> dict[str, int]:
        """The place of each rule, by name."""
        return {rule.name: index for index, rule in enumerate(self.rules)}

    @cached_property
    def num_plain(self) -> int:
        """How many rules take no term."""
        return len(self.plain)

    @cached_property
    def num_terms(self) -> int:
        """How many terms fit the action list, the last one perhaps not with all operations."""
        return -(-(self.num_actions - self.num_plain) // NUM_WITH_TERM)

    def rule(self, name: str) -> Rule:
        """Return a rule by its name."""
        return self.rules[self.index_of[name]]

    # -- numbering -------------------------------------------------------------------------------

    def count_actions(self, num_terms: int) -> int:
        """Return the length of the action list of so many terms."""
        return self.num_plain + NUM_WITH_TERM * num_terms

    def action_index(self, rule: Rule, rank: int = 0) -> int:
        """Return the index of a rule, for the term of the given rank if it takes one."""
        index = self.index_of[rule.name]
        return index if index < self.num_plain else index + NUM_WITH_TERM * rank

    def split_index(self, index: int) -> tuple[Rule, int]:
        """Return the rule of an action index and the rank of its term."""
        if index < self.num_plain:
            return self.rules[index], 0
        rank, operation = divmod(index - self.num_plain, NUM_WITH_TERM)
        return self.rules[self.num_plain + operation], rank

    def columns(self, plain: Sequence[str], with_term: Sequence[str], num_terms: int) -> list[int]:
        """Return where the actions of somebody who knows some rules stand in this game.

        Args:
            plain: the names of the rules without a term, in the knower's order.
            with_term: the names of those with a term.
            num_terms: how many terms the knower counts.

        A rule that is not in this game stands at -1.
        """
        found = [self.index_of.get(name, -1) for name in plain]
        places = [self.index_of.get(name, -1) for name in with_term]
        for rank in range(num_terms):
            shifted = [place + NUM_WITH_TERM * rank if place >= 0 else -1 for place in places]
            found += [place if place < self.num_actions else -1 for place in shifted]
        return found

    def places_without(self, names: Collection[str]) -> list[int]:
        """Return where the rules without a term stand that somebody does not know."""
        places = list(self.index_of.items())[: self.num_plain]
        return [place for name, place in places if name not in names]

    # -- legality --------------------------------------------------------------------------------

    @cached_property
    def _guards(self) -> list[tuple[Guard, list[int]]]:
        """The guards, each with the places of the rules that it guards."""
        found: dict[Guard, list[int]] = {}
        for index, rule in enumerate(self.rules):
            if rule.guard is not None:
                found.setdefault(rule.guard, []).append(index)
        return list(found.items())

    @cached_property
    def _not_of_zero(self) -> list[int]:
        return [index for index, rule in enumerate(self.plain) if not rule.takes_zero]

    def legal_mask(self, lhs: Expr, rhs: Expr, found: list[Expr]) -> bytes | bytearray:
        """Mark the legal actions (1) of a state with these terms: plain rules, then four per term.

        Illegal are the logarithm of zero and, where the right side is zero, dividing the left one
        by a factor that can vanish (exponentials and reciprocals never do); and what the guards
        say: another branch of an inverse function that has nothing to undo on the left.
        """
        everything = _ALL_LEGAL[: self.count_actions(len(found))]
        if rhs.tokens != ZERO and not self._guards and not self.finds_all:
            return everything
        mask = bytearray(everything)
        for guard, places in self._guards:
            holds = guard(lhs, rhs)
            for index in places:
                mask[index] = holds
        if rhs.tokens == ZERO:
            for index in self._not_of_zero:
                mask[index] = 0
            vanishing = {base for base, sign in _bases(lhs) if sign > 0}
            below = _below(lhs) if self.finds_all else None
            for rank, term in enumerate(found):
                for base, sign in _bases(term):
                    if base in vanishing:
                        mask[self.count_actions(rank) + _DIVIDING[sign]] = 0
                    if below is not None and base not in below:  # u = 0 is no reason for x*u = 0
                        mask[self.count_actions(rank) + _DIVIDING[-sign]] = 0
        elif self.finds_all:
            self._mask_detours(mask, lhs, rhs, found)
        return mask

    def _mask_detours(self, mask: bytearray, lhs: Expr, rhs: Expr, found: list[Expr]) -> None:
        """Take away moves that bring in roots, or nothing, where the right side is not zero."""
        below = None if tk.TAN in lhs.tokens + rhs.tokens else _below(lhs) | _below(rhs)
        is_sum = rhs.head == tk.ADD and not rhs.holds_unknown
        here = {rhs, *lhs.walk()} if is_sum else set()
        alone = set() if rhs.holds_unknown else _only_base(lhs)
        for rank, term in enumerate(found):
            first = self.count_actions(rank)
            if is_sum and term not in here:  # e^x = 2 - sqrt(5) is no reason for e^x - 2 = -sqrt(5)
                for place in _ADDING:
                    mask[first + place] = 0
            if below is not None and term.holds_unknown:
                for base, sign in _bases(term):
                    if base not in below:  # u = v is no reason for x*u = x*v
                        mask[first + _DIVIDING[-sign]] = 0
                    if base in alone:  # nor is a*u^2 = v for a = v/u^2
                        mask[first + _DIVIDING[sign]] = 0


_ALL_LEGAL: Final = b"\x01" * 4096
_ADDING: Final = [place for place, rule in enumerate(WITH_TERM) if not rule.divides]
_DIVIDING: Final = {rule.divides: place for place, rule in enumerate(WITH_TERM) if rule.divides}


def _bases(expr: Expr) -> Iterator[tuple[Expr, int]]:
    """Yield the bases of the factors that hold the unknown and may vanish, with their side."""
    for factor in expr.children if expr.head == tk.MUL else (expr,):
        if factor.head == tk.EXP or not factor.holds_unknown:
            continue
        if factor.head == tk.POW:
            if factor.children[0].holds_unknown:  # 2**x never vanishes
                yield factor.children[0], -1 if is_reciprocal(factor) else 1
        else:
            yield factor, 1


def _only_base(expr: Expr) -> set[Expr]:
    """Return u of a product in which the unknown stands in one factor, u^n with a positive n."""
    factors = expr.children if expr.head == tk.MUL else (expr,)
    if sum(each.holds_unknown for each in factors) != 1:
        return set()
    whole = [each for each in factors if each.head != tk.POW or each.children[1].sym.is_integer]
    return {base for each in whole for base, sign in _bases(each) if sign > 0}


def _below(expr: Expr) -> set[Expr]:
    """Return what is divided by in an expression, as far as it holds the unknown."""
    if tk.POW not in expr.tokens:
        return set()
    return {each.children[0] for each in expr.walk()
            if each.head == tk.POW and each.holds_unknown and is_reciprocal(each)}  # fmt: skip


# -- the games -------------------------------------------------------------------------------------

_MAX_TERMS: Final = 80
"""In the longer games: a state with more terms is out of bounds, like one that is too long."""


def _longer(name: GameName, plain: tuple[Rule, ...]) -> Game:
    num_actions = len(plain) + NUM_WITH_TERM * _MAX_TERMS
    finds_all = name not in ("extended", "open")
    max_digits = ar.MOST_DIGITS if finds_all else ar.MAX_DIGITS
    return Game(
        name, plain, num_actions, 80, capacity=300_000, max_digits=max_digits, finds_all=finds_all
    )


_OPEN_PLAIN: Final = tuple(OPEN_SQUARE if rule is SQUARE else rule for rule in PLAIN)

PAPER: Final = Game("paper", PLAIN, 50, MAX_LENGTH, capacity=1_000_000, cuts=True)
EXTENDED: Final = _longer("extended", (*_OPEN_PLAIN, *OTHER_BRANCHES))
"""Long equations, as many actions as they have terms."""
SOLVER: Final = _longer("solver", sets.REAL)
"""All real roots."""
COMPLEX: Final = _longer("complex", sets.COMPLEX)
"""All roots."""
PLACES: Final = _longer("places", (*sets.REAL, *PLACE_RULES))
"""All real roots, with identities at one place of the equation besides."""
COMPLEX_PLACES: Final = _longer(
    "complex places", (*sets.COMPLEX, *[each for each in PLACE_RULES if not each.is_real])
)
"""All roots, with such identities."""


def open_game(library: Library) -> Game:
    """Return the open game, with some lemmas at hand."""
    return _longer("open", open_rules.all_rules(library))


OPEN: Final = open_game(Library([LINEAR]))
"""Open equations, from nothing."""
GAMES: Final[dict[GameName, Game]] = {
    game.name: game for game in (PAPER, EXTENDED, SOLVER, COMPLEX, OPEN, PLACES, COMPLEX_PLACES)
}


def listed(game: Game, other: Game) -> Game:
    """Return a game with the rules of another on its list, which are not played."""
    more = [replace(other.rules[place], guard=open_rules.never)
            for name, place in other.index_of.items() if name not in game.index_of]  # fmt: skip
    plain = (*game.plain, *more)
    return replace(game, plain=plain, num_actions=len(plain) + NUM_WITH_TERM * _MAX_TERMS)


# -- terms -----------------------------------------------------------------------------------------

_NEVER_TERMS: Final = frozenset(tk.number_tokens((0, 1, -1)))


def terms(lhs: Expr, rhs: Expr, limit: int = 2 * MAX_LENGTH) -> list[Expr]:
    """List the sub-expressions of lhs, then rhs, in preorder without repetition.

    0, 1 and -1 never count; a whole side counts only when the other side is not zero.
    """
    seen: dict[Expr, None] = {}
    stack = list(lhs.children[::-1]) if rhs.tokens == ZERO else [rhs, lhs]
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


# -- one step --------------------------------------------------------------------------------------


def successor(
    table: ExprTable, lhs: Expr, rhs: Expr, rule: Rule, term: Expr | None
) -> tuple[Expr, Expr] | None:
    """Apply an action to both sides; None if the result is undefined or out of bounds.

    Where it splits into cases, this is the first.
    """
    sides = _after(lhs, rhs, rule, term)
    return None if sides is None else _interned(table, lhs, rhs, *sides[0])


def cases(table: ExprTable, equation: Equation, action: Action) -> list[Equation | None]:
    """Return the cases that an action splits into; None for what is undefined or out of bounds."""
    lhs, rhs = equation.lhs, equation.rhs
    if action.rule.cases is None and action.rule.opening is None:
        return []
    found = _after(lhs, rhs, action.rule, action.term) or []
    sides = [_interned(table, lhs, rhs, *each) for each in found]
    return [None if each is None else Equation(*each, equation.unknown) for each in sides]


def _after(lhs: Expr, rhs: Expr, rule: Rule, term: Expr | None) -> list[Sides] | None:
    """Return the sides after an action, in every case."""
    if rule.opening is not None:
        opened = rule.opening(lhs, rhs)
        return None if opened is None else list(opened.sides)
    operand = rule.operand_in(lhs, term)
    try:
        left, right = rule.effect(lhs, operand), rule.effect(rhs, operand)
    except effects.TooLong:
        return None
    if rule.branch is not None:
        right = rule.branch(right)
    return [(left, right)] if rule.cases is None else rule.cases(Split(lhs, rhs, left, right))


def _interned(
    table: ExprTable, lhs: Expr, rhs: Expr, left_sym: Sym, right_sym: Sym
) -> tuple[Expr, Expr] | None:
    tokens = lhs.tokens + rhs.tokens
    if tk.POWER_OF_POWER in tokens or tk.POWER_OF_EXP in tokens:
        left_sym, right_sym = ar.rebuilt(left_sym), ar.rebuilt(right_sym)
    left, right = table.intern(left_sym), table.intern(right_sym)
    if left is None or right is None:
        return None
    return orient(left, right)


def apply(table: ExprTable, equation: Equation, action: Action) -> Equation | None:
    """Return the equation after an action; None if it is undefined or out of bounds."""
    sides = successor(table, equation.lhs, equation.rhs, action.rule, action.term)
    return None if sides is None else Equation(*sides, equation.unknown, equation.domain)
