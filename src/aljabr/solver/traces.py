"""What trained agents do, step by step, in the format of the paper's appendix."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text, expr_text
from aljabr.errors import UserError
from aljabr.game.games import GAMES, SOLVER
from aljabr.game.graph import DEAD_END, StateGraph
from aljabr.ledger.schema import fits
from aljabr.search.policy import Policy
from aljabr.search.walks import walks
from aljabr.solver import registry
from aljabr.tasks.datasets import FIXED


def trace(agent: Policy, text: str) -> str:
    """Play one equation greedily and write down every step."""
    graph = StateGraph(SOLVER if agent.game == "open" else GAMES[agent.game])
    equation = parse(text, table=graph.table)
    unknown = equation.unknown
    state = start = graph.add(equation)
    lines = [f"Equation: {equation_text(equation)}"]
    ends = [lambda state, _: graph.is_solution(start, state)]
    (walk,) = walks(graph, [start], agent, ends, revisit=not agent.leads)
    for number, move in enumerate(walk.path, start=1):
        action = graph.action(state, move.action)
        term = "None" if action.term is None else expr_text(action.term, unknown)
        name, term = action.rule.traced or (action.rule.name, term)
        before = equation_text(graph.equation(state, unknown))
        lines.append(f"Step {number}: {before} | {name}, {term}")
        state = move.state
    reached = "an undefined or too long equation"
    if state != DEAD_END:
        reached = equation_text(graph.equation(state, unknown))
    ending = "Solved" if walk.arrived else "Not solved, but reached"
    return "\n".join([*lines, f"{ending}: {reached}"])


def traces(name: str | None) -> Iterator[str]:
    """Yield the traces of one agent, or of the best ones under runs/."""
    paths = sorted(Path("runs").glob("*/best.safetensors"))
    if name is not None:
        paths = [registry.find(name)]
    if not paths:
        raise UserError("there is no trained agent under runs/: train one with `aljabr train`")
    for path in paths:
        agent = registry.load(str(path))
        assert agent is not None
        if not fits(agent.card, {"config": dict}):
            raise UserError(f"the card of {path} does not say how its agent was made")
        own = agent.card["config"].get("equation")
        yield f"# {_title(agent.card)} ({path.as_posix()})"
        for text in FIXED.values() if own is None else [str(own)]:
            yield trace(agent, text)


def _title(card: dict[str, Any]) -> str:
    if fits(card, {"rounds": list}):
        return f"{card.get('agent')}, {len(card['rounds'])} rounds"
    steps = f"{card['steps']:,} steps" if fits(card, {"steps": int}) else "some steps"
    return f"{card['config'].get('agent')}, {steps}"
