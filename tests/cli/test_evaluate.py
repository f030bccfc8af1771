"""`aljabr evaluate`: what it reads, what it keeps, how it goes on after an end in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from programs import ENOUGH, children, is_gone, wait_until

FILE = """\
# a comment

3x + 5 = 11
x = x + 1
{"eq": "a x = b", "id": 7}
{x + 1} = 2
x = = 2
"""


def test_evaluate_reads_text_and_json_lines(run_cli, tmp_path):
    file = tmp_path / "equations.txt"
    file.write_text(FILE)
    status, out, err = run_cli("evaluate", file)
    assert (status, err) == (0, "")
    *answers, summary = out.splitlines()
    assert answers == [
        "3x + 5 = 11  ->  x = 2",
        "x = x + 1  ->  no solution",
        "a x = b  ->  x = b/a",
        "{x + 1} = 2  ->  x = 1",
        "x = = 2  ->  error: unexpected '=' at column 5",
    ]
    assert summary.startswith("5 equations: 1 error, 1 no solution, 3 solved; ")


def test_evaluate_writes_a_record_per_equation(run_cli, tmp_path):
    file, out_file = tmp_path / "equations.txt", tmp_path / "records.jsonl"
    file.write_text(FILE)
    status, out, _ = run_cli("evaluate", file, "--json", out_file)
    assert status == 0
    assert len(out.splitlines()) == 1
    records = [json.loads(line) for line in out_file.read_text(encoding="utf-8").splitlines()]
    assert [record["status"] for record in records] == [
        "solved", "no_solution", "solved", "solved", "unsolved",
    ]  # fmt: skip
    assert records[-1]["error"] == "unexpected '=' at column 5"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there are no equations in bad.txt"),
        (b"# nothing\n\n", "there are no equations in bad.txt"),
        (b"\xff\xfe", "cannot read bad.txt: it is not UTF-8 text"),
        (b'2x = 4\n{"equation": "x"}', "bad.txt, line 2: no JSON with a field 'eq'"),
        (b'{"eq": "x"', "bad.txt, line 1: no JSON with a field 'eq'"),
        (b'{"eq": ' + b"[" * 50_000, "bad.txt, line 1: no JSON with a field 'eq'"),
        (b'{"eq": ' + b"9" * 5_000 + b"}", "bad.txt, line 1: no JSON with a field 'eq'"),
        (b'{"eq": 5}', "bad.txt, line 1: the field 'eq' is no text"),
        (b'x\n\n{"eq": ["x"]}', "bad.txt, line 3: the field 'eq' is no text"),
        (b'{"eq": "\\ud800"}', "bad.txt, line 1: the field 'eq' holds half a character"),
        ("2x = 4".encode("utf-16"), "cannot read bad.txt: it is not UTF-8 text"),
    ],
    ids=range(11),
)
def test_a_bad_file_is_told(run_cli, tmp_path, monkeypatch, content, message):
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_bytes(content)
    assert run_cli("evaluate", "bad.txt") == (2, "", f"aljabr: {message}\n")


def test_an_output_that_cannot_be_written_is_told_before_the_work(run_cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("equations.txt").write_text("2x = 4")
    status, out, err = run_cli("evaluate", "equations.txt", "--json", "no/where.jsonl")
    assert (status, out) == (2, "")
    assert err == "aljabr: cannot write no/where.jsonl: No such file or directory\n"


def test_odd_lines_are_told_one_by_one(run_cli, tmp_path):
    file = tmp_path / "odd.txt"
    file.write_bytes(
        b'\xef\xbb\xbf{"eq": "2x = 4"}\r\n2x\0 = 4\r\n' + b"[" * 3_000 + b"\r\n"
        b'{"eq": "2x\xe2\x80\xa8= 4"}\n' + b"x" * 1_000_000 + b"\n3x = 6"
    )
    status, out, err = run_cli("evaluate", file)
    assert (status, err) == (0, "")
    *answers, _ = [line.rpartition("  ->  ")[2] for line in out.splitlines()]
    assert answers == [
        "x = 2", "error: unexpected '\\x00' at column 3",
        "error: nested deeper than 100 levels at column 101", "x = 2",
        "error: the text is longer than 5,000 characters at column 5000", "x = 2",
    ]  # fmt: skip


# -- the file of the records -----------------------------------------------------------------------

TEXTS = ["2x = 4", "3x = 9", "x = = 2", "a x = b"]


@pytest.fixture
def evaluate(run_cli, tmp_path, monkeypatch):
    """Evaluate four equations, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("\n".join(TEXTS) + "\n")

    def evaluate(*options: str) -> tuple[int, str, str]:
        return run_cli("evaluate", "in.txt", "--json", "out.jsonl", *options)

    return evaluate


