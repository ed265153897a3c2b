"""The radar keeps bearings and magnifies what is near; arrows point from the rim."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds, pickups, zones
from arena.catalogue.kind_row import KINDS
from arena.catalogue.pickups import PICKUPS
from arena.sim.kinds import LOADED, Pool
from arena.view.cameras.camera import project
from arena.view.culling import make_lens
from arena.view.hud.arrows import (
    ARROW_GAP,
    ARROW_REACH,
    ARROWS,
    CANDIDATES,
    ROW,
    SHARED,
    Arrows,
    Threats,
    choose_arrows,
    find_threats,
    rim_of,
)
from arena.view.hud.radar import (
    BLINK_TICKS,
    BRIGHT,
    CELL,
    FALLING_BLIP,
    FIELD_CELL,
    FIELD_GAP,
    FIELD_LIGHT,
    LOOK,
    MARGIN,
    RADIUS,
    RINGS,
    SIGN_SIZE,
    SLICE,
    Radar,
    brightened,
    chart_rows,
    lens_of,
    share_of,
)
from arena.view.marks.pickups import pickup_colors
from arena.view.marks.warnings import falling_rows
from arena.view.overlay.layout import Line, Rank, Slot, hud_corners
from arena.view.overlay.overlay import ARC, BOX, DART, HEIGHT, LINE, OVERLAY_DTYPE, Overlay
from arena.view.palette import COLOR_SETS, load_palette, player_color, ship_colors
from arena.view.poses import Pose
from arena.view.scene import Viewer
from tests.view.fakes import PLANET, SHELL, fake_world
from tests.view.formulas import exp_map, tangent_part, unit

F64 = NDArray[np.float64]


EDGED = 2
"""Rows of the dot of an enemy: it lies upon a dark one."""
FLOATS = OVERLAY_DTYPE.itemsize // 4
PALETTE = load_palette("terra")
MIDDLE = 1920.0 - MARGIN - RADIUS, 1080.0 - MARGIN - RADIUS
"""Of the radar at 16:9."""
NORTH = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
"""The player's place and up."""
POSE = Pose(NORTH[0], np.array([1.0, 0.0, 0.0]), NORTH[1], NORTH[1])


def map_points(position: F64, up: F64, points: F64) -> F64:
    """Places on a map of radius 1 about (0, 0), shape (n, 2), as formulas: 30 u fill half of it."""
    frame = np.stack([np.cross(up, position), up, position])
    east, north, height = frame @ points.T
    bearing, angle = np.arctan2(east, north), np.arctan2(np.hypot(east, north), height)
    return np.stack([np.sin(bearing), np.cos(bearing)], axis=1) * _shares(angle)[:, None]


def _shares(angle: Any) -> Any:
    share = angle / math.pi
    near = 30.0 / SHELL / math.pi
    return share * (1.0 - near) / (near + share * (1.0 - 2.0 * near))


def charted(position: F64, up: F64, points: F64) -> F64:
    """The same by the kernel."""
    world, rows = fake_world(), np.zeros((len(points), FLOATS), np.float32)
    world.bodies.position[: len(points)] = points
    frame, looks = np.array([position, np.cross(up, position), up]), np.ones((KINDS.size, LOOK), np.float32)
    chart_rows(
        world.bodies, np.arange(len(points), dtype=np.int32), frame, 0.0, 0.0, lens_of(SHELL), looks, rows
    )
    return rows[:, :2].astype(float) / RADIUS


def test_map_keeps_bearing_and_distance():
    random = np.random.default_rng(9)
    for _ in range(20):
        p = unit(random.normal(size=3))
        up = unit(tangent_part(random.normal(size=3), p))
        turn, angle = random.uniform(-math.pi, math.pi), random.uniform(0.01, math.pi - 0.01)
        ahead = up * math.cos(turn) + np.cross(up, p) * math.sin(turn)
        points = np.concatenate([[exp_map(p, ahead * angle) * SHELL], random.normal(size=(40, 3)) * SHELL])
        places = charted(p, up, points)
        assert places == pytest.approx(map_points(p, up, points), abs=1e-5)
        assert places[0] == pytest.approx([_shares(angle) * f(turn) for f in (math.sin, math.cos)], abs=1e-5)


