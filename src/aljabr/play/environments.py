"""Gymnasium environments: the game for one player, and for many at once.

`AlgebraEnv` and `AlgebraVectorEnv` are two doors to the same thing, `lanes`: games played side by
side over one graph. Importing this module registers `aljabr/Fixed-v0`, `aljabr/Random-v0` and
`aljabr/Extended-v0`; its public name is `aljabr.envs`.
"""

from __future__ import annotations

from typing import Any, Final, Unpack

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from aljabr.algebra.tokens import NUM_TOKENS
from aljabr.game.graph import Ids, StateGraph
from aljabr.play.lanes import Bools, Floats, GameArguments, Integers, Tokens, make_lanes


def _observation_space(graph: StateGraph) -> spaces.Box[Any]:
    return spaces.Box(0, NUM_TOKENS - 1, (2 * graph.game.max_length,), np.int8)


# -- one player ----------------------------------------------------------------------------------


class AlgebraEnv(gym.Env[Tokens, Any]):
    """Solve an equation by doing the same to both sides.

    ## Description
    The player turns an equation such as `a*x + b = 0` into `x = -b/a`, one operation at a time. The
    parameters `a, b, ...` stand for positive reals. The game is deterministic; only the choice of
    the equation is random, and not in `aljabr/Fixed-v0`. That one and `aljabr/Random-v0` are played
    by the paper's rules; `aljabr/Extended-v0` has further ones, and longer equations;
    `aljabr/Open-v0` has moves that bring something new (docs/open.md), without any lemma.

    ## Observation Space
    `Box(0, 69, (100,), int8)`: the tokens of the left side in preorder, padded with 0 to 50, then
    those of the right side likewise. Tokens name symbols, small integers, operations and functions
    (see `aljabr.expr`). In the extended game a side has room for 80: `Box(0, 69, (160,), int8)`.

    ## Action Space
    `Discrete(50)`. Actions 0 to 10 are expand, collect x, multiply by -1, square, sqrt, exp, log,
    sin, cos, asin, acos. Then come add, subtract, multiply by and divide by the first
    sub-expression of the equation (11 to 14), by the second (15 to 18), and so on: left side first,
    in preorder, without repetition, as many as fit. An illegal action (a division by zero, open or
    hidden, the logarithm of zero, a term that is not there) changes nothing but the step count.

    The extended game is `Discrete(335)`: after acos come the negative square root, the second
    branch of asin (pi - asin), and two of acos (-acos and 2*pi - acos), each legal only where it
    undoes what stands on the left; then four actions for each of up to 80 terms. No list is cut.
    The open game has the rules for all roots, then its open moves (`graph.game.plain` lists them by
    name), then four actions for each of up to 80 terms.

    ## Rewards
    With C the number of nodes and edges of both sides' trees:
    - `paper`: C(before) - C(after).
    - `shaped` (default): (C(before) - C(after) - 1 + 100 if solved - 100 if dead) / 100.
    - or any function of the arrays `(C before, C after, solved, dead)`.
    An undefined or overlong result counts as the most complex of states, C = 198 (extended: 318).

    ## Starting State
    `aljabr/Fixed-v0`: the one equation, `a*x + b = 0` unless told otherwise. `aljabr/Random-v0` and
    `aljabr/Extended-v0`: drawn uniformly from the given equations, or from a dataset.
    `reset(options={"equation": text})` chooses the equation of one episode.

    ## Episode End
    - Termination: solved (`x = ...` without x on the right, and a root of the starting equation by
      substitution; in the open game, by playing the line again), or a dead end (the unknown has
      vanished, the result is undefined, or a side is longer than 50 nodes; in the other games, 80
      nodes, or all in all more than 80 terms).
    - Truncation: after `max_steps` steps without termination.

    ## Information
    `reset` and `step` return
    - `action_mask`: int8, [A], 1 where legal; fits `action_space.sample(mask)`. In a dead end
      nothing is legal.
    - `state_id`: the row of the state in `env.unwrapped.graph`.
    - `solved`: whether the step solved the equation.

    `action_masks()` returns the mask as booleans, as MaskablePPO of sb3-contrib expects.

    ## Arguments
    - `equation`: the equation, as text (`aljabr/Fixed-v0`).
    - `equations`: the equations to draw from (`aljabr/Random-v0`, `aljabr/Extended-v0`).
    - `dataset`, `split`, `data_seed`: the dataset to draw from if no equations are given; by
      default `"small"`, `"train"` and 0.
    - `reward`: `"shaped"`, `"paper"` or a function.
    - `max_steps`: 20 by default.
    - `game`: `"paper"` or `"extended"`; by default that of the graph, or else the paper's.
    - `graph`: a `StateGraph` to walk; by default a new one. Environments may share one.
    - `render_mode`: `"ansi"` for the equation as text.

    ## Version History
    - v0: first version.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (as Gymnasium)

    def __init__(self, render_mode: str | None = None, **game: Unpack[GameArguments]) -> None:
        self.render_mode = render_mode
        self._lanes = make_lanes(1, **game)
        self.observation_space = _observation_space(self.graph)
        self.action_space = spaces.Discrete(self.graph.game.num_actions)

    @property
    def graph(self) -> StateGraph:
        """The graph this environment walks."""
        return self._lanes.graph

    @property
    def generation(self) -> int:
        """How often the graph has forgotten: ids of two generations do not compare."""
        return self._lanes.generation

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tokens, dict[str, Any]]:
        super().reset(seed=seed)
        if options and "equation" in options:
            chosen = np.array(self._lanes.add([options["equation"]]))
        else:
            chosen = self._lanes.draw(self.np_random, 1)
        self._lanes.restart(_ONLY, chosen)
        return self._lanes.tokens()[0], self._info(solved=False)

    def step(self, action: Any) -> tuple[Tokens, float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action of {self.action_space}")
        _, rewards, solved, terminated, truncated = self._lanes.advance(np.array([action]))
        return (
            self._lanes.tokens()[0],
            float(rewards[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            self._info(bool(solved[0])),
        )

    def _info(self, solved: bool) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().view(np.int8),
            "state_id": int(self._lanes.ids[0]),
            "solved": solved,
        }

    def action_masks(self) -> Bools:
        """Return which actions are legal now, [A]."""
        masks = self._lanes.masks()
        return masks.reshape(-1)

    def render(self) -> str | None:
        return self._lanes.text(0) if self.render_mode == "ansi" else None


_ONLY: Final = np.zeros(1, np.intp)

# -- many players --------------------------------------------------------------------------------


class AlgebraVectorEnv(VectorEnv[Tokens, Integers, Any]):
    """`AlgebraEnv` for many lanes, all stepped through one graph at once.

    Takes the arguments of `AlgebraEnv`, and
    - `num_envs`: the number of lanes.
    - `autoreset_mode`: `SAME_STEP` (default): a finished lane starts its next equation within the
      same step. `DISABLED`: finished lanes wait for `reset(options={"reset_mask": ...})`.

    `reset(options={"equations": texts})` chooses the equation of each lane. All lanes draw from one
    generator, so a run depends on the seed and the number of lanes.

    Arrays of `info`: `action_mask` [N, A] (int8) and `state_id` [N] describe the observations that
    are returned; `solved` [N] belongs to the step, like the reward. Where lanes were restarted,
    `final_obs` (an array of arrays, `None` for the others; `_final_obs` says which) holds what they
    ended on and `final_info` the ids and masks of that.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium)
        "render_modes": ["ansi"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        **game: Unpack[GameArguments],
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.NEXT_STEP:
            raise ValueError("autoreset is in the same step, or disabled")
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._lanes = make_lanes(num_envs, **game)
        self._restarts = mode is AutoresetMode.SAME_STEP
        self._finished = np.zeros(num_envs, np.bool_)
        self.single_observation_space = _observation_space(self.graph)
        self.single_action_space = spaces.Discrete(self.graph.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def graph(self) -> StateGraph:
        """The graph the lanes walk."""
        return self._lanes.graph

    @property
    def generation(self) -> int:
        """How often the graph has forgotten: ids of two generations do not compare."""
        return self._lanes.generation

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tokens, dict[str, Any]]:
        super().reset(seed=seed)
        options = options or {}
        lanes = np.flatnonzero(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if "equations" in options:
            if len(options["equations"]) != self.num_envs:
                raise ValueError(f"give one equation for each of the {self.num_envs} lanes")
            chosen: Integers = np.array(self._lanes.add(options["equations"]))[lanes]
        else:
            chosen = self._lanes.draw(self.np_random, len(lanes))
        self._lanes.restart(lanes, chosen)
        self._finished = self._finished.copy()
        self._finished[lanes] = False
        return self._lanes.tokens(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Integers) -> tuple[Tokens, Floats, Bools, Bools, dict[str, Any]]:
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or np.minimum.reduce(actions) < 0:
            raise ValueError(f"the actions are not in {self.action_space}")
        if not self._restarts and self._finished.any():
            raise RuntimeError("a finished lane was stepped; reset it first")
        ids, rewards, solved, terminated, truncated = self._lanes.advance(actions)
        self._finished = terminated | truncated
        tokens = self._lanes.tokens()
        done = np.flatnonzero(self._finished) if self._restarts else _NONE
        if not len(done):
            return tokens, rewards, terminated, truncated, self._info(solved)

        final = self._final(done, tokens, ids, solved)
        self._lanes.restart(done, self._lanes.draw(self.np_random, len(done)))
        tokens[done] = self.graph.tokens.take(self._lanes.ids[done], 0)
        return tokens, rewards, terminated, truncated, {**self._info(solved), **final}

    def _info(self, solved: Bools) -> dict[str, Any]:
        return {
            "action_mask": self._lanes.masks().view(np.int8),
            "state_id": self._lanes.ids.copy(),
            "solved": solved,
        }

    def _final(self, done: Integers, tokens: Tokens, ids: Ids, solved: Bools) -> dict[str, Any]:
        observations = np.empty(self.num_envs, np.object_)
        observations[done] = np.fromiter(tokens[done], np.object_, len(done))
        return {
            "final_obs": observations,
            "_final_obs": self._finished,
            "final_info": {
                "state_id": ids,
                "_state_id": self._finished,
                "solved": solved,
                "_solved": self._finished,
            },
            "_final_info": self._finished,
        }

    def action_masks(self) -> Bools:
        """Return which actions are legal now, [N, A]."""
        return self._lanes.masks()

    def render(self) -> tuple[str, ...] | None:
        if self.render_mode != "ansi":
            return None
        return tuple(self._lanes.text(lane) for lane in range(self.num_envs))


_NONE: Final = np.zeros(0, np.intp)

# Gymnasium's way: importing a package's environments registers them.
for _id, _kwargs in {
    "Fixed": {"equation": "a*x + b"},
    "Random": {},
    "Extended": {"game": "extended"},
    "Open": {"game": "open", "equation": "a*x^2 + b*x + c"},
}.items():
    gym.register(
        f"aljabr/{_id}-v0",
        entry_point="aljabr.envs:AlgebraEnv",
        vector_entry_point="aljabr.envs:AlgebraVectorEnv",
        kwargs=_kwargs,
    )
