"""Text stands out 4.5:1 (WCAG 2.1, level AA) from what it is written on, measured on rendered pictures.

Each picture is drawn with and without its letters. Of a line, the ink is what differs most; its ground
is what lies within three pixels of the ink, the soft shade that the letters bring included.
"""

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation

from arena.app.play import match_screen
from arena.app.storage.levels import campaign_setup, load_worlds
from arena.commands.scenes import SCENES
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.render.composite import Composite
from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.tuning import DT
from arena.view.overlay.overlay import GLYPH, OVERLAY_DTYPE, Overlay
from arena.view.scene import Viewer
from tests.app.screens.examples import MENUS, services_of
from tests.app.screens.text_boxes import Text, shown, written
from tests.planets import small_planets

pytestmark = pytest.mark.gl

SIZE = 1920, 1080
WANTED = 4.5
SOLID = 0.65
"""Opacity of text that is not on its way out."""
REACH = 3
"""How far from the ink its ground reaches [px]."""
Pixels = NDArray[np.uint8]


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    """The tier that all machines can draw."""
    context = offscreen_context()
    with small_planets(512):
        yield Renderer(context, "low")
    context.release()


@pytest.fixture(scope="module")
def luminance() -> Any:
    """As the script measures it that measures ships."""
    path = list(sys.path)
    sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
    yield importlib.import_module("readability").luminance
    sys.path[:] = path


def without_letters(overlay: Overlay) -> Overlay:
    """The same picture, nothing written in it."""
    rows = overlay.rows()
    bare = Overlay(overlay.width / overlay.height, overlay.height)
    bare.add(np.ascontiguousarray(rows[rows.view(OVERLAY_DTYPE)[:, 0]["shape"] != GLYPH]))
    return bare


def contrast_of(full: NDArray[np.float64], bare: NDArray[np.float64]) -> float | None:
    """Contrast of a line from the luminance around it with and without letters; None: nothing is seen."""
    differences = np.abs(full - bare)
    if differences.size == 0 or (differences > 0.02).sum() < 8:
        return None
    most = float(np.quantile(differences[differences > 0.02], 0.95))
    ink = differences > 0.6 * most
    near = np.asarray(binary_dilation(ink, iterations=REACH), np.bool_)
    ground = near & (differences < 0.25 * most)
    if ground.sum() < 5:
        return None
    one, other = float(np.median(full[ink])), float(np.quantile(full[ground], 0.75))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def too_faint(renderer: Renderer, composite: Composite, texts: Sequence[Text], luminance: Any) -> list[str]:
    """The texts of a picture whose contrast is not enough."""
    full = luminance(picture(renderer, composite, SIZE))
    layers = (composite.overlay, *composite.below, *(view.overlay for view in composite.views))
    without = {id(overlay): without_letters(overlay) for overlay in layers}
    for view in composite.views:
        view.overlay = without[id(view.overlay)]
    below = tuple(without[id(overlay)] for overlay in composite.below)
    mute = Composite(composite.views, without[id(composite.overlay)], SIZE, below)
    bare = luminance(picture(renderer, mute, SIZE))
    faint: list[str] = []
    for text in texts:
        scale, (x, y, width, height) = SIZE[1] / text.overlay.height, text.box
        ends = (SIZE[1] - (y + height) * scale, SIZE[1] - y * scale + 1, x * scale, (x + width) * scale + 1)
        top, bottom, left, right = (max(0, int(end)) for end in ends)
        contrast = contrast_of(full[top:bottom, left:right], bare[top:bottom, left:right])
        if contrast is not None and contrast < WANTED:
            faint.append(f"{text.string!r} {contrast:.1f}")
    return faint


@pytest.mark.parametrize(("name", "ticks"), [("crowded", 130), ("world2", 300), ("crowded", 300)])
def test_what_is_written_in_a_game(
    name: str, ticks: int, renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = SCENES[name]
    setup = Setup("endless", scene.seed)
    if scene.world:
        setup = campaign_setup(load_worlds()[scene.world - 1], scene.seed)
    with Match(setup.mode, setup.seed, level=setup.level) as match:
        if scene.prepare is not None:
            scene.prepare(match)
        bot, viewer, world = Bot(slot=0), Viewer(0, match.mode.look), match.world
        for _ in range(ticks):
            match.tick([bot.command(world)])
            viewer.observe(world, match.hud())
            viewer.move(world, 1.0, DT)
        with written(monkeypatch, SOLID) as noted:
            composite = Composite.of(viewer.build(world, match.hud(), 1.0, DT, SIZE))
            composite.overlay.place_lines()
    texts = shown(noted, composite)
    assert len(texts) >= 5
    assert too_faint(renderer, composite, texts, luminance) == []


@pytest.mark.parametrize("name", ["title", "pause", "game over", "keys"])
def test_what_is_written_in_a_menu(
    name: str, renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(MENUS[name](services_of(SIZE))) as screen:
        with written(monkeypatch, SOLID) as noted:
            composite = screen.build(0.0, SIZE)
        if not composite.views:  # it lies above another one
            with Match("endless", 3) as match:
                composite.views = [Viewer().build(match.world, None, 1.0, 0.0, SIZE)]
        assert too_faint(renderer, composite, shown(noted, composite), luminance) == []


def test_what_is_written_over_the_fight_behind_the_title(
    renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_screen, "fresh_seed", lambda: 99)
    with closing(MENUS["title"](services_of(SIZE))) as screen:
        for tick in range(361):
            screen.update(tick * DT, [])
            if tick % 4 == 0:
                screen.build(tick * DT, SIZE)
            if tick in (90, 360):
                with written(monkeypatch, SOLID) as noted:
                    composite = screen.build(tick * DT, SIZE)
                assert too_faint(renderer, composite, shown(noted, composite), luminance) == []


def test_faint_text_is_found(renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with Match("endless", 3) as match, written(monkeypatch) as noted:
        composite = Composite.of(Viewer().build(match.world, None, 1.0, 0.0, SIZE))
        composite.overlay.rect(150.0, 400.0, 900.0, 500.0, (0.0, 0.0, 0.0, 1.0))
        composite.overlay.text("GREY ON BLACK", 200.0, 500.0, 40.0, (0.25, 0.25, 0.25, 1.0))
        composite.overlay.text("WHITE ON BLACK", 200.0, 700.0, 40.0)
    faint = too_faint(renderer, composite, noted, luminance)
    assert [line.split()[0] for line in faint] == ["'GREY"]
