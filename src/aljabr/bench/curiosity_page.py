"""The page of the curiosity programme: what was planned, what is finished, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from aljabr.bench import curiosity, inference
from aljabr.bench.curiosity import BASELINES, EQUATIONS, MODULES
from aljabr.bench.inference import Pair, Time
from aljabr.ledger import page
from aljabr.ledger.provenance import describe
from aljabr.ledger.results import Job, Result
from aljabr.ledger.schema import fits

TITLES: Final = {
    "ppo": "PPO", "ppo-rnd": "PPO-RND", "ppo-icm": "PPO-ICM", "ppo-ride": "PPO-RIDE",
    "ppo-ngu": "PPO-NGU", "ppo-count": "exact episodic count", "ppo-e3b": "PPO-E3B",
    "ppo-entropy-0.01": "PPO, entropy 0.01", "ppo-entropy-0.03": "PPO, entropy 0.03",
    "ppo-imitation": "PPO, self-imitation", "random": "random play", "a-star": "A*",
}  # fmt: skip
BESIDE: Final = tuple(each for each in BASELINES if each not in ("random", "a-star"))
"""The baselines that learn."""
THRESHOLDS: Final = tuple(round(0.02 * each, 2) for each in range(50))


class Runs:
    """Finished and unfinished runs, by preset, agent and equation."""

    def __init__(self, planned: Sequence[Job], done: Sequence[Result], cut: Sequence[Result]):
        self.planned = planned
        self.done = done
        self.cut = cut
        self.limit = int(planned[0]["steps"])
        self.presets = list(dict.fromkeys(job["preset"] for job in planned))

    def finished(self, preset: str, agent: str, equation: str | None = None) -> list[Result]:
        return [run for run in self.done if _is(run["job"], preset, agent, equation)]

    def unfinished(self, preset: str, agent: str, equation: str | None = None) -> list[Result]:
        return [run for run in self.cut if _is(run["job"], preset, agent, equation)]

    def agents(self, preset: str) -> list[str]:
        """Return the agents of a preset, in the order of the page."""
        planned = {job["agent"] for job in self.planned if job["preset"] == preset}
        return [agent for agent in TITLES if agent in planned]

    def counts(self, preset: str, agent: str, equation: str) -> tuple[int, int]:
        """Return successes and trials; what was cut off is a trial without success."""
        runs = self.finished(preset, agent, equation)
        cut = len(self.unfinished(preset, agent, equation))
        return sum(run["greedy"] for run in runs), len(runs) + cut

    def times(self, preset: str, agent: str, equation: str) -> list[Time]:
        """Return when each run solved the equation first, or until when it had not."""
        found = [(run, self.limit) for run in self.finished(preset, agent, equation)]
        found += [(run, run["step"]) for run in self.unfinished(preset, agent, equation)]
        return [
            Time(end, False) if run["first_solved"] is None
            else Time(min(run["first_solved"], self.limit), True)
            for run, end in found
        ]  # fmt: skip

    def both(self, preset: str, agent: str, other: str = "ppo") -> list[str]:
        """Return the equations on which both agents have finished runs, two at the least."""
        return [
            each for each in EQUATIONS
            if all(len(self.finished(preset, who, each)) > 1 for who in (agent, other))
        ]  # fmt: skip


def _is(job: Job, preset: str, agent: str, equation: str | None) -> bool:
    same = job["preset"] == preset and job["agent"] == agent
    return same and equation in (None, job["equation"])


class Comparison:
    """An agent beside PPO, in one preset, over the equations that both have played."""

    def __init__(self, runs: Runs, preset: str, agent: str) -> None:
        self.preset, self.agent = preset, agent
        shared = runs.both(preset, agent)
        counts = [(runs.counts(preset, agent, e), runs.counts(preset, "ppo", e)) for e in shared]
        self.pairs = [Pair(*ours, *theirs) for ours, theirs in counts]
        self.exact = inference.exact_p(self.pairs)
        self.sooner = inference.compare_means(
            [(runs.times(preset, agent, e), runs.times(preset, "ppo", e)) for e in shared],
            runs.limit,
        )

    @property
    def successes(self) -> str:
        """Both arms' successes over all equations."""
        sums = [sum(each) for each in zip(*self.pairs, strict=True)]
        return f"{sums[0]}/{sums[1]} : {sums[2]}/{sums[3]}"


