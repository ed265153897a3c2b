"""Shared setup of play.py and test.py: a virtual environment in the checkout, and system libraries.

    python3 scripts/setup_environment.py [EXTRA ...]

Installs only what `locks` names, each file with its hash, then Arena itself from the checkout; extras are
those that `locks` has a file for. Standard library only, because it runs before anything is installed.
"""

import argparse
import ctypes
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
MARKER = ENVIRONMENT / "arena-setup.json"
LOCK = ROOT / ".venv.lock"
PINS = ROOT / "locks"
"""Folder with a list of packages and hashes for each extra, `play` for none; `lock.py` makes them."""
WHEELS_FOR_ALL = {("linux", "x86_64"), ("darwin", "arm64"), ("win32", "AMD64")}
"""Systems and processors for which each package has a wheel; elsewhere pip may build from a hashed source."""
ASKS_FOR_HELP = {"-h", "--help"}
"""Arguments of a script that are answered before anything is set up."""
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")


class SetupError(Exception):
    """Something the reader has to mend; its text says what and how."""


@dataclass(frozen=True)
class SystemPackage:
    """One Debian package, and how to see that what it brings is there already, wherever it came from."""

    name: str
    libraries: tuple[str, ...] = ()  # shared libraries that must load
    commands: tuple[str, ...] = ()  # programs that must be on the path
    files: tuple[str, ...] = ()  # glob patterns below /, one of which must match
    optional: bool = False  # the game runs without it: silent, or with another font

    def is_present(self) -> bool:
        """Look for the thing itself rather than ask the package manager."""
        found = all(_loads(library) for library in self.libraries)
        found = found and all(shutil.which(command) for command in self.commands)
        return found and (not self.files or any(any(Path("/").glob(pattern)) for pattern in self.files))


PLAY_PACKAGES = (
    SystemPackage("libgl1", libraries=("libGL.so.1",)),
    SystemPackage("libgl1-mesa-dri", files=("usr/lib*/**/dri/*_dri.so", "usr/lib*/**/libgallium*.so*")),
    SystemPackage("libegl1", libraries=("libEGL.so.1",)),
    SystemPackage("libx11-6", libraries=("libX11.so.6",)),
    SystemPackage("libxext6", libraries=("libXext.so.6",)),
    SystemPackage("libxi6", libraries=("libXi.so.6",)),
    SystemPackage("libfreetype6", libraries=("libfreetype.so.6",)),
    SystemPackage("libfontconfig1", libraries=("libfontconfig.so.1",)),
    SystemPackage("libopenal1", libraries=("libopenal.so.1",), optional=True),
    SystemPackage("fonts-dejavu-core", files=("usr/share/fonts/**/DejaVuSans.ttf",), optional=True),
)
TEST_PACKAGES = (
    *PLAY_PACKAGES,
    SystemPackage("xvfb", commands=("Xvfb",)),
    SystemPackage("xdotool", commands=("xdotool",)),
)
TEST_VARIABLES = {
    "LIBGL_ALWAYS_SOFTWARE": "1",  # the same pictures on every machine
    "__GLX_VENDOR_LIBRARY_NAME": "mesa",  # also where a card's own driver is asked first
    # Mesa 22.3 may free what one of its threads still unlocks, and then dies; processes are enough of them.
    "LP_NUM_THREADS": "0",
    "ALSOFT_DRIVERS": "null",  # sound is mixed and thrown away
}
"""Environment of tests, and of whatever else runs them."""


def say(message: str) -> None:
    """Print one line of progress at once, ahead of what a child process prints next."""
    print(f"[arena] {message}", flush=True)


