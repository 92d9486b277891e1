#if Postgres
import Dispatch
import LiveActivityCluster
import Synchronization

/// Appends to several logs in one statement.
///
/// **Problem.** Each partition's writer appends as soon as its last message is stored. Sixteen writers keep the database busy
/// with parsing, planning and committing small messages, and the commands that would fill larger ones wait for the processor.
///
/// **Idea.** One statement at a time appends. Messages that arrive meanwhile are appended together by the next one, and while
/// they wait, the commands after them gather. A message that arrives alone is sent at once.
///
/// **Cases.** The statement appends a message only where the log's row is not locked and has the expected position. What it
/// leaves out, and everything if it is refused (a segment has no table yet), each writer appends with a statement of its own:
/// so a locked row delays one writer, and two processes that append to the same logs do not wait for each other in a circle.
/// If the statement is not answered, no writer has an answer, and each looks its message up.
///
/// **Rejected.** `commit_delay` shares only the flush of the write-ahead log, not the statements. Fewer connections make the
/// writers wait after they have taken their commands, so that messages stay small.
final class PostgresAppends: Sendable {
    struct Append: Sendable {
        let partition: Int
        /// The table of the segment of the message's position.
        let table: String
        let message: LogMessage
        /// The position after which it belongs.
        let expected: LogPosition
    }

    enum Answer: Sendable {
        /// It is behind the expected position.
        case stored
        /// The writer must append it with a statement of its own.
        case leftOut
        case failed(PostgresError)
    }

    /// One statement's messages have at most this size together, unless the first is longer.
    private static let bytesMax = 1 << 20

    private struct Queue {
        var waiting: [Waiting] = []
        /// Whether a thread executes the statement.
        var isBusy = false

        /// The first, and as many after it as one statement takes: of a partition one, as only one can have the position that
        /// it expects.
        mutating func takeNext() -> [Waiting] {
            var (size, count) = (0, 0)
            var partitions: Set<Int> = []
            for one in waiting {
                size += one.append.message.bytes.count
                guard count == 0 || size <= PostgresAppends.bytesMax, partitions.insert(one.append.partition).inserted else {
                    break
                }
                count += 1
            }
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }
    }

    /// A thread that waits until its message is stored, or until it is its turn to execute the statement.
    private final class Waiting: Sendable {
        let append: Append
        let answer = Mutex<Answer?>(nil)
        let woken = DispatchSemaphore(value: 0)

        init(_ append: Append) { self.append = append }
    }

    private let queue = Mutex(Queue())

    /// The number of messages that wait for the statement that is being executed.
    var waitingCount: Int { queue.withLock { $0.waiting.count } }

    /// Waits for the statement that appends the message.
    func append(_ append: Append, _ pool: PostgresPool) -> Answer {
        let own = Waiting(append)
        let mustWait = queue.withLock { queue in
            queue.waiting.append(own)
            defer { queue.isBusy = true }
            return queue.isBusy
        }
        if mustWait {
            own.woken.wait()
            if let answer = own.answer.withLock({ $0 }) { return answer }
        }
        // The own message is the first one.
        let together = queue.withLock { $0.takeNext() }
        let answers = Self.execute(together.map(\.append), pool)
        let next = queue.withLock { queue in
            queue.isBusy = !queue.waiting.isEmpty
            return queue.waiting.first
        }
        next?.woken.signal()
        for (other, answer) in zip(together, answers).dropFirst() {
            other.answer.withLock { $0 = answer }
            other.woken.signal()
        }
        return answers[0]
    }

    private static func execute(_ appends: [Append], _ pool: PostgresPool) -> [Answer] {
        if appends.count == 1 {
            do throws(PostgresError) {
                try appendAlone(appends[0], pool)
                return [.stored]
            } catch { return [.failed(error)] }
        }
        let schema = pool.address.schema
        var parameters: [PostgresValue] = []
        func parameter(_ value: PostgresValue) -> String {
            parameters.append(value)
            return "$\(parameters.count)"
        }
        let wanted = appends.map { "(\($0.partition), \(parameter(.position($0.expected))))" }
        var statement = """
            WITH moved AS (
                UPDATE \(schema).head SET last = last + 1 WHERE partition = ANY (ARRAY(
                    SELECT partition FROM \(schema).head WHERE (partition, last) IN (\(wanted.joined(separator: ", ")))
                    FOR UPDATE SKIP LOCKED
                )) RETURNING partition, last
            )
            """
        for append in appends {
            statement += """
                , stored_\(append.partition) AS (
                    INSERT INTO \(append.table) (position, id, message)
                    SELECT last, \(parameter(.text(append.message.id))), \(parameter(.bytes(append.message.bytes)))
                    FROM moved WHERE partition = \(append.partition)
                )
                """
        }
        do throws(PostgresError) {
            let rows = try pool.execute(statement + " SELECT partition FROM moved", parameters)
            let stored = Set((0..<rows.count).map { Int(rows.int($0, 0)) })
            return appends.map { stored.contains($0.partition) ? .stored : .leftOut }
        } catch {
            if case .refused = error { return appends.map { _ in .leftOut } }
            return appends.map { _ in .failed(error) }
        }
    }

    /// Appends one message, after waiting for another statement that appends to the same log.
    ///
    /// - Throws: ``PostgresError/refused(state:reason:)`` with `23505`, as of a position that is taken, where another one is
    ///   the last.
    static func appendAlone(_ append: Append, _ pool: PostgresPool) throws(PostgresError) {
        let rows = try pool.execute(
            """
            WITH head AS (
                UPDATE \(pool.address.schema).head SET last = last + 1 WHERE partition = $1 AND last = $2 RETURNING last
            )
            INSERT INTO \(append.table) (position, id, message) SELECT last, $3, $4 FROM head RETURNING position
            """,
            [
                .int(Int64(append.partition)), .position(append.expected), .text(append.message.id),
                .bytes(append.message.bytes),
            ])
        guard rows.count == 1 else { throw .refused(state: "23505", reason: "another position is the last") }
    }
}
#endif
