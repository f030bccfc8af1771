"""What SymPy's `solve` and `solveset` say of an equation, in numbers, asked in a killable process.

The worker reads the text with the reader of `benchmarks.checking`, gives SymPy its own functions
(sec, sinh), and evaluates the answer at points for the letters. `solve` is asked as a user does,
`solveset` over the real numbers. A list by `solve` counts as all roots unless the known set has
families, of which it gives members only; an empty list for an equation that always holds is taken
for no answer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from aljabr.tasks.written import Known
from benchmarks.checking.reading import Node, read, read_equation
from benchmarks.comparing import COMPLETE, INCOMPLETE, UNCLEAR, UNSOLVED, WRONG, RealSet, compared
from benchmarks.examining import DIGITS, always, points, trial_values

METHODS: Final = ("solve", "solveset")
MEMBERS: Final = range(-60, 61)
"""Members of a family with holes, or of one that is no line."""

START_UP: Final = 300.0
"""Seconds until SymPy must be loaded; they do not count against the deadline of an equation."""
READY: Final = "ready"
OUT_OF_TIME: Final = "out of time"

Said = dict[str, Any]
"""`status` (roots, all, unsolved), and for each point numbers and families as texts."""


# -- in the worker ---------------------------------------------------------------------------------


def _expression(tree: Node, symbols: dict[str, Any]) -> Any:
    import sympy

    if tree.head == "number":
        return sympy.Rational(tree.value.numerator, tree.value.denominator)
    if tree.head == "letter":
        return symbols.setdefault(tree.name, sympy.Symbol(tree.name, real=True))
    if tree.head == "pi":
        return sympy.pi
    parts = [_expression(child, symbols) for child in tree.children]
    if tree.head == "neg":
        return -parts[0]
    if len(parts) == 2:
        left, right = parts
        if tree.head == "^" and right.is_Rational and right.q % 2 and right.q > 1:
            return sympy.real_root(left, right.q) ** right.p
        operations: dict[str, Callable[[], Any]] = {
            "+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
            "/": lambda: left / right, "^": lambda: left**right,
        }  # fmt: skip
        return operations[tree.head]()
    if tree.head == "cbrt":
        return sympy.real_root(parts[0], 3)
    return getattr(sympy, tree.head if tree.head != "abs" else "Abs")(parts[0])


def _answer(method: str, text: str, at: list[dict[str, str]], values: list[str]) -> Said:
    import sympy

    symbols: dict[str, Any] = {"x": sympy.Symbol("x", real=True)}
    if method == "solve":
        symbols["x"] = sympy.Symbol("x")
    left, right = (_expression(side, symbols) for side in read_equation(text, keeps_names=True))
    x = symbols["x"]
    started = time.perf_counter()
    try:
        if method == "solve":
            found = sympy.solve(sympy.Eq(left, right), x)
        else:
            found = sympy.solveset(sympy.Eq(left, right), x, sympy.S.Reals)
    except Exception as reason:  # whatever SymPy raises is no answer
        return {"status": "unsolved", "why": repr(reason)[:200],
                "seconds": time.perf_counter() - started}  # fmt: skip
    seconds = time.perf_counter() - started
    said = _told(found, symbols, at, values)
    return {**said, "seconds": seconds, "answer": str(found)[:300]}


def _told(found: Any, symbols: dict[str, Any], at: list[dict[str, str]], values: list[str]) -> Said:
    import sympy

    if isinstance(found, list):
        found = (
            sympy.FiniteSet(*found) if not any(isinstance(each, dict) for each in found) else None
        )
    if found is None or found.has(sympy.ConditionSet):
        return {"status": "unsolved"}
    if values:  # of an equation that always holds
        try:
            held = [found.contains(sympy.Rational(value)) for value in values]
        except Exception:  # whatever SymPy raises is no answer
            return {"status": "unsolved"}
        if not all(each in (sympy.true, sympy.false) for each in held):
            return {"status": "unsolved"}
        empty = found is sympy.S.EmptySet
        return {
            "status": "unsolved" if empty else "all",
            "held": [each == sympy.true for each in held],
        }
    if found.is_subset(sympy.S.Reals) and isinstance(found, sympy.Interval):
        return {"status": "all", "held": []}
    told = []
    for point in at:
        numbers = {
            symbols[name]: sympy.Float(value, DIGITS)
            for name, value in point.items()
            if name in symbols
        }
        try:
            told.append(_members(found.subs(numbers) if numbers else found))
        except NotImplementedError:
            return {"status": "unsolved"}
    return {"status": "roots", "told": told}


def _members(found: Any) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the real numbers of a set, and its families."""
    import sympy

    if isinstance(found, sympy.FiniteSet):
        return [text for each in found for text in _number(each)], []
    if found is sympy.S.EmptySet:
        return [], []
    if isinstance(found, sympy.Union):
        numbers, families = [], []
        for part in found.args:
            more = _members(part)
            numbers += more[0]
            families += more[1]
        return numbers, families
    if isinstance(found, sympy.Intersection) and sympy.S.Reals in found.args:
        return _members(sympy.Intersection(*(each for each in found.args if each != sympy.S.Reals)))
    if isinstance(found, sympy.Complement):
        return _less(_members(found.args[0]), _members(found.args[1]))
    if isinstance(found, sympy.ImageSet) and found.base_sets == (sympy.S.Integers,):
        (variable,), expression = found.lamda.variables, found.lamda.expr
        first, second, third = (sympy.N(expression.subs(variable, n), DIGITS) for n in range(3))
        if first.is_real and abs(sympy.N(third - 2 * second + first)) < 1e-20 and first != second:
            return [], [(str(first), str(second - first))]
        return [text for n in MEMBERS for text in _number(expression.subs(variable, n))], []
    raise NotImplementedError


