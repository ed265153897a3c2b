"""`arena trials`: every trial with its targets, and a mark at the medals that were won."""

import pytest

from arena.app.storage.progress import CampaignProgress, save_progress
from arena.catalogue.trials import TRIALS
from arena.cli import main


def test_medals_that_were_won_have_a_mark(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (row.name for row in list(TRIALS)[:2])
    progress = CampaignProgress()
    progress.note_medal(first, "silver")
    progress.note_medal(second, "expert")
    save_progress(progress)
    assert main(["trials"]) == 0
    lines = capsys.readouterr().out.splitlines()
    marks = {line.split()[1]: line.count("*") for line in lines[1 : 1 + len(TRIALS.names)]}
    assert marks == dict.fromkeys(TRIALS.names, 0) | {first: 2, second: 4}
    assert f"* won: 6 of {4 * len(TRIALS.names)} medals" in lines
