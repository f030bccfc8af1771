"""The tree policy: NumPy and JAX agree, names and padding do not matter, and it learns."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from conftest import find_action, read_sym
from test_features import make_graph, random_states

from aljabr.algebra.parse import parse
from aljabr.expert import tree
from aljabr.expert.features import TreeBatch, encode
from aljabr.expert.tree import (
    TreeConfig,
    TreePolicy,
    init,
    known_rules,
    log_policy_steps,
    log_policy_value,
)
from aljabr.game.games import EXTENDED, PAPER, SOLVER, Game
from aljabr.game.games import OPEN as OPEN_GAME
from aljabr.game.graph import StateGraph
from aljabr.game.rules import OTHER_BRANCHES
from aljabr.game.sets import ABS, POWER_ROOT, TAN, TANGENTS
from aljabr.ledger import checkpoint
from aljabr.solver import registry

TINY = TreeConfig(game="solver", width=32, num_blocks=2, num_heads=4, hidden=64)
SMALLER = TreeConfig(game="solver", width=24, num_blocks=1, num_heads=2, hidden=48)
SHAPES = {
    "plain": TINY,
    "named": TreeConfig(game="solver", width=32, num_blocks=2, hidden=64, named=True),
    "ranked": TreeConfig(game="solver", width=32, num_blocks=2, hidden=64, pointer=False),
}


def make_params(config=TINY, seed=0, rules=None):
    """Make a network whose policy is far from uniform."""
    params = init(np.random.default_rng(seed), config, rules)
    heads = [params["plain"], params["value"]["out"]]
    heads.append(params["pointer"]["out"] if config.pointer else params["ranks"])
    for head in heads:
        head["w"] *= 100.0
    return params


def pad(batch, extra):
    """Pad a batch further than it needs."""
    nodes, relations, node_mask, term_nodes, mask = batch
    return TreeBatch(
        np.pad(nodes, ((0, 0), (0, extra), (0, 0)), constant_values=7),
        np.pad(relations, ((0, 0), (0, extra), (0, extra)), constant_values=3),
        np.pad(node_mask, ((0, 0), (0, extra))),
        np.pad(term_nodes, ((0, 0), (0, extra)), constant_values=-1),
        np.pad(mask, ((0, 0), (0, 4 * extra))),
    )


@pytest.mark.parametrize("config", SHAPES.values(), ids=SHAPES)
def test_numpy_and_jax_agree(config):
    graph, ids = random_states()
    batch = encode(graph, ids)
    params = make_params(config)
    ours = log_policy_value(np, params, batch)
    theirs = jax.jit(lambda params, batch: log_policy_value(jnp, params, batch))(params, batch)
    legal = batch.mask
    assert ours[0].dtype == ours[1].dtype == np.float32
    np.testing.assert_allclose(ours[0][legal], theirs[0][legal], rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(ours[1], theirs[1], rtol=1e-5, atol=1e-5)


def test_probabilities_are_those_of_legal_actions():
    graph, ids = random_states(1)
    batch = encode(graph, ids)
    probabilities = np.exp(log_policy_value(np, make_params(), batch)[0])
    np.testing.assert_allclose(probabilities.sum(1), 1.0, rtol=1e-5)
    assert not probabilities[~batch.mask].any()


RENAMED = [
    ("a*x + b = 0", "u*x + v = 0"),
    ("e + (a*x + b)/(c*x + d) = 0", "a + (d*x + alpha)/(z*x + beta) = 0"),
    ("c*sin(a*x) + a^b = b", "a*sin(c*x) + c^b = b"),
]


@pytest.mark.parametrize(("one", "other"), RENAMED)
def test_parameters_are_interchangeable(one, other):
    graph, ids = make_graph(one, other)
    log_probs, steps = TreePolicy(make_params(), TINY).evaluate(graph, ids)
    assert steps[0] == pytest.approx(steps[1], abs=1e-5)
    # The terms may come in another order.
    num_plain = graph.game.num_plain
    np.testing.assert_allclose(log_probs[0, :num_plain], log_probs[1, :num_plain], atol=1e-4)
    by_term = [row[num_plain:].reshape(-1, 4) for row in log_probs]
    for operation in range(4):
        first, second = (np.sort(each[:, operation]) for each in by_term)
        np.testing.assert_allclose(first, second, rtol=1e-5, atol=1e-4)


SYMMETRIC = ["x/(a*b) = c", "x + a + b = c", "sin(x + a + b) = c", "a*b*(x + c) = d"]


@pytest.mark.parametrize("text", SYMMETRIC)
def test_what_is_alike_is_equally_likely_to_the_last_bit(text):
    # Or the processor would choose between a and b.
    graph, (state,) = make_graph(text)
    log_probs, _ = registry.load().evaluate(graph, [state])
    a, b = (graph.table.intern(read_sym(name)) for name in "ab")
    for rule in ("add", "subtract", "multiply", "divide"):
        one, other = (find_action(graph, state, rule, term) for term in (a, b))
        assert (one is None) == (other is None)
        if one is not None:
            assert log_probs[0, one] == log_probs[0, other]
    assert np.exp(log_probs).sum() == pytest.approx(1.0, abs=1e-4)


def test_only_what_differs_by_rounding_is_made_equal():
    exact = np.log(np.float32([[0.4, 0.1, 0.4, 0.1], [0.25, 0.25, 0.3, 0.2]]))
    noise = 1e-6 * np.random.default_rng(0).standard_normal(exact.shape).astype(np.float32)
    found = tree._levelled(exact + noise)
    np.testing.assert_allclose(found, exact, atol=1e-5)
    assert [[row.tolist().index(each) for each in row] for row in found] == [
        [0, 1, 0, 1],
        [0, 0, 2, 3],
    ]
    apart = exact + np.float32([0.0, 0.0, 1e-3, 1e-3])
    np.testing.assert_array_equal(tree._levelled(apart), apart)


def test_which_parameters_are_equal_matters():
    graph, ids = make_graph("a*x + b = c", "a*x + b = a", "a*x + b = b")
    policies = [TreePolicy(make_params(seed=seed), TINY) for seed in range(4)]
    steps = [np.sort(policy.evaluate(graph, ids)[1]) for policy in policies]
    assert np.diff(steps).min(1).max() > 1e-3  # of those drawn, some tell them well apart


def test_a_named_network_tells_letters_apart():
    config = SHAPES["named"]
    graph, ids = make_graph("a*x + b = 0", "u*x + v = 0")
    steps = TreePolicy(make_params(config), config).evaluate(graph, ids)[1]
    assert steps[0] != pytest.approx(steps[1], abs=1e-3)


def test_equations_that_differ_look_different():
    texts = ["x + 2 = a", "2*x = a", "x^2 = a", "2^x = a", "x - 2 = a", "x + 20 = a", "a*x = a"]
    texts += ["sin(x) = 2", "cos(x) = 2", "x + a = 2", "a = 2*x + b", "x + 22/7 = a"]
    graph, ids = make_graph(*texts)
    log_probs = TreePolicy(make_params(), TINY).evaluate(graph, ids)[0][:, :11]
    distances = np.abs(log_probs[:, None] - log_probs[None]).max(-1)
    assert distances[~np.eye(len(texts), dtype=bool)].min() > 1e-3


def test_padding_changes_nothing():
    graph, ids = random_states(2)
    batch = encode(graph, ids)
    params = make_params()
    plain, padded = (log_policy_value(np, params, each) for each in (batch, pad(batch, 9)))
    width = batch.mask.shape[1]
    legal = batch.mask
    np.testing.assert_allclose(padded[0][:, :width][legal], plain[0][legal], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(padded[1], plain[1], rtol=1e-4)


def test_a_state_is_judged_alike_in_any_company():
    graph, ids = random_states(3)
    ids = np.resize(ids, 150)  # more than are encoded at once
    policy = TreePolicy(make_params(), TINY)
    log_probs, steps = policy.evaluate(graph, ids)
    order = np.random.default_rng(0).permutation(len(ids))
    again, steps_again = policy.evaluate(graph, ids[order], batch_size=5)
    assert log_probs.shape == graph.mask[ids].shape
    np.testing.assert_allclose(again, log_probs[order], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(steps_again, steps[order], rtol=1e-4)


@pytest.mark.parametrize("number", ["22/7", str(10**30), f"-{10**30}/7", "1/2", "0.125"])
def test_any_number_can_be_judged(number):
    graph, ids = make_graph(f"x*{number} + a = {number}")
    log_probs, steps = TreePolicy(make_params(), TINY).evaluate(graph, ids)
    assert np.isfinite(log_probs).all()
    assert 0.0 <= steps[0] <= TINY.num_steps - 1


def test_states_without_actions_can_be_judged():
    graph, ids = make_graph("2*x = 3")
    log_probs, steps = TreePolicy(make_params(), TINY).evaluate(graph, [0, *ids])
    assert np.isfinite(log_probs).all()
    assert np.isfinite(steps).all()


def test_a_policy_plays_a_game_that_lacks_some_of_its_rules():
    texts = ["a*x + b = c", "x^2 + x = 3", "sin(a*x) = b", "2*x = 3"]
    policy = TreePolicy(make_params(), TINY)
    for game in (PAPER, EXTENDED):
        graph = StateGraph(game)
        ids = [graph.add(parse(text)) for text in texts]
        log_probs, steps = policy.evaluate(graph, ids)
        lacking = {*policy.rules} - game.index_of.keys()
        assert lacking >= {"atan", "tan", "power_root", "abs", "factor", "zero_product"}
        np.testing.assert_allclose(np.exp(log_probs).sum(1), 1.0, rtol=1e-5)
        assert ((log_probs > -1e8) == graph.mask[ids]).all()
        # Among what is legal in both games, its preferences are the same.
        own = StateGraph(SOLVER)
        others, steps_again = policy.evaluate(own, [own.add(parse(text)) for text in texts])
        assert (steps == steps_again).all()
        places = game.columns(policy.rules, ["add", "subtract", "multiply", "divide"], 9)
        for row, judged in zip(log_probs, others[:, : len(places)], strict=True):
            shared = [(row[place], one) for place, one in zip(places, judged, strict=True)
                      if place >= 0 and row[place] > -1e8 and one > -1e8]  # fmt: skip
            differences = [one - other for one, other in shared]
            assert len(shared) > 8
            np.testing.assert_allclose(differences, differences[0], atol=1e-4)


OF_EXTENDED = replace(TINY, game="extended")
TEXTS = ["a*x + b = c", "x^2 + x = 3", "sin(a*x) = b", "2^x = 8", "tan(x) + 1 = a", "x = 3"]
MARGIN = 0.1
UNDOING = (POWER_ROOT, TANGENTS, TAN, ABS)


def test_rules_it_does_not_know_change_nothing_where_they_are_illegal():
    policy = TreePolicy(make_params(OF_EXTENDED), OF_EXTENDED)
    known, wider = StateGraph(EXTENDED), StateGraph(with_plain(*EXTENDED.plain, *UNDOING))
    equations = [parse(text) for text in TEXTS]
    one, steps = policy.evaluate(known, [known.add(each) for each in equations])
    ids = [wider.add(each) for each in equations]
    other, steps_again = policy.evaluate(wider, ids)
    unknown = range(known.game.num_plain, wider.game.num_plain)
    assert len(unknown) > 0
    assert not wider.mask[ids][:, unknown].any()
    assert (np.delete(other, unknown, 1) == one).all()
    assert (other[:, unknown] < -1e8).all()
    assert (steps == steps_again).all()
    for state, row in zip(ids, other, strict=True):
        assert (row > -1e8).tolist() == wider.mask[state].tolist()


def test_a_rule_it_does_not_know_is_a_little_likelier_than_its_first_choice():
    policy = TreePolicy(make_params(OF_EXTENDED), OF_EXTENDED)
    known, wider = StateGraph(EXTENDED), StateGraph(with_plain(*EXTENDED.plain, *UNDOING))
    equations = [parse(text) for text in ("x^3 = 27", "abs(x + a) = b", "2*x = 3")]
    one, _ = policy.evaluate(known, [known.add(each) for each in equations])
    other, _ = policy.evaluate(wider, [wider.add(each) for each in equations])
    np.testing.assert_allclose(np.exp(other).sum(1), 1.0, rtol=1e-5)
    first, last = known.game.num_plain, wider.game.num_plain
    for row, judged, names in zip(one, other, (["power_root"], ["abs"], []), strict=True):
        shared = np.delete(judged, slice(first, last))
        legal = {wider.game.rules[first + place].name: judged[first + place]
                 for place in np.flatnonzero(judged[first:last] > -1e8)}  # fmt: skip
        assert list(legal) == names
        assert all(each == pytest.approx(shared.max() + MARGIN) for each in legal.values())
        # What it knows stays in proportion.
        worth = row > -1e8
        shift = np.log1p(len(names) * np.exp(row.max() + MARGIN))
        np.testing.assert_allclose(shared[worth], row[worth] - shift, rtol=1e-4, atol=1e-4)


def with_plain(*plain) -> Game:
    """Return the extended game with other rules, for as many terms."""
    num_actions = EXTENDED.num_actions - EXTENDED.num_plain + len(plain)
    return replace(EXTENDED, plain=plain, num_actions=num_actions)


OPEN = tuple(rule for rule in EXTENDED.plain if rule not in OTHER_BRANCHES)
INSERTED = {
    "other branches": (with_plain(*OPEN), with_plain(*OPEN[:6], *OTHER_BRANCHES, *OPEN[6:])),
    "what undoes": (EXTENDED, with_plain(*EXTENDED.plain[:6], *UNDOING, *EXTENDED.plain[6:])),
    "another order": (EXTENDED, with_plain(*UNDOING, *reversed(EXTENDED.plain))),
}


@pytest.mark.parametrize(("own", "wider"), INSERTED.values(), ids=INSERTED)
def test_rules_in_the_middle_of_the_list_leave_the_others_in_proportion(own, wider):
    rules = [rule.name for rule in own.plain]
    policy = TreePolicy(make_params(rules=rules), TINY, rules)
    new = [wider.index_of[rule.name] for rule in wider.plain if rule.name not in rules]
    assert new
    assert wider.index_of[rules[-1]] != own.index_of[rules[-1]]
    places = wider.columns(rules, ["add", "subtract", "multiply", "divide"], wider.num_terms)
    known, graph = StateGraph(own), StateGraph(wider)
    texts = [*TEXTS, "x^3 = 27", "abs(x + a) = b", "x^2 = 9", "cos(x) = a"]
    equations = [parse(text) for text in texts]
    one, steps = policy.evaluate(known, [known.add(each) for each in equations])
    ids = [graph.add(each) for each in equations]
    other, steps_again = policy.evaluate(graph, ids)
    np.testing.assert_allclose(np.exp(other).sum(1), 1.0, rtol=1e-5)
    assert (steps == steps_again).all()
    counts = graph.mask[ids][:, new].sum(1)
    assert {0, 1} <= set(counts.tolist())
    for row, judged, count, state in zip(one, other, counts, ids, strict=True):
        assert (judged > -1e8).tolist() == graph.mask[state].tolist()
        worth = row > -1e8
        shared = judged[places]
        shift = np.log1p(count * np.exp(row.max() + MARGIN))  # the share of what it does not know
        np.testing.assert_allclose(shared[worth], row[worth] - shift, rtol=1e-4, atol=1e-4)
        legal = judged[new][graph.mask[state, new]]
        np.testing.assert_allclose(legal, shared.max() + MARGIN, rtol=1e-4, atol=1e-4)


def test_the_order_in_which_a_policy_lists_its_rules_does_not_matter():
    params, rules = make_params(), known_rules(TINY)
    assert rules == tuple(rule.name for rule in SOLVER.plain)
    order = np.random.default_rng(0).permutation(len(rules))
    plain = {"w": params["plain"]["w"][:, order], "b": params["plain"]["b"][order]}
    shuffled = TreePolicy({**params, "plain": plain}, TINY, [rules[place] for place in order])
    graph, ids = random_states(6)
    one, other = (each.evaluate(graph, ids)[0] for each in (TreePolicy(params, TINY), shuffled))
    np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


def test_the_papers_game_is_played_within_its_cap():
    config = TreeConfig(width=32, num_blocks=1, hidden=32, game="paper")
    graph, ids = random_states(4, game=PAPER)
    log_probs, _ = TreePolicy(make_params(config), config).evaluate(graph, ids)
    assert log_probs.shape == (len(ids), 50)
    np.testing.assert_allclose(np.exp(log_probs).sum(1), 1.0, rtol=1e-5)


@pytest.mark.parametrize("config", SHAPES.values(), ids=SHAPES)
def test_a_new_policy_is_nearly_uniform(config):
    graph, ids = random_states()
    batch = encode(graph, ids)
    log_probs, _ = log_policy_value(np, init(np.random.default_rng(0), config), batch)
    expected = np.broadcast_to(-np.log(batch.mask.sum(1, keepdims=True)), log_probs.shape)
    np.testing.assert_allclose(log_probs[batch.mask], expected[batch.mask], atol=0.1)


@pytest.mark.parametrize("config", SHAPES.values(), ids=SHAPES)
def test_every_parameter_gets_a_finite_gradient(config):
    graph, ids = random_states()
    batch = encode(graph, [0, *ids])  # the dead end must not spoil it

    def loss(params):
        log_probs, log_steps = log_policy_steps(jnp, params, batch)
        return -jnp.where(batch.mask, log_probs, 0.0)[:, ::3].mean() - log_steps[:, 5].mean()

    gradients = jax.tree.leaves(jax.jit(jax.grad(loss))(make_params(config)))
    assert all(np.isfinite(each).all() for each in gradients)
    assert all(np.any(each != 0.0) for each in gradients)


def test_it_learns_fifty_states_by_heart():
    graph, ids = random_states(5, num_steps=20)
    ids = ids[np.argsort(graph.complexity[ids], kind="stable")][:50]  # small ones, to be quick
    batch = encode(graph, ids)
    rng = np.random.default_rng(0)
    actions = np.array([rng.choice(np.flatnonzero(row)) for row in batch.mask])
    targets = rng.integers(0, 20, len(ids))
    num_steps = 160  # slower towards the end, or the last steps may undo what was learned
    optimiser = optax.adam(optax.cosine_decay_schedule(1.5e-2, num_steps))

    def loss(params):
        log_probs, log_steps = log_policy_steps(jnp, params, batch)
        rows = jnp.arange(len(ids))
        return -log_probs[rows, actions].mean() - log_steps[rows, targets].mean()

    @jax.jit
    def update(params, state):
        gradients = jax.grad(loss)(params)
        updates, state = optimiser.update(gradients, state)
        return optax.apply_updates(params, updates), state

    params = init(np.random.default_rng(0), SMALLER)
    state = optimiser.init(params)
    for _ in range(num_steps):
        params, state = update(params, state)
    params = jax.tree.map(np.asarray, params)
    log_probs, steps = TreePolicy(params, SMALLER).evaluate(graph, ids)
    assert (log_probs.argmax(1) == actions).mean() > 0.9
    assert np.abs(steps - targets).mean() < 1.0


def test_parameters_survive_a_checkpoint(tmp_path):
    params = make_params()
    path = tmp_path / "best.safetensors"
    checkpoint.save(path, params, {})
    again, _ = checkpoint.load(path, init(np.random.default_rng(1), TINY))
    graph, ids = random_states(num_steps=1)
    one, other = (TreePolicy(each, TINY).evaluate(graph, ids)[0] for each in (params, again))
    assert (one == other).all()


def test_heads_must_divide_the_width():
    with pytest.raises(ValueError, match="5 heads"):
        init(np.random.default_rng(0), TreeConfig(num_heads=5))


def test_the_solvers_rules_and_the_open_ones_are_the_default():
    rules = known_rules(tree.TreeConfig())
    assert {*rules} >= {rule.name for game in (SOLVER, OPEN_GAME) for rule in game.plain}
    params = init(np.random.default_rng(0), replace(TINY, game="open"))
    assert params["plain"]["w"].shape[1] == len(rules)
