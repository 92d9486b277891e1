public import LiveActivityCore

/// An action of an app, with the shape of Apple's AppIntents.
///
/// A control with an intent sends an ``/LiveActivityCore/ActionID`` to the provider's `perform(_:on:surface:)`: the
/// ``actionID``. By default that is ``persistentIdentifier``, the name of the type; an ``ActivityActionIntent`` chooses it. The
/// intent's own ``perform()`` is for hosts that run intents themselves.
public protocol AppIntent: Sendable {
    /// The result of ``perform()``.
    associatedtype PerformResult: IntentResult
    /// The type of ``parameterSummary``.
    associatedtype SummaryContent: ParameterSummary

    /// The name of the intent for users.
    static var title: LocalizedStringResource { get }
    /// An explanation for users. Default: `nil`.
    static var description: IntentDescription? { get }
    /// Whether the app opens when the intent runs. Default: `false`. Not used here.
    static var openAppWhenRun: Bool { get }
    /// Whether users find the intent in Shortcuts. Default: `true`. Not used here.
    static var isDiscoverable: Bool { get }
    /// Whether the device must be unlocked. Default: `alwaysAllowed`. Not used here.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    /// Where the intent may run. Default: `background`. Not used here.
    static var supportedModes: IntentModes { get }
    /// The identifier of the intent. Default: the name of the type.
    static var persistentIdentifier: String { get }
    /// A sentence that describes the parameters. Not used here.
    static var parameterSummary: SummaryContent { get }

    /// The action that the provider receives when a control with this intent is used.
    var actionID: ActionID { get }

    /// An intent with default parameters.
    init()
    /// Runs the intent. Called only by hosts that run intents themselves.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    /// `@Parameter` inside an intent.
    public typealias Parameter<Value: Sendable> = IntentParameter<Value>
    /// `Summary` inside an intent.
    public typealias Summary = IntentParameterSummary<Self>

    public static var description: IntentDescription? { nil }
    /// By default `false`.
    public static var openAppWhenRun: Bool { false }
    /// By default `true`.
    public static var isDiscoverable: Bool { true }
    /// By default `alwaysAllowed`.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    /// By default `background`.
    public static var supportedModes: IntentModes { .background }
    /// The name of the type.
    public static var persistentIdentifier: String { "\(Self.self)" }
    /// An empty sentence.
    public static var parameterSummary: some ParameterSummary { IntentParameterSummary<Self>("") }

    public var actionID: ActionID { ActionID(rawValue: Self.persistentIdentifier) }
}

/// An intent for the controls of a Live Activity. On an iPhone it runs in the app's process, not in the widget's.
public protocol LiveActivityIntent: AppIntent {}

/// An intent that chooses the action that the activity's provider receives.
///
/// ```swift
/// struct PauseIntent: LiveActivityIntent, ActivityActionIntent {
///     static let title: LocalizedStringResource = "Pause"
///     var action: ActionID { "pause" }
/// }
/// ```
///
/// It needs no ``AppIntent/perform()``: the provider performs the action.
public protocol ActivityActionIntent: AppIntent {
    /// The action that the provider receives.
    var action: ActionID { get }
}

extension ActivityActionIntent {
    /// The intent's ``action``.
    public var actionID: ActionID { action }

    /// Does nothing: the provider performs the action.
    public func perform() async throws -> some IntentResult { .result() }
}

/// An intent that only names an action: `Button("Pause", intent: ActivityAction("pause"))`.
public struct ActivityAction: LiveActivityIntent, ActivityActionIntent, Hashable {
    /// A title that every intent must have. Nothing shows it.
    public static let title: LocalizedStringResource = "Live Activity"
    /// The action that the provider receives.
    public let action: ActionID

    /// An intent for this action.
    public init(_ action: ActionID) { self.action = action }
    /// An empty action. It exists because every intent needs an initializer without arguments; no provider accepts it.
    public init() { action = "" }
}

public protocol OpenIntent: AppIntent {}

/// An intent that starts, pauses or resumes audio.
public protocol AudioPlaybackIntent: AppIntent {}
/// An intent that starts or ends an audio recording.
public protocol AudioRecordingIntent: AppIntent {}
/// An intent that may continue in the app.
public protocol ForegroundContinuableIntent: AppIntent {}
/// An intent that filters content for a Focus. It compiles here and has no effect.
public protocol SetFocusFilterIntent: AppIntent {}

/// An intent that sets a value, for `Toggle(isOn:intent:)`.
public protocol SetValueIntent<ValueType>: AppIntent {
    associatedtype ValueType: Sendable
    /// The value to set. A toggle sets it to its new state.
    var value: ValueType { get set }
}

/// Where an intent may run. Not used here.
public struct IntentModes: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    /// Modes in a bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The intent runs in the background, without opening the app.
    public static let background = Self(rawValue: 1)
    /// The intent runs in the app.
    public static let foreground = Self(rawValue: 2)

    /// When the app comes to the foreground.
    public enum ForegroundMode: Hashable, Sendable {
        /// Before the intent runs, when the intent requests it, or at its end.
        case immediate, dynamic, deferred
    }

    /// The intent runs in the app. The mode is not stored.
    public static func foreground(_ mode: ForegroundMode) -> Self { .foreground }
}

/// The settings that a user chooses when editing a widget.
public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent { public func perform() async throws -> some IntentResult { .result() } }

/// An explanation of an intent for users.
public struct IntentDescription: Sendable, ExpressibleByStringLiteral {
    /// The explanation for the user.
    public let descriptionText: LocalizedStringResource

    /// Creates an explanation.
    public init(stringLiteral value: String) { descriptionText = .literal(value) }
    /// An explanation; category and keywords are not stored.
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = [], resultValueName: LocalizedStringResource? = nil
    ) { self.descriptionText = descriptionText }
}

/// Whether the device must be unlocked before an intent runs. Not used here.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
    /// Always, after authentication on any device, or after authentication on this device.
    case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}
