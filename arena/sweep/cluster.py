"""Running of tasks: in this process, on processes of this machine, or on a Dask cluster elsewhere.

Dask unpickles what it receives: whoever reaches a scheduler or a worker runs code there. So a local cluster
listens on the loopback interface only, and a scheduler beyond it is asked by TLS alone.
"""

import contextlib
import hashlib
import ipaddress
import logging
import queue
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from importlib.util import find_spec
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from dask import config
from distributed import CancelledError, Client, Future, KilledWorker, LocalCluster, Security
from distributed.comm.core import CommClosedError

from arena import shutdown
from arena.commands import CommandError
from arena.startup.progress_bar import prepare_kernels
from arena.sweep.progress import SweepProgress
from arena.sweep.store import RowStore
from arena.sweep.tasks import (
    KEY_BYTES,
    Bundle,
    OtherReleaseError,
    SweepRow,
    SweepTask,
    run_bundle,
    run_task,
    task_key,
    this_release,
)

LOOK_SECONDS = 0.1
"""Time between two checks for a request to end."""
ANSWER_SECONDS = 10.0
"""Limit for a scheduler to answer, and for it to have workers."""
AHEAD = 4
"""Bundles of tasks that are sent to a thread of a worker before it asks."""
BUNDLE_SECONDS, BUNDLE_MAX = 1.0, 64
"""Work in a bundle, by the tasks that are done, and the most tasks."""
COUNT_SECONDS = 1.0
"""Time between two counts of the workers' threads."""
NEVER = logging.CRITICAL + 1
LOOPBACK = "127.0.0.1"
QUIET = {
    "distributed.worker.profile.enabled": False,  # a sample every 10 ms, which nobody looks at
    "distributed.worker.memory.terminate": False,  # tasks keep nothing in memory when they are done
    "distributed.worker.memory.pause": False,
    "distributed.admin.tick.interval": "1s",  # with 20 ms, idle processes take 3% of a core
    "distributed.admin.system-monitor.interval": "5s",
}
"""Settings of a local cluster."""
GOES_ON = "the same command goes on from there"
GONE = "the scheduler went away"
TLS_FLAGS = "--tls-ca-file, --tls-cert and --tls-key"
TlsFiles = tuple[str | None, str | None, str | None]
"""Names of `TLS_FLAGS`."""
Batches = Iterator[Sequence[SweepRow]]


class Workplace(NamedTuple):
    """The processes that run tasks."""

    jobs: int  # processes of this machine; 1: this one
    scheduler: str | None = None  # address, instead of them
    tls: TlsFiles = (None, None, None)


def run_tasks(tasks: Sequence[SweepTask], store: RowStore, where: Workplace, name: str) -> list[SweepRow]:
    """Run those tasks whose rows the store lacks, and report progress; return rows in the order of tasks.

    Raises:
        CommandError: it cannot begin or go on; rows that have come are in the store.
        Interrupted: the command shall end; the same holds.
    """
    rows, wanted = store.read(), {task_key(task): task for task in tasks}
    left = {key: task for key, task in wanted.items() if key not in rows}
    here = not left or (where.scheduler is None and min(where.jobs, len(left)) == 1)
    if where.scheduler is not None:
        _checked_files(where.tls, checked_address(where.scheduler))
    place = f"{_place_words(where, len(left))}; rows go to {store.folder}"
    progress = SweepProgress(name, len(wanted), len(left), place)
    if left and where.scheduler is None:
        prepare_kernels()  # once; whatever is compiled the other processes find
    with progress:
        try:
            for batch in run_here(left.values()) if here else run_on_cluster(left, where, name):
                store.add(batch)
                rows.update((row.key, row) for row in batch)
                progress.add(batch)
        except shutdown.Interrupted as error:
            there = sum(key in rows for key in wanted)
            error.args = (f"{error}; {there} of {len(wanted)} rows are kept, and {GOES_ON}",)
            raise
    store.merge()
    return [rows[key] for key in wanted]


def _place_words(where: Workplace, tasks: int) -> str:
    if where.scheduler is not None:
        return f"on the cluster of {where.scheduler}"
    jobs = min(where.jobs, tasks)
    return f"on {jobs} processes" if jobs > 1 else "in this process"


