"""Settings: everything that is to taste, a page for each matter, changed at once and saved on the way out."""

from collections.abc import Sequence

from arena.app.menus.menu import Item, options, slider, toggle
from arena.app.menus.settings_page import SettingsPage
from arena.app.storage.settings import AIM_STEPS, FIRE_MODES, QUALITIES, RENDER_SCALES, SPEED_LEAST
from arena.view.palette import COLOR_SETS

SCALES = ("100%", "125%", "150%", "175%", "200%")
"""No slider: it would move away under the mouse that drags it."""
SHARES = tuple(scale if isinstance(scale, str) else f"{scale:.0%}" for scale in RENDER_SCALES)

FLASHES = ("limited", "all, unsafe")
"""Whether there are few of them; without the limit they may harm photosensitive eyes."""


class SettingsScreen(SettingsPage):
    """The matters, each a page of its own."""

    def make_items(self) -> Sequence[Item]:
        """Sound first, as it is asked for first."""
        services = self.services
        return [
            Item("Sound", lambda: services.go(SoundPage(services, self))),
            Item("Picture", lambda: services.go(PicturePage(services, self))),
            Item("Sight", lambda: services.go(SightPage(services, self))),
            Item("Controls", lambda: services.go_to("controls", self)),
            Item("Comfort", lambda: services.go(ComfortPage(services, self))),
        ]


class SoundPage(SettingsPage):
    """How loud."""

    name = "sound settings"
    title = "Sound"

    def make_items(self) -> Sequence[Item]:
        """Volumes, and words for sounds."""
        settings = self.services.settings
        return (
            slider("Volume", lambda: settings.volume, self._set_volume),
            slider("Effects", lambda: settings.effects, self._set_effects),
            slider("Music", lambda: settings.music, self._set_music),
            toggle("Captions for sounds that warn", lambda: settings.captions, self._set_captions),
        )

    def _set_volume(self, value: float) -> None:
        self.services.settings.volume = value

    def _set_effects(self, value: float) -> None:
        self.services.settings.effects = value

    def _set_music(self, value: float) -> None:
        self.services.settings.music = value

    def _set_captions(self, value: bool) -> None:
        self.services.settings.captions = value


class PicturePage(SettingsPage):
    """How it looks."""

    name = "picture settings"
    title = "Picture"

    def make_items(self) -> Sequence[Item]:
        """Detail, window, size of signs."""
        settings = self.services.settings
        return (
            options("Picture quality", QUALITIES, lambda: settings.quality, self._set_quality),
            options("Render scale", SHARES, lambda: SHARES[self._scale_index()], self._set_render_scale),
            toggle("Fullscreen", lambda: settings.fullscreen, self.services.on_fullscreen),
            options("Size of letters", SCALES, lambda: f"{settings.ui_scale:.0%}", self._set_scale),
        )

    def _set_quality(self, value: str) -> None:
        self.services.settings.quality = value
        self.services.on_quality(value)

    def _scale_index(self) -> int:
        return RENDER_SCALES.index(self.services.settings.render_scale)

    def _set_render_scale(self, value: str) -> None:
        self.services.settings.render_scale = RENDER_SCALES[SHARES.index(value)]

    def _set_scale(self, value: str) -> None:
        self.services.settings.ui_scale = float(value.removesuffix("%")) / 100.0


class SightPage(SettingsPage):
    """How the eyes are spared."""

    name = "sight settings"
    title = "Sight"

    def make_items(self) -> Sequence[Item]:
        """Colours, contrast, movement, flashes."""
        settings = self.services.settings
        return (
            options("Colours", COLOR_SETS, lambda: settings.colors, self._set_colors),
            toggle("High contrast", lambda: settings.high_contrast, self._set_contrast),
            toggle("Reduced motion", lambda: settings.reduced_motion, self._set_still),
            options("Flashes", FLASHES, self._flashes, self._set_flashes),
            slider("Camera shake", lambda: settings.shake, self._set_shake),
        )

    def _set_colors(self, value: str) -> None:
        self.services.settings.colors = value

    def _set_contrast(self, value: bool) -> None:
        self.services.settings.high_contrast = value

    def _set_still(self, value: bool) -> None:
        self.services.settings.reduced_motion = value

    def _flashes(self) -> str:
        return FLASHES[0 if self.services.settings.flash_limit else 1]

    def _set_flashes(self, value: str) -> None:
        self.services.settings.flash_limit = value == FLASHES[0]

    def _set_shake(self, value: float) -> None:
        self.services.settings.shake = value


class ComfortPage(SettingsPage):
    """How the hands are helped."""

    name = "comfort settings"
    title = "Comfort"

    def make_items(self) -> Sequence[Item]:
        """Fire, aim, speed."""
        settings = self.services.settings
        return (
            options("Fire", FIRE_MODES, lambda: settings.fire, self._set_fire),
            options("Aim assist", AIM_STEPS, lambda: settings.aim_assist, self._set_assist),
            slider("Game speed", lambda: settings.game_speed, self._set_speed, SPEED_LEAST),
        )

    def _set_fire(self, value: str) -> None:
        self.services.settings.fire = value

    def _set_assist(self, value: str) -> None:
        self.services.settings.aim_assist = value

    def _set_speed(self, value: float) -> None:
        self.services.settings.game_speed = value
