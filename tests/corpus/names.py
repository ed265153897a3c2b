"""Names of things in the corpus, independent of their numbers: lower-case words, and plain values for how a
match begins and what players command.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from arena import catalogue
from arena.catalogue import kinds
from arena.catalogue.trials import TRIALS
from arena.game.goal import GoalKind
from arena.game.match import Match
from arena.game.modes import MODES
from arena.game.modes.practice import Exercise, format_exercise
from arena.game.modes.sandbox import format_trial
from arena.game.modes.stress import Load
from arena.game.phases.objectives import TASKS
from arena.game.phases.state import Stage
from arena.game.rules import DIFFICULTIES, MATCH
from arena.game.scoring.points import PointSource
from arena.sim.kinds import Phase, Pool, Team
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event

Occurred = dict[str, set[str]]
"""Names of what occurred, by category."""
NONE = "none"
KINDS = {row.number: row.name for row in catalogue.KINDS}
POOLS = {int(pool): pool.name.lower() for pool in Pool}
TEAMS = {int(team): team.name.lower() for team in Team}
PHASES = {int(phase): phase.name.lower() for phase in Phase}
WEAPONS = {0: NONE, **{row.fired: row.name for row in catalogue.WEAPONS}}
WEAPON_NAMES = list(WEAPONS.values())[1:]
"""In the order of the columns of energy."""
PICKUPS = {row.number: row.name for row in catalogue.PICKUPS}
ZONES = {0: NONE, **{row.number: row.name for row in catalogue.ZONES}}
EVENTS = {int(event): event.name.lower() for event in Event}
STAGES = {int(stage): stage.name.lower() for stage in Stage}
SOURCES = {int(source): source.name.lower() for source in PointSource}
GOALS = {int(kind): kind.name.lower() for kind in GoalKind}
BOSS_NAMES = [boss.name for boss in catalogue.BOSSES]
BUTTONS = {button.name.lower(): button for button in Button if button.name}
SHOT, ARMED, COLLECTED = int(Event.SHOT), int(Event.ARMED), int(Event.COLLECTED)
ASTEROID, PICKUP, BULLET = kinds.ASTEROID.number, kinds.PICKUP.number, kinds.BULLET.number
BOSS, BOSS_PART = kinds.BOSS.number, kinds.BOSS_PART.number


def registered() -> Occurred:
    """Everything that this release has and a corpus must hold once, by category."""
    from arena.app.storage.levels import load_worlds

    return {
        "modes": set(MODES),
        "worlds": {world.level.name for world in load_worlds()},
        "bosses": set(BOSS_NAMES),
        "difficulties": set(DIFFICULTIES),
        "players": {str(players) for players in range(1, MATCH.players_max + 1)},
        "weapons": set(WEAPON_NAMES),
        "pickups": set(PICKUPS.values()),
        "zones": set(ZONES.values()) - {NONE},
        "kinds": set(KINDS.values()),
        "events": set(EVENTS.values()),
        "objectives": {plan.__name__.lower() for plan in TASKS},
        "boss stages": {
            f"{name} {stage}"
            for name, boss in zip(BOSS_NAMES, catalogue.BOSSES, strict=True)
            for stage in range(len(boss.rules.stages))
        },
        "ends": {"over", "won"},
        "passages": {"join", "leave", "take-over"},
        "trials": set(TRIALS.names),
    }


def create_match(start: Mapping[str, Any], workers: int = 1, record: Any = None) -> Match:
    """The match that a recording begins with.

    Args:
        start: `mode`, `seed`, `players`, `seats` and `difficulty`, and the mode's `options` as plain values.
        workers: threads.
        record: where a replay goes, see `Match`.
    """
    level = level_text(start["mode"], start["options"])
    return Match(
        start["mode"], start["seed"], start["players"], workers, record, start["difficulty"], level,
        start["seats"], tuple(start["options"].get("hulls", ())),
    )  # fmt: skip


def level_text(mode: str, options: Mapping[str, Any]) -> str:
    """The text by which a mode is told its options."""
    if mode == "stress":
        return Load(**options).level()
    if mode == "practice":
        return format_exercise(Exercise(**options))
    if mode == "sandbox":
        return format_trial(options["level"], options["phase"])
    return options.get("day") or options.get("level") or ""


def make_command(sticks: Sequence[int], buttons: Sequence[str]) -> PlayerCommand:
    """A command of one player: move and aim, x and y each, and the names of what is pressed."""
    pressed = Button.NONE
    for name in buttons:
        pressed |= BUTTONS[name]
    move_x, move_y, aim_x, aim_y = sticks
    return PlayerCommand(move_x, move_y, aim_x, aim_y, pressed)


def read_command(command: PlayerCommand) -> tuple[tuple[int, int, int, int], list[str]]:
    """Invert `make_command`: its sticks and the names of the buttons."""
    sticks = command.move_x, command.move_y, command.aim_x, command.aim_y
    return sticks, [name for name, button in BUTTONS.items() if command.buttons & button]
