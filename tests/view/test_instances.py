"""Instances of bodies say what the formulas say, for whatever can be seen and nothing else."""

from typing import Any

import numpy as np
import pytest

from arena.ai.behaviours import create_behaviours
from arena.catalogue import kinds
from arena.catalogue.enemies import SNIPER
from arena.catalogue.kind_row import KINDS, KindRow
from arena.catalogue.weapons import WEAPONS
from arena.sim.kinds import LOADED, Phase, Pool, Team
from arena.view.buffers import MarkRows, create_mark_rows
from arena.view.cameras.camera import Rig
from arena.view.culling import make_lens
from arena.view.frame import ASTEROID_LEVELS, ASTEROID_LODS, MESH_OF_KIND, VEILED, Camera
from arena.view.instances import (
    DART_WIDTH,
    EMBER,
    ENGINE_SIZE,
    FIRST_COLOR,
    FLARE,
    FLOWING,
    GLOW_LIGHT,
    GROUND_LIGHT,
    HUNTER_GLOW,
    HUNTER_HEAT,
    HUNTER_TRAIL,
    ORB_TRAIL,
    ORB_WIDTH,
    SMOULDER,
    TRAIL_TIME,
    WIDTH,
    BodyInstances,
    bullet_looks,
)
from arena.view.marks.marks import PALE
from arena.view.marks.warnings import (
    DASH_SIZE,
    LANDING_LIGHT,
    LINE_BRIGHTER,
    LINE_LIGHT,
    LINE_PIECES,
    LINE_SIZE,
    THROUGH,
    falling_rows,
    mark_lanes,
)
from arena.view.palette import boss_paints, load_palette, ship_colors
from arena.view.scene import Viewer
from arena.view.settings import ViewSettings
from tests.view import formulas
from tests.view.fakes import PLANET, SHELL, fake_world

PALETTE = load_palette("terra")
ALPHA, HEIGHT_PX, TIME_S, NEAR = 0.4, 720, 12.5, 33.0


def _camera() -> Camera:
    rig = Rig()
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    return rig.camera(SHELL, 16 / 9, (0.0, 0.0))


def _busy_world() -> Any:
    """Everybody flies, turns and is of some age; half lies behind the planet."""
    world, random = fake_world(enemies=300, asteroids=300, bullets=300, spread=1.5), np.random.default_rng(8)
    b = world.bodies
    count = len(b.alive)
    b.velocity[:] = random.normal(0.0, 6.0, (count, 3))
    b.previous_position[:] = b.position - b.velocity / 60.0
    b.previous_heading[:] = b.heading + random.normal(0.0, 0.05, (count, 3))
    b.generation[:] = random.integers(0, 1 << 20, count)
    b.radius[world.rows(Pool.ASTEROID)] = random.uniform(0.2, 4.0, 300)
    b.variant[world.rows(Pool.ASTEROID)] = random.integers(0, 48, 300) + LOADED * random.integers(0, 2, 300)
    b.born[:] = random.integers(90, 101, count)
    b.kind[world.rows(Pool.ENEMY)] = random.integers(kinds.DRONE.number, kinds.BOSS_PART.number + 1, 300)
    world.ships.hurt_tick[:] = random.integers(80, 101, len(world.ships.hurt_tick))
    return world


def _seen(world: Any, pool: Pool, reach: float) -> Any:
    """Rows of a pool in sight and where they are."""
    rows = world.rows(pool)
    place = formulas.interpolated(world.bodies, rows, ALPHA)
    seen = formulas.visible(_camera(), place, world.bodies.radius[rows] * np.float32(reach), PLANET)
    return rows[seen], place[seen]


def _marks(world: Any) -> MarkRows:
    """Room for what any bodies of a world append."""
    return create_mark_rows(0, 4 * len(world.bodies.alive))


def _instances(world: Any) -> BodyInstances:
    instances = BodyInstances(PALETTE)
    instances.cull(world, ALPHA, make_lens(_camera(), PLANET, SHELL + 16.0))
    return instances


