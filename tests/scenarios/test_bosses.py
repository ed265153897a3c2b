"""Stories of the bosses: their parts, each stage's deeds and warnings, and what answers them."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from arena.catalogue import bosses, kinds, modules, zones
from arena.catalogue.boss_row import BOSSES, WARNING, PartRow
from arena.game.bots.bot import Bot
from arena.sim.crates import fit_module
from arena.sim.kinds import Phase, Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone
from arena.sphere import unit
from arena.tuning import TICK_RATE
from tests.ai.arena_of_minds import ahead, gap, play, small_world
from tests.playing import told

BASTION, RAM, MATRIARCH, SOWER, CROWN, SIEGE = range(6)
EVERY_STAGE = [
    (boss, stage) for boss in range(len(BOSSES)) for stage in range(len(BOSSES[boss].rules.stages))
]
TURN_TICKS = 420
"""More than the longest cycle of any stage."""


def stage_health(variant: int, stage: int) -> float:
    """Health of a boss that has just come to a stage: below its share, whichever way products are rounded."""
    rules = BOSSES[variant].rules
    return 0.999 * rules.stages[stage].health * rules.health


def boss_world(variant: int, stage: int = 0, arc: float = 0.45, **counts: Any) -> tuple[World, int]:
    """A boss that has just come to a stage, before a player who rests."""
    room: dict[str, Any] = {"enemies": 60, "bullets": 800, "mines": 48, **counts}
    world = small_world(**room)
    boss = world.place_boss(ahead(arc), variant)
    for following in range(1, stage + 1):
        world.bodies.health[boss] = stage_health(variant, following)
        play(world, 1)
    assert world.memory.stage[boss] == stage
    return world, boss


def parts_of(world: World, sort: PartRow | None = None) -> list[int]:
    """Rows of the parts that live, of one sort or of all."""
    bodies = world.bodies
    rows = [row for row in world.rows(Pool.ENEMY).tolist() if bodies.kind[row] == kinds.BOSS_PART.number]
    names = [BOSSES[int(bodies.variant[row])].rules.ring.parts[world.memory.ring_slot[row]] for row in rows]
    return [row for row, name in zip(rows, names, strict=True) if sort is None or sort.name == name]


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_parts_ride_with_their_boss_on_the_shell(variant: int) -> None:
    world, boss = boss_world(variant)
    assert world.bodies.radius[boss] == np.float32(BOSSES[variant].rules.radius)
    assert world.bodies.health[boss] == BOSSES[variant].rules.health
    assert len(parts_of(world)) == len(BOSSES[variant].rules.ring.parts)
    play(world, 40)
    places = world.bodies.position[parts_of(world)]
    assert np.allclose(np.linalg.norm(places, axis=1), world.shell_radius, atol=0.01)
    ways = world.bodies.velocity[parts_of(world)]
    assert np.allclose(np.sum(ways * unit(places), axis=1), 0.0, atol=1e-3)
    reach = [gap(world, row, boss) - world.bodies.radius[row] for row in parts_of(world)]
    assert min(reach) > BOSSES[variant].rules.radius
    assert max(reach) < BOSSES[variant].rules.radius + BOSSES[variant].rules.stages[0].ring.gap + 0.1


@pytest.mark.parametrize(("variant", "stage"), EVERY_STAGE)
def test_a_full_ring_turns_at_the_speed_of_its_stage(variant: int, stage: int) -> None:
    if BOSSES[variant].rules.ring.arc is not None:
        return
    world, boss = boss_world(variant, stage)
    before = world.memory.ring_axis[boss].astype(np.float64)
    turned = 0.0
    for _ in range(20):
        play(world, 1)
        after, up = world.memory.ring_axis[boss].astype(np.float64), unit(world.bodies.position[boss])
        turned += np.arctan2(np.cross(before, after) @ up, before @ after)
        before = after
    expected = BOSSES[variant].rules.stages[stage].ring.turn * 20 / TICK_RATE
    assert turned == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_a_part_breaks_off_alone_and_all_end_with_their_boss(variant: int) -> None:
    world, boss = boss_world(variant)
    play(world, 10)
    whole = parts_of(world)
    world.bodies.health[whole[0]] = 0.0
    play(world, 5)
    assert parts_of(world) == whole[1:]
    assert world.bodies.alive[boss]
    world.bodies.health[boss], world.bodies.hit_by[[boss, *whole]] = 0.0, 0
    events = play(world, 5)
    assert not parts_of(world)
    ended = [(row, by) for _, event, row, by in events if event == Event.KILLED]
    assert ended == [(boss, 0), *((row, -1) for row in whole[1:])], "nobody shot what goes with its boss"


@pytest.mark.parametrize("variant", [-1, 6, 0.5, None])
def test_there_are_six_bosses_and_no_more(variant: Any) -> None:
    world = small_world()
    with pytest.raises(ValueError, match="variant"):
        world.place_boss(ahead(0.5), variant)
    assert not world.pools[Pool.ENEMY].active


def shot_off(world: World, rows: list[int]) -> None:
    """Let parts be gone."""
    world.bodies.health[rows] = 0.0
    play(world, 1)


def count_of(world: World, kind: int) -> int:
    """Living bodies of a kind."""
    return int((world.bodies.alive & (world.bodies.kind == kind)).sum())


def angle_of(world: World, boss: int, way: np.ndarray) -> float:
    """Of a direction, counter-clockwise from where the player is [rad]."""
    here = world.bodies.position[boss].astype(np.float64)
    up = here / np.linalg.norm(here)
    ahead = world.bodies.position[0] - up * (world.bodies.position[0] @ up)
    ahead /= np.linalg.norm(ahead)
    return float(np.arctan2(way @ np.cross(up, ahead), way @ ahead))


def volleys(world: World, boss: int, ticks: int) -> list[tuple[int, list[float]]]:
    """(tick, directions of the bullets, ascending) of everything that a boss fires itself."""
    found: list[tuple[int, list[float]]] = []
    first = world.pools[Pool.BULLET].start

    def look(world: World) -> None:
        rows = world.rows(Pool.BULLET)
        own = (world.bodies.born[rows] == world.tick) & (world.bullets.owner[rows - first] == boss)
        if own.any():
            ways = world.bodies.heading[rows[own]].astype(np.float64)
            found.append((world.tick, sorted(angle_of(world, boss, way) for way in ways)))

    play(world, ticks, look=look)
    return found


@pytest.mark.parametrize(("variant", "stage"), EVERY_STAGE)
def test_every_deed_of_every_stage_is_announced_for_half_a_second(variant: int, stage: int) -> None:
    world, boss = boss_world(variant, stage)
    rows = [boss, *parts_of(world)]
    wound = dict.fromkeys(rows, 0)  # ticks for which each has wound up
    deeds: list[tuple[int, int]] = []  # row and warning of each

    def look(world: World) -> None:
        for event, row, *_ in told(world):
            if event in (Event.SHOT, Event.DEPLOYED) and row in wound:
                assert world.memory.phase[row] == Phase.ACT, "it acts only when it has said so"
                deeds.append((row, wound[row]))
        for row in rows:
            if world.memory.phase[row] == Phase.WINDUP:
                wound[row] += 1
            elif world.memory.phase[row] != Phase.ACT:
                wound[row] = 0
            else:
                deeds.append((row, wound[row]))

    play(world, TURN_TICKS, look=look)
    assert any(row == boss for row, _ in deeds)
    assert min(warning for _, warning in deeds) >= WARNING
    for part in (bosses.TURRET, bosses.LAUNCHER, bosses.LAYER, bosses.MORTAR):
        if part.name in BOSSES[variant].rules.ring.parts:
            assert any(row in parts_of(world, part) for row, _ in deeds), part.name


@pytest.mark.parametrize(("variant", "stage"), EVERY_STAGE)
def test_every_stage_fires_its_own_pattern(variant: int, stage: int) -> None:
    world, boss = boss_world(variant, stage)
    shot_off(world, parts_of(world))
    fire = BOSSES[variant].rules.stages[stage].fire
    assert fire is not None
    fired = volleys(world, boss, TURN_TICKS)
    assert len(fired) >= 2
    assert {len(ways) for _, ways in fired} == {fire.arms}
    for _, ways in fired:
        if fire.arms > 1:
            between = 2.0 * np.pi / fire.arms if fire.arc is None else fire.arc / (fire.arms - 1)
            assert np.diff(ways) == pytest.approx(between, abs=0.02)
    assert min(b - a for (a, _), (b, _) in pairwise(fired)) == fire.interval
    assert {round(float(d)) for d in world.bullets.damage[world.bodies.alive[-800:]]} == {round(fire.damage)}


def test_a_bastion_swings_a_stream_then_turns_its_arms_one_way_and_back() -> None:
    turns: list[float] = []
    for stage in range(3):
        world, boss = boss_world(BASTION, stage)
        shot_off(world, parts_of(world))
        fired = volleys(world, boss, 300)
        if stage == 0:
            assert max(abs(way) for _, ways in fired for way in ways) < 1.0, "towards the player"
            assert np.ptp([ways[0] for _, ways in fired]) > 1.0
            continue
        fire = BOSSES[BASTION].rules.stages[stage].fire
        assert fire is not None
        arms = 2.0 * np.pi / fire.arms
        steps = np.diff([ways[0] for _, ways in fired])
        steps = (steps + arms / 2) % arms - arms / 2
        turns.append(float(np.median(steps)))
    assert turns[0] > 0.05
    assert turns[1] < -0.05


def test_turrets_fire_while_their_boss_does_not_and_no_more_once_they_are_off() -> None:
    world, boss = boss_world(BASTION)
    turrets = parts_of(world, bosses.TURRET)
    phases: list[int] = []

    def look(world: World) -> None:
        shots = [one for one in told(world) if one.event == Event.SHOT and one.row in turrets]
        phases.extend([int(world.memory.phase[boss])] * len(shots))

    play(world, 600, look=look)
    assert len(phases) > 10
    assert Phase.ACT not in phases
    phases.clear()
    shot_off(world, turrets)
    play(world, 400, look=look)
    assert not phases


def test_mortars_fire_fans_at_the_player_and_the_second_flies_into_the_gaps() -> None:
    world, _ = boss_world(SIEGE)
    mortars, first = parts_of(world, bosses.MORTAR), world.pools[Pool.BULLET].start
    attack = bosses.MORTAR.rules.attack
    assert attack is not None and attack.volley is not None and attack.volley.arc is not None
    volley, gap = attack.volley, attack.volley.arc / (attack.volley.arms - 1)
    assert kinds.BOSS_PART.ship is not None and kinds.BOSS_PART.ship.gun is not None
    flown = round(kinds.BOSS_PART.ship.gun.range / volley.speed * TICK_RATE)
    fans: dict[int, list[list[float]]] = {row: [] for row in mortars}  # directions, by mortar

    def look(world: World) -> None:
        rows = world.rows(Pool.BULLET)
        for mortar in mortars:
            own = rows[
                (world.bodies.born[rows] == world.tick) & (world.bullets.owner[rows - first] == mortar)
            ]
            if len(own):
                ways = world.bodies.heading[own].astype(np.float64)
                fans[mortar].append(sorted(angle_of(world, mortar, way) for way in ways))
                assert (world.bullets.damage[own - first] == volley.damage).all()
                assert (world.bullets.expires[own - first] - world.tick == flown).all()

    play(world, 400, look=look)
    for salvos in fans.values():
        assert len(salvos) >= 4 and {len(ways) for ways in salvos} == {volley.arms}
        for early, late in zip(salvos[::2], salvos[1::2], strict=False):
            assert np.diff(early) == pytest.approx(gap, abs=0.01)
            assert abs(early[0] - late[0]) == pytest.approx(0.5 * gap, abs=0.04)
            assert abs(np.mean(early + late)) < 0.2, "at the player, who rests"


def charge_at(command: PlayerCommand) -> tuple[int, float]:
    """(touches, way in units) of a ram's first charge at a player who does that while it winds up."""
    world, boss = boss_world(RAM, arc=0.36)
    world.ships.untouchable_until[0] = 0
    world.bodies.heading[boss] = -np.cross(world.bodies.position[boss], [1.0, 0.0, 0.0]) / world.shell_radius
    places: list[np.ndarray] = []

    def look(world: World) -> None:
        if world.memory.phase[boss] == Phase.ACT:
            places.append(world.bodies.position[boss].astype(np.float64))

    def fly(_: int) -> PlayerCommand:
        left = int(world.memory.until[boss]) - world.tick
        return command if world.memory.phase[boss] == Phase.WINDUP and left < 20 else PlayerCommand()

    events = play(world, 150, fly, look)
    assert places
    touches = sum(event == Event.PLAYER_HURT for _, event, *_ in events)
    return touches, float(np.linalg.norm(places[-1] - places[0]))


