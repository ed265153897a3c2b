"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "dde50c229e87",
        (
            Target(25923, "weak", "1"),
            Target(38896, "best", "1"),
            Target(61508, "middle", "2"),
            Target(70689, "middle", "2300ac0f0j0nqsu"),
        ),
    ),
    "no_guns": Targets(
        "cd16ef8ebacc",
        (
            Target(4478, "best", "1"),
            Target(5001, "weak", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "0199cbe10b2b",
        (
            Target(3650, "weak", "1"),
            Target(22680, "best", "1"),
            Target(71320, "best", "5"),
            Target(113580, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "622452fb8940",
        (
            Target(8964, "weak", "0"),
            Target(74198, "middle", "1"),
            Target(97903, "middle", "3"),
            Target(108012, "best", "1367000g0jm0qsu0xz0"),
        ),
    ),
    "scatter_only": Targets(
        "6a3c78f3c0c1",
        (
            Target(52045, "weak", "1"),
            Target(67287, "best", "0"),
            Target(136549, "best", "3"),
            Target(144966, "middle", "13070cefh0loqsu0y00"),
        ),
    ),
    "ice_field": Targets(
        "6530edba1dfb",
        (
            Target(5715, "weak", "1"),
            Target(5840, "best", "1"),
            Target(8778, "middle", "3"),
            Target(9420, "middle", "0000acegijlnqru"),
        ),
    ),
    "metal_rain": Targets(
        "f143f22bb155",
        (
            Target(6678, "weak", "0"),
            Target(8477, "best", "0"),
            Target(13230, "middle", "1"),
            Target(16024, "middle", "03079c0fhjmoq0u0001"),
        ),
    ),
    "one_heart": Targets(
        "46762d76fabd",
        (
            Target(598, "best", "0"),
            Target(2340, "middle", "1"),
            Target(4635, "middle", "0"),
            Target(7578, "best", "5"),
        ),
    ),
    "crossfire": Targets(
        "5572744efbdc",
        (
            Target(15514, "weak", "0"),
            Target(21730, "best", "1"),
            Target(26334, "middle", "1"),
            Target(30714, "middle", "1308acd0hkloq00wxz1"),
        ),
    ),
    "in_the_dark": Targets(
        "70aa38f9dda7",
        (
            Target(2390, "weak", "0"),
            Target(35970, "best", "0"),
            Target(63817, "best", "3"),
            Target(76557, "best", "03689ceghj0n00uwy020570"),
        ),
    ),
    "wells": Targets(
        "91f8273a100b",
        (
            Target(8612, "weak", "1"),
            Target(91690, "best", "0"),
            Target(107274, "middle", "1"),
            Target(132988, "middle", "2350ac000000q0u0000"),
        ),
    ),
    "headwind": Targets(
        "256e598aa3d6",
        (
            Target(5938, "weak", "1"),
            Target(47742, "best", "1"),
            Target(60159, "middle", "1"),
            Target(81622, "middle", "3"),
        ),
    ),
    "minefield": Targets(
        "32028cc15045",
        (
            Target(5300, "weak", "1"),
            Target(19707, "best", "0"),
            Target(39537, "best", "5"),
            Target(41680, "best", "2357000f0kmn0suv000060"),
        ),
    ),
    "lancers": Targets(
        "2070bcaf69a4",
        (
            Target(3103, "weak", "1"),
            Target(14068, "best", "1"),
            Target(21426, "middle", "1"),
            Target(34088, "middle", "13089bd0hkmnq00v001"),
        ),
    ),
    "weavers": Targets(
        "6f33ffc288c9",
        (
            Target(2670, "weak", "0"),
            Target(25428, "best", "0"),
            Target(52375, "middle", "0"),
            Target(64581, "middle", "00579c0fijmoq00vx00"),
        ),
    ),
    "snipers": Targets(
        "78029ccbd47d",
        (
            Target(2465, "best", "1"),
            Target(4224, "best", "0"),
            Target(32418, "middle", "0"),
            Target(38033, "middle", "23509bdfh0lop0uwyz2"),
        ),
    ),
    "carriers": Targets(
        "b180dd2c00ae",
        (
            Target(9086, "weak", "0"),
            Target(10163, "middle", "1"),
            Target(10566, "best", "2"),
            Target(10706, "best", "4"),
        ),
    ),
    "duel": Targets(
        "047b13b26ee4",
        (
            Target(3843, "weak", "0"),
            Target(6890, "best", "1"),
            Target(7203, "best", "5"),
            Target(7248, "best", "3"),
        ),
    ),
    "ram": Targets(
        "d294adf0ea84",
        (
            Target(3118, "weak", "1"),
            Target(6925, "middle", "0"),
            Target(7183, "middle", "4"),
            Target(7495, "middle", "5"),
        ),
    ),
    "forty_shots": Targets(
        "abcc68dc3c1f",
        (
            Target(10658, "weak", "1"),
            Target(64853, "middle", "1"),
            Target(89315, "middle", "2"),
            Target(96402, "middle", "4"),
        ),
    ),
    "sprint": Targets(
        "44f06c02c1fb",
        (
            Target(6771, "weak", "0"),
            Target(7548, "best", "1"),
            Target(7990, "middle", "3"),
            Target(8036, "middle", "236"),
        ),
    ),
    "clean_up": Targets(
        "0f5cba38319b",
        (
            Target(5778, "weak", "0"),
            Target(6548, "best", "1"),
            Target(6578, "middle", "1"),
            Target(6591, "best", "0"),
        ),
    ),
    "dart": Targets(
        "cb15cbc5addb",
        (
            Target(3780, "weak", "0"),
            Target(40391, "middle", "1"),
            Target(55715, "middle", "5"),
            Target(63297, "best", "03070cefi00opsuvy00"),
        ),
    ),
    "bulwark": Targets(
        "48d4845be2a3",
        (
            Target(6640, "weak", "0"),
            Target(161194, "best", "0"),
            Target(222996, "middle", "00500b0f0km000u0xz2"),
            Target(242979, "middle", "3"),
        ),
    ),
    "comet": Targets(
        "ee7361af5128",
        (
            Target(2938, "middle", "1"),
            Target(3623, "middle", "0"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "fd74029a75bf",
        (
            Target(865, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "d4585b1de356",
        (
            Target(3145, "weak", "1"),
            Target(6913, "best", "1"),
            Target(7008, "best", "24509be0000op"),
            Target(7023, "best", "5"),
        ),
    ),
    "repulsors": Targets(
        "628c89fba80f",
        (
            Target(20108, "weak", "0"),
            Target(61616, "middle", "0"),
            Target(74625, "best", "3"),
            Target(101934, "middle", "3"),
        ),
    ),
    "one_spark": Targets(
        "a2082edffc58",
        (
            Target(880, "middle", "0"),
            Target(1531, "weak", "0"),
            Target(2496, "middle", "236000"),
            Target(3306, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "035ae7ae3d20",
        (
            Target(3642, "weak", "1"),
            Target(81697, "best", "1"),
            Target(122542, "middle", "3"),
            Target(131253, "best", "2357a000hj0nq000y00"),
        ),
    ),
}
