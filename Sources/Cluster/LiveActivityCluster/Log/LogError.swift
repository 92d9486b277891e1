/// The reason why a log did not carry out a request.
@nonexhaustive
public enum LogError: Error, Hashable, Sendable {
    /// The last message differs from the one that the writer expected: another writer has appended, or an earlier copy of this
    /// message is stored. A writer reads the log to find out which.
    case wrongPosition
    /// No answer came in time. The message may be stored, now or later.
    case unanswered(reason: String)
    /// The log has reached its maximum size. Nothing was stored.
    case full(reason: String)
    /// The log cannot be reached, or has no majority. Nothing was stored.
    case unavailable(reason: String)
    /// The message exceeds the limit; both numbers are bytes. Nothing was stored.
    case tooLarge(bytes: Int, limit: Int)
    /// The requested message was deleted; the log begins at `first`.
    case trimmed(first: LogPosition)
    /// The log has later messages, but not the one at this position: its servers have lost it.
    case lost(LogPosition)
    /// The log exists with settings under which it cannot keep its guarantees; `reason` names them.
    case misconfigured(reason: String)
}

extension LogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongPosition: "another writer has appended to the log"
        case .unanswered(let reason): "the log did not answer: \(reason)"
        case .full(let reason): "the log is full: \(reason)"
        case .unavailable(let reason): "the log cannot be reached: \(reason)"
        case .tooLarge(let bytes, let limit): "a message of \(bytes) bytes is too large: a log accepts \(limit)"
        case .trimmed(let first): "this part of the log was deleted: it begins at \(first)"
        case .lost(let position): "the log has lost its message at position \(position)"
        case .misconfigured(let reason): "the cluster does not match this node: \(reason)"
        }
    }
}
