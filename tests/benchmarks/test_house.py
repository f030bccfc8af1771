"""The picture and the walk of the design page are those that the benchmark writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

from aljabr.ledger import page
from benchmarks import house

ROOT = Path(__file__).parents[2]


def test_the_page_shows_the_walk_of_the_results():
    record = json.loads((ROOT / house.RESULTS).read_text(encoding="utf-8"))
    shown = (ROOT / house.PAGE).read_text(encoding="utf-8")
    assert page.fill(shown, "walk", house.render(record)) == shown


def test_the_walk_starts_with_reading_and_ends_with_writing():
    found = house.walk("2x = 4")
    assert found["rooms"][:2] == ["solver", "algebra"]
    assert {"game", "answer", "search", "expert"} <= set(found["rooms"])
    assert found["modules"].index("answer.judge") < found["modules"].index("answer.writer")
    assert found["switches"] >= found["room_switches"] >= len(found["rooms"]) - 1


def test_the_picture_has_a_box_for_each_room_and_no_text_outgrows_it():
    boxes = house.boxes()
    drawn = house.draw(boxes, "2x = 4", "x = 2")
    root = ElementTree.fromstring(drawn)
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert all(box.room in texts for box in boxes)
    assert max(len(line) for box in boxes for line in box.shows) <= 23  # of 7.3 pixels each
    committed = (ROOT / house.PICTURE).read_text(encoding="utf-8")
    assert re.findall(r'class="room">(\w+)<', committed) == [box.room for box in boxes]
