"""Tags of ships in the pictures of several players."""

import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from arena.catalogue.pickups import BOMB
from arena.catalogue.weapons import WEAPONS
from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.view.cameras.camera import project
from arena.view.frame import Frame
from arena.view.hud import status
from arena.view.hud.status import HURT
from arena.view.hud.tags import (
    DIAL_AWAY,
    GHOST_NEAR,
    SHIP_AWAY,
    TAG_SIZE,
    WINGMAN_AWAY,
    WINGMAN_SIZE,
    Tag,
    draw_ghost_labels,
    draw_tags,
    ghost_ships,
    list_tags,
)
from arena.view.overlay.layout import Box, Pane, hud_corners
from arena.view.overlay.overlay import ARC, Overlay
from arena.view.palette import load_palette, player_color
from arena.view.scene import Viewer
from arena.view.settings import ViewSettings
from tests.app.screens.text_boxes import overlapping, written
from tests.view.fakes import HUD, SHELL, fake_world

PALETTE = load_palette("terra")
SIZE = (960, 540)


@pytest.fixture(name="match")
def a_match() -> Iterator[Match]:
    """Two players side by side; the second one's wingman is on the other side of the first."""
    with Match(players=2, seed=3, workers=1) as match:
        bodies = match.world.bodies
        for row, across in ((0, 0.0), (1, 8.0), (wingman_of(match), -8.0)):
            place = np.array([across, 0.0, SHELL])
            bodies.position[row] = bodies.previous_position[row] = place / np.linalg.norm(place) * SHELL
        yield match


def wingman_of(match: Match, player: int = 1) -> int:
    """The row of a player's wingman."""
    wingmen = match.world.rows(Pool.COMPANION)
    return int(wingmen[match.world.memory.target[wingmen] == player][0])


def picture(match: Match, tagged: bool = True) -> Frame:
    """Frame of the first player's view."""
    viewer = Viewer()
    viewer.tagged = tagged
    return viewer.build(match.world, match.hud(), 1.0, 0.0, SIZE)


def test_every_ship_in_sight_is_tagged_with_its_player_and_every_wingman_with_its_owner(match: Match) -> None:
    wingman, frame = wingman_of(match), picture(match)
    tags = {tag.row: tag for tag in list_tags(frame, match.world, 1.0, {0: (0.0, 0.0)})}
    assert tags[1].text == "P2" and tags[wingman].text == "2"
    assert tags[wingman].ship[0] < frame.overlay.width / 2 < tags[1].ship[0]
    assert (tags[1].away, tags[1].size) == (SHIP_AWAY, TAG_SIZE)
    assert (tags[wingman].away, tags[wingman].size) == (WINGMAN_AWAY, WINGMAN_SIZE)
    bodies = match.world.bodies
    bodies.position[1] = bodies.previous_position[1] = -bodies.position[0]
    tags = {tag.row: tag for tag in list_tags(frame, match.world, 1.0, {0: (0.0, 0.0)})}
    assert 1 not in tags and wingman in tags, "nobody is seen through the planet"


@pytest.mark.parametrize("tagged", [False, True])
def test_who_flies_alone_has_no_tags(match: Match, tagged: bool) -> None:
    rows = picture(match, tagged).overlay.instances()
    plates = np.isclose(rows["color"][:, :3], player_color(PALETTE, 1), atol=1e-3).all(axis=1)
    assert plates.any() == tagged


def test_the_aiming_mark_is_as_large_as_the_setting_says_and_zero_hides_it(match: Match) -> None:
    drawn, color = list[list[float]](), (*player_color(PALETTE, 0), 1.0)
    for reticle in (0.0, 1.0, 3.0):
        viewer = Viewer(settings=ViewSettings(reticle=reticle))
        rows = viewer.build(match.world, match.hud(), 1.0, 0.0, SIZE).overlay.instances()
        drawn.append(rows["place"][np.isclose(rows["color"], color, atol=1e-3).all(axis=1), 2].tolist())
    without, usual, large = (sorted(widths) for widths in drawn)
    assert len(without) == len(usual) - 1, "the dot in its middle"
    (dot,) = set(usual) - set(without)
    assert large == pytest.approx(sorted([*without, 3.0 * dot]), rel=0.01)


def test_tags_keep_clear_of_each_other_and_of_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    overlay = Overlay(16 / 9)
    tags = [
        Tag(0, 0, (960.0, 500.0), 66.0, 24.0),
        Tag(1, 1, (1000.0, 500.0), 30.0, 24.0, (1, 2)),
        Tag(2, 2, (960.0, 450.0), 30.0, 24.0),
        Tag(40, 0, (930.0, 560.0), 22.0, 22.0),
    ]
    with written(monkeypatch) as noted:
        draw_tags(overlay, tags, PALETTE)
        overlay.place_lines()
    assert [text.string for text in noted] == ["P1", "P2", "P3", "1"]
    assert overlapping(noted) == []
    for text, tag in zip(noted, tags, strict=True):
        assert not any(text.box.contains(other.ship) for other in tags)
        away = math.dist((text.box.x + text.box.width / 2, text.box.y + text.box.height / 2), tag.ship)
        assert away < 120.0


