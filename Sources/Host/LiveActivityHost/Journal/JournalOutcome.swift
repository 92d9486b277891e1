public import LiveActivityCore

/// The outcome of a command in the journal.
public struct JournalOutcome: Codable, Hashable, Sendable {
    /// ``/LiveActivityCore/EngineError/code`` of a command that was refused; else one of
    /// - `started`: there is a new activity, or the start joined a running one;
    /// - `applied`, `unchanged`, `ignored`, `published`, as in ``/LiveActivityCore/Outcome``;
    /// - `oneOfMany`: the command was one of several given at once, whose outcomes were only counted.
    public var name: String
    /// The activity that a start gave.
    public var activity: ActivityID?

    /// Creates an outcome from its fields.
    public init(name: String, activity: ActivityID? = nil) {
        self.name = name
        self.activity = activity
    }
}

extension JournalOutcome {
    /// Of a command that was one of several given at once.
    static let oneOfMany = "oneOfMany"

    init<Value>(_ result: Result<Value, EngineError>) {
        switch result {
        case .failure(let error): self.init(name: error.code)
        case .success(let id as ActivityID): self.init(name: "started", activity: id)
        case .success(let outcome as Outcome):
            // Not every start reports whether it joined, and the activity says it.
            self.init(name: outcome.activity == nil ? outcome.name : "started", activity: outcome.activity)
        case .success: self.init(name: "applied")
        }
    }
}

extension JournalOutcome: CustomStringConvertible {
    public var description: String { activity.map { "\(name) \($0)" } ?? name }
}