def test_asteroids() -> None:
    world = _busy_world()
    lens = make_lens(_camera(), PLANET, SHELL + 16.0)
    batches = _instances(world).asteroids(world, _camera(), lens, HEIGHT_PX, TIME_S, NEAR, _marks(world))
    rows, place = _seen(world, Pool.ASTEROID, 1.35)
    generation, radius = world.bodies.generation[rows], world.bodies.radius[rows]
    group = np.minimum(world.bodies.variant[rows] % 16, 2) * ASTEROID_LEVELS
    near = np.linalg.norm(place - _camera().eye, axis=1) < NEAR
    group += np.where(near, VEILED, formulas.levels(_camera(), place, radius, HEIGHT_PX))
    assert {divmod(int(g), ASTEROID_LEVELS) for g in group} == set(batches) and len(batches) > 5
    rotation = formulas.tumbling(rows, generation, radius, TIME_S)
    tints = np.array([PALETTE.roles[name] for name in ("rock", "ice", "metal")])[group // ASTEROID_LEVELS]
    tints = tints * (0.86 + 0.28 * formulas.own_numbers(rows, generation, 5))[:, None]
    for (material, level), batch in batches.items():
        mine = group == material * ASTEROID_LEVELS + level
        assert batch["position"] == pytest.approx(place[mine], abs=1e-4)
        assert batch["scale"] == pytest.approx(radius[mine])
        assert batch["rotation"] == pytest.approx(rotation[mine], abs=1e-4)
        assert batch["tint"] == pytest.approx(tints[mine], abs=1e-5)
        assert (batch["load"] == (world.bodies.variant[rows[mine]] >= LOADED)).all()
        assert batch.flags.c_contiguous


def test_ships() -> None:
    world = _busy_world()
    batch = _instances(world).ships(world, ALPHA, _marks(world))
    parts = [_seen(world, pool, 2.0) for pool in (Pool.PLAYER, Pool.COMPANION, Pool.ENEMY, Pool.MINE)]
    rows, place = (np.concatenate(part) for part in zip(*parts, strict=True))
    assert 20 < len(rows) < 250
    nose = formulas.headings(world.bodies, rows, ALPHA, place)
    since = world.tick - world.ships.hurt_tick[rows] + ALPHA
    flash = np.clip(1.0 - since / 6.0, 0.0, 1.0)
    recoil = 0.3 * flash * np.minimum(1.0, 0.9 / world.bodies.radius[rows])
    assert batch["position"] == pytest.approx(place - recoil[:, None] * nose, abs=1e-4)
    drawn = KINDS.column(lambda row: row.show.scale)[world.bodies.kind[rows]]
    assert batch["scale"] == pytest.approx(world.bodies.radius[rows] * drawn)
    assert batch["nose"] == pytest.approx(nose, abs=1e-5)
    assert batch["bank"] == pytest.approx(formulas.banks(world, rows, nose, place), abs=1e-4)
    assert np.abs(batch["bank"]).max() > 0.3
    assert batch["kind"].tolist() == MESH_OF_KIND[world.bodies.kind[rows]].tolist()
    colors = ship_colors(PALETTE)[world.bodies.kind[rows]].copy()
    for column, kind in enumerate((kinds.BOSS.number, kinds.BOSS_PART.number)):
        mine = world.bodies.kind[rows] == kind
        colors[mine] = boss_paints(PALETTE)[world.bodies.variant[rows][mine], column]
    assert batch["color"] == pytest.approx(colors)
    assert batch["flash"] == pytest.approx(flash, abs=1e-5)
    assert 0 < np.count_nonzero(batch["flash"]) < len(rows)


def test_rivers_are_dimmed_and_who_hunts_among_them_glows_while_other_sleepers_stay_as_they_are() -> None:
    world = _busy_world()
    world.bodies.team[_seen(world, Pool.ENEMY, 2.0)[0]] = Team.ENEMIES
    world.ships.hurt_tick[0] = -1000
    rows = _seen(world, Pool.ENEMY, 2.0)[0]
    usual = _instances(world).ships(world, ALPHA, _marks(world)).copy()
    world.bodies.awake[rows] = False
    assert np.array_equal(_instances(world).ships(world, ALPHA, _marks(world)), usual), (
        "nobody may be near: they wait"
    )
    river, hunters = rows[::2], rows[1::2]
    world.population.sleep.allow_wake[river], world.bodies.awake[hunters] = False, True
    shown = _instances(world).ships(world, ALPHA, _marks(world))
    share, gain = shown["color"] / usual["color"], shown["flash"] - usual["flash"]
    flows = np.isclose(share, FLOWING).all(axis=1)
    assert flows.sum() == len(river) > 0 and np.array_equal(shown["rest"], flows)
    assert np.isclose(share, 1.0).all(axis=1).sum() == len(share) - len(river)
    hot = gain > 0.0
    assert 0 < hot.sum() <= len(hunters) and not (hot & flows).any()
    assert not hot[: len(_seen(world, Pool.PLAYER, 2.0)[0])].any(), "a player is no hunter"
    assert gain.max() == pytest.approx(HUNTER_HEAT)
    marks = _marks(world)
    _instances(world).ships(world, ALPHA, marks)
    sizes = marks.drawn()[1]["size"]
    trails = np.isclose(sizes[:, None], HUNTER_TRAIL[1] * ENGINE_SIZE * world.bodies.radius[hunters])
    assert trails.any(axis=1).sum() >= len(hunters), "engines that trail"
    glows = np.isclose(sizes[:, None], HUNTER_GLOW * world.bodies.radius[hunters]).any(axis=1)
    assert glows.sum() >= len(hunters)
    assert not np.isclose(sizes, HUNTER_GLOW * world.bodies.radius[0]).any()


def test_what_is_volatile_flares_in_its_own_hue() -> None:
    world = _busy_world()
    rows = _seen(world, Pool.ENEMY, 2.0)[0]
    world.bodies.kind[rows] = kinds.VOLATILE.number
    shares = list[np.ndarray]()
    for world.tick in range(100, 340, 4):
        shares.append(_instances(world).ships(world, ALPHA, _marks(world))["color"][-len(rows) :])
    light = np.array(shares) / ship_colors(PALETTE)[kinds.VOLATILE.number]
    assert light == pytest.approx(light[..., :1].repeat(3, axis=2), rel=1e-4)
    assert light.min() == pytest.approx(EMBER) and 0.9 * (EMBER + FLARE) < light.max() <= EMBER + FLARE
    assert light[0].std() > 0.05, "not all at a time"
    world.population.sleep.allow_wake[rows], world.bodies.awake[rows] = False, False
    rivers = _instances(world).ships(world, ALPHA, _marks(world))["color"][-len(rows) :]
    assert rivers == pytest.approx(SMOULDER * shares[-1], rel=1e-4), "less in rivers, which hide hunters else"


def test_bullets() -> None:
    world = _busy_world()
    batch = _instances(world).bullets(world, ALPHA, _marks(world))
    rows, place = _seen(world, Pool.BULLET, 12.0)
    assert 20 < len(rows) < 250
    enemy = world.bodies.team[rows] != Team.PLAYERS
    age = (world.tick - world.bodies.born[rows] + ALPHA) / 60.0
    trail = np.minimum(np.where(enemy, ORB_TRAIL, 1.0) * TRAIL_TIME, age)
    assert batch["head"] == pytest.approx(place, abs=1e-4)
    assert batch["tail"] == pytest.approx(place - world.bodies.velocity[rows] * trail[:, None], abs=1e-4)
    widths = world.bodies.radius[rows] * np.where(enemy, ORB_WIDTH, DART_WIDTH)
    assert batch["width"] == pytest.approx(widths, rel=1e-5)
    assert batch["orb"].tolist() == enemy.astype(float).tolist()
    colors = np.where(enemy[:, None], (*PALETTE.enemy_bullet, 1.0), (*PALETTE.player_bullet, 1.0))
    assert batch["color"] == pytest.approx(colors)


def test_each_bullet_looks_as_the_weapon_that_fired_it() -> None:
    world, looks = _busy_world(), bullet_looks(PALETTE)
    weapon = world.bullets.weapon
    weapon[:] = np.random.default_rng(2).integers(WEAPONS.size + 1, size=len(weapon))
    batch = _instances(world).bullets(world, ALPHA, _marks(world))
    rows, _ = _seen(world, Pool.BULLET, 12.0)
    own = world.bodies.team[rows] == Team.PLAYERS
    fired = weapon[rows - world.pool_rows.start[Pool.BULLET]][own]
    assert set(fired) == set(range(WEAPONS.size + 1))
    assert batch["width"][own] == pytest.approx(
        world.bodies.radius[rows[own]] * looks[fired, WIDTH], rel=1e-5
    )
    assert batch["color"][own, :3] == pytest.approx(looks[fired, FIRST_COLOR:])


def test_shades_lie_below_all_but_the_coarsest() -> None:
    world = _busy_world()
    instances, lens = _instances(world), make_lens(_camera(), PLANET, SHELL + 16.0)
    marks = create_mark_rows(0, instances.shade_count)
    batches = instances.asteroids(world, _camera(), lens, HEIGHT_PX, TIME_S, NEAR, marks)
    ships = instances.ships(world, ALPHA, marks)
    hues = instances.bullets(world, ALPHA, marks)["color"][:, :3]
    large = sum(len(batch) for (_, level), batch in batches.items() if level != ASTEROID_LODS - 1)
    _, sprites = marks.drawn()
    shots = instances.count_of(Pool.BULLET)
    shadows, light, ground = np.split(sprites, [large + len(ships), len(sprites) - shots])
    assert shots and (ground["hardness"] == -1.0).all() and (ground["color"][:, 3] == 0.0).all(), "adds light"
    assert np.linalg.norm(ground["position"], axis=1) == pytest.approx(PLANET, abs=0.3)
    assert ground["color"][:, :3] == pytest.approx(GROUND_LIGHT * hues)
    assert (shadows["hardness"] == -1.0).all() and (light["hardness"] >= 0.0).all()
    assert (shadows["color"][:, :3] == 0.0).all() and (shadows["color"][:, 3] > 0.3).all()
    assert np.linalg.norm(shadows["position"], axis=1) == pytest.approx(PLANET, abs=0.3), "on the ground"
    above = instances.seen.position[: len(ships)]
    below = shadows["position"][large:]
    assert np.cross(above, below) == pytest.approx(0.0, abs=0.02), "straight below"
    glow, flames = light[light["hardness"] == 0.0], light[light["hardness"] == 1.0]
    assert glow["position"] == pytest.approx(above) and np.array_equal(glow["color"][:, :3], ships["color"])
    assert glow["color"][:, 3] == pytest.approx(GLOW_LIGHT)
    fast = np.linalg.norm(world.bodies.velocity[instances.seen.row[: len(ships)]], axis=1) > 1.0
    assert len(flames) == fast.sum() > 0
    assert ((flames["position"] - above[fast]) * ships["nose"][fast]).sum(axis=1).max() < 0.0, "behind"


def test_the_shadow_of_what_falls_in_is_softer_and_fainter():
    world = _busy_world()
    ship, way, sizes = int(world.rows(Pool.ENEMY)[0]), np.array([0.0, 0.0, 1.0]), list[float]()
    for height in (0.0, 12.0):
        place = way * (SHELL + height)
        world.bodies.position[ship] = world.bodies.previous_position[ship] = place
        marks = _marks(world)
        _instances(world).ships(world, ALPHA, marks)
        sprites = marks.drawn()[1]
        shadows = sprites[(sprites["hardness"] == -1.0) & (sprites["color"][:, 3] > 0.0)]
        at = np.argmax((shadows["position"] @ way) / np.linalg.norm(shadows["position"], axis=1))
        sizes.append(float(shadows["size"][at]))
        sizes.append(float(shadows["color"][at, 3]))
    assert sizes[2] > 1.5 * sizes[0] and sizes[3] < 0.7 * sizes[1]


def test_tumbling_is_smooth_and_each_rock_has_its_own() -> None:
    world = fake_world(spread=0.05)
    lens = make_lens(_camera(), PLANET, SHELL + 16.0)

    def rotations(time_s: float, instances: BodyInstances) -> Any:
        instances.cull(world, ALPHA, lens)
        batches = instances.asteroids(world, _camera(), lens, HEIGHT_PX, time_s, NEAR, _marks(world))
        return np.concatenate([batch["rotation"] for batch in batches.values()])

    lasting = BodyInstances(PALETTE)
    a, b = rotations(10.0, lasting), rotations(10.02, lasting)
    assert np.linalg.norm(a, axis=1) == pytest.approx(1.0, abs=1e-4)
    assert np.abs(np.sum(a * b, axis=1)).min() > 0.999
    assert len({tuple(row) for row in np.round(a, 3).tolist()}) == len(a) == 30
    world.bodies.generation[:] += np.uint32(1)
    others = rotations(10.02, lasting)
    assert np.array_equal(others, rotations(10.02, BodyInstances(PALETTE))), "a rock in the row of another"
    assert (np.abs(others - b).max(axis=1) > 0.01).all()


def test_falling_rows_are_alive_and_no_bullets() -> None:
    world = fake_world()
    enemy, bullet = int(world.rows(Pool.ENEMY)[2]), int(world.rows(Pool.BULLET)[1])
    world.bodies.radial_speed[[enemy, enemy + 1, bullet]] = -8.0
    world.bodies.alive[enemy + 1] = False
    assert falling_rows(world).tolist() == [enemy]


def lanes(world: Any) -> Any:
    """Sprites of all lanes."""
    marks, lens = create_mark_rows(0, 40), make_lens(_camera(), PLANET, SHELL + 16.0)
    mark_lanes(
        world.population,
        world.kinds,
        create_behaviours(),
        ship_colors(PALETTE),
        world.tick,
        SHELL,
        lens,
        marks,
    )
    return marks.drawn()[1]


@pytest.mark.parametrize(
    ("kind", "windup", "lock", "reach", "width"),
    [(kinds.LANCER, 48, 12, 17.0, DASH_SIZE), (SNIPER, 66, 20, 48.0, LINE_SIZE)],
)
def test_a_charge_and_an_aimed_shot_are_announced_by_a_line_ahead_that_charges(
    kind: KindRow, windup: int, lock: int, reach: float, width: float
) -> None:
    """As long as its lane, without a gap; charged from the ship on, all of it once the aim is held."""
    world = fake_world(spread=0.1)
    row = int(world.rows(Pool.ENEMY)[0])
    world.bodies.kind[row], world.memory.phase[row] = kind.number, Phase.WINDUP
    world.memory.until[row] = world.tick + windup
    line = lanes(world)
    assert len(line) == LINE_PIECES
    starts = line["position"] - line["stretch"]
    assert starts[0] == pytest.approx(world.bodies.position[row], abs=1e-4)
    assert starts[1:] == pytest.approx(line["position"][:-1], abs=1e-4)
    position, heading = world.bodies.position[row].astype(float), world.bodies.heading[row].astype(float)
    end = position * np.cos(reach / SHELL) + heading * SHELL * np.sin(reach / SHELL)
    assert line["position"][-1] == pytest.approx(end, abs=1e-3)
    assert np.linalg.norm(line["position"], axis=1) == pytest.approx(SHELL, abs=1e-3)
    assert width <= line["size"].min() and line["size"].max() < 0.3 * world.bodies.radius[row]
    assert line["color"] == pytest.approx(np.tile([*PALETTE.roles["lancer"], LINE_LIGHT], (LINE_PIECES, 1)))
    world.memory.until[row] = world.tick + (windup + lock) // 2
    half = lanes(world)["color"][:, 3]
    assert half[: LINE_PIECES // 2] == pytest.approx(LINE_LIGHT + 0.5 * LINE_BRIGHTER)
    assert half[LINE_PIECES // 2 :] == pytest.approx(LINE_LIGHT)
    world.memory.until[row] = world.tick + lock + 1
    assert lanes(world)["color"][-1, 3] == pytest.approx(LINE_LIGHT)
    for left in (lock, 0):
        world.memory.until[row] = world.tick + left
        assert lanes(world)["color"][:, 3] == pytest.approx(LINE_LIGHT + LINE_BRIGHTER)
    world.memory.phase[row] = Phase.ACT
    assert len(lanes(world)) == 0


def test_landings_are_announced_dimly_and_brightly_in_high_contrast() -> None:
    light = list[float]()
    for high_contrast in (False, True):
        world = fake_world(spread=0.1)
        row = int(world.rows(Pool.ENEMY)[0])
        world.bodies.position[row] *= np.float32((SHELL + 3.0) / np.linalg.norm(world.bodies.position[row]))
        world.bodies.radial_speed[row] = -8.0
        viewer = Viewer(settings=ViewSettings(high_contrast=high_contrast))
        rings = viewer.build(world, None, 1.0, 0.0, (1280, 720)).rings
        (ring,) = rings[rings["through"] == THROUGH]
        hue = ship_colors(PALETTE)[world.bodies.kind[row]]
        light.append(float((ring["color"][:3] * ring["color"][3] / (hue + PALE * (1.0 - hue)))[0]))
    assert light == pytest.approx([LANDING_LIGHT, 1.0]), "in the hue of who falls"
