"""`arena sweep parameters`: games by other numbers are real, paired with those by the catalogue's own."""

from pathlib import Path

import pytest

from arena.catalogue import KINDS, SKILLS, WEAPONS
from arena.catalogue.changes import change_number, read_number
from arena.catalogue.registry import CatalogueError
from arena.cli import main
from arena.commands import CommandError
from arena.sweep import variant
from arena.sweep.games import BotGame
from arena.sweep.parameters import ChangedGame, change_games, changes_of, compare, parse_variation
from arena.sweep.store import RowStore
from arena.sweep.tasks import run_task, this_release
from tests.processes import run_python

DAMAGE = "weapon.pulse.shots.damage"
GAME = "endless", "hard", "middle", 3, 300


def test_a_number_is_found_by_its_path() -> None:
    assert read_number(DAMAGE) == WEAPONS.named("pulse").rules.shots.damage
    assert read_number("weapon.lance.materials.metal") == WEAPONS.named("lance").rules.materials["metal"]
    assert read_number("skill.best.reaction") == SKILLS.named("best").rules.reaction
    ship = KINDS.named("drone").rules.ship
    assert ship is not None and read_number("kind.drone.ship.flight.max_speed") == ship.flight.max_speed


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("weapons.pulse", "no 'weapons'; there is kind, weapon, "),
        ("weapon.pulsar.shots", "there is no weapon 'pulsar'; perhaps 'pulse'"),
        ("weapon.pulse", "is no number; there is materials, shots"),
        ("weapon.pulse.shots.harm", "no 'harm'; there is interval, bullets, "),
        ("skill.best.changes_weapon", "is no number; there is nothing"),
        ("weapon.pulse.shots.damage.more", "no 'more'; there is nothing"),
    ],
)
def test_a_path_that_leads_nowhere_is_told_with_the_names_there(path: str, told: str) -> None:
    with pytest.raises(CatalogueError) as error:
        read_number(path)
    assert told in str(error.value) and "\n" not in str(error.value)


def test_a_change_reaches_whoever_has_the_row_and_comes_before_columns_are_made() -> None:
    with pytest.raises(CatalogueError, match="the catalogue is sealed"):
        change_number(DAMAGE, 1.0)
    told = run_python(
        "from arena.catalogue.changes import change_number, read_number\n"
        "from arena.catalogue.weapons import WEAPONS\n"
        "row = WEAPONS.named('pulse')\n"
        "change_number('weapon.pulse.shots.damage', 77)\n"
        "change_number('weapon.pulse.shots.pierces', 2.0)\n"
        "change_number('weapon.pulse.materials.ice', 0.5)\n"
        "try:\n    change_number('weapon.pulse.shots.bullets', 1.5)\n"
        "except ValueError as error:\n    print(error)\n"
        "shots = row.rules.shots\n"
        "print(shots.damage, shots.pierces, row.rules.materials['ice'], shots.bullets)\n"
    )
    assert told.splitlines() == ["weapon.pulse.shots.bullets: 1.5 is not a whole number", "77.0 2 0.5 1"]


@pytest.mark.slow
def test_a_game_by_equal_numbers_is_the_same_and_by_others_another_one() -> None:
    own = run_task(BotGame(*GAME), this_release())
    same, other, again = (
        run_task(ChangedGame(*GAME, changes=f"{DAMAGE}={value!r}"), this_release())
        for value in (read_number(DAMAGE), 500.0, 500.0)
    )
    assert (same.state_hash, same.rules, same.result) == (own.state_hash, own.rules, own.result)
    assert other.state_hash != own.state_hash and other.rules != own.rules and other.release == own.release
    assert other.figures["damage: pulse"] > own.figures["damage: pulse"]
    assert again._replace(seconds=0.0) == other._replace(seconds=0.0)
    assert len({own.key, same.key, other.key}) == 3


