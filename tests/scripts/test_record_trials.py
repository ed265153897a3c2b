"""The search for the targets of trials: what it chooses, what it keeps, and that it can go on."""

from pathlib import Path
from typing import Any

import pytest

from arena.catalogue.medals import Target, Targets
from arena.game.bots.attempt import AttemptRecipe
from arena.game.modes.trial import find_trial, trial_digest


def games(*marks: int) -> list[Target]:
    return [Target(mark, "best", "0") for mark in marks]


@pytest.mark.parametrize(
    ("bots", "searched", "chosen"),
    [
        ((10, 20, 30, 40, 50, 60), (70, 80, 90), (20, 40, 70, 90)),
        ((10, 20, 30, 40, 50, 60), (), (20, 40, 50, 60)),
        ((0, 0, 30, 40, 50, 60), (45, 55), (30, 40, 55, 60)),
        ((10, 10, 10, 10, 10, 10), (11, 12, 13), (10, 11, 12, 13)),
    ],
)
def test_few_bots_reach_gold(
    script: Any, bots: tuple[int, ...], searched: tuple[int, ...], chosen: tuple[int, ...]
) -> None:
    found = tuple(one.mark for one in script.choose_targets(games(*bots), games(*searched)))
    assert found == chosen
    assert sum(mark >= found[2] for mark in bots) <= len(bots) / 3


def test_marks_too_alike_are_refused(script: Any) -> None:
    with pytest.raises(ValueError, match="marks too alike: 10, 11, 12"):
        script.choose_targets(games(10, 10, 10, 10, 10, 11), games(12))


def test_targets_whose_ghosts_reach_them_as_before_are_kept(
    script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Targets("stale", tuple(games(1, 2, 3, 4)))
    monkeypatch.setattr(script, "play", lambda row, recipe: Target(4, *recipe))
    with pytest.raises(ValueError, match="duel: marks too alike"):
        script.find_targets(script.Search(1, 0), "duel", old)
    kept = Targets("stale", tuple(Target(n, "best", str(n)) for n in range(1, 5)))
    played = {one.letters: one for one in kept.targets}
    monkeypatch.setattr(script, "play", lambda row, recipe: played[recipe.letters])
    found = script.find_targets(script.Search(1, 0), "duel", kept)
    assert found == ("duel", kept._replace(digest=trial_digest(find_trial("duel"))))


def test_what_is_written_is_read_back(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "targets.py"
    monkeypatch.setattr(script, "FILE", path)
    found = {
        "duel": Targets("ab", tuple(games(1, 2, 3, 4))),
        "warm_up": Targets("cd", tuple(games(5, 6, 7, 8))),
    }
    script.write(found)
    names: dict[str, Any] = {}
    exec(path.read_text(encoding="utf-8"), names)
    assert names["TARGETS"] == found and list(names["TARGETS"]) == ["warm_up", "duel"]


@pytest.mark.slow
def test_a_game_chosen_part_by_part_is_played_again_from_its_recipe(script: Any) -> None:
    row = find_trial("carriers")
    target = script.choose_parts(row, "best", 2)
    assert len(target.letters) >= 2
    assert script.play(row, AttemptRecipe(*target[1:])) == target
