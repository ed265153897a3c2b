"""Licence texts and bills of materials of what `build.py` makes.

A bill (CycloneDX, JSON) names each package and shared library with version, licence and SHA-256: of a package
those that `locks` has, one of which was installed; of a library in the folder, its own. What has no licence
known, or no text of it, ends the build.
"""

import datetime
import hashlib
import importlib.metadata
import json
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lock import pins_of, setup
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import arena

ROOT = setup.ROOT
FONTS = ROOT / "assets" / "fonts"
BOOTLOADER = "pyinstaller"
"""Package whose program starts the folder; nothing else of it is in there."""
PYTHON = "python"
DOCUMENTS = Path("/usr/share/doc")
COMMON_LICENCES = Path("/usr/share/common-licenses")
"""Folders in which Debian keeps the licences of its packages."""
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
WEBP = "BSD-3-Clause"

PACKAGES = {
    "glcontext": "MIT", "moderngl": "MIT", "numba": "BSD-2-Clause", "pyglet": "BSD-3-Clause",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception", "tomli-w": "MIT", "tqdm": "MPL-2.0 AND MIT",
}  # fmt: skip
"""Licences of packages whose metadata name none as an SPDX expression."""
LIBRARIES = {
    "libXau": "MIT", "libbrotlicommon": "MIT", "libbrotlidec": "MIT", "libbz2": "bzip2-1.0.6",
    "libcrypto": "Apache-2.0", "libexpat": "MIT", "libffi": "MIT", "libfreetype": "FTL OR GPL-2.0-only",
    "libgcc_s": GCC, "libgfortran": GCC, "libgomp": GCC, "libharfbuzz": "MIT",
    "libjpeg": "IJG AND BSD-3-Clause", "liblcms2": "MIT",
    "libllvmlite": "BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", "liblzma": "0BSD",
    "libopenjp2": "BSD-2-Clause", "libpng16": "libpng-2.0", "libpython3": "PSF-2.0",
    "libquadmath": "LGPL-2.1-or-later", "libscipy_openblas64_": "BSD-3-Clause AND BSD-3-Clause-Open-MPI",
    "libsharpyuv": WEBP, "libsqlite3": "blessing", "libssl": "Apache-2.0", "libstdc++": GCC,
    "libtiff": "libtiff", "libuuid": "BSD-3-Clause",
    "libwebp": WEBP, "libwebpdemux": WEBP, "libwebpmux": WEBP,
    "libxcb": "MIT", "libz": "Zlib", "libzstd": "BSD-3-Clause OR GPL-2.0-only",
}  # fmt: skip
"""Licences of shared libraries, by the name ahead of a version or a digest."""
Component = dict[str, Any]


def describe_packages(files: Iterable[Path]) -> Component:
    """Return the bill of the wheel and the sources: of themselves, and of what they need."""
    return bill_of([*(describe_file(path, "MIT") for path in files), *fonts()], requirements_of_game())


def describe_folder(folder: Path) -> Component:
    """Return the bill of the folder: of all in it that others have made."""
    parts: dict[str, list[Component]] = {}
    for path, owner in owners_of_libraries(folder).items():
        parts.setdefault(owner, []).append(describe_file(path, licence_of_library(path)))
    names = packages_in(folder)
    python = named("application", PYTHON, platform.python_version(), "PSF-2.0", f"pkg:generic/{PYTHON}")
    python["components"] = parts.pop(PYTHON, [])
    others = [describe_debian(name, parts[name]) for name in sorted(parts.keys() - set(names))]
    return bill_of(fonts(), names, [python, *others], parts)


def bill_of(
    parts: list[Component],
    names: list[str],
    others: Iterable[Component] = (),
    parts_of: Mapping[str, list[Component]] | None = None,
) -> Component:
    """Return a bill of Arena with `parts`, packages by their names with theirs, and other components."""
    game = named("application", "arena-shooter", arena.__version__, "MIT", "pkg:pypi/arena-shooter")
    packages = {name: describe_package(name, (parts_of or {}).get(name, [])) for name in names}
    components = [*packages.values(), *others]
    links = [{"ref": game["bom-ref"], "dependsOn": [component["bom-ref"] for component in components]}]
    for name, package in packages.items():
        needed = sorted(direct_requirements(name) & packages.keys())
        links.append(
            {"ref": package["bom-ref"], "dependsOn": [packages[other]["bom-ref"] for other in needed]}
        )
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "component": game | {"components": parts},
        },
        "components": components,
        "dependencies": links,
    }