@pytest.mark.slow
def test_what_fails_in_the_other_process_is_told_here() -> None:
    for changes, told in (("weapon.pulse.shots.harm=1", "no 'harm'"), (f"{DAMAGE}=-1.5.0", "ValueError")):
        with pytest.raises(variant.VariantError, match=told):
            ChangedGame(*GAME, changes=changes).run()
    game = ChangedGame(*GAME[:4], 60, changes=f"{DAMAGE}=9.0")
    first = game.run()
    assert variant._child is not None  # pyright: ignore[reportPrivateUsage]
    variant._child[1].kill()  # pyright: ignore[reportPrivateUsage]
    variant._child[1].wait()  # pyright: ignore[reportPrivateUsage]
    assert game.run() == first, "a process that was killed is replaced"


def test_values_are_combined_or_drawn() -> None:
    speed, reaction = "kind.drone.ship.flight.max_speed", "skill.best.reaction"
    listed = [parse_variation(f"{speed}=6,8"), parse_variation(f"{reaction}=9,10,10")]
    assert changes_of(listed, None) == [
        f"{speed}={first} {reaction}={second}" for first in ("6.0", "8.0") for second in (9, 10)
    ]
    drawn = [parse_variation(f"{speed}=6..8"), parse_variation(f"{reaction}=9..10")]
    many = changes_of(drawn, 50)
    assert changes_of(drawn, 20) == many[:20] and len(many) == 50
    values = [[float(one.partition("=")[2]) for one in change.split()] for change in many]
    assert all(6.0 <= first <= 8.0 and second in (9, 10) for first, second in values)
    assert {second for _, second in values} == {9, 10}
    with pytest.raises(CommandError, match=r"is a range: --samples says"):
        changes_of(drawn, None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("weapon.pulse.harm=1", "no 'harm'; there is materials, shots"),
        (DAMAGE, f"say {DAMAGE}=1,2,3 or {DAMAGE}=1..3"),
        (f"{DAMAGE}=1,a", "could not convert"),
        (f"{DAMAGE}=9..1", "a range is LOW..HIGH"),
        (f"{DAMAGE}=nan", "is a finite number"),
        ("skill.best.reaction=1.5", "is a whole number"),
    ],
)
def test_a_variation_that_cannot_be_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(CommandError) as refused:
        parse_variation(text)
    assert told in str(refused.value) and "\n" not in str(refused.value)


def test_differences_are_of_the_same_games() -> None:
    own = [{"score": value} for value in (10, 2000, 300, 77)]
    others = [{"score": row["score"] + more} for row, more in zip(own, (4, 6, 5, 5), strict=True)]
    found = compare(own, others, "score")
    assert found.mean == 5.0 and 4.0 < found.low < 4.9 < 5.1 < found.high < 6.0
    assert found.told(1).startswith("+5.0 (+4.") and compare(own, own, "score") == (0.0, 0.0, 0.0)


@pytest.mark.slow
def test_changed_games_are_played_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--difficulty", "hard", "--skill", "weak", "--seconds", "8", "--seeds", "2", "--jobs", "1"]
    vary = ["--vary", f"{DAMAGE}=1,500"]
    assert main(["sweep", "parameters", *words, *vary, "--output", str(tmp_path)]) == 0
    head, *lines, _, written = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["games", "seconds", "wave", "score"]
    assert [line.split()[0] for line in lines] == ["as", f"{DAMAGE}=1.0", f"{DAMAGE}=500.0"]
    weak, strong = (float(line.split()[9].replace(",", "")) for line in lines[1:])
    assert weak < 0 < strong
    assert written.startswith(f"wrote {tmp_path / 'parameters.csv'}, {tmp_path / 'parameters.png'};")
    rows = RowStore(tmp_path / "rows.parquet").read().values()
    assert len(rows) == 6 and len({row.rules for row in rows}) == 3


def test_unchanged_games_come_first_and_then_those_of_each_change() -> None:
    game = BotGame(*GAME)
    assert list(change_games([game], ["a=1", "b=2"])) == [
        game, ChangedGame(*GAME, changes="a=1"), ChangedGame(*GAME, changes="b=2"),
    ]  # fmt: skip
