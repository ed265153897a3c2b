"""The end of a game on a full disk: the score is worth most, nothing stops, and each loss is told once."""

import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.app.play.play_screen import OVER_TICKS, PlayScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.services import Services
from arena.app.storage.scores import Scores
from arena.app.storage.settings import load_settings
from arena.game.scoring.board import Board
from tests.app.fakes import screen_of, services_for
from tests.app.screens.text_boxes import written
from tests.full_disk import full_disk

GUARD_SECONDS = 60.0


@pytest.fixture
def services() -> Services:
    """Services whose disk has a thread of its own."""
    return services_for(workers=1, seed=3)


@pytest.fixture
def play(services: Services, monkeypatch: pytest.MonkeyPatch) -> PlayScreen:
    """A recorded game that is lost, with a score of 1,234; half a second of it is not written yet."""
    services.go_to("play")
    screen = screen_of(services, PlayScreen)
    assert screen.match.recorder is not None
    lose(screen, monkeypatch)
    return screen


def lose(play: PlayScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play half a second, and lose with a score of 1,234."""
    for _ in range(30):
        play.session.tick()
    lost = play.match.hud()._replace(score=1_234)
    monkeypatch.setattr(play.match.mode, "hud", lambda world: lost)
    monkeypatch.setattr(play.match.mode, "over", lambda world: True)


def end(play: PlayScreen) -> None:
    """Let the last explosion pass; time stands between two updates, so each plays one tick."""
    for number in range(2 * OVER_TICKS):
        if play.services.screen is play:
            play.update(number / 50.0, [])


def test_a_full_disk_at_game_over_stops_nothing(
    services: Services, play: PlayScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, complained = list[str](), threading.Event()

    def tell(line: str) -> None:
        told.append(line)
        if line.startswith("Scores not saved: "):
            complained.set()

    monkeypatch.setattr(services, "say", tell)
    services.scores.work_beside(services.disk.submit, tell)
    with full_disk():
        end(play)
        assert services.screen is not None and services.screen.name == "game over"
        services.screen.update(100.0, [])
        assert services.scores.best(Board("endless")) == 1_234
        assert complained.wait(GUARD_SECONDS)
    assert services.disk.close(GUARD_SECONDS)
    assert Scores().best(Board("endless")) == 1_234
    assert services.scores.problem == ""
    first_words = [line.split(":")[0] for line in told]
    assert sorted(first_words) == ["Scores not saved", "Scores saved", "The replay could not be written"]
    services.screen.close()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that root cannot write, either")
def test_without_a_home_that_can_be_written_a_game_goes_on_and_tells_what_is_not_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_PICTURES_DIR"):
        monkeypatch.setenv(variable, "/proc/nowhere")
    services, told = services_for(workers=1, seed=3), list[str]()
    monkeypatch.setattr(services, "say", told.append)
    services.scores.work_beside(services.disk.submit, told.append)
    services.go_to("play")
    play = screen_of(services, PlayScreen)
    lose(play, monkeypatch)
    services.save()
    services.keep_medal("ram", "gold")
    services.keep_picture(np.zeros((4, 6, 3), np.uint8))
    end(play)
    over = screen_of(services, GameOverScreen)
    over.update(100.0, [])
    assert services.scores.best(Board("endless")) == 1_234 and services.progress.won("ram")
    assert services.disk.close(GUARD_SECONDS)
    over.close()
    reason = "No such file or directory"
    assert set(told) == {f"This game is not recorded: {reason}"} | {
        f"{what} not saved: {reason}" for what in ("Settings", "Progress", "Picture", "Scores")
    }


def test_the_score_is_kept_before_the_recording(
    services: Services, play: PlayScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    add = services.scores.add

    def note_add(*result: Any) -> None:
        done.append("score")
        add(*result)

    recorder = play.match.recorder
    assert recorder is not None

    def fail(hashes: object) -> None:
        done.append("replay")
        recorder.error = "the replay could not be written: No space left on device"

    monkeypatch.setattr(services.scores, "add", note_add)
    monkeypatch.setattr(recorder, "close", fail)
    play.finish()
    assert done == ["score", "replay"]
    assert services.message == "The replay could not be written: No space left on device"
    play.close()
    assert services.disk.close(GUARD_SECONDS)
    assert Scores().best(Board("endless")) == 1_234


def test_a_recording_that_ends_early_is_told_once_and_the_game_goes_on(
    services: Services, play: PlayScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(services, "say", told.append)
    assert play.match.recorder is not None
    play.match.recorder.error = "the replay could not be written: no space"
    before = play.match.world.tick
    for now in (0.0, 0.1, 0.2):
        play.update(now, [])
    assert told == ["The replay could not be written: no space"]
    assert play.match.world.tick > before
    play.close()


def test_settings_are_saved_without_waiting_and_a_failure_is_told(services: Services) -> None:
    services.settings.volume = 0.25
    services.save()
    assert services.disk.close(GUARD_SECONDS)
    assert load_settings()[0].volume == 0.25
    with full_disk():
        services.settings.volume = 0.5
        services.save()
        assert services.disk.close(GUARD_SECONDS)
    assert services.message == "Settings not saved: File too large"
    assert load_settings()[0].volume == 0.25


def test_what_is_said_while_the_window_closes_is_printed(
    services: Services, capfd: pytest.CaptureFixture[str]
) -> None:
    services.quit()
    services.say("Scores not saved: database is locked")
    assert capfd.readouterr().err == "Scores not saved: database is locked\n"


def test_a_start_clears_unfinished_pictures(services: Services) -> None:
    folder = Path(os.environ["XDG_PICTURES_DIR"]) / "Arena"
    folder.mkdir(parents=True)
    (folder / ".arena-20300102-030405.png.4711-0a1b2c3d.new").touch()
    services.go_to("loading", lambda progress: None, lambda: None)
    assert services.disk.close(GUARD_SECONDS)
    assert list(folder.iterdir()) == []


def test_a_picture_is_written_without_waiting_and_a_failure_is_told(services: Services) -> None:
    pixels = np.zeros((4, 6, 3), np.uint8)
    with full_disk():
        services.keep_picture(pixels)
        assert services.disk.close(GUARD_SECONDS)
    assert services.message == "Picture not saved: File too large"
    services.keep_picture(pixels)
    services.keep_picture(pixels)
    assert services.disk.close(GUARD_SECONDS)
    assert len(list((Path(os.environ["XDG_PICTURES_DIR"]) / "Arena").glob("*.png"))) == 2


def test_keys_are_told_once_the_menu_listens_to_them(
    services: Services, play: PlayScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(play)
    screen = screen_of(services, GameOverScreen)
    monkeypatch.setattr(GameOverScreen, "listening", False)
    with written(monkeypatch) as before:
        screen.build(0.0, (1280, 720))
    monkeypatch.setattr(GameOverScreen, "listening", True)
    with written(monkeypatch) as after:
        screen.build(0.0, (1280, 720))
    told = [{"choose", "accept", "title"} & {text.string for text in noted} for noted in (before, after)]
    assert told == [set(), {"choose", "accept", "title"}]
    screen.close()
