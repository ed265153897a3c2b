"""Paths of shipped files: `shaders/` and `assets/` lie inside a wheel's package, beside a checkout's."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def path(name: str, *, package: Path = _PACKAGE) -> Path:
    """Resolve a shipped file or folder such as "assets/fonts".

    Args:
        name: relative path with forward slashes; its first part is the top-level folder.
        package: the folder of the installed package; tests pass another.

    Raises:
        ValueError: the name is absolute or climbs out with "..".
        FileNotFoundError: it is neither in the package (a wheel) nor beside it (a checkout).
    """
    relative = Path(name)
    if relative.is_absolute() or ".." in relative.parts or not relative.parts:
        raise ValueError(f"resource name must be a relative path inside the game's folders, not {name!r}")
    for root in (package, package.parent):
        candidate = root / relative
        if candidate.exists():
            return candidate
    raise FileNotFoundError(f"{name} is missing from {package} and {package.parent}; reinstall the game")


def text(name: str) -> str:
    """Return the text of a shipped UTF-8 file."""
    return path(name).read_text(encoding="utf-8")
