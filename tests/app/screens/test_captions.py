"""Captions, the companion's words, offers, gains and the labels of arrows never lie over one another."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from arena.app.screens.play import PlayScreen
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.catalogue import kinds
from arena.catalogue.modules import MODULES
from arena.game.crates import send_crates
from arena.game.hud import Banner, Bonus, Marker, ObjectiveHud
from arena.game.match import Match
from arena.render.composite import Composite
from arena.view.hud.popups import Gain, Points
from arena.view.overlay.layout import Box
from tests.app.fakes import part, services_for
from tests.app.screens.text_boxes import RIM, Text, shown, written
from tests.app.screens.text_pictures import place_of

SPOKEN = "I have two of them behind me, and one that I can not see at all."


def crowd(screen: PlayScreen) -> None:
    """Let everything be said at once: five enemies that close in from all sides, three crates, a gain."""
    match, session = screen.match, screen.session
    world, hud = match.world, match.hud
    players = match.setup.players
    for slot in range(players):
        here = world.bodies.position[slot] / np.linalg.norm(world.bodies.position[slot])
        side = np.cross(here, (0.3, 0.9, 0.1))
        side /= np.linalg.norm(side)
        for turn in range(5):
            angle = 2.0 * np.pi * turn / 5
            way = side * np.cos(angle) + np.cross(here, side) * np.sin(angle)
            place = here * np.cos(0.62) + way * np.sin(0.62)
            row = world.place(kinds.DRONE.number, place)
            world.bodies.velocity[row], world.bodies.awake[row] = -9.0 * way, True
        world.players.picks[slot] = 1
    send_crates(world, range(players))
    hit, falls = kinds.BOSS_PART.number, kinds.ASTEROID.number
    session.captions.note([Cue(Sound.HURT, 0.5, 0.9, 1, kind=hit)])
    session.captions.note([Cue(Sound.LANDING, 0.5, 0.9, 1, kind=falls, many=True)])
    longest = max(MODULES, key=lambda row: len(row.show.title)).show
    for player in session.players:
        popups = player.viewer.instruments.popups
        popups.gain = Gain(longest.title, longest.sign, (1.0, 1.0, 1.0))
        popups.points = [Points(world.bodies.position[player.slot].astype(np.float64), "+12 345")]

    def told() -> Any:
        said = hud()
        crew = tuple(player._replace(line=SPOKEN) for player in said.players)
        return said._replace(
            players=crew,
            banner=Banner("THE LAST OF ALL WAVES", "as many as there are, from every side", 60, 150),
            bonus=Bonus("NEAR MISS", 1_980, 10, 90),
            objective=ObjectiveHud(
                "Light the beacons", "0 of 4 lit, 239 s left, 45 more shards: +1 500", 0.2
            ),
            marker=Marker((0.0, 0.0, -1.0), 4.0, "LIGHT"),
        )

    match.hud = told  # pyright: ignore[reportAttributeAccessIssue]


def pixels(text: Text, composite: Composite) -> Box:
    """Box of a text in its picture [px], a little smaller than it is."""
    left, baseline, pixel = place_of(text, composite)
    inner = pixel * RIM
    high = text.box.height * pixel
    return Box(left + inner, -baseline + inner, text.box.width * pixel - 2 * inner, high - 2 * inner)


@pytest.mark.parametrize("size", [(1280, 720), (640, 360), (800, 600)])
@pytest.mark.parametrize("players", [1, 2])
def test_nothing_that_is_said_at_once_overlaps(
    players: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    services = services_for(players=players, workers=1)
    services.settings.captions = True
    screen = PlayScreen(services, Match(players=players, seed=3, workers=1))
    if players > 1:
        part(screen.match)
    screen.build(0.0, size)  # panes stand after the first pictures
    crowd(screen)
    for now in range(1, 40):
        screen.build(float(now), size)
    with written(monkeypatch, 0.05) as noted:
        composite = screen.build(41.0, size)
        for layer in (composite.overlay, *composite.below, *(view.overlay for view in composite.views)):
            layer.rows()
    texts = [text for text in shown(noted, composite) if text.string.strip()]
    boxes = [(text.string, pixels(text, composite)) for text in texts]
    assert [(a, b) for (a, one), (b, other) in combinations(boxes, 2) if one.overlaps(other)] == []
    strings = {text.string for text in texts}
    assert {"asteroids about to land", "hit by a boss part"} & strings and SPOKEN in strings
    screen.close()
