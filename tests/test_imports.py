"""Each module imports only from those above it, and the base install needs no more than it says."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import aljabr

SOURCE = Path(aljabr.__file__).parent

ORDER = [
    "errors", "expr", "equation", "lexer", "parse", "printing", "effects", "principal", "rules",
    "verify", "graph", "families", "classes", "written", "school", "symbolic", "exercises",
    "datasets", "lanes", "envs", "networks", "features", "forest", "tree", "rollout",
    "curiosity", "ppo", "a2c", "search", "evaluate", "checkpoint", "agent", "events",
    "training", "bench", "polynomials", "forms", "conditions", "derivation", "explain", "tidy",
    "answers", "judge", "guided", "agents", "examples", "gather", "fit", "expert", "session",
    "traces", "solver", "worker", "web", "cli", "__init__", "__main__",
]  # fmt: skip
"""The rooms of the house, from the ground up; those not built yet included."""

LEARNING = {
    "envs", "rollout", "curiosity", "ppo", "a2c", "fit", "expert", "evaluate", "training",
    "session",
}  # fmt: skip
HEAVY = {"gymnasium", "jax", "optax", "matplotlib", "sympy", "torch"}


def room(file: Path) -> str:
    return file.relative_to(SOURCE).with_suffix("").parts[0]


def imports(file: Path, at_import_time: bool = False) -> set[str]:
    """Return the modules a file imports, as written."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    nodes = tree.body if at_import_time else list(ast.walk(tree))
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            names = {alias.name for alias in node.names}
            found |= {f"aljabr.{n}" for n in names} if node.module == "aljabr" else {node.module}
    return found


def test_imports_go_one_way():
    wrong = []
    for file in sorted(SOURCE.rglob("*.py")):
        own = room(file)
        assert own in ORDER, f"{own} has no place in the order"
        for module in imports(file):
            package, _, rest = module.partition(".")
            other = rest.split(".")[0]
            if package != "aljabr" or other not in ORDER or other == own:
                continue
            if ORDER.index(other) > ORDER.index(own):
                wrong.append(f"{own} imports {other}")
    assert wrong == []


def test_base_modules_import_nothing_heavy():
    for file in sorted(SOURCE.rglob("*.py")):
        if room(file) not in LEARNING:
            roots = {module.split(".")[0] for module in imports(file, at_import_time=True)}
            assert not roots & HEAVY, file.name


def test_solving_loads_nothing_heavy():
    program = (
        "import sys, aljabr.cli; from aljabr import solve; assert solve('2x = 4').roots;"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.stdout.strip(), ran.stderr) == ("[]", "")


def test_playing_a_trained_agent_loads_nothing_heavy(tmp_path):
    program = (
        "import sys, numpy as np; from aljabr import agent, checkpoint, solve, traces\n"
        "from aljabr.networks import init_agent\n"
        "policy = init_agent(np.random.default_rng(0), 64, 50)['policy']\n"
        "stacked = [{key: each[None] for key, each in layer.items()} for layer in policy]\n"
        "card = {'config': {'agent': 'ppo', 'encoding': 'coded'}, 'steps': 0}\n"
        "checkpoint.save(agent.Path('run'), {'agent': {'policy': stacked}}, card)\n"
        "player = agent.load(agent.Path('run'))\n"
        "assert solve('2x = 4', agent=player).roots; assert traces.trace(player, 'a*x = 0')\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path
    )
    assert (ran.stdout.strip(), ran.stderr) == ("[]", "")
