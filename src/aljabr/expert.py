"""Expert iteration (Anthony et al., 2017): search teaches the policy, the policy leads the search.

A round is `gather -> fit -> validate`. Search finds derivations of training equations; the shortest
ways in the graph it explored become targets (`examples`); the tree policy learns them, with the
steps to go as a second task; the next round's search follows the policy and reaches further. The
first round's search knows nothing but the size of equations. Curiosity decides what is explored
beside the way: states whose shape was seldom expanded come sooner, by 1/sqrt(times seen).

    L = -E[log pi(a*|s)] + c_v E[-log p(steps to go)]
"""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import optax

from aljabr import checkpoint, datasets, tree
from aljabr import expr as ex
from aljabr.bench.programme import SINGLE_THREADED, provenance
from aljabr.examples import Examples, distances, worth_learning
from aljabr.features import TreeBatch
from aljabr.graph import EXTENDED, GraphConfig, StateGraph
from aljabr.guided import guided_search, walks
from aljabr.judge import Judge
from aljabr.networks import Array, Params
from aljabr.parse import parse
from aljabr.search import Goal, best_first, isolation_priority
from aljabr.tree import TreeConfig, TreePolicy

GATHER_GRAPH: Final = replace(EXTENDED, capacity=40_000)
SHARES: Final = {"small": 0.06, "large": 0.40, "school": 0.20, "symbolic": 0.34}
"""What each round's equations are drawn from."""
VALIDATION_SIZES: Final = {"small": 100, "large": 200, "school": 100, "symbolic": 200, "deep": 100}
_CHUNK: Final = 40


@dataclass(frozen=True)
class ExpertConfig:
    """Hyperparameters of expert iteration."""

    rounds: int = 4
    """Rounds of search and learning."""
    equations: int = 8_000
    """Training equations searched in a round."""
    max_expanded: int = 250
    """States a search may expand."""
    aside: int = 8
    """States learned per equation that do not lie on the shortest way."""
    curiosity: float = 1.0
    """Weight of a state's novelty in the search."""
    fit_steps: int = 4_000
    """Gradient steps in a round."""
    batch_size: int = 256
    """States in a minibatch."""
    learning_rate: float = 1e-3
    """Adam's highest step size; it falls to a twentieth within a round."""
    value_coefficient: float = 0.2
    """Weight of predicting the steps to go."""
    weight_decay: float = 1e-4
    """Decay of the weights."""
    seed: int = 0
    """The seed of everything."""
    data_seed: int = 0
    """The seed of the datasets."""
    processes: int = os.cpu_count() or 1
    """Processes that search."""
    tree: TreeConfig = field(default_factory=TreeConfig)
    """The network."""


# -- gather: search teaches ----------------------------------------------------------------------


