"""What is no root where it stands: values that are not real, or that an assumption excludes."""

from __future__ import annotations

import pytest

from aljabr import check, hint

PLENTY = 40.0
"""Seconds, so that a busy machine does not turn right into unsure."""


def verdicts(*lines: str, **asked: str) -> list[str]:
    return [line.verdict for line in check(lines, budget=PLENTY, **asked).lines[1:]]


NOT_REAL = [
    ("e^x = -2", "x = ln(-2)"),
    ("e^(2x) - e^x - 6 = 0", "e^x = 3 or e^x = -2", "x = ln 3 or x = ln(-2)"),
    ("sin x = 2", "x = arcsin 2 + 2 pi n or x = pi - arcsin 2 + 2 pi n"),
    ("x^4 + x^2 - 12 = 0", "x = ±2 sqrt(-1) or x = ±sqrt(3)"),
    ("|x^2 - 4| = 5", "x = 3 or x = -3 or x = sqrt(-1) or x = -sqrt(-1)"),
    ("x(x^2 + 1) = 0", "Case 1: x = 0", "Case 2: x^2 + 1 = 0", "x = ±sqrt(-1)"),
]


@pytest.mark.parametrize("lines", NOT_REAL, ids=lambda lines: lines[0])
def test_what_is_not_real_is_no_root(lines):
    found = check(lines, budget=PLENTY)
    assert (found.first_wrong, found.lines[-1].kind) == (len(lines) - 1, "not_real")
    assert found.lines[-1].sentence.endswith("is not real: leave this case out.")
    assert not found.finished


def test_what_is_not_real_may_stand_until_it_is_left_out():
    found = check(["x^2 - 2x + 5 = 0", "x = (2 ± sqrt(-16))/2", "no real solution"])
    assert [line.verdict for line in found.lines[1:]] == ["right", "right"]
    assert (found.lines[1].kind, found.finished) == ("not_real", True)
    lines = ["e^(2x) - e^x - 6 = 0", "x = ln 3 or x = ln(-2)", "x = ln 3"]
    assert check(lines, budget=PLENTY).finished


def test_over_the_complex_numbers_it_is_a_root():
    lines = ["x^4 + x^2 - 12 = 0", "x = ±2 sqrt(-1) or x = ±sqrt(3)"]
    assert check(lines, domain="complex", budget=PLENTY).finished


def test_an_odd_root_of_what_is_negative_is_not_called_unreal():
    assert verdicts("x^3 = -8", "x = (-8)^(1/3)") == ["unsure"]


@pytest.mark.parametrize(
    "given", ["|x^2-4| = 5", "x^4+x^2-12 = 0", "2cos(x)^2+3sin(x) = 0", "x^2 = -4", "x|x| = 4"]
)
def test_hints_lead_to_nothing_that_is_not_real(given):
    lines, found = [given], hint(given, budget=PLENTY)
    while not found.done:
        assert found.equation is not None
        assert "sqrt(-1)" not in found.equation
        assert "asin(2)" not in found.equation
        lines.append(found.equation)
        assert len(lines) < 12
        found = hint(lines, budget=PLENTY)


def test_a_hint_does_not_call_it_done():
    found = hint(["x^2 = -4", "x = ±2sqrt(-1)"], budget=PLENTY)
    assert (found.done, found.equation) == (False, "no solution")


@pytest.mark.parametrize(
    "lines",
    [
        ("sqrt(x + 2) = x", "x + 2 = x^2", "x = 2 or x = -1", "no solution"),
        ("|x - 1| = 2x", "x - 1 = 2x or 1 - x = 2x", "x = -1 or x = 1/3", "no solution"),
        ("1/(x-1) = 1/(x^2-1)", "x^2 - 1 = x - 1", "x = 0 or x = 1", "no solution"),
        ("log_2(x) + log_2(x - 2) = 3", "x(x - 2) = 8", "x = 4 or x = -2", "no solution"),
    ],
    ids=lambda lines: lines[0],
)
def test_not_every_candidate_may_be_rejected(lines):
    assert verdicts(*lines) == ["right", "right", "wrong"]


# -- under an assumption ---------------------------------------------------------------------------

UNDER = [
    ("|x-1| = 2x", "Case 1: x >= 1", "x-1 = 2x", "x = -1", "no solution",
     "Case 2: x < 1", "1-x = 2x", "x = 1/3"),
    ("|x-1|+|x+1| = 4", "Case 1: x < -1", "-(x-1)-(x+1) = 4", "x = -2",
     "Case 2: -1 <= x < 1", "-(x-1)+x+1 = 4", "2 = 4", "no solution",
     "Case 3: x >= 1", "2x = 4", "x = 2", "x = 2 or x = -2"),
    ("|x|+|x-2| = 6", "Case 1: x < 0", "-x-x+2 = 6", "x = -2",
     "Case 2: 0 <= x and x < 2", "x-x+2 = 6", "no solution",
     "Case 3: x >= 2", "x+x-2 = 6", "x = 4"),
    ("x|x| = 4", "Case 1: x >= 0", "x^2 = 4", "x = ±2", "x = 2",
     "Case 2: x < 0", "-x^2 = 4", "no solution", "x = 2"),
    ("|x^2-1| = 3", "Case 1: x <= -1 or x >= 1", "x^2-1 = 3", "x = ±2",
     "Case 2: -1 < x < 1", "1-x^2 = 3", "no solution"),
]  # fmt: skip


@pytest.mark.parametrize("lines", UNDER, ids=lambda lines: lines[0])
def test_right_lines_under_an_assumption_are_right(lines):
    found = check(lines, budget=PLENTY)
    assert {line.verdict for line in found.lines[1:]} == {"right"}
    assert found.finished


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (("|x-1| = 3", "Case 1: x >= 1", "-(x-1) = 3", "x = -2",
          "Case 2: x < 1", "x-1 = 3", "x = 4"), 2),
        (("|x-1| = 3", "Case 1: x >= 1", "x-1 = 3", "x = 2"), 3),
        (("|x-5| = 2x", "Case 1: x >= 5", "x+5 = 2x", "x = 5",
          "Case 2: x < 5", "5-x = 2x", "x = 5/3"), 2),
        (("|x-1| = 2x", "Case 1: x >= 1", "x-1 = 2x", "x = -1", "no solution",
          "Case 2: x < 1", "1+x = 2x", "x = 1"), 6),
        (("|x-1|+|x+1| = 4", "Case 1: x < -1", "-2x = 4", "x = -2"), 3),
        (("|x-1| = 2x", "Case 1: x < 1", "x = 1/3", "Case 2: x >= 1", "x-1 = 2x", "x = -1"), 5),
    ],
)  # fmt: skip
def test_a_wrong_line_under_an_assumption_is_told(lines, wrong):
    found = check(lines, budget=PLENTY)
    assert (found.first_wrong, found.finished) == (wrong, False)


def test_what_an_assumption_excludes_must_be_left_out():
    lines = ["|x-1| = 2x", "Case 1: x >= 1", "x-1 = 2x", "x = -1", "Case 2: x < 1", "x = 1/3"]
    found = check(lines, budget=PLENTY)
    assert (found.lines[3].kind, found.lines[-1].kind) == ("excluded", "candidates")
    assert check([*lines, "x = 1/3"], budget=PLENTY).finished


def test_an_assumption_that_cannot_be_read_makes_nothing_wrong():
    lines = ["|x-1| = 2x", "Case 1: x > > 1", "x-1 = 2x", "x = -1"]
    assert "wrong" not in verdicts(*lines)
