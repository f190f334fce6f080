package import PlacesIndex
package import PlacesModel

/// Reads source files and gives what is in them to the sink: companions first, since the others refer to what they name,
/// then the others in their order.
///
/// A row that cannot be used is reported to the sink and passed over. What throws ends the run: a file that cannot be
/// read or is no file of its kind, the sink's own errors, and `.cancelled` when the sink wants no more. The files are read
/// on a thread of their own where there is a core for it; the sink is called on the calling one.
package func readSources(
    _ specs: [SourceSpec],
    into sink: any RecordSink,
    threads: Int = Parallel.threads
) throws(PlacesError) {
    try RecordPipe.run(into: sink, threads: threads) { (sink) throws(PlacesError) in
        try readEach(specs, into: sink, threads)
    }
}

private func readEach(
    _ specs: [SourceSpec],
    into sink: any RecordSink,
    _ threads: Int
) throws(PlacesError) {
    let context = ImportContext(sink: sink, threads: threads)
    let ordered = specs.filter(\.kind.isCompanion) + specs.filter { !$0.kind.isCompanion }
    for spec in ordered {
        try context.report(spec, fraction: 0)
        if !spec.kind.isCompanion { try context.attribute(spec, source: spec.source) }
        switch spec.kind {
        case .geonamesCountries: try context.names.readCountries(spec, context)
        case .geonamesAdmin1: try context.names.readAreas(spec, level: .region, context)
        case .geonamesAdmin2: try context.names.readAreas(spec, level: .district, context)
        case .geonamesAlternates: try context.names.alternates.read(spec, context)
        case .geonames: try GeoNamesReader(spec, context).read()
        case .csv, .tsv: try TableReader(spec, context).read()
        case .osm: try OSMReader(spec, context).read()
        case .places: try PlaceResourceReader(spec, context).read()
        }
    }
}
