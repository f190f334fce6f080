import Glibc
import PlacesModel

/// Great circles on a sphere of the Earth's mean radius.
enum Geometry {
    static let earthRadius = 6_371_008.8
    static let metersPerDegree = earthRadius * Double.pi / 180

    /// Metres between two points (haversine).
    static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let radians = Double.pi / 180
        let latitude = (b.latitude - a.latitude) * radians / 2
        let longitude = (b.longitude - a.longitude) * radians / 2
        let h =
            sin(latitude) * sin(latitude) + cos(a.latitude * radians) * cos(b.latitude * radians) * sin(longitude)
            * sin(longitude)
        return 2 * earthRadius * asin(min(1, h.squareRoot()))
    }

    static func coordinate(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
        // A damaged file may hold anything.
        Coordinate(
            uncheckedLatitude: min(max(Double(latitude) / 1e7, -90), 90),
            longitude: min(max(Double(longitude) / 1e7, -180), 180)
        )
    }
}

extension PlaceRow {
    var coordinate: Coordinate { Geometry.coordinate(latitude, longitude) }
}

/// What a distance costs: a smooth decay around a point.
struct Nearness: Equatable {
    private let latitude: Float
    private let longitude: Float
    private let strength: Float
    private let perKilometer: Float
    private let limit: Float

    static func center(of area: Area) -> Coordinate {
        switch area {
        case .circle(let circle): return circle.center
        case .rectangle(let box):
            let width = box.high.longitude - box.low.longitude + (box.crossesAntimeridian ? 360 : 0)
            var middle = box.low.longitude + width / 2
            if middle > 180 { middle -= 360 }
            return Coordinate(uncheckedLatitude: (box.low.latitude + box.high.latitude) / 2, longitude: middle)
        }
    }

    /// The decay around a bias. A large area decays more slowly: inside it everything is near.
    init(_ area: Area) {
        let center = Nearness.center(of: area)
        let radius =
            switch area {
            case .circle(let circle): circle.radius
            case .rectangle(let box): min(Geometry.distance(center, box.high), 2_000_000)
            }
        self.init(
            center,
            strength: Ranking.biasStrength,
            scale: max(Ranking.biasScale, Float(radius / 1000) / 2),
            limit: Ranking.biasLimit
        )
    }

    init(_ center: Coordinate, strength: Float, scale: Float, limit: Float) {
        latitude = Float(center.latitude)
        longitude = Float(center.longitude)
        self.strength = strength * 0.30103  // decimal logarithm from the binary one
        perKilometer = 1 / scale
        self.limit = limit
    }

    @inline(__always)
    private func cost(kilometers: Float) -> Float {
        min(limit, strength * Nearness.logarithm(1 + kilometers * perKilometer))
    }

