#!/usr/bin/env python
"""Find the targets of the trials: four marks each, and the bots' games that reached them.

    python scripts/record_trials.py                    those whose rules have changed
    python scripts/record_trials.py warm_up duel       these, in any case
    python scripts/record_trials.py --check            play every ghost, and say which misses its mark

Bronze and silver are marks of bots as they are. Gold and expert are found by a search: many attempts with a
varied skill, and games that are chosen part by part from several attempts at each. A trial whose rules have
changed, but whose ghosts all reach their marks or more, in the same order, keeps them with what they reach.
Results are written as they come, to `arena/catalogue/targets.py`; a run that was interrupted goes on where it
ended.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from arena.catalogue import targets as written
from arena.catalogue.medals import MEDALS, Target, Targets
from arena.catalogue.skills import SKILLS
from arena.catalogue.trials import HELD, TRIALS, TrialRow
from arena.game.bots.attempt import LETTERS, Attempt, AttemptRecipe
from arena.game.match import Match
from arena.game.modes.trial import Trial, find_trial, trial_digest, trial_setup
from arena.game.rules import BOT_VARIETY
from arena.tuning import TICK_RATE

FILE = Path(written.__file__)
BOTS = tuple(AttemptRecipe(skill, letter) for skill in SKILLS.names for letter in LETTERS[:2])
"""Bots of bronze and silver: each skill, and each once varied."""
BRONZE, SILVER, BEYOND = 0.25, 0.6, 0.8
"""Shares of the bots' marks below bronze, silver, and gold."""
SEARCHED = SKILLS.names[1:]
"""Skills that the search varies."""
PER_MULTIPLIER = 60
"""Points a second that each step of the multiplier brings, about."""
LOOK = BOT_VARIETY.part // 3
"""[ticks] beyond a part that are played before parts are compared."""


Tried = tuple[tuple[float, ...], str, bytes, Attempt]
"""Attempt at a part: its worth, its letter, and the game and the pilot after it."""


class Search(NamedTuple):
    """Size of a search."""

    attempts: int  # whole games
    tries: int  # at each part of a game chosen part by part; 0: none such


class Play:
    """A game of a trial in progress, which may be put back."""

    def __init__(self, row: TrialRow, recipe: AttemptRecipe) -> None:
        self.row, self.match = row, Match(**asdict(trial_setup(row)), workers=1)
        self.pilot = Attempt(recipe, row.rules.shots)
        assert isinstance(self.match.mode, Trial)
        self.mode: Trial = self.match.mode

    def run(self, ticks: int | None = None) -> None:
        """Play so many ticks, or to the end."""
        match = self.match
        end = None if ticks is None else match.world.tick + ticks
        while not match.over and match.world.tick != end:
            match.tick([self.pilot.command(match.world)])

    @property
    def mark(self) -> int:
        return self.mode.mark(self.match.world)

    @property
    def worth(self) -> tuple[float, ...]:
        """Worth of the present state: how the trial stands, ships left, and how it is doing."""
        mode, world = self.mode, self.match.world
        stands = 1 + self.match.won - (self.match.over and not self.match.won)
        if self.match.over or self.row.rules.measure == HELD:
            doing = self.mark
        else:
            hud, left = self.match.hud(), (mode.limit - world.tick) / TICK_RATE
            doing = mode.points + PER_MULTIPLIER * left * (hud.multiplier + hud.step_share)
        return stands, mode.ships_left, doing, float(world.bodies.health[0])


def play(row: TrialRow, recipe: AttemptRecipe) -> Target:
    """Play a recipe to the end."""
    game = Play(row, recipe)
    with game.match:
        game.run()
        return Target(game.mark, *recipe)


def choose_parts(row: TrialRow, skill: str, tries: int) -> Target:
    """Play a game of which each part is the best of some attempts at it."""
    game, letters = Play(row, AttemptRecipe(skill)), ""
    with game.match:
        while not game.match.over:
            letters += _best_part(game, skill, letters, tries)
        return Target(game.mark, skill, letters)


def _best_part(game: Play, skill: str, letters: str, tries: int) -> str:
    """Attempt the next part, go on after the best attempt, and return its letter."""
    first, memory, found = (
        game.match.snapshot(),
        game.pilot.copy(),
        list[tuple[tuple[float, ...], str, bytes, Attempt]](),
    )
    for number in range(tries):
        letter = LETTERS[(len(letters) * (tries - 1) + number) % len(LETTERS) if number else 0]
        game.match.restore(first)
        game.pilot = memory.copy()
        game.pilot.recipe = AttemptRecipe(skill, letters + letter)
        game.run(BOT_VARIETY.part)
        after, pilot = game.match.snapshot(), game.pilot.copy()
        game.run(LOOK)
        found.append((game.worth, letter, after, pilot))
    _, letter, after, game.pilot = max(found, key=lambda one: one[0])
    game.match.restore(after)
    return letter


