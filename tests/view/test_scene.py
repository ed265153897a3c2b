"""The viewer: reads only, interpolates, hands over contiguous batches, answers the pointer."""

import math

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.hud import PlayerHud
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from arena.tuning import DT
from arena.view.cameras.camera import project
from arena.view.cameras.framing import DISTANCE, DISTANCE_MAX
from arena.view.cameras.shared_camera import SharedFocus
from arena.view.debug.profiler import ProfilerData
from arena.view.debug.views import DebugView
from arena.view.frame import ASTEROID_DTYPE, BOSS_MESH, BULLET_DTYPE, SHIP_DTYPE
from arena.view.marks.warnings import CLOCK_PX, MINE_REACH_PX, THROUGH
from arena.view.overlay.overlay import GLYPH
from arena.view.poses import interpolated
from arena.view.scene import Viewer
from arena.view.settings import ViewSettings
from tests.view.fakes import HUD, SHELL, fake_world
from tests.view.formulas import exp_map

SIZE = (1280, 720)


def test_view_writes_nothing():
    world = fake_world()
    for kind in Event:
        if kind != Event.LANDING:
            world.events.count[0] = 0
            world.add_event(kind, 3, 1.0)
    world.bodies.radial_speed[5] = -8.0
    world.bodies.position[5] *= 1.1
    before = world.fingerprint()
    viewer = Viewer()
    for alpha in (0.0, 0.5, 1.0):
        viewer.observe(world, HUD)
        viewer.build(world, HUD, alpha, 1 / 60, SIZE, profiler=ProfilerData(), debug=list(DebugView))
        viewer.title_frame(world, alpha, 1 / 60, SIZE)
        viewer.stick_from_pointer(world, 100, 100, SIZE)
    assert world.fingerprint() == before


@pytest.mark.parametrize("hours", [0.9, 3.3, 300.7])
def test_the_time_of_shaders_goes_on_after_hours_of_play(hours: float) -> None:
    """In single precision, as shaders have it: after days a frame is below its rounding, unless it wraps."""
    world, viewer, frame_s = fake_world(), Viewer(), 1 / 60
    viewer.move(world, 1.0, hours * 3600.0)
    times = np.array([viewer.build(world, HUD, 1.0, frame_s, SIZE).time_s for _ in range(4)], np.float32)
    assert np.diff(times) == pytest.approx(frame_s, rel=0.02)
    assert times[0] == pytest.approx((hours * 3600.0 + frame_s) % 3600.0, abs=1e-3), "none of it is lost"


def test_bodies_are_shown_between_two_ticks():
    world = fake_world()
    row = np.array([0], np.int32)
    world.bodies.previous_position[0] = exp_map(np.array([0.0, 0, 1]), np.array([0.0, -0.1, 0])) * SHELL
    world.bodies.position[0] = exp_map(np.array([0.0, 0, 1]), np.array([0.0, 0.1, 0])) * (SHELL + 4)
    assert interpolated(world, row, 0.0)[0] == pytest.approx(world.bodies.previous_position[0], abs=1e-4)
    assert interpolated(world, row, 1.0)[0] == pytest.approx(world.bodies.position[0], abs=1e-4)
    middle = interpolated(world, row, 0.5)[0]
    assert np.linalg.norm(middle) == pytest.approx(SHELL + 2, abs=1e-3)
    assert middle[1] == pytest.approx(0.0, abs=0.3)


def test_batches_are_contiguous_and_hold_what_is_near():
    world = fake_world(spread=0.04)
    frame = Viewer().build(world, HUD, 1.0, 0.0, SIZE)
    assert sum(len(batch) for batch in frame.asteroids.values()) == 30
    assert {key[0] for key in frame.asteroids} == {0, 1, 2}
    assert np.bincount(frame.ships["kind"].astype(int)).tolist()[: kinds.GUNNER.number + 1] == [1, 16, 8]
    assert len(frame.bullets) == 20
    assert set(frame.bullets["orb"].tolist()) == {0.0, 1.0}
    for batch, dtype in [(b, ASTEROID_DTYPE) for b in frame.asteroids.values()] + [(frame.ships, SHIP_DTYPE)]:
        assert batch.dtype == dtype and batch.flags.c_contiguous
    assert frame.bullets.dtype == BULLET_DTYPE and frame.sprites.flags.c_contiguous
    assert np.linalg.norm(frame.ships["nose"], axis=1) == pytest.approx(1.0, abs=1e-5)
    rows = world.rows(Pool.ASTEROID)
    world.bodies.position[rows] *= -1
    world.bodies.previous_position[rows] *= -1
    assert not Viewer().build(world, HUD, 1.0, 0.0, SIZE).asteroids, "the far side is not sent"


