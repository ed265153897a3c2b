"""Effects of modules beyond numbers of shots: hits that spread, trails, charges, orbs and pushes."""

import numpy as np
import pytest

from arena.catalogue import kinds, modules, weapons
from arena.catalogue.kind_row import KindRow
from arena.catalogue.modules import ModuleRow
from arena.catalogue.weapons import WeaponRow
from arena.game.match import Match
from arena.sim.crates import fit_module
from arena.sim.fittings.attachments import fit_modules, repel_enemies
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import BULLET, MODULES, TICK_RATE
from tests.playing import empty_match, place_bullet, towards

AIM = PlayerCommand(0, 0, 0, 127)
BARELY = PlayerCommand(1, 0, 0, 127)
FIRE = PlayerCommand(0, 0, 0, 127, Button.FIRE)
DASH = PlayerCommand(0, 127, 0, 127, Button.BOOST)
HEALTH = 1000.0
Places = list[tuple[float, float]]


def put(
    match: Match, place: tuple[float, float], kind: KindRow = kinds.GUNNER, health: float = HEALTH
) -> int:
    """Place an enemy that rests."""
    row = match.world.place(kind.number, towards(match, *place))
    match.world.sleep.allow_wake[row] = match.world.bodies.awake[row] = False
    match.world.bodies.health[row] = health
    return row


def fit(match: Match, *fitted: ModuleRow) -> None:
    for row in fitted:
        fit_module(match.world.players, match.world.module_table, 0, row.number)


def lost(places: Places, *fitted: ModuleRow, weapon: WeaponRow = weapons.PULSE) -> list[float]:
    """Health that one shot straight ahead takes from enemies at these places (right, ahead) [u]."""
    with empty_match() as match:
        fit(match, *fitted)
        match.world.players.weapon[0] = weapon.number
        match.tick([AIM])
        rows = [put(match, place) for place in places]
        match.tick([FIRE])
        for _ in range(60):
            match.tick([AIM])
        return [HEALTH - float(match.world.bodies.health[row]) for row in rows]


def test_a_hit_sparks_over_to_the_nearest_enemy_within_reach() -> None:
    arc = modules.ARC.rules.effects.arc
    (plain,) = lost([(0, 6)])
    assert lost([(0, 6), (3, 6), (4.5, 6)], modules.ARC) == pytest.approx([plain, arc, 0.0], abs=1e-3)
    assert lost([(0, 6), (MODULES.reach + 0.3, 6)], modules.ARC) == pytest.approx([plain, 0.0], abs=1e-3)


def test_a_bursting_bullet_hurts_all_around_what_it_hits() -> None:
    blast, reach = modules.BLAST.rules.effects.blast, MODULES.blast_reach
    (plain,) = lost([(0, 6)])
    assert lost(
        [(0, 6), (reach - 0.1, 6), (0.1 - reach, 6), (reach + 0.1, 6)], modules.BLAST
    ) == pytest.approx([plain, blast, blast, 0.0], abs=1e-3)


def test_a_ricochet_flies_on_to_the_next_enemy_once() -> None:
    (plain,) = lost([(0, 6)])
    places: Places = [(0, 6), (3.5, 7), (8, 5)]
    assert lost(places) == pytest.approx([plain, 0.0, 0.0], abs=1e-3)
    second = plain * BULLET.pierced
    assert lost(places, modules.RICOCHET) == pytest.approx([plain, second, 0.0], abs=1e-3)
    twice = lost(places, modules.RICOCHET, modules.RICOCHET)
    assert twice == pytest.approx([plain, second, second * BULLET.pierced], abs=1e-3)


