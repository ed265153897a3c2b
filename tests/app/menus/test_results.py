"""The results come to rest, tell the same at the end whatever came before, and need no motion."""

import re
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.app.menus.medals import medal_rows
from arena.app.menus.results import (
    DONE,
    FOOT,
    MENU,
    STEP_MOST,
    STEPS_MENU,
    STRUCK,
    Loss,
    Results,
    counted,
    draw_mark,
    draw_results,
    step_of,
    struck,
)
from arena.app.screens.game_over import GameOverScreen
from arena.app.services import Services
from arena.app.sound.effects import Sound
from arena.app.storage.levels import load_world
from arena.app.storage.progress import Reached
from arena.app.storage.score_table import Result
from arena.game.scoring.board import Board
from arena.game.scoring.harm import Means
from arena.view.overlay.overlay import LINE, OVERLAY_DTYPE, Overlay
from tests.app.screens.examples import game_over, services_of
from tests.app.screens.text_boxes import Text, cut_off, overlapping, written

TOLD = Results(
    "Orbit lost", 7_654_321, 1_234_567, "new best score", True, [("WAVE", "9")], 3600,
    [Loss(600, "0:10", "a mine", Means.MINE), Loss(3600, "1:00", "a drone", Means.TOUCH)],
    [("drones", 5_000_000), ("waves", 2_654_321)],
    advice="33 more near misses a minute at ×20 would have done it",
)  # fmt: skip


def texts_at(age: float, monkeypatch: pytest.MonkeyPatch, told: Results = TOLD) -> list[Text]:
    with written(monkeypatch) as noted:
        draw_results(Overlay(16 / 9), told, age)
    return noted


def score_of(texts: list[Text]) -> int:
    numbers = [text for text in texts if re.fullmatch(r"[\d ]+", text.string)]
    return int(max(numbers, key=lambda text: text.size).string.replace(" ", ""))


