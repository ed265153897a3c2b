"""Zones are drawn where they act, and each kind in its own way."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue import zones
from arena.sim.tables.zones import create_zones
from arena.view.buffers import create_mark_rows
from arena.view.cameras.camera import look
from arena.view.culling import cap_lens, make_lens
from arena.view.marks.zones import FALLS, PUFFS, STREAKS, ZONE_RINGS, ZONE_SPRITES, mark_zones
from arena.view.palette import load_palette, role_colors
from tests.view.fakes import PLANET, SHELL, fake_world

PALETTE = load_palette("terra")
CENTER = np.array([0.6, 0.0, 0.8])
RADIUS = 9.0
EVERYTHING = cap_lens(CENTER.astype(np.float32), 1e6, PLANET, SHELL)


def zone_marks(world: Any, time_s: float, lens: Any = EVERYTHING) -> tuple[Any, Any]:
    """Rings and sprites of all zones in sight."""
    count = max(1, int(np.count_nonzero(world.zones.kind)))
    marks = create_mark_rows(ZONE_RINGS * count, ZONE_SPRITES * count)
    mark_zones(world.zones, time_s, SHELL, lens, role_colors(PALETTE, zones.ZONES), marks)
    return marks.drawn()


def world_with(*kinds: int) -> Any:
    world = fake_world()
    world.zones = create_zones()
    for row, kind in enumerate(kinds):
        world.zones.kind[row], world.zones.radius[row] = kind, RADIUS
        world.zones.center[row], world.zones.axis[row] = CENTER * SHELL, (0.0, 0.0, 1.0)
    return world


def arc_from_center(position: np.ndarray) -> np.ndarray:
    outward = position / np.linalg.norm(position, axis=1, keepdims=True)
    return np.arccos(np.clip(outward @ CENTER, -1.0, 1.0)) * SHELL


def test_without_zones_nothing_is_drawn() -> None:
    rings, sprites = zone_marks(world_with(), 1.0)
    assert len(rings) == len(sprites) == 0


@pytest.mark.parametrize(
    ("kind", "rings", "sprites"),
    [
        (zones.WIND.number, 1, STREAKS),
        (zones.NEBULA.number, 1, PUFFS),
        (zones.WELL.number, 1 + FALLS, 2),
        (zones.REPULSOR.number, 1 + FALLS, 2),
    ],
)
def test_each_kind_has_its_marks_within_its_border(kind: int, rings: int, sprites: int) -> None:
    drawn, lights = zone_marks(world_with(kind), 3.7)
    assert (len(drawn), len(lights)) == (rings, sprites)
    assert drawn["center"] == pytest.approx(np.tile(CENTER, (rings, 1)), abs=1e-6)
    assert drawn["radius"].max() == pytest.approx(RADIUS)
    assert arc_from_center(lights["position"]).max() < RADIUS + 3.0
    assert np.abs(np.linalg.norm(lights["position"], axis=1) - SHELL).max() < 1.0
    color = {
        zones.WIND.number: PALETTE.roles["wind"],
        zones.NEBULA.number: PALETTE.roles["nebula"],
        zones.WELL.number: PALETTE.roles["well"],
        zones.REPULSOR.number: PALETTE.roles["wind"],
    }[kind]
    assert drawn["color"][0, :3] == pytest.approx(color)


def test_streaks_fly_with_the_wind() -> None:
    world = world_with(zones.WIND.number)
    _, before = zone_marks(world, 3.00)
    _, after = zone_marks(world, 3.02)
    moved = after["position"] - before["position"]
    same_flight = np.linalg.norm(moved, axis=1) < 1.0
    assert np.count_nonzero(same_flight) > 0.9 * STREAKS
    flow = np.cross([0.0, 0.0, 1.0], before["position"])
    assert (np.einsum("ij,ij->i", moved, flow)[same_flight] > 0.0).all()
    assert (np.einsum("ij,ij->i", before["stretch"], flow) > 0.0).all()


@pytest.mark.parametrize(("kind", "way"), [(zones.WELL.number, -1.0), (zones.REPULSOR.number, 1.0)])
def test_rings_run_as_a_zone_pulls_or_pushes(kind: int, way: float) -> None:
    world = world_with(kind)
    before, after = (zone_marks(world, time)[0]["radius"][1:] for time in (3.0, 3.05))
    assert np.count_nonzero(way * (after - before) > 0.0) >= FALLS - 1


def test_zones_are_drawn_together() -> None:
    rings, sprites = zone_marks(world_with(zones.WIND.number, zones.WELL.number, zones.NEBULA.number), 0.0)
    assert (len(rings), len(sprites)) == (3 + FALLS, STREAKS + PUFFS + 2)
    assert np.isfinite(sprites["position"]).all()


def test_zones_out_of_sight_leave_nothing() -> None:
    world = world_with(zones.WIND.number, zones.WELL.number, zones.NEBULA.number)
    behind = cap_lens(-CENTER.astype(np.float32), 1e6, PLANET, SHELL)
    assert [len(part) for part in zone_marks(world, 0.0, behind)] == [0, 0]
    close = look(CENTER * 60.0, -CENTER, np.array([0.0, 1.0, 0.0]), 1.0, 0.3, 2.0, 100.0)
    rings, sprites = zone_marks(world, 0.0, make_lens(close, PLANET, SHELL))
    assert len(rings) == 3 + FALLS, "the rings lie around the camera"
    assert 2 < len(sprites) < STREAKS, "but few of the marks are before it"
