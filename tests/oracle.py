"""The same game in plain SymPy: small, slow, and obviously correct.

Sides are SymPy expressions whose symbols carry no assumptions, so SymPy makes no simplification
that depends on a branch; those the game makes are written out here, one by one. The differential
tests compare the fast game with this one, state by state.
"""

from __future__ import annotations

import sympy as sp
from sympy import Add, Expr, Mul, Pow, Symbol

from aljabr.algebra import expr as ex
from aljabr.algebra import tokens as tk

Sides = tuple[Expr, Expr]

X = Symbol("x")
MAX_LENGTH = 50
LARGEST = 10**40

# -- tree ----------------------------------------------------------------------------------------


def preorder(side: Expr) -> list[Expr]:
    nodes = [side]
    for arg in side.args:
        nodes += preorder(arg)
    return nodes


def size(side: Expr) -> int:
    return len(preorder(side))


def complexity(side: Expr) -> int:
    nodes = preorder(side)
    edges = sum(len(node.args) for node in nodes)
    return len(nodes) + edges


def shape(side: Expr) -> tuple:
    """The tree as nested tuples, siblings sorted where their order means nothing."""
    if not side.args:
        return (str(side),)
    children = [shape(arg) for arg in side.args]
    if side.func in (Add, Mul):
        children.sort()
    return (side.func.__name__, *children)


def holds_unknown(side: Expr) -> bool:
    return side.has(X)


def is_defined(side: Expr) -> bool:
    """Finite, and without numbers of more than forty digits."""
    if side.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return False
    return all(abs(n.p) < LARGEST and n.q < LARGEST for n in side.atoms(sp.Rational))


# -- the state -----------------------------------------------------------------------------------


def orient(lhs: Expr, rhs: Expr) -> Sides:
    return (rhs, lhs) if holds_unknown(rhs) and not holds_unknown(lhs) else (lhs, rhs)


def terms(lhs: Expr, rhs: Expr) -> set[Expr]:
    """Every sub-expression but 0, 1 and -1; a whole side only if the other one is not zero."""
    found = {*preorder(lhs), *preorder(rhs)}
    if rhs == 0:
        found -= {lhs}
    if lhs == 0:
        found -= {rhs}
    return found - {sp.Integer(0), sp.Integer(1), sp.Integer(-1)}


def is_legal(lhs: Expr, rhs: Expr, rule: str, term: Expr | None) -> bool:
    """No logarithm of zero; no hidden division by zero, also not as a product with a reciprocal."""
    if rhs != 0:
        return True
    if rule == "log":
        return False
    if rule not in ("multiply", "divide"):
        return True
    divisor = term if rule == "divide" else 1 / term
    vanishing = {base(f) for f in Mul.make_args(lhs) if may_vanish(f)}
    divided = {base(f) for f in Mul.make_args(divisor) if may_vanish(f)}
    return not vanishing & divided


def may_vanish(factor: Expr) -> bool:
    """A factor whose base holds the unknown, and that is no exponential and no reciprocal."""
    if not holds_unknown(base(factor)) or isinstance(factor, sp.exp):
        return False
    return not (power(factor).is_Rational and power(factor) < 0)


def base(factor: Expr) -> Expr:
    return factor.base if isinstance(factor, Pow) else factor


def power(factor: Expr) -> Expr:
    return factor.exp if isinstance(factor, Pow) else sp.Integer(1)


# -- the rules, one side at a time ---------------------------------------------------------------


def times(*parts: Expr) -> Expr:
    """Multiply; powers of one base become one power (SymPy leaves exp(u)*exp(v) as it is)."""
    number = sp.Integer(1)
    exponents: dict[Expr, Expr] = {}
    for factor in flat_factors(Mul(*parts)):
        if factor.is_Rational:
            number *= factor
            continue
        b, e = (sp.E, factor.args[0]) if isinstance(factor, sp.exp) else factor.as_base_exp()
        exponents[b] = exponents.get(b, sp.Integer(0)) + e
    return Mul(number, *[b**e for b, e in exponents.items()])


def flat_factors(side: Expr) -> list[Expr]:
    """SymPy may leave a product inside a product: sqrt(2)*sqrt(-x) squared is 2*(-x)."""
    if isinstance(side, Mul):
        return [factor for arg in side.args for factor in flat_factors(arg)]
    return [side]


def expand(side: Expr) -> Expr:
    """Distribute products over sums on the top level until no product holds a sum."""
    if isinstance(side, Add):
        return Add(*[expand(term) for term in side.args])
    sums = [f for f in Mul.make_args(side) if is_sum(f)]
    if not sums:
        return side
    # What stands in the denominators of another sum is smaller than it, and kept for later.
    first = max(sums, key=lambda factor: size(base(factor)))
    rest = [f for f in Mul.make_args(side) if f != first] + [base(first)] * (power(first) - 1)
    return Add(*[expand(times(term, *rest)) for term in base(first).args])


def is_sum(factor: Expr) -> bool:
    return isinstance(base(factor), Add) and power(factor).is_Integer and power(factor) > 0


def collect(side: Expr) -> Expr:
    """Group addends by their whole unknown-dependent part: in sums, products, power bases."""
    if isinstance(side, Add):
        groups: dict[Expr, list[list[Expr]]] = {}
        for term in side.args:
            dependent = [collect(f) for f in Mul.make_args(term) if holds_unknown(f)]
            free = [f for f in Mul.make_args(term) if not holds_unknown(f)]
            groups.setdefault(times(*dependent), []).append(free)
        return Add(
            *[
                times(*group[0], dependent)
                if len(group) == 1
                else times(Add(*[Mul(*free) for free in group]), dependent)
                for dependent, group in groups.items()
            ]
        )
    if isinstance(side, Mul):
        return times(*[collect(factor) for factor in side.args])
    if isinstance(side, Pow):
        return collect(side.base) ** side.exp
    return side


