public import LiveActivityCore

/// What came of a command in the journal.
public struct JournalOutcome: Codable, Hashable, Sendable {
    /// ``LiveActivityCore/EngineError/code`` of a command that was refused, or what came of it: `started` (also where it joined what was
    /// running), `applied`, `unchanged`, `ignored`, `published`; `oneOfMany` where nobody was told; `kept` for an entry that is no
    /// command but says that the store has everything up to ``JournalEntry/sequence``.
    public var name: String
    /// The activity that a start gave.
    public var activity: ActivityID?

    public init(name: String, activity: ActivityID? = nil) {
        self.name = name
        self.activity = activity
    }
}
