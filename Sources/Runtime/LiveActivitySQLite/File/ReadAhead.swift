#if SQLite
import Dispatch
import GRDB
import LiveActivities
import LiveActivityCore
import Synchronization

/// Reads activities on a separate thread, while the caller's thread processes those that were read before.
///
/// Reading a row and restoring it cost about the same. The reader is at most a few chunks ahead, so that a million activities
/// need not be in memory twice.
struct ReadAhead {
    /// A file of this size is read in a few milliseconds.
    static let smallBytes: Int64 = 4 << 20

    private let path: String
    private let kinds: [ActivityKind]
    private let damage: DamageLog

    init(_ path: String, _ kinds: [ActivityKind], _ damage: DamageLog) {
        (self.path, self.kinds, self.damage) = (path, kinds, damage)
    }

    /// Calls `body` with each activity, on this thread.
    func forEach(_ body: (StoredActivity) throws -> Void) throws {
        let chunks = ChunkQueue()
        DispatchQueue(label: "LiveActivitySQLite.read").async { [self] in
            do {
                try read(into: chunks)
                chunks.finish(nil)
            } catch {
                chunks.finish(StoreError(error, path))
            }
        }
        defer { chunks.stop() }
        while var chunk = try chunks.next() {
            // Elements are moved out: a loop would copy them, and so retain all their references.
            while let stored = chunk.popLast() { try body(stored) }
        }
    }

    private func read(into chunks: ChunkQueue) throws {
        let database = try DatabaseFile.open(reading: path)
        defer { try? database.close() }
        try database.read { database in
            let reader = StoreReader(database: database, damage: damage, isVerified: true)
            var chunk: [StoredActivity] = []
            try ActivityTable.forEach(reader, kinds) { stored in
                if chunk.isEmpty { chunk.reserveCapacity(ChunkQueue.chunkSize) }
                chunk.append(stored)
                guard chunk.count == ChunkQueue.chunkSize else { return }
                chunk.reverse()
                let full = chunk
                chunk = []
                try chunks.add(full)
            }
            if !chunk.isEmpty { try chunks.add(chunk.reversed()) }
        }
    }
}

/// The chunks that were read but not taken yet. One thread adds, one takes.
private final class ChunkQueue: Sendable {
    static let chunkSize = 256
    private static let capacity = 16

    private struct Stopped: Error {}

    private struct Contents {
        var chunks: [[StoredActivity]] = []
        var isFinished = false
        var isStopped = false
        var failure: StoreError?
    }

    private let contents = Mutex(Contents())
    private let free = DispatchSemaphore(value: capacity)
    private let filled = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// Adds a chunk; blocks while the queue is full.
    ///
    /// - Parameter chunk: Its elements in reverse order, as they are taken from its end.
    func add(_ chunk: [StoredActivity]) throws {
        free.wait()
        guard
            contents.withLock({ contents in
                contents.chunks.append(chunk)
                return !contents.isStopped
            })
        else { throw Stopped() }
        filled.signal()
    }

    /// Ends the queue, with the reader's error if it failed.
    func finish(_ failure: StoreError?) {
        contents.withLock {
            $0.isFinished = true; $0.failure = failure
        }
        filled.signal()
        end.signal()
    }

    /// Waits for the next chunk; `nil` after the last.
    func next() throws(StoreError) -> [StoredActivity]? {
        filled.wait()
        let (chunk, failure) = contents.withLock { contents -> ([StoredActivity]?, StoreError?) in
            contents.chunks.isEmpty ? (nil, contents.failure) : (contents.chunks.removeFirst(), nil)
        }
        if let chunk {
            free.signal()
            return chunk
        }
        if let failure { throw failure }
        return nil
    }

    /// Stops the reader, and returns when it has ended.
    func stop() {
        contents.withLock { $0.isStopped = true }
        free.signal()
        end.wait()
        // A semaphore must not be released below its initial value.
        for _ in 0..<Self.capacity { free.signal() }
    }
}
#endif