def test_the_number_counts_up_to_the_score_and_rests_there(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = [score_of(texts_at(age, monkeypatch)) for age in np.linspace(0.0, STRUCK, 30)]
    assert scores[0] == 0 and scores[-1] == TOLD.score
    assert scores == sorted(scores) and len(set(scores)) > 20
    assert [(counted(age), struck(age)) for age in (DONE, DONE + 1.0, 1e6)] == [(1.0, 1.0)] * 3


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


@pytest.fixture
def services() -> Services:
    return services_of()


def test_reduced_motion_tells_it_at_once(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    services.settings.reduced_motion = True
    with closing(game_over(services, 5_000, 1_000)) as screen:
        with written(monkeypatch) as noted:
            screen.build(0.0, (1280, 720))
        assert {"5 000", "NEW BEST SCORE"} <= {text.string for text in noted}


@pytest.mark.parametrize(("score", "heard"), [(5_000, 1), (500, 0)])
def test_a_new_best_is_heard_once(
    score: int, heard: int, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    sounds: list[Sound] = []
    monkeypatch.setattr(Services, "sound", lambda self, sound: sounds.append(sound))  # pyright: ignore
    with closing(game_over(services, score, 1_000)) as screen:
        for now in (0.0, 1.0, 2.0, 3.0):
            screen.build(now, (1280, 720))
    assert sounds.count(Sound.MULTIPLIER_UP) == heard


def many(losses: int, points: int) -> Results:
    """A long match of which all is told."""
    return TOLD._replace(
        losses=[Loss(60 * k, f"0:{k:02d}", f"loss number {k}", Means.TOUCH) for k in range(losses)],
        points=[(f"source {k}", 900 - k) for k in range(points)],
        news=["World 2 is open now", "Best score beaten by 6 419 754"],
    )


@pytest.mark.parametrize("aspect", [4 / 3, 16 / 9, 64 / 27])
@pytest.mark.parametrize("lists", [(1, 1), (6, 8), (12, 8)])
def test_lists_are_told_in_full_and_legibly(
    lists: tuple[int, int], aspect: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = many(*lists)
    with written(monkeypatch) as noted:
        draw_results(Overlay(aspect), told, DONE + 2.0)
    strings = " / ".join(text.string for text in noted)
    for row in (*(loss.how for loss in told.losses), *(name for name, _ in told.points), *told.news):
        assert row in strings
    assert min(text.size for text in noted) >= 22.0
    assert cut_off(noted) == [] and overlapping(noted) == []


def test_where_there_is_no_room_the_oldest_losses_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    told = many(30, 9)
    texts = texts_at(DONE + 2.0, monkeypatch, told)
    losses = [int(text.string.split()[-1]) for text in texts if "loss number" in text.string]
    (earlier,) = [int(text.string.split()[1]) for text in texts if text.string.startswith("and ")]
    assert losses == list(range(earlier, 30)) and len(losses) >= 8
    assert cut_off(texts) == [] and overlapping(texts) == []


@pytest.mark.parametrize(("losses", "modules"), [(30, 2), (2, 30), (12, 12), (0, 40)])
def test_modules_have_the_room_that_losses_leave(
    losses: int, modules: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = many(losses, 7)._replace(modules=[f"module line {k}" for k in range(modules)])
    texts = texts_at(DONE + 2.0, monkeypatch, told)
    assert cut_off(texts) == [] and overlapping(texts) == []
    strings = [text.string for text in texts]
    lines = sum("module line" in string for string in strings)
    assert (lines == modules) != ("and more" in strings) and lines >= min(modules, 3) - 1
    assert losses == 0 or any(f"loss number {losses - 1}" in string for string in strings)


def test_what_a_game_beat_and_unlocked_is_told(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    services.settings.reduced_motion = True
    over: Any = game_over(services, 5_000, 1_000)
    board, play, scores = over._play.match.board, over._play, services.scores
    with closing(over) as screen:
        play.reached = Reached(2, "hard", 5)
        play.result = Result(board, 5_000, 3, 900, 7, ticket="own")
        for score, name in ((9_000, "ANNA"), (4_000, "BO"), (3_000, "CY")):
            scores.add(Result(board, score, 3, 900, 7, name=name, ticket=name))
        scores.add(play.result)
        scores.refresh_top()
        screen._rank = scores.rank(board, 5_000, 900)
        with written(monkeypatch) as noted:
            composite = screen.build(0.0, (1280, 720))
        strings = {text.string for text in noted}
        opened = f"World 2, {load_world(2).level.name}, is open now"
        assert {opened, "Won on hard for the first time", "Best score beaten by 4 000"} <= strings
        assert "Place 2, ahead of BO with 4 000" in strings
        assert all(view.instances == 0 for view in composite.views), "nothing flies behind what is read"
        for phases, words in ((1, "1 phase"), (2, "2 phases")):
            play.reached = Reached(phases=phases)
            assert screen._news()[0] == f"{words} cleared, farther than ever"


def test_what_would_have_beaten_the_next_score_is_told(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.settings.reduced_motion = True
    for score, name in ((9_000, "ANNA"), (5_100, "BO"), (3_000, "CY")):
        services.scores.add(Result(Board("endless", players=4), score, 3, 900, 7, name=name, ticket=name))
    over: Any = game_over(services, 5_000, 0)
    play = over._play
    play.match.mode.score.points[0], play.multiplier = 5_000, 2
    play.match.mode.score.largest[0] = 12
    for best, beginning in ((9_000, ""), (0, "101 to rank 2: ")):
        with closing(GameOverScreen(services, play, best)) as screen:
            with written(monkeypatch) as noted:
                screen.build(0.0, (1280, 720))
            strings = {text.string for text in noted}
            [advice] = [text for text in strings if "cascade of 5 ships at ×2" in text]
            assert advice.startswith(beginning) and {"CASCADE", "12"} <= strings
            assert ("101 points short of rank 2" in strings) == (best > 0)
            assert ("NEW BEST SCORE" in strings) == (best == 0)


def test_a_bar_is_as_long_as_its_share_of_all_points() -> None:
    overlay = Overlay(16 / 9)
    draw_results(overlay, TOLD._replace(points=[("kills", 860), ("waves", 140)]), DONE + 2.0)
    rows = overlay.instances()
    bars = [rows[np.isclose(rows["color"][:, 3], alpha, atol=1e-3)]["place"] for alpha in (0.05, 0.28)]
    whole, filled = (sorted((place[2] for place in places), reverse=True)[:2] for places in bars)
    assert filled[0] / whole[0] == pytest.approx(0.86) and filled[1] / whole[1] == pytest.approx(0.14)


@pytest.mark.parametrize("menu", [0.0, 200.0, 450.0])
def test_a_short_menu_lets_the_page_spread_as_far_as_it_still_has_room(menu: float) -> None:
    step = step_of(1080.0, menu)
    assert 0.0 <= step <= STEP_MOST
    assert step == 0.0 or 1080.0 - MENU - STEPS_MENU * step - menu >= FOOT
    assert step_of(1080.0, 0.0) >= step >= step_of(1080.0, 900.0) == 0.0


@pytest.mark.parametrize(
    ("phases", "told"),
    [
        ([True, False, True], "2 of 3"),
        ([True, None, True], "2 of 2 offered"),
        ([None, False], "0 of 1 offered"),
    ],
)
def test_medals_that_not_every_phase_has_are_counted_as_offered_and_leave_a_dash(
    phases: list[bool | None], told: str
) -> None:
    mode: Any = SimpleNamespace(targets={}, medal_table={"cleared in time": phases})
    [row] = medal_rows(SimpleNamespace(mode=mode), 0)  # pyright: ignore[reportArgumentType]
    assert row.told == told and [won for _, won in row.medals] == phases
    overlay = Overlay(16 / 9)
    draw_results(overlay, TOLD._replace(medals=[row, row]), DONE + 2.0)
    without = Overlay(16 / 9)
    plain = row._replace(medals=[(name, bool(won)) for name, won in row.medals])
    draw_results(without, TOLD._replace(medals=[plain, plain]), DONE + 2.0)
    dashes = [int((one.instances()["shape"] == LINE).sum()) for one in (overlay, without)]
    assert dashes[0] - dashes[1] == 2 * phases.count(None)
