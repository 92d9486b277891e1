public import Foundation

/// A view that SwiftUI updates on a schedule. Here it is resolved once, for ``EnvironmentValues/now``.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
    /// The input of the view.
    public struct Context: Sendable {
        /// How often the view is updated.
        public enum Cadence: Comparable, Hashable, Sendable {
            /// Continuously, every second, or every minute.
            case live, seconds, minutes
        }

        /// The time to show: ``EnvironmentValues/now``.
        public let date: Date
        /// `minutes` on an Always-On display, otherwise `live`.
        public let cadence: Cadence
    }

    let content: (TimelineViewDefaultContext) -> Content

    /// A view for one time. The schedule has no effect.
    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {
        self.content = content
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        // Always-On shows a view once a minute.
        let cadence: TimelineViewDefaultContext.Cadence = resolution.environment.isLuminanceReduced ? .minutes : .live
        let context = TimelineViewDefaultContext(date: resolution.environment.now, cadence: cadence)
        Content._resolve(view.content(context), in: resolution, into: &nodes)
    }
}

/// The input of a timeline view with any schedule.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

/// When a ``TimelineView`` is updated. Not used by the view; an app may call it.
public protocol TimelineSchedule {
    /// The type of the sequence of dates.
    associatedtype Entries: Sequence where Entries.Element == Date

    /// The dates from a start on.
    func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries
}

extension TimelineSchedule { public typealias Mode = TimelineScheduleMode }

/// Whether updates should be rare.
public enum TimelineScheduleMode: Hashable, Sendable {
    /// As often as scheduled, or less often.
    case normal, lowFrequency
}

/// Regular updates.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    let start: Date
    let interval: TimeInterval

    /// Updates every `interval` seconds. An interval that is not positive counts as one second.
    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = interval > 0 ? interval : 1
    }

    /// The dates from a start on.
    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let steps = max(0, (startDate.timeIntervalSince(start) / interval).rounded(.up))
        return sequence(first: start + steps * interval) { [interval] in $0 + interval }
    }
}

/// An update at the start of each minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public init() {}

    /// The dates from a start on.
    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.up) * 60
        return sequence(first: Date(timeIntervalSinceReferenceDate: minute)) { $0 + 60 }
    }
}

/// Updates at given dates.
public struct ExplicitTimelineSchedule<Entries: Sequence<Date>>: TimelineSchedule {
    let dates: Entries

    /// Updates at given dates.
    public init(_ dates: Entries) { self.dates = dates }

    public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

/// Updates for an animation.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    let interval: Double

    /// Updates every `minimumInterval` seconds, at least 1/120; `nil` is 1/60. `paused` has no effect.
    public init(minimumInterval: Double? = nil, paused: Bool = false) { interval = max(minimumInterval ?? 1 / 60, 1 / 120) }

    /// The dates from a start on.
    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        sequence(first: startDate) { [interval] in $0 + interval }
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    /// An update at the start of each minute.
    public static var everyMinute: Self { Self() }
}
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// Updates every `interval` seconds.
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self { Self(from: startDate, by: interval) }
}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    /// Updates 60 times a second.
    public static var animation: Self { Self() }
    /// Updates for an animation.
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self {
        Self(minimumInterval: minimumInterval, paused: paused)
    }
}
extension TimelineSchedule {
    /// Updates at given dates.
    public static func explicit<Dates: Sequence<Date>>(_ dates: Dates) -> Self where Self == ExplicitTimelineSchedule<Dates> {
        Self(dates)
    }
}
