"""What is said of lines beside the derivation: remarks, checks, what is rejected, intervals."""

from __future__ import annotations

import pytest

from aljabr import check


def verdicts(*lines: str) -> list[str]:
    return [line.verdict for line in check(lines).lines][1:]


def test_numbers_that_agree_are_a_check():
    lines = ("2x + 3 = 11", "x = 4")
    for text in (
        "2*4 + 3 = 11",
        "Check: 2*4 + 3 = 11",
        "Probe: 2*4 + 3 = 11 ✓",
        "x = 4: 8 + 3 = 11",
    ):
        found = check([*lines, text])
        assert [line.verdict for line in found.lines] == ["given", "right", "remark"]
        assert found.finished
    assert verdicts(*lines, "Check: 2*4 + 3 = 12") == ["right", "wrong"]


def test_a_check_of_what_is_no_root_fails_rightly():
    lines = ("sqrt(x) = x - 2", "x = x^2 - 4x + 4", "x = 1 or x = 4")
    assert "wrong" not in verdicts(*lines, "sqrt(1) = -1", "x = 4")
    assert verdicts(*lines, "x = 1: sqrt(1) = 1 ≠ -1", "x = 4")[2:] == ["remark", "right"]


def test_a_value_is_rejected_rightly_or_not():
    lines = ("sqrt(2x + 3) = x", "2x + 3 = x^2", "x = 3 or x = -1")
    assert verdicts(*lines, "x = -1 is extraneous") == ["right", "right", "right"]
    assert check([*lines, "x = -1 is extraneous"]).finished
    assert verdicts(*lines, "x = 3 is extraneous")[-1] == "wrong"
    assert verdicts("x^2 + 1 = 0", "x^2 = -1 (impossible)") == ["right"]


def test_a_number_in_a_remark_is_checked():
    assert verdicts("x^2 - 5x + 6 = 0", "D = 25 - 24 = 1", "x = 3 or x = 2") == ["remark", "right"]
    assert verdicts("x^2 - 5x + 6 = 0", "D = 25 - 24 = 2") == ["wrong"]


def test_a_root_may_be_guessed():
    lines = ("x^3 - 6x^2 + 11x - 6 = 0", "x = 1 is a root", "(x - 1)(x^2 - 5x + 6) = 0")
    assert verdicts(*lines) == ["remark", "right"]


def test_what_follows_a_line_that_is_not_read_may_be_a_case():
    lines = ("(x - 2)(x - 3) = 0", "qwerty uiop", "x = 2")
    assert verdicts(*lines) == ["unsure", "unsure"]
    assert verdicts(*lines, "x = 3") == ["unsure", "right", "right"]
    assert verdicts("2x + 3 = 11", "qwerty uiop", "2x = 9") == ["unsure", "wrong"]


@pytest.mark.parametrize(
    ("lines", "last", "is_finished"),
    [
        (("sin x = 1/2, 0 <= x < 2pi", "x = pi/6 or x = 5pi/6"), "right", True),
        (("sin x = 1/2, 0 <= x < 2pi", "x = pi/6 + 2 pi n or x = 5pi/6 + 2 pi n"), "right", False),
        (("sin x = 1/2, 0 <= x < 2pi", "x = pi/6"), "wrong", False),
        (("sin x = 1/2, 0 <= x < 2pi", "x = pi/6, 5pi/6, 13pi/6"), "wrong", False),
        (("2cos x = 1 for 0 ≤ x ≤ 2π", "cos x = 1/2", "x = π/3 or x = 5π/3"), "right", True),
        (("cos x = 1, 0 <= x < 2pi", "x = 0 or x = 2pi"), "wrong", False),
    ],
)
def test_roots_are_asked_for_in_an_interval(lines, last, is_finished):
    found = check(lines)
    assert (found.lines[-1].verdict, found.finished) == (last, is_finished)


def test_candidates_outside_the_interval_may_be_left_out_at_the_end():
    lines = ("sin(2x) = 1, 0 <= x < pi", "x = pi/4 or x = 5pi/4", "x = pi/4")
    assert verdicts(*lines) == ["right", "right"]


def test_who_writes_i_works_with_complex_numbers():
    found = check(["x^2 + 2x + 5 = 0", "x = (-2 ± 4i)/2", "x = -1 ± 2i"])
    assert found.domain == "complex"
    assert found.finished
    assert verdicts("x^2 + 2x + 5 = 0", "x = 1 ± 2i") == ["wrong"]


def test_a_decimal_comma_is_no_list():
    assert verdicts("0,5x - 1,5 = 2", "0,5x = 3,5", "x = 7") == ["right", "right"]
    assert verdicts("x² - 2x + 0,75 = 0", "x = 0,5 or x = 1,5") == ["right"]
    assert verdicts("2x = 3", "x = 1,5") == ["right"]
    assert verdicts("x^2 - 5x + 6 = 0", "x = 2,3") == ["unsure"]
