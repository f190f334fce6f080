import PlacesTyping
import Testing

@Suite struct RowLabelTests {
    private typealias Row = RowLabel.Row

    @Test func saysNameAndRegion() {
        let rows = [Row(primary: "Paris", secondary: "France"), Row(primary: "Paris", secondary: "Texas, USA")]
        #expect(RowLabel.labels(rows) == ["Paris, France", "Paris, Texas, USA"])
        #expect(RowLabel.labels([Row(primary: "pizza", secondary: "")]) == ["pizza"])
        #expect(RowLabel.labels([]) == [])
    }

    @Test func saysTheTypeWhereThatTellsThemApart() {
        let rows = [
            Row(primary: "Oulu", secondary: "Suomi", type: "locality", distance: "3 km"),
            Row(primary: "OULU", secondary: "Suomi", type: "train station", distance: "4 km"),
            Row(primary: "Turku", secondary: "Suomi", type: "locality", distance: "5 km"),
        ]
        #expect(RowLabel.labels(rows) == ["Oulu, Suomi, locality", "OULU, Suomi, train station", "Turku, Suomi"])
    }

    @Test func saysTheDistanceWhereTheTypeIsTheSame() {
        let rows = [
            Row(primary: "Alepa", secondary: "Helsinki", type: "supermarket", distance: "200 m"),
            Row(primary: "Alepa", secondary: "Helsinki", type: "supermarket", distance: "850 m"),
        ]
        #expect(RowLabel.labels(rows) == ["Alepa, Helsinki, 200 m", "Alepa, Helsinki, 850 m"])
    }

    @Test func saysBothWhereOneIsNotEnough() {
        let rows = [
            Row(primary: "A", secondary: "B", type: "bar", distance: "1 km"),
            Row(primary: "A", secondary: "B", type: "bar", distance: "2 km"),
            Row(primary: "A", secondary: "B", type: "cafe", distance: "2 km"),
        ]
        #expect(RowLabel.labels(rows) == ["A, B, bar, 1 km", "A, B, bar, 2 km", "A, B, cafe, 2 km"])
    }

    @Test func countsWhereNothingElseHelps() {
        let row = Row(primary: "Café", secondary: "Paris", type: "cafe", distance: "1 km")
        #expect(RowLabel.labels([row, row]) == ["Café, Paris, 1", "Café, Paris, 2"])
    }

    /// What is added must not make a third row's label.
    @Test func noTwoLabelsSoundAlike() {
        let rows = [
            Row(primary: "A", secondary: "B", type: "bar"), Row(primary: "A", secondary: "B", type: "cafe"),
            Row(primary: "A", secondary: "B, bar"),
        ]
        #expect(Set(RowLabel.labels(rows)).count == 3)
    }

    @Test func wordsOfTypes() { #expect(RowLabel.words(ofType: "train_station") == "train station") }
}
