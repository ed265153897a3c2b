"""Strikes: a dash destroys what is weak in its way, and nothing else."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.kind_row import KindRow
from arena.game.match import Match
from arena.sim.kinds import Phase, Pool, Team
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.tuning import PILOT
from tests.playing import empty_match, place_bullet, told, towards

AHEAD = PlayerCommand(move_y=127)
DASH = PlayerCommand(move_y=127, buttons=Button.BOOST)
DASH_TICKS, GRACE_TICKS = 13, 15


def put(match: Match, kind: KindRow, right: float, ahead: float, phase: Phase = Phase.SEEK) -> int:
    """Place a body that rests, and whose mind does nothing."""
    row = match.world.place(kind.number, towards(match, right, ahead))
    match.world.sleep.allow_wake[row] = match.world.bodies.awake[row] = False
    if row < len(match.world.memory.phase):
        match.world.memory.phase[row] = phase
    return row


def dash(match: Match, ticks: int = DASH_TICKS + 1) -> list[int]:
    """Rows that a dash strikes."""
    match.world.players.boost[0] = 1.0
    struck = list[int]()
    for tick in range(ticks):
        match.tick([DASH if tick == 0 else AHEAD])
        struck += [one.row for one in told(match.world) if one.event == Event.STRUCK and one.other == 0]
    return struck


@pytest.mark.parametrize(
    ("kind", "phase", "breaks"),
    [
        (kinds.DRONE, Phase.SEEK, True), (kinds.WEAVER, Phase.SEEK, True), (kinds.MINE, Phase.SEEK, True),
        (kinds.LANCER, Phase.SEEK, False), (kinds.LANCER, Phase.WINDUP, False),
        (kinds.LANCER, Phase.ACT, False), (kinds.LANCER, Phase.REST, True),
        (kinds.STALKER, Phase.SEEK, False), (kinds.STALKER, Phase.REST, True),
        (kinds.GUNNER, Phase.SEEK, False), (kinds.GUNNER, Phase.REST, False),
        (kinds.CARRIER, Phase.SEEK, False), (kinds.ASTEROID, Phase.SEEK, False),
    ],
)  # fmt: skip
def test_a_dash_breaks_what_is_weak_or_recovers(kind: KindRow, phase: Phase, breaks: bool) -> None:
    with empty_match() as match:
        row = put(match, kind, 0.0, 5.0, phase)
        assert dash(match) == ([row] if breaks else [])
        assert match.world.bodies.alive[row] != breaks
        assert match.world.bodies.health[0] == kinds.PLAYER.ship.body.health


@pytest.mark.parametrize(("aside", "breaks"), [(0.95, True), (1.1, False)])
def test_it_breaks_what_it_touches_between_two_ticks_too(aside: float, breaks: bool) -> None:
    """The hulls' radii, 0.5 each in sum, decide, wherever in a tick's way of 0.73 u a drone is."""
    reach = kinds.PLAYER.ship.body.radius + kinds.DRONE.ship.body.radius
    for ahead in np.linspace(4.0, 4.8, 7):
        with empty_match() as match:
            put(match, kinds.DRONE, aside * reach, ahead)
            assert bool(dash(match)) == breaks


@pytest.mark.parametrize(("until", "breaks"), [(5, True), (4, False)])
def test_a_dash_strikes_until_its_last_tick_and_that_excluded(until: int, breaks: bool) -> None:
    with empty_match() as match:
        world = match.world
        world.tick, world.players.boost_until[0] = 3, until
        row = put(match, kinds.DRONE, 0.0, 0.1)
        match.tick()
        assert [one.row for one in told(world) if one.event == Event.STRUCK] == [row] * breaks


@pytest.mark.parametrize("kind", [kinds.DRONE, kinds.BULLET])
@pytest.mark.parametrize(("until", "hurts"), [(4, True), (5, False)])
def test_a_player_is_untouchable_until_a_tick_and_that_excluded(
    kind: KindRow, until: int, hurts: bool
) -> None:
    with empty_match() as match:
        world = match.world
        world.tick, world.ships.untouchable_until[0] = 3, until
        if kind is kinds.DRONE:
            row = put(match, kind, 0.0, 0.3)
            world.bodies.born[row] = -1000
        else:
            row = place_bullet(world, towards(match, 0.0, 0.1), Team.ENEMIES)
            world.bullets.damage[row - world.pools[Pool.BULLET].start] = 5.0
        match.tick()
        assert (world.bodies.health[0] < kinds.PLAYER.ship.body.health) == hurts
        assert [one.row for one in told(world) if one.event == Event.PLAYER_HURT] == [0] * hurts


@pytest.mark.parametrize(("since", "age", "hurts"), [(21, 36, True), (20, 36, False), (21, 35, False)])
def test_a_touch_hurts_who_was_not_hurt_and_by_whom_was_not_born_just_before(
    since: int, age: int, hurts: bool
) -> None:
    with empty_match() as match:
        world = match.world
        world.tick, world.ships.hurt_tick[0] = 99, 100 - since
        world.bodies.born[put(match, kinds.DRONE, 0.0, 0.3)] = 100 - age
        match.tick()
        assert (world.bodies.health[0] < kinds.PLAYER.ship.body.health) == hurts


def test_two_who_touch_a_player_in_the_same_tick_both_hurt() -> None:
    with empty_match() as match:
        rows = [put(match, kinds.DRONE, aside, 0.0) for aside in (-0.4, 0.4)]
        match.world.bodies.born[rows] = -1000
        match.tick()
        assert [one.other for one in told(match.world) if one.event == Event.PLAYER_HURT] == rows


@pytest.mark.parametrize(("since", "hurts"), [(30, True), (29, False)])
def test_a_freighter_is_rammed_twice_a_second(since: int, hurts: bool) -> None:
    with empty_match() as match:
        world, health = match.world, kinds.FREIGHTER.ship.body.health
        row = world.place(kinds.FREIGHTER.number, towards(match, 0.0, 20.0))
        put(match, kinds.DRONE, 0.0, 20.3)
        world.tick, world.ships.hurt_tick[row] = 99, 100 - since
        match.tick()
        assert (world.bodies.health[row] < health) == hurts


def test_flying_fast_without_a_dash_breaks_nothing() -> None:
    with empty_match() as match:
        put(match, kinds.DRONE, 0.0, 3.0)
        for _ in range(60):
            match.tick([AHEAD])
            assert not [one for one in told(match.world) if one.event == Event.STRUCK]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_each_refunds_a_fifth_and_grace_follows_the_dash(count: int) -> None:
    with empty_match() as match:
        for k in range(count):
            put(match, kinds.DRONE, 0.0, 4.0 + 1.4 * k)
        begun = match.world.tick + 1
        assert len(dash(match, DASH_TICKS)) == count
        assert match.world.players.boost[0] == pytest.approx(PILOT.strike_refund * count)
        grace = GRACE_TICKS if count else 0
        assert match.world.ships.untouchable_until[0] == begun + DASH_TICKS + grace


def test_the_refund_ends_at_three_fifths_so_that_no_dash_follows_at_once() -> None:
    with empty_match() as match:
        for k in range(7):
            put(match, kinds.DRONE, 0.0, 4.0 + 0.6 * k)
        assert len(dash(match, DASH_TICKS)) > PILOT.strike_refund_most / PILOT.strike_refund
        assert match.world.players.boost[0] == pytest.approx(PILOT.strike_refund_most)
