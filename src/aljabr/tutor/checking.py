"""Check a student's lines: each has the roots of the one before, or it is said what is wrong.

    read the lines -> relate each to the one before (`relating`), or take it for a case of one
    (`cases`) -> say what is to be said (`telling`)

"Right" is said only of what is proved, "wrong" only of what a value of the unknown refutes. Where
neither is done within the budget, the verdict is "unsure".
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from aljabr.algebra.expr import ExprTable
from aljabr.answer.solution import Domain
from aljabr.errors import UserError
from aljabr.solver.solve import DEFAULT_BUDGET, GAMES_BY_DOMAIN, check_budget, domain_of
from aljabr.tutor.assuming import assumption, own_cases, under
from aljabr.tutor.cases import Cases, Split, divides, is_factor
from aljabr.tutor.decimals import rounded
from aljabr.tutor.judging import Judge
from aljabr.tutor.letters import speaks_of_i
from aljabr.tutor.lines import is_round_after, line_before
from aljabr.tutor.noting import last_place, noted, settled
from aljabr.tutor.reading import Line, Reader
from aljabr.tutor.relating import Relater, Relation
from aljabr.tutor.rereading import common_logarithms, read_as_natural, signs_apart
from aljabr.tutor.rounding import Rounding
from aljabr.tutor.solving import holds_integers
from aljabr.tutor.telling import Teller, unjudged
from aljabr.tutor.verdicts import Checked, CheckedLine


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
        ParseError: if the first line cannot be read, with its line and column.
    """
    found = Checking(lines, unknown, domain, budget).checked()
    common = common_logarithms(lines) if found.first_wrong is not None else None
    if common is None:
        return found
    left = max(0.1, budget - found.seconds)
    return read_as_natural(found, Checking(common, unknown, domain, left).checked())


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
        texts = lines.splitlines() if isinstance(lines, str) else lines
        if domain is None and speaks_of_i(texts):
            domain = "complex"
        self.reader = Reader(self.table, unknown, domain == "complex")
        self.lines = own_cases(self.reader.lines(texts))
        self.given = self.lines[0]
        self.end = last_place(self.lines)
        """The place of the last line that is more than a remark."""
        self.domain: Domain = domain or domain_of(self.given.cases[0])
        if self.domain not in GAMES_BY_DOMAIN:
            raise UserError("the domain is real or complex")
        self.relater = Relater(self.table, self.domain, self.deadline, self.given.interval)
        self.teller = Teller(self.reader, self.relater)
        self.judge = Judge(self.relater, self.teller, self.given)
        self.rounding = Rounding(self.teller, self.given)
        self.cases = Cases(self.relater, self.given)
        self.found: list[CheckedLine] = []
        self.reached: list[tuple[int, Line]] = [(0, self.given)]
        """What was known after each right line, with its place: a line, or several as one."""
        self.is_blind = False
        """Whether something is assumed that cannot be read: then nothing is called wrong."""
        self.unknown_cases: set[int] = set()
        """Lines that lose roots after one that was not read, which may have begun a case."""

    def checked(self, is_over: bool = True) -> Checked:
        """Check line after line; if the work is not over, the last one may state candidates."""
        self.found = [replace(unjudged(self.given), verdict="given")]
        for place, line in enumerate(self.lines[1:], start=1):
            left = len(self.lines) - place
            self.relater.share = max(0.4, 0.6 / left)
            self._take(place, line, is_over and place == self.end)
        finished = self._is_finished(is_over)
        for place in self.unknown_cases:
            if self.found[place].verdict == "wrong":
                self.found[place] = self.teller.unknown_case(self.lines[place])
        seconds = round(time.monotonic() - self.started, 4)
        last = self.found[self.end]
        if finished and self.lines[self.end].says == "equations":
            said = last.sentence.removesuffix("These are all roots.").strip()
            self.found[self.end] = replace(last, sentence=f"{said} These are all roots.".strip())
        found = zip(self.found, self.lines, strict=True)
        lines = tuple(replace(each, text=line.text) for each, line in found)
        return Checked(lines, self.reader.unknown, self.domain, finished, seconds)

    def _take(self, place: int, line: Line, is_last: bool) -> None:
        """Compare a line with the one before, and with all others that it may come from."""
        if line.fault == "assumption":
            self._assume(place, line)
        elif line.fault == "rounded":
            self._round(place, line, is_last)
        else:
            self._compare(place, line, is_last)

    def _compare(self, place: int, line: Line, is_last: bool) -> None:
        thread = self.cases.thread
        before = thread.before
        line = self.lines[place] = settled(self.relater, thread, line)
        if line.is_remark:
            self._note(line)
            return
        self.end = max(self.end, place)
        here = under(thread.assumed, line)
        result, relation = self.judge.line(before, here, thread.base, is_last)
        apart = None if result.verdict == "right" else signs_apart(self.reader, line)
        if apart is not None:
            other, _ = self.judge.line(before, under(thread.assumed, apart), thread.base, is_last)
            if other.verdict == "right":
                self.lines[place] = apart
                self._compare(place, apart, is_last)
                return
        if thread.is_spoiled and result.verdict != "right":  # perhaps it was put right
            again, relation_again = self.judge.line(thread.trusted, here, self.given, is_last)
            if again.verdict == "right":
                result, relation, before = again, relation_again, thread.trusted
                thread.base, thread.is_spoiled = self.given, False
        self.found.append(result)
        is_unread = self.lines[place - 1].fault == "unread"
        if is_unread and relation is not None and not (relation.gained or relation.near):
            self.unknown_cases.add(place)
        # What follows from a wrong line may as well be a case that is missing.
        is_open = thread.is_spoiled and any(not each.is_complete for each in self.cases.splits)
        if not line.cases and line.says == "equations":
            return
        if result.verdict == "right" and self._is_answer(place, line, here):
            split = self.cases.splits[0]
            result, relation = self.judge.line(split.base, line, self.given, is_last)
            if relation is not None:
                self._join(split, place, line, result, relation)
        elif (is_open or result.verdict != "right") and self._is_case(
            place, line, relation, is_last
        ):
            self._reach(place)
        elif result.verdict == "right" and line.says != "name":
            self._go_on(place, here, before, relation)
        elif result.verdict == "wrong":
            self._spoil(place, here)

    def _note(self, line: Line) -> None:
        """Take a line from which nothing follows."""
        thread = self.cases.thread
        is_sure = thread.assumed is None and not self.is_blind
        is_exact = is_sure and self.judge.is_exact.get(thread.before, False)
        self.found.append(noted(self.teller, self.relater, self.given, line, is_exact))

    def _assume(self, place: int, line: Line) -> None:
        """Begin with a case that is told by where the unknown is."""
        said = self.teller.unread(line)
        assert said is not None
        self.found.append(said)
        assumed = assumption(self.reader, line)
        if assumed is None:
            self.is_blind = True
            return
        split = self.cases.assuming()
        self._closed(self.cases.close_inner(split))
        self.cases.assume(split, place, line, assumed)
        self._told(split)

    def _round(self, place: int, line: Line, is_last: bool) -> None:
        """Compare decimals with the values that they stand for."""
        said = self.teller.unread(line)
        found = rounded(self.reader, line)
        assert said is not None
        if found is None:
            self.found.append(said)
            return
        if found.exact is not None:  # x = 20/3 ≈ 6.67
            self.lines[place] = found.exact
            self._take(place, found.exact, is_last)
            self.found[place] = self.rounding.of_values(self.found[place], found.pairs)
            return
        thread, rounding = self.cases.thread, self.rounding
        if line_before(self.lines, place).fault not in ("rounded", "unread"):
            rounding.stated = []
        rounding.stated += found.stated
        of = self.given if is_last and not thread.is_spoiled else thread.before
        result = rounding.said(unjudged(line), found.stated, of)
        if result.verdict == "right" and (is_last or not is_round_after(self.lines, place)):
            result = rounding.with_lost(result, thread.before)
        if result.kind == "lost_root" and self.lines[place - 1].fault == "unread":
            self.unknown_cases.add(place)
        self.found.append(result)

    def _spoil(self, place: int, line: Line) -> None:
        """Take a line that is wrong, or may hold under an assumption."""
        if self.is_blind:
            self.found[place] = self.teller.assumed(line)
            self.cases.begin_anew(line)
        elif place in self.unknown_cases:
            self.cases.begin_anew(line)
        else:
            self.cases.spoil(line)

    def _go_on(self, place: int, line: Line, before: Line, relation: Relation | None) -> None:
        """Take a line that is right."""
        self.cases.go_on(place, line)
        if not self.cases.thread.is_spoiled and not self.cases.splits:
            self.judge.keep(line, before, relation)
        self._reach(place)

    def _reach(self, place: int) -> None:
        """Keep what is known by now, if it is known of all cases."""
        outer = self.cases.splits[0] if self.cases.splits else None
        thread = outer.thread if outer else self.cases.thread
        if not thread.is_spoiled and (outer is None or outer.is_complete):
            self.reached.append((place, self.cases.whole()))

    # -- cases -------------------------------------------------------------------------------------

    def _is_case(self, place: int, line: Line, relation: Relation | None, is_last: bool) -> bool:
        """Whether a line is a case of the one before or of an earlier one, or ends the cases.

        Factors tell most: of the line before, then of an earlier one. Then come roots.
        """
        cases = self.cases
        if relation is None:
            return False
        here = under(cases.thread.assumed, line)
        is_part = cases.is_part(cases.thread.before, here, relation)
        split = None
        if not (is_part and divides(here, cases.thread.before)):
            outer = [each for each in cases.splits if cases.is_next(each, line)]
            split = self._added(outer[-1], place, line) if outer else cases.reopen(place, here)
        if split is None and is_part:
            split = cases.open(place, here)
        if split is not None:
            self._told(split)
            return True
        if any(self._belongs(each, place, line, is_last) for each in reversed(tuple(cases.splits))):
            return True
        return line.is_case and bool(cases.splits) and self._is_no_case(place, line)

    def _is_no_case(self, place: int, line: Line) -> bool:
        """Whether a line that is called a case is certainly none of the line in question."""
        split = self.cases.splits[-1]
        relation = self.relater.relate(split.base, line, split.thread.base)
        if not relation.gained:
            return False
        wrong = replace(relation, lost=(), is_fair=False)
        self.found[place] = self.teller.said(unjudged(line), split.base, line, wrong)
        self._spoil(place, line)
        self.cases.begin_anew(line)
        return True

    def _belongs(self, split: Split, place: int, line: Line, is_last: bool) -> bool:
        """Whether a line has the roots of one that is split into cases, or some of them."""
        line = under(split.thread.assumed, line)
        result, relation = self.judge.line(split.base, line, split.thread.base, is_last)
        if relation is None:
            return False
        is_right = result.verdict == "right"
        if self.cases.resumes(split, place, line):
            self.found[place] = replace(
                unjudged(line), sentence="This goes on with an earlier case."
            )
            return True
        is_open = not split.is_assumed and not split.is_complete
        is_part = (is_open and self.cases.may_begin(line)) or line.is_case
        is_part = is_part and self.cases.is_part(split.base, line, relation)
        if is_right and self.cases.may_begin(line) and self.cases.completes(split, line):
            is_part = True
        elif relation.same or (is_right and split.is_complete):
            self._join(split, place, line, result, relation)
            return True
        if is_part:
            self.found[place] = result
            self._told(self._added(split, place, line))
        return is_part

    def _added(self, split: Split, place: int, line: Line) -> Split:
        self._closed(self.cases.close_inner(split))
        self.cases.add(split, place, under(split.thread.assumed, line))
        return split

    def _join(
        self, split: Split, place: int, line: Line, result: CheckedLine, relation: Relation
    ) -> None:
        """Go on from the line that was split into cases."""
        self._closed(self.cases.close(split))
        self.found[place] = result
        self._go_on(place, line, split.base, relation)

    def _is_answer(self, place: int, line: Line, here: Line) -> bool:
        """Whether what might end a case is the answer: it is said again, or says more than that."""
        if not self.cases.splits or not line.states_roots:
            return False
        is_again = line.cases == line_before(self.lines, place).cases
        is_more = here is not line and self.relater.vain(here) is not None
        return (is_again or is_more) and self.judge.has_exact_roots(line)

    def _told(self, split: Split) -> None:
        """Call the cases right, if none is missing, or more are announced."""
        if split.is_complete or split.is_announced:
            for place, line in zip(split.places, split.heads, strict=True):
                self.found[place] = self.teller.case(self.found[place], split, line)

    def _closed(self, splits: list[Split]) -> None:
        """Say that cases are missing, now that the student has gone on to something else."""
        for split in splits:
            places = []
            lines = self.found[split.places[0] : split.last + 1]
            if split.is_announced:  # told at the last line, for only now it is certain
                places = [] if any(each.verdict == "wrong" for each in lines) else [split.last]
            elif split.relation.same is None and len(split.heads) > 1:
                places = split.places
            for place in () if split.is_complete else places:
                self.found[place] = self.teller.missing(self.found[place], split)

    # -- the end -----------------------------------------------------------------------------------

    def _is_finished(self, is_over: bool) -> bool:
        """Whether all roots are stated; says if they are not, though the student has ended."""
        cases = self.cases
        end = self.found[self.end]
        is_round = self.lines[self.end].fault == "rounded"
        if is_round and end.verdict == "right" and self.rounding.has_all:
            return True
        exact = [line for line in self.lines if not line.is_remark and line.fault != "rounded"]
        last = exact[-1]
        if self.given.interval is not None and holds_integers(last):
            return False
        vain = self.relater.vain(last) if last.states_roots else None
        if vain is not None and is_over and end.verdict == "right":
            said = self.teller.vain(unjudged(last), last, vain)
            self.found[self.end] = replace(said, verdict="wrong")
            return False
        if not cases.splits:
            if end.verdict == "wrong" or not last.states_roots or vain is not None:
                return False
            return self.judge.is_exact.get(last, False)
        outer = cases.splits[0]
        is_end = is_over and last.states_roots and end.verdict == "right"
        self._closed([each for each in cases.splits if is_end or not each.is_announced])
        if is_end:
            self._tell_left(outer)
        if any(each.verdict == "wrong" for each in self.found[outer.places[0] :]):
            return False
        whole = cases.whole()
        if outer.thread.is_spoiled or not outer.is_complete or not whole.states_roots:
            return False
        if is_over and not self.judge.has_exact_roots(whole):
            self._tell_end(last, whole)
        return self.judge.has_exact_roots(whole)

    def _tell_left(self, split: Split) -> None:
        """Say of cases that were left before their end what the next lines are worth as steps."""
        heads = list(zip(split.heads, split.places, strict=True))
        for leaf, (head, place) in zip(split.leaves, heads[1:], strict=False):
            is_left = not leaf.states_roots and bool(self.relater.roots(leaf).values)
            is_case = head.is_case or is_factor(head, split.base)
            if is_left and head.states_roots and not is_case and place < self.end:
                self.found[place], _ = self.judge.line(leaf, head, leaf, False)

    def _tell_end(self, last: Line, whole: Line) -> None:
        """Say that some of the values that are stated in cases are no roots."""
        alone = self.relater.relate(self.given, last, self.given)
        both = self.relater.relate(self.given, whole, self.given)
        if alone.gained:
            wrong = replace(alone, lost=(), is_fair=False)
            self.found[self.end] = self.teller.said(unjudged(last), self.given, last, wrong)
            return
        vain = self.relater.vain(whole)
        gained = [*both.gained, *(() if vain is None else (whole.cases[vain].rhs,))]
        if gained:
            self.found[self.end] = self.teller.candidates(self.found[self.end], gained[0])
