"""One line judged by another: what relates them, what is said of it, and whether it is exact."""

from __future__ import annotations

from dataclasses import replace

from aljabr.tutor.reading import Line
from aljabr.tutor.relating import Relater, Relation
from aljabr.tutor.telling import Teller, unjudged
from aljabr.tutor.verdicts import CheckedLine


class Judge:
    """Judges the lines of one derivation, each by the one that it comes from."""

    def __init__(self, relater: Relater, teller: Teller, given: Line) -> None:
        self.relater = relater
        self.teller = teller
        self.given = given
        self.is_exact: dict[Line, bool] = {given: True}
        """For each right line, whether its roots are those of the first; else it may have more."""

    def line(
        self, before: Line, line: Line, base: Line, is_last: bool
    ) -> tuple[CheckedLine, Relation | None]:
        """Compare a line with one before; there is no relation if it cannot be compared.

        Args:
            before: the line that it comes from.
            line: the line.
            base: the one whose roots must not be lost.
            is_last: whether nothing is left out after it.
        """
        said = self.teller.unread(line)
        if said is not None:
            return said, None
        relation = self.relater.relate(before, line, base)
        if is_last and line.states_roots and relation.gained and relation.is_fair:
            relation = replace(relation, is_fair=False)
        elif (
            is_last and line.states_roots and relation.same and not self.is_exact.get(before, True)
        ):
            relation = self._to_the_end(line, base, relation)
        said = self.teller.said(unjudged(line), before, line, relation)
        vain = self.relater.vain(line)
        if vain is not None and said.verdict == "right":
            said = self.teller.vain(said, line, vain)
        return said, relation

    def _to_the_end(self, line: Line, base: Line, relation: Relation) -> Relation:
        """Ask of the last line that it has no root which a step before has gained."""
        found = self.relater.relate(base, line, base)
        return replace(found, is_fair=False) if found.gained else relation

    def keep(self, line: Line, before: Line, relation: Relation | None) -> None:
        """Keep whether the roots of a right line are those of the first."""
        is_exact = relation is not None and not relation.gained
        if is_exact and relation is not None and not relation.left_out:
            is_exact = self.is_exact.get(before, False)
        self.is_exact[line] = is_exact

    def has_exact_roots(self, line: Line) -> bool:
        """Whether the roots of what is known are those of the first line."""
        if line not in self.is_exact:
            relation = self.relater.relate(self.given, line, self.given)
            self.is_exact[line] = relation.same is True
        return self.is_exact[line] and self.relater.vain(line) is None