def test_the_middle_is_magnified_and_the_rim_stays_the_antipode():
    assert share_of(30.0, SHELL) == pytest.approx(0.5)
    assert share_of(math.pi * SHELL, SHELL) == pytest.approx(1.0)
    shares = [share_of(arc, SHELL) for arc in np.linspace(0.0, math.pi * SHELL, 60)]
    assert shares == sorted(shares)
    assert share_of(10.0, SHELL) > 3.0 * 10.0 / (math.pi * SHELL), "a fight is no blob"
    assert share_of(30.0, 300.0) == pytest.approx(0.5), "on a large world too"
    assert share_of(5.0, 15.0) == pytest.approx(5.0 / (math.pi * 15.0)), (
        "where all is near nothing is magnified"
    )


def test_rings_lie_where_they_say():
    rows = _drawn_radar(fake_world(enemies=0, asteroids=0, bullets=0))
    radii = rows["uv"][(rows["shape"] == ARC), 0]
    for arc in RINGS:
        assert np.abs(radii - RADIUS * share_of(arc, SHELL)).min() < 1e-3


def test_pickups_have_their_own_signs_where_they_lie():
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    before = len(_drawn_radar(world))
    places = {pickups.SHIELD.number: (12.0, 0.0), pickups.BOMB.number: (0.0, -25.0)}
    place_pickups(world, places)
    rows, strokes = _drawn_radar(world), 0
    for pickup, (east, north) in places.items():
        arc = math.hypot(east, north)
        share = share_of(arc, SHELL) / arc * RADIUS
        own = rows[np.abs(rows["color"][:, :3] - pickup_colors(PALETTE)[pickup]).max(axis=1) < 1e-6]
        own, sign = own[own["shape"] == LINE], PICKUPS[pickup].show.sign
        assert len(own) == sum(len(stroke) - 1 for stroke in sign)
        spot = MIDDLE[0] + east * share, MIDDLE[1] + north * share
        assert np.abs(own["place"][:, :2] - spot).max() < 2.0 * SIGN_SIZE
        strokes += len(own)
    assert len(rows) - before == 2 * strokes + len(places), "a stroke and its edge, and a shade below each"


def place_pickups(world: Any, places: dict[int, tuple[float, float]]) -> None:
    """Lay pickups so far to the east and north of the player [u]."""
    first = int(world.pool_rows.start[Pool.PICKUP])
    live = list(world._live)
    live[Pool.PICKUP] = len(places)
    world._live = tuple(live)
    for row, (pickup, (east, north)) in enumerate(places.items(), first):
        step = np.array([east, north, 0.0]) / SHELL
        world.bodies.position[row] = exp_map(NORTH[0], step) * SHELL
        world.bodies.variant[row], world.bodies.alive[row] = pickup, True


def test_middle_and_antipode():
    p = NORTH[0] * SHELL
    assert charted(*NORTH, np.array([p, -p])) == pytest.approx(np.array([[0.0, 0.0], [0.0, 1.0]]))


def _drawn_radar(world: Any) -> Any:
    overlay = Overlay(16 / 9)
    Radar(PALETTE).draw(overlay, world, POSE, falling_rows(world))
    return overlay.instances()


def _drawn_arrows(world: Any, height: float = HEIGHT, lines: Sequence[Line] = ()) -> Any:
    overlay = Overlay(16 / 9, height)
    for line in lines:
        overlay.add_line(line)
    camera = Viewer().build(fake_world(), None, 1.0, 0.0, (1280, 720)).camera
    Arrows(PALETTE).draw(overlay, world, make_lens(camera, PLANET, SHELL), POSE)
    return overlay.instances()


def _darts(world: Any, height: float = HEIGHT, lines: Sequence[Line] = ()) -> Any:
    """The arrows themselves; below each lies a dark one."""
    rows = _drawn_arrows(world, height, lines)
    darts = rows[rows["shape"] == DART]
    dark, arrows = darts[0::2], darts[1::2]
    assert (dark["place"][:, :2] == arrows["place"][:, :2]).all()
    assert (dark["place"][:, 2] > arrows["place"][:, 2]).all()
    assert (dark["color"][:, :3] < 0.1).all()
    return arrows


