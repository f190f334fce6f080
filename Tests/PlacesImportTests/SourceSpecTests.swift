import PlacesImport
import PlacesModel
import Testing

@Suite struct SourceSpecTests {
    @Test(arguments: [
        ("geonames:cities.tsv", SourceSpec.Kind.geonames, "cities.tsv"),
        ("geonames:/data/a:b?c.txt", .geonames, "/data/a:b?c.txt"),
        ("csv:C:\\places.csv", .csv, "C:\\places.csv"),
        ("/data/allCountries.txt", .geonames, "/data/allCountries.txt"),
        ("FI.txt", .geonames, "FI.txt"), ("cities15000.txt", .geonames, "cities15000.txt"),
        ("alternateNamesV2.txt", .geonamesAlternates, "alternateNamesV2.txt"),
        ("x/admin1CodesASCII.txt", .geonamesAdmin1, "x/admin1CodesASCII.txt"),
        ("admin2Codes.txt", .geonamesAdmin2, "admin2Codes.txt"),
        ("countryInfo.txt", .geonamesCountries, "countryInfo.txt"),
        ("shops.csv", .csv, "shops.csv"), ("shops.TSV", .tsv, "shops.TSV"), ("./a:b.csv", .csv, "./a:b.csv"),
        ("city.geojsonseq", .osm, "city.geojsonseq"), ("city.geojsonl", .osm, "city.geojsonl"),
        ("places.ndjson", .places, "places.ndjson"), ("places:list.txt", .places, "list.txt"),
    ])
    func takesKindsAndFileNames(text: String, kind: SourceSpec.Kind, path: String) throws {
        let spec = try SourceSpec(text)
        #expect(spec.kind == kind)
        #expect(spec.path == path)
    }

    @Test func takesOptions() throws {
        let spec = try SourceSpec("csv:a?b.csv?source=shops&attribution=%C2%A9%20A%26B&country=UK&locality=Old Town")
        #expect(spec.path == "a?b.csv")
        #expect(spec.source == "shops")
        #expect(spec.attribution == "© A&B")
        #expect(spec.country == "gb")
        #expect(spec.locality == "Old Town")
    }

    @Test(arguments: [
        ("", "names no file"), ("csv:", "names no file"), ("notes.txt", "does not tell"),
        ("noextension", "does not tell"),
        ("excel:places.xls", "\"excel\" is no kind"), ("csv:a.csv?colour=red", "no option \"colour\""),
        ("csv:a.csv?country=finland", "source.country"), ("csv:a.csv?source=My%20Shop", "no name for a source"),
        ("csv:a.csv?source=%zz", "percent-encoded"), ("csv:a.csv?source=%FF", "percent-encoded"),
        ("geonames-admin1:a.txt?country=fi", "no option"), ("helsinki.osm.pbf", "does not tell"), ("csv:a\0b", "NUL"),
    ])
    func refusesAndSaysWhy(text: String, reason: String) {
        let error = #expect(throws: PlacesError.self) { try SourceSpec(text) }
        #expect(error?.status == .invalidRequest)
        #expect(error?.message.contains(reason) == true)
    }
}
