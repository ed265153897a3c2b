"""The command line from outside: a bad flag gives one clear line and exit code 2, and allocates nothing."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena import __version__
from arena.app.storage.levels import load_world
from arena.cli import build_parser, main
from arena.game.match import Match
from arena.game.replays.reader import read_replay

ROOT = Path(__file__).resolve().parent.parent

BAD_FLAGS = [
    (words.split(), told)
    for words, told in {
        "play --mode sandpit": "there are campaign, endless, daily, ",
        "play --wave 3 --world 2": "--wave is of the endless waves",
        "demo --skill good": "no skill 'good'; there is weak, middle, best, learnt",
        "play --mode daily --invulnerable": "--invulnerable belongs to --mode practice",
        "play --mode practice --wave 61": "61 is over the limit of 60",
        "play --mode endless --world 2": "belong to --mode campaign",
        "play --level none.toml": "cannot read the level none.toml",
        "play --mode daily --seed 5": "practice or sandbox, not to daily",
        "play --trial one_bomb --seed 3": "practice or sandbox, not to trial",
        "replay a.replay --trace 5 --verify": "--verify stands alone",
        "replay --level a.toml": "--level is for a FILE to watch, or for --verify",
        "replay a.replay --trace 5 --level a.toml": "--level is for a FILE to watch",
        "play --hull glass": "hull glass is flown in trials only; there are standard, dart, bulwark, comet",
        "play --hull dart --hull comet": "2 hulls are too many for the players",
        "play --mode chess": "there is no mode 'chess'",
        "play --mode endles": "perhaps 'endless' is meant",
        "demo --mode daily": "there is no mode 'daily'; there are campaign, endless",
        "play --players 0": "below the limit of 1",
        "play --players 5": "over the limit of 4",
        "play --players two": "not a whole number",
        "play --difficulty brutal": "invalid choice",
        "play --seed -1": "below the limit of 0",
        f"play --seed {2**63}": "over the limit",
        f"play --seed {'9' * 5000}": "not a whole number",
        "stress --enemies -1": "below the limit of 0",
        "stress --asteroids -5": "below the limit of 0",
        "stress --bullets 1.5": "not a whole number",
        "stress --enemies 1000000000": "over the limit of 1000000",
        "stress --enemies 600000 --bullets 600000": "over the limit of 1000000",
        "stress --ticks 0": "below the limit of 1",
        "stress --ticks 5 --seconds 5": "not allowed with",
        "stress --seconds nan": "not above 0",
        "stress --seconds inf": "not above 0",
        "stress --seconds -3": "not above 0",
        "stress --workers 0": "below the limit of 1",
        "stress --workers 100000": "over the limit of 256",
        "stress --cells 0": "below the limit of 1",
        "stress --cells 100000": "over the limit of 128",
        "stress --live-radius nan": "not above 0",
        "stress --live-radius 1e9": "below 1e+09",
        "stress --headless --windowed": "not allowed with",
        "stress --headless --size 640x360": "belong to a window",
        "stress --json --quality low": "belong to a window",
        "stress --size huge": "not WIDTHxHEIGHT",
        "demo --headless --seconds 0": "not above 0",
        "demo --headless --seconds soon": "not a number of seconds",
        "demo --output somewhere": "--headless",
        "shot": "--scene",
        "shot --scene nowhere": "there is no scene 'nowhere'",
        "shot --scene calm --size 0x0": "beyond the limits",
        "shot --scene calm --size 99999x99999": "beyond the limits",
        "shot --scene calm --size big": "not WIDTHxHEIGHT",
        "shot --scene calm --quality ultraviolet": "invalid choice",
        "shot --scene calm --tick -1": "below the limit of 0",
        "replay --verify": "name a FILE",
        "play --size 1x1": "beyond the limits",
        "play --quality best": "invalid choice",
        "replay missing.replay --verify": "missing.replay",
        "replay missing.replay": "missing.replay",
        "fly": "invalid choice",
        "--no-such-flag": "unrecognized arguments",
        "stress --enem 5": "unrecognized arguments",
    }.items()
]


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run the command line in this process; return exit code, stdout and stderr."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        assert isinstance(stop.code, int)
        code = stop.code
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Arguments that the last window was opened with."""
    given: dict[str, Any] = {}
    monkeypatch.setattr(
        "arena.commands.window.open_window", lambda start, *_, **more: given.update(more, start=start) or 0
    )
    return given


@pytest.mark.parametrize(
    "words",
    [
        *("play --seed 0", f"play --seed {2**63 - 1}", "play --players 4", "play --mode practice --wave 60"),
        *("stress --enemies 1000000", "stress --workers 256", "stress --cells 128", "demo --seconds 86400"),
        *("shot --scene calm --size 16x8192", "shot --scene calm --tick 0", "film x --from 0 --fps 60"),
    ],
)
def test_the_limits_themselves_are_allowed(words: str) -> None:
    build_parser().parse_args(words.split())


