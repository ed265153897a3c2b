"""Rebinding screens: choose a device, then an action, then press its new source."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from arena.app.input.actions import Action
from arena.app.input.adapters import CURVES, DEAD_ZONE_LEAST, DEAD_ZONE_MOST
from arena.app.input.binding_edits import BindingEdits, editable_actions, fits, is_of
from arena.app.input.devices import KEYBOARD
from arena.app.input.labels import action_name, source_label, sources_label
from arena.app.menus import theme
from arena.app.menus.menu import MOUSE_STEPS, Item, Place, options, slider
from arena.app.menus.menu_screen import MenuScreen
from arena.app.menus.settings_page import OPENING_KEYS, SettingsPage
from arena.app.services import Services
from arena.view.overlay.overlay import Overlay

WIDTH = 1000.0
TOP = 830.0
WAIT_SECONDS = 6.0
"""Timeout of a capture."""


class ControlsPage(SettingsPage):
    """List of devices to rebind."""

    name = "controls settings"
    title = "Controls"
    keys = OPENING_KEYS

    def make_items(self) -> Sequence[Item]:
        """Items for keys and mouse, and for every known kind of pad."""
        return [
            Item(label, partial(self._open, device))
            for label, device in (
                ("Keyboard and mouse", KEYBOARD),
                *((kind, kind) for kind in self.services.devices.pad_kinds),
            )
        ]

    def _open(self, device: str) -> None:
        self.services.go(BindingsPage(self.services, self, device))


class BindingsPage(SettingsPage):
    """Bindings of one device."""

    name = "bindings"
    keys = (("enter", "replace the first"), ("right", "add"), ("left", "take the last away"), ("esc", "back"))

    def __init__(self, services: Services, parent: MenuScreen, device: str) -> None:
        self._edits = BindingEdits(services.settings, device)
        self.title = "Keyboard and mouse" if device == KEYBOARD else device
        self._waiting: tuple[Action, bool] | None = None  # action to rebind, and true to add a source
        self._until: float | None = None
        self._refused = ""
        super().__init__(services, parent)

    def make_items(self) -> Sequence[Item]:
        """Items: stick settings, actions, and the reset."""
        edits = self._edits
        actions = [
            Item(
                action_name(action),
                partial(self._wait_for, action, False),
                lambda action=action: sources_label(edits.sources(action)),
                partial(self._adjust, action),
                wide=True,
                warn=lambda action=action: action in self._conflicts,
            )
            for action in editable_actions(edits.device)
        ]
        self._actions = {
            item.label: action for item, action in zip(actions, editable_actions(edits.device), strict=True)
        }
        self._conflicts = edits.conflicts()
        return [*actions, *self._stick_items(), Item("Reset to defaults", self._ask_to_reset)]

    def _stick_items(self) -> Sequence[Item]:
        edits = self._edits
        if edits.device == KEYBOARD:
            return ()
        return (
            slider(
                "Dead zone of the sticks", lambda: edits.profile.dead_zone,
                lambda value: self._change(dead_zone=value), DEAD_ZONE_LEAST, DEAD_ZONE_MOST, MOUSE_STEPS,
            ),
            options(
                "Curve of the sticks", tuple(CURVES), lambda: edits.profile.curve,
                lambda name: self._change(curve=name),
            ),
        )  # fmt: skip

    def place(self, overlay_width: float) -> Place:
        """Place in the middle, as high as there is room; all of a low picture."""
        if self.low:
            return super().place(overlay_width)
        width = min(WIDTH, overlay_width - 140.0)
        return self.fit(overlay_width / 2 - width / 2, TOP, width, 190.0)

    @property
    def waiting(self) -> Action | None:
        """Action that the next press rebinds."""
        return None if self._waiting is None else self._waiting[0]

    @property
    def listening(self) -> bool:
        """False during a capture, whose prompt replaces the list."""
        return self._waiting is None

    def update(self, now: float, events: list[Action]) -> None:
        """Update the list, or the capture and its timeout."""
        if self._waiting is None:
            super().update(now, events)
            return
        self.idle(now)
        self._until = now + WAIT_SECONDS if self._until is None else self._until
        if now >= self._until or self.services.devices.capture is None:
            self._stop_waiting()

    def decorate(self, overlay: Overlay) -> None:
        """Draw the selected action's conflicts and the prompt of a capture."""
        super().decorate(overlay)
        if self._waiting is not None:
            self._draw_waiting(overlay, self._waiting[0])
            return
        if self.note and not self.low:
            theme.warning(overlay, self.note)

    @property
    def note(self) -> str:
        """First conflict of the selected action."""
        action = self._actions.get(self.menu.items[self.menu.selected].label)
        for source, others in self._conflicts.get(action, {}).items() if action else ():
            return f"{source_label(source)} also does: {', '.join(map(action_name, others)).lower()}"
        return ""

    def _draw_waiting(self, overlay: Overlay, action: Action) -> None:
        theme.veil(overlay, 0.7)
        middle, y = overlay.width / 2, overlay.height / 2
        width = min(overlay.width - 40.0, 860.0)
        overlay.rect(middle - width / 2, y - 130.0, width, 270.0, theme.INK, 18.0)
        what = "key or button" if self._edits.device == KEYBOARD else "button, trigger or stick"
        overlay.text(action_name(action), middle, y + 40.0, 60.0, theme.TEXT, "center", "display")
        overlay.text(f"Press the {what} that shall do it.", middle, y - 30.0, 32.0, theme.ACCENT, "center")
        cancel = "Escape or a" if self._edits.device == KEYBOARD else "A"
        line = self._refused or f"{cancel} moment's wait leaves it as it was."
        overlay.text(line, middle, y - 84.0, 26.0, theme.WARNING if self._refused else theme.DIM, "center")

    def status(self) -> dict[str, object]:
        """The selected item, its sources and the awaited action."""
        item = self.menu.items[self.menu.selected]
        value = item.value() if item.value is not None else ""
        return {
            **super().status(),
            "value": value,
            "waiting": self.waiting or "",
            "device": self._edits.device,
        }

    # Changes

    def _wait_for(self, action: Action, further: bool) -> None:
        self._waiting, self._until, self._refused = (action, further), None, ""
        self.services.devices.capture = self._take

    def _take(self, device: str, sources: Sequence[str]) -> bool:
        """Capture a press; return whether that ends the capture."""
        assert self._waiting is not None
        action, further = self._waiting
        mine = self.services.devices.kind(device) == self._edits.device
        if sources[0] == "key:ESCAPE" or not mine:
            self._stop_waiting()
            return True
        source = next((one for one in sources if is_of(self._edits.device, one) and fits(action, one)), None)
        if source is None:
            self._refused = "That does not fit this action: it takes " + (
                "a stick." if sources[0] not in ("pad:leftstick", "pad:rightstick") else "a button."
            )
            return False
        if further:
            self._edits.add(action, source)
        else:
            self._edits.assign(action, source)
        self._apply()
        self._stop_waiting()
        return True

    def _stop_waiting(self) -> None:
        self._waiting = None
        self.services.devices.capture = None

    def _adjust(self, action: Action, direction: int) -> None:
        """Add a source (right) or remove one (left)."""
        if direction > 0:
            self._wait_for(action, True)
        elif self._edits.drop(action):
            self._apply()

    def _ask_to_reset(self) -> None:
        device = self.title.lower() if self._edits.device == KEYBOARD else self.title
        loss = f"What was changed for {device} is lost."
        self.services.go_to("confirm", self, "Reset", loss, self._reset)

    def _reset(self) -> None:
        self._edits.reset()
        self._apply()
        self.services.go(self)

    def _change(self, **changes: Any) -> None:
        self._edits.change_profile(**changes)
        self._apply()

    def _apply(self) -> None:
        """Apply the new bindings."""
        settings = self.services.settings
        self.services.devices.bind(settings.bindings, settings.pads)
        self._conflicts = self._edits.conflicts()
