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
