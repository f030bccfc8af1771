"""Lines that state decimals only, such as `x ≈ 1.41`: they are the roots, and all, or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isclose

from aljabr.algebra.expr import Expr
from aljabr.algebra.isolating import Decimal
from aljabr.algebra.points import digits
from aljabr.tutor.decimals import Stated
from aljabr.tutor.reading import Line
from aljabr.tutor.telling import FAULTS, Teller
from aljabr.tutor.verdicts import CheckedLine


class Rounding:
    """The decimals of one derivation, while they are checked."""

    def __init__(self, teller: Teller, given: Line) -> None:
        self.teller = teller
        self.given = given
        self.stated: list[Stated] = []
        """Decimals that are stated one after another."""

    def said(self, plain: CheckedLine, stated: Sequence[Stated], of: Line) -> CheckedLine:
        """Say whether decimals are roots of a line, or of the first if that is not solved."""
        roots = self.teller.decimals(of)
        return _said(plain, stated, self.teller.decimals(self.given) if roots is None else roots)

    def of_values(self, plain: CheckedLine, pairs: Sequence[tuple[Stated, Expr]]) -> CheckedLine:
        """Say that a decimal is not that of the value in front of it, as in 20/3 ≈ 6.76."""
        for stated, value in pairs:
            said = plain if value.holds_symbols else _said(plain, [stated], [digits(value)])
            if plain.verdict == "right" and said.verdict != "right":
                return said
        return plain

    def with_lost(self, plain: CheckedLine, before: Line) -> CheckedLine:
        """Say which root of the line before, and of the first, no decimal stands for."""
        first = self.teller.decimals(self.given) or []
        for root in self.teller.decimals(before) or ():
            is_root = any(_is_same(root, each) for each in first)
            answers = [each.is_near([root]) for each in self.stated]
            if not is_root or True in answers:
                continue
            if None in answers:
                return replace(plain, verdict="unsure", sentence=FAULTS["rounded"])
            example = f"{self.teller.reader.unknown} ≈ {root:.6g}"
            said = f"{example} satisfies the line before, but is missing here."
            return replace(plain, verdict="wrong", kind="lost_root", sentence=said, example=example)
        return plain

    @property
    def has_all(self) -> bool:
        """Whether all roots of the first line are stated."""
        roots = self.teller.decimals(self.given)
        if not roots:
            return False
        return all(any(each.is_near([root]) for each in self.stated) for root in roots)


def _said(
    plain: CheckedLine, stated: Sequence[Stated], roots: Sequence[Decimal] | None
) -> CheckedLine:
    """Say whether decimals are those of some values."""
    answers = [None if roots is None else each.is_near(roots) for each in stated]
    if False in answers:
        said = f"{stated[answers.index(False)].text} is wrong, even as a rounded value."
        return replace(plain, verdict="wrong", kind="arithmetic", sentence=said)
    if None in answers:
        return replace(plain, verdict="unsure", kind="rounded", sentence=FAULTS["rounded"])
    return replace(plain, kind="rounded", sentence="This is rounded.")


def _is_same(one: Decimal, other: Decimal) -> bool:
    if isinstance(one, tuple) or isinstance(other, tuple):
        return False
    return isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
