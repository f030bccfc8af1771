"""What several tests share: random equations, and the command line in this process."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
from collections.abc import Iterator

import pytest
import symengine as se

from aljabr import cli
from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation, orient
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game import games
from aljabr.game.graph import StateGraph
from aljabr.game.rules import Action

# Networks as small as those of the tests take longer to compile than to run.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")
# Where a shell has these ignored, those whom the tests send them to would ignore them, too.
for _number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)

x, a, b, c, d, e = se.symbols("x a b c d e")

STARTS: list[tuple[Sym, Sym]] = [
    (a * x + b, ar.ZERO),
    (a / x + b, ar.ZERO),
    (c * (a * x + b) + d, ar.ZERO),
    (c + d / (a * x + b), ar.ZERO),
    (c * x + d + e * (a * x + b), ar.ZERO),
    (e + (a * x + b) / (c * x + d), ar.ZERO),
    (se.sqrt(b * x + a), c),
    (se.log(x) + a - b, ar.ZERO),
    (se.sin((x - a) / c) + c, ar.ZERO),
    (3 * x, 5 * x + 2),
    (x**2, se.Integer(4)),
    (2**x, b),
    (se.exp(2 * x), se.Integer(5)),
    (x**2 + a, ar.ZERO),
    (se.cos(x / a), b),
    (2 * x / 3 + 3, ar.HALF),
    (se.sin(se.log(x)), ar.ZERO),
    ((x + a) * (x + b), ar.ZERO),
    (2 * se.sqrt(3) * x, se.Integer(5)),
    (2 * se.asin(x + a), b),
    ((x + 1) ** 2 - 3, a),
]


def read_sym(text: str) -> Sym:
    """Read an expression; `e` is a letter here, though SymEngine reads Euler's number."""
    return se.sympify(re.sub(r"\be\b", "letter_e", text)).subs(se.Symbol("letter_e"), e)


def make_equation(table: ExprTable, lhs: Sym, rhs: Sym) -> Equation:
    left, right = table.intern(se.sympify(lhs)), table.intern(se.sympify(rhs))
    assert left is not None
    assert right is not None
    return Equation(*orient(left, right))


def find_action(graph: StateGraph, state: int, rule: str, term: Expr | None = None) -> int | None:
    """Return the index of an action, its rule given by name; None if it is not on the list."""
    return graph.find_action(state, Action(graph.game.rule(rule), term))


def random_states(
    seed: int, num_steps: int, table: ExprTable
) -> Iterator[tuple[Expr, Expr, random.Random]]:
    """Walk from a start by random legal actions, as long as there is room."""
    rng = random.Random(seed)
    equation = make_equation(table, *STARTS[seed % len(STARTS)])
    lhs, rhs = equation.lhs, equation.rhs
    for _ in range(num_steps):
        yield lhs, rhs, rng
        found = games.terms(lhs, rhs)
        legal = [i for i, bit in enumerate(games.PAPER.legal_mask(lhs, rhs, found)) if bit]
        rng.shuffle(legal)
        for index in legal:
            rule, rank = games.PAPER.split_index(index)
            term = None if rule.operand is None else found[rank]
            after = games.successor(table, lhs, rhs, rule, term)
            if after and after[0].holds_unknown and max(after[0].size, after[1].size) <= 50:
                lhs, rhs = after
                break
        else:
            return


def random_sym(rng: random.Random, depth: int) -> Sym:
    """Build an expression by the arithmetic of `arithmetic`, from symbols and small numbers."""
    if depth == 0 or rng.random() < 0.1:
        return rng.choice([x, x, a, b, c, *map(se.Integer, (2, 3, 4, -1, 12)), ar.HALF, se.pi])
    left = random_sym(rng, depth - 1)
    kind = rng.randrange(14)
    if kind < 8:
        right = random_sym(rng, depth - 1)
        if kind < 3:
            return left + right
        if kind < 6:
            return ar.multiply(left, right)
        if right == 0:
            return left
        if kind == 6:
            return ar.multiply(left, ar.reciprocal(right))
        return left + ar.negate(right)
    if kind == 8:
        return ar.multiply(left, left)
    if not left.free_symbols:  # of numbers such as log(cos(2)) SymPy knows the sign
        return ar.square_root(left) if ar.is_rational(left) else left
    if kind == 9:
        return ar.square_root(left)
    if kind == 10:
        return ar.exponential(left)
    if kind == 11:
        return ar.logarithm(left)
    return rng.choice([ar.sine, ar.cosine, ar.arcsine, ar.arccosine])(left)


@pytest.fixture
def table() -> ExprTable:
    return ExprTable()


@pytest.fixture
def run_cli(monkeypatch, capfd):
    """Run the command line in this process; return its exit status, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["aljabr", *map(str, arguments)])
        try:
            cli.main()
            status = 0
        except SystemExit as leaving:
            status = leaving.code
        captured = capfd.readouterr()
        return status, captured.out, captured.err

    # Capturing replaces the streams by ones that cannot be reconfigured in every version.
    return run


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with two processes, for the tests of a file; what it logs is in its folder."""
    pytest.importorskip("fastapi")
    from benchmarks.serving import running

    with running("--processes", 2, log=tmp_path_factory.mktemp("serve") / "log.txt") as found:
        yield found


def pytest_terminal_summary(terminalreporter) -> None:
    """Say it if nobody has looked at the page: skipped tests are easily overlooked."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {str(each.longrepr[2]) for each in skipped if "test_browser" in each.nodeid}
    for reason in sorted(reasons):
        told = reason.removeprefix("Skipped: ")
        terminalreporter.write_line(f"The browser tests did not run: {told}.")
