"""The state of a match in names and plain values: the only module of the corpus that reads the game's tables.

Whatever is renamed, moved to another table or given more room in the code is mapped here, in one place, to
what it was called when the corpus was recorded; `tests.corpus.names` does the same for what has a number.
Rows of bodies are written as pool and slot. A default that a body never left is not written at all, so a
column that only some kinds use may leave the others.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.materials import MATERIALS
from arena.game.match import Match
from arena.game.modes.campaign import Campaign
from arena.game.modes.practice import Practice
from arena.sim.kinds import LOADED, VARIANT_MATERIALS, Pool
from tests.corpus import names as words
from tests.corpus.names import Occurred

Value = str | int | float | Sequence[str] | NDArray[Any]
Section = dict[str, Value]
"""Values by their names in the corpus."""
LONG_AGO, NEVER = -(10**6), np.iinfo(np.int32).max


class Reader:
    """Reads one match, whose ticks it is told of one by one."""

    def __init__(self, match: Match) -> None:
        self.match, self.world = match, match.world
        self.occurred: Occurred = {}
        self._counts: Counter[tuple[int, int, int]] = Counter()  # events since the last sections
        self._present = match.present
        bodies = range(len(self.world.bodies.alive))
        self._pool_of_row = [
            pool for pool, view in zip(Pool, self.world.pools, strict=True) for _ in range(view.capacity)
        ]
        # The label behind the last one is what row -1, nobody, is called.
        self._labels = [self._label(row) for row in bodies] + [words.NONE]
        self._mode_readers: dict[str, Callable[[Any], Section]] = {
            "score": self._score, "shards": self._shards, "lives": self._lives, "seats": self._seats,
            "waves": self._waves,
            "progress": self._progress, "groups": self._groups, "goal": self._goal, "course": self._course,
            "harm": self._harm, "deaths": self._deaths, "voices": self._voices,
        }  # fmt: skip
        setup = match.setup
        self._note("modes", setup.mode)
        self._note("difficulties", setup.difficulty)
        self._note("players", str(setup.players))
        if setup.mode == "campaign" and isinstance(match.mode, Campaign):
            self._note("worlds", match.mode.level.name)

    def _label(self, row: int) -> str:
        pool = self._pool_of_row[row]
        return f"{words.POOLS[pool]} {row - self.world.pools[pool].start}"

    def _note(self, category: str, *names: str) -> None:
        self.occurred.setdefault(category, set()).update(names)

    # Events and changes of a tick.

    def follow(self) -> None:
        """Note what the tick just played brought."""
        events, players = self.world.events, self.world.config.players
        count = int(events.count[0])
        if count:
            columns = (events.kind, events.subject, events.size, events.row)
            for kind, subject, size, row in zip(*(c[:count].tolist() for c in columns), strict=True):
                number = int(size) if kind in (words.SHOT, words.ARMED, words.COLLECTED) else 0
                self._counts[kind, subject, number] += 1
                if kind == words.SHOT and row < players:
                    self._note("weapons", words.WEAPONS[number])
                elif kind == words.COLLECTED:
                    self._note("pickups", words.PICKUPS[number])
        self._follow_zones()
        if self.match.present != self._present:
            before, self._present = self._present, self.match.present
            for was, now in zip(before, self._present, strict=True):
                if was != now:
                    self._note("passages", "join" if now else "leave")

    def _follow_zones(self) -> None:
        """Note zones that players and enemies are in."""
        if not self.world.zones.kind.any():
            return
        for pool in (Pool.PLAYER, Pool.ENEMY):
            view = self.world.pools[pool]
            mask = int(np.bitwise_or.reduce(self.world.zone_mask[view.start : view.stop], initial=0))
            self._note("zones", *(name for zone, name in words.ZONES.items() if zone and mask >> zone & 1))

    # The state between two ticks.

    def sections(self) -> dict[str, Section]:
        """All that decides what follows, by section; events are those since the last call.

        Left out is what follows from the rest or shows in the next second: inverse masses, last poses, the
        commands of minds, the ways they plan, the order of free rows, what players could notice.
        """
        self.match.state_hash()  # waits for the minds: their decisions are part of the state
        found: dict[str, Section] = {"world": self._world(), "players": self._players()}
        rows = np.flatnonzero(self.world.bodies.alive)
        kinds = self.world.bodies.kind[rows]
        for kind in np.unique(kinds).tolist():
            name, own = words.KINDS[kind], rows[kinds == kind]
            self._note("kinds", name)
            found[f"bodies/{name}"] = self._bodies(kind, own)
            if words.POOLS[self._pool_of_row[int(own[0])]] in ("companion", "enemy"):
                found[f"minds/{name}"] = self._minds(own)
        found["zones"], found["sleep"], found["events"] = self._zones(), self._sleep(rows), self._events()
        for name, read in self._mode_readers.items():
            if name in self.world.tables:
                found[f"mode/{name}"] = read(self.world.tables[name])
        return found

    def _labelled(self, rows: NDArray[Any]) -> list[str]:
        """Rows of bodies as pool and slot."""
        return [self._labels[row] for row in rows.tolist()]

    def _world(self) -> Section:
        match, world = self.match, self.world
        ends = [name for name, holds in (("over", match.over), ("won", match.won)) if holds]
        self._note("ends", *ends)
        return {"tick": world.tick, "shell radius": world.shell_radius, "ends": ends,
                "present": np.array(match.present), "seen": match.players_seen}  # fmt: skip

    def _bodies(self, kind: int, rows: NDArray[Any]) -> Section:
        bodies, world = self.world.bodies, self.world
        found: Section = {
            "slot": self._labelled(rows),
            "position": bodies.position[rows],
            "velocity": bodies.velocity[rows],
            "heading": bodies.heading[rows],
            "radius": bodies.radius[rows],
            "health": bodies.health[rows],
            "radial speed": bodies.radial_speed[rows],
            "team": [words.TEAMS[team] for team in bodies.team[rows].tolist()],
            "variant": [self._variant(kind, variant) for variant in bodies.variant[rows].tolist()],
            "born": bodies.born[rows],
            "hit by": self._labelled(bodies.hit_by[rows]),
        }
        if rows[-1] < len(world.ships.cooldown):
            found["cooldown"] = world.ships.cooldown[rows]
            found["hurt at"] = world.ships.hurt_tick[rows]
            found["untouchable until"] = world.ships.untouchable_until[rows]
        if kind == words.BULLET:
            bullets, slots = world.bullets, rows - world.pools[Pool.BULLET].start
            found["owner"] = self._labelled(bullets.owner[slots])
            found["damage"] = bullets.damage[slots]
            found["expires"] = bullets.expires[slots]
            found["weapon"] = [words.WEAPONS[weapon] for weapon in bullets.weapon[slots].tolist()]
            found["pierces"] = bullets.pierces[slots]
            found["passed"] = self._labelled(bullets.passed[slots])
        elif kind == words.BOSS:
            for variant, stage in zip(
                bodies.variant[rows].tolist(), world.memory.stage[rows].tolist(), strict=True
            ):
                self._note("bosses", words.BOSS_NAMES[variant])
                self._note("boss stages", f"{words.BOSS_NAMES[variant]} {stage}")
        return found

    def _variant(self, kind: int, variant: int) -> str:
        if kind == words.ASTEROID:
            splits, material = divmod(variant % LOADED, VARIANT_MATERIALS)
            load = " loaded" if variant >= LOADED else ""
            return f"{MATERIALS[material].name} {splits}{load}"
        if kind == words.PICKUP:
            return words.PICKUPS[variant]
        if kind == words.BULLET:
            return words.KINDS[variant]
        return words.BOSS_NAMES[variant] if kind in (words.BOSS, words.BOSS_PART) else words.NONE

    def _minds(self, rows: NDArray[Any]) -> Section:
        """Memory of minds, by slot."""
        memory = self.world.memory
        is_companion = self._pool_of_row[int(rows[0])] == Pool.COMPANION
        targets = memory.target[rows].tolist()
        seats = range(self.world.config.players)
        numbers: dict[str, tuple[NDArray[Any], int]] = {
            "until": (memory.until, 0), "launched": (memory.launched, 0), "place": (memory.ring_slot, 0),
            "stage": (memory.stage, 0), "stage began": (memory.stage_began, LONG_AGO),
        }  # fmt: skip
        found: Section = {
            "phase": [words.PHASES[phase] for phase in memory.phase[rows].tolist()],
            "target": [f"player {t}" if is_companion and t in seats else self._labels[t] for t in targets],
            "routed": self._labelled(rows[memory.route[rows] >= 0]),
            "in well": self._labelled(rows[memory.zone[rows] >= 0]),
        }
        for name, (column, default) in numbers.items():
            found[name] = self._sparse(rows, column, default)
        for name, column in (("cover", memory.cover), ("axis", memory.ring_axis)):
            own = rows[column[rows].any(axis=1)]
            found[name], found[f"{name} of"] = column[own], self._labelled(own)
        return found

    def _sparse(self, rows: NDArray[Any], column: NDArray[Any], default: int) -> list[str]:
        """Slots and whole numbers where a column is not the default."""
        values = column[rows]
        off = values != default
        labels = self._labelled(rows[off])
        return [f"{label}: {value}" for label, value in zip(labels, values[off].tolist(), strict=True)]

    def _players(self) -> Section:
        players, found = self.world.players, Section()
        for slot in range(self.world.config.players):
            found[f"{slot} weapon"] = words.WEAPON_NAMES[int(players.weapon[slot])]
            held = int(players.held[slot])
            found[f"{slot} held"] = [name for name, button in words.BUTTONS.items() if held & button]
            if self.world.bodies.alive[slot]:
                found[f"{slot} up"] = players.up[slot]
                found[f"{slot} boost"] = float(players.boost[slot])
                found[f"{slot} boost until"] = int(players.boost_until[slot])
                found[f"{slot} bombs"] = int(players.bombs[slot])
                found[f"{slot} fired at"] = int(players.fired_at[slot])
        return found

    def _zones(self) -> Section:
        zones = self.world.zones
        rows = np.flatnonzero(zones.kind)
        return {
            "kind": [words.ZONES[kind] for kind in zones.kind[rows].tolist()],
            "center": zones.center[rows], "radius": zones.radius[rows], "strength": zones.strength[rows],
            "axis": zones.axis[rows],
        }  # fmt: skip

    def _sleep(self, rows: NDArray[Any]) -> Section:
        sleep = self.world.sleep
        return {
            "asleep": self._labelled(rows[~self.world.bodies.awake[rows]]),
            "inside": self._labelled(rows[sleep.inside[rows]]),
            "left": self._sparse(rows, sleep.left_tick, LONG_AGO),
            "wakes": self._sparse(rows, sleep.wake_tick, NEVER),
            "forced": self._labelled(rows[sleep.forced[rows]]),
        }

    def _events(self) -> Section:
        """Events: the number of each kind since the last sample, and all of this tick in their order."""
        events, count = self.world.events, int(self.world.events.count[0])
        counts, self._counts = self._counts, Counter()
        self._note("events", *(words.EVENTS[kind] for kind, _, _ in counts))
        kinds, subjects = events.kind[:count].tolist(), events.subject[:count].tolist()
        sizes, named = events.size[:count].copy(), list[str]()
        for at, kind in enumerate(kinds):
            named.append(event_name(kind, subjects[at], int(sizes[at])))
            if kind in (words.SHOT, words.ARMED, words.COLLECTED):
                sizes[at] = 0.0
        return {
            "counts": sorted(f"{event_name(*key)}: {number}" for key, number in counts.items()),
            "now": named,
            "row": self._labelled(events.row[:count]),
            "other": self._labelled(events.other[:count]),
            "size": sizes,
            "position": events.position[:count],
        }

    # State of the modes.

    def _score(self, score: Any) -> Section:
        found: Section = {
            "kills": by_name(words.KINDS, score.kills), "sources": by_name(words.SOURCES, score.sources),
            "bonus source": words.SOURCES[int(score.bonus_source[0])],
        }  # fmt: skip
        return found | singles(
            score, "points multiplier shards collected strikes bonus_at bonus_points bonus_count ship_passed"
        )

    def _shards(self, shards: Any) -> Section:
        lie = np.flatnonzero(shards.ends_at > self.world.tick)
        return {
            "ends": shards.ends_at[lie], "position": shards.position[lie], "velocity": shards.velocity[lie],
            **singles(shards, "next run run_at"),
        }  # fmt: skip

    def _lives(self, lives: Any) -> Section:
        return {"left": int(lives.left[0]), "returns": lives.returns_at, "flew": lives.flew}

    def _seats(self, seats: Any) -> Section:
        return {"present": seats.present, "joined": seats.joined}

    def _waves(self, waves: Any) -> Section:
        return singles(waves, "number began beat beat_began groups sent last_sent next_try")

    def _progress(self, progress: Any) -> Section:
        mode = self.match.mode.inner if isinstance(self.match.mode, Practice) else self.match.mode
        assert isinstance(mode, Campaign)
        objective = type(mode.phase.objective).__name__.lower()
        self._note("objectives", objective)
        found = singles(progress, "phase began changed done tries")
        stage, subject = words.STAGES[int(progress.stage[0])], self._labels[int(progress.subject[0])]
        return found | {"stage": stage, "subject": subject, "objective": objective}

    def _groups(self, groups: Any) -> Section:
        enemies = self.world.rows(Pool.ENEMY)
        member = np.zeros(len(self._labels), np.int64)
        start = self.world.pools[Pool.ENEMY].start
        member[start : start + len(groups.member)] = groups.member
        columns = ("sent", groups.sent, 0), ("comings", groups.comings, 0), ("due", groups.due, -1)
        found: Section = {"members": self._sparse(enemies, member, 0)}
        for name, column, default in columns:
            found[name] = [f"{k}: {value}" for k, value in enumerate(column.tolist()) if value != default]
        return found

    def _goal(self, goal: Any) -> Section:
        return {"kind": words.GOALS[int(goal.kind[0])], "place": goal.place, "radius": float(goal.radius[0])}

    def _course(self, course: Any) -> Section:
        return singles(course, "lesson began learnt_at sent") | {"done": float(course.done[0])}

    def _harm(self, harm: Any) -> Section:
        return {
            "hits": by_name(words.KINDS, harm.hits), "unwarned": by_name(words.KINDS, harm.unwarned),
            "by": [words.KINDS[kind] if tick >= 0 else words.NONE
                   for kind, tick in zip(harm.kind.tolist(), harm.tick.tolist(), strict=True)],
            "tick": harm.tick, "warned": harm.warned, "bearing": harm.bearing,
        }  # fmt: skip

    def _deaths(self, _: Any) -> Section:
        return {
            "all": [
                f"{death.player} {death.tick} {death.section} {death.means.name.lower()} "
                f"{words.NONE if death.kind is None else words.KINDS[int(death.kind)]} {death.away.hex()}"
                for death in self.match.mode.deaths(self.world)
            ]
        }

    def _voices(self, voices: Any) -> Section:
        """Ticks at which lines begin; the words themselves are free to change."""
        speaks = voices.line >= 0
        return {"speaks": speaks, "since": np.where(speaks, voices.begun, 0)}


def event_name(kind: int, subject: int, size: int) -> str:
    """An event, of whom, and which weapon or pickup it is about."""
    about = (
        words.PICKUPS[size]
        if kind == words.COLLECTED
        else words.WEAPONS[size]
        if kind in (words.SHOT, words.ARMED)
        else ""
    )
    return f"{words.EVENTS[kind]} {words.KINDS[subject]} {about}".rstrip()


def singles(table: Any, names: str) -> Section:
    """Whole numbers of columns with one row; a column that was renamed is written as `before:now`."""
    pairs = [name.partition(":") for name in names.split()]
    return {before: int(getattr(table, now or before)[0]) for before, _, now in pairs}


def by_name(names: Mapping[int, str], column: NDArray[Any]) -> list[str]:
    """Values of a column that are not 0, in the order of the names."""
    return sorted(f"{names[row]}: {value}" for row, value in enumerate(column.tolist()) if value)
