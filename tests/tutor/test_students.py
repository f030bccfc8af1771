"""A slice of `benchmarks.students`: where a derivation is wrong is known without the tutor."""

from __future__ import annotations

import random

import pytest

from benchmarks import student_edits, students

NUMBER = 60
PLENTY = 40.0
"""Seconds, so that a busy machine does not turn right into unsure."""


@pytest.fixture(scope="module")
def drawn():
    rng = random.Random("a slice of students")
    found = []
    while len(found) < NUMBER:
        student = students.from_pattern(rng, slips=len(found) % 2 == 1)
        if student is not None:
            found.append(student)
    return found


def test_slips_are_found_at_their_line_and_right_lines_are_left_alone(drawn):
    outcomes = [(students.outcome(each, PLENTY)[0], each.lines) for each in drawn]
    assert [each for each in outcomes if each[0] not in ("right", "found")] == []


def test_the_truth_can_fail():
    """What is said of a slip in the benchmark is not said of the line without it."""
    work = students.Work(["2*x = 6", "x = 3"], ["3"])
    assert students.is_true(work, "x = 3")
    assert not students.is_true(work, "x = 4")
    assert students.is_slip(work, 1, "x = 4")
    assert not students.is_slip(work, 1, "x = 6/2")


def test_hints_are_followed_to_the_end():
    rng = random.Random("a slice of hints")
    outcomes = [student_edits.follow(rng, PLENTY) for _ in range(12)]
    assert [each for each in outcomes if each[0] != "done"] == []


def test_edits_are_shown_by_their_examples():
    rng = random.Random("a slice of edits")
    outcomes = [student_edits.edit(rng, PLENTY) for _ in range(40)]
    wrong = ("false alarm", "missed", "not shown")
    assert [each for each in outcomes if each[0] in wrong] == []
    assert sum(each[0] == "found" for each in outcomes) > 10
