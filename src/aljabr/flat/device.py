"""The known part of the game as arrays on the device: whole rollouts without the host.

A state is a row: its successors, legal actions, flags, complexity, and the networks' inputs, about
600 bytes. All lanes of all members play in one jitted scan. A lane that meets a transition nobody
has computed waits with the action it has drawn; the host computes what is missing, each pair once
for all members, sends the new rows, and the lanes that wait go on. So every lane plays all its
steps with one policy, and a rollout is what it would be on the host, however much was known.

A graph that is full forgets, whoever asks it to; then the games start anew.

Where all is known, a rollout is one call. Only a single equation is played this way: whether a
state is a solution is then a flag of the state.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.networks import encode, log_policy
from aljabr.flat.rollout import Rollout
from aljabr.game.graph import DEAD, StateGraph
from aljabr.ledger.checkpoint import Array, Params
from aljabr.play.lanes import Lanes, make_room

SHORT: Final = 4
"""Steps of a chunk after some lanes have waited: what is new mostly leads to what is new."""
_LEAST: Final = 256  # rows are sent in powers of two, lest every number is compiled anew


class Known(NamedTuple):
    """The part of the graph on the device, a row a state."""

    next: Array  # [S, A], -1 where it is not known
    mask: Array  # [S, A]
    dead: Array  # [S]
    solved: Array  # [S]
    complexity: Array  # [S]
    inputs: Array  # [S, I]


class Played(NamedTuple):
    """The steps of a rollout so far, [P, T, N] each."""

    ids: Array
    actions: Array
    log_probs: Array
    next_ids: Array
    terminated: Array
    ended: Array


class Places(NamedTuple):
    """Where the lanes are, [P, N] each."""

    ids: Array
    age: Array  # steps of the episode so far
    time: Array  # steps of the rollout so far
    waiting: Array  # the action whose outcome is not known, or -1


@partial(jax.jit, static_argnums=(0, 1, 2), donate_argnums=(6, 7))
def _chunk(
    length: int,
    num_steps: int,
    max_steps: int,
    known: Known,
    agents: Params,
    start: Array,
    places: Places,
    played: Played,
    keys: Array,
    number: Array,
) -> tuple[Places, Played, Array]:
    """Play up to `length` steps in every lane that has not yet played `num_steps`.

    `number` says which chunk of the rollout it is: each draws with other keys.
    """
    members, lanes = places.ids.shape
    which = jnp.arange(members)[:, None], jnp.arange(lanes)[None, :]
    policy = jax.vmap(partial(log_policy, jnp))

    def step(carry: tuple[Places, Played], keys: Array) -> tuple[tuple[Places, Played], None]:
        places, played = carry
        ids = places.ids
        log_probs = policy(agents, known.inputs[ids], known.mask[ids])
        drawn = jax.vmap(jax.random.categorical)(keys, log_probs)
        waits = places.waiting >= 0
        actions = jnp.where(waits, places.waiting, drawn).astype(jnp.int32)
        chosen = jnp.take_along_axis(log_probs, actions[..., None], -1)[..., 0]
        after = known.next[ids, actions]
        plays = (places.time < num_steps) & (after >= 0)
        terminated = known.dead[after] | known.solved[after]
        age = places.age + 1
        ended = terminated | (age >= max_steps)
        at = (which[0], jnp.where(plays, places.time, num_steps), which[1])  # beyond: dropped
        values = (ids, actions, chosen, after, terminated, ended)
        played = Played(
            *[old.at[at].set(new, mode="drop") for old, new in zip(played, values, strict=True)]
        )
        stuck = (places.time < num_steps) & (after < 0)
        places = Places(
            jnp.where(plays, jnp.where(ended, start, after), ids),
            jnp.where(plays, jnp.where(ended, 0, age), places.age),
            places.time + plays,
            jnp.where(stuck, actions, -1),
        )
        return (places, played), None

    keys = jax.vmap(jax.random.fold_in, (0, None))(keys, number)
    split = jax.vmap(lambda key: jax.random.split(key, length), out_axes=1)(keys)
    (places, played), _ = jax.lax.scan(step, (places, played), split)
    return places, played, (places.time < num_steps).sum()


@partial(jax.jit, static_argnums=0)
def _nothing_played(shape: tuple[int, ...]) -> Played:
    """Make room for the steps of a rollout."""
    integers, flags = partial(jnp.zeros, shape, jnp.int32), partial(jnp.zeros, shape, jnp.bool_)
    return Played(
        integers(), integers(), jnp.zeros(shape, jnp.float32), integers(), flags(), flags()
    )


@jax.jit
def _assemble(known: Known, played: Played, shaped: Array) -> Rollout:
    """Return the rollout of what was played, with inputs in the place of tokens."""
    ids, after = played.ids, played.next_ids
    solved, dead = known.solved[after], known.dead[after]
    drop = known.complexity[ids] - known.complexity[after]
    reward = jnp.where(shaped, (drop - 1.0 + 100.0 * solved - 100.0 * dead) / 100.0, drop)
    return Rollout(
        ids, known.inputs[ids], known.mask[ids], played.actions, played.log_probs,
        reward.astype(jnp.float32), played.terminated, played.ended, known.inputs[after], after,
        solved,
    )  # fmt: skip


@partial(jax.jit, donate_argnums=0)
def _send(known: Known, rows: Array, table: Array | None, fresh: tuple[Array, ...]) -> Known:
    """Write some rows; those beyond the end are dropped."""
    following, mask, dead, solved, complexity, tokens = fresh
    values = (following, mask, dead, solved, complexity, encode(jnp, tokens, table))
    return Known(
        *[old.at[rows].set(new, mode="drop") for old, new in zip(known, values, strict=True)]
    )


class DeviceGame:
    """One equation, played by all members on the device over a graph that the host fills."""

    def __init__(self, lanes: Lanes, members: int, table: Array | None, reward: str) -> None:
        self.lanes = lanes
        self.table = table
        self.shaped = jnp.asarray(reward == "shaped")
        self.shape = (members, len(lanes.ids) // members)
        self.misses = 0
        """Transitions that were not known when they were first taken."""
        self._sent = 0  # states that are on the device
        self._begin()

    @property
    def graph(self) -> StateGraph:
        return self.lanes.graph

    def _begin(self) -> None:
        """Send the game, and put every lane at the start."""
        self.generation = self.lanes.generation
        self._send_all()
        self.start = jnp.asarray(self.lanes.starts[0])
        self.restart()

    def restart(self) -> None:
        """Put every lane at the start; what is known stays."""
        zeros = jnp.zeros(self.shape, jnp.int32)
        self.places = Places(
            jnp.full(self.shape, self.lanes.starts[0], jnp.int32), zeros, zeros, zeros - 1
        )

    def _send_all(self) -> None:
        """Make room on the device, and send all there is."""
        graph = self.graph
        capacity, actions = len(graph.flags), graph.game.num_actions
        width = graph.tokens.shape[1] if self.table is None else self.table.shape[1]
        self.known = Known(
            jnp.full((capacity, actions), -1, jnp.int32), jnp.zeros((capacity, actions), jnp.bool_),
            jnp.zeros(capacity, jnp.bool_), jnp.zeros(capacity, jnp.bool_),
            jnp.zeros(capacity, jnp.float32), jnp.zeros((capacity, width), jnp.float32),
        )  # fmt: skip
        self._transfer(np.arange(len(graph)))

    def _transfer(self, rows: Any) -> None:
        """Send some rows of the graph."""
        for first in range(0, len(rows), 1 << 16):
            part = rows[first : first + (1 << 16)]
            graph, size = self.graph, max(_LEAST, 1 << (len(part) - 1).bit_length())
            index = np.full(size, len(graph.flags), np.int32)
            index[: len(part)] = part
            taken = np.minimum(index, len(graph) - 1)
            starts = np.full(size, self.lanes.starts[0], np.int32)
            fresh = (
                graph.next[taken], graph.mask[taken], (graph.flags[taken] & DEAD) != 0,
                graph.solves(starts, taken), graph.complexity[taken].astype(np.float32),
                graph.tokens[taken],
            )  # fmt: skip
            self.known = _send(self.known, index, self.table, fresh)
        self._sent = len(self.graph)

    def collect(self, agents: Params, keys: Array, num_steps: int) -> Rollout:
        """Play `num_steps` in every lane; arrays are [P, T, N, ...], on the device."""
        if self.graph.is_full:
            make_room(self.graph)
        if self.generation != self.lanes.generation:
            self._begin()
        members, lanes = self.shape
        played = _nothing_played((members, num_steps, lanes))
        places = self.places._replace(time=jnp.zeros(self.shape, jnp.int32))
        length, number = num_steps, 0
        while True:
            places, played, left = _chunk(
                length, num_steps, self.lanes.max_steps, self.known, agents, self.start, places,
                played, keys, np.int32(number),
            )  # fmt: skip
            if not int(left):
                break
            length = SHORT if self._fill(places) else num_steps
            number += 1
        self.places = places
        rollout: Rollout = _assemble(self.known, played, self.shaped)
        return rollout

    def _fill(self, places: Places) -> bool:
        """Compute the transitions that lanes wait for; return whether any did."""
        ids, waiting = jax.device_get((places.ids, places.waiting))
        stuck, actions = waiting >= 0, self.graph.game.num_actions
        pairs = np.unique(ids[stuck].astype(np.int64) * actions + waiting[stuck])
        if not len(pairs):
            return False
        capacity = len(self.graph.flags)
        states = (pairs // actions).astype(np.int32)
        self.graph.step(states, pairs % actions)
        self.misses += len(pairs)
        if len(self.graph.flags) != capacity:  # the host's arrays have grown
            self._send_all()
        else:
            # Others may have played on the graph since: all that is new is sent.
            new = np.arange(self._sent, len(self.graph))
            self._transfer(np.concatenate([np.unique(states), new]))
        return True
