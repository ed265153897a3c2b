"""Acts: disasters that befall a match between two ticks, as a table. Each draws what it needs from `draws`.

An act looks at what it did itself: a state that must not have changed, one that must be that of before, an
error that must come. What it changed from outside no recording holds, so the recording ends before it.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from arena.ai import minds
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS, Trait
from arena.catalogue.zones import ZONES
from arena.game.match import Match
from arena.game.replays.playback import Playback
from arena.game.replays.reader import read_replay
from arena.game.replays.replay import verify_replay
from arena.game.replays.writer import CHUNK_TICKS
from arena.jit.tables import Table
from arena.sim import step
from arena.sim.kinds import POOL_OF, Pool
from arena.sim.step import TickError
from arena.sim.tables.commands import BUTTONS, COMMAND_SIZE, STICK_SCALE, Button, PlayerCommand
from arena.sim.tables.zones import ZONES_MAX
from arena.sim.world import World
from arena.sim.zones import ZONE_STRENGTH_MAX, add_zone, remove_zone
from arena.sweep.disasters.draws import Draws
from arena.sweep.disasters.pilots import random_command
from arena.sweep.disasters.run import BreachError, DisasterRun, create_match, live_rows

AHEAD = 8
"""Most ticks that are played twice, to compare."""
TAKEN_OVER = 1200
"""Longest recording that is taken over [ticks]: it is simulated again."""
CROWD = 60
"""Most bodies that come at once, in one place."""
CLOSE, FAST = 0.03, 30.0
"""Most by which a crowd's directions differ along an axis, and its most speed along one [u/s]."""
KILLED = 12
WIDE, STRONG = (0.5, 40.0), 40.0
"""Radii of zones, from and to [u], and the most strength of most of them."""
BAD_NUMBERS = float("nan"), float("inf"), float("-inf")
IMPOSSIBLE = (
    PlayerCommand(STICK_SCALE + 1),
    PlayerCommand(aim_y=-STICK_SCALE - 1),
    PlayerCommand(buttons=Button(BUTTONS + 1)),
)

Do = Callable[[DisasterRun, Draws], None]


class ActRow(NamedTuple):
    """A kind of act."""

    weight: int  # chance to be drawn
    do: Do


def _save(run: DisasterRun, draws: Draws) -> None:
    """Take a snapshot for later; it changes nothing."""
    before = run.match.array_hashes()
    run.save()
    run.compare("save", before, run.match.array_hashes(), "after a snapshot")


def _restore(run: DisasterRun, draws: Draws) -> None:
    """Go back, or forward, to a snapshot."""
    if not run.saves:
        run.save()
        return
    run.restore(draws.choose(run.saves))


def _undo(run: DisasterRun, draws: Draws) -> None:
    """Play some ticks, undo them, play them again: the state is the same."""
    commands = _some_commands(run, draws)
    saved, before = run.match.snapshot(), run.match.array_hashes()
    first = _states(run.match, commands)
    run.match.restore(saved)
    run.compare("undo", before, run.match.array_hashes(), "undone")
    run.compare("undo", first, _states(run.match, commands), f"{len(commands)} ticks once more")
    run.match.restore(saved)


def _twin(run: DisasterRun, draws: Draws) -> None:
    """Play some ticks in another match, on other threads: the state is the same."""
    commands = _some_commands(run, draws)
    saved, before = run.match.snapshot(), run.match.array_hashes()
    with create_match(run.match.setup, draws.choose((1, 2, 3))) as twin:
        twin.restore(saved)
        run.compare("twin", before, twin.array_hashes(), "restored elsewhere")
        theirs = _states(twin, commands)
    run.compare("twin", theirs, _states(run.match, commands), f"{len(commands)} ticks elsewhere")
    run.match.restore(saved)


def _take_over(run: DisasterRun, draws: Draws) -> None:
    """Watch the recording so far, and go on from somewhere in it."""
    match, recorder = run.match, run.match.recorder
    tick = match.world.tick
    if recorder is None or recorder.error or recorder.ticks != tick or not 0 < tick <= TAKEN_OVER:
        return
    match.end_recording()
    if recorder.error:  # the disk was full at the last moment
        return
    playback = Playback(read_replay(run.recordings[-1].getvalue()), draws.choose((1, 2)))
    try:
        playback.jump(draws.within(0, tick))
        branch = playback.branch_off(run.script.around.workers)
        try:
            playback.jump(tick)
            run.compare("take-over", match.array_hashes(), playback.match.array_hashes(), "played again")
        except BaseException:
            branch.close()
            raise
    finally:
        playback.close()
    run.take_over(branch)


def _poison(run: DisasterRun, draws: Draws) -> None:
    """Give a live body a number that is none."""
    world = _from_outside(run)
    rows = live_rows(run.match)
    if not rows:
        return
    row = draws.choose(rows)
    columns = [
        (start, column) for start, column in _number_columns(world) if start <= row < start + len(column)
    ]
    start, column = draws.choose(columns)
    place = column.reshape(len(column), -1)[row - start]
    place[draws.below(len(place))] = draws.choose(BAD_NUMBERS)
    run.poisoned += 1


