"""Plans of waves: beats of named groups, by the wave's number, the difficulty and the seed alone.

Every wave has the same shape: an opening, a build-up, a lull, a peak, and a last stand of few strong ones.
Its weight grows with the number. The difficulty sets the formations, the number of sides, the kinds that come
together, and the time of warning.
"""

import functools
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple, TypeVar

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, Debut, Trait
from arena.game.rules import WAVES, Difficulty
from arena.sim.random import Stream, uniform
from arena.tuning import TICK_RATE, VOLLEY

ChoiceT = TypeVar("ChoiceT")

WAVE = int(Stream.WAVE)
DRAWS = 1 << 21
"""Offset that keeps draws for plans apart from draws for places, which count waves from 0 too."""


DEALT = 2 * DRAWS
"""The same for the deal of early kinds."""
PLANS_KEPT = 64


class BeatName(IntEnum):
    """Parts of a wave, in their order."""

    OPENING = 0
    BUILD_UP = 1
    PEAK = 2
    LAST_STAND = 3


class Group(NamedTuple):
    """Ships of one kind that land together."""

    kind: int
    count: int
    formation: str
    at: int  # [ticks] after its beat began
    front: int  # side of the player, from 0; groups of a beat with the same one land in one place


class Beat(NamedTuple):
    """A part of a wave."""

    name: BeatName
    groups: tuple[Group, ...]  # by the time at which they come
    fronts: int  # sides of the player, evenly around
    left: int  # ships alive with which the next beat may begin
    patience: int  # [ticks] after its last group at which that begins anyway

    @property
    def ships(self) -> int:
        """Number of ships in all its groups."""
        return sum(group.count for group in self.groups)


class WavePlan(NamedTuple):
    """Plan of a wave."""

    beats: tuple[Beat, ...]
    limit: int  # [ticks] after its last group at which the next wave comes whether or not this one is beaten
    fall: float  # [s] from outer orbit to the shell: how long landings are announced
    boss: bool  # a boss comes from the far side
    tide: int = 0  # drones of the river that flows past at its peak

    @property
    def ships(self) -> int:
        """Number of its ships without the boss."""
        return sum(beat.ships for beat in self.beats)

    def count(self, kind: int) -> int:
        """Number of ships of a kind."""
        return sum(group.count for beat in self.beats for group in beat.groups if group.kind == kind)


class Chance:
    """Draws for one plan: the same wave of the same seed is the same plan."""

    def __init__(self, number: int, seed: int) -> None:
        self._number, self.seed, self._drawn = DRAWS + number, seed, 0

    def choose(self, among: Sequence[ChoiceT]) -> ChoiceT:
        """One of several, drawn."""
        self._drawn += 1
        return among[int(uniform(self.seed, WAVE, self._number, self._drawn) * len(among))]


def wave_plan(number: int, difficulty: Difficulty, seed: int = 0) -> WavePlan:
    """Plan of wave `number`, from 1. It grows without end: more ships, more kinds together, less rest."""
    past = number - 1
    difficulty = difficulty._replace(pause=difficulty.pause / (1.0 + WAVES.haste * past))
    weight = (WAVES.weight_first + WAVES.weight_growth * past + WAVES.weight_curve * past * past) * (
        difficulty.enemies
    )
    boss = number % WAVES.boss_every == 0
    if boss:
        weight *= WAVES.boss_share
    draw = Chance(number, seed)
    beats = (
        _opening(number, weight, difficulty, draw),
        _build_up(number, weight, difficulty, draw),
        _peak(number, weight, difficulty, draw),
        _last_stand(number, weight, difficulty, draw),
    )
    limit = WAVES.boss_limit if boss else WAVES.limit
    return WavePlan(beats, limit, difficulty.fall, boss, _tide(number))


def _tide(number: int) -> int:
    """Drones of a wave's tide; 0: it has none."""
    later, rest = divmod(number - WAVES.tide_from, WAVES.tide_every)
    return min(WAVES.tide_first + WAVES.tide_growth * later, WAVES.tide_most) if later >= rest == 0 else 0


