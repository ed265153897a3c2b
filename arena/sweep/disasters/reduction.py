"""Reduction of a violation: the fewest acts and commands that lead to it, and the part of the tick at fault.

`minimise` is delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
2002): it drops ever smaller pieces of a list, as long as the rest still fails.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from arena.sim.contacts import solve_contacts
from arena.sweep.disasters.games import Violation, play_script
from arena.sweep.disasters.laws import LAWS
from arena.sweep.disasters.run import DisasterRun
from arena.sweep.disasters.script import Script, Surroundings
from arena.sweep.disasters.touches import TOUCH_LAWS

PLAYS_MAX = 300
"""Plays of a reduction; what is shortest by then stands."""
BEFORE = "before the tick"
FAILED = re.compile(r"TickError: (\w+) failed")
COLUMN_LAWS = {(law.name, law.column) for law in LAWS}
CONTACT_LAWS = {(law.name, law.column) for law in TOUCH_LAWS}

ItemT = TypeVar("ItemT")
Heard = Callable[[int, int], None]


class Reduction(NamedTuple):
    """A violation that was cut down."""

    script: Script
    violation: Violation
    part: str  # system, act or rule after which the law does not hold
    plays: int

    def words(self) -> str:
        """The violation in a few lines."""
        v, given = self.violation, self.script.given()
        where = f", row {v.row}" if v.row >= 0 else ""
        acts = ", ".join(f"{act.name} at {act.step}" for act in self.script.acts) or "none"
        return (
            f"law     {v.law}: {v.words}\n"
            f"tick    {v.tick} of the world, step {v.step} of the script\n"
            f"system  {self.part}\n"
            f"column  {v.column or 'none'}{where}\n"
            f"acts    {acts}\n"
            f"input   {len(given)} commands of {len(self.script.steps)} steps, found in {self.plays} plays"
        )


class Reducer:
    """Plays shorter and shorter scripts.

    Args:
        script: that breaks a law.
        violation: the law.
        heard: is told the number of plays, and of commands that are left.
    """

    def __init__(self, script: Script, violation: Violation, heard: Heard | None = None) -> None:
        self.best, self.violation = cut(script, violation), violation
        self.plays = 0
        self._heard = heard

    def repeats(self) -> bool:
        """Return whether the script breaks the law again."""
        return self.fails(self.best)

    def fails(self, script: Script) -> bool:
        """Return whether a script breaks the same law; the shortest one is kept."""
        if self.plays >= PLAYS_MAX:
            return False
        self.plays += 1
        found = play_script(script).violation
        if found is None or found.name != self.violation.name:
            return False
        self.best, self.violation = cut(script, found), found
        if self._heard is not None:
            self._heard(self.plays, len(self.best.given()))
        return True

    def reduce(self) -> Reduction:
        """Find the shortest script, and where it breaks."""
        self._simplify()
        minimise(self.best.acts, lambda acts: self.fails(replace(self.best, acts=acts)))
        self._drop_commands(lambda given: given[:1])
        self._drop_commands(lambda given: given)
        part = find_part(self.best, self.violation)
        return Reduction(self.best, self.violation, part, self.plays)

    def _simplify(self) -> None:
        """Do without threads, pauses and recordings."""
        if self.best.verifies:
            self.fails(replace(self.best, verifies=False))
        around = self.best.around
        for simpler in (Surroundings(), Surroundings(recorded=around.recorded, disk=around.disk)):
            if around != simpler and self.fails(replace(self.best, around=simpler)):
                return

    def _drop_commands(self, key: Callable[[tuple[int, int]], tuple[int, ...]]) -> None:
        """Drop commands that share a key together."""
        groups: dict[tuple[int, ...], set[tuple[int, int]]] = {}
        whole = self.best
        for given in whole.given():
            groups.setdefault(key(given), set()).add(given)

        def fails(kept: list[set[tuple[int, int]]]) -> bool:
            return self.fails(whole.with_given(set[tuple[int, int]]().union(*kept)))

        minimise(list(groups.values()), fails)


def cut(script: Script, violation: Violation) -> Script:
    """A script up to the step that breaks the law."""
    last = violation.step
    return replace(
        script, steps=script.steps[: last + 1], acts=[act for act in script.acts if act.step <= last]
    )


def minimise(items: Sequence[ItemT], fails: Callable[[list[ItemT]], bool]) -> list[ItemT]:
    """The fewest items that still fail, so that none of them can be left out.

    `items` fail; others are asked about.
    """
    left, pieces = list(items), 2
    if not left or fails([]):
        return []
    while len(left) >= 2:
        size = -(-len(left) // pieces)
        for begin in range(0, len(left), size):
            rest = left[:begin] + left[begin + size :]
            if fails(rest):
                left, pieces = rest, max(pieces - 1, 2)
                break
        else:
            if pieces >= len(left):
                break
            pieces = min(2 * pieces, len(left))
    return left


def find_part(script: Script, violation: Violation) -> str:
    """Part of the last tick after which the law does not hold any more: a system, the rules or the minds."""
    if violation.law == "raises":
        failed = FAILED.match(violation.words)
        return failed[1] if failed else "none"
    if violation.name in CONTACT_LAWS:
        return solve_contacts.__name__
    if violation.name not in COLUMN_LAWS:
        return next((act.name for act in script.acts[::-1] if act.step == violation.step), "none")
    told: list[tuple[str, bool]] = []

    def prepare(run: DisasterRun, step: int) -> None:
        if step == violation.step:
            in_tick = violation.law != "grid"
            told.append((BEFORE, violation.name not in run.broken(in_tick)))
            run.listen = lambda name: told.append((name, violation.name not in run.broken(in_tick)))

    play_script(script, prepare)
    good = [at for at, (_, holds) in enumerate(told) if holds]
    if not good:
        return told[0][0] if told else "none"
    return told[good[-1] + 1][0] if good[-1] + 1 < len(told) else "none"
