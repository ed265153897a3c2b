"""The player's own mappings of controllers: found by pyglet, and unable to do harm."""

import importlib
import math
from pathlib import Path

import pytest

from arena.app.input.adapters import turn_stick
from arena.app.input.bindings import default_bindings
from arena.app.input.devices import Devices
from arena.app.input.mappings import BYTES_MAX, read_mappings
from arena.app.storage.paths import mappings_file
from tests.app.fakes import Device, listen

GUID = "030000005e0400008e02000014010000"
LINE = f"{GUID},My Pad,a:b0,b:b1,leftx:a0,lefty:a1~,dpup:h0.1,lefttrigger:+a2,hint:!X:=1,platform:Linux,"


@pytest.fixture
def file() -> Path:
    path = mappings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_a_mapping_of_ones_own_is_what_pyglet_uses(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    controller = importlib.import_module("pyglet.input.controller")
    monkeypatch.setattr(controller, "mapping_list", list(controller.mapping_list))
    file.write_text(f"# mine\n\n{LINE}\n", encoding="utf-8")
    listening, manager = listen(monkeypatch, Devices(default_bindings()))
    found = controller.get_mapping(GUID)
    assert found["name"] == "My Pad" and (found["a"].control_type, found["a"].index) == ("button", 0)
    assert listening.problem == ""
    manager.handlers["on_connect"](Device())
    assert listening.count == 1


@pytest.mark.parametrize(
    "line",
    [
        f"{GUID},Bad,a:bx", f"{GUID},Bad,dpup:h0", f"{GUID},Bad,leftx:a", GUID,
        "hello", "xyz,Bad,a:b0", f"{GUID},Bad,a:b{'9' * 5000}", f"{GUID},Bad,a:b²",
        f"{GUID},Bad,lefty:+a1~",
    ],
)  # fmt: skip
def test_a_broken_line_is_told_and_costs_no_gamepad(
    line: str, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    controller = importlib.import_module("pyglet.input.controller")
    monkeypatch.setattr(controller, "mapping_list", [])
    file.write_text(f"{LINE}\n{line}\n", encoding="utf-8")
    listening, manager = listen(monkeypatch, Devices(default_bindings()))
    assert listening.problem == "gamecontrollerdb.txt, line 2: no mapping of a controller, passed over"
    assert controller.mapping_list == [LINE]
    assert controller.get_mapping(GUID)["name"] == "My Pad"
    manager.handlers["on_connect"](Device())
    assert listening.count == 1


def test_a_file_that_is_too_large_or_none_is_told(file: Path) -> None:
    assert read_mappings(file) == ((), "")
    file.write_bytes(b"#" * (BYTES_MAX + 1))
    assert "more than 4,000,000 bytes" in read_mappings(file).problem
    file.unlink()
    file.mkdir()
    assert read_mappings(file).problem.startswith("gamecontrollerdb.txt is not used")


def test_the_database_itself_gets_through(file: Path) -> None:
    known = importlib.import_module("pyglet.input.controller").mapping_list
    file.write_text("\n".join(known), encoding="utf-8")
    mappings = read_mappings(file)
    assert len(mappings.lines) > 100 and mappings.problem == ""


def test_a_stick_is_turned_clockwise() -> None:
    """A stick pushed up points right after a quarter turn."""
    assert turn_stick((0.0, 1.0), math.pi / 2) == pytest.approx((1.0, 0.0))
    assert turn_stick((1.0, 0.0), math.pi / 2) == pytest.approx((0.0, -1.0))