def test_a_landing_is_announced_by_a_ring_that_fills_and_an_arrow_from_who_falls_into_it():
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    row = world.rows(Pool.ENEMY)[0]
    world.bodies.radial_speed[row] = -8.0
    filled = list[float]()
    for altitude in (8.0, 4.0, 0.5):
        direction = np.array([0.0, 0.1, 0.995])
        world.bodies.position[row] = world.bodies.previous_position[row] = direction * (SHELL + altitude)
        frame = Viewer().build(world, HUD, 1.0, 0.0, SIZE)
        (ring,), place = frame.rings, world.bodies.position[row]
        assert ring["through"] == THROUGH, "rocks do not hide it"
        assert ring["center"] == pytest.approx(place / np.linalg.norm(place), abs=1e-5)
        filled.append(float(ring["filled"]))
        ends = np.linalg.norm(frame.sprites["position"] - SHELL * ring["center"], axis=1) < 1e-3
        line, left, right = frame.sprites[ends]["stretch"].astype(np.float64)
        assert line == pytest.approx(ring["center"] * SHELL - place, abs=1e-3)
        assert (left + right) @ line > 0.0 and np.linalg.norm(left - right) > 0.5, "a head that points down"
    assert filled == pytest.approx([1.0 - (fall / 8.0 - DT) / 1.6 for fall in (8.0, 4.0, 0.5)], abs=1e-4)


def test_the_border_of_a_landing_is_no_thinner_far_away() -> None:
    """A picture 720 high shows their middle line, a quarter of their thickness, some pixels wide."""
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    row = world.rows(Pool.ENEMY)[0]
    world.bodies.radial_speed[row] = -8.0
    wide: list[float] = []
    for away in (0.0, 0.55, 0.75):
        way = np.array([0.0, np.sin(away), np.cos(away)])
        world.bodies.position[row] = world.bodies.previous_position[row] = way * (SHELL + 4.0)
        frame = Viewer().build(world, HUD, 1.0, 0.0, SIZE)
        border = frame.rings[0]
        place = SHELL * border["center"]
        depth = float((place - frame.camera.eye) @ frame.camera.forward)
        wide.append(float(border["thickness"]) * 720.0 / (2.0 * frame.camera.tan_half_fov * depth))
    assert min(wide) >= 3.99
    assert wide[2] > wide[0], "seen aslant, they are drawn wider"


def test_the_ring_of_a_mine_is_no_smaller_far_away() -> None:
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    row = int(world.pool_rows.start[Pool.MINE])
    bodies = world.bodies
    bodies.alive[row], bodies.radius[row], bodies.heading[row] = True, 0.2, (1.0, 0.0, 0.0)
    for away in (0.0, 0.4, 0.75):
        place = np.array([0.0, np.sin(away), np.cos(away)]) * SHELL
        bodies.position[row] = bodies.previous_position[row] = place
        frame = Viewer().build(world, HUD, 1.0, 0.0, SIZE)
        (ring,) = frame.rings
        depth = float((place - frame.camera.eye) @ frame.camera.forward)
        pixels = 720.0 / (2.0 * frame.camera.tan_half_fov * depth)
        assert float(ring["radius"]) * pixels >= MINE_REACH_PX - 0.01
        assert float(ring["thickness"]) * pixels >= CLOCK_PX - 0.01
        assert ring["through"] == THROUGH, "rocks do not hide it"


def test_explosions_leave_light_waves_and_shake_that_fade():
    world = fake_world(spread=0.1)
    world.add_event(Event.KILLED, 2, 0.7)
    viewer = Viewer()
    viewer.observe(world, HUD)
    world.events.count[0] = 0
    frame = viewer.build(world, HUD, 1.0, 1 / 60, SIZE)
    assert frame.particles is not None and frame.particles.living > 20
    assert len(frame.shocks) == 1 and viewer.effects.shake > 0
    for _ in range(540):
        world.tick += 1
        frame = viewer.build(world, HUD, 1.0, 1 / 60, SIZE)
    assert frame.particles is not None and frame.particles.living == 0
    assert not len(frame.shocks) and viewer.effects.shake == 0.0


