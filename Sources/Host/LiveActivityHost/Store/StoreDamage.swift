public import LiveActivityCore

/// A record in a store that could not be read and was skipped. It stays in the store unchanged.
public struct StoreDamage: Codable, Hashable, Sendable {
    /// The store's name for the record's table, such as `activity` or `permission`; empty for the store as a whole.
    public var table: String
    /// The locator of the record; in SQLite the condition of a query: `place = 17`.
    public var key: String
    /// The id of the activity, if it can still be read.
    public var activity: ActivityID?
    /// The reason why the record cannot be read.
    public var reason: String

    /// Creates a value from its fields.
    public init(table: String, key: String, activity: ActivityID? = nil, reason: String) {
        self.table = table
        self.key = key
        self.activity = activity
        self.reason = reason
    }
}

extension StoreDamage: CustomStringConvertible {
    public var description: String {
        table.isEmpty ? reason : key.isEmpty ? "\(table): \(reason)" : "\(table), \(key): \(reason)"
    }
}
