public import Foundation

/// A type that a language model can generate.
public protocol Generable: Sendable {
    associatedtype PartiallyGenerated = Self
}

extension String: Generable {}
extension Bool: Generable {}
extension Int: Generable {}
extension Double: Generable {}
extension Float: Generable {}
extension Array: Generable where Element: Generable {}
extension Optional: Generable where Wrapped: Generable {}
extension Decimal: Generable {}
extension GeneratedContent: Generable {}

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
    public static let `default` = SystemLanguageModel()

    public enum Availability: Hashable, Sendable {
        public enum UnavailableReason: Hashable, Sendable {
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
    public enum GenerationError: Error {
        public struct Context: Sendable { public var debugDescription: String { "" } }
        public struct Refusal: Sendable { public var explanation: String { "" } }
        case assetsUnavailable(Context), exceededContextWindowSize(Context), guardrailViolation(Context)
        case unsupportedGuide(Context), unsupportedLanguageOrLocale(Context), decodingFailure(Context), rateLimited(Context)
        case concurrentRequests(Context)
        case refusal(Refusal, Context)
    }

    /// The response as it is generated. The sequence fails at once.
    public struct ResponseStream<Content: Generable>: AsyncSequence {
        public struct Snapshot { public let content: Content.PartiallyGenerated }
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> Snapshot? { throw GenerationError.unavailable }
        }
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
        public func collect() async throws -> Response<Content> { throw GenerationError.unavailable }
    }

    public struct Response<Content> {
        public let content: Content
        public var transcriptEntries: ArraySlice<Transcript.Entry> { [] }
    }
    public var isResponding: Bool { false }
    public var transcript: Transcript { Transcript() }
    public func prewarm(promptPrefix: String? = nil) {}

    /// Creates a conversation. The instructions and the tools have no effect.
    public init(model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil) {}
    @_disfavoredOverload
    public init(model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: Instructions) {}
    public init(
        model: SystemLanguageModel = .default, tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {}
    public init(model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript) {}

    /// Always fails.
    public func respond(to prompt: String, options: GenerationOptions = GenerationOptions()) async throws -> Response<String> {
        throw GenerationError.unavailable
    }
    @_disfavoredOverload
    public func respond(to prompt: Prompt, options: GenerationOptions = GenerationOptions()) async throws -> Response<String> {
        throw GenerationError.unavailable
    }
    public func respond(
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> { throw GenerationError.unavailable }
    public func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> { throw GenerationError.unavailable }
    public func respond<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> { throw GenerationError.unavailable }
    public func streamResponse(to prompt: String, options: GenerationOptions = GenerationOptions()) -> ResponseStream<String> {
        ResponseStream()
    }
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> ResponseStream<Content> { ResponseStream() }
}

extension LanguageModelSession.GenerationError {
    fileprivate static var unavailable: Self { .assetsUnavailable(Context()) }
}
