"""A weapon is a row and the pickup that feeds it: a fourth one widens the energy, and moves nothing else."""

from pathlib import Path
from typing import Any

import pytest

from arena.catalogue.pickups import PICKUPS, PickupRow, PickupRules, PickupShow
from arena.catalogue.weapons import WEAPONS, WeaponLevel, WeaponRow, WeaponRules, WeaponShow
from tests.toys.harness import play_stories
from tests.toys.headless import (
    changed_kernels,
    hold_corpus,
    level,
    make_match,
    play_recorded,
    print_kernels,
    refuse,
    refused_elsewhere,
)

LEVELS = tuple(
    WeaponLevel(
        interval=0.5, bullets=1 + at, fan=0.2 * at, jitter=0.0, speed=30.0, range=20.0, damage=5.0, pierces=1
    )
    for at in range(4)
)


def drill(**rules: Any) -> WeaponRow:
    """The fourth weapon."""
    own: dict[str, Any] = {"materials": {"metal": 3.0}, "levels": LEVELS}
    return WeaponRow(
        number=3,
        name="drill",
        rules=WeaponRules(**(own | rules)),
        show=WeaponShow(
            colour="lance", shot_sound="lance", shot_gain=0.3, trail=1.0, width=1.0, shot_effect="lance_shot",
            hit_effect="lance_hit",
        ),
    )  # fmt: skip


ENERGY = PickupRow(
    number=9,
    name="drill",
    rules=PickupRules(energy="drill", heals=False, bombs=0, multiplies=False, lives=0, weight=0),
    show=PickupShow(sign="D", colour="lance", sound="energy", gain=None),
)


def add() -> WeaponRow:
    PICKUPS.add(ENERGY)
    return WEAPONS.add(drill())


def test_a_weapon_is_a_row_and_the_pickup_that_feeds_it(tmp_path: Path) -> None:
    _, kernels, *_ = play_stories(
        tmp_path, play, play_without_it, lack_a_pickup, lack_a_material, lack_levels
    )
    refused_elsewhere(tmp_path)
    assert changed_kernels(kernels) == []


def play(folder: Path) -> None:
    """It is chosen, fed, fired, drawn and heard; its energy is its own, and a bot uses it."""
    row = add()
    use(folder, row)
    feed(row)
    choose(row)
    show(row)


def play_without_it(folder: Path) -> None:
    """It is there, but whoever steps back from the first weapon comes to it, and enemies leave its energy."""
    add()
    print_kernels()
    hold_corpus("endless")


def lack_a_pickup(folder: Path) -> None:
    WEAPONS.add(drill())
    refuse("weapon drill: no pickup to feed it 'drill'; there is pulse, scatter, lance", make_match)


def lack_a_material(folder: Path) -> None:
    PICKUPS.add(ENERGY)
    WEAPONS.add(drill(materials={"mettle": 2.0}))
    refuse("weapon drill: no material 'mettle'; perhaps 'metal'", make_match)


def lack_levels(folder: Path) -> None:
    PICKUPS.add(ENERGY)
    WEAPONS.add(drill(levels=LEVELS[:3]))
    refuse("weapon drill: 3 levels, not 4", make_match)


def use(folder: Path, row: WeaponRow) -> None:
    """A player steps to it, shoots a metal asteroid, and steps on to the first."""
    from arena.game.match import Match
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import Button, PlayerCommand
    from arena.sim.tables.events import Event

    rock = '[[asteroid]]\nplace = [0, 0.14, 1]\nradius = 3.0\nmaterial = "metal"\n'
    held, stored, hurt = list[int](), set[int](), list[float]()

    def pilot(match: Match) -> PlayerCommand:
        fires = Button.FIRE if 30 < match.world.tick < 180 else Button.NONE
        steps = match.world.tick in (10, 14, 18, 200)
        return PlayerCommand(aim_y=127, buttons=Button.NEXT_WEAPON if steps else fires)

    def look(match: Match) -> None:
        world = match.world
        held.append(int(world.players.weapon[0]))
        bullets = world.rows(Pool.BULLET) - world.pools[Pool.BULLET].start
        stored.update(world.bullets.weapon[bullets].tolist())
        count = int(world.events.count[0])
        hurt.extend(world.events.size[:count][world.events.kind[:count] == Event.HIT].tolist())

    wait = 'objective = {kind = "survive", seconds = 5}\n'
    match = play_recorded(folder, pilot, 240, look, mode="campaign", level=level(wait, rock), seed=4)
    assert match.world.players.energy.shape == (1, 4)
    assert held[5] == 0 and held[100] == row.number and held[-1] == 0
    assert stored == {row.fired}
    assert set(hurt[:3]) == {15.0}, "5 hit points, by three on metal"


