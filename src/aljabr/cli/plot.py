"""`aljabr plot`: a picture of a run, from the scalars that it has written."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import tyro

from aljabr.cli.output import as_typed, say
from aljabr.errors import UserError
from aljabr.ledger import files
from aljabr.ledger.events import read_scalars

KINDS: Final = (".pdf", ".png", ".svg")


@dataclass(frozen=True)
class Plot:
    """Draw how a run went: success, entropy, the value, and the bonus with its share."""

    place: Annotated[tyro.conf.Positional[str], tyro.conf.arg(metavar="RUN")]
    """The run's folder, or its name under runs/."""
    out: str = ""
    """The picture, .png, .svg or .pdf; by default plot.png in the run's folder."""

    def run(self) -> None:
        """Read the run's scalars and draw them."""
        if find_spec("matplotlib") is None:
            raise UserError("plotting needs more packages: pip install 'aljabr[train]'")
        from aljabr.bench import run_plot

        given = Path(as_typed(self.place))
        folders = [each for each in (given, Path("runs") / given) if each.is_dir()]
        if not folders:
            raise UserError(f"there is no run at {given}")
        series = read_scalars(folders[0])
        if not series:
            raise UserError(f"{folders[0]} holds no scalars of a run")
        path = Path(as_typed(self.out)) if self.out else folders[0] / "plot.png"
        if path.suffix not in KINDS:
            raise UserError(f"{path} must end in {', '.join(KINDS)}")
        with files.replacing(path) as temporary:
            run_plot.draw(series, folders[0].name, temporary)
        say(f"{len(series)} curves in {path}")
