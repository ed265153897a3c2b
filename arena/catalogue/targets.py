"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "f5b1a2eb9253",
        (
            Target(15236, "weak", "0"),
            Target(40685, "best", "1"),
            Target(54035, "middle", "2000acdf00l0qr0"),
            Target(54323, "middle", "1"),
        ),
    ),
}
