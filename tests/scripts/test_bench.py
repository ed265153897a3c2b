"""The benchmark of everything: its figures come, and its comparison tells what differs from what does not."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ONE = "one sphere asked of 10,000"


def changes(rng: np.random.Generator, noise: float, slower: float = 0.0) -> dict[str, list[float]]:
    """Logarithms of ratios of 12 figures in 10 pairs; the first is `slower` by that share."""
    ratios = rng.normal(0.0, noise, (12, 10))
    ratios[0] += math.log(1.0 + slower)
    return {f"figure {k}": row.tolist() for k, row in enumerate(ratios)}


def test_equals_are_reported_in_at_most_one_of_twenty_comparisons(scripts: Any) -> None:
    rng, reported = np.random.default_rng(1), 0
    for _ in range(60):
        reported += any(stands for *_, stands in scripts.bench.judge(changes(rng, 0.07)))
    assert reported <= 6, "3 are expected, more than 6 come in one of 25 runs of other seeds"


def test_a_tenth_slower_is_found_in_nine_of_ten_and_nothing_else(scripts: Any) -> None:
    rng, found, wrong = np.random.default_rng(2), 0, 0
    for _ in range(20):
        judged = scripts.bench.judge(changes(rng, 0.04, slower=0.1))
        found += judged[0][3] and judged[0][1] > 1.0
        wrong += any(stands for _, _, _, stands in judged[1:])
    assert found >= 18 and wrong <= 2


def test_the_chance_of_a_change_is_counted_and_corrected(scripts: Any) -> None:
    bench = scripts.bench
    assert bench.sign_flip_p([1.0] * 10) == pytest.approx(2.0 / 1024)
    assert bench.sign_flip_p([1.0, -1.0]) == 1.0 and bench.sign_flip_p([3.0, 1.0, 1.0]) == 0.25
    assert bench.significant({"a": 0.01, "b": 0.03, "c": 0.02}) == {"a", "b", "c"}
    assert bench.significant({"a": 0.01, "b": 0.04, "c": 0.03}) == {"a"}


def test_figures_come_as_table_json_and_page(
    scripts: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scripts.bench.main(["--only", ONE, "--rounds", "3", "--output", str(tmp_path)]) == 0
    result = json.loads((tmp_path / "bench.json").read_text())
    assert len(result["samples"][ONE]) == 3 and 0.0 < result["seconds"][ONE]["median"] < 1.0
    assert ONE in capsys.readouterr().out
    assert f"<td>{ONE}</td>" in (tmp_path / "bench.html").read_text()


def test_the_page_shows_the_grid_under_its_roof(scripts: Any) -> None:
    grids = {f"grid of {n:,}: rebuild, pairs": {"median": 1e-7 * n} for n in (1_000, 10_000)}
    assert "GB/s" not in scripts.bench.roofline(grids)
    assert "data:image/png;base64," in scripts.bench.roofline(grids | {"copy of 128 MiB": {"median": 0.02}})


def test_checkouts_take_turns_and_a_slower_one_ends_with_1(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    order: list[str] = []
    for name in "ab":
        (tmp_path / name / "arena").mkdir(parents=True)

    class Process:
        """Stands in for a checkout's process; b takes a fifth longer."""

        def __init__(self, tree: Path, names: list[str], *flags: str) -> None:
            self.tree, self.said = tree, [json.dumps(names)] if "--asked" in flags else ["1", "{}"]

        def __enter__(self) -> "Process":
            return self

        def __exit__(self, *_: object) -> None:
            order.append("|")

        def line(self) -> str:
            return self.said.pop(0)

        def ask(self, name: str) -> float:
            assert name == ONE
            order.append(self.tree.name)
            return (1.0 + 0.2 * (self.tree.name == "b")) * (1.0 + 0.001 * len(order))

    monkeypatch.setattr(scripts.bench, "Measurer", Process)
    words = ["--only", ONE, "--pairs", "6", "--compare", str(tmp_path / "a"), str(tmp_path / "b")]
    assert scripts.bench.main(words) == 1
    assert "".join(order) == "||" + ("abba" * 6 + "||" + "baab" * 6 + "||") * 3
    assert "slower" in capsys.readouterr().out
    assert scripts.bench.main([*words[:-2], words[-1], words[-1]]) == 0
    assert "no difference" in capsys.readouterr().out


def test_a_process_answers_figure_by_figure_and_tells_why_it_ends(scripts: Any, tmp_path: Path) -> None:
    bench = scripts.bench
    with bench.Measurer(bench.ROOT, [ONE], "--asked") as process:
        assert json.loads(process.line()) == [ONE]
        assert 0.0 < process.ask(ONE) < 1.0 and 0.0 < process.ask(ONE) < 1.0
        with pytest.raises(bench.Failure, match="failed: KeyError: 'nothing'"):
            process.ask("nothing")
    (tmp_path / "arena").mkdir()
    (tmp_path / "arena" / "__init__.py").write_text("raise SystemExit('no arena here')\n")
    with (
        bench.Measurer(tmp_path, [ONE], "--asked") as process,
        pytest.raises(bench.Failure, match="no arena here"),
    ):
        process.line()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--only", "grit"], "no figure has 'grit' in its name; there is k-d tree"),
        (["--compare", "HEAD", "nowhere", "--only", ONE], "nowhere is neither a folder"),
        (["--compare", "a", "b", "--pairs", "5", "--only", ONE], "1 figures need 6 pairs"),
    ],
)
def test_what_cannot_be_measured_is_told_in_a_line(scripts: Any, words: list[str], told: str) -> None:
    with pytest.raises(SystemExit) as ended:
        scripts.bench.main(words)
    assert told in str(ended.value) and math.isfinite(scripts.bench.ERRORS)
