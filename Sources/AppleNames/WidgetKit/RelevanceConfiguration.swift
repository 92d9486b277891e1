public import AppIntents
public import LiveActivityUI

// Widgets of the Smart Stack that are shown when they are relevant. They compile, and are never shown.

public protocol RelevanceEntry {}

public protocol RelevanceEntriesProvider {
    associatedtype Entry: RelevanceEntry
    associatedtype Configuration: WidgetConfigurationIntent
    typealias Context = TimelineProviderContext

    func placeholder(context: Context) -> Entry
    func relevance() async -> WidgetRelevance<Configuration>
    func entry(configuration: Configuration, context: Context) async throws -> Entry
}

public struct RelevanceConfiguration<Content: View>: WidgetConfiguration {
    public init<Provider: RelevanceEntriesProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

extension WidgetConfiguration {
    /// Has no effect: the texture is that of visionOS.
    public func widgetTexture(_ texture: WidgetTexture) -> Self { self }
    /// Has no effect: widgets are mounted on visionOS only.
    public func supportedMountingStyles(_ styles: [WidgetMountingStyle]) -> Self { self }
}
public enum WidgetTexture: Sendable { case glass, paper }
public enum WidgetMountingStyle: Sendable { case elevated, recessed }

/// The push token of controls. None is ever delivered here.
public struct ControlPushInfo: Sendable {}

/// Receives the push token of controls. Never called here.
public protocol ControlPushHandler: Sendable {
    init()
    func pushTokensDidChange(controls: [ControlInfo])
}
public struct ControlInfo: Hashable, Identifiable, Sendable {
    public let kind: String
    public var id: String { kind }
    public var pushInfo: ControlPushInfo? { nil }
    public func controlConfigurationIntent<Intent: ControlConfigurationIntent>(of type: Intent.Type = Intent.self) -> Intent? {
        nil
    }
}
extension ControlCenter { public func currentControls() async throws -> [ControlInfo] { [] } }
extension ControlWidgetConfiguration {
    public func pushHandler(_ handler: any ControlPushHandler.Type) -> some ControlWidgetConfiguration { self }
}