@dataclass
class Gathered:
    """What some searches found."""

    examples: Examples
    tried: int = 0
    solved: int = 0
    expanded: int = 0
    seconds: float = 0.0

    def merge(self, other: Gathered) -> None:
        self.examples.merge(other.examples)
        for name in ("tried", "solved", "expanded", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Novelty:
    """How seldom a shape of equations, parameters taken as one, was expanded."""

    def __init__(self, weight: float) -> None:
        self.weight = weight
        self.seen: Counter[bytes] = Counter()

    def of(self, graph: StateGraph, state: int) -> float:
        sides = [graph.table.exprs[side].tokens for side in graph.sides[state].tolist()]
        shape = b"\0".join(sides).translate(_ANY_PARAMETER)
        self.seen[shape] += 1
        return self.weight / math.sqrt(self.seen[shape])


_ANY_PARAMETER: Final = bytes(
    2 if ex.UNKNOWN < token <= ex.OTHER_SYMBOL else token for token in range(256)
)


def goal_of(judge: Judge) -> Goal:
    """Return the goal of a search: a derivation that proves an answer."""
    return lambda _, path_fn: judge.finding(path_fn()) is not None


def gather(
    texts: Sequence[str], policy: TreePolicy | None, config: ExpertConfig, seed: int
) -> Gathered:
    """Search some equations; without a policy, by size alone."""
    started = time.perf_counter()
    rng = np.random.default_rng(seed)
    novelty = Novelty(config.curiosity)
    gathered = Gathered(Examples(StateGraph(GraphConfig(game="extended")).game.num_plain))
    for text in texts:
        graph = StateGraph(GATHER_GRAPH)
        judge = Judge(graph, parse(text, None, graph.table))
        if judge.at_sight() is not None or not graph.mask[judge.start].any():
            continue
        goals = _search(graph, judge, policy, config, novelty)
        gathered.tried += 1
        if goals:
            gathered.solved += 1
            found = distances(graph, goals)
            states = worth_learning(graph, judge.start, found, rng, config.aside)
            gathered.examples.add(graph, states, found)
    gathered.seconds = time.perf_counter() - started
    return gathered


def _search(
    graph: StateGraph,
    judge: Judge,
    policy: TreePolicy | None,
    config: ExpertConfig,
    novelty: Novelty,
) -> list[int]:
    """Return the answers found from a start."""
    if policy is None:
        goals: list[int] = []

        def ends(state: int, path_fn: Callable[[], Any]) -> bool:
            if judge.finding(path_fn()) is not None:
                goals.append(state)
            return bool(goals)

        best_first(
            graph, judge.start, isolation_priority, goal_fn=ends,
            max_expanded=config.max_expanded, max_states=GATHER_GRAPH.capacity,
        )  # fmt: skip
        return goals
    _, trail = guided_search(
        graph, judge.start, policy, goal_of(judge),
        max_expanded=config.max_expanded, max_states=GATHER_GRAPH.capacity,
        extra_fn=lambda expanded: 8 + expanded,
        novelty_fn=partial(novelty.of, graph) if config.curiosity else None,
    )  # fmt: skip
    return trail.goals


def gather_parallel(
    texts: Sequence[str],
    policy: TreePolicy | None,
    config: ExpertConfig,
    seed: int,
    tell_fn: Callable[[str], None],
) -> Gathered:
    """Search equations in several processes."""
    total = Gathered(Examples(StateGraph(GraphConfig(game="extended")).game.num_plain))
    chunks = [texts[first : first + _CHUNK] for first in range(0, len(texts), _CHUNK)]
    params = None if policy is None else jax.tree.map(np.asarray, policy.params)
    plain = None if policy is None else TreePolicy(params, policy.config)
    os.environ.update(SINGLE_THREADED)
    with ProcessPoolExecutor(config.processes, mp_context=get_context("spawn")) as pool:
        jobs = [
            pool.submit(gather, chunk, plain, config, seed + index)
            for index, chunk in enumerate(chunks)
        ]
        for index, job in enumerate(jobs):
            total.merge(job.result())
            if index % 10 == 9:
                tell_fn(f"  {total.solved}/{total.tried} solved, {len(total.examples)} examples")
    return total


# -- fit: the policy learns ----------------------------------------------------------------------


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
    examples: Examples, rng: np.random.Generator, batch_size: int
) -> Iterator[tuple[TreeBatch, Array, Array]]:
    """Yield minibatches without end, like sizes together; large states in smaller batches."""
    while True:
        order = rng.permutation(len(examples))
        for first in range(0, len(order), 64 * batch_size):
            part = order[first : first + 64 * batch_size]
            sizes = examples.forest.num_nodes(part)
            by_size = np.argsort(sizes, kind="stable")
            part, sizes = part[by_size], sizes[by_size]
            cuts = _cut_by_size(sizes, batch_size)
            for start, end in [cuts[index] for index in rng.permutation(len(cuts))]:
                width = int(_WIDTHS[np.searchsorted(_WIDTHS, sizes[end - 1])])
                yield examples.take(part[start:end], width)


