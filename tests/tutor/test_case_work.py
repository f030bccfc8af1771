"""Work in cases over several lines: none is missing, or it is told; no false alarm."""

from __future__ import annotations

import random

import pytest

from aljabr import check, hint
from aljabr.tutor.wording import plain
from benchmarks import students

PLENTY = 40.0
"""Seconds, so that a busy machine does not turn right into unsure."""


def verdicts(*lines: str) -> tuple[list[str], bool]:
    found = check(lines, budget=PLENTY)
    return [line.verdict for line in found.lines], found.finished


RIGHT = [
    ("x^2 - 5x + 6 = 0", "(x-2)(x-3) = 0", "x - 2 = 0", "x = 2", "x - 3 = 0", "x = 3"),
    ("(x-2)(x-3) = 0", "Case 1: x - 2 = 0", "x = 2", "Case 2: x - 3 = 0", "x = 3"),
    ("(x-2)(x-3) = 0", "a) x - 2 = 0", "x = 2", "b) x - 3 = 0", "x = 3", "x = 2 or x = 3"),
    ("(x-2)(x-3) = 0", "x - 2 = 0", "x - 3 = 0", "x = 2", "x = 3"),
    ("x^2 = 9", "x = 3", "or x = -3"),
    ("x^2 - 5x + 6 = 0", "x_1 = 2", "x_2 = 3"),
    ("x(x-2)(x-3) = 0", "x = 0", "(x-2)(x-3) = 0", "x = 2", "x = 3"),
    ("x(x^2 + 1) = 0", "x = 0", "x^2 + 1 = 0", "no solution"),
    ("(x^2 + 1)(x - 3) = 0", "x^2 + 1 = 0", "no solution", "x - 3 = 0", "x = 3"),
    ("|x - 2| = 3", "x - 2 = 3", "x = 5", "x - 2 = -3", "x = -1"),
    ("(x - a)(x - b) = 0", "(i) x - a = 0", "x = a", "(ii) x - b = 0", "x = b"),
    ("sin(x)(cos(x) - 1) = 0", "sin(x) = 0", "x = pi n", "cos(x) = 1", "x = 2 pi n"),
    ("sqrt(x + 3) = x - 3", "(x - 1)(x - 6) = 0", "x = 1", "x = 6", "x = 6"),
]


@pytest.mark.parametrize("lines", RIGHT, ids=lambda lines: " / ".join(lines[:2]))
def test_cases_that_are_all_there_are_right(lines):
    assert verdicts(*lines) == (["given", *["right"] * (len(lines) - 1)], True)


@pytest.mark.parametrize(
    ("lines", "wrong", "kind"),
    [
        (("(x-2)(x-3) = 0", "x = 2"), 1, "lost_root"),
        (("(x-2)(x-3) = 0", "x - 2 = 0", "x = 2"), 1, "lost_root"),
        (("(x-2)(x-3) = 0", "Case 1: x - 2 = 0", "x = 2"), 2, "lost_root"),
        (("x(x-2)(x-3) = 0", "x = 0", "x - 2 = 0", "x = 2"), 1, "lost_root"),
        (("x(x-2)(x-3) = 0", "x = 0", "(x-2)(x-3) = 0", "x = 2"), 3, "lost_root"),
        (("x(x-2)(x-3) = 0", "a) x = 0", "b) x = 2", "x = 0 or x = 2"), 3, "lost_root"),
        (("(x-2)(x-3) = 0", "x = 2 or x = 3", "x = 2"), 2, "lost_root"),
        (("(x-2)(x-3) = 0", "x - 2 = 0", "x = -2", "x - 3 = 0", "x = 3"), 2, "sign"),
        (("(x-2)(x-3) = 0", "Case 1: x = 2", "Case 2: x + 3 = 0", "x = -3"), 2, "gained_root"),
        (("(x+9)(x-1) = 0", "Case 1: x + 9 = 0", "x = 1", "Case 2: x = 1"), 2, "arithmetic"),
        (("(x+9)(x-1) = 0", "x + 9 = 0", "x = 1", "x - 1 = 0", "x = 1"), 2, "arithmetic"),
        (("sqrt(x + 3) = x - 3", "(x - 1)(x - 6) = 0", "x = 6", "x = 1"), 3, "gained_root"),
    ],
)
def test_a_missing_case_and_a_wrong_step_are_told(lines, wrong, kind):
    found = check(lines, budget=PLENTY)
    assert (found.first_wrong, found.lines[wrong].kind) == (wrong, kind)
    assert not found.finished


def test_a_candidate_among_cases_is_not_called_a_root():
    lines = [
        "sqrt(x + 3) = x - 3",
        "(x - 1)(x - 6) = 0",
        "x - 1 = 0",
        "x = 1",
        "x - 6 = 0",
        "x = 6",
    ]
    found = check(lines, budget=PLENTY)
    assert (found.first_wrong, found.finished, found.lines[-1].kind) == (None, False, "candidates")


def test_a_line_that_has_all_roots_does_not_excuse_a_missing_case():
    assert verdicts("x^2 = 9", "x = 3", "x = ±3") == (["given", "wrong", "right"], True)


def test_where_the_unknown_is_may_tell_the_cases():
    lines = (
        "|x - 1| = 2x",
        "Case 1: x >= 1",
        "x - 1 = 2x",
        "x = -1",
        "Case 2: x < 1",
        "1 - x = 2x",
    )
    found, _ = verdicts(*lines, "x = 1/3")
    assert "wrong" not in found


def test_a_hint_goes_on_with_the_case_that_is_left():
    lines = ["(x-2)(x-3) = 0", "Case 1: x - 2 = 0", "x = 2", "Case 2: x - 3 = 0"]
    assert hint(lines, budget=PLENTY).equation == "x = 2 or x = 3"
    assert hint([*lines, "x = 3"], budget=PLENTY).done


@pytest.mark.parametrize(
    "label",
    ["Case 1:", "case 2)", "Case A:", "Fall 1:", "2. Fall:", "1st case:", "Second case:", "a)",
     "(b)", "ii)", "(iv)", "or"],
)  # fmt: skip
def test_names_of_cases_are_read(label):
    found = plain(f"{label} x = 2")
    assert (found.text.strip(), found.is_case) == ("x = 2", True)


def test_the_name_of_a_case_may_stand_alone():
    found = check(["x^2 = 9", "Case 1:", "x = 3", "or", "x = -3"], budget=PLENTY)
    assert ([line.number for line in found.lines], found.finished) == ([1, 3, 5], True)


def test_a_letter_in_brackets_may_be_a_factor():
    assert check(["(a) x = 6", "x = 6/a"]).finished
    assert check(["a x = 6", "(a) x = 6", "x = 6/a"]).finished


def test_lines_may_be_numbered_in_brackets():
    assert check(["(1) 2x + 2 = 6", "(2) 2x = 4", "(3) x = 2"]).finished
    assert check(["2x = 6", "(2) x = 6"]).first_wrong is None


def test_drawn_cases_are_told_at_their_line():
    rng = random.Random("a slice of cases")
    found = []
    while len(found) < 40:
        student = students.from_cases(rng, slips=len(found) % 2 == 1)
        if student is not None:
            found.append((students.outcome(student, PLENTY)[0], student.lines))
    assert [each for each in found if each[0] not in ("right", "found")] == []
