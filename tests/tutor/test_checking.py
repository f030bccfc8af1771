"""Right, wrong, or not told: lines of derivations, with the reason and an example."""

from __future__ import annotations

import json

import pytest

from aljabr import ParseError, check

PLENTY = 40.0
"""Seconds, so that a busy machine does not turn right into unsure."""
RIGHT = [
    ("3x + 5 = 11", "3x = 6", "x = 2"),
    ("x^2 - 5x + 6 = 0", "(x - 2)(x - 3) = 0", "x - 2 = 0 or x - 3 = 0", "x = 2 or x = 3"),
    ("x^2 = 9", "x = ±3"),
    ("x^2 - x - 1 = 0", "x = (1 ± √5)/2"),
    ("sqrt(x + 3) = x - 3", "x + 3 = (x - 3)^2", "x^2 - 7x + 6 = 0", "x = 1 or x = 6", "x = 6"),
    ("sqrt(x) = -2", "x = 4", "no solution"),
    ("sqrt(2x + 2) = x - 8", "2x + 2 = (x - 8)^2", "x = 9 ± √19", "x = 9 + √19"),
    ("ln(x) + ln(x - 3) = ln(10)", "ln(x(x - 3)) = ln(10)", "x = 5 or x = -2", "x = 5"),
    ("log(x, 2) + log(x - 2, 2) = 3", "log(x(x - 2), 2) = 3", "x(x - 2) = 8", "x = 4"),
    ("ln(x(x - 1)/(x - 1)) = 0", "x = 1", "no solution"),
    ("ln(x) + 1 = ln(5)", "x = 5/e"),
    ("|x - 1| = -2", "x - 1 = 2 or x - 1 = -2", "no solution"),
    ("a x + b = c", "a x = c - b", "x = (c - b)/a"),
    ("a x^2 + b x + c = 0", "x = (-b ± sqrt(b^2 - 4a c))/(2a)"),
    ("sin(x) = 1/2", "x = (-1)^n pi/6 + pi n"),
    ("cos(x) = 1/2", "x = ±pi/3 + 2 pi n, n ∈ Z"),
    ("2 sin(x) cos(x) = 1", "sin(2x) = 1", "2x = pi/2 + 2 pi n", "x = pi/4 + pi n"),
    ("4^x - 5*2^x + 4 = 0", "u = 2^x", "u^2 - 5u + 4 = 0", "u = 1 or u = 4", "x = 0 or x = 2"),
    ("x^5 - x - 1 = 0", "x^5 = x + 1"),
    ("x + 1 = x + 2", "0 = 1", "no solution"),
    ("2(x + 1) = 2x + 2", "0 = 0", "all x"),
    ("V = l w h", "V/(l w) = h"),
]


@pytest.mark.parametrize("lines", RIGHT, ids=lambda lines: lines[0])
def test_right_lines_are_right(lines):
    found = check(lines, "h" if lines[0].startswith("V") else None, budget=PLENTY)
    assert [line.verdict for line in found.lines] == ["given", *["right"] * (len(lines) - 1)]
    assert found.first_wrong is None


WRONG = [
    ("sign", "3x + 5 = 11", "3x = 16"),
    ("sign", "2x - (x - 3) = 7", "2x - x - 3 = 7"),
    ("expansion", "2(x + 3) = 10", "2x + 3 = 10"),
    ("expansion", "(x + 3)^2 = 16", "x^2 + 9 = 16"),
    ("expansion", "sqrt(x + 3) = x - 3", "x + 3 = x^2 - 9"),
    ("division_by_zero", "x^2 = 2x", "x = 2"),
    ("division_by_zero", "cos(x)^2 = cos(x)", "cos(x) = 1"),
    ("one_sign", "x^2 = 9", "x = 3"),
    ("one_sign", "|x - 2| = 3", "x - 2 = 3"),
    ("lost_root", "(x - 2)(x - 3) = 0", "x = 2"),
    ("gained_root", "x = 3", "x^2 = 9"),
    ("gained_root", "sqrt(x) = -2", "x = 4"),
    ("fraction", "1/x + 1/3 = 1/2", "1/(x + 3) = 1/2"),
    ("fraction", "(2x + 6)/2 = 5", "x + 6 = 5"),
    ("cancelling", "(x + 3)/(x + 5) = 1/2", "3/5 = 1/2"),
    ("logarithm", "ln(x) + ln(x - 3) = ln(4)", "ln(2x - 3) = ln(4)"),
    ("power", "2*3^x = 18", "6^x = 18"),
    ("one_side", "2x + 4 = 10", "x + 4 = 5"),
    ("inverse", "2x = 6", "x = 4"),
    ("arithmetic", "3x = 21", "x = 8"),
    ("arithmetic", "2x = 4", "x = 4/2 = 3"),
    ("sign", "x^5 - x - 1 = 0", "x^5 = x - 1"),
]


