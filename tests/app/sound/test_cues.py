"""Cues made of events, without a device."""

import numpy as np
import pytest

from arena.app.sound.cues import (
    CUES_PER_TICK,
    HORIZON,
    LOUDNESS,
    SHARDS_PER_NOTE,
    Cue,
    Listener,
    blast,
    hear,
)
from arena.app.sound.effects import Sound
from arena.catalogue import kinds, weapons
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.weapons import WEAPONS
from arena.sim.tables.events import Event, Events

CAPACITY = 64
HERE = np.array([0.0, 0.0, 52.0], np.float32)
LISTENER = Listener(HERE, np.array([1.0, 0.0, 0.0], np.float32), row=0)


OTHER = Listener(HERE + np.array([40.0, 0.0, 0.0], np.float32), LISTENER.right, row=1)


def events(*rows: tuple[Event, int, float, tuple[float, float, float]]) -> Events:
    """Build events from (kind, row, size, offset from the listener)."""
    table = Events(
        np.zeros(CAPACITY, np.uint8),
        np.full(CAPACITY, -1, np.int32),
        np.full(CAPACITY, -1, np.int32),
        np.full(CAPACITY, kinds.DRONE.number, np.uint8),
        np.zeros(CAPACITY, np.float32),
        np.full((CAPACITY, 3), 7.0, np.float32),
        np.array([len(rows)]),
        np.zeros(1, np.int64),
    )
    for index, (kind, row, size, offset) in enumerate(rows):
        table.kind[index], table.row[index], table.size[index] = kind, row, size
        table.position[index] = HERE + np.array(offset, np.float32)
    return table


def killed(x: float, size: float = 0.5) -> Cue:
    """Cue of a body that is killed at the right."""
    return hear(events((Event.KILLED, 5, size, (x, 0.0, 0.0))), [LISTENER])[0]


def test_sounds_fade_with_distance_and_come_from_their_side() -> None:
    assert set(LOUDNESS) == set(Event)
    near, far, left = killed(3.0), killed(30.0), killed(-9.0)
    assert near.gain > far.gain > 0.0
    assert (near.pan > 0.0, far.pan, left.pan) == (True, 1.0, pytest.approx(-0.5))
    assert hear(events((Event.HIT, 5, 3.0, (0.0, 0.0, -104.0))), [LISTENER]) == [], "the far side"
    assert hear(events(), [LISTENER]) == []
    beside = [killed(HORIZON + aside, 2.0).distant for aside in (-1.0, 1.0)]
    assert beside == [False, True], "what is behind the horizon is dull"


def test_only_the_player_who_is_hurt_hears_it() -> None:
    hurt = events((Event.PLAYER_HURT, 1, 9.0, (1.0, 0.0, 0.0)))
    assert hear(hurt, [LISTENER]) == [] and len(hear(hurt, [LISTENER, OTHER])) == 1
    own = hear(events((Event.PLAYER_HURT, 0, 9.0, (1.0, 0.0, 0.0))), [LISTENER])
    assert [(cue.sound, cue.pan) for cue in own] == [(Sound.HURT, 0.0)]


def test_the_nearest_player_hears_each_event_once_from_the_own_side() -> None:
    burst = events((Event.KILLED, 5, 0.5, (36.0, 0.0, 0.0)))
    (alone,) = hear(burst, [LISTENER])
    (both,) = hear(burst, [LISTENER, OTHER])
    assert both.gain > alone.gain and alone.pan > 0.0 > both.pan


def test_gentle_bumps_are_silent() -> None:
    assert hear(events((Event.BUMP, 4, 1.0, (1.0, 0.0, 0.0))), [LISTENER]) == []
    assert hear(events((Event.BUMP, 4, 12.0, (1.0, 0.0, 0.0))), [LISTENER])[0].sound is Sound.BUMP


