"""The curiosity programme: what is planned, what goes on, and a page that can be recounted."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import numpy as np
import pytest

from aljabr.bench import curiosity, curiosity_page
from aljabr.flat import training
from aljabr.flat.presets import AGENT_NAMES
from aljabr.ledger import page as pages
from aljabr.ledger.results import read_results, run_groups
from benchmarks import recount

MADE_WITH = {
    "python": "3.11.7", "packages": {"numpy": "2.0.0"}, "machine": "x86_64, 2 cores",
    "commit": "abc1234", "date": "2026-01-02",
}  # fmt: skip
STEPS = 10_000


# -- the plan --------------------------------------------------------------------------------------


def test_the_programme_has_every_agent_in_every_preset_where_it_is_something_of_its_own():
    jobs = curiosity.jobs()
    assert len({json.dumps(job) for job in jobs}) == len(jobs)
    cells = {(job["preset"], job["agent"]) for job in jobs}
    for preset in ("appendix", "ours", "ours-without-imitation"):
        for agent in ("ppo", "ppo-rnd", "ppo-icm", "ppo-ride", "ppo-ngu", "ppo-count", "ppo-e3b"):
            assert (preset, agent) in cells
    assert ("ours", "ppo-imitation") not in cells
    assert ("ours", "ppo-entropy-0.01") not in cells
    assert {job["agent"] for job in jobs} <= {"a-star", *AGENT_NAMES}
    counts = {cell: sum((j["preset"], j["agent"]) == cell for j in jobs) for cell in cells}
    assert set(counts.values()) == {4 * 30, 4}
    assert counts["appendix", "a-star"] == 4


def test_what_says_most_comes_first():
    jobs = curiosity.jobs()
    first = jobs[: 15 * 5 * 3]
    assert {job["preset"] for job in first} == {"appendix"}
    assert {job["agent"] for job in first} == {"ppo", *curiosity.MODULES}
    assert {job["equation"] for job in first} == set(curiosity.EQUATIONS[1:])
    assert {job["trial"] for job in first} == set(range(15))
    trials = [job["trial"] for job in first]
    assert trials == sorted(trials)  # as even as can be wherever it is cut off


def test_groups_are_always_the_same():
    jobs = curiosity.jobs(6, STEPS, agents=("ppo", "a-star"), presets=("appendix",))
    groups = curiosity.groups(jobs, 4)
    assert sorted(len(group) for group in groups) == [1] * 4 + [2] * 4 + [4] * 4
    for group in groups:
        trials = [job["trial"] for job in group]
        assert trials == list(range(trials[0], trials[0] + len(trials)))
    together = [json.dumps(job) for group in groups for job in group]
    assert sorted(together) == sorted(map(json.dumps, jobs))


def test_what_is_done_is_left_out_of_a_group():
    jobs = curiosity.jobs(6, STEPS, agents=("ppo",), presets=("appendix",))
    left = [job for job in jobs if job["equation"] == curiosity.EQUATIONS[1] and job["trial"] != 2]
    groups = curiosity.groups(left, 6)
    assert [[job["trial"] for job in group] for group in groups] == [[0, 1], [3, 4, 5]]


# -- running ---------------------------------------------------------------------------------------


def make_job(agent="ppo-rnd", trial=0, equation=None, preset="appendix", steps=STEPS):
    equation = equation or curiosity.EQUATIONS[1]
    return {"agent": agent, "preset": preset, "equation": equation, "trial": trial, "steps": steps}


def test_a_run_that_is_stopped_goes_on_and_is_the_same_run(tmp_path):
    jobs = [make_job(trial=0), make_job(trial=1)]
    assert curiosity.run_group(jobs, tmp_path, stop_at=time.time()) is None
    begun = curiosity.unfinished(tmp_path)
    assert [each["job"] for each in begun] == jobs
    assert 0 < begun[0]["step"] < STEPS
    results = curiosity.run_group(jobs, tmp_path)
    assert results is not None
    assert list(tmp_path.iterdir()) == []
    for result in results:
        assert result["steps"] >= STEPS
        assert result["points"]["step"][-1] == result["steps"]
        assert isinstance(result["greedy"], bool)
        assert result["first_solved"] is None or 1 <= result["first_solved"] <= result["steps"]
        assert result["config"]["preset"] == "appendix"
        assert 0 < result["points"]["bonus_share"][-1] < 1
        assert result["seconds_before"] > 0


def test_on_the_device_what_is_known_is_kept_for_the_next_run(tmp_path):
    jobs = [make_job(agent="ppo", trial=0, steps=2_048)]
    results = curiosity.run_group(jobs, tmp_path, on_device=True)
    assert results is not None
    assert results[0]["config"]["on_device"]
    kept = curiosity.Graphs(tmp_path, jobs[0]["equation"])
    graph = kept.load()
    assert graph is not None
    assert len(graph) == results[0]["states"] == kept.size
    before = kept.path.read_bytes()
    kept.save(graph)  # it has not grown
    assert kept.path.read_bytes() == before


def stop_before_the_end(jobs):
    """Do as a group does whose time is over."""
    return None if jobs[0]["trial"] else [{"greedy": True}]


def test_what_was_stopped_is_left_and_not_failed(tmp_path):
    told = []
    groups = [[make_job(trial=0)], [make_job(trial=1)]]
    path = tmp_path / "results.jsonl"
    assert run_groups(groups, stop_before_the_end, path, 1, tell_fn=told.append) == 0
    assert told[-1] == "out of time; 1 runs left"
    assert [each["job"]["trial"] for each in read_results(path)] == [0]


def test_the_first_solution_is_counted_to_the_step():
    config = training.TrainConfig(agent="random", equation="a*x = 0")
    trainer = training.start(config)
    rollouts = []
    collect = trainer._collect

    def remember(*arguments):
        before, rollout = trainer.steps, collect(*arguments)
        rollouts.append((before, rollout))
        return rollout

    trainer._collect = remember
    trainer.advance()
    before, rollout = rollouts[0]
    lanes = rollout.solved.shape[2]
    step, lane = next(
        (step, lane)
        for step in range(rollout.solved.shape[1])
        for lane in range(lanes)
        if rollout.solved[0, step, lane]
    )
    assert trainer.first_solved == [before + step * lanes + lane + 1]


def test_random_play_learns_nothing_and_takes_any_legal_action():
    trainer = training.start(training.TrainConfig(agent="random", equation="a*x + b = 0"))
    before = trainer.agent(0)
    progress = trainer.advance()
    after = trainer.agent(0)
    assert all((one["w"] == other["w"]).all() for one, other in
               zip(before["policy"], after["policy"], strict=True))  # fmt: skip
    assert progress.episodes > 0
    legal = trainer.lanes.masks().sum(-1)
    assert 0.5 * np.log(legal.mean()) < progress.scalars["entropy"] < np.log(50)


# -- the page --------------------------------------------------------------------------------------


def make_results(seed, trials=7):
    """Return finished and unfinished runs, of random luck."""
    rng = np.random.default_rng(seed)
    done, cut = [], []
    for job in curiosity.jobs(trials, STEPS):
        chance = rng.random()
        first = int(rng.integers(1, STEPS)) if rng.random() < chance else None
        if rng.random() < 0.1:
            step = int(rng.integers(1, STEPS))
            known = first if first is not None and first <= step else None
            cut.append({"job": job, "step": step, "first_solved": known})
        elif rng.random() < 0.95:
            greedy = first is not None and bool(rng.random() < 0.7)
            points = {"bonus_share": [0.2, 0.1]}
            run = {"job": job, "greedy": greedy, "first_solved": first, "seconds": 1.0,
                   "made_with": MADE_WITH, "points": points}  # fmt: skip
            done.append(run | ({"expanded": 46} if job["agent"] == "a-star" else {}))
    return done, cut


def write(folder, done, cut):
    for name, runs in (("curiosity", done), ("curiosity-unfinished", cut)):
        text = "".join(json.dumps(each) + "\n" for each in runs)
        (folder / f"{name}.jsonl").write_text(text)
    return recount.Book(folder, STEPS)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_figure_of_the_page_is_found_again_by_the_recount(tmp_path, seed):
    done, cut = make_results(seed)
    text = curiosity_page.render(curiosity.jobs(7, STEPS), done, cut)
    counted, wrong = recount.differences(text, write(tmp_path, done, cut))
    assert wrong == []
    assert counted > 200


def test_a_figure_that_is_wrong_is_found(tmp_path):
    done, cut = make_results(0)
    text = curiosity_page.render(curiosity.jobs(7, STEPS), done, cut)
    book = write(tmp_path, done, cut)
    cells = re.findall(r"\d+/\d+ \([\d.]+ to [\d.]+\)", text)
    assert cells
    solved, _, rest = cells[0].partition("/")
    for old, new in ((cells[0], f"{int(solved) + 1}/{rest}"), (" ± 1,", " ± 2,")):
        assert old in text
        assert recount.differences(text.replace(old, new, 1), book)[1] != []
    flattering = [run for run in done if run["greedy"] or run["job"]["agent"] == "a-star"]
    text = curiosity_page.render(curiosity.jobs(7, STEPS), flattering, cut)
    assert recount.differences(text, book)[1] != []


def test_an_unfinished_run_is_shown_and_counts_as_a_failure():
    jobs = curiosity.jobs(4, STEPS, agents=("ppo", "ppo-rnd"), presets=("appendix",))
    first, *others = [job for job in jobs if job["equation"] == curiosity.EQUATIONS[1]]
    done = [
        {"job": job, "greedy": True, "first_solved": 100, "seconds": 1.0, "made_with": MADE_WITH}
        for job in others
    ]
    cut = [{"job": first, "step": 5_000, "first_solved": None}]
    text = curiosity_page.render(jobs, done, cut)
    assert "| appendix | PPO | 16 | 3 | 1 | 12 |" in text
    assert "3/4 (0.30 to 0.95), 1 unfinished" in text
    assert "± 0" not in text


def test_a_run_that_has_finished_since_is_not_cut_off():
    job = make_job()
    run = {"job": job, "greedy": True, "first_solved": 3}
    done, cut = curiosity.chosen([run], [{"job": job, "step": 5, "first_solved": None}], STEPS)
    assert (done, cut) == ([run], [])


def test_the_page_and_its_picture_are_written_from_the_results(tmp_path):
    pytest.importorskip("matplotlib")
    done, cut = make_results(3, trials=2)
    jobs = curiosity.jobs(2, STEPS)
    curiosity_page.plot(jobs, done, cut, tmp_path / "curiosity.png")
    assert (tmp_path / "curiosity.png").read_bytes().startswith(b"\x89PNG")


def test_the_committed_page_shows_what_the_results_say():
    root = Path(__file__).parents[2]
    page = root / "docs" / "curiosity.md"
    results = root / "benchmarks" / "results"
    text = page.read_text(encoding="utf-8")
    done, cut = curiosity.chosen(
        read_results(results / "curiosity.jsonl", curiosity.SCHEMA),
        read_results(results / "curiosity-unfinished.jsonl", curiosity.UNFINISHED),
        curiosity.NUM_STEPS,
    )
    presets = [*curiosity.PRESETS, *sorted({each["job"]["preset"] for each in (*done, *cut)})]
    planned = curiosity.jobs(presets=list(dict.fromkeys(presets)))
    assert text == pages.fill(text, "curiosity", curiosity_page.render(planned, done, cut))
    counted, wrong = recount.differences(text, recount.Book(results, curiosity.NUM_STEPS))
    assert wrong == []
    assert counted or not done
