#!/usr/bin/env bash
# Google's bodies, judged by the official schema (PyPI google-maps-places).
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

"${SWIFT:-swift}" build --product WireTool
exec "${PYTHON:-.venv/bin/python}" -m pytest -q Tests/schema
