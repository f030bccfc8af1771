"""Lines as students write them."""

from __future__ import annotations

import pytest

from aljabr import ParseError
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.printing import equation_text
from aljabr.tutor.reading import Line, Reader


def read(*texts: str, unknown: str | None = None) -> list[Line]:
    return Reader(ExprTable(), unknown).lines(texts)


def cases(*texts: str, unknown: str | None = None) -> list[str]:
    return [equation_text(each) for each in read(*texts, unknown=unknown)[-1].cases]


@pytest.mark.parametrize(
    "text",
    [
        "x = 3 or x = -3", "x = ±3", "x = +-3", r"x = \pm 3", "x = 3; x = -3", "x = 3, x = -3",
        "x_1 = 3, x_2 = -3", "x₁ = 3, x₂ = -3", "x1 = 3 or x2 = -3", "x = 3 or -3", "x = 3, -3",
        "x in {3, -3}", "x ∈ {3; -3}", "=> x = ±3", "⇔ x = 3 ∨ x = -3", "2) x = ±3", "so x = ±3.",
        "x = ±3   # the end", "x = 6/2 or x = -3",
    ],
)  # fmt: skip
def test_both_roots_in_all_spellings(text):
    assert cases("x^2 = 9", text) == ["x = 3", "x = -3"]


@pytest.mark.parametrize(
    "text",
    [
        "x = 3 and x = -3", "Solutions: 3 and -3", "{3, -3}", "𝕃 = {3; -3}", "x_{1,2} = ±3",
        "x1,2 = ±3", "x1/2 = ±3", "either x = 3 or x = -3", "The solutions are x = 3 or x = -3",
        r"x = 3 \text{ or } x = -3", r"x &= \pm 3 \\", "x = 3 | x = -3", "x = 3      x = -3",
        "x = ±3 (take roots)", "x = ±3, take the root", "x = ±3 // done", "* x = ±3", "... x = ±3",
        "x = ±3 since 9 > 0", "x = 3,-3",
    ],
)  # fmt: skip
def test_both_roots_in_words_and_in_other_settings(text):
    assert cases("x^2 = 9", text) == ["x = 3", "x = -3"]


@pytest.mark.parametrize(
    "lines",
    [
        ("3x = 9 =>", "x = 3 =>"), ("3x = 9 ⇒ x = 3",), ("3x = 9 || :3", "x = 3"),
        ("3x = 9 /:3", "x = 3"), ("3x = 9 [:3]", "x = 3"), ("3x = 9,", "x = 3."),
        (r"\begin{align}", r"3x &= 9 \\", "x &= 3", r"\end{align}"),
        ("3x = 9", "Therefore x = 3"), ("3x = 9", "Divide by 3: x = 3"),
        ("3x = 9 (divide by 3)", "x = 3 (done)"), ("3x = 9", "x = 3 is the solution"),
        ("3x = 9", "x = 3 only"), ("3x = 9", "x ＝ 3"), ("3x = 9", "Answer: 3"),
        ("1,5x - 0,5 = 4", "x = 3"), ("3x = 9", "x1 = x2 = 3"),
    ],
)  # fmt: skip
def test_each_line_is_one_step(lines):
    found = read(*lines)
    assert [[equation_text(case) for case in line.cases] for line in found][1:] == [["x = 3"]]


def test_notes_in_the_margin_need_another_that_is_certain():
    assert cases("3x + 3 = 9 /-3", "3x = 6 /:3")[0] == "3*x = 6"
    assert equation_text(read("3x + 3 = 9 /-3", "3x = 6 /:3")[0].cases[0]) == "3*x + 3 = 9"
    assert equation_text(read("3x = 9 /-3", "x = -1")[0].cases[0]) == "3*x = -3"


def test_words_that_are_not_known_may_turn_the_meaning():
    for text in ("x = 3 or whatever", "x = 3 blows up", "x = 3 is not the only one"):
        assert read("x^2 = 9", text)[-1].fault == "unread"


def test_a_line_that_is_not_read_loses_no_other():
    lines = read("2x = 4", "qwerty uiop", "x = = 3", "x = 2")
    assert [line.fault for line in lines] == [None, "unread", "unread", None]
    assert "'=' at column 5" in lines[2].told


def test_what_is_rejected_is_no_case():
    assert cases("x^2 = 9", "x = 3 or x = -3 (rejected)") == ["x = 3"]
    assert cases("x^2 = 9", "x = 3, x = -3 is extraneous") == ["x = 3"]
    assert read("x^2 = 9", "x = -3 is not allowed")[-1].says == "rejects"


@pytest.mark.parametrize(
    "text",
    [
        "x ≠ 2", "e^x ≠ 0", "D = 25 - 24 = 1", "Δ = 25 - 24 = 1", "a = 1, b = -5, c = 6",
        "both are solutions", "now we factor", "x > 0", "RHS = 0 ≠ 1",
    ],
)  # fmt: skip
def test_remarks_say_nothing_of_the_unknown(text):
    assert read("x^2 - 5x + 6 = 0", text)[-1].is_remark


