"""Bullets and mines upon a player's dials are drawn over them, each in a dark collar of its own."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.sim.kinds import Pool
from arena.view.cameras.camera import project
from arena.view.frame import BULLET_DTYPE, MESH_OF_KIND, SHIP_DTYPE, Frame
from arena.view.hud.lethal_marks import COLLAR, MOST, draw_lethal
from arena.view.overlay.overlay import Overlay
from arena.view.palette import COLOR_SETS, load_palette
from arena.view.scene import Viewer
from tests.view.fakes import fake_world

PALETTE = load_palette("terra")
REACH = 60.0


def view_of() -> tuple[Frame, tuple[float, float]]:
    """A frame with nothing that kills, and where its player is [virtual px]."""
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    frame = Viewer().build(world, None, 1.0, 0.0, (1280, 720))
    frame.bullets, frame.ships = np.zeros(0, BULLET_DTYPE), np.zeros(0, SHIP_DTYPE)
    (here,), _ = project(frame.camera, world.bodies.position[:1].astype(np.float64))
    overlay = Overlay(16 / 9)
    return frame, ((here[0] + 1.0) * 0.5 * overlay.width, (here[1] + 1.0) * 0.5 * overlay.height)


def put(frame: Frame, what: str, count: int, aside: float) -> None:
    """Place orbs, darts or mines, so far from the player [u]."""
    place = frame.focus.astype(np.float64) * frame.shell_radius + frame.camera.right * aside
    if what == "mine":
        frame.ships = np.zeros(count, SHIP_DTYPE)
        mesh = MESH_OF_KIND[kinds.MINE.number]
        frame.ships["position"], frame.ships["kind"], frame.ships["scale"] = place, mesh, 0.9
        return
    frame.bullets = np.zeros(count, BULLET_DTYPE)
    frame.bullets["head"], frame.bullets["width"] = place, 0.5
    frame.bullets["orb"] = 1.0 if what == "orb" else 0.0


def drawn(frame: Frame, ship: tuple[float, float], palette: Any = PALETTE) -> Any:
    overlay = Overlay(16 / 9)
    draw_lethal(overlay, frame, [ship], REACH, palette)
    return overlay.instances()


@pytest.mark.parametrize("colors", COLOR_SETS)
@pytest.mark.parametrize("what", ["orb", "mine"])
def test_what_kills_is_drawn_over_the_dials_upon_a_dark_collar(what: str, colors: str) -> None:
    (frame, ship), palette = view_of(), load_palette("terra", colors)
    put(frame, what, 1, 0.0)
    rows = drawn(frame, ship, palette)
    assert rows["color"][0] == pytest.approx(COLLAR), "below the rest"
    color = palette.mine if what == "mine" else palette.enemy_bullet
    own = (np.abs(rows["color"][:, :3] - color) < 1e-6).all(axis=1)
    assert own.any() and not own[0]
    assert rows["place"][0, :2] == pytest.approx(ship, abs=REACH)
    dark = np.abs(rows["color"] - COLLAR).max(axis=1) < 1e-6
    assert rows["place"][dark, 2].max() > rows["place"][own, 2].max() - 1.0


@pytest.mark.parametrize("what", ["orb", "mine", "dart"])
def test_what_is_elsewhere_or_ones_own_is_not(what: str) -> None:
    frame, ship = view_of()
    put(frame, what, 1, 0.0 if what == "dart" else 12.0)
    assert not len(drawn(frame, ship))


def test_a_crowd_of_bullets_costs_no_more_than_some() -> None:
    frame, ship = view_of()
    put(frame, "orb", 10 * MOST, 0.0)
    assert len(drawn(frame, ship)) == 3 * MOST


def test_the_head_up_display_has_them_above_its_dials() -> None:
    """A whole picture: the last rows at the ship are those of the bullet."""
    from tests.view.fakes import HUD

    world = fake_world(enemies=0, asteroids=0, bullets=1)
    row = int(world.rows(Pool.BULLET)[0])
    world.bodies.position[row] = world.bodies.previous_position[row] = world.bodies.position[0]
    frame = Viewer().build(world, HUD, 1.0, 0.0, (1280, 720))
    assert (frame.bullets["orb"] > 0.5).any()
    rows = frame.overlay.instances()
    assert (np.abs(rows["color"] - COLLAR).max(axis=1) < 1e-6).any()
