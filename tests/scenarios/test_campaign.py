"""Every objective, won and lost; what a phase costs and brings; nothing that never ends."""

import numpy as np
import pytest

from arena.catalogue import kinds, zones
from arena.game.bots.bot import Bot
from arena.game.goal import GoalKind
from arena.game.match import Match
from arena.game.phases.state import Stage
from arena.game.rules import CAMPAIGN, DIFFICULTIES
from arena.sim.kinds import Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sphere import unit
from tests.game.campaign_levels import CALM, group, keep_alive, level, play, play_until, rules, worlds
from tests.playing import let_bots_play

WAIT = 'objective = {kind = "survive", seconds = 5}'
DESTROY = 'objective = {kind = "destroy"}'
FAR = "place = [0, 0, -1]"


def begin(*phases: str, **setup: object) -> Match:
    """A match of a level with those phases."""
    return Match("campaign", workers=1, level=level(*phases), **setup)  # pyright: ignore[reportArgumentType]


def enemies(match: Match) -> list[int]:
    """Rows of the enemies that live."""
    return match.world.rows(Pool.ENEMY).tolist()


def kill(match: Match, rows: list[int]) -> None:
    """Let them die in the next tick, by the player's hand."""
    match.world.bodies.health[rows], match.world.bodies.hit_by[rows] = 0.0, 0


def fly_to(match: Match, place: object) -> None:
    """Put the player there."""
    world = match.world
    world.bodies.position[0] = unit(place) * world.shell_radius  # pyright: ignore[reportArgumentType]
    world.bodies.velocity[0] = 0.0


def test_a_phase_fails_in_the_tick_in_which_its_time_is_up() -> None:
    with begin(f"{DESTROY}\nlimit = 10" + group("drone", 1, FAR)) as match:
        play(match, CALM + 599)
        assert rules(match).stage == Stage.RUNNING
        play(match, 1)
        assert rules(match).stage == Stage.FAILED


def test_destroy_is_won_when_all_groups_came_and_nobody_is_left() -> None:
    with begin(DESTROY + group("drone", 2, FAR) + group("drone", 3, f"{FAR}\nafter = 1\ntime = 1")) as match:
        play(match, CALM - 1)
        assert enemies(match) == []
        play(match, 2)
        assert len(enemies(match)) == 2
        assert match.hud().objective.note == "5 left"  # pyright: ignore[reportOptionalMemberAccess]
        kill(match, enemies(match))
        play(match, 1)
        assert (len(enemies(match)), rules(match).stage) == (3, Stage.RUNNING)
        kill(match, enemies(match)[:2])
        play(match, 2)
        assert rules(match).stage == Stage.RUNNING
        kill(match, enemies(match))
        play(match, 2)
        assert rules(match).stage == Stage.WON
        assert match.over and match.won


def test_a_limit_costs_a_ship_and_the_same_phase_begins_again() -> None:
    with begin(f"{DESTROY}\nlimit = 10" + group("drone", 2, FAR)) as match:
        ships = rules(match).ships_left
        rules(match).score.multiplier[0] = 5
        play(match, CALM + 600 + 1)
        assert rules(match).stage == Stage.FAILED
        assert (rules(match).ships_left, int(rules(match).score.multiplier[0])) == (ships - 1, 3)
        assert "out of time" in match.hud().banner.line  # pyright: ignore[reportOptionalMemberAccess]
        play(match, 2)
        assert enemies(match) == []
        play(match, CAMPAIGN.beat)
        assert (rules(match).stage, rules(match).phase_number) == (Stage.RUNNING, 0)
        assert int(rules(match).progress.tries[0]) == 2
        play(match, CALM + 2)
        assert len(enemies(match)) == 2


def test_who_has_no_ship_left_for_another_try_has_lost() -> None:
    with begin(f"{DESTROY}\nlimit = 10" + group("drone", 1, FAR)) as match:
        rules(match).lives.left[0] = 1
        play(match, CALM + 600 + 1)
        assert rules(match).stage == Stage.LOST
        assert match.over and not match.won
        assert match.mode.results(match.world)["level"] == "Probe, lost"


