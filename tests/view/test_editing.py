"""Editor's marks over a world: zones are seen from afar, in the colour of their kind."""

import numpy as np
import pytest

from arena.game.editing.things import Role, Thing
from arena.view.cameras.camera import project
from arena.view.editing import DASH, QUIET, ROOM, EditorScene, mark_things
from arena.view.overlay.layout import Box
from arena.view.palette import load_palette
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import written
from tests.view.fakes import HUD, SHELL, fake_world

SIZE = 1280, 720
RADIUS = 12.0


@pytest.mark.parametrize("kind", ["wind", "nebula", "well"])
def test_a_zone_is_filled_up_to_its_border_in_its_colour(kind: str) -> None:
    palette = load_palette("terra")
    frame = Viewer().build(fake_world(), HUD, 1.0, 0.0, SIZE)
    zone = Thing(("zone", 0), (), Role.ZONE, kind, kind, (0.0, 0.6, 0.8), RADIUS, None, True)
    window = Box(0.0, 0.0, frame.overlay.width, frame.overlay.height)
    mark_things(frame, EditorScene([zone], None, None, {}, None, (0.0, 0.0, 1.0), 0.0, window), palette)
    own = frame.rings[(frame.rings["color"][:, :3] == np.array(palette.roles[kind], np.float32)).all(axis=1)]
    reach = np.zeros(120, bool)  # of the way from the middle to the border, what is covered
    for ring in own:
        half = ring["thickness"] / 2
        inner, outer = (ring["radius"] - half) / RADIUS, (ring["radius"] + half) / RADIUS
        reach[round(max(0.0, inner) * 120) : round(outer * 120)] = True
    assert reach.all()
    assert own["color"][:, 3].max() > 0.8 and own["color"][:, 3].min() > 0.05


def test_a_chosen_zone_is_louder_than_the_others_and_each_has_its_name_within_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    palette, viewer = load_palette("terra"), Viewer()
    frame = viewer.build(fake_world(), None, 1.0, 0.0, SIZE)
    zones = [
        Thing(("zone", k), (), Role.ZONE, kind, kind, (across, 0.0, 0.95), RADIUS, None, True)
        for k, (kind, across) in enumerate((("nebula", -0.3), ("well", 0.3)))
    ]
    window = Box(0.0, 0.0, frame.overlay.width, frame.overlay.height)
    with written(monkeypatch) as noted:
        mark_things(
            frame, EditorScene(zones, zones[0], None, {}, None, (0.0, 0.0, 1.0), 0.0, window), palette
        )

    def light(kind: str) -> float:
        own = (frame.rings["color"][:, :3] == np.array(palette.roles[kind], np.float32)).all(axis=1)
        return float(frame.rings["color"][own, 3].max())

    assert light("well") == pytest.approx(QUIET * light("nebula"))
    places = np.array([thing.place for thing in zones])
    spots, _ = project(frame.camera, places / np.linalg.norm(places, axis=1)[:, None] * SHELL)
    names = {text.string: text for text in noted}
    for thing, spot in zip(zones, spots, strict=True):
        height = (float(spot[1]) + 1.0) / 2.0 * frame.overlay.height
        assert abs(names[thing.label].box.y - height) < 60.0


@pytest.mark.parametrize(("role", "here", "dashed"), [
    (Role.HOLD, True, True), (Role.HOLD, False, True),
    (Role.ASTEROID, True, False), (Role.ASTEROID, False, True),
])  # fmt: skip
def test_dashes_of_a_ring_are_as_long_on_every_ring(role: Role, here: bool, dashed: bool) -> None:
    palette = load_palette("terra")
    for radius in (8.0, 24.0):
        frame = Viewer().build(fake_world(), HUD, 1.0, 0.0, SIZE)
        thing = Thing(("asteroid", 0), (), role, "rock", "rock", (0.0, 0.6, 0.8), radius, None, here)
        window = Box(0.0, 0.0, frame.overlay.width, frame.overlay.height)
        mark_things(frame, EditorScene([thing], None, None, {}, None, (0.0, 0.0, 1.0), 0.0, window), palette)
        (ring,) = (row for row in frame.rings if radius <= row["radius"] <= radius + ROOM)
        assert (ring["dashes"] > 0.0) == dashed
        if dashed:
            assert 2.0 * np.pi * ring["radius"] / ring["dashes"] == pytest.approx(DASH, rel=0.05)
