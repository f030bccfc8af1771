"""Short slices of the benchmarks of load and faults, and that they would see a failure."""

from __future__ import annotations

import asyncio
import random

import pytest

from benchmarks import faults, load
from benchmarks.babble import body
from benchmarks.serving import Answer, running

FEW = faults.Options(kills=2, leavers=20, slow=3, open=200, bodies=400, seed=3)


@pytest.mark.parametrize("name", faults.FAULTS)
def test_the_server_stands_a_fault_and_the_next_answer_is_right(server, name):
    found = asyncio.run(faults.FAULTS[name](server, FEW))
    assert asyncio.run(faults.is_well(server))
    assert faults.misses({"faults": {name: found}, "ends_well": True}) == []
    assert sum(found.values()) > 1


def test_bodies_differ_and_are_the_same_for_the_same_seed():
    drawn = [body(random.Random(number)) for number in range(300)]
    assert drawn == [body(random.Random(number)) for number in range(300)]
    assert len(set(drawn)) > 200


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Answer(500, {}, b'{"what": "x", "column": null, "hint": ""}'), "status 500"),
        (Answer(422, {}, b'{"what": "", "column": null, "hint": ""}'), "status 422"),
        (Answer(200, {}, b'Traceback (most recent call last)'), "told of its insides"),
        (Answer(422, {}, b'{"what": "x", "column": 3, "hint": ""}'), "refused with 422"),
    ],
)  # fmt: skip
def test_an_answer_to_babble_is_judged(answer, told):
    assert faults.judged(answer) == told
    assert (told in faults.GOOD) == (told == "refused with 422")


def test_more_than_can_be_served_is_answered_rightly_or_refused():
    options = load.Options(seconds=4.0, warm=1.0, processes=1, hard=0.05)
    with running("--processes", 1, "--waiting", 4) as server:
        speed = asyncio.run(load.served(server, options))
        overload = load.Overload(server, options, 6 * speed)
        asyncio.run(overload.run())
        assert server.stop() == 0
    assert speed > 0
    assert set(overload.counts) == {"served", "refused"}
    assert overload.result()["late_99"] is not None


def test_a_wrong_answer_would_be_seen():
    known = load.equations()[0]
    record = b'{"status": "solved", "roots": [{"value": "123456/7"}]}'
    assert not load.is_right(known, Answer(200, {}, record))
    assert not load.is_right(known, Answer(503, {}, record))
