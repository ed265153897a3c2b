"""Who and what made this possible."""

import platform
from importlib import metadata

from arena.app import theme
from arena.app.menu import Item, Menu, Place
from arena.app.menu_screen import MenuAbove, MenuScreen
from arena.app.services import Services
from arena.view.overlay import Overlay

WIDTH = 320.0
TOP = 190.0

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


class CreditsScreen(MenuAbove):
    """A table above the title's planet."""

    name = "credits"
    centred = True

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self.menu = Menu([Item("Back", self._back)], self._back, services.sound)
        self._rows = [(f"{name} {_version(name)}", use, licence) for name, use, licence in LIBRARIES]
        self._rows.insert(0, (f"Python {platform.python_version()}", "language", "PSF-2.0"))

    def place(self, overlay_width: float) -> Place:
        """At the bottom."""
        return Place(overlay_width / 2 - WIDTH / 2, TOP, WIDTH)

    def decorate(self, overlay: Overlay) -> None:
        """Game, libraries, fonts."""
        theme.veil(overlay, 0.74)
        middle = overlay.width / 2
        theme.heading(overlay, "Credits", middle, 910.0, 84.0, "center")
        line = "Arena, by its contributors. Free software under the MIT licence."
        overlay.text(line, middle, 836.0, 30.0, theme.TEXT, "center")
        y = _table(overlay, "Built with", self._rows, 768.0)
        _table(overlay, "Set in", FONTS, y - 34.0)

    def _back(self) -> None:
        self.services.go(self._parent)


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
