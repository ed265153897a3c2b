"""PettingZoo environments: its own tests, and rewards of several players."""

import math
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from arena.catalogue import kinds
from arena.env import parallel_env
from arena.env.actions import ACTION_SIZE
from arena.env.layout import Layout
from arena.env.parallel import ArenaParallelEnv
from arena.env.rewards import POINTS, Shaping, add_events, create_sums
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.scoring.points import ASTEROID_SCORE, create_score_table
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from tests.env.test_environment import action
from tests.playing import towards


def small(mode: str = "endless", players: int = 3) -> ArenaParallelEnv:
    """An environment whose episodes are short."""
    return parallel_env(mode, players, layout=Layout(4, 2, 2, 1), limit=2.0, frame_skip=8)


@pytest.mark.parametrize(("mode", "players"), [("endless", 4), ("campaign", 2), ("tide", 1)])
def test_pettingzoo_finds_no_fault(mode: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(small(mode, players), num_cycles=40)
        parallel_seed_test(lambda: small(mode, players), num_cycles=8)


def test_everybody_plays_the_same_match() -> None:
    """Bots by way of the environment play what they play alone; the team's score pays everybody alike."""
    env, paid = parallel_env(players=2, frame_skip=2), 0.0
    views, infos = env.reset(seed=11)
    assert views.keys() == infos.keys() == {"player_0", "player_1"}
    bots = [Bot(slot) for slot in range(2)]
    with Match(seed=11, players=2, workers=1) as match:
        for _ in range(200):
            commands = [bot.command(match.world) for bot in bots]
            given = {f"player_{slot}": action(one) for slot, one in enumerate(commands)}
            views, rewards, _, _, infos = env.step(given)
            assert rewards["player_0"] == rewards["player_1"]
            paid += rewards["player_0"]
            for _ in range(2):
                match.tick(commands)
        assert env.episodes.match.state_hash() == match.state_hash()
        assert paid == pytest.approx((match.hud().score or 0) / 100) and paid > 0
    assert all(view in env.observation_space(agent) for agent, view in views.items())
    assert not np.array_equal(views["player_0"], views["player_1"])
    env.close()


@pytest.mark.parametrize("slot", [0, 1])
def test_hits_losses_and_kills_count_for_the_player_whose_they_are(slot: int) -> None:
    with Match(players=2, workers=1) as match:
        events, sums, other = match.world.events, create_sums(2), 40
        told = (
            (Event.PLAYER_HURT, slot, other, 12.5), (Event.PLAYER_KILLED, slot, other, 0.7),
            (Event.KILLED, other, slot, 0.5),
        )  # fmt: skip
        for at, one in enumerate(told):
            events.kind[at], events.row[at], events.other[at], events.size[at] = one
            events.subject[at] = kinds.DRONE.number
        events.count[0] = len(told)
        add_events(events, create_score_table(), sums)
        found = [column[slot] for column in (sums.damage, sums.deaths, sums.kills, sums.points)]
        assert found == [12.5, 1.0, 1.0, kinds.DRONE.ship.reward.score]  # pyright: ignore[reportOptionalMemberAccess]
        assert not any(column[1 - slot] for column in sums)


def test_own_rewards_are_for_what_each_did_itself() -> None:
    """A ship and a rock pay whose they are, without the multiplier; losing its ship costs a player alone."""
    env = parallel_env(players=2, frame_skip=4, own_rewards=True, shaping=Shaping(death=-7.0))
    env.reset(seed=11)
    match, rest = env.episodes.match, np.zeros(ACTION_SIZE, np.float32)
    world, bodies = match.world, match.world.bodies
    for pool in (Pool.ASTEROID, Pool.COMPANION):
        world.pools[pool].clear()
    world.tables["score"].multiplier[0] = 3
    world.ships.untouchable_until[:2] = 0
    gunner = world.place(kinds.GUNNER.number, towards(match, 0.0, -30.0))
    rock = world.place(kinds.ASTEROID.number, towards(match, 30.0, 0.0), radius=2.0)
    ship, burst = kinds.GUNNER.reward.score / POINTS, math.ceil(2.0 * ASTEROID_SCORE) / POINTS
    for row, slot, paid in ((gunner, 0, (ship, 0.0)), (rock, 1, (0.0, burst)), (1, -1, (0.0, -7.0))):
        bodies.health[row], bodies.hit_by[row] = -1.0, slot
        rewards = env.step({"player_0": rest, "player_1": rest})[1]
        assert tuple(rewards.values()) == pytest.approx(paid)
    assert ship > 0.0 and burst > 0.0
    env.close()


def test_actions_of_another_shape_are_refused() -> None:
    """A number alone would be taken for all nine rows: fire, bomb and the rest."""
    env, rest = parallel_env(players=2), np.zeros(ACTION_SIZE, np.float32)
    env.reset(seed=11)
    wrongs: list[Any] = [0.5, np.ones(1, np.float32), np.ones((1, ACTION_SIZE), np.float32)]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="player_1's action must have shape"):
            env.step({"player_0": rest, "player_1": wrong})
    env.close()
