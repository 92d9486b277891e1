/// Attributes and content of a kind without Swift types (``AnyProvider/init(kind:)``).
public struct JSONAttributes: ActivityAttributes, Sendable {
    /// The state of a kind without rules is any JSON.
    public typealias ContentState = JSONValue
    /// The attributes, unchanged.
    public var value: JSONValue

    /// Creates attributes from any JSON.
    public init(_ value: JSONValue) { self.value = value }
    public init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// The provider of a kind without rules.
struct HostedProvider<Attributes: ActivityAttributes>: ActivityProvider {
    /// Activities of such a kind accept no events, so no event can be decoded.
    enum Event: Codable, Sendable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "activities of this kind accept no events: send an update instead"))
        }
        func encode(to encoder: any Encoder) throws {}
    }

    let kind: ActivityKind

    func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState> {
        throw ContentRequired()
    }

    func handle(_ event: Event, in activity: inout ActivityScope<Attributes>) throws {}

    struct ContentRequired: Error, CustomStringConvertible {
        var description: String { "activities of this kind are started with their content" }
    }
}
