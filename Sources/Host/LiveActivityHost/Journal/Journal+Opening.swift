import LiveActivityCore

extension Journal {
    /// The stored part of one shard's journal.
    package struct Stored: Sendable {
        /// The number of the next entry.
        var next: UInt64 = 1
        /// The stored parts, oldest first.
        var parts: [Part] = []
    }

    /// Reads the first and the next number of the stored journal, by shard.
    package static func stored(in store: any ActivityStore) throws -> [Int: Stored] {
        var found: [Int: Stored] = [:]
        var last: [Int: [JSONText?]] = [:]
        try store.forEachJournalBase { base in
            let unknown = Date(timeIntervalSinceReferenceDate: -.infinity)
            var stored = found[base.shard] ?? Stored()
            stored.parts.append(
                Part(number: base.number, beginning: unknown, latest: unknown, bytes: base.snapshot.bytes.count))
            // A base without entries after it; everything before it was deleted.
            stored.next = max(stored.next, base.number)
            found[base.shard] = stored
            last[base.shard, default: []].append(nil)
        }
        try store.forEachJournalEntry { entry in
            var stored = found[entry.shard] ?? Stored()
            stored.next = max(stored.next, entry.number + 1)
            found[entry.shard] = stored
            if let part = stored.parts.lastIndex(where: { $0.number <= entry.number }) {
                last[entry.shard]?[part] = entry.command
            }
        }
        let decoder = WireDecoder(limits: .stored)
        for (shard, commands) in last {
            for (part, text) in commands.enumerated() {
                // An unreadable command counts as infinitely old; a replay reports it.
                let command = text.flatMap { try? decoder.decode(TimedCommand.self, from: $0.bytes) }
                if let at = command?.at { found[shard]?.parts[part].latest = at }
            }
        }
        return found
    }
}
