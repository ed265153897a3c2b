"""Particles on the graphics card: where they are drawn, what is uploaded, that nothing is lost on the way."""

import gc

import moderngl
import numpy as np
import pytest

from arena.jit import kernel
from arena.jit.annotations import Integer, Real
from arena.render.offscreen import picture
from arena.render.passes.particles import COARSE_SHARES, RingTexture
from arena.render.renderer import Renderer
from arena.render.tiers import TIERS
from arena.sim.tables.events import Event
from arena.vectors import Vector
from arena.view.effects.particles import (
    CAPACITY,
    LINE,
    Layer,
    Particles,
    ParticleShape,
    add_particle,
    create_particles,
    pass_time,
    push_smoke,
)
from arena.view.frame import MESHES, SHIP_DTYPE, Frame
from arena.view.scene import Viewer
from tests.planets import make_renderer
from tests.view.fakes import HUD, SHELL, fake_world

pytestmark = pytest.mark.gl

SIZE = (320, 180)


@kernel
def begin(
    air_inout: Particles, shape: Integer, position: Vector, velocity: Vector, drag: Real, size: Real,
    life: Real,
) -> None:  # fmt: skip
    """Begin one white particle."""
    add_particle(air_inout, position, velocity, drag, (shape, size, 0.0, 2.0), (1.0, 1.0, 1.0), life, 0.0)


def empty_frame() -> Frame:
    """The planet alone, with air of its own."""
    frame = Viewer().build(fake_world(enemies=0, asteroids=0, bullets=0), None, 1.0, 0.0, SIZE)
    frame.empty()
    frame.particles = create_particles(0)
    return frame


def change(renderer: Renderer, frame: Frame) -> np.ndarray:
    """Brightness that particles add to each pixel, shape (height, width)."""
    lit = picture(renderer, frame, SIZE).astype(int)
    particles, frame.particles = frame.particles, None
    dark = picture(renderer, frame, SIZE).astype(int)
    frame.particles = particles
    return (lit - dark).sum(axis=2)


def pixel_of(frame: Frame, place: np.ndarray) -> tuple[float, float]:
    """Column and row at which a place is seen."""
    clip = frame.camera.view_projection.astype(np.float64) @ np.array([*place, 1.0])
    x, y = clip[:2] / clip[3]
    return (x + 1.0) / 2.0 * SIZE[0], (1.0 - y) / 2.0 * SIZE[1]


@pytest.mark.parametrize(("drag", "age"), [(0.0, 0.4), (3.0, 0.4), (3.0, 1.2)])
def test_a_particle_flies_along_a_great_circle_ever_slower(low: Renderer, drag: float, age: float) -> None:
    frame, way = empty_frame(), np.array([0.8, 0.6, 0.0])
    at = frame.focus.astype(np.float64)
    way -= at * (at @ way)
    way /= np.linalg.norm(way)
    assert frame.particles is not None
    begin(frame.particles, int(ParticleShape.GLOW), tuple(at * SHELL), tuple(way * 14.0), drag, 0.9, 9.0)
    pass_time(frame.particles, age)
    run = 14.0 * ((1.0 - np.exp(-drag * age)) / drag if drag else age)
    there = (at * np.cos(run / SHELL) + way * np.sin(run / SHELL)) * SHELL
    lit = np.maximum(change(low, frame), 0)
    rows, columns = np.indices(lit.shape)
    seen = (lit * columns).sum() / lit.sum() + 0.5, (lit * rows).sum() / lit.sum() + 0.5
    assert seen == pytest.approx(pixel_of(frame, there), abs=2.0), "its bloom is four pixels coarse"


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_shock_pushes_smoke_away_from_it(low: Renderer, side: float) -> None:
    middles = list[float]()
    for strength in (0.0, 1.5):
        frame = empty_frame()
        at, right = frame.focus.astype(np.float64), frame.camera.right.astype(np.float64)
        right -= at * (at @ right)
        assert frame.particles is not None
        begin(frame.particles, int(ParticleShape.SMOKE), tuple(at * SHELL), (0.0, 0.0, 0.0), 1.0, 1.5, 9.0)
        pass_time(frame.particles, 0.1)
        push_smoke(frame.particles, tuple((at + 0.05 * side * right) * SHELL), 12.0, 0.2, strength, 0.0)
        pass_time(frame.particles, 0.5)
        seen = np.abs(change(low, frame))
        middles.append(float((seen * np.arange(SIZE[0])).sum() / seen.sum()))
    assert (middles[1] - middles[0]) * side < -2.0, middles


