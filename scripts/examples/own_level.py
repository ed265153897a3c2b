"""A level of your own: text in, a world to play out, and a bot that plays it.

    python scripts/examples/own_level.py

A level is a TOML file; `arena levels --schema` prints every key with its meaning. What is wrong in one is
told with file, key and line. To keep it, save the text as a file: `arena play --level FILE` plays it in the
window, and the editor lists it where its own levels lie (~/.local/share/arena/levels on Linux).
"""

from arena.game.bots.bot import Bot
from arena.game.levels import LevelError
from arena.game.levels.parser import parse_level
from arena.game.match import Match

LEVEL = """
name = "Ice and guns"
world = 2
[field]
count = 30
keep = 20

[[phase]]
name = "Clear the ice"
objective = {kind = "destroy"}
[[phase.group]]
kind = "drone"
count = 8
place = [0.0, 0.3, 1.0]
[[phase.group]]
kind = "lancer"
count = 2
time = 4.0

[[phase]]
name = "Hold out"
objective = {kind = "survive", seconds = 12}
[[phase.group]]
kind = "gunner"
count = 3
"""


def main() -> None:
    """Show a mistake being told, then let the bot play the level."""
    try:
        parse_level(LEVEL.replace('"lancer"', '"lancers"'), "ice_and_guns.toml")
    except LevelError as error:
        print("a mistake is told:", error)
    bot, told = Bot(), ""
    with Match("campaign", seed=1, level=LEVEL, workers=1) as match:
        while not match.over:
            match.tick([bot.command(match.world)])
            status = match.hud().status
            if status is not None and f"{status.label} {status.value}" != told:
                told = f"{status.label} {status.value}"
                print(f"{match.world.tick / 60:6.1f} s  {told}")
        print(
            f"{match.world.tick / 60:6.1f} s  {'won' if match.won else 'lost'}:",
            match.mode.results(match.world),
        )


if __name__ == "__main__":
    main()
