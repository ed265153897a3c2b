"""Director of waves: it tracks the beat of a wave and sends its groups when they are due.

`arena.game.waves.plans` gives the plan of a wave. The progress through it is state, in arrays, so that a
match can be saved, hashed and restored. A beat ends when few of its ships are left, or after its patience: a
lull is earned, and no wave can be sat out.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from arena.catalogue.boss_row import BOSSES
from arena.game.rules import FIELD, FORMATION, WAVES
from arena.game.spawning.asteroids import drop_in_asteroid
from arena.game.spawning.formations import (
    FORMATIONS,
    PLACE_NUMBERS,
    falls_of,
    find_spot,
    focus_of,
    layout_of,
    place_all,
)
from arena.game.spawning.spawn_points import cover, spiral_point
from arena.game.waves.plans import Beat, Group, WavePlan
from arena.jit import DEBUG, kernel
from arena.jit.annotations import F64, I64, Flag, Flags, Integer
from arena.jit.tables import Table
from arena.sim.kinds import POOL_TEAM, UNBEATABLE, Pool, in_mask
from arena.sim.landing import begin_falls
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.sleep import Sleep

if TYPE_CHECKING:
    from arena.sim.world import World

ASTEROID_POOL, ENEMY_POOL = int(Pool.ASTEROID), int(Pool.ENEMY)
ENEMY_TEAM, PLAIN = int(POOL_TEAM[ENEMY_POOL]), 0
SPACING, ROOM, RETRY = FORMATION.spacing, FORMATION.room, WAVES.retry
FIRST, GROWTH, MOST, WHOLE = FIELD.first, FIELD.growth, FIELD.most, FIELD.whole_radius
KEYS_PER_WAVE, KEYS_PER_BEAT = 64, 8
"""Stride between draws of places: one for every side of every beat."""


class Waves(Table):
    """Progress of the wave; every column has shape (1,)."""

    number: I64  # the running wave, from 1
    began: I64  # tick of its banner
    beat: I64  # of its plan, from 0
    beat_began: I64  # tick
    groups: I64  # groups of the beat that were sent whole
    sent: I64  # ships of the group in hand that were sent
    last_sent: I64  # tick at which a group was last sent
    next_try: I64  # tick before which nothing is sent, because there was no room


class GroupTable(Table):
    """A group of a wave for `send_group`; columns of one number have shape (1,)."""

    kind: I64
    count: I64  # ships
    key: I64  # of its place, as `choose_spot` takes it
    turn: F64  # [rad], as `choose_spot` takes it
    around: Flags  # whether its formation has the player in its middle
    layout: F64  # see `layout_of`, shape (room, PLACE_NUMBERS)
    falls: F64  # see `falls_of`, shape (room,)
    spot: F64  # workspace, shape (3, 3)
    frame: F64  # workspace, shape (2, 3)
    places: F64  # workspace, shape (room, 3)


def create_group_table(room: int) -> GroupTable:
    """Build a table for a group of at most so many ships."""
    kind, count, key = np.zeros((3, 1), np.int64)
    return GroupTable(
        kind=kind, count=count, key=key, turn=np.zeros(1), around=np.zeros(1, np.bool_),
        layout=np.zeros((room, PLACE_NUMBERS)), falls=np.zeros(room), spot=np.zeros((3, 3)),
        frame=np.zeros((2, 3)), places=np.zeros((room, 3)),
    )  # fmt: skip


def create_waves() -> Waves:
    """Build wave 1, which begins at tick 0."""
    waves = Waves(*(np.zeros(1, np.int64) for _ in Waves.column_names))
    begin_wave(waves, 1, 0)
    return waves


def begin_wave(waves: Waves, number: int, tick: int) -> None:
    """Start wave `number` with its moment of calm."""
    waves.number[0], waves.began[0] = number, tick
    _begin_beat(waves, 0, tick)


def _begin_beat(waves: Waves, beat: int, tick: int) -> None:
    waves.beat[0], waves.beat_began[0], waves.last_sent[0] = beat, tick, tick
    waves.groups[0] = waves.sent[0] = waves.next_try[0] = 0


def skip_wave(waves: Waves, plan: WavePlan) -> None:
    """Count everything as sent."""
    waves.beat[0], waves.groups[0] = len(plan.beats) - 1, len(plan.beats[-1].groups)


def running_beat(waves: Waves, plan: WavePlan) -> Beat:
    """Beat of the plan that a wave is at."""
    return plan.beats[int(waves.beat[0])]


def send_boss(world: "World", plan: WavePlan, number: int) -> None:
    """Put wave `number`'s boss, if it has one, on the far side of the shell.

    A boss comes at its debut; in other waves those that had theirs come in turn.
    """
    known = [boss for boss in BOSSES if boss.rules.debut is not None and boss.rules.debut <= number]
    if plan.boss and known:
        focus, _ = focus_of(world, world.tick)
        in_turn = known[(number // WAVES.boss_every - 1) % len(known)]
        boss = next((boss for boss in known if boss.rules.debut == number), in_turn)
        world.place_boss(-focus, boss.number)


def advance_waves(world: "World", waves: Waves, plan: WavePlan, table: GroupTable | None = None) -> None:
    """Send the groups that are due; go on to the next beat when this one's time is over.

    `table` is workspace for groups that have room in it.
    """
    beat, tick = running_beat(waves, plan), world.tick
    age = tick - int(waves.beat_began[0])
    while waves.groups[0] < len(beat.groups) and tick >= waves.next_try[0]:
        group = beat.groups[int(waves.groups[0])]
        if age < group.at:
            return
        if table is None or group.count > len(table.falls):
            table = create_group_table(group.count)
        write_group(table, int(waves.number[0]), plan, beat, group)
        send_group(world.simulation, waves, table)
    if waves.groups[0] < len(beat.groups) or beat is plan.beats[-1]:
        return
    waited = tick - int(waves.last_sent[0])
    if waited >= WAVES.beat_least and (
        waited >= beat.patience or count_ships(world) <= max(beat.left, WAVES.left_least)
    ):
        _begin_beat(waves, int(waves.beat[0]) + 1, tick)


def write_group(table: GroupTable, wave: int, plan: WavePlan, beat: Beat, group: Group) -> None:
    """Write a group of a wave's beat into a table that has room for its ships."""
    table.kind[0], table.count[0] = group.kind, group.count
    table.key[0] = wave * KEYS_PER_WAVE + beat.name * KEYS_PER_BEAT
    table.turn[0] = 2.0 * math.pi * group.front / beat.fronts
    table.around[0] = FORMATIONS[group.formation].around
    table.layout[: group.count] = layout_of(group.formation, group.count)
    table.falls[: group.count] = falls_of(group.formation, group.count, plan.fall)


