"""Trial: one to two minutes on a fixed seed with one twist, of a row of `arena.catalogue.trials`.

The trial's name is the mode's level. Seed, hull and difficulty follow from it, so every game of a trial is
the same for everybody. Its result, the *mark*, is one number of which more is better: points, or hundredths
of a second that were left at the goal, or were held out.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import numpy as np

from arena.catalogue import catalogue_hash
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.hulls import HULLS
from arena.catalogue.kind_row import KINDS
from arena.catalogue.medals import MEDALS, Target
from arena.catalogue.targets import TARGETS
from arena.catalogue.trials import HELD, LEFT, POINTS, TRIALS, TrialGroup, TrialRow
from arena.catalogue.weapons import WEAPONS
from arena.catalogue.zones import ZONES
from arena.game.goal import create_goal
from arena.game.hud import Banner, Hud, Status
from arena.game.levels.plan import FieldPlan, GroupPlan, Level, MedalPlan, PhasePlan, Survive
from arena.game.mode import Request, Setup, strip_standard
from arena.game.mode_spec import ModeSpec
from arena.game.modes.team import TeamMode
from arena.game.modes.tide import Tide
from arena.game.phases.field import keep_field, lay_plan
from arena.game.phases.groups import Sender
from arena.game.phases.state import NEVER, Groups, create_groups
from arena.game.phases.task import hostile
from arena.game.rules import DIFFICULTIES, MATCH, TRIAL, rules_hash
from arena.game.scoring.board import Board
from arena.jit.annotations import I64
from arena.jit.tables import Table
from arena.sim.system import columns
from arena.sim.tables.commands import Button
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone
from arena.sphere import unit
from arena.toml_reader.problems import suggest
from arena.tuning import TICK_RATE

KIND_NUMBERS = TRIALS.resolve_all("kind", lambda row: (one.kind for one in row.rules.groups), KINDS.numbers)
HULL_NUMBERS = TRIALS.resolve("hull", lambda row: row.rules.hull, HULLS.numbers)
WEAPON_NUMBERS = TRIALS.resolve("weapon", lambda row: row.rules.weapon, WEAPONS.numbers)
BOSS_NUMBERS = TRIALS.resolve("boss", lambda row: row.rules.boss, BOSSES.numbers)
BUTTONS = {str(button.name).lower(): int(button) for button in Button}
BARRED = TRIALS.resolve_all("button", lambda row: row.rules.barred, BUTTONS)
PARTS = 100
"""Parts of a second in which times are measured."""
TITLE_SIZE = 1.6
"""Size of the letters of a trial's title at its start, over those of other banners."""


class TrialState(Table):
    """Progress of a trial; every column has shape (1,)."""

    lives: I64  # bodies that the player had
    shots: I64  # fired
    fired_at: I64  # tick of the last one
    held: I64  # [ticks] in which the player steered
    ended: I64  # tick at which it ended, NEVER while it runs
    reached: I64  # 1 once its goal was reached, or its time lasted where it has none


