"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "08e7a8226cab",
        (
            Target(22023, "weak", "1"),
            Target(33184, "best", "1"),
            Target(59305, "middle", "2"),
            Target(64005, "middle", "3"),
        ),
    ),
    "no_guns": Targets(
        "9a3774eaadca",
        (
            Target(4478, "best", "1"),
            Target(5001, "weak", "1"),
            Target(7345, "best", "2"),
            Target(7346, "best", "1050000gh0000000y00"),
        ),
    ),
    "one_bomb": Targets(
        "83f28e32f9f3",
        (
            Target(2150, "weak", "1"),
            Target(18780, "best", "1"),
            Target(59470, "best", "5"),
            Target(100680, "best", "0450a0d0i0lnq00"),
        ),
    ),
    "lance_only": Targets(
        "61dbd3cec76b",
        (
            Target(30628, "weak", "1"),
            Target(41537, "middle", "0"),
            Target(51616, "best", "3"),
            Target(78870, "middle", "3"),
        ),
    ),
    "scatter_only": Targets(
        "9336214e171d",
        (
            Target(33378, "weak", "1"),
            Target(83220, "best", "0"),
            Target(138415, "middle", "0007000f00ln00uvxz0"),
            Target(161840, "middle", "3"),
        ),
    ),
    "ice_field": Targets(
        "a3cc48d97820",
        (
            Target(4815, "weak", "1"),
            Target(5840, "best", "1"),
            Target(8778, "middle", "3"),
            Target(9420, "middle", "0000acegijlnqru"),
        ),
    ),
    "metal_rain": Targets(
        "bd15330b4331",
        (
            Target(7309, "best", "1"),
            Target(9220, "best", "0"),
            Target(12896, "best", "2"),
            Target(15365, "middle", "1457acefhkln0ruvxz2"),
        ),
    ),
    "one_heart": Targets(
        "1957cfa62580",
        (
            Target(916, "weak", "0"),
            Target(2073, "middle", "0"),
            Target(5938, "best", "1"),
            Target(7436, "best", "1068ab000klo000vyz00580"),
        ),
    ),
    "crossfire": Targets(
        "56d7279249ed",
        (
            Target(10623, "best", "0"),
            Target(16655, "best", "1"),
            Target(22864, "middle", "13000b0gijlnp0u0x00"),
            Target(23860, "middle", "2"),
        ),
    ),
    "in_the_dark": Targets(
        "637c6314c5e6",
        (
            Target(9730, "weak", "1"),
            Target(44292, "best", "1"),
            Target(60805, "middle", "2457ac0f0kloqs0w0000670"),
            Target(62124, "middle", "0"),
        ),
    ),
    "wells": Targets(
        "1f4ce9354587",
        (
            Target(34286, "weak", "0"),
            Target(100973, "best", "0"),
            Target(146169, "middle", "1367ac000k0nq0u0yz0"),
            Target(148719, "middle", "2"),
        ),
    ),
    "headwind": Targets(
        "3616be75e967",
        (
            Target(2320, "weak", "0"),
            Target(53217, "middle", "1"),
            Target(56584, "middle", "2"),
            Target(70707, "middle", "3"),
        ),
    ),
    "minefield": Targets(
        "12a599c6ab69",
        (
            Target(11868, "middle", "1"),
            Target(20483, "weak", "0"),
            Target(37682, "best", "2"),
            Target(39696, "best", "0"),
        ),
    ),
    "lancers": Targets(
        "e16fa5677047",
        (
            Target(3106, "weak", "1"),
            Target(13281, "best", "1"),
            Target(16339, "best", "4"),
            Target(23217, "middle", "14079bdfi000ps0wxz0"),
        ),
    ),
    "weavers": Targets(
        "e61e92151655",
        (
            Target(2220, "weak", "0"),
            Target(30185, "best", "1"),
            Target(47869, "best", "3"),
            Target(63479, "middle", "00580cd0h0ln0000000"),
        ),
    ),
    "snipers": Targets(
        "87229b9958d1",
        (
            Target(5898, "weak", "1"),
            Target(9456, "middle", "0"),
            Target(24113, "middle", "4"),
            Target(35880, "middle", "03589cd0i0lnq0uwy02"),
        ),
    ),
    "carriers": Targets(
        "73d585f255bc",
        (
            Target(9813, "weak", "1"),
            Target(10536, "middle", "0"),
            Target(10741, "middle", "5"),
            Target(10768, "best", "3"),
        ),
    ),
    "duel": Targets(
        "571979021527",
        (
            Target(6755, "middle", "3"),
            Target(6970, "middle", "1"),
            Target(7013, "best", "0"),
            Target(7105, "middle", "0"),
        ),
    ),
    "ram": Targets(
        "680fd23dd9af",
        (
            Target(2785, "weak", "1"),
            Target(6265, "best", "0"),
            Target(6450, "best", "0058a0efikm0p0"),
            Target(7138, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "3894b018e601",
        (
            Target(6458, "weak", "1"),
            Target(55853, "middle", "1"),
            Target(84365, "middle", "2"),
            Target(90102, "middle", "4"),
        ),
    ),
    "sprint": Targets(
        "fed73c09e9ff",
        (
            Target(6521, "weak", "0"),
            Target(7620, "best", "1"),
            Target(8045, "middle", "1"),
            Target(8081, "middle", "005"),
        ),
    ),
    "clean_up": Targets(
        "f407a57c946b",
        (
            Target(5778, "weak", "0"),
            Target(6468, "best", "1"),
            Target(6588, "best", "0"),
            Target(6591, "middle", "1"),
        ),
    ),
    "dart": Targets(
        "aabf19490670",
        (
            Target(3200, "weak", "0"),
            Target(37010, "best", "1"),
            Target(60738, "middle", "1"),
            Target(72966, "middle", "3"),
        ),
    ),
    "bulwark": Targets(
        "8a191bea4906",
        (
            Target(5290, "weak", "0"),
            Target(100917, "best", "0"),
            Target(161245, "middle", "4"),
            Target(202584, "middle", "0460000f0000q0uwx02"),
        ),
    ),
    "comet": Targets(
        "ddbf7ec1ae13",
        (
            Target(2938, "middle", "1"),
            Target(3623, "middle", "0"),
            Target(7333, "best", "4"),
            Target(7345, "best", "1"),
        ),
    ),
    "bare": Targets(
        "056bda2f63b2",
        (
            Target(865, "middle", "1"),
            Target(1076, "best", "1"),
            Target(2516, "weak", "0"),
            Target(5793, "weak", "2308a0ef0000ps0"),
        ),
    ),
    "parade": Targets(
        "598befb26443",
        (
            Target(6793, "weak", "1"),
            Target(6986, "best", "1"),
            Target(7015, "best", "0"),
            Target(7096, "best", "240800e0ijmn0"),
        ),
    ),
    "repulsors": Targets(
        "a3701e8dde75",
        (
            Target(16658, "weak", "0"),
            Target(66004, "best", "0"),
            Target(77509, "middle", "23570c00hkmo0000xz1"),
            Target(87189, "middle", "1"),
        ),
    ),
    "one_spark": Targets(
        "7b4e369ef9ec",
        (
            Target(680, "middle", "0"),
            Target(1380, "weak", "1"),
            Target(3435, "best", "24580bd"),
            Target(4276, "best", "5"),
        ),
    ),
    "powder": Targets(
        "d2dc77ec0d05",
        (
            Target(2892, "weak", "1"),
            Target(79747, "best", "1"),
            Target(119542, "middle", "3"),
            Target(124203, "best", "2357a000hj0nq000y00"),
        ),
    ),
}