@kernel
def send_group(sim_inout: Simulation, waves_inout: Waves, group_inout: GroupTable) -> None:
    """Send what is left of a group; what finds no room comes later."""
    sim, w, g, shell, tick = sim_inout, waves_inout, group_inout, sim_inout.shell_radius[0], sim_inout.tick[0]
    first, count, kind = w.sent[0], g.count[0], g.kind[0]
    radius, health = np.float64(sim.kinds.radius[kind]), np.float64(sim.kinds.health[kind])
    away = find_spot(sim.bodies, sim.players.up, shell, sim.seed[0], g.key[0], g.turn[0], g.spot)
    spacing = max(SPACING, ROOM * radius) / shell
    place_all(g.spot[0], g.spot[1], away, g.around[0], g.layout[:count], spacing, g.frame, g.places)
    landing = begin_falls(
        sim.population, sim.kinds, kind, np.int64(ENEMY_POOL), np.int64(ENEMY_TEAM), np.int64(PLAIN), radius,
        health, g.places[first:count], g.falls[first:count], sim.grid_half[0], tick,
    )  # fmt: skip
    if DEBUG:
        assert 0 <= landing <= count - first, "send_group: a fall that is too short"
    w.sent[0] += landing
    w.last_sent[0] = tick
    if w.sent[0] < count:
        w.next_try[0] = tick + RETRY
        return
    w.groups[0] += 1
    w.sent[0] = 0


