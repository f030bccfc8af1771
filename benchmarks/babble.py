"""Bodies that are no questions, mostly: random bytes, broken JSON, wrong types, hostile texts."""

from __future__ import annotations

import json
import random
from typing import Any

PATHS = ("/api/solve", "/api/hint", "/api/check", "/api/practice", "/api/look", "/api/read")
SEEDS: tuple[dict[str, Any], ...] = (
    {"equation": "x^2 - 5x + 6 = 0", "for": "x", "domain": "real", "budget": 0.2},
    {"lines": ["2(x + 3) = 10", "2x + 6 = 10", "x = 2"], "budget": 0.2},
    {"kind": "linear", "difficulty": 2, "seed": 7},
    {"equation": "sqrt(x + 3) = \\frac{x}{2}", "budget": 0.1},
)
PIECES = (
    "x", "=", "==", "(", ")", "^", "^^", "2", "9" * 50, "sin", "sqrt", "log", "|", "/0", "\\frac",
    "{", "}", "\\", "\x00", "\u202e", "\ud800", "é", "∛", "<script>", "=0", "e^", "!", "%", "°",
    "d/dx", ",", ".", "x_1", "α", "±", "≤", " ", "\n", "or", "and", "1e999", "-", "0x10", "∞",
)  # fmt: skip
SIGNS = (b'"', b"{", b"}", b",", b":", b"\\", b"null", b"[", b"9" * 30)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1e308, 10**40, 0.1, "", "x", "x = 1", [], [[]], {}, {"a": 1},
    ["x = 1"] * 200, "x" * 6000, ["x" * 6000], "real", "complex", float("nan"), float("inf"),
)  # fmt: skip


def body(rng: random.Random) -> bytes:
    """Draw a body."""
    return rng.choice((_noise, _mutated, _mutated, _typed, _typed, _nested, _fields))(rng)


def _noise(rng: random.Random) -> bytes:
    return rng.randbytes(rng.choice((0, 1, 10, 200, 3000)))


def _mutated(rng: random.Random) -> bytes:
    """Change a few bytes of a good body."""
    data = bytearray(json.dumps(rng.choice(SEEDS)).encode())
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data))
        kind = rng.randrange(3)
        if kind == 0:
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at : at + rng.randint(1, 5)]
            data = data or bytearray(b"{")
        else:
            data[at:at] = rng.choice(
                (b'"', b"{", b"}", b",", b":", b"\\", b"null", b"[", b"9" * 30)
            )
    return bytes(data)


def _typed(rng: random.Random) -> bytes:
    """Ask about a text that nobody has typed."""
    text = "".join(rng.choices(PIECES, k=rng.choice((1, 3, 8, 20, 60))))
    asked: dict[str, Any] = {"equation": text, "budget": 0.1}
    if rng.random() < 0.3:
        asked = {"lines": ["2x = 4", text][: rng.randint(1, 2)], "budget": 0.1}
    if rng.random() < 0.2:
        asked["for"] = rng.choice(PIECES)
    return json.dumps(asked).encode()


def _nested(rng: random.Random) -> bytes:
    """Open many brackets, in JSON or in a text."""
    depth = rng.choice((10, 200, 5_000, 20_000))
    if rng.random() < 0.5:
        return (b"[" * depth)[:60_000] if rng.random() < 0.5 else (b'{"a":' * depth)[:60_000]
    text = (rng.choice(("(", "sqrt(", "|", "x^(", "-", "1/(")) * depth)[:4_990] + "x = 1"
    return json.dumps({"equation": text, "budget": 0.1}).encode()


def _fields(rng: random.Random) -> bytes:
    """Fill the fields with what does not belong there."""
    asked = dict(rng.choice(SEEDS))
    for name in rng.sample(("equation", "lines", "for", "domain", "budget", "seed", "kind"), 3):
        asked[name] = rng.choice(VALUES)
    return json.dumps(asked).encode()
