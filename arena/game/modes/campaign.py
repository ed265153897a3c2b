"""Campaign: a level, phase by phase, each with an objective of its own; to be won.

The level's text is in the setup, so that replays and snapshots carry it.
"""

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from arena.catalogue.zones import ZONES
from arena.game.goal import GOAL_TABLE, Goal, GoalKind, clear_goal, create_goal
from arena.game.hud import Banner, Hud, Marker, ObjectiveHud, Status
from arena.game.levels import parse_level
from arena.game.levels.plan import Boss, Flood, PhasePlan, ZonePlan
from arena.game.levels.schema import ZONE_RADIUS_MAX
from arena.game.mode import Setup
from arena.game.mode_spec import ModeSpec
from arena.game.modes.team import TeamMode
from arena.game.phases import objectives
from arena.game.phases.field import keep_field, lay_asteroids, lay_plan
from arena.game.phases.groups import Sender, ships_of, ticks
from arena.game.phases.medals import (
    MEDAL_NEEDS,
    PhaseMedal,
    PhaseRecord,
    begin_record,
    create_record,
    extra_left,
    judge_phase,
    medal_words,
    medals_ahead,
    medals_of,
    score_for_medal,
)
from arena.game.phases.state import NEVER, Groups, PhaseProgress, Stage, create_groups, create_progress
from arena.game.phases.task import Task
from arena.game.rules import CAMPAIGN, MATCH, TIDE
from arena.game.scoring.board import Board, level_label
from arena.game.scoring.points import PointSource, earn, score_death, score_wave, tell_bonus
from arena.jit.tables import Table
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone, remove_zone
from arena.tuning import ARENA, TICK_RATE

ENDED = (Stage.WON, Stage.LOST)
LEVELS_KEPT = 8
"""Texts whose levels are kept: a game that begins anew reads none."""
read_level = functools.lru_cache(LEVELS_KEPT)(parse_level)


