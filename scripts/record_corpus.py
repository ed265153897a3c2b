"""Record the corpus: games that every later commit must play to the same states, tests/corpus/recordings.

    .venv/bin/python scripts/record_corpus.py [NAME ...] [--new-rules "reason"]

Bots play the rows of `ROWS`, one recording each, and `self-test`, the replay of `arena --self-test`; without
names, all of them. The same code records the same bytes. `tests/corpus/test_corpus.py` plays each file again
and compares states by meaning, so refactoring, renaming and renumbering need nothing from here.

A new row is recorded by its name alone. A recording that exists is not overwritten, for a difference is a
fault until somebody says otherwise: run this with --new-rules, and say which rule changed and why, only in a
commit that means to change what happens in a game. The reason goes into the headers. Whoever records anew
also brings the list in the test up to date: everything that the release has must occur somewhere.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
# The package and the tests are found beside this script even where nothing is installed.
sys.path.insert(1, str(ROOT))

from arena.catalogue.trials import TRIALS  # noqa: E402

if TYPE_CHECKING:
    from arena.game.match import Match
    from arena.sim.tables.commands import PlayerCommand
    from tests.corpus.recording import Recording

Options = Callable[[], dict[str, Any]]
Passages = tuple[tuple[int, int], ...]
"""(seat, tick) of each."""
FIRST = "the first recording"
SELF_TEST, SELF_TEST_SEED, SELF_TEST_TICKS = "self-test", 3, 1200
TRIAL_TICKS = 300
"""Of the start of a trial."""
DAY, DAY_SEED = "2026-11-22", 806369
"""A date, and the seed that follows from it."""


def world_text(world: int) -> str:
    """The level of a world of the campaign, from 1."""
    from arena.app.storage.levels import load_world

    return load_world(world).text


def campaign(world: int) -> Options:
    """A world from its beginning."""
    return lambda: {"level": world_text(world)}


def trial(world: int, phase: int) -> Options:
    """A world from one of its phases on."""
    return lambda: {"level": world_text(world), "phase": phase}


def exercise(mode: str, wave: int = 1, world: int = 0, *, safe: bool = True) -> Options:
    """Practice of a mode, by players whom nothing hurts where it is safe."""
    return lambda: {
        "mode": mode, "wave": wave, "invulnerable": safe, "level": world_text(world) if world else "",
    }  # fmt: skip


OWN_LEVEL = """
name = "Own"
world = 3
look = "rime"

[field]
count = 20
keep = 20
rock = 1
ice = 1
metal = 1

[[asteroid]]
place = [0.3, 0.1, 1]
radius = 3
material = "metal"
speed = 2
towards = [1, 0, 0]

[[zone]]
kind = "wind"
place = [0, 0, 1]
axis = [0, 1, 0]
radius = 12
strength = 8
phases = [1]

[[phase]]
name = "Two gates"
objective = { kind = "race", place = [0, 0.2, 1], towards = [0, 1, 0], gates = 2, turn = 20 }

[[phase]]
name = "One group"
objective = { kind = "destroy" }

[[phase.group]]
kind = "gunner"
count = 2
formation = "wall"
place = [0, 0.5, 1]

[[phase]]
name = "The last seconds"
objective = { kind = "survive", seconds = 5 }
"""
"""A level of somebody's own, short enough to be won."""


SIEGE = """
name = "Siege"
world = 2

[field]
count = 30
keep = 20

[[phase]]
name = "Guns"
objective = { kind = "boss", variant = 6 }
"""
"""A level of the boss that no world ends with."""


REPULSOR = """
name = "Repulsor"
world = 2

[[zone]]
kind = "repulsor"
place = [0, 0, 1]
radius = 20
strength = 8

[[phase]]
name = "Drones"
objective = { kind = "destroy" }

[[phase.group]]
kind = "drone"
count = 12

[[phase.group]]
kind = "splitter"
count = 2
"""
"""A level of ships that drop in around a zone."""


LARDER = """
name = "Larder"
world = 2

[field]
count = 60
keep = 60
rock = 0
ice = 0
metal = 1

[[phase]]
name = "Rocks"
objective = { kind = "survive", seconds = 40 }
"""
"""A level of nothing but metal, which alone holds lives, and seldom."""


def plain(**options: Any) -> Options:
    """Options as they are."""
    return lambda: options


@dataclass(frozen=True)
class Row:
    """One recording."""

    name: str
    about: str
    mode: str
    ticks: int
    options: Options = field(default_factory=plain)
    seed: int = 1
    players: int = 1
    seats: int = 0
    difficulty: str = "normal"
    skills: tuple[str, ...] = ("best", "middle", "best", "weak")  # of the bots, by seat
    joins: Passages = ()
    leaves: Passages = ()
    taken_over_at: int = -1
    watched: int = 0


