"""What a program may send, and what it gets when it is mistaken; OpenAPI is made from this."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from aljabr.serve.settings import DEFAULT_BUDGET, MAX_LINES, MAX_TEXT

Text = Annotated[str, Field(max_length=MAX_TEXT)]
Lines = Annotated[list[Text], Field(min_length=1, max_length=MAX_LINES)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    def asked(self) -> dict[str, Any]:
        """Return the fields that are given, by their names in the API."""
        return self.model_dump(by_alias=True, exclude_none=True, exclude={"budget"})


class _Question(_Body):
    unknown: Annotated[str | None, Field(alias="for", max_length=40)] = None
    """The letter to solve for; by default x, or the only letter there is."""
    domain: Literal["real", "complex"] | None = None
    """Which roots: the real ones, or all; by default real, unless the equation holds sqrt(-1)."""
    budget: Annotated[float, Field(gt=0, allow_inf_nan=False)] = DEFAULT_BUDGET
    """Seconds to spend at the most, waiting included; the server has a limit of its own."""


class Equation(_Question):
    """An equation."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"equation": "x^2 - 5x + 6 = 0", "for": "x"}]}
    )
    equation: Text
    """As a person types it, or in LaTeX."""


class Derivation(_Question):
    """The lines of a derivation, the equation first; or an equation alone."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"lines": ["2(x + 3) = 10", "2x + 6 = 10", "2x = 4"]}]}
    )
    equation: Text | None = None
    lines: Lines | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Derivation:
        if (self.equation is None) == (self.lines is None):
            raise ValueError("give either an equation or lines")
        return self


class Choice(_Body):
    """Which exercise."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"kind": "linear", "difficulty": 1, "seed": 7}]}
    )
    kind: Annotated[str | None, Field(max_length=60)] = None
    """The class of the equation; any by default."""
    difficulty: Annotated[int, Field(ge=1, le=10)] = 1
    seed: Annotated[int | None, Field(ge=0, lt=2**53)] = None
    """The same seed gives the same exercise."""


class Mistake(BaseModel):
    """What is wrong with a request, where, and what to do."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"what": "unexpected '='", "column": 5, "hint": ""}]}
    )
    what: str
    column: int | None
    """The place in the text, counted from 1; null if it has none."""
    hint: str
