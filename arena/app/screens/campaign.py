"""Campaign screen: five worlds, which open one after the other, with their progress."""

from arena.app.menus import theme
from arena.app.menus.menu import ROW, Item, Place
from arena.app.menus.menu_screen import SMALL, MenuAbove, MenuScreen
from arena.app.menus.setting_items import setting_item
from arena.app.play.ghosts import begin
from arena.app.play.match_screen import request_for
from arena.app.services import Services
from arena.app.storage.levels import LevelFile, load_worlds
from arena.app.storage.settings import Settings
from arena.game.mode import Setup
from arena.game.modes.campaign import Campaign
from arena.game.phases.medals import PhaseMedal, medals_of
from arena.game.rules import DIFFICULTIES
from arena.game.scoring.board import Board
from arena.view.overlay.overlay import Overlay

WIDTH = 620.0
TOP = 760.0
ABOUT_X, ABOUT_WIDTH, ABOUT_HEIGHT = 840.0, 660.0, 330.0
MEDALS_X, MEDAL_WIDTH = 326.0, 104.0
LOCKED = "locked"


class CampaignScreen(MenuAbove):
    """Worlds above the title's planet. A world opens when the one before it is won, and stays open."""

    name = "campaign"
    least = SMALL
    saves = True

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self._worlds = load_worlds()
        self._boards: dict[tuple[int, str], Board] = {}
        worlds = [self._item(number, file) for number, file in enumerate(self._worlds, 1)]
        self.menu = self.make_menu((*worlds, setting_item(services.settings, Settings.difficulty)))
        reached = [number for number in range(1, len(self._worlds) + 1) if services.progress.is_open(number)]
        self.menu.selected = max(reached) - 1

    def _item(self, number: int, file: LevelFile) -> Item:
        return Item(
            f"{number}  {file.level.name}", lambda: self._choose(number, file), lambda: self._state(number)
        )

    def _state(self, number: int) -> str:
        progress, file = self.services.progress, self._worlds[number - 1]
        if not progress.is_open(number):
            return LOCKED
        own = progress.worlds[number]
        return "won" if own.finished else f"{own.phases} of {len(file.level.phase)}"

    def _choose(self, number: int, file: LevelFile) -> None:
        services = self.services
        if not services.progress.is_open(number):
            services.say(f"{file.level.name} opens when {self._worlds[number - 2].level.name} is won")
            return
        begin(self, self._setup(file))

    def _setup(self, file: LevelFile) -> Setup:
        return Campaign.setup_for(request_for(self.services)._replace(level=file.text))

    def place(self, overlay_width: float) -> Place:
        """Place at the left, below the heading."""
        return self.fill(overlay_width) if self.low else Place(theme.MARGIN - 28.0, TOP, WIDTH)

    def decorate(self, overlay: Overlay) -> None:
        """Draw the selected world's briefing and the best result there."""
        if self.low:
            theme.low_page(overlay, "Campaign", self._brief(), 0.7)
            return
        theme.left_page(overlay, "Campaign", TOP + 70.0)
        if self.menu.selected < len(self._worlds):
            self._describe(overlay, self.menu.selected + 1)
        self.hint(overlay, ("up down", "choose"), ("left right", "change"), ("enter", "go"), ("esc", "back"))

    def _brief(self) -> str:
        """Briefing of the selected world in a few lines."""
        number = self.menu.selected + 1
        if number > len(self._worlds):
            return ""
        level = self._worlds[number - 1].level
        brief = level.brief if level.brief.endswith(".") else f"{level.brief}."
        return f"{brief} {', '.join(phase.name for phase in level.phase)}. {self._reached(number)}"

    def _describe(self, overlay: Overlay, number: int) -> None:
        level, x = self._worlds[number - 1].level, min(ABOUT_X, overlay.width - ABOUT_WIDTH)
        top = TOP - ROW / 2
        overlay.rect(
            x - 28.0, top - ABOUT_HEIGHT, ABOUT_WIDTH, ABOUT_HEIGHT + 34.0, theme.faded(theme.INK, 0.66), 14.0
        )
        overlay.text(level.brief, x, top - 16.0, 26.0, theme.TEXT)
        open_here, cleared = self.services.progress.is_open(number), 0
        if open_here:
            cleared = self.services.progress.worlds[number].phases
        y = top - 66.0
        for place, phase in enumerate(level.phase):
            color = theme.ACCENT if place < cleared else theme.TEXT if open_here else theme.DIM
            overlay.text(f"{place + 1}  {phase.name}", x, y, 26.0, color)
            self._draw_medals(overlay, number, place, x + MEDALS_X, y)
            y -= 38.0
        overlay.text(self._reached(number), x, y - 6.0, 24.0, theme.WARNING)

    def _draw_medals(self, overlay: Overlay, number: int, place: int, x: float, y: float) -> None:
        """Draw the names of a phase's medals, a disc before those that were won."""
        progress, plan = self.services.progress, self._worlds[number - 1].level.phase[place].medals
        won = progress.worlds[number].medals if progress.is_open(number) else ()
        mine = PhaseMedal(won[place] if place < len(won) else 0)
        for column, medal in enumerate(PhaseMedal):
            left = x + column * MEDAL_WIDTH
            if medal in mine:
                overlay.disc(left, y + 7.0, 6.0, theme.ACCENT)
            if medal in medals_of(plan):
                color = theme.TEXT if medal in mine else theme.DIM
                overlay.text(str(medal.name).lower(), left + 14.0, y, 22.0, color)

    def _reached(self, number: int) -> str:
        """Difficulties on which a world was won, and its best score."""
        if not self.services.progress.is_open(number):
            return ""
        finished = self.services.progress.worlds[number].finished
        best = self.services.scores.best(self._board(number))
        note = ", ".join(name for name in DIFFICULTIES if name in finished)
        parts = (f"won on {note}" if note else "", f"best {theme.grouped(best)}" if best else "")
        return "   ".join(filter(None, parts))

    def _board(self, number: int) -> Board:
        """Board of a world; cached, because it needs the level file."""
        key = number, self.services.settings.difficulty
        if key not in self._boards:
            setup = self._setup(self._worlds[number - 1])
            self._boards[key] = Campaign.board(setup)
        return self._boards[key]