def test_a_ram_charges_where_it_aimed_and_misses_who_steps_aside() -> None:
    touches, way = charge_at(PlayerCommand())
    assert touches > 0
    assert way > 12.0
    touches, way = charge_at(PlayerCommand(move_x=127, buttons=Button.BOOST))
    assert touches == 0
    assert way > 12.0


def hits_from(behind: bool, *, plates: bool = True) -> dict[int, int]:
    """Numbers of hits on a resting ram and on its plates, from ahead or from behind."""
    world, boss = boss_world(RAM, arc=0.3)
    play(world, 1)
    if not plates:
        shot_off(world, parts_of(world))
    towards = -np.cross(world.bodies.position[boss], [1.0, 0.0, 0.0]) / world.shell_radius
    hits = {kinds.BOSS.number: 0, kinds.BOSS_PART.number: 0}

    def look(world: World) -> None:
        world.memory.phase[boss], world.memory.until[boss] = Phase.REST, world.tick + 60
        world.bodies.heading[boss] = -towards if behind else towards
        world.bodies.velocity[boss] = 0.0
        events = world.events
        for k in range(int(events.count[0])):
            if events.kind[k] == Event.HIT and events.other[k] == 0:
                hits[int(events.subject[k])] += 1

    look(world)
    play(world, 90, PlayerCommand(aim_x=0, aim_y=127, buttons=Button.FIRE), look)
    return hits


