"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "6f8f129d3676",
        (
            Target(22023, "weak", "1"),
            Target(43909, "best", "1"),
            Target(78216, "middle", "2"),
            Target(83846, "middle", "3"),
        ),
    ),
    "no_guns": Targets(
        "3879167c2bc0",
        (
            Target(2495, "middle", "0"),
            Target(4478, "best", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "8502265bdad4",
        (
            Target(2150, "weak", "1"),
            Target(18780, "best", "1"),
            Target(59470, "best", "5"),
            Target(100680, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "c8281c5099e1",
        (
            Target(27409, "weak", "1"),
            Target(36118, "best", "1"),
            Target(68910, "middle", "1"),
            Target(84883, "middle", "1008ab0fijm000twxz1"),
        ),
    ),
    "scatter_only": Targets(
        "4e54cc11e2ba",
        (
            Target(33378, "weak", "1"),
            Target(83220, "best", "0"),
            Target(153174, "middle", "1"),
            Target(168233, "middle", "13509b0f0k00q00vy01"),
        ),
    ),
    "ice_field": Targets(
        "c83dc7af3870",
        (
            Target(4815, "weak", "1"),
            Target(5840, "best", "1"),
            Target(9402, "middle", "0457a0000jmnq0u"),
            Target(9902, "middle", "2"),
        ),
    ),
    "metal_rain": Targets(
        "080ab815e233",
        (
            Target(7438, "weak", "1"),
            Target(12703, "best", "0"),
            Target(18466, "middle", "1"),
            Target(21712, "middle", "3"),
        ),
    ),
    "one_heart": Targets(
        "7115aa1097b3",
        (
            Target(473, "weak", "1"),
            Target(1481, "best", "0"),
            Target(3168, "middle", "4"),
            Target(7915, "best", "1050a000hjln0suvyz14500"),
        ),
    ),
    "crossfire": Targets(
        "3f9cc2a8fed7",
        (
            Target(10732, "weak", "0"),
            Target(13375, "middle", "0"),
            Target(16015, "middle", "4"),
            Target(17900, "middle", "1458a0eg0jmoq00vy02"),
        ),
    ),
    "in_the_dark": Targets(
        "e6b8ccca2b13",
        (
            Target(9730, "weak", "1"),
            Target(45888, "best", "0"),
            Target(70167, "middle", "2"),
            Target(75710, "middle", "14009befhjln00t00z10080"),
        ),
    ),
    "wells": Targets(
        "977781329cee",
        (
            Target(31903, "middle", "0"),
            Target(45021, "middle", "1"),
            Target(136402, "best", "1"),
            Target(167396, "middle", "1000abd0h0l000tvy02"),
        ),
    ),
    "headwind": Targets(
        "0c016488d98f",
        (
            Target(2320, "weak", "0"),
            Target(54096, "best", "1"),
            Target(65853, "middle", "2"),
            Target(69677, "middle", "1"),
        ),
    ),
    "minefield": Targets(
        "e09f1e8967ee",
        (
            Target(1948, "middle", "1"),
            Target(20102, "weak", "1"),
            Target(28636, "best", "0"),
            Target(51012, "best", "13080c0gi0mnp0u0yz0000a"),
        ),
    ),
    "lancers": Targets(
        "8986360dc8c3",
        (
            Target(1574, "middle", "0"),
            Target(12424, "best", "1"),
            Target(14209, "middle", "4"),
            Target(19528, "middle", "13500bdg0km0psuwx00"),
        ),
    ),
    "weavers": Targets(
        "10d313252206",
        (
            Target(2220, "weak", "0"),
            Target(30185, "best", "1"),
            Target(50543, "middle", "2"),
            Target(67551, "middle", "0050ace0hk00p00vy00"),
        ),
    ),
    "snipers": Targets(
        "e7cd9c2bf540",
        (
            Target(4678, "best", "0"),
            Target(7500, "middle", "1"),
            Target(32936, "best", "3"),
            Target(48033, "middle", "03000b000klop0tvxz2"),
        ),
    ),
    "carriers": Targets(
        "8fffc4bc5cd7",
        (
            Target(9803, "weak", "0"),
            Target(10495, "best", "0"),
            Target(10613, "best", "3"),
            Target(10816, "middle", "046"),
        ),
    ),
    "duel": Targets(
        "1a97729c7775",
        (
            Target(6598, "middle", "5"),
            Target(6728, "best", "1"),
            Target(7011, "middle", "4"),
            Target(7158, "best", "5"),
        ),
    ),
    "ram": Targets(
        "54d28c37f7c2",
        (
            Target(2785, "weak", "1"),
            Target(6021, "middle", "0"),
            Target(6288, "best", "1"),
            Target(6885, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "9e567238d18e",
        (
            Target(6458, "weak", "1"),
            Target(73111, "middle", "0"),
            Target(96055, "middle", "24600c00i0m0q00"),
            Target(101693, "middle", "2"),
        ),
    ),
    "sprint": Targets(
        "7297d3c7c9d1",
        (
            Target(6521, "weak", "0"),
            Target(7600, "best", "1"),
            Target(7903, "middle", "4"),
            Target(7986, "best", "3"),
        ),
    ),
    "clean_up": Targets(
        "4b47e870884a",
        (
            Target(5778, "weak", "0"),
            Target(6351, "best", "1"),
            Target(6470, "middle", "3"),
            Target(6600, "middle", "2"),
        ),
    ),
    "dart": Targets(
        "304aa3f63182",
        (
            Target(3200, "weak", "0"),
            Target(10905, "middle", "1"),
            Target(40035, "middle", "4"),
            Target(65523, "best", "3"),
        ),
    ),
    "bulwark": Targets(
        "c34835d6775f",
        (
            Target(5290, "weak", "0"),
            Target(121545, "best", "0"),
            Target(181324, "middle", "2"),
            Target(211589, "middle", "24070bdfhj00p0tv0z0"),
        ),
    ),
    "comet": Targets(
        "6d83f57a2f20",
        (
            Target(2288, "middle", "0"),
            Target(3201, "weak", "1"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "e610cae9a0c4",
        (
            Target(631, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "24811f38455f",
        (
            Target(6793, "weak", "1"),
            Target(6953, "middle", "1"),
            Target(7006, "middle", "0"),
            Target(7018, "middle", "3"),
        ),
    ),
    "repulsors": Targets(
        "5acb4f5d2964",
        (
            Target(16658, "weak", "0"),
            Target(66448, "best", "1"),
            Target(89746, "middle", "3"),
            Target(100587, "middle", "14589b0fhjl0qstv0z2"),
        ),
    ),
    "one_spark": Targets(
        "1d3668f86832",
        (
            Target(1040, "best", "1"),
            Target(1380, "weak", "1"),
            Target(1846, "best", "2"),
            Target(2435, "best", "24580bd"),
        ),
    ),
    "powder": Targets(
        "7853f1f0cecc",
        (
            Target(2892, "weak", "1"),
            Target(79747, "best", "1"),
            Target(150862, "middle", "2"),
            Target(155925, "middle", "2307ab000jmn00uwy00"),
        ),
    ),
}