@pytest.mark.usefixtures("no_display")
@pytest.mark.parametrize(("arguments", "expected"), BAD_FLAGS, ids=lambda value: " ".join(value)[:60])
def test_bad_usage_is_refused_in_one_clear_line(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(arguments, capsys)
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert lines[0].startswith("error: ") and expected in lines[0]
    assert len(lines) <= 2 and len(lines[0]) < 240


def test_as_many_bodies_as_allowed_are_shown(
    opened: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["stress", "--windowed", "--enemies", "400000", "--asteroids", "400000", "--bullets"]
    assert run([*words, "200000"], capsys)[0] == 0 and opened["bullets"] == 200_000
    code, _, err = run([*words, "200001"], capsys)
    assert code == 2 and "1000001 bodies together are over the limit" in err


@pytest.mark.parametrize("whole", ["--ghost none.replay", "--challenge 0823-K4K7-P77"])
@pytest.mark.parametrize(
    "flag",
    [
        *("--mode endless", "--seed 3", "--world 2", "--wave 2", "--hull dart", "--trial ram"),
        "--invulnerable",
    ],
)
def test_who_flies_a_game_of_others_chooses_nothing_of_it(
    whole: str, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(["play", *whole.split(), *flag.split()], capsys)
    assert (code, out) == (2, "") and "leave the flags that choose another one out" in err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
@pytest.mark.usefixtures("no_display")
@pytest.mark.parametrize("arguments", [[], ["play"], ["demo"], ["stress"]])
def test_without_a_display_the_headless_way_is_named(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(arguments, capsys)
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1 and "--headless" in err


@pytest.mark.parametrize("command", ["", "play", "stress", "demo", "replay", "shot", "levels"])
def test_every_flag_says_what_it_does_and_an_unknown_one_names_the_help_of_its_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = build_parser()
    if command:
        parser = parser.parse_known_args([command])[0].parser
        told = f"error: unrecognized arguments: --bogus\nhelp:  arena {command} --help\n"
        assert run([command, "--bogus"], capsys) == (2, "", told)
    silent = [action.dest for action in parser._actions if not action.help and action.option_strings]
    assert silent == []
    code, out, _ = run([*command.split(), "--help"], capsys)
    assert code == 0 and "netplay" not in out and "server" not in out


def test_the_title_takes_the_flags_of_a_window(
    opened: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--quality", "low", "--size", "640x360", "--no-fullscreen"]) == 0
    assert opened == {"start": "title", "quality": "low", "size": (640, 360), "fullscreen": False}
    code, _, err = run(["--quality", "low", "play"], capsys)
    assert code == 2 and "--quality stands behind the command: arena play --quality" in err


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("--size 640x360 --quality low --fullscreen --difficulty hard --players 2",
         {"size": (640, 360), "quality": "low", "fullscreen": True, "difficulty": "hard", "players": 2}),
        ("--no-fullscreen", {"fullscreen": False, "size": None}),
        ("", {"fullscreen": None}),
    ],
)  # fmt: skip
def test_play_passes_on_how_its_window_looks(
    words: str, given: dict[str, Any], opened: dict[str, Any]
) -> None:
    assert main(["play", *words.split()]) == 0
    assert {name: opened[name] for name in given} == given


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        ("", "endless"), ("--seed 3", "endless"), ("--world 2", "campaign"), ("--wave 3", "practice"),
        ("--invulnerable --world 2", "practice"), ("--mode sandbox", "sandbox"), ("--mode daily", "daily"),
    ],
)  # fmt: skip
def test_flags_choose_the_first_mode_that_takes_them(words: str, mode: str, opened: dict[str, Any]) -> None:
    for command in ("play", "demo") if mode in ("endless", "campaign") else ("play",):
        assert main([command, *words.split()]) == 0
        assert opened["mode"] == mode
        assert (opened["level"] is not None) == ("--world" in words)


def test_a_demo_in_a_window_is_given_its_pilot(opened: dict[str, Any]) -> None:
    from arena.env.pilot import SeatedPilot
    from arena.game.bots.bot import Bot
    from arena.game.match import Match

    assert main(["demo"]) == 0 and "pilot" not in opened
    for skill, kind in (("weak", Bot), ("learnt", SeatedPilot)):
        assert main(["demo", "--skill", skill]) == 0
        with Match(seed=2, workers=1) as match:
            command = opened["pilot"](match)
            assert isinstance(command.__self__, kind) and match.tick([command(match.world)]) is None


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"], capsys) == (0, f"arena {__version__}\n", "")


def test_python_m_arena_is_the_same_command() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "arena", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout == f"arena {__version__}\n"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RuntimeError("the sky\nfell"), "RuntimeError: the sky fell (the traceback: --debug)"),
        (MemoryError("Unable to allocate 7 TiB\nfor it"), "not enough memory; ask for fewer bodies"),
    ],
)
def test_an_unexpected_error_is_one_line_and_its_traceback_waits_for_debug(
    error: Exception, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(options: object) -> int:
        raise error

    monkeypatch.setattr("arena.commands.replay.run", fail)
    code, _, err = run(["replay", "any"], capsys)
    assert (code, err) == (1, f"error: {told}\n")
    code, _, err = run(["replay", "any", "--debug"], capsys)
    assert code == 1 and err.startswith("Traceback")


@pytest.mark.parametrize("content", [b"", b"not a replay", b"\0" * 4096, b"ARENARPL", None])
@pytest.mark.parametrize("flags", [[], ["--verify"]])
def test_an_unreadable_replay_is_refused(
    content: bytes | None, flags: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder without any is none, too."""
    file = tmp_path / "broken.replay"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    code, out, err = run(["replay", str(file), *flags], capsys)
    assert (code, out) == (2, "") or (content is None and not flags)
    assert len(err.splitlines()) == (code == 2) and ("broken.replay" in err or code == 0)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        *(
            ("shot --scene calm", name)
            for name in ("file", "picture.png", "missing/picture.png", "picture.txt")
        ),
        *(("demo --headless", name) for name in ("full", "file", "file/below")),
    ],
)
def test_outputs_never_mix_with_files_that_are_there_nor_go_where_they_cannot(
    command: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "full").mkdir()
    mine = [tmp_path / there for there in ("full/mine.txt", "file", "picture.png")]
    for file in mine:
        file.write_bytes(b"mine")
    code, _, err = run([*command.split(), "--output", str(tmp_path / name)], capsys)
    assert code == 2 and len(err.splitlines()) == 1
    assert [file.read_bytes() for file in mine] == [b"mine"] * 3
    assert len(list(tmp_path.rglob("*"))) == 4


CLOSED = [
    ("--help", "1"), ("replay none.replay", "2"), ("stress --headless --ticks 3", "2"), ("levels", "0 1 2"),
    ("replay", "0 1 2"), ("shot --list", "0 1 2"), ("stress --ticks 0", "0 1 2"),
    ("demo --headless --seconds 0.1 --output out", "0 1 2"),
]  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="closes file descriptors as a shell does")
@pytest.mark.parametrize(("words", "closed"), CLOSED)
def test_a_command_runs_with_closed_streams(words: str, closed: str, tmp_path: Path) -> None:
    """Output for a closed stream is dropped, and never lands in a file or on another stream."""
    redirections = " ".join(f"{descriptor}>&-" for descriptor in closed.split())
    no_picture = {"MESA_GL_VERSION_OVERRIDE": "2.1"}  # it would take seconds
    result = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", sys.executable, "-m", "arena", *words.split()],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)} | no_picture, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    wrong = words in ("replay none.replay", "stress --ticks 0")
    assert result.returncode == (2 if wrong else 0), result
    assert "error" not in result.stdout and bool(result.stdout) == (not wrong and "1" not in closed)
    assert "Traceback" not in result.stderr and not ("2" in closed and result.stderr)
    assert words != "--help" or result.stderr == ""
    for recording in tmp_path.glob("out/*.replay"):
        read_replay(recording)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("words", ["--help", "levels --help", "--version", "levels", "shot --list"])
def test_output_that_cannot_be_written_is_one_line(words: str, unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "arena", *words.split()], cwd=ROOT, stdout=full, stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered}, text=True, check=False,
        )  # fmt: skip
    told = "error: cannot write the output: No space left on device\n"
    assert (result.returncode, result.stderr) == (1, told)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("gone", [False, True], ids=["full", "gone"])
@pytest.mark.parametrize(
    ("words", "code"), [("trials", 0), ("replay none.replay", 2), ("stress --ticks 0", 2)]
)
def test_no_work_ends_with_its_reader_of_errors(words: str, code: int, gone: bool, tmp_path: Path) -> None:
    """Notes, bars and the error itself are dropped where nobody takes them."""
    damaged = tmp_path / "arena" / "progress.toml"
    damaged.parent.mkdir()
    damaged.write_text("this is no progress\n")
    writer = os.open("/dev/full", os.O_WRONLY)
    if gone:
        reader, writer = os.pipe()
        os.close(reader)
    result = subprocess.run(
        [sys.executable, "-m", "arena", *words.split()], cwd=ROOT, stdout=subprocess.PIPE, stderr=writer,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)}, text=True, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (result.returncode, result.stdout != "") == (code, words == "trials")
    assert damaged.exists() == (words != "trials"), "there was something to tell"


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise elsewhere")
@pytest.mark.parametrize("words", ["--help", "levels"])
def test_a_reader_that_has_gone_is_told_nothing(words: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run(
        [sys.executable, "-m", "arena", words], cwd=ROOT, stdout=writer, stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": ""}, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (result.returncode, result.stderr) == (1, b"")


@pytest.mark.skipif(os.name != "posix", reason="names of files hold no such characters elsewhere")
def test_a_path_stays_on_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, good, none = (tmp_path / f"{name}\n\x1b[1m.toml" for name in ("wrong", "good", "none"))
    wrong.write_text("")
    good.write_text(load_world(1).text)
    for words, expected in {
        ("levels", "--check", str(wrong)): (1, "", [r"wrong\n\x1b[1m.toml:1: "] * 3),
        ("levels", "--check", str(good)): (0, r"good\n\x1b[1m.toml: Haven", []),
        ("levels", "--check", str(none)): (2, "", [r"none\n\x1b[1m.toml: No such file"]),
        ("play", "--level", str(wrong)): (2, "", [r"wrong\n\x1b[1m.toml:1: "]),
        ("play", "--level", str(none)): (2, "", [r"none\n\x1b[1m.toml: No such file"]),
    }.items():
        code, out, err = run(list(words), capsys)
        lines = err.splitlines()
        assert code == expected[0] and expected[1] in out and len(out.splitlines()) == bool(expected[1])
        assert len(lines) == len(expected[2])
        assert all(part in line for part, line in zip(expected[2], lines, strict=True))


ODD = "odd\n\x1b[1m\r"
"""Beginning of names that end a line and give orders to a terminal."""


@pytest.mark.skipif(os.name != "posix", reason="names of files hold no such characters elsewhere")
@pytest.mark.parametrize(
    "words",
    [
        "replay ?none", "replay --verify ?none", "replay --verify ?.replay", "replay ?full", "replay ?empty",
        "replay ?.replay --trace 9",
        "replay ?.replay --against ?none", "film ?none", "film ?.replay --output ?taken.gif",
        "film ?.replay --output ?x", "film ?.replay --from 99", "shot --scene title --output ?taken.png",
        "shot --scene title --output ?none/x.png", "shot --scene ?none", "demo --headless --output ?full",
        "demo --headless --output ?.replay", "scores import ?empty", "scores import ?none",
        "scores list ?none", "play --ghost ?none", "sweep disasters --script ?none", "play --level ?none",
        "levels ?none", "?none",
    ],
)  # fmt: skip
def test_no_command_prints_control_characters_of_a_name(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / ODD
    for folder in ("full", "empty"):
        Path(f"{odd}{folder}").mkdir()
    for name in (".replay", "full/a.replay", f"full/{ODD}.replay"):
        with Match(record=Path(f"{odd}{name}"), workers=1) as match:
            match.tick()
    for name in ("taken.gif", "taken.png"):
        Path(f"{odd}{name}").touch()
    _, out, err = run([word.replace("?", str(odd)) for word in words.split()], capsys)
    assert r"odd\n\x1b[1m\r" in out + err
    assert not any(raw in out + err for raw in ("odd\n", "\x1b", "[1m\r")), out + err


ASCII = [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}]


@pytest.mark.parametrize("settings", ASCII, ids=["output", "locale"])
def test_text_that_the_output_cannot_encode_is_escaped(settings: dict[str, str], tmp_path: Path) -> None:
    level = load_world(1).text.replace('"Haven"', '"H\u00f6he \u9ad8"')
    (tmp_path / "l\u00f6.toml").write_text(level, encoding="utf-8")
    replays = tmp_path / "r\u00f6"
    replays.mkdir()
    with Match(record=replays / "g\u00f6.replay", workers=1) as match:
        match.tick()
    commands = {
        ("levels", "--check", "l\u00f6.toml"): b"H\\xf6he \\u9ad8, 6 phases: good",
        ("replay", str(replays)): b".replay",
        ("replay", "--verify", str(replays)): b"1 identical",
        ("play", "--level", "m\u00f6.toml"): b"cannot read the level",
    }
    code = (
        "import sys\nfrom itertools import groupby\nfrom arena.cli import main\n"
        "print([main([*words]) for end, words in groupby(sys.argv[1:], ';'.__eq__) if not end])"
    )
    words = [word for command in commands for word in (*command, ";")]
    result = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, check=False,
        env=os.environ | settings | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert result.stdout.endswith(b"[0, 0, 0, 2]\n"), result
    assert all(told in result.stdout + result.stderr for told in commands.values())
    assert b"Traceback" not in result.stderr and b"codec" not in result.stderr
