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
import numpy.typing as npt

from aljabr import expr as ex
from aljabr.equation import Equation
from aljabr.graph import StateGraph
from aljabr.lanes import Lanes, make_lanes
from aljabr.networks import Array, Params, encode, log_policy

NUM_SAMPLES = 10
"""Stochastic rollouts per equation for test_10."""

Bools = npt.NDArray[np.bool_]
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
    greedy = play(lanes, partial(greedy_actions, agent, table))
    sampled = np.zeros(len(equations), np.bool_)
    keys = jax.random.split(jax.random.key(seed), NUM_SAMPLES * max_steps).reshape(NUM_SAMPLES, -1)
    for rollout_keys in keys:
        sampled |= play(lanes, _sampler(agent, table, rollout_keys))
    classes = np.array([classify(equation) for equation in lanes.equations])
    by_class = {
        str(name): (int(chosen.sum()), float(greedy[chosen].mean()), float(sampled[chosen].mean()))
        for name in np.unique(classes)
        for chosen in [classes == name]
    }
    return Report(float(greedy.mean()), float(sampled.mean()), by_class)


@jax.jit
def greedy_actions(agent: Params, table: Array | None, tokens: Array, mask: Array) -> Array:
    """Return the likeliest actions."""
    return log_policy(jnp, agent, encode(jnp, tokens, table), mask).argmax(-1)


def _sampler(agent: Params, table: Array | None, keys: Array) -> Choose:
    remaining = iter(keys)
    return lambda tokens, mask: _sampled(agent, table, tokens, mask, next(remaining))


@jax.jit
def _sampled(agent: Params, table: Array | None, tokens: Array, mask: Array, key: Array) -> Array:
    return jax.random.categorical(key, log_policy(jnp, agent, encode(jnp, tokens, table), mask))


def play(lanes: Lanes, choose_fn: Choose) -> Bools:
    """Play every lane's equation once from its start; return which were solved."""
    count = len(lanes.ids)
    everyone = np.arange(count)
    lanes.restart(everyone, everyone)
    solved, over = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    for _ in range(lanes.max_steps):
        actions = np.asarray(choose_fn(lanes.tokens(), lanes.masks()))
        outcome = lanes.advance(actions)
        solved |= outcome.solved & ~over
        over |= outcome.terminated
        if over.all():
            break
        finished = np.flatnonzero(over)  # these lanes idle at their start
        lanes.restart(finished, finished)
    return solved


def classify(equation: Equation) -> str:
    """Name the kind of an equation by what its unknown is inside of."""
    tokens = equation.lhs.tokens + equation.rhs.tokens
    heads = {node.head for side in (equation.lhs, equation.rhs) for node in side.walk()
             if node.holds_unknown}  # fmt: skip
    if heads & {ex.FUNCTION_TOKENS[name] for name in ("sin", "cos", "asin", "acos", "tan")}:
        return "trigonometric"
    if heads & {ex.EXP, ex.LOG}:
        return "exponential"
    if ex.POW in heads:
        halves = {ex.POSITIVE_HALF, ex.NEGATIVE_HALF, ex.POSITIVE_FRACTION}
        return "radical or power" if halves & set(tokens) else "rational or power"
    return "linear"
