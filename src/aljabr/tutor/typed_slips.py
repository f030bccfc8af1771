"""Slips that are seen in the text of an equation: signs, brackets, and what stands around them."""

from __future__ import annotations

from collections.abc import Iterator

from aljabr.algebra.lexer import tokenize
from aljabr.algebra.typed import ParseError, Token
from aljabr.tutor.spelling import blank

Change = tuple[str, str, str]
"""The kind of a slip, a sentence, and the text with it."""


def in_text(text: str) -> Iterator[Change]:
    """Yield a text with one slip in it, again and again."""
    try:
        tokens = tokenize(text)[:-1]
    except ParseError:
        return
    yield from _brackets(text, tokens)
    yield from _signs(text, tokens)


def _signs(text: str, tokens: list[Token]) -> Iterator[Change]:
    """Turn the sign of a term round: lost, or kept where the term changed sides."""
    for place, token in enumerate(tokens):
        starts = place == 0 or tokens[place - 1].kind in ("=", "(", "|(")
        if token.kind in ("+", "-"):
            turned = "-" if token.kind == "+" else "+"
            term = _term(text, tokens, place + 1)
            changed = text[: token.column - 1] + turned + text[token.end :]
            yield "sign", f"The sign of {term} is wrong.", changed
        elif starts and token.kind not in ("=", "("):
            term = _term(text, tokens, place)
            changed = text[: token.column - 1] + "-" + text[token.column - 1 :]
            yield "sign", f"The sign of {term} is wrong.", changed


def _term(text: str, tokens: list[Token], start: int) -> str:
    """Return the term that begins at a token, as it was typed."""
    depth, end = 0, start
    while end < len(tokens):
        kind = tokens[end].kind
        depth += (kind == "(") - (kind == ")")
        if depth < 0 or (depth == 0 and end > start and kind in ("+", "-", "=")):
            break
        end += 1
    if start >= len(tokens) or end == start:
        return "a term"
    return text[tokens[start].column - 1 : tokens[end - 1].end]


def _brackets(text: str, tokens: list[Token]) -> Iterator[Change]:
    """Multiply the first term of a bracket only; take a power or a function of each term."""
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind == "(":
            opened.append(place)
        elif token.kind == ")" and opened:
            first = opened.pop()
            yield from _bracket(text, tokens, first, place)


def _bracket(text: str, tokens: list[Token], first: int, last: int) -> Iterator[Change]:
    low, high = tokens[first].column - 1, tokens[last].end
    inner = _addends(text, tokens, first + 1, last)
    if len(inner) < 2:
        if _power_behind(text, tokens, last) is not None:
            said = f"The power of {text[low:high]} belongs to each factor in it."
            yield "power", said, blank(blank(text, low, low + 1), high - 1, high)
        return
    before = tokens[first - 1] if first else None
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    shown = text[low:high]
    if before is not None and before.kind in ("number", "symbol", "*", ")", "-"):
        kind = "sign" if before.kind == "-" else "expansion"
        said = f"The factor in front of {shown} belongs to each term in it."
        if kind == "sign":
            said = f"The minus in front of {shown} belongs to each term in it."
        bare = blank(blank(text, low, low + 1), high - 1, high)
        yield kind, said, bare
        factor = _factor(text, tokens, first - 1)
        if factor is not None:  # only the last term is multiplied
            start, sign = factor
            *most, end = inner
            yield (
                "expansion",
                said,
                f"{text[:start]}{sign}({''.join(most)}{_times(end, text[start:low])}){text[high:]}",
            )
    if after is not None and after.kind == "/":
        divisor = _operand(text, tokens, last + 2)
        if divisor is not None:
            stop, below = divisor
            said = f"Each term of {shown} is divided by {below}, not only one."
            for chosen in range(len(inner)):
                parts = [f"{each}/{below}" if n == chosen else each for n, each in enumerate(inner)]
                joined = "".join(parts)
                yield "fraction", said, f"{text[:low]}({joined}){text[stop:]}"
    power = _power_behind(text, tokens, last)
    if power is not None:
        stop, exponent = power
        said = f"{shown}^{exponent} is more than the powers of its terms."
        powers = "".join(f"+({each})^{exponent}" for each in inner)
        yield "expansion", said, f"{text[:low]}({powers}){text[stop:]}"
        if exponent == "2" and len(inner) == 2:
            one, other = inner
            once = f"({one})^2+({one})*({other})+({other})^2"
            yield "expansion", said, f"{text[:low]}({once}){text[stop:]}"
            yield "expansion", said, f"{text[:low]}(({one})^2-({other})^2){text[stop:]}"


def _times(term: str, factor: str) -> str:
    return f"{term[:1]}({factor.strip().rstrip('*')})*({term[1:]})" if term[:1] in "+-" else term


def _factor(text: str, tokens: list[Token], place: int) -> tuple[int, str] | None:
    token = tokens[place]
    if token.kind == "*" and place:
        token = tokens[place - 1]
    return (token.column - 1, "") if token.kind in ("number", "symbol") else None


def _addends(text: str, tokens: list[Token], start: int, end: int) -> list[str]:
    """Return the terms between two tokens, each with its sign."""
    found, depth, begin = [], 0, start
    for place in range(start, end):
        kind = tokens[place].kind
        if depth == 0 and kind in ("+", "-") and place > begin:
            found.append((begin, place))
            begin = place
        depth += (kind == "(") - (kind == ")")
    found.append((begin, end))
    return [
        text[tokens[low].column - 1 : tokens[high - 1].end] for low, high in found if high > low
    ]


def _operand(text: str, tokens: list[Token], place: int) -> tuple[int, str] | None:
    if place >= len(tokens) or tokens[place].kind not in ("number", "symbol"):
        return None
    return tokens[place].end, text[tokens[place].column - 1 : tokens[place].end]


def _power_behind(text: str, tokens: list[Token], last: int) -> tuple[int, str] | None:
    if last + 1 < len(tokens) and tokens[last + 1].kind == "superscript":
        return tokens[last + 1].end, tokens[last + 1].text
    if last + 2 < len(tokens) and tokens[last + 1].kind == "^":
        return _operand(text, tokens, last + 2)
    return None
