"""A match is a pure function of its arguments and commands, and can be saved, taken back and compared."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from arena.game.match import Match
from arena.sim.tables.commands import Button, PlayerCommand
from tests.playing import let_bots_play, rules


def hashes(ticks: int, workers: int, seed: int = 5, players: int = 1) -> list[int]:
    """State after each tick of a game that the bots play."""
    states: list[int] = []
    with Match(seed=seed, players=players, workers=workers) as match:
        let_bots_play(match, ticks, states)
    return states


def test_the_number_of_workers_changes_nothing() -> None:
    alone = hashes(420, 1)
    assert len(set(alone)) == len(alone)
    assert hashes(420, 2) == alone
    assert hashes(420, 5) == alone
    assert hashes(200, 1, players=4) == hashes(200, 2, players=4)


def test_the_seed_changes_everything() -> None:
    assert not set(hashes(60, 1, seed=5)) & set(hashes(60, 1, seed=6))


def damaged(saved: bytes) -> Iterator[bytes]:
    """A snapshot with one bit turned, with stretches lost, moved, swapped or overwritten, and cut off."""
    random, size = Random(7), len(saved)
    for place in [*range(0, 256, 3), *(random.randrange(size) for _ in range(300)), size - 1]:
        turned = bytearray(saved)
        turned[place] ^= 1 << random.randrange(8)
        yield bytes(turned)
    full = [at for at in range(256, size - 8, 8) if any(saved[at : at + 8])]
    for _ in range(100):
        first, second = random.sample(full, 2)
        coarse = [bytearray(saved) for _ in range(4)]
        coarse[0][first : first + 64] = bytes(len(coarse[0][first : first + 64]))
        coarse[1][first : first + 8], coarse[1][second : second + 8] = (
            saved[second : second + 8],
            bytes(byte ^ 1 for byte in saved[first : first + 8]),
        )
        coarse[2][256:first] = saved[264 : first + 8]
        coarse[3][first : first + 4] = random.randbytes(4)
        yield from (bytes(one) for one in coarse)
    for length in [*range(0, 256, 5), *(random.randrange(size) for _ in range(50)), size - 1]:
        yield saved[:length]
    yield saved + b"x"


def test_damaged_snapshots_are_refused_and_change_nothing() -> None:
    with Match(seed=8, workers=1) as match:
        for _ in range(120):
            match.tick([PlayerCommand(127, 0, 127, 0, Button.FIRE)])
        saved = match.snapshot()
        match.tick()
        now = match.snapshot()
        refused = 0
        for bad in damaged(saved):
            if bad == saved:
                continue
            with pytest.raises(ValueError, match=r"\A(not a|a damaged) snapshot[ -~]*\Z"):
                match.restore(bad)
            refused += 1
        assert refused > 750
        with pytest.raises(TypeError):
            match.restore(None)  # type: ignore[arg-type]
        assert match.snapshot() == now
        match.restore(memoryview(saved))  # type: ignore[arg-type]
        assert match.snapshot() == saved


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 9}, "another seed"),
        ({"difficulty": "hard"}, "another difficulty"),
        ({"seed": 9, "difficulty": "hard"}, "another seed and another difficulty"),
        ({"level": "x"}, "another level"),
        ({"players": 2}, "another number of players and another configuration"),
        ({"mode": "stress"}, "other names, types or sizes|another mode"),
    ],
)
def test_snapshots_of_another_game_are_refused_by_what_differs(other: dict[str, Any], words: str) -> None:
    setup: dict[str, Any] = {"seed": 8, "difficulty": "normal"}
    with Match(**setup, workers=1) as match, Match(**(setup | other), workers=1) as stranger:
        saved = match.snapshot()
        for _ in range(3):
            match.tick()
            stranger.tick()
        foreign, own = stranger.snapshot(), match.snapshot()
        with pytest.raises(
            ValueError, match=f"not a snapshot of such a match: it was made from {words}$|{words}"
        ):
            match.restore(foreign)
        assert match.snapshot() == own
        match.restore(saved)


def test_hashes_name_the_array_that_differs() -> None:
    with Match(seed=8, workers=1) as match:
        before, state = match.array_hashes(), match.state_hash()
        rules(match).score.points[0] += 1
        after = match.array_hashes()
        assert [name for name in before if before[name] != after[name]] == ["score.points"]
        assert match.state_hash() != state


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"mode": "chess"}, "endless"),
        ({"difficulty": "brutal"}, "easy, normal, hard"),
        ({"players": 0}, "1 to 4"),
        ({"players": 5}, "1 to 4"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        Match(**arguments)  # type: ignore[arg-type]


def test_one_command_per_player() -> None:
    with Match(players=2, workers=1) as match, pytest.raises(ValueError, match="is needed: 2, not 1"):
        match.tick([PlayerCommand()])


def test_lives_of_a_team_are_shared() -> None:
    with Match(seed=2, players=2, workers=1) as match:
        total = rules(match).ships_left
        for _ in range(total):
            for slot in range(2):
                match.world.ships.untouchable_until[slot] = 0
            slot = 0 if match.world.bodies.alive[0] else 1
            match.world.bodies.health[slot] = -1.0
            for _ in range(130):
                match.tick([PlayerCommand(), PlayerCommand()])
            assert rules(match).ships_left + 1 >= int(match.world.bodies.alive[:2].sum())
        assert rules(match).ships_left == 0
        assert not match.world.bodies.alive[:2].any()
