"""Make the reference of the package from its docstrings: one page a module, with search, in build/docs.

    .venv/bin/python scripts/docs.py [--output FOLDER] [MODULE ...]

Without modules it takes all that builders import, which is everything below the view. Names in backticks
become links; one that leads nowhere is listed, and the script ends with 1. Needs the extra `docs`.
"""

import argparse
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

MODULES = (
    "arena.ai", "arena.catalogue", "arena.game", "arena.grid", "arena.jit", "arena.nav", "arena.sim",
    "arena.sphere", "arena.tuning", "arena.vectors", "arena.workers",
)  # fmt: skip
HOW_TO_INSTALL = "pip install -c constraints.txt -e '.[docs]'"
UNLINKED = re.compile(r"<code>(arena(?:\.\w+)+)</code>")


def main(words: list[str] | None = None) -> int:
    """Write the pages, and name what leads nowhere."""
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="docs", description=__doc__, formatter_class=text)
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "docs", metavar="FOLDER")
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    given = parser.parse_args(words)
    if find_spec("pdoc") is None:
        print(f"docs: pdoc is not installed: {HOW_TO_INSTALL}", file=sys.stderr)
        return 2
    import pdoc
    import pdoc.render

    pdoc.render.configure(docformat="google", footer_text="Arena")
    modules = sorted(name for module in given.modules or MODULES for name in inner_modules(module))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that most modules are named twice: by themselves and their package
        pdoc.pdoc(*modules, output_directory=given.output)
    broken = sorted(set(broken_references(given.output, modules)))
    for page, name in broken:
        print(f"{page}: `{name}` leads nowhere", file=sys.stderr)
    print(f"{len(list(given.output.rglob('*.html')))} pages: {given.output / 'index.html'}")
    return 1 if broken else 0


def inner_modules(name: str) -> Iterator[str]:
    """Name of a module, and of all within it: pdoc by itself leaves out what `__all__` does not name."""
    yield name
    for found in walk_packages(getattr(import_module(name), "__path__", None) or (), f"{name}."):
        yield found.name


def broken_references(folder: Path, modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Page and name of each reference into documented modules that did not become a link."""
    within = tuple(f"{module}." for module in modules)
    for page in folder.rglob("*.html"):
        for name in UNLINKED.findall(page.read_text(encoding="utf-8")):
            if f"{name}.".startswith(within):
                yield page.relative_to(folder).as_posix(), name


if __name__ == "__main__":
    sys.exit(main())
