public import Foundation

/// Says how far one date is from another: `2 hr. ago`. Linux's Foundation has a format style for it and not this class.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
    // `@unchecked Sendable` as Foundation's other formatters: set up once, then shared.
    public enum DateTimeStyle: Int, Sendable {
        case numeric, named
    }

    public enum UnitsStyle: Int, Sendable {
        case full, spellOut, short, abbreviated
    }

    open var dateTimeStyle = DateTimeStyle.numeric
    open var unitsStyle = UnitsStyle.full
    open var locale: Locale! = .current
    open var calendar: Calendar! = .current

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
