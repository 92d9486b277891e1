import LiveActivityCore

/// The simplest kind: a text that its host changes.
struct Note: ActivityAttributes, Sendable {
    struct ContentState: Codable, Hashable, Sendable { var text: String }
    var title: String
}

extension ActivityContent where State == Note.ContentState {
    static func note(_ text: String, staleDate: Date? = nil, relevance: Double = 0) -> Self {
        ActivityContent(state: .init(text: text), staleDate: staleDate, relevanceScore: relevance)
    }
}