def test_a_nebula_hides_what_is_inside_from_radar_and_arrows():
    def drawn(hidden: list[int]) -> tuple[int, int]:
        world = fake_world(enemies=10, asteroids=0, bullets=0, spread=3.0)
        world.zone_mask[world.rows(Pool.ENEMY)[hidden]] = 1 << zones.NEBULA.number
        world.zone_mask[world.rows(Pool.ENEMY)[0]] |= (
            1 << zones.WIND.number
        )  # blown about, but in plain sight
        return len(_drawn_radar(world)), len(_darts(world))

    (all_blips, all_arrows), (blips, _) = drawn([]), drawn([2, 3, 7])
    assert all_blips - blips == 3 * EDGED
    assert all_arrows > 0
    assert drawn(list(range(10))) == (all_blips - 10 * EDGED, 0)


def test_dots_of_enemies_are_bright_upon_dark_edges_and_rocks_are_dim():
    palettes = [load_palette("terra", colors) for colors in COLOR_SETS]
    for palette in palettes:
        world = fake_world(enemies=1, asteroids=1, bullets=0, spread=3.0)
        world.bodies.radius[world.rows(Pool.ASTEROID)] = 3.0

        def dots(hidden: Pool, world: Any = world, palette: Any = palette) -> Any:
            """Radar dots that vanish once all of a pool is gone."""
            maps = list[Any]()
            for alive in (True, False):
                world.bodies.alive[world.rows(hidden)] &= alive
                overlay = Overlay(16 / 9)
                Radar(palette).draw(overlay, world, POSE, falling_rows(world))
                maps.append([row.tobytes() for row in overlay.instances()])
            return np.frombuffer(b"".join(row for row in maps[0] if row not in maps[1]), OVERLAY_DTYPE)

        rock, (edge, dot) = dots(Pool.ASTEROID), dots(Pool.ENEMY)
        weights = np.array((0.2126, 0.7152, 0.0722))
        assert edge["place"][2] > dot["place"][2] and edge["color"][:3].max() < 0.05
        assert dot["color"][:3] ** 2.2 @ weights >= BRIGHT - 1e-3
        assert rock["color"][0, 3] * (rock["color"][0, :3] ** 2.2 @ weights) < 0.5 * BRIGHT
        world.bodies.alive[:] = True
        world.bodies.variant[world.rows(Pool.ASTEROID)] |= LOADED
        (loaded,) = dots(Pool.ASTEROID)
        assert np.ptp(rock["color"][0, :3]) < 0.15, "stone"
        red, green, blue, opacity = loaded["color"]
        assert red >= green >= blue > 0.7 and opacity > rock["color"][0, 3] + 0.3, "pale stone"
        assert loaded["place"][2] > rock["place"][0, 2]


def test_everything_on_the_radar_lies_within_its_rim():
    world = fake_world(spread=3.0)
    rows = _drawn_radar(world)
    reach = np.hypot(rows["place"][:, 0] - MIDDLE[0], rows["place"][:, 1] - MIDDLE[1])
    assert reach.max() <= RADIUS + 1e-3
    assert len(rows) > 50


def test_an_enemy_over_the_horizon_gets_an_arrow_on_its_side():
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    row = world.rows(Pool.ENEMY)[0]
    target = exp_map(np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]) * 1.3)
    world.bodies.position[row] = world.bodies.previous_position[row] = target * SHELL
    world.bodies.velocity[row] = np.cross(np.array([0.0, -1.0, 0.0]), target) * 12.0
    darts = _darts(world)
    assert len(darts) == 1
    assert darts["place"][0, 0] > 1920.0 * 0.9
    assert darts["place"][0, 1] == pytest.approx(HEIGHT / 2, abs=2.0)
    assert darts["turn"][0] == pytest.approx(math.pi / 2, abs=1e-3)
    assert len(_drawn_arrows(world)) > 2, "it comes soon, so there is a number"
    world.bodies.awake[row] = False
    assert len(_darts(world)) == 0, "it sleeps, so it comes to nobody"
    world.bodies.awake[row] = True
    world.bodies.velocity[row] *= -1.0
    assert len(_drawn_arrows(world)) == 2
    world.bodies.position[row] = world.bodies.previous_position[row] = np.array([0.0, 0.1, 0.995]) * SHELL
    assert len(_drawn_arrows(world)) == 0
    over_the_limb = exp_map(NORTH[0], NORTH[1] * 1.3) * SHELL
    world.bodies.position[row] = world.bodies.previous_position[row] = over_the_limb
    assert len(_drawn_arrows(world)) > 0, "within the picture, but behind the planet"
    far = exp_map(np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]) * (ARROW_REACH + 1.0) / SHELL)
    world.bodies.position[row] = far * SHELL
    assert len(_drawn_arrows(world)) == 0


