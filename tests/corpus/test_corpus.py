"""The corpus: games recorded once, which every later commit must play to the same states.

A difference is a fault, unless the commit means to change what happens in a game: then
`scripts/record_corpus.py` says how to record anew.
"""

import functools
import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from arena import resources
from arena.commands.self_test import REPLAY
from arena.game.match import Match
from arena.game.modes.endless import Endless
from arena.game.replays.reader import read_replay
from tests.corpus.meaning import Reader
from tests.corpus.names import make_command, registered
from tests.corpus.playing import compare
from tests.corpus.recording import FOLDER, SUFFIX, Recording, Section, digest, read_recording, write_recording

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "record_corpus.py"
SHORT = "stress_asleep"
"""The shortest recording."""
NAMES = sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))
SIZE_LIMIT = 1_000_000
"""[bytes] of all recordings."""
RECORDED = {
    "modes": "campaign daily endless lessons practice sandbox stress tide trial",
    "worlds": "Haven Rime Forge Squall Umbra",
    "bosses": "bastion ram matriarch sower crown siege",
    "boss stages": " ".join(
        f"{boss}:{n}" for boss in ("bastion", "ram", "matriarch", "sower", "crown", "siege") for n in "012"
    ),
    "difficulties": "easy normal hard",
    "players": "1 2 3 4",
    "weapons": "pulse scatter lance",
    "pickups": "shield bomb life guard",
    "zones": "wind nebula well repulsor",
    "kinds": "player drone gunner lancer weaver miner stalker carrier boss boss_part companion mine freighter"
    " asteroid pickup bullet sniper",
    "events": "shot hit killed burst bump landing landed boost bomb player_hurt player_killed deployed armed"
    " collected near_miss struck boss_stage shard",
    "objectives": "destroy survive hold escort brood race boss",
    "passages": "join leave take-over",
    "ends": "over won",
}
"""All that the releases had with which the corpus was recorded; what came later may be missing in it."""


def load(name: str) -> Recording:
    """A recording."""
    return read_recording(FOLDER / f"{name}{SUFFIX}")


@functools.cache
def held() -> dict[str, set[str]]:
    """Names of all that occurs in some recording, by category."""
    found: dict[str, set[str]] = {}
    for name in NAMES:
        for category, names in load(name).header.holds().items():
            found.setdefault(category, set()).update(names)
    return found


@pytest.fixture(scope="module")
def recorder() -> ModuleType:
    """The script that records."""
    spec = importlib.util.spec_from_file_location("record_corpus", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = sys.modules["record_corpus"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_is_played_to_the_same_states(name: str) -> None:
    if difference := compare(load(name)):
        hint = f"if that is meant: scripts/record_corpus.py {name} --new-rules WHY"
        pytest.fail(f"{difference}; {hint}", pytrace=False)


@pytest.mark.parametrize("category", RECORDED)
def test_everything_there_was_occurs_in_a_recording_and_is_there_still(category: str) -> None:
    wanted = {name.replace(":", " ") for name in RECORDED[category].split()}
    assert wanted - held()[category] == set()
    assert wanted - registered()[category] == set()


@pytest.mark.parametrize("category", registered())
def test_all_that_there_is_occurs_in_a_recording(category: str) -> None:
    """A new row of a registry asks for a recording that plays with it."""
    assert registered()[category] - held().get(category, set()) == set()


def test_the_corpus_is_small_and_each_row_has_its_recording(recorder: ModuleType) -> None:
    assert sum((FOLDER / f"{name}{SUFFIX}").stat().st_size for name in NAMES) < SIZE_LIMIT
    assert sorted(row.name for row in recorder.ROWS) == NAMES


def test_a_difference_is_told_with_recording_tick_and_section() -> None:
    recording = load(SHORT)
    column = recording.sections.index("bodies/asteroid")
    recording.digests = recording.digests.copy()
    recording.digests[2:, column] ^= 1
    assert compare(recording) == f"{SHORT}: differs first at tick 120 (equal at 60) in bodies/asteroid"


def test_what_occurs_is_compared_too() -> None:
    recording = load(SHORT)
    occurs = recording.header.occurs | {"zones": ["well"]}
    recording.header = replace(recording.header, occurs=occurs)
    assert compare(recording) == f"{SHORT}: zones that occur are [], not ['well']"


def test_a_digest_knows_values_and_neither_order_nor_types() -> None:
    section: Section = {
        "slot": ["enemy 1"],
        "health": np.array([2.5, -0.0], np.float32),
        "born": np.array([7]),
    }
    turned: Section = {"born": np.array([7], np.int16), "slot": ["enemy 1"], "health": np.array([2.5, -0.0])}
    assert digest(section) == digest(turned)
    changes: list[Section] = [
        {"born": np.array([8])}, {"slot": ["enemy 2"]}, {"health": np.array([2.5, 0.0])},
        {"health": np.array([np.nextafter(np.float32(2.5), np.float32(3)), -0.0])}, {"more": 1},
    ]  # fmt: skip
    digests = {digest(section | change) for change in changes}
    assert len(digests) == len(changes) and digest(section) not in digests


def test_rows_that_stay_free_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A larger pool of bullets, on a planet of the same size."""
    config, found = Endless.world_config, list[dict[str, int]]()
    for bullets in (1024, 1500):
        monkeypatch.setattr(
            Endless,
            "world_config",
            lambda mode, bullets=bullets: replace(config(mode), planet_radius=40.0, bullets=bullets),  # pyright: ignore[reportUnknownLambdaType]
        )
        with Match(seed=5, workers=1) as match:
            reader = Reader(match)
            for _ in range(240):
                match.tick([make_command((0, 0, 0, 0), ["fire"])])
                reader.follow()
            found.append({name: digest(section) for name, section in reader.sections().items()})
    assert found[0] == found[1]
    assert {"bodies/drone", "bodies/bullet", "minds/drone", "mode/score"} <= found[0].keys()


def test_recording_twice_gives_the_same_bytes(recorder: ModuleType, tmp_path: Path) -> None:
    row = next(row for row in recorder.ROWS if row.name == SHORT)
    files = [tmp_path / name for name in ("one", "two")]
    for path in files:
        write_recording(path, recorder.record(row, recorder.FIRST))
    assert files[0].read_bytes() == files[1].read_bytes()
    again = tmp_path / "again"
    write_recording(again, read_recording(files[0]))
    assert again.read_bytes() == files[0].read_bytes()


def test_a_recording_is_not_overwritten_without_new_rules(
    recorder: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    path = FOLDER / f"{SHORT}{SUFFIX}"
    before = path.read_bytes()
    for words in ([SHORT], [SHORT, "--new-rules", " "], [recorder.SELF_TEST]):
        assert recorder.main(words) == 1
        assert f"{words[0]}: recorded already" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_replay_of_the_self_test_is_recorded_by_its_name(
    recorder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "ROOT", tmp_path)
    (tmp_path / REPLAY).parent.mkdir(parents=True)
    (tmp_path / REPLAY).write_bytes(b"of other rules")
    assert recorder.main([recorder.SELF_TEST, "--new-rules", "a test"]) == 0
    found, shipped = read_replay(tmp_path / REPLAY), read_replay(resources.path(REPLAY))
    assert found.ticks == recorder.SELF_TEST_TICKS
    assert np.array_equal(found.commands, shipped.commands)
    assert np.array_equal(found.hashes, shipped.hashes)
