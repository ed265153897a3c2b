"""Warnings: where and how soon something falls in, lanes of charges and aimed shots, glowing muzzles, threads
of shielders to what they protect, and volleys that wind up.

All of them have the hue of who acts, and what fills tells when: a ring, clockwise, as on a clock, or a line,
from the ship on. It happens as soon as that is full.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.behaviours import Behaviours
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, I32, Flag, Integer, Real
from arena.sim.bosses.deeds import arm_turn, is_left_out
from arena.sim.groups.protection import is_linked
from arena.sim.groups.volleys import VOLLEYS, WINDUP_TICKS, PatternTable, pattern_of
from arena.sim.kinds import KindTable, Phase, Pool, in_mask
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.population import Population
from arena.sim.telegraphs import CHARGE_TICKS, is_charging
from arena.sim.world import World
from arena.vectors import Vector, combined, cross, dot, length, scaled, subtract, vector
from arena.view.buffers import MarkRows, add_ring, add_sprite
from arena.view.culling import Lens, Seen, read_lens, sees
from arena.view.frame import FACING
from arena.view.overlay.overlay import RGBA
from arena.view.poses import between_ticks

LANE_ROOM, LINE_PIECES = 1024, 16
"""Most straight pieces of lines that are drawn, and those of one line, which follows the shell."""
DASH_SIZE, LINE_SIZE, LINE_PX = 0.12, 0.05, 1.4
"""Half width of the line of a charge, of that of a shot [u], and the least one [px of a picture 720 high]."""
LINE_LIGHT, LINE_BRIGHTER = 0.14, 0.24
"""Light of a line, and the gain of its part that is charged until the aim is held."""
MUZZLE_ROOM, MUZZLE_GAP = 256, 0.25
"""Most glowing muzzles that are drawn; between a hull and the glow before it [u]."""
MUZZLE_SIZE, MUZZLE_GROWTH, MUZZLE_LIGHT, MUZZLE_BRIGHTER = 0.16, 0.42, 0.25, 0.35
"""Size of the glow when it begins, and what it gains until the shot [u], and its light likewise."""
FALLING, AROUND, THROUGH = -0.01, 1.1, 12.0
"""A body that climbs slower than this is dropping in [u/s]; gap between its edge and the warning's [u]; rocks
that much nearer than a ring do not hide it [u]: the largest are 8 u thick."""
CLOCK, CLOCK_PX = 0.14, 4.0
"""Half thickness of a ring that fills [u], and the least one, light around the line included [px of a picture
720 high]."""
HEAD, HEAD_PX, HEAD_WIDE = 0.6, 9.5, 0.7
"""Length of the arrow head in a landing's ring [u], its least one [px of a picture 720 high], and half its
width over that."""
HEAD_LIGHT, BEAM_PX = 1.0, 2.0
"""Its light, and the least half width of an arrow's lines [px of a picture 720 high]."""
MINE_REACH_PX, AIMED_HEIGHT = 16.0, 720.0
"""Least radius of a mine's ring [px of a picture 720 high], and the height of that picture."""
ARROW_SPRITES, BEAM_SIZE, BEAM_LIGHT, BEAM_BRIGHTER = 3, 0.12, 0.34, 0.20
"""Sprites of an arrow; half width [u] and light of its line from the falling body to the landing, and its
gain until then."""
LANDING_LIGHT, FEW, CROWDED_LIGHT = 0.62, 6.0, 0.75
"""Light of a landing's ring, dimmer than a threat's rim by three fifths; landings at a time that are each
announced in all of it, the least share where there are more: rings lie over one another, and over ships."""
MINE_BEAT, MINE_LIGHT, MINE_BRIGHTER = 0.16, 0.30, 0.25
"""Beat rate of a mine's ring [rad a tick], its least light, and the gain at a beat."""
MINE_ROOM, MINE_SWELL = 0.95, 0.15
"""Between a mine and its ring, and what that gains at a beat [u]."""
WARNING_TIME, DT = tuning.LANDING.warning_time, tuning.DT
WINDUP, THREAD_PIECES = int(Phase.WINDUP), 8
"""Straight pieces of a thread, which follows the shell."""
THREAD_SIZE, THREAD_PX, THREAD_LIGHT = 0.07, 1.7, 0.40
"""Half width of a thread [u], its least one [px of a picture 720 high], and its light."""
PULSE_RATE, PULSE_LIGHT = 0.16, 0.22
"""Rate at which light runs along a thread to the ship [rad a tick], and the gain there."""
SHELL_GAP, SHELL_LIGHT = 0.6, 0.40
"""Between a protected hull and the full ring around it [u], and its light."""
RAY_ROOM = 512
"""More rays of volleys than this are not drawn."""
RAY_GAP, RAY_LENGTH = 0.9, 2.4
"""Between a hull and the ring and the rays of its volley, and their length [u]."""
RAY_SIZE, RAY_PX, RAY_LIGHT = 0.05, 1.2, 0.4
VOLLEY_LIGHT, VOLLEY_RINGS = 0.5, RAY_ROOM
"""Light of the ring about a ship that winds up, and room for them: each has some rays."""


