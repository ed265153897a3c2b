"""Three weapons, what they do to whom, and what lies about to be picked up."""

import numpy as np
import pytest

from arena import tuning
from arena.catalogue import kinds, modules, pickups, weapons
from arena.catalogue.hulls import HULLS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.pickups import PICKUPS, PickupRow
from arena.catalogue.weapons import WEAPONS, WeaponRow
from arena.game.crates import held_modules
from arena.game.match import Match
from arena.game.rules import DROPS
from arena.sim.crates import fit_module
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from tests.playing import empty_match, rules
from tests.scenarios.conftest import Beside, Play

AHEAD = PlayerCommand(0, 0, 0, 127)
FIRE = PlayerCommand(0, 0, 0, 127, Button.FIRE)


def arm(world: World, weapon: WeaponRow) -> None:
    """Give the player a weapon."""
    world.players.weapon[0] = weapon.number


def bullets(world: World) -> np.ndarray:
    return world.rows(Pool.BULLET)


@pytest.mark.parametrize("weapon", WEAPONS, ids=WEAPONS.names)
def test_each_fires_as_its_numbers_say(match: Match, play: Play, weapon: WeaponRow) -> None:
    world, numbers = match.world, weapon.rules.shots
    arm(world, weapon)
    play(3, AHEAD)
    play(1, FIRE)
    rows = bullets(world)
    assert len(rows) == numbers.bullets
    velocity = world.bodies.velocity[rows].astype(float)
    assert np.linalg.norm(velocity, axis=1) == pytest.approx(numbers.speed, rel=1e-3)
    ways = velocity / np.linalg.norm(velocity, axis=1, keepdims=True)
    widest = float(np.arccos(np.clip((ways @ ways.T).min(), -1.0, 1.0)))
    assert widest == pytest.approx(numbers.fan * (numbers.bullets > 1), abs=numbers.jitter + 1e-3)
    middle = world.bodies.heading[0].astype(float)
    assert float(ways.mean(axis=0) @ middle) > 0.95
    slots = rows - world.pools[Pool.BULLET].start
    assert (world.bullets.weapon[slots] == weapon.fired).all()
    shots = [row for event, row, _ in play(60, FIRE) if event is Event.SHOT]
    assert len(shots) == pytest.approx(60 / round(60 * numbers.interval), abs=1.01)


def test_two_players_who_fire_in_the_same_tick_spread_their_shots_apart() -> None:
    shots = weapons.SCATTER.rules.shots
    fan = shots.fan * np.linspace(-0.5, 0.5, shots.bullets)
    with empty_match(players=2) as match:
        world, b = match.world, match.world.bodies
        world.players.weapon[:] = weapons.SCATTER.number
        match.tick([AHEAD, AHEAD])
        match.tick([FIRE, FIRE])
        spread = list[np.ndarray]()
        for slot in range(2):
            rows = bullets(world)
            rows = rows[world.bullets.owner[rows - world.pools[Pool.BULLET].start] == slot]
            nose, up = b.heading[slot].astype(float), b.position[slot] / world.shell_radius
            ways = b.heading[rows].astype(float)
            spread.append(np.arctan2(ways @ np.cross(nose, up), ways @ nose) - fan)
    assert np.abs(spread).max() <= 0.5 * shots.jitter + 1e-3
    assert np.abs(spread[0] - spread[1]).min() > 1e-3


@pytest.mark.parametrize("slot", [0, 1])
def test_a_shot_is_noted_for_who_fired_and_empties_that_gun(slot: int) -> None:
    with empty_match(players=2) as match:
        world = match.world
        match.tick([AHEAD, AHEAD])
        match.tick([FIRE if player == slot else AHEAD for player in range(2)])
        fires = [player == slot for player in range(2)]
        assert (world.players.fired_at == world.tick).tolist() == fires
        assert (world.ships.cooldown[:2] > 0).tolist() == fires


