import CLiveActivities
import LiveActivityCore
import LiveActivityHost

extension Runtime {
    /// Whether the changes are read as soon as a call has made them, as others than `la_runtime_poll()` want them.
    var readsChanges: Bool { host.keepsChanges || host.isJournaling || discardsPolled }

    /// Whether a call need do nothing after its work.
    var isPlain: Bool { persistence == nil && host.readers.isEmpty && !discardsPolled }

    /// Gives the new changes to readers, consumers and the host's poll.
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

    /// Whether there is anything for the host to take.
    var hasChanges: Bool {
        host.engine.hasChanges || !polled.isEmpty || persistence?.hasNews == true || host.readers.haveChanges
    }

    /// Whether there is anything for `la_runtime_poll()`.
    var hasPolled: Bool { host.engine.hasChanges || !polled.isEmpty }
}

/// A caller's array of changes. A caller that was built with another header has smaller or larger structs; its size is the
/// stride.
struct ChangeArray: ~Copyable {
    private let start: UnsafeMutableRawPointer?
    private let stride: Int
    private let written: Int
    let capacity: Int
    private(set) var count = 0

    /// The first version of the struct had the fields up to `state`.
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

    /// Appends a change that is a value.
    ///
    /// - Returns: Why its content cannot be a `json_t`, if it cannot.
    mutating func append(_ change: Change, _ encoder: WireEncoder) -> EngineError? {
        let (made, problem) = la_change.make(change, encoder)
        append(made)
        return problem
    }
}
