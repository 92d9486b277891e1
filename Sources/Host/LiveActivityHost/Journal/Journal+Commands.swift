package import LiveActivityCore

// Converts commands with typed values to the form that the journal records; `nil` if a value cannot be encoded as JSON.
extension Engine {
    @usableFromInline package func journaledStart<Attributes: ActivityAttributes>(
        _ attributes: Attributes, _ content: ActivityContent<Attributes.ContentState>?, _ kind: ActivityKind?, _ owner: OwnerID,
        _ options: StartOptions, isLenient: Bool = false
    ) -> [Journaled] {
        guard let kind = kind ?? self.kind(with: Attributes.self), let value = encoded(attributes) else { return [] }
        let start = Command.Start(
            kind: kind, owner: owner, attributes: value, content: content.flatMap { update($0) }, options: options)
        return [Journaled(.start(start), isLenient: isLenient)]
    }

    @usableFromInline package func journaledSend<Event>(
        _ event: Event, _ id: ActivityID, _ eventID: EventID?, _ timestamp: Date?
    ) -> [Journaled] {
        encoded(event, for: id).map { [Journaled(.send(.id(id), event: $0, id: eventID, timestamp: timestamp))] } ?? []
    }

    @usableFromInline package func journaledPublish<Event>(
        _ event: Event, _ topic: Topic, _ eventID: EventID?, _ timestamp: Date?
    ) -> [Journaled] {
        encoded(event).map {
            [Journaled(.publish(topic, event: $0.event, kind: $0.kind, id: eventID, timestamp: timestamp))]
        } ?? []
    }

    @usableFromInline package func journaled<Event>(_ events: [(ActivityID, Event)]) -> [Journaled] {
        events.compactMap { id, event in
            encoded(event, for: id).map { Journaled(.send(.id(id), event: $0), isOneOfMany: true) }
        }
    }

    @usableFromInline package func update<State>(_ content: ActivityContent<State>) -> ContentUpdate? {
        encoded(content.state).map {
            ContentUpdate(state: $0, staleDate: content.staleDate, relevanceScore: content.relevanceScore)
        }
    }
}
