"""Training runs: a population, its game, its clock; checkpoints that survive being killed.

The loop is `collect -> update`, with an evaluation now and then. The best evaluation on the
validation split is kept: accuracy drifts down late in training.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.errors import UserError
from aljabr.flat import a2c, chance, ppo, presets
from aljabr.flat.a2c import A2CConfig
from aljabr.flat.chance import ChanceConfig
from aljabr.flat.curiosity.episodes import forgotten
from aljabr.flat.device import DeviceGame
from aljabr.flat.evaluation import Report, each_greedily, evaluate, greedy_actions, play
from aljabr.flat.fillers import FilledGraph
from aljabr.flat.networks import FEATURES, code_table
from aljabr.flat.ppo import Learner, PPOConfig, Update
from aljabr.flat.presets import AGENT_NAMES, AgentName, PresetName
from aljabr.flat.rollout import Rollout, collect
from aljabr.game.games import PAPER
from aljabr.game.graph import StateGraph
from aljabr.ledger import checkpoint
from aljabr.ledger.checkpoint import Array, Params
from aljabr.ledger.runs import differences, jsonable
from aljabr.ledger.schema import Schema, fits
from aljabr.play.lanes import Lanes, make_lanes
from aljabr.tasks import datasets

__all__ = ["AGENT_NAMES", "AgentName", "TrainConfig", "Trainer", "run", "start"]


@dataclass(frozen=True)
class TrainConfig:
    """What to train on what, and for how long."""

    agent: AgentName = "ppo-rnd"
    """Which agent; ppo-appendix is ppo with the preset appendix."""
    preset: PresetName = "ours"
    """All that is not the agent: the paper's appendix, ours, or as in rllte."""
    equation: str | None = None
    """One equation to train on."""
    dataset: Literal["small", "large"] | None = None
    """Or a dataset to train on."""
    steps: int = 3_000_000
    """Environment steps per member."""
    seeds: int = 1
    """Members of the population, with the seeds `seed`, `seed + 1`, ..."""
    seed: int = 0
    """The first member's seed."""
    reward: Literal["shaped", "paper"] = "shaped"
    """The reward preset."""
    encoding: Literal["coded", "scaled"] = "coded"
    """Tokens as categories (coded) or as magnitudes (scaled)."""
    data_seed: int = 0
    """The seed of the dataset's split."""
    eval_interval: int = 100_000
    """Steps per member between two evaluations."""
    capacity: int = 400_000
    """States the graph holds before it forgets."""
    on_device: bool = False
    """Play on JAX's device over what is known of the game; for a single equation."""
    fillers: int = 0
    """Processes that compute what is not known of the game; 0 for this process alone."""
    ppo: PPOConfig = field(default_factory=PPOConfig)
    """Hyperparameters of the PPO agents; the defaults stand for those of the preset."""
    a2c: A2CConfig = field(default_factory=A2CConfig)
    """Hyperparameters of A2C."""

    @property
    def algorithm(self) -> PPOConfig | A2CConfig | ChanceConfig:
        """The hyperparameters of this agent."""
        if self.agent == "a2c":
            return self.a2c
        if self.agent == "random":
            return ChanceConfig()
        if self.ppo.curiosity is not None:
            raise UserError("the agent's name says which curiosity it has, such as ppo-rnd")
        return presets.algorithm(self.agent, self.preset, self.ppo)

    @property
    def module(self) -> ModuleType:
        return {"a2c": a2c, "random": chance}.get(self.agent, ppo)


FREE: Final = ("steps", "fillers")
"""What may differ when a run goes on: there may be more steps, computed by other processes."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What one update showed, summed over the population."""

    steps: int
    episodes: int
    solved: int
    scalars: dict[str, float]