def provide_system_packages(packages: Iterable[SystemPackage]) -> list[SystemPackage]:
    """Install what is missing where this user may do so; return what is missing still."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [package for package in packages if not package.is_present()]
    if not missing:
        return []
    names = [package.name for package in missing]
    say(f"missing system packages: {' '.join(names)}")
    if _is_root() and _is_debian() and shutil.which("apt-get"):
        _apt_install(names)
        missing = [package for package in missing if not package.is_present()]
    if missing:
        say(f"install them with: {install_command(missing)}")
    return missing


def install_command(packages: Iterable[SystemPackage]) -> str:
    """Return the line to type that installs `packages` on Debian and Ubuntu."""
    prefix = "" if _is_root() else "sudo "
    names = " ".join(package.name for package in packages)
    return f"{prefix}apt-get update && {prefix}apt-get install -y --no-install-recommends {names}"


def provide_environment(extras: Sequence[str] = ()) -> None:
    """Make sure that .venv holds this project, its pinned dependencies and `extras`.

    One made for another Python, place or set of pins is made anew; an unchanged one costs milliseconds. A
    copy of the project, as of `pip install .`, gives way to the checkout: it would hide changes of that.

    Raises:
        SetupError: the environment cannot be made here.
    """
    wanted = set(extras)
    with _one_at_a_time():
        key = _environment_key()
        marker = _read_marker()
        if PYTHON.exists() and marker.get("key") == key:
            installed = set(marker.get("extras", []))
            if wanted <= installed:
                if not _pointers():
                    say("this .venv holds a copy of Arena: pointing it at this folder again")
                    _install_checkout()
                return
            wanted |= installed
        else:
            _create_environment()
        _install_project(sorted(wanted))
        _write_marker({"key": key, "extras": sorted(wanted)})
        say("environment ready")


def sources_digest() -> str:
    """Hash the sources of the files in `locks`: all requirements in pyproject.toml, and constraints.txt."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, lines = settings["project"], (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    fields = ("requires-python", "dependencies", "optional-dependencies")
    pins = [line for line in lines if line and not line.startswith("#")]
    parts = [settings.get("build-system"), [project.get(field) for field in fields], pins]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def child_environment(**changes: str) -> dict[str, str]:
    """Return this process's variables with `changes`, less those that lead a child out of .venv."""
    strays = ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "__PYVENV_LAUNCHER__")
    variables = {name: value for name, value in os.environ.items() if name not in strays}
    variables["VIRTUAL_ENV"] = str(ENVIRONMENT)
    variables["PATH"] = os.pathsep.join([str(SCRIPTS), variables.get("PATH", os.defpath)])
    return variables | changes


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _is_debian() -> bool:
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return False
    families = [line for line in release.splitlines() if line.startswith(("ID=", "ID_LIKE="))]
    return any(name in line for line in families for name in ("debian", "ubuntu"))


def _apt_install(names: Sequence[str]) -> None:
    say("installing them with apt-get")
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-y", "-q", "--no-install-recommends", *names],
    )
    for command in commands:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, env=variables, check=False).returncode
        if status:
            say(f"{' '.join(command[:2])} failed with exit code {status}")


def _environment_key() -> str:
    """Hash what an environment depends on; its scripts hold absolute paths, so its place counts too."""
    digest = hashlib.sha256()
    for part in (sys.version, os.path.realpath(sys.executable), str(ROOT)):
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    for path in (ROOT / "pyproject.toml", *sorted(PINS.glob("*.txt"))):
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def _read_marker() -> dict[str, str | list[str]]:
    try:
        marker = json.loads(MARKER.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return marker if isinstance(marker, dict) else {}


def _write_marker(content: dict[str, str | list[str]]) -> None:
    """Written last and in one piece: a set-up that was cut short leaves a marker that matches nothing."""
    fresh = MARKER.with_suffix(".new")
    fresh.write_text(json.dumps(content), encoding="utf-8")
    fresh.replace(MARKER)


def _create_environment() -> None:
    if ENVIRONMENT.exists() and not MARKER.exists():
        _set_aside_foreign_environment()
    say(f"creating {ENVIRONMENT} with Python {sys.version.split()[0]}")
    builder = venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=False)
    try:
        builder.create(ENVIRONMENT)
        _write_marker({})
        _install_pip()
    except OSError as error:
        raise SetupError(f"cannot create {ENVIRONMENT}: {error.strerror or error}") from error


