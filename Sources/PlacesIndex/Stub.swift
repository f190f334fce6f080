package import PlacesModel
package import PlacesEngine
package struct IndexInfo: Sendable { package struct Source: Sendable { package var name = "", placeCount = 0, attribution = "" }
  package var sources: [Source] = [], formatVersion = 1, placeCount = 0, fileBytes = 0, languages: [String] = [] }
package final class PlaceIndex: Sendable {
  package static func open(path: String, privateMemory: Bool) throws(PlacesError) -> PlaceIndex { PlaceIndex() }
  package func verify() throws(PlacesError) {}
  package var placeCount: Int { 0 }
  package var info: IndexInfo { IndexInfo() }
}
package final class EmbeddedProvider: LocalProvider {
  package init(_ i: [PlaceIndex]) {}
  package func check(_ work: Work) throws(PlacesError) {}
  package func answer(_ work: Work, context: RequestContext) throws(PlacesError) -> Answer { 
    guard case .suggest = work else { throw PlacesError(.notFound, "none") }
    return .suggestions(SuggestionList.Builder().finish()) }
}
package final class IndexBuilder: RecordSink {
  package init() {}
  package var onProgress: ((String, Double, Int) -> Bool)?
  package var onBadRow: ((String, Int, String) -> Void)?
  package var placeCount: Int { 0 }
  package func add(_ area: AreaRecord) throws(PlacesError) {}
  package func add(_ place: PlaceRecord) throws(PlacesError) {}
  package func badRow(source: String, line: Int, reason: String) {}
  package func attribution(_ text: String, source: String) throws(PlacesError) {}
  package func progress(source: String, fraction: Double) -> Bool { true }
  package func write(to path: String) throws(PlacesError) {}
}
