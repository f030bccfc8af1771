"""The policy learns what search found.

Targets are the best actions of a state, all alike, and its steps to go:

    L = -E[log pi(a*|s)] + c_v E[-log p(steps to go)]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from aljabr.errors import UserError
from aljabr.expert import tree
from aljabr.expert.features import MAX_NODES, TreeBatch
from aljabr.expert.gather import Advance, Tell
from aljabr.expert.lessons import Examples
from aljabr.expert.tree import TreeConfig, TreePolicy
from aljabr.ledger import checkpoint
from aljabr.ledger.checkpoint import Array, Params
from aljabr.ledger.schema import fits

_TOLD: Final = 200  # steps between two lines

Scalars = Callable[[int, dict[str, float]], None]
"""Gets figures, with the number of the step they belong to."""


@dataclass(frozen=True)
class FitConfig:
    """How a policy learns."""

    fit_steps: int = 3_000
    """Gradient steps in a round."""
    batch_size: int = 1_024
    """States in a minibatch; of large states, fewer."""
    learning_rate: float = 1e-3
    """Adam's highest step size; it falls to a twentieth within a round."""
    value_coefficient: float = 0.2
    """Weight of predicting the steps to go."""
    weight_decay: float = 1e-4
    """Decay of the weights."""
    seed: int = 0
    """The seed of everything but the datasets."""
    tree: TreeConfig = field(default_factory=TreeConfig)
    """The network."""


def loss(
    params: Params, batch: TreeBatch, targets: Array, steps: Array, value_coefficient: float
) -> tuple[Array, tuple[Array, Array]]:
    """Return the loss of a minibatch, and its two parts."""
    log_probs, log_steps = tree.log_policy_steps(jnp, params, batch)
    policy_loss = -(targets * jnp.where(targets > 0, log_probs, 0.0)).sum(-1).mean()
    bins = jnp.minimum(steps, log_steps.shape[-1] - 1)
    value_loss = -jnp.take_along_axis(log_steps, bins[:, None], -1).mean()
    return policy_loss + value_coefficient * value_loss, (policy_loss, value_loss)


