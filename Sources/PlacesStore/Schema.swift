/// The statements. Their texts are constant; what they are about is bound.
enum Schema {
    /// `PRAGMA application_id` of our files: "Plac".
    static let applicationID: Int64 = 0x506C_6163
    static let version: Int64 = 1

    static let setApplicationID: StaticString = "PRAGMA application_id = 1349280099"
    static let setVersion: StaticString = "PRAGMA user_version = 1"

    /// `used` counts picks: clocks go back. A changed text here is a new version.
    static let create: StaticString = """
        CREATE TABLE place (place_id TEXT NOT NULL PRIMARY KEY, primary_text TEXT NOT NULL, \
        secondary_text TEXT NOT NULL, types TEXT NOT NULL, latitude REAL, longitude REAL, \
        is_favourite INTEGER NOT NULL, used INTEGER NOT NULL) STRICT
        """
    /// Everything in the file that has a definition: our table alone, no trigger or view that somebody put there.
    static let definitions: StaticString = "SELECT group_concat(sql, ';') FROM sqlite_schema WHERE sql IS NOT NULL"

    static let add: StaticString = """
        INSERT INTO place VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT coalesce(max(used), 0) + 1 FROM place)) \
        ON CONFLICT (place_id) DO UPDATE SET primary_text = excluded.primary_text, \
        secondary_text = excluded.secondary_text, types = excluded.types, \
        latitude = coalesce(excluded.latitude, latitude), longitude = coalesce(excluded.longitude, longitude), \
        is_favourite = max(is_favourite, excluded.is_favourite), used = excluded.used
        """
    static let trim: StaticString = """
        DELETE FROM place WHERE is_favourite = 0 AND used NOT IN \
        (SELECT used FROM place WHERE is_favourite = 0 ORDER BY used DESC LIMIT ?1)
        """
    static let mark: StaticString = "UPDATE place SET is_favourite = ?2 WHERE place_id = ?1 RETURNING 1"
    static let remove: StaticString = "DELETE FROM place WHERE place_id = ?1"
    static let clear: StaticString = "DELETE FROM place WHERE is_favourite = 0"
    static let places: StaticString = """
        SELECT place_id, primary_text, secondary_text, types, latitude, longitude, is_favourite FROM place \
        ORDER BY is_favourite DESC, used DESC LIMIT 10000
        """
}
