/// A provider's samples as JSON.
public struct EncodedSamples: Codable, Hashable, Sendable {
    /// The provider's kind.
    public var kind: ActivityKind
    /// Sample attributes; the first are typical ones.
    public var attributes: [JSONText]
    /// The first content of an activity with the first attributes that starts at 2026-06-20 17:00 UTC.
    public var content: JSONText?
    /// Events from start to end that an activity with the first attributes accepts.
    public var story: [Moment]
    /// The domain's controls.
    public var actions: [Action]

    /// An event and its time.
    public struct Moment: Codable, Hashable, Sendable {
        /// Seconds since the start.
        public var after_s: TimeInterval
        /// The event, as JSON.
        public var event: JSONText
    }

    /// A control and its label.
    public struct Action: Codable, Hashable, Sendable {
        /// The control's name.
        public var id: ActionID
        /// The control's label.
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
