"""Figures in a page: written between two comments, so that nobody types them."""

from __future__ import annotations

import re
from pathlib import Path

from aljabr.errors import UserError
from aljabr.ledger import files


def fill(text: str, name: str, figures: str) -> str:
    """Return a page with the figures of one name written anew; it must have their place once."""
    begin, end = _place(name)
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    filled, count = pattern.subn(lambda _: f"{begin}\n{figures.strip()}\n{end}", text)
    if count != 1:
        raise UserError(f"the page has {count} places for the figures of {name}, not one")
    return filled


def _place(name: str) -> tuple[str, str]:
    return f"<!-- figures: {name} -->", f"<!-- end: {name} -->"


def write(page: Path, figures: dict[str, str]) -> None:
    """Write figures into their places in a page; a page that is not there yet is all places."""
    if page.exists():
        text = page.read_text(encoding="utf-8")
    else:
        text = "\n".join("\n".join(_place(name)) + "\n" for name in figures)
    for name, each in figures.items():
        text = fill(text, name, each)
    files.write_text(page, text)


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