class Campaign(TeamMode):
    """Rules of a level, phase by phase."""

    spec = ModeSpec(
        name="campaign",
        title="Campaign",
        about=("Five worlds: five tasks in each,", "then its boss.", "What was reached stays open."),
        help="five worlds, each to be won",
        demo=True,
        music="world",
        scored=True,
        ghosts=True,
        code=2,
        flags=("seed", "level", "hull"),
        needs_level=True,
        chooser="campaign",
        practice="whole",
        open_seats=True,
    )
    cascade_growth = CAMPAIGN.cascade_growth
    writes = (*TeamMode.writes, "progress.*", "groups.*", "goal.*", "zones.*", "record.*")
    progress: PhaseProgress
    record: PhaseRecord
    groups: Groups
    goal: Goal

    def __init__(self, setup: Setup) -> None:
        """Read the level.

        Raises:
            LevelError: the text is no level; the message is one line with line and key.
        """
        super().__init__(setup)
        self.level = read_level(setup.level)
        self.look = self.level.look
        self.rules = self.rules._replace(lives=self.rules.lives + self.level.ships)
        self.first_phase = 0
        self._task: tuple[int, Sender, Task[Any]] | None = None

    @classmethod
    def board(cls, setup: Setup) -> Board:
        """Score table of the level, the text included: scores on another text prove nothing."""
        level = level_label(read_level(setup.level).name, setup.level_hash)
        return super().board(setup)._replace(level=level)

    def world_config(self) -> WorldConfig:
        """One friend more than every team has, the freighter, and room for the ships of the largest phase."""
        config = super().world_config()
        return replace(
            config,
            enemies=self._enemies,
            companions=config.companions + 1,
            planet_radius=ARENA.planet_radius,
            sleepers_meet=TIDE.meet if self._floods else config.sleepers_meet,
        )

    @property
    def _floods(self) -> bool:
        return any(isinstance(phase.objective, Flood) for phase in self.level.phase)

    @property
    def _enemies(self) -> int:
        if self._floods:
            return TIDE.drones
        most = max(ships_of(phase, self.setup.difficulty) for phase in self.level.phase)
        return min(max(most, MATCH.enemies), MATCH.endless_enemies)

    def tables(self) -> Mapping[str, Table]:
        """Tables of the level, beside those of every team."""
        groups = create_groups(self._enemies)
        own = {
            "progress": create_progress(),
            "groups": groups,
            GOAL_TABLE: create_goal(),
            "record": create_record(),
        }
        return {**own, **super().tables()}

    def begin(self, world: World) -> None:
        """Put the team into the level's field, and begin its first phase."""
        self.progress, self.groups = world.tables["progress"], world.tables["groups"]
        self.goal, self.record = world.tables[GOAL_TABLE], world.tables["record"]
        super().begin(world)
        lay_asteroids(world, self.level.asteroid)
        lay_plan(world, self.level.field)
        self._begin_phase(world, self.first_phase)

    @property
    def stage(self) -> Stage:
        """Stage of the running phase."""
        return Stage(int(self.progress.stage[0]))

    @property
    def phase_number(self) -> int:
        """Number of the running phase, from 0."""
        return int(self.progress.phase[0])

    @property
    def phase(self) -> PhasePlan:
        """Plan of the running phase."""
        return self.level.phase[self.phase_number]

    @property
    def sender(self) -> Sender:
        """Sender of its groups."""
        return self._play()[0]

    @property
    def task(self) -> Task[Any]:
        """Objective of the running phase."""
        return self._play()[1]

    def _play(self) -> tuple[Sender, Task[Any]]:
        """Return the sender and the objective of the running phase, built anew when the phase changes."""
        if self._task is None or self._task[0] != self.phase_number:
            sender = Sender(self.level, self.phase, self.setup.difficulty, self.groups)
            task = objectives.create_task(self.phase, self.progress, sender, self.goal)
            self._task = self.phase_number, sender, task
        return self._task[1:]

    def _begin_phase(self, world: World, number: int) -> None:
        progress, again = self.progress, number == self.phase_number
        progress.tries[0] = progress.tries[0] + 1 if again else 1
        progress.phase[0], progress.began[0] = number, world.tick
        progress.done[0], progress.subject[0] = 0, -1
        self._enter(world, Stage.RUNNING)
        begin_record(self.record, self.phase.extra, self.score, count_hits(world))
        place_zones(world, self.level.zone, number + 1)
        self.sender.begin(world.tick + CAMPAIGN.lead_in)
        self.task.begin(world)

    def _enter(self, world: World, stage: Stage) -> None:
        self.progress.stage[0], self.progress.changed[0] = stage, world.tick

    def advance(self, world: World) -> None:
        """Advance the phase, or go on to the next."""
        keep_field(world, self.level.field)
        if self.stage == Stage.RUNNING:
            self._run_phase(world)
            return
        self.task.subside(world)
        if self.stage not in ENDED and world.tick - int(self.progress.changed[0]) >= CAMPAIGN.beat:
            self._begin_phase(world, self.phase_number + (self.stage == Stage.CLEARED))

    def _run_phase(self, world: World) -> None:
        age, limit = self.section_age(world) - CAMPAIGN.lead_in, ticks(self.phase.limit)
        grow_zones(world, self.level.zone, self.phase_number + 1, max(age, 0) / TICK_RATE)
        self.sender.send(world, self.goal)
        self._pay_extra(world)
        stage = self.task.advance(world, age)
        if stage == Stage.CLEARED:
            self._clear_phase(world)
        elif stage == Stage.FAILED or 0 < limit <= age:
            self._fail_phase(world)

    def _clear_phase(self, world: World) -> None:
        last = self.phase_number + 1 == len(self.level.phase)
        self._award_medals(world)
        self._end_phase(world, Stage.WON if last else Stage.CLEARED)
        score_wave(self.score, self.phase_number + 1, self.rules)
        if not last:
            self.lives.left[0] = max(self.ships_left, min(self.ships_left + 1, self._ships_most))
            self.offer_modules(world)
        else:
            self.score.points[0] += int(self.ships_left * CAMPAIGN.ship_bonus * self.rules.score)

    @property
    def _ships_most(self) -> int:
        """Lives up to which cleared phases bring one back."""
        return int(self.seats.present.sum()) * self.rules.lives

    def _award_medals(self, world: World) -> None:
        """Add the medals of the phase just cleared to those of earlier games of it."""
        won = judge_phase(
            self.record, self.phase.medals, self.section_age(world), self.points, count_hits(world),
            self.rules.score,
        )  # fmt: skip
        self.record.medals[self.phase_number] |= int(won)

    def _pay_extra(self, world: World) -> None:
        """Pay for the phase's second goal when it is reached."""
        extra, record = self.phase.extra, self.record
        if extra and not record.extra_done[0] and extra_left(record, extra, self.score) == 0:
            record.extra_done[0], points = 1, int(CAMPAIGN.extra_points * self.rules.score)
            earn(self.score, int(PointSource.EXTRAS), points)
            tell_bonus(self.score, int(PointSource.EXTRAS), points, world.tick)

    @property
    def _medals_most(self) -> int:
        return sum(int(medals_of(phase.medals)).bit_count() for phase in self.level.phase)

    @property
    def medals(self) -> tuple[int, ...]:
        """Medals of each phase, as bits of `PhaseMedal`."""
        return tuple(self.record.medals[: len(self.level.phase)].tolist())

    @property
    def medal_table(self) -> Mapping[str, Sequence[bool | None]]:
        """Medals of the phases, None for those without, by what each takes."""
        phases = list(zip(self.medals, self.level.phase, strict=True))
        return {
            words: [bool(won & medal) if medal in medals_of(phase.medals) else None for won, phase in phases]
            for medal, words in MEDAL_NEEDS.items()
        }

    def medal_score(self, world: World) -> int:
        """Score that wins the phase's medal for points."""
        running = self.stage == Stage.RUNNING and not self.over(world)
        return score_for_medal(self.record, self.phase.medals, self.rules.score) if running else 0

    def _fail_phase(self, world: World) -> None:
        """Lose a life and half of the multiplier; a team without lives has lost."""
        self._lose_ship()
        score_death(self.score)
        self._end_phase(world, Stage.FAILED if self.ships_left else Stage.LOST)

    def _lose_ship(self) -> None:
        self.lives.left[0] = max(self.lives.left[0] - 1, 0)

    def _end_phase(self, world: World, stage: Stage) -> None:
        self._enter(world, stage)
        clear_goal(self.goal)
        self.task.end(world)

    def section_age(self, world: World) -> int:
        """Ticks since this phase began."""
        return world.tick - int(self.progress.began[0])

    def approach_ticks(self, world: World) -> float:
        """Ticks of this phase, if the next one is a boss's; infinite in a boss's own until it is there."""
        bosses = [isinstance(phase.objective, Boss) for phase in self.level.phase[self.phase_number :]]
        if bosses[:1] == [True]:
            return math.inf if self.progress.subject[0] == NEVER else 0.0
        return float(self.section_age(world)) if bosses[1:2] == [True] else 0.0

    def over(self, world: World) -> bool:
        """Return whether the level is won or lost, or no life is left."""
        return self.stage in ENDED or super().over(world)

    def won(self, world: World) -> bool:
        """Return whether the last phase was cleared."""
        return self.stage == Stage.WON

    @property
    def world_reached(self) -> tuple[int, int] | None:
        """Number of the level's world, and of the cleared phases."""
        return self.level.world, self.phases_cleared

    @property
    def phases_cleared(self) -> int:
        """Phases cleared."""
        return self.phase_number + (self.stage in (Stage.CLEARED, Stage.WON))

    def hud(self, world: World) -> Hud:
        """Score, lives, the phase and its objective, where to be."""
        number, note, age = self.phase_number + 1, self._note(world), self.section_age(world)
        running, hits = self.stage == Stage.RUNNING, count_hits(world)
        medals = medals_ahead(self.record, self.phase.medals, age, hits) if running else ""
        return (
            super()
            .hud(world)
            ._replace(
                progress=number,
                status=Status("PHASE", f"{number}/{len(self.level.phase)}", medals or self.level.name),
                banner=self._banner(world),
                objective=ObjectiveHud(self.task.title, note, min(max(self._share(world), 0.0), 1.0)),
                marker=self._marker(),
                night=self._night(world),
            )
        )

    def _note(self, world: World) -> str:
        if self.stage != Stage.RUNNING:
            return {Stage.FAILED: "lost", Stage.LOST: "lost"}.get(self.stage, "done")
        left = ticks(self.phase.limit) + CAMPAIGN.lead_in - self.section_age(world)
        limit = f"{-(-left // TICK_RATE)} s left" if self.phase.limit else ""
        extra = self.phase.extra
        left = extra_left(self.record, extra, self.score) if extra and not self.record.extra_done[0] else 0
        wanted = (extra.kind if left != 1 else extra.kind[:-1]) if extra and left else ""
        points = f"{int(CAMPAIGN.extra_points * self.rules.score):,}".replace(",", " ")
        bonus = f"{left} more {wanted}: +{points}" if wanted else ""
        return ", ".join(filter(None, (self.task.note(world), limit, bonus)))

    def _share(self, world: World) -> float:
        return self.task.share(world) if self.stage in (Stage.RUNNING, Stage.FAILED, Stage.LOST) else 1.0

    def _night(self, world: World) -> float:
        """Share of the sun's light that is gone: it fades away and back."""
        age = world.tick - int(self.progress.changed[0])
        share = min(age / CAMPAIGN.dusk, 1.0)
        return self.phase.dark * (share if self.stage == Stage.RUNNING else 1.0 - share)

    def _marker(self) -> Marker | None:
        if self.goal.kind[0] == GoalKind.NONE:
            return None
        x, y, z = self.goal.place.tolist()
        return Marker((x, y, z), float(self.goal.radius[0]), self.task.label)

    def _banner(self, world: World) -> Banner | None:
        age, phase = world.tick - int(self.progress.changed[0]), self.phase
        if age >= CAMPAIGN.banner:
            return None
        again = " once more" if self.progress.tries[0] > 1 else ""
        title, line = {
            Stage.RUNNING: (phase.name.upper() + again.upper(), phase.brief or self.task.title.lower()),
            Stage.CLEARED: ("CLEARED", self._medal_words),
            Stage.FAILED: ("PHASE LOST", self._loss(world)),
            Stage.WON: (f"{self.level.name.upper()} IS SAFE", "the orbit holds"),
            Stage.LOST: (f"{self.level.name.upper()} IS LOST", self._loss(world)),
        }[self.stage]
        return Banner(title, line, age, CAMPAIGN.banner)

    @property
    def _medal_words(self) -> str:
        won = PhaseMedal(int(self.record.medals[self.phase_number]))
        return medal_words(self.phase.medals, won, self.rules.score)

    def _loss(self, world: World) -> str:
        late = self._is_late(world)
        return f"{'out of time' if late else self.task.lost}: it cost a ship"

    def _is_late(self, world: World) -> bool:
        limit = ticks(self.phase.limit)
        return 0 < limit <= self.section_age(world) - CAMPAIGN.lead_in

    def results(self, world: World) -> dict[str, str]:
        """Results."""
        end = {Stage.WON: "won", Stage.LOST: "lost"}.get(self.stage, "lost" if self.over(world) else "open")
        return {
            "level": f"{self.level.name}, {end}",
            "score": str(self.points),
            "phases": f"{self.phases_cleared} of {len(self.level.phase)}",
            "medals": f"{sum(won.bit_count() for won in self.medals)} of {self._medals_most}",
            "kills": str(self.kills),
            "lives left": str(self.ships_left),
        }


def count_hits(world: World) -> int:
    """Hits on players so far."""
    return int(world.tables["harm"].hits.sum())


def place_zones(world: World, plans: tuple[ZonePlan, ...], phase: int) -> None:
    """Put those zones on the shell that a phase, from 1, has, and no others."""
    for row in world.zones.kind.nonzero()[0].tolist():
        remove_zone(world, row)
    for plan in plans:
        if is_there(plan, phase):
            add_zone(world, ZONES.named(plan.kind).number, plan.place, plan.radius, plan.strength, plan.axis)


def is_there(plan: ZonePlan, phase: int) -> bool:
    """Return whether a zone is there in a phase, from 1."""
    return not plan.phases or phase in plan.phases


def grow_zones(world: World, plans: tuple[ZonePlan, ...], phase: int, seconds: float) -> None:
    """Set the radii of zones that grow: they lie in the order of their plans, see `place_zones`."""
    there = [plan for plan in plans if is_there(plan, phase)]
    for row, plan in enumerate(there):
        if plan.growth:
            world.zones.radius[row] = min(plan.radius + plan.growth * seconds, ZONE_RADIUS_MAX)
