"""Agents and presets: chosen apart, and each says all that it fixes."""

from dataclasses import replace

import pytest

from aljabr.cli import commands
from aljabr.flat import ppo, training
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.presets import AGENT_NAMES, CHANGES, FIXED_AGENTS, PRESET_NAMES, PRESETS, table
from aljabr.flat.training import TrainConfig

SMALL = {"steps_per_update": 256, "num_lanes": 16, "num_epochs": 2}


@pytest.mark.parametrize("agent", CHANGES)
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_any_agent_has_any_preset(agent, preset):
    found = TrainConfig(agent=agent, preset=preset).algorithm
    assert found == replace(PRESETS[preset].ppo, **CHANGES[agent])


def test_every_agent_is_known():
    assert {*CHANGES, *FIXED_AGENTS} == set(AGENT_NAMES)


def test_the_presets_are_what_their_names_say():
    appendix, ours = PRESETS["appendix"].ppo, PRESETS["ours"].ppo
    assert replace(appendix, style="ours") == ppo.APPENDIX
    assert ours == PPOConfig()
    assert PRESETS["ours-without-imitation"].ppo == replace(ours, imitation_coefficient=0.0)
    assert PRESETS["rllte"].ppo == replace(ppo.APPENDIX, style="rllte")


def test_an_old_name_means_what_it_did():
    old = TrainConfig(agent="ppo-appendix").algorithm
    new = TrainConfig(agent="ppo", preset="appendix").algorithm
    assert old == replace(new, style="ours")  # without a bonus, its style says nothing


def test_what_is_given_replaces_the_preset_s():
    given = PPOConfig(**SMALL)
    assert TrainConfig(agent="ppo", preset="appendix", ppo=given).algorithm == given


@pytest.mark.parametrize("agent", FIXED_AGENTS)
def test_a_preset_without_effect_is_refused(agent):
    training.start(TrainConfig(agent=agent, preset="appendix", equation="a*x"))
    with pytest.raises(ValueError, match=f"the preset rllte has no effect on {agent}"):
        training.start(TrainConfig(agent=agent, preset="rllte", equation="a*x"))


def test_the_table_says_of_everything_whose_it_is():
    rows = table()
    assert all(len(row) == 2 + len(PRESET_NAMES) for row in rows)
    assert all("paper" in row[-1] or "ours" in row[-1] for row in rows)


@pytest.mark.parametrize("words", [["--preset", "rllte"], ["--preset=rllte"]])
def test_the_flags_default_to_those_of_the_preset(monkeypatch, words):
    from aljabr.cli.session import Train

    seen = []
    monkeypatch.setattr(Train, "run", lambda self: seen.append(self.config))
    commands.run(["train", "--equation", "a*x", "--ppo.entropy-coefficient", "0.01", *words])
    commands.run(["train", "--equation", "a*x"])
    expected = replace(PRESETS["rllte"].ppo, entropy_coefficient=0.01, curiosity="rnd")
    assert seen[0].algorithm == expected
    assert seen[1].algorithm == replace(PPOConfig(), curiosity="rnd")


@pytest.mark.parametrize("agent", ["ppo-rnd", "ppo-ngu"])
def test_inputs_are_whitened_by_random_play_which_counts(agent):
    small = replace(PRESETS["appendix"].ppo, whitening_steps=500, **SMALL)
    trainer = training.start(
        TrainConfig(agent=agent, preset="appendix", equation="a*x + b", ppo=small)
    )
    trainer.advance()
    assert trainer.steps == 512 + 256  # whole rounds of 16 lanes
    module = trainer.learner.statistics["module"]
    seen = module["distillation" if agent == "ppo-ngu" else "observation"]
    count = seen["observation"]["count"] if agent == "ppo-ngu" else seen["count"]
    assert float(count[0]) == pytest.approx(768, abs=0.1)
    trainer.advance()
    assert trainer.steps == 512 + 2 * 256


@pytest.mark.parametrize("preset", ["appendix", "rllte"])
def test_a_run_with_a_carried_memory_goes_on(preset, tmp_path):
    small = replace(PRESETS[preset].ppo, **SMALL)
    config = TrainConfig(agent="ppo-e3b", preset=preset, equation="a*x + b", ppo=small)
    trainer = training.start(config)
    trainer.advance()
    trainer.save(tmp_path / "last.safetensors")
    again = training.start(config)
    again.restore(tmp_path / "last.safetensors")
    assert again.learner.statistics["module"]["forget"].all()
    again.advance()
    assert not again.learner.statistics["module"]["forget"].any()
