import LiveActivities
@testable import LiveActivityCluster
import LiveActivityJSON

/// Reads a log without faults, and knows its true state.
struct Witness: ~Copyable {
    private var follower: PartitionFollower
    private var seen: [ChangePosition: Change] = [:]
    private var states: [ActivityID: ActivityRecord] = [:]
    private var read: LogPosition = 0

    init(_ log: MemoryPartitionLog) { follower = PartitionFollower(log) }

    /// Reads the new messages, and checks the state against the reference.
    mutating func read(_ tallies: inout Tallies) throws {
        do { try follower.catchUp() } catch { throw Broken("the log breaks its rules: \(error)") }
        guard follower.applied > read || tallies.hasNews else { return }
        read = follower.applied
        try tallies.check(numbers())
        for (id, record) in try records() {
            if let before = states.updateValue(record, forKey: id) {
                if record.revision < before.revision { throw Broken("\(id) goes back from revision \(before.revision)") }
                if record.revision == before.revision, record.content != before.content {
                    throw Broken("\(id) has two contents of revision \(record.revision)")
                }
            }
        }
    }

    /// The latest claim.
    var claim: PartitionClaim? { follower.claim }

    /// The records other than activities.
    var notes: [PartitionRecord] { follower.state.records }

    func check(_ notes: inout Notes) throws { try notes.check(self.notes, "the log") }

    /// Checks a change that a consumer has received.
    mutating func see(_ change: Change) throws {
        let head = follower.state.head()
        guard let sequence = head.engines.first?.sequence, change.sequence <= sequence else {
            throw Broken("\(change) was handed over and is not in the log")
        }
        if let before = seen.updateValue(change, forKey: ChangePosition(change)), before != change {
            throw Broken("a consumer sees \(before) first and \(change) then")
        }
    }

    func agrees(with runtime: LiveActivityRuntime) throws {
        let (all, records) = (runtime.activities, try records())
        guard all.count == records.count else { throw Broken("the owner has \(all.count) activities of \(records.count)") }
        for id in all {
            guard let record = try runtime.record(of: id), record.revision == records[id]?.revision,
                record.content == records[id]?.content
            else { throw Broken("the owner knows \(id) otherwise than the log") }
        }
    }

    /// Checks that a reader that begins where the log was trimmed gets the same state.
    mutating func agreesWithAnewReader() throws {
        var other = PartitionFollower(follower.log)
        try follower.catchUp()
        try other.catchUp()
        guard follower.state.batches() == other.state.batches(), follower.claim == other.claim,
            follower.applied == other.applied
        else {
            throw Broken("a new reader of the log finds another state")
        }
    }

    private func records() throws -> [ActivityID: ActivityRecord] {
        var found: [ActivityID: ActivityRecord] = [:]
        try follower.state.forEachActivity { found[$0.id] = $0.record }
        return found
    }

    private func numbers() throws -> [ActivityID: [Int]] {
        try records().mapValues { record in
            try WireDecoder().decode(TallyProvider.Attributes.ContentState.self, from: record.content.state.bytes).numbers
        }
    }
}
