"""Families of random equations: built by applying actions to x, solved by inverting them.

`sqrt(b*x + a) - c` takes four actions. They use the arithmetic of `expr`, that is, SymPy's
automatic simplifications, and not the effects of `rules`, which cancel inverse functions on their
principal branch: sqrt(x**2) and asin(sin(x)) stay what they are, equations of their own.

An equation and those that differ from it only by the names of a, b and c form a class, which is
built once.

Solvable means that x can be isolated by inverting what surrounds it, and that the value passes as
a root by `proof.is_root`, as in the game. x stands at one place in these equations, so that there
is no other way to a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.points import NUM_POINTS
from aljabr.algebra.printing import equation_text
from aljabr.algebra.proof import root_at

# -- actions as constructions --------------------------------------------------------------------

Construction = Callable[[Sym], Sym]

_PARAMETERS: Final = tuple(ar.symbol(name) for name in "abc")
_SIN, _COS, _ASIN, _ACOS = (tk.FUNCTION_TOKENS[name] for name in ("sin", "cos", "asin", "acos"))
_FUNCTIONS: Final[dict[int, Construction]] = {
    tk.EXP: ar.exponential,
    tk.LOG: ar.logarithm,
    _SIN: ar.sine,
    _COS: ar.cosine,
    _ASIN: ar.arcsine,
    _ACOS: ar.arccosine,
}


def constructions() -> list[Construction]:
    """List the eight functions, then the four operations with each of a, b, c."""
    found: list[Construction] = [_square, ar.square_root, *_FUNCTIONS.values()]
    for parameter in _PARAMETERS:
        found += _operations(parameter)
    return found


def _square(sym: Sym) -> Sym:
    return ar.multiply(sym, sym)


def _operations(term: Sym) -> list[Construction]:
    return [
        lambda sym: sym + term,
        lambda sym: sym - term,
        lambda sym: ar.multiply(sym, term),
        lambda sym: ar.multiply(sym, ar.reciprocal(term)),
    ]


# -- renaming ------------------------------------------------------------------------------------

_RENAMINGS: Final = tuple(permutations(_PARAMETERS))  # the first one changes nothing


class Renamer:
    """Exchanges a, b and c in the expressions of a table, and remembers the results."""

    def __init__(self, table: ExprTable) -> None:
        self.table = table
        parameters = [self.intern(parameter) for parameter in _PARAMETERS]
        self._images = [
            dict(zip(parameters, map(self.intern, renaming), strict=True))
            for renaming in _RENAMINGS
        ]

    def intern(self, sym: Sym) -> Expr:
        """Intern what is within bounds, as are all expressions of a few actions."""
        expr = self.table.intern(sym)
        assert expr is not None
        return expr

    def images(self, expr: Expr) -> list[Expr]:
        """Return what an expression becomes under each renaming, repetitions included.

        It is built anew from its parts, for SymEngine's forms depend on names: sin(b - a - x)
        is kept as -sin(a - b + x).
        """
        return [self._rename(expr, known) for known in self._images]

    def renamed(self, expr: Expr, names: dict[Sym, Sym]) -> Expr:
        """Return what an expression becomes under one renaming, of any parameters."""
        return self._rename(
            expr, {self.intern(old): self.intern(new) for old, new in names.items()}
        )

    def _rename(self, expr: Expr, known: dict[Expr, Expr]) -> Expr:
        image = known.get(expr)
        if image is None:
            parts = [self._rename(child, known).sym for child in expr.children]
            image = known[expr] = self.intern(_build(expr.head, parts)) if parts else expr
        return image


def _build(head: int, parts: list[Sym]) -> Sym:
    if head == tk.POW:
        return ar.power(*parts)
    if head in _FUNCTIONS:
        return _FUNCTIONS[head](parts[0])
    return ar.canonical(ar.rebuild(head, parts))


def canonical(text: str) -> str:
    """Return the least text among the renamings of an equation: the same for a whole class."""
    renamer = Renamer(ExprTable())
    equation = parse(text, table=renamer.table)
    sides = zip(renamer.images(equation.lhs), renamer.images(equation.rhs), strict=True)
    return min(equation_text(Equation(lhs, rhs)) for lhs, rhs in sides)


# -- solving by inversion ------------------------------------------------------------------------


def _roots(expr: Expr, value: Sym, every_branch: bool) -> Iterator[Sym]:
    """Yield values of x at which an expression, which holds x once, takes a given value."""
    if expr.head == tk.UNKNOWN:
        yield value
        return
    inner = next(child for child in expr.children if child.holds_unknown)
    others = [child.sym for child in expr.children if child is not inner]
    inverses = _inverses(expr.head, value, others)
    for inverse in inverses if every_branch else inverses[:1]:
        yield from _roots(inner, inverse, every_branch)


def _inverses(head: int, value: Sym, others: list[Sym]) -> list[Sym]:
    """Undo one operation; the principal branch comes first, then its neighbours."""
    if head == tk.ADD:
        return [ar.canonical(value - ar.add(*others))]
    if head == tk.MUL:
        return [ar.multiply(value, ar.reciprocal(ar.times(*others)))]
    if head == tk.POW:
        (exponent,) = others
        root = ar.power(value, 1 / exponent)
        if exponent == ar.HALF:
            return [root]
        units: tuple[Sym, ...] = (ar.ONE, ar.MINUS_ONE)
        if exponent != 2:
            units = (*units, ar.IMAGINARY, -ar.IMAGINARY)
        return [ar.multiply(root, unit) for unit in units]
    if head == tk.EXP:
        if value == 0:
            return []
        return [ar.logarithm(value), ar.logarithm(value) + 2 * ar.PI * ar.IMAGINARY]
    if head == _SIN:
        angle = ar.arcsine(value)
        return [angle, ar.PI - angle, angle + 2 * ar.PI, -ar.PI - angle]
    if head == _COS:
        angle = ar.arccosine(value)
        return [angle, -angle, 2 * ar.PI - angle, 2 * ar.PI + angle]
    return [{tk.LOG: ar.exponential, _ASIN: ar.sine, _ACOS: ar.cosine}[head](value)]


# -- families ------------------------------------------------------------------------------------

Candidates = Iterator[tuple[Sym, bool]]
"""Possible roots, each with whether principal branches alone lead to it, as in the game."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of solving an equation."""

    root: Expr | None
    is_principal: bool = False
    is_unclear: bool = False
    """Whether no root was found, but a candidate could not be refuted either."""