def compare(runs: Runs, agents: Sequence[str]) -> list[Comparison]:
    """Compare some agents with PPO in every preset where both have runs."""
    return [
        Comparison(runs, preset, agent)
        for preset in runs.presets
        for agent in agents
        if runs.both(preset, agent)
    ]


# -- text ------------------------------------------------------------------------------------------


def render(planned: Sequence[Job], done: Sequence[Result], cut: Sequence[Result]) -> str:
    """Write the page in Markdown."""
    runs = Runs(planned, done, cut)
    return "\n".join(
        [
            "# Does curiosity help?",
            "",
            _PROTOCOL.format(steps=f"{runs.limit:,}"),
            "",
            "## What was run",
            "",
            *_progress(runs),
            "",
            "## The four modules beside PPO",
            "",
            _PRIMARY,
            "",
            *_comparisons(compare(runs, MODULES), corrected=True),
            "",
            *_verdict(runs),
            "",
            "## The baselines beside PPO",
            "",
            "Secondary: p-values are not corrected.",
            "",
            *_comparisons(compare(runs, BESIDE), corrected=False),
            "",
            "## Every cell",
            "",
            *_cells(runs),
            "![Survival curves and performance profiles](curiosity.png)",
            "",
            *_speed(done),
            describe(done) if done else "No run is finished.",
            "",
        ]
    )


_PROTOCOL: Final = (
    "Equations 3 to 6 of [Table 1](table1.md), {steps} steps a run, no early stop; agents and"
    " presets are those of [agents](agents.md) and [Table 1](table1.md#presets). Two primary"
    " outcomes, fixed beforehand. *Greedy at the end*: the greedy policy solves the equation when"
    " training ends. *First solution*: the number of steps until the equation is solved for the"
    " first time, to the step; its restricted mean is the mean where a run without a solution"
    " counts with the whole budget. A run that was cut off by a deadline is *unfinished*, not"
    " absent: it counts as not solved at the end, and its time as cut off at the step it had"
    " reached (Kaplan and Meier). Rates have Wilson's 95 % intervals. Written by"
    " `aljabr bench curiosity`, checked by `python -m benchmarks.recount`."
)
_PRIMARY: Final = (
    "Successes are those of the module : of PPO, over all equations that both have played. p is of"
    " Fisher's exact test, stratified by equation; *sooner* is the difference of the restricted"
    " means of the first solution, in the mean over the equations, with its 95 % interval"
    " (Greenwood), negative where the module is sooner. All p-values of this table are corrected"
    " together (Holm)."
)


def _progress(runs: Runs) -> Iterator[str]:
    """Say what was planned, beside what is finished."""
    rows = []
    for preset in runs.presets:
        for agent in runs.agents(preset):
            planned = sum(_is(job, preset, agent, None) for job in runs.planned)
            done, cut = len(runs.finished(preset, agent)), len(runs.unfinished(preset, agent))
            missing = planned - done - cut
            rows.append([preset, TITLES[agent], *map(str, (planned, done, cut, missing))])
    head = ["preset", "agent", "planned", "finished", "unfinished", "not begun"]
    yield page.table(head, rows)


