import LiveActivityCore

/// The outcome of a command in statistics and metrics.
public enum CommandOutcome: String, CaseIterable, Sendable {
    /// A start created an activity.
    case started
    /// A start found its activity running.
    case joined
    /// The activity changed, or the command took effect.
    case applied
    /// The activity already had this content.
    case unchanged
    /// The command was older than the current content, or a repetition.
    case ignored
    /// An event was passed to the followers of a topic, or events to several activities. Commands are counted, not followers.
    case published
    /// It was refused; the code of its error is counted too.
    case refused
}
