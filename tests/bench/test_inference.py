"""Statistics: against SciPy, closed forms, and a recount that shares no code with them."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from aljabr.bench import inference
from aljabr.bench.inference import Pair, Time
from benchmarks import recount


@given(st.integers(0, 60), st.integers(1, 60))
def test_wilson_s_interval_is_scipy_s(successes, trials):
    successes = min(successes, trials)
    expected = stats.binomtest(successes, trials).proportion_ci(method="wilson")
    assert inference.wilson(successes, trials) == pytest.approx(
        (expected.low, expected.high), abs=1e-9
    )


def test_no_interval_is_a_point():
    for trials in (1, 10, 1000):
        low, high = inference.wilson(trials, trials)
        assert low < high


@given(st.integers(0, 20), st.integers(1, 20), st.integers(0, 20), st.integers(1, 20))
def test_one_equation_is_fisher_s_test(a, n, b, m):
    a, b = min(a, n), min(b, m)
    expected = stats.fisher_exact([[a, n - a], [b, m - b]]).pvalue
    assert inference.exact_p([Pair(a, n, b, m)]) == pytest.approx(expected, rel=1e-6)


def test_the_pilot_s_figures():
    # 20/24 against 1/24 and 11/24 against 1/24, pooled: 2e-8 and .002.
    assert inference.exact_p([Pair(20, 24, 1, 24)]) == pytest.approx(2e-8, rel=0.3)
    assert inference.exact_p([Pair(11, 24, 1, 24)]) == pytest.approx(0.002, rel=0.3)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(*[st.integers(0, 6)] * 4), min_size=1, max_size=3))
def test_several_equations_are_as_going_through_all_outcomes(rows):
    pairs = [Pair(min(a, n + 1), n + 1, min(b, m + 1), m + 1) for a, n, b, m in rows]
    expected = recount.exact([tuple(each) for each in pairs])
    assert inference.exact_p(pairs) == pytest.approx(expected, rel=1e-6)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_s_correction_is_that_of_its_definition(p_values):
    found = inference.holm(p_values)
    assert found == pytest.approx(recount.step_down(p_values))
    assert all(corrected >= p for corrected, p in zip(found, p_values, strict=True))


def test_holm_s_correction_of_an_example():
    # From Holm's procedure by hand: 3 * 0.01, then 2 * 0.02 (the larger of both), then 0.04.
    assert inference.holm([0.02, 0.01, 0.04]) == pytest.approx([0.04, 0.03, 0.04])


times = st.lists(
    st.builds(Time, st.integers(1, 1000), st.booleans()), min_size=2, max_size=30
)  # fmt: skip


@given(times)
def test_the_survival_curve_is_scipy_s(observed):
    curve = inference.survival(observed)
    data = stats.CensoredData(
        uncensored=[t.step for t in observed if t.happened],
        right=[t.step for t in observed if not t.happened],
    )
    expected = stats.ecdf(data).sf.evaluate(curve.steps)
    np.testing.assert_allclose(curve.shares, expected, atol=1e-9)


@given(st.lists(st.integers(1, 1500), min_size=2, max_size=30))
def test_where_nothing_is_cut_off_it_is_a_mean(steps):
    limit = 1000
    observed = [Time(min(each, limit), each <= limit) for each in steps]
    mean, variance = inference.restricted_mean(observed, limit)
    restricted = np.minimum(steps, limit)
    assert mean == pytest.approx(restricted.mean())
    assert variance == pytest.approx(restricted.var(ddof=1) / len(steps), abs=1e-6)


@given(times)
def test_the_restricted_mean_is_the_recount_s(observed):
    mean, variance = inference.restricted_mean(observed, 800)
    again = recount.mean_time([(min(t.step, 800), t.happened and t.step <= 800) for t in observed],
                              800)  # fmt: skip
    assert (mean, variance) == pytest.approx(again, rel=1e-6, abs=1e-6)


def test_who_is_cut_off_is_not_taken_for_who_fails_late():
    limit = 100
    observed = [Time(10, True), Time(10, True), Time(20, False), Time(20, False)]
    cut, _ = inference.restricted_mean(observed, limit)
    absent, _ = inference.restricted_mean(observed[:2], limit)
    assert absent == 10
    assert cut == pytest.approx(10 + 0.5 * 90)  # half are still waiting


def test_a_difference_of_means_is_welch_s_without_the_correction_for_few():
    rng = np.random.default_rng(0)
    one, other = rng.integers(1, 100, 40), rng.integers(20, 140, 50)
    found = inference.compare_means([([Time(int(t), True) for t in one],
                                      [Time(int(t), True) for t in other])], 1000)  # fmt: skip
    z = stats.ttest_ind(one, other, equal_var=False).statistic
    assert found.p == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-6)
    assert found.steps == pytest.approx(one.mean() - other.mean())
    assert found.low < found.steps < found.high


def test_two_arms_that_never_solve_do_not_differ():
    never = [Time(100, False)] * 5
    assert inference.compare_means([(never, never)], 100).p == 1.0


def test_equations_weigh_the_same():
    one = ([Time(10, True), Time(12, True)], [Time(20, True), Time(22, True)])
    two = ([Time(10, True)] * 2 + [Time(11, True)] * 50, [Time(10, True)] * 2 + [Time(11, True)])
    found = inference.compare_means([one, two], 100)
    second = np.mean([10, 10, *[11] * 50]) - np.mean([10, 10, 11])
    assert found.steps == pytest.approx((-10 + second) / 2)


def test_profiles_and_middle_means():
    scores = [[0.0, 0.5, 1.0, 0.9], [0.2, 0.4]]
    np.testing.assert_allclose(inference.profile(scores, [0.3]), [(0.75 + 0.5) / 2])
    assert inference.middle_mean([list(range(8))]) == pytest.approx(3.5)
    assert inference.middle_mean([[0, 1, 2, 3], [4, 5, 6, 100]]) == pytest.approx(3.5)
    rng = random.Random(0)
    values = [rng.random() for _ in range(40)]
    expected = stats.trim_mean(values, 0.25)
    assert inference.middle_mean([values[:10], values[10:]]) == pytest.approx(expected)


def test_the_bootstrap_covers_a_mean_about_as_often_as_it_should():
    rng, covered = np.random.default_rng(0), 0
    for _ in range(60):
        scores = [rng.random(30), rng.random(20)]
        low, high = inference.bootstrap(
            scores, lambda each: float(np.mean([one.mean() for one in each])), rng, 200
        )
        covered += low < 0.5 < high
    assert covered >= 50
    assert math.isfinite(low)
