/// A member of JSON that its kind does not have.
///
/// It is ignored and not refused, because an app may be newer than the host. A misspelt member, however, is missing without an
/// error. Therefore each entry for JSON reports it: a runtime as a notice, a service in its answer, `live-activities run` on
/// standard error, a host in C by `la_runtime_notices()`.
///
/// As JSON `{"notice":"unknownMember","kind":"delivery","path":"event.delayed.minuts","message":"…"}`.
public struct UnknownMember: Hashable, Sendable {
    /// The kind whose attributes, content or events do not have the member.
    public let kind: ActivityKind
    /// The path of the member, such as `event.delayed.minuts`; it begins with `attributes`, `content` or `event`.
    public let path: String
    /// The member that was probably meant; `nil` if none is similar.
    public let suggestion: String?

    init(_ member: UnreadMember, of kind: ActivityKind, in what: String) {
        self.kind = kind
        path = "\(what).\(member.path)"
        suggestion = member.suggestion
    }
}

extension UnknownMember: CustomStringConvertible {
    public var description: String {
        let advice = suggestion.map { "did you mean '\($0.abridged)'?" } ?? "it is ignored"
        return "kind '\(kind.abridged)' has no member '\(path)'; \(advice)"
    }
}

extension UnknownMember: Encodable {
    private enum CodingKeys: String, CodingKey { case notice, kind, path, suggestion, message }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("unknownMember", forKey: .notice)
        try container.encode(kind, forKey: .kind)
        try container.encode(path, forKey: .path)
        try container.encodeIfPresent(suggestion, forKey: .suggestion)
        try container.encode(description, forKey: .message)
    }
}

/// The unknown members that were reported, so that each is reported once although each event may bring it.
package struct UnknownMemberMemory: Sendable {
    /// The maximum number of members to report.
    package static let limit = 1_000
    private var reported: Set<UnknownMember> = []

    package init() {}

    /// Whether the member is to be reported now.
    package mutating func admit(_ member: UnknownMember) -> Bool {
        reported.count < Self.limit && reported.insert(member).inserted
    }
}

extension WireDecoder {
    /// The members that the last value's type did not read.
    package func unknownMembers(of kind: ActivityKind, in what: String) -> [UnknownMember] {
        unread.map { UnknownMember($0, of: kind, in: what) }
    }
}

extension Engine {
    /// Records the members that the type of a value has not read. At most ``unknownMembersMax`` wait for the host.
    @usableFromInline @inline(never)
    mutating func noteUnread(of kind: ActivityKind, in what: String) {
        for member in decoder.unknownMembers(of: kind, in: what) {
            guard unknownMembers.count < Self.unknownMembersMax, !unknownMembers.contains(member) else { continue }
            unknownMembers.append(member)
        }
    }

    private static var unknownMembersMax: Int { 64 }

    /// The unknown members of the JSON that was decoded since the last call.
    package mutating func takeUnknownMembers() -> [UnknownMember] {
        defer { unknownMembers = [] }
        return unknownMembers
    }
}
