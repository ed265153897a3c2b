"""One game from the first wave to the last life: the world, the minds, the waves, the score, the lives."""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.ai.minds import Minds
from arena.game.companion_voice import CompanionVoice
from arena.game.far_side import spend_far_bullets
from arena.game.lives import NEVER, count_deaths, create_lives, safest_place
from arena.game.recording import ReplayHeader, ReplayWriter
from arena.game.rules import DIFFICULTIES, FIELD, MATCH, MODES, SCORE
from arena.game.scoring import create_score, create_worth, multiplier, score_death, score_events, score_wave
from arena.game.stopwatch import Stopwatch
from arena.game.waves import (
    WavePlan,
    advance_waves,
    begin_wave,
    create_waves,
    place_field,
    refill_field,
    send_boss,
    spawn_team,
    wave_beaten,
    wave_plan,
)
from arena.sim.commands import PlayerCommand
from arena.sim.kinds import Kind, Pool
from arena.sim.step import step
from arena.sim.world import World, WorldConfig
from arena.sphere import unit
from arena.tuning import NAVIGATION

SEED_LIMIT = 2**63
_LENGTH = struct.Struct("<Q")


class Phase(Enum):
    """Where a match stands."""

    RUNNING = "running"
    OVER = "over"  # no life is left; the world may go on behind the results


def _check(mode: str, seed: int, players: int, difficulty: str) -> None:
    if mode not in MODES:
        raise ValueError(f"mode {mode!r} is not known; there is {', '.join(MODES)}")
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"difficulty {difficulty!r} is not known; there is {', '.join(DIFFICULTIES)}")
    if not 1 <= players <= MATCH.players_max:
        raise ValueError(f"players must be 1 to {MATCH.players_max}, not {players}")
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"seed must be 0 to {SEED_LIMIT - 1}, not {seed}")


