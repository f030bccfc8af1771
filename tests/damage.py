"""Files that are damaged in the ways of disks, of crashes, and of people who edit them."""

from __future__ import annotations

import json
import random
from typing import Any

ODD = (
    None, True, 0, -1, 2, 10**6, 10**9, 10**18, 10**30, 1.5, float("nan"), "", "x", "\u2028", [],
    [1], [[]], {}, {"a": 1}, "[" * 20_000, "9" * 5_000,
)  # fmt: skip
"""What stands where something else should."""


def flipped(data: bytes, rng: random.Random, count: int, end: int | None = None) -> bytes:
    """Flip some bits."""
    changed = bytearray(data)
    for _ in range(count):
        changed[rng.randrange(end or len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Damage any file: cut it short, flip bits, lose or gain a piece, or empty it."""
    start = rng.randrange(len(data))
    end = min(len(data), start + rng.randrange(1, 2_000))
    return rng.choice(
        [
            data[:start],
            flipped(data, rng, rng.randrange(1, 20)),
            flipped(data, rng, rng.randrange(1, 4), min(len(data), 500)),
            data[:start] + bytes(end - start) + data[end:],
            data[:start] + data[end:],
            data[:start] + rng.randbytes(rng.randrange(1, 100)) + data[start:],
            b"",
        ]
    )


def edited(tree: Any, rng: random.Random) -> Any:
    """Lose a part of a JSON value, or put something odd in its place."""
    if isinstance(tree, dict | list) and tree and rng.random() < 0.9:
        places: list[Any] = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
        place = rng.choice(places)
        copy: Any = tree.copy()
        if rng.random() < 0.2:
            del copy[place]
        else:
            copy[place] = edited(tree[place], rng)
        return copy
    return rng.choice(ODD)


def damaged_json(text: str, rng: random.Random) -> bytes:
    """Damage a text of JSON, as a text or as a value."""
    if rng.random() < 0.3:
        return damaged(text.encode(), rng)
    return json.dumps(edited(json.loads(text), rng)).encode()


def damaged_checkpoint(data: bytes, rng: random.Random) -> bytes:
    """Damage a checkpoint: anywhere, in its header, or in its card."""
    kind = rng.choice(["anywhere", "length", "header", "array", "card", "card"])
    if kind == "anywhere":
        return damaged(data, rng)
    length = int.from_bytes(data[:8], "little")
    if kind == "length":
        wrong = rng.choice([0, 1, length - 1, length + 1, 2**31, 2**40, 2**64 - 1, len(data)])
        return wrong.to_bytes(8, "little") + data[8:]
    header = json.loads(data[8 : 8 + length])
    if kind == "header":
        header = edited(header, rng)
    elif kind == "array":
        name = rng.choice([name for name in header if name != "__metadata__"])
        header[name] |= rng.choice(
            [
                {"dtype": rng.choice(["F16", "BF16", "F64", "I32", "U8", "BOOL", "F8_E4M3"])},
                {"shape": rng.choice([[], [0], [-1, -1], [10**6, 10**6], [2**62, 4], "all"])},
                {"data_offsets": rng.choice([[0, 0], [0, 10**15], [8, 0], [-4, 0], None])},
            ]
        )
    else:
        card = edited(json.loads(header["__metadata__"]["card"]), rng)
        header["__metadata__"]["card"] = json.dumps(card)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data[8 + length :]
