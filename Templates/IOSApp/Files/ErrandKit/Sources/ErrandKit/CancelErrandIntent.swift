public import AppIntents
public import LiveActivityClient
import ActivityKit
import Foundation

/// The button on the activity. It runs in the app's process, so it must be part of the app and of the widget extension.
public struct CancelErrandIntent: LiveActivityIntent {
    public static let title: LocalizedStringResource = "Cancel"
    /// Performs the action. The app sets it at launch, including background launches.
    @MainActor public static var client: LiveActivityClient?

    @Parameter(title: "Title") public var name: String
    @Parameter(title: "Steps") public var steps: Int

    public init() {}

    public init(_ attributes: ErrandAttributes) {
        name = attributes.title
        steps = attributes.steps
    }

    public func perform() async throws -> some IntentResult {
        let attributes = ErrandAttributes(title: name, steps: steps)
        try await Self.client?.perform("cancel", on: attributes, as: ErrandBackend.kind)
        return .result()
    }
}