def test_what_matters_is_heard_first_and_the_list_is_short() -> None:
    rows = [(Event.HIT, 9, 1.0, (1.0, 0.0, 0.0))] * 40 + [(Event.PLAYER_KILLED, 0, 0.0, (0.0, 0.0, 0.0))]
    cues = hear(events(*rows), [LISTENER])
    assert len(cues) == CUES_PER_TICK
    assert cues[0].sound is Sound.PLAYER_KILLED


def heard(kind: Event, subject: int, size: float, row: int = 5) -> Cue:
    """Return what is heard of one event close by."""
    table = events((kind, row, size, (1.0, 0.0, 0.0)))
    table.subject[0] = subject
    return hear(table, [LISTENER])[0]


def test_weapons_kinds_and_pickups_are_told_apart() -> None:
    shots = {heard(Event.SHOT, kinds.PLAYER.number, weapon.fired, 0).sound for weapon in WEAPONS}
    assert len(shots) == len(WEAPONS)
    shooters = (kinds.PLAYER, kinds.GUNNER, kinds.STALKER, kinds.BOSS)
    assert len({heard(Event.SHOT, kind.number, 1.0).sound for kind in shooters}) == len(shooters)
    taken = [heard(Event.COLLECTED, kinds.PLAYER.number, pickup.number, 0).sound for pickup in PICKUPS]
    assert len(set(taken)) == len(PICKUPS)
    for one, other in (
        ((Event.HIT, kinds.BOSS, 3.0), (Event.HIT, kinds.DRONE, 3.0)),
        ((Event.DEPLOYED, kinds.MINER, 0.5), (Event.DEPLOYED, kinds.CARRIER, 0.5)),
        ((Event.LANDED, kinds.CRATE, 0.5), (Event.LANDED, kinds.DRONE, 0.5)),
        ((Event.BURST, kinds.ASTEROID, 0.5), (Event.KILLED, kinds.DRONE, 0.5)),
    ):
        sounds = {heard(event, kind.number, size).sound for event, kind, size in (one, other)}
        assert len(sounds) == 2


def test_a_boss_goes_down_louder_than_anything_and_the_companion_fires_quietly() -> None:
    cue, carrier = (heard(Event.KILLED, kind.number, 6.0) for kind in (kinds.BOSS, kinds.CARRIER))
    assert cue.sound is Sound.BOSS_KILLED and cue.priority > carrier.priority
    own = heard(Event.SHOT, kinds.PLAYER.number, weapons.PULSE.fired, 0)
    wing = heard(Event.SHOT, kinds.COMPANION.number, 0.0)
    assert own.sound is wing.sound and wing.gain < own.gain / 2 and wing.priority < own.priority


def test_larger_ships_make_larger_blasts() -> None:
    sounds = [blast(radius, 0.5)[0] for radius in (0.5, 1.0, 3.0)]
    assert sounds == [Sound.SMALL_BLAST, Sound.MEDIUM_BLAST, Sound.LARGE_BLAST]


def test_landings_are_heard_from_farther_away_than_other_sounds() -> None:
    """At their reach sounds have half of their loudness: 14 u, and 32 u for what warns of a landing."""

    def gain(event: Event, away: float) -> float:
        return hear(events((event, 5, 0.5, (away, 0.0, 0.0))), [LISTENER])[0].gain

    assert gain(Event.LANDING, 32.0) == pytest.approx(0.5 * gain(Event.LANDING, 0.0), rel=1e-3)
    assert gain(Event.KILLED, 14.0) == pytest.approx(0.5 * gain(Event.KILLED, 0.0), rel=1e-3)


def test_a_run_of_shards_climbs_a_step_with_every_third_after_the_first_three() -> None:
    """The size of an event is the number of the shard in its run, from 1."""
    runs = (
        hear(events((Event.SHARD, 0, float(shard), (1.0, 0.0, 0.0))), [LISTENER]) for shard in range(1, 10)
    )
    assert [cue.variant for (cue,) in runs] == [0, 0, 0, 1, 1, 1, 2, 2, 2] and SHARDS_PER_NOTE == 3
