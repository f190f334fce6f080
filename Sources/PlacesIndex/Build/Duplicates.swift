/// Rows that a person cannot tell apart.
enum Duplicates {
    /// True for each row that another one shows already.
    static func rows(_ collected: CollectedRecords) -> [Bool] {
        [Bool](repeating: false, count: collected.rows.count)
    }
}
