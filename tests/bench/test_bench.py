"""Programmes of runs: nothing done twice, nothing lost, no failure unheard; and their pages."""

from __future__ import annotations

import json
import os
import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from aljabr.bench import curves, table1
from aljabr.flat import training
from aljabr.flat.presets import AGENT_NAMES
from aljabr.ledger import page as pages
from aljabr.ledger.jobs import SINGLE_THREADED
from aljabr.ledger.results import read_results, run_jobs
from aljabr.tasks.datasets import FIXED
from benchmarks import device as on_device
from benchmarks import training as speed


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Do what the job says, in a process of its own."""
    if job["kind"] == "raise":
        raise ZeroDivisionError("a run that fails")
    if job["kind"] == "die":
        os._exit(3)
    if job["kind"] == "leave":
        os._exit(0)
    if job["kind"] == "hang":
        time.sleep(600)
    return {"square": job["n"] ** 2, "threads": os.environ["OMP_NUM_THREADS"]}


def make_jobs(*kinds: str) -> list[dict[str, Any]]:
    return [{"kind": kind, "n": n} for n, kind in enumerate(kinds)]


def test_runs_are_resumed_and_nothing_is_done_twice(tmp_path):
    path, told = tmp_path / "results" / "squares.jsonl", []
    before = dict(os.environ)
    assert run_jobs(make_jobs("ok", "ok"), work, path, 2, tell_fn=told.append) == 0
    assert len(told) == 2
    first = path.read_bytes()
    assert run_jobs(make_jobs("ok", "ok", "ok"), work, path, 1, tell_fn=told.append) == 0
    assert len(told) == 3
    assert path.read_bytes().startswith(first)
    results = read_results(path)
    assert sorted((each["job"]["n"], each["square"]) for each in results) == [
        (0, 0),
        (1, 1),
        (2, 4),
    ]
    assert all(each["threads"] == SINGLE_THREADED["OMP_NUM_THREADS"] for each in results)
    assert {"python", "packages", "machine", "commit", "date"} <= set(results[0]["made_with"])
    assert dict(os.environ) == before


def test_a_run_that_fails_is_reported_counted_and_run_again(tmp_path):
    path, told = tmp_path / "results.jsonl", []
    jobs = make_jobs("raise", "ok", "die", "leave")
    assert run_jobs(jobs, work, path, 2, tell_fn=told.append) == 3
    assert [each["job"]["kind"] for each in read_results(path)] == ["ok"]
    failures = "\n".join(line for line in told if line.startswith("failed"))
    assert "ZeroDivisionError: a run that fails" in failures
    assert "the process died, exit status 3" in failures
    assert "the process died, exit status 0" in failures
    assert run_jobs(jobs[:2], work, path, 2, tell_fn=told.append) == 1


def test_the_deadline_stops_what_is_running(tmp_path):
    path, told = tmp_path / "results.jsonl", []
    jobs = make_jobs("ok", "hang", "hang")
    started = time.monotonic()
    assert run_jobs(jobs, work, path, 2, time.monotonic() + 10, told.append) == 0
    assert time.monotonic() - started < 30
    assert told[-1] == "out of time; 2 runs left"
    assert [each["job"]["kind"] for each in read_results(path)] == ["ok"]


def test_a_line_cut_short_is_dropped(tmp_path):
    path = tmp_path / "results.jsonl"
    run_jobs(make_jobs("ok"), work, path, 1, tell_fn=lambda _: None)
    with path.open("a") as file:
        file.write('{"job": {"kind": "ok", "n": 1}, "squ')
    assert len(read_results(path)) == 1
    run_jobs(make_jobs("ok", "ok"), work, path, 1, tell_fn=lambda _: None)
    assert [each["square"] for each in read_results(path)] == [0, 1]
    assert all(json.loads(line) for line in path.read_text().splitlines())


# -- the programmes ------------------------------------------------------------------------------


def test_table_1_is_eight_agents_on_six_equations():
    jobs = table1.jobs()
    assert len(jobs) == 6 + 6 * 7 * 10  # A* is deterministic
    assert {job["agent"] for job in jobs} == set(table1.TITLES)
    assert set(table1.TITLES) - {"a-star"} <= set(AGENT_NAMES)
    assert {job["equation"] for job in jobs} == set(FIXED.values())
    assert [job["trial"] for job in jobs] == sorted(job["trial"] for job in jobs)
    assert len({json.dumps(job) for job in jobs}) == len(jobs)


def test_the_curves_are_of_two_presets_and_several_datasets():
    jobs = curves.jobs()
    assert len({json.dumps(job) for job in jobs}) == len(jobs)
    for agent, preset in curves.SERIES:
        for dataset in ("small", "large"):
            runs = [
                job for job in jobs
                if job["dataset"] == dataset and curves.series(job) == (agent, preset)
            ]  # fmt: skip
            seeds = sorted(job.get("data_seed", 0) for job in runs)
            assert seeds == ([0, 0, 0, 1, 2] if preset == "ours" else [0, 1, 2])
    assert {agent for agent, preset in curves.SERIES if preset == "appendix"} >= {"ppo", "a2c"}


def test_a_star_s_trial():
    job = {"agent": "a-star", "equation": "a*x + b = 0", "trial": 0, "steps": 1}
    result = table1.run_trial(job)
    assert (result["greedy"], result["once"], result["length"]) == (True, True, 2)


class Fickle:
    """A trainer whose greedy policy solves when it is told to."""

    def __init__(self, config: training.TrainConfig, solved: list[bool]) -> None:
        self.config, self.solved = config, iter(solved)
        self.steps, self.first_solved, self.graph = 0, [7], []

    def advance(self) -> None:
        self.steps += table1.EVAL_INTERVAL

    def solves_greedily(self) -> bool:
        return next(self.solved)


@pytest.mark.parametrize(
    ("solved", "greedy", "evaluations"),
    [
        ([True, False], False, 2),  # what was unlearned does not count
        ([True] * 4 + [False] * 2, False, 6),
        ([False, True], True, 2),
        ([False] + [True] * 8, True, 6),  # five in a row are enough
        ([True] * 4 + [False] + [True] * 5, True, 10),
    ],
    ids=str,
)
def test_a_trial_counts_what_the_greedy_policy_does_at_the_end(
    monkeypatch, solved, greedy, evaluations
):
    monkeypatch.setattr(training, "start", lambda config: Fickle(config, solved))
    steps = len(solved) * table1.EVAL_INTERVAL
    result = table1.run_trial({"agent": "ppo", "equation": "a + x", "trial": 0, "steps": steps})
    assert (result["greedy"], result["once"]) == (greedy, True)
    assert result["steps"] == evaluations * table1.EVAL_INTERVAL


class Stop(Exception):
    """What ends a run in its middle."""


def test_a_curve_s_run_that_is_stopped_goes_on_with_every_point_once(tmp_path, monkeypatch):
    monkeypatch.setattr(curves, "EVAL_INTERVAL", 8_192)
    monkeypatch.setattr(curves, "NUM_VALIDATION", 5)
    monkeypatch.setattr(training, "evaluation_equations", lambda *_: ["a*x = 0", "a + x = 0"])
    job = {"agent": "ppo", "dataset": "small", "trial": 0, "steps": 3 * 8_192}
    advance = training.Trainer.advance

    def stop_at_the_third(trainer: training.Trainer) -> training.Progress:
        if trainer.steps == 2 * 8_192:
            raise Stop
        return advance(trainer)

    with monkeypatch.context() as patch:
        patch.setattr(training.Trainer, "advance", stop_at_the_third)
        with pytest.raises(Stop):
            curves.run_trial(job, tmp_path)
    assert (tmp_path / "ppo-small-0-24576.safetensors").exists()
    result = curves.run_trial(job, tmp_path)
    assert [point["step"] for point in result["points"]] == [8_192, 16_384, 24_576]
    assert result["seconds_before"] > 0
    assert list(tmp_path.iterdir()) == []  # nothing is left of a finished run


MADE_WITH = {
    "python": "3.11.7",
    "packages": {"numpy": "2.0.0"},
    "machine": "x86_64, 2 cores",
    "commit": "abc1234",
    "date": "2025-01-02",
}


def make_trial(agent: str, trial: int, greedy: bool, first: int | None) -> dict[str, Any]:
    return {
        "job": {"agent": agent, "equation": FIXED["nested"], "trial": trial, "steps": 1000},
        "greedy": greedy, "once": first is not None, "first_solved": first,
        "config": {"reward": "shaped"}, "seconds": 900.0, "made_with": MADE_WITH,
    }  # fmt: skip


def test_table_1_s_page():
    trials = [make_trial("ppo-rnd", n, n < 3, [10, 30, 20, None][n]) for n in range(4)]
    search = make_trial("a-star", 0, True, None)
    search |= {"once": True, "expanded": 46}
    del search["first_solved"], search["config"]
    page = table1.render([*trials, search])
    rows = [line for line in page.splitlines() if line.startswith(f"| `{FIXED['nested']}`")]
    assert rows == [
        "| `c*(a*x + b) + d = 0` | 1/1, **1.00** (0.21–1.00); paper 1.00 | —; paper 0.20"
        " | —; paper 0.10 | — | —; paper 0.70 | —; paper 0.60 | —; paper 0.40"
        " | 3/4, **0.75** (0.30–0.95); paper 1.00 |",
        "| `c*(a*x + b) + d = 0` | 1/1, 1.00 (0.21–1.00); paper 1.00 | —; paper 0.20"
        " | —; paper 0.10 | — | —; paper 0.70 | —; paper 0.60 | —; paper 0.40"
        " | 3/4, 0.75 (0.30–0.95); paper 1.00 |",
        "| `c*(a*x + b) + d = 0` | 46, n=1 | — | — | — | — | — | — | 20, n=4 |",
    ]
    assert "reward preset `shaped`, up to 1,000 steps a trial" in page
    assert page.endswith(
        "\n5 runs, 1.2 core hours, 2025-01-02, commit abc1234, Python 3.11.7, numpy 2.0.0,"
        " on x86_64, 2 cores.\n"
    )


def test_table_1_shows_the_modules_with_the_appendix_s_hyperparameters():
    curious = [
        {**run, "job": {**run["job"], "preset": preset}}
        for preset in ("appendix", "ours")
        for run in [make_trial("ppo-icm", n, n < 2, [10, 30, 20, None][n]) for n in range(4)]
    ]
    page = table1.render([make_trial("ppo", 0, True, 10)], curious)
    section = page[page.index("## The appendix's hyperparameters") :]
    rows = [line for line in section.splitlines() if line.startswith("| `c*")]
    assert rows == [
        "| `c*(a*x + b) + d = 0` | —; paper 0.10"
        " | 2/4, **0.50** (0.15–0.85), once 3; paper 0.70 | —; paper 0.60 | —; paper 0.40"
        " | —; paper 1.00 |"
    ]


def make_a2c(rates: tuple[float, ...]) -> list[dict[str, Any]]:
    """Return ten trials on each equation, some of them with a solution."""
    trials = []
    for equation, rate in zip(FIXED.values(), rates, strict=True):
        for trial in range(10):
            result = make_trial("a2c", trial, False, 10 if trial < 10 * rate else None)
            trials.append({**result, "job": {**result["job"], "equation": equation}})
    return trials


def test_table_1_says_that_once_is_the_paper_s_column_only_where_it_is():
    said = "and what A2C reaches here, with 10 trials, is what the paper reports on all six"
    assert said in table1.render(make_a2c((1.0, 1.0, 0.2, 0.0, 0.0, 0.0)))
    assert said not in table1.render(make_a2c((1.0, 1.0, 0.3, 0.0, 0.0, 0.0)))
    assert said not in table1.render(make_a2c((1.0, 1.0, 0.2, 0.0, 0.0, 0.0))[:50])


def make_run(dataset: str, trial: int, points: list[tuple[float, float]]) -> dict[str, Any]:
    return {
        "job": {"agent": "ppo-rnd", "dataset": dataset, "trial": trial, "steps": 200},
        "points": [
            {
                "step": 100 * number,
                "train": 0.5,
                "test": {"greedy": test, "sampled": test},
                "validation": {"greedy": validation, "sampled": validation},
            }
            for number, (validation, test) in enumerate(points, start=1)
        ],
        "config": {"reward": "shaped"}, "seconds": 36.0, "made_with": MADE_WITH,
    }  # fmt: skip


RUNS = [
    make_run("small", 0, [(0.9, 0.8), (0.5, 0.4)]),
    make_run("small", 1, [(0.1, 1.0), (0.2, 0.6)]),
]


def test_the_best_point_is_chosen_on_validation():
    assert [curves.best(run)["test"]["greedy"] for run in RUNS] == [0.8, 0.6]


def test_the_curves_page_and_plot(tmp_path):
    page = curves.render(RUNS)
    assert (
        "\n| small | ours | ppo-rnd | 2 | 0 | 0.50 (0.40–0.60) | 0.50 (0.40–0.60)"
        " | 0.70 (0.60–0.80) | 0.70 (0.60–0.80) |\n" in page
    )
    assert "\n| large | ours | ppo | 0 | — | — | — | — | — |\n" in page
    pytest.importorskip("matplotlib")
    plot = tmp_path / "curves.png"
    curves.plot(RUNS, plot)
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_the_pages_show_what_the_results_say():
    root = Path(__file__).parents[2]
    for name, module in (("table1", table1), ("curves", curves)):
        page = root / "docs" / f"{name}.md"
        results = read_results(root / "benchmarks" / "results" / f"{name}.jsonl")
        chosen = [each for each in results if each["job"]["steps"] == module.NUM_STEPS]
        if page.exists():
            text = page.read_text(encoding="utf-8")
            counted = re.search(r"^(\d+) runs, ", text, re.MULTILINE)
            assert counted, f"{page.name} does not say how many runs it shows"
            render_fn = module.render
            if name == "table1":
                curious = read_results(root / "benchmarks" / "results" / "curiosity.jsonl")
                render_fn = partial(table1.render, curious=curious)
            shown = render_fn(chosen[: int(counted[1])])  # more may have come since
            assert text == pages.fill(text, name, shown)


def test_the_section_on_speed_shows_the_figures_of_the_files():
    root = Path(__file__).parents[2]
    text = (root / "docs" / "training.md").read_text(encoding="utf-8")
    shown = speed.render(root / "benchmarks" / "results")
    assert text == pages.fill(text, "training", shown)
    assert "| ppo-rnd | " in shown


def test_the_figures_of_the_device_are_those_of_their_file():
    root = Path(__file__).parents[2]
    text = (root / "docs" / "training.md").read_text(encoding="utf-8")
    shown = on_device.render(root / "benchmarks" / "results" / "training-device.json")
    assert text == pages.fill(text, "device", shown)


def test_speed_is_rendered_with_and_without_a_peer(tmp_path):
    rates = {"steps_per_second": [1500, 3000], "best": 3000, "median": 2250.0}
    record = {"equation": "a*x = 0", "made_with": MADE_WITH, "peer": None, "ratios": None}
    record["runs"] = [{"agent": "ppo", **rates}]
    path = tmp_path / "training-core.json"
    path.write_text(json.dumps(record))
    assert "\n| ppo | 3,000 (2,250) | 15,000 | — |\n" in speed.render(tmp_path)
    peer = {"best": 300, "median": 200, "packages": {"torch": "2.0.0"}}
    path.write_text(json.dumps({**record, "peer": peer, "ratios": {"ppo": 10.0}}))
    page = speed.render(tmp_path)
    assert "\n| ppo | 3,000 (2,250) | 15,000 | 10.0 × |\n" in page
    assert "MaskablePPO, as it comes | 300 (200) | | 1 × |\n" in page
    assert "torch 2.0.0, on x86_64, 2 cores.\n" in page


def test_populations_are_written_after_every_size(tmp_path, monkeypatch):
    def rates(agent: str, members: int, *_: int) -> dict[str, Any]:
        if members == 64:
            raise MemoryError
        return {"agent": agent, "members": members, "best": 100 * members, "median": 90 * members,
                "device": "an accelerator"}  # fmt: skip

    monkeypatch.setattr(speed, "rates", rates)
    with pytest.raises(MemoryError):
        speed.measure_populations(tmp_path, [1, 8, 64])
    page = speed.render(tmp_path)
    assert "\n| 1 | 100 (90) | 100 | an accelerator |\n" in page
    assert "\n| 8 | 800 (720) | 100 | an accelerator |\n" in page