def batches(
    sizes: npt.NDArray[np.int64], rng: np.random.Generator, batch_size: int
) -> Iterator[tuple[npt.NDArray[np.int64], int]]:
    """Yield minibatches without end: places of states, and the size they are padded to.

    States of one padded size go together, large ones in smaller batches. What does not fill a
    batch waits for the next, so that every state comes equally often and shapes are few.
    """
    if not len(sizes):
        raise UserError("there is nothing to learn: no search has found an answer")
    widths = WIDTHS[np.searchsorted(WIDTHS, sizes)]
    waiting = {int(width): np.zeros(0, np.int64) for width in WIDTHS}
    while True:
        order = rng.permutation(len(sizes))
        for first in range(0, len(order), 64 * batch_size):
            part = order[first : first + 64 * batch_size]
            ready = []
            for width in waiting:
                share = 1 if width <= 32 else 2 if width <= 48 else 8
                size = max(batch_size // share, 1)
                queue = np.concatenate([waiting[width], part[widths[part] == width]])
                full = len(queue) // size * size
                ready += [(each, width) for each in queue[:full].reshape(-1, size)]
                waiting[width] = queue[full:]
            for index in rng.permutation(len(ready)):
                yield ready[index]


WIDTHS: Final = np.array((16, 32, 48, MAX_NODES))
"""Padded sizes of states in learning: each costs a compilation."""


@cache
def _compiled(rate: float, steps: int, value_coefficient: float, decay: float) -> tuple[Any, Any]:
    """Return the optimiser and a gradient step, compiled once for all that share it."""
    optimizer = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.adamw(
            optax.warmup_cosine_decay_schedule(0.0, rate, min(200, steps // 4), steps, rate / 20),
            weight_decay=decay,
        ),
    )
    grad_fn = jax.value_and_grad(loss, has_aux=True)

    def step(params: Params, state: Any, batch: Any, targets: Array, steps: Array) -> Any:
        (_, parts), grads = grad_fn(params, batch, targets, steps, value_coefficient)
        changes, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, changes), state, parts

    return optimizer, jax.jit(step, donate_argnums=(0, 1))


class Fit:
    """The network and its optimiser."""

    def __init__(self, config: FitConfig, params: Params | None = None) -> None:
        self.config = config
        rng = np.random.default_rng(config.seed)
        start = tree.init(rng, config.tree) if params is None else params
        self.params = jax.tree.map(jnp.asarray, start)
        self.optimizer, self._step = _compiled(
            config.learning_rate, config.fit_steps, config.value_coefficient, config.weight_decay
        )

    def run(
        self,
        examples: Examples,
        tell_fn: Tell,
        *,
        keep: Path | None = None,
        keep_seconds: float = 60.0,
        advance_fn: Advance = lambda *_: None,
        scalars_fn: Scalars = lambda *_: None,
        stop_fn: Callable[[], bool] = lambda: False,
    ) -> None:
        """Learn the examples, with the step size rising and falling once.

        Args:
            examples: What to learn.
            tell_fn: Gets a line now and then.
            keep: The file of a checkpoint on the way; where there is one, learning goes on from it.
            keep_seconds: How often it is written.
            advance_fn: Hears of every step.
            scalars_fn: Gets the losses, with the number of steps.
            stop_fn: Asked after every step; if it says so, the checkpoint is written and
                `KeyboardInterrupt` raised.
        """
        total = self.config.fit_steps
        rng = np.random.default_rng((self.config.seed, len(examples)))
        state, done = self._resume(keep, len(examples))
        sizes = examples.forest.num_nodes(np.arange(len(examples)))
        stream = islice(batches(sizes, rng, self.config.batch_size), done, total)
        recent: list[Any] = []
        clock, told, kept = time.perf_counter(), done, time.monotonic()
        for number, (places, width) in enumerate(stream, start=done + 1):
            self.params, state, parts = self._step(
                self.params, state, *examples.take(places, width)
            )
            recent.append(parts)
            advance_fn("learning", number, total)
            if number % _TOLD == 0 or number == total:
                losses = _means(recent, number)
                rate = (number - told) / (time.perf_counter() - clock)
                scalars_fn(number, {**losses, "steps_per_second": rate})
                figures = ", ".join(f"{name} loss {each:.4f}" for name, each in losses.items())
                tell_fn(f"  step {number:,}: {figures}, {rate:.1f} steps/s")
                recent, clock, told = [], time.perf_counter(), number
            stopped = stop_fn()
            if keep is not None and (
                stopped or number == total or time.monotonic() - kept > keep_seconds
            ):
                card = {"step": number, "examples": len(examples)}
                checkpoint.save(keep, {"params": self.params, "state": state}, card)
                kept = time.monotonic()
            if stopped:
                raise KeyboardInterrupt

    def _resume(self, keep: Path | None, num_examples: int) -> tuple[Any, int]:
        """Return the optimiser's state and the steps done."""
        state = self.optimizer.init(self.params)
        if keep is None or not keep.exists():
            return state, 0
        stored, card = checkpoint.load(keep, {"params": self.params, "state": state})
        if card.get("examples") != num_examples or not fits(card, {"step": int}):
            raise UserError(f"{keep} is of other examples")
        self.params = jax.tree.map(jnp.asarray, stored["params"])
        return jax.tree.map(jnp.asarray, stored["state"]), card["step"]

    @property
    def policy(self) -> TreePolicy:
        """The network as it is, for NumPy."""
        return TreePolicy(jax.tree.map(np.asarray, self.params), self.config.tree)


def _means(recent: list[Any], number: int) -> dict[str, float]:
    """Return the means of recent losses; what is no number ends the run."""
    means = np.array(jax.device_get(recent)).mean(0)
    if not np.isfinite(means).all():
        raise FloatingPointError(f"learning diverged at step {number}: {means}")
    return dict(zip(("policy", "steps"), means.tolist(), strict=True))