def sqrt(side: Expr) -> Expr:
    """Cancel even powers and exponentials: sqrt(u**2) = u, sqrt(exp(u)) = exp(u/2)."""
    number, product = side.as_coeff_Mul()
    roots = [sp.sqrt(abs(number))]
    inside = [sp.sign(number)]
    for factor in Mul.make_args(product):
        if factor == sp.E:
            roots.append(sp.exp(sp.Rational(1, 2)))
        elif isinstance(factor, sp.exp):
            roots.append(sp.exp(factor.args[0] / 2))
        elif isinstance(factor, Pow) and factor.exp.is_Integer and factor.exp % 2 == 0:
            roots.append(factor.base ** (factor.exp / 2))
        else:
            inside.append(factor)
    for factor in Mul.make_args(sp.sqrt(Mul(*inside))):
        inner = factor.base if isinstance(factor, Pow) else sp.Integer(1)
        if isinstance(inner, Pow) and inner.exp == -1 and factor.exp == sp.Rational(1, 2):
            roots.append(1 / sp.sqrt(inner.base))  # SymEngine's form of sqrt(1/u)
        else:
            roots.append(factor)
    return times(*roots)


def log(side: Expr) -> Expr:
    """log(exp(u)) = u, and log(b**u) = u*log(b) if u holds the unknown."""
    if isinstance(side, sp.exp):
        return side.args[0]
    if isinstance(side, Pow) and holds_unknown(side.exp):
        return times(side.exp, logarithm(side.base))
    return logarithm(side)


def logarithm(side: Expr) -> Expr:
    """Take sp.log, and log(p/q) = log(p) - log(q): SymEngine has no other form of it."""
    if side.is_Rational and side.q != 1 and side.p != 0:
        return sp.log(side.p) - sp.log(side.q)
    return sp.log(side)


def asin(side: Expr) -> Expr:
    """asin(sin(u)) = u and asin(-sin(u)) = -u."""
    if isinstance(side, sp.sin):
        return side.args[0]
    if isinstance(-side, sp.sin):
        return -(-side).args[0]
    return sp.asin(side)


def acos(side: Expr) -> Expr:
    """acos(cos(u)) = u."""
    return side.args[0] if isinstance(side, sp.cos) else sp.acos(side)


PLAIN = {
    "expand": expand,
    "collect": collect,
    "negate": lambda side: -side,
    "square": lambda side: times(side, side),
    "sqrt": sqrt,
    "exp": sp.exp,
    "log": log,
    "sin": sp.sin,
    "cos": sp.cos,
    "asin": asin,
    "acos": acos,
}
WITH_TERM = {
    "add": lambda side, term: side + term,
    "subtract": lambda side, term: side - term,
    "multiply": times,
    "divide": lambda side, term: times(side, *[1 / factor for factor in Mul.make_args(term)]),
}


def apply(lhs: Expr, rhs: Expr, rule: str, term: Expr | None = None) -> Sides | None:
    """The sides after an action; None if a side is undefined."""
    if term is None:
        sides = PLAIN[rule](lhs), PLAIN[rule](rhs)
    else:
        sides = WITH_TERM[rule](lhs, term), WITH_TERM[rule](rhs, term)
    return orient(*sides) if all(map(is_defined, sides)) else None


# -- the fast game's expressions, seen from here -------------------------------------------------


def to_sympy(expr: ex.Expr) -> Expr:
    return expr.sym._sympy_()


def fast_shape(expr: ex.Expr) -> tuple:
    """The tree of an interned expression, in the form of `shape`."""
    if not expr.children:
        return (str(to_sympy(expr)),)
    children = [fast_shape(child) for child in expr.children]
    if expr.head in (tk.ADD, tk.MUL):
        children.sort()
    return (_NAMES[expr.head], *children)


def sympy_goes_further(expr: ex.Expr) -> str | None:
    """Say why SymPy may write this value in another way than SymEngine can; None if it may not.

    These are all the differences that the tests have met:
    - sign: sin(1 - x) is -sin(x - 1) in SymPy, and its like in cos and asin: each program chooses
      the sign of a sum in its own way, and undoes the other's choice;
    - imaginary: sin(I*x) is I*sinh(x) in SymPy;
    - number: of irrational numbers such as 4 + pi, log(cos(2)) or asin(cos(4)) SymPy computes the
      sign or the angle and acts on it: sqrt((4 + pi)*x) = sqrt(4 + pi)*sqrt(x); and it joins roots
      of numbers: 3**(1/4)*sqrt(30) = 3**(3/4)*sqrt(10).
    """
    nodes = list(expr.walk())
    if any(node.head in _ODD_OR_EVEN and node.children[0].head == tk.ADD for node in nodes):
        return "sign"
    if any(node.head == tk.IMAGINARY for node in nodes):
        return "imaginary"
    if any(not node.holds_symbols and not node.is_number for node in nodes):
        return "number"
    return None


_NAMES = {
    tk.POW: "Pow",
    tk.MUL: "Mul",
    tk.ADD: "Add",
    **{t: "Abs" if name == "abs" else name for name, t in tk.FUNCTION_TOKENS.items()},
}
_ODD_OR_EVEN = {tk.FUNCTION_TOKENS[name] for name in ("sin", "cos", "asin")}
