"""Who and what made this possible."""

import platform
from importlib import metadata

from arena.app import theme
from arena.app.menu_screen import MenuScreen, PageAbove
from arena.app.services import Services
from arena.view.overlay import Overlay

LIBRARIES = (
    ("pyglet", "window, input, sound", "BSD-3-Clause"),
    ("moderngl", "drawing", "MIT"),
    ("numpy", "arrays", "BSD-3-Clause"),
    ("numba", "compiled kernels", "BSD-2-Clause"),
    ("llvmlite", "LLVM for numba", "BSD-2-Clause"),
    ("pillow", "fonts, pictures", "MIT-CMU"),
    ("platformdirs", "folders", "MIT"),
    ("tomli-w", "settings file", "MIT"),
    ("tqdm", "terminal progress", "MPL-2.0, MIT"),
)
"""Distribution, what it does here, licence."""

FONTS = (("Orbitron", "Matt McInerney", "OFL-1.1"), ("Exo 2", "Natanael Gama", "OFL-1.1"))
"""Font, its author, licence; the texts lie beside the font files."""


class CreditsScreen(PageAbove):
    """A table above the title's planet."""

    name = "credits"
    top = 190.0

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self._rows = [(f"{name} {_version(name)}", use, licence) for name, use, licence in LIBRARIES]
        self._rows.insert(0, (f"Python {platform.python_version()}", "language", "PSF-2.0"))

    def decorate(self, overlay: Overlay) -> None:
        """Game, libraries, fonts."""
        theme.veil(overlay, 0.74)
        middle = overlay.width / 2
        theme.heading(overlay, "Credits", middle, 910.0, 84.0, "center")
        line = "Arena, by its contributors. Free software under the MIT licence."
        overlay.text(line, middle, 836.0, 30.0, theme.TEXT, "center")
        y = _table(overlay, "Built with", self._rows, 768.0)
        _table(overlay, "Set in", FONTS, y - 34.0)


def _table(
    overlay: Overlay, name: str, rows: "tuple[tuple[str, ...], ...] | list[tuple[str, str, str]]", y: float
) -> float:
    left = overlay.width / 2 - 480.0
    for index, (first, second, third) in enumerate(rows):
        if index == 0:
            overlay.text(name, left, y, 26.0, theme.ACCENT)
        overlay.text(first, left + 200.0, y, 26.0, theme.TEXT)
        overlay.text(second, left + 490.0, y, 26.0, theme.DIM)
        overlay.text(third, left + 960.0, y, 26.0, theme.DIM, "right")
        y -= 39.0
    return y


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
