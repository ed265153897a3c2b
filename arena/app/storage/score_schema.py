"""Schema of the score file: the table of results, and the older tables that are migrated into it.

`arena.app.storage.score_table` opens the file. Only tables that were made by these schemas are used, so no
foreign view, trigger or index runs.

sqlite checks the structure of pages, not what they hold: a number whose bit flipped, or a page as it was
before the last write, is sound to it. So two numbers in the file's header, free for applications, hold how
many results there were at the last write (application_id) and their checksum (user_version).
"""

import re
import sqlite3
import zlib

from arena.game.scoring.board import Board

CHECKED_PAGES = 1_024
"""Up to this size, some 37,000 results, the whole file is checked each time: a third of a second at most."""

HEADER_MAX = 2**31 - 1
"""Largest number that the file's header holds."""

SCHEMA = """CREATE TABLE results (
    id INTEGER PRIMARY KEY, mode TEXT NOT NULL, difficulty TEXT NOT NULL, players INTEGER NOT NULL,
    level TEXT NOT NULL, day TEXT NOT NULL, score INTEGER NOT NULL, progress INTEGER NOT NULL,
    ticks INTEGER NOT NULL, seed INTEGER NOT NULL, won INTEGER NOT NULL, name TEXT NOT NULL,
    replay TEXT NOT NULL, ticket TEXT NOT NULL, played TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    hull TEXT NOT NULL DEFAULT ''
)"""
HULL = "hull TEXT NOT NULL DEFAULT ''"
"""Column that the table had not before there were hulls."""
HULLLESS = "results without hulls"

OLD_SCHEMA = """CREATE TABLE scores (
    id INTEGER PRIMARY KEY, mode TEXT NOT NULL, score INTEGER NOT NULL, wave INTEGER NOT NULL,
    seed INTEGER NOT NULL, ticks INTEGER NOT NULL, played TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)"""
"""Of releases before there were names and replays: a table's whole name stood in `mode`."""

SCHEMAS = {"results": SCHEMA, "scores": OLD_SCHEMA}


def _plain(sql: object) -> str:
    return "".join(str(sql).split())


KNOWN = {_plain(schema): name for name, schema in SCHEMAS.items()} | {
    _plain(SCHEMA).replace(f",{_plain(HULL)}", ""): HULLLESS
}
"""Names of our tables by what made them; `HULLLESS` for results of an earlier release."""

OLD_DAILY = re.compile(r"daily(?: (easy|hard))? (\d{4}-\d\d-\d\d)", re.ASCII)
OLD_CAMPAIGN = re.compile(r"campaign (.+) (easy|normal|hard) ([0-9a-f]{8})", re.ASCII)
OLD_PLAIN = re.compile(r"([a-z_]{1,16}) (easy|hard)", re.ASCII)


class NotOursError(Exception):
    """A foreign table or view has our name, or ours is damaged."""


def find_tables(table: sqlite3.Connection) -> set[str]:
    """Names of our tables that exist; `HULLLESS` for results that lack a column.

    Raises:
        NotOursError: one is damaged, or there is another one, or something that runs when it is used.
    """
    names = ", ".join(f"'{name}'" for name in SCHEMAS)
    query = (
        "SELECT type, lower(tbl_name), sql FROM sqlite_master "
        f"WHERE lower(name) IN ({names}) OR lower(tbl_name) IN ({names}) LIMIT {len(SCHEMAS) + 1}"
    )
    found = table.execute(query).fetchall()
    for kind, name, sql in found:
        if kind != "table" or not KNOWN.get(_plain(sql), "").startswith(name):
            raise NotOursError("another table has its name")
    if len(found) != len({name for _, name, _ in found}):
        raise NotOursError("another table has its name")
    names = {KNOWN[_plain(sql)] for _, _, sql in found}
    if _is_checked(table) and not _is_sound(table, names):
        raise NotOursError("it is damaged")
    return names


def _is_checked(table: sqlite3.Connection) -> bool:
    return _number(table, "page_count") <= CHECKED_PAGES


def _is_sound(table: sqlite3.Connection, names: set[str]) -> bool:
    if names and table.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        return False
    count = _number(table, "application_id")  # 0: an earlier release wrote it, or there were too many
    if not count:
        return True
    return "results" in names and _checksum(table, count) == (count, _number(table, "user_version"))


def _number(table: sqlite3.Connection, pragma: str) -> int:
    return table.execute(f"PRAGMA {pragma}").fetchone()[0]


def _checksum(table: sqlite3.Connection, count_max: int) -> tuple[int, int]:
    """Number of the first `count_max` results and their checksum; earlier releases add others behind them."""
    count = checksum = 0
    for row in table.execute("SELECT * FROM results ORDER BY id LIMIT ?", (count_max,)):
        count, checksum = count + 1, zlib.crc32(repr(row).encode(), checksum)
    return count, checksum & HEADER_MAX


def write_checksum(table: sqlite3.Connection) -> None:
    """Write the number of results and their checksum into the file's header; runs in a write transaction."""
    count, checksum = _checksum(table, HEADER_MAX) if _is_checked(table) else (0, 0)
    table.execute(f"PRAGMA application_id = {count}")
    table.execute(f"PRAGMA user_version = {checksum}")


def migrate(table: sqlite3.Connection, found: set[str]) -> None:
    """Bring tables of earlier releases up to date; runs in a write transaction."""
    if HULLLESS in found:
        table.execute(f"ALTER TABLE results ADD COLUMN {HULL}")
    if "scores" in found:
        move_old_scores(table, len(found) > 1)


def move_old_scores(table: sqlite3.Connection, results_exist: bool) -> None:
    """Move every old score into the table of results; runs in a write transaction."""
    if not results_exist:
        table.execute(SCHEMA)
    for (name,) in table.execute("SELECT DISTINCT mode FROM scores").fetchall():
        board = old_board(str(name))
        table.execute(
            "INSERT INTO results (mode, difficulty, players, level, day, score, progress, ticks, seed, won, "
            "name, replay, ticket, played) SELECT ?, ?, ?, ?, ?, score, wave, ticks, seed, 0, '', '', '', "
            "played FROM scores WHERE mode IS ? ORDER BY id",
            (*board, name),
        )
    table.execute("DROP TABLE scores")


def old_board(name: str) -> Board:
    """Board of an old name; old names do not hold the number of players."""
    if daily := OLD_DAILY.fullmatch(name):
        return Board("daily", daily[1] or "normal", day=daily[2])
    if campaign := OLD_CAMPAIGN.fullmatch(name):
        return Board("campaign", campaign[2], level=f"{campaign[1]} {campaign[3]}")
    if plain := OLD_PLAIN.fullmatch(name):
        return Board(plain[1], plain[2])
    return Board(name)
