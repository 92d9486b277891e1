/// A provider whose type is no longer told, ready to be registered.
///
/// Made where the provider's type is known, so that the compiler writes its hot paths for exactly that type:
/// `AnyProvider(DeliveryProvider())`, not `AnyProvider` of an `any ActivityProvider`.
public struct AnyProvider: Sendable {
    public let kind: ActivityKind

    /// The version of how its attributes and content look as JSON (``ActivityProvider/schemaVersion``).
    public let schemaVersion: Int

    /// Whether it has rules of its own; activities of a kind without are changed by their host alone.
    public let hasRules: Bool

    @usableFromInline let layout: RowLayout
    @usableFromInline let operations: ProviderOperations

    /// The provider's samples as JSON, to show and to try; `nil` where a sample cannot be written.
    public let samples: @Sendable () -> EncodedSamples?

    @inlinable public init<P: ActivityProvider>(_ provider: P) {
        self.init(provider, hasRules: true)
    }

    @inlinable init<P: ActivityProvider>(_ provider: P, hasRules: Bool) {
        kind = provider.kind
        schemaVersion = provider.schemaVersion
        self.hasRules = hasRules
        layout = RowLayout(P.Attributes.self)
        operations = ProviderOperations(provider)
        samples = { EncodedSamples(provider) }
    }

    /// A kind without rules: its host starts, updates and ends its activities by hand, as ActivityKit apps do.
    public init<Attributes: ActivityAttributes>(kind: ActivityKind, attributes: Attributes.Type) {
        self.init(HostedProvider<Attributes>(kind: kind), hasRules: false)
    }

    /// A kind without rules and without Swift types: attributes and content are whatever JSON its host gives.
    public init(kind: ActivityKind) {
        self.init(kind: kind, attributes: JSONAttributes.self)
    }
}

extension AnyProvider {
    /// The version as a record has it.
    var recordedVersion: Int? { schemaVersion == 1 ? nil : schemaVersion }
}

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

/// A provider's samples as JSON.
public struct EncodedSamples: Codable, Hashable, Sendable {
    public var kind: ActivityKind
    public var attributes: [JSONText]
    /// The content that the first attributes begin with, when they begin at 2026-06-20 17:00 UTC.
    public var content: JSONText?
    public var story: [Moment]
    public var actions: [Action]

    public struct Moment: Codable, Hashable, Sendable {
        public var after_s: TimeInterval
        public var event: JSONText
    }

    public struct Action: Codable, Hashable, Sendable {
        public var id: ActionID
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

/// Where the parts of a row lie, in bytes from its start.
@usableFromInline struct RowLayout: Sendable {
    @usableFromInline let stride: Int
    @usableFromInline let alignment: Int

    @inlinable init<Attributes: ActivityAttributes>(_: Attributes.Type) {
        alignment = max(
            64, MemoryLayout<Attributes.ContentState>.alignment, MemoryLayout<Attributes>.alignment)
        stride = Self.up(
            Self.attributesOffset(Attributes.self) + MemoryLayout<Attributes>.size, to: alignment)
    }

    @inlinable static func up(_ size: Int, to alignment: Int) -> Int { (size + alignment - 1) & ~(alignment - 1) }

    @inlinable static func stateOffset<Attributes: ActivityAttributes>(_: Attributes.Type) -> Int {
        up(MemoryLayout<Life>.size, to: MemoryLayout<Attributes.ContentState>.alignment)
    }

    @inlinable static func attributesOffset<Attributes: ActivityAttributes>(_: Attributes.Type) -> Int {
        up(
            stateOffset(Attributes.self) + MemoryLayout<Attributes.ContentState>.size,
            to: MemoryLayout<Attributes>.alignment)
    }
}
