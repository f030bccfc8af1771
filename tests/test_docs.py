"""What the README and the docs show is what happens."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in FENCE.findall(page.read_text("utf-8")) if kind == language]


def sessions() -> list[tuple[str, str]]:
    """Return the commands of all console blocks, with the output shown."""
    found = []
    for page in PAGES:
        for block in blocks(page, "console"):
            for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = session.partition("\n")
                found.append((command, output))
    return found


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_python_snippets_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for number, snippet in enumerate(blocks(page, "python"), start=1):
        if "sb3_contrib" in snippet:
            pytest.importorskip("sb3_contrib")
        exec(compile(snippet, f"{page.name}, snippet {number}", "exec"), names)


@pytest.mark.parametrize(
    ("command", "output"),
    [each for each in sessions() if each[0].startswith("aljabr ")],
    ids=lambda text: text.splitlines()[0][:40],
)
def test_console_examples_print_what_they_show(command, output, tmp_path):
    words = [sys.executable, "-m", "aljabr", *shlex.split(command)[1:]]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=tmp_path,
        env=environment,
        timeout=120,
    )
    expected = re.escape(output.rstrip()).replace(r"\.\.\.", ".*")
    assert re.fullmatch(expected, ran.stdout.decode("utf-8").rstrip(), re.DOTALL)


def test_there_are_examples():
    assert len(sessions()) >= 5
    assert len(blocks(ROOT / "README.md", "python")) >= 2


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
