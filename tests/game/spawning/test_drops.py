"""Loaded asteroids: one piece carries the load, and gives up what its material holds, to whoever shot it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.catalogue.materials import MATERIALS
from arena.catalogue.pickups import PICKUPS
from arena.game.match import Match
from arena.game.spawning.drops import create_drop_table
from arena.sim.kinds import LOADED, Pool
from arena.sim.world import World

PLAYER = 0
FAR = (0.0, 0.0, -1.0)


def own_rows(world: World) -> NDArray[np.int64]:
    """Rows of the asteroids on the far side; the field drops others in elsewhere."""
    rows = world.rows(Pool.ASTEROID)
    return rows[world.bodies.radial_speed[rows] == 0.0]


def burst_all(match: Match, by: int) -> list[int]:
    """Destroy every asteroid tick by tick; returns how many loaded ones there were before each tick."""
    world, loads = match.world, list[int]()
    while len(rows := own_rows(world)):
        loads.append(int(np.count_nonzero(world.bodies.variant[rows] >= LOADED)))
        world.bodies.health[rows], world.bodies.hit_by[rows] = 0.0, by
        match.tick()
    return loads


@pytest.mark.parametrize("material", [row.number for row in MATERIALS], ids=MATERIALS.names)
def test_a_loaded_rock_gives_up_one_pickup_of_its_material_in_its_last_piece(material: int) -> None:
    with Match("endless", 3, workers=1) as match:
        match.world.pools[Pool.ASTEROID].clear()
        match.world.place(kinds.ASTEROID.number, FAR, radius=2.0, material=material, loaded=True)
        assert burst_all(match, PLAYER) == [1, 1, 1]
        (row,) = match.world.rows(Pool.PICKUP).tolist()
        what = PICKUPS[int(match.world.bodies.variant[row])]
    assert dict(what.rules.loads)[MATERIALS[material].name] > 0


def test_no_load_comes_out_for_nobody_or_of_an_empty_rock() -> None:
    with Match("endless", 3, workers=1) as match:
        match.world.pools[Pool.ASTEROID].clear()
        match.world.place(kinds.ASTEROID.number, FAR, radius=2.0, material=2, loaded=True)
        burst_all(match, -1)
        match.world.place(kinds.ASTEROID.number, FAR, radius=2.0, material=2)
        burst_all(match, PLAYER)
        assert not len(match.world.rows(Pool.PICKUP))


def test_lives_come_out_of_metal_alone() -> None:
    table = create_drop_table()
    shares = np.diff(table.load_share, prepend=0.0)
    gives_life = np.array([PICKUPS[number].rules.lives > 0 for number in table.load.tolist()])
    assert [bool(shares[row.number][gives_life].sum() > 0.0) for row in MATERIALS] == [
        row.name == "metal" for row in MATERIALS
    ]
