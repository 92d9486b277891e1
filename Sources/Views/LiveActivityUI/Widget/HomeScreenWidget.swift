public import Foundation

// A Home Screen widget is often in the same file as a Live Activity. It compiles here but is never shown, because all surfaces
// are surfaces of Live Activities.

/// The size of a Home Screen widget.
public enum WidgetFamily: Int, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge, accessoryCircular, accessoryRectangular, accessoryInline
    case accessoryCorner

    public var description: String {
        switch self {
        case .systemSmall: "systemSmall"
        case .systemMedium: "systemMedium"
        case .systemLarge: "systemLarge"
        case .systemExtraLarge: "systemExtraLarge"
        case .accessoryCircular: "accessoryCircular"
        case .accessoryRectangular: "accessoryRectangular"
        case .accessoryInline: "accessoryInline"
        case .accessoryCorner: "accessoryCorner"
        }
    }
}

/// The rendering of a widget's colors. A Live Activity is always drawn in full color.
public enum WidgetRenderingMode: Hashable, Sendable {
    /// Widgets are drawn in their own colors.
    case fullColor
    /// Widgets are drawn as two groups with one color each.
    case accented
    /// Desaturated over the background.
    case vibrant
}

/// How much detail a widget shows. Only visionOS varies it.
public enum LevelOfDetail: Hashable, Sendable {
    /// All details, or fewer for a distant view.
    case `default`, simplified
}

/// The content of a widget from a time on.
public protocol TimelineEntry {
    /// The date of the entry.
    var date: Date { get }
    /// The relevance of the widget; `nil` by default.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    /// By default `nil`.
    public var relevance: TimelineEntryRelevance? { nil }
}

/// The relevance of a widget for a time. Stored, not used.
public struct TimelineEntryRelevance: Hashable, Sendable, Codable {
    /// The score relative to the widget's other entries.
    public var score: Float
    /// How long the score is valid, in seconds; 0 until the next entry.
    public var duration: TimeInterval

    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}

/// The entries of a widget, and the date of its next reload.
public struct Timeline<EntryType: TimelineEntry> {
    public let entries: [EntryType]
    /// When to ask for more.
    public let policy: TimelineReloadPolicy

    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// The date of a widget's next reload.
public struct TimelineReloadPolicy: Hashable, Sendable {
    private let date: Date?
    private let isAtEnd: Bool

    /// After the last entry.
    public static let atEnd = Self(date: nil, isAtEnd: true)
    /// The timeline is reloaded only when the app requests it.
    public static let never = Self(date: nil, isAtEnd: false)
    public static func after(_ date: Date) -> Self { Self(date: date, isAtEnd: false) }
}

/// The circumstances under which a widget is drawn.
public struct TimelineProviderContext: Sendable {
    /// The size of the widget.
    public let family: WidgetFamily
    /// Whether the widget is shown in the gallery.
    public let isPreview: Bool
    /// The size in points.
    public let displaySize: CGSize
}

/// The source of a widget's content. Never called here.
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    /// The circumstances under which a widget is drawn.
    typealias Context = TimelineProviderContext

    /// An entry to show at once.
    func placeholder(in context: Context) -> Entry
    /// An entry for the current time.
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    /// The entries from now on.
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// The source of the content of a widget that users can configure. Never called here.
public protocol AppIntentTimelineProvider {
    associatedtype Entry: TimelineEntry
    associatedtype Intent: WidgetConfigurationIntent
    /// The circumstances under which a widget is drawn.
    typealias Context = TimelineProviderContext

    /// An entry to show at once.
    func placeholder(in context: Context) -> Entry
    /// An entry for the current time.
    func snapshot(for configuration: Intent, in context: Context) async -> Entry
    /// The entries from now on.
    func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>
}

/// A Home Screen widget. Compiles, and is never shown.
public struct StaticConfiguration<Content: View>: WidgetConfiguration {

    /// A widget with its content.
    public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// The configuration of a widget that is never shown.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
    public init() {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// A Home Screen widget that users can configure. Compiles, and is never shown.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {

    /// A widget with its content.
    public init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider,
        @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// Reloads Home Screen widgets. There are none here, so the functions do nothing.
public final class WidgetCenter: Sendable {
    /// The only instance.
    public static let shared = WidgetCenter()

    public func reloadAllTimelines() {}
    public func reloadTimelines(ofKind kind: String) {}
    public func invalidateConfigurationRecommendations() {}
}

/// The background of an accessory widget, drawn as a thin material.
public struct AccessoryWidgetBackground: View, Sendable {
    public init() {}

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(paint: Material.ultraThin, to: &nodes)
    }
}