def _crowd(run: DisasterRun, draws: Draws) -> None:
    """Put many bodies of all kinds into one place, some exactly into each other; or a boss."""
    world = _from_outside(run)
    place = [draws.uniform(-1.0, 1.0) for _ in range(3)]
    if draws.happens(0.2):
        world.place_boss(place, draws.below(BOSSES.size))
        return
    for _ in range(draws.within(1, CROWD)):
        row = draws.choose(PLACED)
        exactly = draws.happens(0.3)
        where = [x + (0.0 if exactly else draws.uniform(-CLOSE, CLOSE)) for x in place]
        velocity = [draws.uniform(-FAST, FAST) for _ in range(3)]
        if draws.happens(0.3):
            world.drop_in(row.number, where)
        else:
            world.place(row.number, where, velocity)


def _kill(run: DisasterRun, draws: Draws) -> None:
    """Take all health of some bodies, of players more often than of others."""
    world, rows = _from_outside(run), live_rows(run.match)
    flying = [row for row in rows if row < world.config.players]
    chosen = flying if flying and draws.happens(0.5) else rows
    for row in {draws.choose(chosen) for _ in range(draws.within(1, KILLED))}:
        world.bodies.health[row] = 0.0
        if row < len(world.ships.untouchable_until):
            world.ships.untouchable_until[row] = 0


def _refuse(run: DisasterRun, draws: Draws) -> None:
    """Ask for a tick by commands that nobody can give: refused, and nothing changes."""
    match, before = run.match, run.match.array_hashes()
    seats = match.world.config.players
    wrong = [PlayerCommand()] * seats
    wrong[draws.below(seats)] = draws.choose(IMPOSSIBLE)
    for commands in (wrong, [PlayerCommand()] * (seats + draws.choose((-1, 1)))):
        try:
            match.tick(commands)
        except ValueError:
            run.compare("refusal", before, match.array_hashes(), "after a refused command")
        else:
            raise BreachError("refusal", f"{len(commands)} commands were taken, one of them impossible")


def _damage(run: DisasterRun, draws: Draws) -> None:
    """Restore a damaged snapshot: refused, and nothing changes."""
    match, before = run.match, run.match.array_hashes()
    data = bytearray(match.snapshot())
    if draws.happens(0.2):
        del data[draws.below(len(data)) :]
    else:
        data[draws.below(len(data))] ^= 1 << draws.below(8)
    try:
        match.restore(bytes(data))
    except ValueError:
        run.compare("refusal", before, match.array_hashes(), "after a refused snapshot")
    else:
        raise BreachError("refusal", "a damaged snapshot was taken")


def _fail(run: DisasterRun, draws: Draws) -> None:
    """Let the rules or a system fail within a tick, or the user interrupt it: only a snapshot leads out."""
    match, saved, before = run.match, run.match.snapshot(), run.match.array_hashes()
    problem = draws.choose((ZeroDivisionError, KeyboardInterrupt))
    late, commands = draws.happens(0.5), [PlayerCommand()] * match.world.config.players
    at = draws.below(len(step.NAMED_SYSTEMS)) if draws.happens(0.5) else -1
    with _failing_rules(match, problem, late) if at < 0 else _failing_system(at, problem, late):
        try:
            match.tick(commands)
        except (TickError, KeyboardInterrupt):
            pass
        else:
            raise BreachError("failure", "a tick that failed was not heard")
    try:
        match.tick(commands)
    except RuntimeError:
        pass
    else:
        raise BreachError("failure", "an interrupted match went on")
    match.restore(saved)
    run.compare("failure", before, match.array_hashes(), "restored after a failure")


def _fail_minds(run: DisasterRun, draws: Draws) -> None:
    """Let minds fail, or the user interrupt them: the next tick says so, and only a snapshot leads out."""
    match, saved, before = run.match, run.match.snapshot(), run.match.array_hashes()
    problem = draws.choose((ZeroDivisionError, KeyboardInterrupt))
    with _failing_minds(problem) as asked:
        heard = sum(_refuses_to_tick(match) for _ in range(2))
    if asked and not heard:
        raise BreachError("failure", "a mind that failed was not heard")
    if heard and not _refuses_to_tick(match):
        raise BreachError("failure", "a match went on without its minds")
    match.restore(saved)
    run.compare("failure", before, match.array_hashes(), "restored after minds failed")


def _cut_off(run: DisasterRun, draws: Draws) -> None:
    """Read the recording as a kill within a write leaves it: the seconds before are there, and verify."""
    recorder, tick = run.match.recorder, run.match.world.tick
    if recorder is None or recorder.error or not CHUNK_TICKS <= recorder.ticks == tick <= TAKEN_OVER:
        return
    data = run.recordings[-1].getvalue()
    left = read_replay(data[: len(data) - draws.below(CHUNK_TICKS * COMMAND_SIZE)])
    if left.ticks // CHUNK_TICKS < tick // CHUNK_TICKS - 1:
        raise BreachError("recording", f"cut off within its last second, it has {left.ticks} of {tick} ticks")
    found = verify_replay(left, draws.choose((1, 2)))
    if not found.identical:
        raise BreachError("recording", f"cut off, it {found.summary}", found.diverged_array or "")


