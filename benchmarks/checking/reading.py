"""A reader of its own for equations as typed, and for roots and conditions as printed.

It follows the table "What is read how" of `docs/solving.md` and shares no code with the package's
parser. Nothing is simplified: the tree is the text, so that every divisor stays where it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Final

_NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A piece of a tree: `number`, `letter`, `pi`, one of + - * / ^, or a function's name."""

    head: str
    children: tuple[Node, ...] = ()
    value: Fraction = _NOTHING
    name: str = ""

    def walk(self) -> Iterator[Node]:
        """Yield every piece, itself first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def letters(self) -> set[str]:
        """Return the names of the letters in it."""
        return {node.name for node in self.walk() if node.head == "letter"}


def number(value: Fraction | int) -> Node:
    """Return a number as a tree."""
    return Node("number", value=Fraction(value))


def node(head: str, *children: Node) -> Node:
    """Return an operation or a function of something."""
    return Node(head, children)


PI: Final = Node("pi")
FUNCTIONS: Final = ("sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "abs", "Im",
                    "Re")  # fmt: skip
"""The functions of trees; those below are written out with them."""
_WORDS: Final = (
    "arsinh arcosh artanh asinh acosh atanh arcsin arccos arctan asin acos atan sqrt cbrt sinh cosh"
    " tanh coth sech csch cosec cotan sin cos tan sec csc cot exp log abs ln Im Re"
).split()
_SYNONYMS: Final = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "ln": "log",
                    "cosec": "csc", "cotan": "cot", "arsinh": "asinh", "arcosh": "acosh",
                    "artanh": "atanh"}  # fmt: skip
_INVERTED: Final = ("sin", "cos", "tan", "sinh", "cosh", "tanh")
_GREEK: Final = (
    "alpha beta gamma delta epsilon zeta theta kappa lambda omega sigma rho tau phi psi mu nu xi"
).split()
_SAME: Final = str.maketrans({"·": "*", "×": "*", "÷": "/", "−": "-", "π": "pi", "½": "(1/2)",
                              "[": "(", "]": ")"})  # fmt: skip
_SUPERSCRIPT: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUBSCRIPT: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_LETTERS: Final = "[^\\W\\d_⁰¹²³⁴⁵⁶⁷⁸⁹]"  # to Python, ² is a letter
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>\d+\.\d*|\.\d+|\d+)|(?P<super>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    rf"|(?P<sign>\*\*|[-+*/^(),|=√∛])|(?P<word>{_LETTERS}+(?:_(?:\d+|{_LETTERS}+))?))"
)
_NAMED_PARTS: Final = sorted([*_WORDS, *_GREEK, "pi"], key=len, reverse=True)


class Unread(ValueError):
    """The text is not of this reader's grammar."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # number, super, function, letter, pi, base, a sign, end
    text: str


def _tokens(text: str) -> list[_Token]:
    text = re.sub("[₀-₉]+", lambda digits: "_" + digits[0].translate(_SUBSCRIPT), text)
    text = text.translate(_SAME)
    found: list[_Token] = []
    position = 0
    while text[position:].strip():
        match = _TOKEN.match(text, position)
        if match is None:
            raise Unread(f"{text!r} at {position}")
        position = match.end()
        if match["number"]:
            found.append(_Token("number", match["number"]))
        elif match["super"]:
            found.append(_Token("super", match["super"].translate(_SUPERSCRIPT)))
        elif match["sign"]:
            found.append(_Token(match["sign"].replace("**", "^"), match["sign"]))
        else:
            found += _words(match["word"])
            if found[-1] == _Token("function", "log"):
                digits = re.match(r"\d+(?=\s*\()", text[position:])  # log10(x)
                if digits:
                    found.append(_Token("base", digits[0]))
                    position += digits.end()
    return [*found, _Token("end", "")]


def _words(word: str) -> list[_Token]:
    """Cut a run of letters into functions, pi, Greek letters and letters."""
    word, _, subscript = word.partition("_")
    found: list[_Token] = []
    while word:
        part = next((each for each in _NAMED_PARTS if word.startswith(each)), word[0])
        if not part.isalpha():
            raise Unread(f"the letter {part!r}")
        kind = "pi" if part == "pi" else "function" if part in _WORDS else "letter"
        found.append(_Token(kind, part))
        word = word[len(part) :]
    if subscript:
        last = found.pop()
        if last.text == "log":  # log_2 x
            found += [last, _Token("base", subscript)]
        else:
            found.append(_Token("letter", f"{last.text}_{subscript}"))
    return found