def test_a_splitting_lance_sends_splinters_aside_once() -> None:
    side, far = 4.0 * np.sin(MODULES.splinter_fan / 2), 4.0 * np.cos(MODULES.splinter_fan / 2)
    places: Places = [(0, 6), (side, 6 + far), (-side, 6 + far)]
    plain = lost(places, weapon=weapons.LANCE)
    split = lost(places, modules.SPLIT, weapon=weapons.LANCE)
    assert plain[1:] == [0.0, 0.0] and split[0] == pytest.approx(plain[0], rel=1e-4)
    share = weapons.LANCE.rules.shots.damage * MODULES.splinter_share
    assert 0.0 < split[1] <= share + 1e-3 and split[1] == pytest.approx(split[2], abs=1e-3)


def test_frost_slows_what_is_hit_for_its_time() -> None:
    with empty_match() as match:
        fit(match, modules.FROST)
        match.tick([AIM])
        row = put(match, (0, 6))
        match.tick([FIRE])
        world, ticks = match.world, round(modules.FROST.rules.effects.chill * TICK_RATE)
        while not world.ships.chilled_until[row]:
            match.tick([AIM])
        assert world.ships.chilled_until[row] == world.tick + ticks
    speeds = list[float]()
    for until in (0, 10**6):
        with empty_match() as match:
            row = match.world.place(kinds.DRONE.number, towards(match, 0, 25))
            match.world.ships.chilled_until[row] = until
            for _ in range(90):
                match.tick([AIM])
            speeds.append(float(np.linalg.norm(match.world.bodies.velocity[row])))
    assert speeds[1] == pytest.approx(speeds[0] * MODULES.chilled_speed, rel=0.1)


@pytest.mark.parametrize(("fitted", "lit"), [((), False), ((modules.SPARKS,), True)])
def test_volatile_rounds_light_volatiles_near_a_kill(fitted: tuple[ModuleRow, ...], lit: bool) -> None:
    with empty_match() as match:
        fit(match, *fitted)
        match.tick([AIM])
        put(match, (0, 6), health=1.0)
        near, far = (put(match, (x, 6), kinds.VOLATILE) for x in (5.0, -6.5))
        match.tick([FIRE])
        for _ in range(40):
            match.tick([AIM])
        assert match.world.bodies.alive[near] != lit
        assert match.world.bodies.alive[far]


def charges(match: Match) -> np.ndarray:
    """Bullets that lie still."""
    rows = match.world.rows(Pool.BULLET)
    return rows[np.linalg.norm(match.world.bodies.velocity[rows], axis=1) < 1e-3]


