public import LiveActivityCore

/// Something that an app can do, in the shape of AppIntents.
///
/// A control with an intent sends an ``ActionID`` to the provider's `perform(_:on:surface:)`: the one that an ``ActivityActionIntent``
/// says, else ``persistentIdentifier``, the name of the type. The intent's own ``perform()`` is for hosts that run intents themselves.
public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    associatedtype SummaryContent: ParameterSummary

    static var title: LocalizedStringResource { get }
    static var description: IntentDescription? { get }
    static var openAppWhenRun: Bool { get }
    static var isDiscoverable: Bool { get }
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    static var supportedModes: IntentModes { get }
    static var persistentIdentifier: String { get }
    static var parameterSummary: SummaryContent { get }

    /// What reaches the provider.
    var actionID: ActionID { get }

    init()
    func perform() async throws -> PerformResult
}

extension AppIntent {
    public typealias Parameter<Value: Sendable> = IntentParameter<Value>
    public typealias Summary = IntentParameterSummary<Self>

    public static var description: IntentDescription? { nil }
    public static var openAppWhenRun: Bool { false }
    public static var isDiscoverable: Bool { true }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    public static var supportedModes: IntentModes { .background }
    public static var persistentIdentifier: String { "\(Self.self)" }
    public static var parameterSummary: some ParameterSummary { IntentParameterSummary<Self>("") }

    public var actionID: ActionID { ActionID(rawValue: Self.persistentIdentifier) }
}

/// An intent of a Live Activity's controls: on an iPhone it runs in the app's own process (WK-16).
public protocol LiveActivityIntent: AppIntent {}

/// An intent that names what it asks of the activity's provider.
///
/// ```swift
/// struct PauseIntent: LiveActivityIntent, ActivityActionIntent {
///     static let title: LocalizedStringResource = "Pause"
///     var action: ActionID { "pause" }
/// }
/// ```
///
/// It needs no ``AppIntent/perform()``: the provider performs it.
public protocol ActivityActionIntent: AppIntent {
    var action: ActionID { get }
}

extension ActivityActionIntent {
    public var actionID: ActionID { action }

    public func perform() async throws -> some IntentResult { .result() }
}

/// An action by its name, for a `Button(intent:)` that needs no more: `Button("Pause", intent: ActivityAction("pause"))`.
public struct ActivityAction: LiveActivityIntent, ActivityActionIntent, Hashable {
    public static let title: LocalizedStringResource = "Live Activity"
    public let action: ActionID

    public init(_ action: ActionID) { self.action = action }
    /// An action that no provider has: an intent must have this initialiser.
    public init() { action = "" }
}

/// Opens the app.
public protocol OpenIntent: AppIntent {}

/// Starts, pauses or goes on with sound.
public protocol AudioPlaybackIntent: AppIntent {}
/// Starts or ends a recording; the activity shows that it runs.
public protocol AudioRecordingIntent: AppIntent {}
/// May go on in the app.
public protocol ForegroundContinuableIntent: AppIntent {}
/// Belongs to a focus, which is none of a server's.
public protocol SetFocusFilterIntent: AppIntent {}

/// Sets a value, as a `Toggle(isOn:intent:)` does.
public protocol SetValueIntent<ValueType>: AppIntent {
    associatedtype ValueType: Sendable
    var value: ValueType { get set }
}

/// Where an intent may run.
public struct IntentModes: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let background = Self(rawValue: 1)
    public static let foreground = Self(rawValue: 2)

    public enum ForegroundMode: Hashable, Sendable {
        case immediate, dynamic, deferred
    }

    public static func foreground(_ mode: ForegroundMode) -> Self { .foreground }
}

/// What a person chooses of a widget when they edit it.
public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent {
    public func perform() async throws -> some IntentResult { .result() }
}

public struct IntentDescription: Sendable, ExpressibleByStringLiteral {
    public let descriptionText: LocalizedStringResource

    public init(stringLiteral value: String) { descriptionText = .literal(value) }
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = []
    ) { self.descriptionText = descriptionText }
}

public enum IntentAuthenticationPolicy: Hashable, Sendable {
    case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}