def test_a_rams_plates_stop_what_comes_from_ahead_and_its_stern_is_bare() -> None:
    assert hits_from(behind=False) == {kinds.BOSS.number: 0, kinds.BOSS_PART.number: pytest.approx(8, abs=5)}
    assert hits_from(behind=True)[kinds.BOSS.number] > 2
    assert hits_from(behind=False, plates=False)[kinds.BOSS.number] > 2


@pytest.mark.parametrize("variant", [MATRIARCH, CROWN])
def test_generators_shield_their_boss_until_the_last_one_is_gone(variant: int) -> None:
    def lost(world: World, boss: int) -> float:
        before = float(world.bodies.health[boss])

        row = world.pools[Pool.BULLET].take()
        slot = row - world.pools[Pool.BULLET].start
        world.bodies.position[row] = world.bodies.previous_position[row] = world.bodies.position[boss]
        world.bodies.velocity[row] = 0.0
        world.bodies.heading[row], world.bodies.inv_mass[row] = world.bodies.heading[boss], 1.0
        world.bodies.kind[row], world.bodies.team[row], world.bodies.radius[row] = (
            kinds.BULLET.number,
            1,
            0.15,
        )
        world.bodies.health[row] = 1.0
        damage = 100.0 + kinds.BOSS.ship.body.armour
        world.bullets.damage[slot], world.bullets.expires[slot] = damage, world.tick + 9
        world.bullets.owner[slot], world.bullets.weapon[slot] = 0, 0
        play(world, 1)
        return before - float(world.bodies.health[boss])

    world, boss = boss_world(variant)
    generators = parts_of(world, bosses.SHIELD)
    assert lost(world, boss) == pytest.approx(100.0 * BOSSES[variant].rules.shielded, abs=0.1)
    shot_off(world, generators[:-1])
    assert lost(world, boss) == pytest.approx(100.0 * BOSSES[variant].rules.shielded, abs=0.1)
    world.place_boss(ahead(2.5), variant)  # its generators shield it alone
    shot_off(world, generators[-1:])
    assert lost(world, boss) == pytest.approx(100.0, abs=0.1)