_WIDTHS: Final = np.array((16, 32, 48, 96))
"""Padded sizes of states in learning: each costs a compilation."""


def _cut_by_size(sizes: Array, batch_size: int) -> list[tuple[int, int]]:
    """Cut sorted sizes into full batches of one padded size; what is left over waits."""
    cuts, start = [], 0
    widths = _WIDTHS[np.searchsorted(_WIDTHS, sizes)]
    while start < len(sizes):
        width = widths[start]
        size = batch_size if width <= 32 else batch_size // 2 if width <= 48 else batch_size // 8
        end = start + size
        if end <= len(sizes) and widths[end - 1] == width:
            cuts.append((start, end))
            start = end
        else:
            start = int(np.searchsorted(widths, width, side="right"))
    return cuts


class Fit:
    """The network and its optimiser."""

    def __init__(self, config: ExpertConfig, params: Params | None = None) -> None:
        self.config = config
        rng = np.random.default_rng(config.seed)
        start = tree.init(rng, config.tree) if params is None else params
        self.params = jax.tree.map(jnp.asarray, start)
        schedule = optax.warmup_cosine_decay_schedule(
            0.0, config.learning_rate, min(200, config.fit_steps // 4), config.fit_steps,
            config.learning_rate / 20,
        )  # fmt: skip
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(1.0),
            optax.adamw(schedule, weight_decay=config.weight_decay),
        )
        self._grad = jax.value_and_grad(loss, has_aux=True)
        self._step = jax.jit(self._update, donate_argnums=(0, 1))

    def _update(self, params: Params, state: Any, batch: Any, targets: Array, steps: Array) -> Any:
        (_, parts), grads = self._grad(params, batch, targets, steps, self.config.value_coefficient)
        changes, state = self.optimizer.update(grads, state, params)
        return optax.apply_updates(params, changes), state, parts

    def run(
        self,
        examples: Examples,
        tell_fn: Callable[[str], None],
        deadline: float | None = None,
        steps: int | None = None,
    ) -> None:
        """Learn the examples, with the step size rising and falling once."""
        rng = np.random.default_rng(self.config.seed + len(examples))
        state = self.optimizer.init(self.params)
        recent: list[Any] = []
        stream = batches(examples, rng, self.config.batch_size)
        started = time.perf_counter()
        for number in range(1, (steps or self.config.fit_steps) + 1):
            self.params, state, parts = self._step(self.params, state, *next(stream))
            recent.append(parts)
            if number % 200 == 0:
                means = np.array(jax.device_get(recent)).mean(0)
                rate = number / (time.perf_counter() - started)
                if not np.isfinite(means).all():
                    raise FloatingPointError(f"learning diverged at step {number}: {means}")
                tell_fn(
                    f"  step {number}: policy loss {means[0]:.4f}, steps loss {means[1]:.4f},"
                    f" {rate:.1f} steps/s"
                )
                recent = []
            if deadline is not None and time.monotonic() > deadline:
                break

    @property
    def policy(self) -> TreePolicy:
        """The network as it is, for NumPy."""
        return TreePolicy(jax.tree.map(np.asarray, self.params), self.config.tree)


# -- validate ------------------------------------------------------------------------------------


