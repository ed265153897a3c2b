"""Python hands kernels plain numbers: numba looks at an enum member for 15 us to find out its type."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import pytest
from numba.core.registry import CPUDispatcher

from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS
from arena.env.pilot import warm_up_pilot
from arena.env.radar import warm_up_radar
from arena.game.bots.bot import Bot
from arena.game.editing.preview import Preview
from arena.game.match import Match
from arena.jit import is_interpreted
from arena.sim.kinds import Pool
from arena.sim.random import Stream, uniform
from arena.startup.game import warm_up
from arena.startup.view import warm_up_view
from tests.game.campaign_levels import keep_alive, worlds

pytestmark = pytest.mark.skipif(is_interpreted, reason="there are no kernels without the compiler")


@pytest.fixture
def enums_given(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Kernels that Python has called with an enum member, and which."""
    found: set[str] = set()
    call: Any = CPUDispatcher.__call__

    def listen(kernel: Any, *arguments: Any, **named: Any) -> Any:
        given = flattened([*arguments, *named.values()])
        found.update(f"{kernel.py_func.__qualname__}: {one!r}" for one in given if isinstance(one, Enum))
        return call(kernel, *arguments, **named)

    monkeypatch.setattr(CPUDispatcher, "__call__", listen)
    return found


def flattened(arguments: Any) -> Iterator[Any]:
    """Arguments, and what tuples among them hold."""
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from flattened(argument)
        else:
            yield argument


def test_no_match_hands_an_enum_to_a_kernel(enums_given: set[str]) -> None:
    bots = [Bot(slot) for slot in range(2)]
    for number, file in worlds().items():
        with Match("campaign", number, 2, level=file.text) as match:
            for _ in range(400):
                keep_alive(match)
                match.world.bodies.health[match.world.rows(Pool.ENEMY)] = 0.0  # on to the next phase
                match.tick([bot.command(match.world) for bot in bots])
                match.hud()
    with Match(seed=4, players=2) as match:
        for boss in BOSSES:
            match.world.place_boss((0.0, 1.0, 0.1 * boss.number), boss.number)
        for kind in KINDS:
            if kind not in (kinds.PLAYER, kinds.BOSS, kinds.BOSS_PART, kinds.BULLET):
                match.world.place(kind.number, (0.1, 0.1, 1.0))
        for tick in range(900):
            match.world.bodies.health[:2] = 100.0 if tick % 300 else -1.0
            match.tick([bot.command(match.world) for bot in bots])
    assert enums_given == set()


def test_neither_the_editor_nor_the_view_nor_a_load_hands_an_enum_to_a_kernel(enums_given: set[str]) -> None:
    warm_up(None, warm_up_view, warm_up_pilot, warm_up_radar)
    preview = Preview()
    for file in worlds().values():
        preview.show(file.level, [], 1)
    preview.world.close()
    assert enums_given == set()


def test_an_enum_would_be_heard_of(enums_given: set[str]) -> None:
    with Match(seed=1) as match:
        match.world.place(kinds.DRONE.number, (0.0, 1.0, 0.0))
        assert enums_given == set()
        uniform(1, Stream.PLACE, 0, 0)
    assert enums_given == {f"uniform: {Stream.PLACE!r}"}
