"""Bodies that are taken out for NaN: the player is told once, and the game goes on."""

import pytest

from arena.app.play.play_screen import PlayScreen
from arena.app.services import Services
from tests.playing import StillMatch, poison_asteroid


def test_a_body_that_is_taken_out_is_told_once_with_its_kind_tick_and_seed(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    said, told = list[str](), list[str]()
    services.say = said.append  # pyright: ignore[reportAttributeAccessIssue]
    play = PlayScreen(services, StillMatch(seed=3, workers=1))
    world = play.match.world
    for frame in range(120):
        if frame in (30, 60):  # the next tick meets it
            told.append(
                f"at tick {world.tick + 1} of seed 3 body {poison_asteroid(world)} (asteroid) held NaN"
            )
        services.pacer.begin_slice()
        play.update(frame / 60, [])
    assert world.tick > 110 and world.quarantine.count[0] == 2, "it goes on"
    (line,) = said
    assert line.startswith(told[0]) and line.endswith("; please report it with the replay")
    assert capsys.readouterr().err == f"note: {line}\n"
    play.close()
