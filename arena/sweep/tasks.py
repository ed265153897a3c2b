"""Tasks of a sweep: plain data with a stable key. `run_task` turns one into a row, on any worker."""

import dataclasses
import functools
import hashlib
import json
import platform
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from llvmlite import binding
from numba.core import config

import arena
from arena.game.rules import rules_hash
from arena.startup.kernels import Need, find_need
from arena.startup.progress_bar import prepare_kernels

KEY_BYTES = 12
RULES = "rules"
STATE_HASH = "state_hash"
"""Entries of a result that have a column of their own."""


class SweepTask(ABC):
    """One piece of work. Subclasses are frozen dataclasses of plain values; `repr` is their identity."""

    @abstractmethod
    def run(self) -> dict[str, Any]:
        """Work, and return plain values by name.

        The entry `STATE_HASH` is a hash of the final state in hexadecimal, `RULES` that of other rules than
        this process has.
        """

    def packed(self) -> Self:
        """The task with what a worker needs and cannot read by itself; asked for just before it is sent."""
        return self


class SweepRow(NamedTuple):
    """One finished task, as it is stored."""

    key: str  # of the task, see `task_key`
    release: str
    rules: str  # hash of all numbers of the game, in hexadecimal
    processor: str  # system and processor family: states may differ between two of them
    task: str  # fields of the task, JSON
    result: str  # JSON
    state_hash: str  # of the final state, in hexadecimal; empty where a task has none
    seconds: float  # of work

    @property
    def figures(self) -> dict[str, Any]:
        """Fields of the task and entries of the result."""
        return json.loads(self.task) | json.loads(self.result)


class Release(NamedTuple):
    """The parts of an installation that decide on results."""

    version: str
    rules: str

    def __str__(self) -> str:
        return f"Arena {self.version} with rules {self.rules}"


class OtherReleaseError(Exception):
    """A worker would play by other rules."""


@functools.cache
def this_release() -> Release:
    """Release of this process."""
    return Release(arena.__version__, rules_hash().hex())


@functools.cache
def processor_family() -> str:
    """System, architecture and the processor that kernels are compiled for."""
    name = vars(config)["CPU_NAME"] or binding.get_host_cpu_name()
    return f"{platform.system()} {platform.machine()} {name}"


def task_key(task: SweepTask) -> str:
    """A task's key: one short word, the same in every process of this release."""
    return hashlib.blake2b(repr((this_release(), task)).encode(), digest_size=KEY_BYTES).hexdigest()


@functools.cache
def prepare_once() -> None:
    """Compile by all cores what this machine has not compiled yet."""
    if find_need() is Need.COMPILE:
        prepare_kernels()


def run_task(task: SweepTask, expected: Release) -> SweepRow:
    """Run a task on a worker.

    Raises:
        OtherReleaseError: this is not the release that was expected.
    """
    if this_release() != expected:
        raise OtherReleaseError(f"{this_release()}; it takes {expected}")
    prepare_once()
    began = time.perf_counter()
    result = task.run()
    seconds = time.perf_counter() - began
    fields = {field.name: getattr(task, field.name) for field in _told(task)}
    rules, state = result.pop(RULES, expected.rules), result.pop(STATE_HASH, "")
    return SweepRow(
        task_key(task), expected.version, rules, processor_family(), json.dumps(fields), json.dumps(result),
        state, seconds,
    )  # fmt: skip


class Bundle(NamedTuple):
    """Rows of several tasks, up to the first that failed."""

    rows: list[SweepRow]
    failed: str = ""  # key of that task
    error: Exception | None = None


def run_bundle(tasks: Sequence[SweepTask], expected: Release) -> Bundle:
    """Run tasks on a worker, one after the other: sending each costs some 10 ms, as long as a short game."""
    rows: list[SweepRow] = []
    for task in tasks:
        try:
            rows.append(run_task(task, expected))
        except Exception as error:  # whatever a task raises; the rows before it are kept
            return Bundle(rows, task_key(task), error)
    return Bundle(rows)


def _told(task: Any) -> list["dataclasses.Field[Any]"]:
    return [field for field in dataclasses.fields(task) if field.repr]
