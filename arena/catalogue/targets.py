"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "759168287192",
        (
            Target(24363, "weak", "1"),
            Target(33663, "best", "1"),
            Target(54367, "middle", "3"),
            Target(66357, "middle", "2300ac00i0ln000"),
        ),
    ),
    "no_guns": Targets(
        "4693941aabe5",
        (
            Target(4478, "best", "1"),
            Target(5001, "weak", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "43350332e9a4",
        (
            Target(3050, "weak", "1"),
            Target(21120, "best", "1"),
            Target(66580, "best", "5"),
            Target(108420, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "81ae0e3de662",
        (
            Target(11618, "weak", "1"),
            Target(61115, "middle", "0"),
            Target(86164, "middle", "3"),
            Target(121163, "middle", "2"),
        ),
    ),
    "scatter_only": Targets(
        "f094dfcccb1a",
        (
            Target(49585, "weak", "1"),
            Target(67107, "best", "0"),
            Target(134629, "best", "3"),
            Target(142146, "middle", "13070cefh0loqsu0y00"),
        ),
    ),
    "ice_field": Targets(
        "15965df60fcd",
        (
            Target(5355, "weak", "1"),
            Target(5840, "best", "1"),
            Target(8778, "middle", "3"),
            Target(9420, "middle", "0000acegijlnqru"),
        ),
    ),
    "metal_rain": Targets(
        "1b7e04d1a0eb",
        (
            Target(6918, "weak", "1"),
            Target(7767, "middle", "0"),
            Target(9931, "middle", "2"),
            Target(13462, "middle", "3"),
        ),
    ),
    "one_heart": Targets(
        "836be6b392d8",
        (
            Target(598, "best", "0"),
            Target(2340, "middle", "1"),
            Target(5275, "best", "2"),
            Target(8101, "middle", "2450ab00i0loq0000z23079"),
        ),
    ),
    "crossfire": Targets(
        "e762ccbfa962",
        (
            Target(13612, "weak", "0"),
            Target(18631, "middle", "0"),
            Target(22073, "middle", "2"),
            Target(28297, "middle", "1308a0dfi0m0p00wyz2"),
        ),
    ),
    "in_the_dark": Targets(
        "c62da1e6314c",
        (
            Target(2985, "weak", "1"),
            Target(38261, "best", "0"),
            Target(60168, "middle", "1"),
            Target(89122, "middle", "3"),
        ),
    ),
    "wells": Targets(
        "6bc5b59b0bc2",
        (
            Target(37706, "weak", "0"),
            Target(87681, "best", "0"),
            Target(114573, "best", "3"),
            Target(119409, "middle", "0"),
        ),
    ),
    "headwind": Targets(
        "ca164bd0b17f",
        (
            Target(2055, "weak", "0"),
            Target(47122, "best", "0"),
            Target(65236, "middle", "3"),
            Target(69749, "middle", "00070cdg0k000r00y00"),
        ),
    ),
    "minefield": Targets(
        "17ee39ecf4e1",
        (
            Target(12631, "middle", "0"),
            Target(20459, "weak", "0"),
            Target(46548, "best", "235890efi0000s0vxz2007a"),
            Target(50198, "best", "1"),
        ),
    ),
    "lancers": Targets(
        "701a2a5c2764",
        (
            Target(1432, "weak", "1"),
            Target(11898, "best", "1"),
            Target(18307, "middle", "13570b0fik0nqr0vxz1"),
            Target(26468, "middle", "1"),
        ),
    ),
    "weavers": Targets(
        "8f417ba75c07",
        (
            Target(2490, "weak", "0"),
            Target(30905, "best", "1"),
            Target(48229, "best", "3"),
            Target(65369, "middle", "00580cd0h0ln0000000"),
        ),
    ),
    "snipers": Targets(
        "d07d9a404f3b",
        (
            Target(5988, "weak", "1"),
            Target(10788, "best", "0"),
            Target(23241, "best", "2"),
            Target(26535, "best", "1"),
        ),
    ),
    "carriers": Targets(
        "c171bbddbf2f",
        (
            Target(9603, "weak", "0"),
            Target(10465, "best", "1"),
            Target(10630, "best", "2"),
            Target(10751, "best", "3"),
        ),
    ),
    "duel": Targets(
        "4262d4720361",
        (
            Target(4351, "weak", "0"),
            Target(7325, "best", "1"),
            Target(7683, "middle", "1"),
            Target(7716, "middle", "2357abdf0kl"),
        ),
    ),
    "ram": Targets(
        "bbf357ad4a8d",
        (
            Target(3280, "weak", "1"),
            Target(7171, "best", "0"),
            Target(7365, "middle", "5"),
            Target(7546, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "dc763f92d943",
        (
            Target(8978, "weak", "1"),
            Target(61253, "middle", "1"),
            Target(87335, "middle", "2"),
            Target(93882, "middle", "4"),
        ),
    ),
    "sprint": Targets(
        "6f6fdf06131c",
        (
            Target(6651, "weak", "0"),
            Target(7548, "best", "1"),
            Target(7975, "middle", "3"),
            Target(8036, "middle", "236"),
        ),
    ),
    "clean_up": Targets(
        "768b6d50e647",
        (
            Target(5778, "weak", "0"),
            Target(6548, "best", "1"),
            Target(6578, "middle", "1"),
            Target(6591, "best", "0"),
        ),
    ),
    "dart": Targets(
        "6649fb31c3da",
        (
            Target(3740, "weak", "0"),
            Target(37873, "best", "1"),
            Target(44203, "middle", "5"),
            Target(68860, "middle", "235700000j00psuwyz0"),
        ),
    ),
    "bulwark": Targets(
        "9c1ee698c86e",
        (
            Target(6100, "weak", "0"),
            Target(131814, "best", "0"),
            Target(210846, "middle", "1"),
            Target(224901, "middle", "3"),
        ),
    ),
    "comet": Targets(
        "7eb72ddf768e",
        (
            Target(2938, "middle", "1"),
            Target(3623, "middle", "0"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "67d7860bf96c",
        (
            Target(865, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "12e447adb17d",
        (
            Target(4563, "weak", "1"),
            Target(6978, "best", "1"),
            Target(7046, "middle", "3"),
            Target(7086, "middle", "0308a0efijmn0"),
        ),
    ),
    "repulsors": Targets(
        "68d290cca382",
        (
            Target(18728, "weak", "0"),
            Target(59141, "best", "1"),
            Target(71239, "middle", "1"),
            Target(98410, "middle", "3"),
        ),
    ),
    "one_spark": Targets(
        "3dbf0d40fafe",
        (
            Target(820, "middle", "0"),
            Target(1351, "weak", "0"),
            Target(2376, "middle", "236000"),
            Target(3006, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "b649cd0641eb",
        (
            Target(3342, "weak", "1"),
            Target(80917, "best", "1"),
            Target(121342, "middle", "3"),
            Target(128433, "best", "2357a000hj0nq000y00"),
        ),
    ),
}
