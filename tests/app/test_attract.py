"""The fight behind the title shows within two seconds what the game is about, and goes on for minutes."""

import numpy as np
import pytest

from arena.app.attract import FEW, IN_SIGHT, attract_setup, reinforce, stage_fight
from arena.game.bot import Bot
from arena.game.match import Match
from arena.sim.events import Event
from arena.sim.kinds import Kind, Pool
from arena.tuning import DT, TICK_RATE
from arena.view.camera import project
from arena.view.foreground import SHADE_SIZE
from arena.view.scene import Viewer

SIZE = 1280, 720
VEIL_END = 33.0
"""Distance from the eye at which rocks are no veil of pixels any more [u], as their shader has it."""


def begin(seed: int) -> Match:
    setup = attract_setup(seed)
    match = Match(setup.mode, setup.seed, workers=1, level=setup.level)
    stage_fight(match)
    return match


def count_near(match: Match) -> int:
    bodies = match.world.bodies
    apart = bodies.position[match.world.rows(Pool.ENEMY)] - bodies.position[0]
    return int(np.count_nonzero(np.linalg.norm(apart, axis=1) < IN_SIGHT))


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
        world, counts = match.world, list[int]()
        for row in world.rows(Pool.ENEMY):
            world.bodies.health[row] = 0.0
        for tick in range(8 * TICK_RATE):
            match.tick([Bot(slot=0).command(world)] if tick == 0 else None)
            reinforce(match)
            counts.append(count_near(match))
        assert min(counts) < FEW <= max(counts[2 * TICK_RATE :])
        assert not match.over


@pytest.mark.parametrize("aspect", [4 / 3, 16 / 9, 21 / 9])
def test_the_ship_stands_beside_the_menu(aspect: float) -> None:
    with begin(5) as match:
        world, viewer = match.world, Viewer()
        frame = viewer.title_frame(world, 1.0, DT, (round(720 * aspect), 720))
        places, _ = project(frame.camera, world.bodies.position[:1])
        assert 0.15 < places[0, 0] < 0.6 and -0.5 < places[0, 1] < 0.0


def test_reduced_motion_holds_the_swing() -> None:
    with begin(6) as match:
        world = match.world
        for still in (True, False):
            viewer = Viewer()
            viewer.still = still
            eyes = [viewer.title_frame(world, 1.0, 1.0, SIZE).camera.eye for _ in range(4)]
            assert (np.ptp(np.array(eyes), axis=0).max() < 1e-3) == still


def test_nothing_lies_between_the_eye_and_the_fight() -> None:
    with begin(7) as match:
        world, viewer, bodies = match.world, Viewer(), match.world.bodies
        ship = world.bodies.position[0].astype(float)
        eye = viewer.title_frame(world, 1.0, DT, SIZE).camera.eye.astype(float)
        between = ship + (eye - ship) * 0.3
        between *= world.shell_radius / np.linalg.norm(between)
        row = world.place(Kind.ASTEROID, between / np.linalg.norm(between), radius=2.0)
        carrier = world.place(Kind.CARRIER, between / np.linalg.norm(between))
        for placed in (row, carrier):
            bodies.previous_position[placed] = bodies.position[placed]
        frame = viewer.title_frame(world, 1.0, 0.0, SIZE)
        rocks = np.concatenate([*frame.asteroids.values()])
        apart = np.linalg.norm(rocks["position"] - eye, axis=1)
        assert len(rocks) and rocks["scale"][apart < VEIL_END].max(initial=0.0) == 0.0
        apart = np.linalg.norm(frame.ships["position"] - ship, axis=1)
        assert frame.ships["scale"][np.argmin(apart)] > 0.5, "the bot's own ship stays"
        at = np.argmin(np.linalg.norm(frame.ships["position"] - bodies.position[carrier], axis=1))
        assert frame.ships["scale"][at] < 0.7 * bodies.radius[carrier]
        shades = frame.sprites[frame.sprites["hardness"] < 0.0]
        assert shades["size"].max() <= SHADE_SIZE


def test_the_fight_is_large() -> None:
    """The ship is seen more than twice as large as in play."""
    with begin(8) as match:
        world, viewer, sizes = match.world, Viewer(), list[float]()
        for camera in (
            viewer.title_frame(world, 1.0, DT, SIZE).camera,
            Viewer().build(world, None, 1.0, 0.0, SIZE).camera,
        ):
            away = np.linalg.norm(world.bodies.position[0] - camera.eye)
            sizes.append(1.0 / (float(away) * camera.tan_half_fov))
        assert sizes[0] > 2.0 * sizes[1]
