"""A weapon is a row: one more widens the loadout, and moves nothing else."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.catalogue.weapons import WEAPONS, Shots, WeaponRow, WeaponRules, WeaponShow
from tests.toys.harness import play_story
from tests.toys.headless import (
    hold_corpus,
    level,
    plain_kernels,
    play_recorded,
    print_kernels,
    refused_elsewhere,
)

COUNT = len(WEAPONS)
"""Weapons of the game."""
BEST = 1.0 + max(row.rules.materials.get("metal", 1.0) for row in WEAPONS)
"""A factor on metal that no other weapon has."""
SHOTS = Shots(interval=0.5, bullets=1, fan=0.0, jitter=0.0, speed=30.0, range=20.0, damage=5.0, pierces=1)


def drill(**rules: Any) -> WeaponRow:
    """The weapon behind the last one of the game."""
    own: dict[str, Any] = {"materials": {"metal": BEST}, "shots": SHOTS}
    return WeaponRow(
        number=COUNT,
        name="drill",
        rules=WeaponRules(**(own | rules)),
        show=WeaponShow(
            sign=(((0.0, -1.0), (0.0, 1.0)),), colour="lance", shot_sound="lance",
            shot_gain=0.3, trail=1.0, width=1.0, shot_effect="lance_shot",
            hit_effect="lance_hit",
        ),
    )  # fmt: skip


def add() -> WeaponRow:
    return WEAPONS.add(drill())


def test_a_game_without_change_of_weapons_goes_as_it_went_and_no_kernel_changes(tmp_path: Path) -> None:
    assert play_story(play_without_it, tmp_path) == plain_kernels()


def play_without_it(folder: Path) -> None:
    """It is there, but whoever steps back from the first weapon comes to it."""
    add()
    print_kernels()
    hold_corpus("endless")


def test_a_material_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    play_story(lack_a_material, tmp_path)


def refuse_match(told: str) -> None:
    """The first match says what a row misses."""
    from arena.catalogue.registry import CatalogueError
    from arena.game.match import Match

    with pytest.raises(CatalogueError) as error:
        Match(workers=1)
    assert str(error.value) == told


def lack_a_material(folder: Path) -> None:
    WEAPONS.add(drill(materials={"mettle": 2.0}))
    refuse_match("weapon drill: no material 'mettle'; perhaps 'metal'")


def test_it_is_chosen_fired_and_verified(tmp_path: Path) -> None:
    play_story(use, tmp_path)
    refused_elsewhere(tmp_path)


def use(folder: Path) -> None:
    """A player steps to it, shoots a metal asteroid, and steps on to the first."""
    row = add()
    from arena.game.match import Match
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import Button, PlayerCommand
    from arena.sim.tables.events import Event

    rock = '[[asteroid]]\nplace = [0, 0.14, 1]\nradius = 3.0\nmaterial = "metal"\n'
    presses = dict.fromkeys((*range(10, 10 + 4 * COUNT, 4), 200), Button.NEXT_WEAPON)
    held, stored, hurt = list[int](), set[int](), list[float]()

    def pilot(match: Match) -> PlayerCommand:
        fires = Button.FIRE if 30 < match.world.tick < 180 else Button.NONE
        return PlayerCommand(aim_y=127, buttons=presses.get(match.world.tick, fires))

    def look(match: Match) -> None:
        world = match.world
        held.append(int(world.players.weapon[0]))
        bullets = world.rows(Pool.BULLET) - world.pools[Pool.BULLET].start
        stored.update(world.bullets.weapon[bullets].tolist())
        count = int(world.events.count[0])
        hurt.extend(world.events.size[:count][world.events.kind[:count] == Event.HIT].tolist())

    wait = 'objective = {kind = "survive", seconds = 5}\n'
    match = play_recorded(folder, pilot, 240, look, mode="campaign", level=level(wait, rock), seed=4)
    assert match.world.loadout.value.shape[:2] == (1, COUNT + 1)
    assert held[5] == 0 and held[100] == row.number and held[-1] == 0
    assert stored == {row.fired}
    assert hurt[:3] == pytest.approx([5.0 * BEST] * 3), "5 hit points, by that factor on metal"


def test_a_bot_uses_it(tmp_path: Path) -> None:
    play_story(choose, tmp_path)


def choose(folder: Path) -> None:
    """It comes to hand, on the shorter way round, for what it hurts most."""
    row = WEAPONS.add(drill(shots=replace(SHOTS, damage=90.0, interval=0.2)))
    from arena.catalogue import kinds, materials
    from arena.game.bots.perception import create_sight, look
    from arena.game.bots.weapon_choice import press_towards, wanted_weapon
    from arena.sim.tables.commands import Button
    from tests.playing import empty_match, towards

    with empty_match() as match:
        world, sight = match.world, create_sight()
        metal = world.place(
            kinds.ASTEROID.number, towards(match, 0.0, 9.0), radius=2.5, material=materials.METAL.number
        )
        look(world.bodies, world.players, 0, world.shell_radius, 26.0, 7.0, sight)
        target = sight.row.tolist().index(metal)
        for held, forwards in ((0, False), (COUNT - 2, True), (COUNT - 1, True)):
            world.players.weapon[0] = held
            assert wanted_weapon(world, 0, sight, target, 0.07) == row.fired
            wanted = press_towards(world, 0, row.fired)
            assert wanted == (Button.NEXT_WEAPON if forwards else Button.PREVIOUS_WEAPON)


def test_it_is_drawn_and_heard(tmp_path: Path) -> None:
    play_story(show, tmp_path)


def show(folder: Path) -> None:
    """Its bullets fly ahead of the ship, the display lists it, its shot sounds like a lance."""
    row = add()
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
