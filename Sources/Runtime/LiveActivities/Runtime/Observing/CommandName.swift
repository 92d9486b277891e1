import LiveActivityCore

/// The commands of a runtime, as statistics, metrics and spans name them. Typed and JSON forms of a command have the same name.
///
/// A later version may add cases.
@nonexhaustive
public enum CommandName: String, CaseIterable, Sendable {
    /// An activity is started or scheduled.
    case start
    /// Content is replaced by hand.
    case update
    /// An activity is ended.
    case end
    /// An event for one activity.
    case send
    /// Many events at once, each for an activity of its own: one command for each shard.
    case sendMany
    /// An event for a topic: one command for each shard with followers.
    case publish
    /// A control on a surface.
    case perform
    /// The user removed an activity.
    case dismiss
    /// A lease is renewed.
    case renewLease
    /// A user allows or forbids a kind.
    case permit
    /// A user allows or forbids frequent updates.
    case permitFrequentUpdates
    /// Time passes by a command.
    case advance
}

/// What came of a command, as statistics and metrics name it.
public enum CommandOutcome: String, CaseIterable, Sendable {
    /// A start created an activity.
    case started
    /// A start found its activity running.
    case joined
    /// The activity changed, or the command did what it names.
    case applied
    /// Nothing was different.
    case unchanged
    /// It was older than what is there, or a repetition.
    case ignored
    /// An event was passed to the followers of a topic, or events to several activities. Commands are counted, not followers.
    case published
    /// It was refused; the code of its error is counted too.
    case refused
}

extension CommandName {
    /// The name of a command that is a value.
    init(_ command: Command) {
        switch command {
        case .start: self = .start
        case .update: self = .update
        case .end: self = .end
        case .send: self = .send
        case .publish: self = .publish
        case .perform: self = .perform
        case .dismiss: self = .dismiss
        case .renewLease: self = .renewLease
        case .permit: self = .permit
        case .permitFrequentUpdates: self = .permitFrequentUpdates
        case .advance: self = .advance
        }
    }
}
