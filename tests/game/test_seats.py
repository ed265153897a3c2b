"""Players who come and go while a match runs: what they bring and leave, and that replays repeat it."""

import io
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.team import TeamMode
from arena.game.replays.replay import read_replay, verify_replay
from arena.game.scoring.lives import safest_place
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from tests.game.campaign_levels import worlds

GONE = PlayerCommand(buttons=Button.ABSENT)
HERE = PlayerCommand()


@pytest.fixture
def match() -> Iterator[Match]:
    with Match(seed=5, workers=1, seats=4) as made:
        yield made


def team(match: Match) -> TeamMode:
    assert isinstance(match.mode, TeamMode)
    return match.mode


def play(match: Match, ticks: int, present: Sequence[int]) -> None:
    for _ in range(ticks):
        match.tick([HERE if slot in present else GONE for slot in range(4)])


def alive(match: Match) -> list[int]:
    return np.flatnonzero(match.world.bodies.alive[:4]).tolist()


def companions(match: Match) -> list[int]:
    rows = match.world.rows(Pool.COMPANION)
    return sorted(match.world.memory.target[rows].tolist())


def test_who_begins_flies_and_the_other_seats_are_empty(match: Match) -> None:
    lives = team(match).ships_left
    play(match, 3, [0])
    assert alive(match) == [0] and companions(match) == [0]
    assert match.present == (True, False, False, False) and match.players_seen == 1
    assert team(match).ships_left == lives


def test_who_comes_flies_at_once_beside_the_others_with_a_companion_and_lives_of_its_own(
    match: Match,
) -> None:
    each = team(match).ships_left
    play(match, 3, [0])
    play(match, 2, [0, 2])
    assert alive(match) == [0, 2] and companions(match) == [0, 2]
    assert team(match).ships_left == 2 * each and match.players_seen == 2
    gap = np.linalg.norm(match.world.bodies.position[0] - match.world.bodies.position[2])
    assert gap < 30.0
    assert match.world.ships.untouchable_until[2] > match.world.tick


def test_who_goes_takes_ship_and_companion_away_and_costs_no_life(match: Match) -> None:
    play(match, 3, [0, 1])
    lives = team(match).ships_left
    play(match, 1, [0])
    kinds = match.world.events.kind[: match.world.events.count[0]]
    assert alive(match) == [0] and companions(match) == [0]
    assert team(match).ships_left == lives and Event.PLAYER_KILLED not in kinds
    play(match, 5, [0])
    assert team(match).ships_left == lives and match.mode.deaths(match.world) == ()
    assert not match.over


def test_coming_back_brings_no_more_lives_and_waits_a_beat(match: Match) -> None:
    play(match, 3, [0, 1])
    lives = team(match).ships_left
    for _ in range(3):
        play(match, 2, [0])
        play(match, 2, [0, 1])
    assert team(match).ships_left == lives and alive(match) == [0]
    play(match, 200, [0, 1])
    assert alive(match) == [0, 1] and match.players_seen == 2


def test_the_first_player_may_go_while_others_fly(match: Match) -> None:
    play(match, 3, [0, 3])
    play(match, 30, [3])
    assert alive(match) == [3] and not match.over


def test_a_world_without_anybody_goes_on_and_waits(match: Match) -> None:
    play(match, 3, [0])
    play(match, 60, [])
    assert alive(match) == [] and not match.over
    play(match, 200, [1])
    assert alive(match) == [1]


def test_who_was_lost_for_good_returns_with_the_next_life(match: Match) -> None:
    play(match, 3, [0, 1])
    lives, world = team(match).lives, match.world
    lives.left[0] = 2
    world.ships.untouchable_until[1] = 0
    world.bodies.health[1] = -1.0
    play(match, 300, [0, 1])
    assert alive(match) == [0] and lives.left[0] == 1
    lives.left[0] += 1
    world.ships.untouchable_until[0] = 10**6
    play(match, 300, [0, 1])
    assert alive(match) == [0, 1] and lives.left[0] == 2


def test_the_last_life_is_the_last(match: Match) -> None:
    play(match, 3, [0])
    world = match.world
    team(match).lives.left[0] = 1
    world.ships.untouchable_until[0] = 0
    world.bodies.health[0] = -1.0
    play(match, 300, [0])
    assert alive(match) == [] and match.over


@pytest.mark.parametrize("mode", ["endless", "practice", "campaign"])
def test_a_replay_repeats_who_came_and_went(mode: str) -> None:
    level = {"endless": "", "practice": "endless wave 2", "campaign": worlds()[2].text}[mode]
    setup, target = Setup(mode, 9, 1, "normal", level, 4), io.BytesIO()
    bots = [Bot(slot) for slot in range(4)]
    with Match(mode, 9, 1, 1, target, level=setup.level, seats=4) as match:
        for tick in range(420):
            there = (tick < 300, tick > 60, 120 < tick < 240, tick > 200)
            match.tick([bots[k].command(match.world) if there[k] else GONE for k in range(4)])
        assert match.players_seen == 4 and match.present == (False, True, False, True)
    data = target.getvalue()
    replay = read_replay(io.BytesIO(data))
    assert (replay.header.players, replay.header.seats, replay.commands.shape[1]) == (1, 4, 4)
    assert replay.header.setup == setup
    found = verify_replay(io.BytesIO(data), workers=1)
    assert found.identical and found.ticks == 420


def test_a_snapshot_takes_back_who_was_there(match: Match) -> None:
    play(match, 3, [0])
    saved = match.snapshot()
    play(match, 3, [0, 1])
    ahead = match.state_hash()
    match.restore(saved)
    assert match.present == (True, False, False, False) and alive(match) == [0]
    play(match, 3, [0, 1])
    assert match.state_hash() == ahead


def test_a_match_has_a_seat_for_everyone_who_begins() -> None:
    assert Setup(players=3).seats == 3 and Setup(players=1, seats=4).seats == 4
    with pytest.raises(ValueError, match="seats"):
        Setup(seats=5)


def test_players_who_return_in_the_same_tick_look_for_places_of_their_own() -> None:
    """Nobody is there who could do harm."""
    bodies, center, places = (
        World(WorldConfig(players=2, enemies=0)).bodies,
        np.array([0.0, 0.0, 1.0]),
        list[np.ndarray](),
    )
    for slot in range(2):
        place = np.empty(3)
        safest_place(bodies, 2, 52.0, center, 3, 700, slot, place)
        places.append(place)
    assert np.linalg.norm(places[0] - places[1]) > 1e-3
