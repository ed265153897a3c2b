"""Crates after a wave: what is offered, who takes what, and how long they lie about."""

from collections import Counter

import numpy as np
import pytest

from arena import tuning
from arena.catalogue import kinds, modules, weapons
from arena.catalogue.modules import MODULES
from arena.catalogue.skills import SKILLS
from arena.game.bots.crate_choice import wish_crate
from arena.game.crates import choose_modules, crate_rows, held_modules, promise_of, send_crates, worth_of
from arena.game.match import Match
from arena.game.rules import CRATES
from arena.sim.crates import fit_module
from arena.sim.tables.bodies import SLOTS
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.loadout import Effect, fitted
from arena.sim.tables.pickups import BOMBS_MAX
from tests.playing import empty_match, towards

FALL, LIFE = round(tuning.CRATE.fall * 60), round(tuning.CRATE.life * 60)
NAMES = {row.name for row in MODULES}
EVOLVED = [row for row in MODULES if row.rules.evolves_from]


def full(*names: str) -> dict[str, int]:
    return {name: MODULES.named(name).rules.levels for name in names}


def offered(held: dict[str, int], count: int = 3) -> Counter[str]:
    """Number of times that each module is in one of 200 offers."""
    return Counter(
        MODULES[number].name for tick in range(200) for number in choose_modules(5, tick, [held], count)
    )


def test_an_offer_has_three_that_change_something_each_once() -> None:
    for tick in range(100):
        chosen = choose_modules(7, tick, [full("rapid")], 3)
        assert len(set(chosen)) == 3
        assert modules.RAPID.number not in chosen
        assert not {row.number for row in EVOLVED} & set(chosen)
    assert offered(full("rapid")).keys() == NAMES - {"rapid"} - {row.name for row in EVOLVED}


@pytest.mark.parametrize("row", EVOLVED, ids=[row.name for row in EVOLVED])
def test_an_evolution_is_always_offered_once_its_parts_are_held(row: modules.ModuleRow) -> None:
    first, second = row.rules.evolves_from or ("", "")
    assert offered({**full(first), second: 1})[row.name] == 200
    assert row.name not in offered({first: 1, **full(second)})
    held = {row.name: 1}
    assert not {first, second, row.name} & offered(held).keys()


def test_a_full_ship_is_offered_levels_and_evolutions_only() -> None:
    ordinary = [row.name for row in MODULES if not row.rules.evolves_from]
    held = dict.fromkeys(ordinary[:SLOTS], 1)
    assert offered(held).keys() <= set(ordinary[:SLOTS])
    evolved = [row.name for row in EVOLVED]
    assert choose_modules(1, 1, [full(*evolved[: SLOTS - 1])], 3)
    assert not choose_modules(1, 1, [full(*evolved[:SLOTS])], 3)


def test_the_fewer_an_evolution_lacks_the_likelier_are_its_parts() -> None:
    """Storm: two levels of twin, and rapid."""
    none, one = worth_of(modules.TWIN, {}), worth_of(modules.TWIN, {"rapid": 1})
    last = worth_of(modules.TWIN, {"rapid": 1, "twin": 1})
    assert (none, one, last) == (1.0, CRATES.towards[1], CRATES.towards[0])
    assert worth_of(modules.TWIN, {"twin": 1}) == worth_of(modules.RAPID, {"twin": 1}) == CRATES.towards[1]
    assert worth_of(modules.RAPID, full("twin")) == CRATES.towards[0]
    assert worth_of(modules.RAPID, {"rapid": 1}) == CRATES.again, "a level that no evolution asks for"
    assert worth_of(modules.TWIN, full("twin")) == 0.0
    assert offered({"rapid": 1, "twin": 1})["twin"] > 160


@pytest.mark.parametrize(
    ("name", "held", "told"),
    [
        ("twin", {}, ""),
        ("twin", {"rapid": 1}, "PULSE STORM needs TWIN PULSE once more"),
        ("twin", {"rapid": 1, "twin": 1}, "PULSE STORM comes next"),
        ("rapid", {"twin": 2}, "PULSE STORM comes next"),
        ("rapid", {"rapid": 1}, "up to level 2"),
        ("storm", {"twin": 2, "rapid": 1}, "made of TWIN PULSE and QUICK FEED"),
    ],
)
def test_a_crate_tells_what_it_leads_to(name: str, held: dict[str, int], told: str) -> None:
    assert promise_of(MODULES.named(name), held) == told


def fly_to(match: Match, row: int, slot: int = 0) -> None:
    """Put a player upon a body."""
    bodies = match.world.bodies
    bodies.position[slot] = bodies.previous_position[slot] = bodies.position[row]
    bodies.velocity[slot] = 0.0


def test_each_player_takes_one_and_then_they_leave() -> None:
    with Match("endless", 3, players=2, workers=1) as match:
        world = match.world
        send_crates(world, [0, 1])
        first, second, third = crate_rows(world)
        names = [MODULES[int(world.bodies.variant[row])].name for row in (first, second, third)]
        for _ in range(FALL + 2):
            match.tick()
        assert (world.bodies.radial_speed[[first, second, third]] == 0.0).all()
        fly_to(match, second, 0)
        match.tick()
        assert held_modules(world, 0) == {names[1]: 1} and not held_modules(world, 1)
        fly_to(match, third, 0)
        match.tick()
        assert held_modules(world, 0) == {names[1]: 1}, "one each"
        assert crate_rows(world) == [first, second, third]
        fly_to(match, second, 1)
        match.tick()
        assert held_modules(world, 1) == {names[1]: 1}, "of the same three"
        assert not crate_rows(world)


