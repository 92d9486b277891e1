import CLiveActivities
import LiveActivityCore
import LiveActivityHost

extension Runtime {
    /// Whether changes are taken from the engine at the end of each call, because readers, consumers or the journal need them
    /// too, or because the host does not poll.
    var readsChanges: Bool { host.keepsChanges || host.isJournaling || discardsPolled }

    /// Whether a call has nothing to do after its command: there is no store, no reader, and changes wait to be polled.
    var isPlain: Bool { persistence == nil && host.readers.isEmpty && !discardsPolled }

    /// Passes new changes to readers, consumers and the host's poll.
    func passChanges() {
        let (encoder, discardsPolled) = (encoder, discardsPolled)
        host.passChanges { pending, made in
            guard !discardsPolled else { return }
            let (change, failure) = la_change.make(pending, encoder)
            polled.append(change, failure, made.value(of: pending))
        }
    }

    func reader(_ id: la_reader) throws(Failure) -> ChangeReader {
        guard let reader = host.readers[id] else {
            throw Failure(LA_ERROR_UNKNOWN_CONSUMER, "there is no reader \(id): it was destroyed, or never created")
        }
        return reader
    }

    /// Whether changes wait for the host.
    var hasChanges: Bool {
        host.engine.hasChanges || !polled.isEmpty || persistence?.hasNews == true || host.readers.haveChanges
    }

    /// Whether changes wait for `la_runtime_poll()`.
    var hasPolled: Bool { host.engine.hasChanges || !polled.isEmpty }
}

/// A caller's array of changes. A caller that was compiled with another version of the header has smaller or larger structs, so
/// the stride is the caller's size.
struct ChangeArray: ~Copyable {
    private let start: UnsafeMutableRawPointer?
    private let stride: Int
    private let written: Int
    let capacity: Int
    private(set) var count = 0

    /// The size of the struct's first version, which ended with `state`.
    private static let leastSize = 64

    init(_ changes: UnsafeMutablePointer<la_change>?, _ size: Int, _ capacity: Int) throws(Failure) {
        guard capacity >= 0, changes != nil || capacity == 0 else { throw .argument("changes is NULL") }
        guard size >= Self.leastSize else {
            throw Failure(
                LA_ERROR_INVALID_SIZE, "change_size is \(size), less than the \(Self.leastSize) bytes of its first version")
        }
        start = UnsafeMutableRawPointer(changes)
        stride = size
        written = min(size, MemoryLayout<la_change>.size)
        self.capacity = capacity
    }

    mutating func append(_ change: la_change) {
        guard let start else { return }
        var change = change
        change.size = UInt32(written)
        let target = start + count * stride
        if stride > written { memset(target + written, 0, stride - written) }
        target.copyMemory(from: &change, byteCount: written)
        count += 1
    }

    /// Appends a change from its Swift value.
    ///
    /// - Returns: The error if its content cannot be converted to a `json_t`.
    mutating func append(_ change: Change, _ encoder: WireEncoder) -> EngineError? {
        let (made, problem) = la_change.make(change, encoder)
        append(made)
        return problem
    }
}
