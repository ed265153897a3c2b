"""Stories of the minds that live by one move: lancer, weaver, miner, carrier."""

import numpy as np
import pytest

from arena import tuning
from arena.ai.behaviours import Behaviours
from arena.catalogue import kinds
from arena.sim.kinds import Phase, Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from tests.ai.arena_of_minds import LOCKS, gap, place, play, small_world

POINT_BLANK = 9.0
FIRE_AHEAD = PlayerCommand(aim_y=127, buttons=Button.FIRE)


def test_a_lancer_warns_then_charges_through_a_player_who_stays() -> None:
    world = small_world()
    row = place(world, kinds.LANCER.number, 0.6)
    phases: list[int] = []
    speeds: list[float] = []

    def look(world: World) -> None:
        phases.append(int(world.memory.phase[row]))
        speeds.append(float(np.linalg.norm(world.bodies.velocity[row])))

    events = play(world, 60 * 6, look=look)
    first_charge = phases.index(Phase.ACT)
    warned = phases[:first_charge].count(Phase.WINDUP)
    assert warned >= 0.6 * tuning.TICK_RATE, "nobody can step aside from what is not announced"
    assert max(speeds) > 2.5 * kinds.LANCER.ship.flight.max_speed
    assert any(event == Event.PLAYER_HURT for _, event, *_ in events)
    assert Phase.REST in phases


def test_a_lancer_does_not_turn_once_it_charges() -> None:
    """A player who steps aside after the aim is locked sees it fly past in a straight line."""
    world = small_world()
    row = place(world, kinds.LANCER.number, 0.3)
    planes: list[np.ndarray] = []
    charging: list[bool] = []

    def look(world: World) -> None:
        charging.append(bool(world.memory.phase[row] == Phase.ACT))
        if charging[-1]:
            b = world.bodies
            plane = np.cross(b.position[row].astype(float), b.velocity[row].astype(float))
            planes.append(plane / np.linalg.norm(plane))

    def step_aside(tick: int) -> PlayerCommand:
        aiming = world.memory.phase[row] == Phase.WINDUP
        locked = aiming and world.memory.until[row] - world.tick < LOCKS[kinds.LANCER.number]
        return PlayerCommand(move_x=127 if locked or (charging and charging[-1]) else 0)

    events = play(world, 150, step_aside, look)
    assert len(planes) > 20
    assert (np.array(planes[6:]) @ planes[6]).min() > 0.999, "a charge is one great circle"
    assert not any(event == Event.PLAYER_HURT for _, event, *_ in events)


def hits_on_a_weaver(change: float | None) -> int:
    """Number of hits on a weaver by a steady stream of well aimed bullets, on its way to the player.

    From arm's length there is no way out for anyone: that part does not count.
    """
    world = small_world()
    row = place(world, kinds.WEAVER.number, 0.5)
    hits = 0

    def aim(tick: int) -> PlayerCommand:
        away = world.bodies.position[row] - world.bodies.position[0]
        size = max(float(np.hypot(away[0], away[1])), 1e-6)
        fire = Button.FIRE if tick % 24 == 0 else Button.NONE
        return PlayerCommand(
            aim_x=round(127 * away[0] / size), aim_y=round(127 * away[1] / size), buttons=fire
        )

    def look(world: World) -> None:
        nonlocal hits
        if gap(world, row) > POINT_BLANK:
            hits += int(np.sum(world.hits.row == row))
        world.bodies.health[row] = 100.0

    def alter(behaviours: Behaviours) -> None:
        behaviours.strafe[kinds.WEAVER.number] = 0.0
        if change is not None:
            behaviours.dodge[kinds.WEAVER.number] = change

    play(world, 120, aim, look, change=alter)
    return hits


def test_a_weaver_steps_out_of_a_bullets_way_and_without_dodging_is_hit() -> None:
    assert hits_on_a_weaver(0.0) >= 3
    assert hits_on_a_weaver(None) == 0


