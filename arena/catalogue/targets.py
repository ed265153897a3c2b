"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "43fba8bb5328",
        (
            Target(25210, "weak", "1"),
            Target(34350, "best", "1"),
            Target(63970, "middle", "3"),
            Target(70689, "middle", "2300ac0f0j0nqsu"),
        ),
    ),
    "no_guns": Targets(
        "a28d4c9c136f",
        (
            Target(4478, "best", "1"),
            Target(5001, "weak", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "e4e151c68fe9",
        (
            Target(3650, "weak", "1"),
            Target(22680, "best", "1"),
            Target(71320, "best", "5"),
            Target(113580, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "6aa69a1accb3",
        (
            Target(20723, "weak", "1"),
            Target(82677, "best", "1"),
            Target(92555, "best", "0307acefi000qstvyz0"),
            Target(97787, "best", "3"),
        ),
    ),
    "scatter_only": Targets(
        "9b3fe1e8023a",
        (
            Target(46796, "weak", "1"),
            Target(67287, "best", "0"),
            Target(131891, "middle", "13070cdf0j0n00u0xz0"),
            Target(142048, "middle", "3"),
        ),
    ),
    "ice_field": Targets(
        "317a4a8b6a61",
        (
            Target(4754, "weak", "0"),
            Target(5840, "best", "1"),
            Target(8778, "middle", "3"),
            Target(9737, "middle", "0000acegijlnqr0"),
        ),
    ),
    "metal_rain": Targets(
        "94f5cbf365fc",
        (
            Target(7452, "weak", "0"),
            Target(8035, "best", "0"),
            Target(11909, "middle", "0307acdfi0mn0ruvyz0"),
            Target(16770, "middle", "3"),
        ),
    ),
    "one_heart": Targets(
        "93fb150aec8e",
        (
            Target(598, "best", "0"),
            Target(2340, "middle", "1"),
            Target(4635, "middle", "0"),
            Target(7623, "best", "5"),
        ),
    ),
    "crossfire": Targets(
        "7d4acd1a7013",
        (
            Target(8470, "weak", "1"),
            Target(22342, "best", "1"),
            Target(26334, "middle", "1"),
            Target(30714, "middle", "1308acd0hkloq00wxz1"),
        ),
    ),
    "in_the_dark": Targets(
        "452e768caedd",
        (
            Target(1547, "weak", "1"),
            Target(51360, "best", "1"),
            Target(63710, "middle", "4"),
            Target(82145, "best", "3"),
        ),
    ),
    "wells": Targets(
        "bd2a683fd903",
        (
            Target(11580, "weak", "1"),
            Target(91606, "best", "0"),
            Target(107274, "middle", "1"),
            Target(146075, "middle", "2350ac000000q000000"),
        ),
    ),
    "headwind": Targets(
        "26e46a071b66",
        (
            Target(7042, "weak", "1"),
            Target(52221, "best", "1"),
            Target(79252, "middle", "00080000ikl0q0uw0z0"),
            Target(79748, "middle", "3"),
        ),
    ),
    "minefield": Targets(
        "b1c6704d76cf",
        (
            Target(4258, "weak", "0"),
            Target(16226, "weak", "1"),
            Target(37526, "best", "1"),
            Target(38371, "best", "0357a0df0jm000000z14689"),
        ),
    ),
    "lancers": Targets(
        "e8cfdd8ae898",
        (
            Target(1388, "weak", "1"),
            Target(15504, "best", "0"),
            Target(18517, "best", "2"),
            Target(21892, "middle", "13679b0f0kmnp0u0y02"),
        ),
    ),
    "weavers": Targets(
        "afef69311dfc",
        (
            Target(3799, "weak", "0"),
            Target(25428, "best", "0"),
            Target(52375, "middle", "0"),
            Target(64581, "middle", "00579c0fijmoq00vx00"),
        ),
    ),
    "snipers": Targets(
        "70604b81793d",
        (
            Target(2465, "best", "1"),
            Target(4224, "best", "0"),
            Target(11821, "best", "5"),
            Target(38033, "middle", "23509bdfh0lop0uwyz2"),
        ),
    ),
    "carriers": Targets(
        "2fefc5c5e937",
        (
            Target(9525, "weak", "1"),
            Target(10246, "best", "0"),
            Target(10386, "best", "3"),
            Target(10520, "best", "2"),
        ),
    ),
    "duel": Targets(
        "ec7e0f8c0201",
        (
            Target(4131, "weak", "0"),
            Target(6813, "middle", "0"),
            Target(7075, "best", "0"),
            Target(7340, "best", "2"),
        ),
    ),
    "ram": Targets(
        "e01bb56c32b8",
        (
            Target(6463, "middle", "2"),
            Target(6810, "middle", "1"),
            Target(7233, "best", "3"),
            Target(7543, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "126eedfa4b0f",
        (
            Target(6052, "weak", "0"),
            Target(64853, "middle", "1"),
            Target(90142, "best", "0"),
            Target(96402, "middle", "4"),
        ),
    ),
    "sprint": Targets(
        "b02b46597941",
        (
            Target(6986, "weak", "0"),
            Target(7548, "best", "1"),
            Target(7990, "middle", "3"),
            Target(8036, "middle", "236"),
        ),
    ),
    "clean_up": Targets(
        "4156539d5e21",
        (
            Target(5776, "weak", "1"),
            Target(6548, "best", "1"),
            Target(6578, "middle", "1"),
            Target(6591, "best", "0"),
        ),
    ),
    "dart": Targets(
        "2e80a9e17fb5",
        (
            Target(3555, "weak", "1"),
            Target(35861, "best", "1"),
            Target(55126, "best", "3"),
            Target(76758, "middle", "23600begijloq0u0xz2"),
        ),
    ),
    "bulwark": Targets(
        "cac480018a30",
        (
            Target(11870, "weak", "1"),
            Target(161194, "best", "0"),
            Target(208882, "middle", "1"),
            Target(242979, "middle", "3"),
        ),
    ),
    "comet": Targets(
        "5520e1493cf1",
        (
            Target(2938, "middle", "1"),
            Target(3623, "middle", "0"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "0f77be7ced10",
        (
            Target(865, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "b2efb2b23019",
        (
            Target(2986, "weak", "0"),
            Target(6926, "middle", "1"),
            Target(7000, "best", "4"),
            Target(7016, "middle", "23080bdghk0oq"),
        ),
    ),
    "repulsors": Targets(
        "0bca610dff25",
        (
            Target(57313, "best", "0"),
            Target(61616, "middle", "0"),
            Target(70239, "best", "3"),
            Target(101934, "middle", "3"),
        ),
    ),
    "one_spark": Targets(
        "84d9af74dac4",
        (
            Target(880, "middle", "0"),
            Target(1531, "weak", "0"),
            Target(2496, "middle", "236000"),
            Target(3306, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "fa68134f43a7",
        (
            Target(6878, "weak", "1"),
            Target(81697, "best", "1"),
            Target(122542, "middle", "3"),
            Target(131253, "best", "2357a000hj0nq000y00"),
        ),
    ),
}