def test_buttons_choose_weapons_in_a_circle(match: Match, play: Play) -> None:
    held = [int(match.world.players.weapon[0])]
    for button in (Button.NEXT_WEAPON,) * len(WEAPONS) + (Button.PREVIOUS_WEAPON,) * 2:
        seen = play(1, PlayerCommand(buttons=button)) + play(2)
        assert [event for event, _, _ in seen] == [Event.ARMED]
        held.append(int(match.world.players.weapon[0]))
    last = len(WEAPONS) - 1
    assert held == [*range(len(WEAPONS)), 0, last, last - 1]
    assert play(30, PlayerCommand(buttons=Button.NEXT_WEAPON))[0][0] is Event.ARMED
    assert match.world.players.weapon[0] == last  # once, however long it is held


@pytest.mark.parametrize("weapon", [weapons.PULSE, weapons.LANCE])
def test_a_lance_goes_through_what_a_pulse_stops_at(
    match: Match, play: Play, beside: Beside, weapon: WeaponRow
) -> None:
    """Rocks in a line: a bullet goes through as many as its row says, ever weaker, and ends in the next."""
    world, hurt = match.world, weapon.rules.shots.pierces + 1
    assert hurt == 1 if weapon is weapons.PULSE else hurt > 2
    play(2, AHEAD)
    count = hurt + 1
    gap = 35.0 / count  # the last one is within the weapon's range
    rows = [
        world.place(kinds.ASTEROID.number, beside(8.0 + gap * k), radius=min(2.5, 0.4 * gap))
        for k in range(count)
    ]
    world.bodies.health[rows] = 1000.0
    arm(world, weapon)
    play(1, FIRE)
    seen = play(60, AHEAD)
    lost = 1000.0 - world.bodies.health[rows]
    once = weapon.rules.shots.damage * weapon.rules.materials["rock"]
    kept = tuning.BULLET.pierced ** np.arange(count)
    assert lost == pytest.approx(once * kept * (np.arange(count) < hurt), rel=1e-4)
    assert sum(event is Event.HIT for event, _, _ in seen) == hurt
    assert not len(bullets(world))


@pytest.mark.parametrize(
    ("weapon", "best"), [(weapons.PULSE, "ice"), (weapons.SCATTER, "rock"), (weapons.LANCE, "metal")]
)
def test_each_weapon_is_best_against_one_material(
    match: Match, play: Play, beside: Beside, weapon: WeaponRow, best: str
) -> None:
    world, lost = match.world, list[float]()
    arm(world, weapon)
    for material in MATERIALS:
        play(60, AHEAD)
        row = world.place(kinds.ASTEROID.number, beside(6.0), radius=3.5, material=material.number)
        world.bodies.health[row] = 1000.0
        play(1, FIRE)
        play(25, AHEAD)
        lost.append(1000.0 - float(world.bodies.health[row]))
        world.pools[Pool.ASTEROID].clear()
    factors = [weapon.rules.materials[material.name] for material in MATERIALS]
    assert np.array(lost) / lost[0] == pytest.approx(np.array(factors) / factors[0], rel=0.01)
    assert max(lost) == lost[MATERIALS.named(best).number]


def test_a_lost_ship_leaves_weapon_and_modules(match: Match, play: Play) -> None:
    world = match.world
    fit_module(world.players, world.module_table, 0, modules.RAPID.number)
    world.players.weapon[0], world.bodies.health[0] = 2, -1.0
    play(200)
    assert world.bodies.alive[0] and world.players.weapon[0] == 2
    assert held_modules(world, 0) == {"rapid": 1}


def put_pickup(world: World, direction: np.ndarray, what: int) -> int:
    return world.place(kinds.PICKUP.number, direction, material=int(what))


@pytest.mark.parametrize("what", PICKUPS, ids=PICKUPS.names)
def test_a_pickup_comes_to_a_player_who_is_near_and_gives_what_it_holds(
    match: Match, play: Play, beside: Beside, what: PickupRow
) -> None:
    world, mode = match.world, rules(match)
    world.bodies.health[0], bombs, lives = 40.0, int(world.players.bombs[0]), mode.ships_left
    world.ships.hurt_tick[0] = world.tick
    put_pickup(world, beside(5.0), what.number)
    seen = play(60)
    assert [(event, row) for event, row, _ in seen] == [(Event.COLLECTED, 0)]
    assert not len(world.rows(Pool.PICKUP)) and mode.points > 0
    assert (world.bodies.health[0] == kinds.PLAYER.ship.body.health) == (what is pickups.SHIELD)
    assert world.players.bombs[0] - bombs == (what is pickups.BOMB)
    assert mode.ships_left - lives == (what is pickups.LIFE)
    assert (world.ships.untouchable_until[0] > world.tick) == (what is pickups.GUARD)


