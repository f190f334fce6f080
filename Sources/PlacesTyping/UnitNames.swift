import PlacesModel

/// Short names of units: languages of the Latin script share them, those of others have their own.
struct UnitNames {
    private(set) var kilometre = "km"
    private(set) var metre = "m"
    private(set) var mile = "mi"
    private(set) var foot = "ft"
    private(set) var yard = "yd"
    private var space = " "

    init(_ tag: LanguageTag?) {
        guard let tag else { return }
        var language = tag.primarySubtag
        if language == "zh", tag.script == "Hant" || ["TW", "HK", "MO"].contains(tag.region) { language = "zh-hant" }
        // Serbian and others have two scripts.
        if tag.script == "Latn" { return }
        if UnitNames.unspaced.contains(language) { space = "" }
        guard let row = UnitNames.table[language] else { return }
        kilometre = row[0]
        metre = row[1]
        if row.count == 5 { (mile, foot, yard) = (row[2], row[3], row[4]) }
    }

    func join(_ number: String, _ unit: String) -> String { number + space + unit }

    private static let unspaced: Set<String> = ["zh", "ko"]

    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words.count >= 3 { table[words[0]] = Array(words.dropFirst()) }
        }
        return table
    }()

    /// Language, kilometre, metre, and where they are known mile, foot, yard.
    private static let lines = """
        am ኪሜ ሜ
        ar كم م ميل قدم ياردة
        be км м мілі футы ярды
        bg км м мили фута ярда
        bn কিমি মি মাইল ফুট গজ
        ckb کم م
        el χλμ. μ. μίλια πόδια γιάρδες
        fa کیلومتر متر مایل فوت یارد
        gu કિમી મી માઇલ ફૂટ યાર્ડ
        he ק״מ מ׳ מייל רגל יארד
        hi कि॰मी॰ मी॰ मील फ़ुट गज
        hy կմ մ մղոն ոտն. յարդ
        ka კმ მ მილი ფტ იარდი
        kk км м миля фут ярд
        km គ.ម. ម.
        kn ಕಿ.ಮೀ. ಮೀ.
        ky км м миля фут ярд
        lo ກມ. ມ.
        mk км м милји стапки јарди
        ml കി.മീ. മീ.
        mn км м миль фут ярд
        mr किमी मी मैल फूट यार्ड
        my ကီလိုမီတာ မီတာ မိုင် ပေ ကိုက်
        ne किमी मी माइल फुट गज
        pa ਕਿ.ਮੀ. ਮੀ. ਮੀਲ ਫੁੱਟ ਗਜ਼
        ps کیلومتر متر
        ru км м мили футы ярды
        si කි.මී. මී.
        sr км м ми фт јд
        ta கி.மீ. மீ. மைல் அடி கெஜம்
        te కి.మీ. మీ. మైళ్లు అడుగులు గజాలు
        tg км м
        th กม. ม. ไมล์ ฟุต หลา
        uk км м милі фути ярди
        ur کلومیٹر میٹر میل فٹ گز
        yi ק״מ מ׳
        zh 公里 米 英里 英尺 码
        zh-hant 公里 公尺 英里 英尺 碼
        """
}
