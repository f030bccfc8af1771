"""Exercises that can be solved, the same for the same seed, harder if asked."""

from __future__ import annotations

import pytest

from aljabr import practice, solve
from aljabr.algebra.parse import parse
from aljabr.errors import UserError
from aljabr.tutor import kinds


@pytest.mark.parametrize("kind", kinds())
def test_an_exercise_of_each_kind_has_all_its_roots(kind):
    found = practice(kind, difficulty=1, seed=5)
    assert (found.kind, found.difficulty, found.seed) == (kind, 1, 5)
    solution = solve(found.equation, found.unknown)
    assert solution.status == "solved"
    assert solution.complete


def test_the_same_seed_gives_the_same_exercise():
    assert practice("linear", 2, seed=3) == practice("linear", 2, seed=3)
    assert practice("linear", 2, seed=3) != practice("linear", 2, seed=4)
    again = practice("quadratic")
    assert practice("quadratic", seed=again.seed) == again


def test_harder_ones_are_longer():
    sizes = [
        sum(parse(practice("linear", level, seed).equation).complexity for seed in range(8))
        for level in (1, 2, 3)
    ]
    assert sizes == sorted(sizes)


def test_what_there_is_not_is_told():
    with pytest.raises(UserError, match="choose from linear"):
        practice("poetry")
    with pytest.raises(UserError, match="from 1 to 3"):
        practice("linear", 4)
