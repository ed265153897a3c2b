"""Ships by their size in the picture, and what of the smaller ones is drawn."""

from dataclasses import replace

import numpy as np
import pytest

from arena.game.match import Match
from arena.render.offscreen import picture
from arena.render.passes import crowd, drawing
from arena.render.passes.crowd import ALWAYS, HEAVY, part_crowd
from arena.render.renderer import Renderer
from arena.render.tiers import Tier
from arena.view.frame import MESHES, SHIP_DTYPE, Frame, Instances
from arena.view.scene import Viewer

SIZE = (640, 360)
PLAIN = Tier(0, 64, hull_px=6.0, point_px=3.0, particles=100)


def crowded(count: int = 400) -> Frame:
    """Drones at all distances that a camera sees, one of a hundred a player's ship, and a boss."""
    with Match(seed=8, workers=1) as match:
        frame = Viewer().build(match.world, None, 1.0, 0.0, SIZE)
    random, ships = np.random.default_rng(4), np.zeros(count, SHIP_DTYPE)
    away = random.uniform(5.0, 400.0, count)
    ships["position"] = frame.camera.eye + away[:, None] * frame.camera.forward
    ships["nose"], ships["scale"], ships["color"] = frame.camera.right, 0.7, (1.0, 0.2, 0.2)
    ships["kind"] = MESHES.index("drone")
    ships["kind"][::100], ships["kind"][7] = MESHES.index("player"), MESHES.index("boss")
    ships["flash"] = np.arange(count)
    frame.ships = ships
    return frame


def test_a_picture_without_ships_needs_no_kernel(monkeypatch: pytest.MonkeyPatch):
    """It is drawn while kernels are compiled, and must not wait for one."""
    for name in ("measure_ships", "sort_ships"):
        monkeypatch.setattr(crowd, name, None)
    frame = crowded()
    frame.ships = frame.ships[:0]
    assert [len(level) for level in part_crowd(frame, PLAIN)] == [0, 0, 0, 0]


def numbers(ships: Instances) -> set[int]:
    return set(ships["flash"].astype(int).tolist())


@pytest.mark.parametrize("tier", [PLAIN, replace(PLAIN, hulls_most=30, squares_most=60)])
def test_each_ship_has_a_level_by_its_size_and_only_so_many_have_the_dearer_ones(tier: Tier):
    frame = crowded()
    boss, hulls, squares, points = part_crowd(frame, tier)
    heavy = HEAVY[frame.ships["kind"].astype(int)]
    assert numbers(boss) == {7} and numbers(hulls) | numbers(squares) | numbers(points) == numbers(
        frame.ships[~heavy]
    )
    assert not numbers(hulls) & (numbers(squares) | numbers(points))
    always = ALWAYS[hulls["kind"].astype(int)]
    assert always.sum() == 4 and len(hulls) - 4 <= tier.hulls_most and len(squares) <= tier.squares_most
    nearest = [
        np.linalg.norm(part["position"] - frame.camera.eye, axis=1)
        for part in (hulls[~always], squares, points)
    ]
    assert nearest[0].max() <= nearest[1].min() and nearest[1].max() <= nearest[2].max()
    both = numbers(squares) & numbers(points)
    faint = points["rest"] < 1.0
    assert numbers(points[faint]) == both, "a point lights up while its square shrinks"
    assert min(len(hulls), len(squares), len(points)) > 20


def test_high_contrast_has_whole_hulls_where_there_would_be_squares():
    frame, tier = crowded(), replace(PLAIN, hulls_most=30, squares_most=60)
    usual = part_crowd(frame, tier)
    frame.high_contrast = True
    _, hulls, squares, _ = part_crowd(frame, tier)
    assert numbers(usual.hulls) | numbers(usual.squares) <= numbers(hulls) and len(squares) < len(
        usual.squares
    )


def test_who_sleeps_belongs_to_a_crowd_sooner():
    frame = crowded()
    awake = part_crowd(frame, PLAIN)
    frame.ships["rest"] = 1.0
    asleep = part_crowd(frame, PLAIN)
    assert len(asleep.hulls) < len(awake.hulls) and len(asleep.points) > len(awake.points)


@pytest.mark.gl
@pytest.mark.parametrize("quality", ["low", "high"])
def test_a_square_shows_the_ship_that_it_stands_for(
    quality: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
):
    """About the same pixels as its hull, in about the same light."""
    renderer: Renderer = request.getfixturevalue(quality)
    frame, shown = crowded(), list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]]()
    frame.ships = frame.ships[1:2]
    frame.ships["kind"], frame.ships["flash"], frame.ships["scale"] = MESHES.index("gunner"), 0.0, 1.6
    frame.ships["position"] = frame.focus * frame.shell_radius
    frame.ships["nose"] = np.cross(frame.focus, frame.camera.right)
    for hull_px in (1.0, 1e6):
        tier = replace(PLAIN, hull_px=hull_px)
        monkeypatch.setattr(drawing, "part_crowd", lambda frame, _, tier=tier: part_crowd(frame, tier))
        shown.append(picture(renderer, frame, SIZE).astype(int))
    frame.ships = frame.ships[:0]
    bare = picture(renderer, frame, SIZE).astype(int)
    hull, square = (np.abs(image - bare).max(axis=-1) > 30 for image in shown)
    assert hull.sum() > 100
    assert (hull & square).sum() > 0.65 * (hull | square).sum()
    both = hull & square
    assert shown[1][both].mean() == pytest.approx(shown[0][both].mean(), rel=0.35)
