"""`arena trials`: list the trials, their twists, their targets, and the medals that were won."""

import argparse


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from arena.app.storage.progress import load_progress
    from arena.catalogue.medals import MEDALS
    from arena.catalogue.trials import TRIALS
    from arena.game.modes.trial import mark_text, targets_of

    progress, _ = load_progress()
    print(f"{'':<3} {'name':<14}{''.join(f'{medal:>12}' for medal in MEDALS)}")
    for row in TRIALS:
        won, targets = progress.won(row.name), targets_of(row)
        marks = (
            f"{'*' if medal in won else ''}{mark_text(row, target.mark)}" for medal, target in targets.items()
        )
        print(f"{row.number:>3} {row.name:<14}{''.join(f'{mark:>12}' for mark in marks)}  {row.show.line}")
    print(f"\n* won: {progress.medal_count} of {len(TRIALS.names) * len(MEDALS)} medals")
    print("fly one: arena play --trial NAME")
    return 0
