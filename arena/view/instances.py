"""Instances of what flies, from the world's bodies: culled first, then interpolated, and sorted by mesh.

`BodyInstances` belongs to one viewer. `cull` lists what can be seen; the other methods compute for that only.
"""

import math
from itertools import pairwise

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, Trait
from arena.catalogue.materials import MATERIALS
from arena.catalogue.weapons import WEAPONS
from arena.game.rules import MATCH
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I64, Flag, Flags, Integer, Real, Row
from arena.jit.simd.gathers import gather, gather_vectors, load_rows
from arena.jit.simd.registers import F64_LANES, load_vectors, store, store_vectors, where
from arena.jit.tables import Table
from arena.sim.bosses.columns import BOSS, BOSS_PART, BossTable, boss_number, part_number, stage_number
from arena.sim.bosses.rules import BOSS_RULES
from arena.sim.kinds import POOL_COUNT, KindTable, Phase, Pool, Team
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.population import Population
from arena.sim.world import World
from arena.vectors import Vector, cross, dot, length, scaled, subtract, vector
from arena.view.asteroids import ASTEROIDS, GROUPS, write_asteroids
from arena.view.buffers import SHADOW_HEIGHT, InstanceBuffer, MarkRows, put_shadow, put_sprite, put_three
from arena.view.culling import Seen, create_seen, cull_bodies
from arena.view.frame import (
    ASTEROID_DTYPE,
    ASTEROID_LEVELS,
    BOSS_MESH,
    BULLET_DTYPE,
    MESH_OF_KIND,
    PART_MESH,
    SHIP_DTYPE,
    Camera,
    Frame,
    Instances,
)
from arena.view.palette import Palette, boss_paints, player_color, role_colors, ship_colors
from arena.view.poses import blend_headings

MESH_REACH = 1.35
"""Meshes of asteroids stay within this many radii."""
REACHES = {Pool.ASTEROID: MESH_REACH, Pool.BULLET: 12.0}
"""Drawn extent of a body over its radius, where it is not 2."""
FLASH_TICKS = 6
STAGE_FLASH_TICKS = 40
"""In which a boss's flare fades that has come to another stage."""
WINDUP_GLOW, WINDUP_PULSE = 0.08, 0.5
"""Glow of an attacker in the windup of a boss attack, and its pulse rate [rad a tick]."""
TRAIL_TIME = 0.10  # [s] of flight that a bullet's trail shows
ORB_TRAIL = 1.1
"""Enemies' trails, over that."""
DART_WIDTH, ORB_WIDTH = 2.6, 2.8
"""Over a bullet's radius."""
TRAIL, WIDTH, FIRST_COLOR = 0, 1, 2
"""Columns of `bullet_looks`: length of the trail and width over the usual, and the colour."""
SHIP_SCALE = kinds.PLAYER.show.scale
RECOIL, LIGHT = 0.3, 0.9
"""Recoil of a ship that was just hit [u], and radius [u] above which recoil shrinks with size."""
BANK = 0.55  # [rad] at full speed sideways
FLOWING = 0.34, 0.34, 0.52
"""Light over the usual of a ship that flows in a river, see `arena.game.rivers`: it hunts nobody."""
HUNTER_HEAT, HUNTER_GLOW, HUNTER_LIGHT, HUNTER_TRAIL = 0.5, 4.6, 0.95, (6.0, 2.0)
"""Heat of a ship that hunts among rivers, size over its radius and light of the warm glow about it, and
length and width of the light of its engine over the usual."""
HUNTER_COLOR, OWN_ENGINE_COLOR = (1.0, 0.52, 0.16), (0.34, 0.20, 1.0)
"""Players' engines are bluer than the flashes of their guns: that tells bow from stern."""
EMBER, FLARE, FLARE_RATE, SMOULDER = 0.62, 0.65, 0.13, 0.7
"""Light of a volatile ship over the usual, its gain in a flare, the rate of flares [rad a tick], and the
share of both in rivers."""
SHADOW_SIZE = 1.9
"""Of a shadow over the ship's radius."""
GLOW_SIZE, GLOW_LIGHT = 2.6, 0.28
"""Of the light around a ship: size over its radius, and share of its colour."""
ENGINE_PLACE, ENGINE_SIZE, ENGINE_LENGTH = 1.15, 0.30, 0.085
"""Of the light behind a ship: distance from its middle and half width over its radius, and its length [s]."""
ENGINE_LIGHT, OWN_ENGINE_LIGHT, OWN_ENGINE_SIZE, OWN_ENGINE_LENGTH = 0.8, 1.7, 0.95, 3.4
"""Share of the ship's colour; of players' ships, also half width and length at rest over the radius."""
GROUND_LIGHT, GROUND_LIGHT_SIZE = 0.42, 1.5
"""Of shots on the ground: share of their colour, and size over their radius, of the usual trail [u]."""
SHADES = 4
"""Most sprites of one body."""
BULLETS, PLAYERS = int(Pool.BULLET), int(Team.PLAYERS)
PLAYER_KIND = kinds.PLAYER.number
VOLATILE = KINDS.column(lambda row: Trait.VOLATILE in row.rules.traits, np.bool_)


