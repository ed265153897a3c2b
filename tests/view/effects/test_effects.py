"""Effects: what events leave, for whom, in what order, and how it fades."""

import math

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.sim.kinds import Team
from arena.sim.tables.events import Event
from arena.view.effects.effects import Effects
from arena.view.effects.feedback import EVENTS_PER_TICK, FLASH_ROOM, NEAR
from arena.view.effects.particles import PARTICLE_CAPACITY, SHARD
from arena.view.effects.recipe_parts import KIND_FIRST, PartShape, Tint, tints
from arena.view.effects.recipes import (
    OWN,
    RECIPE_COUNT,
    RECIPES,
)
from arena.view.effects.shock_waves import WAVE_CAPACITY
from tests.view.effects.effects_seen import (
    BEHIND,
    HERE,
    OVER,
    PALETTE,
    after,
    glow_light,
    player_lens,
    rings,
    sprites,
    world_with,
)
from tests.view.fakes import SHELL


@pytest.mark.parametrize(
    ("kind", "size", "particles", "waves"),
    [
        (Event.SHOT, 0.0, 2, 0),
        (Event.HIT, 9.0, 1 + 8 + 4, 0),
        (Event.KILLED, 0.5, 1 + 6 + 10 + 2 + 9 + 32 + 13, 1),
        (Event.BURST, 1.5, 7 + 26 + 1 + 14, 1),
        (Event.BURST, 2.0, 14 + 7 + 44 + 2 + 26, 2),
        (Event.KILLED, 3.0, 1 + 23 + 36 + 2 + 25 + 128 + 56 + 5 * (3 + 1 + 6 + 19), 2 + 5),
        (Event.BUMP, 2.0, 0, 0),
        (Event.BUMP, 5.5, 5, 0),
        (Event.BUMP, 40.0, 8, 0),
        (Event.LANDING, 1.0, 0, 0),
        (Event.LANDED, 1.0, 8, 1),
        (Event.DEPLOYED, 0.4, 1, 1),
        (Event.BOOST, 0.0, 37, 1),
        (Event.BOMB, 20.0, 302, 2),
        (Event.PLAYER_HURT, 5.0, 18, 0),
        (Event.PLAYER_KILLED, 0.0, 1 + 13 + 23 + 2 + 17 + 71 + 27 + 136 + 5 * (3 + 1 + 6 + 18), 2 + 5),
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
    wanted = [*[PALETTE.player_bullet] * 2, PALETTE.enemy_bullet, PALETTE.enemy_bullet]
    assert sprites(effects)["color"][:, :3] == pytest.approx(np.array(wanted))


def test_no_spark_has_the_colour_of_somebody_who_flies() -> None:
    """They would hide who is left; a flash of that colour tells who was hit."""
    parts = [part for recipe in RECIPES.values() for part in recipe.parts]
    assert not [
        part
        for part in parts
        if part.shape not in (PartShape.GLOW, PartShape.WAVE, PartShape.SHARDS) and part.tint < Tint.FIRE
    ]
    assert {part.tint for part in parts if part.shape == PartShape.SHARDS and part.tint < Tint.FIRE} == {
        Tint.HULL
    }
    dimmed = tints(PALETTE)[KIND_FIRST + 1 :: 2]
    assert (dimmed.max(axis=1) < 0.6).all(), "pieces are never as bright as who flies"
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
    assert tints(PALETTE)[Tint.WARNING] == pytest.approx(PALETTE.warning)
    assert tints(PALETTE)[Tint.ENEMY_BULLET] == pytest.approx(PALETTE.enemy_bullet)
    assert tints(PALETTE)[KIND_FIRST + 2 * kinds.MINE.number] == pytest.approx(PALETTE.mine)
    assert max(Tint) + 1 == KIND_FIRST
    assert set(RECIPES) == {*Event, *range(OWN, RECIPE_COUNT)} - {Event.LANDING, Event.BURST, Event.CASCADE}
    assert tints(PALETTE)[Tint.LANCE] == pytest.approx(PALETTE.lance)
    assert len(tints(PALETTE)) == KIND_FIRST + 2 * KINDS.size


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
    assert np.count_nonzero(effects.tables.recipe == Event.HIT) == EVENTS_PER_TICK - 1
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
    moved, slower = before["position"] + before["velocity"] * 0.2, 1.0 / (1.0 + before["drag"] * 0.2)
    assert p.position[rows] == pytest.approx(moved[left], abs=1e-5)
    assert p.velocity[rows] == pytest.approx((before["velocity"] * slower[:, None])[left], abs=1e-5)
    grown = before["size"] * np.maximum(1.0 + before["growth"] * 0.2, 0.0)
    assert p.size[rows] == pytest.approx(grown[left], abs=1e-6)
    for name in ("color", "growth", "drag", "trail", "hardness", "life"):
        assert (getattr(p, name)[rows] == before[name][left]).all()
    drawn, fade = sprites(effects), 1.0 - p.age[rows] / p.life[rows]
    plain = p.hardness[rows] < SHARD
    shown = p.color[rows, 3] * fade**2 * (3 - 2 * fade)
    assert drawn["color"][plain, 3] == pytest.approx(shown[plain], abs=1e-6)
    assert (drawn["color"][~plain, 3] <= shown[~plain]).all() and np.count_nonzero(~plain)
    assert drawn["stretch"][plain] == pytest.approx((p.velocity[rows] * p.trail[rows, None])[plain], abs=1e-6)
    for _ in range(36):
        effects.advance(0.1)
    assert effects.particle_count == 0


def test_sparks_keep_near_the_shell_and_within_what_was_asked() -> None:
    effects = after((Event.BOMB, 0, 20.0, HERE))
    velocity = effects.tables.particles.velocity[2 : effects.particle_count]
    speed = np.linalg.norm(velocity, axis=1)
    assert 0.24 * 28.0 < speed.min() < 0.4 * 28.0 and 0.8 * 60.0 < speed.max() <= 60.0
    assert np.abs(velocity[:, 2]).mean() < 0.8 * np.abs(velocity[:, :2]).mean()
    assert np.abs(velocity.mean(axis=0)).max() < 6.0, "they fly to all sides"


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
    effects.observe(world_with(*[(Event.HIT, 3, 1.0, OVER)] * 6), 0, player_lens())
    assert effects.particle_count == 100
    ages = effects.tables.particles.age[:100]
    assert 0 < np.count_nonzero(ages) < first, "the hits took the room of some"
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
    assert [round(shock.strength, 4) for shock in shocks] == [3.2, 0.9, 0.5, 0.5]
    assert shocks[0].center == pytest.approx([0, 0, 1])
    assert after().shocks() == []


def many_kills(effects: Effects) -> float:
    """Light of some, each too far from the others for them to share it."""
    before = glow_light(effects)
    places = [(0.0, 12.0, 50.6), (12.0, 0.0, 50.6), (-12.0, 0.0, 50.6), (0.0, 0.0, SHELL)]
    effects.observe(world_with(*[(Event.KILLED, 0, 1.0, place) for place in places]), 0, player_lens())
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
    first = many_kills(effects)
    effects.advance(1.0)
    assert many_kills(effects) == pytest.approx(first, rel=0.01) and first > 1.2 * FLASH_ROOM
