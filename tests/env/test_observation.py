"""Observations against a slow reference: plain geometry over every body there is."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from arena import sphere
from arena.catalogue import kinds
from arena.catalogue.zones import ZONES
from arena.env.actions import ACTION_SIZE, BITS, command_of, pack_actions
from arena.env.layout import GOAL_ROWS, LISTS, OWN, OWN_ROWS, RADIUS, SPEED, Layout
from arena.env.observation import Observer
from arena.game.goal import GoalKind, set_goal
from arena.game.match import Match
from arena.game.rules import SHARDS
from arena.game.scoring.shards import SHARDS_TABLE, Shards
from arena.sim.kinds import LOADED, Phase, Pool, Team
from arena.sim.tables.commands import Button, PlayerCommand, pack_command
from arena.sim.zones import add_zone
from arena.tuning import ARENA, TICK_RATE
from tests.playing import let_bots_play

LAYOUT = Layout(threats=12, bullets=6, rocks=5, pickups=3, reach=30.0)


def look(match: Match, layout: Layout = LAYOUT, slot: int = 0) -> np.ndarray:
    """One observation; garbage in the buffer must not show."""
    view = np.full(layout.size, 7.0, np.float32)
    Observer(match, layout).observe(slot, view)
    assert (view >= layout.lowest).all() and (view <= 1.0).all()
    assert set(layout.lowest.tolist()) == {-1.0, 0.0}
    return view


def lists_of(view: np.ndarray, layout: Layout) -> dict[str, list[dict[str, float]]]:
    """Entries of each list, by name of their columns."""
    found, at = dict[str, list[dict[str, float]]](), OWN_ROWS + GOAL_ROWS
    for (name, columns), count in zip(LISTS, layout.counts, strict=True):
        rows = view[at : at + count * len(columns)].reshape(count, len(columns)).tolist()
        found[name] = [dict(zip(columns, row, strict=True)) for row in rows]
        at += count * len(columns)
    assert at == layout.size == len(layout.names) == len(set(layout.names))
    return found


def expected(match: Match, name: str, layout: Layout, slot: int) -> list[dict[str, float]]:
    """Entries of one list from nothing but the public geometry."""
    world, reach = match.world, layout.reach
    bodies = world.bodies
    here = bodies.position[slot].astype(float)
    up = sphere.unit(sphere.project_tangent(here, world.players.up[slot]))
    right = np.cross(up, sphere.unit(here))
    pools = {
        "threat": (Pool.ENEMY, Pool.MINE), "bullet": (Pool.BULLET,), "rock": (Pool.ASTEROID,),
        "pickup": (Pool.PICKUP,), "mate": (Pool.PLAYER,), "shard": (),
    }  # fmt: skip
    seen: list[tuple[float, int]] = []
    for pool in pools[name]:
        for row in world.pools[pool].rows().tolist():
            gap = float(np.linalg.norm(bodies.position[row].astype(float) - here))
            if name == "mate":
                seen += [(gap, row)] if row != slot else []
                continue
            gap -= float(bodies.radius[row])
            late = name == "threat" and 0 < world.tick == bodies.born[row]
            if gap <= reach and not late and (name != "bullet" or bodies.team[row] == Team.ENEMIES):
                seen.append((gap, row))
    if name == "shard":
        return expected_shards(match, layout, here, right, up)
    entries: list[dict[str, float]] = []
    for _, row in sorted(seen):
        there = bodies.position[row].astype(float)
        flat = sphere.unit(there) * world.shell_radius
        arc = sphere.log_map(sphere.unit(here) * world.shell_radius, flat)
        v = sphere.project_tangent(there, bodies.velocity[row])
        v = sphere.parallel_transport(there, here, v)
        v = v - bodies.velocity[slot]
        entry = {"present": 1.0, "right": arc @ right / reach, "up": arc @ up / reach}
        if name != "pickup":
            entry |= {"velocity_right": v @ right / SPEED, "velocity_up": v @ up / SPEED}
            entry["radius"] = float(bodies.radius[row]) / RADIUS
        kind = int(bodies.kind[row])
        if name == "threat":
            ship = row < len(world.memory.phase)
            entry["altitude"] = (float(np.linalg.norm(there)) - world.shell_radius) / ARENA.outer_altitude
            entry["awake"] = float(bodies.awake[row])
            entry["winding_up"] = float(ship and world.memory.phase[row] == Phase.WINDUP)
            entry["mine"] = float(kind == kinds.MINE.number)
            entry["volatile"] = float(kind == kinds.VOLATILE.number)
            entry["boss"] = float(kind in (kinds.BOSS.number, kinds.BOSS_PART.number))
        elif name == "rock":
            entry["loaded"] = float(bodies.variant[row] & LOADED > 0)
        elif name == "pickup":
            entry["crate"] = float(kind == kinds.CRATE.number)
        elif name == "mate":
            entry["shield"] = float(bodies.health[row]) / world.full_shield(row)
        entries.append({key: float(np.clip(value, -1.0, 1.0)) for key, value in entry.items()})
    return entries


def expected_shards(match: Match, layout: Layout, *frame: np.ndarray) -> list[dict[str, float]]:
    """Likewise, of the shards in a frame: place, right and up."""
    (here, right, up), world = frame, match.world
    shards: Shards = world.tables[SHARDS_TABLE]
    seen: list[tuple[float, int]] = []
    for row in np.flatnonzero(shards.ends_at > world.tick).tolist():
        gap = float(np.linalg.norm(shards.position[row].astype(float) - here))
        seen += [(gap, row)] if gap <= layout.reach else []
    entries: list[dict[str, float]] = []
    for _, row in sorted(seen):
        flat = sphere.unit(shards.position[row].astype(float)) * world.shell_radius
        arc = sphere.log_map(sphere.unit(here) * world.shell_radius, flat) / layout.reach
        left = (int(shards.ends_at[row]) - world.tick) / (SHARDS.life * TICK_RATE)
        entry = {"present": 1.0, "right": arc @ right, "up": arc @ up, "left": left}
        entries.append({key: float(np.clip(value, -1.0, 1.0)) for key, value in entry.items()})
    return entries


def crowd(match: Match) -> None:
    """Put everything that a list can hold around the player."""
    world, random = match.world, np.random.default_rng(3)
    here = world.bodies.position[0].astype(float)
    for kind in (
        *[kinds.DRONE.number] * 9, *[kinds.VOLATILE.number] * 2, kinds.MINE.number, kinds.GUNNER.number,
        *[kinds.PICKUP.number] * 3, kinds.CRATE.number, *[kinds.ASTEROID.number] * 6,
    ):  # fmt: skip
        place = here + random.normal(size=3) * 13.0
        world.place(kind, place, random.normal(size=3) * 9.0, loaded=kind == kinds.ASTEROID.number)
    world.drop_in(kinds.DRONE.number, here + np.array([6.0, 1.0, 2.0]))
    world.place_boss(here + np.array([9.0, 9.0, 3.0]))


@pytest.mark.parametrize(("mode", "players"), [("endless", 3), ("tide", 1)])
def test_observations_agree_with_plain_geometry(mode: str, players: int) -> None:
    layout = Layout(12, 6, 5, 3, players - 1, shards=7, reach=30.0)
    counted = dict.fromkeys([name for name, _ in LISTS], 0)
    with Match(mode, 5, players, workers=1) as match:
        crowd(match)
        match.world.bodies.health[:players] *= np.linspace(1.0, 0.6, players)
        for _ in range(7):
            for slot in range(players):
                if not match.world.bodies.alive[slot]:
                    continue
                found = lists_of(look(match, layout, slot), layout)
                for (name, columns), count in zip(LISTS, layout.counts, strict=True):
                    wanted = expected(match, name, layout, slot)[:count]
                    counted[name] += len(wanted)
                    wanted += [dict.fromkeys(columns, 0.0)] * (count - len(wanted))
                    for got, want in zip(found[name], wanted, strict=True):
                        assert got == pytest.approx(want, abs=1e-4), (name, match.world.tick)
            let_bots_play(match, 30)
    assert counted["threat"] > 80 and counted["rock"] > 20, counted
    assert mode == "tide" or min(counted.values()) > 5, counted


def test_a_dead_ship_sees_nothing_but_the_game() -> None:
    with Match("endless", 5, workers=1) as match:
        let_bots_play(match, 30)
        match.world.pools[Pool.PLAYER].give(0)
        view = dict(zip(LAYOUT.names, look(match).tolist(), strict=True))
        assert {name for name, value in view.items() if value} == {"lives", "multiplier", "time"}


def test_own_rows_have_the_ships_state() -> None:
    with Match("endless", 5, workers=1) as match:
        for _ in range(150):
            match.tick([PlayerCommand(0, 127, 127, 0, Button.NONE)])
        world = match.world
        world.bodies.health[0] *= 0.5
        world.players.bombs[0], world.players.weapon[0] = 2, 1
        world.ships.untouchable_until[0] = world.tick + 60
        view = dict(zip(LAYOUT.names, look(match).tolist(), strict=True))
        assert [view[name] for name in ("alive", "shield", "boost", "dashing")] == [1.0, 0.5, 1.0, 0.0]
        assert view["untouchable"] == pytest.approx(0.5)
        assert view["velocity_up"] > 0.2 and abs(view["velocity_right"]) < 0.02
        assert view["nose_right"] > 0.99 and abs(view["nose_up"]) < 0.05
        assert view["bombs"] == pytest.approx(0.2) and view["lives"] == pytest.approx(0.3)
        assert [view[name] for name in OWN if name.startswith("weapon_")][:3] == [0.0, 1.0, 0.0]
        assert view["time"] == pytest.approx(150 / 18_000)
        match.tick([PlayerCommand(0, 127, 127, 0, Button.BOOST)])
        assert dict(zip(LAYOUT.names, look(match).tolist(), strict=True))["dashing"] == 1.0


def test_the_first_row_behind_the_ships_winds_nothing_up() -> None:
    """A phase is written behind the last one, where nothing may read it."""
    with Match("endless", 5, workers=1) as match:
        phases, bodies = match.world.memory.phase, match.world.bodies
        as_strided(phases, (len(phases) + 1,))[-1] = Phase.WINDUP
        here = bodies.position[0].astype(float)
        assert match.world.place(kinds.MINE.number, here + np.array((5.0, 0.0, 0.0))) == len(phases)
        (threat, *_) = lists_of(look(match), LAYOUT)["threat"]
        assert threat["mine"] == 1.0 and threat["winding_up"] == 0.0


def test_the_goal_of_a_phase_is_shown() -> None:
    from tests.game.campaign_levels import worlds

    with Match("campaign", 5, level=worlds()[1].text, workers=1) as match:
        world = match.world
        here, up = world.bodies.position[0].astype(float), world.players.up[0].astype(float)
        place = sphere.unit(sphere.exp_map(here, up * 15.0))
        set_goal(world.tables["goal"], GoalKind.GUARD, tuple(place.tolist()), 6.0)
        view = dict(zip(LAYOUT.names, look(match).tolist(), strict=True))
        goal = {name: value for name, value in view.items() if name.startswith("goal_")}
        wanted = dict.fromkeys(goal, 0.0) | {"goal_guard": 1.0, "goal_up": 0.5, "goal_radius": 0.2}
        assert goal == pytest.approx(wanted, abs=1e-5)
        far = sphere.unit(sphere.exp_map(here, np.cross(up, sphere.unit(here)) * 90.0))
        set_goal(world.tables["goal"], GoalKind.REACH, tuple(far.tolist()), 6.0)
        view = dict(zip(LAYOUT.names, look(match).tolist(), strict=True))
        assert (view["goal_right"], view["goal_up"]) == pytest.approx((1.0, 0.0), abs=1e-5)


def test_layouts_out_of_range_are_refused() -> None:
    cases: dict[str, Any] = {"threats": -1, "rocks": 257, "mates": 4, "shards": 257, "reach": 0.0}
    for field, value in cases.items():
        with pytest.raises(ValueError, match=field):
            Layout(**{field: value})
    assert Layout(0, 0, 0, 0).size == OWN_ROWS + GOAL_ROWS
    with Match("endless", 5, workers=1) as match:
        assert look(match, Layout(0, 0, 0, 0))[0] == 1.0
    with Match("stress", 5, level="", workers=1) as match, pytest.raises(ValueError, match="no team"):
        Observer(match, LAYOUT)


def test_packed_actions_are_the_commands_of_their_sticks() -> None:
    random = Random(5)
    actions = np.array(
        [[random.uniform(-1.4, 1.4) for _ in range(ACTION_SIZE)] for _ in range(200)], np.float32
    )
    actions[0, :4] = np.nan, np.inf, -np.inf, 0.5
    packed = np.zeros(len(actions), np.int64)
    pack_actions(actions, BITS, packed)
    names = (Button.FIRE, Button.BOOST, Button.BOMB, Button.NEXT_WEAPON, Button.PREVIOUS_WEAPON)
    for row, number in zip(actions.tolist(), packed.tolist(), strict=True):
        buttons = sum((name for name, value in zip(names, row[4:], strict=True) if value > 0), Button.NONE)
        wanted = PlayerCommand.from_sticks((row[0], row[1]), (row[2], row[3]), Button(buttons))
        assert command_of(number) == wanted
        assert int.from_bytes(pack_command(wanted), "little") == number


def test_zones_do_not_disturb_what_is_seen() -> None:
    """A well pulls bodies during the tick; the grid's question still finds all that are within reach."""
    with Match("endless", 6, workers=1) as match:
        crowd(match)
        here = match.world.bodies.position[0].astype(float)
        add_zone(match.world, ZONES.named("well").number, sphere.unit(here), radius=20.0, strength=9.0)
        let_bots_play(match, 60)
        found = [entry for entry in lists_of(look(match), LAYOUT)["threat"] if entry["present"]]
        assert len(found) == min(12, len(expected(match, "threat", LAYOUT, 0)))


def test_an_enemy_is_seen_from_the_tick_after_its_birth_on() -> None:
    """Rows that the grid still knows from their last body count as new."""
    with Match("endless", 6, workers=1) as match:
        world = match.world
        here = world.bodies.position[0].astype(float)
        row = world.place(kinds.DRONE.number, here + np.array([5.0, 3.0, 0.0]))
        match.tick()
        assert lists_of(look(match), LAYOUT)["threat"][0]["present"] == 1.0
        match.state_hash()  # the minds have decided
        place = world.bodies.position[row].copy()
        world.pools[Pool.ENEMY].give(row)
        assert world.place(kinds.DRONE.number, place) == row
        assert lists_of(look(match), LAYOUT)["threat"][0]["present"] == 0.0
        match.tick()
        assert lists_of(look(match), LAYOUT)["threat"][0]["present"] == 1.0
