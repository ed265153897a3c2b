"""What title, pause, settings, credits and game over share: a menu above a picture of another screen."""

from abc import abstractmethod
from collections.abc import Mapping

from arena.app.actions import Action
from arena.app.menu import Menu, Place
from arena.app.services import Screen, Services
from arena.render.composite import Composite
from arena.view.overlay import Overlay


class MenuScreen(Screen):
    """A screen that is worked through one menu."""

    menu: Menu

    @abstractmethod
    def place(self, overlay_width: float) -> Place:
        """Where the menu stands."""

    @abstractmethod
    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Make the picture behind the menu, without any menu in it."""

    @abstractmethod
    def decorate(self, overlay: Overlay) -> None:
        """Draw what lies between backdrop and menu."""

    def idle(self, now: float) -> None:
        """Keep the backdrop moving while another menu lies above it."""

    def update(self, now: float, events: list[Action]) -> None:
        """Let the backdrop move and the menu react."""
        self.idle(now)
        if not self.listening:
            return
        services = self.services
        width = 1080.0 * services.size[0] / max(1, services.size[1])
        held = services.controls.is_held(Action.MENU_CLICK)
        self.menu.handle(events, self.place(width), services.pointer(), held)

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw backdrop, decoration, menu."""
        frame = self.backdrop(now, size)
        self.decorate(frame.overlay)
        if self.listening:
            self.menu.draw(frame.overlay, self.place(frame.overlay.width), self.centred)
        return frame

    centred = False

    @property
    def listening(self) -> bool:
        """Whether the menu reacts already; until then it is not shown."""
        return True

    def status(self) -> Mapping[str, object]:
        """Which item is selected."""
        return {"item": self.menu.items[self.menu.selected].label}


class MenuAbove(MenuScreen):
    """A menu above the picture of another menu's screen, which it owns until that is shown again."""

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services)
        self._parent = parent

    def idle(self, now: float) -> None:
        """Keep what lies behind moving."""
        self._parent.idle(now)

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """What the screen behind shows."""
        return self._parent.backdrop(now, size)

    @property
    def behind(self) -> bool:
        """Whether what lies behind is."""
        return self._parent.behind

    def close(self) -> None:
        """Close what lies behind, too."""
        self._parent.close()