class Trial(TeamMode):
    """Rules of a trial."""

    spec = ModeSpec(
        name="trial",
        title="Trials",
        about=("A minute or two, one twist each.", "the same for everybody.", "Each has a table of its own."),
        help="one to two minutes with one twist; --trial says which",
        demo=False,
        music="world",
        scored=True,
        ghosts=True,
        code=4,
        flags=("trial",),
        chooser="trials",
        quick_restart=True,
    )
    writes = (
        *TeamMode.writes,
        *columns("players", "barred", "bombs"),
        *("trial.*", "groups.*"),
    )
    companions_speak: ClassVar[bool] = False
    state: TrialState
    groups: Groups

    def __init__(self, setup: Setup) -> None:
        self.row = find_trial(setup.level)
        super().__init__(setup)
        rules = self.row.rules
        if setup != trial_setup(self.row):
            raise ValueError(f"trial {self.row.name} has a seed, a difficulty and a pilot of its own")
        self.rules = self.rules._replace(lives=rules.lives)
        self.look = rules.look
        self.limit = round(rules.seconds * TICK_RATE)
        self._level = level_of(self.row)
        self._goal = create_goal()
        self._tide = Tide(Setup(Tide.spec.name, rules.seed)) if rules.rivers else None

    def check_hulls(self) -> None:
        """Any hull goes here: a trial has its own."""

    @classmethod
    def setup_for(cls, request: Request) -> Setup:
        """Setup of a trial; only its name, or its number, matters."""
        return trial_setup(find_trial(request.trial or next(iter(TRIALS)).name))

    @classmethod
    def code_number(cls, setup: Setup) -> int:
        """Number of the trial."""
        return find_trial(setup.level).number

    @classmethod
    def request_of_code(cls, number: int) -> Request:
        """Request for the trial with a number."""
        return Request(0, trial=find_trial(str(number)).name)

    @classmethod
    def board(cls, setup: Setup) -> Board:
        """Score table of the trial."""
        return super().board(setup)._replace(day=setup.level)

    @classmethod
    def score_text(cls, board: Board, score: int) -> str:
        """A mark of the trial that a table is of."""
        try:
            return mark_text(find_trial(board.day), score)
        except ValueError:  # of another release
            return super().score_text(board, score)

    @property
    def targets(self) -> Mapping[str, Target]:
        """Targets of the trial."""
        return targets_of(self.row)

    def world_config(self) -> WorldConfig:
        """Capacities of a match without companions."""
        config = super().world_config() if self._tide is None else self._tide.world_config()
        return replace(config, companions=0)

    def tables(self) -> Mapping[str, Table]:
        """Tables of the trial, beside those of every team."""
        state = TrialState(*(np.zeros(1, np.int64) for _ in TrialState.column_names))
        state.ended[0] = NEVER
        return {"trial": state, "groups": create_groups(self.config.enemies), **super().tables()}

    def begin(self, world: World) -> None:
        """Lay the field and the zones, and schedule what comes."""
        self.state, self.groups = world.tables["trial"], world.tables["groups"]
        super().begin(world)
        lay_plan(world, self._level.field)
        if self._tide is not None:
            self._tide.flood(world)
        for zone in self.row.rules.zones:
            add_zone(
                world, ZONES.named(zone.kind).number, unit(zone.place), zone.radius, zone.strength, zone.axis
            )
        world.players.weapon[0] = WEAPON_NUMBERS[self.row.number]
        world.players.barred[0] = sum(BARRED[self.row.number])
        self._sender = Sender(self._level, self._level.phase[0], self.setup.difficulty, self.groups)
        self._sender.begin(TRIAL.lead_in)
        if self.row.number in BOSS_NUMBERS:
            world.place_boss(TRIAL.boss_place, BOSS_NUMBERS[self.row.number])
        self._equip(world)

    def tick(self, world: World) -> None:
        """Nothing counts after the end."""
        if self.state.ended[0] == NEVER:
            super().tick(world)
            if self.state.ended[0] == NEVER and super().over(world):
                self.state.ended[0] = world.tick

    def advance(self, world: World) -> None:
        """Equip a new ship, count shots, send what is due; end at the goal, or when time is up."""
        state, rules = self.state, self.row.rules
        self._equip(world)
        self._count_shots(world)
        state.held[0] += bool(world.bodies.alive[0] and world.commands.move[0].any())
        keep_field(world, self._level.field)
        if self._tide is not None:
            self._tide.advance(world)
        sender = self._sender
        sender.send(world, self._goal)
        beaten = rules.clear and not hostile(world) and self._all_sent(sender)
        done = beaten or 0 < rules.goal <= self.points
        if done or world.tick >= self.limit or self._is_spent(world):
            state.reached[0] = done or not (rules.clear or rules.goal)
            state.ended[0] = world.tick

    def _is_spent(self, world: World) -> bool:
        """Return whether the last shot was fired long ago, in a trial that ends then."""
        after = round(self.row.rules.after_shots * TICK_RATE)
        return after > 0 and self.shots_left == 0 and world.tick >= self.state.fired_at[0] + after

    def _all_sent(self, sender: Sender) -> bool:
        return all(sender.is_sent(number) for number in range(len(self._level.phase[0].group)))

    def _equip(self, world: World) -> None:
        """Give a new ship the trial's bombs."""
        lives = int(world.bodies.generation[0])
        if lives != self.state.lives[0]:
            self.state.lives[0], world.players.bombs[0] = lives, self.row.rules.bombs

    def _count_shots(self, world: World) -> None:
        """Bar the gun once its shots are spent."""
        state, fired_at = self.state, int(world.players.fired_at[0])
        if fired_at > state.fired_at[0]:
            state.fired_at[0] = fired_at
            state.shots[0] += 1
        if self.shots_left == 0:
            world.players.barred[0] |= int(Button.FIRE)

    @property
    def shots_left(self) -> int | None:
        """Number of shots left; None: without end."""
        shots = self.row.rules.shots
        return None if shots is None else max(0, shots - int(self.state.shots[0]))

    def mark(self, world: World) -> int:
        """Result so far: points, or hundredths of a second."""
        state, measure = self.state, self.row.rules.measure
        if measure == HELD:
            return int(state.held[0]) * PARTS // TICK_RATE
        if measure == LEFT:
            return self._time_left(world) if state.reached[0] else 0
        return self.points

    def score_most(self, world: World) -> int:
        """Highest mark that is still possible."""
        measure, left = self.row.rules.measure, self._time_left(world)
        if measure == POINTS:
            return super().score_most(world)
        return left + (self.mark(world) if measure == HELD else 0)

    def lack_text(self, world: World, score: int, needs: int) -> str:
        """Distance to a mark; where the time at the goal counts, the time that is left for it."""
        if self.row.rules.measure != LEFT:
            return super().lack_text(world, score, needs)
        return f"{mark_text(self.row, self.score_most(world) - needs)} left for"

    def short_text(self, world: World, score: int, needs: int) -> str:
        """Distance to a mark after the end."""
        if self.row.rules.measure == POINTS:
            return super().short_text(world, score, needs)
        if self.row.rules.measure == LEFT and not self.state.reached[0]:
            return f"the goal with {mark_text(self.row, needs)} left wins"
        return f"{mark_text(self.row, needs - score)} short of"

    def way_text(self, world: World, missing: int, multiplier: int) -> str:
        """Way to so many points more, where points count."""
        return super().way_text(world, missing, multiplier) if self.row.rules.measure == POINTS else ""

    def _time_left(self, world: World) -> int:
        """Time that is left [hundredths of a second]."""
        tick = world.tick if self.state.ended[0] == NEVER else int(self.state.ended[0])
        return max(0, self.limit - tick) * PARTS // TICK_RATE

    def section_age(self, world: World) -> int:
        """Ticks since the trial began."""
        return world.tick

    def over(self, world: World) -> bool:
        """Return whether it has ended."""
        return bool(self.state.ended[0] != NEVER)

    def won(self, world: World) -> bool:
        """Return whether its goal was reached, or its time was lasted."""
        return bool(self.state.reached[0])

    def hud(self, world: World) -> Hud:
        """The mark in place of the score, time, and what is left."""
        left = self._time_left(world)
        note = "" if self.shots_left is None else f"{self.shots_left} shots left"
        hud, mark, banner = super().hud(world), self.mark(world), self._banner(world)
        measure, running = self.row.rules.measure, self.state.ended[0] == NEVER
        value = f"{-(-left // PARTS)} s" if running else f"TRIAL {self.row.number}"
        status = Status(self.row.show.title.upper(), value, note)
        time = mark_text(self.row, left if measure == LEFT and running else mark) if measure != POINTS else ""
        return hud._replace(score=mark, time=time, progress=self.row.number, status=status, banner=banner)

    def _banner(self, world: World) -> Banner | None:
        if world.tick >= TRIAL.banner:
            return None
        return Banner(self.row.show.title.upper(), self.row.show.line, world.tick, TRIAL.banner, TITLE_SIZE)

    def results(self, world: World) -> dict[str, str]:
        """Results."""
        return {
            "trial": self.row.show.title,
            "mark": mark_text(self.row, self.mark(world)),
            "kills": str(self.kills),
        }


