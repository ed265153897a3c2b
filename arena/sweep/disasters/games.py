"""`DisasterGame`: the game of a seed as a task of a sweep, and how plans and scripts are played."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena import shutdown
from arena.sim.tables.commands import PlayerCommand
from arena.sweep.balance import aligned
from arena.sweep.columns import DISASTERS
from arena.sweep.disasters.acts import ACTS
from arena.sweep.disasters.draws import Draws
from arena.sweep.disasters.pilots import PILOTS, Pilot
from arena.sweep.disasters.plan import DisasterPlan, make_plan
from arena.sweep.disasters.run import BreachError, DisasterRun
from arena.sweep.disasters.script import Act, Script, acts_by_step
from arena.sweep.tasks import STATE_HASH, SweepTask
from arena.tuning import TICK_RATE

OVER_TICKS = 240
"""Ticks that a game goes on behind its end before another is begun in its place."""
BEGIN_ANEW = "reset"


class Violation(NamedTuple):
    """A law that did not hold."""

    law: str
    column: str  # "" where it is about none
    step: int  # after which it did not hold, or before which an act saw it
    tick: int  # of the world
    row: int  # -1 where it is about none
    words: str

    @property
    def name(self) -> tuple[str, str]:
        """Law and column, the same in a shorter script."""
        return self.law, self.column


class PlayedGame(NamedTuple):
    """A game that was played."""

    script: Script  # as far as it went
    violation: Violation | None
    state: int  # hash of the final state; 0 where there is none
    over: int  # games that came to their end


CommandSource = Callable[[DisasterRun, int], Sequence[PlayerCommand]]
"""Makes the commands of a step."""
Prepare = Callable[[DisasterRun, int], None]
"""Hears of each step before it is played."""


def play_plan(plan: DisasterPlan) -> PlayedGame:
    """Play a seed's game."""
    run = DisasterRun(plan.setup, plan.around, plan.verifies)
    left, pilots = list(plan.stretches[::-1]), dict[int, Pilot]()

    def fly(run: DisasterRun, step: int) -> list[PlayerCommand]:
        while left and left[-1].begin <= step:
            one = left.pop()
            pilots[one.slot] = PILOTS[one.pilot].create(one.slot, Draws(one.number))
        world, past = run.match.world, run.script.steps
        return [pilots[slot](world, past) for slot in range(plan.setup.seats)]

    return _play(run, plan.ticks, plan.acts, fly, begin_anew=True)


def play_script(script: Script, prepare: Prepare | None = None) -> PlayedGame:
    """Play a script again."""

    def repeat(run: DisasterRun, step: int) -> list[PlayerCommand]:
        if prepare is not None:
            prepare(run, step)
        return script.commands(step)

    run = DisasterRun(script.setup, script.around, script.verifies)
    return _play(run, len(script.steps), script.acts, repeat)


def _play(
    run: DisasterRun, ticks: int, acts: Sequence[Act], commands: CommandSource, begin_anew: bool = False
) -> PlayedGame:
    """Play to the end, or to the first law that does not hold."""
    due, step, over, state = acts_by_step(acts), 0, 0, 0
    ended, violation = 0, None
    try:
        for step in range(ticks):
            shutdown.check()
            for act in due.get(step, ()):
                _do(run, act)
            if begin_anew:
                over = over + 1 if run.match.over else 0
                if over > OVER_TICKS:
                    over, ended = 0, ended + 1
                    _do(run, Act(step, BEGIN_ANEW, step))
            run.play_tick(commands(run, step))
        step = ticks
        for act in due.get(step, ()):
            _do(run, act)
        run.finish()
        state = run.match.state_hash()
    except BreachError as breach:
        violation = _violation(run, breach, step)
    except shutdown.Interrupted:
        raise
    except Exception as problem:
        words = f"{type(problem).__name__}: {problem}"
        violation = _violation(run, BreachError("raises", words, type(problem).__name__), step)
    finally:
        run.close()
    return PlayedGame(run.script, violation, state, ended)


def _do(run: DisasterRun, act: Act) -> None:
    run.script.acts.append(act)
    ACTS[act.name].do(run, Draws(act.number))


def _violation(run: DisasterRun, breach: BreachError, step: int) -> Violation:
    return Violation(breach.law, breach.column, step, run.match.world.tick, breach.row, breach.words)


@dataclass(frozen=True)
class DisasterGame(SweepTask):
    """The game of a seed."""

    seed: int

    def run(self) -> dict[str, Any]:
        """Play it, and tell what befell it."""
        plan, began = make_plan(self.seed), time.process_time()
        played = play_plan(plan)
        spent, found = time.process_time() - began, played.violation
        return {
            STATE_HASH: f"{played.state:016x}",
            "mode": plan.setup.mode,
            "difficulty": plan.setup.difficulty,
            "players": plan.setup.players,
            "seats": plan.setup.seats,
            "workers": plan.around.workers,
            "plan": plan.words(),
            "ticks": len(played.script.steps),
            "acts": len(played.script.acts),
            "ended": played.over,
            "processor_seconds": round(spent, 3),
            "violation": "" if found is None else found.law,
            "column": "" if found is None else found.column,
            "step": -1 if found is None else found.step,
            "tick": -1 if found is None else found.tick,
            "row": -1 if found is None else found.row,
            "words": "" if found is None else found.words,
        }


def disaster_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """All that befell, by mode, and a line on each violation with the command that looks into it."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["mode"], []).append(row)
    lines = [
        tuple(DISASTERS),
        *(_summary(mode, groups[mode]) for mode in sorted(groups)),
        _summary("all", rows),
    ]
    text = [aligned(lines)]
    for row in rows:
        if row["violation"]:
            text += [
                "",
                f"seed {row['seed']}: {row['violation']} of {row['column'] or 'no column'} at step "
                f"{row['step']}, tick {row['tick']}, row {row['row']}: {row['words']}",
                f"  again: arena sweep disasters --seed {row['seed']}",
            ]
    return "\n".join(text)


def _summary(name: str, rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    ticks, seconds = sum(row["ticks"] for row in rows), sum(row["processor_seconds"] for row in rows)
    return (
        *(name, str(len(rows)), f"{ticks:,}", str(sum(row["acts"] for row in rows))),
        *(f"{seconds / max(ticks, 1) * 1e6:.0f}", f"{ticks / TICK_RATE / max(seconds, 1e-9):.0f}"),
        str(sum(bool(row["violation"]) for row in rows)),
    )
