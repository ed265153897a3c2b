"""Settings: the few that matter now, changed at once and saved on the way out."""

from arena.app import theme
from arena.app.menu import ROW, Item, Menu, Place, options, slider, toggle
from arena.app.menu_screen import MenuAbove, MenuScreen
from arena.app.services import Services
from arena.app.settings import QUALITIES
from arena.view.overlay import Overlay

WIDTH = 860.0
TOP = 700.0


class SettingsScreen(MenuAbove):
    """A menu above the screen it was opened from."""

    name = "settings"

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        settings = services.settings
        items = (
            slider("Volume", lambda: settings.volume, self._set_volume),
            slider("Effects", lambda: settings.effects, self._set_effects),
            options("Picture quality", QUALITIES, lambda: settings.quality, self._set_quality),
            toggle("Fullscreen", lambda: settings.fullscreen, services.on_fullscreen),
            slider("Camera shake", lambda: settings.shake, self._set_shake),
            Item("Back", self._back),
        )
        self.menu = Menu(items, self._back, services.sound)

    def place(self, overlay_width: float) -> Place:
        """In the middle."""
        return Place(overlay_width / 2 - WIDTH / 2, TOP, WIDTH)

    def decorate(self, overlay: Overlay) -> None:
        """A panel for the menu."""
        theme.veil(overlay, 0.62)
        theme.heading(overlay, "Settings", overlay.width / 2, TOP + 70.0, 84.0, "center")
        height = ROW * len(self.menu.items) + 48.0
        x = overlay.width / 2 - WIDTH / 2 - 24.0
        overlay.rect(x, TOP + 24.0 - height, WIDTH + 48.0, height, theme.faded(theme.INK, 0.6), 18.0)
        keys = (("up down", "choose"), ("left right", "change"), ("esc", "back"))
        theme.hint(overlay, (*keys, ("F3", "profiler"), ("F4–F8", "debug views"), ("F11", "fullscreen")))

    def _set_volume(self, value: float) -> None:
        self.services.settings.volume = value

    def _set_effects(self, value: float) -> None:
        self.services.settings.effects = value

    def _set_shake(self, value: float) -> None:
        self.services.settings.shake = value

    def _set_quality(self, value: str) -> None:
        self.services.settings.quality = value
        self.services.on_quality(value)

    def _back(self) -> None:
        self.services.save()
        self.services.go(self._parent)
