"""Where things lie, and the paths that the other modules import from. Imported first."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIBRARY = ROOT / "build" / "libplaces.so"
COMMAND = ROOT / "build" / "places"

os.environ.setdefault("PLACES_LIBRARY", str(LIBRARY))
for folder in ("bindings/python/src", "Tests/service", "Tests/cli", "Tests/cases"):
    path = str(ROOT / folder)
    if path not in sys.path:
        sys.path.insert(0, path)

# A proxy of the machine's is not for loopback servers.
for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
    os.environ.pop(name, None)
    os.environ.pop(name.upper(), None)
