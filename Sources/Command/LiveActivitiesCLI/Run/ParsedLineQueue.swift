import Dispatch
import Foundation
import Synchronization

/// A queue of input lines that a separate thread reads and parses, while the caller carries out earlier lines.
///
/// Parsing is half of the work of a line, so with two cores almost twice as many lines are carried out. The thread is at most
/// `batchesMax` batches ahead: a bounded queue, so that a fast input cannot fill the memory. When its input is idle, it passes
/// on the lines it has.
final class ParsedLineQueue: Sendable {
    /// A line with its number in the input.
    struct Line: Sendable {
        var number: Int
        var parsed: LineParser.Parsed
    }

    /// Lines that were read together, in order.
    struct Batch: Sendable {
        var lines: [Line] = []
        var isLast = false
        /// The error after which no lines follow; `nil` at the end of the input.
        var error: SystemError?
    }

    /// The maximum number of waiting batches: enough to balance their different sizes, and a few MB at most.
    private static let batchesMax = 4
    /// The maximum number of lines in a batch: few enough to be in the processor's cache when they are carried out.
    private static let linesMax = 256

    private let batches = Mutex<[Batch]>([])
    private let filledSlots = DispatchSemaphore(value: 0)
    // Created with 0 and then raised: libdispatch traps when a semaphore is released below its initial value, and a signal may
    // end the run while batches wait here.
    private let freeSlots = DispatchSemaphore(value: 0)

    private init() { for _ in 0..<Self.batchesMax { freeSlots.signal() } }

    /// Starts the thread. It reads until the input ends, fails, or a signal is received (``Interruption``).
    ///
    /// - Parameters:
    ///   - name: The input's name in messages.
    ///   - parser: Creates the parser, on the reading thread.
    static func start(_ descriptor: Descriptor, name: String, parser: @escaping @Sendable () -> LineParser) -> ParsedLineQueue {
        let queue = ParsedLineQueue()
        Thread.detachNewThread {
            var reader = LineReader(descriptor, name: name)
            queue.read(&reader, parser())
        }
        return queue
    }

    /// The next batch, or `nil` if there is none yet.
    func poll() -> Batch? { filledSlots.wait(timeout: .now()) == .success ? take() : nil }

    /// Waits for the next batch. Must not be called after the last one.
    func next() -> Batch {
        filledSlots.wait()
        return take()
    }

    private func take() -> Batch {
        defer { freeSlots.signal() }
        return batches.withLock { $0.removeFirst() }
    }

    private func append(_ batch: inout Batch) {
        freeSlots.wait()
        let full = batch
        batches.withLock { $0.append(full) }
        batch = Batch()
        filledSlots.signal()
    }

    private func read(_ reader: inout LineReader, _ parser: LineParser) {
        var batch = Batch()
        while !batch.isLast {
            while let line = reader.next() {
                guard let parsed = parser.parse(line, number: reader.number) else { continue }
                batch.lines.append(Line(number: reader.number, parsed: parsed))
                if batch.lines.count == Self.linesMax { append(&batch) }
            }
            batch.isLast = reader.isAtEnd
            guard !batch.isLast else { break }
            if !reader.descriptor.awaitInput(seconds: 0) {
                if !batch.lines.isEmpty { append(&batch) }
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
        append(&batch)
    }
}
