"""Roots in an interval: members of families, ends that belong to it or not, degrees."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from aljabr import solve
from aljabr.answer.within import read_interval, within
from aljabr.errors import UserError


@pytest.mark.parametrize(
    ("text", "where", "members"),
    [
        ("sin x = 1/2", "0 <= x < 2pi", ["pi/6", "5*pi/6"]),
        ("sin x = 0", "0 < x < 2pi", ["pi"]),
        ("sin x = 0", "0 <= x <= 2π", ["0", "pi", "2*pi"]),
        ("sin x = 0", "[0, 2pi)", ["0", "pi"]),
        ("sin x = 0", "2pi > x >= 0", ["0", "pi"]),
        ("2cos x = 1", "0° <= x < 360°", ["60°", "300°"]),
        ("2cos x = 1", "60° < x ≤ 300°", ["300°"]),
        ("tan 2x = 1", "x in (-pi/2, pi/2]", ["-3*pi/8", "pi/8"]),
        ("x^2 = 2", "x > 0", ["sqrt(2)"]),
        ("x^2 = 2", "x ≤ -1.4", ["-sqrt(2)"]),
        ("x^2 = 2", "x < -1.42", []),
        ("x^2 = 4", "-2 < x <= 2", ["2"]),
        ("sin(x^2) = 0", "-2 <= x <= 2", ["-sqrt(pi)", "0", "sqrt(pi)"]),
        ("sin(x) = 2", "0 <= x < 1", []),
    ],
)
def test_members_of_an_interval(text, where, members):
    solution = solve(text, where=where)
    assert [root.value for root in solution.members] == members
    assert solution.members_complete
    assert all(root.family is None and not root.conditions for root in solution.members)


def test_members_agree_with_counting_by_hand():
    solution = solve("3sin x = 1", where="-10 < x < 10")
    first = math.asin(1 / 3)
    angles = [first + 2 * math.pi * n for n in range(-3, 4)]
    angles += [math.pi - first + 2 * math.pi * n for n in range(-3, 4)]
    expected = sorted(each for each in angles if -10 < each < 10)
    assert [root.approx for root in solution.members] == pytest.approx(expected)


def test_the_answer_is_told_with_the_interval():
    solution = solve("sin x = 1/2", where="0 <= x < 2pi")
    assert "for 0 ≤ x < 2pi: x = pi/6 or x = 5*pi/6" in solution.to_text()
    assert r"for $0 \le x < 2\pi$: $x = \frac{\pi}{6}$" in solution.to_latex()
    record = solution.to_json()
    assert record["where"] == "0 ≤ x < 2pi"
    assert [each["value"] for each in record["members"]] == ["pi/6", "5*pi/6"]
    assert "latex" not in record["members"][0]
    assert "19.47122063°" in solve("3sin x = 1", where="0° < x < 90°").to_text()
    assert "for x > 3: none" in solve("x^2 = 4", where="x > 3").to_text()
    assert "for 0 < x < 1: every x" in solve("x = x", where="0 < x < 1").to_text()


def test_without_an_interval_nothing_is_said():
    record = solve("x^2 = 4").to_json()
    assert (record["where"], record["members"], record["members_complete"]) == (None, (), False)


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("0 < y < 1", "the interval is about y, the unknown is x"),
        ("abc", "is no interval"),
        ("0 < x < a", "is no number"),
        ("0 < x < 2..", "is not read"),
        ("3 < x < 1", "is empty"),
        ("x > 0", "give both ends"),
        ("0 < x < 1000000", "more than 1,000 members"),
        ("1 < 2 < 3", "is no interval"),
    ],
)
def test_what_is_no_interval_is_refused(where, reason):
    with pytest.raises(UserError, match=reason):
        solve("sin x = 0", where=where)


def test_roots_with_letters_have_no_place_in_an_interval():
    with pytest.raises(UserError, match="these hold a"):
        solve("x = 2a", "x", where="0 < x < 1")


def test_what_is_not_decided_is_said():
    solution = solve("sin(1/x) = 0", where="-1 < x < 1")
    assert not solution.members_complete
    assert "others may exist" in solution.to_text()


def test_ends_are_read():
    interval = read_interval("0.5 ≤ t < 3/2")
    assert (interval.letter, interval.low, interval.high) == ("t", "0.5", "3/2")
    assert interval.low_is_in
    assert not interval.high_is_in
    assert read_interval("x < oo").high is None
    assert Fraction(1, 2) == Fraction(interval.low or "0")


@pytest.mark.parametrize(
    ("where", "count", "window"),
    [
        ("0 <= x <= 3", 2, (0, 3)),
        ("0 < x <= 3", 1, (0, 3)),
        ("x > 0", 1, (0, 100)),
        ("-300 < x < 0", 1, (-100, 0)),
        ("2 < x < 3", 0, (2, 3)),
    ],
)
def test_decimals_are_listed_in_the_interval_only(where, count, window):
    solution = within(solve("sin x = x/2", budget=1), read_interval(where))
    numeric = solution.numeric_roots
    assert len(numeric.values) == count
    assert (numeric.window, numeric.complete) == (window, True)