def records(path: str | Path = "out.jsonl") -> list[dict]:
    """Read the records, but for what differs from run to run."""
    found = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return [{**record, "seconds": 0} for record in found]


def test_a_record_says_what_it_was_made_with(evaluate):
    assert evaluate("--budget", "3", "--agent", "search")[0] == 0
    assert [record["equation"] for record in records()] == TEXTS
    assert {(record["agent"], record["budget"]) for record in records()} == {("search", 3.0)}


@pytest.mark.parametrize("processes", ["1", "2", "3"])
def test_the_number_of_processes_changes_nothing(evaluate, processes):
    assert evaluate("--processes", processes)[0] == 0
    assert [record["equation"] for record in records()] == TEXTS


@pytest.mark.parametrize("kept", [0, 1, 3, 4])
@pytest.mark.parametrize("rest", [b"", b'{"equation": "3x', b"\xff\xfe\x00"])
def test_it_goes_on_after_the_records_that_are_whole(evaluate, kept, rest):
    assert evaluate()[0] == 0
    whole = records()
    out = Path("out.jsonl")
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:kept]) + rest)
    status, printed, err = evaluate()
    assert status == 0
    assert err == (f"going on after {kept} of 4 equations\n" if kept else "")
    assert printed.startswith("4 equations: 1 error, 3 solved; ")
    assert records() == whole
    assert out.read_bytes().startswith(b"".join(lines[:kept]))


def test_equations_may_be_added_to_the_file(evaluate):
    assert evaluate()[0] == 0
    before = Path("out.jsonl").read_bytes()
    Path("in.txt").write_text("\n".join([*TEXTS, "5x = 10"]))
    assert evaluate()[0] == 0
    after = Path("out.jsonl").read_bytes()
    assert after.startswith(before)
    assert records()[-1]["roots"][0]["value"] == "2"


@pytest.mark.parametrize(
    ("content", "options", "reason"),
    [
        ('{"equation": "3x = 9", "status": "solved", "seconds": 0}\n', [],
         "something else than equation 1 of in.txt"),
        ('{"equation": "2x = 4", "status": "solved", "seconds": "0"}\n', [],
         "something else than equation 1 of in.txt"),
        ('{"equation": "2x = 4", "status": "solved", "seconds": 0}\n', [],
         "records of another agent"),
        (None, ["--budget", "7"], "records of another budget"),
        (None, ["--agent", "search"], "records of another agent"),
        ("more", [], "5 records, and there are 4 equations"),
    ],
)  # fmt: skip
def test_a_file_of_other_records_is_refused_and_left_alone(evaluate, content, options, reason):
    assert evaluate()[0] == 0
    out = Path("out.jsonl")
    if content == "more":
        content = out.read_text() + out.read_text().splitlines()[0] + "\n"
    if content is not None:
        out.write_text(content)
    before = out.read_bytes()
    assert evaluate(*options) == (
        2, "", f"aljabr: out.jsonl holds {reason}; choose another file, or start it anew with"
        " --overwrite\n",
    )  # fmt: skip
    assert out.read_bytes() == before
    assert evaluate("--overwrite", *options)[0] == 0
    assert [record["equation"] for record in records()] == TEXTS


@pytest.mark.parametrize("content", [b"a diary\n", b"[1]\n", b"\xff\n", b"[" * 9999 + b"\n"])
def test_a_file_of_something_else_is_refused_and_left_alone(evaluate, content):
    Path("out.jsonl").write_bytes(content)
    assert evaluate() == (2, "", "aljabr: out.jsonl, line 1: no JSON object\n")
    assert Path("out.jsonl").read_bytes() == content


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agent", "nobody"], "there is no checkpoint at nobody"),
        (["--budget", "nan"], "the budget must be a positive number of seconds"),
        (["--processes", "0"], "processes must be at least 1"),
    ],
)
def test_what_cannot_start_changes_nothing(evaluate, options, message):
    Path("out.jsonl").write_text("unfinished")
    assert evaluate("--overwrite", *options) == (2, "", f"aljabr: {message}\n")
    assert Path("out.jsonl").read_text() == "unfinished"


@pytest.mark.parametrize("link", [None, os.symlink, os.link])
def test_the_equations_are_not_overwritten_with_their_records(run_cli, tmp_path, monkeypatch, link):
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("2x = 4\n")
    out = "in.txt"
    if link is not None:
        out = "out.jsonl"
        link("in.txt", out)
    for options in ([], ["--overwrite"]):
        status, _, err = run_cli("evaluate", "in.txt", "--json", out, *options)
        assert (status, err) == (2, f"aljabr: {out} is the file of the equations\n")
    assert Path("in.txt").read_text() == "2x = 4\n"


