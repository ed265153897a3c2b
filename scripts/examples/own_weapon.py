"""A weapon of your own: one row of the catalogue, without touching the package.

    python scripts/examples/own_weapon.py

The loadout, the display, modules, bots and replays follow from the row. To keep the weapon, put its row into
`arena/catalogue/weapons.py`, in `WEAPONS.add(...)` and with its number written out (3 now, the first that no
weapon has): numbers are given out once and never again, because replays carry them. Give it a sound of its
own in `arena.app.sound.effects`: here it borrows the lance's. The lance stays the best against metal, as the
first flight teaches. Bots take the new one up, so games change: `arena.catalogue` says which lists,
recordings and tests concern a row that stays, and how to record anew. Once a rail is kept, this example plays
that one.
"""

from arena.catalogue.weapons import WEAPONS, Shots, WeaponRow, WeaponRules, WeaponShow

RAIL = WeaponRow(
    number=len(WEAPONS),
    name="rail",
    rules=WeaponRules(
        materials={"metal": 2.5},
        shots=Shots(
            interval=0.6, bullets=2, fan=0.1, jitter=0.0, speed=60.0, range=50.0, damage=30.0, pierces=4
        ),
    ),
    show=WeaponShow(
        sign=(((-0.5, -1.0), (-0.5, 1.0)), ((0.5, -1.0), (0.5, 1.0))),
        colour="lance", shot_sound="lance", shot_gain=0.3, trail=1.5, width=1.0,
        shot_effect="lance_shot", hit_effect="lance_hit",
    ),
)  # fmt: skip


def main() -> None:
    """Let a bot fight the first waves with this weapon alone, and with the first one alone."""
    is_kept = RAIL.name in WEAPONS.names
    if is_kept:
        print("already kept: this plays the rail of the catalogue")
    rail = WEAPONS.named(RAIL.name) if is_kept else WEAPONS.add(RAIL)
    from arena.game.bots.bot import Bot
    from arena.game.match import Match

    for number in (0, rail.number):
        bot = Bot(skill="weak")  # it never changes its weapon
        with Match("endless", seed=1, workers=1) as match:
            match.world.players.weapon[0] = number
            while not match.over and match.world.tick < 3600:
                match.tick([bot.command(match.world)])
            kills = int(match.world.tables["score"].kills.sum())
            print(f"{WEAPONS[number].name}: {kills} kills, {match.hud().score} points")


if __name__ == "__main__":
    main()
