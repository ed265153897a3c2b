"""HUD content of a mode: plain data between the rules and the view.

A mode makes one `Hud` for each picture and each observed tick; the view draws it beside what it reads from
the world, and knows no mode.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Banner(NamedTuple):
    """A large announcement in the middle."""

    title: str
    line: str  # below the title
    age: int  # [ticks] since it began
    length: int  # [ticks] that it stands
    size: float = 1.0  # of its letters over the usual


class Status(NamedTuple):
    """Progress of the game, in a corner: a label, a large value and a remark."""

    label: str
    value: str
    note: str = ""


class Bonus(NamedTuple):
    """Latest bonus, in a word or two."""

    text: str
    points: int  # 0 where it is shown without a number
    age: int  # [ticks] since then
    length: int  # [ticks] that it is shown


class Lesson(NamedTuple):
    """Task of a new pilot."""

    action: str  # name of the action; which key or button that is, the window knows
    title: str
    line: str
    number: int  # of this lesson, from 1
    count: int  # of all
    share: float  # of the wanted amount that is done, 0 to 1
    learnt: bool  # it was done; the next one is about to come


class PlayerHud(NamedTuple):
    """HUD content of one player."""

    line: str = ""  # that the companion speaks at the moment
    returns_in: int = 0  # [ticks] until a lost ship returns; 0 where none is lost
    lost_to: str = ""  # cause of death, its direction, and the time for which it was visible


class ObjectiveHud(NamedTuple):
    """Current objective, and its progress."""

    title: str
    note: str  # "" where a bar of its own shows it
    share: float  # 0 to 1


class Marker(NamedTuple):
    """A place on the shell where players are wanted."""

    place: tuple[float, float, float]  # unit direction
    radius: float  # [u]
    label: str


class Hud(NamedTuple):
    """Everything a mode shows; None or empty leaves a part out."""

    players: tuple[PlayerHud, ...]  # one for each player
    score: int | None = None  # points of all players
    multiplier: int = 1  # of all points but those of a beaten wave
    step_share: float = 0.0  # share of the shards that the multiplier's next step takes, 0 to 1
    bonus: Bonus | None = None
    lives: int | None = None  # left for all players together; the ships that fly count
    progress: int = 0  # of the game, for tables: the wave
    status: Status | None = None
    banner: Banner | None = None
    lesson: Lesson | None = None
    objective: ObjectiveHud | None = None
    marker: Marker | None = None
    night: float = 0.0  # share of the sun's light that is gone, 0 to 1
    time: str = ""  # what counts where it is no points; in the place of the score
    told: Mapping[str, str] = {}  # what only the app knows, by the element that shows it
