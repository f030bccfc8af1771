"""Is the tutor right? Ask it to check derivations of which it is known where they are wrong.

    python -m benchmarks.students                       2,000 derivations, half of them with a slip
    python -m benchmarks.students --count 200 --seed 7  others

Derivations are made by `benchmarks.student_patterns`, `student_functions` and `student_cases`, or
from equations of the datasets: the lines of their solutions, written otherwise and some of them
left out, with the roots that the datasets know. One slip is made in every second of them. The truth
is found by putting roots into the lines with mpmath: of a right line that all roots satisfy it, of
a wrong one that some root does not, or that it states a value that is none. Exits with status 1 if
a slip is not found at its line, or a right line is called wrong.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]
import tyro

import aljabr
from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.tasks import datasets
from benchmarks import student_cases, student_functions, student_patterns
from benchmarks.student_patterns import Work

RESULTS: Final = Path("benchmarks/results/students.json")
PAGE: Final = Path("docs/tutor.md")
MAKERS: Final = [*student_patterns.MAKERS, *student_functions.MAKERS]
FROM_DATA: Final = 0.3
"""The share of derivations that are made from equations of the datasets."""
IN_CASES: Final = 0.15
"""The share of derivations that go through cases line by line."""
SPLIT_SEED: Final = 14
"""What the equations of the datasets are drawn from."""
_FAR: Final = 40
mpmath.mp.dps = 40


@dataclass(frozen=True)
class Options:
    """What to ask."""

    count: int = 2000
    """Derivations."""
    seed: int = 0
    """What they are drawn from."""
    budget: float = 5.0
    """Seconds for one derivation."""
    write: bool = True
    """Whether to write the results."""


@dataclass
class Student:
    """A derivation with the truth."""

    name: str
    lines: list[str]
    unknown: str
    wrong: int | None = None
    """The line that is wrong, from 0."""
    kind: str | None = None
    plain: list[str] = field(default_factory=list)
    roots: list[str] = field(default_factory=list)
    letters: dict[str, int] = field(default_factory=dict)


# -- truth -----------------------------------------------------------------------------------------


def cases(line: str) -> list[str]:
    """Split a line at `or`, and ± into its signs."""
    found = []
    for case in line.split(" or "):
        if "±" in case:
            found += [case.replace("±", "+"), case.replace("±", "-")]
        else:
            found.append(case)
    return found


def value(text: str, names: dict[str, Any]) -> Any:
    """Evaluate one side."""
    code = text.replace("^", "**")
    code = re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"mpf(\1)", code)
    return eval(code, {"__builtins__": {}}, names)


NAMES: Final[dict[str, Any]] = {
    "mpf": mpmath.mpf, "sqrt": mpmath.sqrt, "ln": mpmath.log, "log": mpmath.log, "abs": abs,
    "exp": mpmath.exp, "e": mpmath.e, "pi": mpmath.pi, "sin": mpmath.sin, "cos": mpmath.cos,
    "tan": mpmath.tan,
}  # fmt: skip


def holds(line: str, names: dict[str, Any], near: float = 1e-20) -> bool:
    """Whether a line holds for some numbers, all of its parts real."""
    if line == "no solution":
        return False
    for case in cases(line):
        left, right = case.split("=")
        turns = range(-_FAR, _FAR + 1) if re.search(r"\b[nkm]\b", case) else (0,)
        for n in turns:
            try:
                both = [
                    value(side.strip(), {**NAMES, "k": n, "m": n, **names, "n": n})
                    for side in (left, right)
                ]
            except ZeroDivisionError:
                continue
            if any(mpmath.im(each) != 0 for each in both):
                continue
            if abs(both[0] - both[1]) < near * (1 + abs(both[0])):
                return True
    return False


def at(work: Work, root: str) -> dict[str, Any]:
    """Return numbers for all letters, a root for the unknown."""
    names: dict[str, Any] = {each: mpmath.mpf(n) for each, n in work.letters.items()}
    names[work.unknown] = value(root, {**NAMES, **names})
    for line in work.lines:
        if is_name(line):
            names["u"] = value(line[4:], {**NAMES, **names})
    return names


def is_name(line: str) -> bool:
    """Whether a line gives an expression the name u."""
    return re.fullmatch(r"u = [^u=]*x[^u=]*", line) is not None


def is_true(work: Work, line: str) -> bool:
    """Whether all roots satisfy a line."""
    if line == "no solution":
        return not work.roots
    return all(holds(line, at(work, root)) for root in work.roots)


def is_slip(work: Work, place: int, line: str) -> bool:
    """Whether a slip shows: a root is lost, or a candidate that is none is stated at the end."""
    if not is_true(work, line):
        return True
    if work.gained is None:
        return False
    states = holds(line, at(work, work.gained)) and not _states(work, work.lines[0])
    return states


def _states(work: Work, line: str) -> bool:
    assert work.gained is not None
    return holds(line, at(work, work.gained))


# -- spelling --------------------------------------------------------------------------------------


def spelled(rng: random.Random, line: str) -> str:
    """Write a line as another person would."""
    if line == "no solution":
        return rng.choice((line, "no real solution", "No solutions.", "x ∈ ∅"))
    if rng.random() < 0.7:
        line = re.sub(r"(?<![\w^])(\d+)\*(?=[a-z(])", r"\1", line)
        line = re.sub(r"(?<=\))\*(?=\()", "", line)
    line = re.sub(r"abs\(([^()|]*)\)", r"|\1|", line)
    if rng.random() < 0.3:
        line = re.sub(r"\^2(?![\d*(])", "²", line)
    if rng.random() < 0.2:
        line = line.replace("sqrt(", "√(")
    if rng.random() < 0.2:
        line = line.replace("ln(", "log(")
    if rng.random() < 0.25 and " or " not in line and "±" not in line and line.count("=") == 1:
        left, right = line.split(" = ")
        if left not in ("x", "u", "t"):
            line = f"{right} = {left}"
    if rng.random() < 0.25:
        line = line.replace(" ", "").replace("or", " or ") if "for" not in line else line
    if rng.random() < 0.1:
        line = rng.choice(("=> ", "⇔ ", "so ", "  ")) + line
    if " or " in line and rng.random() < 0.2:
        line = line.replace(" or ", rng.choice((" ∨ ", "; ")))
    return line


# -- students --------------------------------------------------------------------------------------


def from_pattern(rng: random.Random, slips: bool) -> Student | None:
    """Draw a derivation from the textbook."""
    maker = rng.choice(MAKERS)
    work = maker(rng)
    for line in work.lines:
        if not is_name(line) and not is_true(work, line):
            return None  # numbers for which the pattern does not work
    lines = list(work.lines)
    wrong = kind = None
    if slips:
        place, kind, line = rng.choice(work.slips)
        if not is_slip(work, place, line):
            return None
        lines, wrong = [*lines[:place], line], place
    kept = [0, *(n for n in range(1, len(lines)) if _is_kept(rng, lines, n, wrong))]
    if wrong is not None:
        wrong = kept.index(wrong)
    plain = [lines[n] for n in kept]
    spelled_lines = [spelled(rng, each) if n else each for n, each in enumerate(plain)]
    return Student(
        maker.__name__, spelled_lines, work.unknown, wrong, kind, plain, work.roots, work.letters
    )


def _is_kept(rng: random.Random, lines: list[str], place: int, wrong: int | None) -> bool:
    """Leave some lines out, but neither a name, nor the last line, nor the slip."""
    if place == len(lines) - 1 or place == wrong or is_name(lines[place]):
        return True
    return rng.random() < 0.8


def from_data(rng: random.Random, slips: bool) -> Student | None:
    """Make a derivation from an equation whose roots the datasets know."""
    name = rng.choice(("school", "sets"))
    known = rng.choice(datasets.answers(name, "test", SPLIT_SEED))
    solution = aljabr.solve(known.text)
    if solution.status != "solved" or not known.roots or known.conditions or not solution.steps:
        return None
    if any("n" in root for root in known.roots) or len(solution.roots) != len(known.roots):
        return None
    steps = [step for step in solution.steps if not step.branch]
    lines = [_plain(f"{step.lhs} = {step.rhs}") for step in steps]
    last = " or ".join(f"{solution.unknown} = {root}" for root in known.roots)
    lines = [_plain(known.text), *lines, *([last] if lines[-1:] != [last] else [])]
    work = Work(lines, list(known.roots))
    try:
        if not all(is_true(work, line) for line in lines):
            return None
        wrong = kind = None
        if slips:
            wrong = rng.randrange(1, len(lines))
            changed = _changed(rng, lines[wrong])
            if changed is None or not is_slip(work, wrong, changed[1]):
                return None
            kind, lines = changed[0], [*lines[:wrong], changed[1]]
        kept = [0, *(n for n in range(1, len(lines)) if _is_kept(rng, lines, n, wrong))]
    except (NameError, SyntaxError, TypeError, ValueError):
        return None  # something is written that is not evaluated here
    plain = [lines[n] for n in kept]
    wrong = None if wrong is None else kept.index(wrong)
    return Student(
        name, [spelled(rng, each) for each in plain], "x", wrong, kind, plain, work.roots
    )


def from_cases(rng: random.Random, slips: bool) -> Student | None:
    """Draw a derivation that goes through cases line by line."""
    drawn = student_cases.drawn(rng, slips)
    if drawn is None:
        return None
    work = Work([line.text for line in drawn.lines], drawn.roots, letters=drawn.letters)
    for place, line in enumerate(drawn.lines):
        about = Work(work.lines, line.roots, letters=drawn.letters)
        is_slip = place == drawn.wrong and drawn.kind != "dropped"
        if is_true(about, line.text) is is_slip:
            return None
    later = [line.text for line in drawn.lines if line.roots != drawn.roots]
    for root in drawn.dropped:
        if any(holds(text, at(work, root)) for text in later):
            return None
    texts = [line.label + (spelled(rng, line.text) if n else line.text)
             for n, line in enumerate(drawn.lines)]  # fmt: skip
    lines = "\n".join(texts).split("\n")
    return Student(
        f"cases of {drawn.name}", lines, "x", drawn.wrong, drawn.kind, work.lines, drawn.roots,
        drawn.letters,
    )  # fmt: skip


def _plain(text: str) -> str:
    return re.sub(r"\|(.*?)\|", r"abs(\1)", text)


def _changed(rng: random.Random, line: str) -> tuple[str, str] | None:
    """Change a sign or a number."""
    signs = [found.start() for found in re.finditer(r" [-+] ", line)]
    numbers = [found.span() for found in re.finditer(r"(?<![\w.])\d+(?![\w.])", line)]
    if signs and rng.random() < 0.5:
        place = rng.choice(signs) + 1
        return "sign", line[:place] + ("+" if line[place] == "-" else "-") + line[place + 1 :]
    if not numbers:
        return None
    low, high = rng.choice(numbers)
    number = int(line[low:high]) + rng.choice((-1, 1, 2, 10))
    return ("arithmetic", line[:low] + str(number) + line[high:]) if number > 0 else None


def students(count: int, seed: int) -> list[Student]:
    """Draw derivations, every second of them with a slip."""
    rng = random.Random(f"students:{seed}")
    found: list[Student] = []
    while len(found) < count:
        slips = len(found) % 2 == 1
        kinds = (from_data, from_cases, from_pattern)
        shares = (FROM_DATA, IN_CASES, 1 - FROM_DATA - IN_CASES)
        drawn = rng.choices(kinds, shares)[0](rng, slips)
        if drawn is not None:
            found.append(drawn)
    return found


# -- asking ----------------------------------------------------------------------------------------


def outcome(student: Student, budget: float) -> tuple[str, Any]:
    """Ask the tutor, and say how its answer compares with the truth."""
    try:
        checked = aljabr.check(student.lines, student.unknown, budget=budget)
    except aljabr.ParseError as error:
        return f"refused: {error}", None
    unsure = [each for each in checked.lines if each.verdict == "unsure"]
    if checked.first_wrong == student.wrong:
        if student.wrong is None:
            return ("unsure" if unsure else "right"), checked
        return "found", checked
    if student.wrong is None:
        return "false alarm", checked
    if checked.first_wrong is not None and checked.first_wrong < student.wrong:
        return "false alarm", checked
    return ("not told" if checked.lines[student.wrong].verdict == "unsure" else "missed"), checked


def render(record: dict[str, Any]) -> str:
    """Return the figures as a table and a sentence."""
    names = ("right", "found", "unsure", "not told", "missed", "false alarm")
    rows = [
        [kind, str(sum(counts.values())), *(str(counts.get(name, 0)) for name in names)]
        for kind, counts in [*record["kinds"].items(), ("all", record["counts"])]
    ]
    table = page.table(["slip", "derivations", *names], rows)
    options, made = record["options"], record["provenance"]
    said = (
        f"Seed {options['seed']}, {options['budget']:g} s for a derivation, median "
        f"{record['median_seconds'] * 1000:.0f} ms, longest {record['longest_seconds']:.1f} s, "
        f"commit {str(made.get('commit'))[:7]}."
    )
    return f"{table}\n\n{said}"


def main(options: Options) -> int:
    """Ask about all derivations, print and write what was found."""
    counts: Counter[str] = Counter()
    by_kind: dict[str, Counter[str]] = {}
    named: Counter[tuple[str, str]] = Counter()
    failed: list[dict[str, Any]] = []
    seconds: list[float] = []
    for student in students(options.count, options.seed):
        started = time.monotonic()
        found, checked = outcome(student, options.budget)
        seconds.append(time.monotonic() - started)
        counts[found] += 1
        by_kind.setdefault(student.kind or "none", Counter())[found] += 1
        if found == "found":
            named[student.kind or "", checked.lines[student.wrong].kind] += 1
        else:
            lines = () if checked is None else checked.lines
            verdicts = [f"{each.verdict}: {each.sentence}" for each in lines]
            if found != "right":
                failed.append({"found": found, **asdict(student), "verdicts": verdicts})
                print(json.dumps(failed[-1], ensure_ascii=False), flush=True)
    ordered = sorted(seconds)
    record = {
        "options": asdict(options),
        "counts": dict(counts),
        "kinds": {kind: dict(each) for kind, each in sorted(by_kind.items())},
        "named": {f"{kind} as {name}": n for (kind, name), n in sorted(named.items())},
        "median_seconds": round(ordered[len(ordered) // 2], 4),
        "longest_seconds": round(ordered[-1], 3),
        "failed": failed[:50],
        "provenance": provenance(),
    }
    print(json.dumps({key: record[key] for key in ("counts", "kinds", "named", "median_seconds",
                                                   "longest_seconds")}, indent=1))  # fmt: skip
    if options.write:
        page.write(PAGE, {"students": render(record)})
        RESULTS.write_text(
            json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    return int(sum(counts.values()) > counts["right"] + counts["found"] + counts["unsure"])


if __name__ == "__main__":
    sys.exit(main(tyro.cli(Options)))