@pytest.mark.parametrize(("slot", "ahead"), [(Slot.BOTTOM, -1.0), (Slot.TOP, 1.0)])
def test_no_arrow_lies_behind_words(slot: Slot, ahead: float) -> None:
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    row = world.rows(Pool.ENEMY)[0]
    world.bodies.position[row] = exp_map(NORTH[0], NORTH[1] * ahead * 1.34) * SHELL
    words = [Line(slot, rank, 1000.0, 74.0, lambda *_: None) for rank in (Rank.GOAL, Rank.NEWS)]
    (before,), (after,) = (_darts(world, lines=lines) for lines in ((), words))
    assert before["place"][0] == after["place"][0], "it stays in its column"
    depths = [HEIGHT / 2 - ahead * (dart["place"][1] - HEIGHT / 2) for dart in (before, after)]
    assert depths[0] < 120.0 and depths[1] > 2 * 74.0 + 10.0 + 14.0 + after["place"][2]


@pytest.mark.parametrize(("radius", "arrows"), [(0.5, 2), (6.0, 0)])
def test_who_is_partly_in_the_picture_has_no_arrow(radius: float, arrows: int) -> None:
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    row = world.rows(Pool.ENEMY)[0]
    camera = Viewer().build(fake_world(), None, 1.0, 0.0, (1280, 720)).camera
    angles = np.linspace(0.1, 1.0, 400)
    places = np.array([exp_map(NORTH[0], -NORTH[1] * angle) for angle in angles]) * SHELL
    spots, _ = project(camera, places)
    beyond = angles[np.argmax(spots[:, 1] < -1.0)] + 2.0 / SHELL
    world.bodies.position[row] = exp_map(NORTH[0], -NORTH[1] * beyond) * SHELL
    world.bodies.velocity[row], world.bodies.radius[row] = 0.0, radius
    assert len(_drawn_arrows(world)) == arrows


def test_nothing_of_the_radar_itself_stands_out_at_its_rim() -> None:
    """Capsules for the quarters were taken for something that flies there."""
    overlay = Overlay(16 / 9)
    Radar(PALETTE).draw(overlay, fake_world(enemies=0, asteroids=0, bullets=0), POSE, np.empty(0, np.int32))
    arcs = overlay.instances()
    arcs = arcs[arcs["shape"] == ARC]
    assert len(arcs) and (arcs["uv"][:, 3] == -1.0).all(), "whole circles"


@pytest.mark.parametrize("height", [1080.0, 720.0, 540.0])
def test_one_arrow_points_at_a_group_and_none_covers_the_hud(height: float) -> None:
    world = fake_world(enemies=40, asteroids=0, bullets=0)
    rows = world.rows(Pool.ENEMY)
    world.bodies.position[rows] = exp_map(np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]) * 1.3) * SHELL
    assert len(_darts(world)) == 1
    turn = np.linspace(0.0, 2 * math.pi, len(rows), endpoint=False)
    for start in range(0, len(rows), 4):  # a few at a time: all directions are tried
        for i, row in enumerate(rows):
            angle = turn[(start + 10 * (i % 4)) % len(rows)]
            away = np.array([math.sin(angle), math.cos(angle), 0.0]) * 1.3
            world.bodies.position[row] = exp_map(np.array([0.0, 0.0, 1.0]), away) * SHELL
        places = _darts(world, height)["place"][:, :2].astype(float)
        assert 1 < len(places) <= ARROWS
        if height == HEIGHT:
            gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
            assert gaps[~np.eye(len(places), dtype=bool)].min() >= ARROW_GAP - 1e-3
        width = height * 16 / 9
        assert np.abs(2.0 * places / (width, height) - 1.0).max(axis=1).min() > 0.85, (
            "at the rim, not in the fight"
        )
        for box in hud_corners(width, height):
            x, y = (places - (box.x, box.y)).T
            assert not np.any((x > 1.0) & (x < box.width - 1.0) & (y > 1.0) & (y < box.height - 1.0))


