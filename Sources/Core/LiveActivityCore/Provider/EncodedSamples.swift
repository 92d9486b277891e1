/// A provider's samples as JSON.
public struct EncodedSamples: Codable, Hashable, Sendable {
    public var kind: ActivityKind
    public var attributes: [JSONText]
    /// The content that the first attributes begin with, when they begin at 2026-06-20 17:00 UTC.
    public var content: JSONText?
    public var story: [Moment]
    public var actions: [Action]

    public struct Moment: Codable, Hashable, Sendable {
        public var after_s: TimeInterval
        public var event: JSONText
    }

    public struct Action: Codable, Hashable, Sendable {
        public var id: ActionID
        public var title: String
    }

    @usableFromInline init?<P: ActivityProvider>(_ provider: P) {
        let encoder = WireEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let samples = provider.samples
        do {
            kind = provider.kind
            attributes = try samples.attributes.map { JSONText(trusted: try encoder.encode($0)) }
            content = try samples.attributes.first.map {
                let content = try provider.content(for: $0, at: Date(timeIntervalSinceReferenceDate: 803_667_600))
                return JSONText(trusted: try encoder.encode(content.state))
            }
            story = try samples.story.map {
                Moment(after_s: $0.after, event: JSONText(trusted: try encoder.encode($0.event)))
            }
            actions = samples.actions.map { Action(id: $0.id, title: $0.title) }
        } catch {
            return nil
        }
    }
}