def test_a_crate_is_taken_in_the_tick_of_its_landing_and_not_before() -> None:
    with empty_match() as match:
        world = match.world
        row = world.place(kinds.CRATE.number, world.bodies.position[0], material=modules.RAPID.number)
        world.bodies.position[row] *= 1.0 + 0.17 / world.shell_radius
        world.bodies.radial_speed[row], world.players.picks[0] = -3.0, 1
        held = list[bool]()
        for _ in range(5):
            match.tick()
            held.append(bool(held_modules(world, 0)))
        assert held == [False, False, False, True, True], "0.17 u at 0.05 u a tick"


@pytest.mark.parametrize("present", [(0,), (1,), (0, 1)])
def test_who_is_not_there_takes_none(present: tuple[int, ...]) -> None:
    with Match("endless", 3, players=2, workers=1) as match:
        world = match.world
        send_crates(world, present)
        rows = crate_rows(world)
        for _ in range(FALL + 2):
            match.tick()
        for slot in (0, 1):
            fly_to(match, rows[slot], slot)
        match.tick()
        assert [bool(held_modules(world, slot)) for slot in (0, 1)] == [slot in present for slot in (0, 1)]
        assert not crate_rows(world)


def test_they_leave_after_eight_seconds_and_fire_and_bombs_do_nothing_to_them() -> None:
    with Match("endless", 3, workers=1) as match:
        world = match.world
        send_crates(world, [0])
        rows, began = crate_rows(world), world.tick
        fire = PlayerCommand(aim_y=127, buttons=Button.FIRE | Button.BOMB)
        while world.tick - began < FALL + LIFE - 1:
            world.bodies.health[0], world.ships.untouchable_until[0] = 100.0, world.tick + 9
            match.tick([fire if world.tick % 40 else PlayerCommand()])
            assert crate_rows(world) == rows
        match.tick()
        assert not crate_rows(world) and not held_modules(world, 0)


def test_a_ship_holds_eight_and_an_evolution_frees_a_place() -> None:
    with Match("endless", 3, workers=1) as match:
        world = match.world
        ordinary = [row for row in MODULES if not row.rules.evolves_from]
        ordinary.sort(key=lambda row: row.name not in ("twin", "rapid"))
        for row in ordinary:
            fit_module(world.players, world.module_table, 0, row.number)
            fit_module(world.players, world.module_table, 0, row.number)
            fit_module(world.players, world.module_table, 0, row.number)
        held = held_modules(world, 0)
        assert held == full(*(row.name for row in ordinary[:SLOTS]))
        fit_module(world.players, world.module_table, 0, modules.STORM.number)
        after = held_modules(world, 0)
        assert "storm" in after and not {"twin", "rapid"} & after.keys()
        assert world.players.modules[0].tolist().count(0) == 1


def test_a_loadout_adds_up_what_the_modules_say() -> None:
    with Match("endless", 3, workers=1) as match:
        world = match.world
        for row in (modules.RAPID, modules.RAPID, modules.HEAVY, modules.STORM, modules.PLATING):
            fit_module(world.players, world.module_table, 0, row.number)
        value = fitted(world).value[0]
        pulse, scatter, lance = value[[weapons.PULSE.number, weapons.SCATTER.number, weapons.LANCE.number]]
        rapid, heavy = modules.RAPID.rules.effects, modules.HEAVY.rules.effects
        plating = modules.PLATING.rules.effects.shield
        assert scatter[Effect.INTERVAL] == pytest.approx(1.0)  # the evolution took its part along
        assert lance[Effect.DAMAGE] == pytest.approx(heavy.damage)
        assert pulse[Effect.DAMAGE] == pytest.approx(1.0)
        assert pulse[Effect.INTERVAL] == pytest.approx(modules.STORM.rules.effects.interval)
        assert np.ptp(value[:, Effect.SHIELD]) == 0.0 and value[0, Effect.SHIELD] == plating
        assert rapid.interval < 1.0
        for _ in range(400):
            world.ships.untouchable_until[0] = world.tick + 9
            match.tick()
        assert world.bodies.health[0] == kinds.PLAYER.ship.body.health + plating


@pytest.mark.parametrize(("bombs", "after"), [(1, 2), (BOMBS_MAX, BOMBS_MAX + 1)])
def test_a_rack_brings_a_bomb_and_has_room_for_it(bombs: int, after: int) -> None:
    with empty_match() as match:
        players = match.world.players
        players.bombs[0] = bombs
        fit_module(players, match.world.module_table, 0, modules.RACK.number)
        assert players.bombs[0] == after


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_bot_flies_to_the_nearer_of_two_crates_that_are_alike(side: float) -> None:
    with empty_match() as match:
        world, wish = match.world, np.zeros(2)
        for arc in (12.0 * side, -14.0 * side):
            world.place(kinds.CRATE.number, towards(match, arc, 0.0), material=modules.RAPID.number)
        world.players.picks[0] = 1
        wish_crate(world, 0, SKILLS.named("best").rules, wish)
        assert wish[0] * side > 0.5 > abs(wish[1])
