"""Where a banner stands."""

from collections.abc import Callable

import pytest

from arena.game.hud import Banner, Hud, PlayerHud
from arena.view.hud.banner import GIVEN_WAY, Announcer
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette

HUD = Hud(banner=Banner("WAVE 3", "12 hostiles inbound", 60, 150), players=(PlayerHud(),))


def middle(
    announcer: Announcer, is_free: Callable[[Box], bool], hud: Hud = HUD, below: bool = False,
    elapsed_s: float = 1 / 60,
) -> float:  # fmt: skip
    """How high the middle of what is written is, over the picture's height."""
    overlay = Overlay(16 / 9)
    box = announcer.place(overlay, hud, 0, below, is_free, elapsed_s)
    assert box is not None and box.y >= 0.0 and box.y + box.height <= overlay.height
    return (box.y + box.height / 2) / overlay.height


def anywhere(_: Box) -> bool:
    return True


def nowhere(_: Box) -> bool:
    return False


def below_the_ship(box: Box) -> bool:
    return box.y < 400.0


@pytest.mark.parametrize("below", [False, True])
def test_a_banner_stands_above_the_ship_unless_something_must_be_seen_there(below: bool) -> None:
    assert middle(Announcer(), anywhere, below=below) > 0.6
    assert middle(Announcer(), below_the_ship, below=below) < 0.5
    assert middle(Announcer(), nowhere, below=below) > 0.6


def test_a_banner_stays_where_it_is_while_it_is_read_and_the_next_one_is_placed_anew() -> None:
    announcer = Announcer()
    first = middle(announcer, below_the_ship)
    assert middle(announcer, anywhere) == first < 0.5
    following = HUD._replace(banner=Banner("WAVE 4", "", 0, 150))
    assert middle(announcer, anywhere, following) > 0.6


def test_a_banner_that_comes_to_lie_on_something_fades_and_goes_where_there_is_room() -> None:
    announcer = Announcer()
    assert middle(announcer, anywhere) > 0.6
    assert middle(announcer, below_the_ship) > 0.6, "it does not jump while it is bright"
    assert announcer.place(Overlay(16 / 9), HUD, 0, False, nowhere, 1.0) is None
    assert light(announcer) == pytest.approx(GIVEN_WAY, abs=0.01)
    assert middle(announcer, below_the_ship, elapsed_s=2.0) < 0.5
    assert light(announcer) == pytest.approx(1.0, abs=0.01)


def test_a_banner_that_is_not_to_be_seen_covers_nothing() -> None:
    """What lies below it would be marked as if it could not be seen."""
    announcer, overlay = Announcer(), Overlay(16 / 9)
    assert announcer.place(overlay, HUD, 0, False, nowhere, 0.0) is not None
    assert announcer.place(overlay, HUD, 0, False, nowhere, 1.0) is None
    assert announcer.place(overlay, HUD, 0, False, anywhere, 2.0) is not None


def light(announcer: Announcer) -> float:
    """Of what is drawn, over that of a banner that lies on nothing."""
    drawn = list[float]()
    for one in (announcer, Announcer()):
        overlay = Overlay(16 / 9)
        if one is not announcer:
            one.place(overlay, HUD, 0, False, anywhere, 0.0)
        one.draw(overlay, HUD, 0, load_palette("terra"))
        drawn.append(float(overlay.instances()["color"][:, 3].max()))
    return drawn[0] / drawn[1]


def test_who_is_lost_is_told_that_and_without_news_nothing_is_taken() -> None:
    overlay, announcer = Overlay(16 / 9), Announcer()
    assert announcer.place(overlay, HUD._replace(banner=None), 0, False, anywhere, 0.0) is None
    lost = HUD._replace(players=(PlayerHud(returns_in=60),))
    assert announcer.place(overlay, lost, 0, False, anywhere, 0.0) is not None
