import LiveActivityCore
import Synchronization

/// The entry points that were called successfully, under the names that declared.py finds in the sources, and the failures.
enum Entries {
    private static let state = Mutex<(used: Set<String>, wrong: [String])>(([], []))

    /// Compares the result of an entry point with the expected one.
    ///
    /// - Parameters:
    ///   - entry: `Type.name(label: Type, label: Type, label:…)`, followed by ` async` if it is asynchronous.
    ///   - source: The type of the JSON that was passed.
    static func check<Value: Equatable>(_ entry: String, with source: String? = nil, _ got: Value, _ wanted: Value) {
        let name = source.map { "\(entry) | \($0)" } ?? entry
        state.withLock {
            if got == wanted { $0.used.insert(name) } else { $0.wrong.append("\(name): \(got), not \(wanted)") }
        }
    }

    /// Prints all entries, sorted.
    ///
    /// - Returns: Whether every result was as expected.
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
    /// The outcome's name, and the number of activities reached.
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