class _Reader:
    def __init__(self, text: str, keeps_names: bool = False) -> None:
        self.text = text
        self.keeps_names = keeps_names
        self.tokens = _tokens(text)
        self.has_euler = any(one.text == "e" and other.kind in ("^", "super")
                             for one, other in pairwise(self.tokens))  # fmt: skip
        self.position = 0
        self.open: list[str] = []
        self.opening: tuple[int, ...] = ()  # places of bars that open where they could close
        self.odd = 0  # how many numbers stand alone between bars

    @property
    def kind(self) -> str:
        return self.tokens[self.position].kind

    def take(self, kind: str | None = None) -> str:
        token = self.tokens[self.position]
        if kind is not None and token.kind != kind:
            raise Unread(f"{self.text!r}: {token.text!r} where {kind!r} was expected")
        self.position += 1
        return token.text

    def sum(self) -> Node:
        total = self.product()
        while self.kind in ("+", "-"):
            sign = self.take()
            total = node(sign, total, self.product())
        return total

    def product(self) -> Node:
        total = self.signed()
        while True:
            if self.kind in ("*", "/"):
                total = node(self.take(), total, self.signed())
            elif self.starts_operand():
                total = node("*", total, self.power())
            else:
                return total

    def signed(self) -> Node:
        if self.kind in ("+", "-"):
            sign = self.take()
            inner = self.signed()
            return node("neg", inner) if sign == "-" else inner
        return self.power()

    def starts_operand(self) -> bool:
        if self.kind == "|":
            return self.open[-1:] != ["|"] or self.position in self.opening
        return self.kind in ("number", "letter", "pi", "function", "(", "√", "∛")

    def power(self) -> Node:
        follows = self.tokens[self.position + 1 : self.position + 2]
        if self.kind == "letter" and self.tokens[self.position].text == "e":
            if follows and follows[0].kind == "^":
                self.position += 2
                return node("exp", self.signed())
            if follows and follows[0].kind == "super":
                self.position += 1
                return node("exp", number(int(self.take())))
        return self.raised(self.atom())

    def raised(self, base: Node) -> Node:
        while self.kind == "super":
            base = node("^", base, number(int(self.take())))
        if self.kind == "^":
            self.take()
            base = node("^", base, self.signed())
        return base

    def atom(self) -> Node:
        kind = self.kind
        if kind == "number":
            return number(Fraction(self.take()))
        if self.has_euler and self.tokens[self.position] == _Token("letter", "e"):
            self.take()
            return node("exp", number(1))
        if kind == "letter":
            return Node("letter", name=self.take())
        if kind == "pi":
            self.take()
            return PI
        if kind in ("(", "|"):
            self.open.append(self.take())
            inner = self.sum()
            self.take(")" if kind == "(" else "|")
            self.open.pop()
            size = inner.children[0] if inner.head == "neg" else inner
            self.odd += kind == "|" and size.head == "number"
            return inner if kind == "(" else node("abs", inner)
        if kind in ("√", "∛"):
            self.take()
            inner = self.atom()
            return node("sqrt", inner) if kind == "√" else node("^", inner, number(Fraction(1, 3)))
        if kind == "function":
            return self.function()
        raise Unread(f"{self.text!r}: unexpected {self.tokens[self.position].text!r}")

    def function(self) -> Node:
        name = self.take()
        name = _SYNONYMS.get(name, name)
        exponent: Node | None = None
        base = _Reader(self.take()).whole() if self.kind == "base" else None
        if self.kind == "super":
            exponent = number(int(self.take()))
        elif self.kind == "^":
            self.take()
            exponent = self.signed() if self.kind == "-" else self.atom()
        if exponent is not None and is_minus_one(exponent) and name in _INVERTED:
            name, exponent = f"a{name}", None
        if self.kind == "(":
            self.open.append(self.take())
            inner = self.sum()
            if self.kind == "," and name == "log":
                self.take()
                base = self.sum()
            self.take(")")
            self.open.pop()
        else:
            inner = self.bare()
        value = node(name, inner) if self.keeps_names else _written_out(name, inner)
        if base is not None:
            value = node("/", value, node("log", base))
        return value if exponent is None else node("^", value, exponent)

    def bare(self) -> Node:
        """Read the argument of `sin 2x`: a product without signs, up to a function or bracket."""
        negative = self.kind == "-"
        if negative:
            self.take()
        inner = self.power()
        while self.starts_operand() and self.kind not in ("function", "|"):
            if self.kind == "(" and self.tokens[self.position - 1].kind != "number":
                break
            inner = node("*", inner, self.power())
        return node("neg", inner) if negative else inner

    def whole(self) -> Node:
        """Read all of it, so that as few numbers as can be stand alone between bars."""
        bars = [place for place, token in enumerate(self.tokens) if token.kind == "|"]
        most = len(bars) // 2 if 4 <= len(bars) <= 12 else 1
        found: list[tuple[int, Node]] = []
        wrong: list[Unread] = []
        for opening in chain.from_iterable(combinations(bars, count) for count in range(most)):
            self.position, self.open, self.opening, self.odd = 0, [], opening, 0
            try:
                tree = self.sum()
                self.take("end")
                found.append((self.odd, tree))
            except Unread as reason:
                wrong.append(reason)
            if found and not found[-1][0]:
                break
        if not found:
            raise wrong[0]
        return min(found, key=lambda each: each[0])[1]


