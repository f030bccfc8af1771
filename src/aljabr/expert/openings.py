"""Open equations in training: lines of the open game, with the lemmas of easier ones at hand.

An equation of the catalogue is varied: other letters, numbers for some of them. In the first round
it is searched by outline, curiously; then the policy leads. An equation may use the lemmas of those
before it in the catalogue, never its own.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import sym_text
from aljabr.discovery.catalogue import CATALOGUE
from aljabr.discovery.discoverer import Attempt, Discoverer, Settings
from aljabr.discovery.programs import Found
from aljabr.expert.gather import GatherConfig, Gathered
from aljabr.expert.lessons import Examples, distances
from aljabr.game import formulas, games
from aljabr.game.graph import ISOLATED, StateGraph
from aljabr.game.lemmas import LINEAR, Library
from aljabr.search.path import Path
from aljabr.search.policy import Policy
from aljabr.search.walks import walks

OPEN_TO_US: Final = tuple(name for name in CATALOGUE if name != "quintic")
NUMBERED: Final = 0.25
"""How often a letter becomes a number."""
LETTERS: Final = "abcdfghjklmnpqruvwyz"
BUDGET: Final = 3_000
"""States expanded by outline; led by a policy, a tenth of it."""
CURIOSITY: Final = 3.0


def variants(count: int, seed: int) -> list[str]:
    """Return equations as `name|equation`, each name equally often."""
    rng = random.Random(f"openings:{seed}")
    names = [OPEN_TO_US[number % len(OPEN_TO_US)] for number in range(count)]
    return [f"{name}|{_varied(CATALOGUE[name], rng)}" for name in names]


def _varied(text: str, rng: random.Random) -> str:
    """Exchange letters for others, and some for numbers; the last stays a letter."""
    left = parse(text, "x", ExprTable()).lhs.sym
    *others, _ = sorted(left.free_symbols - {ar.X}, key=str)
    numbers = {each: ar.rational(rng.randint(2, 9)) for each in others if rng.random() < NUMBERED}
    return f"{sym_text(with_other_letters(left.subs(numbers), rng))} = 0"


def with_other_letters(left: Sym, rng: random.Random) -> Sym:
    """Exchange the letters of an equation for others."""
    old = sorted(left.free_symbols - {ar.X}, key=str)
    new = [ar.symbol(letter) for letter in rng.sample(LETTERS, len(old))]
    between = [ar.symbol(f"{letter}_0") for letter in new]  # so that none is exchanged twice
    exchanged = left.subs(dict(zip(old, between, strict=True)))
    return exchanged.subs(dict(zip(between, new, strict=True)))


def library_for(name: str) -> Library:
    """Return the shipped lemmas of what comes before an equation in the catalogue."""
    earlier = OPEN_TO_US[: OPEN_TO_US.index(name)]
    known = [each for each in formulas.shipped() if each.name.split(" with ")[0] in earlier]
    return Library([LINEAR, *known])


def gather(
    texts: Sequence[str],
    policy: Policy | None,
    config: GatherConfig,
    seed: int,
    met: Mapping[int, int] | None = None,
) -> Gathered:
    """Search some open equations."""
    started = time.perf_counter()
    gathered = Gathered(Examples(games.OPEN.num_plain))
    budget = BUDGET if policy is None else BUDGET // 10
    for number, each in enumerate(texts):
        name, _, text = each.partition("|")
        settings = Settings(budget, 60.0, CURIOSITY, seed + number)
        discoverer = Discoverer(library_for(name), settings, policy=policy)
        found = discoverer.discover(name, parse(text, "x", ExprTable()).lhs.sym)
        gathered.tried += 1
        gathered.expanded += found.expanded
        gathered.solved += found.lemma is not None
        if discoverer.last is not None:
            attempt, line = discoverer.last
            for goal in (one for one in _goals(line) if one.path):
                states = [goal.start, *[move.state for move in goal.path[:-1]]]
                steps = distances(attempt.graph, [goal.path[-1].state])
                gathered.examples.add(attempt.graph, states, steps)
    gathered.seconds = time.perf_counter() - started
    return gathered


def _goals(found: Found) -> Iterator[Found]:
    """Yield a goal, and those beside and within it."""
    yield found
    for each in (*[one for many in found.beside.values() for one in many], *found.inner.values()):
        yield from _goals(each)


def solved_greedily(policy: Policy, texts: Sequence[str]) -> float:
    """Return the fraction that a policy alone solves: its likeliest line leads to all roots."""
    return sum(is_solved_greedily(policy, each) for each in texts) / len(texts)


def is_solved_greedily(policy: Policy, variant: str) -> bool:
    """Whether the likeliest line of a policy leads to a root of an open equation."""
    name, _, text = variant.partition("|")
    library = library_for(name)
    graph = StateGraph(games.open_game(library))
    start = graph.add(parse(text, "x", graph.table))
    attempt = Attempt(Discoverer(library, Settings(2_000, 60.0)), graph)

    def is_goal(state: int, path_fn: Callable[[], Path]) -> bool:
        if not graph.flags[state] & ISOLATED:
            return False
        return attempt.whole(start, path_fn()) is not None

    (walk,) = walks(graph, [start], policy, [is_goal])
    return walk.arrived
