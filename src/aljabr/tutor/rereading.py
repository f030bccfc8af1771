"""Other ways to read what was typed: a line is called wrong only if it is wrong in each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from aljabr.tutor.reading import Line, Reader
from aljabr.tutor.verdicts import Checked

_BOTH_SIGNS: Final = re.compile(r"±|\+/-|\+-|\\pm(?![A-Za-z])")
MAX_SIGNS: Final = 3
_LOG: Final = re.compile(r"\\?\blog(?![A-Za-z0-9_{])(?!\s*_)")
_NATURAL: Final = "log is read as ln: write lg or log10 for base 10."


def signs_apart(reader: Reader, line: Line) -> Line | None:
    """Read each ± of a line on its own; None unless there are several."""
    text = line.plain
    count = len(_BOTH_SIGNS.findall(text))
    if not 1 < count <= MAX_SIGNS or len(line.cases) > 2:
        return None
    texts = [text]
    for _ in range(count):
        texts = [_BOTH_SIGNS.sub(sign, each, count=1) for each in texts for sign in "+-"]
    found = reader.again(" or ".join(texts), line.number)
    if found is None or not found.cases:
        return None
    return replace(found, text=line.text, is_case=line.is_case)


def common_logarithms(lines: Sequence[str]) -> list[str] | None:
    """Write lg for log; None if there is no log without a base."""
    texts = lines.splitlines() if isinstance(lines, str) else list(lines)
    found = [_LOG.sub("lg", each) for each in texts]
    return None if found == texts else found


def read_as_natural(found: Checked, common: Checked) -> Checked:
    """Say how log is read where a line is wrong, and call none wrong that is right with base 10.

    Args:
        found: the lines with log as ln, one of which is wrong at least.
        common: the same lines with log as lg.
    """
    place = found.first_wrong
    is_meant = place is not None and common.lines[place].verdict == "right"
    lines = []
    for line, other in zip(found.lines, common.lines, strict=True):
        if line.verdict == "wrong" and other.verdict == "right":
            line = replace(line, verdict="unsure", kind="base", sentence=_NATURAL, example=None)
        elif other.verdict == "wrong" and is_meant:
            line = replace(other, text=line.text)
        elif line.verdict == "wrong":
            line = replace(line, sentence=f"{line.sentence} {_NATURAL}")
        lines.append(line)
    return replace(found, lines=tuple(lines), finished=found.finished and not is_meant)
