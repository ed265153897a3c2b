"""Records of hits on a player: source, direction, and how long before it could have known."""

import numpy as np
import pytest

from arena.ai.behaviours import Behaviours, create_behaviours
from arena.catalogue import kinds
from arena.catalogue.enemies import SNIPER
from arena.catalogue.kind_row import KINDS
from arena.game.match import Match
from arena.game.rules import SCORE, SIGHT
from arena.game.scoring.harm import (
    DEATHS_KEPT,
    Death,
    Means,
    create_deaths,
    create_harm,
    list_deaths,
    name_side,
    note_deaths,
    note_harm,
)
from arena.game.scoring.visibility import NEVER, shows_lane
from arena.game.waves.director import skip_wave
from arena.sim.damage import HARMLESS_TICKS
from arena.sim.kinds import Phase, Pool
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.telegraphs import CHARGE_TICKS, is_charging
from arena.tuning import TICK_RATE
from tests.playing import empty_match, rules, told, towards

REST = PlayerCommand()


def noticed(match: Match, row: int) -> bool:
    """Return whether the first player could know of a row."""
    return bool(rules(match).team.notice.seen[0, row] != NEVER)


def death_by(match: Match, limit: int = 300) -> Death:
    """Play until the first player, barely alive, has lost a life; returns how."""
    for _ in range(limit):
        if match.world.bodies.alive[0]:
            match.world.bodies.health[0] = 1.0
        match.tick([REST] * match.world.config.players)
        if match.mode.deaths(match.world):
            break
    (death,) = match.mode.deaths(match.world)
    return death


@pytest.mark.parametrize(
    ("kind", "right", "ahead", "means", "side"),
    [
        (kinds.DRONE.number, 0.0, 11.0, Means.TOUCH, "ahead"),
        (kinds.DRONE.number, -11.0, 0.0, Means.TOUCH, "the left"),
        (kinds.GUNNER.number, 0.0, -14.0, Means.BULLET, "behind"),
        (kinds.LANCER.number, 9.0, 9.0, Means.TOUCH, "ahead on the right"),
    ],
)
def test_a_death_says_who_did_it_how_and_from_where(
    kind: int, right: float, ahead: float, means: Means, side: str
) -> None:
    with empty_match() as match:
        for _ in range(TICK_RATE):  # the time of a game is not that of a shot
            match.tick([REST])
        row = match.world.place(kind, towards(match, right, ahead))
        death = death_by(match)
        assert row > 0
        assert (death.kind, death.means, death.player, death.section) == (kind, means, 0, 1)
        assert death.tick == match.world.tick
        assert 0.5 < death.warned <= match.world.tick / TICK_RATE
        if kind != kinds.GUNNER.number:  # it strafes while it aims
            assert death.side == side
            assert death.text == f"a {KINDS[kind].name} from {side}, seen for {death.warned:.1f} s"
        else:
            assert death.side.startswith(side) and death.text.startswith("a gunner's shot from behind")
            assert 8.0 < death.away < 18.0


@pytest.mark.parametrize(
    ("kind", "means"), [(kinds.MINE.number, Means.MINE), (kinds.ASTEROID.number, Means.ASTEROID)]
)
def test_mines_and_asteroids_are_told_apart_from_ships(kind: int, means: Means) -> None:
    with empty_match() as match:
        match.world.place(kind, towards(match, 0.0, 5.0), velocity=-9.0 * match.world.players.up[0])
        death = death_by(match)
        assert (death.kind, death.means) == (kind, means)
        assert match.mode.deaths(match.world) == (death,)


def test_in_the_first_ticks_nobody_has_been_hit() -> None:
    assert (create_harm(3).tick == -1).all()


def test_a_death_without_a_hit_says_so() -> None:
    with empty_match() as match:
        harm = rules(match).team.harm
        harm.kind[0], harm.means[0], harm.tick[0] = kinds.DRONE.number, Means.TOUCH, match.world.tick
        match.world.bodies.health[0] = -1.0
        match.tick([REST])
        (death,) = match.mode.deaths(match.world)
        assert (death.kind, death.means, death.text) == (None, Means.UNKNOWN, "lost without a hit")


def test_each_player_has_deaths_of_its_own() -> None:
    with empty_match(players=2) as match:
        for slot in (1, 0):
            match.world.bodies.health[slot] = -1.0
            match.tick([REST, REST])
        assert [death.player for death in match.mode.deaths(match.world)] == [1, 0]


