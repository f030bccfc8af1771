"""The tree policy: attention over the distinct sub-expressions of an equation.

Every node of `features` is embedded and passed through a few transformer blocks; what two nodes
are to each other (child, exponent, ancestor, ...) enters attention as a learned number per head.
Then one softmax over all actions: the rules without a term are scored from the node of the
equation, the four operations on a term from the node of that term (a pointer, so that any number
of terms works). A value head tells how many steps are left, as a distribution.

The parameters are nested dictionaries of float32 arrays and say all about the network's shape; the
forward pass takes its array namespace (`xp`) as an argument and runs in NumPy and in JAX.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aljabr.errors import UserError
from aljabr.expert import features
from aljabr.expert.features import TreeBatch
from aljabr.expert.threads import one_thread
from aljabr.game.games import GAMES, NUM_WITH_TERM, Game, GameName
from aljabr.game.graph import Ids, StateGraph
from aljabr.game.rules import WITH_TERM
from aljabr.ledger.checkpoint import Array, Params
from aljabr.search.policy import ILLEGAL, Floats

NUM_RANKS: Final = 64
"""Terms that a network without a pointer tells apart."""
_EPSILON: Final = 1e-6


@dataclass(frozen=True, slots=True)
class TreeConfig:
    """The shape of a tree policy."""

    width: int = 96
    """Numbers per node."""
    num_blocks: int = 4
    """Transformer blocks."""
    num_heads: int = 4
    """Attention heads; they divide the width."""
    hidden: int = 192
    """Width of the perceptron in a block."""
    game: GameName = "open"
    """The game it is trained in."""
    num_steps: int = 24
    """Steps to go that the value head tells apart: 0 up to one less than this."""
    named: bool = False
    """Whether parameters are known by their letters (an ablation)."""
    pointer: bool = True
    """Whether a term is scored from its node; if not, by its rank (an ablation)."""


def num_parameters(config: TreeConfig, num_rules: int) -> int:
    """Return how many numbers a network of this shape has, which `init` would ask memory for."""
    width, hidden = config.width, config.hidden

    def linear(inputs: int, outputs: int) -> int:
        return (inputs + 1) * outputs

    block = linear(width, 3 * width) + linear(width, width) + 2 * width
    block += linear(width, hidden) + linear(hidden, width)
    block += config.num_heads * features.NUM_RELATIONS
    total = linear(_num_inputs(config), width) + config.num_blocks * block + width
    total += linear(width, num_rules) + linear(width, width) + linear(width, config.num_steps)
    if config.pointer:
        return total + 2 * linear(width, width) + linear(width, NUM_WITH_TERM)
    return total + linear(width, NUM_WITH_TERM * NUM_RANKS)


def _num_inputs(config: TreeConfig) -> int:
    num_inputs = len(features.KINDS) + len(features.VALUES) + len(features.SCALES)
    return num_inputs + (features.NUM_LETTERS if config.named else 0)


def init(
    rng: np.random.Generator, config: TreeConfig, rules: Sequence[str] | None = None
) -> Params:
    """Make the parameters of a new network, whose policy is nearly uniform.

    Args:
        rng: Draws the weights.
        config: The shape.
        rules: The rules without a term that it scores, by name; by default its game's.
    """
    width, hidden = config.width, config.hidden
    if width % config.num_heads:
        raise UserError(f"{config.num_heads} heads do not divide a width of {width}")

    def linear(inputs: int, outputs: int, scale: float = 1.0) -> dict[str, Floats]:
        weights = rng.standard_normal((inputs, outputs)) * (scale / inputs**0.5)
        return {"w": weights.astype(np.float32), "b": np.zeros(outputs, np.float32)}

    residual = (2 * config.num_blocks) ** -0.5
    params: dict[str, Any] = {
        "embed": linear(_num_inputs(config), width, 3.0),
        "relations": np.zeros(
            (config.num_blocks, config.num_heads, features.NUM_RELATIONS), np.float32
        ),
        "blocks": [
            {
                "attention_norm": np.ones(width, np.float32),
                "qkv": linear(width, 3 * width),
                "mix": linear(width, width, residual),
                "hidden_norm": np.ones(width, np.float32),
                "hidden": linear(width, hidden, 2.0**0.5),
                "out": linear(hidden, width, residual),
            }
            for _ in range(config.num_blocks)
        ],
        "norm": np.ones(width, np.float32),
        "plain": linear(width, len(known_rules(config) if rules is None else rules), 0.01),
        "value": {"hidden": linear(width, width), "out": linear(width, config.num_steps, 0.01)},
    }
    params["relations"] += 0.5 * rng.standard_normal(params["relations"].shape, np.float32)
    if config.pointer:
        params["pointer"] = {
            "node": linear(width, width),
            "equation": linear(width, width),
            "out": linear(width, NUM_WITH_TERM, 0.01),
        }
    else:
        params["ranks"] = linear(width, NUM_WITH_TERM * NUM_RANKS, 0.01)
    return params


# -- the forward pass, in NumPy and in JAX --------------------------------------------------------


def _linear(layer: Params, inputs: Array) -> Array:
    return inputs @ layer["w"] + layer["b"]


def _norm(xp: Any, gain: Array, inputs: Array) -> Array:
    square = (inputs * inputs).mean(-1, keepdims=True)
    return inputs * (gain / xp.sqrt(square + _EPSILON))


def _relu(xp: Any, inputs: Array) -> Array:
    return xp.maximum(inputs, xp.float32(0))


def _log_softmax(xp: Any, logits: Array) -> Array:
    shifted = logits - logits.max(-1, keepdims=True)
    return shifted - xp.log(xp.exp(shifted).sum(-1, keepdims=True))


def _embed(xp: Any, params: Params, nodes: Array) -> Array:
    """Turn bytes into vectors [B * N, width]: categories one-hot, numbers to scale."""

    def one_hot(column: int, size: int) -> Array:
        return (nodes[..., column, None] == xp.arange(size, dtype=xp.uint8)).astype(xp.float32)

    parts = [one_hot(0, len(features.KINDS)), one_hot(1, len(features.VALUES))]
    parts.append(nodes[..., features.NUM_CATEGORIES :].astype(xp.float32) * features.SCALES)
    if sum(part.shape[-1] for part in parts) < params["embed"]["w"].shape[0]:
        parts.append(one_hot(2, features.NUM_LETTERS))
    return _linear(params["embed"], xp.concatenate(parts, -1))


def _biases(xp: Any, table: Array, relations: Array, node_mask: Array) -> Array:
    """Return what is added to the attention of each block and head, [blocks, heads, B, N, N]."""
    bits = xp.arange(features.NUM_RELATIONS, dtype=xp.uint8)[:, None]
    flat = relations.reshape(-1)
    is_set = ((flat >> bits) & xp.uint8(1)).astype(xp.float32)
    weights = table.reshape(-1, features.NUM_RELATIONS)
    biases = (weights @ is_set).reshape(*table.shape[:2], *relations.shape)
    return biases + xp.where(node_mask, xp.float32(0), xp.float32(ILLEGAL))[:, None]


def _attend(xp: Any, block: Params, inputs: Array, biases: Array) -> Array:
    """Let every node look at every other of its state; biases [heads, B, N, N]."""
    num_heads, batch, num_nodes, _ = biases.shape
    width = inputs.shape[-1]
    head = width // num_heads
    qkv = _linear(block["qkv"], inputs).reshape(batch, num_nodes, 3, num_heads, head)
    queries, keys, values = qkv.transpose(2, 3, 0, 1, 4)
    scores = (queries * xp.float32(head**-0.5)) @ keys.swapaxes(-1, -2) + biases
    weights = xp.exp(scores - scores.max(-1, keepdims=True))
    mixed = (weights / weights.sum(-1, keepdims=True)) @ values
    return _linear(block["mix"], mixed.transpose(1, 2, 0, 3).reshape(-1, width))


def apply(
    xp: Any, params: Params, nodes: Array, relations: Array, node_mask: Array, term_nodes: Array
) -> tuple[Array, Array]:
    """Return the logits of all actions [B, P + 4T] and of the steps to go [B, num_steps].

    Args:
        xp: The array namespace: `numpy` or `jax.numpy`.
        params: The parameters.
        nodes: As in `TreeBatch`, like the following.
        relations: Relation bytes.
        node_mask: True where there is a node.
        term_nodes: The node of each term.
    """
    biases = _biases(xp, params["relations"], relations, node_mask)
    # One row per node: products of plain matrices are the fastest, above all backwards.
    hidden = _embed(xp, params, nodes.reshape(-1, features.NUM_COLUMNS))
    for block, block_biases in zip(params["blocks"], biases, strict=True):
        normed = _norm(xp, block["attention_norm"], hidden)
        hidden = hidden + _attend(xp, block, normed, block_biases)
        inner = _relu(xp, _linear(block["hidden"], _norm(xp, block["hidden_norm"], hidden)))
        hidden = hidden + _linear(block["out"], inner)
    hidden = _norm(xp, params["norm"], hidden)
    equation = hidden.reshape(*nodes.shape[:2], -1)[:, 0]
    terms = _score_terms(xp, params, hidden, equation, term_nodes)
    value = params["value"]
    steps = _linear(value["out"], _relu(xp, _linear(value["hidden"], equation)))
    return xp.concatenate([_linear(params["plain"], equation), terms], -1), steps


def _score_terms(
    xp: Any, params: Params, hidden: Array, equation: Array, term_nodes: Array
) -> Array:
    """Return the logits of add, subtract, multiply, divide for each term in turn, [B, 4T]."""
    batch, num_terms = term_nodes.shape
    if "pointer" in params:
        layers = params["pointer"]
        own = _linear(layers["node"], hidden).reshape(batch, -1, equation.shape[-1])
        both = _relu(xp, own + _linear(layers["equation"], equation)[:, None])
        scores = _linear(layers["out"], both)
        places = xp.maximum(term_nodes, 0)[..., None].astype(xp.int32)
        return xp.take_along_axis(scores, places, 1).reshape(batch, -1)
    scores = _linear(params["ranks"], equation).reshape(batch, NUM_RANKS, -1)
    ranks = np.minimum(np.arange(num_terms), NUM_RANKS - 1)
    return scores[:, ranks].reshape(batch, -1)


def log_policy_steps(xp: Any, params: Params, batch: TreeBatch) -> tuple[Array, Array]:
    """Return log-probabilities of the actions [B, A] and of the steps to go [B, num_steps].

    Illegal actions stand at minus a billion.
    """
    logits, steps = apply(xp, params, *batch[:4])
    logits = logits[:, : batch.mask.shape[1]]  # a cap may cut the last term's operations
    logits = xp.where(batch.mask, logits, xp.float32(ILLEGAL))
    return _log_softmax(xp, logits), _log_softmax(xp, steps)


def log_policy_value(xp: Any, params: Params, batch: TreeBatch) -> tuple[Array, Array]:
    """Return log-probabilities of the actions [B, A] and the expected steps to go [B]."""
    log_probs, log_steps = log_policy_steps(xp, params, batch)
    return log_probs, expected_steps(xp, log_steps)


def expected_steps(xp: Any, log_steps: Array) -> Array:
    """Return the mean of a distribution over steps to go."""
    return xp.exp(log_steps) @ xp.arange(log_steps.shape[-1], dtype=xp.float32)


# -- at solving time ------------------------------------------------------------------------------


def known_rules(config: TreeConfig) -> tuple[str, ...]:
    """Return the rules without a term that a network of this shape scores, by name."""
    return tuple(rule.name for rule in GAMES[config.game].plain)


class TreePolicy:
    """A trained network that judges states, in NumPy."""

    leads = True

    def __init__(
        self,
        params: Params,
        config: TreeConfig,
        rules: Sequence[str] | None = None,
        card: dict[str, Any] | None = None,
    ) -> None:
        self.params = params
        self.config = config
        self.rules = known_rules(config) if rules is None else tuple(rules)
        self.card = card or {}
        self._columns: dict[Game, npt.NDArray[np.intp]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Travel without what was found out about games: it is found out again."""
        return {**self.__dict__, "_columns": {}}

    @property
    def game(self) -> GameName:
        return self.config.game

    def params_for(self, config: TreeConfig) -> Params:
        """Return the parameters for a game with other rules; those it lacks get a logit of 0."""
        rules = known_rules(config)
        places = [self.rules.index(rule) if rule in self.rules else -1 for rule in rules]
        known = np.array(places) >= 0
        plain = {name: each[..., places] * known for name, each in self.params["plain"].items()}
        return {**self.params, "plain": plain}

    def evaluate(
        self, graph: StateGraph, ids: Ids | Sequence[int], batch_size: int = 16
    ) -> tuple[Floats, Floats]:
        """Return log-probabilities [B, A] of the graph's actions and expected steps to go [B].

        Args:
            graph: The graph; its rules are matched to the policy's by name.
            ids: The states, [B].
            batch_size: How many states go through the network at once; no other effect.
        """
        with one_thread():
            return self._evaluate(graph, ids, batch_size)

    def _evaluate(
        self, graph: StateGraph, ids: Ids | Sequence[int], batch_size: int
    ) -> tuple[Floats, Floats]:
        columns = self._columns_in(graph.game)
        log_probs = np.full((len(ids), graph.game.num_actions), ILLEGAL, np.float32)
        steps = np.zeros(len(ids), np.float32)
        for first in range(0, len(ids), _ENCODED_AT_ONCE):
            batch = features.encode(graph, ids[first : first + _ENCODED_AT_ONCE])
            own = columns[: len(self.rules) + NUM_WITH_TERM * batch.term_nodes.shape[1]]
            there = own >= 0
            batch = batch._replace(mask=batch.mask[:, own] & there)
            sizes = batch.node_mask.sum(1)
            order = np.argsort(sizes, kind="stable")  # like with like, so that little is padded
            for start in range(0, len(order), batch_size):
                rows = order[start : start + batch_size]
                found, expected = log_policy_value(np, self.params, _cut(batch, rows, sizes))
                log_probs[(first + rows)[:, None], own[there]] = found[:, there]
                steps[first + rows] = expected
        self._guess(log_probs, graph, np.asarray(ids, np.int64))
        return _levelled(log_probs), steps

    def _columns_in(self, game: Game) -> npt.NDArray[np.intp]:
        """Return where the policy's actions stand in a game; -1 for a rule that it lacks."""
        if game not in self._columns:
            with_term = [rule.name for rule in WITH_TERM]
            found = np.array(game.columns(self.rules, with_term, game.num_terms))
            plain = len(self.rules)
            self._columns[game] = np.concatenate([found[:plain], found[plain:][found[plain:] >= 0]])
        return self._columns[game]

    def _guess(self, log_probs: Floats, graph: StateGraph, ids: npt.NDArray[np.int64]) -> None:
        """Take legal actions that the policy does not know for a little likelier than its choice.

        Their guards let them be played only where they are nearly always right. But for those that
        are played seldom: all of them together have a tenth.
        """
        rules, places = graph.game.rules, graph.game.places_without(self.rules)
        for is_seldom in (False, True):
            unknown = [place for place in places if rules[place].is_seldom == is_seldom]
            legal = graph.mask[ids][:, unknown]
            rows = np.flatnonzero(legal.any(1))
            if len(rows):
                judged, legal = log_probs[rows], legal[rows]
                guessed = judged.max(1, keepdims=True) + _MARGIN
                if is_seldom:
                    guessed = np.log(_SELDOM / legal.sum(1, keepdims=True))
                judged[:, unknown] = np.where(legal, guessed, np.float32(ILLEGAL))
                log_probs[rows] = _log_softmax(np, judged)


