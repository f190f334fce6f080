/// The address of a photo's image, for a width, a height or both.
package struct PhotoRequest: Sendable {
    /// `places/ID/photos/REFERENCE`, or a reference of the legacy service.
    package let name: String
    /// Pixels; 0 for any.
    package let maximumWidth: Int
    package let maximumHeight: Int
    package var deadlineMilliseconds: UInt32 = 0

    package static let maximumPixels = 4800

    package init(name: String, maximumWidth: Int, maximumHeight: Int) throws(PlacesError) {
        guard !name.isEmpty, name.utf8.count <= 8192, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalid("name", "is no photo's name, such as stands in the field photos of a place")
        }
        for (field, value) in [("max_width", maximumWidth), ("max_height", maximumHeight)] {
            guard (0...PhotoRequest.maximumPixels).contains(value) else {
                throw .invalid(field, "\(value) is outside 1 to 4800 pixels")
            }
        }
        guard maximumWidth > 0 || maximumHeight > 0 else {
            throw .invalid("max_width", "is 0, and max_height too; one of them is needed")
        }
        self.name = name
        self.maximumWidth = maximumWidth
        self.maximumHeight = maximumHeight
    }
}
