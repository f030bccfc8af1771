"""Gymnasium environments: the public door to `aljabr.play`.

Importing this module registers `aljabr/Fixed-v0`, `aljabr/Random-v0`, `aljabr/Extended-v0` and
`aljabr/Open-v0` (as does `gymnasium.make("aljabr.envs:...")`).
"""

from aljabr.game.graph import StateGraph
from aljabr.play.environments import AlgebraEnv, AlgebraVectorEnv

__all__ = ["AlgebraEnv", "AlgebraVectorEnv", "StateGraph"]
