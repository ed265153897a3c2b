"""Several views in one target: each is what it would be alone, and none reaches into another."""

from collections.abc import Iterator
from dataclasses import replace

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from arena.render.composite import Composite, Viewport
from arena.render.offscreen import picture
from arena.render.renderer import Renderer
from arena.view.frame import Frame
from arena.view.overlay.overlay import Overlay
from arena.view.scene import Viewer
from tests.planets import make_renderer
from tests.view.fakes import HUD, fake_world

pytestmark = pytest.mark.gl

WIDTH, HEIGHT = 640, 360
HALF = (WIDTH // 2, HEIGHT // 2)
QUARTERS: tuple[Viewport, ...] = tuple((x, y, *HALF) for y in (HALF[1], 0) for x in (0, HALF[0]))
DITHER = 3
"""Levels by which the dither differs, which goes by the pixel of the target."""
EDGES = 0.0006
"""Share of pixels where an edge may fall to the other side: places are rounded in the target."""


def view(size: tuple[int, int], viewport: Viewport | None = None, asteroids: int = 9) -> Frame:
    """A small world as it is seen at `size`."""
    frame = Viewer().build(fake_world(asteroids=asteroids), HUD, 1.0, 0.0, size)
    return replace(frame, viewport=viewport)


def split(*views: Frame) -> Composite:
    """Views side by side, nothing above them."""
    return Composite(list(views), Overlay(WIDTH / HEIGHT), (WIDTH, HEIGHT))


def test_four_views_in_one_target_are_what_each_is_alone(renderer: Renderer) -> None:
    worlds = (0, 40, 80, 120)
    alone = [picture(renderer, view(HALF, asteroids=n), HALF).astype(int) for n in worlds]
    frames = [view(HALF, place, n) for place, n in zip(QUARTERS, worlds, strict=True)]
    whole = picture(renderer, split(*frames), (WIDTH, HEIGHT)).astype(int)
    for (x, y, width, height), single in zip(QUARTERS, alone, strict=True):
        top = HEIGHT - y - height
        part = whole[top : top + height, x : x + width]
        differing = np.abs(part - single).max(axis=2) > DITHER
        assert differing.mean() < EDGES
    assert np.abs(alone[0] - alone[3]).max() > 60  # the worlds do differ


def test_views_cover_a_target_only_if_no_pixel_is_left() -> None:
    """One view or several; then the target need not be cleared first."""
    assert Composite.of(view(HALF)).covered
    assert split(*(view(HALF, place) for place in QUARTERS)).covered
    assert not split(*(view(HALF, place) for place in QUARTERS[:3])).covered
    short: Viewport = (*QUARTERS[3][:3], HALF[1] - 1)
    assert not split(*(view(HALF, place) for place in (*QUARTERS[:3], short))).covered


@pytest.fixture
def target(ctx: moderngl.Context) -> Iterator[moderngl.Framebuffer]:
    """A red target."""
    target = ctx.framebuffer([ctx.renderbuffer((WIDTH, HEIGHT), 4)])
    target.clear(1.0, 0.0, 0.0, 1.0)
    yield target
    for item in (target.color_attachments[0], target):
        item.release()


def pixels_of(target: moderngl.Framebuffer) -> NDArray[np.uint8]:
    return np.frombuffer(target.read(components=3, alignment=1), np.uint8).reshape(HEIGHT, WIDTH, 3)


def test_what_no_view_covers_is_black(renderer: Renderer, target: moderngl.Framebuffer) -> None:
    renderer.draw(split(*(view(HALF, place) for place in QUARTERS[:3])), target)
    pixels = pixels_of(target)
    assert pixels[: HALF[1], HALF[0] :].max() == 0
    assert pixels[: HALF[1], : HALF[0]].mean() > 10.0


def test_the_size_comes_with_the_frame_not_from_the_target(
    renderer: Renderer, target: moderngl.Framebuffer
) -> None:
    """A window's framebuffer keeps its first size for moderngl; a frame of another size fills its own."""
    renderer.draw(view(HALF), target)
    drawn = pixels_of(target)[: HALF[1], : HALF[0]][::-1].astype(int)
    assert np.abs(drawn - picture(renderer, view(HALF), HALF, finished=False).astype(int)).max() <= DITHER


def test_a_layer_above_all_views_spans_the_target(renderer: Renderer) -> None:
    content = split(*(view(HALF, place) for place in QUARTERS))
    content.overlay.rect(0.0, 0.0, content.overlay.width, content.overlay.height, (0.0, 1.0, 0.0, 1.0))
    pixels = picture(renderer, content, (WIDTH, HEIGHT))
    assert (pixels[..., 1] > 250).all() and (pixels[..., 0] < 5).all()


def test_the_renderer_tells_when_the_planet_is_painted(ctx: moderngl.Context) -> None:
    fresh, frame = make_renderer(ctx, size=64), view(HALF)
    picture(fresh, frame, HALF, finished=False)
    assert not fresh.painted
    picture(fresh, frame, HALF)
    assert fresh.painted
    fresh.quality = "medium"
    assert not fresh.painted