def test_the_nearest_threats_come_first():
    """Six arrows at most, and none farther than one that was left out for want of room."""
    world, random = fake_world(enemies=400, asteroids=0, bullets=0), np.random.default_rng(2)
    rows = world.rows(Pool.ENEMY)
    turn, angle = random.uniform(0.0, 2.0 * math.pi, 400), random.uniform(0.75, 1.34, 400)
    away = np.stack([np.sin(turn), np.cos(turn), np.zeros(400)], axis=1)
    world.bodies.position[rows] = [exp_map(NORTH[0], v * a) * SHELL for v, a in zip(away, angle, strict=True)]
    world.bodies.previous_position[rows] = world.bodies.position[rows]
    darts = _darts(world)
    size = 16.2 + 6.0 * (1.0 - angle.min() * SHELL / ARROW_REACH)
    assert 3 < len(darts) <= ARROWS
    assert darts["place"][0, 2] == pytest.approx(size, abs=1e-3), "the nearest of all has the first"
    assert (np.diff(darts["place"][:, 2]) <= 1e-6).all()


def test_a_large_world_is_charted_over_several_frames():
    """Whole at once in the first frame; later maps take some frames each, and miss nobody who is alone."""
    world = fake_world(enemies=2 * SLICE, asteroids=2 * SLICE, bullets=0, spread=3.0)
    radar = Radar(PALETTE)

    def dots() -> Any:
        overlay = Overlay(16 / 9)
        radar.draw(overlay, world, POSE, falling_rows(world))
        rows = overlay.instances()
        return rows[(rows["shape"] == BOX) & (rows["place"][:, 2] < 10.0)]

    first = dots()
    rows = np.concatenate([world.rows(Pool.ASTEROID), world.rows(Pool.ENEMY)])
    places = map_points(*NORTH, world.bodies.position[rows].astype(float)) * RADIUS
    places += MIDDLE
    assert 1000 < len(first) < 0.6 * len(rows), "those that others cover are left out"
    for place in places[::97]:
        gap = np.abs(first["place"][:, :2] - place).max(axis=1).min()
        assert gap <= CELL + 1e-3
    world.bodies.alive[:] = False
    counts = [len(dots()) for _ in range(8)]
    assert counts[0] == len(first) and counts[-1] == 0


def test_sleepers_of_a_large_world_are_a_field_by_how_dense_they_are() -> None:
    """Even over the shell they are even on the map; twice as many at a side are brighter there."""
    world = fake_world(enemies=3 * SLICE, asteroids=0, bullets=0)
    rows, (x, y) = world.rows(Pool.ENEMY), MIDDLE
    random = np.random.default_rng(5)
    places = unit(random.normal(size=(len(rows), 3)))
    west = places[:, 0] < 0.0
    places[~west & (random.random(len(rows)) < 0.7), 0] *= -1.0
    world.bodies.position[rows], world.bodies.awake[rows] = places * SHELL, False
    overlay = Overlay(16 / 9)
    Radar(PALETTE).draw(overlay, world, POSE, falling_rows(world))
    drawn = overlay.instances()
    half = 0.5 * (FIELD_CELL - FIELD_GAP)
    field = drawn[(drawn["shape"] == BOX) & (np.abs(drawn["place"][:, 2] - half) < 1e-3)]
    away = np.hypot(field["place"][:, 0] - x, field["place"][:, 1] - y) / RADIUS
    assert 500 < len(field) < 1000 and (away <= 1.0).all(), "one cell each, however many there are"
    light, side = field["color"][:, 3], np.sign(field["place"][:, 0] - x)
    inner, outer = away < 0.5, (away > 0.5) & (away < 0.9)
    for ring in (inner, outer):
        dense, thin = light[ring & (side < 0)].mean(), light[ring & (side > 0)].mean()
        assert dense > 2.0 * thin
    even = light[outer & (side < 0)].mean() / light[inner & (side < 0)].mean()
    assert even == pytest.approx(1.0, abs=0.25)
    assert light.max() <= FIELD_LIGHT + 1e-6
    world.bodies.awake[rows[:20]] = True
    later = Overlay(16 / 9)
    Radar(PALETTE).draw(later, world, POSE, falling_rows(world))
    dots = later.instances()
    hunters = (dots["shape"] == BOX) & (np.abs(dots["place"][:, 2] - half) > 1e-3)
    assert (
        hunters.sum() >= ((drawn["shape"] == BOX) & (np.abs(drawn["place"][:, 2] - half) > 1e-3)).sum() + 10
    )


