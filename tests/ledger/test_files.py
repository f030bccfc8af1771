"""Files are whole or not there, whatever the disk does; lines are appended, and survive a crash."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import numpy as np
import pytest

from aljabr.errors import UserError
from aljabr.ledger import arrays, checkpoint, files, page
from aljabr.ledger.events import EventFile
from aljabr.ledger.files import LineFile
from aljabr.ledger.runs import RunFolder


def no_space(*_: object, **options: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


WRITERS = {
    "text": lambda path: files.write_text(path, "new"),
    "arrays": lambda path: arrays.write(path, {"x": np.ones(3)}),
    "checkpoint": lambda path: checkpoint.save(path, {"x": np.ones(3)}, {}),
    "page": lambda path: page.write(path, {"figures": "new"}),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("place", ["write", "replace"])
def test_a_full_disk_leaves_the_old_file_and_no_other(name, place, tmp_path, monkeypatch):
    path = tmp_path / "file.npz"
    before = "<!-- figures: figures -->\nold\n<!-- end: figures -->\n"
    path.write_text(before)
    if place == "replace":
        monkeypatch.setattr(os, "replace", no_space)
    else:
        monkeypatch.setattr(Path, "write_text", no_space)
        monkeypatch.setattr(np, "savez_compressed", no_space)
        monkeypatch.setattr("safetensors.numpy.save_file", no_space)
    with pytest.raises(UserError, match=f"^cannot write {path}: No space left on device$"):
        WRITERS[name](path)
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_takes_no_files_is_told(name, tmp_path):
    (tmp_path / "folder").write_text("in the way")
    with pytest.raises(UserError, match=r"^cannot write .*file.npz: Not a directory$"):
        WRITERS[name](tmp_path / "folder" / "deep" / "file.npz")


def test_a_run_and_its_events_tell_of_a_full_disk(tmp_path, monkeypatch):
    events = EventFile(tmp_path)
    events.write(1, {"loss": 1.0})
    monkeypatch.setattr(EventFile, "_record", lambda *_: b"x" * 100_000)
    events.path = Path("/dev/full")
    if events.path.exists():
        with pytest.raises(UserError, match="cannot write /dev/full: No space left on device"):
            events.write(2, {"loss": 0.5})
    monkeypatch.setattr(os, "replace", no_space)
    with (
        pytest.raises(UserError, match=r"cannot write .*config.json: No space left on device"),
        RunFolder(tmp_path).claimed({"seed": 0}),
    ):
        pass


# -- lines -----------------------------------------------------------------------------------------


def test_lines_are_there_when_they_are_written(tmp_path):
    path = tmp_path / "lines.jsonl"
    with LineFile(path) as file:
        assert file.read() == []
        for number in range(3):
            file.append({"number": number, "text": "α\ud800\u2028"})
            found = path.read_bytes().split(b"\n")
            assert len(found) == number + 2
            assert json.loads(found[number]) == {"number": number, "text": "α\ud800\u2028"}
        assert [record["number"] for record in file.read()] == [0, 1, 2]


@pytest.mark.parametrize("rest", ["", '{"number": 1', "x" * 100_000])
def test_a_last_line_that_was_cut_short_goes_with_the_next(rest, tmp_path):
    path = tmp_path / "lines.jsonl"
    path.write_text('{"number": 0}\n' + rest)
    with LineFile(path) as file:
        assert file.read() == [{"number": 0}]
    assert path.read_text() == '{"number": 0}\n' + rest  # nothing was written yet
    with LineFile(path) as file:
        file.append({"number": 2})
        file.append({"number": 3})
    assert path.read_text() == '{"number": 0}\n{"number": 2}\n{"number": 3}\n'
    with LineFile(path) as file:
        file.clear()
        file.append({"number": 4})
    assert path.read_text() == '{"number": 4}\n'


def test_one_process_at_a_time_appends(tmp_path):
    pytest.importorskip("fcntl")
    path = tmp_path / "lines.jsonl"
    with (
        LineFile(path),
        pytest.raises(UserError, match=f"another process is writing {path}"),
        LineFile(path),
    ):
        pass
    with LineFile(path) as file:
        file.append({})


def test_devices_are_only_written_to():
    with LineFile(Path("/dev/null")) as file:
        file.append({"number": 0})
        assert file.read() == []
    with (
        pytest.raises(UserError, match="cannot write /dev: Is a directory"),
        LineFile(Path("/dev")),
    ):
        pass
    files.write_text(Path("/dev/null"), "new")
    assert not Path("/dev/null").is_file()
    with pytest.raises(UserError, match="cannot write /: Is a directory"):
        files.write_text(Path("/"), "new")
