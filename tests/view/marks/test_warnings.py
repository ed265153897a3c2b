"""Warnings of groups: threads of shielders to whom they protect, and rays along which a volley will fly."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.enemies import SHIELDER
from arena.catalogue.volleys import PATTERNS
from arena.sim.groups.patterns import PATTERN_RULES
from arena.sim.groups.volleys import LEAST, PERIOD, WINDUP_TICKS, pattern_of
from arena.sim.kinds import Pool
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.view.buffers import create_mark_rows
from arena.view.culling import cap_lens
from arena.view.marks.warnings import (
    RAY_GAP,
    RAY_LENGTH,
    RAY_ROOM,
    SHELL_GAP,
    THREAD_PIECES,
    VOLLEY_RINGS,
    mark_links,
    mark_volleys,
)
from arena.view.palette import load_palette, ship_colors
from tests.ai.arena_of_minds import place, small_world
from tests.view.fakes import SHELL, fake_world

PALETTE = load_palette("terra")


def lens_of(world: Any) -> Any:
    return cap_lens(world.bodies.position[0], 1e6, world.planet_radius, world.shell_radius + 16.0)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_a_thread_leads_from_a_shielder_to_the_ship_with_a_ring_around_it(alpha: float) -> None:
    world = fake_world(spread=0.1)
    shielder, other = (int(row) for row in world.rows(Pool.ENEMY)[:2])
    bodies = world.bodies
    bodies.kind[[shielder, other]] = SHIELDER.number, kinds.DRONE.number
    bodies.radius[[shielder, other]] = 0.9, 0.4
    bodies.previous_position[[shielder, other]] = bodies.position[[shielder, other]] + np.float32(0.2)
    world.ships.shielder[other] = shielder
    marks = create_mark_rows(4, 4 * THREAD_PIECES)
    mark_links(world.population, ship_colors(PALETTE), 100.0, alpha, lens_of(world), marks)
    (ring,), pieces = marks.drawn()
    here, there = (
        (1.0 - alpha) * bodies.previous_position[row] + alpha * bodies.position[row]
        for row in (shielder, other)
    )
    assert ring["center"] == pytest.approx(there / np.linalg.norm(there), abs=1e-4)
    assert ring["radius"] == pytest.approx(0.4 + SHELL_GAP)
    starts = pieces["position"] - pieces["stretch"]
    assert len(pieces) == THREAD_PIECES and starts[1:] == pytest.approx(pieces["position"][:-1], abs=1e-4)
    assert starts[0] == pytest.approx(here, abs=1e-3)
    end = there / np.linalg.norm(there) * np.linalg.norm(here)
    assert pieces["position"][-1] == pytest.approx(end, abs=1e-3)
    assert np.linalg.norm(pieces["position"], axis=1) == pytest.approx(SHELL, abs=0.5)


@pytest.mark.parametrize("number", PATTERNS.numbers.values(), ids=PATTERNS.names)
def test_rays_show_the_ways_that_the_first_bullets_of_a_volley_take_and_no_others(number: int) -> None:
    seed = next(seed for seed in range(99) if pattern_of(seed, PERIOD, len(PATTERNS)) == number)
    world = small_world(enemies=16, bullets=512, seed=seed)
    rows = [place(world, kinds.GUNNER.number, 0.22, k * 0.3) for k in range(LEAST + 1)]
    marks, filled = create_mark_rows(VOLLEY_RINGS, RAY_ROOM), list[float]()
    shown = marks.drawn()[1].copy()
    world.tick = PERIOD - 2
    while world.tick < PERIOD + WINDUP_TICKS:
        step(world, [PlayerCommand()])
        marks.ring_count[0] = marks.sprite_count[0] = 0
        colors = ship_colors(PALETTE)
        mark_volleys(world.population, PATTERN_RULES, world.seed, world.tick, lens_of(world), colors, marks)
        rings, rays = marks.drawn()[0], marks.drawn()[1].copy()
        assert len(rings) in (0, len(rows)) and (rings["color"][:, :3] == colors[kinds.GUNNER.number]).all()
        filled.append(float(rings["filled"].max(initial=-1.0)))
        if len(rays):
            shown = rays
    assert filled[0] == -1.0 and filled[2:-1] == sorted(filled[2:-1]) and filled[-1] == -1.0
    assert filled[-2] == pytest.approx(1.0, abs=0.05), "full as it fires"
    assert np.linalg.norm(shown["stretch"], axis=1) == pytest.approx(RAY_LENGTH)
    bullets = world.rows(Pool.BULLET)
    owners = world.bullets.owner[bullets - world.pools[Pool.BULLET].start]
    rules = PATTERNS[number].rules.fire
    for row in rows:
        ways = world.bodies.heading[bullets[owners == row]]
        assert len(ways) == rules.arms - rules.gap
        begin = world.bodies.radius[row] + RAY_GAP
        starts = shown["position"] - shown["stretch"]
        own = np.linalg.norm(starts - world.bodies.position[row], axis=1) < begin + 0.1
        rays = shown["stretch"][own] / np.linalg.norm(shown["stretch"][own], axis=1, keepdims=True)
        assert len(rays) == len(ways)
        assert (rays @ ways.T).max(axis=1) == pytest.approx(1.0, abs=1e-3)
        assert (rays @ ways.T).max(axis=0) == pytest.approx(1.0, abs=1e-3)