@pytest.mark.parametrize(
    ("stage", "kind"), [(0, kinds.DRONE.number), (1, kinds.WEAVER.number), (2, kinds.DRONE.number)]
)
def test_a_matriarchs_hangars_launch_her_brood_and_no_end_of_it(stage: int, kind: int) -> None:
    world, _ = boss_world(MATRIARCH, stage)
    launched = [other for _, event, _, other in play(world, 500) if event == Event.DEPLOYED]
    assert len(launched) >= 6
    assert {int(world.bodies.kind[row]) for row in launched} == {kind}
    attack = bosses.LAUNCHER.rules.attack
    assert attack is not None
    world.memory.launched[parts_of(world, bosses.LAUNCHER)] = attack.most
    assert not any(event == Event.DEPLOYED for _, event, *_ in play(world, 300))


def test_a_sower_throws_rings_of_mines_until_its_layers_are_off() -> None:
    world, boss = boss_world(SOWER)
    play(world, 330)
    mines = world.rows(Pool.MINE)
    assert len(mines) >= 4 * 2 * BOSSES[SOWER].rules.stages[0].mines
    away = np.array([gap(world, int(row), boss) for row in mines])
    assert away.min() > BOSSES[SOWER].rules.radius
    assert np.ptp(away) > 3.0, "near and far by turns"
    sides = np.sort(
        [angle_of(world, boss, world.bodies.position[row] - world.bodies.position[boss]) for row in mines]
    )
    assert np.diff(sides).max() < 1.3, "all around"
    shot_off(world, parts_of(world, bosses.LAYER))
    assert not any(event == Event.DEPLOYED for _, event, *_ in play(world, 300))


