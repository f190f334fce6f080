/// A country: two letters, any case. The service speaks of ccTLDs, which are the ISO 3166-1 codes but for `uk`; both
/// `uk` and `gb` are taken and mean the same country.
package struct RegionCode: Hashable, Sendable {
    /// ISO 3166-1 alpha-2, lower case, two ASCII bytes.
    package let high: UInt8
    package let low: UInt8

    package var text: String { String(decoding: [high, low], as: UTF8.self) }

    /// `field` is the argument that the message names.
    package init(_ text: String, field: String) throws(PlacesError) {
        let bytes = Array(text.utf8)
        let isPair = bytes.count == 2 && bytes.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
        guard isPair else {
            throw .invalid(field, "\(quoted(text)) is not a country code of two letters (such as \"fi\")")
        }
        guard let code = RegionCode(known: bytes[0] | 0x20, bytes[1] | 0x20) else {
            throw .invalid(field, "\(quoted(text)) is no country's code (ISO 3166-1 alpha-2 or ccTLD)")
        }
        self = code
    }

    /// Lower-case ASCII letters; nil when no country has this code.
    package init?(known high: UInt8, _ low: UInt8) {
        if high == UInt8(ascii: "u"), low == UInt8(ascii: "k") {
            self.high = UInt8(ascii: "g")
            self.low = UInt8(ascii: "b")
            return
        }
        guard RegionCode.isKnown(high, low) else { return nil }
        self.high = high
        self.low = low
    }

    private static func isKnown(_ high: UInt8, _ low: UInt8) -> Bool {
        codes.withUTF8Buffer { bytes in
            var index = 0
            while index + 1 < bytes.count {
                if bytes[index] == high, bytes[index + 1] == low { return true }
                index += 3
            }
            return false
        }
    }

    /// The officially assigned codes of ISO 3166-1, `xk` (Kosovo, in wide use), and the ccTLDs `ac`, `eu`.
    private static let codes: StaticString = """
        ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw \
        by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et eu fi \
        fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io \
        iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg \
        mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk \
        pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc \
        td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw
        """
}
