"""`Script`: the exact course of a game, as data: surroundings, commands of every step, acts before steps.

A step is a tick that was played; after a rewind it is another number than the world's tick. A run writes its
script as it goes, and any script can be played again. As JSON it reproduces a violation.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from arena.game.mode import Setup
from arena.sim.tables.commands import COMMAND, COMMAND_SIZE, Button, PlayerCommand, pack_command

FORMAT = 1


class Act(NamedTuple):
    """A disaster, before the tick of a step."""

    step: int
    name: str  # in `arena.sweep.disasters.acts.ACTS`
    number: int  # decides the rest


class Surroundings(NamedTuple):
    """Threads and recording of a match, which decide nothing."""

    workers: int = 1
    hesitant: bool = False  # its threads pause at random
    recorded: bool = False
    disk: int | None = None  # bytes that the recording's disk takes; None: all


PLAIN = Surroundings()


@dataclass
class Script:
    """The course of a game."""

    setup: Setup
    around: Surroundings = PLAIN
    verifies: bool = False  # its recordings are simulated again
    steps: list[bytes] = field(default_factory=list[bytes])  # packed commands of all seats
    acts: list[Act] = field(default_factory=list[Act])

    def commands(self, step: int) -> list[PlayerCommand]:
        """Commands of a step."""
        return list(map(command_of, COMMAND.iter_unpack(self.steps[step])))

    def rest(self) -> bytes:
        """Commands of a step in which nobody does anything, and nobody comes."""
        s = self.setup
        return pack_command(PlayerCommand()) * s.players + pack_command(
            PlayerCommand(buttons=Button.ABSENT)
        ) * (s.seats - s.players)

    def given(self) -> list[tuple[int, int]]:
        """(step, slot) of every command that is not rest."""
        rest = self.rest()
        return [
            (step, at // COMMAND_SIZE)
            for step, packed in enumerate(self.steps)
            if packed != rest
            for at in range(0, len(rest), COMMAND_SIZE)
            if packed[at : at + COMMAND_SIZE] != rest[at : at + COMMAND_SIZE]
        ]

    def with_given(self, kept: set[tuple[int, int]]) -> "Script":
        """The script in which only these commands are given."""
        rest = self.rest()
        steps = [rest] * len(self.steps)
        for step, slot in kept:
            at = slot * COMMAND_SIZE
            now = steps[step]
            steps[step] = now[:at] + self.steps[step][at : at + COMMAND_SIZE] + now[at + COMMAND_SIZE :]
        return replace(self, steps=steps)

    def to_json(self, **more: object) -> str:
        """The script as JSON; `more` is told beside it."""
        given = [
            [step, slot, *COMMAND.unpack_from(self.steps[step], slot * COMMAND_SIZE)]
            for step, slot in self.given()
        ]
        whole = {
            "format": FORMAT, **more, "setup": asdict(self.setup), "around": self.around._asdict(),
            "verifies": self.verifies, "steps": len(self.steps), "acts": self.acts, "commands": given,
        }  # fmt: skip
        return (
            "{\n"
            + ",\n".join(f"{json.dumps(name)}: {_lines(value)}" for name, value in whole.items())
            + "\n}\n"
        )


def command_of(values: Iterable[int]) -> PlayerCommand:
    """The command of four sticks and button bits."""
    x, y, u, v, buttons = values
    return PlayerCommand(x, y, u, v, Button(buttons))


def _lines(value: object) -> str:
    """JSON of a value; a list has an entry a line."""
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"  {json.dumps(entry)}" for entry in value) + "\n]"
    return json.dumps(value)


def read_script(text: str) -> Script:
    """Read what `Script.to_json` wrote.

    Raises:
        ValueError: it is something else.
    """
    try:
        whole: Mapping[str, Any] = json.loads(text)
        if whole["format"] != FORMAT:
            raise ValueError(f"format {whole['format']} is another")
        setup = dict(whole["setup"])
        setup["hulls"] = tuple(setup["hulls"])
        script = Script(Setup(**setup), Surroundings(**whole["around"]), bool(whole["verifies"]))
        script.acts = [Act(*act) for act in whole["acts"]]
        steps = [bytearray(script.rest()) for _ in range(whole["steps"])]
        for step, slot, *command in whole["commands"]:
            COMMAND.pack_into(steps[step], slot * COMMAND_SIZE, *command)
        script.steps = [bytes(step) for step in steps]
    except (KeyError, TypeError, IndexError, AttributeError) as problem:
        raise ValueError(f"not a script of a disaster: {problem}") from problem
    return script


def acts_by_step(acts: Sequence[Act]) -> Mapping[int, list[Act]]:
    """The acts of each step that has some, in their order."""
    found: dict[int, list[Act]] = {}
    for act in acts:
        found.setdefault(act.step, []).append(act)
    return found
