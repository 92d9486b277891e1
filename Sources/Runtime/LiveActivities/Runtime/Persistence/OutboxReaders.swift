import LiveActivityCore
import LiveActivityHost

/// The position up to which a shard's changes can be read. It includes the shard: a reader of several shards receives a mark
/// from each, also when two have the same sequence.
struct OutboxMark: Hashable, Sendable {
    var shard: Int
    /// The last written sequence (``Outbox/written``).
    var written: UInt64
}

/// The readers of an ``Outbox``: each receives the sequence up to which it can read. Accessed under the shard's lock only.
struct OutboxReaders {
    private var readers: [Listener.ID: Feed<NewestBuffer<OutboxMark>>] = [:]

    /// - Parameter mark: The current position, as there may be changes already.
    mutating func add(
        _ reader: Listener.ID, _ feed: Feed<NewestBuffer<OutboxMark>>, _ mark: OutboxMark, _ wakeUps: inout WakeUps
    ) {
        readers[reader] = feed
        feed.append(mark, &wakeUps)
    }

    mutating func remove(_ reader: Listener.ID) { readers[reader] = nil }

    func publish(_ mark: OutboxMark, _ wakeUps: inout WakeUps) {
        for reader in readers.values { reader.append(mark, &wakeUps) }
    }

    mutating func finish(_ wakeUps: inout WakeUps) {
        for reader in readers.values { reader.finish(&wakeUps) }
        readers = [:]
    }
}
