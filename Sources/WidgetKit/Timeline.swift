public import LiveActivityUI

// A Home Screen widget often stands in the same file as a Live Activity. Its types are here, so that the file compiles; nothing asks a
// provider for its timeline.

/// What a Home Screen widget shows from a date on.
public protocol TimelineEntry {
    var date: Date { get }
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    public var relevance: TimelineEntryRelevance? { nil }
}

public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
    public var score: Float
    /// In seconds.
    public var duration: TimeInterval

    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}

/// When a widget wants to be asked again.
public struct TimelineReloadPolicy: Equatable, Sendable {
    private let date: Date?

    public static let atEnd = Self(date: .distantFuture)
    public static let never = Self(date: nil)
    public static func after(_ date: Date) -> Self { Self(date: date) }
}

/// What a Home Screen widget shows, and when.
public struct Timeline<EntryType: TimelineEntry> {
    public let entries: [EntryType]
    public let policy: TimelineReloadPolicy

    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// What a timeline is asked for.
public struct TimelineProviderContext: Sendable {
    public let family: WidgetFamily
    public let isPreview: Bool
    public let displaySize: CGSize
}

/// Gives a Home Screen widget its timeline.
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext

    func placeholder(in context: Context) -> Entry
    @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// Gives a Home Screen widget that a person configures its timeline.
public protocol AppIntentTimelineProvider {
    associatedtype Entry: TimelineEntry
    associatedtype Intent: WidgetConfigurationIntent
    typealias Context = TimelineProviderContext

    func placeholder(in context: Context) -> Entry
    func snapshot(for configuration: Intent, in context: Context) async -> Entry
    func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>
}

/// A Home Screen widget that nobody configures.
nonisolated public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    public typealias Body = Never

    public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// A Home Screen widget that a person configures.
nonisolated public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
    public typealias Body = Never

    public init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider,
        @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {}

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// Where an app tells that its Home Screen widgets have something new: there are none here.
public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()

    public func reloadTimelines(ofKind kind: String) {}
    public func reloadAllTimelines() {}
}

/// The round ground of a Lock Screen widget.
nonisolated public struct AccessoryWidgetBackground: View {
    public init() {}

    public var body: some View { Color.gray.opacity(0.3) }
}
