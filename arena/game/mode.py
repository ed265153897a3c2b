"""`Mode`: what makes a game of a world. Waves, levels and loads are modes; `arena.game.match` knows none.

`Match` makes one mode per match and calls, in this order: `world_config` and `tables` before the world is
created, `begin` once when it stands, `tick` after every step. The tables that `tables` returns become part of
the world's state: they are saved, hashed, recorded and restored with everything else. Everything else that a
mode keeps must follow from them, from the setup and from the world.

A new mode is one file with a subclass, and one line in `arena.game.modes`. Its `spec` describes it to
commands, screens, scores and sound.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from arena.catalogue.hulls import HULLS, STANDARD
from arena.catalogue.medals import Target
from arena.game.hud import Hud, PlayerHud
from arena.game.mode_spec import ModeSpec
from arena.game.rules import DIFFICULTIES, MATCH
from arena.game.scoring.board import Board
from arena.game.scoring.harm import Death
from arena.jit.tables import Table
from arena.sim.config import check_whole
from arena.sim.world import World, WorldConfig

SEED_LIMIT = SCORE_LIMIT = 2**63
LEVEL_MAX = 65_536
"""[bytes] that a level may take."""


@dataclass(frozen=True)
class Setup:
    """Inputs of a match: the same setup and commands give the same match, bit for bit."""

    mode: str = "endless"
    seed: int = 1
    players: int = 1
    difficulty: str = "normal"
    level: str = ""  # text that the mode reads: numbers of a load, a level file; empty where it needs none
    seats: int = 0  # for players who may ever be there, those who join later included; 0: for who begins
    hulls: tuple[str, ...] = ()  # names of the players' hulls by slot; those beyond fly the standard one

    def __post_init__(self) -> None:
        """Refuse what no mode takes.

        Raises:
            ValueError: a value out of its range, which the message names.
        """
        if self.difficulty not in DIFFICULTIES:
            raise ValueError(
                f"difficulty {self.difficulty!r} is not known; there is {', '.join(DIFFICULTIES)}"
            )
        check_whole("players", self.players, 1, MATCH.players_max)
        check_whole("seats", self.seats, 0, MATCH.players_max)
        object.__setattr__(self, "seats", max(self.seats, self.players))
        check_whole("seed", self.seed, 0, SEED_LIMIT - 1)
        for hull in self.hulls:
            HULLS.named(hull)
        if len(self.hulls) > self.seats:
            raise ValueError(f"{len(self.hulls)} hulls are too many for {self.seats} seats")
        object.__setattr__(self, "hulls", strip_standard(self.hulls))
        if len(self.level.encode()) > LEVEL_MAX:
            raise ValueError(f"a level may have {LEVEL_MAX:,} bytes, not {len(self.level.encode()):,}")

    @property
    def level_hash(self) -> bytes:
        """Eight bytes that tell levels apart."""
        return hashlib.blake2b(self.level.encode(), digest_size=8).digest()


def strip_standard(hulls: tuple[str, ...]) -> tuple[str, ...]:
    """Hulls by slot without the standard ones at the end, so that equal games have equal setups."""
    while hulls and hulls[-1] == STANDARD.name:
        hulls = hulls[:-1]
    return hulls


class Request(NamedTuple):
    """A wish to play, as a command, a menu or a challenge code states it; a mode takes what concerns it."""

    seed: int
    players: int = 1
    difficulty: str = "normal"
    level: str = ""  # text of a level file
    day: str = ""  # today as 2026-11-22
    wave: int | None = None  # to begin with
    invulnerable: bool = False
    hulls: tuple[str, ...] = ()  # names by slot
    trial: str = ""  # name or number


class Mode(ABC):
    """The rules of one match."""

    spec: ClassVar[ModeSpec]
    """Description of the mode; each class has one of its own."""

    writes: tuple[str, ...]
    """Columns that `tick` writes, as systems declare theirs, see `arena.sim.system`."""

    system: ClassVar[str] = "keep_rules"
    """Name of `tick` in the profiler."""

    look: str = "terra"
    """Palette of planet, sky and bodies."""

    def __init__(self, setup: Setup) -> None:
        """Read the setup.

        Raises:
            ValueError: it cannot be played.
        """
        self.setup = setup
        self.check_hulls()

    def check_hulls(self) -> None:
        """Refuse hulls that the mode does not let players choose.

        Raises:
            ValueError: it fixes them.
        """
        if self.setup.hulls and "hull" not in self.spec.flags:
            raise ValueError(f"{self.spec.name} is flown in the {STANDARD.name} hull alone")

    @classmethod
    def setup_for(cls, request: Request) -> Setup:
        """Setup of a requested game.

        Raises:
            ValueError: there is no such game.
        """
        return Setup(
            cls.spec.name, request.seed, request.players, request.difficulty, request.level,
            hulls=request.hulls if "hull" in cls.spec.flags else (),
        )  # fmt: skip

    @classmethod
    def code_number(cls, setup: Setup) -> int:
        """Number that a challenge code holds beside mode, difficulty and level."""
        return setup.seed

    @classmethod
    def request_of_code(cls, number: int) -> Request:
        """Request that a number from `code_number` stands for.

        Raises:
            ValueError: it stands for none.
        """
        return Request(number)

    @classmethod
    def board(cls, setup: Setup) -> Board:
        """Score table that a game counts in."""
        return Board(setup.mode, setup.difficulty, setup.players)

    @classmethod
    def score_text(cls, board: Board, score: int) -> str:
        """A score of a table, for people."""
        return f"{score:,}".replace(",", " ")

    @property
    def targets(self) -> Mapping[str, Target]:
        """Targets by the medals that they win, from the lowest; empty where there are none."""
        return {}

    @property
    def medal_table(self) -> Mapping[str, Sequence[bool | None]]:
        """Medals of a world's phases by what each takes: won or not, None for a phase without that medal."""
        return {}

    def medal_score(self, world: World) -> int:
        """Score that wins the running phase's medal for points; 0 where there is none."""
        return 0

    @property
    def shots_left(self) -> int | None:
        """Number of shots left; None: without end."""
        return None

    def score_most(self, world: World) -> int:
        """Highest score that is still possible."""
        return SCORE_LIMIT

    def lack_text(self, world: World, score: int, needs: int) -> str:
        """Points that are missing to a score that is still possible, in words before its name."""
        return f"{self.score_text(self.board(self.setup), needs - score)} to"

    def short_text(self, world: World, score: int, needs: int) -> str:
        """Points that a game that is over lacked to a score, in words before its name."""
        return f"{self.score_text(self.board(self.setup), needs - score)} points short of"

    def way_text(self, world: World, missing: int, multiplier: int) -> str:
        """Way to so many points more, in words; "" where none is known.

        `multiplier` is the highest of the game.
        """
        return ""

    def figures(self, world: World) -> Mapping[str, str]:
        """Figures of the game for its results, by label."""
        return {}

    @cached_property
    def config(self) -> WorldConfig:
        """`world_config`, asked once."""
        return self.world_config()

    @abstractmethod
    def world_config(self) -> WorldConfig:
        """Capacities of the world."""

    def tables(self) -> Mapping[str, Table]:
        """The mode's own state at tick 0, by a name for each table; after `begin` use `world.tables`."""
        return {}

    @abstractmethod
    def begin(self, world: World) -> None:
        """Populate a new world."""

    @abstractmethod
    def tick(self, world: World) -> None:
        """Apply the rules to what happened in the step just taken."""

    def skip_to(self, world: World, wave: int) -> None:
        """Go on with a wave instead of the first one, right after `begin`; for `spec.practice` "waves"."""
        raise ValueError(f"{self.spec.name} has no wave {wave} to begin with")

    @property
    def world_reached(self) -> tuple[int, int] | None:
        """World of the campaign, from 1, and phases cleared in it; None where neither is played."""
        return None

    @property
    def medals(self) -> tuple[int, ...]:
        """Medals won in each phase of a level, as bits of `PhaseMedal`; empty where there are none."""
        return ()

    def hud(self, world: World) -> Hud:
        """HUD content of the present state."""
        return Hud((PlayerHud(),) * world.config.players)

    def approach_ticks(self, world: World) -> float:
        """Ticks since the part before a boss's began; 0 if no boss is near, infinite just before it."""
        return 0.0

    def over(self, world: World) -> bool:
        """Return whether the game has ended; the world may go on behind the results."""
        return False

    def present(self, world: World) -> tuple[bool, ...]:
        """Flags of the players who are present, by slot."""
        return (True,) * world.config.players

    def players_seen(self, world: World) -> int:
        """Number of players who were ever present."""
        return world.config.players

    def won(self, world: World) -> bool:
        """Return whether the game was won; a mode without an end is never won."""
        return False

    def results(self, world: World) -> dict[str, str]:
        """Lines for a table of results, by name; the score, where it counts."""
        return {"score": str(self.hud(world).score)} if self.spec.scored else {}

    def deaths(self, world: World) -> tuple[Death, ...]:
        """Deaths so far, in order, where the mode counts lives."""
        return ()

    def earnings(self, world: World) -> dict[str, int]:
        """Points by where they came from, in words; they add up to the score; empty where none count."""
        return {}