class Hulls(Table):
    """Drawn size and meshes of ships, `arena.view.frame.MESHES`."""

    scale: F64  # over a body's radius, by kind
    mesh: I64  # by kind
    boss_mesh: I64  # by boss and stage
    part_mesh: I64  # by part
    unstable: Flags  # by kind: volatile ones flare


def bullet_looks(palette: Palette) -> F64:
    """Trail, width and colour of bullets, shape (weapons + 2, 5).

    Friends' by what they store of their weapon, a companion's first; enemies' last.
    """
    looks = np.empty((WEAPONS.size + 2, 5))
    looks[0] = (1.0, DART_WIDTH, *palette.player_bullet)
    looks[1:-1, TRAIL] = WEAPONS.column(lambda row: row.show.trail)
    looks[1:-1, WIDTH] = DART_WIDTH * WEAPONS.column(lambda row: row.show.width)
    looks[1:-1, FIRST_COLOR:] = role_colors(palette, WEAPONS)
    looks[-1] = (ORB_TRAIL, ORB_WIDTH, *palette.enemy_bullet)
    return looks


class BodyInstances:
    """Instance arrays of a world's visible bodies, reused by the next frame."""

    def __init__(self, palette: Palette) -> None:
        self.seen: Seen = create_seen(0, POOL_COUNT)
        self._reaches = np.array([REACHES.get(pool, 2.0) for pool in Pool], np.float32)
        players = [player_color(palette, slot) for slot in range(MATCH.players_max)]
        self._ship_colors = np.concatenate(
            [np.array(players, np.float32), boss_paints(palette).reshape(-1, 3), ship_colors(palette)]
        )
        """Rows: players, bosses with their parts behind each, kinds."""
        self._hulls = Hulls(
            KINDS.column(lambda row: row.show.scale), MESH_OF_KIND, BOSS_MESH, PART_MESH, VOLATILE
        )
        self._material_colors = role_colors(palette, MATERIALS)
        self._bullet_looks = bullet_looks(palette)
        self._ends = np.zeros(GROUPS, np.int64)
        self._noses, self._banks = np.zeros((F64_LANES, 3)), np.zeros(F64_LANES)
        self._asteroids, self._ships = InstanceBuffer(ASTEROID_DTYPE), InstanceBuffer(SHIP_DTYPE)
        self._bullets = InstanceBuffer(BULLET_DTYPE)

    def cull(self, world: World, alpha: float, lens: F64) -> None:
        """List what can be seen, and where it is between the last two ticks."""
        bodies, pools, capacity = world.bodies, world.pool_rows, len(world.bodies.alive)
        if len(self.seen.group) != capacity:
            self.seen = create_seen(capacity, POOL_COUNT)
        cull_bodies(bodies, pools.start, pools.stop, self._reaches, alpha, lens, self.seen)

    @property
    def shade_count(self) -> int:
        """Most sprites that the other methods append."""
        return SHADES * int(self.seen.begin[Pool.BULLET]) + self.count_of(Pool.BULLET)

    def count_of(self, pool: Pool) -> int:
        """Number of bodies of a pool in sight."""
        return int(self.seen.begin[pool + 1] - self.seen.begin[pool])

    def draw(self, frame: Frame, world: World, alpha: float, lens: F64, marks: MarkRows) -> None:
        """Give a frame the bodies that were culled, and append their shadows and light."""
        frame.asteroids = self.asteroids(
            world, frame.camera, lens, frame.size_px[1], frame.time_s, frame.near_fade, marks
        )
        frame.ships = self.ships(world, alpha, marks)
        frame.bullets = self.bullets(world, alpha, marks)

    def asteroids(
        self, world: World, camera: Camera, lens: F64, height_px: int, time_s: float, near: float,
        marks: MarkRows,
    ) -> dict[tuple[int, int], Instances]:  # fmt: skip
        """Visible asteroids by (material, level of detail or VEILED); empty ones are left out.

        Shadows on the ground show where what flies is, and how high.
        """
        count = self.count_of(Pool.ASTEROID)
        rows, pixels = self._asteroids.reserve(count), height_px / (2.0 * camera.tan_half_fov)
        write_asteroids(
            world.bodies, self.seen, lens, pixels, near, self._material_colors, time_s, world.tick,
            world.planet_radius, self._ends, rows, marks,
        )  # fmt: skip
        groups = enumerate(pairwise([0, *self._ends.tolist()]))
        return {
            divmod(group, ASTEROID_LEVELS): self._asteroids.part(first, end)
            for group, (first, end) in groups
            if first < end
        }

    def ships(self, world: World, alpha: float, marks: MarkRows) -> Instances:
        """Visible ships of all kinds; they have shadows, and glow."""
        count = int(self.seen.begin[ASTEROIDS])
        rows, tick = self._ships.reserve(count), world.tick + alpha
        write_ships(
            world.population, world.kinds, BOSS_RULES, self.seen, alpha, tick, self._hulls, self._ship_colors,
            world.planet_radius, self._noses, self._banks, rows, marks,
        )  # fmt: skip
        return self._ships.part(0, count)

    def bullets(self, world: World, alpha: float, marks: MarkRows) -> Instances:
        """Visible bullets: darts for players, ringed orbs for enemies; they light the ground."""
        count, tick = self.count_of(Pool.BULLET), world.tick + alpha
        rows, ground = self._bullets.reserve(count), world.planet_radius + SHADOW_HEIGHT
        write_bullets(world.population, self.seen, tick, self._bullet_looks, ground, rows, marks)
        return self._bullets.part(0, count)