def run_here(tasks: Iterable[SweepTask]) -> Batches:
    """Run tasks one after the other, in this process."""
    for task in tasks:
        yield [run_task(task.packed(), this_release())]


def run_on_cluster(tasks: dict[str, SweepTask], where: Workplace, name: str) -> Batches:
    """Run tasks, by key, on a cluster; rows come as they are done.

    Raises:
        CommandError: the cluster or a task failed.
    """
    done: queue.SimpleQueue[Future[Bundle]] = queue.SimpleQueue()
    left = list(tasks.values())[::-1]
    waiting: dict[object, Future[Bundle]] = {}
    finished, worked, threads, counted = 0, 0.0, 1, -COUNT_SECONDS
    with connect(where._replace(jobs=min(where.jobs, len(tasks)))) as client:
        while left or waiting:
            shutdown.check()
            if left and time.monotonic() - counted >= COUNT_SECONDS:
                threads, counted = count_threads(client), time.monotonic()
            while left and len(waiting) < AHEAD * threads:
                size = bundle_size(len(left), threads, worked / finished if finished else BUNDLE_SECONDS)
                some = [left.pop().packed() for _ in range(size)]
                future = client.submit(run_bundle, some, this_release(), key=f"{name}-{_bundle_key(some)}")
                waiting[future.key] = future
                future.add_done_callback(done.put)
            rows, problem = _gather(_drain(done), waiting)
            if rows:
                finished, worked = finished + len(rows), worked + sum(row.seconds for row in rows)
                yield rows
            if problem:
                raise problem


def bundle_size(left: int, threads: int, seconds: float) -> int:
    """Tasks of `seconds` each that are sent together; fewer towards the end, when threads run dry."""
    wanted = min(BUNDLE_SECONDS / max(seconds, 1e-9), left / (AHEAD * threads), BUNDLE_MAX)
    return max(1, int(wanted))


def _bundle_key(tasks: Sequence[SweepTask]) -> str:
    """Another key for other tasks: a scheduler answers a key that it knows without running anything."""
    keys = [task_key(task) for task in tasks]
    return hashlib.blake2b("".join(keys).encode(), digest_size=KEY_BYTES).hexdigest()


def count_threads(client: Any) -> int:
    """Number of threads of all workers, at least 1.

    Raises:
        CommandError: the scheduler went away.
    """
    try:
        return max(1, sum(client.nthreads().values()))
    except OSError as error:
        raise _failure(GONE) from error


def _drain(done: "queue.SimpleQueue[Future[Bundle]]") -> "list[Future[Bundle]]":
    """Futures that are done, after a short wait for the first."""
    found: list[Future[Bundle]] = []
    with contextlib.suppress(queue.Empty):
        found.append(done.get(timeout=LOOK_SECONDS))
        while True:
            found.append(done.get_nowait())
    return found


def _gather(
    futures: "Sequence[Future[Bundle]]", waiting: "dict[object, Future[Bundle]]"
) -> tuple[list[SweepRow], CommandError | None]:
    """Rows of futures that are done, and the first failure among them."""
    rows: list[SweepRow] = []
    problem = None
    for future in futures:
        try:
            bundle = future.result()
            rows += bundle.rows
            if bundle.error is not None:
                problem = problem or _explain(bundle.error, bundle.failed)
        except Exception as error:  # whatever Dask raised
            problem = problem or _explain(error, future.key)
        waiting.pop(future.key, None)
    return rows, problem


def _explain(error: Exception, key: object) -> CommandError:
    """One line on a failure of the cluster or of a task."""
    text = " ".join(str(error).split())
    if isinstance(error, OtherReleaseError):
        text = f"a worker has {text}; end it, or install this release there"
    elif isinstance(error, KilledWorker):
        text = "a task ended its worker again and again; memory may be short, try fewer --jobs"
    elif isinstance(error, ModuleNotFoundError):
        text = (
            f"a worker lacks what a sweep needs ({text}); install this release there, with its extra `sweep`"
        )
    elif isinstance(error, CancelledError | CommClosedError):
        text = GONE
    else:
        text = f"task {key} failed: {type(error).__name__}: {text}"
    return _failure(text)


