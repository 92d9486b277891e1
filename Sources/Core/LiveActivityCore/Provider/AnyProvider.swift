/// A type-erased provider that can be registered.
///
/// Create it where the provider's type is known, so that the compiler specialises the frequent operations for that type:
/// `AnyProvider(DeliveryProvider())`, not `AnyProvider` of an `any ActivityProvider`.
public struct AnyProvider: Sendable {
    /// The provider's name (``ActivityProvider/kind``).
    public let kind: ActivityKind

    /// The version of the JSON form of its attributes and state (``ActivityProvider/schemaVersion``).
    public let schemaVersion: Int

    /// Whether the kind has rules. Only the host changes activities of a kind without rules.
    public let hasRules: Bool

    @usableFromInline let layout: RowLayout
    @usableFromInline let operations: ProviderOperations

    /// The provider's samples as JSON; `nil` if a sample cannot be encoded.
    public let samples: @Sendable () -> EncodedSamples?

    /// The types to which the provider's JSON is decoded.
    @usableFromInline package let types: ProviderTypes

    /// Erases a provider's type.
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
        types = ProviderTypes(P.self)
    }

    /// Creates a kind without rules: its host starts, updates and ends its activities itself, as ActivityKit apps do.
    public init<Attributes: ActivityAttributes>(kind: ActivityKind, attributes: Attributes.Type) {
        self.init(HostedProvider<Attributes>(kind: kind), hasRules: false)
    }

    /// Creates a kind without rules and without Swift types: attributes and content are any JSON from the host.
    public init(kind: ActivityKind) {
        self.init(kind: kind, attributes: JSONAttributes.self)
    }
}

extension AnyProvider {
    /// The schema version as stored with an activity: `nil` if it is 1.
    var recordedVersion: Int? { schemaVersion == 1 ? nil : schemaVersion }
}

/// A provider's types as values, for code that examines their JSON forms: contracts.
///
/// `@unchecked Sendable` because a type is never changed. Its values are coded on any thread, as ``ActivityAttributes`` says.
@usableFromInline package struct ProviderTypes: @unchecked Sendable {
    package let attributes: any Codable.Type
    package let state: any Codable.Type
    package let event: any Codable.Type

    @usableFromInline init<P: ActivityProvider>(_: P.Type) {
        attributes = P.Attributes.self
        state = P.Attributes.ContentState.self
        event = P.Event.self
    }
}
