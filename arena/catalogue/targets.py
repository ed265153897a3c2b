"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "e1433772b81f",
        (
            Target(22023, "weak", "1"),
            Target(61630, "best", "1"),
            Target(82708, "middle", "2"),
            Target(90599, "middle", "2000000f0000qrt"),
        ),
    ),
    "no_guns": Targets(
        "dc9766c580c5",
        (
            Target(3853, "middle", "0"),
            Target(5001, "weak", "1"),
            Target(6925, "middle", "2"),
            Target(7350, "best", "20570bdfh0m000t0y00"),
        ),
    ),
    "one_bomb": Targets(
        "4c49b67c5ff8",
        (
            Target(2150, "weak", "1"),
            Target(72622, "best", "1"),
            Target(95730, "best", "0"),
            Target(105298, "best", "10679cdf00ln00u"),
        ),
    ),
    "lance_only": Targets(
        "be0e8724c1ba",
        (
            Target(27409, "weak", "1"),
            Target(70213, "middle", "1"),
            Target(76530, "best", "00500000hjmnq0uvyz0"),
            Target(78534, "best", "1"),
        ),
    ),
    "scatter_only": Targets(
        "39820735ae33",
        (
            Target(33378, "weak", "1"),
            Target(148648, "best", "1"),
            Target(164226, "middle", "2057abdfhkmn0s0v0z2"),
            Target(170675, "middle", "1"),
        ),
    ),
    "ice_field": Targets(
        "969fbabdd14a",
        (
            Target(4815, "weak", "1"),
            Target(9584, "best", "0"),
            Target(9959, "best", "040700dfikmoprt"),
            Target(10504, "best", "1"),
        ),
    ),
    "metal_rain": Targets(
        "4c9c3ff61a8e",
        (
            Target(7438, "weak", "1"),
            Target(18548, "middle", "1"),
            Target(24855, "best", "1"),
            Target(25237, "best", "0"),
        ),
    ),
    "one_heart": Targets(
        "f257e7a475ac",
        (
            Target(305, "best", "1"),
            Target(916, "weak", "0"),
            Target(3130, "middle", "146890efi"),
            Target(4333, "middle", "1"),
        ),
    ),
    "crossfire": Targets(
        "f697ea954363",
        (
            Target(10732, "weak", "0"),
            Target(14523, "best", "1"),
            Target(16373, "middle", "1"),
            Target(19534, "best", "2"),
        ),
    ),
    "in_the_dark": Targets(
        "0a6bd44a6925",
        (
            Target(9730, "weak", "1"),
            Target(66811, "middle", "1"),
            Target(89376, "middle", "0"),
            Target(94020, "best", "1"),
        ),
    ),
    "wells": Targets(
        "707415543f1d",
        (
            Target(31540, "middle", "0"),
            Target(147999, "best", "0"),
            Target(152491, "best", "4"),
            Target(170334, "best", "1"),
        ),
    ),
    "headwind": Targets(
        "35e71d3bd6e8",
        (
            Target(2320, "weak", "0"),
            Target(53278, "best", "0"),
            Target(70215, "middle", "1"),
            Target(82281, "middle", "03670000ij0o0rtvxz1"),
        ),
    ),
    "minefield": Targets(
        "8ed653111f8a",
        (
            Target(3136, "middle", "1"),
            Target(7615, "best", "0"),
            Target(20102, "weak", "1"),
            Target(20483, "weak", "0"),
        ),
    ),
    "lancers": Targets(
        "e54da5fa74b7",
        (
            Target(1574, "middle", "0"),
            Target(19122, "middle", "1"),
            Target(22269, "best", "0"),
            Target(24885, "best", "00089b00ikmoqsuwyz0"),
        ),
    ),
    "weavers": Targets(
        "0d7894020c57",
        (
            Target(2220, "weak", "0"),
            Target(47015, "best", "1"),
            Target(50121, "middle", "0"),
            Target(83966, "best", "2367a0ef0j0oq0twy00"),
        ),
    ),
    "snipers": Targets(
        "35dfce7c66e9",
        (
            Target(5898, "weak", "1"),
            Target(22498, "middle", "0"),
            Target(38638, "best", "2"),
            Target(49923, "best", "1357ac00ikln00tvyz0"),
        ),
    ),
    "carriers": Targets(
        "65413179bbfa",
        (
            Target(9803, "weak", "0"),
            Target(10328, "best", "1"),
            Target(10640, "best", "0057"),
            Target(10885, "best", "5"),
        ),
    ),
    "duel": Targets(
        "fce61040c7ac",
        (
            Target(6598, "middle", "5"),
            Target(6696, "best", "0"),
            Target(6958, "best", "2"),
            Target(7261, "best", "5"),
        ),
    ),
    "ram": Targets(
        "c3dee0cdf723",
        (
            Target(2785, "weak", "1"),
            Target(6021, "middle", "0"),
            Target(6191, "best", "1"),
            Target(6733, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "38e1df3bacc6",
        (
            Target(6458, "weak", "1"),
            Target(73569, "middle", "0"),
            Target(96683, "best", "2"),
            Target(102185, "best", "1"),
        ),
    ),
    "sprint": Targets(
        "d3235d9d0d60",
        (
            Target(6521, "weak", "0"),
            Target(7561, "middle", "0"),
            Target(7896, "best", "2"),
            Target(7975, "best", "1"),
        ),
    ),
    "clean_up": Targets(
        "5884d291c1f6",
        (
            Target(5778, "weak", "0"),
            Target(6323, "best", "1"),
            Target(6491, "middle", "1"),
            Target(6631, "best", "4"),
        ),
    ),
    "dart": Targets(
        "038c960d4622",
        (
            Target(3200, "weak", "0"),
            Target(70729, "middle", "0"),
            Target(73821, "best", "1"),
            Target(89568, "best", "2300ab0fhjmo00uwyz1"),
        ),
    ),
    "bulwark": Targets(
        "ae9ab2d77644",
        (
            Target(5290, "weak", "0"),
            Target(154844, "best", "0"),
            Target(198111, "best", "10689bdfhjmnqsu00z2"),
            Target(229051, "best", "1"),
        ),
    ),
    "comet": Targets(
        "3a40ff718ff6",
        (
            Target(2173, "middle", "1"),
            Target(3603, "best", "0"),
            Target(5505, "best", "2"),
            Target(7343, "best", "1000a0d0hk0n00uw0z2"),
        ),
    ),
    "bare": Targets(
        "e9aab98c7e0e",
        (
            Target(533, "best", "1"),
            Target(553, "best", "0"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "e5d90525172e",
        (
            Target(6793, "weak", "1"),
            Target(6901, "middle", "1"),
            Target(7018, "middle", "3"),
            Target(7021, "best", "1"),
        ),
    ),
    "repulsors": Targets(
        "568599e32c4c",
        (
            Target(16658, "weak", "0"),
            Target(70172, "middle", "0"),
            Target(82888, "best", "3"),
            Target(87180, "middle", "1"),
        ),
    ),
    "one_spark": Targets(
        "3a42d8c0d76e",
        (
            Target(530, "best", "1"),
            Target(1081, "weak", "0"),
            Target(2169, "middle", "236000"),
            Target(14406, "middle", "5"),
        ),
    ),
    "powder": Targets(
        "448d86d9ccac",
        (
            Target(2892, "weak", "1"),
            Target(124514, "best", "0"),
            Target(150394, "best", "1"),
            Target(157300, "best", "20600000hjl0qs000z0"),
        ),
    ),
}