def test_a_dash_leaves_flames_that_burn_what_touches_them() -> None:
    with empty_match() as match:
        fit(match, modules.TRAIL)
        for _ in range(12):
            match.tick([AIM])
        assert not len(charges(match))
        match.tick([DASH])
        for _ in range(30):
            match.tick([AIM])
        flames, bodies = charges(match), match.world.bodies
        assert len(flames) >= 4
        middle = bodies.position[flames[len(flames) // 2]].astype(float)
        row = match.world.place(kinds.GUNNER.number, middle / np.linalg.norm(middle))
        bodies.health[row] = HEALTH
        match.tick([AIM])
        match.tick([AIM])
        burnt = (HEALTH - bodies.health[row]) / modules.TRAIL.rules.effects.trail
        assert burnt >= 1.0 and burnt == pytest.approx(round(burnt))
        for _ in range(round(MODULES.flame_life * TICK_RATE)):
            match.tick([AIM])
        assert not len(charges(match))


@pytest.mark.parametrize(("command", "laid"), [(PlayerCommand(), 0), (PlayerCommand(move_y=127), 2)])
def test_charges_are_laid_by_who_acts(command: PlayerCommand, laid: int) -> None:
    with empty_match() as match:
        fit(match, modules.MINES)
        for _ in range(round(2 * MODULES.charge_interval * TICK_RATE)):
            match.tick([command])
        assert len(charges(match)) == laid


def test_a_repelling_hull_pushes_enemies_within_reach_away() -> None:
    gaps = list[np.ndarray]()
    for fitted in ((), (modules.REPEL, modules.REPEL)):
        with empty_match() as match:
            fit(match, *fitted)
            match.tick([AIM])
            rows = [
                match.world.place(kinds.GUNNER.number, towards(match, *place))
                for place in ((0, 3.0), (0, 12.0))
            ]
            for _ in range(3):
                match.tick([AIM])
            here = match.world.bodies.position
            gaps.append(np.linalg.norm(here[rows] - here[0], axis=1))
    assert gaps[1][0] > gaps[0][0] + 1e-3
    assert gaps[1][1] == pytest.approx(gaps[0][1], abs=1e-5)


def test_orbs_circle_who_acts_burn_what_they_touch_and_stop_hostile_bullets() -> None:
    with empty_match() as match:
        fit(match, modules.ORBITERS)
        world, bodies = match.world, match.world.bodies
        match.tick([PlayerCommand()])
        assert not len(charges(match)), "who does nothing has none"
        match.tick([BARELY])
        orbs = charges(match)
        apart = np.linalg.norm(bodies.position[orbs] - bodies.position[0], axis=1)
        assert apart == pytest.approx([MODULES.orb_distance] * 2, rel=0.01)
        row = put(match, (MODULES.orb_distance, 0.0))
        stopped = list[bool]()
        for orb in range(0, 60, 12):
            shot = put(match, (0.0, -9.0))
            fire(match, shot, bodies.position[charges(match)[orb % 2]])
            match.tick([BARELY])
            stopped.append(not (bodies.team[world.rows(Pool.BULLET)] == bodies.team[shot]).any())
            for _ in range(11):
                match.tick([BARELY])
        assert all(stopped)
        touches = (HEALTH - bodies.health[row]) / MODULES.orb_damage
        assert 4 <= touches < 60 and touches == pytest.approx(round(touches), abs=0.01)


def fire(match: Match, shooter: int, place: np.ndarray) -> None:
    """Put a bullet of a ship at a place on the shell."""
    world = match.world
    world.pools[Pool.BULLET].clear()
    row = place_bullet(world, place, world.bodies.team[shooter])
    world.bullets.owner[row - world.pools[Pool.BULLET].start] = shooter


def test_splinters_do_not_split_in_turn() -> None:
    """A body stands in the way of the lance, and one in the way of each outer splinter."""
    side, far = 4.0 * np.sin(MODULES.splinter_fan / 2), 4.0 * np.cos(MODULES.splinter_fan / 2)
    with empty_match() as match:
        fit(match, modules.SPLIT)
        match.world.players.weapon[0] = weapons.LANCE.number
        match.tick([AIM])
        rows = [put(match, place) for place in ((0, 6), (side, 6 + far), (-side, 6 + far))]
        fired = 0
        for tick in range(60):
            match.tick([AIM if tick else FIRE])
            fired += int((match.world.bodies.born[match.world.rows(Pool.BULLET)] == match.world.tick).sum())
        assert (match.world.bodies.health[rows] < HEALTH).all()
    assert fired == 1 + modules.SPLIT.rules.effects.splinters


def test_a_charge_releases_no_splinters() -> None:
    """It rests: splinters of its speed would have neither way nor nose, and be quarantined."""
    with empty_match() as match:
        fit(match, modules.SPLIT, modules.MINES)
        world = match.world
        world.players.weapon[0] = weapons.LANCE.number
        match.tick([AIM])
        row, hurt = put(match, (0, 4)), False
        world.ships.untouchable_until[0] = 10**6
        for tick in range(180):
            away = towards(match, 0, -3.0) if tick % 60 == 59 else None
            if away is not None:
                world.bodies.position[row] = world.bodies.previous_position[row] = away * world.shell_radius
            match.tick([PlayerCommand(0, 60, 0, 127)])
            bullets = world.rows(Pool.BULLET)
            assert (np.linalg.norm(world.bodies.heading[bullets], axis=1) > 0.9).all()
            hurt |= bool(world.bodies.health[row] < HEALTH)
        assert hurt and world.quarantine.count[0] == 0


@pytest.mark.parametrize(("slot", "blast"), [(0, 0.0), (1, modules.BLAST.rules.effects.blast)])
def test_hits_spread_by_the_modules_of_who_fired(slot: int, blast: float) -> None:
    with empty_match(players=2) as match:
        fit_module(match.world.players, match.world.module_table, 1, modules.BLAST.number)
        match.tick([AIM, AIM])
        for aside in (0.0, MODULES.blast_reach - 0.1):
            row = match.world.place(kinds.GUNNER.number, towards(match, aside, 6.0, slot))
            match.world.sleep.allow_wake[row] = match.world.bodies.awake[row] = False
            match.world.bodies.health[row] = HEALTH
        match.tick([FIRE if slot == k else AIM for k in range(2)])
        for _ in range(60):
            match.tick([AIM, AIM])
        assert HEALTH - match.world.bodies.health[row] == pytest.approx(blast, abs=1e-3)


@pytest.mark.parametrize("changes", [False, True])
def test_a_hit_spreads_by_the_weapon_that_fired_not_by_that_in_hand(changes: bool) -> None:
    """Only the lance splits; the player may take the pulse while the shot is under way."""
    with empty_match() as match:
        fit(match, modules.SPLIT)
        world = match.world
        world.players.weapon[0] = weapons.LANCE.number
        match.tick([AIM])
        put(match, (0, 9))
        match.tick([FIRE])
        if changes:
            world.players.weapon[0] = weapons.PULSE.number
        most = 0
        for _ in range(30):
            match.tick([AIM])
            most = max(most, len(world.rows(Pool.BULLET)))
        assert most == 1 + modules.SPLIT.rules.effects.splinters


def two_apart(slot: int, module: ModuleRow) -> Match:
    """Two players on opposite sides, of whom one has a module."""
    match = empty_match(players=2)
    world = match.world
    for column in (world.bodies.position, world.bodies.previous_position):
        column[1] = -column[0]
    world.players.up[1] = world.bodies.heading[1] = world.players.up[0]
    fit_module(world.players, world.module_table, slot, module.number)
    return match


@pytest.mark.parametrize("slot", [0, 1])
def test_charges_are_laid_by_the_player_who_has_them_and_are_that_players(slot: int) -> None:
    with two_apart(slot, modules.MINES) as match:
        world = match.world
        for _ in range(round(2 * MODULES.charge_interval * TICK_RATE)):
            match.tick([BARELY, BARELY])
        rows = charges(match)
        assert len(rows) == 2
        assert world.bullets.owner[rows - world.pools[Pool.BULLET].start].tolist() == [slot] * 2
        assert (world.bodies.position[rows] @ world.bodies.position[slot] > 0.0).all()


@pytest.mark.parametrize("slot", [0, 1])
def test_only_the_hull_that_repels_pushes(slot: int) -> None:
    with two_apart(slot, modules.REPEL) as match:
        bodies = match.world.bodies
        rows = [match.world.place(kinds.GUNNER.number, towards(match, 0, 3.0, player)) for player in range(2)]
        fit_modules(match.world)
        before = bodies.velocity[rows].copy()
        repel_enemies(match.world)
        pushed = np.linalg.norm(bodies.velocity[rows] - before, axis=1)
        assert pushed[slot] > 0.01 and pushed[1 - slot] == 0.0


@pytest.mark.parametrize("slot", [0, 1])
def test_a_magnet_draws_pickups_to_its_own_ship(slot: int) -> None:
    """Each lies too far away without a magnet."""
    with two_apart(slot, modules.MAGNET) as match:
        bodies = match.world.bodies
        rows = [match.world.place(kinds.PICKUP.number, towards(match, 0, 9.0, player)) for player in range(2)]
        match.tick([BARELY, BARELY])
        speeds = np.linalg.norm(bodies.velocity[rows], axis=1)
        assert speeds[slot] > 1.0 and speeds[1 - slot] == 0.0
