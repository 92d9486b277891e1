import LiveActivityCore
import Synchronization

/// The entries that were called successfully, under the names that declared.py finds in the sources, and the failures.
enum Entries {
    private static let state = Mutex<(used: Set<String>, wrong: [String])>(([], []))

    /// Compares what an entry has done with what it promises.
    ///
    /// - Parameters:
    ///   - entry: `Type.name(label: Type, label: Type, label:…)`, and ` async` where it is.
    ///   - source: The type of the JSON that it was given.
    static func check<Value: Equatable>(_ entry: String, with source: String? = nil, _ got: Value, _ wanted: Value) {
        let name = source.map { "\(entry) | \($0)" } ?? entry
        state.withLock {
            if got == wanted { $0.used.insert(name) } else { $0.wrong.append("\(name): \(got), not \(wanted)") }
        }
    }

    /// Prints all of it, sorted.
    ///
    /// - Returns: Whether everything did as it promises.
    static func report() -> Bool {
        let (used, wrong) = state.withLock { $0 }
        for entry in used.sorted() { print("used", entry) }
        for fault in wrong { print("wrong", fault) }
        return wrong.isEmpty
    }
}

func check<Value: Equatable>(_ entry: String, with source: String? = nil, _ got: Value, _ wanted: Value) {
    Entries.check(entry, with: source, got, wanted)
}

extension Outcome {
    /// One word, and how many activities were reached.
    var word: String {
        switch self {
        case .started: "started"
        case .joined: "joined"
        case .applied: "applied"
        case .unchanged: "unchanged"
        case .ignored(let reason): "ignored \(reason.rawValue)"
        case .published(let report): "published \(report.applied)"
        }
    }
}

extension PublishReport {
    var counts: [Int] { [applied, unchanged, refused] }
}
