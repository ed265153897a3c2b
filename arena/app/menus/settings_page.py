"""A page of settings: a menu above the screen it was opened from, saved on the way back."""

from collections.abc import Sequence

from arena.app.input.labels import hand_keys
from arena.app.menus import theme
from arena.app.menus.menu import Item, Place
from arena.app.menus.menu_screen import FOOT, SMALL, MenuAbove, MenuScreen
from arena.app.services import Services
from arena.view.overlay.overlay import Overlay

WIDTH = 860.0
TOP = 700.0
HELP_SIZE, HELP_ROOM = 26.0, 54.0
"""Letter size and height of the help line below a menu [virtual px]."""
KEYS: theme.Keys = (("up down", "choose"), ("left right", "change"), ("esc", "back"))

OPENING_KEYS: theme.Keys = (("up down", "choose"), ("enter", "open"), ("esc", "back"))
"""Key hints of a page whose items open other pages."""


class SettingsPage(MenuAbove):
    """A menu of settings above the screen it was opened from."""

    name = "settings"
    title = "Settings"
    least = SMALL
    keys = KEYS
    saves = True

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self.menu = self.make_menu(self.make_items())

    def make_items(self) -> Sequence[Item]:
        """Items above the one that leads back."""
        return ()

    @property
    def note(self) -> str:
        """Description of the selected item."""
        return self.menu.items[self.menu.selected].help

    def place(self, overlay_width: float) -> Place:
        """Place in the middle; all of a low picture."""
        if self.low:
            return self.fill(overlay_width)
        helped = any(item.help for item in self.menu.items)
        return self.fit(overlay_width / 2 - WIDTH / 2, TOP, WIDTH, FOOT + HELP_ROOM * helped)

    def decorate(self, overlay: Overlay) -> None:
        """Draw a panel behind the menu; in a low picture the description, or the keys, below it."""
        if self.low:
            keys = hand_keys(self.services.controls, self.keys)
            told = self.note or ", ".join(f"{key}: {meaning}" for key, meaning in keys)
            theme.low_page(overlay, self.title, told, 0.74)
            return
        theme.veil(overlay, 0.62)
        place = self.place(overlay.width)
        theme.heading(overlay, self.title, overlay.width / 2, place.y + 70.0, 84.0, "center")
        height = place.high * self.menu.shown(place) + 48.0
        left, bottom = place.x - 24.0, place.y + 24.0 - height
        overlay.rect(left, bottom, place.width + 48.0, height, theme.faded(theme.INK, 0.6), 18.0)
        told = self.menu.items[self.menu.selected].help
        overlay.text(told, overlay.width / 2, bottom - 34.0, HELP_SIZE, theme.TEXT, "center")
        self.hint(overlay, *self.keys)
