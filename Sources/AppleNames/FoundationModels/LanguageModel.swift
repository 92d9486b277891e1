/// A type that a language model can generate.
public protocol Generable {}

extension String: Generable {}
extension Bool: Generable {}
extension Int: Generable {}
extension Double: Generable {}
extension Float: Generable {}
extension Array: Generable where Element: Generable {}
extension Optional: Generable where Wrapped: Generable {}

/// Conforms a type to `Generable`.
@attached(extension, conformances: Generable)
public macro Generable(description: String? = nil) = #externalMacro(module: "PreviewMacros", type: "Generable")

/// Describes a property to the model. It has no effect here.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "PreviewMacros", type: "Guide")
@attached(peer)
public macro Guide<Value>(description: String? = nil, _ guides: GenerationGuide<Value>...) =
    #externalMacro(module: "PreviewMacros", type: "Guide")

/// Restricts a property's values. It has no effect here.
public struct GenerationGuide<Value> {}

// The element type cannot be inferred from a count, and since guides have no effect, any type will do.
extension GenerationGuide where Value == [Never] {
    /// Requires a number of elements.
    public static func count(_ count: Int) -> Self { Self() }
    public static func count(_ range: ClosedRange<Int>) -> Self { Self() }
    /// Requires a minimum number of elements.
    public static func minimumCount(_ count: Int) -> Self { Self() }
    /// Requires a maximum number of elements.
    public static func maximumCount(_ count: Int) -> Self { Self() }
}
extension GenerationGuide where Value: Comparable {
    public static func range(_ range: ClosedRange<Value>) -> Self { Self() }
    public static func minimum(_ value: Value) -> Self { Self() }
    public static func maximum(_ value: Value) -> Self { Self() }
}
extension GenerationGuide where Value == String {
    public static func anyOf(_ values: [String]) -> Self { Self() }
    public static func constant(_ value: String) -> Self { Self() }
}

/// The system's language model, which is never available here.
public final class SystemLanguageModel: Sendable {
    /// The system's model.
    public static let `default` = SystemLanguageModel()

    public enum Availability: Hashable, Sendable {
        /// Why it is not.
        public enum UnavailableReason: Hashable, Sendable {
            /// Why it is not.
            case deviceNotEligible, appleIntelligenceNotEnabled, modelNotReady
        }
        case available, unavailable(UnavailableReason)
    }

    /// Always unavailable: the device is not eligible.
    public var availability: Availability { .unavailable(.deviceNotEligible) }
    /// Always `false`.
    public var isAvailable: Bool { false }
}

/// A conversation with the model. Every request fails, because no model is available here.
public final class LanguageModelSession: Sendable {
    public enum GenerationError: Error { case assetsUnavailable }

    public struct Response<Content> { public let content: Content }

    /// Creates a conversation. The instructions have no effect.
    public init(model: SystemLanguageModel = .default, instructions: String? = nil) {}

    /// Always fails.
    public func respond(to prompt: String) async throws -> Response<String> { throw GenerationError.assetsUnavailable }
    public func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true
    ) async throws -> Response<Content> { throw GenerationError.assetsUnavailable }
}
