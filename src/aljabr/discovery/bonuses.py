"""What a state is worth for being new: a search is curious if it is drawn to such states.

A bonus is 1 for a state like nothing met before, and falls as more and more like it are met. It is
asked once of every state that is listed for the first time, and so learns what has been met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from aljabr.algebra import tokens as tk
from aljabr.discovery.outlines import Look, Outline
from aljabr.game.opening import HIGHEST

BonusName = Literal["coarse", "fine", "prediction"]
BONUSES: Final[tuple[BonusName, ...]] = get_args(BonusName)

Vector = NDArray[np.float64]


class Bonus(Protocol):
    """Says how new a state is."""

    def of(self, look: Look) -> float:
        """Return what a state is worth, from 0 to 1, and remember it."""


class ByCount:
    """1 / sqrt(times that a state with such an outline was met)."""

    def __init__(self, outline_fn: Callable[[Look], Outline]) -> None:
        self.outline_fn = outline_fn
        self._met: Counter[Outline] = Counter()

    def of(self, look: Look) -> float:
        outline = self.outline_fn(look)
        self._met[outline] += 1
        return float(self._met[outline] ** -0.5)


class ByPrediction:
    """Random network distillation (Burda et al. 2018): what is badly predicted is new.

    A fixed random network says something about a state; another one learns to say the same, from
    one state after the other. The bonus is how far off it still is, by what it was at first.
    Deviations: the predictor learns in its last layer only, which starts at zero, by normalised
    gradient steps; so its first error is the target itself, and no running mean is needed.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._target = rng.normal(0.0, NUM_FEATURES**-0.5, (NUM_OUTPUTS, NUM_FEATURES))
        self._hidden = rng.normal(0.0, 1.0, (NUM_HIDDEN, NUM_FEATURES))
        self._learned = np.zeros((NUM_OUTPUTS, NUM_HIDDEN))

    def of(self, look: Look) -> float:
        seen = features(look)
        target = np.tanh(self._target @ seen)
        hidden = np.tanh(self._hidden @ seen)
        error = target - self._learned @ hidden
        self._learned += RATE * np.outer(error, hidden) / float(hidden @ hidden)
        return min(1.0, float(np.linalg.norm(error) / np.linalg.norm(target)))


NUM_HIDDEN: Final = 64
NUM_OUTPUTS: Final = 16
RATE: Final = 0.3
"""By how much an error gets smaller when the same state is met again."""


def features(look: Look) -> Vector:
    """Return what the networks see: the powers of each side or its signs, what is free, squares."""
    found = np.zeros(NUM_FEATURES)
    found[0] = 1.0
    found[1 + len(look.free)] = 1.0
    found[4:6] = look.squares
    if look.powers is None:
        for number, side in enumerate(look.sides):
            found[[_SIGNS + number * _NUM_SIGNS + token for token in set(side.tokens)]] = 1.0
        return found
    for number, powers in enumerate(look.powers):
        middle = 6 + number * _NUM_POWERS + _MOST
        found[[middle + max(-_MOST, min(_MOST, power)) for power in powers or ()]] = 1.0
    return found


_MOST: Final = 2 * HIGHEST
_NUM_POWERS: Final = 2 * _MOST + 1
_NUM_SIGNS: Final = tk.ALGEBRAIC + 1
_SIGNS: Final = 6 + 2 * _NUM_POWERS
NUM_FEATURES: Final = _SIGNS + 2 * _NUM_SIGNS


def bonus_of(name: BonusName, rng: np.random.Generator) -> Bonus:
    """Return a new bonus by its name."""
    made: dict[BonusName, Callable[[], Any]] = {
        "coarse": lambda: ByCount(Look.coarse),
        "fine": lambda: ByCount(Look.powers_only),
        "prediction": lambda: ByPrediction(rng),
    }
    found: Bonus = made[name]()
    return found