def debuts() -> dict[int, Debut]:
    """Debuts of the kinds that waves send, by number."""
    return {row.number: row.rules.ship.debut for row in KINDS if row.rules.ship and row.rules.ship.debut}


DEBUTS = debuts()


@functools.lru_cache(PLANS_KEPT)
def kinds_of(number: int, seed: int = 0) -> tuple[int, ...]:
    """Kinds that may come in wave `number` beside drones, the newest last.

    Those with a debut up to wave `WAVES.dealt_until` are dealt by the seed: the first waves get the same
    number of kinds in every game, but others.
    """
    known = sorted((debut.first, kind) for kind, debut in DEBUTS.items() if kind != kinds.DRONE.number)
    early = [kind for first, kind in known if first <= WAVES.dealt_until]
    dealt = sorted(early, key=lambda kind: uniform(seed, WAVE, DEALT, kind))
    order = [*dealt, *(kind for first, kind in known if first > WAVES.dealt_until)]
    return tuple(kind for (first, _), kind in zip(known, order, strict=True) if first <= number)


def needs_guard(kind: int) -> bool:
    """True if a kind does not attack by itself: it launches or shields others."""
    return kind == kinds.CARRIER.number or Trait.SHIELDS in KINDS[kind].rules.traits


def _weight(kind: int) -> float:
    """Weight of one ship of a kind; a drone is 1."""
    return DEBUTS[kind].weight


