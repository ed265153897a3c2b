"""Going back in time: as far as promised, as often as one likes, and without a trace in what follows."""

from itertools import pairwise
from pathlib import Path

import pytest

from arena.app.input.actions import Action
from arena.app.input.bindings import default_bindings
from arena.app.input.devices import KEYBOARD
from arena.app.play.rewind import EVERY, SECONDS, Rewind
from arena.app.screens.practice import PracticeScreen
from arena.game.match import Match
from arena.game.replays.replay import verify_replay
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import TICK_RATE
from tests.app.fakes import services_for

LEVEL = "endless wave 4"
FIRE = PlayerCommand(move_x=90, aim_y=127, buttons=Button.FIRE)


def play(match: Match, rewind: Rewind, ticks: int, command: PlayerCommand = FIRE) -> None:
    for _ in range(ticks):
        match.tick([command])
        rewind.note()


def test_each_step_goes_back_by_a_fifth_of_a_second_at_most_down_to_the_oldest() -> None:
    with Match("practice", 3, workers=1, level=LEVEL) as match:
        rewind = Rewind(match)
        play(match, rewind, 10 * TICK_RATE + 7)
        assert rewind.seconds == pytest.approx(10, abs=0.2)
        ticks = [match.world.tick]
        while rewind.step_back():
            ticks.append(match.world.tick)
        steps = [before - after for before, after in pairwise(ticks)]
        assert ticks[-1] == 0
        assert 0 < steps[0] <= EVERY
        assert set(steps[1:]) == {EVERY}
        assert not rewind.step_back()
        assert rewind.seconds == 0.0


def test_only_so_much_of_the_past_is_kept() -> None:
    with Match("practice", 3, workers=1, level=LEVEL) as match:
        rewind = Rewind(match)
        play(match, rewind, (SECONDS + 5) * TICK_RATE, PlayerCommand())
        assert SECONDS - 1 <= rewind.seconds <= SECONDS


def test_what_was_taken_back_leaves_no_trace(tmp_path: Path) -> None:
    """Two flights end alike: one as the crow flies, one with three detours that were taken back."""
    hashes, files = [], []
    for detours in (0, 3):
        files.append(tmp_path / f"{detours}.replay")
        with Match("practice", 5, workers=2, record=files[-1], level=LEVEL) as match:
            rewind = Rewind(match)
            play(match, rewind, 4 * EVERY)
            for _ in range(detours):
                play(match, rewind, 2 * EVERY + 5, PlayerCommand(move_y=-127, buttons=Button.BOMB))
                for _ in range(3):
                    rewind.step_back()
                assert match.world.tick == 4 * EVERY
            play(match, rewind, 3 * EVERY)
            hashes.append(match.array_hashes())
    assert hashes[0] == hashes[1]
    assert [verify_replay(file, workers=1).identical for file in files] == [True, True]


def test_each_hold_of_the_key_goes_back_from_its_own_beginning() -> None:
    services = services_for(workers=1)
    with_key = default_bindings()[Action.REWIND][0]
    screen = PracticeScreen(services, Match("practice", 3, workers=1, level=LEVEL))
    services.go(screen)
    now, spans = 0.0, list[int]()

    def let_pass(seconds: float) -> None:
        nonlocal now
        for _ in range(round(seconds * 60)):
            now += 1 / 60
            screen.update(now, services.controls.take_events())

    for _ in range(2):
        let_pass(3.0)
        before = screen.match.world.tick
        services.devices.press(KEYBOARD, with_key)
        let_pass(0.5)
        services.devices.release(KEYBOARD, with_key)
        spans.append(before - screen.match.world.tick)
    assert spans[0] == pytest.approx(spans[1], abs=2 * EVERY) and spans[0] > 0
    assert screen.rewinds == 2
    screen.close()
