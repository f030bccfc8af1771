"""The rules of the games for all roots: those of the paper that lose nothing, and rows with cases.

A row here has the name of the paper's rule that it stands for, so that a policy knows it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from aljabr.algebra import tokens as tk
from aljabr.game import (
    arcs,
    branches,
    cases,
    effects,
    exponentials,
    formulas,
    guards,
    logarithms,
    reading,
    roots,
    trigonometry,
    trying,
)
from aljabr.game.absolute import BY_SIGN, FEWER
from aljabr.game.rules import (
    ACOS,
    ASIN,
    COLLECT,
    COS,
    EXP,
    EXPAND,
    LOG,
    NEGATE,
    SIN,
    SQRT,
    SQUARE,
    Rule,
)

# -- what undoes the left side -------------------------------------------------------------------
# Nothing is asked of a root where the cases are all there are: u^2 = v^2 if u = v or u = -v.

ROOTS: Final = replace(
    SQRT, guard=guards.has_even_power, cases=cases.plus_minus, conditions=branches.no_conditions
)
SINES: Final = replace(
    ASIN,
    effect=effects.angle_of_sine,
    guard=guards.is_turning(tk.SIN),
    cases=cases.sine_families,
    conditions=branches.no_conditions,
)
COSINES: Final = replace(
    ACOS,
    effect=effects.angle_of_cosine,
    guard=guards.is_turning(tk.COS),
    cases=cases.cosine_families,
    conditions=branches.no_conditions,
)
TANGENTS: Final = Rule(
    "atan",
    "apply arctan to both sides",
    effects.angle_of_tangent,
    guard=guards.is_tangent,
    cases=cases.tangent_family,
    occurs=reading.where_there_is(tk.TAN),
)
TAN: Final = Rule(
    "tan",
    "apply tan to both sides",
    effects.tan,
    guard=guards.is_function(tk.ATAN),
    undoes_inverse=True,
    backward=branches.sides_are("atan"),
    adds=True,
    occurs=reading.where_there_is(tk.ATAN),
)
POWER_ROOT: Final = Rule(
    "power_root",
    "take the root of both sides",
    effects.power_root,
    read=lambda lhs: lhs.children[1].sym,
    guard=guards.is_power,
    cases=cases.real_roots,
    conditions=branches.base_is_real,
    backward=branches.real_powers_were_principal,
    adds=True,
    occurs=reading.where_there_is(tk.POW),
    says=reading.root_taken,
)
ABS: Final = Rule(
    "abs",
    "take away the absolute value",
    effects.without_abs,
    guard=guards.is_absolute,
    cases=cases.without_abs,
    conditions=branches.insides_are_real,
    backward=branches.value_is_positive,
    adds=True,
    occurs=reading.where_there_is(tk.ABS),
)

# -- products --------------------------------------------------------------------------------------

FACTOR: Final = Rule(
    "factor",
    "factor the left side",
    cases.factor,
    guard=guards.is_sum_of_zero,
    cancels=True,
    cost=0.5,
    says=reading.side_factored,
)
ZERO_PRODUCT: Final = Rule(
    "zero_product",
    "a product is zero only if one of its factors is",
    effects.unchanged,
    guard=guards.is_product_of_zero,
    cases=cases.zero_factors,
    conditions=branches.others_are_nonzero,
    backward=branches.no_conditions,
    says=reading.product_is_zero,
)

NO_ROOT: Final = Rule(
    "no_root",
    "the left side is zero for no real number",
    effects.unchanged,
    guard=guards.is_never_zero,
    cases=cases.contradiction,
    is_real=True,
    says=reading.never_zero,
)

APART: Final = Rule(
    "apart",
    "the sides are equal for no real number",
    effects.unchanged,
    guard=guards.are_apart,
    cases=cases.contradiction,
    is_real=True,
    says=reading.apart,
)

# What undoes nothing is not applied.
SQUARED: Final = replace(SQUARE, guard=guards.may_be_squared)
EXPONENTIAL: Final = replace(EXP, guard=guards.has(tk.LOG))
_has_exponent = guards.has(tk.EXP, tk.POW)
LOGARITHM: Final = replace(
    LOG, guard=lambda lhs, rhs: _has_exponent(lhs, rhs) and not exponentials.of_one_base(lhs, rhs)
)
SINE: Final = replace(SIN, guard=guards.has(tk.ASIN), undoes_inverse=True)
COSINE: Final = replace(COS, guard=guards.has(tk.ACOS), undoes_inverse=True)

LEMMA: Final = formulas.rule(is_real=True)

REAL: Final = (
    EXPAND, COLLECT, NEGATE, SQUARED, ROOTS, EXPONENTIAL, LOGARITHM, SINE, COSINE, SINES,
    COSINES, TANGENTS, TAN, POWER_ROOT, ABS, FACTOR, ZERO_PRODUCT, NO_ROOT, APART, LEMMA,
    *trigonometry.RULES, *exponentials.RULES, *arcs.RULES,
    *logarithms.RULES, BY_SIGN, FEWER, *roots.RULES, *trying.RULES,
)  # fmt: skip

_OVER_THE_COMPLEX: Final = {
    LOGARITHM: replace(
        LOGARITHM,
        guard=_has_exponent,
        cases=cases.logarithm_family,
        conditions=branches.side_has_log,
    ),
    POWER_ROOT: replace(
        POWER_ROOT,
        cases=cases.complex_roots,
        conditions=branches.powers_of_numbers,
        backward=branches.powers_were_principal,
    ),
    LEMMA: formulas.rule(is_real=False),
}
COMPLEX: Final = tuple(_OVER_THE_COMPLEX.get(rule, rule) for rule in REAL if not rule.is_real)
