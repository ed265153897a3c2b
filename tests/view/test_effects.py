"""Effects: what events leave, for whom, in what order, and how it fades."""

import math
from typing import Any

import numpy as np
import pytest

from arena.sim.bodies import allocate
from arena.sim.events import Event, Events
from arena.sim.kinds import KIND_COUNT, Kind, Team
from arena.view.camera import Rig
from arena.view.culling import cap_lens, make_lens
from arena.view.effects import Effects
from arena.view.feedback import EVENTS_PER_TICK, FLASH_ROOM, NEAR
from arena.view.frame import RING_DTYPE, SPRITE_DTYPE
from arena.view.palette import load_palette
from arena.view.particles import DRAG, PARTICLE_CAPACITY
from arena.view.recipes import (
    ENEMY_SHOT,
    LARGE_BURST,
    LARGE_KILLED,
    RECIPE_COUNT,
    RECIPES,
    Shape,
    Tint,
    tints,
)
from arena.view.waves import WAVE_CAPACITY
from tests.view.fakes import PLANET, SHELL, fake_world

PALETTE = load_palette("terra")
HERE, OVER, BEHIND = (0.0, 0.0, SHELL), (0.0, 12.0, 50.6), (0.0, 0.0, -SHELL)
EVERYWHERE = cap_lens(np.array(HERE, np.float32), 1e6, PLANET, 80.0)


def player_lens() -> Any:
    rig = Rig()
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    return make_lens(rig.camera(SHELL, 16 / 9, (0.0, 0.0)), PLANET, SHELL + 16.0)


def world_with(*told: tuple[Event, int, float, tuple[float, float, float]], room: int = 400) -> Any:
    """A world in which this happened: kind, row, size and place of each event."""
    world = fake_world()
    world.events = allocate(Events, max(room, len(told)))
    for kind, row, size, place in told:
        at = int(world.events.count[0])
        world.events.kind[at], world.events.row[at], world.events.size[at] = kind, row, size
        world.events.subject[at], world.events.position[at] = Kind.DRONE, place
        world.events.count[0] += 1
    return world


def after(*told: tuple[Event, int, float, tuple[float, float, float]], player: int = 0) -> Effects:
    effects = Effects(PALETTE)
    effects.observe(world_with(*told), player, player_lens())
    return effects


