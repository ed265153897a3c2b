"""A renderer and a measure of light for pictures of screens."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.render.offscreen import offscreen_context
from arena.render.renderer import Renderer
from tests.planets import small_planets


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    """The tier that all machines can draw."""
    context = offscreen_context()
    with small_planets(512):
        yield Renderer(context, "low")
    context.release()


@pytest.fixture(scope="module")
def luminance() -> Any:
    """As the script measures it that measures ships."""
    path = list(sys.path)
    sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
    yield importlib.import_module("readability").luminance
    sys.path[:] = path