_MARGIN: Final = np.float32(0.1)
_SELDOM: Final = 0.1


def _levelled(log_probs: Floats) -> Floats:
    """Make equal what differs by rounding only.

    The names of parameters say nothing to the network: in `x/(a*b) = c` multiplying by a is as good
    as multiplying by b. Which comes out a bit higher would be the processor's choice.
    """
    rows, order = np.arange(len(log_probs))[:, None], np.argsort(-log_probs, 1, kind="stable")
    ordered = log_probs[rows, order]
    lower = np.zeros(ordered.shape, np.intp)  # where one is lower than the one before, its place
    lower[:, 1:] = ordered[:, :-1] - ordered[:, 1:] > _ROUNDING
    lower *= np.arange(ordered.shape[1])
    levelled = np.empty_like(log_probs)
    levelled[rows, order] = ordered[rows, np.maximum.accumulate(lower, 1)]
    return levelled


_ROUNDING: Final = 2e-5  # of a log-probability; what differs in truth differs by more
_ENCODED_AT_ONCE: Final = 64


def _cut(batch: TreeBatch, rows: npt.NDArray[np.intp], sizes: npt.NDArray[np.intp]) -> TreeBatch:
    """Take some states of a batch, in ascending order of size, with no more nodes than needed."""
    width = sizes[rows[-1]]
    return TreeBatch(
        batch.nodes[rows, :width],
        batch.relations[rows, :width, :width],
        batch.node_mask[rows, :width],
        batch.term_nodes[rows],
        batch.mask[rows],
    )
