/// The event is not possible in the activity's current state. A provider throws it; the event is then refused, and nothing has
/// changed.
public struct InvalidTransition: Error, Hashable, Sendable, CustomStringConvertible {
    /// The state, in the domain's words.
    public let from: String
    /// The event, or the state that would have followed, in the domain's words.
    public let event: String

    /// An error that names both by their descriptions.
    public init(from: some Any, event: some Any) {
        self.from = String(describing: from)
        self.event = String(describing: event)
    }

    public var description: String { "\(event.abridged) is not possible after \(from.abridged)" }
}

/// The domain does not have such a control, or not in the activity's current state.
public struct UnknownAction: Error, Hashable, Sendable, CustomStringConvertible {
    /// The control that the user operated.
    public let action: ActionID

    /// An error for this control.
    public init(_ action: ActionID) { self.action = action }

    public var description: String { "the action '\(action.abridged)' is not available now" }
}
