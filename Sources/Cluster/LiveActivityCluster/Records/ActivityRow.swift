import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// An activity in its encoded form in the log. A follower keeps it in this form, since it needs the contents only when it
/// becomes the owner.
struct ActivityRow: Hashable, Sendable {
    let id: ActivityID
    /// The length of the first part, the first part, and the second part: a single allocation for each activity.
    private let bytes: [UInt8]

    /// Enough for most rows, in bytes.
    private static let usualLength = 1_024

    /// - Parameter encoder: Keeps its working memory from one row to the next.
    init(_ activity: StoredActivity, _ encoder: WireEncoder) throws {
        id = activity.id
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualLength)
        bytes += [0, 0, 0, 0]
        if let attributes = activity.attributes {
            try encoder.encode(RowBeginning(attributes: attributes, topics: activity.topics), into: &bytes)
            withUnsafeBytes(of: UInt32(bytes.count - 4).littleEndian) { bytes.replaceSubrange(..<4, with: $0) }
        }
        var record = RowRecord(record: activity.record, kind: activity.kind)
        record.record.attributes = nil
        try encoder.encode(record, into: &bytes)
        self.bytes = bytes
    }

    private init(_ id: ActivityID, _ first: some Collection<UInt8>, _ second: ArraySlice<UInt8>) {
        self.id = id
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + first.count + second.count)
        withUnsafeBytes(of: UInt32(first.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: first)
        bytes.append(contentsOf: second)
        self.bytes = bytes
    }

    private var end: Int { 4 + Int(bytes[..<4].reversed().reduce(0) { $0 << 8 | UInt32($1) }) }
    private var first: ArraySlice<UInt8> { bytes[4..<end] }
    private var second: ArraySlice<UInt8> { bytes[end...] }

    /// This row, with the constant part of the stored one.
    func following(_ stored: Self?) -> Self {
        guard first.isEmpty, let stored, stored.id == id, !stored.first.isEmpty else { return self }
        return Self(id, stored.first, second)
    }

    /// - Parameter decoder: Keeps its working memory from one row to the next. It needs the limits of what is stored, because
    ///   this package has written the row.
    /// - Throws: The decoder's error.
    func activity(_ decoder: WireDecoder = WireDecoder(limits: .stored)) throws -> StoredActivity {
        var changing = try second.withUnsafeBufferPointer { try decoder.decode(RowRecord.self, from: $0) }
        var constant: RowBeginning?
        if !first.isEmpty {
            constant = try first.withUnsafeBufferPointer {
                try RowBeginning(common: $0) ?? decoder.decode(RowBeginning.self, from: $0)
            }
        }
        changing.record.attributes = constant?.attributes
        return StoredActivity(changing.record, kind: changing.kind, topics: constant?.topics ?? [])
    }

    // MARK: - In a batch

    /// The number of bytes that ``write(into:)`` appends.
    var writtenLength: Int { 12 + bytes.count }

    /// Appends the row: its id (8 bytes), the length of the rest (4 bytes), and the rest; numbers are little-endian.
    func write(into batch: inout [UInt8]) {
        withUnsafeBytes(of: id.rawValue.littleEndian) { batch.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { batch.append(contentsOf: $0) }
        batch += bytes
    }

    /// Reads a row, and removes it from `batch`.
    ///
    /// - Returns: `nil` if the bytes are not a row.
    init?(from batch: inout ArraySlice<UInt8>) {
        guard batch.count >= 16 else { return nil }
        let id = batch.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        let count = Int(batch.dropFirst(8).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
        batch = batch.dropFirst(12)
        guard count >= 4, batch.count >= count else { return nil }
        (self.id, bytes) = (ActivityID(rawValue: id), Array(batch.prefix(count)))
        guard end <= bytes.count else { return nil }
        batch = batch.dropFirst(count)
    }
}
