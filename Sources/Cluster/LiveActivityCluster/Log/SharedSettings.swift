import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// Small named values that all nodes of a cluster share, such as the webhooks that were created over HTTP.
///
/// They are in a log of their own (``ClusterTransport/settingsLog()``). A message has the new values of some names, and is
/// appended only if its writer has read every message before it. If two nodes change the settings at the same time, one of the
/// appends is refused; that node reads the other's change and decides again.
///
/// **Compaction.** A message is needed while one of its values is the latest of its name. If the log has more than twice as
/// many messages as values, each change also copies the oldest needed values into its message. Then the beginning of the log is
/// no longer needed and is deleted. No snapshot is necessary, and no change has to write all values.
///
/// The methods block; ``values`` and ``position`` do not.
package final class SharedSettings: Sendable {
    /// A value and the position of the message that has it. A copied value has a new position.
    package struct Value: Hashable, Sendable {
        /// The value, in JSON.
        package var text: String
        /// The position of the latest message with this value.
        package var position: LogPosition
    }

    /// The values that a change reads and writes.
    package struct Draft {
        fileprivate let known: [String: Value]
        fileprivate var changed: [String: String?] = [:]

        /// The names with a value, sorted.
        package var names: [String] {
            let new = changed.filter { $0.value != nil }.keys
            return Set(known.keys).subtracting(changed.keys).union(new).sorted()
        }

        /// A value; `nil` removes the name.
        package subscript(name: String) -> String? {
            get { changed[name] ?? known[name]?.text }
            set { if self[name] != newValue { changed[name] = .some(newValue) } }
        }
    }

    private struct Message: Codable {
        struct Setting: Codable {
            var name: String
            /// `nil` removes the name.
            var value: String?
        }
        var settings: [Setting]
    }

    private struct Contents {
        var values: [String: Value] = [:]
        /// The position of the last message that was read.
        var position: LogPosition = 0
        /// The position before the first message that this node has not deleted.
        var trimmed: LogPosition = 0

        /// The position of the first message that is needed.
        var firstNeeded: LogPosition { values.values.map(\.position).min() ?? position + 1 }

        mutating func apply(_ settings: [Message.Setting], at position: LogPosition) {
            for setting in settings {
                values[setting.name] = setting.value.map { Value(text: $0, position: position) }
            }
            self.position = position
        }
    }

    /// The maximum size of a value in bytes. It keeps the log small, because a changed value is written as a whole.
    package static let valueBytesMax = 64 << 10
    /// The number of values that a change copies at most.
    private static let copiedMax = 8
    /// The number of messages that are kept although they are not needed, so that few changes have to delete any.
    private static let unneededMax: LogPosition = 32

    private let log: any PartitionLog
    private let contents = Mutex(Contents())
    /// Held while the log is read or written.
    private let using = Mutex(())

    /// Reads the settings of a log.
    ///
    /// - Throws: ``LogError`` if the log cannot be read.
    package init(_ log: any PartitionLog) throws(LogError) {
        self.log = log
        try refresh()
    }

    /// The values by name, as of the last ``refresh()`` or change.
    package var values: [String: Value] { contents.withLock { $0.values } }

    /// The position of the last message that was read: it grows with each change.
    package var position: LogPosition { contents.withLock { $0.position } }

    /// The number of messages in the log. Blocks.
    package func messageCount() throws(LogError) -> LogPosition {
        let bounds = try log.bounds()
        return bounds.last + 1 - bounds.first
    }

    /// Reads the changes of other nodes.
    ///
    /// - Throws: ``LogError`` if the log cannot be read. The values then stay as they were.
    package func refresh() throws(LogError) {
        try using.withLock { (_) throws(LogError) in try read() }
    }

    /// Changes values, and appends the new ones to the log.
    ///
    /// - Parameter body: Reads and writes the draft; called again if another node has changed the settings meanwhile. If it
    ///   throws, or changes nothing, nothing is written.
    /// - Throws: The error of `body`; ``LogError/tooLarge(bytes:limit:)`` for a value beyond ``valueBytesMax``;
    ///   ``LogError`` or ``/LiveActivityHost/StoreError`` if the log does not answer: the change may then be in it, now or
    ///   later.
    package func change<Result: Sendable>(_ body: (inout Draft) throws -> Result) throws -> Result {
        try using.withLock { _ in
            while true {
                try read()
                let known = contents.withLock(\.self)
                var draft = Draft(known: known.values)
                let result = try body(&draft)
                guard !draft.changed.isEmpty else { return result }
                for case let value? in draft.changed.values where value.utf8.count > Self.valueBytesMax {
                    throw LogError.tooLarge(bytes: value.utf8.count, limit: Self.valueBytesMax)
                }
                if try append(draft, known) { return result }
            }
        }
    }

    /// - Returns: `false` if another node has appended a message first.
    private func append(_ draft: Draft, _ known: Contents) throws -> Bool {
        var settings = draft.changed.sorted { $0.key < $1.key }.map { Message.Setting(name: $0.key, value: $0.value) }
        if known.position + 1 - known.firstNeeded > LogPosition(2 * known.values.count) + Self.unneededMax {
            var room = log.messageBytesMax / 2 - settings.reduce(0) { $0 + ($1.value?.utf8.count ?? 0) }
            let oldest = known.values.filter { draft.changed[$0.key] == nil }.sorted { $0.value.position < $1.value.position }
            for (name, value) in oldest.prefix(Self.copiedMax) {
                // JSON text in a JSON string takes more than its own bytes, seldom twice as many.
                room -= 2 * value.text.utf8.count
                guard room > 0 else { break }
                settings.append(Message.Setting(name: name, value: value.text))
            }
        }
        var writer = LogWriter(log, after: known.position, writer: .random(in: .min ... .max), attempts: 3)
        let bytes = try WireEncoder().encode(Message(settings: settings))
        do throws(StoreError) { try writer.append(encoded: bytes) } catch {
            guard case .fenced = error else { throw error }
            return false
        }
        var changed = known
        changed.apply(settings, at: writer.position)
        contents.withLock { $0 = changed }
        trim()
        return true
    }

    /// Deletes the beginning of the log. If that fails, a later change repeats it.
    private func trim() {
        let contents = contents.withLock(\.self)
        let last = contents.firstNeeded - 1
        guard last >= contents.trimmed + Self.unneededMax, (try? log.trim(through: last)) != nil else { return }
        self.contents.withLock { $0.trimmed = last }
    }

    private func read() throws(LogError) {
        var contents = contents.withLock(\.self)
        let end = try log.bounds().last
        guard contents.position < end else { return }
        while contents.position < end {
            do throws(LogError) {
                let entries = try log.read(after: contents.position, bytes: 4 << 20)
                guard !entries.isEmpty else {
                    throw .unavailable(reason: "the log of settings does not show position \(contents.position + 1) yet")
                }
                for entry in entries {
                    guard let message = try? WireDecoder(limits: .stored).decode(Message.self, from: entry.message.bytes)
                    else { throw .misconfigured(reason: "the settings at position \(entry.position) cannot be read") }
                    contents.apply(message.settings, at: entry.position)
                }
            } catch .trimmed(let first) {
                // Every needed value is at `first` or later, also what this node has read already.
                contents = Contents(position: first - 1, trimmed: first - 1)
            }
        }
        let read = contents
        self.contents.withLock { $0 = read }
    }
}
