"""Challenge screen: entry of a code that begins its game."""

from arena.app.menus import theme
from arena.app.menus.letter_grid import DELETE, DONE
from arena.app.menus.letter_screen import PASTE, LetterScreen
from arena.app.play.ghosts import begin
from arena.app.storage.challenges import describe, take_up
from arena.game.replays.challenge import CHECK, CODE_LETTERS_MAX, GROUP, HEAD, ChallengeError
from arena.view.overlay.overlay import Overlay

ROWS = ("0123456789", "ABCDEFGHJK", "MNPQRSTVWX")


class ChallengeScreen(LetterScreen):
    """Text entry of a code above the modes; a complete code shows its game."""

    name = "challenge"
    heading = "Challenge code"
    grid = (*map(tuple, ROWS), ("Y", "Z", PASTE, DELETE, DONE))
    letters_max = CODE_LETTERS_MAX

    def put(self, letters: str) -> None:
        """Add letters; separators are inserted automatically."""
        super().put("".join(letters.upper().replace("-", " ").split()))

    def shown(self) -> str:
        """The code with its separators."""
        text = f"{self.text}_"
        return "-".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))

    def accept(self) -> None:
        """Begin the game; restarts keep the code's seed."""
        services = self.services
        try:
            setup = take_up(self.text, services.players)
        except ChallengeError as error:
            services.say(_sentence(error))
            return
        services.challenge_seed = setup.seed
        begin(self, setup)

    def note(self, overlay: Overlay, y: float) -> None:
        """Draw the code's game, or its error."""
        if len(self.text) < HEAD + CHECK + 1:
            line, color = "The code of a game that somebody flew: fly the very same one.", theme.DIM
        else:
            try:
                line, color = describe(take_up(self.text, self.services.players)), theme.TEXT
            except ChallengeError as error:
                line, color = _sentence(error), theme.WARNING
        size = 28.0 * min(1.0, (overlay.width - 80.0) / overlay.text_width(line, 28.0))
        overlay.text(line, overlay.width / 2, y, size, color, "center")


def _sentence(error: ChallengeError) -> str:
    text = str(error)
    return text[0].upper() + text[1:]
