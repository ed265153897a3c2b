"""Agenda of a wave: conditions its director waits for. One compiled call keeps the rules of most ticks.

`keep_waves` runs after the step. It does what `arena.game.scoring.tally.keep_team` does and, where nothing of
the wave is due and nobody comes, goes or returns, the rest of `Endless.tick` as well. In other ticks the
director decides, in Python, and writes the agenda anew. A group that is due alone needs Python for the agenda
of the next one alone.
"""

from typing import Any

import numpy as np
from numba import typeof

from arena.game.companion_voice import LINE_TABLE, LineTable, Voices, choose_lines
from arena.game.rules import FIELD, WAVES
from arena.game.scoring.tally import KEPT, TeamTables, create_team_tables, keep_team
from arena.game.waves.director import (
    GroupTable,
    Waves,
    all_sent,
    count_hunting,
    create_group_table,
    refill,
    running_beat,
    send_group,
    write_group,
)
from arena.game.waves.plans import BeatName, WavePlan
from arena.game.waves.tides import Tides, run_tide
from arena.jit import inline, kernel
from arena.jit.annotations import I64, Flag, Flags, Integer
from arena.jit.calls import address_of, call_address
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.tables.simulation import Simulation
from arena.sim.world import World

NO_GROUP = -1
"""Time of the next group where the beat's were all sent."""
PEAK, ENEMY_POOL = int(BeatName.PEAK), int(Pool.ENEMY)
BEAT_LEAST, REFILL_INTERVAL = WAVES.beat_least, FIELD.refill_interval
ENTRIES = 6
"""Kernels that `keep_waves` calls."""
GROUP_ROOM = 64
"""Most ships of a group that is sent without Python."""
SENT = 32
"""Result of `keep_waves` where it sent a group, and nothing else is left of the tick but the agenda."""
NOTHING_DUE, GROUP_DUE, ASKED = 0, 1, 2
"""Results of `is_due`."""


class Agenda(Table):
    """Part of its plan that the running beat waits for; no state. Columns have shape (1,)."""

    number: I64  # wave, beat and groups sent that all this was written for, see `Waves`
    beat: I64
    groups: I64
    at: I64  # [ticks] after the beat's begin at which its next group comes, or NO_GROUP
    after: I64  # the same for the group after it
    last: Flags  # True for the last beat
    sent: Flags  # True once the wave's ships were all sent
    patience: I64  # see `Beat`
    left: I64  # ships alive with which the next beat may begin
    limit: I64  # see `WavePlan`, as the next one
    tide: I64


class WaveTables(Table):
    """Tables that `keep_waves` needs beside those of a team."""

    waves: Waves
    tides: Tides
    agenda: Agenda
    group: GroupTable  # the beat's next one
    voices: Voices
    lines: LineTable
    entries: I64  # addresses of those kernels, shape (ENTRIES,)


_entries: dict[Any, tuple[int, ...]] = {}
"""Addresses by the types of all tables."""


def create_agenda() -> Agenda:
    """Build an agenda of no wave: the director is asked."""
    numbers, flags = np.zeros((9, 1), np.int64), np.zeros((2, 1), np.bool_)
    return Agenda(*numbers[:5], *flags, *numbers[5:])


def write_agenda(tables: WaveTables, plan: WavePlan) -> None:
    """Note the conditions that a wave waits for, and its next group."""
    agenda, waves = tables.agenda, tables.waves
    beat, number, groups = running_beat(waves, plan), int(waves.number[0]), int(waves.groups[0])
    agenda.number[0], agenda.beat[0], agenda.groups[0] = number, waves.beat[0], groups
    agenda.at[0] = agenda.after[0] = NO_GROUP
    if groups < len(beat.groups):
        group = beat.groups[groups]
        agenda.at[0] = group.at
        if group.count > GROUP_ROOM:
            agenda.after[0] = group.at  # as if two came together: Python sends them
        else:
            write_group(tables.group, number, plan, beat, group)
            agenda.after[0] = beat.groups[groups + 1].at if groups + 1 < len(beat.groups) else NO_GROUP
    agenda.last[0], agenda.sent[0] = beat is plan.beats[-1], all_sent(waves, plan)
    agenda.patience[0], agenda.left[0] = beat.patience, max(beat.left, WAVES.left_least)
    agenda.limit[0], agenda.tide[0] = plan.limit, plan.tide


