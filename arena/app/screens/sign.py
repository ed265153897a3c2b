"""Entry of a name for a result."""

from arena.app.menus.letter_grid import DELETE, DONE, SPACE
from arena.app.menus.letter_screen import LetterScreen
from arena.app.menus.menu_screen import MenuScreen
from arena.app.services import Services
from arena.app.storage.score_table import Result
from arena.app.storage.scores import NAME_LETTERS

ROWS = ("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-.!?", "0123456789")


class SignScreen(LetterScreen):
    """Letters above the results; leaving it without `DONE` leaves the result as it was."""

    name = "sign"
    heading = "Sign your score"
    grid = (*map(tuple, ROWS), (SPACE, DELETE, DONE))
    letters_max = NAME_LETTERS

    def __init__(self, services: Services, parent: MenuScreen, result: Result) -> None:
        super().__init__(services, parent, result.name)
        self._ticket = result.ticket

    def accept(self) -> None:
        """Write the name into the table."""
        self.services.scores.sign(self._ticket, self.text.strip())
        self.services.go(self.parent)
