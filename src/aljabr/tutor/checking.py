"""Check a student's lines: each has the roots of the one before, or it is said what is wrong.

    read the lines -> relate each to the one before (`relating`) -> say why (`diagnosis`)

"Right" is said only of what is proved, "wrong" only of what a value of the unknown refutes. Where
neither is done within the budget, the verdict is "unsure".
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from aljabr.algebra import tokens as tk
from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.isolating import Decimal
from aljabr.algebra.points import Point, digits
from aljabr.algebra.printing import expr_text, symbol_text
from aljabr.answer.solution import Domain
from aljabr.errors import UserError
from aljabr.solver.solve import DEFAULT_BUDGET, GAMES_BY_DOMAIN, check_budget, domain_of
from aljabr.tutor.diagnosis import Reason, explain
from aljabr.tutor.reading import Line, Reader
from aljabr.tutor.relating import Relater, Relation, is_wrong

Verdict = Literal["given", "right", "wrong", "unsure"]


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line and what is to be said of it."""

    text: str
    verdict: Verdict
    """`given` (the first line), `right`, `wrong`, or `unsure`."""
    kind: str | None = None
    """The reason, as a name that does not change; see `aljabr.tutor.REASONS`."""
    sentence: str = ""
    example: str | None = None
    """A value of the unknown, and of the letters, that shows it."""
    number: int = 1
    """Its place in what was given, blank lines counted."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The lines of a derivation, checked."""

    lines: tuple[CheckedLine, ...]
    unknown: str
    domain: Domain
    finished: bool = False
    """Whether the last line states all roots."""
    seconds: float = 0.0

    @property
    def first_wrong(self) -> int | None:
        """The place of the first wrong line among `lines`, from 0."""
        wrong = [place for place, line in enumerate(self.lines) if line.verdict == "wrong"]
        return wrong[0] if wrong else None

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr check --json` prints."""
        return {**asdict(self), "first_wrong": self.first_wrong}


REASONS: Final = {
    # right
    "condition": "the roots are the same if a condition holds",
    "may_gain": "a root may be gained, and must be checked at the end",
    "left_out": "a candidate that is no root is left out",
    "name": "a name for an expression",
    # wrong
    "sign": "a sign is wrong, or a term changed sides without changing its sign",
    "expansion": "a product or power of a sum is multiplied out wrongly",
    "fraction": "fractions are added, divided or turned over wrongly",
    "cancelling": "terms are cancelled where only factors can be",
    "power": "a rule of powers is used wrongly",
    "root": "a root of a sum is taken term by term",
    "logarithm": "a rule of logarithms is used wrongly",
    "function": "a function of a sum or a product is taken apart",
    "one_side": "something is done to one side only, or not to every term",
    "inverse": "the wrong operation undoes a step",
    "arithmetic": "a number is wrong",
    "division_by_zero": "it is divided by what may be zero",
    "one_sign": "one of two signs is missing",
    "lost_root": "a root is lost",
    "gained_root": "a root is gained",
    "other_roots": "the roots are others",
    # unsure
    "cannot_tell": "neither proved nor refuted in the time given",
    "not_an_equation": "the line is no equation",
    "new_letter": "a letter is new, and nothing says what it is",
    "rounded": "a root is rounded",
    "joined": "and is written where or is meant",
}
"""The kinds of a line, each with what it means."""


def check(
    lines: Sequence[str],
    unknown: str | None = None,
    *,
    domain: Domain | None = None,
    budget: float = DEFAULT_BUDGET,
) -> Checked:
    """Check the lines of a derivation, the first of which is given.

    Args:
        lines: what a student wrote, a line each (or one text); see docs/tutor.md.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        domain: where roots are looked for; by default as `aljabr.solve` does.
        budget: seconds for all lines together.

    Raises:
        ParseError: if a line cannot be read, with its line and column.
    """
    return Checking(lines, unknown, domain, budget).checked()


class Checking:
    """The lines of one derivation, while they are checked."""

    def __init__(
        self,
        lines: Sequence[str],
        unknown: str | None = None,
        domain: Domain | None = None,
        budget: float = DEFAULT_BUDGET,
    ) -> None:
        check_budget(budget)
        self.started = time.monotonic()
        self.deadline = self.started + budget
        self.table = ExprTable()
        self.reader = Reader(self.table, unknown, domain == "complex")
        texts = lines.splitlines() if isinstance(lines, str) else lines
        self.lines = self.reader.lines(texts)
        self.given = self.lines[0]
        self.domain: Domain = domain or domain_of(self.given.cases[0])
        if self.domain not in GAMES_BY_DOMAIN:
            raise UserError("the domain is real or complex")
        self.relater = Relater(self.table, self.domain, self.deadline)
        self.is_exact: dict[Line, bool] = {self.given: True}
        """For each right line, whether its roots are those of the first; else it may have more."""

    def checked(self, is_over: bool = True) -> Checked:
        """Check line after line; if the work is not over, the last one may state candidates."""
        found = [CheckedLine(self.given.text, "given", number=self.given.number)]
        before = base = self.given
        trusted = self.given
        is_spoiled = False  # whether a line before this one was wrong
        for place, line in enumerate(self.lines[1:], start=1):
            left = len(self.lines) - place
            self.relater.share = max(0.4, 0.6 / left)
            is_last = is_over and left == 1
            result, relation = self._line(before, line, base, is_last)
            if is_spoiled and result.verdict != "right":  # perhaps it was put right
                again, relation_again = self._line(trusted, line, self.given, is_last)
                if again.verdict == "right":
                    result, relation, base, is_spoiled = again, relation_again, self.given, False
                    before = trusted
            found.append(result)
            if not line.cases and line.says == "equations":
                continue
            if result.verdict == "right" and line.says != "name":
                if not is_spoiled:
                    self.is_exact[line] = self._has_exact_roots(before, relation)
                    trusted = line
                before = line
            elif result.verdict == "wrong":
                before = base = line
                is_spoiled = True
        seconds = round(time.monotonic() - self.started, 4)
        finished = self._is_finished(found)
        if finished and not found[-1].sentence.endswith("all roots."):
            said = f"{found[-1].sentence} These are all roots.".strip()
            if self.lines[-1].says == "equations":
                found[-1] = replace(found[-1], sentence=said)
        return Checked(tuple(found), self.reader.unknown, self.domain, finished, seconds)

    def _has_exact_roots(self, before: Line, relation: Relation | None) -> bool:
        if relation is None or relation.gained:
            return False
        if relation.left_out:
            return True
        return self.is_exact.get(before, False)

    def _is_finished(self, found: list[CheckedLine]) -> bool:
        last = self.lines[-1]
        if any(each.verdict == "wrong" for each in found[-1:]) or not last.states_roots:
            return False
        return self.is_exact.get(last, False)

    def _line(
        self, before: Line, line: Line, base: Line, is_last: bool
    ) -> tuple[CheckedLine, Relation | None]:
        plain = CheckedLine(line.text, "right", number=line.number)
        if line.says == "name":
            return replace(plain, kind="name", sentence="This gives something a name."), None
        if line.fault is not None:
            return replace(
                plain, verdict="unsure", kind=line.fault, sentence=_FAULTS[line.fault]
            ), None
        unequal = self._unequal(line)
        if unequal is not None:
            return replace(plain, **unequal), None
        relation = self.relater.relate(before, line, base)
        if is_last and line.states_roots and relation.gained and relation.is_fair:
            relation = replace(relation, is_fair=False)
        elif (
            is_last and line.states_roots and relation.same and not self.is_exact.get(before, True)
        ):
            relation = self._to_the_end(line, base, relation)
        return self._said(plain, before, line, relation), relation

    def _to_the_end(self, line: Line, base: Line, relation: Relation) -> Relation:
        """Ask of the last line that it has no root which a step before has gained."""
        found = self.relater.relate(base, line, base)
        return replace(found, is_fair=False) if found.gained else relation

    def _unequal(self, line: Line) -> dict[str, Any] | None:
        """Say what is wrong within x = 4/2 = 3."""
        points = [Point(number) for number in (0, 1, -1, -2)]
        for one, other in line.equal:
            equality = compare(self.table, one.value, other.value, points)
            if equality is Equality.PROVED:
                continue
            if equality is Equality.DIFFER:
                said = f"{one.text} is not {other.text}."
                return {"verdict": "wrong", "kind": "arithmetic", "sentence": said}
            return {"verdict": "unsure", "kind": "cannot_tell", "sentence": _CANNOT_TELL}
        return None

    # -- what is said ------------------------------------------------------------------------------

    def _said(
        self, plain: CheckedLine, before: Line, line: Line, relation: Relation
    ) -> CheckedLine:
        if relation.same:
            if relation.conditions:
                said = f"This has the same roots if {' and '.join(relation.conditions)}."
                return replace(plain, kind="condition", sentence=said)
            return replace(plain, sentence="This has the same roots.")
        if relation.same is None:
            return replace(plain, verdict="unsure", kind="cannot_tell", sentence=_CANNOT_TELL)
        if is_wrong(relation):
            return self._wrong(plain, before, line, relation)
        if relation.gained:
            root = self._root(relation.gained[0])
            said = f"This follows, but {root} is a root of this line only: check it at the end."
            return replace(plain, kind="may_gain", sentence=said, example=root)
        root = self._root(relation.left_out[0])
        said = f"{root} is rightly left out: it does not satisfy the first line."
        return replace(plain, kind="left_out", sentence=said, example=root)

    def _wrong(
        self, plain: CheckedLine, before: Line, line: Line, relation: Relation
    ) -> CheckedLine:
        reason = None
        if self._is_rounded(before, line):
            said = _FAULTS["rounded"]
            return replace(plain, verdict="unsure", kind="rounded", sentence=said)
        if relation.lost or relation.near is not None:
            until = min(self.deadline, time.monotonic() + 1.0)
            reason = explain(self.table, before, line, self.reader.read, until)
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
        found = [re.search(r"[.,](\d+)\s*$", text) for text in line.sources]
        roots = self.relater.roots(before)
        values = [each for each in roots.values if not each.holds_symbols]
        if not line.states_roots or not all(found) or not roots.complete or not values:
            return False
        if len(values) < len(roots.values):
            return False
        stated = [
            (digits(case.rhs), 10.0 ** -len(each[1]))
            for case, each in zip(line.cases, found, strict=True)
            if each is not None and not case.rhs.holds_symbols
        ]
        return all(
            any(_is_near(digits(root), value, unit) for value, unit in stated) for root in values
        )

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
            example = ", ".join([*values, self._root(relation.lost[0])])
            return example, f"{example} satisfies the line before, but not this one."
        example = ", ".join([*values, self._root(relation.gained[0])])
        return example, f"{example} satisfies this line, but not what it comes from."

    def _interned(self, sym: Any) -> Expr:
        found = self.table.intern(sym)
        assert found is not None
        return found

    def _root(self, value: Expr) -> str:
        if tk.ALGEBRAIC in value.tokens:  # a constant that has no name for a reader
            return f"{self.reader.unknown} ≈ {digits(value):.6g}"
        return f"{self.reader.unknown} = {expr_text(value, self.reader.unknown)}"


def _is_near(root: Decimal, value: Decimal, unit: float) -> bool:
    if isinstance(root, tuple) or isinstance(value, tuple):
        return False
    return abs(root - value) <= unit


_CANNOT_TELL: Final = "I can neither prove nor refute this step."
_FAULTS: Final = {
    "not_an_equation": "This is not an equation, so I cannot tell.",
    "new_letter": "A letter is new here: say what it stands for, as in u = x^2.",
    "rounded": "This is rounded, so it is not exactly a root.",
    "joined": "The unknown cannot be both: write or instead of and.",
}
