public import Foundation
import Synchronization

/// Formats the distance between two dates, such as `2 hr. ago`. It replaces Apple's class, which Linux does not have, and uses
/// Foundation's format style. Thread-safe.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
    // `@unchecked Sendable`, because the superclass is not sendable: all mutable state is guarded by a lock.
    public enum DateTimeStyle: Int, Sendable {
        case numeric, named
    }

    public enum UnitsStyle: Int, Sendable {
        case full, spellOut, short, abbreviated
    }

    private struct Settings {
        var dateTimeStyle = DateTimeStyle.numeric
        var unitsStyle = UnitsStyle.full
        var locale: Locale? = .current
        var calendar: Calendar? = .current
    }

    private let settings = Mutex(Settings())

    /// Whether words such as "yesterday" are used. Default: `numeric`.
    open var dateTimeStyle: DateTimeStyle {
        get { settings.withLock { $0.dateTimeStyle } }
        set { settings.withLock { $0.dateTimeStyle = newValue } }
    }
    /// The form of units. Default: `full`.
    open var unitsStyle: UnitsStyle {
        get { settings.withLock { $0.unitsStyle } }
        set { settings.withLock { $0.unitsStyle = newValue } }
    }
    /// The language. Default: the current locale.
    open var locale: Locale! {
        get { settings.withLock { $0.locale } }
        set { settings.withLock { $0.locale = newValue } }
    }
    /// The calendar. Default: the current one.
    open var calendar: Calendar! {
        get { settings.withLock { $0.calendar } }
        set { settings.withLock { $0.calendar = newValue } }
    }

    /// A formatter with default settings.
    public override init() { super.init() }
    /// Always `nil`: a formatter cannot be decoded.
    public required init?(coder: NSCoder) { nil }

    /// The position of `date` relative to `reference`, as text.
    open func localizedString(for date: Date, relativeTo reference: Date) -> String {
        let width: Date.RelativeFormatStyle.UnitsStyle =
            switch unitsStyle {
            case .full: .wide
            case .spellOut: .spellOut
            case .short: .abbreviated
            case .abbreviated: .narrow
            }
        // The style formats its anchor relative to the date that it is given.
        return Date.AnchoredRelativeFormatStyle(
            anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: width,
            locale: locale ?? .current, calendar: calendar ?? .current
        ).format(reference)
    }

    /// The text for a time that is `seconds` from now; negative values are in the past.
    open func localizedString(fromTimeInterval seconds: TimeInterval) -> String {
        let now = Date()
        return localizedString(for: now.addingTimeInterval(seconds), relativeTo: now)
    }

    /// The text for a time that is these components from now.
    open func localizedString(from components: DateComponents) -> String {
        let now = Date()
        return localizedString(for: (calendar ?? .current).date(byAdding: components, to: now) ?? now, relativeTo: now)
    }

    /// The position of a `Date` relative to now; `nil` for other values.
    open override func string(for object: Any?) -> String? {
        (object as? Date).map { localizedString(for: $0, relativeTo: Date()) }
    }
}
