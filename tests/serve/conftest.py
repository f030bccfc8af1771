"""A server for the tests of a file."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("mcp")

from benchmarks.serving import running


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with two processes; what it logs is in `server.log`."""
    log = tmp_path_factory.mktemp("serve") / "log.txt"
    with running("--processes", 2, log=log) as found:
        yield found
