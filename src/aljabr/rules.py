"""The rules of the game as data: what an action does to a side, and what it can do to the roots.

An action is a rule and, for the last four rules, a term drawn from the equation itself. `RULES` is
the whole game; everything else here reads it. Pure functions: nothing is remembered but the
interned expressions.

Action index: `0 ... 10` are the rules without a term, in the order of `RULES`; then four actions
(add, subtract, multiply, divide) for each term in turn, so that an index means the same operation
on the term of the same rank in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import Final

import symengine as se

from aljabr import expr as ex
from aljabr.equation import Equation, orient
from aljabr.expr import Expr, ExprTable, Sym

MAX_LENGTH: Final = 50
"""The paper's L: the longest side, in nodes."""

# -- conditions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of `expr` for a step to keep a root.

    Kinds: `nonzero`: u != 0. `root`: u is a principal square root (u >= 0 if real). `log`: u is a
    principal logarithm (-pi < Im u <= pi, so every real u). `asin`: -pi/2 <= u <= pi/2. `acos`:
    0 <= u <= pi.
    """

    kind: str
    expr: Expr


# -- what the rules do to a side -----------------------------------------------------------------


class TooLong(Exception):
    """A rewriting grows past what any state can hold."""


def expand(side: Expr, operand: Sym = None) -> Sym:
    """Multiply out every product of sums on the top level; equal factors cancel first."""
    terms = side.children if side.head == ex.ADD else (side,)
    if not any(_sums(term) for term in terms):
        return side.sym
    budget = [8 * MAX_LENGTH]
    return se.Add(*[_expand_term(term, budget) for term in terms])


def _sums(term: Expr) -> list[Expr]:
    """Return the factors of a term that are sums, or positive whole powers of sums."""
    found = []
    for factor in term.children if term.head == ex.MUL else (term,):
        if factor.head == ex.ADD:
            found.append(factor)
        elif factor.head == ex.POW and factor.children[0].head == ex.ADD:
            exponent = factor.children[1].sym
            if exponent.is_integer and exponent > 0:
                found.append(factor)
    return found


def _expand_term(term: Expr, budget: list[int]) -> Sym:
    sums = _sums(term)
    if not sums:
        return term.sym
    if any(factor.tokens.count(ex.ADD) > 1 for factor in sums):
        return _expand(term.sym, budget)
    return _multiply_out(term.sym, [factor.sym for factor in sums], budget)


def _expand(sym: Sym, budget: list[int]) -> Sym:
    if ex.is_sum(sym):
        return se.Add(*[_expand(term, budget) for term in sym.args])
    sums = [f for f in ex.factors(sym) if _summands(f) is not None]
    if not sums:
        return sym
    nested = [f for f in sums if any(map(_holds_sum, ex.base_and_exponent(f)[0].args))]
    if not nested:
        return _multiply_out(sym, sums, budget)
    # The largest sum goes first, while what cancels its denominators is still in one piece.
    first = max(nested, key=_num_nodes)
    terms = _summands(first)
    assert terms is not None
    base, exponent = ex.base_and_exponent(first)
    rest = sym / base
    budget[0] -= len(terms)
    if budget[0] < 0 or exponent > MAX_LENGTH:
        raise TooLong
    return se.Add(*[_expand(ex.multiply(term, rest), budget) for term in terms])


def _multiply_out(sym: Sym, sums: list[Sym], budget: list[int]) -> Sym:
    """Multiply out a product at once; no term of these sums holds a further sum."""
    product, num_terms = ex.ONE, 1
    for factor in sums:
        base, exponent = ex.base_and_exponent(factor)
        if exponent > MAX_LENGTH:
            raise TooLong
        product = product * factor
        num_terms *= comb(len(base.args) + int(exponent) - 1, int(exponent))
    budget[0] -= num_terms
    if budget[0] < 0:
        raise TooLong
    rest = sym / product
    expanded = se.expand(product)
    if rest == ex.ONE:
        return expanded
    return se.Add(*[ex.multiply(term, rest) for term in ex.addends(expanded)])


def _summands(factor: Sym) -> tuple[Sym, ...] | None:
    """Return the terms of a sum, or of the sum under a positive whole power."""
    base, exponent = ex.base_and_exponent(factor)
    if ex.is_sum(base) and exponent.is_integer and exponent > 0:
        return base.args  # type: ignore[no-any-return]
    return None


def _holds_sum(sym: Sym) -> bool:
    return ex.is_sum(sym) or any(map(_holds_sum, sym.args))


def _num_nodes(factor: Sym) -> int:
    base = ex.base_and_exponent(factor)[0]
    return 1 + sum([_num_nodes(arg) for arg in base.args])


def collect(side: Expr, operand: Sym = None) -> Sym:
    """Group the terms that hold the unknown in the same way: ax + bx = (a + b)x."""
    if side.tokens.count(ex.UNKNOWN) < 2:
        return side.sym
    if side.head == ex.ADD:
        groups: dict[Sym, list[Sym]] = {}
        for child in side.children:
            coefficient, dependent = ex.ONE, ex.ONE
            for factor in child.children if child.head == ex.MUL else (child,):
                if factor.holds_unknown:
                    dependent *= collect(factor)
                else:
                    coefficient *= factor.sym
            groups.setdefault(dependent, []).append(coefficient)
        constant = groups.pop(ex.ONE, [])
        grouped = [ex.multiply(se.Add(*each), part) for part, each in groups.items()]
        return se.Add(*constant, *grouped)
    if side.head == ex.MUL:
        product = ex.ONE
        for factor in side.children:
            product = product * collect(factor)
        return ex.multiply(ex.ONE, product)
    if side.head == ex.POW:
        base, exponent = side.children
        return ex.power(collect(base), exponent.sym)
    return side.sym


def square(side: Expr, operand: Sym = None) -> Sym:
    return ex.multiply(side.sym, side.sym)


def sqrt(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal square root; sqrt(u**2) = u, also of u among factors."""
    outside, inside = ex.ONE, ex.ONE
    for factor in side.children if side.head == ex.MUL else (side,):
        root = _exact_root(factor)
        if root is None:
            inside *= factor.sym
        else:
            outside *= root
    return ex.multiply(outside, ex.square_root(inside))


