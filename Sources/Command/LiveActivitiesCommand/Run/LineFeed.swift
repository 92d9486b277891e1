import Dispatch
import Foundation
import Synchronization

/// Reads and parses lines on a thread of its own, ahead of whoever carries them out.
///
/// Half of the work that a line makes is to understand it; so two cores do twice as much. It is never more than a few blocks
/// ahead, and hands over what it has whenever its input makes it wait.
final class LineFeed: Sendable {
    /// Lines that were read together, in order.
    struct Batch: Sendable {
        var lines: [(number: Int, parsed: LineParser.Parsed)] = []
        /// Whether nothing follows.
        var isLast = false
        /// Why nothing follows, if that is not the end of the input.
        var error: SystemError?
    }

    /// How many batches may wait: enough to even out their sizes, and some MB at most.
    private static let batchesMax = 4
    /// How many lines are handed over at once, if that many are there: so few that they are still in the cache.
    private static let linesMax = 256

    private let batches = Mutex<[Batch]>([])
    private let filled = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: batchesMax)

    /// Begins to read. It goes on until the input ends, fails, or a signal comes (``Interruption``).
    ///
    /// - Parameters:
    ///   - name: The input in messages.
    ///   - parser: Makes the parser, on the thread that reads.
    static func start(_ descriptor: Descriptor, name: String, parser: @escaping @Sendable () -> LineParser) -> LineFeed {
        let feed = LineFeed()
        Thread.detachNewThread {
            var reader = LineReader(descriptor, name: name)
            feed.read(&reader, parser())
        }
        return feed
    }

    /// The next batch, or `nil` if there is none yet.
    func poll() -> Batch? {
        filled.wait(timeout: .now()) == .success ? take() : nil
    }

    /// The next batch, waiting for it. Not to be asked after the last.
    func next() -> Batch {
        filled.wait()
        return take()
    }

    private func take() -> Batch {
        defer { room.signal() }
        return batches.withLock { $0.removeFirst() }
    }

    private func hand(over batch: inout Batch) {
        room.wait()
        let full = batch
        batches.withLock { $0.append(full) }
        batch = Batch()
        filled.signal()
    }

    private func read(_ reader: inout LineReader, _ parser: LineParser) {
        var batch = Batch()
        while !batch.isLast {
            while let line = reader.next() {
                guard let parsed = parser.parse(line, number: reader.number) else { continue }
                batch.lines.append((reader.number, parsed))
                if batch.lines.count == Self.linesMax { hand(over: &batch) }
            }
            batch.isLast = reader.isAtEnd
            guard !batch.isLast else { break }
            if !reader.descriptor.awaitInput(seconds: 0) {
                if !batch.lines.isEmpty { hand(over: &batch) }
                _ = reader.descriptor.awaitInput(or: Interruption.descriptor, seconds: nil)
            }
            if Interruption.signal != nil {
                batch.isLast = true
            } else {
                do throws(SystemError) { try reader.fill() } catch {
                    batch.error = error
                    batch.isLast = true
                }
            }
        }
        hand(over: &batch)
    }
}
