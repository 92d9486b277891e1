public import LiveActivityCore

/// Passes on content that only the owner's devices can read. The service orders, conflates, schedules and expires it by what
/// the host has left readable: sequence, dates, relevance and a general alert.
public struct SealedProvider: ActivityProvider {
    /// The attributes of an activity. They never change.
    public typealias Attributes = SealedAttributes
    /// The events of an activity.
    public typealias Event = SealedEvent

    /// The permanent name `sealed`, which is stored and sent.
    public let kind: ActivityKind = "sealed"

    /// Creates the provider. It has no settings.
    public init() {}

    /// - Throws: `InvalidField` or ``SealedError/badStream(_:)``.
    public func validate(_ attributes: SealedAttributes) throws { try attributes.validate() }

    /// - Throws: `InvalidField` or ``SealedError/notBase64``.
    public func validate(_ state: SealedState, for attributes: SealedAttributes) throws { try state.validate() }

    /// The content of a new activity: nothing yet. A host that starts it with content gives that with the start.
    public func content(for attributes: SealedAttributes, at now: Date) -> ActivityContent<SealedState> {
        ActivityContent(state: SealedState(), staleDate: nil)
    }

    /// Applies an event.
    ///
    /// - Throws: ``SealedError/olderSequence(_:newest:)`` for content that is not newer, ``SealedError/notBase64``, or
    ///   `InvalidField` for a value that is too long or out of range.
    public func handle(_ event: SealedEvent, in activity: inout Scope) throws {
        switch event {
        case .sealed(let sequence, let box, let staleDate, let relevanceScore, let alert):
            guard sequence > activity.state.sequence else {
                throw SealedError.olderSequence(sequence, newest: activity.state.sequence)
            }
            try InvalidField.check(staleDate, "staleDate")
            activity.state = SealedState(sequence: sequence, box: box)
            try activity.state.validate()
            activity.stale(at: staleDate)
            if let relevanceScore {
                try InvalidField.check(relevanceScore, "relevanceScore", in: -1e9...1e9)
                activity.relevanceScore = relevanceScore
            }
            guard let alert else { return }
            try InvalidField.check(alert.title, "title", bytes: SealedAlert.titleBytesMax)
            try InvalidField.check(alert.body, "body", bytes: SealedAlert.bodyBytesMax)
            activity.alert(AlertConfiguration(title: .literal(alert.title), body: .literal(alert.body)))
        case .ended(let date):
            try InvalidField.check(date, "dismissalDate")
            activity.end(dismissal: date.map { .after($0) } ?? .default)
        }
    }

    /// Two boxes, of which the second alerts, and the end. The boxes are examples: no device can open them.
    public var samples: ProviderSamples<SealedAttributes, SealedEvent> {
        let start = Date(timeIntervalSinceReferenceDate: 803_667_600)
        return ProviderSamples(
            attributes: [
                SealedAttributes(title: "Food", stream: "order-42"), SealedAttributes(title: "Build", stream: "9f2c61"),
            ],
            story: [
                .init(after: 1, .sealed(sequence: 1, box: "AQEAAAAA", staleDate: start + 900)),
                .init(
                    after: 60,
                    .sealed(
                        sequence: 2, box: "AQEAAAE=", staleDate: start + 1_800, relevanceScore: 10,
                        alert: SealedAlert(title: "Food", body: "Your order was updated"))),
                .init(after: 600, .ended(dismissalDate: start + 1_500)),
            ])
    }
}
