import LiveActivityCore

/// The result of a command, as statistics and metrics name it.
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