def test_effects_go_with_the_time_of_the_world() -> None:
    """They stand still where it does, follow it where it is slow, and end where it jumps."""
    world, viewer = fake_world(spread=0.1), Viewer()
    world.add_event(Event.KILLED, 2, 0.7)
    viewer.observe(world, HUD)
    world.events.count[0] = 0
    particles, times = viewer.effects.tables.particles, list[float]()
    for alpha, ticks in ((0.0, 0), (0.0, 0), (0.5, 0), (1.0, 0), (0.5, 1)):
        world.tick += ticks
        viewer.build(world, HUD, alpha, 1 / 60, SIZE)
        times.append(float(particles.now[0]))
    assert np.diff(times) == pytest.approx([0.0, 0.5 * DT, 0.5 * DT, 0.5 * DT])
    viewer.observe(world, HUD)
    assert particles.living > 0
    for tick in (world.tick + 600, world.tick - 300):
        world.tick, before = tick, float(particles.now[0])
        viewer.observe(world, HUD)
        frame = viewer.build(world, HUD, 1.0, 1 / 60, SIZE)
        assert particles.living == 0 and not len(frame.shocks)
        assert particles.now[0] == before, "no time of theirs passes in a jump"
        world.add_event(Event.KILLED, 2, 0.7)
        viewer.observe(world, HUD)
        world.events.count[0] = 0
        assert particles.living > 0


@pytest.mark.parametrize("jump", [600, -60])
def test_a_wreck_ends_where_time_jumps(jump: int) -> None:
    world, viewer = fake_world(spread=0.1), Viewer()
    row = int(world.rows(Pool.ENEMY)[0])
    world.bodies.kind[row], world.bodies.variant[row] = kinds.BOSS.number, 0

    def hulls() -> int:
        frame = viewer.build(world, HUD, 1.0, 1 / 60, SIZE)
        return int(np.isin(frame.ships["kind"].astype(int), BOSS_MESH).sum())

    assert hulls() == 1
    world.bodies.alive[row] = False
    world.add_event(Event.KILLED, row, 3.0, kinds.BOSS.number)
    viewer.observe(world, HUD)
    world.events.count[0] = 0
    assert hulls() == 1, "it is drawn until it has burst"
    world.tick += jump
    viewer.observe(world, HUD)
    assert hulls() == 0


def test_shake_obeys_its_one_scalar():
    world = fake_world()
    eyes: list[np.ndarray] = []
    for scale in (0.0, 0.0, 1.0):
        viewer = Viewer(settings=ViewSettings(shake=scale))
        if eyes:
            viewer.effects.jolt(1.0)
        eyes.append(viewer.build(world, HUD, 1.0, 1 / 60, SIZE).camera.eye)
    assert eyes[1] == pytest.approx(eyes[0])
    assert np.linalg.norm(eyes[2] - eyes[0]) > 0.05


def test_pointer_becomes_a_stick_in_the_players_frame():
    world, viewer = fake_world(), Viewer()
    assert viewer.stick_from_pointer(world, 1, 1, SIZE) == (0.0, 0.0)  # nothing shown yet
    camera = viewer.build(world, HUD, 1.0, 0.0, SIZE).camera

    def stick(point: np.ndarray) -> tuple[float, float]:
        (place,), _ = project(camera, point[None] * SHELL)
        x, y = (place + 1) / 2 * SIZE
        return viewer.stick_from_pointer(world, float(x), float(y), SIZE)

    here = np.array([0.0, 0.0, 1.0])
    assert stick(here) == (0.0, 0.0), "on the ship it keeps the heading"
    for turn in np.linspace(0, 2 * math.pi, 16, endpoint=False):
        ahead = np.array([math.sin(turn), math.cos(turn), 0.0])
        assert stick(exp_map(here, ahead * 0.12)) == pytest.approx((ahead[0], ahead[1]), abs=1e-3)
    x, y = viewer.stick_from_pointer(world, 640, 719, SIZE)  # in the sky: clamped to the limb
    assert (x, y) == pytest.approx((0.0, 1.0), abs=1e-3)
    x, y = viewer.stick_from_pointer(world, 1279, 719, SIZE)
    assert x > 0.5 and y > 0.0 and math.hypot(x, y) == pytest.approx(1.0)