def find_targets(search: Search, name: str, old: Targets | None) -> tuple[str, Targets]:
    """Find the targets of a trial, or keep old ghosts that all reach their marks or more, in the same order.

    Raises:
        ValueError: its games are too alike for four medals.
    """
    row = find_trial(name)
    if old is not None:
        again = [play(row, AttemptRecipe(*one[1:])) for one in old.targets]
        reached = all(new.mark >= one.mark for new, one in zip(again, old.targets, strict=True))
        if reached and all(one.mark < other.mark for one, other in pairwise(again)):
            return name, Targets(trial_digest(row), tuple(again))
    bots = sorted(play(row, recipe) for recipe in BOTS)
    games = [play(row, AttemptRecipe(SEARCHED[n % 2], LETTERS[2 + n // 2])) for n in range(search.attempts)]
    if search.tries:
        games.append(choose_parts(row, max((*bots, *games)).skill, search.tries))
    try:
        return name, Targets(trial_digest(row), choose_targets(bots, games))
    except ValueError as problem:
        raise ValueError(f"{name}: {problem}") from None


def choose_targets(bots: Sequence[Target], games: Sequence[Target]) -> tuple[Target, ...]:
    """Targets from the bots' games, in order of their marks, and from those of a search.

    Raises:
        ValueError: the marks are too alike for four medals.
    """
    marks = sorted({one.mark: one for one in (*games, *bots) if one.mark > 0}.values())
    if len(marks) < len(MEDALS):
        raise ValueError(f"marks too alike: {', '.join(str(one.mark) for one in marks)}")
    few, expert = bots[int(BEYOND * len(bots))].mark, len(marks) - 1
    beyond = [place for place in range(expert) if marks[place].mark > few] or [expert - 1]
    gold = max(2, beyond[len(beyond) // 2])
    silver = max(1, min(gold - 1, _nearest(marks, bots[int(SILVER * len(bots))].mark)))
    bronze = min(silver - 1, _nearest(marks, bots[int(BRONZE * len(bots))].mark))
    return marks[bronze], marks[silver], marks[gold], marks[expert]


def _nearest(games: Sequence[Target], mark: int) -> int:
    """Place of the game whose mark is nearest to one."""
    return min(range(len(games)), key=lambda place: abs(games[place].mark - mark))


def write(targets: dict[str, Targets]) -> None:
    """Write the module of targets, in the order of trials."""
    lines = ['"""Targets of the trials by name, as `scripts/record_trials.py` found them."""', ""]
    lines += ["from arena.catalogue.medals import Target, Targets", ""]
    lines += ["TARGETS: dict[str, Targets] = {"]
    for name in (name for name in TRIALS.names if name in targets):
        digest, found = targets[name]
        lines += [f'    "{name}": Targets(', f'        "{digest}",', "        ("]
        lines += [f'            Target({one.mark}, "{one.skill}", "{one.letters}"),' for one in found]
        lines += ["        ),", "    ),"]
    staged = FILE.with_suffix(".new")
    staged.write_text("\n".join([*lines, "}"]) + "\n", encoding="utf-8")
    staged.replace(FILE)


def stale(names: Iterable[str]) -> list[str]:
    """Those trials whose targets were made under other rules, or that have none; the slowest first."""
    names = sorted(names, key=lambda name: not find_trial(name).rules.rivers)
    return [
        name
        for name in names
        if name not in written.TARGETS or written.TARGETS[name].digest != trial_digest(find_trial(name))
    ]


def check(one: tuple[str, Target]) -> tuple[str, int, int]:
    """Play a ghost; returns the trial, its target, and the mark that the ghost reached."""
    name, target = one
    return name, target.mark, play(find_trial(name), AttemptRecipe(*target[1:])).mark


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="TRIAL", help="found anew even if nothing changed")
    parser.add_argument("--check", action="store_true", help="play every ghost")
    parser.add_argument("--attempts", type=int, default=8, help="whole games of a search (%(default)s)")
    parser.add_argument("--tries", type=int, default=3, help="at each part of a game (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (%(default)s)")
    asked = parser.parse_args(arguments)
    names = [find_trial(name).name for name in asked.names] or list(TRIALS.names)
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
        if asked.check:
            ghosts = [(name, one) for name in names for one in written.TARGETS[name].targets]
            missed = [found for found in pool.map(check, ghosts) if found[1] != found[2]]
            for name, mark, reached in missed:
                print(f"{name}: the ghost of {mark} reaches {reached}")
            return 1 if missed else 0
        for name in asked.names:
            written.TARGETS.pop(name, None)
        search = Search(asked.attempts, asked.tries)
        work = [pool.submit(find_targets, search, name, written.TARGETS.get(name)) for name in stale(names)]
        return sum(map(keep, as_completed(work))) and 1


def keep(work: Future[tuple[str, Targets]]) -> bool:
    """Write the targets that were found; return whether the search failed, after saying why."""
    try:
        name, found = work.result()
    except ValueError as problem:
        print(problem, file=sys.stderr, flush=True)
        return True
    written.TARGETS[name] = found
    write(written.TARGETS)
    told = (f"{medal} {one.mark}" for medal, one in zip(MEDALS, found.targets, strict=True))
    print(name, *told, flush=True)
    return False


if __name__ == "__main__":
    sys.exit(main())
