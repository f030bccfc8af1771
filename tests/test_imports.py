"""The rooms of the house: who may use whom, and what the base install needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import aljabr

SOURCE = Path(aljabr.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))

BELOW_SEARCH = {"errors", "algebra", "game"}
BELOW_ANSWER = BELOW_SEARCH | {"search"}
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "algebra": {"errors"},
    "game": {"errors", "algebra"},
    "tasks": BELOW_SEARCH,
    "play": BELOW_ANSWER | {"tasks", "discovery"},
    "search": BELOW_SEARCH,
    "answer": BELOW_ANSWER | {"discovery"},
    "discovery": BELOW_ANSWER,
    "ledger": {"errors"},
    "flat": BELOW_ANSWER | {"tasks", "play", "ledger"},
    "expert": BELOW_ANSWER | {"tasks", "answer", "ledger", "discovery"},
    "solver": BELOW_ANSWER | {"tasks", "answer", "ledger", "flat", "expert", "discovery"},
    "tutor": BELOW_ANSWER | {"tasks", "answer", "solver"},
    "bench": BELOW_ANSWER | {"tasks", "play", "ledger", "flat"},
    # doors
    "serve": BELOW_ANSWER | {"answer", "ledger", "solver", "tutor"},
    "datasets": {"tasks"},
    "envs": {"game", "play"},
    "cli": BELOW_ANSWER
    | {"tasks", "answer", "ledger", "flat", "expert", "solver", "bench"}
    | {"discovery", "tutor", "serve"},
    "__init__": {"algebra", "answer", "solver", "tutor"},
    "__main__": {"cli"},
}
"""Each room, with those it may use."""

LEARNING = {
    "envs", "play.environments", "flat.rollout", "flat.curiosity", "flat.ppo", "flat.a2c",
    "flat.chance", "flat.device", "flat.imitation", "flat.presets", "flat.evaluation",
    "flat.training", "expert.fit", "expert.iteration", "cli.session", "cli.checkpoints",
}  # fmt: skip
"""Modules that need the extra `train`."""
LIGHT = {"serve", "serve.settings"}
"""Of the room `serve`, which needs the extra of that name, what the command line loads."""
HEAVY = {
    "gymnasium", "jax", "optax", "matplotlib", "sympy", "mpmath", "torch", "ray",
    "fastapi", "jinja2", "markupsafe", "mcp", "pydantic", "starlette", "uvicorn",
}  # fmt: skip
LONGEST = 400


def name_of(file: Path) -> str:
    """Return a module's name below the package."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def imports(file: Path, at_import_time: bool = False) -> set[str]:
    """Return the modules a file imports; of `from package import name`, both together."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    nodes = tree.body if at_import_time else list(ast.walk(tree))
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def inner_imports(file: Path) -> Iterator[str]:
    """Yield the modules of the house that a file imports."""
    modules = {name_of(each) for each in FILES}
    for module in imports(file):
        package, _, rest = module.partition(".")
        if package == "aljabr" and rest:
            yield next(name for name in (rest, rest.rpartition(".")[0]) if name in modules)


def test_every_room_uses_only_those_it_may():
    wrong = []
    for file in FILES:
        own = name_of(file).split(".")[0]
        assert own in ROOMS, f"{own} has no place in the house"
        for module in inner_imports(file):
            room = module.split(".")[0]
            if room != own and room not in ROOMS[own]:
                wrong.append(f"{name_of(file)} uses {module}")
    assert wrong == []


def test_no_two_rooms_use_each_other():
    assert len(list(TopologicalSorter(ROOMS).static_order())) == len(ROOMS)


def test_no_modules_use_each_other():
    # A package's own `__init__` stands for the door of its modules, not for one of them.
    graph = {name_of(file): set(inner_imports(file)) for file in FILES}
    list(TopologicalSorter(graph).static_order())  # raises if there is a cycle


@pytest.mark.parametrize("engine", ["symengine", "flint"])
def test_an_engine_of_algebra_is_imported_in_its_room_alone(engine):
    users = {name_of(file).split(".")[0] for file in FILES
             if engine in {module.split(".")[0] for module in imports(file)}}  # fmt: skip
    assert users == {"algebra"}


def test_base_modules_import_nothing_heavy():
    for file in FILES:
        name = name_of(file)
        needs_more = name.startswith("serve") and name not in LIGHT
        if not needs_more and not any(name.startswith(each) for each in LEARNING):
            roots = {module.split(".")[0] for module in imports(file, at_import_time=True)}
            assert not roots & HEAVY, file.name


def is_rule_name(node: ast.expr) -> bool:
    """Whether this reads `rule.name`, or `anything.rule.name`."""
    if not (isinstance(node, ast.Attribute) and node.attr == "name"):
        return False
    owner = node.value
    return (isinstance(owner, ast.Name) and owner.id == "rule") or (
        isinstance(owner, ast.Attribute) and owner.attr == "rule"
    )


def test_nobody_asks_for_a_rule_by_its_name():
    wrong = []
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            compared = isinstance(node, ast.Compare) and any(
                map(is_rule_name, (node.left, *node.comparators))
            )
            asked = (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "rule"
                and any(isinstance(each, ast.Constant) for each in node.args)
            )
            if compared or asked:
                wrong.append(f"{name_of(file)}, line {node.lineno}")
    assert wrong == []


def test_no_file_is_longer_than_it_should_be():
    lengths = {name_of(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


# -- what is loaded --------------------------------------------------------------------------------


def loaded_by(program: str, cwd: Path | None = None) -> str:
    """Return which heavy packages a program loads."""
    program += f"\nimport sys; print(sorted({HEAVY!r} & set(sys.modules)))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=cwd, check=False
    )
    assert ran.stderr == ""
    return ran.stdout.strip()


def test_solving_loads_nothing_heavy():
    program = "import aljabr.cli; from aljabr import solve; assert solve('2x = 4').roots"
    assert loaded_by(program) == "[]"


def test_playing_a_trained_agent_loads_nothing_heavy(tmp_path):
    program = (
        "from pathlib import Path; import numpy as np\n"
        "from aljabr import solve\n"
        "from aljabr.flat import player\n"
        "from aljabr.flat.networks import init_agent\n"
        "from aljabr.ledger import checkpoint\n"
        "from aljabr.solver import traces\n"
        "policy = init_agent(np.random.default_rng(0), 64, 50)['policy']\n"
        "stacked = [{key: each[None] for key, each in layer.items()} for layer in policy]\n"
        "card = {'config': {'agent': 'ppo', 'encoding': 'coded'}, 'steps': 0}\n"
        "checkpoint.save(Path('run'), {'agent': {'policy': stacked}}, card)\n"
        "agent = player.load(Path('run'))\n"
        "assert solve('2x = 4', agent=agent).roots; assert traces.trace(agent, 'a*x = 0')"
    )
    assert loaded_by(program, tmp_path) == "[]"


def test_no_two_files_of_tests_have_the_same_name():
    names = [path.name for path in Path(__file__).parent.rglob("*.py")]
    assert len(names) == len(set(names))
