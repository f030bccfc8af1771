"""What was found, as a record of JSON; `Lemma.of` reads it back."""

from __future__ import annotations

from typing import Any

from aljabr.algebra.printing import sym_text
from aljabr.discovery.discoverer import Discovery


def record_of(found: Discovery, made: dict[str, Any]) -> dict[str, Any]:
    """Write what was found, and how."""
    lemma = found.lemma
    base = {
        "name": found.name,
        "equation": f"{sym_text(found.left)} = 0",
        "expanded": found.expanded,
        "seconds": round(found.seconds, 1),
        **made,
    }
    if lemma is None:
        return {**base, "found": False}
    return {
        **base,
        "found": True,
        "conditions": [sym_text(each) for each in lemma.conditions],
        "moves": found.moves,
        "lines": found.lines,
        "definitions": [[str(name), sym_text(value)] for name, value in lemma.definitions],
        "roots": [sym_text(root) for root in lemma.roots],
    }