def test_who_dies_for_the_last_time_has_lost() -> None:
    with begin(WAIT) as match:
        rules(match).lives.left[0] = 1
        match.world.bodies.health[0] = -5.0
        for _ in range(3):
            match.tick()
        assert match.over and not match.won


def test_survive_is_won_by_time_alone_and_leaves_nobody_behind() -> None:
    with begin(WAIT + group("drone", 4, FAR), WAIT) as match:
        play(match, CALM + 298)
        assert rules(match).stage == Stage.RUNNING
        points = rules(match).points
        play_until(match, Stage.CLEARED, 5)
        assert match.world.tick == CALM + 300
        assert rules(match).points > points
        play(match, 2)
        assert enemies(match) == []
        play(match, CAMPAIGN.beat)
        assert (rules(match).phase_number, rules(match).stage) == (1, Stage.RUNNING)
        assert match.hud().progress == 2


def test_asteroids_placed_by_hand_lie_where_they_were_put_and_drift_as_they_were_told() -> None:
    still = '[[asteroid]]\nplace = [0, 1, 0]\nradius = 3.5\nmaterial = "ice"\n'
    drifting = "[[asteroid]]\nplace = [1, 0, 0]\nspeed = 4\ntowards = [1, -1, 0]\n"
    with Match("campaign", workers=1, level=level(WAIT) + still + drifting) as match:
        first, second = match.world.rows(Pool.ASTEROID).tolist()
        bodies = match.world.bodies
        assert (float(bodies.radius[first]), int(bodies.variant[first])) == (3.5, 1)
        play(match, 60)
        shell = match.world.shell_radius
        assert unit(bodies.position[first]) == pytest.approx([0, 1, 0], abs=1e-6)
        arc = 4.0 / shell
        assert unit(bodies.position[second]) == pytest.approx([np.cos(arc), -np.sin(arc), 0], abs=1e-3)


def test_a_group_with_a_place_looks_where_it_is_told() -> None:
    """Two of a wall stand side by side, across the way they look."""

    def way(towards: str) -> np.ndarray:
        text = f'formation = "wall"\nplace = [0, 0, -1]\ntowards = {towards}'
        with begin(DESTROY + group("drone", 2, text)) as match:
            play(match, CALM + 2)
            first, second = unit(match.world.bodies.position[enemies(match)])
            return first - second

    x, y = np.abs(way("[1, 0, -1]")), np.abs(way("[0, 1, -1]"))
    assert x[1] > 10 * x[0], x
    assert y[0] > 10 * y[1], y


def test_hold_counts_time_within_the_ring_only() -> None:
    with begin('objective = {kind = "hold", place = [1, 0, 0], radius = 6, seconds = 4}') as match:
        marker = match.hud().marker
        assert marker is not None and (marker.place, marker.radius) == ((1.0, 0.0, 0.0), 6.0)
        play(match, CALM + 100)
        assert rules(match).progress.done[0] == 0
        fly_to(match, (1.0, 0.0, 0.05))
        play(match, 100)
        fly_to(match, (0.0, 0.0, 1.0))
        play(match, 100)
        assert rules(match).progress.done[0] == 100
        fly_to(match, (1.0, 0.0, 0.05))
        play_until(match, Stage.WON, 145)
        assert match.hud().marker is None


def test_gates_count_in_their_order_only() -> None:
    race = '{kind = "race", place = [1, 0, 0], towards = [0, 1, 0], gates = 3, turn = 180}'
    with begin(f"objective = {race}") as match:
        play(match, CALM)
        for place in ((0, 1, 0), (-1, 0, 0)):
            fly_to(match, place)
            play(match, 2)
        assert rules(match).progress.done[0] == 0
        for passed, place in enumerate(((1, 0, 0), (0, 1, 0), (-1, 0, 0)), 1):
            fly_to(match, place)
            play(match, 2)
            assert rules(match).progress.done[0] == passed
        assert rules(match).stage == Stage.WON


