"""`aljabr discover`: lines for general equations, from nothing."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import tyro
from rich.console import Console

from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.cli.output import say
from aljabr.discovery.bonuses import BonusName
from aljabr.discovery.catalogue import CATALOGUE
from aljabr.discovery.discoverer import Discoverer, Discovery, Settings
from aljabr.discovery.exceptions import exceptions
from aljabr.discovery.order import CostName
from aljabr.discovery.records import record_of
from aljabr.errors import UserError
from aljabr.game.graph import StateGraph
from aljabr.game.lemmas import LINEAR, Lemma, Library
from aljabr.ledger.files import read_lines, write_text
from aljabr.ledger.provenance import provenance
from aljabr.search.best_first import Node

SHOWN: Final = 0.2
"""Seconds between two looks at what is tried."""


@dataclass(frozen=True)
class Discover:
    """Discover how general equations are solved: from generic moves, and what was found before."""

    names: tyro.conf.Positional[tuple[str, ...]] = ()
    """What to discover, such as "quadratic" or "depressed quartic"; by default the whole list."""
    seed: Annotated[int, tyro.conf.arg(metavar="SEED")] = -1
    """Draws the order of moves that seem equal; -1 for the order of the rules."""
    curiosity: float = 0.0
    """What an outline that was never met before is worth, in steps."""
    bonus: BonusName = "coarse"
    """How new a state is: by counts of coarse or fine outlines, or by an error of prediction."""
    cost: CostName = "simple"
    """What comes first without curiosity: what is short and simple, or anything."""
    expansions: int = 20_000
    """States to expand for an equation at the most."""
    minutes: float = 30.0
    """Minutes for an equation at the most."""
    lemmas: bool = True
    """Use what was found before; else every equation starts from nothing."""
    full: bool = False
    """Print the lines that were found."""
    out: Path = Path("discovered.jsonl")
    """Where to write what was found; what is there already is not sought again."""

    def run(self) -> None:
        """Go through the list, write and print what is found."""
        unknown = [name for name in self.names if name not in CATALOGUE]
        if unknown:
            raise UserError(f"there is no '{unknown[0]}': " + ", ".join(CATALOGUE))
        records = read_lines(self.out) if self.out.exists() else []
        done = {record["name"]: record for record in records}
        library = Library([LINEAR])
        for record in records:
            if record["found"] and self.lemmas:
                library.add(Lemma.of(record))
        todo = {name: _left(CATALOGUE[name]) for name in self.names or CATALOGUE}
        while todo:
            name = next(iter(todo))
            left = todo.pop(name)
            if name in done:
                new = [done[name]]
            else:
                found, before = self._discover(name, left, library)
                made = {"settings": self._settings(), "made_with": provenance()}
                new = [record_of(each, made) for each in (*before, found)]
                records += new
                write_text(self.out, "".join(f"{json.dumps(each)}\n" for each in records))
                if found.lemma is not None and self.lemmas:
                    library.add(Lemma.of(new[-1]))
            for each in new:
                say(line(each))
                for shown, said in each.get("lines", ()) if self.full else ():
                    say(f"      {shown}   {said}")
            if new[-1]["found"] and self.lemmas and name in CATALOGUE:
                todo = {**dict(exceptions(Lemma.of(new[-1]))), **todo}

    def _settings(self) -> dict[str, Any]:
        return {
            "seed": self.seed, "curiosity": self.curiosity, "bonus": self.bonus,
            "cost": self.cost, "expansions": self.expansions, "lemmas": self.lemmas,
        }  # fmt: skip

    def _discover(
        self, name: str, left: Sym, library: Library
    ) -> tuple[Discovery, list[Discovery]]:
        seed = None if self.seed < 0 else self.seed
        settings = Settings(
            self.expansions, 60 * self.minutes, self.curiosity, seed, self.bonus, self.cost
        )
        console = Console(stderr=True, highlight=False, markup=False)
        with console.status(name) as status:
            last = 0.0
            count = 0

            def watch(graph: StateGraph, node: Node) -> None:
                nonlocal last, count
                count += 1
                if time.monotonic() > last + SHOWN:
                    last = time.monotonic()
                    shown = equation_text(graph.equation(node.state))
                    status.update(f"{name}: {count:,} expanded, depth {node.depth}: {shown[:70]}")

            used = library if self.lemmas else Library([LINEAR])
            discoverer = Discoverer(used, settings, watch)
            found = discoverer.discover(name, left)
        return found, discoverer.found_on_the_way


def _left(text: str) -> Sym:
    return parse(text, "x", ExprTable()).lhs.sym


def line(record: dict[str, Any]) -> str:
    """Say what came of an equation."""
    effort = f"{record['expanded']:,} expansions, {record['seconds']} s"
    if not record["found"]:
        return f"{record['name']}: not found ({effort})"
    return f"{record['name']}: {', '.join(record['moves'])} ({effort})"
