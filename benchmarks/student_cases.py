"""Work in several cases over several lines, named or not, with what is forgotten in it.

    (x - 2)(x - 3) = 0
    Case 1: x - 2 = 0
    x = 2
    Case 2: x - 3 = 0
    x = 3

As in `student_patterns`, nothing is solved here: each line comes with the roots that satisfy it,
and `benchmarks.students` puts them in before anybody is asked. Slips: a case is dropped, which
shows at the first case, or at the last line where cases are named, for others were to come; or a
step within a case is wrong, which shows at its line.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from benchmarks.student_patterns import further, plus, ratio, term, whole

Draw = random.Random


@dataclass
class Line:
    """A line, the roots that satisfy it, and what stands in front."""

    text: str
    roots: list[str]
    label: str = ""


@dataclass
class CaseWork:
    """A derivation in cases."""

    name: str
    lines: list[Line]
    roots: list[str]
    wrong: int | None = None
    kind: str | None = None
    dropped: list[str] = field(default_factory=list)
    """Roots of a case that is not there."""
    letters: dict[str, int] = field(default_factory=dict)


@dataclass
class Case:
    """The lines of one case, its roots, and its slips: (line, kind, what is written instead)."""

    lines: list[str]
    roots: list[str]
    slips: list[tuple[int, str, str]]
    factor: list[int] = field(default_factory=list)
    """Coefficients of its polynomial, that of the highest power first."""


# -- cases -----------------------------------------------------------------------------------------


def linear(rng: Draw, used: set[int]) -> Case:
    r = whole(rng, 1, 9, tuple(used | {-each for each in used}))
    used.add(r)
    slips = [(1, "sign", f"x = {-r}"), (1, "arithmetic", f"x = {r + rng.choice((10, 20))}")]
    return Case([f"x{plus(-r)} = 0", f"x = {r}"], [str(r)], slips, [1, -r])


def scaled(rng: Draw, used: set[int]) -> Case:
    a, b = rng.randint(2, 7), whole(rng, 10, 40)
    while b % a == 0:
        b += 1
    lines = [f"{a}*x{plus(-b)} = 0", f"{a}*x = {b}", f"x = {ratio(b, a)}"]
    slips = [(1, "moved", f"{a}*x = {-b}"), (2, "fraction", f"x = {ratio(a, b)}")]
    return Case(lines, [ratio(b, a)], slips, [a, -b])


def zero(rng: Draw, used: set[int]) -> Case:
    return Case(["x = 0"], ["0"], [], [1, 0])


def squares(rng: Draw, used: set[int]) -> Case:
    k = rng.randint(10, 15)
    end = rng.choice((f"x = ±{k}", f"x = {k} or x = {-k}"))
    lines = [f"x^2 - {k * k} = 0", f"x^2 = {k * k}", end]
    slips = [(2, "one_sign", f"x = {k}"), (1, "moved", f"x^2 = {-k * k}")]
    return Case(lines, [str(k), str(-k)], slips, [1, 0, -k * k])


def rootless(rng: Draw, used: set[int]) -> Case:
    k = rng.randint(1, 9)
    lines = [f"x^2 + {k} = 0", *([f"x^2 = {-k}"] if rng.random() < 0.5 else []), "no solution"]
    return Case(lines, [], [], [1, 0, k])


KINDS: Final = (linear, linear, linear, scaled, squares, rootless)


# -- what they are cases of ------------------------------------------------------------------------


def products(rng: Draw) -> tuple[list[str], list[Case], dict[str, int]]:
    """A polynomial, its factors, a case for each."""
    used: set[int] = set()
    makers = [linear, *rng.choices(KINDS, k=rng.choice((1, 1, 1, 2)))]
    cases = [make(rng, used) for make in makers]
    if len(cases) == 2 and rng.random() < 0.3:
        cases.append(zero(rng, used))
    heads = [tuple(case.factor) for case in cases]
    if len(set(heads)) < len(heads):
        return products(rng)
    rng.shuffle(cases)
    factors = [case.lines[0].removesuffix(" = 0") for case in cases]
    shown = [each if each == "x" else f"({each})" for each in factors]
    given = [f"{'*'.join(sorted(shown, key=len))} = 0"]
    if rng.random() < 0.5:
        given.insert(0, f"{_expanded([case.factor for case in cases])} = 0")
    return given, cases, {}


def _expanded(factors: list[list[int]]) -> str:
    found = [1]
    for factor in factors:
        longer = [0] * (len(found) + len(factor) - 1)
        for i, one in enumerate(found):
            for j, other in enumerate(factor):
                longer[i + j] += one * other
        found = longer
    text = ""
    for power, number in zip(range(len(found) - 1, -1, -1), found, strict=True):
        if number == 0:
            continue
        letter = {0: "", 1: "x"}.get(power, f"x^{power}")
        if not text:
            text = term(number, letter)
        else:
            text += further(number, letter) if letter else plus(number)
    return text


def bars(rng: Draw) -> tuple[list[str], list[Case], dict[str, int]]:
    """An absolute value, or a square, and both signs."""
    a, b = whole(rng, 1, 9), rng.randint(1, 9)
    given = [rng.choice((f"abs(x{plus(a)}) = {b}", f"(x{plus(a)})^2 = {b * b}"))]
    cases = []
    for value in (b, -b):
        lines = [f"x{plus(a)} = {value}", f"x = {value - a}"]
        slips = [(1, "moved", f"x = {value + a}")]
        cases.append(Case(lines, [str(value - a)], slips))
    return given, cases, {}


def letters(rng: Draw) -> tuple[list[str], list[Case], dict[str, int]]:
    """Factors with letters."""
    k = rng.randint(2, 5)
    given = [f"(x - a)*({k}*x + b) = 0"]
    first = Case(["x - a = 0", "x = a"], ["a"], [(1, "sign", "x = -a")])
    second = Case([f"{k}*x + b = 0", f"{k}*x = -b", f"x = -b/{k}"], [f"-b/{k}"],
                  [(1, "moved", f"{k}*x = b"), (2, "sign", f"x = b/{k}")])  # fmt: skip
    return given, [first, second], {"a": 3, "b": 7}


MAKERS: Final = (products, products, products, bars, letters)


# -- derivations -----------------------------------------------------------------------------------

STYLES: Final = (
    ("", "", ""), ("", "", ""), ("", "or ", "or "), ("Case 1: ", "Case 2: ", "Case 3: "),
    ("case 1) ", "case 2) ", "case 3) "), ("Fall 1: ", "Fall 2: ", "Fall 3: "),
    ("1. Fall: ", "2. Fall: ", "3. Fall: "), ("1st case: ", "2nd case: ", "3rd case: "),
    ("a) ", "b) ", "c) "), ("(i) ", "(ii) ", "(iii) "), ("Case A: ", "Case B: ", "Case C: "),
    ("Case 1:\n", "Case 2:\n", "Case 3:\n"), ("1) ", "2) ", "3) "),
)  # fmt: skip
"""What stands before the first line of each case."""


def drawn(rng: Draw, slips: bool) -> CaseWork | None:
    """Draw a derivation; None if the slip that was chosen cannot be made in it."""
    maker = rng.choice(MAKERS)
    given, cases, values = maker(rng)
    style = rng.choice(STYLES)
    is_named = style[0] not in ("", "1) ")
    roots = [root for case in cases for root in case.roots]
    lines = [Line(text, roots) for text in given]
    first = len(lines)
    work = CaseWork(maker.__name__, lines, roots, letters=values)
    is_drop = slips and rng.random() < 0.5
    left = rng.randrange(len(cases)) if is_drop else None
    if left is not None:
        work.dropped, work.kind = cases[left].roots, "dropped"
        cases = [case for number, case in enumerate(cases) if number != left]
        if not work.dropped or not cases:
            return None
    parts: list[list[Line]] = []
    bad: Line | None = None
    slipped = rng.randrange(len(cases)) if slips and not is_drop else None
    for number, (case, label) in enumerate(zip(cases, style, strict=False)):
        texts, wrong = list(case.lines), None
        if number == slipped:
            if not case.slips:
                return None
            wrong, work.kind, text = rng.choice(case.slips)
            texts = [*texts[:wrong], text]
        kept = [0, *(n for n in range(1, len(texts)) if n in (len(texts) - 1, wrong)
                     or rng.random() < 0.7)]  # fmt: skip
        parts.append([Line(texts[n], case.roots, label if n == 0 else "") for n in kept])
        if wrong is not None:
            bad = parts[-1][-1]
    is_mixed = not is_named and rng.random() < 0.3
    lines += _ordered(parts, is_mixed)
    if bad is not None:
        if is_mixed and bad.text in {f"x = {root}" for root in roots}:
            return None  # nobody can say which case it belongs to
        work.wrong = next(n for n, line in enumerate(lines) if line is bad)
    if not slips and rng.random() < 0.4:
        lines.append(Line(_all(roots), roots))
    if is_drop:
        work.wrong = len(lines) - 1 if is_named else first
    return work


def _ordered(parts: list[list[Line]], is_mixed: bool) -> list[Line]:
    """Go through one case after the other; or begin them all, and then end them all."""
    if not is_mixed:
        return [line for part in parts for line in part]
    return [part[0] for part in parts] + [line for part in parts for line in part[1:]]


def _all(roots: list[str]) -> str:
    return " or ".join(f"x = {root}" for root in roots)
