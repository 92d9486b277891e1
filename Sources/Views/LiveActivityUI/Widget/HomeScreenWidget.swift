public import Foundation

// A Home Screen widget often stands in the same file as a Live Activity. It compiles, and is shown nowhere: the surfaces here are those
// of Live Activities.

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

/// How a widget's colours are shown; those of a Live Activity in full.
public struct WidgetRenderingMode: Hashable, Sendable {
    private let name: String

    public static let fullColor = Self(name: "fullColor")
    public static let accented = Self(name: "accented")
    public static let vibrant = Self(name: "vibrant")
}

/// How much a widget tells, by how far away it is (WK-28).
public enum LevelOfDetail: Hashable, Sendable {
    case `default`, simplified
}

/// What a widget shows from a time on.
public protocol TimelineEntry {
    var date: Date { get }
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    public var relevance: TimelineEntryRelevance? { nil }
}

public struct TimelineEntryRelevance: Hashable, Sendable, Codable {
    public var score: Float
    public var duration: TimeInterval

    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}

/// Entries, and when to ask for more.
public struct Timeline<Entry: TimelineEntry> {
    public let entries: [Entry]
    public let policy: TimelineReloadPolicy

    public init(entries: [Entry], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where Entry: Sendable {}

public struct TimelineReloadPolicy: Hashable, Sendable {
    private let date: Date?
    private let isAtEnd: Bool

    public static let atEnd = Self(date: nil, isAtEnd: true)
    public static let never = Self(date: nil, isAtEnd: false)
    public static func after(_ date: Date) -> Self { Self(date: date, isAtEnd: false) }
}

public struct TimelineProviderContext: Sendable {
    public let family: WidgetFamily
    public let isPreview: Bool
    public let displaySize: CGSize
}

/// What fills a widget.
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext

    func placeholder(in context: Context) -> Entry
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// What fills a widget that a person can configure.
public protocol AppIntentTimelineProvider {
    associatedtype Entry: TimelineEntry
    associatedtype Intent: WidgetConfigurationIntent
    typealias Context = TimelineProviderContext

    func placeholder(in context: Context) -> Entry
    func snapshot(for configuration: Intent, in context: Context) async -> Entry
    func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>
}

/// A Home Screen widget.
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    public typealias Body = Never

    public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// A Home Screen widget that a person can configure.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
    public typealias Body = Never

    public init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider,
        @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// Asks for widgets to be made anew; there are none here.
public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()

    public func reloadAllTimelines() {}
    public func reloadTimelines(ofKind kind: String) {}
    public func invalidateConfigurationRecommendations() {}
}

/// A background that a widget of the Lock Screen has; none here.
public struct AccessoryWidgetBackground: View, Sendable {
    public init() {}

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(paint: Material.ultraThin, to: &nodes)
    }
}