@pytest.mark.parametrize(("before", "after"), [(0, 180), (1000, 1000)])
def test_a_guard_keeps_harm_off_for_three_seconds_and_shortens_nothing(
    match: Match, play: Play, beside: Beside, before: int, after: int
) -> None:
    world = match.world
    world.ships.untouchable_until[0] = world.tick + 1 + before
    put_pickup(world, beside(1.0), pickups.GUARD.number)
    assert play(1)[0][0] is Event.COLLECTED
    assert world.ships.untouchable_until[0] == world.tick + after


def test_a_pickup_ends_by_itself_and_nobody_collides_with_it(
    match: Match, play: Play, beside: Beside
) -> None:
    world = match.world
    row = put_pickup(world, beside(10.0), pickups.BOMB.number)
    drone = world.place(kinds.DRONE.number, beside(10.0))
    place = world.bodies.position[row].copy()
    arm(world, weapons.PULSE)
    seen = play(3)
    assert (world.bodies.position[row] == place).all()
    world.bodies.health[drone] = -1.0
    seen = play(round(tuning.PICKUP.life * 60) - 4, lambda: FIRE)
    assert world.bodies.alive[row]
    assert not [event for event, hit, other in seen if row in (hit, other) and event is not Event.SHOT]
    play(3)
    assert not world.bodies.alive[row]


@pytest.mark.parametrize(("age", "lasts"), [(839, True), (840, False)])
def test_a_pickup_lasts_fourteen_seconds(
    match: Match, play: Play, beside: Beside, age: int, lasts: bool
) -> None:
    world = match.world
    row = put_pickup(world, beside(10.0), pickups.BOMB.number)
    world.bodies.born[row] = world.tick + 1 - age
    play(1)
    assert world.bodies.alive[row] == lasts


@pytest.mark.parametrize("slot", [0, 1])
def test_a_shield_fills_up_the_hull_of_who_takes_it(slot: int) -> None:
    with Match("endless", 3, players=2, workers=1, hulls=("standard", "dart")) as match:
        world = match.world
        world.bodies.health[:2] = 20.0
        put_pickup(world, world.bodies.position[slot], pickups.SHIELD.number)
        match.tick()
        full = HULLS.named(match.setup.hulls[slot]).rules.shield
        assert world.bodies.health[slot] == full
        assert world.bodies.health[1 - slot] < 21.0


def test_nothing_gives_more_than_a_ship_can_carry(match: Match, play: Play, beside: Beside) -> None:
    world = match.world
    for _ in range(20):
        put_pickup(world, beside(1.0), pickups.BOMB.number)
        play(3)
    assert world.players.bombs[0] == tuning.PILOT.bombs_max


def test_destroyed_enemies_leave_what_chance_says(match: Match, play: Play, beside: Beside) -> None:
    world, left = match.world, list[int]()
    for _ in range(150):
        rows = [world.place(kinds.STALKER.number, beside(30.0 + 2.5 * k)) for k in range(8)]
        world.bodies.health[rows], world.bodies.hit_by[rows] = -1.0, 0
        play(1)
        left += world.bodies.variant[world.rows(Pool.PICKUP)].tolist()
        world.pools[Pool.PICKUP].clear()
    assert len(left) / 1200 == pytest.approx(0.3 * DROPS.chance, abs=0.015)
    assert set(left) == {row.number for row in PICKUPS if row.rules.weight}


def test_what_nobody_destroyed_leaves_nothing(match: Match, play: Play, beside: Beside) -> None:
    world = match.world
    for _ in range(20):
        row = world.place(kinds.CARRIER.number, beside(30.0))
        world.bodies.health[row], world.bodies.hit_by[row] = -1.0, -1
        play(1)
    assert not len(world.rows(Pool.PICKUP))
