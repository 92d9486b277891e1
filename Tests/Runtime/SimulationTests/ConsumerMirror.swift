import LiveActivities
import LiveActivityTesting

/// A named consumer that derives its state from its changes only, sometimes fails to acknowledge, and ends with the process.
final class ConsumerMirror {
    private struct Mirrored: Equatable {
        var state: ActivityState
        var content: EncodedContent?
    }

    private var deliveries: ConsumerChangeSequence?
    private var handed: Change?
    /// The state derived from the changes of all runs: like a phone's, it outlives the runtime.
    private var seen: [ActivityID: Mirrored] = [:]
    private var sequences: [ActivityID: UInt64] = [:]
    private var all: [ChangePosition: Change] = [:]

    func open(_ runtime: LiveActivityRuntime) throws {
        deliveries = try runtime.changes(for: "push")
        handed = nil
    }

    func read(_ random: inout SeededGenerator, durable: RuntimeSnapshot?) throws {
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            guard let change = deliveries?.nextIfAny() else { break }
            if let durable, change.sequence > durable.shards[change.activity.shard].sequence {
                throw Broken("\(change) was handed over and is not kept")
            }
            try take(change)
        }
        if random.once(in: 2), let handed { deliveries?.acknowledge(handed) }
    }

    /// Checks that the state equals the runtime's once no change is waiting.
    func settle(_ runtime: LiveActivityRuntime) throws {
        try runtime.flush()
        while let change = deliveries?.nextIfAny() { try take(change) }
        var expected: [ActivityID: Mirrored] = [:]
        for id in runtime.activities {
            if let record = try runtime.record(of: id) { expected[id] = Mirrored(state: record.state, content: record.content) }
        }
        if seen != expected { throw Broken("the consumer knows \(seen)\nnot \(expected)") }
        if let missed = deliveries?.missed, missed > 0 { throw Broken("\(missed) changes were dropped") }
    }

    private func take(_ change: Change) throws {
        handed = change
        let position = ChangePosition(change)
        if let before = all.updateValue(change, forKey: position), before != change {
            throw Broken("\(position) is \(before) first and \(change) then")
        }
        // A repeated delivery, older than the known state.
        guard change.sequence > sequences[change.activity] ?? 0 else { return }
        sequences[change.activity] = change.sequence
        seen[change.activity] =
            change.state == .dismissed
            ? nil : Mirrored(state: change.state, content: change.content ?? seen[change.activity]?.content)
    }
}
