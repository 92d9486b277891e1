#if Push
public import LiveActivityCore

/// One step of the trace of an activity.
public struct PushTraceEntry: Hashable, Sendable {
    public var at: Date
    /// On which installation, or which channel; `nil` where it concerns all.
    public var installation: InstallationID?
    /// The change in question (``/LiveActivityCore/Change/sequence``).
    public var sequence: UInt64
    /// What was done, or why not.
    public var step: PushStep
}

extension PushTraceEntry: CustomStringConvertible {
    public var description: String { "\(at.iso8601) #\(sequence)\(installation.map { " \($0)" } ?? ""): \(step)" }
}

/// The newest steps of each activity, until it is dismissed.
struct PushTraces: Sendable {
    private var entries: [ActivityID: [PushTraceEntry]] = [:]
    /// What was added since it was last taken, for a log.
    private var fresh: [(ActivityID, PushTraceEntry)] = []
    var limit = 16
    var collectsFresh = false

    mutating func add(_ entry: PushTraceEntry, to activity: ActivityID) {
        guard limit > 0 else { return }
        var list = entries[activity] ?? []
        // The same wait again says nothing new.
        if let last = list.last, last.step == entry.step, last.installation == entry.installation,
            last.sequence == entry.sequence
        {
            return
        }
        entries[activity] = nil
        list.append(entry)
        if list.count > limit { list.removeFirst(list.count - limit) }
        entries[activity] = list
        if collectsFresh { fresh.append((activity, entry)) }
    }

    mutating func remove(_ activity: ActivityID) { entries[activity] = nil }

    subscript(activity: ActivityID) -> [PushTraceEntry] { entries[activity] ?? [] }

    mutating func takeFresh() -> [(ActivityID, PushTraceEntry)] {
        defer { fresh = [] }
        return fresh
    }
}
#endif
