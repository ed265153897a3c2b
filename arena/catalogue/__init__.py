"""The catalogue: a row per kind of body, weapon, pickup, boss, part, material, zone, hull, trial, and so on.

A row is frozen data, nested by reader. `rules` holds numbers and flags for sim, ai and game; replays contain
its hash. `show` holds names and texts for view, render and app; it is never hashed. Names of minds, hulls,
colours and sounds are strings. The layer that owns them binds them once, at import, with `Registry.resolve`,
whose error names the row with an unknown name.

Each row has a stored number that is never reused; the order of rows in a file has no meaning. Importing
`arena.sim` seals the registries, so rows from outside must be added before.

**To add a thing**, copy the row next to yours and add its number to the list in
tests/catalogue/test_catalogue.py. What a row lacks is said in one line at the start; names of hulls, colours
and sounds are looked up where picture and sound start, not in a game without a window. tests/toys and
scripts/examples add rows from outside. Only new behaviour is code:

    enemy        its mind: a function in `arena.ai.strikes` with an entry in `STRIKES`; a new hull is a table
                 in assets/hulls/ships.toml
    pickup       its effect, in `arena.sim.tables.pickups`; `weight` says how often it drops
    part         its deed, in `arena.sim.bosses.deeds`
    weapon       a sound of its own, in `arena.app.sound.effects`
    trial        nothing; scripts/record_trials.py finds its four targets, and those of trials whose rules
                 have changed, on all cores, and goes on where it was interrupted

Of an enemy's `Behaviour`, `windup_ticks`, `lock_ticks` and `lane` announce its attack by a line ahead, which
counts as a warning too. Its `Debut` is the wave from which on it comes; a wave brings one new face at most,
and seeds deal the debuts up to `WAVES.dealt_until` among one another, so a new one takes a later wave, or
another's. Later waves draw from more kinds then, so recordings in tests/corpus change. Where levels may place
it, `arena levels --schema > assets/levels/README.md` and `arena levels --schema json >
assets/levels/level.schema.json` write what levels may say anew. A mind is a kernel:
scripts/record_kernels.py notes it. Kinds may share a colour; a further one is a line in
assets/palettes/ships/standard.toml, and tests/view/test_color_sets.py keeps them apart.

Tests that concern it: tests/catalogue and tests/toys for everything; of an enemy tests/game/waves,
tests/game/levels, tests/jit/test_ahead.py, tests/view/test_color_sets.py, tests/app/screens/test_guide.py and
tests/scripts/test_paint_cast.py (`PLACES`, where it stands in the picture of all); of a weapon
tests/app/sound, tests/scenarios/test_arms.py and tests/game/modes/test_lessons.py; of a mode
tests/game/modes/test_declared_writes.py; tests/corpus for what games do, which one weapon more changes for
everybody who changes weapons. A thing that stays gets a game there: a `Row` in `ROWS` of
scripts/record_corpus.py, which then records it by name. Replays and rules of trials contain the catalogue's
hash, so after any row `arena --self-test` refuses its replay (scripts/record_corpus.py self-test --new-rules
"why" records it anew), and tests/game/modes/test_trial.py calls the targets stale: scripts/record_trials.py
keeps those that are still reached, and searches for the others, which takes longest. Playing with a new row
needs none of it.

**To change a number**: speeds, radii and damage are here, what belongs to no thing is in `arena.tuning`,
waves and scoring in `arena.game.rules`. Any of them makes replays and challenge codes of before older.
Numbers of rows reach kernels as columns, so most changes compile nothing. A commit that means to change what
happens in a game records those games of tests/corpus anew that the test names (scripts/record_corpus.py NAME
... --new-rules "why").
"""

import hashlib
from typing import Any

from arena.catalogue.boss_row import BOSSES, PARTS
from arena.catalogue.hulls import HULLS
from arena.catalogue.kinds import KINDS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.modules import MODULES
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.registry import Registry
from arena.catalogue.skills import SKILLS
from arena.catalogue.trials import TRIALS
from arena.catalogue.volleys import PATTERNS
from arena.catalogue.weapons import WEAPONS
from arena.catalogue.zones import ZONES

REGISTRIES = (
    KINDS,
    WEAPONS,
    PICKUPS,
    MODULES,
    MATERIALS,
    BOSSES,
    PARTS,
    ZONES,
    HULLS,
    TRIALS,
    PATTERNS,
    SKILLS,
)


def seal_catalogue() -> None:
    """Refuse further rows, because replays contain the hash of the present ones."""
    for registry in REGISTRIES:
        registry.seal()


def catalogue_hash(left_out: Registry[Any] | None = None) -> bytes:
    """Eight bytes of hash over numbers, names and rules of all rows; replays contain them.

    `left_out` is a registry that does not matter.
    """
    rows: list[object] = [
        (registry.what, row.number, row.name, row.rules)
        for registry in REGISTRIES
        if registry is not left_out
        for row in registry
    ]
    return hashlib.blake2b(repr(rows).encode(), digest_size=8).digest()
