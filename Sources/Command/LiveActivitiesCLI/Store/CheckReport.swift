#if SQLite
import ArgumentParser
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite

/// The result of a check of a store, for readers and for programs.
struct CheckReport {
    let check: StoreCheck
    let file: String

    init(_ check: StoreCheck, of file: String) { (self.check, self.file) = (check, file) }

    /// Prints the result, and ends the command with status 1 if anything is damaged.
    func print(asJSON isJSON: Bool) throws {
        if isJSON { try printJSON() } else { printText() }
        if !check.damage.isEmpty { throw Status.findings }
    }

    private func printText() {
        for damage in check.damage { Swift.print("damaged: \(damage)".printable) }
        if !check.isVerified {
            Swift.print(
                "An older version has written to '\(file)' since its rows had checksums: only their form was checked. They get new ones "
                    + "when a runtime opens the file.")
        }
        let rows = check.rows.filter { $0.count > 0 }.map { "\($0.count) in \($0.table)" }.joined(separator: ", ")
        let result = check.damage.isEmpty ? "nothing is damaged" : "damaged: \(check.damage.count)"
        Swift.print("\(result); whole rows: \(rows.isEmpty ? "none" : rows)")
    }

    private func printJSON() throws {
        for damage in check.damage { try printLine(json: damage) }
        let rows = JSONValue(members: check.rows.map { ($0.table, JSONValue(integerLiteral: $0.count)) })
        let summary: JSONValue = [
            "damaged": JSONValue(integerLiteral: check.damage.count), "verified": JSONValue(booleanLiteral: check.isVerified),
            "rows": rows,
        ]
        try printLine(json: summary)
    }
}
#endif
