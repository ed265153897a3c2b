"""Medals on screen: a disc with a point for each rank, a ring for one that is not won; rows of results."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.app.menus import theme
from arena.catalogue.medals import COLORS, MEDALS
from arena.game.match import Match
from arena.view.overlay.overlay import Overlay

SPOT = 2.2
"""Radius of a point [virtual px]."""


class MedalRow(NamedTuple):
    """Row of medals in the results: a trial's medal, or one sort of medal in every phase of a world."""

    name: str
    medals: Sequence[tuple[str, bool | None]]  # each one's name in COLORS, and whether it was won; None: none
    mark: str  # what it takes, or how many were won
    lack: str = ""  # what the score lacked to the next one

    @property
    def told(self) -> str:
        """Words of the row."""
        won = "won" if len(self.medals) == 1 and self.medals[0][1] else ""
        return ", ".join(filter(None, (self.mark, won, self.lack)))


def medal_rows(match: Match, score: int) -> list[MedalRow]:
    """Medals of a game that is over, in rows; none where there are none."""
    mode, rows, told = match.mode, list[MedalRow](), False
    for name, target in mode.targets.items():
        won, lack = score >= target.mark, ""
        if not won and not told:
            told, lack = True, mode.short_text(match.world, score, target.mark).removesuffix(" short of")
            lack = f"next: {lack} more" if lack[:1].isdigit() else "next"
        mark = mode.score_text(match.board, target.mark)
        rows.append(MedalRow(name, ((name, won),), mark, lack))
    for name, phases in mode.medal_table.items():
        offered = [won for won in phases if won is not None]
        mark = f"{sum(offered)} of {len(offered)}{' offered' if None in phases else ''}"
        rows.append(MedalRow(name, [("gold", won) for won in phases], mark))
    return rows


def draw_medal(overlay: Overlay, medal: str, x: float, y: float, radius: float, won: bool | None) -> None:
    """Draw a medal around (x, y), a dash where there is none."""
    color, rank = (*COLORS[medal], 1.0), MEDALS.index(medal) + 1
    if won is None:
        overlay.line(x - 0.4 * radius, y, x + 0.4 * radius, y, 2.0, theme.DIM)
        return
    if not won:
        overlay.ring(x, y, radius - 1.0, 2.0, 1.0, theme.faded(color, 0.5))
        return
    overlay.disc(x, y, radius, color)
    for number in range(rank):
        spot = x + (number - (rank - 1) / 2) * 2.4 * SPOT
        overlay.disc(spot, y, SPOT, theme.INK)
