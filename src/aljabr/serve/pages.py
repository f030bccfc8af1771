"""The pages as HTML, made from templates; where a process makes one, it comes out as bytes."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from aljabr.algebra.mathml import mathml
from aljabr.answer.picture import STYLE
from aljabr.serve import views
from aljabr.serve.drawing import draw
from aljabr.serve.messages import Task
from aljabr.serve.samples import SAMPLES
from aljabr.tutor import kinds
from aljabr.tutor.practising import LEVELS

STATIC: Final = {
    "aljabr.css": "text/css; charset=utf-8",
    "aljabr.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
_TEMPLATES: Final = (
    "layout", "parts", "solve", "hint", "check", "checked", "practice", "look", "methods", "read",
    "mistake",
)  # fmt: skip


@cache
def static(name: str) -> tuple[bytes, str]:
    """Return a file of the page and its type; the style sheet also has what pictures need."""
    data = resources.files("aljabr.serve").joinpath("static", name).read_bytes()
    return data + STYLE.encode() * (name == "aljabr.css"), STATIC[name]


@cache
def _version(name: str) -> str:
    return hashlib.sha256(static(name)[0]).hexdigest()[:8]


def address(place: str, **fields: Any) -> str:
    """Return a link within the site; lines are joined, what is empty is left out."""
    given = {name.rstrip("_"): "\n".join(value) if isinstance(value, list | tuple) else value
             for name, value in fields.items() if value}  # fmt: skip
    return place + ("?" + urlencode(given) if given else "")


def _source(name: str) -> str:
    return resources.files("aljabr.serve").joinpath("templates", name).read_text("utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_source), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    environment.globals |= {"file": lambda name: f"static/{name}?v={_version(name)}"}
    environment.globals |= {"address": address, "samples": SAMPLES, "math": _math, "typed": _typed}
    environment.globals |= {"kinds": kinds, "levels": lambda: range(1, LEVELS + 1)}
    environment.filters |= {"sentence": sentence}
    return environment


def sentence(text: str) -> str:
    """Begin a sentence with a capital, unless it begins with a letter of an equation."""
    return text if re.match(r"\w ?[^\w ]", text) else text[:1].upper() + text[1:]


def _math(text: str, unknown: str | None = None) -> Markup:
    return Markup(views.math_of(text, unknown))


def _typed(text: str) -> Markup:
    return Markup(views.as_typed(text))


def load() -> None:
    """Read all templates and files."""
    for name in _TEMPLATES:
        _environment().get_template(f"{name}.html")
    for name in STATIC:
        _version(name)


def _render(name: str, task: Task | None = None, **context: Any) -> bytes:
    asked = {} if task is None else task.asked
    template = _environment().get_template(f"{name}.html")
    is_part = task is not None and task.form == "part"
    text = template.render(asked=asked, is_part=is_part, page=name, **context)
    return text.encode("utf-8", "backslashreplace")


# -- the pages -------------------------------------------------------------------------------------


def empty(kind: str) -> bytes:
    """Return a page on which nothing is asked yet."""
    name = "solve" if kind in ("hint", "look", "read") else kind
    return _render(name, found=None, problem=None)


def mistake(task: Task, problem: dict[str, Any]) -> bytes:
    """Return the page of a question that cannot be answered."""
    typed = task.asked.get("equation") or ""
    marked = Markup(views.marked(typed, problem["column"]))
    if task.form == "part":
        return _render("mistake", task, problem=problem, marked=marked)
    name = "solve" if task.kind in ("look", "read", "methods") else task.kind
    return _render(name, task, found=None, problem=problem, marked=marked)


def page(task: Task, found: Any) -> bytes:
    """Return the page of an answer."""
    if task.form == "part" and task.kind in ("check", "practice"):
        return _render("checked", task, checked=getattr(found, "checked", found))
    more = _CONTEXT[task.kind](task, found) if task.kind in _CONTEXT else {}
    return _render(task.kind, task, found=found, problem=None, **more)


def _solved(task: Task, solution: Any) -> dict[str, Any]:
    return {
        "status": views.STATUS[solution.status],
        "start": _typed(solution.equation),
        "tree": views.derivation(solution),
        "answer": Markup(views.answer(solution)),
        "remarks": [Markup(each) for each in views.remarks(solution)],
        "plot": Markup(views.plot(solution)),
        "latex": solution.to_latex(),
        "text": solution.to_text(),
    }


def _listed(task: Task, found: Any) -> dict[str, Any]:
    rows = [(method, [Markup(mathml(each)) for each in method.latex]) for method in found.known]
    return {"rows": rows}


def _hinted(task: Task, found: Any) -> dict[str, Any]:
    return {"lines": task.lines}


def _looked(task: Task, found: Any) -> dict[str, Any]:
    return {"tree": Markup(draw(found.tree))}


_CONTEXT: Final = {"solve": _solved, "methods": _listed, "hint": _hinted, "look": _looked}
