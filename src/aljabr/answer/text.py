"""An answer for a terminal: numbered steps, cases with letters, the roots, and what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import pi
from string import ascii_lowercase
from typing import Final

from aljabr.algebra.isolating import NumericRoots
from aljabr.answer.parts import Answer, Root, Step
from aljabr.answer.sentences import written
from aljabr.errors import escaped

MAX_WIDTH: Final = 60
"""The widest column of equations."""
MAX_DECIMALS: Final = 12
"""Numeric roots that are named, at the most."""


def of(solution: Answer) -> str:
    """Write the derivation and the answer."""
    lines = [f"  {escaped(solution.equation)}"]
    labelled: set[str] = set()
    equations = [_equation(step, labelled) for step in solution.steps]
    width = min(max(map(len, equations), default=0), MAX_WIDTH)
    for number, (equation, step) in enumerate(zip(equations, solution.steps, strict=True), start=1):
        lines.append(f"{number:>3}. {equation:<{width}}   {step.note}".rstrip())
    said = list(inside(solution, _root))
    said += [f"where {each.name} = {each.value}" for each in solution.definitions]
    said += remarks(solution)
    lines += ["", written(sentence(solution), solution.language)]
    lines += [f"  {written(line, solution.language)}" for line in said]
    return "\n".join(lines)


def _equation(step: Step, labelled: set[str]) -> str:
    """Write the equation of a step, after the letter of its case where that begins."""
    if not step.branch:
        return f"{step.lhs} = {step.rhs}"
    label = case_label(step.branch) + ") "
    shown = label if step.branch not in labelled else " " * len(label)
    labelled.add(step.branch)
    indent = "   " * step.branch.count(".")
    return f"{indent}{shown}{step.lhs} = {step.rhs}"


def case_label(branch: str) -> str:
    """Return the letters of a case: b.a for 2.1."""
    numbers = [int(each) - 1 for each in branch.split(".")]
    return ".".join(ascii_lowercase[each] if each < 26 else str(each + 1) for each in numbers)


def sentence(solution: Answer) -> str:
    """Write the answer in one line."""
    unknown = solution.unknown
    if solution.status == "solved":
        apart = not have_same_conditions(solution)
        return " or ".join(_root(unknown, each, apart) for each in solution.roots)
    answer = {
        "no_solution": "no real solution" if solution.among_real else "no solution",
        "all_values": f"every {unknown} is a solution",
        "unsolved": "not solved within the limits",
    }[solution.status]
    if solution.conditions:
        answer += f" if {', '.join(solution.conditions)}"
    if solution.complex_roots:
        found = " or ".join(_root(unknown, each, True) for each in solution.complex_roots)
        answer += f"; over the complex numbers {found}"
    return answer


def inside(solution: Answer, root_fn: Callable[[str, Root, bool], str]) -> Iterator[str]:
    """Yield what is said of the interval that was asked for."""
    where, unknown = solution.where, solution.unknown
    if where is None or solution.status not in ("solved", "all_values"):
        return
    if solution.status == "all_values":
        yield f"for {where}: every {unknown}"
        return
    shown = [root_fn(unknown, each, False) + _in_degrees(each, where) for each in solution.members]
    others = "" if solution.members_complete else "; others may exist"
    yield f"for {where}: " + (" or ".join(shown) or "none") + others


def _in_degrees(root: Root, where: str) -> str:
    """Return the decimal value in degrees, where these are asked for and the root has none."""
    if "°" not in where or "°" in root.value or not isinstance(root.approx, float):
        return ""
    return f" ≈ {root.approx * 180 / pi:.10g}°"


def _root(unknown: str, root: Root, with_conditions: bool) -> str:
    conditions = f" if {', '.join(root.conditions)}" if with_conditions and root.conditions else ""
    return f"{unknown} = {root.value}{approximately(root)}{conditions}"


def approximately(root: Root) -> str:
    """Return the decimal value of a root that is hard to read."""
    is_short = len(root.value) < LONG and "_" not in root.value  # a name has an index
    if root.approx is None or root.family is not None or is_short:
        return ""
    if isinstance(root.approx, float):
        return f" ≈ {root.approx}"
    real, imaginary = root.approx
    return f" ≈ {real} {'-' if imaginary < 0 else '+'} {abs(imaginary)}i"


LONG: Final = 24
"""A root with so many characters has its decimal value beside it."""


def remarks(solution: Answer) -> Iterator[str]:
    """Yield what is said of the answer, a line each."""
    roots = solution.roots
    if roots and roots[0].conditions and have_same_conditions(solution):
        yield f"if {', '.join(roots[0].conditions)}"
    letters = integers(solution)
    if letters:
        yield f"for any whole {_numbers(letters)} {' and '.join(letters)}"
    if roots and solution.complete:
        yield completeness(solution) + (
            f" if {', '.join(solution.conditions)}" if solution.conditions else ""
        )
    for root in roots:
        if root.multiplicity is not None and root.multiplicity > 1:
            times = _TIMES.get(root.multiplicity, f"{root.multiplicity}-fold")
            yield f"{solution.unknown} = {root.value} is a {times} root"
    for each in dict.fromkeys(root.verified for root in roots):
        yield f"verified: {VERIFIED[each]}"
    for candidate in solution.rejected:
        yield f"{solution.unknown} = {candidate.value} is no root: {candidate.reason}"
    if solution.status == "solved" and solution.complex_roots:
        found = " or ".join(_root(solution.unknown, each, True) for each in solution.complex_roots)
        yield f"over the complex numbers also {found}"
    if solution.numeric_roots is not None:
        yield decimals(solution.numeric_roots, solution, "{} ≈ {}", "sqrt(-1)")
    if solution.note:
        yield str(solution.note)


def integers(solution: Answer) -> list[str]:
    """Return the letters that stand for any whole number."""
    roots = (*solution.roots, *solution.complex_roots)
    families = [root.family.split(", ") for root in roots if root.family]
    return sorted({letter for each in families for letter in each})


def _numbers(letters: list[str]) -> str:
    return "number" if len(letters) == 1 else "numbers"


def have_same_conditions(solution: Answer) -> bool:
    """Whether all roots hold under the same conditions."""
    return len({root.conditions for root in solution.roots}) == 1


_TIMES: Final = {2: "double", 3: "triple"}


def completeness(solution: Answer) -> str:
    """Say that these are all roots there are."""
    kind = "real root" if solution.domain == "real" else "root"
    alone = len(solution.roots) == 1 and solution.roots[0].family is None
    return _all(kind, 1 if alone else 2)


def decimals(numeric: NumericRoots, solution: Answer, form: str, unit: str) -> str:
    """Say which roots are known as decimals only, each in a form, and whether there are others."""
    shown = [form.format(solution.unknown, _decimal(each, unit)) for each in numeric.values]
    rest = len(shown) - MAX_DECIMALS
    found = " or ".join(shown[:MAX_DECIMALS]) + (f" or {rest} more" if rest > 0 else "")
    kind = "real root" if solution.domain == "real" else "root"
    where = "" if numeric.window is None else " between {:g} and {:g}".format(*numeric.window)
    if not shown:
        return f"numerically: no {kind}{where} (certified)"
    if numeric.complete:
        return f"numerically: {found} (certified; {_all(kind, len(shown))}{where})"
    return f"numerically: {found} (certified; others{where} may exist)"


def _decimal(value: float | tuple[float, float], unit: str) -> str:
    if not isinstance(value, tuple):
        return str(value)
    return f"{value[0]} {'-' if value[1] < 0 else '+'} {abs(value[1])}*{unit}"


def _all(kind: str, count: int) -> str:
    return f"the only {kind}" if count == 1 else f"all {kind}s"


VERIFIED: Final = {
    "lemma": "by the lemma, and at random values of the letters",
    "exact": "exactly, by substitution",
    "numeric": "numerically, to 300 digits",
}
