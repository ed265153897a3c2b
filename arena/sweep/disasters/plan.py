"""`DisasterPlan`: a game and its disasters, a pure function of the seed, told in one line of words."""

import functools
from dataclasses import replace
from typing import NamedTuple

from arena.app.storage.levels import load_worlds
from arena.catalogue.hulls import HULLS
from arena.catalogue.trials import TRIALS
from arena.game.mode import Mode, Request, Setup
from arena.game.modes import MODES
from arena.game.modes.stress import Load
from arena.game.rules import DIFFICULTIES, MATCH, PRACTICE
from arena.sweep.disasters.acts import ACTS
from arena.sweep.disasters.draws import Draws
from arena.sweep.disasters.pilots import PILOTS
from arena.sweep.disasters.script import Act, Surroundings

TICKS = 600, 10600
"""Fewest and most ticks of a game; 5,000 in the mean."""
CAPACITY = 2700
"""Bodies of a world that is played in full. In a larger one a tick takes longer, and there are fewer."""
TICKS_LEAST = 240
LOADED = "refill"
"""System of the mode whose level is a load."""
CROWDED = 0.2
"""Share of the games in crowded worlds that are kept; another is drawn in place of the rest."""
LATE_WAVES = 6
"""Power of the chance that a game begins with a late wave, in which a tick takes longer, too."""
ACTS_MOST = 12
STRETCH = 60, 1500
"""Fewest and most ticks for which a pilot keeps the controls."""
YEARS = 2020, 2040
LOAD_MOST = 5000
"""Enemies, asteroids and bullets of a stress load, each."""
SMALL_LOADS = 4
"""Power of the chance of each: most loads are small."""
ASLEEP, AWAKE = 0.3, (10.0, 60.0)
"""Share of the loads of which only the bodies so near a player are awake, from and to that arc [u]."""
WORKERS = (1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 5, 8, 16)
VERIFIED = 0.2
"""Share of the games whose recordings are simulated again."""
RECORDED = 0.8
HESITANT = 0.4
"""Share of the games on several threads whose threads pause."""
FULL_DISK = 0.1
"""Share of the recordings whose disk is full at some time."""
DISK = 400, 60_000
"""Bytes that such a disk takes."""


class PilotStretch(NamedTuple):
    """Ticks for which one pilot flies a ship."""

    begin: int
    slot: int
    pilot: str  # name in `PILOTS`
    number: int  # decides what it does


class DisasterPlan(NamedTuple):
    """All that a seed decides."""

    seed: int
    setup: Setup
    around: Surroundings
    verifies: bool  # its recordings are simulated again
    ticks: int
    stretches: tuple[PilotStretch, ...]  # by their begin
    acts: tuple[Act, ...]  # by their step

    def words(self) -> str:
        """The plan in one line."""
        s, a = self.setup, self.around
        level = f" {s.level.splitlines()[0][:40]!r}" if s.level else ""
        seats = f" of {s.seats}" if s.seats > s.players else ""
        hulls = f" in {', '.join(s.hulls)}" if s.hulls else ""
        record = "not recorded" if not a.recorded else "recorded" if a.disk is None else f"disk of {a.disk} B"
        pilots = ", ".join(dict.fromkeys(stretch.pilot for stretch in self.stretches))
        acts = ", ".join(f"{act.name} at {act.step}" for act in self.acts) or "nothing"
        return (
            f"seed {self.seed}: {s.mode}{level}, {s.difficulty}, {s.players}{seats} players{hulls}, "
            f"{a.workers} workers{' that pause' if a.hesitant else ''}, {record}"
            f"{' and verified' if self.verifies else ''}, {self.ticks} ticks; pilots {pilots}; {acts}"
        )


@functools.cache
def _levels() -> tuple[str, ...]:
    return tuple(file.text for file in load_worlds())


