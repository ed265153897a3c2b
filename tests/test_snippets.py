"""Snippets of README, guide and docstrings of environments, each run as a stranger does: in a new process."""

import ast
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.modules import MODULES, PAGES, ROOT, source_of, tree_of

FENCED = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n|\n)+")


def snippets() -> Iterator[Any]:
    """Each of them as a test's parameter."""
    for page in PAGES:
        for number, text in enumerate(FENCED.findall(source_of(page))):
            yield pytest.param(text, id=f"{page.stem}-{number}")
    for name, path in MODULES.items():
        if name.startswith("arena.env"):
            for text in INDENTED.findall(f"{ast.get_docstring(tree_of(path))}\n"):
                yield pytest.param(textwrap.dedent(text), id=name)


@pytest.mark.parametrize("text", list(snippets()))
def test_a_snippet_runs(text: str, tmp_path: Path) -> None:
    program = tmp_path / "snippet.py"
    program.write_text(text, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
