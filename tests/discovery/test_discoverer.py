"""Discovery finds what can be found, and nothing else; what it starts comes to an end."""

from __future__ import annotations

import json
from itertools import pairwise

import mpmath
import pytest
from evaluating import Program, same

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.parse import parse
from aljabr.discovery.bonuses import BONUSES
from aljabr.discovery.catalogue import CATALOGUE
from aljabr.discovery.discoverer import (
    MAX_NESTED,
    Discoverer,
    Discovery,
    Settings,
    holds,
)
from aljabr.discovery.exceptions import exceptions
from aljabr.discovery.records import record_of
from aljabr.game.lemmas import LINEAR, Lemma, Library

QUADRATIC = {
    "name": "quadratic", "equation": "a*x^2 + b*x + c = 0", "conditions": ["a"],
    "definitions": [["u_1", "sqrt(b^2/(4*a^2) - c/a)"]],
    "roots": ["u_1 - b/(2*a)", "-u_1 - b/(2*a)"],
}  # fmt: skip
"""As a record says it, so that some tests need not discover it first."""


def left_of(text: str) -> ar.Sym:
    return parse(text, "x").lhs.sym


def discover(name: str, *lemmas: Lemma, most: int = 500, **settings: object) -> Discovery:
    discoverer = Discoverer(Library([LINEAR, *lemmas]), Settings(most, 60.0, **settings))
    return discoverer.discover(name, left_of(CATALOGUE[name]))


@pytest.mark.parametrize("curiosity", [0.0, 3.0])
def test_the_quadratic_is_found_from_nothing(curiosity):
    found = discover("quadratic", curiosity=curiosity)
    assert found.lemma is not None
    assert found.expanded < 300


def test_the_depressed_cubic_is_found_by_the_quadratic():
    found = discover("depressed cubic", Lemma.of(QUADRATIC), curiosity=3.0)
    assert found.lemma is not None
    assert any(move.startswith("let ") for move in found.moves)
    assert any(move.startswith("choose ") for move in found.moves)
    record = json.loads(json.dumps(record_of(found, {})))
    lemma = Lemma.of(record)
    assert holds(lemma)
    program = Program(record)
    point = {"p": mpmath.mpf(-3), "q": mpmath.mpf("0.5")}
    with mpmath.workdps(30):
        roots = program.at(point)[0]
        assert same(roots, mpmath.polyroots([1, 0, -3, mpmath.mpf("0.5")]))
    assert [name for name, _ in exceptions(lemma)] == ["depressed cubic with p = 0"]


@pytest.mark.parametrize("bonus", BONUSES)
def test_a_seed_gives_the_same_run(bonus):
    first, again = (discover("quadratic", seed=3, bonus=bonus, curiosity=3.0) for _ in range(2))
    assert first.lemma is not None
    assert (first.expanded, first.moves) == (again.expanded, again.moves)


def test_no_free_symbol_is_left_in_a_lemma():
    lemma = discover("quadratic", curiosity=3.0).lemma
    assert lemma is not None
    parts = [*(value for _, value in lemma.definitions), *lemma.roots, *lemma.conditions]
    assert not any(part.free_symbols & {*ar.FREE, ar.X} for part in parts)


def test_the_general_quintic_stays_open():
    found = discover("quintic", Lemma.of(QUADRATIC), most=150, curiosity=3.0)
    assert found.lemma is None
    assert found.moves == []


def test_goals_within_goals_are_simpler_each_and_share_the_budget():
    most = 400
    nested: list[list[int]] = []

    def watch(*_: object) -> None:
        nested.append([max(support) for support in discoverer._under_way])

    discoverer = Discoverer(Library([LINEAR]), Settings(most, 60.0, curiosity=3.0), watch)
    discoverer.discover("depressed quartic", left_of(CATALOGUE["depressed quartic"]))
    assert max(map(len, nested)) > 1
    assert max(map(len, nested)) <= MAX_NESTED + 1
    for degrees in nested:
        assert all(outer > inner for outer, inner in pairwise(degrees))
    assert len(nested) == discoverer.expanded <= most


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"roots": ["u_1 - b/(2*a)", "u_1 + b/(2*a)"]}, "no root"),
        ({"conditions": ["a", "b - b"]}, "never"),
        ({"definitions": [["u_0", "1/(sqrt(b^2) + b)"], *QUADRATIC["definitions"]],
          "roots": ["u_1 - b/(2*a) + 0*u_0", "-u_1 - b/(2*a)"]}, "divides by zero often"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_lemma_that_does_not_hold_everywhere_is_none(changed, why):
    assert holds(Lemma.of(QUADRATIC))
    assert not holds(Lemma.of({**QUADRATIC, **changed})), why
