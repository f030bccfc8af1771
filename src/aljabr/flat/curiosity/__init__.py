"""Curiosity: bonuses for the unfamiliar, behind one protocol.

A module is a set of pure functions over its own parameters and running statistics. Its `bonus`
is computed on a whole rollout, *before* the advantages; its `loss` is minimised beside the
agent's, on the same minibatches. A module that fails stops the run.

There are two sets. `CURIOSITIES` are ours: every bonus is relative to its rollout. `PAPERS` are
nearer to the papers: the bonus is as it is, and `entering` says what becomes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from aljabr.flat.curiosity import count, e3b, icm, ngu, ride, rnd, statistics
from aljabr.ledger.checkpoint import Array, Params


class Seen(NamedTuple):
    """What a module sees of a rollout [T, N, ...]."""

    inputs: Array
    ids: Array
    actions: Array
    next_inputs: Array
    next_ids: Array
    ended: Array


class Curiosity(NamedTuple):
    """One kind of curiosity, for one member (the population is vmapped over)."""

    init: Callable[..., tuple[Params, Params]]
    """Parameters and statistics, from a generator, the number of inputs, of actions, of lanes."""
    bonus: Callable[[Params, Params, Any], tuple[Array, Params]]
    """Bonuses [T, N] of a rollout and the updated statistics."""
    loss: Callable[[Params, Params, Any], Array]
    """What the module's own learning minimises, on a minibatch [B, ...]."""
    separate_value: bool
    """Whether the bonus has a value head of its own, with non-episodic returns."""
    coefficient: float
    """The weight of the bonus beside the shaped reward."""
    whiten: Callable[[Params, Array], Params] | None = None
    """Statistics with some states seen, where inputs are whitened before anything is learned."""


def _relative(raw: Callable[[Params, Params, Any], tuple[Array, Params]]) -> Any:
    """Return a bonus divided by the mean of its rollout."""

    def bonus(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
        found, fixed = raw(params, fixed, rollout)
        return statistics.relative(found), fixed

    return bonus


_ours = partial(Curiosity, separate_value=False)
CURIOSITIES = {
    "rnd": Curiosity(rnd.init, rnd.bonus, rnd.loss, separate_value=True, coefficient=0.05),
    "icm": _ours(icm.init, icm.bonus, icm.loss, coefficient=0.01),
    "ride": _ours(ride.init, ride.bonus, ride.loss, coefficient=0.003),
    "ngu": _ours(ngu.init, ngu.bonus, ngu.loss, coefficient=0.01),
    "count": _ours(count.init, _relative(count.raw), count.loss, coefficient=0.01),
    "e3b": _ours(e3b.init, _relative(e3b.raw), e3b.loss, coefficient=0.01),
}
"""Ours."""

_episodic = partial(Curiosity, separate_value=False, coefficient=1.0)
_larger_rnd = partial(rnd.init, hidden=rnd.LARGER)
PAPERS = {
    "rnd": Curiosity(
        _larger_rnd, rnd.raw, rnd.loss, separate_value=True, coefficient=1.0, whiten=rnd.whiten
    ),
    "icm": _episodic(icm.init, icm.raw, icm.loss),
    "ride": _episodic(ride.init_carrying, ride.raw, ride.loss),
    "ngu": _episodic(ngu.init_carrying, ngu.raw, ngu.loss, whiten=ngu.whiten),
    "count": _episodic(count.init, count.raw, count.loss),
    "e3b": _episodic(e3b.init, e3b.raw, e3b.loss),
}
"""Nearer to the papers; here `separate_value` says that the bonus's returns run across episodes."""
