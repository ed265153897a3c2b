"""`BotGame`: one game that a bot plays headless, and the figures that are told of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from arena import shutdown
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.catalogue.modules import MODULES
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.skills import ANY_SPARK, NEVER_BOMBS, NEVER_DASHES, NEVER_STRIKES, SKILLS
from arena.catalogue.weapons import WEAPONS, WeaponRow
from arena.game.bots.bot import Bot
from arena.game.crates import held_modules
from arena.game.match import Match
from arena.game.rules import SCORE
from arena.game.scoring.harm import Death, Means
from arena.game.waves.director import count_ships
from arena.sim.kinds import Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.sweep.cascades import CascadeLog
from arena.sweep.density import Density
from arena.sweep.tasks import STATE_HASH, SweepTask
from arena.tuning import TICK_RATE

IDLE = "idle"
"""A pilot without any input, beside the bot's skills."""
PILOTS = (IDLE, *SKILLS.names)
MODULE = "module"
"""Means that has no bullet: the spark of a module."""
KILLERS = (*WEAPONS.names, MODULE, "bomb", "ramming")
"""Means of the player that destroy ships."""
PILOT = 0
"""The bot's row, there is only one player."""
NOTED = np.isin(
    np.arange(len(Event)),
    [Event.SHOT, Event.HIT, Event.KILLED, Event.BOMB, Event.COLLECTED, Event.NEAR_MISS],
)
SAMPLE = 2 * TICK_RATE
"""Ticks between two counts of the ships that threaten."""


Row = dict[str, Any]
"""Figures of one game, by name."""


class Policy(NamedTuple):
    """A handicap of a bot: it does without something, to measure what that is worth."""

    skill: Mapping[str, float] = MappingProxyType({})  # fields of `SkillRules` that differ
    weapon: WeaponRow | None = None  # the only one it ever holds


WHOLE = "whole"
POLICIES: dict[str, Policy] = {
    WHOLE: Policy(),
    **{f"{row.name} only": Policy({"changes_weapon": False}, row) for row in WEAPONS},
    "no bombs": Policy({"bomb_ships": NEVER_BOMBS}),
    "no strikes": Policy({"strike_ships": NEVER_STRIKES, "boost_danger": NEVER_DASHES}),
    "no shards": Policy({"shard_reach": 0.0}),
    "any spark": Policy({"spark_volatiles": ANY_SPARK}),
    "any module": Policy({"module_taste": 0.0, "module_foresight": 0.0}),
}


@dataclass(frozen=True)
class BotGame(SweepTask):
    """A game for a bot."""

    mode: str
    difficulty: str
    skill: str
    seed: int
    ticks: int  # after which it is broken off
    level: str = ""  # text, of a campaign
    policy: str = WHOLE

    def run(self) -> Row:
        """Play it."""
        return play_game(self)


class Chronicle:
    """Counts what the events of each tick tell; keys are such as `kills: pulse`."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._struck: dict[int, str] = {}  # of this tick: weapon that hit a row last
        self._bombed = False

    def observe(self, world: World) -> None:
        """Take note of the tick just played."""
        events = world.events
        found = np.flatnonzero(NOTED[events.kind[: events.count[0]]]).tolist()
        if not found:
            return
        self._struck, self._bombed = {}, False
        for at in found:
            self._note(world, at, Event(events.kind[at]), int(events.row[at]), int(events.other[at]))

    def _note(self, world: World, at: int, event: Event, row: int, other: int) -> None:
        size = float(world.events.size[at])
        if event == Event.SHOT and row == PILOT:
            self.counts[f"shots: {WEAPONS[int(size) - 1].name}"] += 1
        elif event == Event.BOMB:
            self.counts["bombs"] += 1
            self._bombed = True
        elif event == Event.COLLECTED:
            self.counts[f"pickup: {PICKUPS[int(size)].name}"] += 1
        elif event == Event.NEAR_MISS:
            self.counts["near misses"] += 1
        elif event == Event.HIT:
            self._note_hit(world, at, row, other, size)
        elif event == Event.KILLED:
            self._note_kill(world, row, other, int(world.events.subject[at]))

    def _note_hit(self, world: World, at: int, row: int, other: int, size: float) -> None:
        if other == PILOT:
            means = _means_of_hit(world, at)
            self._struck[row] = means
            self.counts[f"damage: {means}"] += round(size)

    def _note_kill(self, world: World, row: int, other: int, kind: int) -> None:
        if kind == kinds.MINE.number:
            return
        if other == PILOT:
            means = self._struck.get(row) or ("bomb" if self._bombed else "ramming")
            self.counts[f"kills: {means}"] += 1
        elif 0 <= other < world.pools[Pool.ENEMY].start:
            self.counts["kills: companion"] += 1


def _name(kind: int) -> str:
    return KINDS[kind].words


def _means_of_hit(world: World, at: int) -> str:
    """Weapon of the bullet that event `at` tells of: it hit where it is, and stays there for this tick."""
    first = world.pools[Pool.BULLET].start
    same = (world.bodies.position[first:] == world.events.position[at]).all(axis=1)
    fired = same & (world.bullets.weapon > 0)
    return WEAPONS[int(world.bullets.weapon[np.argmax(fired)]) - 1].name if fired.any() else MODULE


def cause_of(death: Death) -> str:
    """Cause of a death in two words: "gunner bullet", "drone touch", "mine"."""
    if death.kind is None:
        return "unknown"
    if death.means in (Means.MINE, Means.ASTEROID):
        return _name(death.kind)
    return f"{_name(death.kind)} {death.means.name.lower()}"


def count_harm(match: Match) -> Counter[str]:
    """Deaths by cause, hits, and how many of them came without warning, by kind."""
    counts = Counter(f"death: {cause_of(death)}" for death in match.mode.deaths(match.world))
    harm = match.world.tables["harm"]
    for kind in np.flatnonzero(harm.hits).tolist():
        counts[f"hits: {_name(kind)}"] = int(harm.hits[kind])
        counts[f"unwarned: {_name(kind)}"] = int(harm.unwarned[kind])
    return counts


class WaveCourse:
    """Course of a game: the start of each wave, and the number of threatening ships over time."""

    def __init__(self) -> None:
        self.begun: list[float] = []
        self.threats: list[int] = []
        self.multiplier = 1

    def observe(self, match: Match) -> None:
        """Look at the game from time to time."""
        tick, hud = match.world.tick, match.hud()
        if hud.progress > len(self.begun):
            self.begun.append(tick / TICK_RATE)
        self.multiplier = max(self.multiplier, hud.multiplier)
        if tick % SAMPLE == 0:
            self.threats.append(count_ships(match.world))


def create_bot(game: BotGame) -> Bot | None:
    """The game's pilot, with what its policy changes; None: nobody touches the controls."""
    if game.skill == IDLE:
        return None
    bot = Bot(skill=game.skill)
    bot.skill = replace(bot.skill, **POLICIES[game.policy].skill)
    return bot


