"""The methods: one for each rule of the solver, each with an example that is right."""

from __future__ import annotations

import json

import pytest

import aljabr
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import expr_text
from aljabr.answer.opened import open_moves
from aljabr.answer.sentences import identify
from aljabr.game.games import COMPLEX, OPEN, SOLVER
from aljabr.game.table import TABLE

NEVER_SHOWN = {
    "name y^-1+y^-2", "choose t: vanish 5", "choose s: square left",
    *(f"choose s: vanish {rank}" for rank in range(1, 6)),
}  # fmt: skip
"""Open moves that no sample shows."""


def values(text: str) -> set[str]:
    """Return the roots, each written in the same order of terms."""
    roots = aljabr.solve(text, "x").roots
    return {expr_text(parse(f"x = {root.value}", "x").rhs) for root in roots}


def test_every_rule_of_the_solver_has_an_example():
    for game, rules in (("real", SOLVER.rules), ("complex", COMPLEX.rules)):
        assert [method.name for method in aljabr.methods(game)] == [rule.name for rule in rules]


def test_the_table_of_identities_is_listed():
    shown = {method.name: method for method in aljabr.methods("places")}
    assert [*shown] == [row.name for row in TABLE]
    assert all(identify(method.told) for method in shown.values())
    double = shown["double_tangent"]
    assert (double.before, double.after) == ("tan(2*u)", ("2*tan(u)/(1 - tan(u)^2)",))
    assert double.told == "use tan(2*u) = 2*tan(u)/(1 - tan(u)^2) (if cos(u) ≠ 0)"
    assert "falls cos(u) ≠ 0" in double.in_language("de").told


def test_almost_every_open_move_has_an_example():
    moves = [rule.name for rule in OPEN.rules if rule.name not in SOLVER.index_of]
    shown = [method.name for method in aljabr.methods("open")]
    assert shown == [name for name in moves if name not in NEVER_SHOWN]
    assert all(after for _, _, after, _ in open_moves())


@pytest.mark.parametrize("method", aljabr.methods(), ids=lambda method: method.name)
def test_the_step_of_an_example_keeps_the_roots(method):
    assert method.after != (method.before,)
    assert method.told
    assert "{" not in method.says
    found = identify(method.told)
    assert found is not None
    assert method.sentence == found.id
    assert len(method.latex) == 1 + len(method.after)
    before = values(method.before)
    if method.name in ("no_root", "apart"):
        assert (before, method.after) == (set(), ("1 = 0",))
    else:
        # A step may add roots, which are told when they are put in; it may lose none.
        after = set().union(*map(values, method.after))
        assert before <= after
        assert before
        assert before == after or method.name in ADDS


ADDS = {"sine_of_difference", "isolated_arc", "by_sign", "half_angle", "cubed_sum"}
"""Rules that may bring in roots of their own."""


def test_an_open_move_leads_to_the_same_roots():
    """x^2 + b*x + c = 0 with x = y + t, and t = -b/2: y^2 + p = 0 with p = c - b^2/4."""
    found = {method.name: method for method in aljabr.methods("open")}
    choice = found["choose t: vanish 1"]
    assert (choice.before, choice.after) == (
        "y^2 + y*(b + 2*t) + b*t + c + t^2 = 0",
        ("y^2 + p = 0",),
    )
    assert choice.told.endswith("so t = -b/2; name p = c - b^2/4")
    assert found["name"].after == ("y^2 + b*y + c = 0",)


def test_a_record_holds_plain_values():
    record = aljabr.methods()[0].to_json()
    assert set(record) == {"name", "says", "before", "after", "told", "sentence"}
    assert json.loads(json.dumps(record))["name"] == "expand"


def test_the_command_lists_the_methods(run_cli):
    status, out, err = run_cli("methods")
    assert (status, err) == (0, "")
    assert out.split("\n\n")[4].splitlines() == [
        "sqrt: take the square root of both sides",
        "    (x - 1)^2 = 9",
        "    x - 1 = 3 or x - 1 = -3   take the square root of both sides",
    ]
    records = [json.loads(line) for line in run_cli("methods", "--json")[1].splitlines()]
    assert [each["name"] for each in records] == [rule.name for rule in SOLVER.rules]


def test_the_command_lists_the_methods_in_german(run_cli):
    out = run_cli("methods", "--language", "de")[1]
    assert "    x - 1 = 3 oder x - 1 = -3   auf beiden Seiten die Quadratwurzel ziehen\n" in out
    record = json.loads(run_cli("methods", "--language", "de", "--json")[1].splitlines()[0])
    assert record["says"] == "beide Seiten ausmultiplizieren"
    assert len(run_cli("methods", "--game", "open")[1].split("\n\n")) > 70
