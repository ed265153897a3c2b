"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "866604b16feb",
        (
            Target(21243, "weak", "1"),
            Target(61090, "best", "1"),
            Target(81418, "middle", "2"),
            Target(89489, "middle", "2000000f0000qrt"),
        ),
    ),
    "no_guns": Targets(
        "def15d617bda",
        (
            Target(3853, "middle", "0"),
            Target(5001, "weak", "1"),
            Target(6925, "middle", "2"),
            Target(7350, "best", "20570bdfh0m000t0y00"),
        ),
    ),
    "one_bomb": Targets(
        "b6d4cd67e493",
        (
            Target(1850, "weak", "1"),
            Target(71452, "best", "1"),
            Target(94650, "best", "0"),
            Target(102478, "best", "10679cdf00ln00u"),
        ),
    ),
    "lance_only": Targets(
        "5f1928e23509",
        (
            Target(26119, "weak", "1"),
            Target(69793, "middle", "1"),
            Target(75690, "best", "00500000hjmnq0uvyz0"),
            Target(76584, "best", "1"),
        ),
    ),
    "scatter_only": Targets(
        "e9040d43b661",
        (
            Target(32178, "weak", "1"),
            Target(145558, "best", "1"),
            Target(161376, "middle", "2057abdfhkmn0s0v0z2"),
            Target(167375, "middle", "1"),
        ),
    ),
    "ice_field": Targets(
        "6736d2a0a7dd",
        (
            Target(4635, "weak", "1"),
            Target(9584, "best", "0"),
            Target(9959, "best", "040700dfikmoprt"),
            Target(10504, "best", "1"),
        ),
    ),
    "metal_rain": Targets(
        "fea3829d5de8",
        (
            Target(7318, "weak", "1"),
            Target(18548, "middle", "1"),
            Target(24855, "best", "1"),
            Target(25057, "best", "0"),
        ),
    ),
    "one_heart": Targets(
        "ff220c920d17",
        (
            Target(305, "best", "1"),
            Target(916, "weak", "0"),
            Target(3130, "middle", "146890efi"),
            Target(4333, "middle", "1"),
        ),
    ),
    "crossfire": Targets(
        "92146dbfd9ec",
        (
            Target(9772, "weak", "0"),
            Target(13983, "best", "1"),
            Target(15653, "middle", "1"),
            Target(18724, "best", "2"),
        ),
    ),
    "in_the_dark": Targets(
        "fbb2cb93b58e",
        (
            Target(9010, "weak", "1"),
            Target(65341, "middle", "1"),
            Target(85476, "middle", "0"),
            Target(89580, "best", "1"),
        ),
    ),
    "wells": Targets(
        "08a70b98b2bc",
        (
            Target(31330, "middle", "0"),
            Target(147279, "best", "0"),
            Target(151771, "best", "4"),
            Target(169014, "best", "1"),
        ),
    ),
    "headwind": Targets(
        "58052c9ad8f9",
        (
            Target(2320, "weak", "0"),
            Target(52558, "best", "0"),
            Target(69585, "middle", "1"),
            Target(80151, "middle", "03670000ij0o0rtvxz1"),
        ),
    ),
    "minefield": Targets(
        "63471ec22f32",
        (
            Target(3076, "middle", "1"),
            Target(7585, "best", "0"),
            Target(19592, "weak", "1"),
            Target(19913, "weak", "0"),
        ),
    ),
    "lancers": Targets(
        "581dbaa149e2",
        (
            Target(1574, "middle", "0"),
            Target(18792, "middle", "1"),
            Target(21549, "best", "0"),
            Target(24315, "best", "00089b00ikmoqsuwyz0"),
        ),
    ),
    "weavers": Targets(
        "5bb9e02c4f13",
        (
            Target(2130, "weak", "0"),
            Target(46625, "best", "1"),
            Target(49851, "middle", "0"),
            Target(83396, "best", "2367a0ef0j0oq0twy00"),
        ),
    ),
    "snipers": Targets(
        "e157e10a50de",
        (
            Target(5868, "weak", "1"),
            Target(22318, "middle", "0"),
            Target(38458, "best", "2"),
            Target(49443, "best", "1357ac00ikln00tvyz0"),
        ),
    ),
    "carriers": Targets(
        "b8358410d9ef",
        (
            Target(9803, "weak", "0"),
            Target(10328, "best", "1"),
            Target(10640, "best", "0057"),
            Target(10885, "best", "5"),
        ),
    ),
    "duel": Targets(
        "62a81a007bbc",
        (
            Target(6598, "middle", "5"),
            Target(6696, "best", "0"),
            Target(6958, "best", "2"),
            Target(7261, "best", "5"),
        ),
    ),
    "ram": Targets(
        "92e66e80252e",
        (
            Target(2785, "weak", "1"),
            Target(6021, "middle", "0"),
            Target(6191, "best", "1"),
            Target(6733, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "33ed83b96193",
        (
            Target(5618, "weak", "1"),
            Target(72339, "middle", "0"),
            Target(95453, "best", "2"),
            Target(100025, "best", "1"),
        ),
    ),
    "sprint": Targets(
        "f1e7e206931d",
        (
            Target(6521, "weak", "0"),
            Target(7561, "middle", "0"),
            Target(7896, "best", "2"),
            Target(7975, "best", "1"),
        ),
    ),
    "clean_up": Targets(
        "4f53f29b1c12",
        (
            Target(5778, "weak", "0"),
            Target(6323, "best", "1"),
            Target(6491, "middle", "1"),
            Target(6631, "best", "4"),
        ),
    ),
    "dart": Targets(
        "7351c5588cfa",
        (
            Target(3020, "weak", "0"),
            Target(68659, "middle", "0"),
            Target(72891, "best", "1"),
            Target(87648, "best", "2300ab0fhjmo00uwyz1"),
        ),
    ),
    "bulwark": Targets(
        "629862df1283",
        (
            Target(5020, "weak", "0"),
            Target(150884, "best", "0"),
            Target(187371, "best", "10689bdfhjmnqsu00z2"),
            Target(213331, "best", "1"),
        ),
    ),
    "comet": Targets(
        "369cae05e272",
        (
            Target(2173, "middle", "1"),
            Target(3603, "best", "0"),
            Target(5505, "best", "2"),
            Target(7343, "best", "1000a0d0hk0n00uw0z2"),
        ),
    ),
    "bare": Targets(
        "25937fbcd14e",
        (
            Target(533, "best", "1"),
            Target(553, "best", "0"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "6409fba7cb30",
        (
            Target(6793, "weak", "1"),
            Target(6901, "middle", "1"),
            Target(7018, "middle", "3"),
            Target(7021, "best", "1"),
        ),
    ),
    "repulsors": Targets(
        "0cf528657251",
        (
            Target(15968, "weak", "0"),
            Target(69302, "middle", "0"),
            Target(81058, "best", "3"),
            Target(86280, "middle", "1"),
        ),
    ),
    "one_spark": Targets(
        "7e659af0e652",
        (
            Target(500, "best", "1"),
            Target(991, "weak", "0"),
            Target(2169, "middle", "236000"),
            Target(14376, "middle", "5"),
        ),
    ),
    "powder": Targets(
        "da3d772eca86",
        (
            Target(2742, "weak", "1"),
            Target(123314, "best", "0"),
            Target(146554, "best", "1"),
            Target(154060, "best", "20600000hjl0qs000z0"),
        ),
    ),
}
