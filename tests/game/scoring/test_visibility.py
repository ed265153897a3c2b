"""Notice of bodies: the kernel against a plain version of its rules, body by body."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.catalogue.enemies import SNIPER
from arena.game.bots.perception import arc_of_chord
from arena.game.match import Match
from arena.game.modes.practice import Practice
from arena.game.modes.team import TeamMode
from arena.game.rules import SIGHT
from arena.game.scoring.tally import TeamTables
from arena.game.scoring.visibility import NEVER, shows_lane
from arena.sim.kinds import Pool, Team
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.telegraphs import is_charging
from arena.sim.world import World
from arena.tuning import LANDING

FIRE = PlayerCommand(90, 40, 60, 127, Button.FIRE)


def team_of(match: Match) -> TeamTables:
    """Tables of the team of a match."""
    mode = match.mode.inner if isinstance(match.mode, Practice) else match.mode
    assert isinstance(mode, TeamMode)
    return mode.team


def in_frame(world: World, slot: int, row: int) -> tuple[float, float, float, float]:
    """(arc away [u], right, ahead, height [u]) of a body in the frame of a player's sticks."""
    here = world.bodies.position[slot].astype(float)
    here *= 1.0 / math.sqrt(here @ here)
    ahead, place = world.players.up[slot].astype(float), world.bodies.position[row].astype(float)
    height = math.sqrt(place @ place)
    x, y = place @ np.cross(ahead, here) / height, place @ ahead / height
    size = max(math.sqrt(x * x + y * y), 1e-9)
    away = arc_of_chord(math.sqrt(max(2.0 - 2.0 * (place @ here) / height, 0.0))) * world.shell_radius
    return away, x / size, y / size, height


def look(world: World, slot: int, seen: NDArray[np.int32], charging: NDArray[np.int32]) -> None:
    """Bring a player's notice up to the present tick, one body after the other."""
    b, tick = world.bodies, world.tick
    enemies, bullets = world.pools[Pool.ENEMY], world.pools[Pool.BULLET].start
    hidden: list[tuple[float, int, float, float]] = []
    for row in range(enemies.start, len(b.alive)):
        if not b.alive[row] or b.team[row] == Team.PLAYERS:
            seen[row] = NEVER
            continue
        if row >= bullets and b.born[row] == tick:
            owner = world.bullets.owner[row - bullets]
            seen[row] = charging[owner] if owner >= 0 else NEVER
        away, x, y, height = in_frame(world, slot, row)
        falls = float(b.radial_speed[row])
        if falls < 0.0 and height - world.shell_radius > -LANDING.warning_time * falls:
            seen[row] = NEVER
        elif away - b.radius[row] <= SIGHT.reach and y * away + b.radius[row] >= -SIGHT.behind:
            seen[row] = min(seen[row], tick)
        elif row < enemies.stop and away <= SIGHT.arrow_reach:
            hidden.append((away, row, x, y))
        elif row < bullets:
            seen[row] = NEVER
    arrows: list[tuple[float, float]] = []

    def pointed_at(x: float, y: float) -> bool:
        return any(x * u + y * v >= 1.0 - 0.5 * SIGHT.arrow_angle**2 for u, v in arrows)

    for _, _, x, y in sorted(hidden):
        if len(arrows) < SIGHT.arrows and not pointed_at(x, y):
            arrows.append((x, y))
    for _, row, x, y in hidden:
        seen[row] = min(seen[row], tick) if pointed_at(x, y) else NEVER


def look_at_charges(match: Match, slot: int, seen: NDArray[np.int32], charging: NDArray[np.int32]) -> None:
    """Bring a player's notice of telegraphs up to the present tick."""
    world, b = match.world, match.world.bodies
    behaviours = team_of(match).behaviours
    for row in range(world.pools[Pool.ENEMY].start, world.pools[Pool.ENEMY].stop):
        charges = is_charging(b.kind[row], world.ships.cooldown[row], world.memory.phase[row])
        known = (
            charges and b.alive[row] and b.radial_speed[row] == 0.0
            and (
                seen[row] != NEVER
                or shows_lane(b, world.memory, behaviours, row, slot, world.shell_radius)
            )
        )  # fmt: skip
        charging[row] = min(charging[row], world.tick) if known else NEVER


def crowd() -> Match:
    """A match of two players among ships that fire, rocks and mines, some of which are landing."""
    match = Match(seed=3, players=2, workers=1)
    random = np.random.default_rng(3)
    shooters = [kinds.GUNNER.number, SNIPER.number]
    among = *shooters, *shooters, kinds.DRONE.number, kinds.ASTEROID.number, kinds.MINE.number
    for number in range(120):
        put = match.world.drop_in if number % 5 == 0 else match.world.place
        put(among[number % len(among)], random.normal(size=3).tolist())
    return match


def wave() -> Match:
    """A match of one player in a late wave."""
    return Match("practice", 11, 1, 1, level="endless wave 30 invulnerable")


def tide() -> Match:
    """A match of two players among rivers."""
    return Match("tide", 11, 2, 1)


@pytest.mark.parametrize(("create", "ticks", "shots"), [(crowd, 240, 20), (wave, 200, 0), (tide, 4, 0)])
def test_notice_is_that_of_the_plain_rules(create: Callable[[], Match], ticks: int, shots: int) -> None:
    with create() as match:
        world, kept, bullets = match.world, team_of(match).notice, match.world.pools[Pool.BULLET].start
        seen, charging = kept.seen.copy(), kept.charging.copy()
        marked = dated = 0
        for tick in range(ticks):
            commands = [FIRE if (tick // 40 + slot) % 2 else PlayerCommand() for slot in range(len(seen))]
            match.tick(commands)
            for slot in range(len(seen)):
                if not world.bodies.alive[slot]:
                    seen[slot], charging[slot] = NEVER, NEVER
                    continue
                look(world, slot, seen[slot], charging[slot])
                look_at_charges(match, slot, seen[slot], charging[slot])
            assert np.array_equal(kept.seen, seen), f"tick {world.tick}"
            assert np.array_equal(kept.charging, charging), f"tick {world.tick}"
            marked = max(marked, int((seen != NEVER).sum()))
            new = world.bodies.born[bullets:] == world.tick
            dated += int((new & (seen[:, bullets:] < world.tick)).sum())
        assert marked > 10 and dated >= shots