class Family:
    """Equations `expr = 0` of one kind, by class; solved on demand."""

    def __init__(self, candidates_fn: Callable[[Expr], Candidates]) -> None:
        self.renamer = Renamer(ExprTable())
        self.classes: list[list[Expr]] = []
        """The left sides of equations that differ only by the names of their parameters."""
        self.num_constructions = 0
        self.zero = self.renamer.intern(ar.ZERO)
        self._candidates_fn = candidates_fn
        self._known = {self.renamer.intern(ar.X)}  # x = 0 is no task
        self._answers: dict[Expr, Answer] = {}

    def add(self, sym: Sym) -> Expr | None:
        """Enter an equation with its renamings; return the first one, or None if known."""
        expr = self.renamer.intern(sym)
        if expr in self._known:
            return None
        images = list(dict.fromkeys(self.renamer.images(expr)))
        is_new = self._known.isdisjoint(images)
        self._known.update(images, (expr,))
        if not is_new:
            return None
        self.classes.append(images)
        return images[0]

    def holds(self, expr: Expr) -> bool:
        """Whether an equation of the family's table is one of the family, or x = 0."""
        return expr in self._known

    def answer(self, expr: Expr) -> Answer:
        """Solve an equation, once."""
        known = self._answers.get(expr)
        if known is None:
            known = self._answers[expr] = self._solve(expr)
        return known

    def _solve(self, expr: Expr) -> Answer:
        is_unclear = False
        tried: set[Expr] = set()
        for sym, is_principal in self._candidates_fn(expr):
            root = self.renamer.table.intern(sym)
            if root is None or root in tried:
                continue
            tried.add(root)
            for number in range(NUM_POINTS):  # what `is_root` does, noting the undecided
                verdict = root_at(expr, self.zero, root, number)
                if verdict:
                    return Answer(root, is_principal)
                is_unclear |= verdict is None
        return Answer(None, is_unclear=is_unclear)


@lru_cache
def recursive_family(max_actions: int) -> Family:
    """Build every equation that takes at most so many actions."""
    family = Family(invert)
    steps = constructions()
    level = [family.renamer.intern(ar.X)]
    for length in range(1, max_actions + 1):
        family.num_constructions += len(steps) ** length
        level = [
            first
            for parent in level
            for construct in steps
            if (first := family.add(construct(parent.sym))) is not None
        ]
    return family


def invert(expr: Expr) -> Candidates:
    """Yield the possible roots of an equation that holds x once."""
    if expr.tokens.count(tk.UNKNOWN) == 1:
        for every_branch in (False, True):
            for root in _roots(expr, ar.ZERO, every_branch):
                yield root, not every_branch


@lru_cache
def rational_family() -> Family:
    """Build (p*x + q)/(r*x + s) + t with p, q, r, s among a, b, c, 1 and t among 0, ±a, ±b, ±c.

    A numerator proportional to the denominator would cancel it, and is left out.
    """
    roots: dict[Expr, Sym] = {}

    def candidates(expr: Expr) -> Candidates:
        if expr in roots:
            yield roots[expr], True

    family = Family(candidates)
    coefficients = (*_PARAMETERS, ar.ONE)
    constants = (ar.ZERO, *_PARAMETERS, *map(ar.negate, _PARAMETERS))
    for p, q, r, s, t in product(*[coefficients] * 4, constants):
        if p * s == q * r:
            continue
        family.num_constructions += 1
        sym = (p * ar.X + q) / (r * ar.X + s) + t
        family.add(sym)
        if p + t * r != 0:
            roots[family.renamer.intern(sym)] = -(q + t * s) / (p + t * r)
    return family