def play_game(game: BotGame) -> Row:
    """Play to the end, or to the game's last tick; returns what came of it."""
    bot = create_bot(game)
    chronicle, course, density, cascades = Chronicle(), WaveCourse(), Density(), CascadeLog()
    with Match(game.mode, game.seed, workers=1, difficulty=game.difficulty, level=game.level) as match:
        weapon = POLICIES[game.policy].weapon
        if weapon is not None:
            match.world.players.weapon[PILOT] = weapon.number
        while match.world.tick < game.ticks and not match.over:
            shutdown.check()
            match.tick([bot.command(match.world) if bot else PlayerCommand()])
            chronicle.observe(match.world)
            density.observe(match)
            cascades.observe(match, bot.target_row if bot else -1)
            if match.world.tick % (TICK_RATE // 2) == 0:
                course.observe(match)
        hud, over, harm = match.hud(), match.over, count_harm(match)
        state = match.state_hash()
        earnings, held = match.mode.earnings(match.world), held_modules(match.world, PILOT)
    return {
        STATE_HASH: f"{state:016x}",
        "seconds": match.world.tick / TICK_RATE,
        "ended": int(over),
        "won": int(match.won),
        "wave": hud.progress,
        "score": hud.score,
        "multiplier": course.multiplier,
        "full_multiplier": int(course.multiplier >= SCORE.multiplier_max),
        "bosses": int(match.world.tables["score"].kills[kinds.BOSS.number]),
        "waves_begun": " ".join(f"{second:.0f}" for second in course.begun),
        "threats": " ".join(map(str, course.threats)),
        "evolved": sum(MODULES.named(name).rules.evolves_from is not None for name in held),
        **density.figures(),
        **cascades.figures(),
        **{f"module: {name}": level for name, level in held.items()},
        **{f"points: {source}": points for source, points in earnings.items()},
        **dict(sorted((chronicle.counts + harm).items())),
        **{name: count for name, count in sorted(harm.items()) if count == 0},
    }


def counted(rows: Sequence[Row], topic: str) -> dict[str, int]:
    """Counts of each thing under `topic` ("death", "kills" ...) over all these games, largest first."""
    counts: dict[str, int] = {}
    for row in rows:
        for name, value in row.items():
            if name.startswith(f"{topic}: "):
                counts[name[len(topic) + 2 :]] = counts.get(name[len(topic) + 2 :], 0) + value
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def shares(counts: dict[str, int]) -> dict[str, float]:
    """Each count as a share of all, 0 to 1."""
    whole = sum(counts.values())
    return {name: count / whole for name, count in counts.items()} if whole else {}


def weapon_kills(rows: Sequence[Row]) -> dict[str, float]:
    """Share of each weapon in what the player's weapons destroyed."""
    kills = counted(rows, "kills")
    return shares({weapon: kills.get(weapon, 0) for weapon in WEAPONS.names})
