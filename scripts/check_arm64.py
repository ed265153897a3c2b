#!/usr/bin/env python3
"""Play recordings of the corpus with the machine code of arm64, on a machine of another kind.

    python3 scripts/check_arm64.py [RECORDING ...] [--folder FOLDER]

On Debian or Ubuntu, root or not, with qemu-user-static. Brings Debian's CPython for arm64 and the pinned
wheels into a folder (400 MB; nothing of the system is changed), and has the emulator play there what was
recorded here. Ends with exit code 1 where a state differs.

Emulation is slow: kernels of the first recording take a quarter to half an hour to compile. The folder keeps
them.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "arm64"
EMULATOR = "qemu-aarch64-static"
PACKAGES = ("python3", "libstdc++6")
WHEELS = ("numpy", "numba", "llvmlite", "platformdirs")
"""Packages that games need without a window."""
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")
USUAL = ("haven",)
"""Recordings that are played unless others are named."""
PLAYED = """
import sys, time
from tests.corpus.playing import compare
from tests.corpus.recording import FOLDER, SUFFIX, read_recording
from arena.jit.target import target_name
differ = False
for name in sys.argv[1:]:
    began = time.perf_counter()
    recording = read_recording(FOLDER / f"{name}{SUFFIX}")
    difference = compare(recording)
    differ |= bool(difference)
    seconds = f"{time.perf_counter() - began:,.0f} s on {target_name()}"
    print(difference or f"{name}: equal over {recording.header.ticks:,} ticks, {seconds}", flush=True)
sys.exit(differ)
"""


def give_up(reason: str) -> None:
    """Leave with one line."""
    sys.exit(f"check_arm64: {reason}")


def run(words: list[str], doing: str) -> None:
    """Run a command; leave with its last lines where it fails."""
    print(f"[arm64] {doing}", flush=True)
    ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if ended.returncode:
        give_up(f"{words[0]} failed:\n{ended.stdout[-1000:].strip()}")


def bring_python(folder: Path) -> Path:
    """Unpack Debian's CPython for arm64; returns its program."""
    system, apt = folder / "system", folder / "apt"
    if not (system / "unpacked").exists():
        for name in ("state/lists/partial", "cache/archives/partial"):
            (apt / name).mkdir(parents=True, exist_ok=True)
        (apt / "status").touch()
        settings = {
            "APT::Architecture": "arm64",
            "APT::Architectures": "arm64",
            "APT::Sandbox::User": "",
            "Dir::State": f"{apt}/state",
            "Dir::State::status": f"{apt}/status",  # nothing is installed
            "Dir::Cache": f"{apt}/cache",
        }
        get = ["apt-get", "-q", *(word for pair in settings.items() for word in ("-o", "=".join(pair)))]
        run([*get, "update"], "reading Debian's lists for arm64")
        run(
            [*get, "install", "-y", "--download-only", "--no-install-recommends", *PACKAGES],
            "downloading CPython",
        )
        for archive in sorted((apt / "cache" / "archives").glob("*.deb")):
            run(["dpkg-deb", "-x", str(archive), str(system)], f"unpacking {archive.stem.partition('_')[0]}")
        (system / "unpacked").touch()
    programs = [path for path in (system / "usr" / "bin").glob("python3.*") if path.name.count(".") == 1]
    return programs[0]


def pins_of(lock: str) -> str:
    """Requirements of a lock file that `WHEELS` name, with their hashes."""
    found = [re.search(rf"^{name}==(?:.*\n)(?:    .*\n)*", lock, re.MULTILINE) for name in WHEELS]
    if missing := [name for name, pin in zip(WHEELS, found, strict=True) if pin is None]:
        give_up(f"locks/play.txt pins no {missing[0]}; see scripts/lock.py")
    return "".join(pin.group() for pin in found if pin)


def bring_wheels(folder: Path, version: str) -> Path:
    """Unpack the pinned wheels for that CPython; returns their folder."""
    site, file = folder / "site", folder / "requirements.txt"
    pins = pins_of((ROOT / "locks" / "play.txt").read_text(encoding="utf-8"))
    if not (site.exists() and file.exists() and file.read_text(encoding="utf-8") == pins):
        shutil.rmtree(site, ignore_errors=True)
        fresh = folder / "site.new"  # renamed when it is whole
        shutil.rmtree(fresh, ignore_errors=True)
        file.write_text(pins, encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(fresh)]
        command += [word for name in PLATFORMS for word in ("--platform", name)]
        command += ["--python-version", version, "--implementation", "cp", "--only-binary", ":all:"]
        command += ["--no-deps", "--require-hashes", "-r", str(file)]
        run(command, "downloading wheels")
        fresh.rename(site)
    return site


def main(words: list[str] | None = None) -> None:
    """Bring what is missing, and play."""
    parser = argparse.ArgumentParser(
        prog="check_arm64", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recordings", nargs="*", metavar="RECORDING", help=f"default: {' '.join(USUAL)}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="for what is downloaded and compiled")
    arguments = parser.parse_args(words)
    for command in (EMULATOR, "apt-get", "dpkg-deb"):
        if shutil.which(command) is None:
            give_up(f"{command} is missing; on Debian and Ubuntu type: apt-get install qemu-user-static")
    folder = arguments.folder.resolve()
    program = bring_python(folder)
    site = bring_wheels(folder, program.name.removeprefix("python"))
    variables = {
        "PATH": os.defpath,
        "HOME": str(folder),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{site}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "ARENA_CACHE_DIR": str(folder / "kernels"),
    }
    print("[arm64] playing", flush=True)
    command = [EMULATOR, "-L", str(folder / "system"), str(program), "-P", "-c", PLAYED]
    ended = subprocess.run([*command, *(arguments.recordings or USUAL)], cwd=ROOT, env=variables, check=False)
    sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