def test_a_layer_throws_far_and_near_by_turns() -> None:
    world, _ = boss_world(SOWER)
    thrown = dict[int, dict[int, bool]]()

    def look(world: World) -> None:
        for event, layer, mine, _ in told(world):
            if event == Event.DEPLOYED:
                far = bool(np.linalg.norm(world.bodies.velocity[mine]) > 15.0)
                thrown.setdefault(layer, {})[world.tick] = far

    play(world, 700, look=look)
    turns = [list(far.values()) for far in thrown.values()]
    assert len(turns) == 4 and all(far[:3] == [True, False, True] for far in turns)


def test_a_layers_fan_is_as_wide_as_its_row_says_and_even_on_both_sides() -> None:
    world, boss = boss_world(SOWER, stage=2)
    b, attack = world.bodies, bosses.LAYER.rules.attack
    assert attack is not None
    fans: dict[int, list[float]] = {}
    while not fans and world.tick < 600:
        play(world, 1)
        for event, layer, mine, _ in told(world):
            if event == Event.DEPLOYED:
                here, way = b.position[layer].astype(np.float64), b.velocity[mine].astype(np.float64)
                up, out = unit(here), here - b.position[boss]
                fans.setdefault(layer, []).append(float(np.arctan2(np.cross(out, way) @ up, out @ way)))
    fan = np.linspace(-0.5, 0.5, BOSSES[SOWER].rules.stages[2].mines) * attack.spread
    assert fans and all(np.sort(turns) == pytest.approx(fan, abs=0.05) for turns in fans.values())


@pytest.mark.parametrize("variant", [SOWER, CROWN])
def test_a_well_opens_around_a_wounded_boss_pulls_and_closes_with_it(variant: int) -> None:
    world, boss = boss_world(variant, asteroids=2)
    assert not world.zones.kind.any()
    world, boss = boss_world(variant, 1, asteroids=2)
    rock = world.place(kinds.ASTEROID.number, ahead(0.4, 0.6), radius=0.5)
    start = gap(world, rock, boss)
    widths: list[float] = []
    gaps: list[float] = []
    saved = b""

    def look(world: World) -> None:
        nonlocal saved
        (zone,) = np.flatnonzero(world.zones.kind)
        assert world.zones.kind[zone] == zones.WELL.number
        assert (world.zones.center[zone] == world.bodies.position[boss]).all()
        widths.append(float(world.zones.radius[zone]))
        gaps.append(gap(world, rock, boss))
        if len(widths) == 60:
            saved = world.snapshot()

    play(world, 240, look=look)
    assert widths[0] < 0.2 * widths[-1], "it opens slowly"
    assert max(np.diff(widths)) < 0.4
    assert min(gaps) < start - 2.0
    world.restore(saved)
    world.bodies.health[boss] = 0.0
    play(world, 1)
    assert not world.zones.kind.any()


