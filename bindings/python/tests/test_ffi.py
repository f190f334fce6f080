"""The binding against the header.

1. Every function of places.h is bound, and nothing else is called.
2. Version, statuses, field bits and other constants are those of the header and of VERSION.
3. A library that is missing, is another one or of another version is named, with what to do.
"""

from __future__ import annotations

import enum
import gc
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import places
from places import _callbacks, _client, _ffi, _options, _version
from places.types import Request

HEADER = (ROOT / "include" / "places.h").read_text(encoding="utf-8")
#: The header without comments, where functions are named too.
CODE = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)


def enumerators(prefix: str) -> dict[str, int]:
    found = re.findall(rf"\b{prefix}([A-Z0-9_]+) = (-?\d+)", CODE)
    return {name: int(value) for name, value in found}


def test_every_function_is_bound_in_the_order_of_the_header() -> None:
    declared = re.findall(r"\b(places_[a-z0-9_]+)\(", CODE)
    assert len(declared) > 100
    bound = list(_ffi.bound)
    assert sorted(bound) == sorted(declared)
    # take_error() and the strings' release are the only ones that others need earlier.
    assert [name for name in bound if name != "places_string_release"] == [
        name for name in declared if name != "places_string_release"
    ]


def test_argument_counts_are_those_of_the_header() -> None:
    for name, parameters in re.findall(r"\b(places_[a-z0-9_]+)\(([^;]*?)\);", CODE, flags=re.DOTALL):
        parameters = re.sub(r"void \(\*\w+\)\([^)]*\)", "callback", parameters)
        count = 0 if parameters.strip() == "void" else parameters.count(",") + 1
        assert len(getattr(_ffi.bound[name], "argtypes")) == count, name


def test_versions_agree() -> None:
    version = (ROOT / "VERSION").read_text().strip()
    assert places.__version__ == version
    assert f'#define PLACES_VERSION "{version}"' in HEADER
    assert f"#define PLACES_VERSION_NUMBER {_version.HEADER_VERSION_NUMBER}\n" in HEADER
    assert places.library_version() == version


def test_statuses_agree() -> None:
    block = CODE.split("typedef enum places_status {")[1].split("}")[0]
    found = re.findall(r"\bPLACES_([A-Z0-9_]+) = (-?\d+),", block)
    statuses = {name: int(value) for name, value in found}
    assert {status.name: status.value for status in places.Status} == statuses
    assert set(places.ERROR_CLASSES) == set(places.Status) - {places.Status.OK}
    for status, kind in places.ERROR_CLASSES.items():
        assert issubclass(kind, places.PlacesError)
        assert getattr(places, kind.__name__) is kind
        assert _ffi.status_name(status) == f"PLACES_{status.name}"
    assert len(set(places.ERROR_CLASSES.values())) == len(places.ERROR_CLASSES)


def test_constants_agree() -> None:
    bits = re.findall(r"#define PLACES_FIELD_(\w+) \(UINT64_C\(1\) << (\d+)\)", HEADER)
    assert {field.name: field.value for field in places.Fields} == {name: 1 << int(bit) for name, bit in bits}
    assert {mode.name: mode.value for mode in places.Mode} == _without_end(enumerators("PLACES_MODE_"))
    assert {level.name: level.value for level in places.LogLevel} == _without_end(enumerators("PLACES_LOG_"))
    assert _without_end(enumerators("PLACES_DELIVERY_")) == {
        "THREAD": _ffi.DELIVERY_THREAD,
        "PUMPED": _ffi.DELIVERY_PUMPED,
    }
    assert enumerators("PLACES_TEXT_")["SECONDARY"] == _ffi.TEXT_SECONDARY
    assert enumerators("PLACES_UNIT_")["UTF16"] == _ffi.UNIT_UTF16