@inline
def look_of_boss(
    bodies: Bodies, memory: Memory, rules: BossTable, hulls: Hulls, row: Row, tick: Real
) -> tuple[Real, Integer]:
    """(flash, mesh) of a boss or a part: it glows as it winds up, and flares where a stage begins."""
    winding = memory.phase[row] == Phase.WINDUP
    glow = WINDUP_GLOW * (0.5 + 0.5 * math.sin(WINDUP_PULSE * tick)) if winding else 0.0
    if bodies.kind[row] == BOSS_PART:
        return glow, hulls.part_mesh[part_number(bodies, memory, rules, row)]
    stage = stage_number(memory, rules, row)
    since = tick - memory.stage_began[row]
    if stage > 0 and since >= 0.0:
        glow = max(glow, 1.0 - since / STAGE_FLASH_TICKS)
    return glow, hulls.boss_mesh[boss_number(bodies, rules, row), stage]


@inline
def color_row(bodies: Bodies, rules: BossTable, row: Row) -> Row:
    """Row of a ship's colour: its kind's, a player's own, or a boss's; players are the first rows of all."""
    kind = bodies.kind[row]
    if kind in (BOSS, BOSS_PART):
        return MATCH.players_max + 2 * boss_number(bodies, rules, row) + (1 if kind == BOSS_PART else 0)
    first_kind = MATCH.players_max + 2 * len(rules.radius)
    return np.int64(row) if kind == PLAYER_KIND else first_kind + np.int64(kind)