def _exact_root(factor: Expr) -> Sym | None:
    if factor.head == ex.EULER:
        return ex.exponential(ex.HALF)
    if factor.head == ex.EXP:
        return ex.exponential(ex.multiply(ex.HALF, factor.children[0].sym))
    if factor.head == ex.POW:
        base, exponent = factor.children
        if exponent.sym.is_integer and exponent.sym % 2 == 0:
            return base.sym ** (exponent.sym / 2)
    return None


def exp(side: Expr, operand: Sym = None) -> Sym:
    return ex.exponential(side.sym)


def log(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal logarithm; log(exp(u)) = u, log(b**u) = u*log(b) if u holds x."""
    if side.head == ex.EXP:
        return side.children[0].sym
    if side.head == ex.POW and side.children[1].holds_unknown:
        base, exponent = side.children
        return ex.multiply(exponent.sym, ex.logarithm(base.sym))
    return ex.logarithm(side.sym)


def sin(side: Expr, operand: Sym = None) -> Sym:
    return ex.sine(side.sym)


def cos(side: Expr, operand: Sym = None) -> Sym:
    return ex.cosine(side.sym)


def asin(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal arcsine; asin(sin(u)) = u, asin(-sin(u)) = -u."""
    result = ex.arcsine(side.sym)
    sign, inner = (1, result) if ex.is_arcsine(result) else (-1, -result)
    if ex.is_arcsine(inner) and ex.is_sine(inner.args[0]):
        return ex.multiply(se.Integer(sign), inner.args[0].args[0])
    return result


def acos(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal arccosine; acos(cos(u)) = u."""
    if side.head == ex.COS:
        return side.children[0].sym
    return ex.arccosine(side.sym)


def add(side: Expr, operand: Sym) -> Sym:
    return side.sym + operand


def multiply(side: Expr, operand: Sym) -> Sym:
    return side.sym * operand


def _same(term: Sym) -> Sym:
    return term


# -- what the rules ask of the roots ------------------------------------------------------------


def _no_conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    return []


def _divisor_is_nonzero(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    assert term is not None
    divisor = ex.ONE
    for factor in term.children if term.head == ex.MUL else (term,):
        if not (factor.is_number or factor.head == ex.EXP or _is_reciprocal(factor)):
            divisor *= factor.sym
    vanishing = table.intern(divisor)
    return [] if vanishing is None or vanishing.is_number else [Condition("nonzero", vanishing)]


def _is_reciprocal(factor: Expr) -> bool:
    if factor.head != ex.POW:
        return False
    exponent = factor.children[1]
    return exponent.is_number and bool(exponent.sym < 0)


def _roots_are_principal(
    table: ExprTable, equation: Equation, term: Expr | None
) -> list[Condition]:
    results = [table.intern(sqrt(side)) for side in (equation.lhs, equation.rhs)]
    return [
        Condition("root", result)
        for result in results
        if result is not None and not _is_principal_root(result.sym)
    ]


def _is_principal_root(root: Sym) -> bool:
    """Whether a square root is the principal one at sight: a positive number times sqrt(u)."""
    rest = [f for f in ex.factors(root) if not ex.is_positive_number(f)]
    if len(rest) != 1:
        return not rest
    if root == ex.ZERO or ex.is_positive_number(rest[0] / se.I):
        return True
    exponent = ex.base_and_exponent(rest[0])[1]
    # u**(-1/2), which SymEngine makes of sqrt(1/u), is the other root where u < 0.
    return bool(ex.is_rational(exponent) and -ex.HALF < exponent <= ex.HALF)


def _logs_are_principal(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    found = []
    lhs = equation.lhs
    never_zero = lhs.head == ex.EXP or (lhs.head == ex.POW and lhs.children[0].is_number)
    if not never_zero:
        found.append(Condition("nonzero", lhs))
    for side in (lhs, equation.rhs):
        result = table.intern(log(side))
        if result is not None and result.sym != ex.logarithm(side.sym):
            found.append(Condition("log", result))
    return found


def _angles_are_principal(kind: str, effect: Callable[[Expr], Sym]) -> _Conditions:
    def conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
        plain = {"asin": ex.arcsine, "acos": ex.arccosine}[kind]
        found = []
        for side in (equation.lhs, equation.rhs):
            result = table.intern(effect(side))
            if result is not None and result.sym != plain(side.sym):
                found.append(Condition(kind, result))
        return found

    return conditions


_Conditions = Callable[[ExprTable, Equation, "Expr | None"], "list[Condition]"]

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
    conditions: _Conditions = _no_conditions
    """What a root must satisfy to be kept; a condition that holds the unknown may lose roots."""
    adds: bool = False
    """Whether roots may appear (always, or, with a term, if the term holds the unknown)."""


RULES: Final = (
    Rule("expand", "expand both sides", expand, adds=True),
    Rule("collect", "collect the terms in {unknown}", collect, adds=True),
    Rule("negate", "multiply both sides by -1", lambda side, _: ex.negate(side.sym)),
    Rule("square", "square both sides", square, adds=True),
    Rule("sqrt", "take the square root of both sides", sqrt, conditions=_roots_are_principal),
    Rule("exp", "apply exp to both sides", exp, adds=True),
    Rule("log", "take the logarithm of both sides", log, conditions=_logs_are_principal),
    Rule("sin", "apply sin to both sides", sin, adds=True),
    Rule("cos", "apply cos to both sides", cos, adds=True),
    Rule(
        "asin",
        "apply arcsin to both sides",
        asin,
        conditions=_angles_are_principal("asin", asin),
    ),
    Rule(
        "acos",
        "apply arccos to both sides",
        acos,
        conditions=_angles_are_principal("acos", acos),
    ),
    Rule("add", "add {term} to both sides", add, _same),
    Rule("subtract", "subtract {term} from both sides", add, ex.negate),
    Rule("multiply", "multiply both sides by {term}", multiply, _same, adds=True),
    Rule(
        "divide",
        "divide both sides by {term}",
        multiply,
        ex.reciprocal,
        conditions=_divisor_is_nonzero,
        adds=True,
    ),
)
RULE_INDEX: Final = {rule.name: index for index, rule in enumerate(RULES)}
NUM_PLAIN: Final = sum(rule.operand is None for rule in RULES)
NUM_WITH_TERM: Final = len(RULES) - NUM_PLAIN
LOG: Final = RULE_INDEX["log"]


@dataclass(frozen=True, slots=True)
class Action:
    """A rule and its term."""

    rule: Rule
    term: Expr | None = None

    @property
    def adds_roots(self) -> bool:
        return self.rule.adds and (self.term is None or self.term.holds_unknown)


def action_index(rule: str, rank: int = 0) -> int:
    """Return the index of a rule, for the term of the given rank if it takes one."""
    index = RULE_INDEX[rule]
    return index if index < NUM_PLAIN else index + NUM_WITH_TERM * rank


def split_index(index: int) -> tuple[Rule, int]:
    """Return the rule of an action index and the rank of its term."""
    if index < NUM_PLAIN:
        return RULES[index], 0
    rank, operation = divmod(index - NUM_PLAIN, NUM_WITH_TERM)
    return RULES[NUM_PLAIN + operation], rank


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


_ZERO_TOKENS: Final = ex.number_tokens((0,))[0]
_ALL_LEGAL: Final = b"\x01" * 4096


def legal_mask(lhs: Expr, rhs: Expr, found: list[Expr]) -> bytes | bytearray:
    """Mark the legal actions (1) of a state with these terms: plain rules, then four per term.

    Illegal are the logarithm of zero and, where the right side is zero, dividing the left one by
    a factor that can vanish. Exponentials and reciprocals never vanish.
    """
    everything = _ALL_LEGAL[: NUM_PLAIN + NUM_WITH_TERM * len(found)]
    if rhs.tokens != _ZERO_TOKENS:
        return everything
    mask = bytearray(everything)
    mask[LOG] = 0
    vanishing = {base for base, sign in _bases(lhs) if sign > 0}
    for rank, term in enumerate(found):
        for base, sign in _bases(term):
            if base in vanishing:
                mask[NUM_PLAIN + NUM_WITH_TERM * rank + (3 if sign > 0 else 2)] = 0
    return mask


def _bases(expr: Expr) -> Iterator[tuple[Expr, int]]:
    """Yield the bases of the factors that hold the unknown and may vanish, with their side."""
    for factor in expr.children if expr.head == ex.MUL else (expr,):
        if factor.head == ex.EXP or not factor.holds_unknown:
            continue
        if factor.head == ex.POW:
            if factor.children[0].holds_unknown:  # 2**x never vanishes
                yield factor.children[0], -1 if _is_reciprocal(factor) else 1
        else:
            yield factor, 1


# -- one step ------------------------------------------------------------------------------------


def successor(
    table: ExprTable, lhs: Expr, rhs: Expr, rule: Rule, term: Expr | None
) -> tuple[Expr, Expr] | None:
    """Apply an action to both sides; None if the result is undefined or out of bounds."""
    operand = None if rule.operand is None or term is None else rule.operand(term.sym)
    effect = rule.effect
    try:
        left_sym, right_sym = effect(lhs, operand), effect(rhs, operand)
    except TooLong:
        return None
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