    /// The binary logarithm of a number from 1 on, to 0.00002: a thirtieth of the step between two scores that anybody
    /// would notice, and without a call.
    @inline(__always)
    private static func logarithm(_ x: Float) -> Float {
        let bits = x.bitPattern
        let exponent = Float(Int32(bitPattern: bits >> 23) &- 127)
        let m = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000)
        let p = -0.402_513_4 + m * 0.043_004_96
        let q = -3.489_878_6 + m * (1.589_474_3 + m * p)
        return exponent + (-2.787_926_2 + m * (5.047_855_4 + m * q))
    }

    /// Flat-earth distance at the middle latitude: exact enough where a distance makes a difference.
    @inline(__always)
    func cost(_ row: PlaceRow) -> Float {
        let north = Float(row.latitude) * 1e-7 - latitude
        var east = abs(Float(row.longitude) * 1e-7 - longitude)
        if east > 180 { east = 360 - east }
        let scale = Nearness.cosine(latitude + north / 2)
        east *= scale
        return cost(kilometers: 111.195 * (north * north + east * east).squareRoot())
    }

    /// The least that an entry can cost, which knows about where it is.
    @inline(__always)
    func leastCost(_ entry: ReadyEntry) -> Float {
        let north = Float(entry.latitude) * (1 / ReadyEntry.latitudeScale) - latitude
        var east = abs(Float(entry.longitude) * (1 / ReadyEntry.longitudeScale) - longitude)
        if east > 180 { east = 360 - east }
        east *= Nearness.cosine(latitude + north / 2)
        let kilometers = 111.195 * (north * north + east * east).squareRoot()
        return cost(kilometers: max(0, kilometers - ReadyEntry.slackKilometers))
    }

    /// The least that a point in each of up to eight boxes can cost.
    @inline(__always)
    func leastCosts(_ boxes: UnsafeBufferPointer<Box>) -> SIMD8<Float> {
        var souths = SIMD8<Int32>()
        var norths = SIMD8<Int32>()
        var wests = SIMD8<Int32>()
        var easts = SIMD8<Int32>()
        for index in 0..<min(boxes.count, 8) {
            souths[index] = boxes[index].south
            norths[index] = boxes[index].north
            wests[index] = boxes[index].west
            easts[index] = boxes[index].east
        }
        let south = SIMD8<Float>(souths) * 1e-7
        let top = SIMD8<Float>(norths) * 1e-7
        let zero = SIMD8<Float>(repeating: 0)
        let north = Nearness.greater(zero, Nearness.greater(south - latitude, latitude - top))
        let west = SIMD8<Float>(wests) * 1e-7
        let right = SIMD8<Float>(easts) * 1e-7
        let a = Nearness.magnitude(west - longitude)
        let b = Nearness.magnitude(longitude - right)
        var east = Nearness.lesser(Nearness.lesser(a, b), Nearness.lesser(360 - a, 360 - b))
        // The narrowest parallel that counts.
        east *= Nearness.lesser(Nearness.cosines((south + latitude) / 2), Nearness.cosines((top + latitude) / 2))
        east.replace(with: 0, where: (west .<= longitude) .& (right .>= longitude))
        let kilometers = 111.195 * (north * north + east * east).squareRoot()
        let costs = strength * Nearness.logarithms(1 + kilometers * perKilometer)
        return Nearness.lesser(SIMD8(repeating: limit), costs)
    }

    @inline(__always)
    private static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> { greater(x, 0 - x) }

    /// `pointwiseMax()` and `pointwiseMin()` take the numbers one by one.
    @inline(__always)
    private static func greater(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
        a.replacing(with: b, where: a .< b)
    }

    @inline(__always)
    private static func lesser(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
        a.replacing(with: b, where: b .< a)
    }

    /// As `logarithm`.
    @inline(__always)
    private static func logarithms(_ x: SIMD8<Float>) -> SIMD8<Float> {
        let bits = unsafeBitCast(x, to: SIMD8<UInt32>.self)
        let exponents = SIMD8<Int32>(truncatingIfNeeded: bits &>> 23) &- 127
        let m = unsafeBitCast(bits & 0x7F_FFFF | 0x3F80_0000, to: SIMD8<Float>.self)
        let p = -0.402_513_4 + m * 0.043_004_96
        let q = -3.489_878_6 + m * (1.589_474_3 + m * p)
        return SIMD8<Float>(exponents) + (-2.787_926_2 + m * (5.047_855_4 + m * q))
    }

    /// As `cosine`.
    @inline(__always)
    private static func cosines(_ degrees: SIMD8<Float>) -> SIMD8<Float> {
        let x = degrees * (Float.pi / 180)
        let s = x * x
        return greater(SIMD8(repeating: 0), 1 - s * (0.5 - s * (0.041_666_6 - s * 0.001_388_4)))
    }

    @inline(__always)
    private static func cosine(_ degrees: Float) -> Float {
        let x = degrees * (Float.pi / 180)
        let s = x * x
        return max(0, 1 - s * (0.5 - s * (0.041_666_6 - s * 0.001_388_4)))
    }
}
