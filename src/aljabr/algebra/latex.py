"""The commands of LaTeX that are read, each as what stands for it in plain text."""

from __future__ import annotations

from typing import Final

from aljabr.algebra.alphabet import GREEK
from aljabr.algebra.functions import NAMES, SHORT_NAMES

SKIPPED: Final = frozenset(
    [*", ; : ! > ( ) [ ] quad qquad displaystyle textstyle limits nolimits".split(), *" \t\n\r"]
)
"""Spaces, and what is about looks alone."""
OPENING: Final = frozenset("left bigl Bigl biggl Biggl".split())
CLOSING: Final = frozenset("right bigr Bigr biggr Biggr".split())
SIZES: Final = OPENING | CLOSING | frozenset("big Big bigg Bigg".split())
"""Sizes of the bracket that follows; of a bar they say the side."""
NAMING: Final = frozenset("operatorname mathrm mathit mathbf mathsf text textrm textit rm".split())
"""What sets a name in upright letters."""
SIGNS: Final = {
    **dict.fromkeys(("cdot", "times", "ast", "bullet"), "*"),
    "div": "/",
    **dict.fromkeys(("equiv", "coloneqq", "eq"), "="),
    **dict.fromkeys(("lbrace", "{", "lbrack"), "("),
    **dict.fromkeys(("rbrace", "}", "rbrack"), ")"),
    **dict.fromkeys(("vert", "mid"), "|"),
    "lvert": "|(",
    "rvert": "|)",
}
"""Commands for signs, with the kind of their token."""
REFUSED: Final = {
    "pm": "±", "mp": "∓", "infty": "∞", "prime": "'",
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<",
    "gt": ">", "ne": "≠", "neq": "≠", "approx": "≈", "to": "→", "implies": "⇒", "Rightarrow": "⇒",
}  # fmt: skip
"""Commands for characters that have no place in an equation."""
FRACTIONS: Final = frozenset("frac dfrac tfrac cfrac".split())
_VARIANTS: Final = {
    "varepsilon": "ε", "vartheta": "θ", "varphi": "φ", "varrho": "ρ", "varsigma": "ς",
    "varkappa": "κ", "Xi": "Ξ", "Pi": "Π", "hbar": "ħ", "ell": "ℓ",
}  # fmt: skip
LETTERS: Final = {**{name: name for name in GREEK.values()}, **_VARIANTS}
"""Commands for letters, with the names of their symbols."""
OPERANDS: Final = (
    FRACTIONS | OPENING | NAMING | LETTERS.keys() | NAMES | SHORT_NAMES | {"pi", "sqrt", "lvert"}
)
"""Commands with which an operand may start."""
