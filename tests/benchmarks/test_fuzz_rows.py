"""Rows of the solver's tables at planted roots: a slice of the fuzzing, and that it sees faults."""

from __future__ import annotations

from dataclasses import replace

import mpmath
import pytest

from aljabr.algebra.parse import parse
from aljabr.game import games
from aljabr.game.games import SOLVER
from aljabr.game.graph import StateGraph
from aljabr.game.rules import Action
from benchmarks import fuzz_rows, textbook


def test_no_row_crashes_or_loses_a_root() -> None:
    found = fuzz_rows.run(count=6, seed=1, nice=fuzz_rows.NICE[::5])
    assert found.failures == []
    assert len(found.tried) > 20


def test_a_row_that_loses_a_root_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = StateGraph(SOLVER)
    equation = parse("x^2 = 4", "x", graph.table)
    rule = SOLVER.rule("sqrt")
    action = Action(rule, None)
    assert fuzz_rows._fault(graph, equation, action, mpmath.mpf(-2)) is None
    lossy = replace(rule, cases=lambda split: [(split.left, split.right)])
    assert "became x = 2" in str(
        fuzz_rows._fault(graph, equation, Action(lossy, None), mpmath.mpf(-2))
    )

    def crash(*_: object) -> None:
        raise ZeroDivisionError("what we look for")

    monkeypatch.setattr(games, "cases", crash)
    assert "what we look for" in str(fuzz_rows._fault(graph, equation, action, mpmath.mpf(2)))


def test_planted_roots_are_roots() -> None:
    for text, root in fuzz_rows.NICE:
        number = fuzz_rows.real_value(fuzz_rows.read(root), {})
        assert fuzz_rows.satisfies(parse(text, "x"), number) is True, text
    assert fuzz_rows.satisfies(parse("x = 1", "x"), mpmath.mpf(2)) is False


def test_the_textbook_has_every_class_and_no_equation_twice() -> None:
    lines = textbook.equations()
    assert len(lines) > 900
    assert len({(line["text"], line.get("for")) for line in lines}) == len(lines)
    assert len({line["class"] for line in lines}) >= 10
