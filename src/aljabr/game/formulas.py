"""Lemmas in the games for all roots: an equation that was solved before is one step.

Of a quadratic the roots are written out. Of a polynomial with numbers and a higher degree they are
constants, of which everything is known, and whose closed form is told in the answer; with letters,
they are names for what the lemma says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd, lcm
from pathlib import Path
from typing import Final

from aljabr.algebra import algebraic, laurent
from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.laurent import Coefficients
from aljabr.algebra.points import PRECISION, Named
from aljabr.algebra.prover import factors_of, value_of
from aljabr.game import effects
from aljabr.game.branches import Conditions
from aljabr.game.cases import Sides
from aljabr.game.guards import ZERO, Guard
from aljabr.game.kernels import kernel_of
from aljabr.game.lemmas import LINEAR, Lemma, Library, Values, read_library, shifted
from aljabr.game.opening import Opened, Opening, Used, free_symbols, fresh_names
from aljabr.game.programs import Program, put_in
from aljabr.game.reading import Says, Write
from aljabr.game.rules import Rule

FILE: Final = Path(__file__).parent.parent / "lemmas.jsonl"
MAX_NODES: Final = 60
"""The largest equation that is looked at."""


_CHOSEN: list[Library] = []


def choose(library: Library) -> None:
    """Use other lemmas than those of the package from now on, in this process."""
    _CHOSEN.append(library)
    _constants.cache_clear()


def shipped() -> Library:
    """Return the lemmas that come with the package, or those that were chosen."""
    return _CHOSEN[-1] if _CHOSEN else _read()


@lru_cache(maxsize=1)
def _read() -> Library:
    return read_library(FILE) if FILE.exists() else Library([LINEAR])


@dataclass(frozen=True)
class Closed:
    """The closed forms of the roots of a polynomial."""

    program: Program
    roots: tuple[Sym, ...]
    """By the names of the program."""


def closed(lemma: Lemma, values: Values) -> Closed:
    """Put values into a lemma."""
    program = Program()
    roots = program.use(lemma, values)
    named = dict(program.definitions)
    return Closed(program, tuple(named.get(root, root) for root in roots))


def conjugates(found: Closed) -> Iterator[Closed]:
    """Yield the closed forms, and with another root taken in one place: as good, by algebra."""
    yield found
    definitions = found.program.definitions
    for place, (name, value) in enumerate(definitions):
        radicals = [each for each in ar.factors(value) if not _exponent(each).is_integer]
        for each in radicals if not ar.is_sum(value) else ():
            count = int(_exponent(each).q)
            for number in range(1, count):
                other = ar.multiply(value, ar.root_of_unity(number, count))
                changed = [*definitions[:place], (name, other), *definitions[place + 1 :]]
                yield Closed(replace(found.program, definitions=changed), found.roots)


def _exponent(factor: Sym) -> Sym:
    return ar.base_and_exponent(factor)[1]


@lru_cache(maxsize=1024)
def _constants(
    coefficients: tuple[int, ...], is_real: bool
) -> tuple[Closed, tuple[Sym, ...]] | None:
    """Return the closed forms of an irreducible polynomial's roots, each with its constant.

    What a lemma divides by may be zero here; then another root is taken on the way.
    """
    instance = {power: ar.rational(each) for power, each in enumerate(coefficients) if each}
    matched = shipped().match(instance)
    if matched is None:
        return None
    for found in conjugates(closed(*matched)):
        ordered = _matched(coefficients, found, is_real)
        if ordered is not None:
            return found, ordered
    return None


def _matched(coefficients: tuple[int, ...], found: Closed, is_real: bool) -> tuple[Sym, ...] | None:
    """Return the constants that closed forms are equal to; None unless these are all."""
    table, point = ExprTable(), Named(0, 4 * PRECISION, is_real)
    if not (
        algebraic.has_simple_roots(coefficients) and point.run(table, found.program.definitions)
    ):
        return None
    known = {each: algebraic.value(each.name, 4 * PRECISION)
             for each in algebraic.constants(coefficients)}  # fmt: skip
    ordered = []
    for root in found.roots:
        ball = point.of(table, root)
        near = [each for each, value in known.items() if ball is not None and value.overlaps(ball)]
        if len(near) != 1:
            return None
        ordered.append(near[0])
    return tuple(ordered) if len({*ordered}) == len(known) else None


def closed_form(constant: Sym, is_real: bool) -> tuple[Closed, Sym] | None:
    """Return the closed form of a constant, and the program that it belongs to.

    Among real numbers, odd roots of negative ones are real.
    """
    coefficients, _ = algebraic.polynomial_of(constant.name)
    found = _constants(coefficients, is_real)
    if found is None:
        return None
    return found[0], found[0].roots[found[1].index(constant)]


def by_lemma(is_real: bool, library_fn: Callable[[], Library] = shipped) -> Opening:
    """Use the lemma for a polynomial that cannot be factored, in the unknown or in a kernel."""

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        if free_symbols(lhs, rhs):
            return None
        found = kernel_of(lhs, rhs)
        if found is None or min(found.difference) > 0:
            return None
        instance = shifted(found.difference)
        if (
            max(instance) < 2
            or len(instance) < 3
            or _is_product(_in_unknown(instance, found.kernel))
        ):
            return None
        if max(instance) == 2:
            return _explicit(library_fn(), found.kernel, instance)
        if all(map(ar.is_rational, instance.values())):
            return _numbers(found.kernel, instance, is_real)
        return None if is_real else _named(library_fn(), found.kernel, instance, lhs, rhs)

    return opening


def _in_unknown(instance: Coefficients, kernel: Sym) -> Coefficients:
    """Write a polynomial in a power of the unknown by the unknown: it may be a product then."""
    base, exponent = ar.base_and_exponent(kernel)
    if base != ar.X or not exponent.is_integer or exponent < 2:
        return instance
    return {power * int(exponent): each for power, each in instance.items()}


def _is_product(instance: Coefficients) -> bool:
    """Whether a polynomial is a product of others, or a power."""
    found = factors_of(laurent.of(instance))
    if found is None:
        return False
    holding = [exponent for factor, exponent in found[1] if ar.X in factor.free_symbols]
    return holding != [1]


def _explicit(library: Library, kernel: Sym, instance: Coefficients) -> Opened | None:
    matched = library.match(instance)
    if matched is None:
        return None
    roots = _paired(unfolded(closed(*matched)))
    sides = tuple((kernel, root) for root in dict.fromkeys(roots))
    return Opened(sides, used=Used((), *matched))


def _paired(roots: list[Sym]) -> list[Sym]:
    """Write two roots m + s, m - s with all squares taken out of s*s; the sign does not matter."""
    if len(roots) != 2:
        return roots
    middle, half = ((roots[0] + sign * roots[1]) / 2 for sign in (1, -1))
    middle, square = value_of(middle), value_of(ar.expand(half * half))
    if middle is not None and square == 0:
        return [middle]
    if middle is None or square is None or not square.free_symbols:
        return roots
    found = factors_of(square)
    if found is None:
        return roots
    number, factors = found
    outside, inside = ar.ONE, ar.rational(number.numerator, number.denominator)
    for factor, exponent in factors:
        outside = outside * factor ** (exponent // 2)
        inside = inside * factor ** (exponent % 2)
    half = ar.multiply(outside, ar.square_root(ar.expand(inside)))
    return [middle + half, middle - half]


def unfolded(found: Closed) -> list[Sym]:
    """Return roots without names."""
    values: dict[Sym, Sym] = {}
    for name, value in found.program.definitions:
        values[name] = put_in(value, values)
    return [put_in(root, values) for root in found.roots]


def _numbers(kernel: Sym, instance: Coefficients, is_real: bool) -> Opened | None:
    below = lcm(*[int(each.q) for each in instance.values()])
    whole = {power: int(below * each) for power, each in instance.items()}
    common = gcd(*whole.values())
    coefficients = tuple(whole.get(power, 0) // common for power in range(max(instance) + 1))
    found = _constants(coefficients, is_real)
    matched = shipped().match(instance)
    if found is None or matched is None:
        return None
    wanted = [each for each in algebraic.constants(coefficients)
              if not is_real or algebraic.is_real(each.name)]  # fmt: skip
    sides: list[Sides] = [(kernel, each) for each in wanted]
    return Opened(tuple(sides) or ((ar.ONE, ar.ZERO),), used=Used((), *matched))


def _named(
    library: Library, kernel: Sym, instance: Coefficients, lhs: Expr, rhs: Expr
) -> Opened | None:
    matched = library.match(instance)
    if matched is None:
        return None
    names = fresh_names(len(matched[0].roots), lhs, rhs)
    if names is None:
        return None
    return Opened(tuple((kernel, each) for each in names), used=Used(names, *matched))


def needs_names(equation: Equation) -> bool:
    """Whether a lemma names the roots of an equation, as they stand: they may not be real."""
    if not (equation.lhs.holds_parameters or equation.rhs.holds_parameters):
        return False
    table = ExprTable()
    lhs, rhs = table.intern(equation.lhs.sym - equation.rhs.sym), table.intern(ar.ZERO)
    if lhs is None or rhs is None or len(lhs.tokens) > MAX_NODES:
        return False
    opened = by_lemma(is_real=False)(lhs, rhs)
    return opened is not None and opened.used is not None and bool(opened.used.names)


def _is_instance(opening: Opening) -> Guard:
    """Return the guard of a lemma's rule: there is one for a sum that is zero."""

    @lru_cache(maxsize=1024)
    def is_known(left: Sym) -> bool:
        table = ExprTable()
        lhs, rhs = table.intern(left), table.intern(ar.ZERO)
        return lhs is not None and rhs is not None and opening(lhs, rhs) is not None

    def guard(lhs: Expr, rhs: Expr) -> bool:
        if rhs.tokens != ZERO or lhs.head != tk.ADD or len(lhs.tokens) > MAX_NODES:
            return False
        return lhs.tokens.count(tk.UNKNOWN) > 1 and is_known(lhs.sym)

    return guard


