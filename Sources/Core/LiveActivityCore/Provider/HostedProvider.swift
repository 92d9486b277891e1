/// Attributes and content of a kind that no Swift type describes.
public struct JSONAttributes: ActivityAttributes, Sendable {
    public typealias ContentState = JSONValue
    public var value: JSONValue

    public init(_ value: JSONValue) { self.value = value }
    public init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// The provider of a kind without rules.
struct HostedProvider<Attributes: ActivityAttributes>: ActivityProvider {
    /// Nothing can be reported to such an activity.
    enum Event: Codable, Sendable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "this kind has no events: update it instead"))
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