def _comparisons(found: Sequence[Comparison], corrected: bool) -> Iterator[str]:
    p_values = [p for each in found for p in (each.exact, each.sooner.p)]
    if not found:
        yield "There are no runs to compare yet."
        return
    told = inference.holm(p_values) if corrected else p_values
    rows = []
    for number, each in enumerate(found):
        sooner = each.sooner
        rows.append(
            [
                each.preset, TITLES[each.agent], str(len(each.pairs)), each.successes,
                _p(told[2 * number]),
                f"{_steps(sooner.steps)} ({_steps(sooner.low)} to {_steps(sooner.high)})",
                _p(told[2 * number + 1]),
            ]
        )  # fmt: skip
    name = "p, Holm" if corrected else "p"
    yield page.table(
        ["preset", "agent", "equations", "solved at the end", name, "sooner, steps", name], rows
    )


def _verdict(runs: Runs) -> Iterator[str]:
    """Say what the primary comparisons show, whatever it is."""
    found = compare(runs, MODULES)
    told = inference.holm([p for each in found for p in (each.exact, each.sooner.p)])
    for preset in runs.presets:
        better, worse, open_ = [], [], []
        for number, each in enumerate(found):
            if each.preset != preset:
                continue
            sums = [sum(column) for column in zip(*each.pairs, strict=True)]
            gain = sums[0] * sums[3] - sums[2] * sums[1]
            signs = [(told[2 * number], gain), (told[2 * number + 1], -each.sooner.steps)]
            clear = [sign for p, sign in signs if p < 0.05]
            if not clear:
                open_.append(TITLES[each.agent])
            elif all(sign > 0 for sign in clear):
                better.append(TITLES[each.agent])
            elif all(sign < 0 for sign in clear):
                worse.append(TITLES[each.agent])
            else:
                open_.append(TITLES[each.agent])
        if better or worse or open_:
            told_apart = {"better than PPO": better, "worse": worse, "not told apart": open_}
            parts = [f"{word}: {', '.join(names)}" for word, names in told_apart.items() if names]
            yield f"- `{preset}`: {'; '.join(parts)}."


def _cells(runs: Runs) -> Iterator[str]:
    for preset in runs.presets:
        for title, cell_fn in (("greedy at the end", _rate), ("first solution", _time)):
            rows = [
                [TITLES[agent], *[cell_fn(runs, preset, agent, each) for each in EQUATIONS],
                 *([_middle(runs, preset, agent), _shares(runs, preset, agent)]
                   if cell_fn is _time else [])]
                for agent in runs.agents(preset)
            ]  # fmt: skip
            head = [f"`{preset}`, {title}", *[f"`{each}`" for each in EQUATIONS]]
            if cell_fn is _time:
                head += ["middle mean of the budget left", "share of the bonus, first to last"]
            yield page.table(head, rows)
            yield ""


def _rate(runs: Runs, preset: str, agent: str, equation: str) -> str:
    solved, trials = runs.counts(preset, agent, equation)
    if not trials:
        return "—"
    if agent == "random":
        return "has no policy"
    if agent == "a-star":
        found = runs.finished(preset, agent, equation)
        return f"{solved}/{trials}, {found[0]['expanded']} expansions" if found else "unfinished"
    low, high = inference.wilson(solved, trials)
    cut = len(runs.unfinished(preset, agent, equation))
    return f"{solved}/{trials} ({low:.2f} to {high:.2f})" + (f", {cut} unfinished" if cut else "")


def _time(runs: Runs, preset: str, agent: str, equation: str) -> str:
    times = [] if agent == "a-star" else runs.times(preset, agent, equation)
    if not times:
        return "—"
    mean, variance = inference.restricted_mean(times, runs.limit)
    found = sum(time.happened for time in times)
    half = f" ± {_steps(inference.Z * variance**0.5)}" if variance else ""  # no spread, no interval
    return f"{_steps(mean)}{half}, {found} of {len(times)}"


def _scores(runs: Runs, preset: str, agent: str) -> list[list[float]]:
    """Return the scores of the finished runs, equation by equation, where there are some."""
    if agent == "a-star":
        return []
    found = [
        [curiosity.score(run) for run in runs.finished(preset, agent, each)] for each in EQUATIONS
    ]
    return [each for each in found if each]


