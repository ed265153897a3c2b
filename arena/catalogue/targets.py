"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "765435b54d2c",
        (
            Target(22023, "weak", "1"),
            Target(34068, "best", "1"),
            Target(57922, "middle", "2"),
            Target(60991, "middle", "2300ac00i0mn000"),
        ),
    ),
    "no_guns": Targets(
        "eddf4fd56262",
        (
            Target(4478, "best", "1"),
            Target(5001, "weak", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "849b99c58fd2",
        (
            Target(2150, "weak", "1"),
            Target(18780, "best", "1"),
            Target(59470, "best", "5"),
            Target(100680, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "a02f96e5eb68",
        (
            Target(11451, "weak", "0"),
            Target(36570, "best", "1"),
            Target(67123, "best", "3"),
            Target(93489, "middle", "13670c0fi00npsu0y00"),
        ),
    ),
    "scatter_only": Targets(
        "6ed6dfaa3036",
        (
            Target(33686, "weak", "1"),
            Target(92672, "best", "0"),
            Target(108133, "middle", "0"),
            Target(123271, "middle", "0008000fhjmoq000x01"),
        ),
    ),
    "ice_field": Targets(
        "02711e05ceb9",
        (
            Target(4815, "weak", "1"),
            Target(5840, "best", "1"),
            Target(8778, "middle", "3"),
            Target(9420, "middle", "0000acegijlnqru"),
        ),
    ),
    "metal_rain": Targets(
        "fc89069330dc",
        (
            Target(5483, "weak", "0"),
            Target(8179, "best", "0"),
            Target(10482, "best", "3"),
            Target(15278, "middle", "3"),
        ),
    ),
    "one_heart": Targets(
        "2e4bafd11d7b",
        (
            Target(598, "best", "0"),
            Target(2340, "middle", "1"),
            Target(6856, "best", "4"),
            Target(8163, "middle", "2450ab00i0loprtvy02400a"),
        ),
    ),
    "crossfire": Targets(
        "e153ac7c4e51",
        (
            Target(10732, "weak", "0"),
            Target(13372, "best", "1"),
            Target(21419, "best", "2"),
            Target(26275, "middle", "1307a0e0hjl0prtvyz0"),
        ),
    ),
    "in_the_dark": Targets(
        "2196a40be2c8",
        (
            Target(2445, "weak", "1"),
            Target(39315, "best", "0"),
            Target(51113, "middle", "1"),
            Target(53249, "middle", "03070c000kmop0u0yz00000"),
        ),
    ),
    "wells": Targets(
        "32f0a309e7d2",
        (
            Target(34286, "weak", "0"),
            Target(85341, "best", "0"),
            Target(112884, "middle", "4"),
            Target(125781, "middle", "0000ac0fh00nq0uvy01"),
        ),
    ),
    "headwind": Targets(
        "caab558a9dea",
        (
            Target(1965, "weak", "0"),
            Target(50392, "middle", "0"),
            Target(53786, "middle", "1"),
            Target(66693, "middle", "3"),
        ),
    ),
    "minefield": Targets(
        "0d9bd24a7c7d",
        (
            Target(13605, "middle", "0"),
            Target(20483, "weak", "0"),
            Target(34427, "middle", "4"),
            Target(49282, "best", "2367abef00m0ps0v0z03500"),
        ),
    ),
    "lancers": Targets(
        "f4e7e7e8dc99",
        (
            Target(1252, "weak", "1"),
            Target(12078, "best", "0"),
            Target(19821, "middle", "1"),
            Target(26151, "middle", "2"),
        ),
    ),
    "weavers": Targets(
        "79cfbd5922c7",
        (
            Target(2220, "weak", "0"),
            Target(30185, "best", "1"),
            Target(47869, "best", "3"),
            Target(63479, "middle", "00580cd0h0ln0000000"),
        ),
    ),
    "snipers": Targets(
        "66a6f8e60a32",
        (
            Target(2871, "best", "0"),
            Target(14004, "weak", "0"),
            Target(19334, "best", "1"),
            Target(42637, "middle", "036700e0hjln0su0yz0"),
        ),
    ),
    "carriers": Targets(
        "2fa20c69eb00",
        (
            Target(10048, "weak", "1"),
            Target(10815, "middle", "0"),
            Target(10836, "middle", "5"),
            Target(10951, "best", "3"),
        ),
    ),
    "duel": Targets(
        "66bff9898e0a",
        (
            Target(4351, "weak", "0"),
            Target(8125, "best", "0"),
            Target(8241, "middle", "1"),
            Target(8346, "best", "2"),
        ),
    ),
    "ram": Targets(
        "d26615865e4c",
        (
            Target(3280, "weak", "1"),
            Target(7731, "best", "0"),
            Target(7800, "best", "0058a0efikm0p0"),
            Target(7850, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "0a8b1bb19f16",
        (
            Target(6458, "weak", "1"),
            Target(55853, "middle", "1"),
            Target(84365, "middle", "2"),
            Target(90102, "middle", "4"),
        ),
    ),
    "sprint": Targets(
        "c93a376f2648",
        (
            Target(6521, "weak", "0"),
            Target(7548, "best", "1"),
            Target(7975, "middle", "3"),
            Target(8036, "middle", "236"),
        ),
    ),
    "clean_up": Targets(
        "ff71c0d68d7a",
        (
            Target(5778, "weak", "0"),
            Target(6540, "best", "1"),
            Target(6578, "middle", "1"),
            Target(6591, "best", "0"),
        ),
    ),
    "dart": Targets(
        "155faf4f0f97",
        (
            Target(2828, "best", "0"),
            Target(20287, "middle", "1"),
            Target(49005, "middle", "0"),
            Target(55273, "best", "3"),
        ),
    ),
    "bulwark": Targets(
        "1b98eb702c73",
        (
            Target(5290, "weak", "0"),
            Target(109352, "best", "1"),
            Target(170186, "middle", "3"),
            Target(174936, "middle", "1"),
        ),
    ),
    "comet": Targets(
        "390375196c17",
        (
            Target(2938, "middle", "1"),
            Target(3623, "middle", "0"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "a188a3991413",
        (
            Target(865, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "e7f2348848c7",
        (
            Target(5200, "weak", "1"),
            Target(7056, "middle", "0"),
            Target(7091, "best", "2"),
            Target(7115, "best", "1"),
        ),
    ),
    "repulsors": Targets(
        "6f4702e15ad7",
        (
            Target(16658, "weak", "0"),
            Target(46320, "best", "0"),
            Target(69170, "middle", "2"),
            Target(92380, "middle", "3"),
        ),
    ),
    "one_spark": Targets(
        "1c3ae135b0bb",
        (
            Target(680, "middle", "0"),
            Target(1380, "weak", "1"),
            Target(3435, "best", "24580bd"),
            Target(4276, "best", "5"),
        ),
    ),
    "powder": Targets(
        "c9e2d29cff47",
        (
            Target(2892, "weak", "1"),
            Target(79747, "best", "1"),
            Target(119542, "middle", "3"),
            Target(124203, "best", "2357a000hj0nq000y00"),
        ),
    ),
}
