"""Networks: NumPy and JAX agree, masks hold, and no two states look alike."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from aljabr.algebra.tokens import NUM_TOKENS
from aljabr.flat import networks
from aljabr.flat.networks import code_table, encode, init_agent, init_mlp, log_policy, mlp, values
from aljabr.play.lanes import make_lanes

NUM_ACTIONS = 5


@pytest.fixture(scope="module")
def agent():
    params = init_agent(np.random.default_rng(0), networks.FEATURES, NUM_ACTIONS, num_values=2)
    params["policy"][-1]["w"] *= 100.0  # far from uniform
    return params


@pytest.fixture(scope="module")
def tokens():
    return np.random.default_rng(1).integers(0, NUM_TOKENS, (3, 7, 100)).astype(np.int8)


@pytest.mark.parametrize("table", [code_table(100), None], ids=["coded", "scaled"])
def test_numpy_and_jax_agree(tokens, table):
    num_inputs = 100 if table is None else networks.FEATURES
    params = init_agent(np.random.default_rng(0), num_inputs, NUM_ACTIONS, num_values=2)
    mask = np.random.default_rng(2).random((3, 7, NUM_ACTIONS)) < 0.6
    mask[..., 0] = True
    inputs = encode(np, tokens, table)
    assert inputs.shape == (3, 7, num_inputs)
    assert inputs.dtype == np.float32
    ours = [inputs, log_policy(np, params, inputs, mask), values(np, params, inputs)]
    device = encode(jnp, jnp.asarray(tokens), None if table is None else jnp.asarray(table))
    theirs = [device, log_policy(jnp, params, device, mask), values(jnp, params, device)]
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def test_a_perceptron_is_tanh_between_linear_layers():
    layers = [
        {"w": np.array([[1.0, 2.0]]), "b": np.array([0.5, -0.5])},
        {"w": np.array([[3.0], [-1.0]]), "b": np.array([0.25])},
    ]
    expected = 3.0 * np.tanh(1.5) - np.tanh(1.5) + 0.25
    assert mlp(np, layers, np.array([[1.0]]))[0, 0] == pytest.approx(expected)


def test_illegal_actions_have_no_probability(agent):
    inputs = np.random.default_rng(3).standard_normal((4, networks.FEATURES)).astype(np.float32)
    mask = np.array([True, False, True, True, False])
    probabilities = np.exp(log_policy(np, agent, inputs, mask))
    assert (probabilities[:, ~mask] == 0.0).all()
    np.testing.assert_allclose(probabilities.sum(-1), 1.0, rtol=1e-6)
    logits = mlp(np, agent["policy"], inputs)[:, mask]
    softmax = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    np.testing.assert_allclose(probabilities[:, mask], softmax, rtol=1e-4)


def test_illegal_actions_get_no_gradient(agent):
    inputs = np.random.default_rng(3).standard_normal((4, networks.FEATURES)).astype(np.float32)
    mask = jnp.array([True, False, True, True, False])

    def objective(params):
        log_probs = log_policy(jnp, params, inputs, mask)
        entropy = -(jnp.exp(log_probs) * log_probs).sum(-1).mean()
        return log_probs[:, 2].mean() + entropy

    last = jax.jit(jax.grad(objective))(agent)["policy"][-1]
    assert (last["w"][:, ~mask] == 0.0).all()
    assert (last["b"][~mask] == 0.0).all()
    assert (last["b"][mask] != 0.0).all()


def test_one_legal_action_is_certain(agent):
    inputs = np.zeros((1, networks.FEATURES), np.float32)
    mask = np.arange(NUM_ACTIONS) == 3
    assert log_policy(np, agent, inputs, mask)[0, 3] == 0.0


@pytest.mark.parametrize("sizes", [(100, 64, 64, 50), (3, 64, 8)])
def test_weights_start_orthogonal(sizes):
    layers = init_mlp(np.random.default_rng(0), sizes, last_scale=0.01)
    for layer, gain in zip(layers, [2.0**0.5] * (len(layers) - 1) + [0.01], strict=True):
        weights = layer["w"] / gain
        rows, columns = weights.shape
        product = weights.T @ weights if rows >= columns else weights @ weights.T
        np.testing.assert_allclose(product, np.eye(min(rows, columns)), atol=1e-5)
        assert not layer["b"].any()


def test_a_new_policy_is_nearly_uniform():
    params = init_agent(np.random.default_rng(0), networks.FEATURES, NUM_ACTIONS)
    inputs = np.random.default_rng(3).standard_normal((9, networks.FEATURES)).astype(np.float32)
    log_probs = log_policy(np, params, inputs, np.ones(NUM_ACTIONS, bool))
    np.testing.assert_allclose(np.exp(log_probs), 1 / NUM_ACTIONS, atol=0.02)


def test_seeds_make_different_agents_and_the_same_seed_the_same():
    first, again, other = (
        init_agent(np.random.default_rng(seed), 8, 3)["policy"][0]["w"] for seed in (0, 0, 1)
    )
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize("table", [code_table(100), None], ids=["coded", "scaled"])
def test_states_that_differ_in_one_token_look_different(table):
    state = make_lanes(1, equation="c + d/(a*x + b)").graph.tokens[1]
    for position in (0, 3, 49, 50, 99):
        variants = np.repeat(state[None], NUM_TOKENS, 0)
        variants[:, position] = np.arange(NUM_TOKENS)  # padding among them
        inputs = encode(np, variants, table)
        distances = np.abs(inputs[:, None] - inputs[None]).max(-1)
        assert distances[~np.eye(NUM_TOKENS, dtype=bool)].min() > 0.01


@pytest.mark.parametrize("table", [code_table(100), None], ids=["coded", "scaled"])
def test_padding_is_silent(table):
    assert not encode(np, np.zeros((1, 100), np.int8), table).any()
