"""What must be in a record or a card that was read, before anybody relies on it."""

from __future__ import annotations

from typing import Any, Final

Schema = Any
"""A type, a dictionary of schemas that must be there, or a list with the schema of its items, of
which there is one at least."""
MADE_WITH: Final[Schema] = {
    "python": str, "packages": dict, "machine": str, "commit": str, "date": str,
}  # fmt: skip


def fits(value: Any, schema: Schema) -> bool:
    """Whether something that was read is what it should be."""
    if isinstance(schema, dict):
        return isinstance(value, dict) and all(
            name in value and fits(value[name], each) for name, each in schema.items()
        )
    if isinstance(schema, list):
        is_list = isinstance(value, list) and len(value) > 0
        return is_list and all(fits(each, schema[0]) for each in value)
    return isinstance(value, int | float if schema is float else schema)