def count_ships(world: "World") -> int:
    """Number of enemy ships alive, without those that flow by, the boss and its parts."""
    pool = world.pools[Pool.ENEMY]
    return count_hunting(world.bodies, world.sleep, pool.start, pool.stop, False, len(world.bodies.alive))


@kernel
def count_hunting(
    bodies: Bodies, sleep: Sleep, first: Integer, stop: Integer, every: Flag, most: Integer
) -> int:
    """Number of living enemies of rows first..stop that do not flow, `most` at most.

    Without `every`, kinds that no wave waits for do not count.
    """
    count, row = 0, first
    while row < stop and count < most:
        if bodies.alive[row] and sleep.allow_wake[row]:
            count += every or not in_mask(UNBEATABLE, bodies.kind[row])
        row += 1
    return count


def ships_to_come(waves: Waves, plan: WavePlan) -> int:
    """Number of ships of a wave that were not sent yet."""
    number, groups = int(waves.beat[0]), int(waves.groups[0])
    later = sum(beat.ships for beat in plan.beats[number + 1 :])
    here = sum(group.count for group in plan.beats[number].groups[groups:])
    return later + here - int(waves.sent[0])


def all_sent(waves: Waves, plan: WavePlan) -> bool:
    """Return whether all groups of a wave were sent, as `ships_to_come` tells, in less time."""
    number = int(waves.beat[0])
    if int(waves.groups[0]) < len(plan.beats[number].groups):
        return False
    return not any(beat.groups for beat in plan.beats[number + 1 :])


def wave_beaten(world: "World", waves: Waves, plan: WavePlan) -> bool:
    """Return whether all of the wave's ships were sent and none is left, beside those that flow by."""
    pool = world.pools[Pool.ENEMY]
    return all_sent(waves, plan) and not count_hunting(
        world.bodies, world.sleep, pool.start, pool.stop, True, 1
    )


def wave_overdue(world: "World", waves: Waves, plan: WavePlan) -> bool:
    """Return whether its last ships have been left alone for so long that the next wave comes to them."""
    return all_sent(waves, plan) and world.tick - int(waves.last_sent[0]) >= plan.limit


def spawn_team(world: "World", players: int) -> None:
    """Put players and companions on the shell at the start of a match, beside each other."""
    center, place = np.array([0.0, 0.0, 1.0]), np.empty(3)
    for slot in range(players):
        spiral_point(center, slot, FIELD.team_gap / world.shell_radius, place)
        world.spawn_player(slot, place)
        spiral_point(center, slot + players, FIELD.team_gap / world.shell_radius, place)
        world.place_companion(slot, place)


def refill_field(world: "World", wave: int) -> None:
    """Drop in an asteroid from time to time where the field has fewer whole ones than this wave wants."""
    if world.tick % FIELD.refill_interval == 0:
        refill(world.simulation, wave)


@kernel
def refill(sim_inout: Simulation, wave: Integer) -> None:
    """Drop in an asteroid if the field has fewer whole ones than a wave wants."""
    sim, pools, tick = sim_inout, sim_inout.pools, sim_inout.tick[0]
    wanted = min(FIRST + GROWTH * wave, MOST)
    if cover(sim.bodies, pools.start[ASTEROID_POOL], pools.stop[ASTEROID_POOL], WHOLE) < wanted:
        drop_in_asteroid(sim.population, sim.kinds, sim.grid_half[0], sim.seed[0], tick)
