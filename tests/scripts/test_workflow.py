"""The workflow of continuous integration: all that it names exists, and nothing in it moves by itself."""

import re
import shlex
import tomllib
from typing import Any

import pytest

from tests.processes import ROOT

TEXT = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")


def test_scripts_lists_and_tests_exist() -> None:
    names = set(re.findall(r"\b(?:scripts|locks|tests)/[\w./-]+", TEXT))
    assert {"scripts/test.py", "scripts/build.py", "scripts/setup_environment.py", "tests/corpus"} <= names
    assert [name for name in sorted(names) if not (ROOT / name).exists()] == []


def test_extras_have_lists_that_are_all_audited() -> None:
    set_up = re.findall(r"setup_environment\.py(.*)", TEXT)
    extras = {extra for words in set_up for extra in words.split()}
    lists = {path.stem for path in (ROOT / "locks").iterdir()}
    assert extras == lists - {"play"}
    assert set(re.findall(r"-r locks/(\w+)\.txt", TEXT)) == lists


def test_builds_are_asked_for_as_the_script_takes_them(scripts: Any) -> None:
    (words,) = re.findall(r"scripts/build\.py (.*)", TEXT)
    options = scripts.build.parse(shlex.split(words))
    assert (options.what, options.output) == ("packages", "dist")


def test_linux_gets_all_packages_that_tests_need(scripts: Any) -> None:
    (words,) = re.findall(r"--no-install-recommends \\\n((?:.*\\\n)*.*)", TEXT)
    assert words.replace("\\", "").split() == [
        package.name for package in scripts.setup_environment.TEST_PACKAGES
    ]


def test_every_python_that_is_supported_is_tried() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    versions = re.findall(r'"(3\.\d+)"', TEXT.partition("python: [")[2].partition("]")[0])
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    assert settings["project"]["requires-python"] == f">={versions[0]}"


@pytest.mark.parametrize("action", re.findall(r"uses: (.*)", TEXT))
def test_actions_are_pinned(action: str) -> None:
    assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}  # v[\d.]+", action)
