import LiveActivityCore

/// Finds the members of a command's JSON that its kind does not have, for entries that report them with each command.
///
/// It reads the JSON without a runtime: the caller may be at another node than the activity.
package final class UnknownMemberCheck: Sendable {
    private let kinds: [(kind: ActivityKind, types: ProviderTypes, reader: EventReader)]
    /// The index in ``kinds`` by the number of a kind in ids; `nil` for a kind without a provider.
    private let byNumber: [Int?]
    private let decoders = DecoderPool()

    /// - Parameter numbers: The kinds in the order of their numbers in ids; `nil` if that is the order of the providers.
    package init(_ providers: [AnyProvider], numbers: [ActivityKind]? = nil) {
        kinds = providers.map { ($0.kind, $0.types, EventReader($0)) }
        byNumber = (numbers ?? providers.map(\.kind)).map { kind in providers.firstIndex { $0.kind == kind } }
    }

    /// The unknown members of a command's attributes, content or event; empty where JSON cannot be read as the kind's type, and
    /// where the kind is not known.
    package func unknownMembers(in command: Command) -> [UnknownMember] {
        switch command {
        case .start(let start):
            guard let place = place(of: start.kind) else { return [] }
            return unknownMembers(in: start.attributes, kinds[place].types.attributes, place, "attributes")
                + unknownMembers(inContent: start.content, place)
        case .update(let activity, let content, _, _): return unknownMembers(inContent: content, place(of: activity))
        case .end(let activity, let content, _, _): return unknownMembers(inContent: content, place(of: activity))
        case .send(let activity, let event, _, _):
            return place(of: activity).flatMap { unknownMembers(inEvent: .value(event), $0) } ?? []
        case .publish(_, let event, let kind, _, _): return unknownMembers(inPublished: event, kind)
        default: return []
        }
    }

    /// The unknown members of an event for an activity.
    package func unknownMembers(inEvent json: some JSONSource, to activity: ActivityReference) -> [UnknownMember] {
        guard let place = place(of: activity) else { return [] }
        return json.withJSON { unknownMembers(inEvent: $0, place) } ?? []
    }

    private func place(of kind: ActivityKind) -> Int? { kinds.firstIndex { $0.kind == kind } }

    private func place(of activity: ActivityReference) -> Int? {
        switch activity {
        case .id(let id): id.kindNumber < byNumber.count ? byNumber[id.kindNumber] : nil
        case .key(_, let kind, _): place(of: kind)
        }
    }

    /// `nil` if the JSON is not an event of the kind.
    private func unknownMembers(inEvent json: JSONInput, _ place: Int) -> [UnknownMember]? {
        decoders.withDecoder { decoder in
            do { try kinds[place].reader.withEvent(json, decoder) { _ in } } catch { return nil }
            return decoder.unknownMembers(of: kinds[place].kind, in: "event")
        }
    }

    /// Without a kind only the runtime knows the followers of the topic: a member is unknown if no kind with this event has it.
    private func unknownMembers(inPublished event: JSONValue, _ kind: ActivityKind?) -> [UnknownMember] {
        let places = kind.map { place(of: $0).map { [$0] } ?? [] } ?? Array(kinds.indices)
        let found = places.compactMap { unknownMembers(inEvent: .value(event), $0) }
        return found.contains([]) ? [] : found.first ?? []
    }

    private func unknownMembers(inContent content: ContentUpdate?, _ place: Int?) -> [UnknownMember] {
        guard let content, let place else { return [] }
        return unknownMembers(in: content.state, kinds[place].types.state, place, "content")
    }

    private func unknownMembers(
        in json: JSONValue, _ type: any Codable.Type, _ place: Int, _ what: String
    ) -> [UnknownMember] {
        func read<Value: Codable>(_: Value.Type) -> [UnknownMember] {
            decoders.withDecoder { decoder in
                do { _ = try decoder.decode(Value.self, from: json) } catch { return [] }
                return decoder.unknownMembers(of: kinds[place].kind, in: what)
            }
        }
        return read(type)
    }
}
