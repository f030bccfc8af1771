"""Random equations for every row of the solver's tables: none crashes, none loses a root.

    python -m benchmarks.fuzz_rows                      300 equations
    python -m benchmarks.fuzz_rows --count 5000 --seed 7

Each equation has a root by construction: its right side is the left one with a number in the
unknown's place, shaken a little. Every legal action is taken, again after up to three others drawn
at random. Where what the row asks holds at the root, the root must satisfy one of the cases; the
values are those of `benchmarks.comparing`, read from the sides as they are printed. Points only
refute: that nothing is lost is proved nowhere here. Prints what fails, and exits with status 1 if
anything does, or if a row was never tried; but for the one that says that there is no root, which
may not be legal here.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]
import tyro

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import expr_text
from aljabr.game import games
from aljabr.game.games import SOLVER
from aljabr.game.graph import DEAD_END, StateGraph
from aljabr.game.rules import Action
from benchmarks.checking.reading import Unread, read
from benchmarks.comparing import is_near, real_value

DIGITS: Final = 40
MAX_DEPTH: Final = 3
MAX_TERMS: Final = 3
"""Terms of a state with which each row is tried."""
MAX_TOKENS: Final = 60
"""The longest side that is looked at."""
WHOLE: Final = range(-12, 13)
"""Numbers that are tried for the letter of a family."""
PLACES: Final = ("1/2", "2", "3", "1/3", "5/4", "1", "4", "-1/2", "-2", "9/4")
"""Roots that are planted."""
TEMPLATES: Final = (
    "{a}*sin({k}*@)^2 + {b}*cos(@)", "{a}*sin({k}*@) + {b}*cos({k}*@)", "sin(@)*cos({k}*@)",
    "{a}*tan(@) + {b}/cos(@)", "sin(@)^3 + cos(@)^3 + {a}*sin(@)*cos(@)", "cos({k}*@)*cos({m}*@)",
    "tan({k}*@)", "sin({k}*@ + pi/3) + {a}*sin(@)", "{a}*asin(@/9) + {b}*acos(@/9)",
    "atan({k}*@) + {a}*atan(@)", "atan(-@) + {a}*atan(@)", "sin(2*asin(@/9))",
    "2^({k}*@) + {a}*4^@ + 8^@", "4^@ + {a}*6^@ + 9^@", "exp({k}*@) + {a}*exp(-@)", "5^@ - 2^@",
    "log(@ + 9)/log(2) + {a}*log(@ + {m} + 4)/log(2)", "log(@ + 9)^2 + {a}*log(({k}*@ + 9*{k})^2)",
    "log(@ + 9)/log(2) + log(@ + 9)/log(8)", "log(({k}*@ + 9)/(@ + 7))", "log(3*@^2 + 1)",
    "abs(@ - {m}) + {a}*abs(@ + {k})", "abs(@*(@ + {m}))", "abs(@)^2 + {a}*abs({k}*@)",
    "abs(abs(@) - {m})", "sqrt(@ + 9) + {a}*sqrt({k}*@ + 12)", "sqrt((@ - {m})^2) + {a}*@",
    "sqrt((@ + 9)/(@ + 8)) + {a}*sqrt((@ + 8)/(@ + 9))", "cbrt(@ + {k}) + {a}*cbrt(@ - {m})",
    "cbrt({k}*@ + {m}) + {a}*sqrt(@ + 9)", "@ + {a}*sqrt(@ + 9)", "@ + 2*sqrt({k}*@ + 9)",
    "(@ + 9)^(2/3) + {a}*(@ + 9)^(1/3)", "(@ + 9)^(@ + {m})", "(@ + {m})^3",
    "@^2 + {a}*@", "@^3 + {a}*@^2 + {b}*@", "(@ + {k})*(@ - {m})*(@ + {a})", "(@^2 + {m})/(@ + 9)",
    "@^4 + {a}*@^2", "{a}*@ + {b}", "sqrt(@ + 9 + sqrt(@ + 8))", "(sin(@) + {a})*(cos(@) + {a})",
    "asin(-@/9) + asin(@/9)", "1/(@ + 9)^2 + {a}/(@ + 9)",
    "1/(1 + 1/(@ + 9))", "sin({k}*@) - sin({m}*@)", "cos(@)^4 + sin(@)^4", "@^2*exp(@)", "@*sin(@)",
    "acos(@/9)", "asin(@/9)", "exp({k}*@)", "log({k}*@ + 9)", "log((@ + 9)^2) + {a}*log(@ + 9)",
)  # fmt: skip
"""Left sides; @ stands for the unknown, and for the root on the right."""

NICE: Final = (
    ("2*sin(x)^2 + 3*cos(x) = 3", "0"), ("2*cos(x)^2 + 3*sin(x) = 3", "pi/2"),
    ("sin(x) = 2*cos(x)", "atan(2)"), ("sin(2*x) + cos(x) = 2*sin(x) + 1", "0"),
    ("sin(x) + cos(x) = 1", "pi/2"), ("sin(x)^2 + sin(x) + cos(x) = 1", "0"),
    ("acos(x) = pi/3", "1/2"), ("atan(x) = pi/4", "1"), ("tan(x) = 1", "pi/4"),
    ("cos(x) = 1/2", "pi/3"), ("asin(x) = 2*acos(x)", "sqrt(3)/2"),
    ("atan(x) + atan(2*x) + atan(3*x) = pi", "1"), ("atan(x) + atan(1/x) = pi/2", "2"),
    ("2*atan(x) + 2*atan(2*x) = pi/2", "(sqrt(17) - 3)/4"), ("(x - 1)^x = 1", "2"),
    ("x^x = x", "1"), ("cbrt(x + 1) + cbrt(x - 1) = cbrt(5*x)", "sqrt(5)/2"),
    ("cbrt(2 - x) = 1 - sqrt(x - 1)", "10"), ("sin(2*x)^2 + sin(x)^2 = 1", "pi/6"),
    ("sin(x) + cos(x) = sin(2*x) + 1", "0"), ("4^x = 3*2^x + 4", "2"),
    ("x^2 + 3*x - 1 = 0", "(sqrt(13) - 3)/2"), ("2*sin(x)*cos(x) + cos(x) - 1 = 0", "0"),
    ("cos(x)^2 + 3*sin(x)*cos(x) - 2*sin(x) - 1 = 0", "0"),
    ("x + 1 = 3*sqrt(x - 1)", "2"), ("abs(x - 3) = 2", "5"), ("abs(2*x) + abs(x) = 6", "2"),
    ("tan(x) + 1/cos(x) = 1", "0"), ("atan(-x) + 2*atan(x) = pi/4", "1"),
)  # fmt: skip
"""Equations with numbers that some rows ask for, each with a root; they come first."""


@dataclass(frozen=True)
class Options:
    """How many equations are drawn."""

    count: int = 300
    seed: int = 0


@dataclass
class Fuzz:
    """What was tried, and what failed."""

    tried: Counter[str]
    failures: list[str]


def draw(rng: random.Random) -> tuple[str, str]:
    """Return an equation and a root of it."""
    root = rng.choice(PLACES)
    values = {"a": rng.choice((-3, -2, -1, 1, 2, 3)), "b": rng.choice((-2, -1, 1, 2)),
              "k": rng.randint(1, 3), "m": rng.randint(1, 4)}  # fmt: skip
    left = rng.choice(TEMPLATES).format(**values)
    right = left.replace("@", f"({root})")
    kind = rng.random()
    if kind < 0.25:  # one side: left less right is zero
        return f"{left} - ({right}) = 0".replace("@", "x"), root
    if kind < 0.4:  # a product that is zero
        other = rng.choice(TEMPLATES).format(**values)
        return f"({left} - ({right}))*({other} + 1) = 0".replace("@", "x"), root
    if kind < 0.6:  # the unknown on both sides
        other = rng.choice(TEMPLATES).format(**values)
        moved = other.replace("@", f"({root})")
        return f"{left} + {other} - ({moved}) = {right}".replace("@", "x"), root
    return f"{left} = {right}".replace("@", "x"), root


def satisfies(equation: Equation, root: Any) -> bool | None:
    """Whether a root satisfies an equation, for some whole number if it holds a letter for them."""
    texts = [expr_text(side) for side in (equation.lhs, equation.rhs)]
    names = [str(each) for each in ar.INTEGERS]
    marked = {name for name in names for side in (equation.lhs, equation.rhs)
              if name in {str(each) for each in side.sym.free_symbols}}  # fmt: skip
    if ar.NAME_MARK in f"{equation.lhs.sym}{equation.rhs.sym}" or len(marked) > 1:
        return None
    try:
        sides = [read(each) for each in texts]
        letters = set().union(*(side.letters() for side in sides)) - {"x"}
        unclear = False
        for number in WHOLE if marked else (0,):
            point = {"x": root, **{letter: mpmath.mpf(number) for letter in letters}}
            values = [real_value(side, point) for side in sides]
            if None in values:
                unclear = True
            elif is_near(*values):
                return True
    except Unread:
        return None
    return None if unclear or (letters and not marked) else False


def may_lose(conditions: list[Condition], root: Any) -> bool:
    """Whether something that a row asks does not hold at a root, or cannot be told there."""
    return any(each.holds({"x": float(root)}) is not True for each in conditions)


def look(graph: StateGraph, state: int, root: str, fuzz: Fuzz, text: str) -> None:
    """Try every legal action of a state at a root of it."""
    equation = graph.equation(state)
    number = real_value(read(root), {})
    if satisfies(equation, number) is not True:
        return
    seen: Counter[str] = Counter()
    for _, action in graph.legal_actions(state):
        seen[action.rule.name] += 1
        if seen[action.rule.name] > MAX_TERMS:
            continue
        fuzz.tried[action.rule.name] += 1
        fault = _fault(graph, equation, action, number)
        if fault:
            fuzz.failures.append(f"{action.rule.name}: {text} at x = {root}: {fault}")


def _fault(graph: StateGraph, equation: Equation, action: Action, root: Any) -> str | None:
    """Return what is wrong with an action; None if nothing is."""
    try:
        found = games.cases(graph.table, equation, action)
        found = found or [games.apply(graph.table, equation, action)]
        conditions = action.rule.conditions(graph.table, equation, action.term)
    except Exception as fault:  # whatever it is, it is what we look for
        return f"{type(fault).__name__}: {fault}"
    if None in found or may_lose(conditions, root):
        return None  # undefined, out of bounds, or said to lose it
    answers = [satisfies(each, root) for each in found if each is not None]
    if True in answers or None in answers:
        return None
    shown = [f"{expr_text(each.lhs)} = {expr_text(each.rhs)}" for each in found if each]
    return f"{expr_text(equation.lhs)} = {expr_text(equation.rhs)} became {' or '.join(shown)}"


def run(count: int, seed: int, nice: tuple[tuple[str, str], ...] = NICE) -> Fuzz:
    """Draw equations, walk a few steps at random, and try every action on the way."""
    rng = random.Random(f"rows:{seed}")
    fuzz = Fuzz(Counter(), [])
    with mpmath.workdps(DIGITS):
        for text, root in (*nice, *(draw(rng) for _ in range(count))):
            graph = StateGraph(SOLVER)
            try:
                state = graph.add(parse(text, "x", graph.table))
            except ParseError:
                continue
            for _ in range(1 + rng.randrange(MAX_DEPTH)):
                equation = graph.equation(state)
                if state == DEAD_END or len(equation.lhs.tokens) > MAX_TOKENS:
                    break
                look(graph, state, root, fuzz, text)
                _, action = rng.choice(graph.legal_actions(state) or [(0, None)])
                after = None if action is None else games.apply(graph.table, equation, action)
                if after is None:
                    break
                state = graph.add(after)
    return fuzz


def main() -> int:
    """Fuzz, and say what failed."""
    options = tyro.cli(Options, description=__doc__)
    fuzz = run(options.count, options.seed)
    for failure in fuzz.failures:
        print(failure, flush=True)
    missing = sorted({rule.name for rule in SOLVER.rules} - fuzz.tried.keys() - {"no_root"})
    print(f"{sum(fuzz.tried.values()):,} actions of {len(fuzz.tried)} rows, "
          f"{len(fuzz.failures)} failed, never tried: {', '.join(missing) or 'none'}")  # fmt: skip
    return int(bool(fuzz.failures or missing))


if __name__ == "__main__":
    raise SystemExit(main())
