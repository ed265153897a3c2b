"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "cc23ed83ada6",
        (
            Target(22023, "weak", "1"),
            Target(33184, "best", "1"),
            Target(67408, "middle", "2"),
            Target(75287, "middle", "1"),
        ),
    ),
    "no_guns": Targets(
        "cacf768f0efb",
        (
            Target(2495, "middle", "0"),
            Target(4478, "best", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "eb389056cd80",
        (
            Target(2150, "weak", "1"),
            Target(18780, "best", "1"),
            Target(59470, "best", "5"),
            Target(100680, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "dc1e9be7b7ff",
        (
            Target(27409, "weak", "1"),
            Target(36118, "best", "1"),
            Target(68910, "middle", "1"),
            Target(84883, "middle", "1008ab0fijm000twxz1"),
        ),
    ),
    "scatter_only": Targets(
        "335d715b08d1",
        (
            Target(33378, "weak", "1"),
            Target(83220, "best", "0"),
            Target(153174, "middle", "1"),
            Target(168233, "middle", "13509b0f0k00q00vy01"),
        ),
    ),
    "ice_field": Targets(
        "6b066896ed8f",
        (
            Target(4815, "weak", "1"),
            Target(5840, "best", "1"),
            Target(9402, "middle", "0457a0000jmnq0u"),
            Target(9902, "middle", "2"),
        ),
    ),
    "metal_rain": Targets(
        "1a7807f6f173",
        (
            Target(7309, "best", "1"),
            Target(9437, "best", "0"),
            Target(18600, "middle", "1"),
            Target(20345, "middle", "10679000ijln000v000"),
        ),
    ),
    "one_heart": Targets(
        "77ae8848dfd0",
        (
            Target(916, "weak", "0"),
            Target(2043, "middle", "0"),
            Target(5938, "best", "1"),
            Target(7436, "best", "1068ab000klo000vyz00580"),
        ),
    ),
    "crossfire": Targets(
        "8fa181b019f8",
        (
            Target(10732, "weak", "0"),
            Target(11776, "best", "1"),
            Target(19290, "middle", "0"),
            Target(21787, "middle", "13000cefhk0ops0vxz0"),
        ),
    ),
    "in_the_dark": Targets(
        "d6f13d240157",
        (
            Target(9730, "weak", "1"),
            Target(39168, "best", "1"),
            Target(71320, "middle", "0"),
            Target(83156, "middle", "23089c0f000nq0uwy003080"),
        ),
    ),
    "wells": Targets(
        "231e1f616a55",
        (
            Target(29842, "middle", "0"),
            Target(95488, "best", "1"),
            Target(124587, "middle", "5"),
            Target(169998, "middle", "2350ac0fhjl0q00v000"),
        ),
    ),
    "headwind": Targets(
        "81f804ca6902",
        (
            Target(2320, "weak", "0"),
            Target(47005, "best", "1"),
            Target(64654, "middle", "1"),
            Target(68410, "middle", "0307abdfikl00stw000"),
        ),
    ),
    "minefield": Targets(
        "5026a19458f9",
        (
            Target(3960, "middle", "0"),
            Target(20483, "weak", "0"),
            Target(43141, "best", "0"),
            Target(59127, "best", "13509c0fikl0q0uv0z14570"),
        ),
    ),
    "lancers": Targets(
        "40ecc12fcf3a",
        (
            Target(3106, "weak", "1"),
            Target(13047, "best", "1"),
            Target(17810, "middle", "0"),
            Target(25111, "middle", "140700eg0kloq00wy00"),
        ),
    ),
    "weavers": Targets(
        "4b7d370f9c7b",
        (
            Target(2220, "weak", "0"),
            Target(30185, "best", "1"),
            Target(50543, "middle", "2"),
            Target(67551, "middle", "0050ace0hk00p00vy00"),
        ),
    ),
    "snipers": Targets(
        "1e682cb787c0",
        (
            Target(5898, "weak", "1"),
            Target(14004, "weak", "0"),
            Target(28110, "middle", "1"),
            Target(46498, "middle", "03079c0f0jlnp0u0001"),
        ),
    ),
    "carriers": Targets(
        "f4d0e8b7e781",
        (
            Target(9803, "weak", "0"),
            Target(10505, "middle", "0"),
            Target(10578, "middle", "4"),
            Target(10660, "middle", "5"),
        ),
    ),
    "duel": Targets(
        "1d5bc2fb6673",
        (
            Target(6446, "best", "2"),
            Target(6726, "best", "1"),
            Target(6856, "best", "4"),
            Target(7000, "best", "5"),
        ),
    ),
    "ram": Targets(
        "b7b4282752aa",
        (
            Target(2785, "weak", "1"),
            Target(5785, "middle", "1"),
            Target(6003, "best", "3"),
            Target(6095, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "b270b6528a17",
        (
            Target(6458, "weak", "1"),
            Target(73111, "middle", "0"),
            Target(96055, "middle", "24600c00i0m0q00"),
            Target(101693, "middle", "2"),
        ),
    ),
    "sprint": Targets(
        "724af84061d3",
        (
            Target(6521, "weak", "0"),
            Target(7620, "best", "1"),
            Target(7893, "middle", "3"),
            Target(8106, "middle", "135"),
        ),
    ),
    "clean_up": Targets(
        "716ada0db846",
        (
            Target(5778, "weak", "0"),
            Target(6468, "best", "1"),
            Target(6523, "middle", "3"),
            Target(6588, "best", "0"),
        ),
    ),
    "dart": Targets(
        "21ebc7cde1a0",
        (
            Target(3200, "weak", "0"),
            Target(40876, "middle", "1"),
            Target(48051, "best", "1"),
            Target(48108, "best", "0367a00f0jln00uw001"),
        ),
    ),
    "bulwark": Targets(
        "b1f0fc0d35e0",
        (
            Target(5290, "weak", "0"),
            Target(137321, "best", "1"),
            Target(165579, "middle", "4"),
            Target(216850, "middle", "2457000fhkm0q0uwxz2"),
        ),
    ),
    "comet": Targets(
        "08b95a7a4b52",
        (
            Target(2288, "middle", "0"),
            Target(3201, "weak", "1"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "5182fd1a64df",
        (
            Target(631, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "9d98dc6f0b8b",
        (
            Target(6793, "weak", "1"),
            Target(6976, "best", "1"),
            Target(7006, "best", "0"),
            Target(7008, "best", "240800e0ijmn0"),
        ),
    ),
    "repulsors": Targets(
        "1709ff04512c",
        (
            Target(16658, "weak", "0"),
            Target(61429, "best", "1"),
            Target(78030, "middle", "2"),
            Target(97040, "middle", "14009c00ikl0q0u0001"),
        ),
    ),
    "one_spark": Targets(
        "4187e80de1ca",
        (
            Target(1040, "best", "1"),
            Target(1380, "weak", "1"),
            Target(1846, "best", "2"),
            Target(2435, "best", "24580bd"),
        ),
    ),
    "powder": Targets(
        "8c307713302f",
        (
            Target(2892, "weak", "1"),
            Target(79747, "best", "1"),
            Target(150862, "middle", "2"),
            Target(155925, "middle", "2307ab000jmn00uwy00"),
        ),
    ),
}
