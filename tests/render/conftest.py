"""One off-screen context and one renderer of each tier for all tests of this folder."""

from collections.abc import Iterator

import moderngl
import pytest

from arena.render.offscreen import offscreen_context
from arena.render.renderer import Renderer


@pytest.fixture(scope="session")
def ctx() -> Iterator[moderngl.Context]:
    """A context without a window; what needs it is marked `gl`, which leaves it out where there is none."""
    context = offscreen_context()
    yield context
    context.release()


@pytest.fixture(scope="session")
def low(ctx: moderngl.Context) -> Renderer:
    """The tier without post-processing."""
    return Renderer(ctx, "low")


@pytest.fixture(scope="session")
def high(ctx: moderngl.Context) -> Renderer:
    """The tier with everything."""
    return Renderer(ctx, "high")


@pytest.fixture(scope="session")
def ultra(ctx: moderngl.Context) -> Renderer:
    """The same, drawn larger than shown."""
    return Renderer(ctx, "ultra")