def test_players_lost_in_the_same_tick_are_told_of_by_their_own_last_hits() -> None:
    with empty_match(players=2) as match:
        harm = rules(match).team.harm
        harm.kind[:], harm.means[:] = (kinds.DRONE.number, kinds.GUNNER.number), (Means.TOUCH, Means.BULLET)
        harm.warned[:], harm.bearing[:], harm.tick[:] = (
            (30, 90),
            ((0.0, 5.0), (7.0, 0.0)),
            match.world.tick + 1,
        )
        match.world.bodies.health[:2] = -1.0
        match.tick([REST, REST])
        assert [(death.player, death.text) for death in match.mode.deaths(match.world)] == [
            (0, "a drone from ahead, seen for 0.5 s"),
            (1, "a gunner's shot from the right, seen for 1.5 s"),
        ]
        told = [player.lost_to for player in match.hud().players]
        assert told == [death.text for death in match.mode.deaths(match.world)], "each of the own death"


@pytest.mark.parametrize(("warned", "unwarned"), [(30, 0), (29, 1)])
def test_half_a_second_of_warning_is_enough(warned: int, unwarned: int) -> None:
    with empty_match() as match:
        world, team, events = match.world, rules(match).team, match.world.events
        row = world.place(kinds.DRONE.number, towards(match, 0.0, 5.0))
        events.kind[0], events.row[0], events.other[0], events.count[0] = Event.PLAYER_HURT, 0, row, 1
        team.notice.seen[0, row] = 100 - warned
        note_harm(events, world.population, team.notice, world.shell_radius, 100, team.harm)
        assert team.harm.unwarned[kinds.DRONE.number] == unwarned


@pytest.mark.parametrize(("age", "owned", "warned"), [(0, True, 40), (0, False, 0), (1, True, 7)])
def test_a_shot_that_hits_at_once_was_told_of_by_its_owners_charge(
    age: int, owned: bool, warned: int
) -> None:
    with empty_match() as match:
        world, team, events = match.world, rules(match).team, match.world.events
        owner = world.place(SNIPER.number, towards(match, 0.0, 5.0))
        first = world.pools[Pool.BULLET].start
        row = first + 3
        world.bodies.kind[row], world.bodies.variant[row] = kinds.BULLET.number, SNIPER.number
        world.bodies.born[row], world.bullets.owner[row - first] = 100 - age, owner if owned else -1
        events.kind[0], events.row[0], events.other[0], events.count[0] = Event.PLAYER_HURT, 0, row, 1
        team.notice.charging[0, owner], team.notice.seen[0, row] = 60, 93
        note_harm(events, world.population, team.notice, world.shell_radius, 100, team.harm)
        assert (team.harm.kind[0], team.harm.means[0]) == (SNIPER.number, Means.BULLET)
        assert team.harm.warned[0] == warned


def test_what_appears_on_top_of_a_player_counts_as_a_hit_without_warning() -> None:
    with empty_match() as match:
        harm = rules(match).team.harm
        row = match.world.place(kinds.LANCER.number, towards(match, 0.0, 1.2))
        match.world.bodies.born[row] -= HARMLESS_TICKS
        match.tick([REST])
        assert harm.hits[kinds.LANCER.number] == 1 and harm.unwarned[kinds.LANCER.number] == 1
        match.world.pools[Pool.ENEMY].clear()
        match.world.bodies.health[0] = 100.0
        row = match.world.place(kinds.DRONE.number, towards(match, 0.0, 14.0))
        while match.world.bodies.alive[row]:
            match.tick([REST])
        assert harm.hits[kinds.DRONE.number] == 1 and harm.unwarned[kinds.DRONE.number] == 0


@pytest.mark.parametrize(
    ("right", "ahead", "seen"),
    [
        (0.0, SIGHT.reach + 1.9, True),
        (0.0, SIGHT.reach + 2.1, False),
        (0.0, -1.9 - SIGHT.behind, True),
        (0.0, -2.1 - SIGHT.behind, False),
        (40.0, 0.0, True),
    ],
)
def test_what_is_in_view_with_a_part_is_noticed(right: float, ahead: float, seen: bool) -> None:
    with empty_match() as match:
        row = match.world.place(kinds.ASTEROID.number, towards(match, right, ahead))
        match.world.bodies.radius[row] = 2.0
        match.tick([REST])
        assert noticed(match, row) == seen


