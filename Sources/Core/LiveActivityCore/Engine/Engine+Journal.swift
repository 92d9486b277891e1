// Support for the journal: typed commands as JSON, and their replay.
extension Engine {
    /// An event as JSON, for an activity's kind; `nil` if the kind's events have another type.
    package func encoded<Event>(_ event: Event, for id: ActivityID) -> JSONValue? {
        guard id.kind < slabs.count else { return nil }
        return encoded(event, slabs[id.kind].provider)
    }

    /// An event as JSON, and the one kind that has such events; the kind is `nil` if there are several.
    package func encoded<Event>(_ event: Event) -> (event: JSONValue, kind: ActivityKind?)? {
        let matching = slabs.filter {
            inert[$0.ordinal] == nil && $0.provider.operations.eventType == ObjectIdentifier(Event.self)
        }
        guard let first = matching.first, let value = encoded(event, first.provider) else { return nil }
        return (value, matching.count == 1 ? first.provider.kind : nil)
    }

    /// Any value as JSON; `nil` if it cannot be encoded.
    package func encoded(_ value: some Encodable) -> JSONValue? { try? encoder.encodeToJSONValue(value) }

    private func encoded<Event>(_ event: Event, _ provider: AnyProvider) -> JSONValue? {
        guard provider.operations.eventType == ObjectIdentifier(Event.self) else { return nil }
        var bytes: [UInt8] = []
        do {
            try withUnsafePointer(to: event) { try provider.operations.json.encodeEvent($0, encoder, &bytes) }
            return try JSONValue(parsing: bytes)
        } catch {
            return nil
        }
    }

    /// Applies one event of a batch, like ``send(_:at:)``: a refusal is reported as a change.
    package mutating func applyOneOfMany(_ command: Command, at now: Date) throws(EngineError) {
        guard case .send(.id(let id), let event, _, _) = command else { return }
        try prepare(at: now)
        let (slab, head) = try locate(id)
        _ = try slab.provider.operations.readEvent(&self, .value(event)) { (engine, event) throws(EngineError) in
            var report = PublishReport()
            engine.deliver(event, slab, id, head, &report)
            return .published(report)
        }
    }
}
