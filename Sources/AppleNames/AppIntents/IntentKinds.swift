public import Foundation
public import LiveActivityUI

// Kinds of intents that the system treats in their own way. They compile, and are never run by a system.

/// An intent with a view that is updated while it is shown.
public protocol SnippetIntent: AppIntent {}
public protocol DeleteIntent: AppIntent {}
public protocol UndoableIntent: AppIntent {}
public protocol CameraCaptureIntent: AppIntent {}
public protocol ShowInAppSearchResultsIntent: AppIntent {}
public protocol PlayVideoIntent: AppIntent {}
public protocol PushDeviceLinkIntent: AppIntent {}
public protocol TargetContentProvidingIntent: AppIntent {}
public protocol StartWorkoutIntent: AppIntent {}
public protocol StartDiveIntent: AppIntent {}
public protocol PauseWorkoutIntent: AppIntent {}
public protocol ResumeWorkoutIntent: AppIntent {}
/// An intent that replaces one of an older framework.
public protocol CustomIntentMigratedAppIntent: AppIntent { static var intentClassName: String { get } }
public protocol URLRepresentableIntent: AppIntent {}

/// An intent that reports how much is done.
public protocol ProgressReportingIntent: AppIntent {}
extension ProgressReportingIntent { public var progress: Progress { Progress(totalUnitCount: 1) } }

/// An intent whose use the system predicts. Its predictions are never requested.
public protocol PredictableIntent: AppIntent {
    associatedtype Predictions
    @IntentPredictionsBuilder static var predictionConfiguration: Predictions { get }
}
public struct IntentPrediction<Intent: AppIntent>: Sendable {
    public init(displayRepresentation: @escaping @Sendable () -> DisplayRepresentation) {}
    public init<Value>(
        parameters: KeyPath<Intent, IntentParameter<Value>>,
        displayRepresentation: @escaping @Sendable (Value) -> DisplayRepresentation
    ) {}
    public init<First, Second>(
        parameters: (KeyPath<Intent, IntentParameter<First>>, KeyPath<Intent, IntentParameter<Second>>),
        displayRepresentation: @escaping @Sendable (First, Second) -> DisplayRepresentation
    ) {}
}
@resultBuilder public enum IntentPredictionsBuilder {
    public static func buildBlock<Intent: AppIntent>(_ predictions: IntentPrediction<Intent>...) -> [IntentPrediction<Intent>] {
        predictions
    }
}

/// A result with an intent whose view is shown, which is not stored.
public protocol ShowsSnippetIntent: IntentResult {}
extension IntentResultContainer: ShowsSnippetIntent {}

extension IntentResult where Self == IntentResultContainer<Never> {
    public static func result(dialog: IntentDialog? = nil, snippetIntent: some SnippetIntent) -> Self { result() }
    public static func result(opensIntent: some AppIntent, dialog: IntentDialog) -> Self { result() }
    public static func result(actionButtonIntent: some AppIntent) -> Self { result() }
    public static func result(dialog: IntentDialog? = nil, @ViewBuilder content: () -> some View) -> Self { result() }
}
extension IntentResult {
    public static func result<Value: Sendable>(value: Value, opensIntent: some AppIntent, dialog: IntentDialog? = nil) -> Self
    where Self == IntentResultContainer<Value> { result(value: value) }
    public static func result<Value: Sendable>(value: Value, dialog: IntentDialog? = nil, view: some View) -> Self
    where Self == IntentResultContainer<Value> { result(value: value) }
    public static func result<Value: Sendable>(
        value: Value, dialog: IntentDialog, @ViewBuilder content: () -> some View
    ) -> Self where Self == IntentResultContainer<Value> { result(value: value) }
    public static func result<Value: Sendable>(value: Value, snippetIntent: some SnippetIntent) -> Self
    where Self == IntentResultContainer<Value> { result(value: value) }
}

extension AppIntent {
    /// Does nothing: there is no system that learns from it.
    @discardableResult public func donate() async throws -> IntentDonationIdentifier { IntentDonationIdentifier() }
    /// Returns at once, without a request.
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue, dialog: IntentDialog? = nil,
        showDialogAsPrompt: Bool = true
    ) async throws {}
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue, dialog: IntentDialog,
        showDialogAsPrompt: Bool = true, @ViewBuilder content: () -> some View
    ) async throws {}
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
        snippetIntent: some SnippetIntent
    ) async throws {}
    public func requestConfirmation<Result: IntentResult>(
        result: Result, confirmationActionName: ConfirmationActionName = .continue, showPrompt: Bool = true
    ) async throws {}
    /// - Throws: An error, because there is no app that could continue.
    public func continueInForeground(_ dialog: IntentDialog? = nil, alwaysConfirm: Bool = true) async throws {
        throw AppIntentError.UserActionRequired.confirmation
    }
    public var systemContext: IntentSystemContext { IntentSystemContext() }
}

public struct ConfirmationConditions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
}
/// The caller of an intent. Always unspecified here.
public struct IntentSystemContext: Sendable {
    public struct Source: Hashable, Sendable {
        public static let siri = Self(), shortcuts = Self(), unspecified = Self()
    }
    public var source: Source { .unspecified }
    public var preciseTimestamp: Date? { nil }
}

/// Reports the use of intents to the system. Does nothing.
public final class IntentDonationManager: Sendable {
    public static let shared = IntentDonationManager()
    @discardableResult public func donate(intent: some AppIntent) async throws -> IntentDonationIdentifier {
        IntentDonationIdentifier()
    }
    @discardableResult
    public func donate(intent: some AppIntent, result: some IntentResult) async throws -> IntentDonationIdentifier {
        IntentDonationIdentifier()
    }
    public func deleteDonations(matching predicate: IntentDonationMatchingPredicate) async throws {}
}
public struct IntentDonationIdentifier: Hashable, Sendable {}
public struct IntentDonationMatchingPredicate: Sendable {
    public static func intentType(_ type: any AppIntent.Type) -> Self { Self() }
    public static func entityIdentifier(_ identifier: EntityIdentifier) -> Self { Self() }
}

/// Intents that a widget's gallery may suggest. None are kept.
public final class RelevantIntentManager: Sendable {
    public static let shared = RelevantIntentManager()
    public func updateRelevantIntents(_ intents: [RelevantIntent]) async throws {}
}
public struct RelevantIntent: Sendable {
    public init(_ intent: some WidgetConfigurationIntent, widgetKind: String, relevance: some Sendable) {}
}

/// A group of intents in a package or framework.
public protocol AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}
extension AppIntentsPackage { public static var includedPackages: [any AppIntentsPackage.Type] { [] } }

/// An extension of an app with intents. Never started here.
public protocol AppIntentsExtension {}
extension AppIntentsExtension { public static func main() {} }

public struct FocusFilterAppContext: Sendable {
    public init(notificationFilterPredicate: NSPredicate? = nil, targetContentIdentifierPrefix: String? = nil) {}
}
public struct FocusFilterSuggestionContext: Sendable { public var interval: DateInterval? { nil } }
extension SetFocusFilterIntent {
    public static var current: Self { get async throws { throw AppIntentError.Unrecoverable.featureCurrentlyRestricted } }
    public static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self] { [] }
}

/// An error with a message for Siri.
public protocol CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { get }
}
