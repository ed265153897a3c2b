"""Small pictures of scenes against kept ones: lost passes, wrong blending and missing textures are noticed.

`scripts/golden_pictures.py --write` keeps them anew after a change of the look.
"""

import functools
import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import pytest

from arena.commands.scenes import SCENES
from arena.render.offscreen import picture
from arena.render.passes.background import PlanetPass, StarsPass
from arena.render.passes.drawing import OVER, DrawState, View
from arena.render.passes.light import SpritesPass
from arena.render.renderer import PASSES, Renderer
from arena.render.tiers import TIERS
from arena.view.frame import Frame

pytestmark = pytest.mark.gl

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SHOWN_BY = {
    "planet": "cast", "sky": "landing", "landmarks": "title", "clouds": "cast",
    "asteroids": "landing", "ships": "cast", "lattice": "cast", "rings": "world4", "sprites": "cast",
    "particles": "crowded", "belts": "world2",
    "bullets": "crowded", "lines": "debug", "ghosts": "debug", "post": "fight", "overlay": "cast",
}  # fmt: skip
"""Pass -> a scene where one misses it; stars are too faint in so small a picture, `scale` draws nothing."""
DRAW_CALLS_MOST = 30
SMALL, LARGE = (96, 54), (960, 540)


@pytest.fixture(scope="module")
def golden() -> Iterator[Any]:
    """The script as a module, painting small planets."""
    path = list(sys.path)
    sys.path.insert(0, str(SCRIPTS))
    module = importlib.import_module("golden_pictures")
    with module.small_planets():
        yield module
    sys.path[:] = path


@pytest.fixture(scope="module")
def renderers(golden: Any, ctx: moderngl.Context) -> dict[str, Renderer]:
    """One for each quality."""
    return {quality: Renderer(ctx, quality) for quality in TIERS}  # pyright: ignore[reportArgumentType]


def scenes() -> list[str]:
    """Names of the kept pictures; the script cannot be imported before the fixture finds it."""
    folder = Path(__file__).parent / "golden"
    return sorted({file.stem.rsplit("-", 1)[0] for file in folder.glob("*.png")})


@functools.cache
def frame_of(golden: Any, name: str) -> Frame:
    """The frame of a kept picture."""
    return golden.play(name, golden.PICTURES[name])


@pytest.mark.parametrize("name", scenes())
def test_a_scene_looks_as_it_did(golden: Any, renderers: dict[str, Renderer], name: str) -> None:
    kept = {quality: renderers[quality] for quality in golden.QUALITIES}
    for quality, pixels in golden.paint(frame_of(golden, name), kept).items():
        found = golden.compare(pixels, golden.load(name, quality))
        assert found.small, f"{name}, {quality}: {found}; scripts/golden_pictures.py tells more"


def test_every_scene_of_the_script_is_kept(golden: Any) -> None:
    assert scenes() == sorted(golden.PICTURES)
    assert set(SHOWN_BY.values()) <= set(golden.PICTURES)


@pytest.mark.parametrize("name", [each.name for each in PASSES if each.name in SHOWN_BY])
def test_a_lost_pass_is_noticed(
    golden: Any, renderers: dict[str, Renderer], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    lost = next(each for each in PASSES if each.name == name)
    monkeypatch.setattr(lost, "draw", lambda self, view: None)  # pyright: ignore[reportUnknownLambdaType]
    assert not _difference(golden, renderers, SHOWN_BY[name], "high").small


def test_a_wrong_blend_and_a_missing_texture_are_noticed(
    golden: Any, renderers: dict[str, Renderer], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(SpritesPass, "state", DrawState(depth_test=True, blend=OVER))
        assert not _difference(golden, renderers, "zones", "low").small
    draw, black = PlanetPass.draw, renderers["low"].ctx.texture_array((1, 1, 6), 4, bytes(24))

    def without(self: PlanetPass, view: View) -> None:
        textures = view.textures
        view.textures = replace(textures, surface=black)
        draw(self, view)
        view.textures = textures

    monkeypatch.setattr(PlanetPass, "draw", without)
    assert not _difference(golden, renderers, "cast", "low").small


def _difference(golden: Any, renderers: dict[str, Renderer], name: str, quality: str) -> Any:
    painted = golden.paint(frame_of(golden, name), {quality: renderers[quality]})
    return golden.compare(painted[quality], golden.load(name, quality))


def test_stars_stand_in_the_sky(
    golden: Any, renderers: dict[str, Renderer], monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = golden.play("crowded", 2, LARGE)
    starry = picture(renderers["low"], frame, LARGE).astype(int)
    monkeypatch.setattr(StarsPass, "draw", lambda self, view: None)  # pyright: ignore[reportUnknownLambdaType]
    lit = (starry - picture(renderers["low"], frame, LARGE)).max(axis=2) > 40
    assert 10 < lit.sum() < 0.02 * lit.size


def test_what_drivers_may_do_is_not_noticed(golden: Any) -> None:
    kept = golden.load("cast", "high")
    noise = np.random.default_rng(1).integers(-2, 3, kept.shape)
    assert golden.compare(np.clip(kept + noise, 0, 255).astype(np.uint8), kept).small
    dark = np.clip(kept.astype(int) - 3, 0, 255).astype(np.uint8)
    assert not golden.compare(dark, kept).small


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_takes_thirty_draw_calls_at_most(
    golden: Any, ctx: moderngl.Context, renderers: dict[str, Renderer], name: str
) -> None:
    frame = golden.play(name, SCENES[name].ticks, SMALL)
    for quality, renderer in renderers.items():
        target = ctx.framebuffer([ctx.renderbuffer(SMALL, 4)])
        renderer.draw(frame, target)
        assert 8 < renderer.stats.draw_calls <= DRAW_CALLS_MOST, quality