def test_arrows_mark_the_nearest_hidden_enemies_and_those_behind_them() -> None:
    with empty_match() as match:
        spread = np.linspace(-0.9, 0.9, 9)
        rows = [
            match.world.place(kinds.CARRIER.number, towards(match, (30.0 + k) * a, -(30.0 + k)))
            for k, a in enumerate(spread)
        ]
        behind = match.world.place(kinds.CARRIER.number, towards(match, 38.0 * spread[0], -38.0))
        match.tick([REST])
        found = [noticed(match, row) for row in rows]
        away = np.hypot((30.0 + np.arange(9)) * spread, 30.0 + np.arange(9))
        nearest = np.argsort(away, kind="stable")[: SIGHT.arrows]
        assert np.flatnonzero(found).tolist() == sorted(nearest.tolist())
        assert noticed(match, behind) == found[0]


def test_what_falls_is_noticed_with_its_ring() -> None:
    with empty_match() as match:
        row = match.world.drop_in(kinds.DRONE.number, towards(match, 0.0, 15.0), seconds=3.0)
        ticks = [match.tick([REST]) or noticed(match, row) for _ in range(150)]
        first = ticks.index(True)
        assert first == pytest.approx((3.0 - 1.6) * TICK_RATE, abs=2)
        assert all(ticks[first:])


def test_a_shot_has_been_announced_for_as_long_as_its_shooter_glowed() -> None:
    with empty_match() as match:
        world = match.world
        row = world.place(kinds.GUNNER.number, towards(match, 0.0, 3.0))
        world.ships.cooldown[row] = 60
        harm = rules(match).team.harm
        while not harm.hits[kinds.GUNNER.number]:
            world.bodies.health[0] = 100.0
            world.bodies.velocity[row] = 0.0
            match.tick([REST])
        assert harm.unwarned[kinds.GUNNER.number] == 0
        assert 30 <= harm.warned[0] < 60


@pytest.mark.parametrize("kind", [kinds.MINE.number, kinds.DRONE.number, kinds.ASTEROID.number])
def test_what_just_came_into_the_world_hurts_nobody(kind: int) -> None:
    with empty_match() as match:
        world = match.world
        row = world.place(kind, towards(match, 0.0, 0.8))
        for _ in range(HARMLESS_TICKS):
            world.bodies.position[row] = towards(match, 0.0, 0.8) * world.shell_radius
            assert world.bodies.health[0] == kinds.PLAYER.ship.body.health
            match.tick([REST])
        match.tick([REST])
        assert world.bodies.health[0] < kinds.PLAYER.ship.body.health


def test_a_ship_that_lands_loads_before_it_fires_and_its_muzzle_glows() -> None:
    with empty_match() as match:
        world = match.world
        row = world.drop_in(kinds.GUNNER.number, towards(match, 0.0, 12.0), seconds=1.0)
        glowing = 0
        while (Event.SHOT, row) not in {one[:2] for one in told(world)}:
            match.tick([REST])
            landed = world.bodies.radial_speed[row] == 0.0
            glowing += bool(landed and is_charging(kinds.GUNNER.number, world.ships.cooldown[row], 0))
        assert glowing >= CHARGE_TICKS
        assert world.tick > 60 + CHARGE_TICKS


@pytest.mark.parametrize("kind", [kinds.STALKER.number, kinds.LANCER.number])
def test_nobody_winds_up_while_it_falls(kind: int) -> None:
    with empty_match() as match:
        world = match.world
        row = world.drop_in(kind, towards(match, 0.0, 11.0), seconds=1.5)
        while world.bodies.radial_speed[row] != 0.0:
            assert world.memory.phase[row] == Phase.SEEK
            match.tick([REST])
        for _ in range(30):
            match.tick([REST])
        assert world.memory.phase[row] == Phase.WINDUP


def test_the_dead_notice_nothing() -> None:
    with empty_match() as match:
        row = match.world.place(kinds.CARRIER.number, towards(match, 0.0, 20.0))
        match.tick([REST])
        assert noticed(match, row)
        match.world.bodies.health[0] = -1.0
        match.tick([REST])
        assert not noticed(match, row)


def test_points_are_told_by_where_they_came_from_and_add_up() -> None:
    """A gunner is shot down, the wave's last ship is; then a weaver comes into the way of a dash."""
    with empty_match() as match:
        world, mode = match.world, rules(match)
        gunner = world.place(kinds.GUNNER.number, towards(match, 0.0, -30.0))
        world.bodies.health[gunner], world.bodies.hit_by[gunner] = 0.0, 0
        skip_wave(mode.waves, mode.plan())
        match.tick([REST])
        assert mode.wave == 2
        weaver = world.place(kinds.WEAVER.number, towards(match, 0.0, 1.0))
        world.players.boost_until[0] = world.tick + 5
        match.tick([PlayerCommand(move_x=1)])
        earned = {name: points for name, points in mode.earnings(world).items() if points}
        struck = kinds.WEAVER.reward.score
        assert not world.bodies.alive[[gunner, weaver]].any()
        assert earned == {
            "kills": kinds.GUNNER.reward.score + struck,
            "strikes": SCORE.struck * struck,
            "waves": SCORE.wave_clear,
        }
        assert mode.points == sum(earned.values()) == match.hud().score


