"""Telegraphs of bosses are drawn before the attack, and the bar names the boss that flies."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue import bosses
from arena.catalogue.boss_row import BOSSES, PARTS
from arena.sim.bosses.rules import BOSS_RULES
from arena.sim.kinds import Phase
from arena.sim.world import World, WorldConfig
from arena.view.buffers import create_mark_rows
from arena.view.culling import cap_lens
from arena.view.frame import BOSS_MESH, MESHES, PART_MESH
from arena.view.hud.goals import DEPTH, draw_boss
from arena.view.instances import BodyInstances
from arena.view.marks.bosses import (
    AIMING_LIGHT,
    BOSS_RINGS,
    BOSS_SPRITES,
    LANE_SPRITES,
    LOCKED_LIGHT,
    boss_colors,
    mark_bosses,
)
from arena.view.overlay.overlay import BOX, LINE, Overlay
from arena.view.palette import boss_paints, load_palette

PALETTE = load_palette("terra")
PARTS_TOLD = (
    "6 turrets left", "5 plates left", "shoot 3 shields first", "4 layers left", "shoot 2 shields first",
    "8 parts left",
)  # fmt: skip
"""Words about the parts of each whole boss."""


def world_of(variant: int) -> tuple[World, int]:
    world = World(WorldConfig(enemies=20, asteroids=0, bullets=8))
    world.spawn_player(0, [0, 0, 1])
    return world, world.place_boss([0.2, 0.0, 1.0], variant)


def lens_of(world: World) -> Any:
    return cap_lens(world.bodies.position[0], 1e6, world.planet_radius, world.shell_radius)


def marks(world: World) -> tuple[Any, Any]:
    """Rings and sprites that announce something."""
    marks = create_mark_rows(BOSS_RINGS, BOSS_SPRITES)
    mark_bosses(world.population, BOSS_RULES, float(world.tick), lens_of(world), boss_colors(PALETTE), marks)
    return marks.drawn()


def test_a_ring_fills_around_who_winds_up() -> None:
    world, boss = world_of(0)
    assert not len(marks(world)[0])
    world.memory.phase[boss] = Phase.WINDUP
    windup, filled = int(BOSS_RULES.stages.windup[0, 0]), list[float]()
    for left in (windup, windup // 2, 0):
        world.memory.until[boss] = world.tick + left
        (ring,) = marks(world)[0]
        assert ring["radius"] > BOSSES[0].rules.radius
        filled.append(float(ring["filled"]))
    assert filled == pytest.approx([0.0, 1.0 - windup // 2 / windup, 1.0])


@pytest.mark.parametrize("name", [part.name for part in PARTS if part.rules.attack is not None])
def test_a_ring_fills_around_a_part_from_the_beginning_of_its_windup_to_the_end(name: str) -> None:
    variant = next(boss.number for boss in BOSSES if name in boss.rules.ring.parts)
    (world, boss), attack = world_of(variant), PARTS.named(name).rules.attack
    assert attack is not None
    row = boss + 1 + BOSSES[variant].rules.ring.parts.index(name)
    kept, filled = len(marks(world)[0]), list[float]()
    world.memory.phase[row] = Phase.WINDUP
    for left in (attack.windup, attack.windup // 2, 0):
        world.memory.until[row] = world.tick + left
        rings = marks(world)[0]
        assert len(rings) == kept + 1
        filled.append(float(rings["filled"][rings["radius"].argmin()]))
    assert filled == pytest.approx([0.0, 1.0 - attack.windup // 2 / attack.windup, 1.0])


def test_a_charge_shows_its_lane_and_other_blows_do_not() -> None:
    for variant, count in ((0, 0), (1, LANE_SPRITES)):
        world, boss = world_of(variant)
        world.memory.phase[boss], world.memory.until[boss] = Phase.WINDUP, world.tick + 30
        assert len(marks(world)[1]) == count


def test_the_lane_of_a_charge_is_as_wide_as_who_charges_and_grows_shorter_under_way() -> None:
    world, boss = world_of(1)
    bodies, memory = world.bodies, world.memory
    place, nose = bodies.position[boss].astype(np.float64), bodies.heading[boss].astype(np.float64)
    side = np.cross(nose, place / np.linalg.norm(place))

    def lane(phase: Phase, left: int) -> tuple[float, float]:
        memory.phase[boss], memory.until[boss] = phase, world.tick + left
        away = marks(world)[1]["position"] - place
        return float(np.abs(away @ side).max()), float((away @ nose).max())

    (wide, far), (_, begun), (_, ends) = lane(Phase.WINDUP, 30), lane(Phase.ACT, 40), lane(Phase.ACT, 10)
    assert wide == pytest.approx(bodies.radius[boss], rel=0.02)
    assert far >= begun > ends > bodies.radius[boss]
    memory.phase[boss] = Phase.REST
    assert not len(marks(world)[1])


@pytest.mark.parametrize(("early", "light"), [(0, AIMING_LIGHT), (1, LOCKED_LIGHT)])
def test_a_lane_is_brighter_from_the_tick_on_in_which_it_is_locked(early: int, light: float) -> None:
    (world, boss), charge = world_of(1), BOSSES[1].rules.stages[0].charge
    assert charge is not None
    world.memory.phase[boss], world.memory.until[boss] = Phase.WINDUP, world.tick + charge.lock - early
    assert marks(world)[1]["color"][:, 3] == pytest.approx(light)


@pytest.mark.parametrize("variants", [(2, 0), (0, 2)])
def test_of_two_bosses_the_shielded_one_has_the_bubble(variants: tuple[int, int]) -> None:
    world = World(WorldConfig(enemies=40, asteroids=0, bullets=8))
    world.spawn_player(0, [0, 0, 1])
    boss_rows = [
        world.place_boss([x, 0.0, 1.0], variant) for x, variant in zip((0.3, -0.3), variants, strict=True)
    ]
    shielded = world.bodies.position[boss_rows[variants.index(2)]]
    (bubble,) = marks(world)[0]
    assert bubble["center"] == pytest.approx(shielded / world.shell_radius, abs=1e-4)


def test_a_shield_is_seen_as_long_as_it_holds() -> None:
    world, boss = world_of(2)
    rings, lights = marks(world)
    assert len(rings) == 1 and len(lights) == 4, "a bubble, its light and three links"
    bodies, memory = world.bodies, world.memory
    for row in range(boss + 1, boss + 1 + len(BOSSES[2].rules.ring.parts)):
        if BOSSES[2].rules.ring.parts[memory.ring_slot[row]] == bosses.SHIELD.name:
            bodies.alive[row] = False
    assert not len(marks(world)[0])


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_each_boss_stage_and_part_is_drawn_as_its_own(variant: int) -> None:
    world, boss = world_of(variant)
    for stage in range(len(BOSSES[variant].rules.stages)):
        world.memory.stage[boss] = stage
        instances = BodyInstances(PALETTE)
        instances.cull(world, 1.0, lens_of(world))
        parts = {float(PART_MESH[PARTS.named(name).number]) for name in BOSSES[variant].rules.ring.parts}
        ships = instances.ships(world, 1.0, create_mark_rows(0, instances.shade_count))
        drawn = set(ships["kind"].astype(int).tolist())
        assert drawn == {0, BOSS_MESH[variant, stage], *parts}
    assert len(np.unique(BOSS_MESH)) == BOSS_MESH.size
    assert set(np.concatenate([BOSS_MESH.ravel(), PART_MESH])) <= set(range(len(MESHES)))


def test_a_shielded_bar_is_hatched_and_takes_no_friends_colour() -> None:
    world, boss = world_of(2)
    friends = np.array([PALETTE.lattice, PALETTE.player, PALETTE.companion, PALETTE.health], np.float32)

    def drawn() -> Any:
        overlay = Overlay(16 / 9)
        draw_boss(overlay, world, PALETTE)
        return overlay.instances()

    world.bodies.health[boss] = 0.5 * BOSSES[2].rules.health
    shapes = drawn()
    hatching = shapes["place"][shapes["shape"] == LINE]
    assert len(hatching) > 10
    middle = 0.5 * Overlay(16 / 9).width
    assert hatching[:, 0].max() < middle + 1.0, "no farther than its health"
    apart = np.abs(shapes["color"][:, None, :3] - friends).max(axis=2)
    assert apart.min() > 0.02
    for row in range(boss + 1, boss + 1 + len(BOSSES[2].rules.ring.parts)):
        if BOSSES[2].rules.ring.parts[world.memory.ring_slot[row]] == bosses.SHIELD.name:
            world.bodies.alive[row] = False
    assert not (drawn()["shape"] == LINE).any()


def test_the_bar_marks_where_each_stage_begins_dimly_once_it_is_there() -> None:
    world, boss = world_of(0)
    stages = BOSSES[0].rules.stages
    dim: list[list[bool]] = []
    for stage in range(len(stages)):
        world.memory.stage[boss] = stage
        overlay = Overlay(16 / 9)
        draw_boss(overlay, world, PALETTE)
        rows = overlay.instances()
        ticks = rows[(rows["shape"] == BOX) & np.isclose(rows["place"][:, 2], 1.0)]
        ticks = ticks[np.argsort(-ticks["place"][:, 0])]
        assert len(ticks) == len(stages) - 1
        dim.append((ticks["color"][:, 3] < 1.0).tolist())
    assert dim == [[False, False], [True, False], [True, True]]


def texts(world: World) -> list[str]:
    """Texts of the bar."""
    said: list[str] = []
    overlay = Overlay(16 / 9)
    write = overlay.text

    def note(text: str, *args: Any, **named: Any) -> Any:
        said.append(text)
        return write(text, *args, **named)

    overlay.text = note  # type: ignore[method-assign]
    draw_boss(overlay, world, PALETTE)
    overlay.place_lines()
    return said


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_the_bar_names_the_boss_and_what_its_stage_brings_for_a_while(variant: int) -> None:
    world, boss = world_of(variant)
    bar = [BOSSES[variant].name.upper(), PARTS_TOLD[variant]]
    assert texts(world) == [*bar, BOSSES[variant].show.lines[0]]
    world.tick += 600
    assert texts(world) == bar
    world.memory.stage[boss], world.memory.stage_began[boss] = 1, world.tick
    assert texts(world) == [*bar, BOSSES[variant].show.lines[1]]
    world.bodies.alive[boss] = False
    assert texts(world) == []


@pytest.mark.parametrize(
    ("variant", "hurt", "lost", "words", "share"),
    [
        (0, 1, (2,), "5 turrets left", 4.5 / 6),
        (0, 1, (2, 3, 4, 5, 6), "1 turret left", 0.5 / 6),
        (0, 1, (1, 2, 3, 4, 5, 6), "0 parts left", 0.0),
        (2, 1, (3,), "shoot 2 shields first", 1.5 / 3),
        (2, 2, (1, 3, 5), "3 launchers left", None),
    ],
)
def test_the_bar_beside_that_of_the_boss_is_of_the_parts_that_come_first(
    variant: int, hurt: int, lost: tuple[int, ...], words: str, share: float | None
) -> None:
    """`hurt` has half of its health, the parts `lost` none."""
    world, boss = world_of(variant)
    world.memory.stage_began[boss] = -(10**6)
    world.bodies.health[boss + hurt] *= 0.5
    world.bodies.alive[[boss + part for part in lost]] = False
    assert texts(world)[1] == words
    overlay = Overlay(16 / 9)
    draw_boss(overlay, world, PALETTE)
    rows = overlay.instances()
    bars = rows[(rows["shape"] == BOX) & (rows["place"][:, 3] == DEPTH / 2)]
    hue = PALETTE.shield if "shield" in words else boss_paints(PALETTE)[variant][1]
    bars = bars[np.isclose(bars["color"][:, :3], hue, atol=1e-4).all(axis=1)]
    full, filled = bars[bars["color"][:, 3] < 0.5], bars[bars["color"][:, 3] > 0.9]
    assert len(full) == 1 and len(filled) == (share != 0.0)
    if share:
        assert filled["place"][0, 2] / full["place"][0, 2] == pytest.approx(share, abs=0.01)
