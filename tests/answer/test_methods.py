"""The methods: one for each rule of the solver, each with an example that is right."""

from __future__ import annotations

import pytest

import aljabr
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import expr_text
from aljabr.game.games import SOLVER


def values(text: str) -> set[str]:
    """Return the roots, each written in the same order of terms."""
    roots = aljabr.solve(text).roots
    return {expr_text(parse(f"x = {root.value}").rhs) for root in roots}


def test_every_rule_of_the_solver_has_an_example():
    assert [method.name for method in aljabr.methods()] == [rule.name for rule in SOLVER.rules]


@pytest.mark.parametrize("method", aljabr.methods(), ids=lambda method: method.name)
def test_the_step_of_an_example_keeps_the_roots(method):
    before = values(method.before)
    if method.name == "no_root":
        assert (before, method.after) == (set(), ("1 = 0",))
        return
    assert before
    assert before == set().union(*map(values, method.after))
    assert method.told
    assert "{" not in method.says


def test_a_record_holds_plain_values():
    record = aljabr.methods()[0].to_json()
    assert set(record) == {"name", "says", "before", "after", "told"}