def _conditions(opening: Opening) -> Conditions:
    """Return what a lemma asks of its letters."""

    def conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
        opened = opening(equation.lhs, equation.rhs)
        if opened is None or opened.used is None:
            return []
        lemma, values = opened.used.lemma, opened.used.values
        asked = [each for each in lemma.conditions if each.free_symbols <= lemma.letters]
        kernel = kernel_of(equation.lhs, equation.rhs)
        assert kernel is not None
        first = kernel.difference[max(kernel.difference)]
        found = [table.intern(each) for each in (first, *[put_in(one, values) for one in asked])]
        return [Condition("nonzero", each) for each in found if each is not None]

    return conditions


def rule(is_real: bool) -> Rule:
    """Return the rule that uses a lemma, for all real roots or for all."""
    opening = by_lemma(is_real)
    return Rule(
        "lemma", "by a lemma", effects.unchanged, opening=opening, guard=_is_instance(opening),
        conditions=_conditions(opening), is_lemma=True, is_real=False, says=_told(opening),
        cost=2.0,  # it is told in several lines
    )  # fmt: skip


def _told(opening: Opening) -> Says:
    """Say which lemma it is."""

    def says(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
        opened = opening(before.lhs, before.rhs)
        if opened is None or opened.used is None:
            return "by a lemma"
        lemma = opened.used.lemma
        lhs = table.intern(lemma.left)
        shown = "" if lhs is None else write(lhs, before.unknown)
        date = lemma.record.get("made_with", {}).get("date")
        found = f", found on {date}" if date else ""
        return f"by the lemma for {shown} = 0{found}"

    return says
