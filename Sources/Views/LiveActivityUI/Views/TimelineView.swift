public import Foundation

/// A view that is made anew as time goes on: here once, for ``EnvironmentValues/now``.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
    /// What the view is made of.
    public struct Context: Sendable {
        public enum Cadence: Comparable, Hashable, Sendable {
            case live, seconds, minutes
        }

        public let date: Date
        public let cadence: Cadence
    }

    let content: (TimelineViewDefaultContext) -> Content

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

/// The context of a timeline, whatever its schedule.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

/// When a ``TimelineView`` is made anew.
public protocol TimelineSchedule {
    associatedtype Entries: Sequence where Entries.Element == Date

    func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries
}

extension TimelineSchedule {
    public typealias Mode = TimelineScheduleMode
}

public enum TimelineScheduleMode: Hashable, Sendable {
    case normal, lowFrequency
}

public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    let start: Date
    let interval: TimeInterval

    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = interval > 0 ? interval : 1
    }

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let steps = max(0, (startDate.timeIntervalSince(start) / interval).rounded(.up))
        return sequence(first: start + steps * interval) { [interval] in $0 + interval }
    }
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public init() {}

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.up) * 60
        return sequence(first: Date(timeIntervalSinceReferenceDate: minute)) { $0 + 60 }
    }
}

public struct ExplicitTimelineSchedule<Entries: Sequence<Date>>: TimelineSchedule {
    let dates: Entries

    public init(_ dates: Entries) { self.dates = dates }

    public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    let interval: Double

    public init(minimumInterval: Double? = nil, paused: Bool = false) { interval = max(minimumInterval ?? 1 / 60, 1 / 120) }

    public func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> {
        sequence(first: startDate) { [interval] in $0 + interval }
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule { public static var everyMinute: Self { Self() } }
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self { Self(from: startDate, by: interval) }
}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: Self { Self() }
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self {
        Self(minimumInterval: minimumInterval, paused: paused)
    }
}
extension TimelineSchedule {
    public static func explicit<Dates: Sequence<Date>>(_ dates: Dates) -> Self where Self == ExplicitTimelineSchedule<Dates> {
        Self(dates)
    }
}
