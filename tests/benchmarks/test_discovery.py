"""The experiment goes on where it was stopped, and its statistics are those of the books."""

from __future__ import annotations

from math import inf
from xml.etree import ElementTree

import pytest

from aljabr.errors import UserError
from benchmarks import discovery, discovery_page
from benchmarks.discovery import Job, Options


def line(variant: str, seed: int, equation: str, expanded: int, found: bool = True) -> dict:
    made = {"packages": {}, "commit": "c", "date": "d", "python": "p", "machine": "m"}
    return {
        "variant": variant, "seed": seed, "equation": equation, "found": found,
        "expanded": expanded, "seconds": 1.0, "expansions": 1000, "made_with": made,
    }  # fmt: skip


LINES = [
    line(variant, seed, equation, 1 + 7 * seed + 50 * (variant == "blind"), variant != "random")
    for variant in ("blind", "coarse 3", "random", "blind, no lemmas")
    for seed in range(8)
    for equation in ("quadratic", "biquadratic")
]


def without_time(lines: list[dict]) -> list[dict]:
    kept = [{key: each for key, each in record.items() if key != "seconds"} for record in lines]
    for record in kept:
        record["records"] = [{**each, "seconds": 0} for each in record["records"]]
    return kept


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path):
    names = ("quadratic", "biquadratic", "quadratic in sin")
    whole = Job("prediction 3", 1, names, 400, 1.0)
    stopped = tmp_path / "stopped"
    for folder in (tmp_path, stopped):
        folder.mkdir(exist_ok=True)
    discovery.work(whole, tmp_path)
    discovery.work(Job("prediction 3", 1, names[:1], 400, 1.0), stopped)
    discovery.work(whole, stopped)
    done = discovery._done(whole, tmp_path)
    assert [each["equation"] for each in done] == list(names)
    assert all(each["found"] for each in done)
    assert without_time(done) == without_time(discovery._done(whole, stopped))


def test_jobs_are_seeds_of_variants_and_without_lemmas_equations():
    options = Options(("blind", "blind, no lemmas"), ("quadratic", "cubic"), seeds=2)
    jobs = list(discovery.jobs(options))
    assert [len(job.names) for job in jobs] == [2, 1, 1] * 2
    assert len({job.file(options.work) for job in jobs}) == len(jobs)
    with pytest.raises(UserError, match="there is no 'blond'"):
        list(discovery.jobs(Options(("blond",))))


def test_quantiles_are_values_that_were_measured():
    assert discovery_page.quantile([3, inf, 1, 2], 0.5) == 2
    assert discovery_page.quantile([3, inf, 1, 2], 0.9) == inf


def test_the_test_tells_groups_apart_as_mann_and_whitney_do():
    wins, p = discovery_page.sooner([1, 2, 3, 4, 5], [6, 7, 8, 9, inf])
    assert wins == 1.0
    assert p == pytest.approx(2 / 252, rel=0.3)  # two of the ways to draw 5 of 10
    wins, p = discovery_page.sooner([1, inf, 3], [1, inf, 3])
    assert (wins, p) == (0.5, 1.0)


def test_p_values_are_adjusted_after_holm():
    assert discovery_page.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_the_page_says_what_was_found_and_what_was_not():
    tables = discovery_page.render(LINES)
    assert "| **quadratic** | 72 (51 to 100) | 22 (1 to 50) | – |" in tables["expansions"]
    assert "| random | 0/16 | 0/8 |" in tables["solved"]
    assert "| coarse 3 | 3.3 ×, 1.00, p = " in tables["tests"]
    assert "*coarse 3*: sooner for quadratic, later for none" in tables["reading"]
    assert "*random*: sooner for none, later for quadratic" in tables["reading"]


def test_the_figure_is_a_drawing():
    root = ElementTree.fromstring(discovery_page.figure(LINES))
    paths = [each for each in root.iter() if each.get("class") == "line"]
    assert len(paths) == 3 * 4  # two panels and a legend
