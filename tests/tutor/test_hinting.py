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


@pytest.mark.parametrize(
    ("lines", "sentence", "equation"),
    [
        (("x^2-4x-1=0", "x^2-4x+4=5"), "Factor the left side.", "(x - 2)^2 = 5"),
        (("6x^2+x-2=0", "6x^2+4x-3x-2=0"), "Factor the left side.", "(2*x - 1)*(3*x + 2) = 0"),
        (("x^2=9x", "x^2-9x=0"), "Factor the left side.", "x*(x - 9) = 0"),
        (("sin(2x)=cos(x)", "2sin(x)cos(x)-cos(x)=0"), "Factor the left side.",
         "cos(x)*(2*sin(x) - 1) = 0"),
        (("x^2+6x+5=0", "x^2+6x=-5"), "Add 5 to both sides, and factor the left side.",
         "(x + 1)*(x + 5) = 0"),
    ],
)  # fmt: skip
def test_no_hint_leads_back(lines, sentence, equation):
    found = hint(lines)
    assert (found.sentence, found.equation) == (sentence, equation)


def test_a_bracket_is_multiplied_out():
    assert hint("2(x - 3) = 8").sentence == "Multiply out the brackets."


def test_bars_are_taken_away_first():
    assert hint("|2x - 3| = 7").equation == "3 - 2*x = 7 or 3 - 2*x = -7"


@pytest.mark.parametrize(
    "lines", [("|x+4|=3", "Case 1: x+4=3", "x=-1"), ("(x+1)(x+7)=0", "x1 = -1")]
)
def test_after_a_case_comes_the_other(lines):
    found = hint(lines)
    assert found.sentence.startswith("This case is done")
    assert found.note == ""
    assert found.equation in ("x + 4 = -3", "x + 7 = 0")


def test_a_case_goes_on():
    found = hint(["|x - 1| = 3", "x - 1 = 3 (x >= 1)"])
    assert (found.note, found.equation) == ("", "x = 4")


def test_a_name_is_used():
    lines = ["x^4 - 5x^2 + 4 = 0", "let u = x^2"]
    assert hint(lines).equation == "u^2 - 5*u + 4 = 0"
    assert hint([*lines, "u^2 - 5u + 4 = 0"]).equation == "(u - 1)*(u - 4) = 0"


def test_a_remark_is_no_trouble():
    assert hint(["1/x = 2", "x ≠ 0"]).note == ""
    assert hint(["2x + 1 = 7", "qwerty uiop", "2x = 6"]).note == ""
