/// What happened is not possible in the state the activity is in. Thrown by a provider; the event is refused, nothing has changed.
public struct InvalidTransition: Error, Hashable, Sendable, CustomStringConvertible {
    /// The state, in the domain's words.
    public let from: String
    /// The event or the state that was to follow, in the domain's words.
    public let event: String

    public init(from: some Any, event: some Any) {
        self.from = String(describing: from)
        self.event = String(describing: event)
    }

    public var description: String { "\(event) is not possible after \(from)" }
}

/// The domain has no such control, or not now.
public struct UnknownAction: Error, Hashable, Sendable, CustomStringConvertible {
    public let action: ActionID

    public init(_ action: ActionID) { self.action = action }

    public var description: String { "there is no action '\(action)' here now" }
}