def test_a_weaver_still_comes() -> None:
    world = small_world()
    row = place(world, kinds.WEAVER.number, 0.7)
    nearest = [99.0]
    play(world, 60 * 5, FIRE_AHEAD, lambda world: nearest.append(gap(world, row)))
    assert min(nearest) < 1.6


def test_a_miner_flees_and_leaves_mines_between_itself_and_its_hunter() -> None:
    world = small_world()
    row = place(world, kinds.MINER.number, 0.12)
    events = play(world, 60 * 8)
    assert gap(world, row) > 12, "it was at 6 u and does not stay there"
    laid = [other for _, event, who, other in events if event == Event.DEPLOYED and who == row]
    assert 4 <= len(laid) <= 7
    mines = world.rows(Pool.MINE)
    assert len(mines) == len(laid)
    speeds = np.linalg.norm(world.bodies.velocity[mines], axis=1)
    assert np.sort(speeds)[:-2].max() < 0.5, "mines come to rest"
    thrown = [gap(world, mine) for mine in mines.tolist()]
    assert np.median(thrown) < gap(world, row) - 4.0, "they lie on the hunter's way"


def test_a_mine_hurts_who_touches_it_and_is_gone() -> None:
    world = small_world()
    world.ships.untouchable_until[0] = 0
    row, before = place(world, kinds.MINE.number, 0.1), world.bodies.health[0]
    events = play(world, 60, PlayerCommand(move_y=127), immortal=False)
    assert world.bodies.health[0] <= before - kinds.MINE.ship.body.contact_damage + 1.0
    assert any(event == Event.KILLED and who == row for _, event, who, _ in events)
    assert not world.bodies.alive[row]


def test_a_mine_can_be_shot_and_pays() -> None:
    world = small_world()
    row = place(world, kinds.MINE.number, 0.2)
    events = play(world, 40, FIRE_AHEAD)
    assert [other for _, event, who, other in events if event == Event.KILLED and who == row] == [0]


def test_a_mine_ends_by_itself() -> None:
    world = small_world()
    row = place(world, kinds.MINE.number, 2.0)
    world.bodies.born[row] = world.tick - round(tuning.MINES.life * tuning.TICK_RATE) + 5
    events = play(world, 10)
    assert [other for _, event, who, other in events if event == Event.KILLED and who == row] == [-1]


def test_enemies_fly_around_mines() -> None:
    world = small_world()
    place(world, kinds.DRONE.number, 0.5)
    mine = place(world, kinds.MINE.number, 0.25)
    touched: list[bool] = []

    def look(world: World) -> None:
        count = int(world.contacts.count[0])
        touched.append(bool((world.contacts.second[:count] == mine).any()))

    play(world, 60 * 3, look=look)
    assert not any(touched)


def test_a_carrier_launches_its_brood_and_no_more() -> None:
    world = small_world(enemies=40)
    row = place(world, kinds.CARRIER.number, 0.5)
    events = play(world, 60 * 60)
    launched = [other for _, event, who, other in events if event == Event.DEPLOYED and who == row]
    assert len(launched) == tuning.SPECIALIST.brood
    assert (world.bodies.kind[launched] == kinds.DRONE.number).all()
    assert min(np.diff([tick for tick, event, *_ in events if event == Event.DEPLOYED])) > 60
    assert gap(world, row) > 12, "it keeps its distance"


@pytest.mark.parametrize(("armour", "shots"), [(0.0, 4), (0.5, 7)])
def test_armour_takes_its_share_of_every_bullet(armour: float, shots: int) -> None:
    """Shots that end a gunner with the health of 3.4 of them, with and without armour of half of one."""
    world = small_world()
    damage = kinds.PLAYER.ship.gun.damage
    world.kinds.armour[kinds.GUNNER.number] = armour * damage
    row = place(world, kinds.GUNNER.number, 0.25)
    world.bodies.health[row] = 3.4 * damage
    bullets = 0
    events = play(world, 60 * 4, FIRE_AHEAD, lambda world: world.bodies.velocity[row].fill(0.0))
    for _, event, who, _ in events:
        bullets += event == Event.HIT and who == row
        if event == Event.KILLED and who == row:
            break
    assert bullets == shots
