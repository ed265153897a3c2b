"""A toy setting: its row alone is offered, changed, applied, saved, loaded and checked."""

import re
from pathlib import Path
from typing import Any

import pytest

from arena.app.storage.setting_row import COMFORT, ELSEWHERE, Setting, SettingRows
from arena.app.storage.settings import Settings, load_settings, parse_settings, save_settings
from arena.toml_reader.values import RealNumber, Switch, choice
from tests.toys.harness import play_stories


def toy(folder: Path) -> None:
    """Add a setting with choices and one with a slider to their page, and work them by keys."""
    from arena.app.input.devices import KEYBOARD
    from arena.app.screens.settings import RowsPage
    from tests.app.fakes import Bare, services_for

    applied = list[str]()
    wind = Setting(
        "calm", choice(("calm", "storm")), "comfort", COMFORT, "Wind", "How it blows",
        (("none", "calm"), ("much", "storm")), lambda _, value: applied.append(value),
    )  # fmt: skip
    Settings.add("wind", wind)
    Settings.add("echo", Setting(0.5, RealNumber(0.0, 2.0), "toys", COMFORT, "Echo", "How long it sounds"))

    services: Any = services_for()
    services.settings.applier = object()
    page = RowsPage(services, Bare(services), COMFORT)
    services.screen = page
    assert [item.label for item in page.menu.items] == [
        "Fire", "Aim assist", "Game speed", "Wind", "Echo", "Back",
    ]  # fmt: skip
    assert [item.help for item in page.menu.items][3:5] == ["How it blows", "How long it sounds"]
    values = [item.value() for item in page.menu.items[3:5] if item.value is not None]
    assert values == ["none", "50%"]
    for key in (*["key:DOWN"] * 3, "key:RIGHT", "key:DOWN", "key:RIGHT"):
        services.devices.press(KEYBOARD, key)
        services.devices.release(KEYBOARD, key)
        page.update(0.0, services.controls.take_events())
    assert services.settings.wind == "storm" and applied == ["storm"]
    assert services.settings.echo == pytest.approx(0.6)

    assert save_settings(services.settings) == ""
    loaded, problem = load_settings()
    assert problem == "" and loaded == services.settings and loaded != Settings()
    assert applied == ["storm"], "no window, nothing to apply"
    _, problems = parse_settings(b'[comfort]\nwind = "hail"\n[toys]\necho = 3\nnoise = 1')
    assert [(problem.line, problem.told) for problem in problems] == [
        (2, 'comfort.wind: "hail" is not allowed; write one of "calm", "storm"'),
        (4, "toys.echo: 3 is not allowed; write a number from 0 to 2"),
        (5, "toys.noise: is not known; [toys] has echo; correct it or take it out"),
    ]
    with pytest.raises(ValueError, match='"hail" is not allowed; write one of "calm", "storm"'):
        services.settings.wind = "hail"


def test_a_setting_is_one_row(tmp_path: Path) -> None:
    play_stories(tmp_path, toy)


COMPLETE: dict[str, Any] = {
    "default": "one", "check": choice(("one", "two")), "table": "toys", "page": COMFORT, "label": "Toy",
    "help": "What it does", "choices": (("1", "one"),),
}  # fmt: skip
THREE = '"three" is not allowed; write one of "one", "two"'
LACKS: dict[str, tuple[dict[str, Any], str]] = {
    "default": ({"default": "three"}, THREE),
    "choice": (
        {"choices": (("1", "one"), ("3", "three"))},
        '"three" is not allowed; write one of "one", "two"',
    ),
    "table": ({"table": ""}, "no table of the file"),
    "reserved table": ({"table": "bindings"}, "no table of the file 'bindings'"),
    "page": ({"page": ""}, "no page ''; there is Sound, Picture, Sight, Comfort, elsewhere"),
    "unknown page": ({"page": "Toys"}, "no page 'Toys'; there is Sound, Picture, Sight, Comfort, elsewhere"),
    "label": ({"label": ""}, "no label"),
    "help": ({"help": ""}, "no help"),
    "choices": ({"choices": ()}, "no choices"),
    "check": ({"default": False, "check": Switch(), "choices": ()}, "no choices"),
}


@pytest.mark.parametrize("name", LACKS)
def test_an_incomplete_row_fails_with_one_line_that_names_it(name: str) -> None:
    changed, lack = LACKS[name]
    row = Setting[Any](**COMPLETE | changed)
    with pytest.raises(ValueError, match=f"^{re.escape(f'setting toy: {lack}')}$"):
        type("Toys", (SettingRows,), {"toy": row})


def test_a_complete_row_is_taken_once() -> None:
    toys: Any = type("Toys", (SettingRows,), {"toy": Setting[Any](**COMPLETE)})
    assert toys({}).toy == "one" and toys({"toy": "two"}).toy == "two"
    for taken in ("toy", "add"):
        with pytest.raises(ValueError, match=f"^setting {taken}: exists already$"):
            toys.add(taken, Setting[Any](**COMPLETE))
    with pytest.raises(TypeError, match="no setting 'toi'"):
        toys({"toi": "two"})


def test_a_row_of_no_page_needs_no_words() -> None:
    toys: Any = type("Toys", (SettingRows,), {"toy": Setting(False, Switch(), "toys", ELSEWHERE)})
    assert toys({}).toy is False
