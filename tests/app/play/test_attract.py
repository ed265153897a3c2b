"""The fight behind the title shows within two seconds what the game is about, and goes on for minutes."""

import math

import numpy as np
import pytest

from arena.app.play.attract import (
    BEHIND,
    CONE,
    FEW,
    IN_SIGHT,
    LEVEL,
    LOST,
    PAUSE,
    attract_setup,
    reinforce,
    stage_fight,
)  # fmt: skip
from arena.catalogue import kinds
from arena.game.bots.bot import Bot
from arena.game.levels.parser import parse_level
from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.sim.tables.pools import body_id, row_of_id
from arena.tuning import DT, TICK_RATE
from arena.view.cameras.camera import project
from arena.view.cameras.title_camera import SHADE_SIZE, SWING, SWING_RATE, TURN_MAX
from arena.view.frame import Camera
from arena.view.instances import SHIP_SCALE
from arena.view.scene import Viewer
from arena.view.settings import ViewSettings

SIZE = 1280, 720
WINGS = 2.16
"""From tip to tip of the player's mesh, as `arena.render.ship_meshes` has it."""
LIMB_LOW, LIMB_HIGH = 0.15, 0.65
"""Between them the planet's limb stands above the ship, in half heights."""


def begin(seed: int) -> Match:
    setup = attract_setup(seed)
    match = Match(setup.mode, setup.seed, workers=1, level=setup.level)
    stage_fight(match)
    return match


def count_seen(match: Match, viewer: Viewer) -> int:
    """Number of enemies in the right two thirds of the picture, where no menu covers them."""
    world = match.world
    camera = viewer.title_frame(world, 1.0, DT, SIZE).camera
    places, ahead = project(camera, world.bodies.position[world.rows(Pool.ENEMY)])
    return int(np.count_nonzero(ahead & (places[:, 0] > -0.33) & (np.abs(places) < 1).all(axis=1)))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_there_are_ships_fire_and_an_explosion_within_two_seconds(seed: int) -> None:
    with begin(seed) as match:
        bot, viewer, world = Bot(slot=0), Viewer(), match.world
        happened = set[int]()
        shown = 0
        for _ in range(2 * TICK_RATE):
            match.tick([bot.command(world)])
            happened |= set(world.events.kind[: world.events.count[0]].tolist())
            frame = viewer.title_frame(world, 1.0, DT, SIZE)
            places, ahead = project(frame.camera, frame.ships["position"])
            right = ahead & (places[:, 0] > -0.2) & (np.abs(places) < 1.0).all(axis=1)
            shown = max(shown, int(np.count_nonzero(right)))
        assert {int(Event.SHOT), int(Event.KILLED)} <= happened
        assert shown > FEW


def test_a_fight_that_becomes_thin_is_reinforced() -> None:
    with begin(4) as match:
        world, viewer, seen = match.world, Viewer(), list[int]()
        for row in world.rows(Pool.ENEMY):
            world.bodies.health[row] = 0.0
        for tick in range(8 * TICK_RATE):
            match.tick([Bot(slot=0).command(world)] if tick == 0 else None)
            reinforce(match)
            seen.append(count_seen(match, viewer))
        assert seen[1] == 0
        assert min(seen[3 * TICK_RATE :]) > FEW // 2
        assert not match.over


@pytest.mark.parametrize("aspect", [4 / 3, 16 / 9, 21 / 9])
def test_the_ship_stands_beside_the_menu(aspect: float) -> None:
    with begin(5) as match:
        world, viewer = match.world, Viewer()
        frame = viewer.title_frame(world, 1.0, DT, (round(720 * aspect), 720))
        places, _ = project(frame.camera, world.bodies.position[:1])
        assert 0.1 < places[0, 0] < 0.4 and -0.5 < places[0, 1] < 0.0


def test_reduced_motion_holds_the_swing() -> None:
    with begin(6) as match:
        world = match.world
        for still in (True, False):
            viewer = Viewer(settings=ViewSettings(reduced_motion=still))
            eyes = [viewer.title_frame(world, 1.0, 1.0, SIZE).camera.eye for _ in range(4)]
            assert (np.ptp(np.array(eyes), axis=0).max() < 1e-3) == still


