#!/usr/bin/env python3
"""Set up everything Arena needs and start it; arguments go to the command `arena`.

    python3 scripts/play.py [ARGUMENT OF ARENA ...]

Once it is set up, --help is that of `arena`.
"""

import os
import subprocess
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this script is what tells the owner of an older Python
    sys.exit(f"error: Arena needs Python 3.11 or newer, and this is Python {sys.version.split()[0]}")

import setup_environment as setup


def has_display() -> bool:
    """Say whether a window can open; only Linux runs without a desktop often enough to ask."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def arena_arguments(arguments: list[str], display: bool) -> list[str]:
    """Return what to pass to `arena`: without a display, and unless told otherwise, the bot plays."""
    asks_to_be_told = arguments[:1] in (["-h"], ["--help"], ["--version"])
    names_a_command = bool(arguments) and not arguments[0].startswith("-")
    if display or names_a_command or asks_to_be_told:
        return arguments
    return ["demo", "--headless", *arguments]


def start(arguments: list[str]) -> int:
    """Become the game where the system can, so that signals and the exit code are the game's own."""
    # -P: modules of the folder that this was started in are none of ours.
    command = [str(setup.PYTHON), "-P", "-m", "arena", *arguments]
    variables = setup.child_environment()
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(command[0], command, variables)
    return subprocess.run(command, env=variables, check=False).returncode


def main() -> int:
    """Prepare, then play; or tell what this script does, where `arena` itself cannot yet."""
    if setup.ASKS_FOR_HELP & set(sys.argv[1:]) and not setup.PYTHON.exists():
        print(__doc__)
        return 0
    display = has_display()
    arguments = arena_arguments(sys.argv[1:], display)
    try:
        missing = setup.provide_system_packages(setup.PLAY_PACKAGES)
        setup.provide_environment()
    except setup.SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the next start picks up from here", file=sys.stderr)
        return 130
    if display and not arguments and any(not package.optional for package in missing):
        print("error: the window cannot open without the packages named above", file=sys.stderr)
        return 1
    if not display and sys.argv[1:] != arguments:
        setup.say("no display found: the bot plays without a window")
    return start(arguments)


if __name__ == "__main__":
    sys.exit(main())
