import LiveActivityCore

/// A bookshelf with one chosen book; its provider can be made to trap on content and attributes from outside.
struct ShelfProvider: ActivityProvider {
    enum Fault: String, Codable, CaseIterable {
        case indexOutOfRange, emptyArray, overflow, dateAsInteger, emptyAttributes, tick
        /// The provider's own content violates its rules.
        case refusesItsOwn
    }

    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var books = ["Middlemarch", "Emma", "Ulysses"]
            var chosen = 0
            var lent = 0
            var due: Date?
        }
        var rows = [3, 4]
    }

    enum Event: Codable, Sendable { case taken, turned, looked }

    let fault: Fault?
    let kind: ActivityKind = "shelf"

    func validate(_ attributes: Attributes) throws {
        if fault != .emptyAttributes { try InvalidField.check(attributes.rows.count, "the count of rows", in: 1...9) }
    }

    func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws {
        let isRefused = { fault != $0 }
        if isRefused(.emptyArray) { try InvalidField.check(state.books.count, "the count of books", in: 1...100) }
        if isRefused(.indexOutOfRange) {
            try InvalidField.check(state.chosen, "chosen", in: 0...max(state.books.count - 1, 0))
        }
        if isRefused(.overflow), isRefused(.tick) {
            try InvalidField.check(state.lent, "lent", in: 0...(fault == .refusesItsOwn ? 1 : 1_000_000))
        }
        if isRefused(.dateAsInteger) { try InvalidField.check(state.due, "due") }
    }

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func begin(_ activity: inout Scope) { activity.wake(at: activity.now + 7_200) }

    func handle(_ event: Event, in activity: inout Scope) throws {
        let state = activity.state
        switch event {
        case .taken:
            _ = state.books.isEmpty ? "" : state.books[state.chosen]
            activity.state.lent = fault == .overflow ? state.lent + 1 : min(max(state.lent, 0), 999_999) + 1
            activity.state.due = activity.now + 86_400
        case .turned:
            activity.state.chosen = state.chosen < state.books.count - 1 ? state.chosen + 1 : 0
            for _ in 1...state.books.count {}
        case .looked:
            if let due = state.due { _ = Int(due.timeIntervalSinceReferenceDate) }
            _ = activity.attributes.rows[0]
        }
    }

    func tick(_ activity: inout Scope) {
        if fault == .tick { activity.state.lent += 1 }
        activity.end(dismissal: .immediate)
    }

    var samples: ProviderSamples<Attributes, Event> {
        ProviderSamples(
            attributes: [Attributes()],
            story: [
                .init(after: 60, .taken), .init(after: 120, .turned), .init(after: 180, .looked), .init(after: 240, .taken),
            ])
    }
}
