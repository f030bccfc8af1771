"""Ask about slips that nobody has thought of, and follow hints to the end.

    python -m benchmarks.student_edits                     1,000 edits, 300 ways by hints
    python -m benchmarks.student_edits --edits 0 --hints 50

*Edits*: one character, number, sign, bracket or case of a right line is changed at random. If a
root that was known no longer satisfies the line, it must not be called right. Whatever is called
wrong must be shown: the example is put into both lines with mpmath.

*Hints*: from a random line of a right derivation, and from the first one, the hints are followed to
the end. All roots must satisfy each line they lead to, and the last must be `done`.

Exits with status 1 if anything of this fails.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any, Final

import tyro

import aljabr
from benchmarks import students
from benchmarks.student_patterns import Work

MAX_STEPS: Final = 25
"""Hints that are followed at the most."""


@dataclass(frozen=True)
class Options:
    """What to ask."""

    edits: int = 1000
    """Lines that are changed at random."""
    hints: int = 300
    """Derivations from which hints are followed."""
    seed: int = 0
    """What they are drawn from."""
    budget: float = 5.0
    """Seconds for one question."""


def drawn(rng: random.Random) -> tuple[Work, str]:
    """Draw a derivation that is right."""
    while True:
        maker = rng.choice(students.MAKERS)
        work = maker(rng)
        if all(students.is_name(each) or students.is_true(work, each) for each in work.lines):
            return work, maker.__name__


# -- edits -----------------------------------------------------------------------------------------


def edited(rng: random.Random, line: str) -> str:
    """Change a line somewhere."""
    kind = rng.randrange(7)
    numbers = [found.span() for found in re.finditer(r"\d+", line)]
    signs = [found.start() for found in re.finditer(r"[-+*/]", line)]
    if kind == 0 and numbers:
        low, high = rng.choice(numbers)
        return line[:low] + str(int(line[low:high]) + rng.choice((-1, 1, 3))) + line[high:]
    if kind == 1 and signs:
        place = rng.choice(signs)
        return line[:place] + rng.choice("+-*/") + line[place + 1 :]
    if kind == 2 and "(" in line:
        return line.replace("(", "", 1)[::-1].replace(")", "", 1)[::-1]
    if kind == 3 and " or " in line:
        parts = line.split(" or ")
        parts.pop(rng.randrange(len(parts)))
        return " or ".join(parts)
    if kind == 4 and len(numbers) > 1:
        (a, b), (c, d) = sorted(rng.sample(numbers, 2))
        return line[:a] + line[c:d] + line[b:c] + line[a:b] + line[d:]
    if kind == 5:
        for one, other in (("ln", "sqrt"), ("sqrt", "abs"), ("abs", ""), ("sin", "cos")):
            if one in line:
                return line.replace(one, other, 1)
    place = rng.randrange(len(line))
    return line[:place] + line[place + 1 :]


def edit(rng: random.Random, budget: float) -> tuple[str, Any]:
    """Edit a line, ask, and say how it went."""
    work, name = drawn(rng)
    place = rng.randrange(1, len(work.lines))
    if students.is_name(work.lines[place]) or work.lines[place] == "no solution":
        return "skipped", None
    line = edited(rng, work.lines[place])
    lines = [*work.lines[:place], line]
    try:
        if "=" not in line or re.search(r"[a-z]", line) is None or not work.roots:
            return "skipped", None
        is_true = students.is_true(work, line)
    except Exception:  # whatever a line is that Python cannot evaluate, it is not asked about
        return "skipped", None
    about = {"name": name, "lines": lines, "true": is_true}
    try:
        found = aljabr.check(lines, work.unknown, budget=budget)
    except aljabr.ParseError as error:
        return "refused", {**about, "error": str(error)}
    about["verdicts"] = [f"{each.verdict} {each.kind}: {each.sentence}" for each in found.lines]
    if found.first_wrong is not None and found.first_wrong < place:
        return "false alarm", about
    last = found.lines[-1]
    if last.verdict == "right":
        return ("right", None) if is_true else ("missed", about)
    if last.verdict == "unsure":
        return "unsure", about
    if not is_shown(work, found.lines[place].example, lines[:place], line):
        return "not shown", about
    return ("gained" if is_true else "found"), None


def is_shown(work: Work, example: str | None, before: list[str], line: str) -> bool:
    """Whether an example holds in one line, and not in another it is to be compared with."""
    if example is None:
        return True  # 4/2 is not 3
    names: dict[str, Any] = {}
    try:
        for part in example.split(", "):
            name, _, text = re.sub("≈", "=", part).partition(" = ")
            names[name] = students.value(text.replace("log", "ln"), {**students.NAMES, **names})
    except Exception as error:  # an example must be readable
        print(example, error)
        return False
    for each in work.lines:
        if students.is_name(each):
            names["u"] = students.value(each[4:], {**students.NAMES, **names})
    near = 1e-4 if "≈" in example else 1e-20
    now = students.holds(line, names, near)
    old = [students.holds(each, names, near) for each in before if not students.is_name(each)]
    return (old[-1] and not now) or (now and not (old[-1] and old[0]))


# -- hints -----------------------------------------------------------------------------------------


def follow(rng: random.Random, budget: float) -> tuple[str, Any]:
    """Follow the hints from a line to the end."""
    work, name = drawn(rng)
    count = rng.randrange(1, len(work.lines)) if rng.random() < 0.7 else 1
    lines = [students.spelled(rng, each) if n else each
             for n, each in enumerate(work.lines[:count])]  # fmt: skip
    about: dict[str, Any] = {"name": name, "lines": lines}
    for _ in range(MAX_STEPS):
        found = aljabr.hint(lines, work.unknown, budget=budget)
        if found.done:
            checked = aljabr.check(lines, work.unknown, budget=budget)
            is_end = checked.finished and checked.first_wrong is None
            return ("done", None) if is_end else ("not finished", about)
        if found.equation is None:
            return "no step", about
        if not holds_for_all(work, found.equation):
            return "a root is lost", {**about, "hint": asdict(found)}
        lines.append(found.equation)
    return "no end", about


def holds_for_all(work: Work, line: str) -> bool:
    """Whether all roots satisfy a line that we have printed."""
    if line in ("no solution", "all values"):
        return not work.roots
    text = re.sub(r"\s+if .*$", "", line)
    text = re.sub(r"(?<![\w^*])(\d+)(?=[a-z(])", r"\1*", text)
    for old, new in (("²", "^2"), ("√", "sqrt"), (" ∨ ", " or "), ("; ", " or ")):
        text = text.replace(old, new)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"(?<=\))(?=\()", "*", text)
    text = re.sub(r"^(=>|⇔|so)\s+", "", text.strip())
    return students.is_true(work, text)


def main(options: Options) -> int:
    """Ask, and print what was found."""
    rng = random.Random(f"edits:{options.seed}")
    counts: dict[str, Counter[str]] = {"edits": Counter(), "hints": Counter()}
    for name, number, ask in (("edits", options.edits, edit), ("hints", options.hints, follow)):
        while sum(counts[name].values()) - counts[name]["skipped"] < number:
            found, about = ask(rng, options.budget)
            counts[name][found] += 1
            if about is not None and found not in ("refused",):
                print(json.dumps({"found": found, **about}, ensure_ascii=False), flush=True)
    print(json.dumps(counts, indent=1))
    bad = ("false alarm", "missed", "not shown", "not finished", "a root is lost", "no end")
    return int(any(each[name] for each in counts.values() for name in bad))


if __name__ == "__main__":
    sys.exit(main(tyro.cli(Options)))
