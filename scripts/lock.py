"""Make the files in `locks` anew, from which the set-up scripts install.

    .venv/bin/python scripts/lock.py

Each file names all packages that an extra of pyproject.toml leads to, for every system and Python, with the
hashes of all files that the package index has of them. Their versions are in constraints.txt, to be changed
there. The build backend is among them, because the set-up installs Arena without building in isolation.

Needs `uv`, on the path or installed; the set-up itself does not.
"""

import argparse
import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib

import setup_environment as setup

LOCKS: dict[str, list[str]] = {"play": [], "test": ["test"], "build": ["build"], "audit": ["audit"]}
"""Extras of each file."""
EDITABLE = "editables"
"""Package that hatchling asks for when it installs a checkout; it is named nowhere else."""
OPTIONS = (
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--no-config", "--quiet"),
    *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
)
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="lock", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args(arguments)
    uv = find_uv()
    texts = {name: resolve(uv, extras) for name, extras in LOCKS.items()}
    constraints = pins_of((setup.ROOT / "constraints.txt").read_text(encoding="utf-8"))
    found = {name: version for text in texts.values() for name, version in pins_of(text).items()}
    if lacking := sorted(name for name, version in found.items() if constraints.get(name) != version):
        sys.exit(f"lock: constraints.txt lacks {' '.join(f'{name}=={found[name]}' for name in lacking)}")
    setup.PINS.mkdir(exist_ok=True)
    header = f"# Made by scripts/lock.py from requirements with the digest\n# {setup.sources_digest()}\n"
    for name, text in texts.items():
        (setup.PINS / f"{name}.txt").write_text(header + text, encoding="utf-8", newline="\n")
        print(f"{len(pins_of(text)):4} packages, {text.count('--hash='):5} files  locks/{name}.txt")


def pins_of(text: str) -> dict[str, str]:
    """Return versions by normalized name, of a file of requirements."""
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in PIN.findall(text)}


def find_uv() -> list[str]:
    """Return the command that runs `uv`."""
    if importlib.util.find_spec("uv"):
        return [sys.executable, "-m", "uv"]
    if path := shutil.which("uv"):
        return [path]
    return sys.exit("lock: uv is not installed: pip install uv")


def resolve(uv: list[str], extras: list[str]) -> str:
    """Return all requirements with their hashes, of Arena with extras and what builds it."""
    settings = tomllib.loads((setup.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    backend = "\n".join([*settings["build-system"]["requires"], EDITABLE])
    command = [*uv, "pip", "compile", *OPTIONS, "--constraints", "constraints.txt", "pyproject.toml", "-"]
    command += [word for extra in extras for word in ("--extra", extra)]
    done = subprocess.run(command, cwd=setup.ROOT, input=backend, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"lock: {done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    main()