def test_each_map_of_a_still_world_is_the_one_before() -> None:
    """The tables of a map are used again for the next but one."""
    world, radar = fake_world(enemies=SLICE + 100, asteroids=0, bullets=0), Radar(PALETTE)
    rows = world.rows(Pool.ENEMY)
    world.bodies.position[rows] = unit(np.random.default_rng(5).normal(size=(len(rows), 3))) * SHELL
    world.bodies.awake[rows[20:]] = False
    drawn = list[bytes]()
    for _ in range(9):
        overlay = Overlay(16 / 9)
        radar.draw(overlay, world, POSE, falling_rows(world))
        drawn.append(overlay.instances().tobytes())
    assert len(set(drawn)) == 1 and radar._shown.field_count[0] > 100  # pyright: ignore[reportPrivateUsage]


def test_all_dots_move_at_once_with_the_radar_to_another_corner() -> None:
    """In a world of which other frames chart a part."""
    world, radar = fake_world(enemies=2 * SLICE, asteroids=0, bullets=0, spread=3.0), Radar(PALETTE)
    drawn = list[F64]()
    for radar.left in (False, True, False):
        overlay = Overlay(16 / 9)
        radar.draw(overlay, world, POSE, falling_rows(world))
        rows = overlay.instances()
        drawn.append(rows[rows["shape"] == BOX]["place"][:, :2] - (MARGIN + RADIUS, 0.0))
    assert len(drawn[0]) > 1000
    assert drawn[1] + (MIDDLE[0] - MARGIN - RADIUS, 0.0) == pytest.approx(drawn[0], abs=0.1)
    assert drawn[2] == pytest.approx(drawn[0])


@pytest.mark.parametrize("first", [0.75, 1.3])
def test_of_more_threats_than_are_looked_at_the_nearest_stay(first: float) -> None:
    """The nearest come first, or last. All are behind the camera's back."""
    world = fake_world(enemies=CANDIDATES + 16, asteroids=0, bullets=0)
    rows = world.rows(Pool.ENEMY)
    angles = np.linspace(first, 2.05 - first, len(rows))
    world.bodies.position[rows] = [exp_map(NORTH[0], -NORTH[1] * angle) * SHELL for angle in angles]
    threats = Threats(np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES), np.zeros((ARROWS, 7)))
    lens = make_lens(Viewer().build(fake_world(), None, 1.0, 0.0, (1280, 720)).camera, PLANET, SHELL)
    found = find_threats(
        world.population, world.zone_mask, np.array(POSE[:3]), SHELL, lens, rim_of(1280.0, 720.0), threats
    )
    assert found == CANDIDATES
    assert threats.away == pytest.approx(np.sort(angles)[:CANDIDATES] * SHELL, abs=1e-2)


