"""A pilot that plays by commands, like anyone: it fills the title screen, tests, soak runs and benchmarks.

It sees what the world's arrays show, in the plane of the player's own sticks. Its only memory is what it did
last, so that it flies smoothly; the same world and memory give the same command.
"""

import math
from copy import copy
from typing import TYPE_CHECKING

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.skills import ANY_SPARK, BEST, SKILLS
from arena.game.bots.crate_choice import wish_crate
from arena.game.bots.decisions import (
    COURSES,
    choose_shielder,
    choose_target,
    count_close,
    lead,
    steer,
    wish_course,
)
from arena.game.bots.goals import wish_goal
from arena.game.bots.perception import create_sight, look
from arena.game.bots.risks import wants_strike, wish_shards
from arena.game.bots.sparks import choose_spark, create_search, create_spark
from arena.game.bots.weapon_choice import press_towards, shot_of, wanted_weapon, wish_pickup
from arena.game.rules import BOT
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import PILOT, TICK_RATE

if TYPE_CHECKING:
    from arena.sim.world import World


SCRATCH = ("_sight", "_search", "_worth")
"""Attributes of `Bot` that are always written before they are read, so that no copy needs them."""


class Bot:
    """Pilot of slot `slot`. One bot per player and match."""

    def __init__(self, slot: int = 0, skill: str = BEST.name) -> None:
        """Create the pilot.

        Raises:
            CatalogueError: no row of `arena.catalogue.skills` has the name.
        """
        self.slot, self.skill = slot, SKILLS.named(skill).rules
        self._sight, self._search = create_sight(), create_search()
        self._spark, self._worth = create_spark(), np.zeros(COURSES)
        self._wish, self._point = np.zeros(2), np.zeros(2)
        self._course, self._move = np.zeros(2), np.zeros(2)
        self._danger = 0.0  # danger of the course
        self._aim = (0.0, 1.0)
        self.target_row = -1
        """Row of what it aims at; -1 while there is nothing."""
        self._bomb_ready = 0  # tick
        self._weapon_ready = 0  # tick

    def copy(self) -> "Bot":
        """Bot with the same memory; what it saw is looked at anew in every tick."""
        twin = Bot(self.slot)
        twin.__dict__.update((name, copy(value)) for name, value in vars(self).items() if name not in SCRATCH)
        return twin

    def command(self, world: "World") -> PlayerCommand:
        """Command for the next tick; at rest while the player is dead."""
        if not world.bodies.alive[self.slot]:
            return PlayerCommand()
        skill = self.skill
        look(
            world.bodies, world.players, self.slot, world.shell_radius, skill.sight, skill.bullet_sight,
            self._sight,
        )  # fmt: skip
        target = int(choose_target(self._sight, self.target_row))
        target = int(choose_shielder(self._sight, world.bodies, world.ships, target))
        if skill.spark_volatiles != ANY_SPARK:
            target = choose_spark(world, self.slot, skill, self._sight, target, self._search, self._spark)
        self.target_row = int(self._sight.row[target]) if target >= 0 else -1
        buttons = self._fly(world, target) | self._shoot(world, target) | self._bomb(world)
        buttons |= self._choose_weapon(world, target)
        return PlayerCommand.from_sticks((float(self._move[0]), float(self._move[1])), self._aim, buttons)

    def _fly(self, world: "World", target: int) -> Button:
        """Ease the stick to the course, which it chooses anew now and then; dash into prey, out of danger."""
        skill = self.skill
        if world.tick % skill.reaction == 0:
            turn = 1.0 if (world.tick // BOT.circle) % 2 == 0 else -1.0
            wish_course(self._sight, target, turn, self._wish)
            wish_shards(world, self.slot, skill, self._sight, self._worth, self._wish)
            wish_pickup(world, self.slot, skill.pickup_reach, self._wish)
            wish_goal(world, self.slot, self._wish)
            wish_crate(world, self.slot, skill, self._wish)
            radius = float(world.kinds.radius[kinds.PLAYER.number])
            pace = world.hulls.pace[world.players.hull[self.slot]]
            speed = float(world.kinds.max_speed[kinds.PLAYER.number] * pace)
            self._danger = float(
                steer(
                    self._sight, radius, speed, skill.caution, skill.crowd_fear, self._wish, self._move,
                    self._course,
                )
            )  # fmt: skip
        if not world.players.held[self.slot] & Button.BOOST and wants_strike(
            world, self.slot, skill.strike_ships, self._sight, self._course
        ):
            self._move[:] = self._course
            return Button.BOOST
        dash = self._danger > skill.boost_danger and world.players.boost[self.slot] >= 1.0
        if dash and not world.players.held[self.slot] & Button.BOOST:
            self._move[:] = self._course
            return Button.BOOST
        fright = min(self._danger / BOT.scared, 1.0)
        share = BOT.smooth_calm + (BOT.smooth_scared - BOT.smooth_calm) * fright
        self._move += (self._course - self._move) * share
        return Button.NONE

    def _shoot(self, world: "World", target: int) -> Button:
        """Turn the aim to the lead on the target, or along the course; fire where a shot could meet."""
        if target < 0:
            self._turn_aim(float(self._move[0]), float(self._move[1]))
            return Button.NONE
        shot = shot_of(world, self.slot)
        flight = float(lead(self._sight, target, shot.speed, self._point))
        x, y = self._point.tolist()
        swing = world.tick % BOT.aim_wander_ticks / BOT.aim_wander_ticks
        off = self.skill.aim_wander * (4.0 * abs(swing - 0.5) - 1.0)
        cosine = self._turn_aim(x - off * y, y + off * x)
        near = flight * TICK_RATE < shot.life
        landed = flight > self._sight.arrives[target] - BOT.landing_early
        return Button.FIRE if near and landed and cosine > BOT.aim_cone else Button.NONE

    def _turn_aim(self, x: float, y: float) -> float:
        """Turn the aim towards (x, y), by `aim_rate` at most; returns the cosine left between them."""
        size = math.sqrt(x * x + y * y)
        if size == 0.0:
            return 1.0
        x, y = x / size, y / size
        aim_x, aim_y = self._aim
        rate = self.skill.aim_rate
        if aim_x * x + aim_y * y > 1.0 - 0.5 * rate * rate:
            self._aim = (x, y)
            return 1.0
        if aim_x * y - aim_y * x < 0.0:
            rate = -rate
        aim_x, aim_y = aim_x - aim_y * rate, aim_y + aim_x * rate
        size = math.sqrt(aim_x * aim_x + aim_y * aim_y)
        self._aim = (aim_x / size, aim_y / size)
        return self._aim[0] * x + self._aim[1] * y

    def _choose_weapon(self, world: "World", target: int) -> Button:
        """Change to the weapon that suits the moment, with a pause between changes."""
        if world.tick < self._weapon_ready or not self.skill.changes_weapon:
            return Button.NONE
        button = press_towards(
            world, self.slot, wanted_weapon(world, self.slot, self._sight, target, self.skill.aim_wander)
        )
        if button:
            self._weapon_ready = world.tick + BOT.weapon_rest
        return button

    def _bomb(self, world: "World") -> Button:
        """Bomb when surrounded; half as many ships suffice when it is badly hurt."""
        if world.tick < self._bomb_ready or world.players.bombs[self.slot] == 0:
            return Button.NONE
        hurt = world.bodies.health[self.slot] < BOT.bomb_health * world.full_shield(self.slot)
        enough = (self.skill.bomb_ships + 1) // 2 if hurt else self.skill.bomb_ships
        if count_close(self._sight, PILOT.bomb_radius * BOT.bomb_share) < enough:
            return Button.NONE
        self._bomb_ready = world.tick + BOT.bomb_rest
        return Button.BOMB