def write_bill(bill: Component, path: Path) -> Path:
    """Write a bill; returns its path."""
    path.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    return path


def named(kind: str, name: str, version: str, licence: str, package: str) -> Component:
    """Return a component that has a version and a package URL."""
    address = f"{package}@{quote(version)}"
    about = {"type": kind, "bom-ref": address, "name": name, "version": version, "purl": address}
    return about | {"licenses": [{"expression": licence}]}


def describe_package(name: str, parts: list[Component]) -> Component:
    """Return an installed Python package as a component, with the shared libraries that it brings."""
    about = importlib.metadata.distribution(name)
    component = named("library", name, about.version, licence_of_package(name), f"pkg:pypi/{name}")
    if hashes := published_hashes(name, about.version):
        digests = [{"alg": "SHA-256", "content": digest} for digest in hashes]
        published = {"type": "distribution", "url": component["purl"], "hashes": digests}
        component["externalReferences"] = [published | {"comment": "one of these was installed"}]
    return component | ({"components": parts} if parts else {})


def describe_debian(name: str, parts: list[Component]) -> Component:
    """Return a package of Debian as a component, with the shared libraries that are taken from it."""
    version = ask_dpkg("--show", "--showformat=${Version}\n", name)[0]
    licence = parts[0]["licenses"][0]["expression"]
    return named("library", name, version, licence, f"pkg:deb/debian/{name}") | {"components": parts}


def fonts() -> list[Component]:
    """Return the fonts as components."""
    return [describe_file(path, "OFL-1.1") for path in sorted(FONTS.glob("*.ttf"))]


def describe_file(path: Path, licence: str) -> Component:
    """Return a file as a component."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    about = {"type": "file", "bom-ref": f"{path.name}#{digest[:12]}", "name": path.name}
    return about | {"hashes": [{"alg": "SHA-256", "content": digest}], "licenses": [{"expression": licence}]}


def published_hashes(name: str, version: str) -> list[str]:
    """Return the hashes of all published files of a version; none where `locks` has another."""
    for path in sorted(setup.PINS.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        if pins_of(text).get(name) == version:
            (entry,) = re.findall(rf"^{re.escape(name)}==.*(?:\n +--hash=.*)+", text, re.MULTILINE)
            return re.findall(r"sha256:([0-9a-f]{64})", entry)
    return []


def licence_of_package(name: str) -> str:
    """Return the licence of an installed package, as an SPDX expression."""
    expressions = importlib.metadata.metadata(name).get_all("License-Expression") or [PACKAGES.get(name)]
    return expressions[0] or sys.exit(f"build: the licence of {name} is not known: add it to PACKAGES")


def licence_of_library(path: Path) -> str:
    """Return the licence of a shared library, as an SPDX expression."""
    name = re.split(r"-[0-9a-f]{8}|\.", path.name)[0]
    return LIBRARIES.get(name) or sys.exit(f"build: the licence of {name} is not known: add it to LIBRARIES")


def requirements_of_game() -> list[str]:
    """Return the packages that an installed game needs here, those that they need included."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found, waiting = set[str](), {Requirement(text).name for text in settings["project"]["dependencies"]}
    while waiting:
        found |= waiting
        waiting = {other for name in waiting for other in direct_requirements(name)} - found
    return sorted(found)


def direct_requirements(name: str) -> Set[str]:
    """Return what an installed package needs here, without its extras."""
    requirements = [Requirement(text) for text in importlib.metadata.requires(name) or []]
    needed = (each for each in requirements if not each.marker or each.marker.evaluate({"extra": ""}))
    return {canonicalize_name(each.name) for each in needed}


def foreign_modules() -> list[str]:
    """Return the top-level modules of installed packages that the game does not need."""
    needed = {*requirements_of_game(), "arena-shooter"}
    owners = importlib.metadata.packages_distributions().items()
    return sorted(module for module, names in owners if needed.isdisjoint(map(canonicalize_name, names)))


