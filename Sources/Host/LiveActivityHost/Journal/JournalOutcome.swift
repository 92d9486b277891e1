public import LiveActivityCore

/// The outcome of a command in the journal.
public struct JournalOutcome: Codable, Hashable, Sendable {
    /// ``/LiveActivityCore/EngineError/code`` of a refused command; otherwise one of
    /// - `started`: there is a new activity, or the start joined a running one;
    /// - `applied`, `unchanged`, `ignored`, `published`, as in ``/LiveActivityCore/Outcome``;
    /// - `oneOfMany`: the command was part of a group whose outcomes were only counted.
    public var name: String
    /// The activity that a start created or joined; `nil` for other commands.
    public var activity: ActivityID?

    /// Creates an outcome from its fields.
    public init(name: String, activity: ActivityID? = nil) {
        self.name = name
        self.activity = activity
    }
}

extension JournalOutcome {
    /// The outcome of a command in a group.
    static let oneOfMany = "oneOfMany"

    init<Value>(_ result: Result<Value, EngineError>) {
        switch result {
        case .failure(let error): self.init(name: error.code)
        case .success(let id as ActivityID): self.init(name: "started", activity: id)
        case .success(let outcome as Outcome):
            // Not every start reports whether it joined; a started or joined activity identifies it as a start.
            self.init(name: outcome.activity == nil ? outcome.name : "started", activity: outcome.activity)
        case .success: self.init(name: "applied")
        }
    }
}

extension JournalOutcome: CustomStringConvertible {
    public var description: String { activity.map { "\(name) \($0)" } ?? name }
}
