"""The figures of discovery: expansions over seeds, tests against blind search, solved fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, isnan, log10, nan
from typing import Any, Final

import numpy as np

from aljabr.ledger import page
from aljabr.ledger.provenance import describe

Record = dict[str, Any]
Runs = dict[str, dict[str, list[float]]]
"""Of each variant, and each equation, the expansions until the first solution, over the seeds."""

BLIND: Final = "blind"
WITHOUT: Final = ", no lemmas"
HARD: Final = ("quadratic", "depressed cubic", "de Moivre's quintic", "depressed quartic")
"""Those whose line is more than a shift or a name before an earlier lemma."""
NUM_PERMUTATIONS: Final = 20_000
LEVEL: Final = 0.05
CAPTION: Final = "Which part of the equations is found within how many expansions"


def runs_of(lines: Iterable[Record]) -> Runs:
    """Sort what was measured; what was not found counts as never."""
    found: Runs = {}
    for line in lines:
        counts = found.setdefault(line["variant"], {}).setdefault(line["equation"], [])
        counts.append(line["expanded"] if line["found"] else inf)
    return found


# -- statistics ------------------------------------------------------------------------------------


def quantile(values: Sequence[float], part: float) -> float:
    """Return the least value that so large a part does not exceed; 'never' is the largest."""
    return sorted(values)[max(0, ceil(part * len(values)) - 1)]


def ranks(values: Sequence[float]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the rank of each value, from 0; equal ones share theirs."""
    array = np.array(values)
    below = (array[None, :] < array[:, None]).sum(axis=1)
    equal = (array[None, :] == array[:, None]).sum(axis=1)
    return np.asarray(below + (equal - 1) / 2, np.float64)


