"""Enemies' bullets upon one another: each is seen."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.game.match import Match
from arena.render.offscreen import picture
from arena.render.renderer import Renderer
from arena.view.frame import BULLET_DTYPE, Frame, Instances
from arena.view.scene import Viewer

SIZE = (640, 360)
WIDTH = 1.2


def frame_of(bullets: Instances, frame: Frame) -> Frame:
    """The same view with these bullets alone."""
    frame.ships, frame.sprites, frame.bullets = frame.ships[:0], frame.sprites[:0], bullets
    return frame


@pytest.mark.gl
@pytest.mark.parametrize("tier", ["low", "high"])
@pytest.mark.parametrize("apart", [1.5, 2.6])
def test_the_dark_around_one_hides_no_other(tier: str, apart: float, request: pytest.FixtureRequest) -> None:
    """At 1.5 widths the nearer one lies upon the other, whole; at 2.6 each is as bright as it is alone."""
    renderer: Renderer = request.getfixturevalue(tier)
    with Match(seed=8, workers=1) as match:
        frame = Viewer().build(match.world, None, 1.0, 0.0, SIZE)
    middle, right = frame.focus * frame.shell_radius, frame.camera.right
    one, other = (
        orb(middle + (8.0 - 0.5 * apart * WIDTH) * right),
        orb(middle + (8.0 + 0.5 * apart * WIDTH) * right),
    )
    none, first, second, both = (
        picture(renderer, frame_of(bullets, frame), SIZE).max(axis=-1).astype(int)
        for bullets in (one[:0], one, other, np.concatenate([one, other]))
    )
    lit = {"first": first > np.maximum(none, 190), "second": second > np.maximum(none, 190)}
    assert min(part.sum() for part in lit.values()) > 50
    assert (both[lit["second"]] > second[lit["second"]] - 12).all(), "the nearer one is whole"
    if apart > 2.5:
        assert (both[lit["first"]] > first[lit["first"]] - 12).all(), "the other one is, too"


def orb(place: NDArray[np.floating]) -> Instances:
    """An enemy's bullet at rest."""
    bullet = np.zeros(1, BULLET_DTYPE)
    bullet["head"] = bullet["tail"] = place
    bullet["width"], bullet["orb"], bullet["color"] = WIDTH, 1.0, (1.0, 0.5, 0.14, 1.0)
    return bullet
