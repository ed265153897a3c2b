"""Near misses pay, chains and fast waves are told of: what a pilot dares is answered at once."""

import numpy as np
import pytest

from arena.catalogue import kinds, pickups
from arena.game.match import Match
from arena.game.rules import NEAR, SCORE
from arena.game.scoring.points import score_wave
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from tests.playing import empty_match, rules, told, towards

BARELY = PlayerCommand(move_x=1)
"""The least that a player can do: who does nothing is paid nothing."""


def send_bullet(match: Match, aside: float, speed: float = 23.0) -> None:
    """Fire a hostile bullet that passes that many units beside the player's hull."""
    world = match.world
    here = world.bodies.position[0].astype(np.float64) / world.shell_radius
    up = world.players.up[0].astype(np.float64)
    right = aside + kinds.PLAYER.ship.body.radius + 0.15
    row = world.place(kinds.GUNNER.number, towards(match, right, 8.0))
    world.ships.cooldown[row], world.bodies.heading[row] = 0, -up
    world.pools[Pool.BULLET].clear()
    world.commands.buttons[row] = Button.FIRE
    world.commands.aim[row] = -up
    match.tick([BARELY])
    world.pools[Pool.ENEMY].clear()
    bullets = world.rows(Pool.BULLET)
    assert len(bullets) == 1
    place = world.bodies.position[bullets[0]].astype(np.float64)
    world.bodies.velocity[bullets[0]] = np.cross(np.cross(place, -up), place) / world.shell_radius**2 * speed
    assert here @ place > 0.0


def play(match: Match, ticks: int = 60, command: PlayerCommand = BARELY) -> list[tuple[Event, float]]:
    """Near misses and chains that are told of, with their sizes."""
    heard: list[tuple[Event, float]] = []
    for _ in range(ticks):
        match.tick([command])
        new = [(one.event, one.size) for one in told(match.world)]
        heard += [one for one in new if one[0] in (Event.NEAR_MISS, Event.CHAIN)]
    return heard


def test_a_bullet_that_passes_close_pays_once() -> None:
    with empty_match() as match:
        send_bullet(match, aside=0.5)
        ((event, gap),) = play(match)
        assert event == Event.NEAR_MISS and gap == pytest.approx(0.5, abs=0.15)
        assert match.mode.earnings(match.world)["near misses"] == NEAR.points == rules(match).points


@pytest.mark.parametrize("aside", [-0.4, 1.5])
def test_a_hit_and_a_wide_miss_pay_nothing(aside: float) -> None:
    with empty_match() as match:
        send_bullet(match, aside)
        assert play(match) == []
        assert rules(match).points == 0
        assert (match.world.bodies.health[0] < kinds.PLAYER.ship.body.health) == (aside < 0.0)


def test_who_cannot_be_hit_misses_nothing() -> None:
    with empty_match() as match:
        send_bullet(match, aside=0.5)
        match.world.ships.untouchable_until[0] = match.world.tick + 100
        assert play(match) == []


@pytest.mark.parametrize(("speed", "count"), [(30.0, 1), (6.0, 0)])
def test_a_ship_must_pass_at_speed(speed: float, count: int) -> None:
    with empty_match() as match:
        world = match.world
        way = -world.players.up[0].astype(np.float64)
        row = world.place(kinds.CARRIER.number, towards(match, 4.2, 4.0), velocity=way * speed)
        world.sleep.allow_wake[row] = False
        seen = 0
        for _ in range(round(8.0 / speed * 60.0)):
            world.bodies.velocity[row] = way * speed
            seen += len(play(match, 1))
        assert seen == count


def test_near_misses_in_a_row_are_told_together() -> None:
    with empty_match() as match:
        for count in (1, 2, 3):
            send_bullet(match, aside=0.5)
            play(match, 20)
            bonus = match.hud().bonus
            assert bonus is not None and bonus.points == count * NEAR.points
            assert bonus.text == ("NEAR MISS" if count == 1 else f"{count} NEAR MISSES")
        play(match, SCORE.bonus_told)
        assert match.hud().bonus is None


def test_a_chain_is_told_at_every_round_number() -> None:
    with empty_match() as match:
        heard = []
        for place in range(SCORE.chain_told * 2):
            row = match.world.place(kinds.DRONE.number, towards(match, 0.0, 12.0 + 0.1 * place))
            match.world.bodies.health[row], match.world.hit_by[row] = 0.0, 0
            heard += play(match, 2)
            if place == 5:
                assert match.hud().chain == 6 and 0.5 < match.hud().chain_left <= 1.0
        assert heard == [(Event.CHAIN, SCORE.chain_told), (Event.CHAIN, 2 * SCORE.chain_told)]
        bonus = match.hud().bonus
        assert bonus is not None and (bonus.text, bonus.points) == ("+95 A KILL", 0)
        play(match, SCORE.chain_window + 2)
        assert match.hud().chain == 0 and match.hud().chain_left == 0.0


def test_a_fast_wave_is_told() -> None:
    with empty_match() as match:
        mode = rules(match)
        score_wave(mode.score, 3, 600, mode.rules, match.world.tick)
        bonus = match.hud().bonus
        assert bonus is not None and bonus.text == "10 s FASTER"
        assert bonus.points == 3 * 10 * SCORE.wave_fast == match.mode.earnings(match.world)["fast waves"]


FULL = SCORE.step * (SCORE.multiplier_max - 1)


@pytest.mark.parametrize(
    ("charge", "factor", "then"),
    [(SCORE.step - 1, 1, 2), (SCORE.step, 2, 2), (FULL - 1, 19, 20), (FULL, 20, 20)],
)
def test_a_kill_is_paid_with_the_multiplier_of_before_it(charge: int, factor: int, then: int) -> None:
    """On either side of a step."""
    with empty_match() as match:
        score, drone = rules(match).score, kinds.DRONE.reward
        score.charge[0] = charge
        row = match.world.place(kinds.DRONE.number, towards(match, 0.0, 20.0))
        match.world.bodies.health[row], match.world.hit_by[row] = 0.0, 0
        match.tick([BARELY])
        assert rules(match).points == drone.score * factor
        assert int(score.charge[0]) == min(charge + drone.charge, FULL)
        assert match.hud().multiplier == then


@pytest.mark.parametrize("charge", [0, FULL - 1, FULL])
def test_a_pickup_raises_the_multiplier_up_to_its_limit(charge: int) -> None:
    with empty_match() as match:
        score = rules(match).score
        score.charge[0] = charge
        world, [here] = match.world, match.world.rows(Pool.PLAYER)
        world.place(kinds.PICKUP.number, world.bodies.position[here], material=pickups.MULTIPLIER.number)
        match.tick([BARELY])
        assert int(score.charge[0]) == min(charge + SCORE.pickup_charge, FULL)
