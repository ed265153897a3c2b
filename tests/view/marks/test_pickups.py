"""Pickups are cages of light on the shell, with a sign in each that tells them apart without colours."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds, modules
from arena.catalogue.pickups import PICKUPS
from arena.sim.crates import LIFE_TICKS
from arena.sim.world import World, WorldConfig
from arena.view.marks.pickups import CAGE, CRATE_CAGE, CRATE_HIGH, CRATE_SIDES, EDGE, SIDES
from arena.view.overlay.overlay import LINE
from arena.view.scene import Viewer
from tests.view.fakes import HUD

PLACE = np.array((0.0, 0.1, 1.0)) / np.linalg.norm((0.0, 0.1, 1.0))


def world_with(kind: int, what: int) -> tuple[World, int]:
    """A player and one thing to collect before it."""
    world = World(WorldConfig(seed=1, players=1, enemies=1, asteroids=1, bullets=1, pickups=2))
    world.spawn_player(0)
    place = world.bodies.position[0] / world.shell_radius + 0.1 * world.players.up[0]
    row = world.place(kind, place / np.linalg.norm(place), material=what)
    world.players.picks[0] = 1
    return world, row


def built(world: World) -> Any:
    return Viewer().build(world, HUD, 1.0, 0.0, (1280, 720))


@pytest.mark.parametrize(
    ("kind", "what", "sides", "reach"),
    [(kinds.PICKUP.number, row.number, SIDES, CAGE) for row in PICKUPS]
    + [(kinds.CRATE.number, modules.RAM.number, CRATE_SIDES, CRATE_CAGE)],
)  # fmt: skip
def test_a_cage_stands_about_its_place_and_a_sign_in_it(
    kind: int, what: int, sides: int, reach: float
) -> None:
    world, row = world_with(kind, what)
    frame = built(world)
    here = world.bodies.position[row]
    away = np.linalg.norm(frame.sprites["position"] - here, axis=1)
    edges = frame.sprites[(np.abs(frame.sprites["size"] - EDGE) < 1e-6) & (away < 9.0)]
    assert len(edges) == 3 * sides
    for end in (edges["position"], edges["position"] - edges["stretch"]):
        out = np.linalg.norm(end - here, axis=1)
        assert out.min() >= reach - 1e-3 and out.max() <= np.hypot(reach, CRATE_HIGH) + 1e-3
    sign = PICKUPS[what].show.sign if kind == kinds.PICKUP.number else modules.RAM.show.sign
    world.bodies.alive[row] = False
    lines = [
        (rows["shape"] == LINE).sum()
        for rows in (frame.overlay.instances(), built(world).overlay.instances())
    ]
    assert lines[0] - lines[1] >= 2 * sum(len(stroke) - 1 for stroke in sign)


def test_what_is_in_a_crate_is_told_only_to_who_may_take_it() -> None:
    world, _ = world_with(kinds.CRATE.number, modules.RAM.number)
    counts = list[int]()
    for world.players.picks[0] in (1, 0):
        counts.append(len(built(world).overlay.rows()))
    assert counts[0] > counts[1]


def test_a_crate_blinks_before_it_leaves() -> None:
    world, _ = world_with(kinds.CRATE.number, modules.RAM.number)
    seen = set[int]()
    for world.tick in range(LIFE_TICKS - 20, LIFE_TICKS):
        seen.add(int((np.abs(built(world).sprites["size"] - EDGE) < 1e-6).sum()))
    assert seen == {0, 3 * CRATE_SIDES}


def test_signs_of_pickups_differ() -> None:
    assert all(one.show.sign != other.show.sign for one, other in combinations(PICKUPS, 2))
