import LiveActivityCore
import Synchronization

/// Decodes events on the callers' threads, before a shard's lock is taken, so that several threads decode in parallel.
final class EventDecoding: Sendable {
    private struct State {
        /// The readers of events, by the kind's number.
        var byNumber: [EventReader?] = []
        var byKind: [ActivityKind: EventReader] = [:]

        func reader(_ reference: ActivityReference) -> EventReader? {
            switch reference {
            case .id(let id): id.kindNumber < byNumber.count ? byNumber[id.kindNumber] : nil
            case .key(_, let kind, _): byKind[kind]
            }
        }
    }

    private let state = Mutex(State())
    private let decoders = DecoderPool()

    init() {}

    /// Decodes an event for an activity, and lends it to `body`.
    ///
    /// - Returns: `false`, and `body` was not called, if the JSON is not an event of the kind, or the kind is unknown. The
    ///   engine then throws, after all its other checks.
    func withEvent(
        _ json: JSONInput, for reference: ActivityReference, in shard: Shard, _ body: (LentEvent) -> Void
    ) -> Bool {
        let known = state.withLock { $0.reader(reference) }
        guard let reader = known ?? look(up: reference, in: shard) else { return false }
        let unknown = decoders.withDecoder { decoder -> [UnknownMember]? in
            do { try reader.withEvent(json, decoder, body) } catch { return nil }
            return decoder.unread.isEmpty ? [] : decoder.unknownMembers(of: reader.kind, in: "event")
        }
        guard let unknown else { return false }
        for member in unknown { shard.instruments.notices.post(member) }
        return true
    }

    /// Lends a decoder.
    func withDecoder<Result, Failure: Error>(_ body: (WireDecoder) throws(Failure) -> Result) throws(Failure) -> Result {
        try decoders.withDecoder(body)
    }

    /// Queries an engine, once for each kind.
    private func look(up reference: ActivityReference, in shard: Shard) -> EventReader? {
        switch reference {
        case .id(let id):
            guard let reader = shard.query({ $0.eventReader(ofKindNumbered: id.kindNumber) }) else { return nil }
            state.withLock { state in
                while state.byNumber.count <= id.kindNumber { state.byNumber.append(nil) }
                state.byNumber[id.kindNumber] = reader
            }
            return reader
        case .key(_, let kind, _):
            guard let reader = shard.query({ $0.eventReader(of: kind) }) else { return nil }
            state.withLock { $0.byKind[kind] = reader }
            return reader
        }
    }
}
