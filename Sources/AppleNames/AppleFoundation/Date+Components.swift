public import Foundation

/// The length of a range of dates in words, which Foundation on Linux writes for a `Duration` only.
public struct DateRangeFormatStyle: FormatStyle {
    public typealias Field = Date.ComponentsFormatStyle.Field
    public enum Style: Hashable, Codable, Sendable { case wide, abbreviated, condensedAbbreviated, narrow, spellOut }

    public var style: Style
    public var fields: Set<Field>
    public var locale = Locale.autoupdatingCurrent

    public init(style: Style = .wide, fields: Set<Field>? = nil) {
        (self.style, self.fields) = (style, fields ?? [.day, .hour, .minute, .second])
    }

    public func format(_ range: Range<Date>) -> String {
        // Years and months have no fixed length.
        let names: [Field: Duration.UnitsFormatStyle.Unit] = [
            .week: .weeks, .day: .days, .hour: .hours, .minute: .minutes, .second: .seconds,
        ]
        let width: Duration.UnitsFormatStyle.UnitWidth =
            switch style {
            case .wide, .spellOut: .wide
            case .abbreviated: .abbreviated
            case .condensedAbbreviated: .condensedAbbreviated
            case .narrow: .narrow
            }
        var units = Set(fields.compactMap { names[$0] })
        if units.isEmpty { units = [.days] }
        return Duration.seconds(range.upperBound.timeIntervalSince(range.lowerBound)).formatted(
            .units(allowed: units, width: width).locale(locale))
    }

    public func locale(_ locale: Locale) -> Self {
        var style = self
        style.locale = locale
        return style
    }
}

extension FormatStyle where Self == DateRangeFormatStyle {
    public static func components(style: DateRangeFormatStyle.Style, fields: Set<DateRangeFormatStyle.Field>? = nil) -> Self {
        Self(style: style, fields: fields)
    }
    public static var timeDuration: Self { Self(style: .condensedAbbreviated, fields: [.hour, .minute, .second]) }
}