@inline
def pose_ships(
    bodies: Bodies, kinds: KindTable, seen: Seen, k: Row, alpha: Real, noses_out: F64, banks_out: F64
) -> None:  # fmt: skip
    """Work out noses and banks of F64_LANES ships in sight from `k` on; they lean into their strafing."""
    rows, place = load_rows(seen.row, k), load_vectors(seen.position, k)
    height = length(place)
    outward = scaled(place, 1.0 / where(height > 1e-6, height, 1e-6))
    before, now = gather_vectors(bodies.previous_heading, rows), gather_vectors(bodies.heading, rows)
    nose = blend_headings(before, now, alpha, outward)
    fastest = gather(kinds.max_speed, gather(bodies.kind, rows))
    sideways = dot(gather_vectors(bodies.velocity, rows), cross(nose, outward))
    lean = sideways / where(fastest > 1.0, fastest, 1.0)
    lean = where(lean < 1.0, where(lean > -1.0, lean, -1.0), 1.0)
    store_vectors(noses_out, 0, *nose)
    store(banks_out, 0, lean * BANK)


@kernel
def write_ships(
    population: Population, kinds: KindTable, rules: BossTable, seen: Seen, alpha: Real, tick: Real,
    hulls: Hulls, colors: F32, planet_radius: Real, noses_out: F64, banks_out: F64, rows_out: F32,
    marks_inout: MarkRows,
) -> None:  # fmt: skip
    """Write the visible ships as rows of SHIP_DTYPE; `tick` is the time between two.

    They flash when hurt. Those that never wake are rivers. Append shadows of ships awake, then their light:
    below a river of sleepers, shadows would add up to a black crust.
    """
    bodies, ships, memory = population.bodies, population.ships, population.memory
    may_wake, hunted, count = population.sleep.allow_wake, has_rivers(population), seen.begin[ASTEROIDS]
    shade = np.uint64(marks_inout.sprite_count[0])
    light = shade
    for k in range(count):
        light += np.uint64(bodies.awake[np.uint64(seen.row[k])])
    for k in range(count):
        lane = k % np.uint64(F64_LANES)
        if lane == np.uint64(0):
            pose_ships(bodies, kinds, seen, k, alpha, noses_out, banks_out)
        row, place, nose = np.uint64(seen.row[k]), vector(seen.position, k), vector(noses_out, lane)
        kind, radius = bodies.kind[row], np.float64(bodies.radius[row])
        rows_out[k, 3] = radius * hulls.scale[kind]
        put_three(rows_out, k, 4, nose)
        rows_out[k, 7] = banks_out[lane]
        color = color_row(bodies, rules, row)
        if DEBUG:
            assert 0 <= color < len(colors), "write_ships: a ship without a colour"
        red, green, blue = vector(colors, np.uint64(color))
        flows = not (bodies.awake[row] or may_wake[row])
        tint = (red * FLOWING[0], green * FLOWING[1], blue * FLOWING[2]) if flows else (red, green, blue)
        if hulls.unstable[kind]:
            phase = FLARE_RATE * tick + 2.4 * row
            flare = EMBER + FLARE * max(0.0, math.sin(phase) * math.sin(2.7 * phase)) ** 2
            flare *= SMOULDER if flows else 1.0
            tint = red * flare, green * flare, blue * flare
        put_three(rows_out, k, 8, tint)
        hunts = hunted and bodies.team[row] != PLAYERS
        flash = HUNTER_HEAT if hunts and not flows else 0.0
        if row < np.uint64(len(ships.hurt_tick)):
            since = tick - ships.hurt_tick[row]
            if since >= 0.0:
                flash = max(1.0 - since / FLASH_TICKS, flash)
        glow, mesh = 0.0, hulls.mesh[kind]
        if kind in (BOSS, BOSS_PART):
            glow, mesh = look_of_boss(bodies, memory, rules, hulls, row, tick)
        back = RECOIL * flash * min(1.0, LIGHT / radius)
        put_three(rows_out, k, 0, subtract(place, scaled(nose, back)))
        rows_out[k, 11], rows_out[k, 12] = max(flash, glow), mesh
        rows_out[k, 13] = 1.0 if flows else 0.0
        if bodies.awake[row]:
            put_shadow(marks_inout.sprites, shade, place, radius * SHADOW_SIZE, planet_radius)
            shade += np.uint64(1)
            light = light_ship(bodies, row, place, (red, green, blue), hunts, marks_inout.sprites, light)
    marks_inout.sprite_count[0] = light


