"""Plays recordings of the corpus: to make them, and to compare."""

import io
from collections.abc import Callable, Iterator

import numpy as np

from arena.game.match import Match
from arena.game.replays.playback import Playback
from arena.game.replays.reader import read_replay
from arena.sim.tables.commands import PlayerCommand
from tests.corpus.meaning import Reader, Section
from tests.corpus.names import Occurred, create_match, make_command
from tests.corpus.recording import ABSENT, STICKS, Header, Recording, digest

SECOND = 60
"""Ticks from one comparison to the next."""

Pilot = Callable[[Match, int], list[PlayerCommand]]
"""Commands of all seats for a tick, given the match and the number of commands played before it."""
Sample = tuple[int, dict[str, Section]]
"""Commands played so far, and the sections of the state then."""
AWAY = make_command((0, 0, 0, 0), ["absent"])


def play(header: Header, pilot: Pilot, occurred: Occurred) -> Iterator[Sample]:
    """Play a recording; the state is given at its beginning, every second and after its last tick.

    A take-over is played as a person makes one: the game is recorded to its end, watched, wound back and led
    on from there.
    """
    if header.taken_over_at < 0:
        with create_match(start_of(header)) as match:
            yield from _play(match, header, 0, header.ticks, pilot, occurred)
        return
    replay = io.BytesIO()
    with create_match(start_of(header), record=replay) as match:
        yield from _play(match, header, 0, header.watched, pilot, occurred)
    playback = Playback(read_replay(replay.getvalue()), workers=1)
    try:
        playback.read_ahead(playback.ticks)
        playback.jump(playback.ticks)
        playback.jump(header.taken_over_at)
        with playback.branch_off(workers=1) as branch:
            yield from _play(branch, header, header.watched, header.ticks, pilot, occurred)
        occurred.setdefault("passages", set()).add("take-over")
    finally:
        playback.close()


def start_of(header: Header) -> dict[str, object]:
    """Arguments for `create_match`."""
    return {
        name: getattr(header, name) for name in ("mode", "options", "seed", "players", "seats", "difficulty")
    }


def _play(
    match: Match, header: Header, begin: int, end: int, pilot: Pilot, occurred: Occurred
) -> Iterator[Sample]:
    reader = Reader(match)
    yield begin, reader.sections()
    for number in range(begin, end):
        commands = pilot(match, number)
        there = [header.is_there(seat, number) for seat in range(header.seats)]
        match.tick([command if here else AWAY for command, here in zip(commands, there, strict=True)])
        reader.follow()
        if (number + 1 - begin) % SECOND == 0 or number + 1 == end:
            yield number + 1, reader.sections()
    for category, names in reader.occurred.items():
        occurred.setdefault(category, set()).update(names)


def recorded_pilot(recording: Recording) -> Pilot:
    """Commands as recorded."""
    sticks = np.stack([recording.sticks[name] for name in STICKS], axis=-1).tolist()
    pressed, names = recording.pressed.tolist(), recording.buttons
    known = {
        bits: [name for bit, name in enumerate(names) if bits >> bit & 1]
        for bits in np.unique(recording.pressed).tolist()
    }

    def pilot(_: Match, number: int) -> list[PlayerCommand]:
        return [
            make_command(seat, known[bits])
            for seat, bits in zip(sticks[number], pressed[number], strict=True)
        ]

    return pilot


def compare(recording: Recording) -> str:
    """Play a recording; what differs first, in one line, or nothing."""
    header, occurred, last = recording.header, Occurred(), 0
    rows = zip(recording.sampled.tolist(), recording.digests.tolist(), strict=True)
    for (number, sections), (sampled, digests) in zip(
        play(header, recorded_pilot(recording), occurred), rows, strict=True
    ):
        found = {name: digest(section) for name, section in sections.items()}
        wanted = dict(zip(recording.sections, digests, strict=True))
        names = sorted(
            name
            for name in found.keys() | wanted.keys()
            if found.get(name, ABSENT) != wanted.get(name, ABSENT)
        )
        if names or number != sampled:
            since = f" (equal at {last})" if last < number else ""
            return f"{header.name}: differs first at tick {number}{since} in {', '.join(names)}"
        last = number
    for category, names in header.occurs.items():
        if names != sorted(occurred.get(category, ())):
            return (
                f"{header.name}: {category} that occur are {sorted(occurred.get(category, ()))}, not {names}"
            )
    return ""
