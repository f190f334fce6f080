/// How house number and street stand beside each other.
package enum AddressText {
    /// "12 Rue de Rivoli" in France, "Mannerheimintie 12" in Finland and wherever the country is not known.
    package static func streetLine(number: String, street: String, country: String) -> String {
        if number.isEmpty { return street }
        if street.isEmpty { return number }
        return numberComesFirst(in: country) ? number + " " + street : street + " " + number
    }

    /// `country` is a lower-case ISO code.
    package static func numberComesFirst(in country: String) -> Bool {
        country.utf8.count == 2 && countries.contains(country)
    }

    /// The English- and French-speaking countries, and those that took the custom from them.
    private static let countries: Set<String> = Set(
        """
        ae ag ai as au bb bd bf bh bj bm bs bw bz ca cd cf cg ci ck cm dj dm dz eg fj fk fr ga gb gd gf gg gh gi gm gn \
        gp gu gy hk ht ie il im in iq je jm ke kh kn kw ky la lb lc lk ls lu ly ma mc mg mh ml mm mp mq mr ms mt mu \
        mv mw my na nc ne nf ng nr nu nz om pf pg ph pk pm pn pr qa re rw sa sb sc sd sg sh sl sn sz tc td tg th tn to \
        tt tv tz ug us vc vg vi vn vu wf ws ye yt za zm zw
        """.split(separator: " ").map(String.init)
    )
}
