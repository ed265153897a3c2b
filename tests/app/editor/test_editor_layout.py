"""The editor's picture at four sizes and two sizes of letters: nothing is cut off or lies over other text."""

from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from arena.app.editor.layout import lay_out
from arena.app.screens.editor import EditorScreen
from arena.app.storage.level_files import Draft
from arena.app.storage.levels import load_world, world_path
from arena.render.composite import viewport_of
from arena.view.cameras.camera import project
from tests.app.editor import bench as benches
from tests.app.editor.bench import Bench
from tests.app.screens.text_boxes import cut_off, overlapping, shown, written

SIZES = [(1280, 720), (1920, 1080), (800, 600), (2560, 1080)]


@pytest.fixture(params=SIZES, ids=str)
def crowded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A shipped world, in which much is to be said, in a window of a size."""
    monkeypatch.setattr(benches, "SIZE", request.param)
    draft = Draft(world_path(4), load_world(4).text)
    with closing(Bench(lambda services: EditorScreen(services, draft))) as bench:
        yield bench


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_is_cut_off_or_lies_over_other_text(
    crowded: Bench, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowded.services.settings.ui_scale = scale
    editor = crowded.editor.state.editor
    editor.add_group("carrier")
    editor.set_value((*editor.chosen, "place"), [0.5, 0.1, 1])
    editor.set_value((*editor.chosen, "count"), 9)  # something is wrong, at the rim
    for tab in ("thing", "phase", "level", "files"):
        crowded.editor.show_tab(tab)
        check(crowded, monkeypatch)
    crowded.editor.state.take_piece(-1)
    check(crowded, monkeypatch)
    crowded.editor.save_as()
    with written(monkeypatch) as noted:
        assert crowded.editor._entry is not None  # pyright: ignore[reportPrivateUsage]
        composite = crowded.editor.build(200.0, benches.SIZE)
        texts = [text for text in shown(noted, composite) if text.string in ("q", "done", "NAME OF THE FILE")]
        assert len(texts) == 3 and cut_off(texts) == []


def check(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names on the planet may lie over each other, as things do; all else may not."""
    names = {thing.label for thing in bench.editor.state.editor.things} | {"players begin"}
    bench.frame()
    with written(monkeypatch) as noted:
        composite = bench.editor.build(200.0, benches.SIZE)
        composite.overlay.rows()
    texts = [text for text in shown(noted, composite) if text.string not in names]
    assert len(texts) > 30 and cut_off(texts) == []
    assert overlapping(texts) == []


def test_letters_grow_as_far_as_there_is_room() -> None:
    heights: list[float] = []
    with closing(Bench()) as bench:
        for bench.services.settings.ui_scale in (1.0, 2.0):
            bench.frame()
            heights.append(bench.editor.build(200.0, benches.SIZE).overlay.height)
    assert heights[0] > 1.6 * heights[1]


def test_the_whole_planet_stands_in_the_room_between_the_parts(crowded: Bench) -> None:
    width, height = benches.SIZE
    composite = crowded.editor.build(200.0, benches.SIZE)
    (view,) = composite.views
    left, bottom, across, up = viewport_of(view)
    middle = lay_out(composite.overlay.width, composite.overlay.height).middle
    scale = height / composite.overlay.height
    assert (left, bottom) == pytest.approx((middle.x * scale, middle.y * scale), abs=1.0)
    assert (across, up) == pytest.approx((middle.width * scale, middle.height * scale), abs=1.5)
    eye, around = view.camera.eye.astype(float), np.linspace(0.0, 2.0 * np.pi, 60)[:, None]
    outward = eye / np.linalg.norm(eye)
    cosine = view.planet_radius / np.linalg.norm(eye)
    side = np.cross(outward, view.camera.right)
    limb = outward * cosine + (np.cross(side, outward) * np.cos(around) + side * np.sin(around)) * np.sqrt(
        1.0 - cosine**2
    )
    places, ahead = project(view.camera, limb * view.planet_radius)
    assert ahead.all() and np.abs(places).max() < 1.05
    assert np.abs(places.min(axis=0) + places.max(axis=0)).max() < 0.15, "in its middle"
    assert width >= left + across


def test_what_is_pointed_at_lies_under_the_pointer(crowded: Bench) -> None:
    (view,) = crowded.editor.build(200.0, benches.SIZE).views
    left, bottom, across, up = viewport_of(view)
    for x, y in ((0.4, 0.6), (0.41, 0.61)):
        crowded.services.devices.point(left + x * across, bottom + y * up)
        crowded.frame()
    cursor = np.array(crowded.status["cursor"]) * view.shell_radius
    (place,), _ = project(view.camera, cursor[None])
    assert place == pytest.approx((2 * 0.41 - 1, 2 * 0.61 - 1), abs=0.02)