class Match:
    """A game in progress. The same arguments and commands give the same bits, for any number of workers.

    Everything that decides play is in `world` and in `waves`, `score_state` and `lives_state`: those are
    what `snapshot` holds and the hashes cover.
    """

    def __init__(
        self,
        mode: str = "endless",
        seed: int = 1,
        players: int = 1,
        workers: int | None = None,
        record: Path | str | BinaryIO | None = None,
        difficulty: str = "normal",
    ) -> None:
        """Lay out the field and start wave 1; `record` is where a replay goes, a new file or an open one.

        Raises:
            ValueError: an argument out of its range, which the message names.
            OSError: `record` exists already or cannot be created.
        """
        _check(mode, seed, players, difficulty)
        self.mode = mode
        self.difficulty = difficulty
        self._rules = DIFFICULTIES[difficulty]
        self.world = World(
            WorldConfig(
                *(seed, players, MATCH.enemies, MATCH.asteroids, MATCH.bullets),
                live_radius=tuning.SLEEP.live_radius,
                parting_max=tuning.CONTACT.parting_max,
                companions=players,
                mines=MATCH.mines,
                travellers=NAVIGATION.travellers,
                flow=True,
            )
        )
        self.waves = create_waves()
        self.score_state = create_score()
        self.lives_state = create_lives(players, self._rules.lives)
        self._worth = create_worth()
        self._stopwatch = Stopwatch()
        self._voices = [CompanionVoice(slot) for slot in range(players)]
        spawn_team(self.world)
        place_field(self.world, FIELD.first)
        self._minds = Minds(self.world, workers)
        self.recorder = ReplayWriter(record, self._header()) if record is not None else None

    def tick(self, commands: Sequence[PlayerCommand]) -> None:
        """Advance by 1/60 s; one command per player."""
        world = self.world
        if len(commands) != world.config.players:
            raise ValueError(f"commands of {len(commands)} players; the match has {world.config.players}")
        lap = self._stopwatch.lap
        self._stopwatch.start()
        self._minds.collect(world)
        lap("ai")
        step(world, commands, lap)
        spend_far_bullets(world.crossings, world.bodies, world.pools[Pool.BULLET].start)
        self._keep_score()
        self._keep_lives()
        self._keep_waves()
        for voice in self._voices:
            voice.listen(world, self.lives, self.wave_banner_ticks)
        lap("keep_rules")
        self._minds.submit(world)
        lap("ask_ai")
        if self.recorder is not None:
            self.recorder.record(commands, self.array_hashes)

    def close(self) -> None:
        """End the recording and join the minds' threads; more calls do nothing."""
        try:
            if self.recorder is not None:
                self.recorder.close(self.array_hashes())
        finally:
            self._minds.close()

    def __enter__(self) -> "Match":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What the view and the app read.

    @property
    def phase(self) -> Phase:
        """OVER once nobody flies and nobody will return."""
        lives = self.lives_state
        players = self.world.config.players
        if lives.left[0] > 0 or self.world.bodies.alive[:players].any():
            return Phase.RUNNING
        return Phase.OVER

    @property
    def score(self) -> int:
        """Points of all players."""
        return int(self.score_state.points[0])

    @property
    def multiplier(self) -> int:
        """What the next kill's points are multiplied by, from 1."""
        return multiplier(self.score_state)

    @property
    def charge(self) -> float:
        """How far the multiplier is on its way to the next step, 0 to 1."""
        return int(self.score_state.charge[0]) % SCORE.step / SCORE.step

    @property
    def chain(self) -> int:
        """Kills in the running chain."""
        return int(self.score_state.chain[0])

    @property
    def kills(self) -> int:
        """Ships that players destroyed."""
        return int(self.score_state.kills.sum() - self.score_state.kills[Kind.ASTEROID])

    @property
    def wave(self) -> int:
        """Number of the running wave, from 1."""
        return int(self.waves.number[0])

    @property
    def wave_banner_ticks(self) -> int:
        """Ticks since this wave began."""
        return self.world.tick - int(self.waves.began[0])

    @property
    def enemies_left(self) -> int:
        """Ships alive and still to come in this wave."""
        waiting = max(0, self._plan().ships - int(self.waves.sent[0]))
        return waiting + self.world.pools[Pool.ENEMY].active

    @property
    def lives(self) -> int:
        """Lives left for all players together; the ships that fly count."""
        return int(self.lives_state.left[0])

    @property
    def respawn_ticks(self) -> int:
        """Ticks until the next waiting player returns, 0 where nobody waits."""
        waiting = self.lives_state.returns_at[self.lives_state.returns_at > self.world.tick]
        return int(waiting.min()) - self.world.tick if len(waiting) else 0

    def companion_line(self, slot: int) -> str:
        """What player `slot`'s companion says at the moment, or an empty text."""
        return self._voices[slot].line

    @property
    def systems_ms(self) -> dict[str, float]:
        """Milliseconds of the last tick by system, in order; `ai` is the wait for the minds."""
        return self._stopwatch.laps_ms

    # Saving, taking back, comparing. All wait for the minds first: a state has its decisions.

    def snapshot(self) -> bytes:
        """All that decides what follows; `restore` in a match with the same arguments continues exactly."""
        self._minds.collect(self.world)
        world = self.world.snapshot()
        return b"".join([_LENGTH.pack(len(world)), world, *(array.tobytes() for _, array in self._arrays())])

    def restore(self, saved: bytes) -> None:
        """Go back, or forward, to a snapshot.

        Raises:
            ValueError: it is not a snapshot of such a match, or the match is being recorded.
        """
        if self.recorder is not None:
            raise ValueError("a match that is being recorded cannot be taken back")
        own = sum(array.nbytes for _, array in self._arrays())
        if len(saved) < _LENGTH.size or len(saved) != _LENGTH.size + _LENGTH.unpack_from(saved)[0] + own:
            raise ValueError(f"not a snapshot of such a match: {len(saved)} bytes")
        self._minds.collect(self.world)
        self._voices = [CompanionVoice(slot) for slot in range(len(self._voices))]
        at = len(saved) - own
        self.world.restore(saved[_LENGTH.size : at])
        for _, array in self._arrays():
            array[:] = np.frombuffer(saved, array.dtype, array.size, at)
            at += array.nbytes

    def array_hashes(self) -> dict[str, int]:
        """A 64-bit hash of every array of the state, by name, in a fixed order."""
        self._minds.collect(self.world)
        own = {name: _hash(array.tobytes()) for name, array in self._arrays()}
        return self.world.array_hashes() | own

    def state_hash(self) -> int:
        """One 64-bit hash of the whole state."""
        self._minds.collect(self.world)
        own = b"".join(array.tobytes() for _, array in self._arrays())
        return _hash(self.world.state_hash().to_bytes(8, "little") + own)

    def _arrays(self) -> Iterator[tuple[str, NDArray[np.int64]]]:
        for group, table in (("waves", self.waves), ("score", self.score_state), ("lives", self.lives_state)):
            for name, array in table.columns():
                yield f"{group}.{name}", array

    def _header(self) -> ReplayHeader:
        world = self.world
        names = tuple(self.array_hashes())
        return ReplayHeader(world.seed, self.mode, self.difficulty, world.config.players, names)

    # The parts of a tick.

    def _plan(self) -> WavePlan:
        return wave_plan(self.wave, self._rules)

    def _keep_score(self) -> None:
        if self.phase is Phase.OVER:  # shots still in flight pay nobody
            return
        world = self.world
        score_events(
            world.events, world.pools[Pool.ENEMY].start, self._worth, self._rules.score, world.tick,
            self.score_state,
        )  # fmt: skip

    def _keep_lives(self) -> None:
        world, lives = self.world, self.lives_state
        if count_deaths(world.events, world.bodies, world.tick, lives):
            score_death(self.score_state)
        for slot, tick in enumerate(lives.returns_at.tolist()):
            if NEVER < tick <= world.tick:
                lives.returns_at[slot] = NEVER
                self._reunite(slot)

    def _reunite(self, slot: int) -> None:
        world = self.world
        companions = world.rows(Pool.COMPANION)
        own = companions[world.memory.target[companions] == slot]
        center, place = unit(world.bodies.position[own[0] if len(own) else slot]), np.empty(3)
        first = world.pools[Pool.ENEMY].start
        safest_place(world.bodies, first, world.shell_radius, center, world.seed, world.tick, slot, place)
        world.spawn_player(slot, place)

    def _keep_waves(self) -> None:
        if self.phase is Phase.OVER:
            return
        world, plan = self.world, self._plan()
        advance_waves(world, self.waves, plan)
        refill_field(world, self.wave)
        beaten = wave_beaten(world, self.waves, plan)
        age = self.wave_banner_ticks
        if beaten:
            score_wave(self.score_state, self.wave, plan.limit - age, self._rules)
        if beaten or age >= plan.limit:
            begin_wave(self.waves, self.wave + 1, world.tick)
            send_boss(world, self._plan())


def _hash(data: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
