"""Objectives that one world has alone: beacons, a siege, a chase, a tide; and zones that grow."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.goal import GoalKind
from arena.game.match import Match
from arena.game.phases.state import Stage
from arena.game.rules import CAMPAIGN, CASCADE, TIDE
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.sphere import unit
from tests.game.campaign_levels import CALM, group, level, play, play_until, rules
from tests.scenarios.test_campaign import DESTROY, FAR, WAIT, begin, enemies, fly_to, kill

BEACONS = 'objective = {kind = "beacons", places = [[1, 0, 0], [0, 1, 0]], radius = 6, seconds = 2}'
SIEGE = 'objective = {kind = "siege", place = [1, 0, 0], seconds = 5, health = 100}'
WAY = "place = [1, 0, 0], towards = [0, 1, 0], turn = 90"
CHASE = f'objective = {{kind = "chase", {WAY}, health = 200, rocks = 12}}'
TIDES = 'objective = {kind = "tide", count = 30}'


def test_beacons_are_lit_in_turn_by_time_in_their_rings() -> None:
    with begin(BEACONS) as match:
        play(match, CALM)
        fly_to(match, (0.0, 1.0, 0.05))
        play(match, 130)
        assert rules(match).progress.done[0] == 0
        fly_to(match, (1.0, 0.0, 0.05))
        play(match, 119)
        assert match.hud().objective.note == "0 of 2 lit"  # pyright: ignore[reportOptionalMemberAccess]
        play(match, 1)
        assert match.hud().objective.note == "1 of 2 lit"  # pyright: ignore[reportOptionalMemberAccess]
        assert match.hud().marker.place == (0.0, 1.0, 0.0)  # pyright: ignore[reportOptionalMemberAccess]
        fly_to(match, (0.0, 1.0, 0.05))
        play_until(match, Stage.WON, 121)


def test_a_siege_is_won_by_time_and_lost_with_the_freighter() -> None:
    with begin(SIEGE, WAIT) as match:
        row = int(rules(match).progress.subject[0])
        assert match.world.bodies.kind[row] == kinds.FREIGHTER.number
        place = match.world.bodies.position[row].copy()
        play(match, CALM + 299)
        assert rules(match).stage == Stage.RUNNING
        assert match.world.bodies.position[row] == pytest.approx(place, abs=1e-4)
        play_until(match, Stage.CLEARED, 2)
    with begin(SIEGE) as match:
        ships = rules(match).ships_left
        play(match, CALM + 10)
        match.world.bodies.health[int(rules(match).progress.subject[0])] = 0.0
        play_until(match, Stage.FAILED, 3)
        assert rules(match).ships_left == ships - 1


def runner(match: Match) -> int:
    """Its row."""
    (row,) = [row for row in enemies(match) if match.world.bodies.kind[row] == kinds.RUNNER.number]
    return row


def test_a_runner_flees_along_its_way_through_its_belt_and_gets_away() -> None:
    with begin(CHASE) as match:
        row, world = runner(match), match.world
        rocks = unit(world.bodies.position[world.rows(Pool.ASTEROID)])
        assert len(rocks) == 12
        assert np.abs(rocks[:, 2]).max() <= 0.5 * CAMPAIGN.belt_width / world.shell_radius + 1e-6
        assert world.bodies.health[row] == 200.0
        assert rules(match).goal.kind[0] == GoalKind.CATCH
        seen = [unit(world.bodies.position[row])]
        play(match, 300)
        seen.append(unit(world.bodies.position[row]))
        assert abs(seen[1][2]) < 0.05 and seen[1][1] > 0.5
        play_until(match, Stage.FAILED)
        turned = np.degrees(np.arctan2(*unit(world.bodies.position[row])[[1, 0]]))
        assert 88.0 < turned < 95.0
        assert "got away" in match.hud().banner.line  # pyright: ignore[reportOptionalMemberAccess]


def test_groups_near_a_runner_land_ahead_of_it() -> None:
    ahead = 'near = "goal"\nbearing = 0\ndistance = 14\ntime = 1\n'
    with begin(CHASE + group("drone", 1, ahead), WAIT) as match:
        row, bodies = runner(match), match.world.bodies
        landed, waited = list[int](), 0
        while not landed and waited < 400:
            play(match, 1)
            waited += 1
            landed = [other for other in enemies(match) if other != row and bodies.radial_speed[other] == 0.0]
        angles = [float(np.arctan2(*bodies.position[other, [1, 0]])) for other in (row, *landed)]
        assert len(landed) == 1
        assert 10.0 < (angles[1] - angles[0]) * match.world.shell_radius < 24.0


def test_a_runner_that_is_shot_ends_the_chase() -> None:
    with begin(CHASE + group("drone", 3, FAR), WAIT) as match:
        play(match, CALM + 100)
        kill(match, [runner(match)])
        play_until(match, Stage.CLEARED, 3)
        play(match, 2)
        assert enemies(match) == []


def test_a_tide_fills_where_nobody_sees_it_counts_what_is_destroyed_and_ebbs() -> None:
    with begin(TIDES, WAIT) as match:
        world = match.world
        play(match, 2)
        first = world.bodies.position[enemies(match)]
        assert len(first) == 2 * CAMPAIGN.flood_births
        gaps = np.linalg.norm(first - world.bodies.position[0], axis=1)
        assert gaps.min() > 2.0 * world.shell_radius * np.sin(0.49 * TIDE.unseen / world.shell_radius)
        play(match, 120)
        full = TIDE.drones - CAMPAIGN.flood_room
        assert len(enemies(match)) == full
        calm = [row for row in enemies(match) if world.bodies.kind[row] == kinds.DRONE.number]
        kill(match, calm[:29])
        play(match, 2)
        assert rules(match).progress.done[0] == 29
        kill(match, calm[29:30])
        play_until(match, Stage.CLEARED, 3)
        play(match, 10)
        assert full - 11 * CAMPAIGN.flood_ebb <= len(enemies(match)) < full - 8 * CAMPAIGN.flood_ebb
        play(match, CAMPAIGN.beat - 10)
        assert enemies(match) == []


def test_groups_come_to_a_tide_whose_rivers_are_full() -> None:
    """Neither the most ships of a phase nor the pool leaves them out: those that flow do not count."""
    with begin(TIDES + group("drone", 30, "times = 2\nevery = 4")) as match:
        play(match, CALM + 238)
        assert rules(match).groups.comings[0] == 1
        play(match, 4)
        assert rules(match).groups.comings[0] == 2
        assert len(enemies(match)) > TIDE.drones - CAMPAIGN.flood_room


def test_a_cascade_of_a_campaign_pays_little_more_than_its_ships() -> None:
    with begin(WAIT) as match:
        events = match.world.events
        play(match, 1)
        events.kind[0], events.other[0], events.size[0], events.count[0] = Event.CASCADE, 0, 500, 1
        match.mode.tick(match.world)
        assert rules(match).points == 500 * CASCADE.points * 1.25


def test_a_zone_that_grows_begins_anew_with_each_try() -> None:
    zone = '[[zone]]\nkind = "well"\nplace = [1, 0, 0]\nradius = 8\nstrength = 5\ngrowth = 2\n'
    text = level(f"{DESTROY}\nlimit = 10" + group("drone", 1, FAR)) + zone
    with Match("campaign", workers=1, level=text) as match:
        radius = match.world.zones.radius
        play(match, CALM)
        assert radius[0] == 8.0
        play(match, 60)
        assert radius[0] == 10.0
        play_until(match, Stage.FAILED)
        play_until(match, Stage.RUNNING, CAMPAIGN.beat + 2)
        assert radius[0] == 8.0


def test_each_zone_of_a_phase_grows_by_its_own_numbers() -> None:
    """The first one of the level is not there in this phase, and the last one stays as it is."""
    zones = (("[2]", 4, 5), ("[1]", 8, 2), ("[1, 2]", 5, 3), ("[1]", 6, 0))
    zone = "".join(
        f'[[zone]]\nkind = "well"\nplace = [1, 0, 0]\nstrength = 5\nphases = {phases}\nradius = {radius}\n'
        f"growth = {growth}\n"
        for phases, radius, growth in zones
    )
    with Match("campaign", workers=1, level=level(WAIT, WAIT) + zone) as match:
        play(match, CALM + 60)
        assert match.world.zones.radius[:3].tolist() == [10.0, 8.0, 6.0]


def test_the_light_fades_for_a_dark_phase_and_comes_back() -> None:
    with begin(f"{WAIT}\ndark = 0.8", WAIT) as match:
        play(match, CAMPAIGN.dusk // 2)
        assert match.hud().night == pytest.approx(0.4)
        play_until(match, Stage.CLEARED)
        assert match.hud().night == pytest.approx(0.8)
        play(match, CAMPAIGN.dusk)
        assert match.hud().night == 0.0
