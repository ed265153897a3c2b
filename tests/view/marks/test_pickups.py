"""Pickups are cages of light on the shell, with a sign in each that tells them apart without colours."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds, modules
from arena.catalogue.pickups import PICKUPS
from arena.sim.crates import LIFE_TICKS
from arena.sim.world import World, WorldConfig
from arena.view.cameras.camera import project
from arena.view.hud.modules import CRATE_SIGN
from arena.view.marks.pickups import (
    CAGE,
    CAGE_HIGH,
    CRATE_CAGE,
    CRATE_HIGH,
    CRATE_SIDES,
    CRATE_TABLE,
    EDGE,
    PULSE_TICKS,
    SIDES,
    TABLE,
)
from arena.view.overlay.overlay import LINE
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import written
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
    ("kind", "what", "sides", "reach", "table", "high"),
    [(kinds.PICKUP.number, row.number, SIDES, CAGE, TABLE, CAGE_HIGH) for row in PICKUPS]
    + [(kinds.CRATE.number, modules.RAM.number, CRATE_SIDES, CRATE_CAGE, CRATE_TABLE, CRATE_HIGH)],
)  # fmt: skip
def test_a_cage_stands_about_its_place_and_a_sign_in_it(
    kind: int, what: int, sides: int, reach: float, table: float, high: float
) -> None:
    world, row = world_with(kind, what)
    frame = built(world)
    here = world.bodies.position[row]
    away = np.linalg.norm(frame.sprites["position"] - here, axis=1)
    edges = frame.sprites[(np.abs(frame.sprites["size"] - EDGE) < 1e-6) & (away < 9.0)]
    assert len(edges) == 3 * sides
    ends = np.concatenate([edges["position"], edges["position"] - edges["stretch"]])
    out, outward = np.linalg.norm(ends - here, axis=1), here / np.linalg.norm(here)
    rise = (ends - here) @ outward
    radius = np.where(rise > 0.0, reach * table, reach)
    assert out == pytest.approx(np.hypot(radius, high), abs=1e-3), "each is a corner"
    assert np.abs(rise) == pytest.approx(high, abs=1e-3) and (rise > 0.0).sum() == 3 * sides
    sign = PICKUPS[what].show.sign if kind == kinds.PICKUP.number else modules.RAM.show.sign
    world.bodies.alive[row] = False
    lines = [
        (rows["shape"] == LINE).sum()
        for rows in (frame.overlay.instances(), built(world).overlay.instances())
    ]
    assert lines[0] - lines[1] >= 2 * sum(len(stroke) - 1 for stroke in sign)


def test_a_ring_runs_inwards_to_a_pickup_and_begins_anew() -> None:
    world, row = world_with(kinds.PICKUP.number, next(iter(PICKUPS)).number)
    radii = list[float]()
    for share in (0.1, 0.5, 0.9, 1.1):
        world.tick = round(share * PULSE_TICKS)
        rings = built(world).rings
        outward = world.bodies.position[row] / world.shell_radius
        (ring,) = rings[np.linalg.norm(rings["center"] - outward, axis=1) < 1e-3]
        radii.append(float(ring["radius"]))
    assert radii[0] > radii[1] > radii[2] > CAGE and radii[3] == pytest.approx(radii[0])


@pytest.mark.parametrize("altitude", [0.0, 6.0])
def test_what_is_in_a_crate_is_told_only_to_who_may_take_it(altitude: float) -> None:
    world, row = world_with(kinds.CRATE.number, modules.RAM.number)
    world.bodies.position[row] *= 1.0 + altitude / world.shell_radius  # it may still fall
    counts = list[int]()
    for world.players.picks[0] in (1, 0):
        frame = built(world)
        (place,), _ = project(frame.camera, world.bodies.position[row][None].astype(np.float64))
        spot = (place + 1.0) / 2.0 * (frame.overlay.width, frame.overlay.height)
        rows = frame.overlay.instances()
        near = np.abs(rows["place"][:, :2] - spot).max(axis=1) < CRATE_SIGN
        counts.append(int((near & (rows["shape"] == LINE)).sum()))
    assert counts == [2 * sum(len(stroke) - 1 for stroke in modules.RAM.show.sign), 0]


@pytest.mark.parametrize("away", [0.02, 0.2])
def test_the_offer_tells_of_the_nearest_crate(away: float, monkeypatch: pytest.MonkeyPatch) -> None:
    world, _ = world_with(kinds.CRATE.number, modules.RAM.number)
    place = world.bodies.position[0] / world.shell_radius - away * world.players.up[0]
    world.place(kinds.CRATE.number, place / np.linalg.norm(place), material=modules.FROST.number)
    with written(monkeypatch) as noted:
        built(world).overlay.rows()
    words = [text.string for text in noted if text.box.y < 120.0]
    near = modules.FROST if away < 0.1 else modules.RAM
    assert {modules.RAM.show.title, modules.FROST.show.title} <= {text.string for text in noted}
    assert [word for word in words if word.startswith(f"{near.show.title}: {near.show.line}")]
    assert sum(one.show.line in word for one in (modules.RAM, modules.FROST) for word in words) == 1


def test_a_crate_blinks_before_it_leaves() -> None:
    world, _ = world_with(kinds.CRATE.number, modules.RAM.number)
    seen = set[int]()
    for world.tick in range(LIFE_TICKS - 20, LIFE_TICKS):
        seen.add(int((np.abs(built(world).sprites["size"] - EDGE) < 1e-6).sum()))
    assert seen == {0, 3 * CRATE_SIDES}


def test_signs_of_pickups_differ() -> None:
    assert all(one.show.sign != other.show.sign for one, other in combinations(PICKUPS, 2))
