"""The LaTeX that we print, as MathML for a page.

Only our own LaTeX is read: fractions, roots, powers, indices, brackets, functions, numbers, letters
and signs. Products and functions get the invisible signs that tell a screen reader what they are.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from aljabr.algebra.alphabet import GREEK

_TOKEN: Final = re.compile(
    r"\s+|\\left\s*(?P<open>[(|\[])|\\right\s*(?P<close>[)|\]])|\\(?P<command>[A-Za-z]+|[,;!:])"
    r"|(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?P<letter>[^\W\d_])|(?P<sign>.)",
    re.DOTALL,
)
_FUNCTIONS: Final = frozenset("sin cos tan arcsin arccos arctan ln log exp Im".split())
_SIGNS: Final = {
    "cdot": "⋅", "neq": "≠", "geq": "≥", "leq": "≤", "in": "∈", "approx": "≈", "pm": "±",
    "lt": "<", "gt": ">", "to": "→",
}  # fmt: skip
_LETTERS: Final = {**{name: letter for letter, name in GREEK.items()}, "pi": "π"}
_BETWEEN: Final = frozenset("+-=<>≠≥≤∈≈±⋅,→/")
"""Signs that stand between operands: beside them nothing is multiplied."""
_MINUS: Final = "<mo>−</mo>"
_TIMES: Final = "<mo>&#x2062;</mo>"
_APPLY: Final = "<mo>&#x2061;</mo>"


def mathml(latex: str, within_text: bool = False) -> str:
    """Write what stands in LaTeX as an element `math`; within text, fractions are small."""
    style = "" if within_text else ' displaystyle="true"'
    return f"<math{style}>{_Reader(latex).row(())}</math>"


def sentence(latex: str) -> str:
    """Write a sentence with formulas between dollar signs as HTML."""
    parts = latex.split("$")
    if len(parts) % 2 == 0:  # a dollar sign of the reader's own
        return escape(latex)
    return "".join(mathml(part, True) if at % 2 else escape(part) for at, part in enumerate(parts))


def _tokens(latex: str) -> list[tuple[str, str]]:
    matches = [match for match in _TOKEN.finditer(latex) if match.lastgroup is not None]
    return [*[(str(each.lastgroup), each[str(each.lastgroup)]) for each in matches], ("end", "")]


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, latex: str) -> None:
        self.tokens = _tokens(latex)
        self.position = 0

    @property
    def token(self) -> tuple[str, str]:
        return self.tokens[self.position]

    def take(self) -> tuple[str, str]:
        token = self.token
        self.position = min(self.position + 1, len(self.tokens) - 1)
        return token

    def row(self, ends: tuple[tuple[str, str], ...]) -> str:
        """Read up to one of some tokens, which is taken."""
        pieces: list[str] = []
        stands_after = False  # whether an operand stands before, which is multiplied by the next
        while self.token[0] != "end" and self.token not in ends:
            is_sign = self.is_between()
            piece = self.scripted()
            if not piece:
                continue
            if stands_after and not is_sign:
                pieces.append(_TIMES)
            if piece == _MINUS and not stands_after:
                piece = '<mo form="prefix">−</mo>'
            pieces.append(piece)
            stands_after = not is_sign
        self.take()
        return pieces[0] if len(pieces) == 1 else f"<mrow>{''.join(pieces)}</mrow>"

    def is_between(self) -> bool:
        kind, text = self.token
        return (kind == "sign" and text in _BETWEEN) or (kind == "command" and text in _SIGNS)

    def scripted(self) -> str:
        """Read an atom with its index and its exponent."""
        base, index = self.atom(), ""
        while self.token in (("sign", "^"), ("sign", "_")):
            mark = self.take()[1]
            script = self.argument()
            if mark == "_":
                index = script
            elif index:
                base, index = f"<msubsup>{base}{index}{script}</msubsup>", ""
            else:
                base = f"<msup>{base}{script}</msup>"
        return f"<msub>{base}{index}</msub>" if index else base

    def argument(self) -> str:
        """Read what stands in braces, or a single atom."""
        if self.token == ("sign", "{"):
            self.take()
            return self.row((("sign", "}"),))
        return self.atom() or "<mrow></mrow>"

    def atom(self) -> str:
        kind, text = self.take()
        if kind == "number":
            return f"<mn>{text}</mn>"
        if kind == "letter":
            return f"<mi>{escape(text)}</mi>"
        if kind == "open":
            closing = {"(": ")", "[": "]"}.get(text, text)
            inner = self.row((("close", closing),))
            return f"<mrow>{_fence(text, 'prefix')}{inner}{_fence(closing, 'postfix')}</mrow>"
        if kind == "command":
            return self.command(text)
        if text == "{":
            return self.row((("sign", "}"),))
        if text == "-":
            return _MINUS
        return f"<mo>{escape(text)}</mo>" if kind == "sign" else ""

    def command(self, name: str) -> str:
        if name == "frac":
            return f"<mfrac>{self.argument()}{self.argument()}</mfrac>"
        if name == "sqrt":
            return f"<msqrt>{self.argument()}</msqrt>"
        if name in _FUNCTIONS or name == "operatorname":
            return self.applied(name if name in _FUNCTIONS else self.word())
        if name == "text":
            return f"<mtext>{self.word()}</mtext>"
        if name == "mathbb":
            return f'<mi mathvariant="normal">{_DOUBLE.get(self.word(), "ℝ")}</mi>'
        if name in _SIGNS:
            return f"<mo>{escape(_SIGNS[name])}</mo>"
        if name in _LETTERS:
            return f"<mi>{_LETTERS[name]}</mi>"
        return f"<mi>{escape(name)}</mi>" if name.isalpha() else ""  # else a thin space

    def applied(self, name: str) -> str:
        """Read what a function is applied to; a power behind it is one of the function's."""
        function = f"<mi>{name}</mi>"
        if self.token[0] != "open":
            return function
        return f"<mrow>{function}{_APPLY}{self.atom()}</mrow>"

    def word(self) -> str:
        """Read letters in braces as they are."""
        letters = []
        self.take()
        while self.token[0] != "end" and self.token != ("sign", "}"):
            letters.append(self.take()[1])
        self.take()
        return escape("".join(letters))


_DOUBLE: Final = {"R": "ℝ", "C": "ℂ", "Z": "ℤ"}


def _fence(text: str, form: str) -> str:
    """Write a bracket; of a bar the side must be said."""
    said = f' form="{form}" stretchy="true"' if text == "|" else ""
    return f"<mo{said}>{text}</mo>"