def _install_pip() -> None:
    command = [str(PYTHON), "-P", "-m", "ensurepip", "--upgrade", "--default-pip"]
    if _run_quietly(command).returncode == 0:
        return
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if _is_root() and _is_debian() and shutil.which("apt-get"):
        _apt_install(["python3-venv"])
    result = _run_quietly(command)
    if result.returncode:
        raise SetupError(
            f"Python {version} cannot install pip into a virtual environment; on Debian and Ubuntu type: "
            f"{install_command([SystemPackage('python3-venv')])}\n{result.stdout.strip()[-400:]}"
        )


def _run_quietly(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=child_environment(),
        check=False,
    )


def _set_aside_foreign_environment() -> None:
    """Keep an environment that someone else made: it may hold work."""
    number = 1
    while (aside := ROOT / f".venv-set-aside-{number}").exists():
        number += 1
    say(f"{ENVIRONMENT.name} was not made by this script: keeping it as {aside.name}")
    ENVIRONMENT.rename(aside)


def _install_project(extras: Sequence[str]) -> None:
    say("installing Arena and its pinned dependencies (some 200 MB the first time)")
    locks = [PINS / f"{extra}.txt" for extra in extras or ["play"]]
    if any(sources_digest() not in lock.read_text(encoding="utf-8") for lock in locks):
        say("pyproject.toml or constraints.txt asks for other packages than locks: see scripts/lock.py")
    wheels = ["--only-binary", ":all:"] if (sys.platform, platform.machine()) in WHEELS_FOR_ALL else []
    _pip_install("--require-hashes", *wheels, *(word for lock in locks for word in ("-r", str(lock))))
    _install_checkout()


def _install_checkout() -> None:
    """Let .venv point at the checkout, and find one whose path is not ASCII in every locale.

    Python reads .pth files by the locale.
    """
    # Its build backend came with the others: nothing is downloaded past the hashes.
    _pip_install("--no-index", "--no-deps", "--no-build-isolation", "-e", ".")
    for pointer in _pointers():
        place = pointer.read_bytes().strip()
        if not place.isascii():
            pointer.write_text(f"import os, sys; sys.path.append(os.fsdecode({place!r}))\n", encoding="ascii")


def _pointers() -> list[Path]:
    """Files by which .venv finds the checkout; none where it holds a copy."""
    packages = sysconfig.get_path("purelib", "venv", {"base": str(ENVIRONMENT)})
    return list(Path(packages).glob("_editable_impl_*.pth"))


def _pip_install(*arguments: str) -> None:
    command = [str(PYTHON), "-P", "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["--retries", "5", "--timeout", "60", *arguments]
    if not sys.dont_write_bytecode:
        # Python compiles the modules that it imports, and keeps them: a few of those that pip would.
        command.append("--no-compile")
    variables = child_environment(PIP_USER="0", PIP_REQUIRE_VIRTUALENV="0", PYTHONUNBUFFERED="1")
    result = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, env=variables, check=False)
    if status := result.returncode:
        raise SetupError(f"pip failed with exit code {status}, for the reason above; run this again to retry")


@contextmanager
def _one_at_a_time() -> Generator[None, None, None]:
    """Keep two set-ups of one checkout apart; the second waits and then finds everything done."""
    try:
        lock = LOCK.open("a")
    except OSError as error:
        reason = error.strerror or str(error)
        raise SetupError(f"cannot write to {ROOT}: {reason}; copy the checkout elsewhere") from error
    with lock:
        if os.name != "nt":
            import fcntl  # noqa: PLC0415 - Windows has none

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("waiting for another set-up of this checkout")
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(arguments: Sequence[str] | None = None) -> int:
    """Set up the environment and start nothing."""
    parser = argparse.ArgumentParser(
        prog="setup_environment", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    extras = [path.stem for path in sorted(PINS.glob("*.txt")) if path.stem != "play"]
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help=f"of {', '.join(extras)}; default none")
    chosen = parser.parse_args(arguments).extras
    if strangers := sorted(set(chosen) - set(extras)):
        parser.error(f"{PINS.name} has no file for {', '.join(strangers)}")
    try:
        provide_environment(chosen)
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the next start picks up from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