def find_trial(text: str) -> TrialRow:
    """Trial of a name or a number.

    Raises:
        ValueError: there is none.
    """
    found = next((row for row in TRIALS if text in (row.name, str(row.number))), None)
    if found is None:
        hint = suggest(text, TRIALS.names, repr)
        raise ValueError(f"trial {text[:40]!r} is not known; {hint}there is {', '.join(TRIALS.names)}")
    return found


def targets_of(row: TrialRow) -> dict[str, Target]:
    """Targets of a trial by their medals; empty until they are found."""
    found = TARGETS.get(row.name)
    return {} if found is None else dict(zip(MEDALS, found.targets, strict=True))


def trial_digest(row: TrialRow) -> str:
    """Digest of all that decides how a trial goes: its own row, and every rule but those of other trials."""
    rules = rules_hash(catalogue_hash(left_out=TRIALS))
    return hashlib.blake2b(rules + repr(row.rules).encode(), digest_size=6).hexdigest()


def trial_setup(row: TrialRow) -> Setup:
    """Setup of every game of a trial."""
    hulls = strip_standard((row.rules.hull,))
    return Setup(Trial.spec.name, row.rules.seed, level=row.name, hulls=hulls)


def mark_text(row: TrialRow, mark: int) -> str:
    """A mark for people: points, or seconds."""
    return f"{mark / PARTS:.2f} s" if row.rules.measure != POINTS else f"{mark:,}".replace(",", " ")


def level_of(row: TrialRow) -> Level:
    """Plan of a trial as a level with one phase, as `arena.game.phases` plays it."""
    rules = row.rules
    numbers = KIND_NUMBERS[row.number]
    groups = tuple(map(_plan_group, rules.groups, numbers))
    phase = PhasePlan(
        row.show.title, row.show.line, Survive(rules.seconds), 0.0, -1, MATCH.enemies, rules.seconds,
        0.0, MedalPlan(0.0, 0), None, groups,
    )  # fmt: skip
    field = FieldPlan(rules.rocks, rules.rocks, rules.materials)
    return Level(row.show.title, 0, rules.look, row.show.line, 0, field, (), (), (phase,))


def _plan_group(group: TrialGroup, kind: int) -> GroupPlan:
    return GroupPlan(
        kind, group.count, group.formation, group.at, 0, group.times, group.every, "player", None, None,
        group.distance, None, tuple(DIFFICULTIES),
    )  # fmt: skip