BEST = ("best", "best", "best", "best")
ROWS = (
    Row("haven", "the first world, by one pilot", "campaign", 2400, campaign(1), 7),
    Row("rime", "the second world, by two pilots", "campaign", 2100, campaign(2), 5, 2),
    Row("forge", "the third world, on hard", "campaign", 2100, campaign(3), 7, difficulty="hard"),
    Row(
        "squall",
        "the fourth world, by three pilots on easy",
        "campaign",
        2100,
        campaign(4),
        6,
        3,
        difficulty="easy",
    ),
    Row("umbra", "the last world, by four pilots", "campaign", 2100, campaign(5), 7, 4),
    Row("bastion", "the first boss", "sandbox", 3600, trial(1, 6), 11, 3, skills=BEST),
    Row("ram", "the second boss", "sandbox", 3600, trial(2, 6), 12, 3, skills=BEST),
    Row("matriarch", "the third boss", "sandbox", 3600, trial(3, 6), 13, 4, skills=BEST),
    Row("sower", "the fourth boss", "sandbox", 3600, trial(4, 6), 14, 4, skills=BEST),
    Row("crown", "the last boss", "sandbox", 3600, trial(5, 6), 15, 4, skills=BEST),
    Row(
        "siege",
        "the boss that waves send late",
        "sandbox",
        3600,
        plain(level=SIEGE, phase=1),
        32,
        4,
        skills=BEST,
    ),
    Row("freighter", "an escort", "sandbox", 1500, trial(2, 3), 16, 2),
    Row("chase", "a runner through a belt", "sandbox", 900, trial(1, 4), 35),
    Row("ring", "a place to hold", "sandbox", 900, trial(1, 3), 36),
    Row("eclipse", "beacons in the dark", "sandbox", 900, trial(2, 2), 37),
    Row("besieged", "a freighter that is attacked from all sides", "sandbox", 900, trial(3, 3), 38),
    Row("high_tide", "rivers in the last world", "sandbox", 600, trial(5, 4), 39),
    Row("gates", "a race in the wind", "sandbox", 1500, trial(4, 2), 17),
    Row("brood", "carriers and miners", "sandbox", 1800, trial(3, 2), 18, 2, skills=BEST),
    Row("endless", "waves from the first, by a weak pilot", "endless", 3000, seed=21, skills=("weak",)),
    Row(
        "endless_hard", "waves on hard, by two pilots", "endless", 2400, seed=22, players=2, difficulty="hard"
    ),
    Row("daily", "the waves of a day, on easy", "daily", 2400, plain(day=DAY), DAY_SEED, difficulty="easy"),
    Row(
        "late_wave",
        "practice of a late wave, with full weapons",
        "practice",
        2400,
        exercise("endless", 24),
        23,
        4,
        skills=BEST,
    ),
    Row(
        "practised_world",
        "practice of a world that ends with a boss",
        "practice",
        1200,
        exercise("campaign", world=2),
        24,
    ),
    Row("lessons", "the first flight", "lessons", 1500, seed=25),
    Row("stress", "a load that is held", "stress", 240, plain(enemies=120, asteroids=200, bullets=300), 26),
    Row(
        "stress_asleep",
        "a load of which most sleeps",
        "stress",
        240,
        plain(enemies=120, asteroids=200, bullets=100, cells=24, live_radius=30.0),
        27,
        2,
    ),
    Row("own_level", "a level of somebody's own, to its end", "campaign", 1500, plain(level=OWN_LEVEL), 30),
    Row("tide", "rivers of drones, by two pilots", "tide", 900, seed=33, players=2),
    Row("daily_tide", "the rivers of a day", "daily_tide", 300, plain(day=DAY), DAY_SEED),
    Row("no_guns", "a trial without guns", "trial", 900, plain(level="no_guns"), 7002),
    Row("repulsor", "a zone that pushes out", "sandbox", 900, plain(level=REPULSOR, phase=1), 34),
    Row(
        "larder", "rocks and what they hold", "sandbox", 300, plain(level=LARDER, phase=1), 43, 4, skills=BEST
    ),
    Row(
        "lost",
        "practice of a late wave by a pilot who can be hurt",
        "practice",
        1500,
        exercise("endless", 30, safe=False),
        31,
        skills=("weak",),
    ),
    Row(
        "come_and_go",
        "one joins, one leaves and comes back",
        "endless",
        1500,
        seed=28,
        players=2,
        seats=4,
        joins=((2, 240), (0, 1000)),
        leaves=((0, 600), (2, 1200)),
    ),
    *(
        Row(
            f"trial_{row.name}",
            f"the start of trial {row.number}",
            "trial",
            TRIAL_TICKS,
            plain(level=row.name, hulls=[row.rules.hull]),
            row.rules.seed,
        )
        for row in TRIALS
        if row.name != "no_guns"
    ),
    Row(
        "taken_over",
        "a game that another pilot leads on from before its end",
        "endless",
        1500,
        seed=29,
        skills=("best", "middle"),
        taken_over_at=610,
        watched=780,
    ),
)