@pytest.mark.parametrize(("kind", "given", "line"), WRONG)
def test_a_slip_is_found_and_named(kind, given, line):
    found = check([given, line], budget=PLENTY)
    assert found.first_wrong == 1
    assert (found.lines[1].verdict, found.lines[1].kind) == ("wrong", kind)
    assert found.lines[1].sentence.endswith(".")
    assert not found.finished


@pytest.mark.parametrize(
    ("lines", "example"),
    [
        (("x^2 = 2x", "x = 2"), "x = 0"),
        (("x = 3", "x^2 = 9"), "x = -3"),
        (("a x + b = c", "a x = c + b"), "a = 2, b = 3, c = 5, x = 1"),
        (("sin(x) = 1/2", "x = pi/6"), "x = 13*pi/6"),
        (("x + sin(x) = 1", "sin(x) = 1 + x"), "x ≈ 0.510973"),
    ],
)
def test_an_example_shows_what_is_wrong(lines, example):
    assert check(lines, budget=10.0).lines[1].example == example


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (("x^2 = 2", "x = 1.41 or x = -1.41"), "rounded"),
        (("x^2 = 4", "x - 2 = 0 and x + 2 = 0"), "joined"),
        (("x^2 - 5x + 6 = 0", "x = 2,3"), "two_ways"),
        (("x^2 = 4", "2"), "not_an_equation"),
        (("x^2 = 4", "x = w"), "new_letter"),
        (("x = sqrt(a^2)", "x = a"), "cannot_tell"),
        (("x^3 = -8", "x = (-8)^(1/3)"), "cannot_tell"),
        (("x^x = 4", "x ln(x) = ln(4)"), "cannot_tell"),
    ],
)
def test_it_is_said_if_nobody_can_tell(lines, kind):
    found = check(lines, budget=1.0)
    assert (found.lines[1].verdict, found.lines[1].kind) == ("unsure", kind)


def test_a_condition_is_told():
    line = check(["a x = b", "x = b/a"]).lines[1]
    assert (line.kind, line.sentence[:33]) == ("condition", "This has the same roots if a ≠ 0.")


def test_a_candidate_may_stand_until_the_end():
    lines = ["sqrt(x + 3) = x - 3", "x + 3 = (x - 3)^2", "x = 1 or x = 6"]
    found = check(lines)
    assert (found.first_wrong, found.lines[2].kind) == (2, "gained_root")
    found = check([*lines, "x = 6"])
    assert found.first_wrong is None
    assert found.finished
    assert found.lines[3].kind == "left_out"
    assert check([*lines, "x = 1"]).first_wrong == 3


def test_another_candidate_in_place_of_one_is_wrong():
    lines = ["sqrt(x + 3) = x - 3", "x^2 - 7x + 6 = 0", "(x - 6)(x + 1) = 0"]
    assert check(lines).first_wrong == 2


def test_what_follows_a_wrong_line_is_checked_against_it():
    found = check(["3x + 5 = 11", "3x = 16", "x = 16/3"])
    assert [line.verdict for line in found.lines] == ["given", "wrong", "right"]
    assert not found.finished
    found = check(["2x = 6", "x = 4", "x = 3"])
    assert [line.verdict for line in found.lines] == ["given", "wrong", "right"]
    assert found.finished


def test_it_is_finished_when_all_roots_are_stated():
    assert check(["x^2 = 9", "x = 3 or x = -3"]).finished
    assert not check(["x^2 = 9", "(x - 3)(x + 3) = 0"]).finished
    assert not check(["x^2 = 9", "x = 3"]).finished


def test_over_the_complex_numbers_there_are_more_roots():
    assert check(["x^2 = -4", "no solution"]).finished
    assert check(["x^2 = -4", "no solution"], domain="complex").first_wrong == 1
    assert check(["x^2 = -4", "x = ±2sqrt(-1)"], domain="complex").finished


def test_the_record_is_plain():
    found = check(["x^2 = 2x", "", "x = 2"])
    record = json.loads(json.dumps(found.to_json()))
    assert record["first_wrong"] == 1
    assert record["finished"] is False
    assert set(record["lines"][1]) == {"text", "verdict", "kind", "sentence", "example", "number"}
    assert [line["number"] for line in record["lines"]] == [1, 3]


def test_a_line_that_cannot_be_read_is_told():
    found = check(["2x + 2 = 6", "2x = = 4", "x = 2"])
    assert [line.verdict for line in found.lines] == ["given", "unsure", "right"]
    assert "unexpected '=' at column 6" in found.lines[1].sentence
    assert found.finished
    with pytest.raises(ParseError, match="in line 1 at column 6"):
        check(["2x = = 4"])
