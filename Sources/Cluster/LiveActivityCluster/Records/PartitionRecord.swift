/// A record in a partition's log for another component of the node than the runtime, such as one installation of the push
/// ledger. A later record with the same key replaces an earlier one.
struct PartitionRecord: Hashable, Sendable {
    /// The component and key that identify the record.
    struct Place: Hashable, Comparable, Sendable {
        /// The component of the node that owns the record.
        var part: String
        /// Distinguishes it from the component's other records.
        var key: String

        static func < (left: Self, right: Self) -> Bool { (left.part, left.key) < (right.part, right.key) }
    }

    var place: Place
    /// The contents; `nil` if the record is deleted.
    var value: [UInt8]?

    // MARK: - In a batch

    private static let isThere: UInt8 = 1

    /// Appends the record: the lengths of the component's name, of the key and of the value (4 bytes each, little-endian),
    /// whether there is a value (1 byte), and these.
    func write(into batch: inout [UInt8]) {
        let (part, key, value) = (place.part.utf8, place.key.utf8, value ?? [])
        for count in [part.count, key.count, value.count] {
            withUnsafeBytes(of: UInt32(count).littleEndian) { batch.append(contentsOf: $0) }
        }
        batch.append(self.value == nil ? 0 : Self.isThere)
        batch += part
        batch += key
        batch += value
    }

    init(_ place: Place, _ value: [UInt8]?) { (self.place, self.value) = (place, value) }

    /// Reads a record, and removes it from `batch`.
    ///
    /// - Returns: `nil` if the bytes are not a record.
    init?(from batch: inout ArraySlice<UInt8>) {
        func number(_ from: Int) -> Int { batch.dropFirst(from).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } }
        guard batch.count >= 13 else { return nil }
        let (part, key, value) = (number(0), number(4), number(8))
        let isThere = batch[batch.startIndex + 12] == Self.isThere
        guard batch.count - 13 >= part + key + value else { return nil }
        batch = batch.dropFirst(13)
        place = Place(
            part: String(decoding: batch.prefix(part), as: UTF8.self),
            key: String(decoding: batch.dropFirst(part).prefix(key), as: UTF8.self))
        self.value = isThere ? Array(batch.dropFirst(part + key).prefix(value)) : nil
        batch = batch.dropFirst(part + key + value)
    }
}
