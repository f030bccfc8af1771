"""What the processes do: a task in, the bytes of an answer out, as JSON or as a page.

The program that forks them only passes bytes on, so that its own work is small.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from aljabr.algebra.mathml import mathml
from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import equation_latex, equation_text
from aljabr.answer.methods import Method, methods
from aljabr.answer.solution import Remark, Solution
from aljabr.errors import UserError, escaped
from aljabr.serve import pages
from aljabr.serve.messages import Kind, Reply, Task, dumps, error_object
from aljabr.solver.solve import domain_of, solve
from aljabr.tutor import Checked, Exercise, Hint, Look, check, hint, look, practice

WARM: Final = ("2x = 4", "x^2 + x = 1")
"""What is solved before the first request, so that everything is loaded."""


def answerer(memory: int) -> Callable[[Task], Reply]:
    """Return what answers tasks in a process with so many megabytes; 0 for as many as there are."""
    return partial(_answer, memory)


def warm() -> None:
    """Load what solving needs, before processes are forked."""
    for text in WARM:
        solve(text, budget=2.0)
    pages.load()


def _answer(memory: int, task: Task) -> Reply:
    _limit(memory)
    return answer(task)


def _limit(memory: int) -> None:
    """Set this process its limit, once."""
    most = memory << 20
    if memory and resource.getrlimit(resource.RLIMIT_AS)[0] != most:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def answer(task: Task) -> Reply:
    """Do a task."""
    try:
        found = WORK[task.kind](task)
    except UserError as error:
        what, column, advice = str(error), None, ""
        if isinstance(error, ParseError):
            what, column, advice = error.message, error.column, error.hint
            what += "" if error.line is None else f" in line {error.line}"
        problem = error_object(escaped(what), column, advice)
        if task.form == "json":
            return Reply(422, dumps(problem))
        return Reply(200 if task.form == "part" else 422, pages.mistake(task, problem))
    if task.form == "json":
        return Reply(200, dumps(found.to_json()))
    return Reply(200, pages.page(task, found))


def failed(task: Task, reason: str) -> Reply:
    """Answer a task whose process is gone, in this one."""
    if task.kind == "solve":
        text, unknown = task.asked["equation"], task.asked.get("for") or ""
        solution = Solution(text, unknown, "unsolved", note=Remark(reason), seconds=task.budget)
        if task.form == "json":
            return Reply(200, dumps(solution.to_json()))
        return Reply(200, pages.page(task, solution))
    problem = error_object(reason, None, "try a simpler equation, or a larger budget")
    if task.form == "json":
        return Reply(504, dumps(problem))
    return Reply(200 if task.form == "part" else 504, pages.mistake(task, problem))


# -- the tasks -------------------------------------------------------------------------------------


class Understood(NamedTuple):
    """What was read of a text."""

    equation: str
    unknown: str
    domain: str
    mathml: str

    def to_json(self) -> dict[str, Any]:
        return self._asdict()


def _solve(task: Task) -> Solution:
    asked = task.asked
    budget = task.budget if task.form == "json" else 0.9 * task.budget  # a page is drawn as well
    return solve(asked["equation"], asked.get("for"), budget, domain=asked.get("domain"))


def _read(task: Task) -> Understood:
    equation = parse(task.asked["equation"], task.asked.get("for"))
    return Understood(
        equation_text(equation),
        equation.unknown,
        task.asked.get("domain") or domain_of(equation),
        mathml(equation_latex(equation)),
    )


def _hint(task: Task) -> Hint:
    asked = task.asked
    return hint(task.lines, asked.get("for"), domain=asked.get("domain"), budget=task.budget)


def _check(task: Task) -> Checked:
    asked = task.asked
    return check(task.lines, asked.get("for"), domain=asked.get("domain"), budget=task.budget)


class Practised(NamedTuple):
    """An exercise, and what was said of the lines so far."""

    exercise: Exercise
    checked: Checked | None = None

    def to_json(self) -> dict[str, Any]:
        return self.exercise.to_json()


def _practice(task: Task) -> Practised:
    asked = task.asked
    drawn = practice(asked.get("kind"), asked.get("difficulty", 1), asked.get("seed"))
    if "lines" not in asked:
        return Practised(drawn)
    lines = [drawn.equation, *asked["lines"]]
    return Practised(drawn, check(lines, drawn.unknown, budget=task.budget))


def _look(task: Task) -> Look:
    asked = task.asked
    return look(asked["equation"], asked.get("for"), domain=asked.get("domain"), budget=task.budget)


class Methods(NamedTuple):
    """The steps that the solver knows."""

    known: list[Method]

    def to_json(self) -> dict[str, Any]:
        return {"methods": [method.to_json() for method in self.known]}


def _methods(task: Task) -> Methods:
    return Methods(methods())


WORK: Final[dict[Kind, Callable[[Task], Any]]] = {
    "solve": _solve, "hint": _hint, "check": _check, "practice": _practice, "look": _look,
    "methods": _methods, "read": _read,
}  # fmt: skip
