"""The flat agents' networks: two-layer perceptrons over the 100 tokens, as in the paper.

Parameters are plain lists of arrays and the forward passes take their array namespace from the
arguments (`xp`), so that the same code runs in NumPy and in JAX. Weights start orthogonal, made
with NumPy: orthogonal initialisation under a vmapped jit can deadlock on few cores.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np

from aljabr.algebra.tokens import NUM_TOKENS
from aljabr.ledger.checkpoint import Array, Params

HIDDEN: Final = (64, 64)
FEATURES: Final = 64
"""Width of the networks' input where tokens are written in bits."""
_BITS: Final = 7
_ILLEGAL: Final = -1e9
_MIDDLE: Final = NUM_TOKENS | 1  # odd, so that no token is half of it


def init_mlp(
    rng: np.random.Generator, sizes: Sequence[int], last_scale: float = 1.0
) -> list[dict[str, Array]]:
    """Make the layers of a perceptron, orthogonal with gain sqrt(2) and a scaled last layer."""
    layers = []
    for index, (fan_in, fan_out) in enumerate(pairwise(sizes)):
        gain = last_scale if index == len(sizes) - 2 else 2.0**0.5
        weights = gain * _orthogonal(rng, fan_in, fan_out)
        layers.append({"w": weights.astype(np.float32), "b": np.zeros(fan_out, np.float32)})
    return layers


def _orthogonal(rng: np.random.Generator, rows: int, columns: int) -> np.ndarray[Any, Any]:
    flat = rng.standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(flat)
    q = q * np.sign(np.diag(r))
    return q if rows >= columns else q.T


def mlp(xp: Any, layers: list[dict[str, Array]], inputs: Array) -> Array:
    """Run a perceptron: tanh between the layers, linear at the end."""
    for layer in layers[:-1]:
        inputs = xp.tanh(inputs @ layer["w"] + layer["b"])
    return inputs @ layers[-1]["w"] + layers[-1]["b"]


def code_table(num_tokens: int) -> Array:
    """Make the fixed random matrix that turns an observation's bits into features."""
    rows = num_tokens * _BITS
    return np.random.default_rng(0).standard_normal((rows, FEATURES)).astype(np.float32) / 8.0


def encode(xp: Any, tokens: Array, table: Array | None) -> Array:
    """Turn tokens [..., 2L] into the networks' inputs.

    With a table: tokens are categories, not magnitudes, so each is written in bits (+1, -1; padding
    0) and all bits are mixed by a fixed random matrix. Without: tokens scaled to [-1, 1], none of
    them to the 0 of padding. What is a float already is returned as it is.
    """
    if tokens.dtype == xp.float32:  # they are inputs already
        return tokens
    used = tokens != 0
    if table is None:
        return (2.0 * tokens.astype(xp.float32) - _MIDDLE) / _MIDDLE * used
    bits = (tokens[..., None] >> xp.arange(_BITS, dtype=xp.int8)) & 1
    signs = (2.0 * bits - 1.0) * used[..., None]
    return signs.reshape(*tokens.shape[:-1], -1).astype(xp.float32) @ table


def init_agent(
    rng: np.random.Generator, num_inputs: int, num_actions: int, num_values: int = 1
) -> Params:
    """Make a policy and a value network, apart from each other, as Stable-Baselines3 does."""
    return {
        "policy": init_mlp(rng, (num_inputs, *HIDDEN, num_actions), 0.01),
        "value": init_mlp(rng, (num_inputs, *HIDDEN, num_values)),
    }


def log_policy(xp: Any, params: Params, inputs: Array, mask: Array) -> Array:
    """Return the log-probabilities of the actions, illegal ones at minus a billion."""
    logits = xp.where(mask, mlp(xp, params["policy"], inputs), _ILLEGAL)
    shifted = logits - logits.max(-1, keepdims=True)
    return shifted - xp.log(xp.exp(shifted).sum(-1, keepdims=True))


def values(xp: Any, params: Params, inputs: Array) -> Array:
    """Return the values of states, [..., V]: extrinsic, and intrinsic where there is one."""
    return mlp(xp, params["value"], inputs)
