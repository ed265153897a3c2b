"""`MODES`: the modes that can be played, by name; `arena.game.modes` fills it."""

import re
from collections.abc import Iterator, Mapping

from arena.game.mode import Mode
from arena.game.mode_spec import ModeError, ModeSpec
from arena.toml_reader.problems import suggest

COLUMN = re.compile(r"[a-z_]+\.([a-z_]+|\*)", re.ASCII)


class ModeRegistry(Mapping[str, type[Mode]]):
    """Modes by name, in the order in which menus and messages list them."""

    def __init__(self) -> None:
        self._modes: dict[str, type[Mode]] = {}
        self._sealed = False

    def register(self, mode: type[Mode]) -> None:
        """Add a mode.

        Raises:
            ModeError: it is incomplete, has the name or the code of another, or comes too late.
        """
        spec = mode.__dict__.get("spec")
        if not isinstance(spec, ModeSpec):
            raise ModeError(f"mode class {mode.__name__}: spec is missing, which is a ModeSpec of its own")
        who, writes = f"mode {spec.name!r}", getattr(mode, "writes", ())
        if not writes or not all(COLUMN.fullmatch(word) for word in writes):
            raise ModeError(f"{who}: writes must be what tick writes, as 'table.column', not {writes!r}")
        if self._sealed:
            raise ModeError(f"{who}: it is registered after the screens were resolved")
        for other in (known.spec for known in self._modes.values()):
            if other.name == spec.name:
                raise ModeError(f"{who}: name is that of another mode")
            if spec.code is not None and other.code == spec.code:
                raise ModeError(f"{who}: code {spec.code} is that of mode {other.name!r}")
        if spec.practice == "waves" and mode.skip_to is Mode.skip_to:
            raise ModeError(f"{who}: practice is 'waves', and skip_to is missing")
        self._modes[spec.name] = mode

    def seal(self) -> None:
        """Refuse further modes: the screens and music of all are resolved."""
        self._sealed = True

    def named(self, name: str) -> type[Mode]:
        """Mode of a name.

        Raises:
            ValueError: it is not known.
        """
        if name not in self._modes:
            hint = suggest(name, self, repr)
            raise ValueError(f"mode {name!r} is not known; {hint}there is {', '.join(self)}")
        return self._modes[name]

    def __getitem__(self, name: str) -> type[Mode]:
        return self._modes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modes)

    def __len__(self) -> int:
        return len(self._modes)


MODES = ModeRegistry()
