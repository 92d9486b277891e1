// Widgets configured with an intent definition, as in Xcode's template before iOS 17. They compile, but are never shown.

/// The source of the content of a widget that users can configure. Never called here.
public protocol IntentTimelineProvider {
    associatedtype Entry: TimelineEntry
    associatedtype Intent
    /// The circumstances under which a widget is drawn.
    typealias Context = TimelineProviderContext

    /// An entry to show at once.
    func placeholder(in context: Context) -> Entry
    /// An entry for the current time.
    func getSnapshot(for configuration: Intent, in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    /// The entries from the current time on.
    func getTimeline(for configuration: Intent, in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// A Home Screen widget that users can configure. Compiles, and is never shown.
public struct IntentConfiguration<Intent, Content: View>: WidgetConfiguration {
    public init<Provider: IntentTimelineProvider>(
        kind: String, intent: Intent.Type, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// A configuration that a widget offers in its gallery.
public struct IntentRecommendation<Intent> {
    public init(intent: Intent, description: Text) {}
    public init(intent: Intent, description: LocalizedStringKey) {}
    @_disfavoredOverload public init(intent: Intent, description: some StringProtocol) {}
}
extension IntentTimelineProvider { public func recommendations() -> [IntentRecommendation<Intent>] { [] } }
