"""What happens at the ends of a process: each test is a program of its own.

1. The interpreter exits with requests in flight, callbacks running and clients open, quickly and cleanly.
2. After fork() an inherited client answers ForkedError at once, a new one works, and both processes can exit.
3. Ctrl-C interrupts a waiting call and a build, and the signal handling of the host stays its own.
4. An exception in a callback, in whatever place, never ends the process.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT

PRELUDE = """
import asyncio, gc, os, sys, threading, time, warnings
import places

class Slow(places.Provider):
    def __init__(self):
        super().__init__()
        self.kept = []
    def autocomplete(self, number, request, responder):
        if request.query == "now":
            responder.finish({})
        else:
            self.kept.append(responder)

provider = Slow()
"""


def run(code: str, *arguments: str, timeout: float = 20) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore::ResourceWarning", "-c", PRELUDE + code, *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def environment() -> dict[str, str]:
    return dict(os.environ, PYTHONPATH=str(ROOT / "bindings/python/src"))


def expect_clean(done: subprocess.CompletedProcess[str], output: str = "") -> None:
    assert (done.returncode, done.stderr, done.stdout) == (0, "", output)


@pytest.mark.parametrize(
    "code",
    [
        # Nothing is closed.
        "client = places.Client(provider=provider); futures = [client.submit('wait') for _ in range(100)]",
        # Callbacks run while the interpreter ends.
        "client = places.Client(provider=provider)\n"
        "for _ in range(20): client.submit('now', lambda found, error: time.sleep(0.005))",
        # One is closed with callbacks running, one is left open.
        "client, other = places.Client(provider=provider), places.Client(provider=provider)\n"
        "for _ in range(20): client.submit('now', lambda found, error: time.sleep(0.005))\n"
        "other.submit('wait'); client.close()",
        # A cycle that only the last collection finds.
        "client = places.Client(provider=provider); client.me = client; client.submit('wait')",
        # A thread that waits for ever does not outlive the client.
        "client = places.Client(provider=provider)\n"
        "def ask():\n"
        "    try: client.suggest('wait')\n"
        "    except places.RequestCancelledError: pass\n"
        "threading.Thread(target=ask, daemon=True).start(); time.sleep(0.05)",
        # asyncio, nothing closed.
        "async def main():\n"
        "    global client, task\n"
        "    client = places.AsyncClient(provider=provider)\n"
        "    await client.suggest('now')\n"
        "    task = asyncio.ensure_future(client.suggest('wait')); await asyncio.sleep(0.01)\n"
        "asyncio.run(main())",
        # Tables and fetchers with requests in flight and callbacks running, nothing closed.
        "client = places.Client(provider=provider)\n"
        "tables = [client.table(did_update=lambda state: time.sleep(0.005), activity=bool) for _ in range(20)]\n"
        "fetchers = [client.fetcher(did_start=lambda: time.sleep(0.005)) for _ in range(20)]\n"
        "for i, each in enumerate(tables + fetchers): each.set_text('now' if i % 2 else 'wait')",
        # The same on asyncio, in a cycle that only the last collection finds.
        "async def main():\n"
        "    client = places.aio.Client(provider=provider)\n"
        "    table = client.table(); table.me = table; table.set_text('wait')\n"
        "    task = asyncio.ensure_future(table.__aiter__().__anext__()); table.task = task\n"
        "    await asyncio.sleep(0.01)\n"
        "    task.cancel()\n"
        "asyncio.run(main())",
        # sys.exit inside a callback is that callback's affair.
        "import logging; logging.disable()\n"
        "client = places.Client(provider=provider)\n"
        "future = client.submit('now', lambda found, error: sys.exit(3))\n"
        "try: future.result(5)\n"
        "except SystemExit: pass",
    ],
)
def test_exit_with_work_in_flight(code: str) -> None:
    start = time.monotonic()
    expect_clean(run(code))
    assert time.monotonic() - start < 5


FORK = """
client = places.Client(provider=provider)
client.suggest("now")
waiting = client.submit("wait")
async def ask(client): return await client.suggest("now")
pumped = places.AsyncClient(provider=provider)
asyncio.run(ask(pumped))
table = client.table(did_update=lambda state: drawn.set())
drawn = threading.Event()
table.set_text("now")
drawn.wait(5)
fetcher = client.fetcher()
warnings.simplefilter("ignore")  # of forking with threads
child = os.fork()
if child == 0:
    start = time.monotonic()
    try:
        client.suggest("now")
        os._exit(10)
    except places.ForkedError:
        pass
    try:
        asyncio.run(ask(pumped))
        os._exit(11)
    except places.ForkedError:
        pass
    for typed in (table, fetcher):
        try:
            typed.set_text("now then")
            os._exit(13)
        except places.ForkedError:
            pass
        typed.close()
    if time.monotonic() - start > 1:
        os._exit(12)
    with places.Client(provider=Slow()) as new:
        new.suggest("now")
    client.close()
    pumped.close()
    sys.exit(0)  # runs what is registered for the exit, too
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
client.suggest("now")
asyncio.run(ask(pumped))
provider.kept[0].finish({})
assert len(waiting.result(5)) == 0
drawn.clear()
table.clear()
assert drawn.wait(5)
table.close()
fetcher.close()
client.close()
pumped.close()
print("ok")
"""


def test_fork() -> None:
    expect_clean(run(FORK), "ok\n")


MULTIPROCESSING = """
import multiprocessing
client = places.Client(provider=provider)
client.suggest("now")