def _number(expression: Any) -> list[str]:
    """Return a number as a text, if it is real."""
    import sympy

    value = sympy.N(expression, DIGITS)
    real, imaginary = value.as_real_imag()
    if not (real.is_Float or real.is_Rational) or value.free_symbols:
        if value in (sympy.nan, sympy.zoo, sympy.oo, -sympy.oo):
            return []
        raise NotImplementedError
    return [str(real)] if abs(imaginary) < sympy.Float("1e-18") * (1 + abs(real)) else []


def _less(
    whole: tuple[list[str], list[tuple[str, str]]], less: tuple[list[str], list[tuple[str, str]]]
) -> tuple[list[str], list[tuple[str, str]]]:
    with mpmath.workdps(DIGITS):
        left_out = _set(less)
        numbers = [each for each in whole[0] if mpmath.mpf(each) not in left_out]
        families = []
        for first, step in whole[1]:
            members = [mpmath.mpf(first) + mpmath.mpf(step) * n for n in MEMBERS]
            kept = [each for each in members if each not in left_out]
            if len(kept) == len(members):
                families.append((first, step))
            else:
                numbers += [mpmath.nstr(each, DIGITS) for each in kept]
        return numbers, families


def _set(told: tuple[list[str], list[tuple[str, str]]]) -> RealSet:
    numbers, families = told
    return RealSet([mpmath.mpf(each) for each in numbers],
                   [(mpmath.mpf(first), mpmath.mpf(step)) for first, step in families])  # fmt: skip


def _work(pipe: Connection) -> None:
    import sympy

    sympy.solve("x - 1")
    pipe.send(READY)
    while True:
        pipe.send(_answer(*pipe.recv()))


# -- outside ---------------------------------------------------------------------------------------


@dataclass
class Peer:
    """A process that asks SymPy, and is killed when it takes too long."""

    deadline: float
    _process: Any = None
    _pipe: Connection | None = None

    def ask(self, method: str, text: str, at: list[dict[str, str]], values: list[str]) -> Said:
        """Return what SymPy says within the deadline."""
        if self._process is None:
            self._start()
        assert self._pipe is not None
        try:
            self._pipe.send((method, text, at, values))
            if self._pipe.poll(self.deadline):
                said: Said = self._pipe.recv()
                return said
        except (EOFError, OSError):  # it died, of memory for instance
            pass
        self.close()
        return {"status": "unsolved", "why": OUT_OF_TIME, "seconds": self.deadline}

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other,), daemon=True)
        self._process.start()
        if not self._pipe.poll(START_UP) or self._pipe.recv() != READY:
            raise RuntimeError("SymPy does not start")

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def judge(known: Known, peer: Peer, method: str, seed: str) -> Said:
    """Ask SymPy, and compare what it says with what is known."""
    with mpmath.workdps(DIGITS):
        at = list(points(known.text, random.Random(seed)))
        is_always = known.status == "all_values"
        values = trial_values(random.Random(seed)) if is_always else []
        texts = [
            {name: mpmath.nstr(value, DIGITS) for name, value in point.items()} for point in at
        ]
        said = peer.ask(method, known.text, texts, [mpmath.nstr(each, DIGITS) for each in values])
        verdict = _verdict(known, said, at, values, method)
        answer = said.get("answer") or said.get("why", "")
        return {"verdict": verdict, "seconds": said["seconds"], "answer": answer}


def _verdict(known: Known, said: Said, at: list[Any], values: list[Any], method: str) -> str:
    if said["status"] == "unsolved":
        return UNSOLVED
    if known.status == "all_values":
        return always(known.text, values, said["held"]) if "held" in said else WRONG
    if said["status"] == "all":
        return WRONG
    has_families = any("n" in read(root).letters() for root in known.roots)
    claims_all = method == "solveset" or not has_families

    def told() -> Iterator[tuple[Any, RealSet]]:
        for point, each in zip(at, said["told"], strict=True):
            yield point, _set(each)

    verdict = compared(known, told(), claims_all)
    return verdict if verdict in (COMPLETE, INCOMPLETE, WRONG) else UNCLEAR
