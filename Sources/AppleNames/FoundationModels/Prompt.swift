public import Foundation

// The parts of a request to a model. None has an effect, because no model is available here.

public struct Prompt: Sendable { public init(_ content: some PromptRepresentable) {} }
public protocol PromptRepresentable {}
extension String: PromptRepresentable {}
extension Prompt: PromptRepresentable {}
extension Array: PromptRepresentable where Element: PromptRepresentable {}
extension Optional: PromptRepresentable where Wrapped: PromptRepresentable {}
@resultBuilder public enum PromptBuilder {
    public static func buildExpression(_ part: some PromptRepresentable) -> Prompt { Prompt(part) }
    public static func buildBlock(_ parts: Prompt...) -> Prompt { Prompt("") }
    public static func buildArray(_ parts: [Prompt]) -> Prompt { Prompt("") }
    public static func buildOptional(_ part: Prompt?) -> Prompt { Prompt("") }
    public static func buildEither(first part: Prompt) -> Prompt { part }
    public static func buildEither(second part: Prompt) -> Prompt { part }
}

public struct Instructions: Sendable { public init(_ content: some InstructionsRepresentable) {} }
public protocol InstructionsRepresentable {}
extension String: InstructionsRepresentable {}
extension Instructions: InstructionsRepresentable {}
extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {}
@resultBuilder public enum InstructionsBuilder {
    public static func buildExpression(_ part: some InstructionsRepresentable) -> Instructions { Instructions(part) }
    public static func buildBlock(_ parts: Instructions...) -> Instructions { Instructions("") }
    public static func buildArray(_ parts: [Instructions]) -> Instructions { Instructions("") }
    public static func buildOptional(_ part: Instructions?) -> Instructions { Instructions("") }
    public static func buildEither(first part: Instructions) -> Instructions { part }
    public static func buildEither(second part: Instructions) -> Instructions { part }
}

public struct GenerationOptions: Equatable, Sendable {
    public struct SamplingMode: Equatable, Sendable {
        public static let greedy = Self()
        public static func random(top: Int, seed: UInt64? = nil) -> Self { Self() }
        public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> Self { Self() }
    }
    public var sampling: SamplingMode?
    public var temperature: Double?
    public var maximumResponseTokens: Int?
    public init(sampling: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
        (self.sampling, self.temperature, self.maximumResponseTokens) = (sampling, temperature, maximumResponseTokens)
    }
}

/// A function that the model may call. It never is.
public protocol Tool<Arguments, Output>: Sendable {
    associatedtype Arguments
    associatedtype Output
    var name: String { get }
    var description: String { get }
    func call(arguments: Arguments) async throws -> Output
}
extension Tool { public var name: String { "\(Self.self)" } }

/// The entries of a conversation, which is empty here.
public struct Transcript: Equatable, Sendable {
    public enum Entry: Equatable, Sendable {
        case instructions(String), prompt(String), toolCalls(String), toolOutput(String), response(String)
    }
    public init(entries: [Entry] = []) {}
}

/// The values that a model has generated. None are here.
public struct GeneratedContent: Equatable, Sendable {
    public func value<Value: Generable>(_ type: Value.Type = Value.self, forProperty property: String) throws -> Value {
        throw CocoaError(.coderValueNotFound)
    }
    public var jsonString: String { "{}" }
}