class Trainer:
    """A run in memory. Make one with `start`; `advance` it; `save` and `restore` it."""

    def __init__(self, config: TrainConfig, lanes: Lanes, learner: Learner, update: Update) -> None:
        self.config = config
        self.lanes = lanes
        self.learner = learner
        self.update = update
        self.table = _table(config)
        self.rng = np.random.default_rng(config.seed)
        self.steps = 0
        self.first_solved: list[int | None] = [None] * config.seeds
        """The step of each member's first solution, counted lane after lane."""
        self.game: DeviceGame | None = None
        """The game on the device, if that is where it is played."""
        self.figures: dict[str, list[float]] = {}
        """What the last update reported, of each member."""
        lanes.restart(np.arange(len(lanes.ids)), lanes.draw(self.rng, len(lanes.ids)))

    @property
    def graph(self) -> StateGraph:
        return self.lanes.graph

    def close(self) -> None:
        """End the processes of the run's graph, if it has any."""
        if isinstance(self.graph, FilledGraph):
            self.graph.close()

    def advance(self) -> Progress:
        """Collect one rollout and learn from it."""
        if self.steps == 0:
            self._whiten()
        rollout = self._collect(self.learner.agent, self.config.algorithm.num_steps)
        self.learner, report = self.update(self.table, self.learner, rollout)
        self.figures = {name: np.asarray(each).tolist() for name, each in report.items()}
        scalars = {name: float(np.mean(each)) for name, each in self.figures.items()}
        if not all(np.isfinite(value) for value in scalars.values()):
            raise FloatingPointError(f"training diverged at step {self.steps}: {scalars}")
        return Progress(self.steps, int(rollout.ended.sum()), int(rollout.solved.sum()), scalars)

    def _collect(self, agents: Params, num_steps: int) -> Rollout:
        """Play, and count the steps; each lane's count one after the other."""
        drawn = self.rng.integers(2**32, size=(self.config.seeds, 2), dtype=np.uint32)
        keys = jax.random.wrap_key_data(jnp.asarray(drawn))
        if self.game is None:
            rollout = collect(self.lanes, self.table, agents, keys, self.rng, num_steps)
        else:
            rollout = self._collect_on_device(self.game, agents, keys, num_steps)
        for member, solved in enumerate(np.asarray(rollout.solved).reshape(len(keys), -1)):
            if self.first_solved[member] is None and solved.any():
                self.first_solved[member] = self.steps + int(solved.argmax()) + 1
                if self.game is not None:
                    self.lanes.solved_once[0] = True
        self.steps += num_steps * rollout.solved.shape[2]
        return rollout

    def _collect_on_device(
        self, game: DeviceGame, agents: Params, keys: Array, num_steps: int
    ) -> Rollout:
        generation = game.generation
        rollout = game.collect(agents, keys, num_steps)
        if game.generation != generation:  # ids are others now, and games have begun anew
            statistics = forgotten(self.learner.statistics)
            self.learner = self.learner._replace(statistics=statistics)
        return rollout

    def _whiten(self) -> None:
        """Play at random first, if the module's inputs are to be whitened; these steps count."""
        algorithm = self.config.algorithm
        if not isinstance(algorithm, PPOConfig) or not algorithm.whitens:
            return
        rollout = self._collect(
            chance.indifferent(self.learner.agent),
            -(-algorithm.whitening_steps // algorithm.num_lanes),
        )
        whiten = jax.vmap(partial(ppo.whiten, algorithm), in_axes=(None, 0, 0))
        self.learner = whiten(self.table, self.learner, rollout)
        count = len(self.lanes.ids)
        self.lanes.restart(np.arange(count), self.lanes.draw(self.rng, count))
        if self.game is not None:
            self.game.restart()

    def agent(self, member: int) -> Params:
        """Return one member's parameters."""
        return jax.tree.map(lambda each: each[member], self.learner.agent)

    @property
    def coverage(self) -> float:
        """The fraction of the training equations that any member has solved so far."""
        return float(self.lanes.solved_once[: self.lanes.num_given].mean())

    def evaluate(self, equations: list[str], member: int = 0) -> Report:
        """Play a set of equations with one member."""
        return evaluate(
            self.agent(member), self.table, equations, self.graph, seed=self.config.seed
        )

    def solves_greedily(self, member: int = 0) -> bool:
        """Whether one member's greedy policy solves the equation trained on."""
        assert self.config.equation is not None
        lanes = make_lanes(1, equation=self.config.equation, graph=self.graph)
        return bool(play(lanes, partial(greedy_actions, self.agent(member), self.table))[0])

    def solve_greedily(self) -> list[bool]:
        """Whether each member's greedy policy solves the equation trained on."""
        assert self.config.equation is not None
        members = self.config.seeds
        lanes = make_lanes(members, equation=self.config.equation, graph=self.graph)
        choose = partial(each_greedily, self.learner.agent, self.table)
        solved: list[bool] = play(lanes, choose, np.zeros(members, np.intp)).tolist()
        return solved

    # -- storage ---------------------------------------------------------------------------------

    def save(self, path: Path, extra: dict[str, Any] | None = None) -> None:
        """Write a checkpoint from which `restore` goes on."""
        checkpoint.save(path, self._tree(), self._card(extra))

    def save_member(self, path: Path, member: int, extra: dict[str, Any] | None = None) -> None:
        """Write one member's agent: enough to play, not to go on."""
        agent = jax.tree.map(lambda each: each[member : member + 1], self.learner.agent)
        checkpoint.save(path, {"agent": agent}, self._card(extra))

    def restore(self, path: Path) -> dict[str, Any]:
        """Go on from a checkpoint; games in progress start anew."""
        card = checkpoint.read_card(path)
        if not fits(card, _CARD):
            raise UserError(f"{path} holds no run that can go on")
        differing = differences(card["config"], jsonable(asdict(self.config)), FREE)
        if differing:
            raise UserError(f"{path} was made with another configuration: {differing[0]}")
        tree, card = checkpoint.load(path, self._tree())
        try:
            self.rng.bit_generator.state = card["rng"]
        except (KeyError, TypeError, ValueError, OverflowError):
            raise UserError(f"{path} holds no run that can go on") from None
        if len(card["first_solved"]) != self.config.seeds:
            raise UserError(f"{path} holds no run that can go on")
        self.lanes.solved_once = tree.pop("solved_once")
        learner = Learner(**jax.tree.map(jnp.asarray, tree))
        self.learner = learner._replace(statistics=forgotten(learner.statistics))
        self.steps, self.first_solved = card["steps"], card["first_solved"]
        return card

    def _tree(self) -> dict[str, Any]:
        return {**self.learner._asdict(), "solved_once": self.lanes.solved_once}

    def _card(self, extra: dict[str, Any] | None) -> dict[str, Any]:
        return {
            "config": asdict(self.config),
            "steps": self.steps,
            "first_solved": self.first_solved,
            "coverage": self.coverage,
            "rng": self.rng.bit_generator.state,
            **(extra or {}),
        }


_CARD: Final[Schema] = {"config": dict, "steps": int, "first_solved": [int | None], "rng": dict}


def _table(config: TrainConfig) -> Array | None:
    return jnp.asarray(code_table(2 * PAPER.max_length)) if config.encoding == "coded" else None


def start(config: TrainConfig, graph: StateGraph | None = None) -> Trainer:
    """Set up a run: its game, its members, its compiled update.

    Args:
        config: what to train.
        graph: what is known of the game already, if anything; `fillers` has no effect then.

    Who gives `fillers` closes the trainer in the end.
    """
    _check(config)
    if graph is None:
        game = replace(PAPER, capacity=config.capacity)
        graph = FilledGraph(game, config.fillers) if config.fillers else StateGraph(game)
    lanes = make_lanes(
        config.seeds * config.algorithm.num_lanes,
        equations=training_equations(config),
        reward=config.reward,
        graph=graph,
    )
    num_inputs = FEATURES if config.encoding == "coded" else graph.tokens.shape[1]
    members = [
        config.module.init(config.algorithm, num_inputs, graph.game.num_actions, config.seed + i)
        for i in range(config.seeds)
    ]
    learner = jax.tree.map(
        lambda *leaves: jnp.stack([jnp.asarray(each) for each in leaves]), *members
    )
    trainer = Trainer(config, lanes, learner, _update(config.algorithm))
    if config.on_device:
        trainer.game = DeviceGame(lanes, config.seeds, trainer.table, config.reward)
    return trainer


@cache
def _update(algorithm: PPOConfig | A2CConfig | ChanceConfig) -> Update:
    """Compile an update once for all runs of a process that share it."""
    if isinstance(algorithm, A2CConfig):
        return a2c.make_update(algorithm)
    if isinstance(algorithm, ChanceConfig):
        return chance.make_update(algorithm)
    return ppo.make_update(algorithm)


def _check(config: TrainConfig) -> None:
    """Refuse what cannot be trained, in one sentence."""
    if (config.equation is None) == (config.dataset is None):
        raise UserError("give either an equation or a dataset")
    if config.on_device and config.equation is None:
        raise UserError("only a single equation is played on the device")
    for name in ("steps", "seeds", "eval_interval"):
        if getattr(config, name) < 1:
            raise UserError(f"{name} must be at least 1")
    if config.fillers < 0:
        raise UserError("fillers must be at least 0")
    config.algorithm.check()
    idle: list[tuple[str, Any]] = [] if config.agent == "a2c" else [("a2c", config.a2c)]
    if config.agent in presets.FIXED_AGENTS:
        if config.preset not in ("ours", "appendix"):
            raise UserError(f"the preset {config.preset} has no effect on {config.agent}")
        idle.append(("ppo", config.ppo))
    for name, unused in idle:
        if unused not in (type(unused)(), presets.PRESETS[config.preset].ppo):
            raise UserError(f"the {name} hyperparameters have no effect on {config.agent}")


def training_equations(config: TrainConfig) -> list[str]:
    """Return the equations a run trains on."""
    if config.equation is not None:
        return [config.equation]
    return datasets.load(str(config.dataset), "train", config.data_seed)


def evaluation_equations(config: TrainConfig, split: str) -> list[str]:
    """Return the equations of a split; a single equation is its own split."""
    if config.equation is not None:
        return [config.equation]
    return datasets.load(str(config.dataset), split, config.data_seed)


def run(trainer: Trainer) -> Iterator[tuple[Progress, bool]]:
    """Train to the end, yielding each update and whether an evaluation is due after it."""
    interval = trainer.config.eval_interval
    while trainer.steps < trainer.config.steps:
        before = trainer.steps // interval
        progress = trainer.advance()
        due = trainer.steps // interval > before or trainer.steps >= trainer.config.steps
        yield progress, due


def timed(trainer: Trainer, updates: int) -> float:
    """Return steps per second over some updates, all members together."""
    started, steps = time.perf_counter(), trainer.steps
    for _ in range(updates):
        trainer.advance()
    return (trainer.steps - steps) * trainer.config.seeds / (time.perf_counter() - started)
