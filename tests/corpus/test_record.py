"""The record of kernels is complete: no game of the corpus needs one that nobody has compiled ahead."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = 3
PLAY = """
import json, sys
from record_kernels import unrecorded
from tests.corpus.playing import compare
from tests.corpus.test_corpus import NAMES, load
for name in NAMES[int(sys.argv[1])::int(sys.argv[2])]:
    compare(load(name))
print(json.dumps(unrecorded("kernels.txt")))
"""
"""In a process of its own: other tests call kernels with what no game gives them."""


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_left_to_compile_in_play(part: int) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PLAY, str(part), str(PARTS)],
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'scripts'}"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert json.loads(ended.stdout) == []
