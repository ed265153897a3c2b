"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "4bb589a7d651",
        (
            Target(14390, "weak", "0"),
            Target(34903, "best", "0"),
            Target(46071, "middle", "3"),
            Target(50616, "best", "2"),
        ),
    ),
    "no_guns": Targets(
        "04a95333d5bb",
        (
            Target(3695, "best", "0"),
            Target(5001, "weak", "1"),
            Target(7340, "middle", "2"),
            Target(7350, "best", "1"),
        ),
    ),
    "one_bomb": Targets(
        "8633c6c2dfb2",
        (
            Target(1500, "weak", "1"),
            Target(3066, "best", "0"),
            Target(16000, "middle", "2"),
            Target(52800, "middle", "1467a00fh00o0ru"),
        ),
    ),
    "lance_only": Targets(
        "ea36a16876d2",
        (
            Target(4076, "weak", "0"),
            Target(39673, "middle", "0"),
            Target(47885, "middle", "1"),
            Target(57719, "middle", "2"),
        ),
    ),
    "scatter_only": Targets(
        "d86d64439b1d",
        (
            Target(7274, "best", "1"),
            Target(32680, "middle", "1"),
            Target(93661, "best", "23579c00ijlnp0u000"),
            Target(102144, "best", "3"),
        ),
    ),
    "ice_field": Targets(
        "28b7238e4732",
        (
            Target(4365, "weak", "1"),
            Target(8802, "best", "0"),
            Target(10361, "best", "2"),
            Target(15502, "best", "23009b0fi0mnprt"),
        ),
    ),
    "metal_rain": Targets(
        "489c5b14efcf",
        (
            Target(7785, "weak", "1"),
            Target(13686, "middle", "1"),
            Target(18357, "best", "23070cefijln00uvx02"),
            Target(21262, "best", "2"),
        ),
    ),
    "one_heart": Targets(
        "7ec0802f6612",
        (
            Target(781, "weak", "0"),
            Target(3363, "best", "1"),
            Target(3983, "middle", "0"),
            Target(6905, "middle", "2007ab0f0j00p000x0"),
        ),
    ),
    "crossfire": Targets(
        "315685d84538",
        (
            Target(3743, "weak", "0"),
            Target(21842, "best", "1"),
            Target(25602, "middle", "2"),
            Target(26703, "middle", "1"),
        ),
    ),
    "in_the_dark": Targets(
        "ee77c18a0126",
        (
            Target(5370, "weak", "1"),
            Target(52751, "best", "0"),
            Target(60046, "best", "3"),
            Target(77270, "best", "236800eghjlo00twyz14089"),
        ),
    ),
    "wells": Targets(
        "1df35a07c055",
        (
            Target(6082, "best", "1"),
            Target(83350, "best", "0"),
            Target(107107, "middle", "3"),
            Target(117199, "middle", "03009c000klnq000000"),
        ),
    ),
    "headwind": Targets(
        "a928379df5d9",
        (
            Target(2912, "weak", "0"),
            Target(40594, "middle", "1"),
            Target(44591, "middle", "2"),
            Target(47614, "middle", "23670b0000mn0r0vy01"),
        ),
    ),
    "minefield": Targets(
        "7394b95b7a14",
        (
            Target(1566, "weak", "0"),
            Target(14529, "weak", "1"),
            Target(47332, "best", "1408abefijl00r0v0023000"),
            Target(48871, "best", "1"),
        ),
    ),
    "lancers": Targets(
        "a2e6e56ac24f",
        (
            Target(1374, "weak", "1"),
            Target(21873, "middle", "0"),
            Target(25935, "best", "1"),
            Target(30050, "middle", "3"),
        ),
    ),
    "weavers": Targets(
        "47ab9200758c",
        (
            Target(2294, "weak", "0"),
            Target(42622, "best", "0"),
            Target(57221, "middle", "00570c0fh0lnqs0w000"),
            Target(58264, "middle", "2"),
        ),
    ),
    "snipers": Targets(
        "6b1270c2a6ad",
        (
            Target(1382, "weak", "1"),
            Target(34136, "best", "1"),
            Target(44663, "middle", "1"),
            Target(49527, "best", "3"),
        ),
    ),
    "carriers": Targets(
        "1603b73273f4",
        (
            Target(9985, "weak", "0"),
            Target(10526, "best", "0"),
            Target(10570, "middle", "2"),
            Target(10783, "best", "5"),
        ),
    ),
    "duel": Targets(
        "18624f08049c",
        (
            Target(4350, "weak", "1"),
            Target(6875, "middle", "0"),
            Target(6975, "middle", "2"),
            Target(7263, "best", "5"),
        ),
    ),
    "ram": Targets(
        "4b9d1e482d4a",
        (
            Target(5016, "best", "3"),
            Target(6198, "middle", "1"),
            Target(6445, "best", "0"),
            Target(6601, "middle", "5"),
        ),
    ),
    "forty_shots": Targets(
        "974eab1c09df",
        (
            Target(2229, "weak", "1"),
            Target(3442, "best", "0"),
            Target(14479, "middle", "0"),
            Target(47206, "middle", "3"),
        ),
    ),
    "sprint": Targets(
        "4805c25b9041",
        (
            Target(6858, "weak", "1"),
            Target(7436, "middle", "0"),
            Target(7595, "middle", "1460"),
            Target(7780, "middle", "1"),
        ),
    ),
    "clean_up": Targets(
        "d9b14f35e63d",
        (
            Target(5820, "weak", "0"),
            Target(6308, "best", "0"),
            Target(6475, "best", "4"),
            Target(6561, "middle", "4"),
        ),
    ),
    "dart": Targets(
        "395b6ba29006",
        (
            Target(1915, "weak", "0"),
            Target(8287, "middle", "1"),
            Target(41682, "middle", "4"),
            Target(48141, "best", "3"),
        ),
    ),
    "bulwark": Targets(
        "6e47ea73a439",
        (
            Target(3550, "weak", "1"),
            Target(80304, "best", "0"),
            Target(114626, "middle", "4"),
            Target(127116, "best", "1468ac00ijln00u0000"),
        ),
    ),
    "comet": Targets(
        "9d6761436194",
        (
            Target(2810, "middle", "0"),
            Target(3695, "best", "0"),
            Target(7248, "middle", "1"),
            Target(7350, "best", "1"),
        ),
    ),
    "bare": Targets(
        "514ecaf2de47",
        (
            Target(521, "middle", "1"),
            Target(2516, "weak", "0"),
            Target(5845, "best", "1"),
            Target(5850, "best", "100090efi000000"),
        ),
    ),
    "parade": Targets(
        "128d57799e27",
        (
            Target(5591, "middle", "0"),
            Target(6961, "best", "0"),
            Target(6993, "best", "1"),
            Target(7000, "middle", "1"),
        ),
    ),
    "repulsors": Targets(
        "b05158dd5cd9",
        (
            Target(21093, "weak", "0"),
            Target(44319, "best", "0"),
            Target(57042, "best", "4"),
            Target(65303, "middle", "0408ac00ik00q0uvy02"),
        ),
    ),
    "one_spark": Targets(
        "c2f981f7abc5",
        (
            Target(991, "weak", "0"),
            Target(1300, "best", "1"),
            Target(2105, "middle", "1"),
            Target(5492, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "5afd8752e23d",
        (
            Target(3331, "weak", "1"),
            Target(60621, "best", "0"),
            Target(81445, "middle", "2"),
            Target(83065, "best", "3"),
        ),
    ),
}