def test_hud_can_be_left_out_and_profiler_shown():
    world = fake_world()
    assert len(Viewer().build(world, None, 1.0, 0.0, SIZE).overlay.instances()) == 0
    rows = Viewer().build(world, None, 1.0, 0.0, SIZE, profiler=ProfilerData()).overlay.instances()
    assert (rows["shape"] == GLYPH).sum() > 40
    world.bodies.alive[0] = False  # nor is a window without a picture, of a player who is lost, any trouble
    hud = HUD._replace(players=(PlayerHud(returns_in=30),))
    assert len(Viewer().build(world, hud, 1.0, 1 / 60, (0, 0)).overlay.instances()) > 0


def test_a_real_world_keeps_its_state_hash():
    world = World(WorldConfig(seed=1, players=1, enemies=8, asteroids=8, bullets=8))
    world.spawn_player(0)
    world.place(kinds.ASTEROID.number, (0.1, 0.1, 1.0), material=2, radius=1.5)
    world.place(kinds.DRONE.number, (0.0, 0.2, 1.0))
    world.drop_in(kinds.GUNNER.number, (0.0, 0.1, 1.0))
    before = world.state_hash()
    viewer = Viewer()
    viewer.observe(world, HUD)
    frame = viewer.build(world, HUD, 0.5, 1 / 60, SIZE)
    assert {material for material, _ in frame.asteroids} == {2}
    assert {kinds.PLAYER.number, kinds.DRONE.number} <= set(frame.ships["kind"].astype(int))
    viewer.title_frame(world, 0.5, 1 / 60, SIZE)
    assert world.state_hash() == before


@pytest.mark.parametrize("player", range(4))
def test_each_player_has_a_picture_of_his_own(player: int) -> None:
    world = World(WorldConfig(seed=1, players=4, enemies=8, asteroids=8, bullets=8))
    places = ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (-1.0, 0.2, 0.0))
    for slot, place in enumerate(places):
        world.spawn_player(slot, place)
    world.bodies.health[:4] = (100.0, 75.0, 50.0, 25.0)
    at = np.asarray(places[player]) / np.linalg.norm(places[player])
    _tell(world, Event.BOMB, row=player)
    _tell(world, Event.PLAYER_HURT, row=(player + 1) % 4)
    viewers = [Viewer(player=slot) for slot in range(4)]
    for viewer in viewers:
        viewer.observe(world, HUD._replace(players=(PlayerHud(),) * 4))
    own = viewers[player]
    lines = tuple(PlayerHud(line=f"line {slot}") for slot in range(4))
    frame = own.build(world, HUD._replace(players=lines), 1.0, 0.0, SIZE)
    assert float(frame.focus @ at) == pytest.approx(1.0, abs=1e-3)
    assert float(frame.camera.eye @ at) > world.shell_radius
    assert frame.ships["kind"].tolist() == [kinds.PLAYER.number]
    assert frame.ships["position"][0] == pytest.approx(world.bodies.position[player], abs=1e-3)
    hit = (player + 1) % 4
    assert {slot for slot in range(4) if viewers[slot].effects.shake > 0.0} == {player, hit}
    assert {slot for slot in range(4) if viewers[slot].effects.hurt > 0.0} == {hit}
    assert len(frame.shocks) == 1 and float(frame.shocks[0, :3] @ at) == pytest.approx(1.0, abs=1e-3)
    assert own.stick_from_pointer(world, 640, 700, SIZE) == pytest.approx((0.0, 1.0), abs=0.05)


@pytest.mark.parametrize(
    ("share", "spread", "zoom"), [(0.0, 1.0, 0.0), (0.5, 1.0, 0.5), (0.5, 0.5, 0.25), (1.0, 1.0, 1.0)]
)
def test_a_camera_stands_back_for_others_as_far_as_it_shares_their_view(
    share: float, spread: float, zoom: float
) -> None:
    """By how far they are apart: a view of its own that has just begun or ended does not jump."""
    world, viewer, focus = fake_world(enemies=0), Viewer(), np.array([0.0, 0.0, 1.0])
    viewer.shared_focus = SharedFocus(focus, np.array([0.0, 1.0, 0.0]), share, spread)
    eye = viewer.build(world, None, 1.0, 0.0, SIZE).camera.eye
    away = float(np.linalg.norm(eye - focus * SHELL))
    assert away == pytest.approx(DISTANCE + (DISTANCE_MAX - DISTANCE) * zoom, rel=0.01)


def _tell(world: World, kind: Event, row: int) -> None:
    at = int(world.events.count[0])
    world.events.kind[at], world.events.row[at], world.events.size[at] = kind, row, 10.0
    world.events.position[at] = world.bodies.position[row]
    world.events.count[0] = at + 1
