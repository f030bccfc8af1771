"""Work in cases over several lines: some follow one factor of a line, the next ones another.

(x - 2)(x - 3) = 0
x - 2 = 0             a case: it loses roots, but gains none
x = 2                 follows from it
x - 3 = 0             another case of the same line; together they lose nothing

Nothing is taken for granted: that the cases are all there is proved of all of them together, as of
one line `x - 2 = 0 or x - 3 = 0`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.prover import factors_of
from aljabr.tutor.assuming import Assumption, under
from aljabr.tutor.reading import Line
from aljabr.tutor.relating import UNKNOWN, Relater, Relation, is_wrong, product
from aljabr.tutor.solving import holds_integers


@dataclass(slots=True)
class Thread:
    """Where a chain of lines stands, each of which follows from the one before."""

    before: Line
    """What the next line is compared with."""
    base: Line
    """The line whose roots must not be lost."""
    trusted: Line
    """The last line that is right."""
    is_spoiled: bool = False
    """Whether a line of it is wrong."""
    chain: list[tuple[int, Line]] = field(default_factory=list)
    """Its right lines, with their places among all."""
    assumed: Assumption | None = None
    """Where the unknown is, as far as its lines go."""


@dataclass(slots=True)
class Split:
    """A line, and the cases that are made of it."""

    thread: Thread
    """The one that ends in the line."""
    heads: list[Line] = field(default_factory=list)
    """The first line of each case."""
    places: list[int] = field(default_factory=list)
    """Where the heads stand among all lines."""
    leaves: list[Line] = field(default_factory=list)
    """The last right line of each case."""
    last: int = 0
    """The place of its last line that was not wrong."""
    relation: Relation = UNKNOWN
    """Of the line to all cases together."""
    is_assumed: bool = False
    """Whether its cases are told by where the unknown is."""

    @property
    def base(self) -> Line:
        return self.thread.before

    @property
    def is_complete(self) -> bool:
        """Whether no case is missing, which is proved."""
        return self.relation.same is not None and not is_wrong(self.relation)

    @property
    def is_announced(self) -> bool:
        """Whether the first case is called one, so that others are to come."""
        return self.heads[0].is_case


class Cases:
    """The splits in which a student is, the outermost first."""

    def __init__(self, relater: Relater, given: Line) -> None:
        self.relater = relater
        self.thread = Thread(given, given, given, chain=[(0, given)])
        self.splits: list[Split] = []

    def is_part(self, base: Line, line: Line, relation: Relation | None) -> bool:
        """Whether a line may be a case of another: it has some of its roots, or of its factors."""
        if relation is None or relation.same or not line.cases or not base.cases:
            return False
        if divides(line, base):
            return True
        if relation.gained:
            return False
        roots = self.relater.roots(line), self.relater.roots(base)
        known = roots[0].complete and roots[1].complete and not roots[1].everything
        return known and (line.is_case or bool(roots[0].values)) and relation.same is not None

    def may_begin(self, line: Line) -> bool:
        """Whether a line may begin another case, though the one at hand may not be at its end.

        Who says what the unknown is where a case has a root to be found ends that case.
        """
        if line.is_case or not self.splits or not line.states_roots:
            return True
        leaf = self.thread.before
        roots = self.relater.roots(leaf)
        return leaf.states_roots or not roots.complete or not roots.values

    def is_next(self, split: Split, line: Line) -> bool:
        """Whether a line is made of factors that the cases so far have left."""
        if split.is_assumed or not line.cases:
            return False
        if split.is_announced and not self.may_begin(line):
            return False
        return divides(gathered([*split.heads, line]), split.base)

    def completes(self, split: Split, line: Line) -> bool:
        """Whether a line that says nothing of the cases so far is all that they have left."""
        if (
            split.is_assumed
            or split.is_complete
            or any(divides(head, line) for head in split.heads)
        ):
            return False
        heads = gathered([*split.heads, line])
        relation = self.relater.relate(split.base, heads, split.thread.base)
        return relation.same is not None and not is_wrong(relation)

    def resumes(self, split: Split, place: int, line: Line) -> bool:
        """Go on with a case that was left before it was at its end; whether the line does."""
        for number, leaf in enumerate(() if split.is_assumed else split.leaves[:-1]):
            if leaf.states_roots or not self.relater.relate(leaf, line, split.thread.base).same:
                continue
            self.close_inner(split)
            for parts in (split.heads, split.places, split.leaves):
                parts.append(parts.pop(number))  # type: ignore[arg-type]
            outer = split.thread
            self.thread = replace(outer, before=leaf, trusted=leaf, chain=[])
            self.go_on(place, line)
            return True
        return False

    def open(self, place: int, line: Line) -> Split:
        """Begin with the first case of the line before."""
        split = Split(self.thread)
        self.splits.append(split)
        self.add(split, place, line)
        return split

    def reopen(self, place: int, line: Line) -> Split | None:
        """Take what has followed from an earlier line for its first case, and this for another.

        So it is where the first case has all roots: x(x^2 + 1) = 0, x = 0, x^2 + 1 = 0.
        """
        chain = self.thread.chain if line.cases else []
        for number in range(len(chain) - 2, -1, -1):
            (_, base), (first, head) = chain[number : number + 2]
            if not divides(gathered([head, line]), base):
                continue
            thread = replace(self.thread, before=base, trusted=base, chain=chain[: number + 1])
            split = Split(thread, [head], [first], [self.thread.trusted])
            self.splits.append(split)
            self.add(split, place, line)
            return split
        return None

    def add(self, split: Split, place: int, line: Line) -> None:
        """Begin with another case."""
        self.close_inner(split)
        split.heads.append(line)
        split.places.append(place)
        split.leaves.append(line)
        for each in self.splits:
            each.last = place
        outer = split.thread
        split.relation = self.relater.relate(outer.before, gathered(split.heads), outer.base)
        self.thread = replace(outer, before=line, trusted=line, chain=[(place, line)])

    def go_on(self, place: int, line: Line) -> None:
        """Take a line that is right."""
        for split in self.splits:
            split.last = place
        thread = self.thread
        thread.before = line
        if not thread.is_spoiled:
            thread.trusted = line
            thread.chain.append((place, line))
            if self.splits:
                self.splits[-1].leaves[-1] = line

    def spoil(self, line: Line) -> None:
        """Take a line that is wrong."""
        self.thread.before = self.thread.base = line
        self.thread.is_spoiled = True

    def begin_anew(self, line: Line) -> None:
        """Take a line that does not follow from another, such as what is called a case wrongly."""
        self.thread = Thread(line, line, line, is_spoiled=True)

    def assuming(self) -> Split:
        """Return the split of which another case is told by where the unknown is."""
        told = [each for each in self.splits if each.is_assumed]
        if not told:
            told = [Split(self.thread, is_assumed=True)]
            self.splits += told
        return told[-1]

    def assume(self, split: Split, place: int, line: Line, assumed: Assumption) -> None:
        """Begin with a case that is told by where the unknown is."""
        there = under(assumed, split.base)
        self.add(split, place, replace(there, text=line.text, number=line.number, is_case=True))
        self.thread.assumed = assumed

    def close_inner(self, split: Split) -> list[Split]:
        """Leave the cases within a case; return them."""
        number = self.splits.index(split)
        inner = self.splits[number + 1 :]
        while len(self.splits) > number + 1:
            leaf = _leaf(self.splits.pop())
            self.splits[-1].leaves[-1] = leaf
        return inner

    def close(self, split: Split) -> list[Split]:
        """Leave the cases of a line; return those that are left, innermost last."""
        left = [split, *self.close_inner(split)]
        self.splits.pop()
        self.thread = split.thread
        return left

    def whole(self) -> Line:
        """Return what is known by now: the last lines of all cases together."""
        if not self.splits:
            return self.thread.trusted
        leaf = None
        for split in reversed(self.splits):
            leaves = split.leaves if leaf is None else [*split.leaves[:-1], leaf]
            leaf = gathered(leaves) if split.is_complete else split.base
        assert leaf is not None
        return leaf


def gathered(lines: Iterable[Line]) -> Line:
    """Write several cases as one line."""
    found = list(lines)
    if len(found) == 1:
        return found[0]
    whole = [each for each in found if each.says == "all"]
    if whole:
        return whole[0]
    cases = tuple(case for each in found for case in each.cases)
    return Line(
        " or ".join(each.text for each in found if each.cases),
        found[-1].number,
        cases,
        "equations" if cases else "none",
        sources=tuple(text for each in found for text in each.sources),
    )


def _leaf(split: Split) -> Line:
    return gathered(split.leaves) if split.is_complete else split.base


def divides(line: Line, base: Line) -> bool:
    """Whether a line is made of factors of another."""
    if not line.cases or not base.cases or holds_integers(line) or holds_integers(base):
        return False
    for case in line.cases:
        part = factors_of(case.lhs.sym - case.rhs.sym)
        if part is None or not any(times > 0 and _holds(each) for each, times in part[1]):
            return False
    found = factors_of(product(base) / product(line))
    return found is not None and all(times > 0 or not _holds(each) for each, times in found[1])


def _holds(factor: Sym) -> bool:
    return ar.X in factor.free_symbols


def is_factor(line: Line, base: Line) -> bool:
    """Whether a line says x = 0, and x is a factor of another as it stands."""
    (case, *others) = line.cases
    products = [each.lhs.children for each in base.cases if each.lhs.head == tk.MUL]
    return not others and case.rhs.sym == 0 and any(case.lhs in each for each in products)