def test_one_arrow_points_at_all_of_a_kind_in_a_direction_and_has_their_number() -> None:
    """Eight drones in two groups of four, and a gunner beside one. All are behind the camera's back."""
    world = fake_world(enemies=9, asteroids=0, bullets=0)
    rows = world.rows(Pool.ENEMY)
    world.bodies.kind[rows] = kinds.DRONE.number
    world.bodies.kind[rows[8]] = kinds.GUNNER.number
    ways = [0.01 * k + (0.0, 0.9)[k >= 4] for k in range(8)] + [0.4]
    world.bodies.position[rows] = [
        exp_map(NORTH[0], (POSE.right * math.sin(way) - POSE.up * math.cos(way)) * (0.85 + 0.002 * k)) * SHELL
        for k, way in enumerate(ways)
    ]
    threats = Threats(np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES), np.zeros((ARROWS, 7)))
    lens = make_lens(Viewer().build(fake_world(), None, 1.0, 0.0, (1280, 720)).camera, PLANET, SHELL)
    frame = np.array(POSE[:3])
    found = find_threats(
        world.population, world.zone_mask, frame, SHELL, lens, rim_of(1920.0, 1080.0), threats
    )
    assert found == 9
    count = choose_arrows(world.bodies, threats, found, frame, rim_of(1920.0, 1080.0))
    told = {(int(world.bodies.kind[int(arrow[ROW])]), int(arrow[SHARED])) for arrow in threats.arrow[:count]}
    assert count == 3 and told == {(kinds.DRONE.number, 4), (kinds.GUNNER.number, 1)}


def test_what_falls_blinks_as_diamonds_in_the_hues_of_its_kinds() -> None:
    world = fake_world(enemies=2, asteroids=0, bullets=0)
    rows = world.rows(Pool.ENEMY)
    world.bodies.kind[rows] = kinds.DRONE.number, kinds.GUNNER.number
    world.bodies.radial_speed[rows] = -9.0
    drawn = list[Any]()
    for world.tick in (0, BLINK_TICKS):
        overlay = Overlay(16 / 9)
        Radar(PALETTE).draw(overlay, world, POSE, falling_rows(world))
        dots = overlay.instances()
        dots = dots[(dots["shape"] == BOX) & np.isclose(dots["place"][:, 2], FALLING_BLIP)]
        drawn.append(dots["color"][:, :3])
    assert not len(drawn[0])
    hues = brightened(ship_colors(PALETTE)[[kinds.DRONE.number, kinds.GUNNER.number]])
    assert drawn[1] == pytest.approx(hues, abs=1e-3)


@pytest.mark.parametrize(("spot", "hidden"), [((0.97, 0.97), 1), ((0.5, 0.5), 0), ((-0.99, 0.1), 0)])
def test_threats_below_a_corner_of_the_hud_have_arrows(spot: tuple[float, float], hidden: int) -> None:
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    (row,) = world.rows(Pool.ENEMY)
    camera = Viewer().build(fake_world(), None, 1.0, 0.0, (1280, 720)).camera
    x, y = np.array(spot) * camera.tan_half_fov * (camera.aspect, 1.0)
    world.bodies.position[row] = camera.eye + 20.0 * (camera.forward + x * camera.right + y * camera.up)
    threats = Threats(np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES), np.zeros((ARROWS, 7)))
    lens, rim = make_lens(camera, PLANET, SHELL), rim_of(1280.0, 720.0)
    axes = np.array(POSE[:3])
    assert find_threats(world.population, world.zone_mask, axes, SHELL, lens, rim, threats) == hidden


@pytest.mark.parametrize("player", [0, 1, 3])
def test_the_dart_in_the_middle_has_the_colour_of_its_player(player: int) -> None:
    overlay = Overlay(16 / 9)
    Radar(PALETTE).draw(overlay, fake_world(), POSE, np.empty(0, np.int32), player)
    rows = overlay.instances()
    (dart,) = rows[(rows["shape"] == DART) & np.isclose(rows["place"][:, :2], MIDDLE).all(axis=1)]
    assert dart["color"][:3] == pytest.approx(player_color(PALETTE, player), abs=1e-3)


@pytest.mark.parametrize("turn", [0.0, 0.5, -2.0, math.pi])
def test_the_dart_in_the_middle_points_where_the_ship_looks_clockwise_from_the_pictures_up(
    turn: float,
) -> None:
    overlay = Overlay(16 / 9)
    heading = math.cos(turn) * POSE.up + math.sin(turn) * POSE.right
    Radar(PALETTE).draw(overlay, fake_world(), POSE._replace(heading=heading), np.empty(0, np.int32))
    rows = overlay.instances()
    (dart,) = rows[(rows["shape"] == DART) & np.isclose(rows["place"][:, :2], MIDDLE).all(axis=1)]
    assert math.cos(dart["turn"] - turn) == pytest.approx(1.0, abs=1e-6)
