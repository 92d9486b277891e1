// Controls of Control Center, which Xcode's template adds to each new widget extension. They compile, but are never shown.
public import AppIntents

/// A control in Control Center or on the Lock Screen. Compiles, and is never shown.
public protocol ControlWidget {
    associatedtype Body: ControlWidgetConfiguration

    init()
    var body: Body { get }
}

extension ControlWidget {
    /// The entry point for `@main`. It does nothing: a control has no process of its own here.
    public static func main() {}
}

extension WidgetBundleBuilder {
    /// Omits the control, which is never shown.
    public static func buildExpression<Content: ControlWidget>(_ content: Content) -> _Widgets { _Widgets() }
}

/// The content of a control and its options. The options are not stored.
public protocol ControlWidgetConfiguration {}

extension ControlWidgetConfiguration {
    /// Sets the name that users see. Not stored.
    public func displayName(_ name: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
    /// Sets the description that users see. Not stored.
    public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
    /// Prompts users for the configuration when they add the control. Not stored.
    public func promptsForUserConfiguration() -> some ControlWidgetConfiguration { self }
}

/// A control that users cannot configure. Compiles, but is never shown.
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
    public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content) {}

    public init<Provider: ControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) {}
}

/// A control that users can configure. Compiles, and is never shown.
public struct AppIntentControlConfiguration<Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate>:
    ControlWidgetConfiguration
{
    public init(
        kind: String, intent: Configuration.Type = Configuration.self,
        @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
    ) {}

    public init<Provider: AppIntentControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) where Provider.Configuration == Configuration {}
}

/// The source of a control's value. Never called here.
public protocol ControlValueProvider {
    associatedtype Value

    /// The value to show in the gallery.
    var previewValue: Value { get }
    func currentValue() async throws -> Value
}

/// The source of the value of a control that users can configure. Never called here.
public protocol AppIntentControlValueProvider {
    associatedtype Configuration: ControlConfigurationIntent
    associatedtype Value

    /// The value to show in the gallery.
    func previewValue(configuration: Configuration) -> Value
    func currentValue(configuration: Configuration) async throws -> Value
}

/// Reloads controls. There are none here, so the functions do nothing.
public final class ControlCenter: Sendable {
    /// The only instance.
    public static let shared = ControlCenter()

    public func reloadAllControls() {}
    public func reloadControls(ofKind kind: String) {}
}
