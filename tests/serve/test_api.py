"""The API: the answers of the command line, mistakes as objects, limits, and a stop that waits."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time

import pytest
from programs import is_gone, wait_until

import aljabr
from aljabr.serve.bodies import Choice, Derivation, Equation
from aljabr.serve.examples import examples
from aljabr.serve.settings import MAX_BODY
from benchmarks import api_examples
from benchmarks.serving import Connection, ask, children, running

HARD = "x^x^x = 4 + sin(x)*e^(x^2)"
"""What takes as long as it may."""


def get(server, path, body=None, method=""):
    return asyncio.run(ask(server.port, path, body, method))


def without_time(record):
    return {name: each for name, each in record.items() if name != "seconds"}


# -- answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ({"equation": "x^2-5x+6=0", "for": "x", "domain": "real", "budget": 5}, {}),
        ({"equation": "v = u + a t", "for": "t"}, {"unknown": "t"}),
        ({"equation": "x^2 + 4 = 0", "domain": "complex"}, {"domain": "complex"}),
        ({"equation": "sqrt(x) + 2 = 0"}, {}),
        ({"equation": "b sin(x) = b/2"}, {}),
    ],
)
def test_an_equation_is_solved_as_in_python(server, body, arguments):
    answer = get(server, "/api/solve", body)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    record = json.loads(json.dumps(aljabr.solve(body["equation"], **arguments).to_json()))
    assert without_time(answer.record) == without_time(record)


def test_lines_are_checked_and_hinted_at_as_in_python(server):
    lines = ["2(x + 3) = 10", "2x + 3 = 10"]
    checked = get(server, "/api/check", {"lines": lines}).record
    assert without_time(checked) == without_time(
        json.loads(json.dumps(aljabr.check(lines).to_json()))
    )
    assert checked["first_wrong"] == 1
    hinted = get(server, "/api/hint", {"equation": "3x + 5 = 11"}).record
    assert hinted == json.loads(json.dumps(aljabr.hint("3x + 5 = 11").to_json()))
    assert not hinted["done"]


def test_an_exercise_is_the_same_for_the_same_seed(server):
    body = {"kind": "linear", "difficulty": 2, "seed": 11}
    first, second = (get(server, "/api/practice", body).record for _ in range(2))
    assert first == second == aljabr.practice("linear", 2, 11).to_json()
    drawn = {get(server, "/api/practice", {"kind": "linear"}).record["seed"] for _ in range(3)}
    assert len(drawn) == 3


def test_a_look_inside_has_moves_and_states(server):
    record = get(server, "/api/look", {"equation": "sqrt(x + 3) = x - 3"}).record
    assert record["status"] == "solved"
    assert any(move["chosen"] for state in record["states"] for move in state["moves"])
    assert any(each["on_line"] for each in record["tree"])


def test_methods_are_those_of_the_rule_table(server):
    found = get(server, "/api/methods").record["methods"]
    assert found == json.loads(json.dumps([each.to_json() for each in aljabr.methods()]))


def test_reading_says_what_was_understood(server):
    record = get(server, "/api/read", {"equation": "2(x + 1) = √x"}).record
    assert (record["equation"], record["unknown"]) == ("2*x + 2 = sqrt(x)", "x")
    assert record["mathml"].startswith("<math")


def test_health_says_how_busy_it_is(server):
    record = get(server, "/api/health").record
    assert record["status"] == "ok"
    assert (record["processes"], record["busy"], record["waiting"]) == (2, 0, 0)


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body", "status", "what", "column"),
    [
        ("/api/solve", {"equation": "x = = 2"}, 422, "unexpected '='", 5),
        ("/api/solve", {"equation": "x < 2"}, 422, "", 3),
        ("/api/solve", {"equation": "a + b = c"}, 422, "which of a, b, c is the unknown", None),
        ("/api/check", {"lines": ["x = = 2", "x = 2"]}, 422, "unexpected '=' in line 1", 5),
        ("/api/practice", {"kind": "none such"}, 422, "there is no kind", None),
        ("/api/solve", {}, 422, "equation: Field required", None),
        ("/api/solve", {"equation": 3}, 422, "equation: Input should be a valid string", None),
        ("/api/solve", {"equation": "x=1", "budget": -1}, 422, "budget: ", None),
        ("/api/solve", {"equation": "x=1", "domain": "p-adic"}, 422, "domain: ", None),
        ("/api/solve", {"equation": "x=1", "other": 1}, 422, "other: Extra inputs", None),
        ("/api/solve", {"equation": "x" * 5001}, 422, "equation: ", None),
        ("/api/solve", [], 422, "Input should be", None),
        ("/api/hint", {}, 422, "give either an equation or lines", None),
        ("/api/check", {"lines": []}, 422, "lines: ", None),
        ("/api/solve", b"{\"equation\": ", 422, "the body is no JSON", None),
        ("/api/solve", b"\xff\xfe", 422, "the body is no JSON", None),
        ("/api/solve", b"[" * 50_000, 422, "the body is no JSON", None),
        ("/api/solve", b"9" * 20_000, 422, "the body is no JSON", None),
        ("/api/nothing", {}, 404, "there is nothing here", None),
        ("/api/health", {}, 405, "this is not done with this method", None),
    ],
)  # fmt: skip
def test_a_mistake_is_an_object_of_three_fields(server, path, body, status, what, column):
    answer = get(server, path, body)
    assert answer.status == status
    assert set(answer.record) == {"what", "column", "hint"}
    assert answer.record["what"].startswith(what)
    if column is not None:
        assert answer.record["column"] == column


def test_a_body_that_says_it_is_too_long_is_refused_unread(server):
    head = f"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Length: {10**12}\r\n\r\n"

    async def send():
        async with Connection(server.port) as connection:
            connection.writer.write(head.encode())
            return await connection.read()

    answer = asyncio.run(send())
    assert answer.status == 413
    assert "longer than" in answer.record["what"]


def test_a_body_in_chunks_is_read_no_further_than_it_may(server):
    async def send():
        async with Connection(server.port) as connection:
            head = "POST /api/solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            connection.writer.write(head.encode())
            chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
            for _ in range(MAX_BODY // 4096 + 2):
                connection.writer.write(chunk)
            return await connection.read()

    assert asyncio.run(send()).status == 413


def test_nothing_internal_is_told(server):
    texts = [
        get(server, path, body).body
        for path, body in [
            ("/api/solve", {"equation": "x = = 2"}), ("/api/none", None), ("/none", None),
            ("/static/../api.py", None), ("/static/%2e%2e/api.py", None), ("/api/solve", b"{"),
        ]
    ]  # fmt: skip
    for text in texts:
        for word in (b"Traceback", b"site-packages", b".py", b"aljabr/", os.getcwd().encode()):
            assert word not in text


def test_headers_are_strict_and_there_are_no_cookies(server):
    for path in ("/", "/?equation=x%3D1", "/api/health", "/none"):
        headers = get(server, path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


def test_another_site_may_ask_if_that_is_wanted():
    async def options(port):
        async with Connection(port) as connection:
            connection.writer.write(
                b"OPTIONS /api/solve HTTP/1.1\r\nHost: x\r\nOrigin: https://school.example\r\n"
                b"Access-Control-Request-Method: POST\r\n\r\n"
            )
            return await connection.read()

    with running("--processes", 1, "--allow-origin", "https://school.example") as server:
        headers = asyncio.run(options(server.port)).headers
        assert headers["access-control-allow-origin"] == "https://school.example"


# -- time and place --------------------------------------------------------------------------------


def test_a_budget_is_kept_and_capped():
    with running("--processes", 1, "--max-budget", 1) as server:
        started = time.monotonic()
        record = get(server, "/api/solve", {"equation": HARD, "budget": 500}).record
        assert record["status"] == "unsolved"
        assert time.monotonic() - started < 10
        assert get(server, "/api/solve", {"equation": "2x = 4"}).record["roots"]


def test_too_many_are_refused_and_told_when_to_come_again():
    async def crowd(port):
        body = {"equation": HARD, "budget": 2}
        return await asyncio.gather(*[ask(port, "/api/solve", body) for _ in range(5)])

    with running("--processes", 1, "--waiting", 1) as server:
        answers = asyncio.run(crowd(server.port))
        refused = [each for each in answers if each.status == 503]
        assert {each.status for each in answers} == {200, 503}
        assert len(refused) >= 3
        assert all(int(each.headers["retry-after"]) >= 1 for each in refused)
        assert refused[0].record["what"] == "too many requests at a time"


def busy(server) -> int:
    return get(server, "/api/health").record["busy"]


def test_a_client_that_hangs_up_frees_its_process(server):
    data = json.dumps({"equation": HARD, "budget": 10}).encode()
    head = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(head + b"Content-Length: %d\r\n\r\n" % len(data) + data)
        wait_until(lambda: busy(server) == 1, "the request is not served")
        before = children(server.process.pid)
    wait_until(lambda: busy(server) == 0, "the process is not free")
    assert len(set(children(server.process.pid)) - set(before)) == 1
    assert get(server, "/api/solve", {"equation": "2x = 4"}).record["roots"]


def test_a_process_killed_in_mid_request_is_told_of_and_replaced(server):
    async def kill():
        asking = asyncio.ensure_future(ask(server.port, "/api/solve", {"equation": HARD}))
        while (await ask(server.port, "/api/health")).record["busy"] == 0:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        for pid in children(server.process.pid):
            os.kill(pid, signal.SIGKILL)
        return await asking

    record = asyncio.run(kill()).record
    assert record["status"] == "unsolved"
    assert record["note"] == "the solver was ended by signal 9"
    assert get(server, "/api/solve", {"equation": "2x = 4"}).record["roots"][0]["value"] == "2"


def test_a_stop_waits_for_requests_under_way_and_leaves_no_process():
    async def stop(server):
        body = {"equation": HARD, "budget": 1.5}
        asking = asyncio.ensure_future(ask(server.port, "/api/solve", body))
        while (await ask(server.port, "/api/health")).record["busy"] == 0:
            await asyncio.sleep(0.02)
        server.process.send_signal(signal.SIGTERM)
        return await asking

    with running("--processes", 2) as server:
        pids = server.pids
        assert asyncio.run(stop(server)).status == 200
        assert server.process.wait(30) == 0
        wait_until(lambda: all(map(is_gone, pids)), "a process is left")


def test_an_address_in_use_is_told_in_one_sentence(server, run_cli):
    status, out, err = run_cli("serve", "--port", server.port)
    assert (status, out) == (2, "")
    assert (
        err == f"aljabr: cannot listen at 127.0.0.1, port {server.port}: Address already in use\n"
    )


def test_without_the_extra_it_says_how_to_get_it(run_cli, monkeypatch):
    monkeypatch.setattr("aljabr.cli.serve.find_spec", lambda name: None)
    for command in ("serve", "mcp"):
        status, _, err = run_cli(command)
        assert status == 2
        assert err == "aljabr: serving needs more packages: pip install 'aljabr[serve]'\n"


# -- the description -------------------------------------------------------------------------------


def test_the_description_has_an_example_of_every_body_and_answer(server):
    described = get(server, "/openapi.json").record
    assert set(described["paths"]) == {f"/api/{name}" for name in examples()}
    for path, methods in described["paths"].items():
        (operation,) = methods.values()
        assert operation["summary"]
        shown = operation["responses"]["200"]["content"]["application/json"]["example"]
        assert shown == examples()[path.removeprefix("/api/")]
    for model in (Equation, Derivation, Choice):
        assert model.model_json_schema()["examples"]


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_examples_are_what_is_answered(server, name):
    # If they should differ: python -m benchmarks.api_examples
    found = get(server, f"/api/{name}", api_examples.body(name)).record
    assert _timeless(found) == _timeless(examples()[name])


def _timeless(record):
    """Leave out what differs from day to day, and round."""
    if isinstance(record, dict):
        return {name: _timeless(each) for name, each in record.items()
                if name not in ("seconds", "version", "probability", "steps_left")}  # fmt: skip
    return [_timeless(each) for each in record] if isinstance(record, list) else record