def _middle(runs: Runs, preset: str, agent: str) -> str:
    scores = _scores(runs, preset, agent)
    if not scores:
        return "—"
    rng = np.random.default_rng(0)
    low, high = inference.bootstrap(scores, inference.middle_mean, rng)
    spread = f" ({low:.2f} to {high:.2f})" if high > low else ""
    return f"{inference.middle_mean(scores):.2f}{spread}"


def _shares(runs: Runs, preset: str, agent: str) -> str:
    found = curiosity.shares(runs.finished(preset, agent))
    return "—" if found is None or found == (0.0, 0.0) else f"{found[0]:.3f} to {found[1]:.3f}"


def _speed(done: Sequence[Result]) -> Iterator[str]:
    """Say how fast the runs were that played on a device, starting and compiling included."""
    runs = [run for run in done if fits(run, {"steps": int, "config": {"device": str}})]
    if runs:
        steps, seconds = sum(run["steps"] for run in runs), sum(run["seconds"] for run in runs)
        devices = " and ".join(sorted({run["config"]["device"] for run in runs}))
        members = sorted({run["config"]["seeds"] for run in runs})
        yield (
            f"{len(runs)} runs played on {devices}, {' or '.join(map(str, members))} side by side"
            f" in a process: {_steps(steps / seconds)} steps a second and process, start included."
        )
        yield ""


def _steps(steps: float) -> str:
    return f"{steps:,.0f}".replace("-", "−")


def _p(value: float) -> str:
    return f"{value:.2g}" if value >= 1e-4 else f"{value:.0e}"


# -- picture ---------------------------------------------------------------------------------------


def plot(planned: Sequence[Job], done: Sequence[Result], cut: Sequence[Result], path: Path) -> None:
    """Draw the survival curves of each preset and equation, and the profiles of each preset."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    runs = Runs(planned, done, cut)
    rows, columns = len(runs.presets), len(EQUATIONS) + 1
    figure, axes = pyplot.subplots(rows, columns, figsize=(3 * columns, 2.4 * rows), squeeze=False)
    for row, preset in enumerate(runs.presets):
        agents = [agent for agent in runs.agents(preset) if agent != "a-star"]
        for column, equation in enumerate(EQUATIONS):
            for agent in agents:
                _draw_survival(axes[row][column], runs, preset, agent, equation)
            axes[row][column].set_title(f"{preset}\n{equation}", fontsize=7)
        for agent in agents:
            _draw_profile(axes[row][-1], runs, preset, agent)
        axes[row][-1].set_title(f"{preset}\nruns with more of the budget left than …", fontsize=7)
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=6, fontsize=7)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def _draw_survival(axis: Any, runs: Runs, preset: str, agent: str, equation: str) -> None:
    curve = inference.survival(runs.times(preset, agent, equation))
    colour = f"C{list(TITLES).index(agent) % 10}"
    style = "--" if agent in BASELINES else "-"
    axis.step(
        [0, *curve.steps, runs.limit], [1.0, *curve.shares, ([1.0, *curve.shares])[-1]],
        where="post", color=colour, linestyle=style, label=TITLES[agent], linewidth=1,
    )  # fmt: skip
    axis.set_ylim(0, 1.03)
    axis.tick_params(labelsize=6)


def _draw_profile(axis: Any, runs: Runs, preset: str, agent: str) -> None:
    scores = _scores(runs, preset, agent)
    if not scores:
        return
    colour = f"C{list(TITLES).index(agent) % 10}"
    axis.plot(
        THRESHOLDS, inference.profile(scores, THRESHOLDS), color=colour, linewidth=1,
        linestyle="--" if agent in BASELINES else "-",
    )  # fmt: skip
    if agent not in BASELINES:
        low, high = inference.bootstrap(
            scores, lambda each: inference.profile(each, THRESHOLDS), np.random.default_rng(0), 300
        )
        axis.fill_between(THRESHOLDS, low, high, color=colour, alpha=0.15)
    axis.set_ylim(0, 1.03)
    axis.tick_params(labelsize=6)
