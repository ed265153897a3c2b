"""What a companion says: one line at a time, each when it helps.

`Match.tick` calls `CompanionVoice.listen` at the end of every tick, once per player; the view shows `line`.
What is said follows from the world alone and changes nothing in it, so a replay speaks as the game did. It is
not part of the state: after a restore it starts afresh.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.game.rules import VOICE
from arena.sim.events import Event
from arena.sim.kinds import Kind, Pool
from arena.sim.world import World


class Rank(IntEnum):
    """Who may interrupt whom: only a higher one, and only after `VOICE.least` ticks."""

    CHAT = 0
    ADVICE = 1
    WARNING = 2


class Line(NamedTuple):
    """Something to say."""

    text: str
    rank: Rank
    pause: int  # [ticks] before it is said again


FIRST_MET = {
    kind: Line(text, Rank.ADVICE, 0)
    for kind, text in {
        Kind.DRONE: "Drones inbound. Keep moving.",
        Kind.GUNNER: "Gunner. It aims where you will be.",
        Kind.LANCER: "Lancer. When it stops to aim, leave its line.",
        Kind.WEAVER: "Weaver. It dodges; get close.",
        Kind.MINER: "Miner. Mind what it leaves behind.",
        Kind.STALKER: "Stalker. Watch the rocks.",
        Kind.CARRIER: "Carrier. End it before its brood is out.",
        Kind.BOSS: "There it is. Take the turrets first.",
    }.items()
}
"""Said when the first of its kind comes near; parts belong to their boss."""

BEHIND = Line("Behind you!", Rank.WARNING, VOICE.behind_pause)
HURT = Line("You are burning. Break off!", Rank.WARNING, VOICE.hurt_pause)
LAST_SHIP = Line("Last ship. Fly it well.", Rank.ADVICE, 0)
REUNION = Line("There you are. With you.", Rank.ADVICE, 0)
CLEAR = Line("Clear. For a moment.", Rank.CHAT, 0)
MINE = Line("Got one.", Rank.CHAT, VOICE.kill_pause)


class CompanionVoice:
    """The voice of player `slot`'s companion; silent where it has none."""

    def __init__(self, slot: int = 0) -> None:
        self._slot = slot
        self._met: set[Kind] = set()
        self._again: dict[str, int] = {}  # tick from which each line may be said again
        self._line: Line | None = None
        self._begun = 0
        self._flew = True  # whether the player lived in the last tick

    @property
    def line(self) -> str:
        """What is being said, or an empty text."""
        return self._line.text if self._line is not None else ""

    def listen(self, world: World, lives: int, wave_age: int) -> None:
        """Decide what to say after a tick.

        Args:
            world: of the match.
            lives: left for all players, ships that fly included.
            wave_age: ticks since the wave began.
        """
        if self._line is not None and world.tick - self._begun >= VOICE.length:
            self._line = None
        if not len(self._companions(world)):
            return
        for line in sorted(self._thoughts(world, lives, wave_age), key=lambda line: -line.rank):
            self._say(line, world.tick)  # the most urgent first; the others find it being said
        self._flew = bool(world.bodies.alive[self._slot])

    def _say(self, line: Line, tick: int) -> None:
        """Say it, unless something more urgent is being said or it was said just now."""
        if tick < self._again.get(line.text, 0):
            return
        spoken = self._line
        if spoken is not None and (line.rank <= spoken.rank or tick - self._begun < VOICE.least):
            return
        self._line, self._begun = line, tick
        self._again[line.text] = tick + VOICE.length + line.pause
        self._met.update(kind for kind, advice in FIRST_MET.items() if advice is line)

    def _companions(self, world: World) -> NDArray[np.int64]:
        """Rows of the player's own, one at most as a rule."""
        rows = world.rows(Pool.COMPANION)
        return rows[world.memory.target[rows] == self._slot]

    def _thoughts(self, world: World, lives: int, wave_age: int) -> list[Line]:
        """Everything there is to say in this tick."""
        said: list[Line] = []
        slot, bodies = self._slot, world.bodies
        if not bodies.alive[slot]:
            return said
        if not self._flew:
            said.append(LAST_SHIP if lives == 1 else REUNION)
        if world.events.count[0]:
            said += self._remarks(world)
        if wave_age == 0 and world.tick > 1 and self._is_clear(world):
            said.append(CLEAR)
        if world.tick % VOICE.look_interval == 0:
            said += self._look_around(world)
        return said

    @staticmethod
    def _is_clear(world: World) -> bool:
        """Whether nobody is left of the wave before; the new one may have brought its boss already."""
        return bool((world.bodies.kind[world.rows(Pool.ENEMY)] >= Kind.BOSS).all())

    def _remarks(self, world: World) -> list[Line]:
        """On what happened in this tick."""
        said: list[Line] = []
        slot, events, count = self._slot, world.events, int(world.events.count[0])
        kinds, rows = events.kind[:count], events.row[:count]
        weak = world.bodies.health[slot] < VOICE.hurt_health * world.kinds.health[Kind.PLAYER]
        if weak and ((kinds == Event.PLAYER_HURT) & (rows == slot)).any():
            said.append(HURT)
        killers = events.other[:count][kinds == Event.KILLED]
        if np.isin(killers, self._companions(world)).any():
            said.append(MINE)
        return said

    def _look_around(self, world: World) -> list[Line]:
        """Who came near for the first time, and who is in the player's back."""
        bodies, slot = world.bodies, self._slot
        rows = world.rows(Pool.ENEMY)
        rows = rows[bodies.climb[rows] == 0.0]
        away = bodies.position[rows] - bodies.position[slot]
        distance = np.sqrt(np.einsum("ij,ij->i", away, away))
        near = {Kind(int(kind)) for kind in bodies.kind[rows[distance < VOICE.sight]]}
        said = [FIRST_MET[kind] for kind in FIRST_MET if kind in near - self._met]
        behind = away @ bodies.heading[slot] < -VOICE.behind_cosine * distance
        closing = np.einsum("ij,ij->i", bodies.velocity[rows] - bodies.velocity[slot], away) < 0.0
        if (behind & closing & (distance < VOICE.behind_distance)).any():
            said.append(BEHIND)
        return said