def child(queue):
    try:
        client.suggest("now")
    except places.ForkedError:
        with places.Client(provider=Slow()) as new:
            queue.put(len(new.suggest("now")))

warnings.simplefilter("ignore")
context = multiprocessing.get_context("fork")
queue = context.Queue()
process = context.Process(target=child, args=(queue,))
process.start()
assert queue.get(timeout=5) == 0
process.join(5)
assert process.exitcode == 0
client.close()
print("ok")
"""


def test_multiprocessing() -> None:
    expect_clean(run(MULTIPROCESSING), "ok\n")


def interrupt(code: str, *arguments: str) -> tuple[int, str, str]:
    """Sends SIGINT once the program has said that it waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", PRELUDE + code, *arguments],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waiting\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=10)
    return process.returncode, output, errors


def test_ctrl_c_ends_a_waiting_call() -> None:
    code = """
client = places.Client(provider=provider)
try:
    print("waiting", flush=True)
    client.suggest("wait")
except KeyboardInterrupt:
    print("interrupted")
client.close()
"""
    assert interrupt(code) == (0, "interrupted\n", "")


def test_ctrl_c_ends_a_build(tmp_path: Path) -> None:
    source = tmp_path / "big.csv"
    with source.open("w") as file:
        file.write("id,name,lat,lon\n")
        file.writelines(f"t:{i},Name {i},1,2\n" for i in range(300_000))
    code = """
try:
    print("waiting", flush=True)
    places.build_index(sys.argv[2], "csv:" + sys.argv[1])
except KeyboardInterrupt:
    print("interrupted")
"""
    returncode, output, errors = interrupt(code, str(source), str(tmp_path / "big.places"))
    assert (returncode, output, errors) == (0, "interrupted\n", "")
    assert os.listdir(tmp_path) == ["big.csv"]


HANDLERS = """
def handlers():
    # Without the two signals that glibc keeps for itself: it handles one as soon as there is a second thread.
    with open("/proc/self/status") as status:
        fields = dict(line.split(":") for line in status)
    return [int(fields[name], 16) & ~(3 << 31) for name in ("SigCgt", "SigIgn", "SigBlk")]
before = handlers()
"""


def test_the_host_keeps_its_signals() -> None:
    code = """
client = places.Client(provider=provider)
client.suggest("now")
assert handlers() == before
client.close()
assert handlers() == before
"""
    expect_clean(run(HANDLERS + code))


def test_importing_leaves_the_signals_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANDLERS + "import places\nassert handlers() == before"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    expect_clean(done)
