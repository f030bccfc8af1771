"""Train a flat agent on one equation and plot how it learns.

    python examples/train_and_plot.py --equation "a*x + b" --steps 40000 --out curve.png

Needs the extra `train`. The loop is all there is to it: collect, update, look.
"""

from dataclasses import dataclass
from pathlib import Path

import matplotlib
import tyro

from aljabr.flat import training
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.training import TrainConfig

matplotlib.use("Agg")
from matplotlib import pyplot


@dataclass(frozen=True)
class Options:
    """What to train, and where to plot it."""

    equation: str = "a*x + b"
    """The equation."""
    steps: int = 40_000
    """Steps to play."""
    out: Path = Path("curve.png")
    """The picture."""


options = tyro.cli(Options)
small = PPOConfig(steps_per_update=1024, num_lanes=32, learning_rate=1e-3)
trainer = training.start(
    TrainConfig(agent="ppo-rnd", equation=options.equation, steps=options.steps, ppo=small)
)

steps, success = [], []
for progress, _ in training.run(trainer):
    steps.append(progress.steps)
    success.append(progress.solved / max(progress.episodes, 1))

print(f"first solved after {trainer.first_solved[0]} steps")
print(f"greedy after {trainer.steps} steps: {trainer.solves_greedily()}")

figure, axis = pyplot.subplots(figsize=(6, 3.5))
axis.plot(steps, success)
axis.set(xlabel="steps", ylabel="episodes solved", ylim=(0, 1), title=options.equation)
figure.tight_layout()
figure.savefig(options.out, dpi=120)
print(f"the curve is in {options.out}")