def test_two_do_not_write_one_file(evaluate):
    fcntl = pytest.importorskip("fcntl")
    with open("out.jsonl", "a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert evaluate() == (2, "", "aljabr: another process is writing out.jsonl\n")


def test_records_may_go_into_a_pipe(run_cli, tmp_path):
    (tmp_path / "in.txt").write_text("2x = 4\n")
    ran = subprocess.run(
        f"{sys.executable} -m aljabr evaluate {tmp_path / 'in.txt'} --json /dev/stdout | cat",
        shell=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    first, second = ran.stdout.splitlines()
    assert json.loads(first)["equation"] == "2x = 4"
    assert second.startswith("1 equations: 1 solved; ")
    assert ran.stderr == ""


# -- an end in the middle --------------------------------------------------------------------------

SLOW = ["2x = 4", "3x = 9", "4x = 16", "x^x = 6", "x^x = 5", "5x = 10", "x = = 2"]


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start an evaluation that takes its time after three equations."""
    (folder / "in.txt").write_text("\n".join(SLOW))
    return subprocess.Popen(
        [sys.executable, "-m", "aljabr", "evaluate", str(folder / "in.txt"), "--budget", "2",
         "--processes", "2", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def in_the_middle(process: subprocess.Popen[str], out: Path) -> list[int]:
    """Wait until three records are there; return the workers' numbers."""
    wait_until(lambda: out.exists() and out.read_bytes().count(b"\n") >= 3, "no records")
    wait_until(lambda: len(children(process.pid)) == 2, "no workers")
    return children(process.pid)


def test_who_is_killed_leaves_whole_records_and_no_process_and_goes_on(run_cli, tmp_path):
    out = tmp_path / "out.jsonl"
    for number, ending in enumerate((signal.SIGKILL, signal.SIGTERM)):
        process = start(tmp_path, "--json", str(out))
        pids = in_the_middle(process, out)
        process.send_signal(ending)
        _, err = process.communicate(timeout=ENOUGH)
        assert process.returncode == -ending
        assert err == ("" if number == 0 else "going on after 3 of 7 equations\n")
        wait_until(lambda pids=pids: all(map(is_gone, pids)), "workers are left")
        assert [record["equation"] for record in records(out)] == SLOW[:3]
    before = out.read_bytes()
    status, printed, err = run_cli(
        "evaluate", tmp_path / "in.txt", "--budget", "2", "--json", out, "--processes", "2"
    )
    assert (status, err) == (0, "going on after 3 of 7 equations\n")
    assert printed.startswith("7 equations: 1 error, 4 solved, 2 unsolved; ")
    assert out.read_bytes().startswith(before)
    assert [record["equation"] for record in records(out)] == SLOW


def test_ctrl_c_leaves_whole_records_and_no_process(tmp_path):
    out = tmp_path / "out.jsonl"
    process = start(tmp_path, "--json", str(out))
    pids = in_the_middle(process, out)
    os.kill(process.pid, signal.SIGINT)
    assert process.communicate(timeout=ENOUGH) == (
        "", "stopped after 3 of 7 equations; the same command goes on\n"
    )  # fmt: skip
    assert process.returncode == 130
    assert all(map(is_gone, pids))
    assert [record["equation"] for record in records(out)] == SLOW[:3]


def test_ctrl_c_in_a_terminal_reaches_everybody_and_ends_as_well(tmp_path):
    process = start(tmp_path)
    wait_until(lambda: len(children(process.pid)) == 2, "no workers")
    pids = children(process.pid)
    assert process.stdout.readline() == "2x = 4  ->  x = 2\n"
    for pid in (*pids, process.pid):  # as a terminal does
        os.kill(pid, signal.SIGINT)
    out, err = process.communicate(timeout=ENOUGH)
    assert process.returncode == 130
    assert out == "" or out.endswith("\n")
    assert err.startswith("stopped after ")
    assert "Traceback" not in err
    assert all(map(is_gone, pids))


def test_a_reader_who_leaves_early_sees_no_traceback(tmp_path):
    file = tmp_path / "equations.txt"
    file.write_text("2x = 4\n" * 50)
    command = f"{sys.executable} -u -m aljabr evaluate {file} | head -n 1"
    ran = subprocess.run(command, shell=True, capture_output=True, timeout=60)
    assert ran.stdout == b"2x = 4  ->  x = 2\n"
    assert ran.stderr == b""
