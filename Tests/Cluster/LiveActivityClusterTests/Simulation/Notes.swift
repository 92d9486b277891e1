@testable import LiveActivityCluster

/// The reference for records other than activities: the answers that each writer got, and so the possible values of the newest
/// record of each key.
struct Notes {
    private struct Note {
        var key: String
        var value: String?
        /// Whether the record may be stored: it is not known to have been refused.
        var isPossible = true
    }

    private var notes: [Int: Note] = [:]
    /// By key: the newest acknowledged record.
    private var acknowledged: [String: Int] = [:]

    func next() -> Int { notes.count + 1 }

    mutating func willWrite(_ number: Int, _ key: String, _ value: String?) { notes[number] = Note(key: key, value: value) }
    mutating func written(_ number: Int) {
        guard let key = notes[number]?.key else { return }
        acknowledged[key] = max(acknowledged[key] ?? 0, number)
    }
    mutating func refused(_ number: Int) { notes[number]?.isPossible = false }

    /// Checks that each record may have been stored, and that none is older than an acknowledged one.
    func check(_ records: [PartitionRecord], _ reader: String) throws {
        var found: [String: String] = [:]
        for record in records { found[record.place.key] = record.value.map { String(decoding: $0, as: UTF8.self) } }
        for (key, value) in found {
            guard let number = Int(value), let note = notes[number], note.key == key, note.isPossible else {
                throw Broken("\(reader) has \(value) of \(key), which was refused or never written")
            }
            if number < acknowledged[key] ?? 0 { throw Broken("\(reader) has \(value) of \(key), and a newer one was stored") }
        }
        for (key, newest) in acknowledged where found[key] == nil {
            let isRemoved = notes.contains {
                $0.key >= newest && $0.value.key == key && $0.value.isPossible && $0.value.value == nil
            }
            if !isRemoved { throw Broken("\(reader) lacks \(key), of which \(newest) was stored") }
        }
    }
}
