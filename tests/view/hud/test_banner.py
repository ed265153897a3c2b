"""Banner of a mode stands at the upper edge, and the loss of a ship at the lower one."""

import pytest

from arena.catalogue.trials import TRIALS
from arena.game.hud import Banner, ObjectiveHud, PlayerHud
from arena.game.modes.trial import TITLE_SIZE
from arena.view.hud.status import LEAST, SMALL
from arena.view.overlay.layout import BACKING
from arena.view.overlay.overlay import GLOW, Overlay
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import Text, written
from tests.view.fakes import HUD, fake_world

TITLE, LINE = "WAVE 3", "the spiral: drones, lancers and stalkers"
NEWS = HUD._replace(banner=Banner(TITLE, LINE, 60, 150))
LOST = NEWS._replace(players=(PlayerHud(returns_in=90, lost_to="hit by a drone"),))
SIZES = [(1600, 900), (640, 360)]


def told(
    hud: object, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> tuple[Overlay, dict[str, Text]]:
    """The overlay of a picture, and what is written on it."""
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    with written(monkeypatch) as noted:
        overlay = Viewer().build(world, hud, 1.0, 0.0, size).overlay  # pyright: ignore[reportArgumentType]
        overlay.rows()
    return overlay, {text.string: text for text in noted}


@pytest.mark.parametrize("size", SIZES)
def test_a_banner_stands_above_the_fight(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    overlay, texts = told(NEWS, size, monkeypatch)
    for words in (TITLE, LINE):
        assert texts[words].box.y > 0.8 * overlay.height
    title, line = texts[TITLE].box, texts[LINE].box
    assert not line.overlaps(title)
    assert (title.x + title.width < line.x) == (size[0] > 1000), "beside it where there is room"


@pytest.mark.parametrize(("size", "brief"), [(SIZES[0], False), (SIZES[1], True)])
def test_below_a_goal_a_narrow_picture_has_the_title_only(
    size: tuple[int, int], *, brief: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, texts = told(NEWS._replace(objective=ObjectiveHud("Hold", "3 s left", 0.5)), size, monkeypatch)
    assert TITLE in texts and (LINE in texts) != brief
    assert texts["HOLD"].box.y > texts[TITLE].box.y


@pytest.mark.parametrize("size", SIZES)
def test_the_loss_of_a_ship_is_told_below_it(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    overlay, texts = told(LOST, size, monkeypatch)
    for words in ("SHIP LOST", "hit by a drone; a new ship in 1.5 s"):
        assert texts[words].box.y + texts[words].box.height < 0.35 * overlay.height
    assert "SHIP LOST" not in told(NEWS, size, monkeypatch)[1]


@pytest.mark.parametrize(("age", "light"), [(0, 1.0), (75, 1.0), (142, 1.0), (146, 0.5), (150, 0)])
def test_a_banner_is_there_at_once_and_goes_softly_and_the_dark_behind_it_outlasts_it(
    age: int, light: float
) -> None:
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    hud = HUD._replace(banner=Banner(TITLE, "", age, 150), players=(PlayerHud(),))
    without = Viewer().build(world, hud._replace(banner=None), 1.0, 0.0, SIZES[0]).overlay.instances()
    rows = Viewer().build(world, hud, 1.0, 0.0, SIZES[0]).overlay.instances()
    assert len(rows) == len(without) + 2 * len(TITLE) + 1, "each letter has a shade, all a backing"
    assert rows["color"][-2 * len(TITLE) :, 3] == pytest.approx(light, abs=0.01)
    assert rows["shape"][-2 * len(TITLE) - 1] == GLOW
    assert rows["color"][-2 * len(TITLE) - 1, 3] == pytest.approx(
        min(1.0, 2.0 * light) * BACKING[3], abs=0.01
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TRIALS.names)
def test_larger_letters_are_for_pictures_with_room_for_them_above_the_fight(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    show = TRIALS.named(name).show
    banner = Banner(show.title, show.line, 75, 150, TITLE_SIZE)
    overlay, texts = told(NEWS._replace(banner=banner), size, monkeypatch)
    line = texts[show.line]
    assert line.box.y > 0.52 * overlay.height and line.size >= LEAST
    assert (line.size > 1.4 * SMALL) == (size[0] > 1000)
