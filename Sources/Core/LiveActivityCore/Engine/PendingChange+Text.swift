extension PendingChange {
    /// Appends the change as one JSON object: the same bytes as when a ``/LiveActivityJSON/WireEncoder`` encodes ``change()``.
    ///
    /// Nearly all changes of a busy engine are updates. For these no ``Change`` is built.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` if the size check is off and the content cannot be encoded;
    ///   `bytes` has then not changed.
    public func write(into bytes: inout [UInt8]) throws(EngineError) {
        let start = bytes.count
        if try writeUpdate(into: &bytes) { return }
        let change = try change()
        do {
            try engine.pointee.encoder.encode(change, into: &bytes)
        } catch {
            bytes.removeSubrange(start...)
            throw EngineError(error, writing: "change")
        }
    }

    /// - Returns: `false`, and nothing is written, if this is not the common case.
    private func writeUpdate(into bytes: inout [UInt8]) throws(EngineError) -> Bool {
        let record = self.record
        guard record.what == .updated, record.attributes < 0, record.bytesCount > 0, engine.pointee.log.traces.isEmpty else {
            return false
        }
        let index = Int(record.bytesStart)
        return UpdateText(
            sequence: record.sequence, at: at, activity: record.id, kind: kind.rawValue, owner: owner.rawValue,
            revision: record.revision, state: record.state, staleDate: Date(deadline: record.staleDate),
            relevance: record.relevance
        ).write(engine.pointee.log.bytes[index..<index + Int(record.bytesCount)], into: &bytes)
    }
}