def test_a_race_is_lost_by_time() -> None:
    race = '{kind = "race", place = [1, 0, 0], towards = [0, 1, 0], gates = 3, turn = 180}'
    with begin(f"objective = {race}\nlimit = 10") as match:
        play_until(match, Stage.FAILED, CALM + 602)
        play_until(match, Stage.RUNNING, CAMPAIGN.beat + 2)
        assert rules(match).progress.done[0] == 0
        assert rules(match).goal.kind[0] == GoalKind.REACH


def test_a_brood_ends_with_its_carriers() -> None:
    with begin('objective = {kind = "brood"}' + group("carrier", 1, FAR) + group("drone", 3, FAR)) as match:
        play(match, CALM + 2)
        kind = match.world.bodies.kind
        assert [int(kind[row]) for row in enemies(match)].count(kinds.CARRIER.number) == 1
        kill(match, [row for row in enemies(match) if kind[row] == kinds.DRONE.number])
        play(match, 2)
        assert rules(match).stage == Stage.RUNNING
        kill(match, [row for row in enemies(match) if kind[row] == kinds.CARRIER.number])
        play_until(match, Stage.WON, 3)
        play(match, 2)
        assert enemies(match) == []


def test_a_boss_comes_after_the_calm_and_its_end_wins() -> None:
    with begin('objective = {kind = "boss", variant = 1, place = [0, 0, -1]}') as match:
        play(match, CALM - 1)
        assert enemies(match) == []
        play(match, 2)
        (boss,) = [row for row in enemies(match) if match.world.bodies.kind[row] == kinds.BOSS.number]
        assert rules(match).progress.subject[0] == boss
        play(match, 60)
        assert rules(match).stage == Stage.RUNNING
        kill(match, [boss])
        play_until(match, Stage.WON, 3)


ESCORT = 'objective = {kind = "escort", route = [[1, 0, 0], [1, 0.3, 0], [1, 0.3, 0.3]], health = 100}'


def freighter(match: Match) -> int:
    """Its row."""
    rows = match.world.rows(Pool.COMPANION)
    (row,) = rows[match.world.bodies.kind[rows] == kinds.FREIGHTER.number]
    return int(row)


def test_a_freighter_that_arrives_wins() -> None:
    with begin(ESCORT) as match:
        row = freighter(match)
        play(match, CALM)
        assert np.abs(match.world.bodies.velocity[row]).max() == 0.0
        play(match, 60)
        assert 2.0 < np.linalg.norm(match.world.bodies.velocity[row]) < 6.0
        play_until(match, Stage.WON)
        place = unit(match.world.bodies.position[row])
        assert np.linalg.norm(place - unit((1.0, 0.3, 0.3))) * match.world.shell_radius < 5.0
        assert rules(match).progress.done[0] == 1


def test_a_freighter_that_is_destroyed_costs_a_ship_and_flies_again() -> None:
    with begin(ESCORT + group("drone", 20, 'near = "goal"\ndistance = 12')) as match:
        ships = rules(match).ships_left
        fly_to(match, (0.0, 0.0, -1.0))
        match.world.bodies.health[match.world.rows(Pool.COMPANION)[0]] = 100.0
        play_until(match, Stage.FAILED)
        assert rules(match).ships_left == ships - 1
        assert "freighter" in match.hud().banner.line  # pyright: ignore[reportOptionalMemberAccess]
        play_until(match, Stage.RUNNING, CAMPAIGN.beat + 2)
        row = freighter(match)
        assert match.world.bodies.health[row] == 100.0
        assert unit(match.world.bodies.position[row]) == pytest.approx((1.0, 0.0, 0.0), abs=1e-6)


