"""Tide: three minutes among thousands of drones that flow around the planet in rivers.

One at a time, a drone near a player may wake and hunt, as any drone does; one that is left behind goes back
to sleep and to its river. See `arena.game.rivers`.
"""

from dataclasses import replace

from arena.game.hud import Banner, Hud, Status
from arena.game.mode import Setup
from arena.game.mode_spec import ModeSpec
from arena.game.modes.team import TeamMode
from arena.game.rivers import count_hunters, fill, river_axes, send_hunter, steer
from arena.game.rules import TIDE
from arena.game.spawning.asteroids import lay_field
from arena.sim.kinds import Pool
from arena.sim.world import World, WorldConfig
from arena.tuning import ARENA, TICK_RATE

MINUTE = 60 * TICK_RATE
TIME = TIDE.minutes * MINUTE
"""[ticks] that a game lasts."""


class Tide(TeamMode):
    """Rules of the rivers: who may hunt, who comes anew, when it ends."""

    spec = ModeSpec(
        name="tide",
        title="Tide",
        about=(
            "Three minutes in rivers of thousands.",
            "Few of them hunt you at a time;",
            "the rest flow by.",
        ),
        help="three minutes among rivers of drones",
        demo=True,
        music="tour",
        scored=True,
        ghosts=True,
        code=3,
        flags=("seed", "hull"),
        open_seats=True,
    )
    limit = TIME

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.axes = river_axes(setup.seed)

    def world_config(self) -> WorldConfig:
        """Room for the rivers, on a planet of the usual size."""
        return replace(
            super().world_config(),
            enemies=TIDE.drones,
            planet_radius=ARENA.planet_radius,
            sleepers_meet=TIDE.meet,
        )

    def begin(self, world: World) -> None:
        """Put the team between the rivers, and rocks into them."""
        super().begin(world)
        lay_field(world, TIDE.rocks)
        self.flood(world)

    def flood(self, world: World) -> None:
        """Fill the rivers."""
        fill(world, self.axes, TIDE.drones, unseen=0.0)

    def tick(self, world: World) -> None:
        """Nothing counts after the last tick."""
        if world.tick <= TIME:
            super().tick(world)

    def advance(self, world: World) -> None:
        """Steer the rivers, let a drone hunt if one may, and put new ones where nobody sees it."""
        first = world.pools[Pool.ENEMY].start
        if steer(world, self.axes, first, TIDE.leash) < self.hunters_most(world.tick):
            send_hunter(world, first, TIDE.interval)
        fill(world, self.axes, TIDE.births)

    def hunters_most(self, tick: int) -> int:
        """Number of drones that may hunt at the same time; it rises with the square of time."""
        if tick < TIDE.lead_in:
            return 0
        share = TIDE.hunters_first + (1.0 - TIDE.hunters_first) * min(tick / TIME, 1.0) ** 2
        return round(TIDE.hunters * min(self.rules.enemies, 1.0) * share)

    def section_age(self, world: World) -> int:
        """Ticks since the game began: there is one part."""
        return world.tick

    def over(self, world: World) -> bool:
        """Return whether time is up, or no life is left."""
        return self.won(world) or super().over(world)

    def won(self, world: World) -> bool:
        """Return whether the team held out."""
        return world.tick >= TIME and self.ships_left > 0

    def hud(self, world: World) -> Hud:
        """Score, lives, time, how many hunt, and what each player waits for and hears."""
        left = max(0, TIME - world.tick)
        minutes, seconds = divmod(-(-left // TICK_RATE), 60)
        refills = world.pools[Pool.ENEMY].active < TIDE.full * TIDE.drones
        hunting = f"{count_hunters(world)} hunt you{', rivers refill' if refills else ''}"
        status = Status("TIME LEFT", f"{minutes}:{seconds:02d}", hunting)
        minute = min(world.tick // MINUTE + 1, TIDE.minutes)
        return super().hud(world)._replace(progress=minute, status=status, banner=self._banner(world))

    def _banner(self, world: World) -> Banner | None:
        """Banner of the beginning, and of the end."""
        if world.tick < TIDE.banner:
            return Banner("TIDE", "Touch no river. Shoot the clovers.", world.tick, TIDE.banner)
        age = world.tick - TIME
        return Banner("TIDE IS OUT", "you held", age, TIDE.banner) if 0 <= age < TIDE.banner else None

    def results(self, world: World) -> dict[str, str]:
        """Results."""
        return {
            "score": str(self.points),
            "seconds": f"{min(world.tick, TIME) / TICK_RATE:.1f}",
            "kills": str(self.kills),
            "largest cascade": str(int(self.score.largest[0])),
            "lives left": str(self.ships_left),
        }
