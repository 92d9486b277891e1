public import Foundation
import Synchronization

/// Says how far one date is from another: `2 hr. ago`. Linux's Foundation has a format style for it and not this class.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
    // `@unchecked Sendable`: all that changes stands behind the lock. (The superclass leaves the compiler no other way to be told.)
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

    open var dateTimeStyle: DateTimeStyle {
        get { settings.withLock { $0.dateTimeStyle } }
        set { settings.withLock { $0.dateTimeStyle = newValue } }
    }
    open var unitsStyle: UnitsStyle {
        get { settings.withLock { $0.unitsStyle } }
        set { settings.withLock { $0.unitsStyle = newValue } }
    }
    open var locale: Locale! {
        get { settings.withLock { $0.locale } }
        set { settings.withLock { $0.locale = newValue } }
    }
    open var calendar: Calendar! {
        get { settings.withLock { $0.calendar } }
        set { settings.withLock { $0.calendar = newValue } }
    }

    public override init() { super.init() }
    public required init?(coder: NSCoder) { nil }

    open func localizedString(for date: Date, relativeTo reference: Date) -> String {
        let width: Date.RelativeFormatStyle.UnitsStyle =
            switch unitsStyle {
            case .full: .wide
            case .spellOut: .spellOut
            case .short: .abbreviated
            case .abbreviated: .narrow
            }
        // The style says where its anchor lies, seen from what it formats.
        return Date.AnchoredRelativeFormatStyle(
            anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: width,
            locale: locale ?? .current, calendar: calendar ?? .current
        ).format(reference)
    }

    open func localizedString(fromTimeInterval seconds: TimeInterval) -> String {
        let now = Date()
        return localizedString(for: now.addingTimeInterval(seconds), relativeTo: now)
    }

    open override func string(for object: Any?) -> String? {
        (object as? Date).map { localizedString(for: $0, relativeTo: Date()) }
    }
}
