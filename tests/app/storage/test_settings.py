"""Settings files: good, missing, broken in every way, and folders that cannot be written."""

import os
import random
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.app.input.actions import STICKS, Action
from arena.app.input.bindings import DEFAULTS, MAX_SOURCES, default_bindings
from arena.app.input.profiles import PadProfile
from arena.app.storage import paths
from arena.app.storage.settings import (
    MAX_BYTES,
    Settings,
    file_shape,
    format_settings,
    load_settings,
    parse_settings,
    save_settings,
)
from tests.fuzzing.settings_cases import legal


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "mit Umlaut ä" / "settings.toml"
    settings = Settings(volume=0.25, effects=0.0, quality="low", fullscreen=True, shake=0.5)
    settings.bindings[Action.BOMB] = ("key:B",)
    assert save_settings(settings, path) == ""
    assert load_settings(path) == (settings, "")
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"]


READ = {
    "none": (None, Settings(), ""),
    "empty": (b"", Settings(), ""),
    "a byte order mark": (b"\xef\xbb\xbf[audio]\nvolume = 0.5\n", Settings(volume=0.5), ""),
    "one bad value": (b"[audio]\nvolume = 7\neffects = 0.5\n", Settings(effects=0.5), "audio.volume"),
}


@pytest.mark.parametrize("kind", READ)
def test_what_is_good_in_a_file_is_read(tmp_path: Path, kind: str) -> None:
    (data, expected, told), path = READ[kind], tmp_path / "settings.toml"
    if data is not None:
        path.write_bytes(data)
    settings, message = load_settings(path)
    assert settings == expected and told in message and bool(told) == bool(message)


