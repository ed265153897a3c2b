"""The benchmark of pictures runs, and what it says adds up."""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.render.batches import Batch
from tests.scripts.conftest import Refused


@pytest.mark.slow
@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_rows_for_each_load_and_quality(
    script: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "OUTPUT", tmp_path)
    upload = Batch.upload

    def upload_after_waiting(batch: Batch, instances: NDArray[Any]) -> None:
        time.sleep(0.01)  # as on a machine with more to do: no processor time
        upload(batch, instances)

    monkeypatch.setattr(Batch, "upload", upload_after_waiting)
    words = ["--bodies", "0,200", "--particles", "500", "--qualities", "low", "--size", "64x36"]
    script.main([*words, "--frames", "2", "--json"])
    report = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    rows = report["rows"]
    assert [(row["bodies"], row["particles"]) for row in rows] == [(0, 0), (200, 0), (200, 500)]
    assert rows[1]["instances"] > rows[0]["instances"] + 200 and rows[2]["instances"] > 600
    for row in rows:
        assert row["frame_ms"] > 0.0 and 0 < row["draw_calls"] <= 30 and row["triangles"] > 1000
        assert {"planet", "overlay"} <= set(row["passes_ms"])
        assert min(row[name] for name in ("view_ms", "submit_ms", "driver_ms", "undrawn_ms")) > 0.0
    assert (tmp_path / "render.csv").read_text().count("\n") == 5


def test_bodies_are_gathered_evenly_in_sight_of_the_player(script: Any) -> None:
    places = np.random.default_rng(1).normal(size=(4000, 3))
    places *= np.linspace(50.0, 60.0, 4000)[:, None] / np.linalg.norm(places, axis=1, keepdims=True)
    pole, distance = np.array([0.0, 3.0, 4.0]), np.linalg.norm(places, axis=1)
    script.gather(places, pole)
    assert np.allclose(np.linalg.norm(places, axis=1), distance)
    height = places @ pole / 5.0 / distance
    low = np.cos(script.WITHIN)
    assert height.min() >= low - 1e-6
    assert abs((height > (1.0 + low) / 2.0).mean() - 0.5) < 0.05  # by area


@pytest.mark.parametrize("words", [["--bodies", "-1"], ["--qualities", "best"], ["--particles", "0"]])
def test_bad_flags_are_refused(words: list[str], refused: Refused) -> None:
    assert words[1] in refused(words)
