import LiveActivities
import LiveActivityJSON

// The encoding of a message: a line of JSON, followed by the bytes of the part, if there is one. The line lets a person read
// the contents of a stream.
extension LogRecord {
    fileprivate struct Line: Codable, JSONWritable {
        var version: Int
        var epoch: UInt64
        var `is`: String
        var claim: PartitionClaim?
        var snapshot: SnapshotHeader?
        var to: NodeName?
        var number: UInt64?
        var part: Int?
        var parts: Int?

        /// A batch has no other members.
        func write(to json: inout JSONWriter) {
            guard claim == nil, snapshot == nil, to == nil else { return json.giveUp() }
            json.member("version", version)
            json.member("epoch", epoch)
            json.member("is", `is`)
            json.member("number", number)
            json.member("part", part)
            json.member("parts", parts)
        }
    }

    /// The maximum number of bytes of a batch in one message, so that with its line it stays below ``LogMessage/bytesMax``.
    static let partBytesMax = 512 * 1_024

    func encoded(_ encoder: WireEncoder = WireEncoder()) throws(StoreError) -> [UInt8] {
        var line = Line(version: version, epoch: epoch, is: "")
        var part: Part?
        switch body {
        case .claim(let claim): (line.is, line.claim) = ("claim", claim)
        case .batch(let batch): (line.is, part) = ("batch", batch)
        case .snapshot(let piece, let header): (line.is, line.snapshot, part) = ("snapshot", header, piece)
        case .release(let node): (line.is, line.to) = ("release", node)
        }
        if let part { (line.number, line.part, line.parts) = (part.number, part.index, part.count) }
        do {
            var bytes = try encoder.encode(line)
            bytes.reserveCapacity(bytes.count + 1 + (part?.bytes.count ?? 0))
            bytes.append(UInt8(ascii: "\n"))
            if let part { bytes += part.bytes }
            return bytes
        } catch {
            throw .unavailable(reason: "a record cannot be encoded: \(error)")
        }
    }

    /// - Throws: ``StoreError/newer(version:supported:)`` for a later version, ``StoreError/damaged(reason:)`` for an
    ///   unreadable entry.
    init(_ entry: LogEntry) throws(StoreError) {
        let bytes = entry.message.bytes
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let line: Line
        do { line = try WireDecoder().decode(Line.self, from: Array(bytes[..<end])) } catch {
            throw .damaged(reason: "the message at position \(entry.position) of the log cannot be read: \(error)")
        }
        guard line.version <= Self.currentVersion else { throw .newer(version: line.version, supported: Self.currentVersion) }
        // The next owner's epoch is higher by one.
        guard line.epoch < .max else {
            throw .damaged(reason: "the message at position \(entry.position) of the log has no possible epoch: \(line.epoch)")
        }
        (version, epoch) = (line.version, line.epoch)
        let part = line.part(bytes[min(end + 1, bytes.count)...])
        switch (line.is, line.claim, line.snapshot, part) {
        case ("claim", let claim?, _, _) where claim.epoch == epoch: body = .claim(claim)
        case ("batch", _, _, let part?): body = .batch(part)
        case ("snapshot", _, let header?, let part?): body = .snapshot(part, header)
        case ("release", _, _, _): body = .release(to: line.to)
        default: throw .damaged(reason: "the message at position \(entry.position) of the log is not a record: '\(line.is)'")
        }
    }
}

extension LogRecord.Line {
    fileprivate func part(_ bytes: ArraySlice<UInt8>) -> LogRecord.Part? {
        guard let number, let part, let parts, part >= 0, part < parts else { return nil }
        return LogRecord.Part(number: number, index: part, count: parts, bytes: bytes)
    }
}

extension LogRecord.Part {
    /// Splits an encoded batch into pieces that fit into messages.
    static func parts(of bytes: [UInt8], number: UInt64, max: Int) -> [Self] {
        let count = Swift.max(1, (bytes.count + max - 1) / max)
        return (0..<count).map { index in
            Self(
                number: number, index: index, count: count,
                bytes: bytes[index * max..<Swift.min((index + 1) * max, bytes.count)])
        }
    }
}