def create_wave_tables(world: World) -> WaveTables:
    """Tables for `keep_waves`, of a world with those of a team and of waves."""
    sim, team = world.simulation, world.gather_once(create_team_tables)
    waves, tides, voices = (world.tables[name] for name in ("waves", "tides", "voices"))
    agenda, group, entries = create_agenda(), create_group_table(GROUP_ROOM), np.zeros(ENTRIES, np.int64)
    tables = WaveTables(waves, tides, agenda, group, voices, LINE_TABLE, entries)
    types = typeof(sim), typeof(team), typeof(tables)
    if types not in _entries:
        _entries[types] = (
            address_of(keep_team, sim, team, 0, False),
            address_of(is_due, sim, waves, tides, tables.agenda),
            address_of(run_tide, sim.population, sim.kinds, tides, 0, 0.0, 0, 0),
            address_of(refill, sim, 0),
            address_of(choose_lines, sim.population, sim.events, 0, 0, 0, LINE_TABLE, voices),
            address_of(send_group, sim, waves, group),
        )
    tables.entries[:] = _entries[types]
    return tables


@kernel
def keep_waves(
    sim_inout: Simulation, team_inout: TeamTables, tables_inout: WaveTables, seated: Flag, speak: Flag
):
    """Run `keep_team`, and the rest of a tick in which nothing of the wave is due, or one group.

    Then it returns KEPT, or SENT. Otherwise it returns what `keep_team` did, and the caller does the rest.
    """
    sim, t, entries = sim_inout, tables_inout, tables_inout.entries
    waves, tick = t.waves, sim.tick[0]
    found = call_address(entries[0], (sim, team_inout, waves.number[0], seated))
    if found != 0:
        return found
    due = call_address(entries[1], (sim, waves, t.tides, t.agenda))
    if due == ASKED:
        return found
    if due == GROUP_DUE:
        call_address(entries[5], (sim, waves, t.group))
    call_address(
        entries[2],
        (sim.population, sim.kinds, t.tides, t.agenda.tide[0], sim.shell_radius[0], sim.seed[0], tick),
    )
    if tick % REFILL_INTERVAL == 0:
        call_address(entries[3], (sim, waves.number[0]))
    if speak:
        lives, age = team_inout.lives.left[0], tick - waves.began[0]
        call_address(entries[4], (sim.population, sim.events, lives, age, tick, t.lines, t.voices))
    return SENT if due == GROUP_DUE else KEPT


@kernel
def is_due(sim: Simulation, waves: Waves, tides: Tides, agenda: Agenda):
    """Return whether `Endless.advance` may do more than let a tide flow and refill the field.

    It is GROUP_DUE where that is the next group alone.
    """
    a, tick, beat = agenda, sim.tick[0], waves.beat[0]
    known = a.number[0] == waves.number[0] and a.beat[0] == beat and a.groups[0] == waves.groups[0]
    if not known or (a.tide[0] != 0 and beat == PEAK and tides.wave[0] != a.number[0]):
        return ASKED
    since = tick - waves.last_sent[0]
    if a.at[0] != NO_GROUP:
        age = tick - waves.beat_began[0]
        if tick >= waves.next_try[0] and age >= a.at[0]:
            return GROUP_DUE if a.after[0] == NO_GROUP or age < a.after[0] else ASKED
    elif not a.last[0] and (
        since >= BEAT_LEAST and (since >= a.patience[0] or hunting(sim, False, a.left[0] + 1) <= a.left[0])
    ):
        return ASKED
    if a.sent[0] and (since >= a.limit[0] or hunting(sim, True, 1) == 0):
        return ASKED
    return NOTHING_DUE


@inline
def hunting(sim: Simulation, every: Flag, most: Integer) -> Integer:
    """`count_hunting` of all enemies."""
    first, stop = sim.pools.start[ENEMY_POOL], sim.pools.stop[ENEMY_POOL]
    return count_hunting(sim.bodies, sim.sleep, first, stop, every, most)
