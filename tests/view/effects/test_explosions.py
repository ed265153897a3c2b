"""Looks of explosions, hits and shots: in beats, in their material's chips, along the source's motion."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds, weapons
from arena.sim.tables.events import Event
from arena.view.effects.effects import Effects
from arena.view.effects.explosions import BOSS_END
from arena.view.effects.feedback import DASH_COUNT
from arena.view.effects.particles import ParticleShape
from arena.view.effects.recipe_parts import KIND_FIRST, KIND_TINTS, Tint, tints
from arena.view.effects.wrecks import Wreck
from arena.view.frame import BOSS_MESH, MESH_OF_KIND, PART_MESH, SHIP_DTYPE
from tests.view.effects.effects_seen import (
    BEHIND,
    HERE,
    OVER,
    PALETTE,
    after,
    born,
    glow_light,
    player_lens,
    rings,
    world_with,
)
from tests.view.fakes import SHELL


def test_what_bursts_close_together_shares_its_light() -> None:
    """Ten at a place are no ten times as bright as one, whatever the setting; far apart they are."""
    effects = Effects(PALETTE)
    effects.limit_flashes = False
    effects.advance(0.0)
    one, other = (Event.KILLED, 3, 0.5, OVER), (Event.KILLED, 3, 0.5, HERE)
    effects.observe(world_with(one), 0, player_lens())
    alone = glow_light(effects)
    effects.observe(world_with(other), 0, player_lens())
    assert glow_light(effects) == pytest.approx(2.0 * alone, rel=1e-3)
    effects.advance(2.0)
    effects.observe(world_with(*[one] * 10), 0, player_lens())
    assert alone < glow_light(effects) < 5.0 * alone
    before, bomb = glow_light(effects), (Event.BOMB, 0, 20.0, OVER)
    effects.observe(world_with(bomb), 0, player_lens())
    assert glow_light(effects) - before == pytest.approx(glow_light(after(bomb)), rel=1e-3), (
        "the own is whole"
    )


def test_shots_and_hits_leave_explosions_their_light() -> None:
    """They are small, and so many that they would use up the room for flashes."""
    effects, kill = Effects(PALETTE), (Event.KILLED, 3, 0.5, OVER)
    for _ in range(60):
        effects.observe(world_with(*[(Event.HIT, 3, 9.0, HERE)] * 3), 0, player_lens())
        effects.advance(1 / 60)
    before = glow_light(effects)
    effects.observe(world_with(kill), 0, player_lens())
    assert glow_light(effects) - before == pytest.approx(glow_light(after(kill)), rel=0.1)


def test_what_is_large_goes_on_bursting() -> None:
    """In beats here and there about the place, which neither move nor show before they begin."""
    effects = after((Event.KILLED, 3, 3.0, OVER))
    every = born(effects)
    later = every.age < 0.0
    begins = np.unique(-every.age[later])
    assert len(begins) == 5 and begins[0] > 0.1 and begins[-1] < 0.9
    away = np.linalg.norm(every.place[later] - OVER, axis=1)
    assert 0.2 < away.max() < 3.2
    effects.advance(0.05)
    assert len(rings(effects)) == 1, "the second ring follows the first"
    assert np.count_nonzero(born(effects).age < 0.0) == np.count_nonzero(later)


@pytest.mark.parametrize(("material", "tint"), [(0, Tint.ROCK), (1, Tint.ICE), (2, Tint.METAL)])
def test_chips_tell_what_an_asteroid_was_made_of(material: int, tint: Tint) -> None:
    world = world_with((Event.BURST, 60, 2.5, OVER))
    world.bodies.variant[60] = material + 16
    effects = Effects(PALETTE)
    effects.observe(world, 0, player_lens())
    chips = born(effects).of(ParticleShape.PLATE).color
    assert len(chips) > 20 and chips == pytest.approx(
        np.tile(tints(PALETTE)[tint], (len(chips), 1)), abs=3e-3
    )


def thrown(world: Any, tint: Tint) -> Any:
    """Directions of the sparks of a tint that this leaves, shape (n, 3)."""
    effects = Effects(PALETTE)
    effects.observe(world, 0, player_lens())
    p = born(effects)
    speed = np.linalg.norm(p.velocity, axis=1)
    own = np.isclose(p.color, tints(PALETTE)[tint], atol=3e-3).all(axis=1) & (speed > 0.0)
    return p.velocity[own] / speed[own, None]


def hit_by(weapon: int, subject: int = kinds.DRONE.number, size: float = 9.0) -> Any:
    """A shot of the player's that struck row 3 on its side towards +x."""
    world = world_with((Event.HIT, 3, size, HERE))
    world.bodies.position[0], world.bodies.position[3] = (9.0, 0.0, 51.2), (-1.0, 0.0, SHELL)
    world.events.subject[0], world.events.other[0], world.players.weapon[0] = subject, 0, weapon - 1
    return world


def test_sparks_of_a_hit_fly_off_what_was_hit() -> None:
    assert (thrown(hit_by(weapons.PULSE.fired), Tint.PLAYER_BULLET)[:, 0] > 0.0).all()
    fan = thrown(hit_by(weapons.SCATTER.fired), Tint.SCATTER)
    assert len(fan) == 10 and (fan[:, 0] > -0.1).all() and np.ptp(fan[:, 1]) > 0.3


