"""Columns of the guide stay apart, even with the longest names of kinds, and looks say what is armoured."""

import pytest

from arena.app.screens import guide
from arena.app.screens.guide import COLUMN, EVERY, SHIPS, GuideEntry, GuideScreen
from arena.catalogue.kind_row import KINDS
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.weapons import PULSE
from arena.view.overlay.overlay import Overlay
from tests.app.fakes import Bare
from tests.app.screens.examples import services_of
from tests.app.screens.text_boxes import overlapping, written

LONGEST = GuideEntry(0, "Somebody with a long name", "boss", "and a long look, too", "Who knows?")
LEAST_GAP = 20.0
"""Between a name and what its kind looks like [virtual px]."""


@pytest.mark.parametrize("more", [(), (LONGEST,)])
def test_names_and_looks_stand_in_columns_of_their_own(
    more: tuple[GuideEntry, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guide, "SHIPS", (*SHIPS[:10], *more))
    services = services_of((1920, 1080), 1.0)
    page = GuideScreen(services, Bare(services))
    with written(monkeypatch) as noted:
        page.write(Overlay(16 / 9))
    boxes = {text.string: text.box for text in noted}
    shown = [entry for entry in (*EVERY, *more) if entry.name in boxes]
    assert len(shown) > 20
    for entry in shown:
        name, look = boxes[entry.name], boxes[entry.look]
        assert name.x + name.width + LEAST_GAP <= look.x, entry.name
        assert look.x + look.width <= name.x + COLUMN - 20.0, entry.name


@pytest.mark.parametrize(("rows", "low"), [(12, False), (15, False), (16, True)])
def test_rows_stay_apart_and_above_the_way_back(
    rows: int, low: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A column that is too long makes the page a list that scrolls."""
    monkeypatch.setattr(guide, "SHIPS", SHIPS[:10])
    monkeypatch.setattr(guide, "THINGS", (LONGEST,) * rows)
    services = services_of((1920, 1080), 1.0)
    page = GuideScreen(services, Bare(services))
    with written(monkeypatch) as noted:
        page.write(Overlay(16 / 9))
    answers = [text for text in noted if text.string == LONGEST.answer]
    assert len(answers) == rows
    apart = not overlapping(noted) and min(text.box.y for text in answers) >= GuideScreen.top
    assert page.low == low and (apart or low)


def test_every_pickup_is_in_the_guide() -> None:
    told = " ".join(entry.name for entry in EVERY).lower()
    assert all(("ship" if row.name == "life" else row.name) in told for row in PICKUPS)


def test_whose_armour_takes_most_of_a_pulse_is_called_armoured() -> None:
    half = 0.5 * PULSE.rules.shots.damage
    for row in KINDS:
        if row.show.guide is not None and row.rules.ship is not None and row.rules.pool == "enemy":
            plated = row.rules.ship.body.armour > half
            assert ("armoured" in row.show.guide.look) == plated, row.name
