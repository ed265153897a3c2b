"""Settings screens: pages of the rows of `Settings`; applied at once, saved on leaving."""

from collections.abc import Sequence
from functools import partial

from arena.app.menus.menu import Item
from arena.app.menus.menu_screen import MenuScreen
from arena.app.menus.setting_items import setting_item
from arena.app.menus.settings_page import OPENING_KEYS, SettingsPage
from arena.app.services import Services
from arena.app.storage.setting_row import CONTROLS, PAGES


class SettingsScreen(SettingsPage):
    """List of the pages."""

    keys = OPENING_KEYS

    def make_items(self) -> Sequence[Item]:
        """Items of the pages, sound first."""
        return [Item(page, partial(self._open, page)) for page in PAGES]

    def _open(self, page: str) -> None:
        if page == CONTROLS:
            self.services.go_to("controls", self)
        else:
            self.services.go(RowsPage(self.services, self, page))


class RowsPage(SettingsPage):
    """Settings of one page."""

    def __init__(self, services: Services, parent: MenuScreen, page: str) -> None:
        self.title, self.name = page, f"{page.lower()} settings"
        super().__init__(services, parent)

    def make_items(self) -> Sequence[Item]:
        """Items of the rows."""
        settings = self.services.settings
        return [setting_item(settings, row) for row in settings.rows.values() if row.page == self.title]