def _zone(run: DisasterRun, draws: Draws) -> None:
    """Put a zone of any kind, size and strength anywhere, or take one away."""
    world = _from_outside(run)
    there = np.flatnonzero(world.zones.kind).tolist()
    if there and draws.happens(0.3):
        remove_zone(world, draws.choose(there))
    elif len(there) < ZONES_MAX:
        place, axis = ([draws.uniform(-1.0, 1.0) for _ in range(3)] for _ in range(2))
        most = ZONE_STRENGTH_MAX if draws.happens(0.1) else STRONG
        number = draws.choose([row.number for row in ZONES])
        add_zone(world, number, place, draws.uniform(*WIDE), draws.uniform(-most, most), axis)


def _reset(run: DisasterRun, draws: Draws) -> None:
    """Begin another game in place: it has the bits of a new match."""
    match = run.match
    record = run.new_recording()
    try:
        match.reset(draws.seed(), record=record)
    except ValueError:  # a mode whose seed follows from its level
        match.reset(record=record)
    run.drop_unbegun()
    run.forget()
    with create_match(match.setup, 1) as fresh:
        run.compare("reset", fresh.array_hashes(), match.array_hashes(), "begun anew")


ACTS: dict[str, ActRow] = {
    "save": ActRow(4, _save),
    "restore": ActRow(5, _restore),
    "undo": ActRow(3, _undo),
    "twin": ActRow(2, _twin),
    "take-over": ActRow(1, _take_over),
    "poison": ActRow(2, _poison),
    "crowd": ActRow(2, _crowd),
    "kill": ActRow(2, _kill),
    "refuse": ActRow(1, _refuse),
    "damage": ActRow(1, _damage),
    "fail": ActRow(2, _fail),
    "minds": ActRow(1, _fail_minds),
    "cut": ActRow(1, _cut_off),
    "zone": ActRow(2, _zone),
    "reset": ActRow(1, _reset),
}

PLACED = [
    row
    for row in KINDS
    if Pool(POOL_OF[row.number]) in (Pool.MINE, Pool.ASTEROID, Pool.PICKUP)
    or (row.rules.pool == "enemy" and Trait.PLACEABLE in row.rules.traits)
]
"""Kinds that may be put anywhere."""


def _some_commands(run: DisasterRun, draws: Draws) -> list[list[PlayerCommand]]:
    """Random commands for some ticks."""
    seats = run.match.world.config.players
    return [[random_command(draws, BUTTONS) for _ in range(seats)] for _ in range(draws.within(1, AHEAD))]


def _states(match: Match, commands: Sequence[Sequence[PlayerCommand]]) -> dict[str, int]:
    """Hashes of the state after some ticks."""
    for one in commands:
        match.tick(one)
    return match.array_hashes()


def _from_outside(run: DisasterRun) -> World:
    """The world, to be changed by hand: the minds have decided, and the recording has ended."""
    run.match.end_recording()
    run.match.state_hash()
    return run.match.world


def _number_columns(world: World) -> Generator[tuple[int, Any]]:
    """(first row, column) of every column of numbers that has a row per body."""
    bullets = world.pools[Pool.BULLET].start
    for group, table in world.population.columns():
        if isinstance(table, Table):
            for _, column in table.columns():
                if column.dtype == np.float32 and len(column) > 1:
                    yield (bullets if group == "bullets" else 0), column


def _refuses_to_tick(match: Match) -> bool:
    """True if a tick ends with an error."""
    try:
        match.tick()
    except (RuntimeError, KeyboardInterrupt):
        return True
    return False


@contextmanager
def _failing_minds(problem: type[BaseException]) -> Generator[list[int]]:
    """Minds that fail; the list has an entry for each that was asked."""
    think, asked = minds.think, list[int]()

    def fail(start: int, *_: object) -> int:
        asked.append(start)
        raise problem

    minds.think = fail
    try:
        yield asked
    finally:
        minds.think = think


@contextmanager
def _failing_rules(match: Match, problem: type[BaseException], late: bool) -> Generator[None]:
    """Rules that fail before or after they ran."""
    rules = match.mode.tick

    def fail(world: World) -> None:
        if late:
            rules(world)
        raise problem

    own = vars(match.mode)
    own["tick"] = fail
    try:
        yield
    finally:
        del own["tick"]


@contextmanager
def _failing_system(at: int, problem: type[BaseException], late: bool) -> Generator[None]:
    """A system that fails before or after it ran."""
    systems = step.NAMED_SYSTEMS
    name, run = systems[at]

    def fail(world: World) -> None:
        if late:
            run(world)
        raise problem

    step.NAMED_SYSTEMS = (*systems[:at], (name, fail), *systems[at + 1 :])
    try:
        yield
    finally:
        step.NAMED_SYSTEMS = systems
