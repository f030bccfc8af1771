"""Open moves: what they make of an equation, and what they refuse."""

from __future__ import annotations

import pytest

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse
from aljabr.game import choosing, opening
from aljabr.game.lemmas import LINEAR, Library
from aljabr.game.opening import Opened, Opening

LIBRARY = Library([LINEAR])
SHIFT = ((1, 0), (0, 1))  # y + t
SCALE = ((1, 1),)  # t*y
VIETA = ((1, 0), (-1, 1))  # y + t/y


def play(text: str, *moves: Opening) -> Opened | None:
    """Play open moves one after the other; the last one may refuse."""
    table = ExprTable()
    equation = parse(text, "x", table)
    lhs, rhs = equation.lhs, equation.rhs
    opened: Opened | None = None
    for move in moves:
        assert isinstance(lhs, Expr)
        assert isinstance(rhs, Expr)
        opened = move(lhs, rhs)
        if opened is None:
            assert move is moves[-1]
            return None
        lhs, rhs = (table.intern(side) for side in opened.sides[0])
    return opened


def vanish(rank: int) -> Opening:
    return choosing.vanish(LIBRARY, 0, rank)


def test_a_shift_takes_a_term_away():
    opened = play("a x^2 + b x + c = 0", opening.let(SHIFT), vanish(0))
    assert opened is not None
    a, b = ar.symbol("a"), ar.symbol("b")
    assert opened.chosen == (ar.FREE[0], -b / (2 * a))
    assert not opened.sides[0][0].free_symbols & {*ar.FREE}
    assert [piece.free_symbols for _, piece in opened.names] == [{a, b, ar.symbol("c")}]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("a x^2 + c = 0", (opening.let(SHIFT), vanish(0))),  # 2*a*t = 0: only zero
        ("a x^2 + b x + c = 0", (opening.let(SCALE), vanish(0))),  # a*t^2 = 0: x is constant
        ("a x^2 + b x + c = 0", (opening.let(SCALE), vanish(1))),  # b*t = 0: x is constant
        ("a x + b = 0", (opening.let(SHIFT), vanish(0))),  # one power is left: nothing to solve
        ("x^3 + q = 0", (opening.let(VIETA), vanish(0))),  # 3*t = 0: x is y
    ],
)
def test_a_choice_that_changes_nothing_or_all_is_refused(text, moves):
    assert play(text, *moves) is None


def test_nothing_is_chosen_by_a_lemma_that_nobody_has():
    # The constant term vanishes if a*t^2 + b*t + c = 0.
    moves = opening.let(SHIFT), vanish(1)
    assert play("a x^2 + b x + c = 0", *moves) is None


def test_two_symbols_are_free_at_the_most():
    added = opening.add(0), opening.add(1), opening.add(2)
    assert play("x^4 + p x^2 = q x", *added[:2]) is not None
    assert play("x^4 + p x^2 = q x", *added) is None


def test_a_change_of_variable_waits_until_nothing_is_free():
    assert play("a x^2 + b x + c = 0", opening.let(SHIFT), opening.let(SHIFT)) is None


def test_a_kernel_is_named():
    opened = play("a exp(2x) + b exp(x) + c = 0", opening.name_kernel)
    assert opened is not None
    assert opened.kernel == ar.exponential(ar.X)