def test_a_well_that_was_closed_leaves_its_place_to_other_zones() -> None:
    world, _ = boss_world(CROWN, 2)
    play(world, 1)
    assert not world.zones.kind.any()
    zone = add_zone(world, zones.WIND.number, ahead(2.5), 8.0, 1.0)
    play(world, 2)
    assert world.zones.kind[zone] == zones.WIND.number


def test_a_crowns_parts_regroup_slowly_from_stage_to_stage() -> None:
    world, boss = boss_world(CROWN)
    reach: list[float] = []
    part, (first, second, _) = parts_of(world)[0], BOSSES[CROWN].rules.stages
    swing = second.ring.gap + second.ring.sway - first.ring.gap

    def look(world: World) -> None:
        reach.append(gap(world, part, boss))

    play(world, 60, look=look)
    near = reach[-1]
    for stage in (1, 2):
        world.bodies.health[boss] = stage_health(CROWN, stage)
        play(world, 300, look=look)
    far = max(reach)
    assert far == pytest.approx(near + swing, abs=0.2)
    assert reach[-1] < near + 0.5
    assert np.abs(np.diff(reach)).max() * TICK_RATE < 8.0, "slow enough to step away from"


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_a_boss_tells_of_each_stage_and_pauses(variant: int) -> None:
    world, boss = boss_world(variant)
    play(world, 100)
    stagger = BOSSES[variant].rules.stagger
    for stage in range(1, len(BOSSES[variant].rules.stages)):
        world.bodies.health[boss] = stage_health(variant, stage)
        begun: list[float] = []
        busy: list[int] = []

        def look(world: World) -> None:
            begun.extend(one.size for one in told(world) if one.event == Event.BOSS_STAGE)  # noqa: B023
            if 0 < world.tick - world.memory.stage_began[boss] < stagger:
                busy.extend(one.row for one in told(world) if one.event == Event.SHOT)  # noqa: B023

        play(world, stagger + 100, look=look)
        assert begun == [stage]
        assert not busy, "nobody fires while the stage comes"
    assert world.memory.stage[boss] == len(BOSSES[variant].rules.stages) - 1


def test_a_boss_on_the_far_side_never_sleeps_and_comes() -> None:
    world = World(WorldConfig(enemies=12, asteroids=0, bullets=64, live_radius=20.0))
    world.spawn_player(0, [0, 0, 1], up=[0, 1, 0])
    boss = world.place_boss(ahead(2.4))
    start = gap(world, boss)
    awake: list[bool] = []
    play(world, 400, look=lambda world: awake.append(bool(world.bodies.awake[boss])))
    assert all(awake)
    assert gap(world, boss) < start - 2.0


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_the_bot_beats_every_boss(variant: int) -> None:
    world, boss = boss_world(variant, arc=1.0, bullets=1024, pickups=16, companions=1)
    world.place_companion(0, ahead(0.1))
    for module in (modules.TWIN, modules.BROAD, modules.HEAVY):
        fit_module(world.players, world.module_table, 0, module.number)
    bot, stages = Bot(), set[int]()

    def look(world: World) -> None:
        stages.add(int(world.memory.stage[boss]))
        if not world.bodies.alive[boss]:
            raise StopIteration

    with pytest.raises(StopIteration):
        play(world, 150 * TICK_RATE, lambda _: bot.command(world), look)
    assert stages == set(range(len(BOSSES[variant].rules.stages)))


def test_a_stage_puts_no_part_of_another_boss_to_rest() -> None:
    world, boss = boss_world(RAM)
    other = world.place_boss(ahead(-0.9), BASTION)
    theirs = [row for row in parts_of(world) if world.memory.target[row] == other]
    later = world.tick + 500
    world.memory.phase[theirs], world.memory.until[theirs] = Phase.ACT, later
    world.bodies.health[boss] = stage_health(RAM, 1)
    play(world, 1)
    assert world.memory.stage[boss] == 1 and world.memory.phase[boss] == Phase.REST
    assert len(theirs) > 2 and (world.memory.until[theirs] == later).all()
    assert (world.memory.phase[theirs] == Phase.ACT).all()
