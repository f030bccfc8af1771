"""The table of identities: two forms that are equal, and what must hold for nothing to be lost.

A row is played at one place of an equation: a sub-expression that has the first form takes the
second. `aljabr methods --game places` prints the rows, `tests/game/test_table.py` proves
them. The rows of `trigonometry`, `exponentials` and the like rewrite an equation as a whole, and
come first; these are for what those leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from aljabr.algebra.conditions import KindName

Asked = tuple[tuple[KindName, str], ...]
"""Kinds of conditions, with what they are about."""


@dataclass(frozen=True)
class Identity:
    """A row of the table: what is equal wherever both sides are real."""

    name: str
    left: str
    right: str
    sentence: str
    """What a reader is told; {0} and {1} are what stood there and what stands there now."""
    asks: Asked = ()
    """What must hold where the left side is real, or roots are lost."""
    is_real: bool = False
    """Whether it speaks of real numbers only."""


_USE: Final = "use {0} = {1}"


def _row(name: str, left: str, right: str, asks: Asked = (), is_real: bool = False) -> Identity:
    return Identity(name, left, right, _USE, asks, is_real)


def _turned(row: Identity, name: str, asks: Asked = ()) -> Identity:
    """Return a row read from right to left."""
    return Identity(name, row.right, row.left, row.sentence, asks, row.is_real)


_TANGENT = _row("tangent", "tan(u)", "sin(u)/cos(u)")
_SECANT = _row("secant", "k + k*tan(u)^2", "k/cos(u)^2")
_DOUBLE_SINE = _row("double_sine", "sin(2*u)", "2*sin(u)*cos(u)")
_POSITIVE: Final[Asked] = (("positive", "u"), ("positive", "v"))
"""What goes without saying of logarithms that were typed; a step may make others."""
_LOG_SUM = _row("log_sum", "k*log(u) + k*log(v)", "k*log(u*v)", _POSITIVE, is_real=True)

TABLE: Final[tuple[Identity, ...]] = (
    # Pythagoras
    _row("pythagoras", "k*sin(u)^2 + k*cos(u)^2", "k"),
    _row("sine_squared", "sin(u)^2", "1 - cos(u)^2"),
    _row("cosine_squared", "cos(u)^2", "1 - sin(u)^2"),
    _row("to_sine_squared", "k - k*cos(u)^2", "k*sin(u)^2"),
    _row("to_cosine_squared", "k - k*sin(u)^2", "k*cos(u)^2"),
    _SECANT,
    # quotients
    _TANGENT,
    _row("quotient", "k*sin(u)/cos(u)", "k*tan(u)"),
    # multiple angles
    _DOUBLE_SINE,
    _row("to_double_sine", "k*sin(u)*cos(u)", "k*sin(2*u)/2"),
    _row("double_cosine_by_cosine", "cos(2*u)", "2*cos(u)^2 - 1"),
    _row("double_cosine_by_sine", "cos(2*u)", "1 - 2*sin(u)^2"),
    _row("to_double_cosine", "k*cos(u)^2 - k*sin(u)^2", "k*cos(2*u)"),
    _row("half_of_cosine", "cos(u)^2", "(1 + cos(2*u))/2"),
    _row("half_of_sine", "sin(u)^2", "(1 - cos(2*u))/2"),
    _row("double_tangent", "tan(2*u)", "2*tan(u)/(1 - tan(u)^2)", (("nonzero", "cos(u)"),)),
    _row("triple_sine", "sin(3*u)", "3*sin(u) - 4*sin(u)^3"),
    _row("triple_cosine", "cos(3*u)", "4*cos(u)^3 - 3*cos(u)"),
    _row("fourth_powers", "k*sin(u)^4 + k*cos(u)^4", "k - k*sin(2*u)^2/2"),
    _row("sixth_powers", "k*sin(u)^6 + k*cos(u)^6", "k - 3*k*sin(2*u)^2/4"),
    # angle sums
    _row("sine_of_sum", "sin(u + v)", "sin(u)*cos(v) + cos(u)*sin(v)"),
    _row("cosine_of_sum", "cos(u + v)", "cos(u)*cos(v) - sin(u)*sin(v)"),
    _row("tangent_of_sum", "tan(u + v)", "(tan(u) + tan(v))/(1 - tan(u)*tan(v))",
         (("nonzero", "cos(u)"), ("nonzero", "cos(v)"))),
    _row("to_sine_of_sum", "k*sin(u)*cos(v) + k*cos(u)*sin(v)", "k*sin(u + v)"),
    _row("to_sine_of_difference", "k*sin(u)*cos(v) - k*cos(u)*sin(v)", "k*sin(u - v)"),
    _row("to_cosine_of_sum", "k*cos(u)*cos(v) - k*sin(u)*sin(v)", "k*cos(u + v)"),
    _row("to_cosine_of_difference", "k*cos(u)*cos(v) + k*sin(u)*sin(v)", "k*cos(u - v)"),
    _row("sum_of_sines", "k*sin(u) + k*sin(v)", "2*k*sin((u + v)/2)*cos((u - v)/2)"),
    _row("difference_of_sines", "k*sin(u) - k*sin(v)", "2*k*cos((u + v)/2)*sin((u - v)/2)"),
    _row("sum_of_cosines", "k*cos(u) + k*cos(v)", "2*k*cos((u + v)/2)*cos((u - v)/2)"),
    _row("difference_of_cosines", "k*cos(u) - k*cos(v)", "-2*k*sin((u + v)/2)*sin((u - v)/2)"),
    _row("product_of_sines", "k*sin(u)*sin(v)", "k*(cos(u - v) - cos(u + v))/2"),
    _row("product_of_cosines", "k*cos(u)*cos(v)", "k*(cos(u - v) + cos(u + v))/2"),
    _row("product_of_both", "k*sin(u)*cos(v)", "k*(sin(u + v) + sin(u - v))/2"),
    _row("one_wave_here", "a*sin(u) + b*cos(u)", "sqrt(a^2 + b^2)*sin(u + atan(b/a))",
         (("positive", "a"),)),
    _row("one_wave_here_negative", "b*cos(u) - a*sin(u)", "-sqrt(a^2 + b^2)*sin(u - atan(b/a))",
         (("positive", "a"),)),
    # logarithms
    _LOG_SUM,
    _row("log_difference", "k*log(u) - k*log(v)", "k*log(u/v)", _POSITIVE, is_real=True),
    _turned(_LOG_SUM, "log_of_product", _POSITIVE),
    # powers and roots
    _row("product_of_powers", "k*a^u*b^u", "k*(a*b)^u", (("positive", "a"), ("positive", "b"))),
    _row("rationalised_sum", "k/(sqrt(u) + sqrt(v))", "k*(sqrt(u) - sqrt(v))/(u - v)",
         (("nonzero", "u - v"),)),
    _row("rationalised_difference", "k/(sqrt(u) - sqrt(v))", "k*(sqrt(u) + sqrt(v))/(u - v)"),
    _row("difference_of_roots", "k*sqrt(u) - k*sqrt(v)", "k*(u - v)/(sqrt(u) + sqrt(v))",
         (("nonzero", "sqrt(u) + sqrt(v)"),)),
    # absolute values
    _row("modulus_of_product", "abs(u*v)", "abs(u)*abs(v)"),
    _row("square_of_modulus", "abs(u)^2", "u^2", is_real=True),
    _row("modulus_as_root", "abs(u)", "sqrt(u^2)", is_real=True),
    # inverse functions
    _row("complementary_arcs", "k*asin(u) + k*acos(u)", "k*pi/2"),
    _row("reciprocal_arcs", "k*atan(u) + k*atan(1/u)", "k*pi/2", (("positive", "u"),)),
)  # fmt: skip
