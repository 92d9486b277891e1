public import Foundation
import Synchronization

/// Formats a duration as a clock (`1:05:09`) or in words (`1h 5m`).
///
/// Foundation on Linux declares this class as unavailable. It works like Apple's, except that only days, hours, minutes and
/// seconds are supported; words come from Foundation's duration format. Thread-safe.
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
    // `@unchecked Sendable`, because the superclass is not sendable: all mutable state is guarded by a lock.
    public enum UnitsStyle: Int, Sendable {
        case positional, abbreviated, short, full, spellOut, brief
    }

    /// The treatment of zeros. Only `pad` has an effect; leading zeros are always dropped otherwise.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let `default` = Self(rawValue: 1)
        public static let dropLeading = Self(rawValue: 2)
        public static let dropMiddle = Self(rawValue: 4)
        public static let dropTrailing = Self(rawValue: 8)
        public static let dropAll: Self = [.dropLeading, .dropMiddle, .dropTrailing]
        public static let pad = Self(rawValue: 65536)
    }

    private struct Settings {
        var unitsStyle = UnitsStyle.positional
        var allowedUnits: NSCalendar.Unit = [.day, .hour, .minute, .second]
        var zeroFormattingBehavior = ZeroFormattingBehavior.default
        var maximumUnitCount = 0
        var calendar: Calendar? = .current
    }

    private let settings = Mutex(Settings())

    /// The form of units. Default: `positional`.
    open var unitsStyle: UnitsStyle {
        get { settings.withLock { $0.unitsStyle } }
        set { settings.withLock { $0.unitsStyle = newValue } }
    }
    /// The units to use. Default: days to seconds.
    open var allowedUnits: NSCalendar.Unit {
        get { settings.withLock { $0.allowedUnits } }
        set { settings.withLock { $0.allowedUnits = newValue } }
    }
    /// The treatment of zeros. Default: leading zeros are dropped.
    open var zeroFormattingBehavior: ZeroFormattingBehavior {
        get { settings.withLock { $0.zeroFormattingBehavior } }
        set { settings.withLock { $0.zeroFormattingBehavior = newValue } }
    }
    /// The maximum number of units, the largest first. Default: 0, which means all.
    open var maximumUnitCount: Int {
        get { settings.withLock { $0.maximumUnitCount } }
        set { settings.withLock { $0.maximumUnitCount = newValue } }
    }
    /// The calendar, whose locale determines the language of words. Default: the current one.
    open var calendar: Calendar? {
        get { settings.withLock { $0.calendar } }
        set { settings.withLock { $0.calendar = newValue } }
    }

    /// A formatter with default settings.
    public override init() { super.init() }
    /// Always `nil`: a formatter cannot be decoded.
    public required init?(coder: NSCoder) { nil }

    /// The duration as text; fractions of a second are dropped. `nil` if no unit is allowed or the duration is not
    /// finite.
    open func string(from seconds: TimeInterval) -> String? {
        let units = Self.units.filter { allowedUnits.contains($0.unit) }
        guard seconds.isFinite, abs(seconds) < 1e15, let smallest = units.last else { return nil }
        let whole = Int(abs(seconds))
        let sign = seconds <= -1 ? "-" : ""
        guard unitsStyle == .positional else {
            let duration = Duration.seconds(whole - whole % smallest.seconds)
            return sign + duration.formatted(words(Set(units.map(\.name))))
        }
        var (rest, parts) = (whole, [Int]())
        for unit in units {
            parts.append(rest / unit.seconds)
            rest %= unit.seconds
        }
        if !zeroFormattingBehavior.contains(.pad) { parts = Array(parts.drop { $0 == 0 }) }
        if parts.isEmpty { parts = [0] }
        if maximumUnitCount > 0 { parts = Array(parts.prefix(maximumUnitCount)) }
        let padsFirst = zeroFormattingBehavior.contains(.pad)
        return sign + parts.enumerated().map { String(format: $0 > 0 || padsFirst ? "%02d" : "%d", $1) }.joined(separator: ":")
    }

    open func string(from start: Date, to end: Date) -> String? { string(from: end.timeIntervalSince(start)) }

    /// The sum of days, hours, minutes and seconds as text. Other components are ignored.
    open func string(from components: DateComponents) -> String? {
        let (days, hours) = (components.day ?? 0, components.hour ?? 0)
        return string(from: Double(days * 86400 + hours * 3600 + (components.minute ?? 0) * 60 + (components.second ?? 0)))
    }

    /// The text for `DateComponents` or a number of seconds; `nil` for other values.
    open override func string(for object: Any?) -> String? {
        (object as? DateComponents).flatMap { string(from: $0) } ?? (object as? TimeInterval).flatMap { string(from: $0) }
    }

    /// The text of components in one style; the other settings have their defaults.
    open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    private func words(_ units: Set<Duration.UnitsFormatStyle.Unit>) -> Duration.UnitsFormatStyle {
        let width: Duration.UnitsFormatStyle.UnitWidth =
            switch unitsStyle {
            case .positional, .abbreviated: .narrow
            case .short, .brief: .abbreviated
            case .full, .spellOut: .wide
            }
        let most = maximumUnitCount > 0 ? maximumUnitCount : nil
        let style = Duration.UnitsFormatStyle.units(
            allowed: units, width: width, maximumUnitCount: most,
            zeroValueUnits: zeroFormattingBehavior.contains(.pad) ? .show(length: 1) : .hide,
            fractionalPart: .hide(rounded: .towardZero))
        return calendar?.locale.map { style.locale($0) } ?? style
    }

    private static let units: [(unit: NSCalendar.Unit, name: Duration.UnitsFormatStyle.Unit, seconds: Int)] = [
        (.day, .days, 86400), (.hour, .hours, 3600), (.minute, .minutes, 60), (.second, .seconds, 1),
    ]
}
