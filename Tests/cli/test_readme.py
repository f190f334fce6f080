"""The first program that the README shows in a language works as it stands; `examples/run.sh` runs all of them."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

from conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def snippet(language: str) -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found
    return str(found[0])


def test_c(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (tmp_path / "show.c").write_text(snippet("c"), encoding="utf-8")
    subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT}/include",
                    tmp_path / "show.c", "-o", tmp_path / "show", f"-L{ROOT}/build", "-lplaces",
                    f"-Wl,-rpath,{ROOT}/build"], check=True)
    done = subprocess.run([tmp_path / "show", index, "zurich"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("Zürich") and done.stderr == ""


def test_python(index: pathlib.Path) -> None:
    env = {**os.environ, "PYTHONPATH": f"{ROOT}/bindings/python/src", "PLACES_LIBRARY": f"{ROOT}/build/libplaces.so"}
    done = subprocess.run([sys.executable, "-c", snippet("python"), index, "zurich"], capture_output=True,
                          encoding="utf-8", env=env, check=True)
    assert done.stdout.startswith("Zürich") and done.stdout.rstrip().endswith("geonames:2657896")


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target
