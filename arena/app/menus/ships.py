"""Ships of a match for pause and results: who flies each one, and the modules that it carries."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.app.input.devices import Devices
from arena.app.menus import theme
from arena.app.menus.menu import Item
from arena.catalogue.hulls import HULLS
from arena.catalogue.modules import MODULES, ModuleRow
from arena.game.match import Match
from arena.view.hud.modules import module_color
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.overlay.signs import draw_sign
from arena.view.palette import Palette, player_color

NAME, LETTERS, LETTERS_LEAST = 28.0, 26.0, 22.0
"""Sizes of the letters of a pilot, and of modules [virtual px]."""
PITCH, SIGN, INDENT, CLEAR = 36.0, 11.0, 34.0, 1.0
"""Height of a row, half the size of a module's sign, room for it [virtual px], and rows between two ships."""
ASIDE, EDGE, FOOT = 345.0, 26.0, 40.0
"""Distance of the lists from the middle, and from the edges at the side and below [virtual px]."""
LINE_LETTERS = 48
"""Most letters of modules in a line of the results."""


class ShipEntry(NamedTuple):
    """A ship and its pilot."""

    slot: int
    number: str  # of the pilot among several; "" alone
    pilot: str  # device, and the hull that is not the standard one
    modules: tuple[tuple[ModuleRow, int], ...]  # with their levels

    @property
    def module_names(self) -> list[str]:
        """Names of its modules, with the levels of those that have several."""
        return [module_name(module, level) for module, level in self.modules]

    @property
    def title(self) -> str:
        """Number and pilot."""
        return f"{self.number}  {self.pilot}".strip()


def module_name(module: ModuleRow, level: int) -> str:
    """Name of a module, with its level where it has several."""
    return f"{module.show.title.capitalize()}{f' {level}' if module.rules.levels > 1 else ''}"


def list_ships(match: Match, devices: Devices) -> list[ShipEntry]:
    """Ships of the players who are present, or who left modules behind."""
    players, hulls, several = match.world.players, match.setup.hulls, match.players_seen > 1
    ships = list[ShipEntry]()
    for slot, present in enumerate(match.present):
        places = zip(players.modules[slot].tolist(), players.module_levels[slot].tolist(), strict=True)
        modules = tuple((MODULES[number - 1], level) for number, level in places if number)
        if present or modules:
            device = devices.seat_label(slot) or "a bot" if several else "your ship"
            hull = f", {HULLS.named(hulls[slot]).show.title}" if slot < len(hulls) else ""
            ships.append(ShipEntry(slot, f"P{slot + 1}" if several else "", f"{device}{hull}", modules))
    return ships


def told(ships: Sequence[ShipEntry]) -> bool:
    """Return whether there is anything to tell: several pilots, or a module."""
    return len(ships) > 1 or any(ship.modules for ship in ships)


def ship_items(ships: Sequence[ShipEntry]) -> list[Item]:
    """Menu rows of a low picture: each pilot, and the modules."""
    if not told(ships):
        return []
    rows = [
        (ship.number or "Ship", words)
        for ship in ships
        for words in (*([ship.pilot] if ship.number else []), *ship.module_names)
    ]
    return [Item(label, value=lambda words=words: words, wide=True) for label, words in rows]


def ship_lines(ships: Sequence[ShipEntry]) -> list[str]:
    """Lines of the results: the modules of each ship, behind its pilot's number where there are several."""
    lines = list[str]()
    for ship in ships:
        line = ""
        begin = f"{ship.number}  " if ship.number else ""
        for name in ship.module_names:
            if line and len(line) + len(name) + 2 > LINE_LETTERS:
                lines.append(f"{begin}{line},")
                begin, line = " " * len(begin), ""
            line = f"{line}, {name}" if line else name
        if line:
            lines.append(f"{begin}{line}")
    return lines


def draw_ships(overlay: Overlay, ships: Sequence[ShipEntry], top: float, palette: Palette) -> None:
    """List ships beside a menu that begins at `top`, the first at the left, the next at the right."""
    if not told(ships):
        return
    for side, left in enumerate((EDGE, overlay.width / 2 + ASIDE)):
        _draw_column(overlay, ships[side::2], left, top, palette)


def _draw_column(
    overlay: Overlay, ships: Sequence[ShipEntry], left: float, top: float, palette: Palette
) -> None:
    room = overlay.width / 2 - ASIDE - EDGE
    rows = sum(1 + len(ship.modules) for ship in ships) + CLEAR * len(ships)
    pitch = min(PITCH, (top - FOOT) / max(1.0, rows))
    y = top
    for ship in ships:
        y -= pitch
        _write(overlay, ship.title, left, y, NAME, room, (*player_color(palette, ship.slot), 1.0))
        for module, level in ship.modules:
            y -= pitch
            color = (*module_color(palette, module), 1.0)
            draw_sign(overlay, module.show.sign, left + SIGN, y + 0.35 * LETTERS, SIGN, color)
            name = module_name(module, level)
            _write(overlay, name, left + INDENT, y, LETTERS, room - INDENT, theme.TEXT)
        y -= pitch * CLEAR


def _write(overlay: Overlay, line: str, x: float, y: float, size: float, room: float, color: RGBA) -> None:
    """Draw a line, in smaller letters if it is too long; what is too long even so is cut."""
    size = max(LETTERS_LEAST, size * min(1.0, room / overlay.text_width(line, size)))
    while overlay.text_width(line, size) > room and len(line) > 1:
        line = line[:-1]
    overlay.text(line, x, y, size, color)
