"""The page on generalising says what the results say, and the measures are what they claim."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from aljabr.ledger import page
from benchmarks import ablations, generalise

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "results"
RENDERERS = {
    "generalise": generalise.render,
    "ablations": ablations.render,
}


@pytest.mark.parametrize("name", RENDERERS)
def test_the_page_shows_the_results(name):
    shown = (ROOT / generalise.PAGE).read_text(encoding="utf-8")
    record = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    for place, figures in RENDERERS[name](record).items():
        assert page.fill(shown, place, figures) == shown, f"run benchmarks.{name} --render"


def test_results_name_no_test_equation():
    record = json.loads((RESULTS / "generalise.json").read_text(encoding="utf-8"))
    for key, run in record["runs"].items():
        for mode in run.get("modes", {}).values() if key.startswith("test/") else ():
            assert not any("examples" in each for each in mode["failures"].values())


def test_a_page_without_a_place_for_figures_is_refused():
    with pytest.raises(ValueError, match="0 places for the figures of solved"):
        page.fill("no place here", "solved", "1.00")


def test_intervals_are_wilsons():
    assert generalise.wilson(10, 10) == (0.7225, 1.0)
    assert generalise.wilson(0, 10) == (0.0, 0.2775)
    assert generalise.wilson(50, 100) == (0.4038, 0.5962)


def test_failures_are_counted_by_class_and_named_only_where_allowed():
    texts, classes = ["x = 1", "sin(x) = 1", "cos(x) = 1"], ["linear", "trigonometric"]
    hits = [True, False, False]
    shown = generalise.failures(texts, [*classes, "trigonometric"], hits, show=True)
    assert shown == {"trigonometric": {"count": 2, "examples": ["sin(x) = 1", "cos(x) = 1"]}}
    hidden = generalise.failures(texts, [*classes, "trigonometric"], hits, show=False)
    assert hidden == {"trigonometric": {"count": 2}}


def test_lengths_are_compared_only_where_every_search_solves():
    def found(*lengths):
        return [{"expanded": 2, "states": 5, "length": length} for length in lengths]

    sides = generalise.compare({"guided": found(3, 9), "complexity": found(5, None)})
    assert sides["common"] == 1
    assert sides["guided"]["mean_length"] == 3
    assert sides["complexity"]["mean_length"] == 5
    assert sides["complexity"]["solved"] == 1


@pytest.mark.parametrize("name", generalise.SEARCHES)
def test_every_search_finds_the_derivation_of_a_linear_equation(name):
    from aljabr.solver import registry as agents

    found = generalise.search("a*x + b = 0", name, agents.load(), 50)
    assert found["length"] == 2


def test_renaming_gives_other_letters_to_parameters_alone():
    text = "a*sin(x) + b*a = exp(c)"
    other = ablations.renamed(text, "mnp", random.Random(0))
    letters = {"a": other[0], "b": other[11], "c": other[-2]}
    assert sorted(letters.values()) == ["m", "n", "p"]
    assert other == (f"{letters['a']}*sin(x) + {letters['b']}*{letters['a']} = exp({letters['c']})")
