"""The leaderboard: claims are played again, and files that break the protocol are refused."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from aljabr.algebra.parse import parse
from aljabr.bench import leaderboard, submissions
from aljabr.errors import UserError
from aljabr.game.graph import StateGraph
from aljabr.ledger import page as pages
from aljabr.search.orders import a_star
from aljabr.tasks.datasets import FIXED
from benchmarks import leaderboard as programme

LINEAR = FIXED["linear"]


def solution(equation: str) -> list[int]:
    graph = StateGraph()
    path = a_star(graph, graph.add(parse(equation))).path
    assert path is not None
    return [move.action for move in path]


SOLUTIONS = {text: solution(text) for text in FIXED.values()}


def make_record(seeds: int = 1) -> dict[str, Any]:
    """Return a file that holds, with derivations in one episode for the easier half."""
    rows = [
        {"equation": text, "transitions": len(actions) if number < 3 else 150, "actions": actions}
        for number, (text, actions) in enumerate(SOLUTIONS.items())
    ]
    runs = [
        {"seed": seed, "training_transitions": 1_000, "rows": deepcopy(rows)}
        for seed in range(seeds)
    ]
    return {"protocol": 1, "track": "fixed", "method": "a method", "runs": runs}


def row_of(record: dict[str, Any], equation: str = LINEAR, run: int = 0) -> dict[str, Any]:
    return next(row for row in record["runs"][run]["rows"] if row["equation"] == equation)


@pytest.fixture
def check(tmp_path):
    """Score a record, or the text of a file."""

    def checked(record: Any) -> leaderboard.Score:
        path = tmp_path / "results.json"
        path.write_text(record if isinstance(record, str) else json.dumps(record))
        return leaderboard.score(submissions.read(path))

    return checked


# -- what holds, and what does not -----------------------------------------------------------------


def test_what_is_solved_is_counted_by_the_transitions_it_took(check):
    score = check(make_record(seeds=2))
    assert [line.name for line in score.lines] == list(FIXED.values())
    assert [line.solved for line in score.lines] == [(2, 2, 2)] * 3 + [(0, 2, 2)] * 3
    assert all(line.trials == 2 for line in score.lines)
    assert score.rates == (0.5, 1.0, 1.0)
    assert score.refused == ()
    assert check(make_record(seeds=2)) == score


def test_intervals_are_wilson_s(check):
    line = check(make_record(seeds=10)).to_json()["lines"][0]
    assert line["search"]["solved"] == line["trials"] == 10
    assert line["search"]["interval"] == pytest.approx([0.7225, 1.0], abs=1e-4)


def test_the_order_of_the_rows_does_not_matter(check):
    record = make_record()
    record["runs"][0]["rows"].reverse()
    assert check(record) == check(make_record())


def test_what_was_not_solved_is_no_success(check):
    record = make_record()
    row_of(record)["actions"] = None
    score = check(record)
    assert (score.lines[0].solved, score.refused) == ((0, 0, 0), ())


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (SOLUTIONS[LINEAR][:-1], "it does not end solved"),
        (SOLUTIONS[LINEAR][::-1], "it does not end solved"),
        (SOLUTIONS[FIXED["nested"]], "it does not end solved"),
        ([49], "action 1 is illegal"),
        ([*SOLUTIONS[LINEAR][:-1], 49], "action 2 is illegal"),
        ([*SOLUTIONS[LINEAR], 0], "the episode ends with action 2"),
    ],
    ids=str,
)
def test_a_claim_that_does_not_hold_is_unsolved_and_named(check, actions, reason):
    record = make_record(seeds=2)
    row_of(record, run=1).update(actions=actions, transitions=20)
    score = check(record)
    assert score.lines[0].solved == (1, 1, 1)
    assert [each.partition(": ")[0] for each in score.refused] == [f"seed 1, {LINEAR}"]
    assert score.refused[0].endswith(reason)


def test_a_random_track_has_a_rate_for_each_run(check):
    rows = [
        {"equation": text, "transitions": 0, "actions": None}
        for text in submissions.equations("small")
    ]
    rows[0].update(actions=solution(rows[0]["equation"]), transitions=20)
    runs = [{"seed": seed, "training_transitions": 0, "rows": rows} for seed in (3, 5)]
    record = {"protocol": 1, "track": "small", "method": "a method", "runs": runs}
    score = check(record)
    assert [(line.name, line.solved, line.trials) for line in score.lines] == [
        ("seed 3", (1, 1, 1), 100), ("seed 5", (1, 1, 1), 100),
    ]  # fmt: skip
    assert score.rates == (0.01, 0.01, 0.01)


# -- what breaks the protocol ----------------------------------------------------------------------


def changed(**names: Any) -> dict[str, Any]:
    return {**make_record(), **names}


def changed_run(**names: Any) -> dict[str, Any]:
    record = make_record()
    record["runs"][0].update(names)
    return record


def changed_row(**names: Any) -> dict[str, Any]:
    record = make_record()
    record["runs"][0]["rows"][1].update(names)
    return record


def twice() -> dict[str, Any]:
    record = make_record()
    record["runs"][0]["rows"].append(deepcopy(record["runs"][0]["rows"][2]))
    return record


def lacking() -> dict[str, Any]:
    record = make_record()
    del record["runs"][0]["rows"][0]
    return record


NUMBER = "must be a whole number from 0 to 50,000"
HOSTILE = {
    "no JSON": ("{", "is not JSON: Expecting property name"),
    "empty": ("", "is not JSON: Expecting value"),
    "nested": ("[" * 100_000, "is not JSON: nested too deeply"),
    "endless number": ('{"protocol": ' + "1" * 5_000 + "}", "is not JSON: "),
    "list": ([], "the file must be an object"),
    "lacks": ({"protocol": 1}, "the file lacks 'track'"),
    "more": (changed(score=1.0), "the file holds 'score', which the protocol does not know"),
    "protocol": (changed(protocol=2), "the protocol must be 1"),
    "protocol true": (changed(protocol=True), "the protocol must be 1"),
    "track": (changed(track="easy"), "there is no track 'easy', only fixed, small, large"),
    "track list": (changed(track=["fixed"]), "there is no track ['fixed'], only"),
    "method": (changed(method="a | b"), "the method must be a plain name"),
    "method controls": (changed(method="a\x1b[2J"), "the method must be a plain name"),
    "method long": (changed(method="a" * 81), "the method must be a plain name"),
    "no runs": (changed(runs=[]), "there must be 1 to 100 runs"),
    "runs": (changed(runs={"0": {}}), "there must be 1 to 100 runs"),
    "same run": (changed(runs=make_record()["runs"] * 2), "run 2: the seed 0 is there twice"),
    "seed": (changed_run(seed="0"), "run 1: the seed must be a whole number from 0"),
    "trained": (changed_run(training_transitions=18_000_001),
                "run 1: training_transitions must be a whole number from 0 to 18,000,000"),
    "rows": (changed_run(rows=None), "run 1: the rows must be a list"),
    "twice": (twice(), f"run 1, row 7: {FIXED['nested']} is there twice"),
    "lacking": (lacking(), f"run 1: there is no row for {LINEAR}"),
    "equation": (changed_row(equation="x = 2"), "run 1, row 2: 'x = 2' is no equation of the"),
    "long equation": (changed_row(equation="x" * 10**6), "... is no equation of the track"),
    "too many": (changed_row(transitions=50_001), f"run 1, row 2: transitions {NUMBER}"),
    "negative": (changed_row(transitions=-1), f"run 1, row 2: transitions {NUMBER}"),
    "NaN": (changed_row(transitions=float("nan")), f"run 1, row 2: transitions {NUMBER}"),
    "infinity": (changed_row(transitions=float("inf")), f"run 1, row 2: transitions {NUMBER}"),
    "float": (changed_row(transitions=20.0), f"run 1, row 2: transitions {NUMBER}"),
    "no action": (changed_row(actions=[50]), "an action must be a whole number from 0 to 49"),
    "below": (changed_row(actions=[-1]), "an action must be a whole number from 0 to 49"),
    "true": (changed_row(actions=[True]), "an action must be a whole number from 0 to 49"),
    "text": (changed_row(actions="divide"), "actions must be null, or a list of 1 to 20"),
    "none": (changed_row(actions=[]), "actions must be null, or a list of 1 to 20"),
    "long": (changed_row(actions=[0] * 21, transitions=21), "or a list of 1 to 20"),
    "fewer": (changed_row(transitions=2), "run 1, row 2: fewer transitions than actions"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_that_breaks_the_protocol_is_refused_in_one_sentence(check, kind):
    record, message = HOSTILE[kind]
    with pytest.raises(UserError) as caught:
        check(record)
    assert message in str(caught.value)
    assert "results.json" in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "results.json"
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(UserError, match="is not JSON"):
        submissions.read(path)
    with pytest.raises(UserError, match="cannot read"):
        submissions.read(tmp_path)


# -- the command and the page ----------------------------------------------------------------------


def test_the_command_writes_an_example_and_scores_it(run_cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = run_cli("submit-check", "a-star.json", "--example", "fixed")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "6 of 6 claimed derivations hold"
    again = run_cli("submit-check", "a-star.json", "--json")
    assert again[0] == 0
    assert json.loads(again[1])["rates"]["search"] == 1.0
    status, _, err = run_cli("submit-check", "a-star.json", "--example", "fixed")
    assert (status, err) == (2, "aljabr: a-star.json is there already\n")


def test_the_command_names_false_claims_with_status_1(run_cli, tmp_path):
    path = tmp_path / "results.json"
    record = make_record()
    row_of(record)["actions"] = SOLUTIONS[LINEAR][::-1]
    path.write_text(json.dumps(record))
    status, out, err = run_cli("submit-check", str(path))
    assert (status, err) == (1, "")
    assert out.splitlines()[-2] == "5 of 6 claimed derivations hold"
    assert out.splitlines()[-1].startswith(f"seed 0, {LINEAR}: ")
    path.write_text("{")
    status, out, err = run_cli("submit-check", str(path))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_the_page_shows_what_the_files_are_worth():
    root = Path(__file__).parents[2]
    text = (root / "docs" / "leaderboard.md").read_text(encoding="utf-8")
    figures, refused = programme.render(root / "benchmarks" / "results")
    assert refused == []
    assert text == pages.fill(text, "leaderboard", figures)
