"""Learning from examples: closed-form losses, minibatches of few shapes, going on."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np
import pytest

jax = pytest.importorskip("jax")

from aljabr.expert.fit import WIDTHS, Fit, FitConfig, batches, loss  # noqa: E402
from aljabr.expert.gather import GatherConfig, gather  # noqa: E402
from aljabr.expert.lessons import Examples  # noqa: E402
from aljabr.expert.tree import TreeConfig, init  # noqa: E402

SHAPE = TreeConfig(width=8, num_blocks=1, num_heads=2, hidden=8)
TINY = FitConfig(fit_steps=12, batch_size=8, learning_rate=0.02, tree=SHAPE)


@pytest.fixture(scope="module")
def examples() -> Examples:
    texts = ["a*x + b = 0", "x/a = b", "3*x + 5 = 11", "a - x = b", "2*(x + 1) = 6", "a/x = b"]
    return gather(texts, None, GatherConfig(max_expanded=30, processes=1), 0).examples


def silent(*_):
    pass


def test_the_loss_in_closed_form(examples):
    params = jax.tree.map(np.zeros_like, init(np.random.default_rng(0), SHAPE))
    params["value"]["out"]["b"][3] = 1.0
    batch, targets, steps = examples.take(np.arange(4), 32)
    steps[:] = [3, 3, 1, 200]  # what is farther than the last bin counts as in it
    total, (policy, value) = loss(params, batch, targets, steps, 0.2)
    # Without weights all legal actions are alike, and so are the targets' shares.
    assert policy == pytest.approx(np.log(batch.mask.sum(1)).mean(), rel=1e-5)
    bins = SHAPE.num_steps
    expected = np.log(bins - 1 + np.e) - np.array([1, 1, 0, 0])
    assert value == pytest.approx(expected.mean(), rel=1e-5)
    assert total == pytest.approx(float(policy) + 0.2 * float(value), rel=1e-5)


def test_minibatches_have_few_shapes_and_every_state_comes_equally_often():
    rng = np.random.default_rng(0)
    sizes = rng.choice([3, 16, 17, 30, 40, 60, 96], 501)
    seen, shapes = Counter(), {}
    for places, width in islice(batches(sizes, rng, 16), 400):
        assert (sizes[places] <= width).all()
        assert (WIDTHS[np.searchsorted(WIDTHS, sizes[places])] == width).all()
        assert shapes.setdefault(width, len(places)) == len(places)
        seen.update(places.tolist())
    assert shapes == {16: 16, 32: 16, 48: 8, 96: 2}
    assert len(seen) == len(sizes)
    assert max(seen.values()) - min(seen.values()) <= 2


def test_fewer_states_than_a_minibatch_are_learned_too():
    stream = batches(np.array([5, 9, 20]), np.random.default_rng(0), 8)
    drawn = Counter(place for places, _ in islice(stream, 30) for place in places.tolist())
    assert set(drawn) == {0, 1, 2}
    assert max(drawn.values()) - min(drawn.values()) <= 8


def test_no_examples_are_told():
    with pytest.raises(ValueError, match="nothing to learn"):
        next(batches(np.zeros(0, np.int64), np.random.default_rng(0), 8))


def test_states_of_a_width_have_one_shape(examples):
    shapes = {
        tuple(each.shape for each in examples.take(np.array([place]), 48)[0])
        for place in range(len(examples))
    }
    assert len(shapes) == 1


def test_learning_lowers_the_loss_and_goes_on_where_it_was_stopped(examples, tmp_path):
    heard = []
    straight = Fit(TINY)
    straight.run(examples, silent, scalars_fn=lambda step, each: heard.append((step, each)))
    ((step, losses),) = heard
    assert step == TINY.fit_steps
    assert set(losses) == {"policy", "steps", "steps_per_second"}

    path, answers = tmp_path / "learning.safetensors", iter([False] * 4 + [True])
    stopped = Fit(TINY)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(examples, silent, keep=path, stop_fn=lambda: next(answers))
    heard = []
    again = Fit(TINY)
    again.run(examples, silent, keep=path, advance_fn=lambda *each: heard.append(each))
    assert heard[0] == ("learning", 6, 12)
    jax.tree.map(np.testing.assert_array_equal, again.policy.params, straight.policy.params)

    batch = examples.take(np.arange(len(examples)), 48)
    before = loss(Fit(TINY).params, *batch, 0.2)[0]
    assert loss(again.params, *batch, 0.2)[0] < before - 0.3


def test_a_checkpoint_of_other_examples_is_refused(examples, tmp_path):
    path = tmp_path / "learning.safetensors"
    fit = Fit(FitConfig(fit_steps=1, batch_size=8, tree=SHAPE))
    fit.run(examples, silent, keep=path)
    fewer = gather(["a*x + b = 0"], None, GatherConfig(max_expanded=30), 0).examples
    with pytest.raises(ValueError, match="other examples"):
        fit.run(fewer, silent, keep=path)


def test_learning_that_diverges_is_told(examples):
    broken = Fit(FitConfig(fit_steps=2, batch_size=8, learning_rate=float("nan"), tree=SHAPE))
    with pytest.raises(FloatingPointError, match="diverged at step 2"):
        broken.run(examples, silent)