def test_sides_have_names() -> None:
    names = [
        name_side(*way) for way in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    ]
    assert names == [
        *("ahead", "ahead on the right", "the right", "behind on the right"),
        *("behind", "behind on the left", "the left", "ahead on the left"),
    ]
    assert [name_side(*way) for way in ((1.0, 2.3), (1.0, 2.5), (-2.5, -1.0), (0.0, 0.0))] == [
        *("ahead on the right", "ahead", "the left", "behind on the left")
    ]


def test_a_lane_that_passes_a_player_announces_a_shot_from_out_of_the_picture() -> None:
    """Behind, beyond the picture, and not one of those that arrows point at."""
    with empty_match() as match:
        world = match.world
        row = world.place(SNIPER.number, towards(match, 0.0, -30.0))
        asides = [4.0 * (number - SIGHT.arrows + 0.5) for number in range(2 * SIGHT.arrows)]
        drones = [world.place(kinds.DRONE.number, towards(match, aside, -23.0)) for aside in asides]
        places = world.bodies.position[drones].copy()
        harm, told = rules(match).team.harm, list[bool]()
        while not harm.hits[SNIPER.number] and world.tick < 200:
            world.bodies.position[drones], world.bodies.velocity[drones] = places, 0.0
            world.bodies.health[0] = 100.0
            match.tick([REST])
            told.append(noticed(match, row) and world.memory.phase[row] == Phase.WINDUP)
        assert harm.hits[SNIPER.number] == 1 and not any(told)
        assert harm.unwarned[SNIPER.number] == 0
        assert harm.warned[0] > 2 * SIGHT.least


@pytest.mark.parametrize(
    ("right", "ahead", "shows"),
    [
        (0.0, -30.0, True), (0.0, -65.0, True), (0.0, -68.0, False),
        (16.0, -30.0, True), (22.0, -30.0, False), (10.0, -52.0, True), (10.0, -63.0, False),
    ],
)  # fmt: skip
def test_a_lane_shows_where_any_of_it_lies_within_the_picture(
    right: float, ahead: float, shows: bool
) -> None:
    with empty_match() as match:
        world = match.world
        row = world.place(SNIPER.number, towards(match, right, ahead))
        behaviours, bodies = create_behaviours(), world.bodies
        bodies.heading[row] = parallel_way(match, row)
        found = [
            call_shows_lane(bodies, world.memory, behaviours, row, world.shell_radius)
            for world.memory.phase[row] in (Phase.SEEK, Phase.WINDUP)
        ]
        assert found == [False, shows]
        bodies.heading[row] *= -1.0
        assert not call_shows_lane(bodies, world.memory, behaviours, row, world.shell_radius)


def parallel_way(match: Match, row: int) -> np.ndarray:
    """Unit tangent at a ship that points where the player's up does."""
    world = match.world
    place = world.bodies.position[row].astype(np.float64) / world.shell_radius
    way = world.players.up[0] - place * (place @ world.players.up[0])
    return way / np.linalg.norm(way)


def call_shows_lane(bodies: Bodies, memory: Memory, behaviours: Behaviours, row: int, shell: float) -> bool:
    return bool(shows_lane(bodies, memory, behaviours, row, 0, shell))


@pytest.mark.parametrize("count", [DEATHS_KEPT - 1, DEATHS_KEPT, DEATHS_KEPT + 3])
def test_the_latest_deaths_are_kept_in_their_order(count: int) -> None:
    with empty_match() as match:
        bodies, harm, deaths = match.world.bodies, rules(match).team.harm, create_deaths()
        bodies.alive[0] = False
        for tick in range(count):
            assert note_deaths(bodies, np.ones(1, np.bool_), tick, 2, harm, deaths) == 1
        assert note_deaths(bodies, np.zeros(1, np.bool_), count, 2, harm, deaths) == 0
        told = [death.tick for death in list_deaths(deaths)]
        assert told == list(range(count))[-DEATHS_KEPT:]
