"""A hint is the next step, and no more; it leads to all roots from whatever line is right."""

from __future__ import annotations

import json

import pytest

from aljabr import check, hint, solve

LINES = [
    "3x + 5 = 11",
    "x^2 - 5x + 6 = 0",
    "x - 2 = 0 or x - 3 = 0",
    "x = 2 or x - 3 = 0",
    "x^3 = 4x",
    "x^2 - 8x = -9",
    "x^2 + 4x + 1 = 0",
    "sqrt(x + 3) = x - 3",
    "|2x - 3| = 5",
    "1/x + 1/(x + 1) = 3/2",
    "4^x - 5*2^x + 4 = 0",
    "sin(2x) = 1/2",
    "a x + b = c",
    "x + 1 = x + 2",
    "(x - 1)^2 = 4 or x^2 = 9",
    "ln(x) + ln(x - 3) = ln(4)",
]


@pytest.mark.parametrize("line", LINES)
def test_steps_lead_to_the_end(line):
    """Do as the hint says, again and again: every line is right, and the last states all roots."""
    lines = [line]
    for _ in range(12):
        found = hint(lines, budget=40.0)
        if found.done:
            break
        assert found.equation is not None
        assert found.rule is not None
        assert found.sentence
        lines.append(found.equation)
    assert found.done, lines
    checked = check(lines, budget=40.0)
    assert {each.verdict for each in checked.lines[1:]} <= {"right"}, checked
    assert checked.finished


def test_a_hint_gives_nothing_away():
    found = hint("3x + 5 = 11")
    assert (found.sentence, found.rule) == ("Subtract 5 from both sides.", "subtract")
    assert (found.equation, found.done) == ("3*x = 6", False)


def test_cases_are_gone_through_one_by_one():
    found = hint(["x^2 - 5x + 6 = 0", "x = 2 or x - 3 = 0"])
    assert (found.line, found.equation) == (1, "x = 2 or x = 3")
    assert hint(["x^2 = 9", "x = ±3"]).done


def test_the_hint_starts_from_the_last_line_that_is_right():
    found = hint(["2x + 4 = 10", "2x = 6", "x = 4"])
    assert (found.line, found.equation) == (1, "x = 3")
    assert found.note.startswith("Line 3 is wrong.")


def test_candidates_are_to_be_checked():
    found = hint(["sqrt(x + 3) = x - 3", "x = 1 or x = 6"])
    assert (found.rule, found.equation, found.done) == ("check_roots", "x = 6", False)


def test_no_step_is_made_up():
    found = hint("x + sin(x) = 1", budget=1.0)
    assert (found.rule, found.equation, found.done) == (None, None, False)


def test_the_record_is_plain():
    record = json.loads(json.dumps(hint("2x = 4").to_json()))
    assert {"sentence", "rule", "equation", "done", "note", "line"} == set(record)


def test_the_first_step_is_one_of_the_solution():
    steps = [f"{step.lhs} = {step.rhs}" for step in solve("5x - 2 = 3x + 8").steps]
    assert hint("5x - 2 = 3x + 8").equation == steps[0]