def test_nothing_lies_between_the_eye_and_the_fight() -> None:
    with begin(7) as match:
        world, viewer, bodies = match.world, Viewer(), match.world.bodies
        ship = world.bodies.position[0].astype(float)
        eye = viewer.title_frame(world, 1.0, DT, SIZE).camera.eye.astype(float)
        between = ship + (eye - ship) * 0.3
        between *= world.shell_radius / np.linalg.norm(between)
        row = world.place(kinds.ASTEROID.number, between / np.linalg.norm(between), radius=2.0)
        carrier = world.place(kinds.CARRIER.number, between / np.linalg.norm(between))
        for placed in (row, carrier):
            bodies.previous_position[placed] = bodies.position[placed]
        frame = viewer.title_frame(world, 1.0, 0.0, SIZE)
        rocks = np.concatenate([*frame.asteroids.values()])
        apart = np.linalg.norm(rocks["position"] - eye, axis=1)
        assert len(rocks) and rocks["scale"][apart < frame.near_fade].max(initial=0.0) == 0.0
        apart = np.linalg.norm(frame.ships["position"] - ship, axis=1)
        assert frame.ships["scale"][np.argmin(apart)] > 0.5, "the bot's own ship stays"
        at = np.argmin(np.linalg.norm(frame.ships["position"] - bodies.position[carrier], axis=1))
        assert frame.ships["scale"][at] < 0.7 * bodies.radius[carrier]
        shades = frame.sprites[frame.sprites["hardness"] < 0.0]
        assert shades["size"].max() <= SHADE_SIZE


def test_the_ship_is_an_eighth_to_a_sixth_of_the_width() -> None:
    with begin(8) as match:
        world = match.world
        frame = Viewer().title_frame(world, 1.0, DT, SIZE)
        camera, here = frame.camera, world.bodies.position[0]
        span = WINGS * SHIP_SCALE * world.bodies.radius[0]
        places, _ = project(
            camera, np.array([here - camera.right * span / 2, here + camera.right * span / 2])
        )
        assert 1 / 8 < (places[1, 0] - places[0, 0]) / 2 < 1 / 6


def test_the_horizon_stays_level_and_the_picture_turns_slowly() -> None:
    with begin(9) as match:
        bot, viewer, world = Bot(slot=0), Viewer(), match.world
        bearing, level = list[float](), list[float]()
        for _ in range(6 * TICK_RATE):
            match.tick([bot.command(world)])
            reinforce(match)
            camera = viewer.title_frame(world, 1.0, DT, SIZE).camera
            focus, up = viewer.rig.focus, viewer.rig.up
            assert focus is not None and up is not None
            level.append(float(camera.right @ focus))
            ahead = np.cross(focus, camera.right)
            bearing.append(math.atan2(float(ahead @ np.cross(up, focus)), float(ahead @ up)))
            limb = limb_height(camera)
            assert LIMB_LOW < limb < LIMB_HIGH
        # tilted as little as the shift of the ship to the right bends it, and always by as much
        assert np.ptp(level) < 0.01
        assert np.abs(np.diff(bearing)).max() < (TURN_MAX + SWING * SWING_RATE) * DT * 1.05


def limb_height(camera: Camera) -> float:
    """Height of the limb in the picture's column of the ship, in half heights."""
    eye = camera.eye.astype(float)
    for y in np.linspace(1.0, -1.0, 400):
        ray = camera.forward + camera.up * (y * camera.tan_half_fov)
        ray = ray / np.linalg.norm(ray)
        along = -float(eye @ ray)
        if along > 0 and eye @ eye - along * along < 50.0**2:
            return float(y)
    return -1.0


@pytest.mark.parametrize("seed", [11, 12])
def test_the_fight_goes_on_before_the_ship(seed: int) -> None:
    """A squad comes whenever few are before the ship, and never does a crowd fill the picture.

    How many are left in between depends on how the bot shoots.
    """
    with begin(seed) as match:
        bot, viewer, world = Bot(slot=0), Viewer(), match.world
        came = list[bool]()
        for _ in range(20 * TICK_RATE):
            match.tick([bot.command(world)])
            apart = world.bodies.position[world.rows(Pool.ENEMY)] - world.bodies.position[0]
            away, ahead = np.linalg.norm(apart, axis=1), apart @ world.players.up[0]
            few = np.count_nonzero((away < IN_SIGHT) & (ahead > CONE * away)) < FEW
            kept = np.count_nonzero((ahead >= BEHIND) & (away <= LOST))
            reinforce(match)
            if world.tick % PAUSE == 0:
                came.append(bool(len(world.rows(Pool.ENEMY)) >= kept + 5))
                assert came[-1] == few
            assert count_seen(match, viewer) < 60
        assert True in came and False in came


def test_bombs_are_kept_from_the_bot() -> None:
    with begin(13) as match:
        players = match.world.players
        players.bombs[:] = 3
        match.tick([Bot(slot=0).command(match.world)])
        while match.world.tick % PAUSE:
            match.tick(None)
        reinforce(match)
        assert not players.bombs.any()


def test_who_fell_behind_leaves_the_fight() -> None:
    with begin(14) as match:
        world = match.world
        here, up = world.bodies.position[0].astype(float), world.players.up[0].astype(float)
        row = world.place(kinds.DRONE.number, here - up * 15.0)
        identity = body_id(world.bodies, row)
        assert world.tick % PAUSE == 0
        reinforce(match)
        assert row_of_id(world.bodies, identity) < 0


def test_the_phase_behind_the_title_does_not_end() -> None:
    level = parse_level(LEVEL)
    group = level.phase[0].group[0]
    assert group.times * group.every > 4 * 3600.0
