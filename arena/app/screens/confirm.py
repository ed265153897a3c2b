"""Confirmation screen before something is lost."""

from collections.abc import Callable, Mapping

from arena.app.menus import theme
from arena.app.menus.menu import Item, Menu, Place
from arena.app.menus.menu_screen import SMALL, MenuAbove, MenuScreen
from arena.app.services import Services
from arena.view.overlay.overlay import Overlay

WIDTH = 520.0
TOP = 560.0


class ConfirmScreen(MenuAbove):
    """Question above the screen behind. The default is no, so a double press confirms nothing."""

    name = "confirm"
    least = SMALL
    centred = True

    def __init__(
        self, services: Services, parent: MenuScreen, question: str, loss: str, agree: Callable[[], None]
    ) -> None:
        """Ask `question` (one or two words), show the `loss`, and call `agree` on yes."""
        super().__init__(services, parent)
        self._question = question
        self._loss = loss
        items = (Item("No, go back", self.go_back), Item(f"Yes, {question.lower()}", agree))
        self.menu = Menu(items, self.go_back, services.sound)

    def place(self, overlay_width: float) -> Place:
        """Place in the middle."""
        return self.fit(overlay_width / 2 - WIDTH / 2, TOP, WIDTH, head=220.0)

    def decorate(self, overlay: Overlay) -> None:
        """Draw the question and the loss."""
        middle = overlay.width / 2
        theme.veil(overlay, 0.74)
        place = self.place(overlay.width)
        theme.heading(overlay, f"{self._question}?", middle, place.y + 130.0, 84.0, "center")
        overlay.text(self._loss, middle, place.y + 60.0, 30.0, theme.WARNING, "center")
        bottom = place.y - place.high * self.menu.shown(place)
        overlay.rect(middle - WIDTH / 2 - 24.0, bottom - 24.0, WIDTH + 48.0, place.y - bottom + 48.0,
                     theme.faded(theme.INK, 0.6), 18.0)  # fmt: skip
        self.hint(overlay, ("arrows", "choose"), ("enter", "accept"), ("esc", "back"))

    def status(self) -> Mapping[str, object]:
        """Status of the screen behind, and the selected item."""
        return {**self._parent.status(), **super().status()}
