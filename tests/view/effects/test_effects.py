"""Effects: what events leave, for whom, in what order, and how it fades."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.jit import kernel
from arena.sim.kinds import Team
from arena.sim.tables.events import Event
from arena.view.effects.effects import Effects
from arena.view.effects.explosions import OWN
from arena.view.effects.feedback import EVENTS_PER_TICK, FLASH_ROOM, NEAR, aim_of
from arena.view.effects.particles import (
    CAPACITY,
    LINE,
    PERIOD,
    PUSHES,
    Layer,
    ParticleShape,
    add_particle,
    create_particles,
    pass_time,
    push_smoke,
)
from arena.view.effects.recipe_parts import KIND_FIRST, KIND_TINTS, WAVE, SprayAxis, Tint, tints
from arena.view.effects.recipes import RECIPE_COUNT, RECIPES
from arena.view.effects.shock_waves import REACH, WAVE_CAPACITY
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

STEP = 0.003
"""Of a colour in a byte."""


LEAVES = {
    (Event.SHOT, 0.0): (2, 0),
    (Event.HIT, 9.0): (22, 1),
    (Event.KILLED, 0.5): (28, 1),
    (Event.BURST, 1.5): (38, 1),
    (Event.BURST, 2.0): (59, 2),
    (Event.KILLED, 3.0): (437, 7),
    (Event.BUMP, 2.0): (0, 0),
    (Event.BUMP, 5.5): (5, 0),
    (Event.BUMP, 40.0): (8, 0),
    (Event.LANDING, 1.0): (0, 0),
    (Event.LANDED, 1.0): (8, 1),
    (Event.DEPLOYED, 0.4): (1, 1),
    (Event.BOOST, 0.0): (37, 1),
    (Event.BOMB, 20.0): (152, 2),
    (Event.PLAYER_HURT, 5.0): (19, 0),
    (Event.PLAYER_KILLED, 0.0): (301, 7),
}
"""Particles and waves of each event and size."""


@pytest.mark.parametrize(("told", "left"), LEAVES.items())
def test_what_each_event_leaves(told: tuple[Event, float], left: tuple[int, int]) -> None:
    kind, size = told
    effects = after((kind, 0, size, OVER))
    assert (len(born(effects).life), effects.wave_count) == left


def test_colours_are_those_of_who_it_happened_to() -> None:
    killed = born(after((Event.KILLED, 3, 0.5, OVER)))
    assert any(np.allclose(color, PALETTE.roles["drone"], atol=STEP) for color in killed.color)
    world = world_with((Event.SHOT, 0, 0.0, OVER), (Event.SHOT, 3, 0.0, OVER), (Event.SHOT, -1, 0.0, OVER))
    assert world.bodies.team[0] == Team.PLAYERS
    effects = Effects(PALETTE)
    effects.observe(world, 0, player_lens())
    own, enemy = PALETTE.player_bullet, PALETTE.enemy_bullet
    wanted = [own, enemy, enemy, own]
    shot = born(effects)
    assert shot.shape.tolist() == [ParticleShape.GLOW] * 3 + [ParticleShape.STREAK]
    assert shot.color == pytest.approx(np.array(wanted), abs=STEP)


def test_no_spark_has_the_colour_of_somebody_who_flies() -> None:
    """They would hide who is left; a flash of that colour tells who was hit."""
    parts = [part for recipe in RECIPES.values() for part in recipe.parts]
    shapes = {part.shape for part in parts if part.tint == Tint.SUBJECT}
    assert shapes <= {ParticleShape.GLOW, WAVE}
    assert {part.shape for part in parts if part.tint == Tint.HULL} == {ParticleShape.PLATE}
    own, dimmed, flames = (tints(PALETTE)[KIND_FIRST + k :: KIND_TINTS] for k in range(KIND_TINTS))
    assert (dimmed.max(axis=1) < 0.6).all(), "pieces are never as bright as who flies"
    assert (np.abs(flames - own).max(axis=1) > 0.05).all(), "nor is fire of their very colour"
    killed = born(after((Event.KILLED, 3, 0.5, OVER)))
    assert sum(np.allclose(color, PALETTE.roles["drone"], atol=STEP) for color in killed.color) == 1


@pytest.mark.parametrize(("event", "small", "large"), [(Event.KILLED, 0.9, 3.0), (Event.BURST, 1.0, 3.0)])
def test_what_is_large_bursts_larger_and_longer(event: Event, small: float, large: float) -> None:
    """Beyond what its size alone would do: debris lasts longer, and the shock runs twice as far."""
    one, other = after((event, 3, small, OVER)), after((event, 3, large, OVER))
    lasts = [born(effects).life.max() for effects in (one, other)]
    runs = [effects.tables.waves.rows[: effects.wave_count, REACH].max() for effects in (one, other)]
    assert lasts[1] > 1.2 * lasts[0] and runs[1] > 2.0 * runs[0]
    assert len(born(other).life) > 2 * len(born(one).life)


def test_every_tint_has_a_colour_and_every_event_a_row() -> None:
    assert tints(PALETTE)[Tint.WARNING] == pytest.approx(PALETTE.warning)
    assert tints(PALETTE)[Tint.ENEMY_BULLET] == pytest.approx(PALETTE.enemy_bullet)
    assert tints(PALETTE)[KIND_FIRST + KIND_TINTS * kinds.MINE.number] == pytest.approx(PALETTE.mine)
    assert max(Tint) + 1 == KIND_FIRST
    none = {Event.KILLED, Event.LANDING, Event.BURST, Event.CASCADE}
    assert set(RECIPES) == {*Event, *range(OWN, RECIPE_COUNT)} - none
    assert tints(PALETTE)[Tint.LANCE] == pytest.approx(PALETTE.lance)
    assert len(tints(PALETTE)) == KIND_FIRST + KIND_TINTS * KINDS.size


def test_what_the_planet_hides_leaves_nothing() -> None:
    effects = after((Event.KILLED, 3, 3.0, BEHIND), (Event.BOMB, 4, 20.0, BEHIND))
    assert (len(born(effects).life), effects.wave_count, effects.shake) == (0, 0, 0.0)


def test_the_own_players_always_show() -> None:
    for kind in (Event.BOMB, Event.PLAYER_HURT, Event.PLAYER_KILLED):
        assert len(born(after((kind, 0, 5.0, BEHIND))).life) > 0
        assert len(born(after((kind, 0, 5.0, BEHIND), player=1)).life) == 0
    crowd = [(Event.KILLED, 3, 3.0, HERE)] * 300
    assert after(*crowd, (Event.BOMB, 0, 20.0, BEHIND)).tables.waves.rows[-2:, REACH].max() == 20.0


def test_hurt_and_jolts_are_the_players_own() -> None:
    hurt = after((Event.PLAYER_HURT, 0, 15.0, HERE))
    assert hurt.hurt == pytest.approx(0.25 + 15.0 / 60.0)
    assert hurt.shake == pytest.approx(0.2 + 15.0 / 60.0)
    assert after((Event.PLAYER_HURT, 0, 600.0, HERE)).shake == pytest.approx(0.6)
    other = after((Event.PLAYER_HURT, 1, 15.0, HERE))
    assert (other.hurt, other.shake, len(born(other).life)) == (0.0, 0.0, 0)


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
    assert len(rings(effects)) == 0, "no wave is seen before it runs"
    effects.advance(0.01)
    assert len(rings(effects)) == 1
    assert np.count_nonzero(effects.tables.recipe == Event.HIT) == EVENTS_PER_TICK - 1
    near = after(*[(Event.SHOT, 3, 0.0, far)] * 300, *[(Event.SHOT, 3, 0.0, HERE)] * 10)
    at_home = np.linalg.norm(born(near).place - HERE, axis=1) < 1e-3
    assert np.count_nonzero(at_home) == 10


def test_engines_leave_a_trail_once_they_run() -> None:
    world = world_with()
    effects = Effects(PALETTE)
    effects.observe(world, 0, player_lens())
    assert len(born(effects).life) == 0
    world.bodies.velocity[0] = (kinds.PLAYER.ship.flight.max_speed, 0.0, 0.0)
    effects.observe(world, 0, player_lens())
    glow = born(effects)
    behind = world.bodies.position[0] - 1.1 * world.bodies.radius[0] * world.bodies.heading[0]
    assert glow.place[0] == pytest.approx(behind, abs=1e-4)
    assert glow.size == pytest.approx([0.38])
    world.bodies.alive[0] = False
    effects.observe(world, 0, player_lens())
    assert len(born(effects).life) == 1


def test_only_the_clock_of_particles_runs() -> None:
    """A row stays as it was written; what lies before the oldest that lives is left out, row by row."""
    effects = after((Event.KILLED, 3, 1.0, OVER))
    p, before = effects.tables.particles, born(effects)
    rows = p.rows.copy()
    effects.advance(0.5)
    assert (p.rows == rows).all() and born(effects).age.min() == pytest.approx(0.5)
    assert 0 < len(born(effects).life) == np.count_nonzero(before.life > 0.5) < len(before.life)
    assert born(effects).count(ParticleShape.SMOKE) == before.count(ParticleShape.SMOKE)
    assert p.oldest[Layer.FIRE] > 0 == p.oldest[Layer.SMOKE]
    effects.advance(9.0)
    assert (p.oldest == p.written).all() and p.living == len(born(effects).life) == 0


def test_time_that_stands_still_changes_nothing_and_a_jump_ends_all() -> None:
    effects = after((Event.KILLED, 3, 1.0, OVER))
    count, strength = len(born(effects).life), effects.shocks
    effects.advance(1.0, 0.0)
    assert len(born(effects).life) == count and len(effects.shocks) == len(strength)
    assert effects.tables.particles.pushes[:, 6].any()
    blows = (Event.PLAYER_HURT, 0, 15.0, HERE), (Event.KILLED, 3, 3.0, OVER)
    effects.observe(world_with(*blows), 0, player_lens())
    assert effects.hurt > 0.0 and effects.shake > 0.0 and len(effects.lights) > 0
    effects.clear()
    assert (len(born(effects).life), effects.wave_count, effects.shake, effects.hurt) == (0, 0, 0.0, 0.0)
    assert not effects.tables.particles.pushes.any(), "nothing pushes the smoke of another time"
    for _ in range(60):
        assert len(effects.lights) == 0, "nor does any blast light the ground, nor one still to come"
        effects.advance(1.0 / 60.0)


def test_ages_are_exact_after_hours_and_where_the_clock_begins_anew() -> None:
    p = create_particles(0)
    p.now[0] = 40 * PERIOD - 0.25
    place, still = (0.0, 0.0, SHELL), (0.0, 0.0, 0.0)
    add = kernel(
        lambda air, delay: add_particle(air, place, still, 0.0, (3, 1.0, 0.0, 1.0), still, 1.0, delay)
    )
    add(p, 0.0)
    add(p, 0.5)
    pass_time(p, 0.9)
    age = (p.now[0] % PERIOD - p.rows[Layer.FIRE, :2, 3] + PERIOD / 2) % PERIOD - PERIOD / 2
    assert age == pytest.approx([0.9, 0.4], abs=1e-4) and p.living == 2
    pass_time(p, 0.2)
    assert p.living == 1
    pass_time(p, 0.5)
    assert p.living == 0


def test_the_oldest_give_way_where_a_ring_is_full() -> None:
    effects, world = Effects(PALETTE), world_with(*[(Event.BOMB, 0, 20.0, HERE)] * 64)
    p = effects.tables.particles
    while p.written[Layer.SPARKS] <= CAPACITY + LINE:
        effects.observe(world, 0, player_lens())
    effects.advance(1 / 60)
    assert p.written[Layer.SPARKS] - p.oldest[Layer.SPARKS] == CAPACITY
    assert np.isfinite(born(effects).place).all()


def test_shocks_push_smoke_and_the_one_felt_least_gives_way() -> None:
    p = create_particles(0)
    for k in range(PUSHES):
        push_smoke(p, (0.0, 0.0, SHELL), 9.0, 0.5, 1.0 + k, 0.0)
    push_smoke(p, (0.0, 0.0, SHELL), 9.0, 0.5, 0.5, 0.0)
    assert sorted(p.pushes[:, 6]) == [1.0 + k for k in range(PUSHES)]
    pass_time(p, 1.0)
    push_smoke(p, (0.0, SHELL, 0.0), 12.0, 0.7, 0.9, 0.25)
    assert p.pushes[0] == pytest.approx([0.0, 1.0, 0.0, 1.25, 12.0, 0.7, 0.9, 0.0]), (
        "of 1.0, a third was left"
    )
    pass_time(p, 10.0)
    assert not p.pushes[:, 6].any()


def test_sparks_keep_near_the_shell_and_within_what_was_asked() -> None:
    velocity = born(after((Event.BOMB, 0, 20.0, HERE))).of(ParticleShape.SPARK).velocity
    speed = np.linalg.norm(velocity, axis=1)
    assert 0.24 * 44.0 < speed.min() < 0.4 * 44.0 and 0.8 * 78.0 < speed.max() <= 78.0
    assert np.abs(velocity[:, 2]).mean() < 0.8 * np.abs(velocity[:, :2]).mean()
    assert np.abs(velocity.mean(axis=0)).max() < 6.0, "they fly to all sides"


def test_waves_run_out_and_the_oldest_give_way() -> None:
    effects = after((Event.BOMB, 0, 20.0, HERE))
    effects.advance(0.375)
    ring = rings(effects)[0]
    assert ring["radius"] == pytest.approx(20.0 * (1 - 0.5**3), rel=1e-5)
    assert ring["thickness"] == pytest.approx(1.7 * (0.35 + 0.65 * 0.5), rel=1e-5)
    assert ring["color"][3] == pytest.approx(0.25, rel=1e-5)
    assert ring["center"] == pytest.approx([0, 0, 1]) and ring["filled"] == 1.0
    for _ in range(4):
        effects.observe(world_with(*[(Event.LANDED, 3, 1.0, OVER)] * 30), 0, player_lens())
    assert effects.wave_count == WAVE_CAPACITY
    assert (effects.tables.waves.rows[:, REACH] == 4.0).all(), "the bomb's are gone"
    effects.advance(0.5)
    assert effects.wave_count == 0 and len(rings(effects)) == 0


def test_the_strongest_waves_bend_the_lattice() -> None:
    told = [(Event.LANDED, 3, 1.0, OVER)] * 6 + [(Event.BOMB, 0, 20.0, HERE), (Event.BOOST, 0, 0.0, HERE)]
    shocks = after(*told).shocks
    assert [round(strength, 4) for strength in shocks[:, 4].tolist()] == [4.2, 0.9, *[0.5] * 6]
    assert shocks[0, :3] == pytest.approx([0, 0, 1])
    assert len(after().shocks) == 0


def many_kills(effects: Effects) -> float:
    """Light of some, each too far from the others for them to share it."""
    before = glow_light(effects)
    places = [(0.0, 12.0, 50.6), (12.0, 0.0, 50.6), (-12.0, 0.0, 50.6), (0.0, 0.0, SHELL)]
    effects.observe(world_with(*[(Event.KILLED, 0, 1.15, place) for place in places]), 0, player_lens())
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
    assert many_kills(effects) == pytest.approx(first, rel=0.01) and first > 1.05 * FLASH_ROOM


AIMS = {
    SprayAxis.NONE: ((0, 1), (0, 0, 0)),
    SprayAxis.NORMAL: ((0, -1), (0, -1, 0)),
    SprayAxis.FLIGHT: ((-1, 1), (-1, 0, 0)),
    SprayAxis.NOSE: ((0, -1), (0, 1, 0)),
    SprayAxis.MOTION: ((0, -1), (1, 0, 0)),
}
"""Axes of a spray: (rows of whom it happened to and of the other, where it flies)."""


@pytest.mark.parametrize("aim", SprayAxis)
def test_a_spray_flies_along_its_axis_where_there_is_one(aim: SprayAxis) -> None:
    """Below is the one it happened to, heading back and moving aside; the other stands aside."""
    bodies = SimpleNamespace(
        position=np.array([[0, 3, 9], [4, 0, 9]], np.float32),
        heading=np.array([[0, 1, 0], [0, 1, 0]], np.float32),
        velocity=np.array([[7, 0, 5], [7, 0, 5]], np.float32),
    )
    (row, other), way = AIMS[aim]
    events = SimpleNamespace(
        position=np.array([[0, 0, 9]] * 2, np.float32), row=np.array([row, -1]), other=np.array([other, -1])
    )
    np.testing.assert_allclose(aim_of(aim, events, bodies, 0), way, atol=1e-6)
    assert aim_of(aim, events, bodies, 1) == (0, 0, 0), "nobody is there"
