"""The pages without a browser: they hold what they should, escaped, small, and well linked."""

from __future__ import annotations

import asyncio
import re
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

import pytest

from aljabr.serve.samples import SAMPLES
from benchmarks.serving import ask

LIMIT = 60_000
VOID = {"meta", "link", "input", "br", "hr", "img"}


class Page(HTMLParser):
    """Reads a page strictly: what is opened is closed, ids are unique, labels name their fields."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        assert not [name for name in given if name.startswith("on")], "a script within the page"
        assert "style" not in given
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        if tag == "label" and "for" in given:
            self.labels.add(given["for"])
        if tag in ("input", "textarea", "select"):
            self.fields.append({**given, "inside": "label" if "label" in self.open else ""})

    def handle_startendtag(self, tag, attributes):
        pass  # in pictures

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def get(server, path, **fields):
    place = path + ("?" + urlencode(fields) if fields else "")
    return asyncio.run(ask(server.port, place))


PAGES = [
    ("/", {}),
    ("/", {"equation": "sqrt(x + 3) = x - 3"}),
    ("/", {"equation": "b sin(x) = b/2"}),
    ("/", {"equation": "a x^2 + b x + c = 0"}),
    ("/", {"equation": "x^2 + 4 = 0"}),
    ("/", {"equation": "x = = 2"}),
    ("/", {"equation": "x/x = 1"}),
    ("/check", {}),
    ("/check", {"lines": "2(x + 3) = 10\n2x + 3 = 10"}),
    ("/check", {"lines": "2x = 4\nx = 2"}),
    ("/hint", {"equation": "x^2 - 5x + 6 = 0"}),
    ("/hint", {"lines": "2x = 4\nx = 2"}),
    ("/look", {"equation": "sqrt(x + 3) = x - 3"}),
    ("/practice", {}),
    ("/practice", {"kind": "linear", "difficulty": 1, "seed": 3, "lines": "x = 1"}),
    ("/methods", {}),
    ("/none", {}),
]


@pytest.mark.parametrize(("path", "fields"), PAGES)
def test_a_page_is_well_formed_labelled_and_small(server, path, fields):
    answer = get(server, path, **fields)
    assert answer.headers["content-type"].startswith("text/html")
    page = Page(answer.body.decode())
    assert len(page.ids) == len(set(page.ids))
    for field in page.fields:
        assert field.get("type") == "hidden" or field["inside"] or field["id"] in page.labels
    files = re.findall(r'(?:href|src)="(static/[^"]+)"', answer.body.decode())
    assert len(files) == 3
    shipped = sum(len(get(server, f"/{each}").body) for each in files)
    assert len(answer.body) + shipped < LIMIT
    assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.body.decode())


def test_every_example_is_solved_and_its_page_small(server):
    for group in SAMPLES.values():
        for sample in group:
            fields = {"equation": sample.equation, "for": sample.unknown}
            answer = get(server, "/", **fields)
            assert answer.status == 200
            assert b'class="answer unsolved"' not in answer.body, sample
            assert len(answer.body) < LIMIT - 20_000, sample
            Page(answer.body.decode())


def test_every_link_of_the_site_leads_somewhere(server):
    page = Page(get(server, "/", equation="3x + 5 = 11").body.decode())
    assert len(page.links) > 30
    for link in page.links:
        if not link.startswith("#"):
            place = urljoin("/", link)
            assert asyncio.run(ask(server.port, place)).status in (200, 303), link


def test_a_derivation_is_shown_by_cases_with_sentences(server):
    text = get(server, "/", equation="sqrt(x + 3) = x - 3").body.decode()
    assert "<h3>Case a</h3>" in text
    assert "<h3>Case b</h3>" in text
    assert "square both sides" in text
    assert "is no root" in text
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="aljabr"' in text
    assert "<style" not in text


def test_the_place_of_a_mistake_is_marked(server):
    answer = get(server, "/", equation="x = = 2")
    assert answer.status == 422
    assert "x = <mark>=</mark> 2" in answer.body.decode()
    assert "at column 5" in answer.body.decode()
    part = get(server, "/read", equation="x + ) = 2").body.decode()
    assert "<mark>)</mark>" in part
    assert "<html" not in part


TYPED = ["<script>alert(1)</script>", '"><b onclick=x>', "x\u202e = 2\x00"]


@pytest.mark.parametrize(
    ("path", "name"),
    [("/", "equation"), ("/check", "lines"), ("/hint", "equation"), ("/look", "equation"),
     ("/read", "equation"), ("/practice", "kind"), ("/", "for")],
)  # fmt: skip
@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><b onclick=x>', "x\u202e = 2\x00"]
)
def test_what_is_typed_is_never_markup(server, path, name, text):
    fields = {"equation": "x = 1", "difficulty": 1, "seed": 1, name: text}
    found = get(server, path, **fields).body.decode()
    assert "<script>alert" not in found
    assert "<b onclick" not in found
    assert "\x00" not in found
    if "<html" in found:
        Page(found)


def test_a_hint_gives_the_step_and_hides_where_it_leads(server):
    text = get(server, "/hint", equation="3x + 5 = 11").body.decode()
    assert "Subtract 5 from both sides" in text
    hidden = text[text.index('<details class="reveal"') :]
    assert "Take this step" in hidden
    assert "Take this step" not in text[: text.index('<details class="reveal"')]


def test_taking_hint_after_hint_leads_to_the_answer(server):
    place = "/hint?" + urlencode({"equation": "3x + 5 = 11"})
    for _ in range(8):
        text = asyncio.run(ask(server.port, place)).body.decode()
        found = re.search(r'class="button" href="([^"]+)"', text)
        if found is None:
            break
        place = urljoin("/", found[1].replace("&amp;", "&"))
    assert '<h2 id="hint">Done</h2>' in text


def test_practice_draws_an_exercise_and_keeps_it_in_the_address(server):
    answer = get(server, "/practice", kind="linear", difficulty=2)
    assert answer.status == 303
    assert re.fullmatch(r"practice\?kind=linear&difficulty=2&seed=\d+", answer.headers["location"])


def test_long_texts_are_refused_with_a_sentence(server):
    assert get(server, "/", equation="x" * 6_000).status == 422
    assert get(server, "/check", lines="x = 1\n" * 100).status == 422


def test_files_are_kept_by_browsers_and_nothing_else_is_served(server):
    assert "immutable" in get(server, "/static/aljabr.css").headers["cache-control"]
    assert ".aljabr .curve" in get(server, "/static/aljabr.css").body.decode()
    assert get(server, "/static/layout.html").status == 404


def test_a_line_that_was_put_right_is_not_said_to_follow_from_the_wrong_one(server):
    page = get(server, "/check", lines="x^2 = 9\nx = 3\nx = ±3").body.decode()
    assert "Every line is right" not in page
    assert "The answer is complete, though not every line is proved right." in page
    assert "follows from the line before" not in page
