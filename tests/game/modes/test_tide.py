"""Tide: rivers flow, few hunt, whoever falls is replaced out of sight, and it ends after three minutes."""

import io
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Request
from arena.game.modes.tide import TIME, Tide
from arena.game.replays.challenge import challenge_code, read_code
from arena.game.replays.replay import verify_replay
from arena.game.rivers import river_axes, send_hunter
from arena.game.rules import TIDE
from arena.sim.kinds import Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.tuning import ARENA, TICK_RATE
from arena.view.cameras.camera import Rig
from arena.view.culling import in_view
from arena.view.frame import Camera
from arena.view.poses import player_pose
from tests.view.formulas import exp_map

SHELL = ARENA.planet_radius + ARENA.shell_altitude
REST = PlayerCommand()


def rules(match: Match) -> Tide:
    assert isinstance(match.mode, Tide)
    return match.mode


def drones(match: Match) -> NDArray[np.int64]:
    return match.world.rows(Pool.ENEMY)


def river_drones(match: Match) -> NDArray[np.int64]:
    rows = drones(match)
    return rows[~match.world.sleep.allow_wake[rows]]


def axes_of(match: Match, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    axes = rules(match).axes
    return axes[rows % len(axes)]


def arcs(match: Match, rows: NDArray[np.int64], slot: int) -> NDArray[np.float64]:
    """Along the shell from a player's place to bodies [u]."""
    places = match.world.bodies.position.astype(np.float64)
    cosine = (
        places[rows] @ places[slot] / (np.linalg.norm(places[rows], axis=1) * np.linalg.norm(places[slot]))
    )
    return SHELL * np.arccos(cosine.clip(-1.0, 1.0))


def protect(match: Match) -> None:
    match.world.ships.untouchable_until[: match.world.config.players] = match.world.tick + 100


def move_player(match: Match, place: Any, slot: int = 0) -> None:
    for column in (match.world.bodies.position, match.world.bodies.previous_position):
        column[slot] = SHELL * np.asarray(place)
    match.world.bodies.velocity[slot] = 0.0


def farthest_camera(match: Match, slot: int) -> Camera:
    """The camera of a player in danger."""
    pose, rig = player_pose(match.world, slot, 1.0), Rig()
    rig.follow(pose.position, pose.up, np.zeros(3), 0.0)
    return rig.camera(SHELL, 16 / 9, (0.0, 0.0), 1.0)


@pytest.mark.parametrize("seed", range(1, 9))
def test_rivers_pass_the_start_at_a_distance_and_cross_each_other(seed: int) -> None:
    axes = river_axes(seed)
    assert TIDE.rivers_least <= len(axes) <= TIDE.rivers_most
    assert np.linalg.norm(axes, axis=1) == pytest.approx(1.0)
    away = SHELL * np.arcsin(np.abs(axes[:, 2]))
    assert away.min() > TIDE.width / (2 * len(axes)) + TIDE.near
    apart = np.abs(axes @ axes.T) - np.eye(len(axes))
    assert apart.max() < 0.95


def test_a_river_flows_along_its_circle_within_its_banks() -> None:
    with Match("tide", 3, workers=1) as match:
        begun = match.world.bodies.position[drones(match)].astype(np.float64) / SHELL
        assert len(begun) == TIDE.drones
        for _ in range(300):
            protect(match)
            match.tick([REST])
        rows = river_drones(match)
        rows = rows[arcs(match, rows, 0) > 2 * TIDE.room]
        places = match.world.bodies.position[rows].astype(np.float64) / SHELL
        axes = axes_of(match, rows)
        off = SHELL * np.abs(np.arcsin((places * axes).sum(axis=1)))
        assert (off < TIDE.width / (2 * len(rules(match).axes)) + 5.0).mean() > 0.9
        along = np.cross(axes, places)
        speed = (match.world.bodies.velocity[rows] * along).sum(axis=1)
        assert np.median(speed) == pytest.approx(TIDE.flow, rel=0.2)
        turned = np.degrees(np.arccos((places * begun[rows - rows.min()]).sum(axis=1).clip(-1, 1)))
        assert np.median(turned) == pytest.approx(np.degrees(5.0 * TIDE.flow / SHELL), rel=0.25)
        assert not match.world.bodies.awake[rows].any(), "a river costs no minds"


@pytest.mark.parametrize(
    ("difficulty", "most", "ticks"), [("easy", 51, 1000), ("normal", 60, 0), ("hard", 60, 0)]
)
def test_so_many_hunt_at_once_as_may(difficulty: str, most: int, ticks: int) -> None:
    with Match("tide", 2, players=2, workers=1, difficulty=difficulty) as match:
        mode, sleep = rules(match), match.world.sleep
        assert [mode.hunters_most(tick) for tick in (0, TIDE.lead_in - 1, TIME)] == [0, 0, most]
        assert mode.hunters_most(TIDE.lead_in) == round(TIDE.hunters_first * most)
        match.world.tick, full = TIME - 1200, 0
        hunted = sleep.allow_wake.copy()
        for _ in range(ticks):
            protect(match)
            match.tick([REST, REST])
            rows = drones(match)
            hunting = int(sleep.allow_wake[rows].sum())
            assert hunting <= mode.hunters_most(match.world.tick)
            full += hunting == mode.hunters_most(match.world.tick)
            [*new] = rows[sleep.allow_wake[rows] & ~hunted[rows]]
            assert len(new) <= 1
            for row in new:
                away = np.linalg.norm(
                    match.world.bodies.position[row] - match.world.bodies.position[:2], axis=1
                )
                assert TIDE.near < away.min() < TIDE.far
                assert match.world.bodies.kind[row] == kinds.DRONE.number, "volatile ones flow on"
            hunted = sleep.allow_wake.copy()
        assert full > 0 or not ticks, "it reaches its most"


def test_each_player_in_turn_is_hunted_by_the_drone_that_is_nearest_to_them() -> None:
    with Match("tide", 2, players=3, workers=1) as match:
        world, first = match.world, match.world.pools[Pool.ENEMY].start
        for slot, place in enumerate(((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0))):
            move_player(match, place, slot)
        rows = drones(match)
        away = np.stack([arcs(match, rows, slot) for slot in range(3)])
        free = (world.bodies.kind[rows] == kinds.DRONE.number) & (away.min(axis=0) > TIDE.near)
        for turn in range(6, 12):
            slot = turn % 3
            world.tick = turn * TIDE.interval
            before = world.sleep.allow_wake[rows]
            send_hunter(world, first, TIDE.interval)
            (sent,) = np.flatnonzero(world.sleep.allow_wake[rows] & ~before)
            assert sent == np.flatnonzero(free)[away[slot, free].argmin()]
            free[sent] = False


def test_a_hunter_that_is_left_behind_goes_back_to_its_river() -> None:
    with Match("tide", 2, workers=1) as match:
        sleep = match.world.sleep
        while sleep.allow_wake[drones(match)].sum() < 5:
            protect(match)
            match.tick([REST])
        [first, *_] = rows = drones(match)[sleep.allow_wake[drones(match)]]
        match.tick([REST])
        match.tick([REST])
        assert match.world.bodies.awake[first]
        move_player(match, -match.world.bodies.position[0] / SHELL)
        protect(match)
        match.tick([REST])
        assert not sleep.allow_wake[rows].any()
        match.tick([REST])
        assert not match.world.bodies.awake[rows].any()


def test_a_river_gives_way_to_a_player_within_it() -> None:
    with Match("tide", 1, workers=1) as match:
        axis = rules(match).axes[2]
        way = np.cross(axis, (0.0, 0.0, 1.0))
        move_player(match, exp_map(axis, 0.5 * np.pi * way / np.linalg.norm(way)))
        near = list[int]()
        for _ in range(240):
            protect(match)
            match.tick([REST])
            near.append(int((arcs(match, river_drones(match), 0) < 5.0).sum()))
        assert near[0] >= 20 and max(near[-120:]) <= near[0] / 4


@pytest.mark.parametrize("players", [1, 2])
def test_whoever_falls_is_replaced_where_no_player_looks(players: int) -> None:
    with Match("tide", 5, players=players, workers=1) as match:
        bodies = match.world.bodies
        if players == 2:
            move_player(match, (1.0, 0.0, 0.0), 1)
        bodies.health[drones(match)[:200]] = 0.0  # by nobody: the volatile ones among them do not burst
        born, least = 0, TIDE.drones
        for _ in range(400):
            protect(match)
            match.tick([REST] * players)
            rows = drones(match)
            least = min(least, len(rows))
            new = rows[bodies.born[rows] == match.world.tick]
            born += len(new)
            for slot in range(players if len(new) else 0):
                assert (arcs(match, new, slot) > TIDE.unseen - 0.1).all()
                assert not np.isin(new, in_view(match.world, farthest_camera(match, slot))).any()
            assert len(new) <= TIDE.births
            assert not match.world.sleep.allow_wake[new].any()
        assert least <= TIDE.drones - 200 + TIDE.births and born >= 200 - TIDE.births
        assert len(drones(match)) > TIDE.drones - 40


def test_players_are_told_while_the_rivers_refill() -> None:
    def note() -> str:
        status = match.hud().status
        assert status is not None
        return status.note

    with Match("tide", 2, workers=1) as match:
        assert "refill" not in note()
        for row in drones(match)[:500].tolist():
            match.world.pools[Pool.ENEMY].give(row)
        match.tick([REST])
        assert note().endswith(" hunt you, rivers refill")
        for _ in range(100):
            match.tick([REST])
        assert len(drones(match)) >= 0.98 * TIDE.drones and "refill" not in note()


def test_its_progress_is_the_minute_that_is_played() -> None:
    with Match("tide", 1, workers=1) as match:
        told = list[int]()
        for minute in range(4):
            match.world.tick = minute * 60 * TICK_RATE
            told.append(match.hud().progress)
        assert told == [1, 2, 3, 3]


def test_it_is_won_after_three_minutes_and_nothing_counts_from_then_on() -> None:
    with Match("tide", 1, workers=1) as match:
        match.world.tick = TIME - 2
        match.tick([REST])
        assert not match.over and match.hud().status is not None
        bodies, mode = match.world.bodies, rules(match)
        for points in (True, False):  # of the last tick, and of the one after it
            before = mode.points
            row = drones(match)[bodies.kind[drones(match)] == kinds.DRONE.number][0]
            bodies.health[row], bodies.hit_by[row] = 0.0, 0
            match.tick([REST])
            assert (match.world.events.kind[: match.world.events.count[0]] == Event.KILLED).any()
            assert (mode.points > before) == points
            assert match.over and match.won
        bodies.health[0] = -100.0
        match.tick([REST])
        assert match.won and match.mode.results(match.world)["seconds"] == "180.0"


def test_it_is_lost_with_the_last_life() -> None:
    with Match("tide", 1, workers=1) as match:
        match.world.tables["lives"].left[0] = 1
        match.tick([REST])
        match.world.bodies.health[0] = -100.0
        for _ in range(3):
            match.tick([REST])
        assert match.over and not match.won
        match.world.tick = TIME
        assert not match.won, "nobody is left who could have held out"


def test_it_is_the_same_game_for_any_number_of_workers_and_after_going_back() -> None:
    stream = io.BytesIO()
    with Match("tide", 7, workers=1, record=stream) as match:
        bot = Bot()
        commands, saved = list[PlayerCommand](), b""
        for tick in range(420):
            commands.append(bot.command(match.world))
            match.tick([commands[-1]])
            if tick == 299:
                saved = match.snapshot()
        end = match.array_hashes()
        assert match.world.sleep.allow_wake[drones(match)].any() and rules(match).kills > 0
    assert verify_replay(stream.getvalue(), workers=3).identical
    with Match("tide", 7, workers=2) as other:
        other.restore(saved)
        for command in commands[300:]:
            other.tick([command])
        assert other.array_hashes() == end


def test_it_has_tables_and_codes_of_its_own() -> None:
    setup = Tide.setup_for(Request(77, 2, "hard"))
    assert Tide.board(setup) == ("tide", "hard", 2, "", "")
    code = challenge_code(setup)
    assert code is not None and read_code(code).setup(players=2) == setup
