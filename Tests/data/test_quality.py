"""The quality runner asks what the cases say, and counts what is right."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bench"))
import quality

HEADER = [
    *quality.COLUMNS[:10],
    "expect_name",
    "expect_country",
    *quality.COLUMNS[10:14],
    "origin",
    "synthetic",
    "note",
]


def case(**fields):
    row = dict.fromkeys(HEADER, "")
    row.update(
        id="1",
        category="city",
        query="paris",
        needs="geonames",
        expect_lat="48.85",
        expect_lon="2.35",
        tolerance_m="15000",
        within="1",
        synthetic="0",
    )
    row.update(fields)
    return row


class Quality(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.table = {"suggest": {}, "location": {}, "info": "sources: geonames, airports"}

    def run_quality(self, cases, *options, have="geonames,airportsdata"):
        path = self.folder / "cases.tsv"
        path.write_text(
            "\n".join("\t".join(row) for row in [HEADER] + [list(c.values()) for c in cases]) + "\n", encoding="utf-8"
        )
        fake = self.folder / "table.json"
        fake.write_text(json.dumps(self.table), encoding="utf-8")
        os.environ["FAKE_PLACES"] = str(fake)
        self.addCleanup(os.environ.pop, "FAKE_PLACES", None)
        self.failures = self.folder / "failures.tsv"
        arguments = [
            str(path),
            "--places",
            str(HERE / "fake_places.py"),
            "--index",
            "a.places:b.places",
            "--failures",
            str(self.failures),
            *options,
        ]
        if have is not None:
            arguments += ["--have", have]
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            code = quality.main(arguments)
        self.output, self.errors = output.getvalue(), errors.getvalue()
        log = self.folder / "table.json.log"
        self.asked = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        return code

    def figures(self, name):
        """cases, skipped, by id, by place of a line of the report"""
        line = next(line for line in self.output.splitlines() if line.strip().startswith(name))
        return line.split()[-4:]

    def test_request_has_what_the_case_says(self):
        self.run_quality(
            [
                case(query="Ünter", lang="de", bias_lat="52.5", bias_lon="13.4", country_filter="DE,FR"),
                case(query="plain"),
            ]
        )
        self.assertEqual(
            json.loads(self.asked[0]), ["suggest", "--batch", "--index", "a.places", "--index", "b.places"]
        )
        self.assertEqual(
            json.loads(self.asked[1]),
            {
                "input": "Ünter",
                "languageCode": "de",
                "includedRegionCodes": ["de", "fr"],
                "locationBias": {"circle": {"center": {"latitude": 52.5, "longitude": 13.4}, "radius": 10000.0}},
            },
        )
        self.assertEqual(json.loads(self.asked[2]), {"input": "plain"})

    def test_id_is_the_strict_test_and_place_the_lenient_one(self):
        self.table["suggest"] = {
            "paris": [["geonames:1", "Paris"]],
            "near": [["iata:ORY", "Orly"]],
            "far": [["geonames:9", "Paris, Texas"]],
        }
        self.table["location"] = {"geonames:1": [0, 0], "iata:ORY": [48.8, 2.4], "geonames:9": [33.7, -95.6]}
        self.run_quality(
            [
                case(expect_geonameid="1"),
                case(query="near", expect_geonameid="1"),
                case(query="far", expect_geonameid="1"),
                case(query="nothing", expect_geonameid="1"),
            ]
        )
        self.assertEqual(self.figures("city"), ["4", "0", "25.0%", "50.0%"])
        failed = self.failures.read_text(encoding="utf-8").splitlines()[1:]
        self.assertEqual([line.split("\t")[2] for line in failed], ["near", "far", "nothing"])
        self.assertIn("iata:ORY Orly", failed[0])

    def test_without_an_id_the_place_decides(self):
        self.table["suggest"] = {"paris": [["osm:n1", "Café"]]}
        self.table["location"] = {"osm:n1": [48.851, 2.35]}
        near, far = case(tolerance_m="300"), case(tolerance_m="50")
        self.run_quality([near, far])
        self.assertEqual(self.figures("city"), ["2", "0", "50.0%", "50.0%"])

    def test_only_the_first_within_count(self):
        self.table["suggest"] = {"paris": [["geonames:2", "Paris, Texas"], ["geonames:1", "Paris"]]}
        self.run_quality([case(expect_geonameid="1", within="1"), case(expect_geonameid="1", within="2")])
        self.assertEqual(self.figures("city")[2], "50.0%")

    def test_cases_without_their_data_are_skipped(self):
        self.table["suggest"] = {"paris": [["geonames:1", "Paris"]]}
        self.table["info"] = "names: GeoNames"
        self.run_quality(
            [case(expect_geonameid="1"), case(needs="osm/london"), case(category="airport", needs="airportsdata")],
            have=None,
        )
        self.assertEqual(self.figures("city"), ["1", "1", "100.0%", "100.0%"])
        self.assertEqual(self.figures("airport")[:2], ["0", "1"])

    def test_typing_errors_and_synthetic_cases_are_not_in_the_first_group(self):
        self.run_quality([case(), case(category="typo"), case(synthetic="1"), case(needs="geonames,airportsdata")])
        self.assertEqual(self.figures(quality.GROUPS[0][0])[0], "1")

    def test_thresholds(self):
        self.table["suggest"] = {"paris": [["geonames:1", "Paris"]], "cdg": [["iata:CDG", "Charles de Gaulle"]]}
        cases = [
            case(expect_geonameid="1"),
            case(query="cdg", category="airport", needs="airportsdata", expect_iata="CDG"),
            case(category="prefix-generated", synthetic="1", expect_geonameid="1"),
        ]
        self.assertEqual(self.run_quality(cases, "--require"), 0)
        self.assertEqual(self.run_quality(cases + [case(query="x", expect_geonameid="1")], "--require"), 1)
        self.assertIn("50.0 %, 97 % wanted", self.errors)
        self.assertEqual(self.run_quality(cases[:1], "--require"), 1)
        self.assertIn("no case was run", self.errors)

    def test_refused_requests_fail_and_are_counted(self):
        self.table["suggest"] = {"paris": "refuse"}
        self.assertEqual(self.run_quality([case(expect_geonameid="1")]), 0)
        self.assertIn("1 refused: INVALID_ARGUMENT: no", self.output)
        self.assertEqual(self.figures("city")[2], "0.0%")

    def test_what_cannot_be_run_is_said(self):
        self.assertEqual(self.run_quality([case()], "--places", str(self.folder / "none")), 2)
        self.assertIn("cannot run", self.errors)
        self.assertEqual(self.run_quality([]), 2)

    def test_distance(self):
        self.assertAlmostEqual(quality.metres((48.8566, 2.3522), (51.5074, -0.1278)), 343_500, delta=600)
        self.assertAlmostEqual(quality.metres((0, 179.9), (0, -179.9)), 22_239, delta=30)


if __name__ == "__main__":
    unittest.main()
