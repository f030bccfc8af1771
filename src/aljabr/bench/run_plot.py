"""A picture of one run: how success, entropy, the value and the bonus's share went."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aljabr.ledger.events import Series

PANELS: Final = {
    "success": ("train/success", "train/coverage", "validation/greedy", "validation/sampled"),
    "entropy of the policy": ("train/entropy",),
    "value of the states played": ("train/value",),
    "loss of the value": ("train/value_loss",),
    "bonus": ("train/bonus",),
    "bonus, share of the advantage": ("train/bonus_share",),
    "steps per second": ("train/steps_per_second",),
}
"""What stands together, by title; whatever else a run has written gets a panel of its own."""
COLUMNS: Final = 3


def panels(series: Series) -> dict[str, list[str]]:
    """Return the tags of each panel that has any; a bonus that is always 0 has none."""
    shown = {
        tag for tag, points in series.items()
        if not tag.startswith("train/bonus") or any(value for _, value in points)
    }  # fmt: skip
    found = {title: [tag for tag in tags if tag in shown] for title, tags in PANELS.items()}
    known = {tag for tags in PANELS.values() for tag in tags}
    found |= {tag: [tag] for tag in sorted(shown - known)}
    return {title: tags for title, tags in found.items() if tags}


def draw(series: Series, title: str, path: Path) -> None:
    """Draw a run's scalars over its steps into a file, whose ending says of what kind."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    shown = panels(series)
    rows = -(-len(shown) // COLUMNS)
    figure, axes = pyplot.subplots(rows, COLUMNS, figsize=(4 * COLUMNS, 2.6 * rows), squeeze=False)
    for axis in axes.flat[len(shown) :]:
        axis.set_visible(False)
    for axis, (name, tags) in zip(axes.flat, shown.items(), strict=False):
        for tag in tags:
            steps, values = zip(*series[tag], strict=True)
            axis.plot(steps, values, label=tag, linewidth=1, marker="." if len(steps) < 30 else "")
        axis.set_title(name, fontsize=9)
        axis.set_xlabel("steps", fontsize=8)
        axis.tick_params(labelsize=7)
        axis.grid(alpha=0.3)
        if len(tags) > 1:
            axis.legend(fontsize=7)
    figure.suptitle(title, fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
