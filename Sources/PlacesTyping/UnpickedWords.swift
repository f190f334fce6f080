import PlacesText

/// Words that tell addresses from names, folded. The table of abbreviations knows how people write them short.
enum UnpickedWords {
    /// Whether a word is one of these or stands short for one.
    static func means(_ word: String, _ words: Set<String>) -> Bool {
        if word.isEmpty { return false }
        if words.contains(word) { return true }
        var copy = word
        return copy.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return false }
            let table = Abbreviations.shared
            return table.variants(of: base, bytes.count).contains {
                words.contains(String(decoding: table.text($0), as: UTF8.self))
            }
        }
    }

    private static func set(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

    static let beginnings = set(
        """
        rue avenue boulevard chemin impasse allee quai cours place faubourg sentier montee \
        via viale piazza piazzale corso largo vicolo strada borgo lungomare \
        calle avenida plaza paseo carretera camino ronda travesia glorieta pasaje carrera \
        rua praca estrada travessa alameda rodovia \
        carrer avinguda placa passeig ulica ulice ul aleja plac namesti trida nabrezi \
        bulevardul calea soseaua aleea intrarea splaiul bulevar trg rruga triq jalan lorong duong \
        улица проспект переулок площадь бульвар набережная шоссе проезд \
        вулиця провулок площа булевард οδοσ λεωφοροσ شارع طريق خيابان רחוב שדרות
        """
    )
    static let streets = set(
        """
        street avenue road boulevard drive lane court place square terrace crescent circle highway freeway expressway \
        parkway turnpike motorway alley broadway causeway close crossing esplanade grove mews promenade quay row trail \
        walk way wharf loop \
        strasse gasse weg platz allee straat laan plein gade gata gate gatan vei veien vej vag vagen plads plass \
        katu tie kuja polku utca ut ter korut rakpart tanav puiestee maantee iela gatve prospektas sokak sokagi cadde \
        caddesi bulvari улица проспект переулок вулиця kalea marg
        """
    )
    static let endings = """
        strasse str gasse platz allee weg damm ufer chaussee straat laan plein gracht kade dijk singel steeg \
        gatan gata vagen vag grand gade vej straede plads gaten vei veien katu tie kuja polku tori kaari raitti \
        bulevardi ska cka ova eho skiego ckiego owa kova
        """.split(separator: " ").map(String.init)
    static let units = set(
        """
        apartment apt unit suite ste flat floor level room lot block blk wohnung appartement piso depto byt asunto квартира
        """
    )
    /// Kinds of places whose names hold numbers.
    static let venues = set(
        """
        hotel motel hostel inn pier studio studios route diner cafe coffee bar pub grill club restaurant bistro lounge \
        pizza pizzeria bakery brewery kitchen gate terminal platform area exit stop station bus tram line metro subway \
        hall building tower theater theatre cinema kino gallery galerie museum school ps college university hospital \
        clinic pharmacy gym fitness spa salon shop store market mall supermarket cinemas channel camp campground zone \
        sector pavilion hangar warehouse dock berth track gleis halle haus forever blink catch number no numero fabrik \
        bunker depot garage parking lot church temple park plaza center centre stadium arena highway interstate \
        radio brasserie trattoria osteria tavern taverna house ranch expo kiosk boutique hair tattoo dental
        """
    )
}
