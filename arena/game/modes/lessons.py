"""Lessons: the first minutes of a new pilot, by doing, in a fight from the first second on.

Lessons follow each other: a task is shown until it is done, praised, and followed by the next one. Targets
come when none is left, crates when none lies about. Nobody is lost: shields fill up and bombs are given back.
The mode names an action (`Lesson.action`); the window knows its key.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.materials import MATERIALS
from arena.catalogue.weapons import PULSE, WEAPONS
from arena.game.crates import crate_rows, send_crates
from arena.game.hud import Banner, Hud, Lesson
from arena.game.mode import Request, Setup
from arena.game.mode_spec import ModeSpec
from arena.game.modes.team import TeamMode
from arena.game.rules import FIELD, LESSON
from arena.game.spawning.asteroids import lay_field
from arena.game.spawning.formations import choose_spot, send_formation
from arena.jit.annotations import F64, I64
from arena.jit.tables import Table
from arena.sim.kinds import VARIANT_MATERIALS, Pool
from arena.sim.tables.commands import Button
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.tuning import PILOT

NOT_YET = -1
FIRST_WEAPON = PULSE.number
BEST_WEAPON = MATERIALS.column(
    lambda one: max(WEAPONS, key=lambda weapon: weapon.rules.materials.get(one.name, 1.0)).number, np.int64
)
"""Number of the weapon that is best against each material, shape (materials,)."""
TURN_LEAST = 0.02
"""Turns of the nose [rad] in a tick that flying along a great circle alone does not make."""


class Course(Table):
    """Progress of the pupil; every column has shape (1,)."""

    lesson: I64  # number of the lesson, from 0; as many as there are: all are done
    began: I64  # tick at which it was first shown
    learnt_at: I64  # tick at which it was done, NOT_YET before
    done: F64  # progress of the lesson, in its own unit
    sent: I64  # groups of targets that were sent


class LessonPlan(NamedTuple):
    """One lesson."""

    action: str  # as `arena.app.input.actions` calls it
    title: str
    line: str
    wanted: float  # amount of `measure` to reach
    measure: Callable[[World], float]  # progress in this tick
    formation: str = ""  # of its targets; empty: it needs none
    targets: int = 0
    crates: bool = False  # three of them land


def _moved(world: World) -> float:
    pushed = world.commands.move[: world.config.players]
    return float((np.einsum("ij,ij->i", pushed, pushed) > LESSON.stick**2).any())


def _turned(world: World) -> float:
    players = slice(world.config.players)
    change = world.bodies.heading[players] - world.bodies.previous_heading[players]
    turn = float(np.sqrt(np.einsum("ij,ij->i", change, change).max()))
    return turn if turn > TURN_LEAST else 0.0


def _counted(event: Event) -> Callable[[World], float]:
    def count(world: World) -> float:
        events = world.events
        return float(np.count_nonzero(events.kind[: events.count[0]] == event))

    return count


def _shot_down(world: World) -> float:
    """Number of ships that players destroyed in this tick while they fired; ramming does not count."""
    events, players = world.events, world.config.players
    known = slice(int(events.count[0]))
    firing = np.flatnonzero(world.commands.buttons[:players] & Button.FIRE)
    ships = (events.kind[known] == Event.KILLED) & (events.subject[known] != kinds.MINE.number)
    return float(np.count_nonzero(np.isin(events.other[known], firing) & ships))


def _broken_by_the_right_weapon(world: World) -> float:
    """Number of rocks and pieces that players broke in this tick with the weapon for their material.

    What the first weapon is for does not count: the pupil has to change.
    """
    events, players = world.events, world.config.players
    known = slice(int(events.count[0]))
    rocks = (events.kind[known] == Event.BURST) & (events.other[known] >= 0) & (events.other[known] < players)
    material = world.bodies.variant[events.row[known][rocks]] % VARIANT_MATERIALS
    weapon = world.players.weapon[events.other[known][rocks]]
    return float(np.count_nonzero((weapon != FIRST_WEAPON) & (BEST_WEAPON[material] == weapon)))


LESSONS = (
    LessonPlan(
        "move", "Move", "Fly around. The small craft at your side is your wingman.", LESSON.move, _moved,
        "wedge", LESSON.targets,
    ),
    LessonPlan(
        "aim", "Aim", "Turn your nose all the way round.", LESSON.aim, _turned, "wedge", LESSON.targets
    ),
    LessonPlan(
        "fire", "Fire", f"Hold it, and shoot {LESSON.kills} drones. The green arc is your shield.",
        LESSON.kills, _shot_down, "wedge", LESSON.targets,
    ),
    LessonPlan(
        "next_weapon", "Change weapon",
        f"Break {LESSON.rocks}: scatter for rock, lance for metal, pulse for ice.", LESSON.rocks,
        _broken_by_the_right_weapon,
    ),
    LessonPlan(
        "boost", "Strike", "Dash through drones: it breaks them. The white arc is its charge.",
        LESSON.strikes, _counted(Event.STRUCK), "wall", LESSON.targets,
    ),
    LessonPlan(
        "move", "Shards", "Fly over what they leave: only shards raise the multiplier beside SHARDS.",
        LESSON.shards, _counted(Event.SHARD), "wedge", LESSON.targets,
    ),
    LessonPlan(
        "bomb", "Bomb", "You have few: clear the sky when they surround you.", 1, _counted(Event.BOMB),
        "ring", LESSON.crowd,
    ),
    LessonPlan(
        "move", "Crate", "After a wave three modules land. Fly into one: it is yours, the others leave.",
        1, _counted(Event.FITTED), crates=True,
    ),
)  # fmt: skip


SCORED_FROM = next(at for at, plan in enumerate(LESSONS) if plan.title == "Shards")
"""Number of the first lesson that shows the score: the multiplier stands beside it."""


class Lessons(TeamMode):
    """First flight of a new pilot; over when all lessons were done."""

    spec = ModeSpec(
        name="lessons",
        title="First flight",
        about=("Move, aim, fire, strike, shards, bomb, crate:", "two minutes that teach them all."),
        help="",
        demo=False,
        music="world",
        scored=False,
        ghosts=False,
        code=None,
        screen="play lessons",
        teaches=True,
    )
    writes = (*TeamMode.writes, "course.*")
    companions_speak = False  # one voice at a time, and this is the lesson's
    course: Course

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if setup.level:
            raise ValueError(f"lessons have no level, not {setup.level[:40]!r}")

    @classmethod
    def setup_for(cls, request: Request) -> Setup:
        """Setup for one player, at the usual difficulty."""
        return Setup(cls.spec.name, request.seed)

    def tables(self) -> Mapping[str, Table]:
        """Tables of the lessons, beside those of every team."""
        whole = [np.zeros(1, np.int64) for _ in range(4)]
        course = Course(whole[0], whole[1], whole[2], np.zeros(1), whole[3])
        course.learnt_at[0] = NOT_YET
        return {"course": course, **super().tables()}

    def begin(self, world: World) -> None:
        """Put the players into a field of asteroids without enemies."""
        self.course = world.tables["course"]
        super().begin(world)
        lay_field(world, FIELD.first)

    def advance(self, world: World) -> None:
        """Advance the lessons, and keep the pupils alive."""
        self._care(world)
        course, tick = self.course, world.tick
        plan = self.plan
        if plan is None:
            return
        if course.learnt_at[0] != NOT_YET:
            if tick - course.learnt_at[0] >= LESSON.praise:
                self._begin_lesson(tick)
            return
        course.done[0] = min(plan.wanted, float(course.done[0]) + plan.measure(world))
        if plan.targets and not world.pools[Pool.ENEMY].active:
            self._send(world, plan)
        if plan.crates and not crate_rows(world):
            send_crates(world, range(world.config.players))
        if course.done[0] >= plan.wanted and tick - course.began[0] >= LESSON.least:
            course.learnt_at[0] = tick

    def section_age(self, world: World) -> int:
        """Ticks since this lesson began."""
        return world.tick - int(self.course.began[0])

    def over(self, world: World) -> bool:
        """Return whether all lessons were done and the last word was said."""
        return self.plan is None and self.section_age(world) >= LESSON.end

    @property
    def plan(self) -> LessonPlan | None:
        """Lesson in hand; None: there is none left."""
        number = int(self.course.lesson[0])
        return LESSONS[number] if number < len(LESSONS) else None

    def hud(self, world: World) -> Hud:
        """Objective: the lesson, or the last word."""
        hud, course, plan = super().hud(world), self.course, self.plan
        if course.lesson[0] < SCORED_FROM:
            hud = hud._replace(score=None)
        if plan is None:
            age = self.section_age(world)
            banner = Banner("READY", "you know all you need", age, LESSON.end)
            return hud._replace(banner=banner, progress=len(LESSONS))
        lesson = Lesson(
            plan.action, plan.title, plan.line, int(course.lesson[0]) + 1, len(LESSONS),
            float(course.done[0]) / plan.wanted, bool(course.learnt_at[0] != NOT_YET),
        )  # fmt: skip
        return hud._replace(lesson=lesson, progress=int(course.lesson[0]))

    def _begin_lesson(self, tick: int) -> None:
        course = self.course
        course.lesson[0] += 1
        course.began[0] = tick
        course.learnt_at[0] = NOT_YET
        course.done[0] = 0.0

    def _send(self, world: World, plan: LessonPlan) -> None:
        """Send targets; those that find no room come with the next group."""
        spot = choose_spot(world, int(self.course.sent[0]))
        send_formation(world, kinds.DRONE.number, plan.targets, plan.formation, spot)
        self.course.sent[0] += 1

    def _care(self, world: World) -> None:
        """Restore the players' shields and bombs: nobody is lost while learning."""
        health, full = world.bodies.health[: world.config.players], world.hulls.shield[world.players.hull]
        weak = (health > 0.0) & (health < LESSON.health * full)
        health[weak] = full[weak]
        np.maximum(world.players.bombs, 1, out=world.players.bombs)
        self.lives.left[0] = max(int(self.lives.left[0]), world.config.players * PILOT.lives)
