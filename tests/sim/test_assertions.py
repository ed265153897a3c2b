"""Debug assertions of the simulation: silent while a match is played, loud in damaged tables."""

from tests.processes import run_python

PLAY = """
import numpy as np
from arena.ai.minds import Minds
from arena.catalogue import kinds
from arena.sim.births import spawn_body
from arena.sim.kinds import Pool
from arena.sim.quarantine import assert_sound
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.pools import return_row, take_row
from arena.sim.world import World, WorldConfig

world = World(WorldConfig(enemies=6, asteroids=6, bullets=16, mines=2, pickups=2))
minds = Minds(world)
world.spawn_player(0)
for k in range(4):
    world.place(kinds.GUNNER.number, (0.1 * k - 0.2, 0.2, 1.0))
    world.place(kinds.ASTEROID.number, (0.03 * k, 0.1, 1.0), velocity=(3.0, 0.0, 0.0), radius=1.5)
for _ in range(45):
    minds.collect(world)
    step(world, [PlayerCommand(aim_y=127, buttons=Button.FIRE)])
    minds.submit(world)
minds.collect(world)
print("sound", len(world.rows(Pool.BULLET)) > 0)

def expect(text, act):
    try:
        act()
    except AssertionError as error:
        print("as expected" if text in str(error) else f"expected {text}, but {error}")
    else:
        print(f"not noticed: {text}")

def birth(row, radius):
    nose = (1.0, 0.0, 0.0)
    spawn_body(world.population, row, 0, 0, 0, nose, nose, nose, radius, 1.0, 1)

pools, rows = world.pool_rows, len(world.bodies.alive)
expect("a row outside of the table", lambda: birth(rows, 1.0))
expect("a radius that is not above zero", lambda: birth(2, 0.0))
expect("a row of another pool", lambda: return_row(pools, int(Pool.ENEMY), rows - 1))
pools.available[Pool.MINE] = 2
expect("return_row: more free rows", lambda: return_row(pools, int(Pool.MINE), int(pools.start[Pool.MINE])))
pools.available[Pool.MINE] = 3
expect("take_row: more free rows", lambda: take_row(pools, int(Pool.MINE)))
world.bodies.heading[0] *= 2.0
expect("a heading is not of length 1", lambda: assert_sound(world.bodies))
world.bodies.position[0, 1] = np.nan
expect("a position is not finite", lambda: assert_sound(world.bodies))
"""


def test_a_match_passes_and_damaged_tables_are_named() -> None:
    """By Python, which runs the kernels in seconds where compiling all of them takes minutes."""
    lines = run_python(PLAY, NUMBA_DISABLE_JIT="1").splitlines()
    assert lines == ["sound True"] + ["as expected"] * 7