def test_difficulty_changes_who_comes() -> None:
    text = DESTROY + group("drone", 8, FAR) + group("lancer", 4, f'{FAR}\ndifficulty = ["hard"]')
    found: dict[str, list[int]] = {}
    for difficulty in ("easy", "normal", "hard"):
        with begin(text, difficulty=difficulty) as match:
            play(match, CALM + 2)
            sent = match.world.bodies.kind[match.world.rows(Pool.ENEMY)]
            found[difficulty] = [
                int((sent == kind).sum()) for kind in (kinds.DRONE.number, kinds.LANCER.number)
            ]
    assert found["easy"][0] < found["normal"][0] == 8 < found["hard"][0]
    assert (found["easy"][1], found["normal"][1]) == (0, 0) and found["hard"][1] >= 4


def test_a_group_that_finds_no_room_comes_later() -> None:
    with begin(DESTROY + group("drone", 5, FAR)) as match:
        world = match.world
        first = world.pools[Pool.ENEMY].start
        room = world.pools[Pool.ENEMY].stop - first - 2
        rows = [world.place(kinds.DRONE.number, (0.0, 1.0, 0.01 * k)) for k in range(room)]
        play(match, CALM + 2)
        assert world.pools[Pool.ENEMY].active == room + 2
        kill(match, [row for row in rows if not rules(match).groups.member[row - first]])
        play(match, CAMPAIGN.retry + 2)
        assert world.pools[Pool.ENEMY].active == 5


def test_zones_come_and_go_with_phases() -> None:
    zone = '[[zone]]\nkind = "well"\nplace = [1, 0, 0]\nradius = 8\nstrength = 5\nphases = [2]\n'
    with Match("campaign", workers=1, level=f"{level(WAIT, WAIT)}{zone}") as match:
        assert not match.world.zones.kind.any()
        play_until(match, Stage.CLEARED)
        play(match, CAMPAIGN.beat + 1)
        assert match.world.zones.kind[0] == zones.WELL.number


def test_a_snapshot_in_the_midst_of_a_phase_continues_exactly() -> None:
    text = worlds()[1].text
    with (
        Match("campaign", seed=4, workers=1, level=text) as match,
        Match("campaign", seed=4, workers=2, level=text) as other,
    ):
        while not rules(match).phase_number:
            let_bots_play(match, 100)
        saved, number = match.snapshot(), rules(match).phase_number
        for copy in (other, match):
            copy.restore(saved)
            assert rules(copy).phase_number == number
            let_bots_play(copy, 700)
        assert match.array_hashes() == other.array_hashes()
    edited = Match("campaign", seed=4, workers=1, level=text + "\n")
    with edited, pytest.raises(ValueError, match="another level"):
        edited.restore(saved)


HASTE = 25.0
"""Harm to an enemy counts so many times: the minutes that only its health takes are not played."""


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_bot_that_nothing_hurts_completes_each_world(number: int) -> None:
    with Match("campaign", seed=number, workers=1, level=worlds()[number].text) as match:
        bot, health = Bot(), match.world.bodies.health
        while not match.over and match.world.tick < 9 * 3600:
            keep_alive(match)
            rows = match.world.rows(Pool.ENEMY)
            before = health[rows]
            match.tick([bot.command(match.world)])
            now = health[rows]
            hurt = (now > 0.0) & (now < before)
            health[rows[hurt]] = np.maximum(0.5, now - (HASTE - 1.0) * (before - now))[hurt]
        assert match.won, f"{match.hud().objective} in phase {rules(match).phase_number + 1}"


def test_a_player_who_does_nothing_comes_to_an_end() -> None:
    with Match("campaign", seed=3, workers=1, level=worlds()[1].text) as match:
        for _ in range(10 * 3600):
            if match.over:
                break
            match.tick([PlayerCommand()])
        assert match.over and not match.won


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_each_ship_left_at_the_end_pays_by_difficulty(difficulty: str) -> None:
    bonus, points = CAMPAIGN.ship_bonus * DIFFICULTIES[difficulty].score, list[int]()
    for left in (1, 3):
        with begin(WAIT, difficulty=difficulty) as match:
            match.world.tables["lives"].left[0] = left
            play_until(match, Stage.WON)
            points.append(rules(match).points)
    assert points[1] - points[0] == 2 * bonus