def is_minus_one(exponent: Node) -> bool:
    """Whether this reads -1."""
    if exponent.head == "neg":
        return exponent.children[0].value == 1
    return exponent.head == "number" and exponent.value == -1


def _written_out(name: str, inner: Node) -> Node:
    one, two = number(1), number(2)
    if name in FUNCTIONS:
        return node(name, inner)
    if name == "cbrt":
        return node("^", inner, number(Fraction(1, 3)))
    if name in ("sec", "csc"):
        return node("/", one, node("cos" if name == "sec" else "sin", inner))
    if name == "cot":
        return node("/", node("cos", inner), node("sin", inner))
    up, down = node("exp", inner), node("exp", node("neg", inner))
    if name in ("sinh", "cosh"):
        return node("/", node("-" if name == "sinh" else "+", up, down), two)
    if name == "tanh":
        return node("/", node("-", up, down), node("+", up, down))
    if name == "coth":
        return node("/", node("+", up, down), node("-", up, down))
    if name in ("sech", "csch"):
        return node("/", two, node("+" if name == "sech" else "-", up, down))
    square = node("^", inner, two)
    if name == "asinh":
        return node("log", node("+", inner, node("sqrt", node("+", square, one))))
    if name == "acosh":  # real from 1 on only
        roots = (node("sqrt", node(sign, inner, one)) for sign in "-+")
        return node("log", node("+", inner, node("*", *roots)))
    if name == "atanh":
        return node("/", node("log", node("/", node("+", one, inner), node("-", one, inner))), two)
    raise Unread(f"the function {name}")


def read(text: str, keeps_names: bool = False) -> Node:
    """Read an expression; sec, sinh and the like are written out unless their names are kept."""
    return _Reader(text, keeps_names).whole()


def read_equation(text: str, keeps_names: bool = False) -> tuple[Node, Node]:
    """Read both sides of an equation; the right one is 0 if there is no sign."""
    left, _, right = text.partition("=")
    return read(left, keeps_names), read(right or "0", keeps_names)


# -- conditions ------------------------------------------------------------------------------------

ALL_POSITIVE: Final = "every parameter > 0"


@dataclass(frozen=True, slots=True)
class Chain:
    """A condition: sides compared one after the other, as in 0 ≤ a < pi."""

    text: str
    sides: tuple[Node, ...]
    signs: tuple[str, ...]

    def letters(self) -> set[str]:
        return set().union(*(side.letters() for side in self.sides))

    def with_(self, change: Callable[[Node], Node]) -> Chain:
        """Return the condition with its sides changed."""
        return Chain(self.text, tuple(map(change, self.sides)), self.signs)


def read_condition(text: str, parameters: set[str]) -> list[Chain]:
    """Read a condition; "every parameter" means each of those given."""
    if text == ALL_POSITIVE:
        return [Chain(text, (read(name), number(0)), (">",)) for name in sorted(parameters)]
    if text.endswith(" is real"):  # then its square is not negative
        inner = read(text.removesuffix(" is real"))
        return [Chain(text, (node("*", inner, inner), number(0)), ("≥",))]
    pieces = re.split(r"\s*([≠≥≤<>=])\s*", text)
    if len(pieces) < 3:
        raise Unread(f"the condition {text!r}")
    return [Chain(text, tuple(read(each) for each in pieces[::2]), tuple(pieces[1::2]))]


def substituted(tree: Node, name: str, value: Node) -> Node:
    """Return a tree with another in the place of a letter."""
    if tree.head == "letter":
        return value if tree.name == name else tree
    if not tree.children:
        return tree
    return Node(tree.head, tuple(substituted(child, name, value) for child in tree.children))


def show(tree: Node) -> str:
    """Write a tree as text, with more brackets than needed."""
    if tree.head == "number":
        return str(tree.value) if tree.value >= 0 else f"({tree.value})"
    if not tree.children:
        return tree.name or tree.head
    parts = [show(child) for child in tree.children]
    if len(parts) == 1:
        return f"-({parts[0]})" if tree.head == "neg" else f"{tree.head}({parts[0]})"
    return f"({parts[0]} {tree.head} {parts[1]})"