def packages_in(folder: Path) -> list[str]:
    """Return the names of all Python packages in the folder, and of the one that starts it."""
    found = {path.name.split("-")[0] for path in (folder / "_internal").glob("*.dist-info")}
    return sorted(canonicalize_name(name) for name in {*found, BOOTLOADER})


def unnamed_packages(folder: Path) -> Set[str]:
    """Return packages whose modules are in the folder, and whose metadata are not."""
    readers: Any = importlib.import_module("PyInstaller.archive.readers")  # the packages are built without
    modules = readers.CArchiveReader(str(folder / "arena")).open_embedded_archive("PYZ.pyz").toc
    owners = importlib.metadata.packages_distributions()
    owned = {owner for module in modules for owner in owners.get(module.split(".")[0], [])}
    return {canonicalize_name(name) for name in owned} - {*packages_in(folder), "arena-shooter"}


def owners_of_libraries(folder: Path) -> dict[Path, str]:
    """Return the package that each shared library in the folder comes from: for Python, or else of Debian."""
    brought = {
        file.name: name
        for name in packages_in(folder)
        for file in importlib.metadata.files(name) or []
        if ".so" in file.name
    }
    found = sorted(path for path in folder.rglob("lib*.so*") if path.is_file() and not path.is_symlink())
    return {path: brought.get(path.name) or debian_package(path.name) for path in found}


def debian_package(library: str) -> str:
    """Return the package of this machine that has a shared library; Python is one, wherever it is from."""
    if library.startswith("libpython3."):
        return PYTHON
    if not (answers := ask_dpkg("--search", f"*/{library}")):
        sys.exit(f"build: no package of this machine has {library}, so that its licence is not found")
    return answers[0].split(":")[0]


def ask_dpkg(*arguments: str) -> list[str]:
    """Return the lines that Debian's list of packages answers with."""
    if not shutil.which("dpkg-query"):
        return []
    done = subprocess.run(["dpkg-query", *arguments], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def collect_licences(folder: Path) -> None:
    """Copy the licence texts of all that is in the folder into its `licences`."""
    licences = folder / "licences"
    licences.mkdir()
    for owner, texts in all_texts(folder):
        if not texts:
            sys.exit(f"build: no text of the licence of {owner} is found")
        for name, path in texts.items():
            shutil.copy(path, licences / name)


def all_texts(folder: Path) -> Iterator[tuple[str, dict[str, Path]]]:
    """Yield who is in the folder, with licence texts by the names that they shall have."""
    names = packages_in(folder)
    yield "Arena", {"arena.txt": ROOT / "LICENSE"}
    yield "the fonts", {f"fonts-{path.name}": path for path in FONTS.glob("OFL*.txt")}
    yield "Python", python_texts()
    for name in names:
        yield name, package_texts(name)
    for name in sorted(set(owners_of_libraries(folder).values()) - {*names, PYTHON}):
        yield name, debian_texts(name)


def python_texts() -> dict[str, Path]:
    """Return the licence of Python and, where Debian has them, those of what is compiled into it."""
    parts = DOCUMENTS / f"libpython{sys.version_info.major}.{sys.version_info.minor}-minimal" / "copyright"
    texts = {"python.txt": Path(sysconfig.get_path("stdlib"), "LICENSE.txt"), "python-parts.txt": parts}
    return {name: path for name, path in texts.items() if path.exists()}


def package_texts(name: str) -> dict[str, Path]:
    """Return the licence texts that an installed package brings."""
    files = importlib.metadata.files(name) or []
    found = [
        file
        for file in files
        if file.parts[0].endswith(".dist-info") and re.search(r"LICEN[CS]E|COPYING|NOTICE", file.name.upper())
    ]
    return {"-".join((name, *file.parts[1:])): Path(str(file.locate())) for file in found}


def debian_texts(name: str) -> dict[str, Path]:
    """Return what Debian says of a package's licences, with the common texts that it refers to."""
    said = DOCUMENTS / name / "copyright"
    if not said.exists():
        return {}
    named_there = re.findall(rf"{COMMON_LICENCES}/([\w.-]*\w)", said.read_text(encoding="utf-8"))
    common = {f"common-{each}.txt": COMMON_LICENCES / each for each in named_there}
    return {f"{name}.txt": said} | {key: path for key, path in common.items() if path.exists()}
