import PlacesModel
import PlacesTyping
import Testing

@Suite struct UserLocaleTests {
    @Test(arguments: [
        ("de_AT.UTF-8@euro", "de-AT", "at"), ("fi_FI.UTF-8", "fi-FI", "fi"), ("en", "en", ""), ("zh_TW", "zh-TW", "tw"),
        ("sr_RS@latin", "sr-Latn-RS", "rs"), ("uz_UZ@cyrillic", "uz-Cyrl-UZ", "uz"), ("es_419", "es-419", ""),
        ("ca_ES@valencia", "ca-ES-valencia", "es"), ("en_GB.UTF-8", "en-GB", "gb"), ("DE_de", "de-DE", "de"),
        ("en_ZZ", "en", ""), ("C", "", ""), ("POSIX", "", ""), ("C.UTF-8", "", ""), ("", "", ""), ("german", "", ""),
        ("_US", "", ""), ("../etc", "", ""), ("en_US_POSIX", "", ""), ("d1_DE", "", ""), ("äö_FI", "", ""),
    ])
    func ofName(name: String, language: String, region: String) {
        let locale = UserLocale(name)
        #expect(locale.language?.text ?? "" == language)
        #expect(locale.region?.text ?? "" == region)
    }

    @Test func theFirstVariableThatIsSetDecides() {
        func language(_ variables: [String: String]) -> String? {
            UserLocale { variables[$0] }.language?.text
        }
        #expect(language(["LANG": "fi_FI"]) == "fi-FI")
        #expect(language(["LANG": "fi_FI", "LC_MESSAGES": "sv_FI"]) == "sv-FI")
        #expect(language(["LANG": "fi_FI", "LC_MESSAGES": "sv_FI", "LC_ALL": "de_DE"]) == "de-DE")
        #expect(language(["LANG": "fi_FI", "LC_ALL": ""]) == "fi-FI")
        #expect(language(["LANG": "fi_FI", "LC_ALL": "C"]) == nil)
        #expect(language([:]) == nil)
    }
}
