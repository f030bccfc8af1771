"""Agents and presets: who plays, and with which hyperparameters; either may be chosen freely.

A preset fixes all that is not the agent: hyperparameters, reward, inputs, lanes, masks, and how a
bonus enters. `table` says of each whose it is, the paper's or ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from aljabr.flat.ppo import APPENDIX, PPOConfig

AgentName = Literal[
    "a2c", "ppo-appendix", "ppo", "ppo-icm", "ppo-ride", "ppo-ngu", "ppo-rnd",
    "ppo-count", "ppo-e3b", "ppo-entropy-0.01", "ppo-entropy-0.03", "ppo-imitation", "random",
]  # fmt: skip
AGENT_NAMES: tuple[AgentName, ...] = get_args(AgentName)
PresetName = Literal["appendix", "ours", "ours-without-imitation", "rllte"]
PRESET_NAMES: tuple[PresetName, ...] = get_args(PresetName)

CHANGES: Final[dict[str, dict[str, Any]]] = {
    "ppo": {},
    "ppo-icm": {"curiosity": "icm"},
    "ppo-ride": {"curiosity": "ride"},
    "ppo-ngu": {"curiosity": "ngu"},
    "ppo-rnd": {"curiosity": "rnd"},
    "ppo-count": {"curiosity": "count"},
    "ppo-e3b": {"curiosity": "e3b"},
    "ppo-entropy-0.01": {"entropy_coefficient": 0.01},
    "ppo-entropy-0.03": {"entropy_coefficient": 0.03},
    "ppo-imitation": {"imitation_coefficient": 0.3},
}
"""What each PPO agent changes of a preset's hyperparameters."""
FIXED_AGENTS: Final = ("a2c", "ppo-appendix", "random")
"""Agents on which a preset has no say: their hyperparameters are the appendix's, or none."""


@dataclass(frozen=True)
class Preset:
    """All that is not the agent."""

    ppo: PPOConfig
    """The hyperparameters of the PPO agents."""
    reward: Literal["shaped", "paper"] = "shaped"
    """The reward."""
    encoding: Literal["coded", "scaled"] = "coded"
    """What the networks see."""


PRESETS: Final[dict[str, Preset]] = {
    "appendix": Preset(replace(APPENDIX, style="papers")),
    "ours": Preset(PPOConfig()),
    "ours-without-imitation": Preset(PPOConfig(imitation_coefficient=0.0)),
    "rllte": Preset(replace(APPENDIX, style="rllte")),
}

_STYLES: Final = {
    "ours": "by the rollout's mean, never fades; less its mean, or a head of its own (RND); own"
    " weights",
    "papers": "by the running deviation of its sums, fades; a head of its own; one share for all",
    "rllte": "by its running deviation, fades; added to advantages and returns; weight 1",
}


def algorithm(agent: str, preset: str, given: PPOConfig) -> PPOConfig:
    """Return a PPO agent's hyperparameters: those given, or for the defaults, the preset's.

    Args:
        agent: who plays.
        preset: which preset.
        given: all hyperparameters, where they are not the preset's.
    """
    if agent == "ppo-appendix":
        return APPENDIX
    chosen = PRESETS[preset].ppo if given == PPOConfig() else given
    return replace(chosen, **CHANGES[agent])


def table() -> list[tuple[str, ...]]:
    """Return what the presets fix: what, the value in each of `PRESET_NAMES`, whose it is."""
    rows: list[tuple[str, Any, str]] = [
        ("learning rate, Adam", lambda p: p.ppo.learning_rate, "the paper's"),
        ("steps per update", lambda p: f"{p.ppo.steps_per_update:,}", "the paper's: 2,048"),
        ("lanes, and steps in each", lambda p: f"{p.ppo.num_lanes} × {p.ppo.num_steps}",
         "ours; the paper does not say"),
        ("minibatch", lambda p: p.ppo.batch_size, "the paper's"),
        ("epochs", lambda p: p.ppo.num_epochs, "the paper's: 10"),
        ("γ, λ, clip range", lambda p: f"{p.ppo.gamma}, {p.ppo.gae_lambda}, {p.ppo.clip_range}",
         "the paper's"),
        ("entropy coefficient", lambda p: p.ppo.entropy_coefficient, "the paper's: 0"),
        ("value coefficient, gradient norm",
         lambda p: f"{p.ppo.value_coefficient}, {p.ppo.max_grad_norm}", "the paper's"),
        ("self-imitation", lambda p: p.ppo.imitation_coefficient or "none",
         "ours; the paper has none"),
        ("reward", lambda p: p.reward, "ours; the paper's is the drop in complexity alone"),
        ("inputs", lambda p: p.encoding, "ours; the paper's are the integers"),
        ("masks of illegal actions", lambda _: "yes", "the paper's"),
        ("episode", lambda _: "20 steps", "ours; the paper gives 20 for A* only"),
        ("the bonus is divided", lambda p: _STYLES[p.ppo.style],
         "rllte is the library that the paper names; the paper gives no weights"),
        ("share of the bonus at the start",
         lambda p: p.ppo.bonus_share if p.ppo.style == "papers" else "as it comes", "ours"),
    ]  # fmt: skip
    chosen = [PRESETS[name] for name in PRESET_NAMES]
    return [(what, *[str(of(each)) for each in chosen], whose) for what, of, whose in rows]