def _failure(text: str) -> CommandError:
    return CommandError(f"{text}; rows that have come are kept, and {GOES_ON}", CommandError.FAILED)


@contextlib.contextmanager
def connect(where: Workplace) -> "Generator[Client]":
    """A client of the named scheduler, or of a cluster that ends with the block.

    Raises:
        CommandError: the address is refused, or does not answer.
    """
    _silence_dask()
    if where.scheduler is not None:
        with _ask_scheduler(where) as client:
            yield client
        return
    dashboard: Any = f"{LOOPBACK}:0" if find_spec("bokeh") else None  # None: without
    before = set(active_children())
    with (
        config.set(QUIET),
        LocalCluster(
            n_workers=where.jobs, threads_per_worker=1, host=LOOPBACK, dashboard_address=dashboard,
            memory_limit=0, silence_logs=NEVER,
        ) as cluster,
        Client(cluster) as client,
    ):  # fmt: skip
        _name_dashboard(client)
        try:
            yield client
        finally:
            _end_workers(cluster, set(active_children()) - before)


def _end_workers(cluster: Any, processes: Iterable[BaseProcess]) -> None:
    """End processes at once: asked to leave, they would first finish their tasks."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
    for process in processes:
        process.kill()


def _silence_dask() -> None:
    """Keep Dask's loggers quiet, each of which has a level of its own: what matters is said in one line."""
    for name in logging.root.manager.loggerDict:
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(NEVER)


def _ask_scheduler(where: Workplace) -> Client:
    assert where.scheduler is not None
    address = checked_address(where.scheduler)
    authority, certificate, key = _checked_files(where.tls, address)
    security = Security(
        require_encryption=key is not None, tls_ca_file=authority, tls_client_cert=certificate,
        tls_client_key=key,
    )  # fmt: skip
    try:
        client = Client(address, timeout=ANSWER_SECONDS, security=security)
    except Exception as error:  # of sockets, of TLS, of other versions of Dask
        raise CommandError(
            f"no scheduler answers at {address}: {' '.join(str(error).split())}", CommandError.FAILED
        ) from error
    try:
        client.wait_for_workers(1, ANSWER_SECONDS)
    except TimeoutError as error:
        client.close()
        raise CommandError(
            f"the scheduler has no workers; start some: dask worker {address} --nthreads 1",
            CommandError.FAILED,
        ) from error
    _name_dashboard(client)
    return client


def _checked_files(files: TlsFiles, address: str) -> TlsFiles:
    """Refuse files that are missing, or that the address does not take."""
    encrypted = address.startswith("tls:")
    if [encrypted] * len(files) != [file is not None for file in files]:
        raise CommandError(f"{address} takes {'all' if encrypted else 'none'} of {TLS_FLAGS}")
    for file in files:
        if file is not None and not Path(file).is_file():
            raise CommandError(f"cannot read {file}: there is no such file")
    return files


def _name_dashboard(client: Client) -> None:
    if find_spec("bokeh"):
        print(f"dashboard: {client.dashboard_link}", file=sys.stderr)


def checked_address(text: str) -> str:
    """A scheduler's address with its protocol, tcp unless said.

    Raises:
        CommandError: it is malformed, or leads beyond loopback without TLS.
    """
    address = text if "://" in text else f"tcp://{text}"
    protocol, host, port = _parts(address)
    if protocol not in ("tcp", "tls") or not host or not port:
        raise CommandError(f"{text!r} is no address of a scheduler, such as tls://big.example:8786")
    if protocol == "tcp" and not _is_loopback(host):
        raise CommandError(
            f"{address} is beyond this machine and not encrypted, and Dask runs what it receives: "
            f"use tls:// with {TLS_FLAGS}"
        )
    return address


def _parts(address: str) -> tuple[str, str | None, int | None]:
    """Protocol, host and port; no port where the address is malformed."""
    try:
        parts = urlsplit(address)
        return parts.scheme, parts.hostname, None if parts.path else parts.port
    except ValueError:
        return "", None, None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