def make_plan(seed: int) -> DisasterPlan:
    """The plan of a seed."""
    draws = Draws(seed)
    mode, setup = _draw_game(draws)
    ticks = max(TICKS_LEAST, round(draws.within(*TICKS) * _fullness(setup)))
    workers = draws.choose(WORKERS)
    recorded = draws.happens(RECORDED)
    disk = draws.within(*DISK) if recorded and draws.happens(FULL_DISK) else None
    around = Surroundings(workers, workers > 1 and draws.happens(HESITANT), recorded, disk)
    verifies = recorded and draws.happens(VERIFIED)
    stretches = sorted(
        stretch for slot in range(setup.seats) for stretch in _draw_stretches(draws, mode, slot, setup, ticks)
    )
    names, weights = list(ACTS), [act.weight for act in ACTS.values()]
    count = round(draws.within(0, ACTS_MOST) * min(1.0, 2 * ticks / TICKS[1])) + 1
    steps = sorted(draws.within(1, ticks - 1) for _ in range(count))
    acts = [Act(step, draws.choose_by(names, weights), draws.seed()) for step in steps]
    return DisasterPlan(seed, setup, around, verifies, ticks, tuple(stretches), tuple(acts))


def _draw_game(draws: Draws) -> tuple[type[Mode], Setup]:
    """A mode and a game of it, seldom in a crowded world."""
    while True:
        mode = MODES[draws.choose(list(MODES))]
        setup = _seat(draws, mode, _draw_setup(draws, mode))
        if _fullness(setup) == 1.0 or draws.happens(CROWDED):
            return mode, setup


def _draw_setup(draws: Draws, mode: type[Mode]) -> Setup:
    """Setup of a random request; one that the mode refuses is asked for again, simpler."""
    flags, players = mode.spec.flags, draws.choose((1, 1, 1, 2, 3, 4))
    by_level = "level" in flags and not ("wave" in flags and draws.happens(0.5))
    has_hulls = "hull" in flags and draws.happens(0.5)
    hulls = [row.name for row in HULLS if row.rules.medals is not None]
    request = Request(
        draws.seed(), players, draws.choose(list(DIFFICULTIES)),
        level=draws.choose(_levels()) if by_level else "",
        day=f"{draws.within(*YEARS)}-{draws.within(1, 12):02d}-{draws.within(1, 28):02d}",
        wave=_draw_wave(draws) if "wave" in flags and not by_level else None,
        invulnerable="invulnerable" in flags and draws.happens(0.5),
        hulls=tuple(draws.choose(hulls) for _ in range(players)) if has_hulls else (),
        trial=draws.choose(TRIALS.names) if "trial" in flags else "",
    )  # fmt: skip
    return (
        replace(mode.setup_for(request), level=_draw_load(draws))
        if mode.system == LOADED
        else mode.setup_for(request)
    )


def _draw_load(draws: Draws) -> str:
    counts = (int(LOAD_MOST * draws.uniform() ** SMALL_LOADS) for _ in range(3))
    return Load(*counts, live_radius=draws.uniform(*AWAKE) if draws.happens(ASLEEP) else None).level()


def _draw_wave(draws: Draws) -> int:
    return 1 + int(PRACTICE.wave_max * draws.uniform() ** LATE_WAVES)


def _seat(draws: Draws, mode: type[Mode], setup: Setup) -> Setup:
    """The setup with room for players who join later, where the mode takes them."""
    if not mode.spec.open_seats:
        return setup
    return replace(setup, seats=draws.within(setup.players, MATCH.players_max))


def _fullness(setup: Setup) -> float:
    """Share of the usual ticks that a game gets: less than 1 in a crowded world."""
    return min(1.0, CAPACITY / MODES[setup.mode](setup).world_config().capacity) ** 2


def _draw_stretches(
    draws: Draws, mode: type[Mode], slot: int, setup: Setup, ticks: int
) -> list[PilotStretch]:
    """The pilots of one ship, one after the other."""
    known = [name for name, pilot in PILOTS.items() if mode.spec.open_seats or not pilot.leaves]
    weights, found, begin = [PILOTS[name].weight for name in known], list[PilotStretch](), 0
    while begin < ticks:
        name = draws.choose_by(known, weights)
        if begin == 0 and slot >= setup.players:
            name = next(name for name, pilot in PILOTS.items() if pilot.leaves)
        found.append(PilotStretch(begin, slot, name, draws.seed()))
        begin += draws.within(*STRETCH)
    return found