@inline
def light_ship(
    bodies: Bodies, row: Row, place: Vector, color: Vector, hunts: Flag, sprites_out: F32, at: Row
) -> Row:
    """Write the light around a ship and behind it as sprites from `at` on; returns the row after them."""
    still, radius, velocity = (0.0, 0.0, 0.0), np.float64(bodies.radius[row]), vector(bodies.velocity, row)
    put_sprite(sprites_out, at, place, radius * GLOW_SIZE, still, 0.0, (*color, GLOW_LIGHT))
    at += np.uint64(1)
    if hunts:
        warm = *HUNTER_COLOR, HUNTER_LIGHT
        put_sprite(sprites_out, at, place, radius * HUNTER_GLOW, still, 0.0, warm)
        at += np.uint64(1)
    own = bodies.kind[row] == PLAYER_KIND
    if own or dot(velocity, velocity) > 1.0:
        nose, (long, wide) = vector(bodies.heading, row), HUNTER_TRAIL if hunts else (1.0, 1.0)
        behind = subtract(place, scaled(nose, ENGINE_PLACE * radius))
        tone = HUNTER_COLOR if hunts else OWN_ENGINE_COLOR if own else color
        size, bright = (OWN_ENGINE_SIZE, OWN_ENGINE_LIGHT) if own else (ENGINE_SIZE * wide, ENGINE_LIGHT)
        flame = ENGINE_LENGTH * length(velocity) * long + (OWN_ENGINE_LENGTH * radius if own else 0.0)
        put_sprite(sprites_out, at, behind, radius * size, scaled(nose, flame), 1.0, (*tone, bright))
        at += np.uint64(1)
    return at


@inline
def has_rivers(population: Population) -> Flag:
    """True if any body never wakes."""
    rivers = False
    for row in range(len(population.sleep.allow_wake)):
        rivers |= not population.sleep.allow_wake[row]
    return rivers


@kernel
def write_bullets(
    population: Population, seen: Seen, tick: Real, looks: F64, ground: Real, rows_out: F32,
    marks_inout: MarkRows,
) -> None:  # fmt: skip
    """Write the visible bullets as rows of BULLET_DTYPE; `tick` is the time between two.

    Append their light at the radius `ground` below them.
    """
    bodies, still = population.bodies, (0.0, 0.0, 0.0)
    first, last = seen.begin[BULLETS], seen.begin[BULLETS + 1]
    first_bullet, lit = np.uint64(population.pools.start[BULLETS]), np.uint64(marks_inout.sprite_count[0])
    for k in range(first, last):
        row, at, head = np.uint64(seen.row[k]), k - first, vector(seen.position, k)
        orb, radius = bodies.team[row] != PLAYERS, np.float64(bodies.radius[row])
        own = np.uint64(population.bullets.weapon[row - first_bullet])
        look = looks[np.uint64(len(looks) - 1) if orb else own]
        trail = TRAIL_TIME * look[TRAIL]
        trail = min(trail, max((tick - bodies.born[row]) / 60.0, 0.0))
        color = look[FIRST_COLOR], look[FIRST_COLOR + 1], look[FIRST_COLOR + 2]
        put_three(rows_out, at, 0, head)
        rows_out[at, 3] = radius * look[WIDTH]
        put_three(rows_out, at, 4, subtract(head, scaled(vector(bodies.velocity, row), trail)))
        rows_out[at, 7] = 1.0 if orb else 0.0
        put_three(rows_out, at, 8, color)
        rows_out[at, 11] = 1.0
        below, size = scaled(head, ground / length(head)), GROUND_LIGHT_SIZE * look[TRAIL] + radius
        light = *scaled(color, GROUND_LIGHT), 0.0
        put_sprite(marks_inout.sprites, lit + at, below, size, still, -1.0, light)
    marks_inout.sprite_count[0] = lit + last - first
