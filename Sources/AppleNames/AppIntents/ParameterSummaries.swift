public import LiveActivityUI

/// A sentence that depends on a parameter. Not stored.
public struct IntentParameterSummaryWhen<Intent: AppIntent>: ParameterSummary {
    public init<Value: Sendable>(
        _ parameter: KeyPath<Intent, IntentParameter<Value>>, _ comparison: IntentParameterComparison, _ value: Value,
        @IntentParameterSummaryBuilder then: () -> some ParameterSummary,
        @IntentParameterSummaryBuilder otherwise: () -> some ParameterSummary
    ) {}
    public init<Value: Sendable>(
        _ parameter: KeyPath<Intent, IntentParameter<Value>>, _ comparison: IntentParameterPresence,
        @IntentParameterSummaryBuilder then: () -> some ParameterSummary,
        @IntentParameterSummaryBuilder otherwise: () -> some ParameterSummary
    ) {}
    public init(
        widgetFamily comparison: IntentParameterComparison, _ family: WidgetFamily,
        @IntentParameterSummaryBuilder then: () -> some ParameterSummary,
        @IntentParameterSummaryBuilder otherwise: () -> some ParameterSummary
    ) {}
}
extension AppIntent { public typealias When = IntentParameterSummaryWhen<Self> }

public enum IntentParameterComparison: Sendable {
    case equalTo, notEqualTo, lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, contains, oneOf
}
public enum IntentParameterPresence: Sendable { case hasAnyValue, hasNoValue }

@resultBuilder
public enum IntentParameterSummaryBuilder {
    public static func buildBlock(_ summary: some ParameterSummary) -> some ParameterSummary { summary }
}

extension ForegroundContinuableIntent {
    /// An error that opens the app.
    public func needsToContinueInForegroundError(
        _ dialog: IntentDialog? = nil, continuation: (@MainActor @Sendable () async throws -> Void)? = nil
    ) -> AppIntentError { .UserActionRequired.confirmation }
    /// Throws, because no app can come to the foreground.
    public func requestToContinueInForeground(
        _ dialog: IntentDialog? = nil, continuation: (@MainActor @Sendable () async throws -> Void)? = nil
    ) async throws { throw AppIntentError.UserActionRequired.confirmation }
}

public typealias LiveActivityStartingIntent = LiveActivityIntent

extension IntentParameterSummary {
    /// A sentence with further parameters, which are not stored.
    public init(
        _ sentence: Sentence, table: String? = nil,
        @IntentParameterKeyPathBuilder<Intent> _ parameters: () -> [PartialKeyPath<Intent>]
    ) { self.init(sentence, table: table) }
    public init(@IntentParameterKeyPathBuilder<Intent> _ parameters: () -> [PartialKeyPath<Intent>]) { self.init("") }
}

@resultBuilder
public enum IntentParameterKeyPathBuilder<Intent> {
    public static func buildExpression(_ parameter: PartialKeyPath<Intent>) -> PartialKeyPath<Intent> { parameter }
    public static func buildBlock(_ parameters: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>] { parameters }
}

public enum ConfirmationActionName: Sendable {
    case add, addData, book, buy, call, checkIn, `continue`, create, `do`, download, filter, find, get, `go`, log, open
    case order, pay, play, playSound, post, request, run, search, send, set, share, start, startNavigation, toggle, turnOff
    case turnOn, view
}