def test_of_four_who_fly_together_every_tag_and_its_arms_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    overlay, arms = Overlay(16 / 9), [None, (0, 2), (1, 3), (2, 2)]
    tags = [
        Tag(slot, slot, (900.0 + 60.0 * slot, 500.0), DIAL_AWAY, 24.0, each) for slot, each in enumerate(arms)
    ]
    drawn = list[Box]()

    def note_weapon(_: Overlay, number: int, x: float, y: float, *rest: object) -> None:
        drawn.append(Box(x - 11.0, y - 11.0, 22.0, 22.0))

    def note_bombs(_: Overlay, bombs: int, x: float, y: float, palette: object) -> None:
        drawn.append(Box(x, y - 9.0, 24.0 * bombs, 18.0))

    monkeypatch.setattr(status, "draw_weapon", note_weapon)
    monkeypatch.setattr(status, "draw_bombs", note_bombs)
    with written(monkeypatch) as noted:
        draw_tags(overlay, tags, PALETTE)
        overlay.place_lines()
    assert len(drawn) == 6 and [text.string for text in noted] == ["P1", "P2", "P3", "P4"]
    drawn += [text.box for text in noted]
    assert not any(one.overlaps(other) for one, other in combinations(drawn, 2))


def test_who_shares_a_picture_has_weapon_and_bombs_beside_the_tag() -> None:
    def signs(arms: tuple[int, int] | None) -> int:
        overlay = Overlay(16 / 9)
        draw_tags(overlay, [Tag(1, 1, (960.0, 500.0), 66.0, 24.0, arms)], PALETTE)
        return len(overlay.rows())

    assert signs(None) < signs((0, 0)) == signs((0, 1)) < signs((0, 3))
    for weapon, row in enumerate(WEAPONS):
        strokes = sum(len(path) - 1 for path in row.show.sign)
        bomb = 2 * sum(len(path) - 1 for path in BOMB.show.sign) + 1
        assert signs((weapon, 0)) - signs(None) == 2 * strokes + bomb, (
            "each upon its dark edge, and a dim bomb"
        )


@pytest.mark.parametrize("player", [0, 1])
def test_weapon_and_bombs_beside_a_tag_are_those_of_its_player(
    monkeypatch: pytest.MonkeyPatch, match: Match, player: int
) -> None:
    tags, arms = list[Tag](), ((0, 1), (2, 3))
    monkeypatch.setattr("arena.view.hud.tags.draw_tags", lambda overlay, drawn, palette: tags.extend(drawn))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    match.world.players.weapon[:2], match.world.players.bombs[:2] = zip(*arms, strict=True)
    viewer = Viewer(player)
    viewer.tagged, viewer.others = True, (1 - player,)
    viewer.build(match.world, match.hud(), 1.0, 0.0, SIZE)
    told = {tag.player: tag.arms for tag in tags if tag.row == tag.player}
    assert told == {player: None, 1 - player: arms[1 - player]}


@pytest.mark.parametrize("hurt", [0, 1])
@pytest.mark.parametrize("player", [0, 1])
def test_each_ship_of_a_picture_has_its_own_shield_about_it(match: Match, player: int, hurt: int) -> None:
    """The dial of a low shield is red; the second player's ship flies at the right of the first one's."""
    match.world.bodies.health[hurt] = 0.2 * match.world.full_shield(hurt)
    viewer = Viewer(player)
    viewer.tagged, viewer.others = True, (1 - player,)
    frame = viewer.build(match.world, match.hud(), 1.0, 0.0, SIZE)
    bodies, rows = match.world.bodies, frame.overlay.instances()
    (spot,), _ = project(frame.camera, bodies.position[hurt][None])
    dials = rows[(rows["shape"] == ARC) & np.isclose(rows["color"][:, :3], HURT, atol=1e-3).all(axis=1)]
    assert len(dials) == 2, "its track and what is left"
    assert np.abs(dials["place"][:, :2] - frame.overlay.locate(spot)).max() < 2.0


@pytest.mark.parametrize("pane", [Pane.LEFT, Pane.RIGHT])
def test_a_part_of_a_window_has_its_radar_at_the_windows_rim(pane: Pane) -> None:
    score, radar, _ = hud_corners(960.0, 540.0, pane)
    assert score.width == 0.0
    assert (radar.x == 0.0) == (pane is Pane.LEFT) and radar.y + radar.height == 540.0
    world, viewer = fake_world(enemies=0, asteroids=0, bullets=0), Viewer()
    viewer.pane = pane
    overlay = viewer.build(world, HUD, 1.0, 0.0, SIZE).overlay
    rows = overlay.instances()
    big = rows[(rows["place"][:, 2] > 80.0) & (rows["place"][:, 2] == rows["place"][:, 3])]
    assert len(big) and ((big["place"][:, 0] < overlay.width / 2) == (pane is Pane.LEFT)).all()


@pytest.mark.parametrize(("away", "labels"), [(GHOST_NEAR, 0), (1.01 * GHOST_NEAR, 1)])
def test_a_ghost_is_named_unless_it_is_where_one_flies(
    match: Match, away: float, labels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame, ship = picture(match), ghost_ships(match.world, 1.0, SHELL)[:1]
    named = list[str]()
    monkeypatch.setattr(Overlay, "add_label", lambda _, text, *place: named.append(text))
    own = ship["position"][0].astype(np.float64) - (away, 0.0, 0.0)
    draw_ghost_labels(frame.overlay, ship, frame.camera, own)
    assert named == ["GHOST"] * labels


def test_a_ghost_whose_ship_is_lost_is_not_seen(match: Match) -> None:
    assert len(ghost_ships(match.world, 1.0, SHELL)) == 2
    match.world.pools[Pool.PLAYER].give(0)
    (ship,) = ghost_ships(match.world, 1.0, SHELL)
    assert ship["position"] == pytest.approx(match.world.bodies.position[1], abs=1e-3)
