"""One off-screen context and one renderer of each tier for all tests of this folder."""

from collections.abc import Iterator

import moderngl
import pytest

from arena.render.offscreen import offscreen_context
from arena.render.renderer import Renderer
from tests.planets import make_renderer, small_skies

CONTEXT = pytest.StashKey[moderngl.Context]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Draw in the context of this folder again: tests of other folders have opened theirs in between.

    A fixture would come too late, after those of wider scope.
    """
    if context := item.config.stash.get(CONTEXT, None):
        context.__enter__()


@pytest.fixture(scope="session")
def ctx(pytestconfig: pytest.Config) -> Iterator[moderngl.Context]:
    """A context without a window; what needs it is marked `gl`, which leaves it out where there is none."""
    context = pytestconfig.stash[CONTEXT] = offscreen_context()
    yield context
    context.release()


@pytest.fixture(scope="module", autouse=True)
def sky() -> Iterator[None]:
    """A small sky above every planet."""
    with small_skies():
        yield


@pytest.fixture(scope="session")
def low(ctx: moderngl.Context) -> Renderer:
    """The tier without post-processing."""
    return make_renderer(ctx)


@pytest.fixture(scope="session")
def high(ctx: moderngl.Context) -> Renderer:
    """The tier with everything."""
    return make_renderer(ctx, "high")


@pytest.fixture(scope="session")
def ultra(ctx: moderngl.Context) -> Renderer:
    """The same, drawn larger than shown."""
    return make_renderer(ctx, "ultra")


@pytest.fixture(params=["low", "high", "ultra"])
def renderer(request: pytest.FixtureRequest) -> Renderer:
    """Tiers that differ in their passes."""
    return request.getfixturevalue(request.param)