def test_numbers_that_have_a_name_are_known():
    lines = ("x^2 - 5x + 6 = 0", "a = 1, b = -5, c = 6", "D = b^2 - 4ac", "x = (-b ± sqrt(D))/(2a)")
    assert cases(*lines) == ["x = 3", "x = 2"]


@pytest.mark.parametrize("text", ["Let u = x^2:", "Put u = x^2", "Substitution: u = x^2"])
def test_a_name_is_given_in_words(text):
    assert cases("x^4 = 16", text, "u1 = 4, u2 = -4") == ["x^2 = 4", "x^2 = -4"]


@pytest.mark.parametrize(
    "text",
    ["if x >= 1: x - 1 = 3", "Case 1: x >= 1: x - 1 = 3", "Case 1 (x >= 1): x - 1 = 3",
     "For x ≥ 1: x - 1 = 3", "x ≥ 1: x - 1 = 3", "If x - 1 >= 0 then x - 1 = 3",
     "Case 1: x >= 1, x - 1 = 3"],
)  # fmt: skip
def test_an_assumption_may_stand_before_its_step(text):
    _, where, step = read("|x - 1| = 3", text)
    assert where.fault == "assumption"
    assert equation_text(step.cases[0]) == "x - 1 = 3"
    assert step.is_case


def test_two_lines_that_say_where_the_unknown_is_are_cases():
    lines = read("|x| = 3", "x >= 0", "x = 3", "x < 0", "x = -3")
    assert [line.fault for line in lines] == [None, "assumption", None, "assumption", None]


def test_the_last_line_tells_which_letter_is_the_unknown():
    assert cases("1/f = 1/a + 1/b", "b = a f/(a - f)") == ["b = a*f/(a - f)"]


def test_an_interval_is_asked_for_by_the_first_line():
    (line,) = read("sin x = 1/2, 0 <= x < 2pi")
    assert line.interval is not None
    assert (line.interval.has_low, line.interval.has_high) == (True, False)
    assert read("x^2 = 4, x > 0")[0].interval is None


@pytest.mark.parametrize("text", ["no solution", "No real solutions.", "x ∈ ∅", "{}", "∅", "none"])
def test_no_solution_in_words(text):
    assert read("x^2 = -1", text)[-1].says == "none"


@pytest.mark.parametrize("text", ["all x", "every real number", "x ∈ ℝ", "identity"])
def test_every_value_in_words(text):
    assert read("x = x", text)[-1].says == "all"


def test_what_is_done_to_both_sides_may_stand_behind_a_bar():
    assert cases("2x + 3 = 7 | - 3") == ["2*x + 3 = 7"]
    assert cases("|x - 2| = 3 | ok") == ["abs(2 - x) = 3"]


def test_a_condition_belongs_to_its_line():
    (line,) = read("a x = b", "x = b/a if a ≠ 0")[1:]
    assert [str(each.sym) for each in line.cases[0].domain] == ["a", "a"]
    (line,) = read("x^2 = x", "x = 1 (x ≠ 0)")[1:]
    assert [str(each.sym) for each in line.cases[0].domain] == ["x"]


def test_a_name_stands_for_an_expression():
    lines = ("x^4 - 5x^2 + 4 = 0", "u = x^2", "u = 1 or u = 4")
    assert cases(*lines) == ["x^2 = 1", "x^2 = 4"]
    assert read(*lines)[1].says == "name"


def test_a_new_letter_is_any_whole_number_or_not_known():
    assert cases("sin(x) = 0", "x = pi*k, k ∈ Z") == ["x = pi*k"]
    assert read("sin(x) = 0", "x = v")[-1].fault == "new_letter"


def test_a_chain_states_its_last_side():
    (line,) = read("2x = 4", "x = 4/2 = 2")[1:]
    assert equation_text(line.cases[0]) == "x = 2"
    assert [(one.text, other.text) for one, other in line.equal] == [("4/2", "2")]


@pytest.mark.parametrize(
    ("lines", "place", "column"),
    [
        (("", "2x = = 4", "x = 2"), 2, 6),
        (("2x = 4)",), 1, 7),
        (("2x < 4",), 1, 4),
    ],
)
def test_a_mistake_in_the_first_line_is_told_with_its_line_and_column(lines, place, column):
    with pytest.raises(ParseError) as told:
        read(*lines)
    assert (told.value.line, told.value.column) == (place, column)
    assert f"in line {place} at column {column}" in str(told.value)


@pytest.mark.parametrize("text", ["9", "x + 2", "x - 2 = 0 and x = 3", "x ≈ 1.4"])
def test_what_is_no_equation_is_kept_for_its_place(text):
    assert read("x^2 = 9", text)[-1].fault is not None


def test_nothing_at_all_cannot_be_read():
    with pytest.raises(ParseError):
        read("", "  ")
