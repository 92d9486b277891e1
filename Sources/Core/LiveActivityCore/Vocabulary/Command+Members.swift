import LiveActivityJSON

// A command with a member that there is not is refused: with `"ky"` for `"key"`, a start would have no key, and a repetition would start a
// second activity. What is inside attributes, states and events belongs to their kinds.

extension Command.Name {
    /// Refuses a command with a member that this command does not have.
    ///
    /// - Throws: `DecodingError`, with the member that was probably meant.
    func refuseUnknownMembers(in decoder: any Decoder) throws {
        try decoder.refuseMembers(beyond: members)
        switch self {
        case .start:
            try decoder.refuseMembers(beyond: Self.content, in: .content)
            try decoder.refuseMembers(beyond: Self.alert, in: .alert)
            try decoder.refuseMembers(beyond: ["staleAfter", "endAfter"], in: .lease)
        case .update:
            try decoder.refuseMembers(beyond: Self.content, in: .content)
            try decoder.refuseMembers(beyond: Self.alert, in: .alert)
            try decoder.refuseMembers(beyond: Self.reference, in: .activity)
        case .end:
            try decoder.refuseMembers(beyond: Self.content, in: .content)
            try decoder.refuseMembers(beyond: Self.reference, in: .activity)
        case .send, .perform, .dismiss, .renewLease: try decoder.refuseMembers(beyond: Self.reference, in: .activity)
        case .publish, .permit, .permitFrequentUpdates, .advance: break
        }
    }

    /// The members of the command.
    private var members: [String] {
        let own: [String] =
            switch self {
            case .start:
                [
                    "kind", "owner", "attributes", "content", "key", "ifRunning", "start", "alert", "endDate",
                    "dismissalPolicy", "lease",
                    "renews", "style",
                ]
            case .update: ["activity", "content", "alert", "timestamp"]
            case .end: ["activity", "content", "dismissalPolicy", "timestamp"]
            case .send: ["activity", "event", "id", "timestamp"]
            case .publish: ["topic", "event", "kind", "id", "timestamp"]
            case .perform: ["activity", "action", "surface"]
            case .dismiss, .renewLease: ["activity"]
            case .permit: ["owner", "kind", "allowed"]
            case .permitFrequentUpdates: ["owner", "allowed"]
            case .advance: []
            }
        return own + ["command", "at", "traceparent"]
    }

    private static let content = ["state", "staleDate", "relevanceScore"]
    private static let alert = ["title", "body", "sound"]
    private static let reference = ["owner", "kind", "key"]
}

extension Decoder {
    /// - Parameter place: A member of the object; the object itself if `nil`. What is there and is no object has no members.
    fileprivate func refuseMembers(beyond known: [String], in place: Command.CodingKeys? = nil) throws {
        let container: KeyedDecodingContainer<JSONKey>
        if let place {
            let object = try self.container(keyedBy: Command.CodingKeys.self)
            guard object.contains(place), let nested = try? object.nestedContainer(keyedBy: JSONKey.self, forKey: place) else {
                return
            }
            container = nested
        } else {
            container = try self.container(keyedBy: JSONKey.self)
        }
        for member in container.allKeys where !known.contains(member.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: container.codingPath + [member],
                    debugDescription: CaseNames.unknown(member.stringValue, "member", among: known)))
        }
    }
}
