"""Commands on their way in: packed, refused, and remembered whatever came of them."""

import numpy as np
import pytest

from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand, buttons_of, fold_command, pack_command, stick
from arena.sim.world import World, WorldConfig

FIRE = PlayerCommand(buttons=Button.FIRE)
REST = PlayerCommand()


@pytest.mark.parametrize("sticks", [(0, 0, 0, 0), (-127, 127, -1, 1), (127, -127, 64, -64)])
@pytest.mark.parametrize("buttons", [Button.NONE, Button.FIRE, Button(7)])
def test_what_was_packed_is_unpacked(sticks: tuple[int, int, int, int], buttons: Button) -> None:
    packed = int.from_bytes(pack_command(PlayerCommand(*sticks, buttons)), "little")
    assert [stick(packed, place) for place in range(4)] == [*sticks]
    assert buttons_of(packed) == buttons


@pytest.mark.parametrize(
    "command",
    [
        *(PlayerCommand(-128), PlayerCommand(0, 128), PlayerCommand(0, 0, 0, 10**30)),
        *(PlayerCommand(buttons=64), PlayerCommand(buttons=-1), PlayerCommand(buttons=0x80)),  # type: ignore[arg-type]
        *(PlayerCommand(0.5), PlayerCommand(None), PlayerCommand("1")),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_what_no_stick_gives_is_refused_before_anything_has_changed(command: PlayerCommand) -> None:
    world = World(WorldConfig(players=2, enemies=1, asteroids=1, bullets=1))
    world.spawn_player(0)
    world.spawn_player(1, (0.0, 1.0, 0.0))
    before = world.snapshot()
    with pytest.raises(ValueError, match="sticks must be whole numbers from -127 to 127") as refusal:
        step(world, [FIRE, command])
    assert "\n" not in str(refusal.value)
    assert world.snapshot() == before


@pytest.mark.parametrize(
    ("played", "edited"),
    [
        ([[REST, REST], [FIRE, REST]], [[REST, REST], [REST, REST]]),
        ([[FIRE, REST]], [[REST, FIRE]]),
        ([[FIRE, REST], [REST, REST]], [[REST, REST], [FIRE, REST]]),
        ([[PlayerCommand(move_x=1), REST]], [[PlayerCommand(move_y=1), REST]]),
        ([[PlayerCommand(aim_x=-1), REST]], [[PlayerCommand(aim_x=1), REST]]),
    ],
)
def test_every_command_is_remembered_of_players_who_never_flew_too(
    played: list[list[PlayerCommand]], edited: list[list[PlayerCommand]]
) -> None:
    worlds = [World(WorldConfig(players=2, enemies=1, asteroids=1, bullets=1)) for _ in range(2)]
    for world, commands in zip(worlds, (played, edited), strict=True):
        for tick in commands:
            step(world, tick)
    one, two = (world.array_hashes() for world in worlds)
    assert "history.commands" in {name for name in one if one[name] != two[name]}


def test_a_history_is_saved_with_the_rest() -> None:
    world = World(WorldConfig(enemies=1, asteroids=1, bullets=1))
    step(world, [FIRE])
    saved, history = world.snapshot(), int(world.history.commands[0])
    step(world, [REST])
    assert int(world.history.commands[0]) != history
    world.restore(saved)
    assert int(world.history.commands[0]) == history


def test_many_histories_have_many_digests() -> None:
    def fold(digest: int, packed: int) -> int:
        with np.errstate(over="ignore"):  # it wraps around, in Python too
            return int(fold_command(np.uint64(digest), 0, packed))

    digests = {0}
    for _ in range(3):
        digests |= {fold(digest, packed) for digest in digests for packed in range(20)}
    assert len(digests) == sum(20**ticks for ticks in range(4))