def falling_rows(world: World) -> I32:
    """Rows of live bodies that drop in from outer orbit, ascending; bullets never do."""
    stop, bodies = int(world.pool_rows.start[Pool.BULLET]), world.bodies
    return np.flatnonzero((bodies.radial_speed[:stop] < FALLING) & bodies.alive[:stop]).astype(np.int32)


@inline
def pixel_size(view: Lens, place: Vector) -> Real:
    """Size of a pixel at a place [u], in a picture AIMED_HEIGHT high."""
    depth = dot(subtract(place, view[0]), view[3])
    return 2.0 * view[4][1] * max(depth, 0.0) / AIMED_HEIGHT


@inline
def seen_slant(view: Lens, place: Vector) -> Real:
    """Foreshortening of a ring flat on the shell: 1 from above, FACING at least, where small ones turn."""
    sight = subtract(view[0], place)
    return max(FACING, dot(sight, place) / max(length(sight) * length(place), 1e-6))


@kernel
def mark_landings(
    bodies: Bodies, rows: I32, alpha: Real, shell_radius: Real, lens: F64, colors: F64, marks_inout: MarkRows
) -> None:
    """Announce landings by an arrow from who falls to the place, and a ring there that fills until then.

    `rows` are the bodies that drop in, `colors` those of the kinds, shape (kinds, 3).
    """
    view = read_lens(lens)
    share = LANDING_LIGHT * max(CROWDED_LIGHT, min(1.0, math.sqrt(FEW / max(len(rows), 1))))
    for row in rows:
        color, place = vector(colors, bodies.kind[row]), vector(bodies.position, row)
        height, radius = max(length(place), 1e-6), np.float64(bodies.radius[row]) + AROUND
        left = (height - shell_radius) / max(-np.float64(bodies.radial_speed[row]), 0.1) - alpha * DT
        near, ground = min(1.0 - left / WARNING_TIME, 1.0), scaled(place, shell_radius / height)
        if near > 0.0 and sees(view, ground, max(height - shell_radius, radius)):
            add_clock(marks_inout, view, ground, radius, near, (*color, share))
            add_arrow(marks_inout, view, place, ground, color, BEAM_LIGHT + BEAM_BRIGHTER * near)


@inline
def add_clock(
    marks_inout: MarkRows, view: Lens, place: Vector, radius: Real, filled: Real, color: RGBA
) -> None:
    """Append a ring about a place, bright to a share `filled`, clockwise from the picture's top."""
    thick = max(CLOCK, CLOCK_PX * pixel_size(view, place)) / seen_slant(view, place)
    center = scaled(place, 1.0 / max(length(place), 1e-6))
    add_ring(marks_inout, center, radius, thick, 0.0, color, THROUGH, filled)


@inline
def add_arrow(
    marks_inout: MarkRows, view: Lens, tail: Vector, tip: Vector, color: Vector, light: Real
) -> None:
    """Append an arrow: a line, and a head that is seen from its flat side whatever the line's direction."""
    way, sight = subtract(tip, tail), subtract(tip, view[0])
    pixel, side = pixel_size(view, tip), cross(way, sight)
    side = side if length(side) > 1e-3 else view[1]
    back, size, thick = cross(side, sight), max(HEAD, HEAD_PX * pixel), max(BEAM_SIZE, BEAM_PX * pixel)
    back, side = scaled(back, size / length(back)), scaled(side, HEAD_WIDE * size / length(side))
    add_sprite(marks_inout, tip, thick, way, 0.0, (*color, light))
    for sign in (-1.0, 1.0):
        add_sprite(marks_inout, tip, thick, combined(back, -1.0, side, sign), 0.0, (*color, HEAD_LIGHT))