BROKEN = {
    "binary": bytes(range(256)),
    "not utf-8": b"\xff\xfe",
    "not toml": b"volume is loud",
    "truncated": format_settings(Settings())[:-9],
    "huge": b"#" * (MAX_BYTES + 1),
    "nested": b"a = " + b"[" * 5_000 + b"]" * 5_000,
    "a binding nested through dotted keys": b"[bindings]\nfire = [{" + b"a." * 3_000 + b"a = 1}]",
    "dotted keys": b"a." * 7_000 + b"a = 1",
    "a nested table": b"[" + b"a." * 500 + b"a]",
    "a key of two lines": b'"a\\nb" = 1',
    "a huge number of the version": b"version = 0x" + b"F" * 9_000,
    "a huge number as a binding": b"[bindings]\nfire = [0x" + b"F" * 9_000 + b"]",
    "huge number": b"[audio]\nvolume = " + b"9" * 5_000,
    "newer version": b"version = 2\n[audio]\nvolume = 0.1",
    "nan": b"[audio]\nvolume = nan",
    "infinite": b"[audio]\nvolume = 1e999",
    "negative": b"[audio]\nvolume = -0.5",
    "text for a number": b'[audio]\nvolume = "loud"',
    "true for a number": b"[audio]\nvolume = true",
    "number for a switch": b"[video]\nfullscreen = 1",
    "unknown choice": b'[video]\nquality = "cinematic"',
    "list for a choice": b"[video]\nquality = []",
    "unknown key": b"[video]\nsparkle = 1",
    "unknown table": b"[network]\nport = 1",
    "table as a value": b"audio = 3",
    "bindings as a value": b"bindings = 3",
    "bad binding": b"[bindings]\nfire = []",
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_kept_aside_and_defaults_are_used(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    settings, message = load_settings(path)
    assert settings == Settings()
    assert message.startswith("Settings: ") and message.endswith("kept as settings.toml.bad")
    assert "\n" not in message and len(message) < 240
    assert (tmp_path / "settings.toml.bad").read_bytes() == data
    assert not path.exists()


WRONG = """version = 1
[audio]
volum = 0.3
music = 7
effects = 0.25
[game]
difficulty = "harrd"
[bindings]
fier = ["key:A"]
bomb = ["key:B"]
boost = ["kye:LSHIFT"]
move_stick = ["pad:leftstik"]
[pads.Mine]
dead_zone = 0.3
curve = "sofft"
[pads.Mine.bindings]
fire = ["key:A"]
boost = ["pad:b"]
"""
PROBLEMS = (
    '3: audio.volum: is not known; perhaps "volume" is meant; [audio] has volume, effects, music, captions; '
    "correct it or take it out",
    "4: audio.music: 7 is not allowed; write a number from 0 to 1",
    '7: game.difficulty: "harrd" is not allowed; perhaps "hard" is meant; '
    'write one of "easy", "normal", "hard"',
    f'9: bindings.fier: is not known; perhaps "fire" is meant; [bindings] has {", ".join(Action)}; '
    "correct it or take it out",
    '11: bindings.boost: "kye:LSHIFT" is not allowed; perhaps "key:LSHIFT" is meant; '
    'write a source such as "key:W" or "mouse:LEFT" or "pad:a"',
    '12: bindings.move_stick: "pad:leftstik" is not allowed; perhaps "pad:leftstick" is meant; '
    'write one of "pad:leftstick", "pad:rightstick"',
    '15: pads.Mine.curve: "sofft" is not allowed; perhaps "soft" is meant; '
    'write one of "straight", "soft", "softer"',
    '17: pads.Mine.bindings.fire: "key:A" is not allowed; write a source such as "pad:a"',
)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_problem_of_a_file_is_told_with_its_line_and_what_is_good_is_read(
    end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(WRONG.replace("\n", end).encode())
    settings, message = load_settings(path)
    assert capsys.readouterr().err.splitlines() == [f"settings.toml.bad:{told}" for told in PROBLEMS]
    assert message.splitlines() == [
        'Settings: line 3: audio.volum: is not known; perhaps "volume" is meant',
        "Settings: line 4: audio.music: 7 is not allowed; write a number from 0 to 1",
        "Settings: and 6 more, kept as settings.toml.bad",
    ]
    pad = PadProfile(dead_zone=0.3)
    pad.bindings[Action.BOOST] = ("pad:b",)
    expected = Settings(default_bindings() | {Action.BOMB: ("key:B",)}, {"Mine": pad}, effects=0.25)
    assert settings == expected


MISSPELT = {
    "[audio]\nvolum = 1": 'audio.volum: is not known; perhaps "volume"',
    "[game]\ndifficluty = 1": 'game.difficluty: is not known; perhaps "difficulty"',
    "[comfort]\naimassist = 1": 'comfort.aimassist: is not known; perhaps "aim_assist"',
    "[video]\nfullscren = 1": 'video.fullscren: is not known; perhaps "fullscreen"',
    "[bindings]\nnextweapon = 1": 'bindings.nextweapon: is not known; perhaps "next_weapon"',
    "[pads.Mine]\ndeadzone = 1": 'pads.Mine.deadzone: is not known; perhaps "dead_zone"',
    "[pads.Mine.bindings]\nbom = 1": 'pads.Mine.bindings.bom: is not known; perhaps "bomb"',
    "\n[binding]": 'binding: is not known; perhaps "bindings"',
}


@pytest.mark.parametrize("text", MISSPELT)
def test_a_misspelt_key_of_each_table_is_told_with_the_one_that_was_meant(text: str) -> None:
    _, (problem,) = parse_settings(text.encode())
    assert problem.line == 2 and problem.told.startswith(f"{MISSPELT[text]} is meant; ")


def test_every_table_is_misspelt_once() -> None:
    tables = {text.partition("]")[0].partition("[")[2] for text in MISSPELT}
    assert tables >= file_shape().keys.keys() - {"pads"}


def test_thousands_of_problems_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[video]\n" + "".join(f"hig_{number:x}con=1\n" for number in range(2_000)))
    _, message = load_settings(path)
    assert message.splitlines()[2] == "Settings: and 1998 more, kept as settings.toml.bad"
    lines = capsys.readouterr().err.splitlines()
    assert (len(lines), lines[-1]) == (101, "settings.toml.bad: and 1900 more")


def test_an_earlier_bad_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for text in ("first", "second"):
        path.write_text(text)
        load_settings(path)
    assert (tmp_path / "settings.toml.bad").read_text() == "first"
    assert (tmp_path / "settings.toml.bad2").read_text() == "second"


def test_a_file_of_release_0_is_read_and_written_in_the_same_layout() -> None:
    data = Path(__file__).with_name("settings_0.toml").read_bytes()
    settings, problems = parse_settings(data)
    assert problems == [] and settings.pads["Some pad"].curve == "soft"
    assert settings.bindings[Action.BOMB] == ("key:B",)
    chosen = {key: getattr(settings, key) for key in settings.rows}
    assert chosen.items() >= {
        "volume": 0.25, "effects": 0.5, "music": 0.0, "captions": True, "difficulty": "hard",
        "lessons_done": True, "fire": "auto", "aim_assist": "strong", "game_speed": 0.75, "quality": "high",
        "render_scale": 0.85, "fullscreen": True, "colors": "tritanopia", "high_contrast": True,
        "reduced_motion": True, "flash_limit": False, "shake": 0.5, "ui_scale": 1.5,
    }.items()  # fmt: skip
    written = iter(format_settings(settings).splitlines())
    assert all(line in written for line in data.splitlines()), "a line is missing, or out of order"


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


NO_FILE: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "socket": make_socket,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("kind", NO_FILE)
def test_what_is_no_file_is_kept_aside_and_defaults_are_used(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "settings.toml"
    NO_FILE[kind](path)
    assert save_settings(Settings(), path).startswith("Settings not saved: "), "it is not saved over"
    settings, message = load_settings(path)
    assert settings == Settings()
    assert message.startswith("Settings: ") and message.endswith("kept as settings.toml.bad")
    assert save_settings(Settings(volume=0.5), path) == ""
    assert load_settings(path)[0].volume == 0.5
    assert Path("/dev/zero").is_char_device()


def test_a_link_stays_and_the_file_it_leads_to_is_written(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "arena.toml"
    target.parent.mkdir()
    target.write_bytes(b"[audio]\nvolume = 0.5\n")
    target.chmod(0o640)
    path = tmp_path / "settings.toml"
    path.symlink_to(Path("dotfiles") / "arena.toml")
    assert save_settings(load_settings(path)[0], path) == ""
    assert path.is_symlink() and not target.is_symlink()
    assert load_settings(target)[0].volume == 0.5
    assert target.stat().st_mode & 0o777 == 0o640
    target.write_bytes(b"volume is loud")
    assert load_settings(path)[1].endswith("kept as arena.toml.bad")
    assert path.is_symlink() and (target.parent / "arena.toml.bad").read_bytes() == b"volume is loud"
    assert save_settings(Settings(volume=0.25), path) == ""
    assert load_settings(target)[0].volume == 0.25


BY_HAND = r"""# my own [[[[[[[[[[ file ]] a.b.c.d.e.f.g.h.i.j.k
version=1
audio = { volume = 0.25 , effects = 1, music = 0.5 }   # = { { { { { { { { { {
[ video ]	# tabs, spaces
  'quality'   =   "low"
  "shake" = 5e-1
fullscreen = true
[bindings]
fire = [  # one a line
  "key:A",   # a.b.c.d.e.f.g.h.i.j.k.l.m
  'key:B',
  '''key:C''', ]
"bomb" = ["key:\u0042"]
pause = ["key:E"]#[[[[[[[[[[[
"""


def test_a_file_written_by_hand_is_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(BY_HAND.replace("\n", "\r\n").encode())
    bindings = default_bindings()
    bindings[Action.FIRE] = ("key:A", "key:B", "key:C")
    bindings[Action.BOMB], bindings[Action.PAUSE] = ("key:B",), ("key:E",)
    expected = Settings(bindings, volume=0.25, music=0.5, quality="low", fullscreen=True, shake=0.5)
    assert load_settings(path) == (expected, "")


def test_the_largest_file_we_write_and_comments_on_all_of_it_are_read() -> None:
    settings = Settings(bindings={action: _many_sources(action) for action in Action if action in DEFAULTS})
    written = format_settings(settings)
    commented = b"".join(line + b"  # why I chose this\n" for line in written.splitlines())
    assert parse_settings(commented) == (settings, [])


def _many_sources(action: Action) -> tuple[str, ...]:
    if action in STICKS:
        return ("pad:leftstick", "pad:rightstick")
    return tuple(f"key:NUM_MULTIPLY_{number}" for number in range(MAX_SOURCES))


def test_a_folder_that_cannot_be_written_is_said_and_survived(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    assert save_settings(Settings(), blocker / "settings.toml").startswith("Settings not saved: ")
    assert load_settings(blocker / "settings.toml")[0] == Settings()


def test_a_failed_write_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    save_settings(Settings(volume=0.5), path)

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    assert save_settings(Settings(volume=0.1), path) == "Settings not saved: No space left on device"
    assert load_settings(path)[0].volume == 0.5
    assert len(list(tmp_path.iterdir())) == 1


def test_places_are_below_the_users_own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_PICTURES_DIR"):
        monkeypatch.delenv(name, raising=False)
    for place in (paths.settings_file(), paths.scores_file(), paths.replays_folder()):
        assert "arena" in place.parts


@given(st.binary(max_size=200))
def test_no_bytes_break_the_parser(data: bytes) -> None:
    settings, _ = parse_settings(data)
    assert parse_settings(format_settings(settings)) == (settings, [])


def test_every_legal_file_is_read() -> None:
    for seed in range(300):
        data, settings = legal(random.Random(seed))
        assert len(data) <= MAX_BYTES
        assert parse_settings(data) == (settings, []), f"seed {seed}: {data.decode()}"
