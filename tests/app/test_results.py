"""The results come to rest, tell the same at the end whatever came before, and need no motion."""

import re
from typing import Any

import numpy as np
import pytest

from arena.app.results import DONE, STRUCK, Loss, Results, counted, draw_mark, draw_results, struck
from arena.app.sound.effects import Sound
from arena.game.harm import Means
from arena.view.overlay import OVERLAY_DTYPE, Overlay
from tests.app.test_layout import game_over, services_of
from tests.app.text_boxes import Text, written

TOLD = Results(
    "Orbit lost", 7_654_321, 1_234_567, "new best score", True, [("WAVE", "9")], 3600,
    [Loss(600, "0:10", "a mine", Means.MINE), Loss(3600, "1:00", "a drone", Means.TOUCH)],
    [("drones", 5_000_000), ("waves", 2_654_321)],
)  # fmt: skip


def texts_at(age: float, monkeypatch: pytest.MonkeyPatch, told: Results = TOLD) -> list[Text]:
    overlay = Overlay(16 / 9)
    with written(monkeypatch) as noted:
        draw_results(overlay, told, age)
    return noted


def score_of(texts: list[Text]) -> int:
    return int(max((text for text in texts if re.fullmatch(r"[\d ]+", text.string)), key=lambda t: t.size)
               .string.replace(" ", ""))  # fmt: skip


def test_the_number_counts_up_to_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = [score_of(texts_at(age, monkeypatch)) for age in np.linspace(0.0, STRUCK, 30)]
    assert scores[0] == 0 and scores[-1] == TOLD.score
    assert scores == sorted(scores) and len(set(scores)) > 20


def test_all_rests_when_it_is_done() -> None:
    shares = [(counted(age), struck(age)) for age in (DONE, DONE + 1.0, 1e6)]
    assert shares == [(1.0, 1.0)] * 3


def test_the_verdict_is_struck_in_after_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def stamps(age: float) -> list[Text]:
        return [text for text in texts_at(age, monkeypatch) if text.string == "NEW BEST SCORE"]

    assert not stamps(STRUCK)
    coming, there = stamps(STRUCK + 0.05)[0], stamps(DONE)[0]
    assert coming.size > 1.3 * there.size


@pytest.mark.parametrize("means", Means)
def test_marks_differ_in_shape(means: Means) -> None:
    def shapes(of: Means) -> list[list[float]]:
        overlay = Overlay(1.0)
        draw_mark(overlay, 0.0, 0.0, of)
        rows = overlay.instances()
        keep = [name for name in rows.dtype.names or () if name != "color"]
        return [[float(v) for name in keep for v in np.ravel(row[name])] for row in rows]

    assert OVERLAY_DTYPE.names and "color" in OVERLAY_DTYPE.names
    assert all(shapes(means) != shapes(other) for other in Means if other != means)


def test_reduced_motion_tells_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_of((1280, 720), 1.0)
    services.settings.reduced_motion = True
    screen = game_over(services, 5_000, 1_000)
    try:
        with written(monkeypatch) as noted:
            screen.build(0.0, (1280, 720))
        assert {"5 000", "NEW BEST SCORE"} <= {text.string for text in noted}
    finally:
        screen.close()


@pytest.mark.parametrize(("score", "heard"), [(5_000, 1), (500, 0)])
def test_a_new_best_is_heard_once(score: int, heard: int, monkeypatch: pytest.MonkeyPatch) -> None:
    services: Any = services_of((1280, 720), 1.0)
    sounds: list[Sound] = []
    monkeypatch.setattr(type(services), "sound", lambda self, sound: sounds.append(sound))
    screen = game_over(services, score, 1_000)
    try:
        for now in (0.0, 1.0, 2.0, 3.0):
            screen.build(now, (1280, 720))
        assert sounds.count(Sound.MULTIPLIER_UP) == heard
    finally:
        screen.close()
