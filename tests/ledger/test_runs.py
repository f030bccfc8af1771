"""A run's folder: one process at a time, one configuration, going on from what is there."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from aljabr.errors import UserError
from aljabr.ledger import checkpoint
from aljabr.ledger.runs import RunFolder, differences, jsonable

HOLD = (
    "import sys, time; from pathlib import Path; from aljabr.ledger.runs import RunFolder\n"
    "with RunFolder(Path(sys.argv[1])).claimed({'a': 1}):\n"
    "    print('held', flush=True); time.sleep(600)"
)


def test_a_folder_goes_on_with_the_same_configuration_only(tmp_path):
    folder = RunFolder(tmp_path / "deep" / "run")
    config = {"seed": 0, "steps": 100, "shape": {"widths": (8, 16)}}
    with folder.claimed(config, free=("steps",)):
        assert folder.config.exists()
    with folder.claimed({**config, "steps": 500}, free=("steps",)):
        pass
    message = f"{folder.path} was made with another configuration: shape.widths was"
    with (
        pytest.raises(UserError, match=message),
        folder.claimed({**config, "shape": {"widths": (8, 8)}}, free=("steps",)),
    ):
        pass


def test_a_folder_from_before_is_known_by_its_checkpoint(tmp_path):
    folder = RunFolder(tmp_path)
    checkpoint.save(folder.last, {"w": np.zeros(1)}, {"config": {"seed": 3}})
    with pytest.raises(UserError, match="seed was 3 and is 4"), folder.claimed({"seed": 4}):
        pass
    with folder.claimed({"seed": 3}):
        pass


def test_a_second_process_is_refused_in_one_sentence_until_the_first_is_gone(tmp_path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout.readline() == "held\n"
        with (
            pytest.raises(UserError, match=f"another process is at work in {tmp_path}"),
            RunFolder(tmp_path).claimed({"a": 1}),
        ):
            pass
    finally:
        holder.kill()  # a killed holder leaves no lock behind
        holder.communicate()
    with RunFolder(tmp_path).claimed({"a": 1}):
        pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match=r"cannot write to .*: Not a directory"):
        RunFolder(tmp_path / "file" / "run").claimed({}).__enter__()


@pytest.mark.parametrize("text", ["{", "[1, 2]", ""])
def test_a_damaged_configuration_is_told(tmp_path, text):
    folder = RunFolder(tmp_path)
    folder.config.write_text(text)
    with pytest.raises(UserError, match="holds no run that can go on"), folder.claimed({"a": 1}):
        pass


def test_differences_are_named_by_their_path():
    old, new = {"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 5, "d": 4}, "e": None}
    assert differences(old, new) == ["b.c was 2 and is 5", "b.d was 3 and is 4"]
    assert differences(old, new, free=("b.c",)) == ["b.d was 3 and is 4"]


def test_what_json_gives_back():
    assert jsonable({1: (2, [3, (4,)])}) == {"1": [2, [3, [4]]]}
