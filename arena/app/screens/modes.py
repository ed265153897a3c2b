"""Mode selection: every mode with its description and difficulty."""

from collections.abc import Callable
from typing import NamedTuple

from arena.app.menus import theme
from arena.app.menus.menu import Item, Place, options
from arena.app.menus.menu_screen import SMALL, MenuAbove, MenuScreen
from arena.app.menus.setting_items import setting_item
from arena.app.play.ghosts import begin
from arena.app.play.match_screen import request_for
from arena.app.services import GHOSTS, Services
from arena.app.storage.settings import Settings
from arena.catalogue.hulls import HULLS, STANDARD
from arena.game.mode import Mode, Setup
from arena.game.modes import MODES
from arena.view.overlay.overlay import Overlay

WIDTH = 620.0
TOP = 850.0
ABOUT_X, ABOUT_WIDTH = 840.0, 620.0
LINE = 46.0

PLAYERS = ("1", "2", "3", "4")
PLAYERS_TEXT = (
    "Each with a device: keys and mouse,",
    "or a gamepad. Bots fly for the rest.",
    "More join in play: Start on a free pad.",
)
GHOST_TEXT = {
    "medals": (
        "In trials the ghost of the medal",
        "that you have not won yet flies along.",
        "Elsewhere you fly alone.",
    ),
    "best run": (
        "Fly beside your best run:",
        "its very game again, and its ship,",
        "seen but not touched.",
    ),
    "none": ("You fly alone.",),
}
GHOST_OF_SEVERAL_TEXT = (
    "Fly beside the best run",
    "of as many players, if there is one:",
    "its very game again, and its ships.",
)
CHALLENGE_TEXT = (
    "The very game that somebody flew:",
    "type or paste the code that stands",
    "at its end and beside its score.",
)
DIFFICULTY_TEXT = {
    "easy": (
        "Fewer of them, in plain formations,",
        "announced longer, and a ship more.",
        "Points count a fifth.",
    ),
    "normal": ("As it is meant to be.",),
    "hard": (
        "More of them, several kinds at once,",
        "from all around, announced later.",
        "Points count nearly three times.",
    ),
}


class ModeChoice(NamedTuple):
    """Entry of a mode."""

    label: str
    about: tuple[str, ...]  # lines
    start: Callable[[], None]
    setup: Callable[[], Setup] | None = None  # setup of the match, for its best score


class ModesScreen(MenuAbove):
    """List of modes above the title's planet."""

    name = "modes"
    least = SMALL
    saves = True

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self._choices = self._make_choices()
        services.scores.refresh_top()
        items = [
            *(Item(choice.label, choice.start) for choice in self._choices),
            setting_item(services.settings, Settings.difficulty),
            options("Players", PLAYERS, lambda: str(services.players), self._set_players),
            options("Hull", self._hulls(), self._hull, self._set_hull),
            options("Ghost", GHOSTS, lambda: services.ghosts, self._set_ghost),
        ]
        self.menu = self.make_menu(items)

    def _make_choices(self) -> list[ModeChoice]:
        """Make the choices: modes with challenge codes, the entry of a code, other modes."""
        offered = [mode for mode in MODES.values() if mode.spec.about]
        coded = [self._choice(mode) for mode in offered if mode.spec.code is not None]
        others = [self._choice(mode) for mode in offered if mode.spec.code is None]
        enter = ModeChoice("Challenge code", CHALLENGE_TEXT, lambda: self.services.go_to("challenge", self))
        return [*coded, enter, *others]

    def _choice(self, mode: type[Mode]) -> ModeChoice:
        spec = mode.spec
        if spec.chooser:
            return ModeChoice(spec.title, spec.about, lambda: self.services.go_to(spec.chooser, self))

        def setup() -> Setup:
            return mode.setup_for(request_for(self.services))

        scored = setup if spec.scored else None
        return ModeChoice(spec.title, spec.about, lambda: begin(self, setup()), scored)

    def _about_options(self) -> dict[str, tuple[str, ...]]:
        return {
            "Difficulty": DIFFICULTY_TEXT[self.services.settings.difficulty],
            "Players": PLAYERS_TEXT,
            "Hull": self._about_hull(),
            "Ghost": self._about_ghost(),
        }

    def _about_hull(self) -> tuple[str, ...]:
        """Lines on the chosen hull, and on the next one."""
        progress = self.services.progress
        row = next(row for row in HULLS if row.show.title == self._hull())
        locked = [one for one in HULLS if (one.rules.medals or 0) > progress.medal_count]
        if not locked:
            return (*row.show.about, "Daily games and trials have their own.")
        first = min(locked, key=lambda one: one.rules.medals or 0)
        return (
            *row.show.about,
            f"{first.show.title} opens with {first.rules.medals} medals",
            f"of trials; you have {progress.medal_count}.",
        )

    def _about_ghost(self) -> tuple[str, ...]:
        wish = self.services.ghosts
        several = wish == "best run" and self.services.players > 1
        return GHOST_OF_SEVERAL_TEXT if several else GHOST_TEXT[wish]

    def _hulls(self) -> tuple[str, ...]:
        """Titles of the hulls that are open."""
        return tuple(HULLS.named(name).show.title for name in self.services.progress.open_hulls)

    def _hull(self) -> str:
        """Title of the hull of the next game."""
        hulls = self.services.hulls
        return HULLS.named(hulls[0] if hulls else STANDARD.name).show.title

    def _set_hull(self, title: str) -> None:
        name = next(row.name for row in HULLS if row.show.title == title)
        self.services.hulls = (name,) * self.services.players

    def place(self, overlay_width: float) -> Place:
        """Place at the left, below the heading."""
        return self.fill(overlay_width) if self.low else self.fit(theme.MARGIN - 28.0, TOP, WIDTH)

    def decorate(self, overlay: Overlay) -> None:
        """Draw the selected mode's description and its best score."""
        if self.low:
            theme.low_page(overlay, "Play", " ".join(self._about()), 0.7)
            return
        theme.left_page(overlay, "Play", TOP + 60.0)
        x, y = min(ABOUT_X, overlay.width - ABOUT_WIDTH), TOP - 46.0
        lines, best = self._about(), self._best()
        if lines:
            height = LINE * len(lines) + (84.0 if best else 24.0)
            overlay.rect(
                x - 28.0, TOP - height - 8.0, ABOUT_WIDTH, height, theme.faded(theme.INK, 0.66), 14.0
            )
        for line in lines:
            overlay.text(line, x, y, 30.0, theme.TEXT)
            y -= LINE
        if best > 0:
            overlay.text("BEST", x, y - 24.0, 22.0, theme.DIM, spacing=0.2)
            overlay.text(theme.grouped(best), x + 84.0, y - 27.0, 36.0, theme.ACCENT, font="display")
        self.hint(overlay, ("up down", "choose"), ("left right", "change"), ("enter", "go"), ("esc", "back"))

    def _about(self) -> tuple[str, ...]:
        number = self.menu.selected
        if number < len(self._choices):
            return self._choices[number].about
        return self._about_options().get(self.menu.items[number].label, ())

    def _best(self) -> int:
        number = self.menu.selected
        make = self._choices[number].setup if number < len(self._choices) else None
        if make is None:
            return 0
        setup = make()
        return self.services.scores.best(MODES[setup.mode].board(setup))

    def _set_ghost(self, value: str) -> None:
        self.services.ghosts = value

    def _set_players(self, value: str) -> None:
        services, count = self.services, int(value)
        services.players, services.hulls = count, (services.hulls[:1] * count)
