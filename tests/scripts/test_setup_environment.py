"""The set-up scripts: standard library only, and honest about what a machine lacks."""

import ast
import importlib.util
import json
import os
import shlex
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts.conftest import SCRIPTS

SETUP_SCRIPTS = ("play.py", "test.py", "setup_environment.py", "interpreted_tests.py")


def load(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import a script as a module, as `python3 scripts/name.py` would find its neighbours."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    spec = importlib.util.spec_from_file_location(f"script_{name}", SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The shared module, looking at an empty checkout."""
    module = load("setup_environment", monkeypatch)
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "constraints.txt").write_text("numpy==2.0.0\n", encoding="utf-8")
    (tmp_path / "locks").mkdir()
    for name in ("play", "test"):
        (tmp_path / "locks" / f"{name}.txt").write_text("numpy==2.0.0 --hash=sha256:0\n", encoding="utf-8")
    environment = tmp_path / ".venv"
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ENVIRONMENT", environment)
    monkeypatch.setattr(module, "MARKER", environment / "arena-setup.json")
    monkeypatch.setattr(module, "LOCK", tmp_path / ".venv.lock")
    monkeypatch.setattr(module, "PINS", tmp_path / "locks")
    monkeypatch.setattr(module, "PYTHON", environment / "bin" / "python")
    return module


def point(environment: Path, checkout: str = "") -> Path:
    """Leave in an environment what an editable installation leaves, and return it."""
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
    packages.mkdir(parents=True, exist_ok=True)
    pointer = packages / "_editable_impl_arena.pth"
    pointer.write_text(checkout, encoding="utf-8")
    return pointer