def sprites(effects: Effects) -> Any:
    rows = np.zeros((PARTICLE_CAPACITY, SPRITE_DTYPE.itemsize // 4), np.float32)
    count = effects.draw_sprites(EVERYWHERE, rows, 0)
    return rows[:count].view(SPRITE_DTYPE)[:, 0]


def rings(effects: Effects) -> Any:
    rows = np.zeros((WAVE_CAPACITY, RING_DTYPE.itemsize // 4), np.float32)
    count = effects.draw_rings(EVERYWHERE, SHELL, rows, 0)
    return rows[:count].view(RING_DTYPE)[:, 0]


@pytest.mark.parametrize(
    ("kind", "size", "particles", "waves"),
    [
        (Event.SHOT, 0.0, 1, 0),
        (Event.HIT, 9.0, 8, 0),
        (Event.KILLED, 0.5, 2 + 35 + 16 + 6 + 8, 1),
        (Event.BURST, 1.5, 1 + 31 + 10, 1),
        (Event.BURST, 2.0, 2 + 56 + 14 + 14, 1),
        (Event.KILLED, 3.0, 3 + 172 + 36 + 41 + 19, 2),
        (Event.BUMP, 2.0, 0, 0),
        (Event.BUMP, 5.5, 5, 0),
        (Event.BUMP, 40.0, 8, 0),
        (Event.LANDING, 1.0, 0, 0),
        (Event.LANDED, 1.0, 8, 1),
        (Event.DEPLOYED, 0.4, 1, 1),
        (Event.BOOST, 0.0, 30, 1),
        (Event.BOMB, 20.0, 292, 2),
        (Event.PLAYER_HURT, 5.0, 14, 0),
        (Event.PLAYER_KILLED, 0.0, 2 + 26 + int(18 * 2.2) + 16 + 4 + int(4 * 2.2) + 8 + 140, 2),
    ],
)
def test_what_each_event_leaves(kind: Event, size: float, particles: int, waves: int) -> None:
    effects = after((kind, 0, size, OVER))
    assert (effects.particle_count, effects.wave_count) == (particles, waves)


def test_colours_are_those_of_who_it_happened_to() -> None:
    killed = sprites(after((Event.KILLED, 3, 0.5, OVER)))
    assert any(np.allclose(row[:3], PALETTE.drone) for row in killed["color"])
    world = world_with((Event.SHOT, 0, 0.0, OVER), (Event.SHOT, 3, 0.0, OVER), (Event.SHOT, -1, 0.0, OVER))
    assert world.bodies.team[0] == Team.PLAYERS
    effects = Effects(PALETTE)
    effects.observe(world, 0, player_lens())
    wanted = [PALETTE.player_bullet, PALETTE.enemy_bullet, PALETTE.enemy_bullet]
    assert sprites(effects)["color"][:, :3] == pytest.approx(np.array(wanted))


def test_no_spark_has_the_colour_of_somebody_who_flies() -> None:
    """They would hide who is left; a flash of that colour tells who was hit."""
    parts = [part for recipe in RECIPES.values() for part in recipe.parts]
    assert not [
        part for part in parts if part.shape in (Shape.SPARKS, Shape.EMBERS) and part.tint < Tint.FIRE
    ]
    killed = sprites(after((Event.KILLED, 3, 0.5, OVER)))
    assert sum(np.allclose(row[:3], PALETTE.drone) for row in killed["color"]) == 1


@pytest.mark.parametrize(("event", "small", "large"), [(Event.KILLED, 0.9, 3.0), (Event.BURST, 1.0, 3.0)])
def test_what_is_large_bursts_larger_and_longer(event: Event, small: float, large: float) -> None:
    """Beyond what its size alone would do: debris lasts twice as long, and the shock runs twice as far."""
    one, other = after((event, 3, small, OVER)), after((event, 3, large, OVER))
    lasts = [effects.tables.particles.life[: effects.particle_count].max() for effects in (one, other)]
    runs = [effects.tables.waves.reach[: effects.wave_count].max() for effects in (one, other)]
    assert lasts[1] > 1.4 * lasts[0] and runs[1] > 2.0 * runs[0]
    assert other.particle_count > 2 * one.particle_count


def test_every_tint_has_a_colour_and_every_event_a_row() -> None:
    assert len(tints(PALETTE)) == max(Tint) + 1
    assert tints(PALETTE)[Tint.WARNING] == pytest.approx(PALETTE.warning)
    assert tints(PALETTE)[Tint.ENEMY_BULLET] == pytest.approx(PALETTE.enemy_bullet)
    assert tints(PALETTE)[Kind.MINE] == pytest.approx(PALETTE.miner)
    assert Tint.FIRE == KIND_COUNT
    assert set(RECIPES) == {*Event, ENEMY_SHOT, LARGE_KILLED, LARGE_BURST} - {Event.LANDING}
    assert max(RECIPES) == RECIPE_COUNT - 1


def test_what_the_planet_hides_leaves_nothing() -> None:
    effects = after((Event.KILLED, 3, 3.0, BEHIND), (Event.BOMB, 4, 20.0, BEHIND))
    assert (effects.particle_count, effects.wave_count, effects.shake) == (0, 0, 0.0)


def test_the_own_players_always_show() -> None:
    for kind in (Event.BOMB, Event.PLAYER_HURT, Event.PLAYER_KILLED):
        assert after((kind, 0, 5.0, BEHIND)).particle_count > 0
        assert after((kind, 0, 5.0, BEHIND), player=1).particle_count == 0
    crowd = [(Event.KILLED, 3, 3.0, HERE)] * 300
    assert after(*crowd, (Event.BOMB, 0, 20.0, BEHIND)).tables.waves.reach.max() == 20.0


def test_hurt_and_jolts_are_the_players_own() -> None:
    hurt = after((Event.PLAYER_HURT, 0, 15.0, HERE))
    assert hurt.hurt == pytest.approx(0.25 + 15.0 / 60.0)
    assert hurt.shake == pytest.approx(0.2 + 15.0 / 60.0)
    assert after((Event.PLAYER_HURT, 0, 600.0, HERE)).shake == pytest.approx(0.6)
    other = after((Event.PLAYER_HURT, 1, 15.0, HERE))
    assert (other.hurt, other.shake, other.particle_count) == (0.0, 0.0, 0)


def test_explosions_shake_by_size_and_distance() -> None:
    distance = math.dist(OVER, HERE)
    assert after((Event.KILLED, 3, 0.5, HERE)).shake == pytest.approx(0.11)
    assert after((Event.KILLED, 3, 0.5, OVER)).shake == pytest.approx(0.11 * (1 - distance / NEAR))
    assert after(*[(Event.BURST, 60, 3.0, HERE)] * 40).shake == 1.0


def test_the_weightiest_and_nearest_are_shown() -> None:
    """Among many hits far off, what matters is not lost; and however many, there is a limit."""
    far = (0.0, 18.0, 48.8)
    many = [(Event.HIT, 3, 1.0, far)] * 300
    effects = after(*many, (Event.KILLED, 3, 1.0, OVER), *many)
    assert effects.wave_count == 1
    assert effects.particle_count == 8 * (EVENTS_PER_TICK - 1) + 78
    near = after(*[(Event.SHOT, 3, 0.0, far)] * 300, *[(Event.SHOT, 3, 0.0, HERE)] * 10)
    at_home = np.linalg.norm(sprites(near)["position"] - HERE, axis=1) < 1e-3
    assert np.count_nonzero(at_home) == 10


def test_engines_leave_a_trail_once_they_run() -> None:
    world = world_with()
    effects = Effects(PALETTE)
    effects.observe(world, 0, player_lens())
    assert effects.particle_count == 0
    world.bodies.velocity[0] = (17.0, 0.0, 0.0)
    effects.observe(world, 0, player_lens())
    (glow,) = sprites(effects)
    assert glow["position"] == pytest.approx(
        world.bodies.position[0] - 1.1 * world.bodies.radius[0] * world.bodies.heading[0], abs=1e-4
    )
    assert glow["size"] == pytest.approx(0.38)
    world.bodies.alive[0] = False
    effects.observe(world, 0, player_lens())
    assert effects.particle_count == 1


def test_particles_fly_slow_down_fade_and_end_as_the_formulas_say() -> None:
    effects = after((Event.KILLED, 3, 1.0, OVER))
    p = effects.tables.particles
    before = {name: column[: effects.particle_count].copy() for name, column in p.columns()}
    effects.advance(0.2)
    left = before["life"] > 0.2
    assert 0 < effects.particle_count == np.count_nonzero(left) < len(left)
    rows = slice(0, effects.particle_count)
    moved = before["position"] + before["velocity"] * 0.2
    assert p.position[rows] == pytest.approx(moved[left], abs=1e-5)
    assert p.velocity[rows] == pytest.approx(before["velocity"][left] * math.exp(-DRAG * 0.2), abs=1e-5)
    grown = before["size"] * np.maximum(1.0 + before["growth"] * 0.2, 0.0)
    assert p.size[rows] == pytest.approx(grown[left], abs=1e-6)
    for name in ("color", "growth", "trail", "hardness", "life"):
        assert (getattr(p, name)[rows] == before[name][left]).all()
    drawn, fade = sprites(effects), 1.0 - p.age[rows] / p.life[rows]
    assert drawn["color"][:, 3] == pytest.approx(p.color[rows, 3] * fade**2 * (3 - 2 * fade), abs=1e-6)
    assert drawn["stretch"] == pytest.approx(p.velocity[rows] * p.trail[rows, None], abs=1e-6)
    for _ in range(10):
        effects.advance(0.1)
    assert effects.particle_count == 0


def test_sparks_keep_near_the_shell_and_within_what_was_asked() -> None:
    effects = after((Event.BOMB, 0, 20.0, HERE))
    velocity = effects.tables.particles.velocity[2 : effects.particle_count]
    speed = np.linalg.norm(velocity, axis=1)
    assert 0.24 * 24.0 < speed.min() < 0.4 * 24.0 and 0.8 * 38.0 < speed.max() <= 38.0
    assert np.abs(velocity[:, 2]).mean() < 0.8 * np.abs(velocity[:, :2]).mean()
    assert np.abs(velocity.mean(axis=0)).max() < 5.0, "they fly to all sides"


def test_75_000_particles_live_and_are_drawn() -> None:
    effects, world = (
        Effects(PALETTE, budget=PARTICLE_CAPACITY),
        world_with(*[(Event.BOMB, 0, 20.0, HERE)] * 64),
    )
    for _ in range(8):
        effects.observe(world, 0, player_lens())
    assert effects.particle_count == PARTICLE_CAPACITY == 75_000
    effects.advance(1 / 60)
    drawn = sprites(effects)
    assert len(drawn) == PARTICLE_CAPACITY
    assert np.isfinite(drawn["position"]).all() and (drawn["color"][:, 3] > 0).all()


def test_the_oldest_give_way_where_the_budget_is_used_up() -> None:
    effects = Effects(PALETTE, budget=100)
    effects.observe(world_with((Event.BOOST, 0, 0.0, HERE)), 0, player_lens())
    effects.advance(0.1)
    first = effects.particle_count
    effects.observe(world_with(*[(Event.HIT, 3, 1.0, OVER)] * 12), 0, player_lens())
    assert effects.particle_count == 100
    ages = effects.tables.particles.age[:100]
    assert np.count_nonzero(ages) == 100 - 96 and first > 4
    for wrong in (0, PARTICLE_CAPACITY + 1):
        with pytest.raises(ValueError, match="budget must be 1 to 75,000"):
            effects.budget = wrong


def test_waves_run_out_and_the_oldest_give_way() -> None:
    effects = after((Event.BOMB, 0, 20.0, HERE))
    effects.advance(0.375)
    ring = rings(effects)[0]
    assert ring["radius"] == pytest.approx(20.0 * (1 - 0.5**3), rel=1e-5)
    assert ring["thickness"] == pytest.approx(1.7 * (0.35 + 0.65 * 0.5), rel=1e-5)
    assert ring["color"][3] == pytest.approx(0.25, rel=1e-5)
    assert ring["center"] == pytest.approx([0, 0, 1]) and ring["fraction"] == 1.0
    for _ in range(3):
        effects.observe(world_with(*[(Event.LANDED, 3, 1.0, OVER)] * 30), 0, player_lens())
    assert effects.wave_count == WAVE_CAPACITY
    assert (effects.tables.waves.reach[:WAVE_CAPACITY] == 4.0).all(), "the bomb's are gone"
    effects.advance(0.5)
    assert effects.wave_count == 0 and len(rings(effects)) == 0


def test_the_strongest_waves_bend_the_lattice() -> None:
    told = [(Event.LANDED, 3, 1.0, OVER)] * 6 + [(Event.BOMB, 0, 20.0, HERE), (Event.BOOST, 0, 0.0, HERE)]
    shocks = after(*told).shocks()
    assert [round(shock.strength, 4) for shock in shocks] == [3.2, 0.8, 0.5, 0.5]
    assert shocks[0].center == pytest.approx([0, 0, 1])
    assert after().shocks() == []


def glow_light(effects: Effects) -> float:
    """Light times area of everything that only glows."""
    seen = sprites(effects)
    glows = seen[(seen["hardness"] == 0.0) & (seen["size"] > 0.8)]
    return float((glows["color"][:, 3] * glows["size"] ** 2).sum())


def many_kills(effects: Effects) -> float:
    before = glow_light(effects)
    effects.observe(world_with(*[(Event.KILLED, 0, 1.0, OVER)] * 4), 0, player_lens())
    return glow_light(effects) - before


def test_flashes_that_follow_one_another_are_dimmed() -> None:
    effects = Effects(PALETTE)
    first, second = many_kills(effects), many_kills(effects)
    assert first == pytest.approx(FLASH_ROOM, rel=0.05) and second < 0.6 * first
    for _ in range(600):
        effects.advance(1 / 60)
    assert many_kills(effects) == pytest.approx(first, rel=0.05), "a while later there is room again"


def test_one_flash_is_not_dimmed() -> None:
    limited, free = Effects(PALETTE), Effects(PALETTE)
    free.limit_flashes = False
    free.advance(0.0)
    for effects in (limited, free):
        effects.observe(world_with((Event.KILLED, 0, 1.0, OVER)), 0, player_lens())
    assert glow_light(limited) == glow_light(free) > 0.0


def test_without_the_limit_nothing_is_dimmed() -> None:
    effects = Effects(PALETTE)
    effects.limit_flashes = False
    effects.advance(0.0)
    assert many_kills(effects) == pytest.approx(many_kills(effects), rel=0.01)
