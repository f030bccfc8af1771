"""Lines of the open game in words."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.forms import Forms
from aljabr.algebra.printing import equation_text, sym_text
from aljabr.discovery.programs import Found, Replay
from aljabr.game.lemmas import Values
from aljabr.game.opening import Opened
from aljabr.game.programs import put_in
from aljabr.game.rules import Action, turned

UNKNOWNS: Final = "xyzw"
"""The unknown, and what it is called after each change."""


def told(replay: Replay, found: Found, changes: int = 0) -> list[list[str]]:
    """Return each step's equation and sentence, the cases beside left out."""
    lines: list[list[str]] = []
    state = found.start
    for move in found.path:
        before, action, opened = replay.step(state, move.action)
        renamed = opened is not None and _renames(opened)
        old = _unknown(changes)
        changes += renamed
        new = _unknown(changes)
        after = replay.graph.equation(move.state)
        shown = equation_text(Equation(after.lhs, after.rhs, new))
        if opened is None:
            rule, term = action.rule, action.term
            if term is not None:
                rule, term = turned(replay.graph.table, rule, term)
            said = rule.tell(replay.graph.table, _named(before, old), after, term)
        else:
            said = _opened(opened, action, old, new)
        lines.append([shown, said])
        state = move.state
    return lines


def unknown_after(replay: Replay, found: Found) -> str:
    """Return what the unknown is called after a line."""
    states = [found.start, *[move.state for move in found.path]]
    opened = [
        replay.step(*each)[2]
        for each in zip(states, [move.action for move in found.path], strict=False)
    ]
    return _unknown(sum(each is not None and _renames(each) for each in opened))


def as_a_square(replay: Replay, found: Found, unknown: str) -> list[list[str]]:
    """Return a line that begins with x = y + t and a choice of t, told without y: as a shift.

    None of it if the line begins otherwise.
    """
    if len(found.path) < 2:
        return []
    first, second = found.path[:2]
    let = replay.step(found.start, first.action)[2]
    choice = replay.step(first.state, second.action)[2]
    if let is None or let.let is None or choice is None or choice.chosen is None or choice.used:
        return []
    free, value = choice.chosen
    if let.let != ar.X + free:
        return []
    table, lines, state = replay.graph.table, [], first.state
    forms = Forms(table)
    values: Values = {ar.X: ar.X - value, **dict(choice.names)}
    for move in found.path[1:]:
        before, after = (_with(replay, each, values, unknown) for each in (state, move.state))
        if before is None or after is None:
            return []
        _, action, opened = replay.step(state, move.action)
        rule, term = action.rule, action.term
        if term is not None:
            term = table.intern(put_in(term.sym, values))
        if term is not None:
            rule, term = turned(table, rule, term)
            term = term if term.holds_unknown else forms.simplest(term)
        said = "complete the square" if opened else rule.tell(table, before, after, term)
        rhs = after.rhs if after.rhs.holds_unknown else forms.simplest(after.rhs)
        lines.append([equation_text(Equation(after.lhs, rhs, unknown)), said])
        state = move.state
    return lines


def _with(replay: Replay, state: int, values: Values, unknown: str) -> Equation | None:
    """Return the equation of a state with values put in."""
    equation, table = replay.graph.equation(state), replay.graph.table
    lhs, rhs = (table.intern(put_in(side.sym, values)) for side in (equation.lhs, equation.rhs))
    return None if lhs is None or rhs is None else Equation(lhs, rhs, unknown)


def _renames(opened: Opened) -> bool:
    return opened.let is not None or opened.kernel is not None


def _unknown(changes: int) -> str:
    return UNKNOWNS[min(changes, len(UNKNOWNS) - 1)]


def _named(equation: Equation, unknown: str) -> Equation:
    return Equation(equation.lhs, equation.rhs, unknown)


def _opened(opened: Opened, action: Action, old: str, new: str) -> str:
    """Say what an open move does."""
    if opened.let is not None:
        return f"let {old} = {sym_text(opened.let, new)}"
    if opened.kernel is not None:
        return f"let {new} = {sym_text(opened.kernel, old)}"
    parts = []
    if opened.chosen is not None:
        free, value = opened.chosen
        name = str(free).rstrip(ar.MARKS)
        kind = "a side is a square" if opened.squares else "a term vanishes"
        condition = "" if opened.condition is None else f": {_free(opened.condition, new)} = 0"
        parts.append(f"choose {name} so that {kind}{condition}")
        if opened.used is None:
            parts.append(f"so {name} = {_free(value, new)}")
        else:
            parts.append(
                f"a root by the lemma '{opened.used.lemma.name}' is called {_free(value, new)}"
            )
    elif opened.used is not None:
        parts.append(f"by the lemma '{opened.used.lemma.name}', with the roots "
                     + ", ".join(_free(each, new) for each in opened.used.names))  # fmt: skip
    else:
        parts.append(action.rule.sentence)
    if opened.names:
        pieces = [f"{_free(name, new)} = {_free(piece, new)}" for name, piece in opened.names]
        parts.append(f"name {', '.join(pieces)}")
    return "; ".join(parts)


def _free(sym: Sym, unknown: str) -> str:
    return sym_text(sym, unknown)