@pytest.fixture
def steps(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the two slow steps by notes that they happened."""
    taken: list[str] = []

    def create() -> None:
        taken.append("create")
        setup.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        setup.PYTHON.touch()

    def install(extras: list[str]) -> None:
        taken.append(f"install {extras}")
        point(setup.ENVIRONMENT)

    monkeypatch.setattr(setup, "_create_environment", create)
    monkeypatch.setattr(setup, "_install_project", install)
    return taken


@pytest.mark.parametrize("name", SETUP_SCRIPTS)
def test_scripts_need_only_the_standard_library(name: str) -> None:
    tree = ast.parse((SCRIPTS / name).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    foreign = {module.split(".")[0] for module in modules} - sys.stdlib_module_names
    assert foreign <= {script.removesuffix(".py") for script in SETUP_SCRIPTS}


@pytest.mark.parametrize("name", ["play.py", "test.py"])
def test_an_older_python_is_told_in_one_line(name: str) -> None:
    pretend = "import sys, runpy; sys.version_info = (3, 10, 4); sys.version = '3.10.4 (main)'; "
    pretend += f"runpy.run_path({str(SCRIPTS / name)!r}, run_name='__main__')"
    result = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == "error: Arena needs Python 3.11 or newer, and this is Python 3.10.4\n"


@pytest.mark.parametrize("changed", ["", "pyproject.toml", "locks/test.txt", ".venv/arena-setup.json"])
def test_a_second_start_installs_only_what_has_changed(
    setup: ModuleType, steps: list[str], changed: str
) -> None:
    """Requirements, or the marker that says what they were."""
    setup.provide_environment()
    if changed:
        with (setup.ROOT / changed).open("a", encoding="utf-8") as file:
            file.write("# changed\n")
    setup.provide_environment()
    assert steps == ["create", "install []"] * (2 if changed else 1)


def test_an_extra_is_added_and_kept(setup: ModuleType, steps: list[str]) -> None:
    setup.provide_environment()
    setup.provide_environment(["test"])
    setup.provide_environment()
    assert steps == ["create", "install []", "install ['test']"]
    assert json.loads(setup.MARKER.read_text(encoding="utf-8"))["extras"] == ["test"]


def test_a_copy_of_the_project_gives_way_to_the_checkout(
    setup: ModuleType, steps: list[str], pip_commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    setup.provide_environment()
    point(setup.ENVIRONMENT).unlink()  # as `pip install .` does
    capsys.readouterr()
    setup.provide_environment()
    assert steps == ["create", "install []"], "nothing else is installed again"
    (command,) = pip_commands
    assert command[command.index("-e") + 1] == "."
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_failed_installation_is_tried_again(
    setup: ModuleType, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(extras: list[str]) -> None:
        raise setup.SetupError("no network")

    with monkeypatch.context() as patch:
        patch.setattr(setup, "_install_project", fail)
        with pytest.raises(setup.SetupError, match="no network"):
            setup.provide_environment()
    setup.provide_environment()
    assert steps == ["create", "create", "install []"]


def test_an_environment_of_someone_else_is_kept(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    setup.ENVIRONMENT.mkdir()
    (setup.ENVIRONMENT / "work.txt").write_text("precious", encoding="utf-8")
    monkeypatch.setattr(setup, "_install_pip", lambda: None)
    monkeypatch.setattr(setup, "_install_project", lambda extras: None)  # pyright: ignore[reportUnknownLambdaType]
    setup.provide_environment()
    assert (setup.ROOT / ".venv-set-aside-1" / "work.txt").read_text(encoding="utf-8") == "precious"


def test_missing_packages_are_named_with_the_command(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup, "_is_root", lambda: False)
    monkeypatch.setattr(setup.sys, "platform", "linux")
    absent = setup.SystemPackage("libabsent9", libraries=("libabsent.so.9",))
    present = setup.SystemPackage("anything")
    assert setup.provide_system_packages([present, absent]) == [absent]
    told = capsys.readouterr().out
    assert "sudo apt-get install -y --no-install-recommends libabsent9\n" in told


def test_root_installs_what_is_missing(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(setup, "_is_root", lambda: True)
    monkeypatch.setattr(setup, "_is_debian", lambda: True)
    monkeypatch.setattr(setup.sys, "platform", "linux")
    monkeypatch.setattr(setup.shutil, "which", lambda command: f"/usr/bin/{command}")  # pyright: ignore[reportUnknownLambdaType]
    monkeypatch.setattr(setup, "_apt_install", installed.extend)
    setup.provide_system_packages([setup.SystemPackage("libabsent9", libraries=("libabsent.so.9",))])
    assert installed == ["libabsent9"]


def test_strays_of_the_environment_do_not_reach_the_game(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    variables = setup.child_environment(EXTRA="1")
    assert "PYTHONPATH" not in variables
    assert variables["EXTRA"] == "1"


@pytest.mark.parametrize(
    ("typed", "display", "passed_on"),
    [
        ([], True, []),
        ([], False, ["demo", "--headless"]),
        (["--seconds", "5"], False, ["demo", "--headless", "--seconds", "5"]),
        (["stress", "--headless"], False, ["stress", "--headless"]),
        (["--help"], False, ["--help"]),
        (["play"], True, ["play"]),
    ],
)
def test_without_a_display_the_bot_plays(
    typed: list[str], display: bool, passed_on: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load("play", monkeypatch).arena_arguments(typed, display) == passed_on


def test_one_failed_stage_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = load("test", monkeypatch)
    assert script.report([script.Result("types", 1.0, "")]) == 0
    assert script.report([script.Result("types", 1.0, ""), script.Result("tests", 2.0, "exit code 1")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines if line.startswith("  tests")] == [["tests", "FAILED"]]


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are a POSIX thing")
def test_a_stage_that_cannot_start_is_a_failed_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    script = load("test", monkeypatch)
    (result,) = script.run_stage(script.Stage("ghost", ["/nonexistent/program"], {}))
    assert result.detail == "cannot start /nonexistent/program: No such file or directory"


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are a POSIX thing")
def test_a_stage_that_hangs_is_stopped_with_all_it_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = load("test", monkeypatch)
    monkeypatch.setattr(script, "STAGE_LIMIT", 2.0)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    background = f"{{ echo began; sleep 30; echo survived; }} > {shlex.quote(str(pipe))} & wait"
    (result,) = script.run_stage(script.Stage("hang", ["sh", "-c", background], {}))
    assert result.detail.startswith("stopped after")
    os.set_blocking(reader, True)
    with os.fdopen(reader, "rb") as told:  # ends when the last process that could write is gone
        assert told.read() == b"began\n"


AUTOGROUP = Path("/proc/self/autogroup")
PRIORITIES = f"""
import os, pathlib
path = pathlib.Path("{AUTOGROUP}")
print(os.nice(0), *(path.read_text().split()[-1:] if path.exists() else []))
"""
"""Program that prints the niceness of a process and, where there is one, of its session."""


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are a POSIX thing")
def test_a_stage_beside_others_is_told_of_after_them(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It gives way to them, and ends before them or after."""
    script = load("test", monkeypatch)
    os.mkfifo(tmp_path / "pipe")
    pipe = shlex.quote(str(tmp_path / "pipe"))
    shell = {
        "first": "exit 3",
        "second": f"read line < {pipe}; echo second $line; exit 0",
        "beside": f"echo beside; python3 -c {shlex.quote(PRIORITIES)} > {pipe}; exit 4",
    }
    *others, beside = (script.Stage(name, ["sh", "-c", words], {}) for name, words in shell.items())
    before = os.nice(0)
    results = script.run_stage(beside, others)
    assert [(result.name, result.detail[-1:]) for result in results] == [
        ("first", "3"), ("second", ""), ("beside", "4")
    ]  # fmt: skip
    told = [line for line in capfd.readouterr().out.splitlines() if not line.startswith("[arena]")]
    of_session = [str(script.NICENESS)] if AUTOGROUP.exists() else []
    assert told == [" ".join(["second", str(min(19, before + script.NICENESS)), *of_session]), "beside"]


@pytest.mark.parametrize("name", ["play", "test"])
@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_is_told_before_anything_is_set_up(
    name: str, word: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = load(name, monkeypatch)
    for part in ("provide_system_packages", "provide_environment"):
        monkeypatch.setattr(script.setup, part, lambda *_: pytest.fail("it sets up"))
    monkeypatch.setattr(script.setup, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(sys, "argv", [f"{name}.py", word])
    assert script.main() == 0
    assert f"python3 scripts/{name}.py [" in capsys.readouterr().out


ONE_STAGE = """
import sys
import test as script
heeds = "import signal, sys; sys.exit(signal.getsignal(signal.SIGINT) is not signal.default_int_handler)"
script.setup.provide_system_packages = script.setup.provide_environment = lambda names: []
script.stages = lambda arguments: [script.Stage("signals", [sys.executable, "-c", heeds], {})]
sys.exit(script.main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are inherited on POSIX only")
def test_stages_heed_interrupts_where_the_check_runs_in_the_background() -> None:
    command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", ONE_STAGE]
    environment = os.environ | {"PYTHONPATH": str(SCRIPTS)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_file_that_runs_without_the_compiler_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    script = load("test", monkeypatch)
    assert script.INTERPRETED_TESTS
    assert [name for name in script.INTERPRETED_TESTS if not (SCRIPTS.parent / name).is_file()] == []
    (stage,) = [stage for stage in script.stages([]) if stage.variables.get("NUMBA_DISABLE_JIT") == "1"]
    assert set(script.INTERPRETED_TESTS) <= set(stage.command)


def test_bytecode_is_kept_where_the_shell_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    script = load("test", monkeypatch)
    script.keep_bytecode()
    assert "PYTHONDONTWRITEBYTECODE" not in script.setup.child_environment()
    assert not sys.dont_write_bytecode, "pip is told so, too"


def test_arguments_choose_among_all_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = load("test", monkeypatch).stages(["-k", "grid"])[-2]
    assert stage.command[-2:] == ["-k", "grid"] and "-m" not in stage.command[3:]


@pytest.fixture
def pip_commands(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Arguments of pip, which is not run."""
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        commands.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(setup.subprocess, "run", run)
    return commands


@pytest.mark.parametrize("keeps_bytecode", [True, False])
def test_pip_compiles_only_where_python_would_do_so_at_each_start(
    setup: ModuleType, pip_commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, keeps_bytecode: bool
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", not keeps_bytecode)
    setup._install_project(["test"])
    assert [("--no-compile" in command) == keeps_bytecode for command in pip_commands] == [True, True]


@pytest.mark.parametrize(("extras", "names"), [([], ["play"]), (["build", "test"], ["build", "test"])])
def test_only_what_has_a_hash_is_downloaded(
    setup: ModuleType, pip_commands: list[list[str]], extras: list[str], names: list[str]
) -> None:
    (setup.PINS / "build.txt").touch()
    setup._install_project(extras)
    packages, project = pip_commands
    assert "--require-hashes" in packages
    lists = [packages[place + 1] for place, word in enumerate(packages) if word == "-r"]
    assert lists == [str(setup.PINS / f"{name}.txt") for name in names]
    assert {"--no-index", "--no-deps", "--no-build-isolation"} <= set(project)


@pytest.mark.parametrize(
    ("system", "processor", "takes_sources"),
    [
        ("linux", "x86_64", False),
        ("linux", "aarch64", True),
        ("darwin", "arm64", False),
        ("win32", "AMD64", False),
    ],
)
def test_sources_are_built_only_where_a_wheel_lacks(
    setup: ModuleType, pip_commands: list[list[str]], monkeypatch: pytest.MonkeyPatch,
    system: str, processor: str, takes_sources: bool,
) -> None:  # fmt: skip
    monkeypatch.setattr(setup.sys, "platform", system)
    monkeypatch.setattr(setup.platform, "machine", lambda: processor)
    setup._install_project([])
    assert ("--only-binary" not in pip_commands[0]) == takes_sources


def test_lists_of_other_requirements_are_told(
    setup: ModuleType, pip_commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """They are installed all the same."""
    setup._install_project([])
    assert "asks for other packages than locks: see scripts/lock.py\n" in capsys.readouterr().out
    (setup.PINS / "play.txt").write_text(f"# {setup.sources_digest()}\n", encoding="utf-8")
    setup._install_project([])
    assert "asks for other packages" not in capsys.readouterr().out
    assert len(pip_commands) == 4


def test_an_extra_without_a_list_is_refused_before_anything_is_made(
    setup: ModuleType, steps: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert setup.main(["test"]) == 0
    with pytest.raises(SystemExit):
        setup.main(["test", "rivals"])
    assert capsys.readouterr().err.endswith("error: locks has no file for rivals\n")
    assert steps == ["create", "install ['test']"]


def test_a_package_that_does_not_match_its_hash_is_refused(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """By pip, whose words are passed on."""
    with zipfile.ZipFile(tmp_path / "numpy-2.0.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("numpy-2.0.0.dist-info/METADATA", "Name: numpy\nVersion: 2.0.0\n")
    (setup.PINS / "play.txt").write_text(f"numpy==2.0.0 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    monkeypatch.setattr(setup, "PYTHON", Path(sys.executable))
    for name, value in {"NO_INDEX": "1", "FIND_LINKS": tmp_path, "TARGET": tmp_path / "into"}.items():
        monkeypatch.setenv(f"PIP_{name}", str(value))
    with pytest.raises(setup.SetupError, match="pip failed with exit code 1, for the reason above"):
        setup._install_project([])
    assert "DO NOT MATCH THE HASHES" in capfd.readouterr().err
    assert not (tmp_path / "into").exists()


@pytest.mark.parametrize("utf8", ["0", "1"])
def test_a_checkout_outside_of_ascii_is_found_in_the_plainest_locale(
    setup: ModuleType,
    pip_commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    utf8: str,
) -> None:
    checkout = tmp_path / "Spiele für Zoë"
    checkout.mkdir()
    (checkout / "found_here.py").touch()
    venv.create(tmp_path / "venv")
    monkeypatch.setattr(setup, "ENVIRONMENT", tmp_path / "venv")
    point(tmp_path / "venv", str(checkout))
    setup._install_project([])
    python = next((tmp_path / "venv").rglob("python"))
    variables = {"LC_ALL": "C", "PYTHONUTF8": utf8}
    subprocess.check_call([python, "-P", "-c", "import found_here"], env=variables)