class Pilots:
    """Bots in all seats; what they command is kept."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self._bots: list[Any] = []
        self.commands: list[list[PlayerCommand]] = []

    def __call__(self, match: "Match", number: int) -> "list[PlayerCommand]":
        """The next commands; others take over where the recording is taken over."""
        from arena.game.bots.bot import Bot

        row = self._row
        if number in (0, row.watched):
            skills = row.skills if number == 0 else row.skills[::-1]
            self._bots = [Bot(seat, skills[seat]) for seat in range(match.world.config.players)]
        commands = [bot.command(match.world) for bot in self._bots]
        self.commands.append(commands)
        return commands


def record(row: Row, reason: str) -> "Recording":
    """Play a row."""
    import numpy as np

    import arena
    from tests.corpus.names import BUTTONS, Occurred, read_command
    from tests.corpus.playing import play
    from tests.corpus.recording import ABSENT, STICKS, Header, Passage, Recording, digest

    joins, leaves = ([Passage(*one) for one in passages] for passages in (row.joins, row.leaves))
    header = Header(
        row.name, row.about, reason, arena.__version__, row.mode, row.options(), row.seed, row.players,
        max(row.seats, row.players), row.difficulty, row.ticks, joins, leaves, row.taken_over_at, row.watched,
    )  # fmt: skip
    pilots, occurred = Pilots(row), Occurred()
    samples = [
        (number, {name: digest(section) for name, section in sections.items()})
        for number, sections in play(header, pilots, occurred)
    ]
    names = sorted({name for _, found in samples for name in found})
    flown = [[read_command(command) for command in commands] for commands in pilots.commands]
    sticks = np.array([[seat[0] for seat in tick] for tick in flown], np.int8)
    buttons = list(BUTTONS)
    pressed = [[sum(1 << buttons.index(name) for name in seat[1]) for seat in tick] for tick in flown]
    return Recording(
        replace(header, occurs={name: sorted(found) for name, found in sorted(occurred.items())}),
        buttons,
        {name: sticks[:, :, at] for at, name in enumerate(STICKS)},
        np.array(pressed, np.uint8),
        names,
        np.array([number for number, _ in samples], np.int32),
        np.array([[found.get(name, ABSENT) for name in names] for _, found in samples], np.uint32),
    )


def missing(recordings: "list[Recording]") -> list[str]:
    """Features of this release that no recording holds."""
    from tests.corpus.names import registered

    held = {
        (category, name)
        for recording in recordings
        for category, names in recording.header.holds().items()
        for name in names
    }
    wanted = {(category, name) for category, names in registered().items() for name in names}
    return [f"{name} ({category})" for category, name in sorted(wanted - held)]


def tell_missing(paths: Iterable[Path]) -> list[str]:
    """Say which features no recording holds, and return them."""
    from tests.corpus.recording import read_recording

    lacking = missing([read_recording(path) for path in sorted(paths)])
    if lacking:
        print(
            f"record_corpus: no recording holds {', '.join(lacking)}: give ROWS one that plays with it",
            file=sys.stderr,
        )
    return lacking


def record_self_test(path: Path) -> None:
    """Record the game that `arena --self-test` plays again."""
    from arena.game.bots.bot import Bot
    from arena.game.match import Match

    path.unlink(missing_ok=True)
    bot = Bot()
    with Match(seed=SELF_TEST_SEED, workers=1, record=path) as match:
        for _ in range(SELF_TEST_TICKS):
            match.tick([bot.command(match.world)])
    print(f"{SELF_TEST}: {SELF_TEST_TICKS} ticks, {path.stat().st_size:,} bytes")


def main(words: list[str] | None = None) -> int:
    """Record what was asked for."""
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="record_corpus", description=__doc__, formatter_class=text)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of rows, or self-test; without one, all")
    parser.add_argument("--new-rules", metavar="REASON", help="overwrite: which rule changed, and why")
    asked = parser.parse_args(words)
    rows = {row.name: row for row in ROWS}
    if unknown := [name for name in asked.names if name not in (*rows, SELF_TEST)]:
        print(f"record_corpus: there is no row {', '.join(unknown)}", file=sys.stderr)
        return 1
    from arena.commands.self_test import REPLAY
    from tests.corpus.recording import FOLDER, SUFFIX, write_recording

    paths = {
        name: ROOT / REPLAY if name == SELF_TEST else FOLDER / f"{name}{SUFFIX}"
        for name in asked.names or (*rows, SELF_TEST)
    }
    there = [name for name, path in paths.items() if path.exists()]
    if there and not (asked.new_rules or "").strip():
        print(
            f"record_corpus: {', '.join(there)}: recorded already; a game that ends otherwise now is a fault,"
            ' unless --new-rules "reason" says which rule changed',
            file=sys.stderr,
        )
        tell_missing(FOLDER.glob(f"*{SUFFIX}"))
        return 1
    for name, path in paths.items():
        if name == SELF_TEST:
            record_self_test(path)
            continue
        recording = record(rows[name], asked.new_rules or FIRST)
        write_recording(path, recording)
        print(f"{name}: {recording.header.ticks} ticks, {path.stat().st_size:,} bytes")
    return 1 if tell_missing(FOLDER.glob(f"*{SUFFIX}")) else 0


if __name__ == "__main__":
    sys.exit(main())
