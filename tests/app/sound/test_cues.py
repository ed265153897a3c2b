"""What happens becomes cues: all of it without a device."""

import numpy as np
import pytest

from arena.app.sound.cues import CUES_PER_TICK, HORIZON, LOUDNESS, Cue, Listener, blast, hear
from arena.app.sound.effects import Sound
from arena.catalogue import kinds, weapons
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.weapons import WEAPONS
from arena.sim.tables.events import Event, Events

CAPACITY = 64
HERE = np.array([0.0, 0.0, 52.0], np.float32)
LISTENER = Listener(HERE, np.array([1.0, 0.0, 0.0], np.float32), row=0)


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


def test_every_event_has_a_sound() -> None:
    assert set(LOUDNESS) == set(Event)


def test_sounds_fade_with_distance_and_come_from_their_side() -> None:
    near, far = (hear(events((Event.KILLED, 5, 0.5, (x, 0.0, 0.0))), [LISTENER])[0] for x in (3.0, 30.0))
    left = hear(events((Event.KILLED, 5, 0.5, (-9.0, 0.0, 0.0))), [LISTENER])[0]
    assert near.gain > far.gain > 0.0
    assert (near.pan > 0.0, far.pan, left.pan) == (True, 1.0, pytest.approx(-0.5))


def test_the_far_side_is_not_heard() -> None:
    assert hear(events((Event.HIT, 5, 3.0, (0.0, 0.0, -104.0))), [LISTENER]) == []


def test_no_events_no_cues() -> None:
    assert hear(events(), [LISTENER]) == []


def test_only_the_player_who_is_hurt_hears_it() -> None:
    assert hear(events((Event.PLAYER_HURT, 1, 9.0, (1.0, 0.0, 0.0))), [LISTENER]) == []
    own = hear(events((Event.PLAYER_HURT, 0, 9.0, (1.0, 0.0, 0.0))), [LISTENER])
    assert [(cue.sound, cue.pan) for cue in own] == [(Sound.HURT, 0.0)]


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
    shooters = (kinds.PLAYER.number, kinds.GUNNER.number, kinds.STALKER.number, kinds.BOSS.number)
    assert len({heard(Event.SHOT, kind, 1.0).sound for kind in shooters}) == len(shooters)
    taken = [heard(Event.COLLECTED, kinds.PLAYER.number, pickup.number, 0).sound for pickup in PICKUPS]
    assert len(set(taken)) == len(PICKUPS) - len(WEAPONS) + 1  # energy of all weapons sounds the same
    assert (
        heard(Event.HIT, kinds.BOSS.number, 3.0).sound is not heard(Event.HIT, kinds.DRONE.number, 3.0).sound
    )
    assert (
        heard(Event.DEPLOYED, kinds.MINER.number, 0.5).sound
        is not heard(Event.DEPLOYED, kinds.CARRIER.number, 0.5).sound
    )
    assert (
        heard(Event.BURST, kinds.ASTEROID.number, 0.5).sound
        is not heard(Event.KILLED, kinds.DRONE.number, 0.5).sound
    )


def test_a_boss_goes_down_louder_than_anything() -> None:
    cue = heard(Event.KILLED, kinds.BOSS.number, 6.0)
    assert (
        cue.sound is Sound.BOSS_KILLED
        and cue.priority > heard(Event.KILLED, kinds.CARRIER.number, 3.0).priority
    )


def test_the_companion_fires_like_us_but_quietly() -> None:
    own, wing = (
        heard(Event.SHOT, kinds.PLAYER.number, weapons.PULSE.fired, 0),
        heard(Event.SHOT, kinds.COMPANION.number, 0.0),
    )
    assert own.sound is wing.sound and wing.gain < own.gain / 2 and wing.priority < own.priority


def test_what_is_behind_the_horizon_is_dull() -> None:
    places = ((HORIZON - 1.0, 0.0, 0.0), (HORIZON + 1.0, 0.0, 0.0))
    near, far = (hear(events((Event.KILLED, 5, 2.0, place)), [LISTENER])[0] for place in places)
    assert (near.distant, far.distant) == (False, True)


def test_larger_ships_make_larger_blasts() -> None:
    assert [blast(radius, 0.5)[0] for radius in (0.5, 1.0, 3.0)] == [
        Sound.SMALL_BLAST,
        Sound.MEDIUM_BLAST,
        Sound.LARGE_BLAST,
    ]