@kernel
def mark_mines(bodies: Bodies, seen: Seen, tick: Real, lens: F64, color: F64, marks_inout: MarkRows) -> None:
    """A full ring round every mine in sight, that beats: it is small, and looks like debris.

    `tick` is the time between two.
    """
    view = read_lens(lens)
    for k in range(seen.begin[Pool.MINE], seen.begin[Pool.MINE + 1]):
        row, place = seen.row[k], vector(seen.position, k)
        beat = 0.5 + 0.5 * math.sin(MINE_BEAT * (tick + 11.0 * row))
        reach = max(np.float64(bodies.radius[row]) + MINE_ROOM, MINE_REACH_PX * pixel_size(view, place))
        tint = color[0], color[1], color[2], MINE_LIGHT + MINE_BRIGHTER * beat
        add_clock(marks_inout, view, place, reach + MINE_SWELL * beat, 1.0, tint)


@inline
def announces_dash(kinds: KindTable, behaviours: Behaviours, kind: Integer) -> Flag:
    """True if a kind's lane is that of a charge."""
    return behaviours.lane[kind] > 0.0 and kinds.dash_speed[kind] > 0.0


@kernel
def mark_lanes(
    population: Population, kinds: KindTable, behaviours: Behaviours, colors: F32, tick: Integer,
    shell_radius: Real, lens: F64, marks_inout: MarkRows,
) -> None:  # fmt: skip
    """The lane of every ship in the windup of an act with a lane: a line that charges from the ship on.

    It has no gaps: dashes and arrow heads were taken for shots. All of it is charged once the aim is held.

    `colors` are those of the kinds, shape (kinds, 3).
    """
    bodies, memory, pools = population.bodies, population.memory, population.pools
    view, count = read_lens(lens), marks_inout.sprite_count
    most = min(count[0] + LANE_ROOM, len(marks_inout.sprites)) - LINE_PIECES
    for row in range(np.uint64(pools.start[Pool.ENEMY]), np.uint64(pools.stop[Pool.ENEMY])):
        kind = bodies.kind[row]
        reach = np.float64(behaviours.lane[kind])
        if reach <= 0.0 or memory.phase[row] != WINDUP or not bodies.alive[row]:
            continue
        place = vector(bodies.position, row)
        if count[0] > most or not sees(view, place, reach):
            continue
        nose, step = scaled(vector(bodies.heading, row), shell_radius), reach / shell_radius / LINE_PIECES
        lock = behaviours.lock_ticks[kind]
        left = max(memory.until[row] - tick - lock, 0.0) / max(behaviours.windup_ticks[kind] - lock, 1.0)
        width = DASH_SIZE if announces_dash(kinds, behaviours, kind) else LINE_SIZE
        here, color, charged = place, vector(colors, kind), 1.0 - left
        for piece in range(1, LINE_PIECES + 1):
            there = combined(place, math.cos(piece * step), nose, math.sin(piece * step))
            size = max(width, LINE_PX * pixel_size(view, there))
            light = LINE_LIGHT + (LINE_BRIGHTER * charged if piece <= charged * LINE_PIECES else 0.0)
            add_sprite(marks_inout, there, size, subtract(there, here), 0.0, (*color, light))
            here = there


@kernel
def mark_muzzles(
    population: Population, kinds: KindTable, behaviours: Behaviours, lens: F64, color: F64,
    marks_inout: MarkRows,
) -> None:  # fmt: skip
    """A glow before each ship that shows that it will fire; it grows until the shot."""
    bodies, ships, memory = population.bodies, population.ships, population.memory
    view, pools, count = read_lens(lens), population.pools, marks_inout.sprite_count
    limit = min(count[0] + MUZZLE_ROOM, len(marks_inout.sprites))
    for row in range(np.uint64(pools.start[Pool.ENEMY]), np.uint64(pools.stop[Pool.ENEMY])):
        kind = bodies.kind[row]
        if not bodies.alive[row] or bodies.radial_speed[row] != 0.0:
            continue
        dashes = announces_dash(kinds, behaviours, kind)
        if dashes or not is_charging(kind, ships.cooldown[row], memory.phase[row]):
            continue
        place, reach = vector(bodies.position, row), np.float64(bodies.radius[row]) + MUZZLE_GAP
        if count[0] >= limit or not sees(view, place, reach + MUZZLE_GROWTH):
            continue
        grown = max(0.0, 1.0 - ships.cooldown[row] / CHARGE_TICKS)
        muzzle = combined(place, 1.0, vector(bodies.heading, row), reach)
        light = color[0], color[1], color[2], MUZZLE_LIGHT + MUZZLE_BRIGHTER * grown
        add_sprite(marks_inout, muzzle, MUZZLE_SIZE + MUZZLE_GROWTH * grown, (0.0, 0.0, 0.0), 0.35, light)


