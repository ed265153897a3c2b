"""Events of a tick: those at their count and beyond are stale."""

import numpy as np

from arena.sim.tables.events import Event, add_event, create_events


def test_kinds_are_those_of_this_tick_in_their_order() -> None:
    events = create_events(4)
    for kind in (Event.HIT, Event.KILLED, Event.BURST):
        add_event(events, kind, 1, 2, 0, 0.5, np.zeros(3))
    assert list(events.kinds) == [Event.HIT, Event.KILLED, Event.BURST]
    events.count[0] = 1
    assert Event.HIT in events.kinds and Event.KILLED not in events.kinds
