"""A place where players are wanted is marked on the ground; words and an arrow point there from the rim."""

import numpy as np
import pytest

from arena.game.hud import Marker
from arena.view.overlay.overlay import DART
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import cut_off, written
from tests.view.fakes import HUD, fake_world

LABEL = "gate 3"


@pytest.mark.parametrize("size", [(1280, 720), (640, 360)])
@pytest.mark.parametrize(
    ("angle", "words"), [(0.1, []), (1.4, [f"{LABEL}  70 u"]), (-2.0, [f"{LABEL}  101 u"])]
)  # fmt: skip
def test_only_a_place_out_of_sight_is_pointed_at(
    angle: float, words: list[str], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    place = float(np.sin(angle)), 0.0, float(np.cos(angle))
    with written(monkeypatch) as noted:
        frame = Viewer().build(world, HUD._replace(marker=Marker(place, 3.0, LABEL)), 1.0, 0.0, size)
        rows = frame.overlay.instances()
    told = [text for text in noted if text.string.startswith(LABEL)]
    assert [text.string for text in told] == words and cut_off(told) == []
    assert len(frame.rings) >= 4
    if words:
        x = told[0].box.x + told[0].box.width / 2
        assert (x > frame.overlay.width / 2) == (angle > 0.0)
    darts = rows[rows["shape"] == DART]
    assert len(darts) == 1 + 2 * len(words), "the ship on the radar, and an arrow upon its dark edge"