@pytest.mark.parametrize(
    ("name", "prefix", "kind"),
    [
        ("typing_mode", "TYPING", places.TypingMode),
        ("session_policy", "SESSION", places.SessionPolicy),
        ("table_phase", "TABLE", places.TablePhase),
        ("row_kind", "ROW", places.RowKind),
        ("icon", "ICON", places.Icon),
        ("change_kind", "CHANGE", places.ChangeKind),
        ("pick", "PICK", places.Pick),
        ("units", "UNITS", places.Units),
        ("billing_policy", "BILLING", places.BillingPolicy),
        ("key", "KEY", places.Key),
        ("source_mode", "SOURCES", places.SourceMode),
        ("billing_way", "WAY", places.BillingWay),
    ],
)
def test_enums_agree(name: str, prefix: str, kind: type[enum.IntEnum]) -> None:
    block = CODE.split(f"typedef enum places_{name} {{")[1].split("}")[0]
    values = {key: int(value) for key, value in re.findall(rf"\bPLACES_{prefix}_([A-Z0-9_]+) = (\d+)", block)}
    assert {each.name: each.value for each in kind} == _without_end(values)


def test_structs_have_the_members_of_the_header() -> None:
    for name, struct in (("fetcher_callbacks", _ffi.FetcherCallbacks), ("table_delegate", _ffi.TableDelegate)):
        block = CODE.split(f"typedef struct places_{name} {{")[1].split("}")[0]
        assert ["size", *re.findall(r"\(\*(\w+)\)", block)] == [member for member, _ in struct._fields_]


def _without_end(values: dict[str, int]) -> dict[str, int]:
    return {name: value for name, value in values.items() if not name.endswith("FORCE_32_BITS")}


def test_keywords_are_listed_once_for_checkers_and_once_for_the_program() -> None:
    assert set(_options.SuggestOptions.__annotations__) == _client._REQUEST_FIELDS
    assert "query" in Request.__dataclass_fields__


def test_nothing_is_left_waiting() -> None:
    gc.collect()
    before = _callbacks.entry_count()
    provider = places.Provider()
    with places.Client(provider=provider) as client:
        with pytest.raises(places.UnsupportedError):
            client.suggest("answered")
        with pytest.raises(places.InvalidRequestError):
            client.suggest("refused", limit=6)
    provider.close()
    assert _callbacks.entry_count() == before


def import_with(library: str, code: str = "import places") -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ, PLACES_LIBRARY=library, PYTHONPATH=str(ROOT / "bindings/python/src"))
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=30, check=False
    )


def test_missing_library() -> None:
    done = import_with("/no/such/libplaces.so", "import places.errors")
    assert done.returncode == 1
    assert "LibraryError" in done.stderr
    assert "/no/such/libplaces.so" in done.stderr
    assert "PLACES_LIBRARY" in done.stderr
    caught = import_with("/no/such/libplaces.so", "try:\n import places\nexcept ImportError: print('caught')")
    assert caught.stdout == "caught\n"


def test_another_library(tmp_path: Path) -> None:
    other = compile_library(tmp_path, "other", "int something(void) { return 0; }")
    assert "is not libplaces" in import_with(other).stderr


@pytest.mark.parametrize(("number", "shown"), [(2000, "0.2.0"), (1_000_000, "1.0.0"), (999, "0.0.999")])
def test_library_of_another_version(tmp_path: Path, number: int, shown: str) -> None:
    code = f"#include <stdint.h>\nuint32_t places_version_number(void) {{ return {number}; }}"
    done = import_with(compile_library(tmp_path, "old", code))
    assert done.returncode == 1
    assert f"libplaces {shown}" in done.stderr
    assert places.__version__ in done.stderr


def test_library_that_lacks_a_function(tmp_path: Path) -> None:
    code = (
        "#include <stdint.h>\n"
        f"uint32_t places_version_number(void) {{ return {_version.HEADER_VERSION_NUMBER + 1}; }}\n"
        'const char *places_version(void) { return "0"; }'
    )
    assert "lacks the function places_status_description" in import_with(compile_library(tmp_path, "cut", code)).stderr


def compile_library(folder: Path, name: str, code: str) -> str:
    source, library = folder / f"{name}.c", folder / f"lib{name}.so"
    source.write_text(code)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    return str(library)