def feed(row: WeaponRow) -> None:
    """Energy and a full shield, for players beside each other; nothing else is written."""
    from arena.catalogue import kinds, pickups
    from arena.sim.arsenal import ENERGY_MAX, LEVELS, arsenal_row, create_arsenal
    from arena.sim.kinds import Pool
    from arena.sim.pickups import collect_pickups
    from arena.sim.step import step
    from arena.sim.tables.commands import PlayerCommand
    from arena.sim.world import World, WorldConfig
    from arena.tuning import PILOT

    world = World(WorldConfig(players=4, enemies=4, asteroids=0, bullets=16, pickups=8))
    for slot in range(4):
        world.spawn_player(slot, [slot, 0.0, 4.0])
    world.bodies.health[:4] = 40.0
    for slot in range(4):
        for times in range(1, ENERGY_MAX + 3):
            world.place(kinds.PICKUP.number, world.bodies.position[slot], material=ENERGY.number)
            before = world.array_hashes()
            collect_pickups(world)
            assert world.players.energy[slot].tolist() == [0, 0, 0, min(times, ENERGY_MAX)]
            after = world.array_hashes()
            written = {name for name in after if after[name] != before[name]}
            assert written <= {"players.energy", "bodies.health", "bodies.hit_by"}
            world.pools[Pool.PICKUP].clear()
    assert (world.bodies.health[:4] == 40.0).all()
    world.place(kinds.PICKUP.number, world.bodies.position[2], material=pickups.SHIELD.number)
    collect_pickups(world)
    assert world.bodies.health[:4].tolist() == [40.0, 40.0, 100.0, 40.0]
    arsenal = create_arsenal()
    world.players.weapon[1] = row.number
    at = arsenal_row(world.players, 1)
    assert at == row.fired * LEVELS + LEVELS - 1 == len(arsenal.speed) - 1
    assert (arsenal.bullets[at], arsenal.speed[at]) == (4, 30.0)
    world.bodies.health[1] = -1.0
    step(world, [PlayerCommand()] * 4)
    assert world.players.energy[1].tolist() == [0, 0, 0, ENERGY_MAX - PILOT.energy_lost]


def choose(row: WeaponRow) -> None:
    import numpy as np

    from arena.catalogue import kinds
    from arena.game.bots.weapon_choice import AGAINST, press_towards
    from arena.game.match import Match
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import Button

    assert {0: 2, 1: 1, 2: row.fired} == AGAINST
    with Match(seed=5, workers=1) as match:
        world, left = match.world, list[int]()
        for held, button in ((0, 4), (1, 2), (2, 2)):
            world.players.weapon[0] = held
            wanted = press_towards(world, 0, row.fired)
            assert wanted == (Button.PREVIOUS_WEAPON if button == 4 else Button.NEXT_WEAPON)
        world.players.weapon[0] = row.number
        for _ in range(40):
            rows = [
                world.place(kinds.STALKER.number, -world.bodies.position[0] + [k, 0, 0]) for k in range(8)
            ]
            world.bodies.health[rows], world.bodies.hit_by[rows] = -1.0, 0
            match.tick()
            left += world.bodies.variant[world.rows(Pool.PICKUP)].tolist()
            world.pools[Pool.PICKUP].clear()
    share = np.bincount(left, minlength=10) / len(left)
    assert share[ENERGY.number] == pytest.approx(0.65 * 0.6 + 0.1, abs=0.15) and share[:3].min() > 0.0


def show(row: WeaponRow) -> None:
    """Its bullets fly ahead of the ship, the display lists it, its shot sounds like a lance."""
    from arena.catalogue import kinds
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import Button, PlayerCommand
    from arena.sim.tables.events import Event
    from tests.toys.drawn import assert_drawn, heard, quiet_match

    with quiet_match() as match:
        world = match.world
        world.players.weapon[0] = row.number

        def fire() -> None:
            for _ in range(20):
                match.tick([PlayerCommand(aim_y=127, buttons=Button.FIRE)])

        assert_drawn(match, fire, lambda: world.bodies.position[world.rows(Pool.BULLET)], reach=90.0)
        assert len(world.rows(Pool.BULLET)) == 1
    assert heard(Event.SHOT, kinds.PLAYER.number, row.fired) == ["lance"]
