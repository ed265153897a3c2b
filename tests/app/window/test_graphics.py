"""The window's renderer without a window: refused shaders, reloading, the render scale, times of passes."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from arena import resources
from arena.app.storage.settings import Settings
from arena.app.window.graphics import Graphics
from arena.app.window.window import GameWindow, WindowError
from arena.render.composite import Composite
from arena.render.offscreen import offscreen_context
from arena.view.debug.profiler import ProfilerData
from arena.view.scene import Viewer
from tests.view.fakes import HUD, fake_world

pytestmark = [pytest.mark.gl, pytest.mark.usefixtures("small_planet")]

SIZE = (160, 90)
Edits = dict[str, tuple[str, str]]


@pytest.fixture(scope="module")
def ctx() -> Iterator[moderngl.Context]:
    """A context without a window."""
    context = offscreen_context()
    yield context
    context.release()


@pytest.fixture
def edits(monkeypatch: pytest.MonkeyPatch) -> Edits:
    """Replacements in files below `shaders`, by name."""
    made: Edits = {}
    read = resources.text

    def text(name: str) -> str:
        was, becomes = made.get(name, ("", ""))
        return read(name).replace(was, becomes) if was else read(name)

    monkeypatch.setattr(resources, "text", text)
    return made


def open_graphics(
    ctx: moderngl.Context, quality: str = "auto", start: str = "title", **settings: Any
) -> tuple[Graphics, Any, Any]:
    """Graphics in a window of its own making, which says that a graphics card draws."""
    target = ctx.framebuffer([ctx.renderbuffer(SIZE, 4)])
    window = SimpleNamespace(
        context=ctx, software=False, refresh_rate=60.0, target=lambda: target, show=lambda: None
    )
    services = SimpleNamespace(
        options=SimpleNamespace(quality=None, start=start), settings=Settings(quality=quality, **settings),
        said=list[str](), profiler=ProfilerData(), show_profiler=False,
    )  # fmt: skip
    services.say = services.said.append
    graphics = Graphics(cast(GameWindow, window), cast(Any, services))
    while not services.opened:
        graphics.draw(content(), 0.0)
    return graphics, services, window


def line_of(name: str, text: str) -> str:
    """File and line where something stands, as messages give them."""
    lines = resources.text(name).splitlines()
    return f"{name}, line {next(number for number, line in enumerate(lines, 1) if text in line)}"


def content() -> Composite:
    """A small world."""
    return Composite.of(Viewer().build(fake_world(), HUD, 1.0, 0.0, SIZE))


@pytest.mark.parametrize(("start", "share"), [("title", 0.2), ("stress", 1.0)])
def test_a_quality_whose_shader_the_driver_refuses_gives_way_to_a_lower_one(
    ctx: moderngl.Context, edits: Edits, capsys: pytest.CaptureFixture[str], start: str, share: float
) -> None:
    file = "shaders/asteroids/asteroids.frag"
    edits[file] = "vec4 rough = vec4(0.0)", "vec4 rough = missing"  # where the ground is fine
    graphics, services, _ = open_graphics(ctx, "medium", start)
    assert graphics.renderer.quality == "low" and graphics.renderer.painting_share == share
    assert services.said == [f"{line_of(file, 'missing')}: error: `missing' undeclared"]
    assert "--- asteroids/asteroids.frag" in capsys.readouterr().err
    graphics.draw(content(), 0.0)
    graphics.set_quality("high")
    assert graphics.renderer.quality == "low" and len(services.said) == 2


def test_a_driver_that_refuses_everything_gives_one_line(ctx: moderngl.Context, edits: Edits) -> None:
    edits["shaders/common/display.glsl"] = "vec3 linear", "vec3 linear;;vec"
    with pytest.raises(WindowError) as caught:
        open_graphics(ctx, "medium")
    assert line_of("shaders/common/display.glsl", ";;vec") in str(caught.value) and "\n" not in str(
        caught.value
    )


def test_shaders_that_were_edited_are_compiled_anew_and_a_broken_one_is_drawn_as_before(
    ctx: moderngl.Context, edits: Edits
) -> None:
    graphics, services, window = open_graphics(ctx, "low")
    frame = content()
    graphics.renderer.prepare(frame)

    def shot() -> bytes:
        graphics.draw(frame, 0.0)
        return window.target().read(components=3)

    before = shot()
    graphics.reload_shaders()
    assert services.said[-1] == "Shaders compiled: none has changed"
    edits["shaders/ships/ships.frag"] = "void main() {", "void main() { color = vec4(1.0); return;"
    edits["shaders/planet/planet.frag"] = "void main() {", "void main() { missing;"
    graphics.reload_shaders()
    assert services.said[-2:] == [
        f"{line_of('shaders/planet/planet.frag', 'missing')}: error: `missing' undeclared",
        "Shaders compiled: ships",
    ]
    edited = shot()
    assert edited != before
    edits.clear()
    graphics.reload_shaders()
    assert services.said[-1] == "Shaders compiled: ships"
    assert shot() == before
    edits["shaders/ships/ships.frag"] = "void main() {", "void main() { wrong;"
    graphics.reload_shaders()
    fault = f"{line_of('shaders/ships/ships.frag', 'wrong')}: error: `wrong' undeclared"
    assert services.said.count(fault) == 1, "two passes draw with it"


def test_what_the_planet_is_painted_with_is_reloaded_too(ctx: moderngl.Context, edits: Edits) -> None:
    graphics, services, window = open_graphics(ctx, "low")
    frame = content()
    graphics.renderer.prepare(frame)
    graphics.draw(frame, 0.0)
    before = window.target().read(components=3)
    edits["shaders/common/ground.glsl"] = "void main() {", "void main() { color = vec4(1.0, 0, 0, 0); return;"
    graphics.reload_shaders()
    assert services.said[-1] == "Shaders compiled: bake"
    graphics.draw(frame, 0.0)
    red = window.target().read(components=3)
    assert red != before
    edits["shaders/common/ground.glsl"] = "void main() {", "void main() { missing;"
    graphics.reload_shaders()
    assert "common/ground.glsl" in services.said[-1]
    graphics.draw(frame, 0.0)
    assert window.target().read(components=3) == red, "a broken recipe is painted as before"


def test_late_frames_are_drawn_with_fewer_pixels_unless_the_player_says_how_many(
    ctx: moderngl.Context,
) -> None:
    graphics, services, window = open_graphics(ctx, "low")
    frame = content()
    graphics.renderer.prepare(frame)
    window.software = True
    for seconds, share in enumerate((1.0, 0.85, 0.7, 0.5, 0.5)):
        graphics.draw(frame, 0.0)
        assert graphics.renderer.scale == share
        for k in range(6):  # half a second, which is one look
            services.draw_ms = 1e6
            graphics._follow(seconds + k * 0.1)  # pyright: ignore[reportPrivateUsage]
    services.settings.render_scale = 0.85
    graphics.draw(frame, 1e3)
    assert graphics.renderer.scale == 0.85
    services.settings.render_scale = "auto"
    services.options.start = "stress"
    graphics.draw(frame, 1e3)
    assert graphics.renderer.scale == 1.0


def test_a_display_of_twice_the_pixels_shows_the_same_picture_finer(ctx: moderngl.Context) -> None:
    """As where a window is dragged from a screen to one of another scale."""
    graphics, _, window = open_graphics(ctx, "low", render_scale=1.0)
    shots = list[NDArray[np.uint8]]()
    for scale in (1, 2):
        width, height = size = SIZE[0] * scale, SIZE[1] * scale
        target = ctx.framebuffer([ctx.renderbuffer(size, 4)])
        window.target = lambda target=target: target
        frame = Composite.of(Viewer().build(fake_world(), None, 1.0, 0.0, size))
        graphics.renderer.prepare(frame)
        graphics.draw(frame, 0.0)
        shots.append(np.frombuffer(target.read(components=3), np.uint8).reshape(height, width, 3))
    plain, fine = shots
    mixed = np.asarray(Image.fromarray(fine).resize(SIZE, Image.Resampling.BOX))
    assert np.corrcoef(mixed.ravel(), plain.ravel())[0, 1] > 0.95
    coarse = np.repeat(np.repeat(mixed, 2, axis=0), 2, axis=1)
    assert np.abs(fine.astype(int) - coarse).mean() > 1.0, "no pixel of it is one of those, enlarged"


@pytest.mark.parametrize("quality", ["low", "high"])
def test_the_profiler_is_told_what_passes_take_and_nobody_else_asks(
    ctx: moderngl.Context, quality: str
) -> None:
    graphics, services, _ = open_graphics(ctx, quality, render_scale=1.0)
    frame = content()
    graphics.draw(frame, 0.0)
    assert not graphics.renderer.timed and not services.profiler.passes
    services.show_profiler = True
    for _ in range(6):
        graphics.draw(frame, 0.0)
    times = services.profiler.passes[-1]
    assert {"planet", "ships", "sprites", "overlay"} <= set(times)
    assert all(time >= 0.0 for time in times.values()) and sum(times.values()) > 0.0
    services.show_profiler = False
    graphics.draw(frame, 0.0)
    assert not graphics.renderer.timed and not services.profiler.passes
