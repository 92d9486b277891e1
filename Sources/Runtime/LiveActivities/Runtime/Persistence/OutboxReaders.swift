import LiveActivityCore

/// The readers of an ``Outbox``: each is told up to which sequence there is something to read. Touched under the shard's lock only.
struct OutboxReaders {
    private var readers: [Listener.ID: Feed<NewestBuffer<UInt64>>] = [:]

    /// - Parameter written: ``Outbox/written``, as there may be changes already.
    mutating func add(
        _ reader: Listener.ID, _ feed: Feed<NewestBuffer<UInt64>>, written: UInt64, _ wakeUps: inout WakeUps
    ) {
        readers[reader] = feed
        feed.append(written, &wakeUps)
    }

    mutating func remove(_ reader: Listener.ID) { readers[reader] = nil }

    func tell(_ written: UInt64, _ wakeUps: inout WakeUps) {
        for reader in readers.values { reader.append(written, &wakeUps) }
    }

    mutating func finish(_ wakeUps: inout WakeUps) {
        for reader in readers.values { reader.finish(&wakeUps) }
        readers = [:]
    }
}
