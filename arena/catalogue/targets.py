"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "07eaf24e73df",
        (
            Target(25210, "weak", "1"),
            Target(38896, "best", "1"),
            Target(61508, "middle", "2"),
            Target(70689, "middle", "2300ac0f0j0nqsu"),
        ),
    ),
    "no_guns": Targets(
        "a9e6c077700e",
        (
            Target(4478, "best", "1"),
            Target(5001, "weak", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "5d91ed9e7fbf",
        (
            Target(3650, "weak", "1"),
            Target(22680, "best", "1"),
            Target(71320, "best", "5"),
            Target(113580, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "1f0b499e07cb",
        (
            Target(6581, "weak", "1"),
            Target(74198, "middle", "1"),
            Target(97903, "middle", "3"),
            Target(108012, "best", "1367000g0jm0qsu0xz0"),
        ),
    ),
    "scatter_only": Targets(
        "ac3e6ff841cb",
        (
            Target(46796, "weak", "1"),
            Target(67287, "best", "0"),
            Target(131891, "middle", "13070cdf0j0n00u0xz0"),
            Target(142048, "middle", "3"),
        ),
    ),
    "ice_field": Targets(
        "1bde5382b761",
        (
            Target(4754, "weak", "0"),
            Target(5840, "best", "1"),
            Target(8778, "middle", "3"),
            Target(9737, "middle", "0000acegijlnqr0"),
        ),
    ),
    "metal_rain": Targets(
        "47aaaef8cbe6",
        (
            Target(7423, "best", "1"),
            Target(8639, "weak", "0"),
            Target(13230, "middle", "1"),
            Target(16024, "middle", "03079c0fhjmoq0u0001"),
        ),
    ),
    "one_heart": Targets(
        "7cfc33f70daf",
        (
            Target(598, "best", "0"),
            Target(2340, "middle", "1"),
            Target(4635, "middle", "0"),
            Target(7578, "best", "5"),
        ),
    ),
    "crossfire": Targets(
        "e83f2d79de0b",
        (
            Target(8470, "weak", "1"),
            Target(21730, "best", "1"),
            Target(26334, "middle", "1"),
            Target(30714, "middle", "1308acd0hkloq00wxz1"),
        ),
    ),
    "in_the_dark": Targets(
        "cde066dc5fc1",
        (
            Target(4912, "weak", "1"),
            Target(35970, "best", "0"),
            Target(63817, "best", "3"),
            Target(76557, "best", "03689ceghj0n00uwy020570"),
        ),
    ),
    "wells": Targets(
        "5b565cbcfd13",
        (
            Target(11580, "weak", "1"),
            Target(91690, "best", "0"),
            Target(107274, "middle", "1"),
            Target(132988, "middle", "2350ac000000q0u0000"),
        ),
    ),
    "headwind": Targets(
        "8326482f18ca",
        (
            Target(7042, "weak", "1"),
            Target(47742, "best", "1"),
            Target(60159, "middle", "1"),
            Target(81622, "middle", "3"),
        ),
    ),
    "minefield": Targets(
        "0540968f18e4",
        (
            Target(16826, "weak", "0"),
            Target(20656, "weak", "1"),
            Target(39537, "best", "5"),
            Target(41680, "best", "2357000f0kmn0suv000060"),
        ),
    ),
    "lancers": Targets(
        "3ecb812933d4",
        (
            Target(1388, "weak", "1"),
            Target(14068, "best", "1"),
            Target(21426, "middle", "1"),
            Target(34088, "middle", "13089bd0hkmnq00v001"),
        ),
    ),
    "weavers": Targets(
        "6a6092671f8f",
        (
            Target(3799, "weak", "0"),
            Target(25428, "best", "0"),
            Target(52375, "middle", "0"),
            Target(64581, "middle", "00579c0fijmoq00vx00"),
        ),
    ),
    "snipers": Targets(
        "12c169b86441",
        (
            Target(2465, "best", "1"),
            Target(4224, "best", "0"),
            Target(32418, "middle", "0"),
            Target(38033, "middle", "23509bdfh0lop0uwyz2"),
        ),
    ),
    "carriers": Targets(
        "de0ca2086d36",
        (
            Target(8218, "weak", "0"),
            Target(10163, "middle", "1"),
            Target(10566, "best", "2"),
            Target(10706, "best", "4"),
        ),
    ),
    "duel": Targets(
        "14fc7d85de30",
        (
            Target(4131, "weak", "0"),
            Target(6890, "best", "1"),
            Target(7203, "best", "5"),
            Target(7248, "best", "3"),
        ),
    ),
    "ram": Targets(
        "4c90aacc154d",
        (
            Target(6793, "best", "5"),
            Target(6925, "middle", "0"),
            Target(7183, "middle", "4"),
            Target(7495, "middle", "5"),
        ),
    ),
    "forty_shots": Targets(
        "228822eb84fc",
        (
            Target(6052, "weak", "0"),
            Target(64853, "middle", "1"),
            Target(90142, "best", "0"),
            Target(96402, "middle", "4"),
        ),
    ),
    "sprint": Targets(
        "61b99d9efb57",
        (
            Target(6986, "weak", "0"),
            Target(7548, "best", "1"),
            Target(7990, "middle", "3"),
            Target(8036, "middle", "236"),
        ),
    ),
    "clean_up": Targets(
        "1241e2965389",
        (
            Target(5776, "weak", "1"),
            Target(6548, "best", "1"),
            Target(6578, "middle", "1"),
            Target(6591, "best", "0"),
        ),
    ),
    "dart": Targets(
        "3c8a15b21097",
        (
            Target(3555, "weak", "1"),
            Target(40391, "middle", "1"),
            Target(55715, "middle", "5"),
            Target(63297, "best", "03070cefi00opsuvy00"),
        ),
    ),
    "bulwark": Targets(
        "62c50aae967f",
        (
            Target(8586, "weak", "0"),
            Target(161194, "best", "0"),
            Target(222996, "middle", "00500b0f0km000u0xz2"),
            Target(242979, "middle", "3"),
        ),
    ),
    "comet": Targets(
        "de8ee48039d3",
        (
            Target(2938, "middle", "1"),
            Target(3623, "middle", "0"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "c76c74b26dcb",
        (
            Target(865, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "e0a32e4cad8c",
        (
            Target(4381, "weak", "0"),
            Target(6913, "best", "1"),
            Target(7008, "best", "24509be0000op"),
            Target(7023, "best", "5"),
        ),
    ),
    "repulsors": Targets(
        "7be165bdc318",
        (
            Target(57313, "best", "0"),
            Target(61616, "middle", "0"),
            Target(74625, "best", "3"),
            Target(101934, "middle", "3"),
        ),
    ),
    "one_spark": Targets(
        "990f02ed7f46",
        (
            Target(880, "middle", "0"),
            Target(1531, "weak", "0"),
            Target(2496, "middle", "236000"),
            Target(3306, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "a37fab04abd3",
        (
            Target(6878, "weak", "1"),
            Target(81697, "best", "1"),
            Target(122542, "middle", "3"),
            Target(131253, "best", "2357a000hj0nq000y00"),
        ),
    ),
}