@kernel
def mark_links(
    population: Population, colors: F32, tick: Real, alpha: Real, lens: F64, marks_inout: MarkRows
) -> None:
    """A thread from every shielder to each ship that it protects, and a ring around that ship.

    `colors` are those of the kinds, shape (kinds, 3); `tick` and `alpha` tell the time between the last two.
    """
    b, ships, pools = population.bodies, population.ships, population.pools
    view = read_lens(lens)
    for row in range(np.uint64(pools.start[Pool.ENEMY]), np.uint64(pools.stop[Pool.ENEMY])):
        if not (b.alive[row] and is_linked(b, ships, row)):
            continue
        shielder = np.int64(ships.shielder[row])
        here, there = between_ticks(b, shielder, alpha), between_ticks(b, row, alpha)
        gap = length(subtract(there, here))
        if not sees(view, there, gap + 1.0):
            continue
        color, level, last = vector(colors, b.kind[shielder]), length(here), here
        for piece in range(1, THREAD_PIECES + 1):
            share = piece / THREAD_PIECES
            point = combined(here, 1.0 - share, there, share)
            point = scaled(point, level / max(length(point), 1e-6))
            pulse = 0.5 + 0.5 * math.sin(PULSE_RATE * tick - 2.0 * math.pi * share)
            size = max(THREAD_SIZE, THREAD_PX * pixel_size(view, point))
            light = THREAD_LIGHT + PULSE_LIGHT * pulse
            add_sprite(marks_inout, point, size, subtract(point, last), 0.0, (*color, light))
            last = point
        add_clock(marks_inout, view, there, b.radius[row] + SHELL_GAP, 1.0, (*color, SHELL_LIGHT))


@kernel
def mark_volleys(
    population: Population, patterns: PatternTable, seed: Integer, tick: Integer, lens: F64, colors: F32,
    marks_inout: MarkRows,
) -> None:  # fmt: skip
    """Rings about ships that wind up a volley, which fill until it flies, and rays along the bullets' ways.

    `colors` are those of the kinds, shape (kinds, 3).
    """
    b, memory, pools = population.bodies, population.memory, population.pools
    view, count = read_lens(lens), marks_inout.sprite_count
    pattern = pattern_of(seed, tick, len(patterns.act))
    arms, most = patterns.fire.arms[pattern], count[0] + RAY_ROOM
    for row in range(np.uint64(pools.start[Pool.ENEMY]), np.uint64(pools.stop[Pool.ENEMY])):
        if memory.phase[row] != WINDUP or not (b.alive[row] and in_mask(VOLLEYS, b.kind[row])):
            continue
        place, nose = vector(b.position, row), vector(b.heading, row)
        if count[0] + arms > most or not sees(view, place, RAY_LENGTH + 1.0):
            continue
        near = min(max(1.0 - (memory.until[row] - tick) / WINDUP_TICKS, 0.0), 1.0)
        side = scaled(cross(place, nose), 1.0 / max(length(place), 1e-6))
        color, begin = vector(colors, b.kind[row]), b.radius[row] + RAY_GAP
        add_clock(marks_inout, view, place, begin, near, (*color, VOLLEY_LIGHT))
        size = max(RAY_SIZE, RAY_PX * pixel_size(view, place))
        for arm in range(arms):
            if is_left_out(patterns.fire, pattern, arm):
                continue
            turn = arm_turn(patterns.fire, pattern, arm, 0)
            way = combined(nose, math.cos(turn), side, math.sin(turn))
            tip = combined(place, 1.0, way, begin + RAY_LENGTH)
            add_sprite(marks_inout, tip, size, scaled(way, RAY_LENGTH), 0.0, (*color, RAY_LIGHT))