def solved_by(
    policy: TreePolicy, texts: Sequence[str], num_samples: int = 0, seed: int = 0
) -> tuple[list[bool], list[bool]]:
    """Return which equations the policy solves greedily, and in some samples."""
    greedy: list[bool] = []
    sampled: list[bool] = []
    for first in range(0, len(texts), _CHUNK):
        graph = StateGraph(GATHER_GRAPH)
        judges = [
            Judge(graph, parse(text, None, graph.table)) for text in texts[first : first + _CHUNK]
        ]
        at_sight = [judge.at_sight() is not None for judge in judges]
        starts, goals = [judge.start for judge in judges], [goal_of(judge) for judge in judges]
        paths = walks(graph, starts, policy, goals)
        once = [path is not None or seen for path, seen in zip(paths, at_sight, strict=True)]
        greedy += once
        hits = [False] * len(judges) if num_samples else list(once)
        rng = np.random.default_rng((seed, first))
        for _ in range(num_samples):
            missing = [lane for lane, hit in enumerate(hits) if not hit]
            again = walks(
                graph, [starts[i] for i in missing], policy, [goals[i] for i in missing], rng
            )
            for lane, path in zip(missing, again, strict=True):
                hits[lane] = path is not None or at_sight[lane]
        sampled += hits
    return greedy, sampled


def validate(policy: TreePolicy, config: ExpertConfig) -> dict[str, float]:
    """Return the fraction of each validation split that the greedy policy solves."""
    found = {}
    for name, size in VALIDATION_SIZES.items():
        texts = datasets.load(name, "validation", config.data_seed)[:size]
        found[name] = float(np.mean(solved_by(policy, texts)[0]))
    return found


# -- the loop ------------------------------------------------------------------------------------


def draw(mix: dict[str, list[str]], config: ExpertConfig, number: int) -> list[str]:
    """Draw the equations of a round."""
    rng = np.random.default_rng((config.seed, number))
    texts: list[str] = []
    for name, share in SHARES.items():
        count = min(int(share * config.equations), len(mix[name]))
        texts += [mix[name][index] for index in rng.permutation(len(mix[name]))[:count]]
    return [texts[index] for index in rng.permutation(len(texts))]


def save(path: Path, params: Params, config: ExpertConfig, card: dict[str, Any]) -> None:
    """Write a policy with its card."""
    plain = jax.tree.map(np.asarray, params)
    record = {"agent": "expert", "config": asdict(config), "made_with": provenance(), **card}
    checkpoint.save(path, {"tree": plain}, record)


def train(
    config: ExpertConfig, folder: Path, tell_fn: Callable[[str], None] = print
) -> dict[str, Any]:
    """Run the rounds that are not done yet; the folder keeps examples, the last and best policy."""
    folder.mkdir(parents=True, exist_ok=True)
    mix = datasets.training_mix(config.data_seed)
    last, best = folder / "last.safetensors", folder / "best.safetensors"
    examples_path = folder / "examples.npz"
    history: list[dict[str, Any]] = []
    params: Params | None = None
    if last.exists():
        like = {"tree": tree.init(np.random.default_rng(0), config.tree)}
        stored, card = checkpoint.load(last, like)
        params, history = stored["tree"], card["rounds"]
    examples = Examples.load(examples_path) if examples_path.exists() else None
    fit = Fit(config, params)
    for number in range(len(history), config.rounds):
        marker = folder / f"gathered-{number}.txt"
        policy = fit.policy if history else None
        if examples is None or not marker.exists():
            texts = draw(mix, config, number)
            tell_fn(f"round {number}: searching {len(texts)} equations")
            gathered = gather_parallel(texts, policy, config, 1000 * number, tell_fn)
            if examples is None:
                examples = gathered.examples
            else:
                examples.merge(gathered.examples)
            examples.save(examples_path)
            marker.write_text(f"{gathered.solved}/{gathered.tried}\n", encoding="utf-8")
        tell_fn(f"round {number}: learning {len(examples)} examples")
        fit.run(examples, tell_fn)
        scores = validate(fit.policy, config)
        tell_fn(f"round {number}: greedy on validation {scores}")
        solved = marker.read_text(encoding="utf-8").strip()
        history.append({"searched": solved, "examples": len(examples), "validation": scores})
        card = {"rounds": history, "validation": scores}
        save(last, fit.params, config, card)
        if sum(scores.values()) >= max(sum(each["validation"].values()) for each in history):
            save(best, fit.params, config, card)
    return {"rounds": history}
