"""The command line: `aljabr solve`, `aljabr evaluate`, `aljabr data`.

Flags are generated from the functions' signatures. A user's mistake gets one sentence and exit
status 2.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from aljabr.parse import ParseError
from aljabr.solver import DEFAULT_BUDGET, Solution
from aljabr.worker import Worker

app = tyro.extras.SubcommandApp()


@app.command(name="solve")
def solve_command(
    equation: tyro.conf.Positional[str],
    /,
    unknown: Annotated[str | None, tyro.conf.arg(name="for")] = None,
    json_output: Annotated[bool, tyro.conf.arg(name="json")] = False,
    latex: bool = False,
    budget: float = DEFAULT_BUDGET,
) -> None:
    """Solve an equation and show every step.

    Args:
        equation: what to solve, such as "3x + 5 = 11"; "= 0" is assumed if there is no sign.
        unknown: the letter to solve for (x by default, or the only letter there is).
        json_output: print one JSON record.
        latex: print the derivation in LaTeX.
        budget: seconds to spend at the most.
    """
    _check_budget(budget)
    with Worker() as worker:
        solution = worker.solve(equation, unknown, budget)
    if json_output:
        print(json.dumps(solution.to_json(), ensure_ascii=False))
    elif latex:
        print(solution.to_latex())
    else:
        print(render(solution))


def render(solution: Solution) -> str:
    """Write a solution for a terminal."""
    lines = [f"  {solution.equation}"]
    if solution.steps:
        equations = [f"{step.lhs} = {step.rhs}" for step in solution.steps]
        width = min(max(map(len, equations)), 60)
        lines += [
            f"{number:>3}. {equation:<{width}}   {step.note}"
            for number, (equation, step) in enumerate(
                zip(equations, solution.steps, strict=True), start=1
            )
        ]
    lines += ["", solution.sentence()]
    for root in solution.roots:
        if root.conditions:
            lines.append(f"  if {', '.join(root.conditions)}")
        lines.append(f"  verified: {_VERIFIED[root.verified]}")
    if solution.note:
        lines.append(f"  {solution.note}")
    return "\n".join(lines)


_VERIFIED = {
    "exact": "exactly, by substitution",
    "numeric": "numerically, at random values of the parameters",
}


@app.command(name="evaluate")
def evaluate_command(
    file: tyro.conf.Positional[Path],
    /,
    json_output: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    budget: float = DEFAULT_BUDGET,
) -> None:
    """Solve a file of equations, one a line, and sum up.

    Args:
        file: plain text with an equation a line, or JSON lines with a field "eq".
        json_output: write a JSON record per equation to this file instead of printing answers.
        budget: seconds to spend on an equation at the most.
    """
    from rich.console import Console
    from rich.progress import track

    _check_budget(budget)
    texts = read_equations(file)
    records: list[dict[str, Any]] = []
    console = Console(stderr=True)
    with Worker() as worker:
        for text in track(texts, "solving", console=console, disable=not console.is_terminal):
            records.append(_evaluate(worker, text, budget))
            if json_output is None:
                print(f"{text}  ->  {_answer(records[-1])}")
    if json_output is not None:
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
        json_output.write_text("".join(lines), encoding="utf-8")
    print(summary(records))


def _evaluate(worker: Worker, text: str, budget: float) -> dict[str, Any]:
    try:
        return worker.solve(text, None, budget).to_json()
    except ParseError as error:
        failed = Solution(text, "", "unsolved", note=str(error)).to_json()
        return {**failed, "error": str(error)}


def _answer(record: dict[str, Any]) -> str:
    if record.get("error"):
        return f"error: {record['error']}"
    roots = [f"{record['unknown']} = {root['value']}" for root in record["roots"]]
    return " or ".join(roots) or str(record["status"]).replace("_", " ")


def summary(records: list[dict[str, Any]]) -> str:
    """Count the answers by status."""
    counts = Counter("error" if "error" in record else record["status"] for record in records)
    seconds = sorted(record["seconds"] for record in records) or [0.0]
    parts = [f"{counts[status]} {status.replace('_', ' ')}" for status in sorted(counts)]
    median = seconds[len(seconds) // 2]
    return (
        f"{len(records)} equations: {', '.join(parts)};"
        f" {sum(seconds):.1f} s in all, median {1000 * median:.0f} ms, longest {seconds[-1]:.2f} s"
    )


def read_equations(file: Path) -> list[str]:
    """Read a text or JSON-lines file of equations; blank lines and #-comments do not count."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {file}: {error}") from None
    texts = []
    for number, line in enumerate(lines, start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("{") and '"' in line:
            try:
                line = json.loads(line)["eq"]
            except (json.JSONDecodeError, KeyError, TypeError):
                raise UserError(f"{file}, line {number}: no JSON with a field 'eq'") from None
        texts.append(str(line))
    return texts


@app.command(name="data")
def data_command(
    name: tyro.conf.Positional[Literal["small", "large"]],
    /,
    seed: int = 0,
    out: Path = Path("data"),
) -> None:
    """Generate a dataset of random equations and write its splits as text, an equation a line.

    Args:
        name: small (depth < 4) or large (depth < 5).
        seed: what the split is drawn from.
        out: the folder to write to.
    """
    from aljabr import datasets

    dataset = datasets.generate(name, seed)
    datasets.write(dataset, out)
    print(datasets.render_report(dataset))


class UserError(ValueError):
    """A mistake of the user's, told in one sentence."""


def _check_budget(budget: float) -> None:
    if not 0 < budget < 1e6:
        raise UserError("the budget must be a positive number of seconds")


def main() -> None:
    """Run the command line."""
    # All our flags are long: what starts with a single dash is an equation such as -x = 3.
    arguments = [
        f" {word}" if word[:1] == "-" and word[:2] not in ("--", "-h") else word
        for word in sys.argv[1:]
    ]
    try:
        app.cli(prog="aljabr", args=arguments, description="Solve equations, step by step.")
    except (ParseError, UserError) as error:
        print(f"aljabr: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
