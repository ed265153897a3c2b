"""Credits: the game, its libraries and fonts."""

import platform
from importlib import metadata

from arena.app.menus import theme
from arena.app.menus.menu import Item
from arena.app.menus.menu_screen import MenuScreen, PageAbove
from arena.app.services import Services
from arena.view.overlay.overlay import Overlay

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
"""Distribution, purpose and licence of each library."""

GAME = "Arena, by its contributors. Free software under the MIT licence."
FONTS = (("Orbitron", "Matt McInerney", "OFL-1.1"), ("Exo 2", "Natanael Gama", "OFL-1.1"))
"""Name, author and licence of each font; the licence texts lie beside the font files."""


class CreditsScreen(PageAbove):
    """Table above the title's planet."""

    name = "credits"
    heading = "Credits"
    top = 190.0

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self._rows = [(f"{name} {_version(name)}", use, licence) for name, use, licence in LIBRARIES]
        self._rows.insert(0, (f"Python {platform.python_version()}", "language", "PSF-2.0"))

    def reading(self) -> list[Item]:
        """Rows of libraries and fonts with their licences."""
        rows = [("Arena", "", "MIT"), *self._rows, *FONTS]
        return [Item(name, value=lambda licence=licence: licence, wide=True) for name, _, licence in rows]

    def about(self, row: int) -> str:
        """Purpose or author of an entry."""
        return (GAME, *(use for _, use, _ in self._rows), *(f"a font by {author}" for _, author, _ in FONTS))[
            row
        ]

    def write(self, overlay: Overlay) -> None:
        """Draw game, libraries and fonts."""
        theme.veil(overlay, 0.74)
        middle = overlay.width / 2
        theme.heading(overlay, "Credits", middle, 910.0, 84.0, "center")
        overlay.text(GAME, middle, 836.0, 30.0, theme.TEXT, "center")
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
