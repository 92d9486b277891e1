public import CLiveActivities
import LiveActivityCore
import LiveActivityHost

// Readers, with which several parts of a host each receive the changes that they select.

@c @implementation
public func la_reader_create(
    _ runtime: OpaquePointer!, _ options: UnsafePointer<la_reader_options>!, _ out: UnsafeMutablePointer<la_reader>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        var given = la_reader_options()
        // The first version of the struct ends with changes_max.
        if let options { given = try sized(options, given, atLeast: 40, "la_reader_options") }
        guard given.flags & ~UInt32(LA_READER_ACTIVITY) == 0, given.reserved == 0 else {
            throw Failure(LA_ERROR_UNSUPPORTED, "la_reader_options.flags or reserved has a bit that this version does not know")
        }
        let filter = ChangeFilter(
            activity: given.flags & UInt32(LA_READER_ACTIVITY) == 0 ? nil : ActivityID(rawValue: given.activity),
            owner: try optionalText(given.owner, "owner").map(OwnerID.init(rawValue:)),
            kind: try optionalText(given.kind, "kind").map(ActivityKind.init(rawValue:)))
        guard runtime.host.readers.count < Runtime.readersMax else {
            throw Failure(LA_ERROR_UNSUPPORTED, "there are \(Runtime.readersMax) readers, which is the limit")
        }
        // Earlier changes do not belong to the reader; they wait for the host's poll.
        runtime.passChanges()
        let limit = given.changes_max > 0 ? Int(given.changes_max) : 1_000_000
        out.pointee = runtime.host.readers.add(ChangeReader(filter, limit: limit))
    }
}

extension Runtime {
    static let readersMax = 1_024

    /// Returns changes as JSON Lines.
    func returnLines(
        _ changes: some Sequence<Change>, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        _ text_bytes: UnsafeMutablePointer<Int>?, _ count: UnsafeMutablePointer<Int>?
    ) throws(Failure) {
        guard let out else { throw .argument("text is NULL") }
        var lines: [UInt8] = []
        var taken = 0
        for change in changes {
            do { try encoder.encode(change, into: &lines) } catch {
                throw Failure(LA_ERROR_UNENCODABLE, String(describing: error))
            }
            lines.append(UInt8(ascii: "\n"))
            taken += 1
        }
        try returnText(lines, out, text_bytes)
        count?.pointee = taken
    }
}

@c @implementation
public func la_reader_destroy(_ runtime: OpaquePointer!, _ reader: la_reader) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        _ = try runtime.reader(reader)
        runtime.host.readers.remove(reader)
    }
}

@c @implementation
public func la_reader_poll(
    _ runtime: OpaquePointer!, _ reader: la_reader, _ changes: UnsafeMutablePointer<la_change>!, _ change_size: Int,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>!, _ missed: UnsafeMutablePointer<UInt64>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let count else { throw .argument("count is NULL") }
        var array = try ChangeArray(changes, change_size, capacity)
        let reader = try runtime.reader(reader)
        count.pointee = 0
        runtime.passChanges()
        var failure: EngineError?
        for change in reader.take(atMost: capacity) { failure = array.append(change.value, runtime.encoder) ?? failure }
        count.pointee = array.count
        missed?.pointee = reader.missed
        if let failure { throw Failure(failure) }
    }
}

@c @implementation
public func la_reader_poll_text(
    _ runtime: OpaquePointer!, _ reader: la_reader, _ capacity: Int,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ text_bytes: UnsafeMutablePointer<Int>!,
    _ count: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard out != nil else { throw .argument("text is NULL") }
        guard capacity >= 0 else { throw .argument("capacity is more than PTRDIFF_MAX") }
        let reader = try runtime.reader(reader)
        runtime.passChanges()
        try runtime.returnLines(reader.take(atMost: capacity).lazy.map(\.value), out, text_bytes, count)
    }
}