def _count(kind: int, weight: float, number: int) -> int:
    """Number of ships of a kind with that weight, one at least, at most what the wave lets land together."""
    debut = DEBUTS[kind]
    return max(1, min(round(weight / debut.weight), debut.most + number // debut.more_every))


def _pause(seconds: float, difficulty: Difficulty) -> int:
    return round(seconds * difficulty.pause * TICK_RATE)


def _feature(number: int, draw: Chance) -> int:
    """Kind that a beat is about: the newest one in its first wave, else any."""
    known = kinds_of(number, draw.seed)
    if not known:
        return kinds.DRONE.number
    is_new = number > 1 and known[-1] not in kinds_of(number - 1, draw.seed)
    return known[-1] if is_new else draw.choose(known)


def _fronts(number: int, difficulty: Difficulty) -> int:
    return max(1, min(1 + (number + difficulty.fronts) // WAVES.fronts_every, WAVES.fronts_max))


def _beat(
    name: BeatName, groups: Sequence[Group], fronts: int, left: float, patience: float, difficulty: Difficulty
) -> Beat:
    ships = sum(group.count for group in groups)
    in_order = tuple(sorted(groups, key=lambda group: group.at))
    return Beat(name, in_order, fronts, round(left * ships), _pause(patience, difficulty))


def _opening(number: int, weight: float, difficulty: Difficulty, draw: Chance) -> Beat:
    """Opening: a group of drones that announces the wave; later waves send a second one elsewhere."""
    drones = _count(kinds.DRONE.number, WAVES.opening * weight, number)
    shape, at = draw.choose(WAVES.simple_shapes), WAVES.lead_in
    groups = [Group(kinds.DRONE.number, drones, shape, at, 0)]
    if number >= WAVES.second_opening:
        groups.append(Group(kinds.DRONE.number, max(1, drones // 2), draw.choose(WAVES.simple_shapes), at, 1))
    return _beat(BeatName.OPENING, groups, 2, WAVES.opening_left, WAVES.opening_patience, difficulty)


def _build_up(number: int, weight: float, difficulty: Difficulty, draw: Chance) -> Beat:
    """Build-up: drones and the wave's feature by turns, from side to side."""
    feature = _feature(number, draw)
    rounds = WAVES.build_up_rounds + number // WAVES.rounds_every
    share = WAVES.build_up * weight / rounds
    groups: list[Group] = []
    for k in range(rounds):
        at, shape = _pause(WAVES.build_up_pause * k, difficulty), draw.choose(WAVES.simple_shapes)
        groups.append(
            Group(
                kinds.DRONE.number,
                _count(kinds.DRONE.number, WAVES.swarm_share * share, number),
                shape,
                at,
                2 * k % 3,
            )
        )
        later = at + _pause(WAVES.build_up_pause / 2, difficulty)
        count = _count(feature, (1.0 - WAVES.swarm_share) * share, number)
        groups.append(Group(feature, count, draw.choose(WAVES.simple_shapes), later, (2 * k + 1) % 3))
    return _beat(BeatName.BUILD_UP, groups, 3, WAVES.build_up_left, WAVES.build_up_patience, difficulty)


def _peak(number: int, weight: float, difficulty: Difficulty, draw: Chance) -> Beat:
    """Peak after a lull: drones in a shape that demands an answer, and others with them."""
    start, shape = _pause(WAVES.lull, difficulty), draw.choose(difficulty.shapes)
    fronts, share = _fronts(number, difficulty), WAVES.peak * weight
    groups = list(_swarm(shape, WAVES.swarm_share * share, start, fronts))
    together = _company(number, difficulty.together + number // WAVES.together_every, draw)
    for k, kind in enumerate(together):
        count = _count(kind, (1.0 - WAVES.swarm_share) * share / len(together), number)
        if fires_volleys(kind):
            count = max(count, VOLLEY.least + 1)
        at = start + _pause(WAVES.peak_pause * (k + 1), difficulty)
        groups.append(Group(kind, count, draw.choose(WAVES.strong_shapes), at, k % fronts))
    return _beat(BeatName.PEAK, groups, fronts, WAVES.peak_left, WAVES.peak_patience, difficulty)


def _company(number: int, together: int, draw: Chance) -> list[int]:
    """Kinds beside the drones of a peak; of two or more one fires volleys, as soon as it is known."""
    known = list(kinds_of(number, draw.seed))
    chosen = [known.pop(known.index(draw.choose(known))) for _ in range(min(together, len(known)))]
    volleys = [kind for kind in kinds_of(number, draw.seed) if fires_volleys(kind)]
    if number >= WAVES.volley_from and len(chosen) > 1 and volleys and not any(map(fires_volleys, chosen)):
        chosen[-1] = draw.choose(volleys)
    return chosen


def fires_volleys(kind: int) -> bool:
    """True if several of a kind fire together."""
    return Trait.VOLLEYS in KINDS[kind].rules.traits


def _swarm(shape: str, weight: float, at: int, fronts: int) -> Iterator[Group]:
    """Drones of the peak: the shape once, or once on each side where they are too many for one."""
    count = max(1, round(weight))
    groups = -(-count // WAVES.group_max)
    for k in range(groups):
        part = count * (k + 1) // groups - count * k // groups
        yield Group(kinds.DRONE.number, part, shape, at + k // fronts * WAVES.retry, k % fronts)


def _last_stand(number: int, weight: float, difficulty: Difficulty, draw: Chance) -> Beat:
    """Last stand of few ships of the strongest kinds known; carriers and shielders come with a halo."""
    strongest = sorted(kinds_of(number, draw.seed), key=_weight)[-WAVES.last_stand_kinds :]
    kind = draw.choose(strongest) if strongest else kinds.DRONE.number
    at, count = _pause(WAVES.last_stand_pause, difficulty), _count(kind, WAVES.last_stand * weight, number)
    if needs_guard(kind):
        fighters = [other for other in kinds_of(number, draw.seed) if not needs_guard(other)]
        guard = draw.choose(sorted(fighters, key=_weight)[-WAVES.last_stand_kinds + 1 :])
        groups = [
            Group(kind, count, "column", at, 0),
            Group(guard, _count(guard, WAVES.halo * weight, number), "halo", at, 0),
        ]
    else:
        groups = [Group(kind, max(2, count), draw.choose(difficulty.shapes), at, 0)]
    return _beat(BeatName.LAST_STAND, groups, 1, 0.0, 0.0, difficulty)
