"""Adding a kind compiles its mind at most: kernels know kinds by numbers, masks of flags, and columns."""

import json
import subprocess
import sys

DIGESTS = """
import json, importlib, sys
from dataclasses import replace
from arena.catalogue import kinds
{toy}
for name in {modules}:
    importlib.import_module(name)
from arena.jit.digest import kernel_digest
from arena.jit.kernels import package_kernels
print(json.dumps({{f"{{k.__module__}}.{{k.__name__}}": kernel_digest(k, ()) for k in package_kernels()}}))
"""
MODULES = ("arena.startup.game", "arena.startup.view")
"""They import all that a game compiles."""
NEW_ENEMY = """
show = replace(kinds.WEAVER.show, first_met="A toy.")
ship = replace(kinds.WEAVER.ship, health=77.0, radius=0.9, drop_chance=0.9, score=999)
rules = replace(kinds.WEAVER.rules, ship=ship)
kinds.KINDS.add(replace(kinds.WEAVER, number=31, name="toy", rules=rules, show=show))
"""
NEVER_SLEEPS = NEW_ENEMY.replace("health=77.0", "health=77.0, sleeps=False")


def digests(toy: str) -> dict[str, str]:
    """Of every kernel, in a fresh interpreter with a toy's row in the catalogue."""
    code = DIGESTS.format(toy=toy, modules=MODULES)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_new_enemy_with_a_known_mind_compiles_nothing() -> None:
    before, after = digests(""), digests(NEW_ENEMY)
    assert len(before) > 100
    assert [name for name in before if before[name] != after[name]] == []


def test_a_flag_that_few_kinds_have_is_part_of_the_kernels_that_ask_for_it() -> None:
    before, after = digests(""), digests(NEVER_SLEEPS)
    assert "arena.sim.births.spawn_body" in [name for name in before if before[name] != after[name]]
