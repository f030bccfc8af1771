"""How good is a policy: test_greedy, test_10, and both per class of equations.

All equations are played at once, one lane each, over the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.algebra import tokens as tk
from aljabr.algebra.equation import Equation
from aljabr.flat.networks import encode, log_policy
from aljabr.game.graph import StateGraph
from aljabr.ledger.checkpoint import Array, Params
from aljabr.play.lanes import Bools, Integers, Lanes, make_lanes

NUM_SAMPLES = 10
"""Stochastic rollouts per equation for test_10."""

Choose = Callable[[Array, Array], Array]
"""Actions for lanes, from their tokens [N, 2L] and masks [N, A]."""


@dataclass(frozen=True, slots=True)
class Report:
    """A policy's successes on a set of equations."""

    greedy: float
    """The fraction solved by always taking the likeliest action."""
    sampled: float
    """The fraction solved at least once in ten stochastic rollouts."""
    by_class: dict[str, tuple[int, float, float]]
    """For each class of equations: how many, greedy, sampled."""


def evaluate(
    agent: Params,
    table: Array | None,
    equations: Sequence[str],
    graph: StateGraph,
    seed: int = 0,
    max_steps: int = 20,
) -> Report:
    """Play every equation greedily once and stochastically ten times."""
    lanes = make_lanes(len(equations), equations=equations, graph=graph, max_steps=max_steps)
    chosen = np.array(lanes.add(equations))  # an equation given twice is played twice
    greedy = play(lanes, partial(greedy_actions, agent, table), chosen)
    sampled = np.zeros(len(equations), np.bool_)
    keys = jax.random.split(jax.random.key(seed), NUM_SAMPLES * max_steps).reshape(NUM_SAMPLES, -1)
    for rollout_keys in keys:
        sampled |= play(lanes, _sampler(agent, table, rollout_keys), chosen)
    classes = np.array([classify(lanes.equations[index]) for index in chosen])
    by_class = {
        str(name): (int(alike.sum()), float(greedy[alike].mean()), float(sampled[alike].mean()))
        for name in np.unique(classes)
        for alike in [classes == name]
    }
    return Report(float(greedy.mean()), float(sampled.mean()), by_class)


@jax.jit
def greedy_actions(agent: Params, table: Array | None, tokens: Array, mask: Array) -> Array:
    """Return the likeliest actions."""
    return log_policy(jnp, agent, encode(jnp, tokens, table), mask).argmax(-1)


@jax.jit
def each_greedily(agents: Params, table: Array | None, tokens: Array, mask: Array) -> Array:
    """Return the likeliest action of each agent [P, ...] in the lane that is its own, [P]."""
    return jax.vmap(greedy_actions, (0, None, 0, 0))(agents, table, tokens, mask)


def _sampler(agent: Params, table: Array | None, keys: Array) -> Choose:
    remaining = iter(keys)
    return lambda tokens, mask: _sampled(agent, table, tokens, mask, next(remaining))


@jax.jit
def _sampled(agent: Params, table: Array | None, tokens: Array, mask: Array, key: Array) -> Array:
    return jax.random.categorical(key, log_policy(jnp, agent, encode(jnp, tokens, table), mask))


def play(lanes: Lanes, choose_fn: Choose, chosen: Integers | None = None) -> Bools:
    """Play an equation in every lane, once from its start; return which were solved.

    Args:
        lanes: the games.
        choose_fn: the policy.
        chosen: the equation of each lane; by default the first plays the first, and so on.
    """
    count = len(lanes.ids)
    if chosen is None:
        chosen = np.arange(count)
    lanes.restart(np.arange(count), chosen)
    solved, over = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    for _ in range(lanes.max_steps):
        actions = np.asarray(choose_fn(lanes.tokens(), lanes.masks()))
        outcome = lanes.advance(actions)
        solved |= outcome.solved & ~over
        over |= outcome.terminated
        if over.all():
            break
        finished = np.flatnonzero(over)  # these lanes idle at their start
        lanes.restart(finished, chosen[finished])
    return solved


def classify(equation: Equation) -> str:
    """Name the kind of an equation by what its unknown is inside of."""
    tokens = equation.lhs.tokens + equation.rhs.tokens
    heads = {node.head for side in (equation.lhs, equation.rhs) for node in side.walk()
             if node.holds_unknown}  # fmt: skip
    if heads & {tk.FUNCTION_TOKENS[name] for name in ("sin", "cos", "asin", "acos", "tan")}:
        return "trigonometric"
    if heads & {tk.EXP, tk.LOG}:
        return "exponential"
    if tk.POW in heads:
        halves = {tk.POSITIVE_HALF, tk.NEGATIVE_HALF, tk.POSITIVE_FRACTION}
        return "radical or power" if halves & set(tokens) else "rational or power"
    return "linear"
