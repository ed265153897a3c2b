"""Groups of a phase come early when few ships are left, or none came for long, and wait while many are."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.phases.state import Stage
from arena.sphere import unit
from tests.game.campaign_levels import CALM, group, play, play_until, rules
from tests.scenarios.test_campaign import DESTROY, FAR, WAIT, begin, enemies, kill

LATER = f"{FAR}\ntime = 60"


def test_the_next_group_comes_when_few_are_left() -> None:
    text = f"{DESTROY}\nfew = 3\nwait = 600" + group("drone", 5, FAR) + group("drone", 4, LATER)
    with begin(text) as match:
        play(match, CALM + 100)
        kill(match, enemies(match)[:1])
        play(match, 30)
        assert len(enemies(match)) == 4
        kill(match, enemies(match)[:1])
        play(match, 2)
        assert len(enemies(match)) == 7


@pytest.mark.parametrize(("difficulty", "ticks"), [("normal", 360), ("easy", 450), ("hard", 288)])
def test_the_next_group_comes_after_six_seconds_at_most(difficulty: str, ticks: int) -> None:
    text = DESTROY + group("drone", 1, FAR) + group("drone", 1, LATER)
    with begin(text, difficulty=difficulty) as match:
        play(match, CALM + ticks - 1)
        assert len(enemies(match)) == 1
        play(match, 1)
        assert len(enemies(match)) == 2


def test_a_group_that_waits_for_another_comes_when_all_of_that_came_and_few_are_left() -> None:
    text = f"{DESTROY}\nfew = 1" + group("drone", 2, FAR) + group("gunner", 1, f"{FAR}\nafter = 1\ntime = 60")
    with begin(text) as match:
        play(match, CALM + 500)
        assert len(enemies(match)) == 2
        kill(match, enemies(match)[:1])
        play(match, 2)
        assert len(enemies(match)) == 2


def test_no_group_comes_while_many_ships_are_alive() -> None:
    text = f"{DESTROY}\nmost = 4" + group("drone", 5, FAR) + group("drone", 1, f"{FAR}\ntime = 1\ntimes = 3")
    with begin(text) as match:
        play(match, CALM + 900)
        assert len(enemies(match)) == 5
        kill(match, enemies(match)[:1])
        play(match, 2)
        assert len(enemies(match)) == 5
        assert rules(match).stage == Stage.RUNNING


@pytest.mark.parametrize("bearing", [-90, 0, 60])
def test_a_group_lands_at_its_bearing_clockwise_from_the_players_up(bearing: int) -> None:
    with begin(DESTROY + group("drone", 1, f"bearing = {bearing}\ndistance = 20")) as match:
        play(match, CALM + 1)
        world, (row,) = match.world, enemies(match)
        here, up = unit(world.bodies.position[0]), world.players.up[0].astype(np.float64)
        gap = unit(world.bodies.position[row]) - here
        clockwise = np.degrees(np.arctan2(gap @ np.cross(up, here), gap @ up))
        assert clockwise == pytest.approx(bearing, abs=3.0)
        assert np.linalg.norm(gap) * world.shell_radius == pytest.approx(20.0, abs=1.0)


def test_ships_of_a_group_that_found_no_room_yet_are_counted_once() -> None:
    with begin(DESTROY + group("drone", 5, FAR)) as match:
        rules(match).groups.sent[0] = 3
        assert rules(match).sender.waiting({kinds.DRONE.number}) == 2


def test_a_cleared_phase_takes_none_of_many_lives() -> None:
    with begin(WAIT, WAIT) as match:
        mode = rules(match)
        mode.lives.left[0] = many = mode.rules.lives + 3
        play_until(match, Stage.CLEARED)
        assert mode.ships_left == many
