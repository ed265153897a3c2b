"""A place where players are wanted is marked on the ground; words and an arrow point there from the rim."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.goal import GOAL_TABLE, GoalKind, create_goal, set_goal
from arena.game.hud import Marker, PlayerHud
from arena.game.scoring.lives import REUNION_TICKS
from arena.jit.annotations import F64
from arena.sim.kinds import Pool
from arena.view.cameras.camera import project
from arena.view.hud.arrows import CATCH_ARCS, GATE_ARCS, RETURN_RADIUS, RETURN_RING
from arena.view.hud.modules import CRATE_EDGE, LEAD, NAME_DOWN, draw_signs
from arena.view.hud.status import add_words
from arena.view.marks.pickups import CRATE_CAGE
from arena.view.overlay.layout import Box, Line, Rank, Slot
from arena.view.overlay.overlay import ARC, DART, LINE, Overlay
from arena.view.overlay.signs import SHADE_WIDTH
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import cut_off, written
from tests.view.fakes import HUD, SHELL, fake_world

LABEL = "gate 3"


def put_crate(world: Any, up: float) -> F64:
    """Put a crate before the player, up the picture from the middle of the shell; returns its place."""
    row, live = int(world.pool_rows.start[Pool.PICKUP]), list(world._live)
    live[Pool.PICKUP] = 1
    world._live = tuple(live)
    world.bodies.alive[row], world.bodies.kind[row] = True, kinds.CRATE.number
    world.bodies.position[row] = np.array([0.0, up, np.sqrt(1.0 - up * up)]) * SHELL
    return world.bodies.position[row].astype(np.float64)


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


def test_what_is_held_guarded_and_caught_have_rings_of_their_own() -> None:
    looks = list[tuple[float, ...]]()
    for kind in (GoalKind.STAY, GoalKind.GUARD, GoalKind.CATCH, GoalKind.REACH):
        world, place = fake_world(enemies=0, asteroids=0, bullets=0), (0.1, 0.0, 0.995)
        world.tables[GOAL_TABLE] = create_goal()
        set_goal(world.tables[GOAL_TABLE], kind, place, 3.0)
        rings = (
            Viewer().build(world, HUD._replace(marker=Marker(place, 3.0, LABEL)), 1.0, 0.0, (640, 360)).rings
        )
        edge = rings[np.flatnonzero(np.isclose(rings["radius"], 3.0))[0]]
        looks.append((float(edge["dashes"]), *edge["color"][:3].tolist()))
        assert (rings["radius"].max() > 3.0) == (kind is GoalKind.CATCH), "thin rings close in upon it"
    dashes = [look[0] for look in looks]
    assert (
        dashes[0] >= 8.0
        and dashes[1:] == [0.0, CATCH_ARCS, GATE_ARCS]
        and len({look[1:] for look in looks}) == 4
    )


def test_a_sign_stands_where_a_lost_player_returns_until_then() -> None:
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    hud = HUD._replace(players=(PlayerHud(returns_in=REUNION_TICKS // 2),))
    world.bodies.position[0] = world.bodies.previous_position[0] = (0.0, 6.0, 51.65)
    frame = Viewer().build(world, hud, 1.0, 0.0, (640, 360))
    rings, rows = frame.rings, frame.overlay.instances()
    assert np.isclose(rings["radius"], RETURN_RADIUS).any()
    assert np.allclose(rings["center"] @ (0.0, 6.0, 51.65) / SHELL, 1.0, atol=1e-3)
    arcs = rows[(rows["shape"] == ARC) & np.isclose(rows["uv"][:, 0], RETURN_RING, rtol=0.7)]
    assert len(arcs) and len(Viewer().build(world, HUD, 1.0, 0.0, (640, 360)).rings) == 0


@pytest.mark.parametrize("size", [(1600, 900), (640, 360)])
@pytest.mark.parametrize("up", [-0.33, -0.1])
def test_neither_its_name_nor_the_words_at_the_foot_touch_the_cage_of_a_crate(
    size: tuple[int, int], up: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, viewer = fake_world(enemies=0, asteroids=0, bullets=0), Viewer()
    frame = viewer.build(world, None, 1.0, 0.0, size)
    place = put_crate(world, up)
    camera, overlay = frame.camera, frame.overlay
    ((x, y),) = overlay.locate(project(camera, place[None])[0]).tolist()
    away = float(np.linalg.norm(place - camera.eye))
    reach = 0.99 * CRATE_CAGE * overlay.height / (2.0 * camera.tan_half_fov * away)
    cage = Box(x - reach, y - reach, 2.0 * reach, 2.0 * reach)
    with written(monkeypatch) as noted:
        draw_signs(overlay, world, camera, frame.palette, True)
        words = "these words are so long that they would lie on it"
        add_words(overlay, Slot.BOTTOM, Rank.OFFER, words, (1.0, 1.0, 1.0, 1.0))
        overlay.rows()
    assert len(noted) == 2, "the words, and a name"
    assert [text.string for text in noted if text.box.overlaps(cage)] == []


@pytest.mark.parametrize(
    ("words", "least"), [(0, 0.3 * CRATE_EDGE), (1, 58.0 + NAME_DOWN), (2, 126.0 + NAME_DOWN)]
)
def test_the_sign_of_a_crate_beside_the_picture_stands_at_its_edge_or_above_the_words_there(
    words: int, least: float
) -> None:
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    frame = Viewer().build(world, None, 1.0, 0.0, (1280, 720))
    (spot,), (ahead,) = project(frame.camera, put_crate(world, -0.5)[None])
    assert ahead and spot[1] < -1.0
    overlay = Overlay(16 / 9)
    draw_signs(overlay, world, frame.camera, frame.palette, True)
    for rank in (Rank.SPEECH, Rank.OFFER)[:words]:
        overlay.add_line(Line(Slot.BOTTOM, rank, 600.0, 42.0 + 16.0 * (rank is Rank.OFFER), lambda *_: None))
    rows = overlay.instances()
    width = rows["place"][:, 3]
    lead = np.isclose(width, LEAD / 2) | np.isclose(width, LEAD / 2 + SHADE_WIDTH)
    lines = rows[(rows["shape"] == LINE) & ~lead]
    assert lead.sum() == 2 * (words > 0), "a line leads to where it was to be"
    assert len(lines) and least < lines["place"][:, 1].min() < least + CRATE_EDGE
