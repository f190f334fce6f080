"""Callbacks in Python, as unkindly as they can be: callbacks.py SCENARIO URL NUMBER. Prints facts, "name value"."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import sys
import threading
import time

import tree
from checking import Findings

assert tree and Findings  # the paths are set

import places


def fact(name: str, value: object) -> None:
    print(name, int(value) if isinstance(value, bool) else value, flush=True)


def client_for(url: str) -> places.Client:
    return places.Client(service=places.Service(base_url=url, retries=0))


def collected(url: str, repeat: int) -> None:
    """Callbacks that only the binding holds, and a garbage collector that is kept busy."""
    calls = 0
    finished = threading.Semaphore(0)

    def count() -> None:
        nonlocal calls
        calls += 1
        finished.release()

    with client_for(url) as client:
        for number in range(repeat):
            client.submit(f"a{number}", lambda rows, error: count())
            if number % 20 == 0:
                for _ in range(50):
                    gc.collect(0)
                del [bytearray(100) for _ in range(100_000)][:]
        for _ in range(50):
            gc.collect()
        for _ in range(repeat):
            finished.acquire(timeout=30)
    fact("callbacks", calls)


def closing(url: str, repeat: int) -> None:
    """close() while callbacks are running and queued."""
    longest = 0.0
    for _ in range(repeat):
        client = client_for(url)
        running = threading.Event()

        def callback(rows: object, error: object, running: threading.Event = running) -> None:
            running.set()
            time.sleep(0.005)

        for _ in range(20):
            client.submit("a", callback)
        running.wait(5)
        started = time.monotonic()
        client.close()
        longest = max(longest, time.monotonic() - started)
    fact("close_ms", round(longest * 1000))
    left_open(url, 20)


def left_open(url: str, count: int) -> None:
    """One client open, requests under way, when the interpreter ends."""
    global kept
    kept = client_for(url)
    for _ in range(count):
        kept.submit("a", lambda rows, error: time.sleep(0.005))
    fact("exiting", 1)


kept: places.Client | None = None


def raising(url: str, repeat: int) -> None:
    """Exceptions in callbacks: the next ones still come."""
    import logging

    logging.disable(logging.CRITICAL)
    calls = 0

    def callback(rows: object, error: object) -> None:
        nonlocal calls
        calls += 1
        raise RuntimeError("from a callback")

    with client_for(url) as client:
        futures = [client.submit("a", callback) for _ in range(repeat)]
        for future in futures:
            with contextlib.suppress(RuntimeError):
                future.result(10)
        fact("worker_alive", len(client.suggest("a", timeout=5)) >= 0)
    fact("callbacks", calls)


def inside(url: str, repeat: int) -> None:
    """From a callback: a blocking call, which is refused; a new request; close()."""
    done = threading.Event()
    refused = 0
    calls = 0
    for _ in range(repeat):
        client = client_for(url)
        done.clear()

        def second(rows: object, error: object, client: places.Client = client) -> None:
            nonlocal calls
            calls += 1
            client.close()
            done.set()

        def first(rows: object, error: object, client: places.Client = client) -> None:
            nonlocal calls, refused
            calls += 1
            try:
                client.suggest("inside")
            except places.WrongThreadError:
                refused += 1
            client.submit("second", second)

        client.submit("first", first)
        if not done.wait(10):
            fact("hang", True)
            os._exit(1)
    fact("hang", False)
    fact("blocking_call_refused", refused == repeat)
    fact("callbacks", calls)


def unlocked(url: str, repeat: int) -> None:
    """Blocking calls let go of the interpreter's lock: another thread counts meanwhile."""
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    with client_for(url) as client:
        thread.start()
        for _ in range(max(1, min(repeat, 5))):
            client.suggest("slow", timeout=10)
        stop.set()
    thread.join()
    fact("other_thread_ran", ticks > 20)


def forked(url: str, repeat: int) -> None:
    """multiprocessing by fork, with a request in flight."""
    context = multiprocessing.get_context("fork")
    client = client_for(url)
    is_good = len(client.suggest("first", timeout=10)) >= 0
    future = client.submit("slow")
    time.sleep(0.05)
    started = time.monotonic()
    child = context.Process(target=_in_child, args=(client, url))
    child.start()
    child.join(10)
    fact("child_exit_ms", round((time.monotonic() - started) * 1000))
    fact("child_exit_code", 1000 if child.exitcode is None else child.exitcode)
    is_good = is_good and len(future.result(10)) >= 0 and len(client.suggest("again", timeout=10)) >= 0
    client.close()
    fact("parent_ok", is_good)


def _in_child(client: places.Client, url: str) -> None:
    started = time.monotonic()
    try:
        client.suggest("old", timeout=5)
        fact("child_old_client_refused", False)
    except places.PlacesError as error:
        fact("child_old_client_refused", bool(str(error)))
    fact("child_old_client_ms", round((time.monotonic() - started) * 1000))
    with client_for(url) as new:
        fact("child_new_client_ok", len(new.suggest("child", timeout=5)) >= 0)


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