def sooner(curious: Sequence[float], blind: Sequence[float]) -> tuple[float, float]:
    """Return how likely a curious search is to be the sooner one, and a p-value.

    The Mann-Whitney statistic and its permutation test, two-sided: how often random groups of these
    sizes differ in ranks at least as much. Equal counts, and both never, are half a win.
    """
    wins = np.mean([[(a < b) + (a == b) / 2 for b in blind] for a in curious])
    ranked = ranks([*curious, *blind])
    rng = np.random.default_rng(0)
    expected = ranked.mean() * len(curious)
    observed = abs(ranked[: len(curious)].sum() - expected)
    drawn = rng.permuted(np.tile(ranked, (NUM_PERMUTATIONS, 1)), axis=1)[:, : len(curious)]
    extreme = np.abs(drawn.sum(axis=1) - expected) >= observed - 1e-9
    return float(wins), float((1 + extreme.sum()) / (1 + NUM_PERMUTATIONS))


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number, after Holm."""
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted, least = [0.0] * len(values), 0.0
    for place, index in enumerate(order):
        least = max(least, min(1.0, (len(values) - place) * values[index]))
        adjusted[index] = least
    return adjusted


# -- tables ----------------------------------------------------------------------------------------


def render(lines: Sequence[Record]) -> dict[str, str]:
    """Return the tables of the page."""
    found = runs_of(lines)
    most = max(line["expansions"] for line in lines)
    seeds = len({line["seed"] for line in lines})
    late = [line for line in lines if not line["found"] and line["expanded"] < line["expansions"]]
    stopped = f" {len(late)} were stopped earlier, by time or for want of moves." if late else ""
    with_lemmas = {name: each for name, each in found.items() if not name.endswith(WITHOUT)}
    without = {name: each for name, each in found.items() if name.endswith(WITHOUT)}
    note = (f"Median over {seeds} seeds, and from the 10th to the 90th percentile; – is not within"
            f" {most:,} expansions.{stopped}")  # fmt: skip
    return {
        "figure": f"![{CAPTION}](open.svg)",
        "expansions": f"{_expansions(with_lemmas)}\n\n{note}",
        "without": _expansions(without) if without else "Not measured yet.",
        "tests": _tests(found),
        "reading": _reading(found),
        "solved": _solved(lines, found),
        "made": describe(list(lines)),
    }


SHORT: Final = ("blind", "coarse 3", "prediction 3", "fine 3", "learned")
"""The variants of the short table."""


def short(lines: Sequence[Record]) -> str:
    """Return the table of the hard equations, for a page that is no page about this."""
    found = {name: each for name, each in runs_of(lines).items() if name in SHORT}
    hard: Runs = {
        name: {one: found[name][one] for one in HARD if one in found[name]}
        for name in SHORT
        if name in found
    }
    return f"{_expansions(hard)}\n\n![{CAPTION}](docs/open.svg)"


def _count(value: float) -> str:
    return "–" if value == inf else f"{value:,.0f}"


def _spread(counts: Sequence[float]) -> str:
    """Write the median, and where most are."""
    low, middle, high = (_count(quantile(counts, part)) for part in (0.1, 0.5, 0.9))
    return middle if low == high else f"{middle} ({low} to {high})"


def _expansions(found: Runs) -> str:
    """Write a row for each equation, a column for each variant."""
    names = list(dict.fromkeys(name for each in found.values() for name in each))
    rows = []
    for name in names:
        cells = [_spread(each[name]) if name in each else "" for each in found.values()]
        rows.append([f"**{name}**" if name in HARD else name, *cells])
    return page.table(["equation", *[name.removesuffix(WITHOUT) for name in found]], rows)


@dataclass(frozen=True)
class Comparison:
    """A variant against blind search on a hard equation."""

    variant: str
    name: str
    times: float
    """How many times fewer expansions it takes in the median; not a number if one has none."""
    wins: float
    p: float
    adjusted: float = 1.0

    def __str__(self) -> str:
        """Write a cell of the table."""
        times = "" if isnan(self.times) else f"{self.times:.1f} ×, "
        return f"{times}{self.wins:.2f}, p = {self.p:.4f} ({self.adjusted:.3f})"


def comparisons(found: Runs) -> list[Comparison]:
    """Compare each variant with blind search that has lemmas if it has, on the hard equations."""
    compared = []
    for variant, each in found.items():
        blind = BLIND + WITHOUT if variant.endswith(WITHOUT) else BLIND
        others = {} if variant == blind else found.get(blind, {})
        for name in HARD:
            if name in each and name in others:
                before, after = quantile(others[name], 0.5), quantile(each[name], 0.5)
                times = nan if inf in (before, after) else before / after
                compared.append(Comparison(variant, name, times, *sooner(each[name], others[name])))
    adjusted = holm([each.p for each in compared])
    return [replace(each, adjusted=p) for each, p in zip(compared, adjusted, strict=True)]


def _tests(found: Runs) -> str:
    cells: dict[str, dict[str, str]] = {}
    for each in comparisons(found):
        cells.setdefault(each.variant, {})[each.name] = str(each)
    rows = [[variant, *[each.get(name, "") for name in HARD]] for variant, each in cells.items()]
    return page.table(["against blind search", *HARD], rows) if rows else "Not measured yet."


def _reading(found: Runs) -> str:
    """Say of each variant where it is surely sooner or later than blind search."""
    alike: dict[str, list[Comparison]] = {}
    for each in comparisons(found):
        alike.setdefault(each.variant, []).append(each)
    lines = []
    for variant, compared in alike.items():
        sure = [each for each in compared if each.adjusted < LEVEL]
        parts = [
            f"{word} for {_list(each.name for each in sure if (each.wins > 0.5) == is_sooner)}"
            for word, is_sooner in (("sooner", True), ("later", False))
        ]
        lines.append(f"- *{variant}*: {', '.join(parts)}; not told apart for"
                     f" {_list(each.name for each in compared if each not in sure)}.")  # fmt: skip
    note = f"Surely (p < {LEVEL} after Holm), compared with blind search:"
    return "\n".join([note, "", *lines]) if lines else "Not measured yet."


def _list(names: Iterable[str]) -> str:
    return " and ".join(names) or "none"


def _solved(lines: Sequence[Record], found: Runs) -> str:
    rows = []
    for variant, each in found.items():
        counts = [count for values in each.values() for count in values]
        hard = [count for name in HARD for count in each.get(name, ())]
        alike = [line["seconds"] for line in lines if line["variant"] == variant]
        seeds = len({line["seed"] for line in lines if line["variant"] == variant})
        rows.append([variant, _part(counts), _part(hard), f"{sum(alike) / seeds / 60:.1f}"])
    return page.table(["variant", "found", "of the hard ones", "minutes a seed"], rows)


def _part(counts: Sequence[float]) -> str:
    return f"{sum(count < inf for count in counts)}/{len(counts)}"


# -- the figure ------------------------------------------------------------------------------------

COLOURS: Final = ("#1f2328", "#8c959f", "#9ecae9", "#4a90d9", "#0b4f9e", "#2f9e44", "#d9480f")
WIDTH: Final = 380
HEIGHT: Final = 260
LEFT: Final = 52
TOP: Final = 34
GAP: Final = 44
STYLE: Final = """<style>
text { font-family: system-ui, sans-serif; font-size: 12px; fill: #1f2328 }
.title { font-weight: 600 }
.end { text-anchor: end }
.middle { text-anchor: middle }
.grid { stroke: #d0d7de; fill: none }
.line { fill: none; stroke-width: 1.8 }
</style>"""


def figure(lines: Sequence[Record]) -> str:
    """Draw the part that is found within so many expansions: of all equations, of the hard ones."""
    found = runs_of(lines)
    most = float(max(line["expansions"] for line in lines))
    colours = dict(zip((name for name in found if not name.endswith(WITHOUT)), COLOURS * 3,
                       strict=False))  # fmt: skip
    whole = LEFT + 2 * WIDTH + GAP + 190, TOP + HEIGHT + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}" role="img"'
        f' aria-label="{CAPTION}">',
        STYLE, f'<rect width="{whole[0]}" height="{whole[1]}" fill="#ffffff"/>',
    ]  # fmt: skip
    for number, (title, names) in enumerate((("all equations", None), ("the hard ones", HARD))):
        left = LEFT + number * (WIDTH + GAP)
        parts += _axes(left, title, most)
        for variant, each in found.items():
            counts = [count for name, values in each.items() if names is None or name in names
                      for count in values]  # fmt: skip
            if counts:
                parts.append(_curve(left, counts, most, _stroke(variant, colours)))
    for number, variant in enumerate(found):
        y = TOP + 10 + 20 * number
        x = LEFT + 2 * WIDTH + GAP + 16
        parts.append(f'<path d="M{x} {y}h24" class="line" {_stroke(variant, colours)}/>')
        parts.append(f'<text x="{x + 32}" y="{y + 4}">{variant}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _stroke(variant: str, colours: dict[str, str]) -> str:
    colour = colours.get(variant.removesuffix(WITHOUT), COLOURS[0])
    dashed = ' stroke-dasharray="5 3"' if variant.endswith(WITHOUT) else ""
    return f'stroke="{colour}"{dashed}'


def _axes(left: int, title: str, most: float) -> list[str]:
    parts = [f'<text x="{left}" y="{TOP - 14}" class="title">found, of {title}</text>']
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = TOP + HEIGHT * (1 - part)
        parts.append(f'<path d="M{left} {y:g}h{WIDTH}" class="grid"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:g}" class="end">{part:g}</text>')
    for power in range(int(log10(most)) + 1):
        x = left + WIDTH * power / log10(most)
        parts.append(f'<path d="M{x:.1f} {TOP}v{HEIGHT}" class="grid"/>')
        place = f'x="{x:.1f}" y="{TOP + HEIGHT + 16}"'
        parts.append(f'<text {place} class="middle">{10**power:,}</text>')
    middle = left + WIDTH / 2
    parts.append(f'<text x="{middle:g}" y="{TOP + HEIGHT + 36}" class="middle">expansions</text>')
    return parts


def _curve(left: int, counts: Sequence[float], most: float, stroke: str) -> str:
    """Draw steps: at each count, a run more is done."""
    path = f"M{left} {TOP + HEIGHT}"
    for done, count in enumerate(sorted(count for count in counts if count < inf), start=1):
        x = left + WIDTH * log10(max(1.0, min(count, most))) / log10(most)
        path += f"H{x:.1f}V{TOP + HEIGHT * (1 - done / len(counts)):.1f}"
    return f'<path d="{path}H{left + WIDTH}" class="line" {stroke}/>'