def test_a_lance_goes_on_through_what_it_hits() -> None:
    world = hit_by(weapons.LANCE.fired)
    line = thrown(world, Tint.LANCE)
    assert (line[:, 0] < -0.99).any(), "it comes from +x"
    assert (thrown(world, Tint.WHITE_HOT)[:, 0] < -0.9).all()


def test_shots_that_armour_stops_leave_little() -> None:
    assert len(thrown(hit_by(weapons.PULSE.fired, kinds.CARRIER.number, 9.0), Tint.PLAYER_BULLET)) == 7
    stopped = hit_by(weapons.PULSE.fired, kinds.CARRIER.number, 3.0)
    assert len(thrown(stopped, Tint.PLAYER_BULLET)) == 0 and len(thrown(stopped, Tint.ASH)) == 5


@pytest.mark.parametrize(("weapon", "tint"), [(1, Tint.PLAYER_BULLET), (2, Tint.SCATTER), (3, Tint.LANCE)])
def test_each_weapon_has_its_muzzle_flash(weapon: int, tint: Tint) -> None:
    effects = after((Event.SHOT, 0, float(weapon), HERE))
    assert any(np.allclose(color, tints(PALETTE)[tint], atol=3e-3) for color in born(effects).color)


def test_a_dash_throws_sparks_behind() -> None:
    world = world_with()
    effects = Effects(PALETTE)
    world.bodies.velocity[0] = (44.0, 0.0, 0.0)
    effects.observe(world, 0, player_lens())
    velocity = born(effects).of(ParticleShape.SPARK).velocity
    assert len(velocity) == DASH_COUNT and (velocity[:, 0] < 0.0).all()


def test_a_boss_bursts_part_by_part_and_its_last_shock_runs_over_the_whole_lattice() -> None:
    """Its hull is drawn until then, though the simulation has removed it, and whoever died before it."""
    effects, wreck = Effects(PALETTE), Wreck()
    effects.advance(50.0)
    ships = np.zeros(8, SHIP_DTYPE)
    ships["position"], ships["scale"] = OVER, 1.5
    ships["kind"] = [BOSS_MESH[0, 0], *[PART_MESH[0]] * 5, PART_MESH[0], MESH_OF_KIND[kinds.DRONE.number]]
    ships["position"][6] = BEHIND
    world = world_with((Event.KILLED, 5, 0.5, BEHIND), (Event.KILLED, 3, 4.0, OVER))
    world.events.subject[1] = kinds.BOSS.number
    wreck.observe(world, ships, effects)
    ages = np.unique(born(effects).age)
    assert len(ages) == 5 and ages.min() > -BOSS_END, "each part bursts at a time of its own"
    effects.observe(world, 0, player_lens())
    times = effects.now + np.linspace(0.0, BOSS_END, 40)
    shown = [len(wreck.with_ships(ships[7:], time)) - 1 for time in times]
    assert shown[0] == 6 and shown[-2] == 1 and shown[-1] == 0 and (np.diff(shown) <= 0).all()
    effects.advance(BOSS_END - 0.1)
    quiet = effects.shake
    orphan = world_with((Event.KILLED, 4, 1.5, OVER))
    orphan.events.subject[0], before = kinds.BOSS_PART.number, len(born(effects).life)
    effects.observe(orphan, 0, player_lens())
    assert len(born(effects).life) == before, "its parts die a tick later; they have their blasts"
    effects.advance(0.2)
    assert effects.shake > quiet
    effects.advance(2.3)
    assert effects.shocks[:, 3].max() > 0.9 * np.pi * SHELL
    before = len(born(effects).life)
    effects.observe(orphan, 0, player_lens())
    assert len(born(effects).life) > before
    wreck.observe(world, ships, effects)
    wreck.clear()
    assert len(wreck.with_ships(ships[:0], effects.now)) == 0


def killed(kind: int) -> Any:
    """Effects of the end of a ship of a kind that flew along +x."""
    world = world_with((Event.KILLED, 3, 0.7, HERE))
    world.events.subject[0], world.bodies.velocity[3] = kind, (9.0, 0.0, 0.0)
    effects = Effects(PALETTE)
    effects.observe(world, 0, player_lens())
    return effects


def test_fire_and_its_light_upon_the_ground_tell_who_burst() -> None:
    row = KIND_FIRST + KIND_TINTS * kinds.GUNNER.number + Tint.SUBJECT - Tint.FLAME
    for kind, color in (
        (kinds.GUNNER, tints(PALETTE)[row]),
        (kinds.DRONE, tints(PALETTE)[Tint.HEAT]),
    ):
        effects = killed(kind.number)
        first = born(effects).of(ParticleShape.FIRE)
        assert np.abs(first.color[first.age == 0.0] - color).max() < 3e-3
        light = effects.lights[0, 4:7]
        assert light / light.max() == pytest.approx(color / color.max(), abs=1e-3)


def test_a_lancer_bursts_along_its_flight_and_a_drone_to_all_sides() -> None:
    along = []
    for kind in (kinds.LANCER, kinds.DRONE):
        sparks = born(killed(kind.number)).of(ParticleShape.SPARK)
        fast = np.linalg.norm(sparks.velocity, axis=1) > 30.0
        way = sparks.velocity[fast] / np.linalg.norm(sparks.velocity[fast], axis=1)[:, None]
        along.append((np.abs(way[:, 0]) > 0.95).mean())
    assert along[0] > 0.6 > 0.4 > along[1]
