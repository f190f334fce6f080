"""The tables say only what the other tables and the readers know."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources"


def rows(path: str) -> list[list[str]]:
    lines = (SOURCES / path).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


class PlaceTypes(unittest.TestCase):
    table = rows("PlacesModel/Tables/place-types.tsv")

    def test_shape(self):
        for row in self.table:
            self.assertEqual(len(row), 5, row)
            self.assertRegex(row[0], r"^\(?[a-z][a-z0-9_]*\)?$")
            self.assertLessEqual(set(row[1].split(",")), {"A", "B", "1", "2", "3"}, row)
            self.assertTrue(row[1] and row[2] and row[3] and row[4], row)

    def test_each_type_once_in_order(self):
        names = [row[0] for row in self.table if not row[1].startswith("3")]
        self.assertEqual(names, sorted(set(names)))

    def test_sizes_of_the_services_tables(self):
        # Google's pages list so many: table A, table B, legacy tables 1 and 2.
        count = {table: sum(table in row[1].split(",") for row in self.table) for table in "AB12"}
        self.assertEqual(count, {"A": 478, "B": 36, "1": 96, "2": 45})

    def test_members_of_legacy_collections(self):
        def members(column, name):
            return {row[0] for row in self.table if name in row[column].split(",")}

        self.assertEqual(members(4, "(cities)"), {"locality", "administrative_area_level_3"})
        self.assertEqual(
            members(4, "(regions)"),
            {
                "locality",
                "sublocality",
                "postal_code",
                "country",
                "administrative_area_level_1",
                "administrative_area_level_2",
            },
        )
        self.assertEqual(members(3, "(cities)"), members(4, "(cities)"))
        self.assertLess(members(4, "(regions)"), members(3, "(regions)"))
        self.assertFalse(members(4, "establishment") & members(4, "(regions)"))
        self.assertIn("restaurant", members(4, "establishment"))
        self.assertNotIn("restaurant", members(4, "geocode"))
        self.assertLess(members(4, "address"), members(4, "geocode"))


class SourceTables(unittest.TestCase):
    known = frozenset(row[0] for row in PlaceTypes.table if not row[1].startswith("3"))

    def check_types(self, row, primary, types):
        names = types.split("|")
        self.assertEqual(names[0], primary, row)
        self.assertEqual(len(names), len(set(names)), row)
        for name in names:
            self.assertIn(name, self.known, row)

    def test_geonames(self):
        table = rows("PlacesImport/Tables/geonames-types.tsv")
        keys = [tuple(row[:2]) for row in table]
        self.assertEqual(len(keys), len(set(keys)), "a code has two rows")
        self.assertEqual({key[0] for key in keys if key[1] == "*"}, set("APHLRSTUV"))
        for row in table:
            self.assertEqual(len(row), 6, row)
            self.check_types(row, row[2], row[3])
            self.assertTrue(0 <= float(row[4]) <= 12 and -3 <= float(row[5]) <= 1, row)

    def test_osm(self):
        table = rows("PlacesImport/Tables/osm-types.tsv")
        seen = {}
        for row in table:
            self.assertEqual(len(row), 5, row)
            tag, second, primary, types, importance = row
            self.assertRegex(tag, r"^[a-z_:]+=.+$", row)
            self.assertTrue(second == "-" or re.match(r"^@?[a-z_]+=.+$", second), row)
            if importance.startswith("+"):
                self.assertEqual((primary, types), ("-", "-"), row)
            else:
                self.check_types(row, primary, types)
            self.assertTrue(0 <= float(importance) <= 12, row)
            self.assertNotIn((tag, second), seen, "two rows for one tag: the second never decides")
            # A row after key=* of its key (and the same second tag or none) would never decide.
            key = tag.partition("=")[0] + "=*"
            self.assertNotIn((key, "-"), seen, row)
            self.assertNotIn((tag, "-"), seen, f"{row} comes after the row without a second tag")
            seen[tag, second] = row

    def test_osm_keys_are_exported_as_areas(self):
        # A closed way whose key osmium does not know as an area would come as a line.
        config = (ROOT / "data" / "osmium-export.json").read_text(encoding="utf-8")
        linear = {"highway", "waterway", "aerialway", "admin_level", "railway", "aeroway", "cuisine"}
        for row in rows("PlacesImport/Tables/osm-types.tsv"):
            key = row[0].partition("=")[0]
            if not row[4].startswith("+") and row[1] == "-" and key not in linear:
                self.assertIn(f'"{key}', config, row)

    def test_abbreviations(self):
        table = rows("PlacesText/Tables/abbreviations.tsv")
        keys = [(row[0], row[1], row[3]) for row in table]
        self.assertEqual(len(keys), len(set(keys)), "a word has two rows")
        for row in table:
            self.assertEqual(len(row), 4, row)
            self.assertRegex(row[0], r"^[a-z]{2,3}(-[A-Z]{2})?$")
            self.assertIn(row[3], {"street_type", "saint", "directional", "unit", "stopword"})
            self.assertEqual(row[1], row[1].lower(), row)
            variants = row[2].split("|")
            self.assertNotIn(row[1], variants)
            self.assertTrue(all(variants) and len(variants) == len(set(variants)), row)
            self.assertTrue(variants != ["-"] or row[3] == "stopword", row)


class EmbeddedTables(unittest.TestCase):
    script = ROOT / "tools" / "embed-tables.py"

    def run_script(self, *arguments):
        return subprocess.run(
            [sys.executable, str(self.script), *arguments], capture_output=True, text=True, check=False
        )

    def test_generated_files_are_up_to_date(self):
        done = self.run_script("--check")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_stale_missing_and_orphaned_files_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            tables = pathlib.Path(folder, "Sources", "M", "Tables")
            tables.mkdir(parents=True)
            table = tables / "two-words.tsv"
            table.write_text("a\tb\n", encoding="utf-8")
            self.assertEqual(self.run_script("--root", folder, "--check").returncode, 1)
            self.assertEqual(self.run_script("--root", folder).returncode, 0)
            generated = tables.parent / "Generated" / "TwoWordsTable.swift"
            self.assertIn("package enum TwoWordsTable", generated.read_text(encoding="utf-8"))
            self.assertEqual(self.run_script("--root", folder, "--check").returncode, 0)
            table.write_text("a\tc\n", encoding="utf-8")
            self.assertIn("TwoWordsTable", self.run_script("--root", folder, "--check").stderr)
            table.unlink()
            self.assertIn("has no table", self.run_script("--root", folder, "--check").stderr)

    def test_text_that_would_end_the_literal_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            tables = pathlib.Path(folder, "Sources", "M", "Tables")
            tables.mkdir(parents=True)
            (tables / "bad.tsv").write_text('a """ b\n', encoding="utf-8")
            done = self.run_script("--root", folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn("bad.tsv", done.stderr)


if __name__ == "__main__":
    unittest.main()
