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
        (("2x = 4", "", "x = = 2"), 3, 5),
        (("2x = 4", "x = 2 or x = (3"), 2, 14),
        (("2x = 4)",), 1, 7),
        (("2x < 4",), 1, 4),
        (("x = 1", "x + 1 = x + 2 = x"), 2, 15),
    ],
)
def test_a_mistake_is_told_with_its_line_and_column(lines, place, column):
    with pytest.raises(ParseError) as told:
        read(*lines)
    assert (told.value.line, told.value.column) == (place, column)
    assert f"in line {place} at column {column}" in str(told.value)


@pytest.mark.parametrize("text", ["9", "x + 2", "x = 2 and x = 3", "x ≈ 1.4", "x < 2"])
def test_what_is_no_equation_is_kept_for_its_place(text):
    assert read("x^2 = 9", text)[-1].fault is not None


def test_nothing_at_all_cannot_be_read():
    with pytest.raises(ParseError):
        read("", "  ")
