package import PlacesModel
package import PlacesIndex
package struct SourceSpec { package init(_ s: String) throws(PlacesError) {} }
package func readSources(_ s: [SourceSpec], into: any RecordSink) throws(PlacesError) {}
