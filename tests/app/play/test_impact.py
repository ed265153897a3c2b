"""Blows stop the clock for a blink and the last one slows it down; ticks know nothing of it."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.app.play.clock import TickClock
from arena.app.play.impact import BLAST_SECONDS, HIT_SECONDS, LAST_RATE, LAST_SECONDS, NEAR, Impact
from arena.catalogue import kinds
from arena.sim.tables.events import Event

FRAME = 1.0 / 60.0
HERE, AWAY = (0.0, 0.0, 52.0), (0.0, 0.0, -52.0)


Told = tuple[Event, int, float, tuple[float, float, float]]
"""Kind, row, size and place of an event."""


def world(told: Told) -> Any:
    """A world in which this happened: two players are beside each other, a third is far away."""
    kind, row, size, place = told
    events = SimpleNamespace(
        count=np.array([1]), kind=np.array([kind], np.int64), row=np.array([row], np.int64),
        size=np.array([size], np.float32), position=np.array([place], np.float32),
    )  # fmt: skip
    places = np.array([HERE, HERE, AWAY], np.float32)
    return SimpleNamespace(events=events, bodies=SimpleNamespace(position=places))


def after(told: Told, rows: Sequence[int] = (0,), over: bool = False) -> Impact:
    """Impact that has observed one event, for the players of some rows."""
    impact = Impact()
    impact.observe(world(told), list(rows), over)
    return impact


def missing(impact: Impact, seconds: float = 3.0) -> float:
    """Real time that did not count [s]."""
    return sum(FRAME * (1.0 - impact.pass_time(FRAME)) for _ in range(round(seconds / FRAME)))


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ((Event.PLAYER_HURT, 0, 10.0, HERE), HIT_SECONDS),
        ((Event.PLAYER_KILLED, 0, 0.0, HERE), BLAST_SECONDS),
        ((Event.KILLED, 7, 3.0, HERE), BLAST_SECONDS),
        ((Event.BOSS_STAGE, 7, 6.0, HERE), BLAST_SECONDS),
        ((Event.KILLED, 7, kinds.BOSS_PART.ship.body.radius, HERE), BLAST_SECONDS),
        ((Event.KILLED, 7, 0.5, HERE), 0.0),
        ((Event.KILLED, 7, 3.0, (0.0, NEAR + 5.0, 40.0)), 0.0),
        ((Event.PLAYER_HURT, 1, 10.0, HERE), 0.0),
        ((Event.HIT, 7, 10.0, HERE), 0.0),
    ],
)
def test_heavy_blows_stop_time_for_a_blink(told: Told, seconds: float) -> None:
    assert missing(after(told)) == pytest.approx(seconds)


@pytest.mark.parametrize("hit", [0, 1])
def test_who_is_not_hit_himself_does_not_stumble(hit: int) -> None:
    """Of two players beside each other neither feels what hits one."""
    assert missing(after((Event.PLAYER_HURT, hit, 10.0, HERE), rows=[0, 1])) == 0.0


@pytest.mark.parametrize("rows", [(0, 2), (2, 0)])
def test_a_large_blast_is_felt_where_one_of_the_players_is_near(rows: Sequence[int]) -> None:
    assert missing(after((Event.KILLED, 7, 3.0, HERE), rows)) == pytest.approx(BLAST_SECONDS)


def test_blow_upon_blow_does_not_stop_it_for_long() -> None:
    impact, lost = Impact(), 0.0
    for _ in range(60):
        impact.observe(world((Event.PLAYER_HURT, 0, 10.0, HERE)), [0], over=False)
        lost += FRAME * (1.0 - impact.pass_time(FRAME))
    assert HIT_SECONDS < lost < 0.15


def test_the_last_ship_is_lost_slowly() -> None:
    impact = after((Event.PLAYER_KILLED, 0, 0.0, HERE), over=True)
    impact.pass_time(BLAST_SECONDS)
    assert impact.pass_time(FRAME) == pytest.approx(LAST_RATE, abs=0.06)
    assert missing(impact, LAST_SECONDS + 1.0) == pytest.approx((1.0 - LAST_RATE) * LAST_SECONDS / 2, abs=0.1)
    assert impact.pass_time(FRAME) == 1.0


def test_a_clock_that_stands_still_owes_no_tick_and_is_not_slow() -> None:
    clock = TickClock()
    clock.advance(0.0)
    for frame in range(1, 7):
        clock.advance(frame * FRAME, 0.0)
    assert clock.due == 0 and clock.speed == 1.0 and not clock.overloaded
    clock.advance(7 * FRAME + 1e-6)
    assert clock.due == 1