@pytest.mark.parametrize("layer", Layer)
def test_what_is_uploaded_in_parts_is_drawn_as_what_is_uploaded_at_once(
    ctx: moderngl.Context, layer: Layer
) -> None:
    """Also where rings begin anew, the tier's sooner than the viewer's; and what has ended is not drawn."""
    frame = empty_frame()
    air, at = frame.particles, tuple(frame.focus.astype(np.float64) * SHELL)
    assert air is not None
    shape = (ParticleShape.SMOKE, ParticleShape.FIRE, ParticleShape.SPARK)[layer]
    room = int(TIERS["low"].particles * COARSE_SHARES[layer])
    random = np.random.default_rng(3)
    steady, fresh = (make_renderer(ctx, size=64) for _ in range(2))
    for renderer in (steady, fresh):
        renderer.prepare(frame)
    in_parts = np.empty(0)
    for _ in range(8):
        for _ in range(room // 5 + 37):
            begin(air, int(shape), at, tuple(random.normal(size=3) * 9.0), 2.0, 0.05, 4.0)
        pass_time(air, 0.4)
        in_parts = picture(steady, frame, SIZE)
    at_once = picture(fresh, frame, SIZE)
    assert (in_parts == at_once).all() and change(steady, frame).any()
    pass_time(air, 5.0)
    assert air.living == 0 and not change(steady, frame).any()


def test_a_ring_is_drawn_alike_wherever_it_stands(low: Renderer) -> None:
    """Also after it began anew: the tier's ring of sparks is no whole part of the viewer's."""
    pictures = list[np.ndarray]()
    for start in (0, CAPACITY - 20, 3 * CAPACITY + 3 * LINE - 20):
        frame, random = empty_frame(), np.random.default_rng(3)
        air, at = frame.particles, tuple(frame.focus.astype(np.float64) * SHELL)
        assert air is not None
        air.written[:] = air.oldest[:] = start
        for shape in (ParticleShape.SMOKE, ParticleShape.FIRE, ParticleShape.SPARK):
            for _ in range(40):
                begin(air, int(shape), at, tuple(random.normal(size=3) * 9.0), 2.0, 0.3, 4.0)
        pass_time(air, 0.2)
        pictures.append(picture(low, frame, SIZE))
    assert change(low, frame).any()
    assert (pictures[0] == pictures[1]).all() and (pictures[0] == pictures[2]).all()


def test_only_lines_with_new_rows_are_uploaded(low: Renderer) -> None:
    air, ring = create_particles(0), RingTexture(low.ctx, 16)
    words = air.words[Layer.FIRE]
    assert [ring.upload(words, 0, written) for written in (0, 1, 1, LINE, LINE + 1)] == [0, 1, 0, 1, 1]
    assert ring.upload(words, 9 * LINE, 12 * LINE + 5) == 4, "what has ended meanwhile is left out"


def test_rings_of_viewers_that_are_gone_leave_the_card(low: Renderer) -> None:
    made = list[object]()

    def draw() -> None:
        frame = empty_frame()
        assert frame.particles is not None
        begin(frame.particles, 3, (0.0, 0.0, SHELL), (0.0, 0.0, 0.0), 0.0, 1.0, 1.0)
        picture(low, frame, SIZE)

    (layers,) = [each.made._layers for each in low._passes if each.name == "particles"]  # pyright: ignore
    for _ in range(3):
        draw()
        gc.collect()
        made.append(len(layers[Layer.FIRE]._rings))
    assert made == [made[0]] * 3


def test_100_000_particles_are_drawn_in_three_calls(low: Renderer) -> None:
    world, viewer = fake_world(enemies=0, asteroids=0, bullets=0), Viewer()
    dark = picture(low, viewer.build(world, None, 1.0, 0.0, SIZE), SIZE).astype(int)
    calls = low.stats.draw_calls
    for _ in range(60):
        world.add_event(Event.BOMB, 0, 20.0)
    for _ in range(12):
        viewer.observe(world, HUD)
    world.tick += 6
    frame = viewer.build(world, None, 1.0, 0.1, SIZE)
    assert isinstance(frame.particles, Particles) and frame.particles.living > 100_000
    lit = picture(low, frame, SIZE).astype(int)
    assert low.stats.instances == frame.instances > 100_000
    assert low.stats.draw_calls <= calls + 5  # and rings, and the dark behind ships
    assert np.mean(lit - dark) > 20.0


def test_billows_hide_one_another_and_cool(high: Renderer) -> None:
    """Two dozen are hardly brighter than two, and all end as soot; disks of light would add up to white."""
    light = list[float]()
    for count, age in ((2, 0.1), (24, 0.1), (24, 0.8)):
        frame = empty_frame()
        assert frame.particles is not None
        at = tuple(frame.focus.astype(np.float64) * SHELL)
        for _ in range(count):
            begin(frame.particles, int(ParticleShape.FIRE), at, (0.0, 0.0, 0.0), 0.0, 6.0, 1.0)
        pass_time(frame.particles, age)
        lit = change(high, frame)
        light.append(float(np.maximum(lit, 0).sum()))
    assert light[0] > 2000.0 and light[1] < 2.0 * light[0]
    assert light[2] < 0.3 * light[1]


def test_light_behind_a_ship_is_dimmed_and_beside_it_is_not(renderer: Renderer) -> None:
    frame = empty_frame()
    at = frame.focus.astype(np.float64) * SHELL
    assert frame.particles is not None
    begin(frame.particles, int(ParticleShape.GLOW), tuple(at), (0.0, 0.0, 0.0), 0.0, 4.0, 1.0)
    blast = picture(renderer, frame, SIZE).astype(int).sum(axis=2)
    frame.ships = np.zeros(1, SHIP_DTYPE)
    frame.ships["position"], frame.ships["nose"] = at, frame.camera.up
    frame.ships["scale"], frame.ships["kind"] = 0.8, MESHES.index("drone")
    shown = picture(renderer, frame, SIZE).astype(int).sum(axis=2)
    behind, beside = (
        tuple(round(number) for number in reversed(pixel_of(frame, at + frame.camera.right * away)))
        for away in (1.0, 2.6)
    )
    assert blast[behind] > 500 and shown[behind] < 0.87 * blast[behind]
    assert shown[beside] > 0.9 * blast[beside]
