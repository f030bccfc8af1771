"""How much is told: in brief, as in school, or in full; the answer is the same."""

from __future__ import annotations

import random

import pytest

from aljabr import Solution, solve
from aljabr.answer.brief import MAX_NOTE, MOVES


def lines(solution: Solution) -> list[str]:
    return [f"{step.lhs} = {step.rhs}" for step in solution.steps]


def answer(solution: Solution) -> dict:
    record = solution.to_json()
    return {name: record[name] for name in record if name not in ("steps", "seconds")}


def drawn() -> list[str]:
    """Draw equations of a few shapes."""
    rng = random.Random(13)
    shapes = [
        "{a}x + {b} = {c}x - {d}", "{a}(x - {b}) + c = {d}/x", "a x/{b} - {c} = d", "{a}x^2 = {b}",
        "sqrt({a}x + {b}) - {c} = {d}", "(x^2 - {a})({b}x + {c}) = 0", "{a}e^({b}x) - {c} = {d}",
        "{a}|x - {b}| - {c} = {d}", "x^3 - {a}x = 0", "{a}sin({b}x) + {c} = {d}",
    ]  # fmt: skip
    return [each.format(**{name: rng.randint(2, 9) for name in "abcd"})
            for each in shapes for _ in range(4)]  # fmt: skip


@pytest.mark.parametrize("equation", drawn())
def test_the_lines_of_a_brief_derivation_are_lines_of_the_long_one(equation):
    details = ("brief", "formula", "full")
    brief, school, full = (solve(equation, "x", detail=each) for each in details)
    assert answer(brief) == answer(school) == answer(full)
    assert len(brief.steps) <= len(school.steps) <= len(full.steps)
    left = iter(lines(school))
    assert all(each in left for each in lines(brief))  # in the same order
    cases = [{step.branch for step in each.steps} - {""} for each in (brief, full)]
    assert cases[0] == cases[1]


@pytest.mark.parametrize("equation", drawn())
def test_what_is_left_of_moving_terms_begins_or_ends_a_case(equation):
    steps = solve(equation, "x", detail="brief").steps
    for place, step in enumerate(steps):
        before = steps[place - 1].branch if place else None
        after = steps[place + 1].branch if place + 1 < len(steps) else None
        goes_on = after in (step.branch, f"{step.branch}.1".lstrip("."))
        assert step.action not in MOVES or before != step.branch or not goes_on


def conditions(solution: Solution) -> set[str]:
    found = [str(step.note).partition(" (if ")[2].removesuffix(")") for step in solution.steps]
    return {each for one in found for each in one.split(", ") if each}


@pytest.mark.parametrize(
    "equation", ["c + d/(a*x + b) = 0", "a x^2 = b", "a(x - b) = c x", "a sqrt(x) = b"]
)
def test_no_condition_is_left_out(equation):
    brief, school = (solve(equation, "x", detail=each) for each in ("brief", "school"))
    assert conditions(brief) == conditions(school)


@pytest.mark.parametrize(
    ("equation", "expected"),
    [
        ("3x + 5 = 11", [("x = 2", "subtract 5 from both sides, then divide both sides by 3")]),
        ("c + d/(a*x + b) = 0",
         [("x = -(b*c + d)/(a*c)", "rearrange, then divide both sides by a (if c ≠ 0, a ≠ 0)")]),
        ("x^2 - 4 = 0",
         [("x = 2", "add 4 to both sides, then take the square root of both sides"),
          ("x = -2", "another case")]),
        ("x^3 = 4x",
         [("x^2 = 4", "divide both sides by x (if x ≠ 0)"),
          ("x = 2", "take the square root of both sides"), ("x = -2", "another case"),
          ("x = 0", "the case that dividing left out")]),
    ],
)  # fmt: skip
def test_what_a_brief_derivation_says(equation, expected):
    solution = solve(equation, detail="brief")
    notes = [str(step.note) for step in solution.steps]
    assert list(zip(lines(solution), notes, strict=True)) == expected
    assert all(len(each.partition(" (if")[0]) <= MAX_NOTE for each in notes)
    plain = [step.note.latex.replace("$", "").replace(" \\neq ", " ≠ ") for step in solution.steps]
    assert [each.replace("a c", "a*c") for each in plain] == notes


def test_in_full_no_lines_are_merged():
    assert lines(solve("c + d/(a*x + b) = 0", detail="full")) == [
        "d/(a*x + b) = -c", "-c*(a*x + b) = d", "c*(a*x + b) = -d", "a*x + b = -d/c",
        "a*x = -b - d/c", "x = -(b*c + d)/(a*c)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("flags", "num_steps"),
    [((), 5), (("--steps", "school"), 5), (("--steps", "brief"), 2), (("--steps", "full"), 5),
     (("--full",), 5), (("--method", "formula"), 2), (("--full", "--method", "formula"), 5),
     (("--steps", "brief", "--method", "formula"), 2)],
)  # fmt: skip
def test_the_flags_of_the_command_line(run_cli, flags, num_steps):
    status, out, _ = run_cli("solve", "x^2 + 4x + 1 = 0", *flags)
    assert status == 0
    assert f"  {num_steps}. " in out
    assert f"  {num_steps + 1}. " not in out


def test_the_formula_alone_merges_and_moves_as_in_school(run_cli):
    plain = run_cli("solve", "3x + 5 = 11")[1]
    assert run_cli("solve", "3x + 5 = 11", "--method", "formula")[1] == plain
