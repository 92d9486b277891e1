import LiveActivityCore
import LiveActivityHost

/// Up to where a shard's changes can be read. It names the shard: a reader of several is told of each, also of two that come to
/// the same sequence.
struct OutboxMark: Hashable, Sendable {
    var shard: Int
    /// ``Outbox/written``.
    var written: UInt64
}

/// The readers of an ``Outbox``: each is told up to which sequence there is something to read. Touched under the shard's lock
/// only.
struct OutboxReaders {
    private var readers: [Listener.ID: Feed<NewestBuffer<OutboxMark>>] = [:]

    /// - Parameter mark: There may be changes already.
    mutating func add(
        _ reader: Listener.ID, _ feed: Feed<NewestBuffer<OutboxMark>>, _ mark: OutboxMark, _ wakeUps: inout WakeUps
    ) {
        readers[reader] = feed
        feed.append(mark, &wakeUps)
    }

    mutating func remove(_ reader: Listener.ID) { readers[reader] = nil }

    func tell(_ mark: OutboxMark, _ wakeUps: inout WakeUps) {
        for reader in readers.values { reader.append(mark, &wakeUps) }
    }

    mutating func finish(_ wakeUps: inout WakeUps) {
        for reader in readers.values { reader.finish(&wakeUps) }
        readers = [:]
    }
}
