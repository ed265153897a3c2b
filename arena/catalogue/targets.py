"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "c6e96291cc15",
        (
            Target(22023, "weak", "1"),
            Target(33184, "best", "1"),
            Target(67408, "middle", "2"),
            Target(75287, "middle", "1"),
        ),
    ),
    "no_guns": Targets(
        "1f0921bb63e1",
        (
            Target(2495, "middle", "0"),
            Target(4478, "best", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "eed73a2954f1",
        (
            Target(2150, "weak", "1"),
            Target(18780, "best", "1"),
            Target(59470, "best", "5"),
            Target(100680, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "bfb016800329",
        (
            Target(30628, "weak", "1"),
            Target(41641, "best", "1"),
            Target(67838, "middle", "2"),
            Target(87550, "middle", "10570c00ij0o0s0wy00"),
        ),
    ),
    "scatter_only": Targets(
        "4112ee740743",
        (
            Target(33378, "weak", "1"),
            Target(83220, "best", "0"),
            Target(153174, "middle", "1"),
            Target(168233, "middle", "13509b0f0k00q00vy01"),
        ),
    ),
    "ice_field": Targets(
        "0fa75baba34a",
        (
            Target(4815, "weak", "1"),
            Target(5840, "best", "1"),
            Target(9402, "middle", "0457a0000jmnq0u"),
            Target(9902, "middle", "2"),
        ),
    ),
    "metal_rain": Targets(
        "a26b9f0dc480",
        (
            Target(7309, "best", "1"),
            Target(9220, "best", "0"),
            Target(15354, "middle", "3"),
            Target(17811, "middle", "10679cefij0000uv0z0"),
        ),
    ),
    "one_heart": Targets(
        "8d3097828f96",
        (
            Target(916, "weak", "0"),
            Target(2043, "middle", "0"),
            Target(5938, "best", "1"),
            Target(7436, "best", "1068ab000klo000vyz00580"),
        ),
    ),
    "crossfire": Targets(
        "aa45fa6031ce",
        (
            Target(10623, "best", "0"),
            Target(16655, "best", "1"),
            Target(22864, "middle", "13000b0gijlnp0u0x00"),
            Target(23860, "middle", "2"),
        ),
    ),
    "in_the_dark": Targets(
        "97f756695519",
        (
            Target(9730, "weak", "1"),
            Target(44292, "best", "1"),
            Target(64785, "middle", "0"),
            Target(72641, "middle", "2467acef0jl0prtw0024579"),
        ),
    ),
    "wells": Targets(
        "84073cacb248",
        (
            Target(29842, "middle", "0"),
            Target(95488, "best", "1"),
            Target(124587, "middle", "5"),
            Target(169998, "middle", "2350ac0fhjl0q00v000"),
        ),
    ),
    "headwind": Targets(
        "1f19a2f572f5",
        (
            Target(2320, "weak", "0"),
            Target(54529, "best", "1"),
            Target(67912, "middle", "1"),
            Target(73353, "middle", "0307abdfikl00s000z0"),
        ),
    ),
    "minefield": Targets(
        "096c2d954588",
        (
            Target(6514, "middle", "1"),
            Target(20483, "weak", "0"),
            Target(37682, "best", "2"),
            Target(39696, "best", "0"),
        ),
    ),
    "lancers": Targets(
        "6002a49c73ec",
        (
            Target(3106, "weak", "1"),
            Target(13281, "best", "1"),
            Target(16339, "best", "4"),
            Target(29376, "middle", "14079b00ik0npsu0y01"),
        ),
    ),
    "weavers": Targets(
        "4871e141b719",
        (
            Target(2220, "weak", "0"),
            Target(30185, "best", "1"),
            Target(50543, "middle", "2"),
            Target(67551, "middle", "0050ace0hk00p00vy00"),
        ),
    ),
    "snipers": Targets(
        "37ff1d483fae",
        (
            Target(5898, "weak", "1"),
            Target(14004, "weak", "0"),
            Target(39421, "middle", "1"),
            Target(46498, "middle", "03079c0f0jlnp0u0001"),
        ),
    ),
    "carriers": Targets(
        "16a3b3a5b99a",
        (
            Target(9813, "weak", "1"),
            Target(10536, "middle", "0"),
            Target(10720, "middle", "5"),
            Target(10768, "best", "3"),
        ),
    ),
    "duel": Targets(
        "b175c14e8c3e",
        (
            Target(6755, "middle", "3"),
            Target(6970, "middle", "1"),
            Target(7013, "best", "0"),
            Target(7105, "middle", "0"),
        ),
    ),
    "ram": Targets(
        "c68e7ac128ae",
        (
            Target(2785, "weak", "1"),
            Target(6265, "best", "0"),
            Target(6450, "best", "0058a0efikm0p0"),
            Target(7138, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "6c9ebaaae9bd",
        (
            Target(6458, "weak", "1"),
            Target(73111, "middle", "0"),
            Target(96055, "middle", "24600c00i0m0q00"),
            Target(101693, "middle", "2"),
        ),
    ),
    "sprint": Targets(
        "f07f313355f4",
        (
            Target(6521, "weak", "0"),
            Target(7620, "best", "1"),
            Target(7893, "middle", "3"),
            Target(8106, "middle", "135"),
        ),
    ),
    "clean_up": Targets(
        "1fdf7df6f95e",
        (
            Target(5778, "weak", "0"),
            Target(6468, "best", "1"),
            Target(6523, "middle", "3"),
            Target(6588, "best", "0"),
        ),
    ),
    "dart": Targets(
        "f2f52dec6073",
        (
            Target(3200, "weak", "0"),
            Target(28397, "middle", "0"),
            Target(47933, "best", "2"),
            Target(85426, "middle", "03070cd0i0lopr0wyz0"),
        ),
    ),
    "bulwark": Targets(
        "8dcf0ea48e83",
        (
            Target(5290, "weak", "0"),
            Target(118021, "best", "1"),
            Target(158352, "best", "3"),
            Target(234112, "middle", "2457000fikl0qsu0x01"),
        ),
    ),
    "comet": Targets(
        "fc5904811c23",
        (
            Target(2288, "middle", "0"),
            Target(3201, "weak", "1"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "dd6f1e619153",
        (
            Target(631, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "4b3dfb2a0453",
        (
            Target(6793, "weak", "1"),
            Target(6986, "best", "1"),
            Target(7015, "best", "0"),
            Target(7096, "best", "240800e0ijmn0"),
        ),
    ),
    "repulsors": Targets(
        "c8fb098f6efb",
        (
            Target(16658, "weak", "0"),
            Target(66004, "best", "0"),
            Target(76003, "middle", "5"),
            Target(93616, "middle", "14009cd00jmn0rtvxz1"),
        ),
    ),
    "one_spark": Targets(
        "062f8446d105",
        (
            Target(860, "best", "1"),
            Target(1380, "weak", "1"),
            Target(3435, "best", "24580bd"),
            Target(4276, "best", "5"),
        ),
    ),
    "powder": Targets(
        "50a284d682b4",
        (
            Target(2892, "weak", "1"),
            Target(79747, "best", "1"),
            Target(150862, "middle", "2"),
            Target(155925, "middle", "2307ab000jmn00uwy00"),
        ),
    ),
}
