"""What is to be said of a line: right, wrong with the reason and an example, or neither."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Any, Final

from aljabr.algebra import tokens as tk
from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.isolating import Decimal, holds_odd_root
from aljabr.algebra.points import Point, digits
from aljabr.algebra.printing import expr_text, symbol_text
from aljabr.tutor.cases import Split
from aljabr.tutor.decimals import decimal_of, stated_by
from aljabr.tutor.diagnosis import Reason, explain
from aljabr.tutor.reading import Line, Reader
from aljabr.tutor.relating import Relater, Relation, is_wrong
from aljabr.tutor.solving import holds_real
from aljabr.tutor.verdicts import CheckedLine, Verdict


def unjudged(line: Line) -> CheckedLine:
    """Return the record of a line, right until something else is found."""
    return CheckedLine(line.text, "right", number=line.number)


class Teller:
    """Finds the words for the lines of one derivation."""

    def __init__(self, reader: Reader, relater: Relater) -> None:
        self.table = reader.table
        self.reader = reader
        self.relater = relater

    def unread(self, line: Line) -> CheckedLine | None:
        """Say what is to be said of a line without comparing it; None if it must be compared."""
        plain = unjudged(line)
        if line.says == "name":
            return replace(plain, kind="name", sentence="This gives something a name.")
        if line.fault is not None:
            said = FAULTS[line.fault].format(line.told)
            verdict: Verdict = "remark" if line.fault == "assumption" else "unsure"
            return replace(plain, verdict=verdict, kind=line.fault, sentence=said)
        points = [Point(number) for number in (0, 1, -1, -2)]
        for one, other in line.equal:  # x = 4/2 = 3
            equality = compare(self.table, one.value, other.value, points)
            if equality is Equality.PROVED:
                continue
            about = decimal_of(other.value, other.text)
            is_number = not one.value.holds_symbols
            if about is not None and is_number and about.is_near([digits(one.value)]):
                said = FAULTS["rounded"]  # x = 1/3 = 0.333
                return replace(plain, verdict="unsure", kind="rounded", sentence=said)
            sides = Equation(one.value, other.value, self.reader.unknown)
            if equality is Equality.DIFFER and not holds_odd_root(sides):
                said = f"{one.text} is not {other.text}."
                return replace(plain, verdict="wrong", kind="arithmetic", sentence=said)
            return replace(plain, verdict="unsure", kind="cannot_tell", sentence=CANNOT_TELL)
        return None

    def said(self, plain: CheckedLine, before: Line, line: Line, relation: Relation) -> CheckedLine:
        """Say what is to be said of a line that was compared with the one before."""
        if relation.same:
            if relation.conditions:
                said = f"This has the same roots if {' and '.join(relation.conditions)}."
                return replace(plain, kind="condition", sentence=said)
            return replace(plain, sentence="This has the same roots.")
        if relation.same is None:
            return replace(plain, verdict="unsure", kind="cannot_tell", sentence=CANNOT_TELL)
        if is_wrong(relation):
            return self._wrong(plain, before, line, relation)
        if relation.gained:
            root = self.root(relation.gained[0])
            said = f"This follows, but {root} is a root of this line only: check it at the end."
            return replace(plain, kind="may_gain", sentence=said, example=root)
        root = self.root(relation.left_out[0])
        said = f"{root} is rightly left out: it does not satisfy the first line."
        return replace(plain, kind="left_out", sentence=said, example=root)

    def _wrong(
        self, plain: CheckedLine, before: Line, line: Line, relation: Relation
    ) -> CheckedLine:
        reason = None
        if self._is_rounded(before, line):
            said = FAULTS["rounded"]
            return replace(plain, verdict="unsure", kind="rounded", sentence=said)
        if relation.lost or relation.near is not None:
            until = min(self.relater.deadline, time.monotonic() + 1.0)
            kept = self.relater.roots(line)
            is_part = not kept.complete or bool(kept.values)
            reason = explain(self.table, before, line, self.reader.read, until, is_part)
        example, shown = self._example(relation)
        if reason is None:
            kind = "lost_root" if relation.lost else "gained_root"
            if relation.near is not None or (relation.lost and relation.gained):
                kind = "other_roots"
            reason = Reason(kind, "")
        sentence = f"{reason.sentence} {shown}".strip()
        return replace(plain, verdict="wrong", kind=reason.kind, sentence=sentence, example=example)

    def _is_rounded(self, before: Line, line: Line) -> bool:
        """Whether a line states the roots to some decimals."""
        stated = stated_by(line) if line.cases else None
        roots = self.decimals(before)
        if not stated or not roots or not all(each.places for each in stated):
            return False
        return all(each.is_near(roots) for each in stated) and all(
            any(each.is_near([root]) for each in stated) for root in roots
        )

    def decimals(self, line: Line) -> list[Decimal] | None:
        """Return all roots of a line as decimals; None if they are not known as such."""
        roots = self.relater.roots(line)
        if not roots.complete or roots.everything or any(e.holds_symbols for e in roots.values):
            return None
        return [digits(each) for each in roots.values]

    def _example(self, relation: Relation) -> tuple[str, str]:
        """Write a value that shows that a line is wrong, alone and in a sentence."""
        if relation.near is not None:
            example = f"{self.reader.unknown} ≈ {relation.near:.6g}"
            return example, f"{example} satisfies the line before, but not this one."
        values = [
            f"{symbol_text(self._interned(letter), self.reader.unknown)} = {number}"
            for letter, number in relation.numbers
        ]
        if relation.lost:
            example = ", ".join([*values, self.root(relation.lost[0])])
            return example, f"{example} satisfies the line before, but not this one."
        example = ", ".join([*values, self.root(relation.gained[0])])
        return example, f"{example} satisfies this line, but not what it comes from."

    def _interned(self, sym: Any) -> Expr:
        found = self.table.intern(sym)
        assert found is not None
        return found

    def root(self, value: Expr) -> str:
        """Write a value of the unknown."""
        if tk.ALGEBRAIC in value.tokens:  # a constant that has no name for a reader
            return f"{self.reader.unknown} ≈ {digits(value):.6g}"
        return f"{self.reader.unknown} = {expr_text(value, self.reader.unknown)}"

    def vain(self, plain: CheckedLine, line: Line, place: int) -> CheckedLine:
        """Say that a value that is stated is no root, for it is not real, or is excluded."""
        root = re.sub(r"=\s*\+\s*", "= ", line.sources[place])
        kind, why = "excluded", "is excluded by what is assumed"
        if not holds_real(line.cases[place]):
            kind, why = "not_real", "is not real"
        said = f"{root} {why}: leave this case out."
        return replace(plain, kind=kind, sentence=said, example=root)

    def assumed(self, line: Line) -> CheckedLine:
        """Say that a line may hold under an assumption."""
        said = "Under the assumption this may be right: I cannot tell."
        return CheckedLine(line.text, "unsure", "assumption", said, number=line.number)

    def unknown_case(self, line: Line) -> CheckedLine:
        """Say that a line may be a case which a line that was not read has begun."""
        said = "The line before is not read: this may be a case of what it says."
        return CheckedLine(line.text, "unsure", "cannot_tell", said, number=line.number)

    # -- of cases ----------------------------------------------------------------------------------

    def case(self, plain: CheckedLine, split: Split, line: Line) -> CheckedLine:
        """Say that a line is a case of another, and whether all are there by now."""
        said = f"This is a case of line {split.base.number}."
        if split.is_complete and not split.is_assumed and line is split.heads[-1]:
            said = f"With this, all cases of line {split.base.number} are there."
            if split.relation.conditions:
                said = f"{said[:-1]}, if {' and '.join(split.relation.conditions)}."
        return replace(plain, verdict="right", kind="case", sentence=said, example=None)

    def missing(self, plain: CheckedLine, split: Split) -> CheckedLine:
        """Say that a case is missing, or that nobody can tell."""
        where = f"line {split.base.number}"
        relation = split.relation
        if relation.same is None:
            said = f"I cannot tell whether these are all cases of {where}."
            return replace(plain, verdict="unsure", kind="cannot_tell", sentence=said, example=None)
        example, _ = self._example(relation)
        if relation.lost or relation.near is not None:
            said = f"A case of {where} is missing: {example} satisfies it, but none of the cases."
            return replace(plain, verdict="wrong", kind="lost_root", sentence=said, example=example)
        said = f"{example} satisfies a case, but not {where}."
        return replace(plain, verdict="wrong", kind="gained_root", sentence=said, example=example)

    def candidates(self, plain: CheckedLine, gained: Expr) -> CheckedLine:
        """Say that not all values that are stated in cases satisfy the first line."""
        root = self.root(gained)
        said = f"{root} does not satisfy the first line: say which values are roots."
        return replace(plain, verdict="unsure", kind="candidates", sentence=said, example=root)


CANNOT_TELL: Final = "I can neither prove nor refute this step."
FAULTS: Final = {
    "not_an_equation": "This is not an equation, so I cannot tell.",
    "unread": "I cannot read this, and leave it out: {}.",
    "two_ways": "This can be read in two ways: write 2.3 for a number, or 2; 3 for two.",
    "assumption": "What follows need hold under this assumption only.",
    "new_letter": "A letter is new here: say what it stands for, as in u = x^2.",
    "rounded": "This is rounded, so it is not exactly a root.",
    "joined": "The unknown cannot be both: write or instead of and.",
}
