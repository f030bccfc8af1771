"""How the command line speaks and ends: one sentence, an exit status, nothing left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from programs import ENOUGH, children, is_gone, wait_until

from aljabr.cli.output import dumps, visible

ALJABR = f"{sys.executable} -m aljabr"


def shell(command: str, cwd: Path | None = None) -> tuple[int, str, str]:
    """Run a command in a shell, `aljabr` standing for ours."""
    ran = subprocess.run(
        ["bash", "-c", command.replace("aljabr", ALJABR, 1)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=2 * ENOUGH, cwd=cwd,
    )  # fmt: skip
    return ran.returncode, ran.stdout, ran.stderr


FULL = "aljabr: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "status", "err"),
    [
        ("aljabr solve '2x = 4' > /dev/full", 2, FULL),
        ("aljabr solve '2x = 4' --json > /dev/full", 2, FULL),
        ("aljabr agents > /dev/full", 2, FULL),
        ("aljabr evaluate in.txt > /dev/full", 2, FULL),
        ("aljabr evaluate in.txt --json /dev/full", 2,
         "aljabr: cannot write /dev/full: No space left on device\n"),
        ("aljabr solve '2x = 4' >&-", 2, "aljabr: standard output is closed\n"),
        ("aljabr evaluate in.txt --json out.jsonl >&-", 2, "aljabr: standard output is closed\n"),
        ("aljabr solve '2x = 4' <&- >&- 2>&-", 2, ""),
        ("aljabr solve 'x = = 4' 2>&-", 2, ""),
        ("aljabr solve 'x = = 4' 2> /dev/full", 2, ""),
        ("aljabr solve '2x = 4' 2>&- | grep -q 'x = 2'", 0, ""),
        ("aljabr solve '2x = 4' | head -0; exit ${PIPESTATUS[0]}", 1, ""),
        ("aljabr evaluate in.txt | head -0; exit ${PIPESTATUS[0]}", 1, ""),
        ("aljabr --help | head -0; exit ${PIPESTATUS[0]}", 1, ""),
    ],
)  # fmt: skip
def test_standard_streams_that_are_full_or_closed(command, status, err, tmp_path):
    if not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    (tmp_path / "in.txt").write_text("2x = 4\n" * 3)
    assert shell(command, tmp_path) == (status, "", err)


def test_help_for_a_full_device_is_told_as_well():
    status, _, err = shell("aljabr --help > /dev/full")
    assert status == 2
    assert "No space left on device" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("kilobytes", [60_000, 400_000])
def test_little_memory_is_told_or_answered(kilobytes):
    command = f"ulimit -v {kilobytes}; {ALJABR} solve '2x = 4'"
    ran = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=2 * ENOUGH
    )
    assert "Traceback" not in ran.stderr
    assert "not enough memory" in ran.stdout + ran.stderr
    assert ran.returncode == (0 if ran.stdout else 2)


# -- control characters ----------------------------------------------------------------------------

CLEAR, TITLE = "\x1b[2J", "\x1b]0;mine\x07"
CONTROLS = [chr(code) for code in (*range(32), *range(127, 160), 0x2028, 0x202E, 0x2066, 0xD800)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", f"2x = 4{CLEAR}"], ["solve", "2x\f =\t4\n"], ["solve", "2x\f =\t4\n", "--json"],
        ["solve", "x\u2028= 2\u2029", "--json"], ["solve", "x\x85= 2"], ["solve", "x = 2\u202e"],
        ["solve", "x", "--for", TITLE], ["solve", "x", "--agent", TITLE], ["solve", "x", "--latex"],
        ["solve", "x", "--budget", TITLE], ["solve", "x", f"--{TITLE}"], [TITLE],
        ["evaluate", TITLE], ["evaluate", "in.txt"],
        ["evaluate", "in.txt", "--json", f"no/{TITLE}"], ["train", "--agent", TITLE],
        ["traces", "--agent", TITLE],
    ],
    ids=range(17),
)  # fmt: skip
def test_control_characters_do_not_reach_the_terminal(arguments, run_cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"2x{each} = 4{each}" for each in CONTROLS if each not in "\n\r\ud800"]
    Path("in.txt").write_text("\n".join(lines), encoding="utf-8")
    _, out, err = run_cli(*arguments)
    assert out + err
    assert not [each for each in CONTROLS if each in (out + err).replace("\n", "")]


def test_what_is_escaped_can_be_read():
    assert visible("2x\x1b = α₁\n\x7f\x9b\u202e\ud800") == "2x\\x1b = α₁\\n\\x7f\\x9b\\u202e\\ud800"
    text = "".join(CONTROLS) + 'α\\"'
    assert json.loads(dumps({"equation": text})) == {"equation": text}
    assert not [each for each in CONTROLS if each in dumps({"equation": text})]


# -- signals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_solver_that_is_ended_leaves_nobody_behind(ending):
    process = subprocess.Popen(
        [sys.executable, "-m", "aljabr", "solve", "x^x = 5", "--budget", "300"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_until(lambda: children(process.pid) != [], "no worker")
    pids = children(process.pid)
    os.kill(process.pid, ending)
    assert process.communicate(timeout=ENOUGH) == ("", "")  # nobody else holds its stdout
    assert process.returncode == (130 if ending == signal.SIGINT else -ending)
    wait_until(lambda: all(map(is_gone, pids)), "the worker is still there")
