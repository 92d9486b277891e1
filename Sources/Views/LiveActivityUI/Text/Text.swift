public import Foundation
public import LiveActivityCore

/// A text: localized, fixed, formatted, or updating itself.
public struct Text: Hashable, Sendable {
    indirect enum Storage: Hashable, Sendable {
        case verbatim(String)
        case key(LocalizedStringKey)
        case resource(LocalizedStringResource)
        case attributed(AttributedString)
        case formatted(FormattedText)
        case date(Date, DateStyle)
        case dates(Date, Date)
        case timer(ClosedRange<Date>, pauseTime: Date?, countsDown: Bool, showsHours: Bool)
        case image(Image)
        case joined(Text, Text)
    }

    let storage: Storage
    private var box: AttributeBox?

    /// Stored in a shared object, because texts are copied often while a view is made.
    var attributes: TextAttributes {
        get { box?.attributes ?? TextAttributes() }
        set { box = AttributeBox(newValue) }
    }

    private final class AttributeBox: Hashable, Sendable {
        let attributes: TextAttributes

        init(_ attributes: TextAttributes) { self.attributes = attributes }

        static func == (left: AttributeBox, right: AttributeBox) -> Bool { left.attributes == right.attributes }
        func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
    }

    init(_ storage: Storage) { self.storage = storage }

    /// The part of a text that is truncated.
    public enum TruncationMode: Hashable, Sendable {
        /// The beginning, the end, or the middle.
        case head, tail, middle
    }

    /// The case in which a text is shown.
    public enum Case: Hashable, Sendable, CaseIterable {
        case uppercase, lowercase
    }

    /// The format of a date in a text. Some styles update themselves.
    public struct DateStyle: Hashable, Sendable {
        let node: TextRun.DateStyle

        /// A running timer, from or to the date.
        public static let timer = Self(node: .timer)
        /// The time from or to the date, in two units.
        public static let relative = Self(node: .relative)
        /// The time from or to the date in one unit, with a sign.
        public static let offset = Self(node: .offset)
        /// The day, month and year.
        public static let date = Self(node: .date)
        /// The time of day.
        public static let time = Self(node: .time)
    }
}

extension Text {
    /// A localized text. Table, bundle and comment have no effect; the environment's ``EnvironmentValues/strings`` are
    /// used.
    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {
        self.init(.key(key))
    }

    /// A text that is not localized.
    @_disfavoredOverload public init<Content: StringProtocol>(_ content: Content) { self.init(.verbatim(String(content))) }

    public init(verbatim content: String) { self.init(.verbatim(content)) }

    @_disfavoredOverload public init(_ resource: LocalizedStringResource) { self.init(.resource(resource)) }

    // Disfavored, because a literal would otherwise be ambiguous.
    /// An attributed string, with the attributes of `AttributeScopes.SwiftUIAttributes`.
    @_disfavoredOverload public init(_ attributedContent: AttributedString) { self.init(.attributed(attributedContent)) }

    /// An image within a text.
    public init(_ image: Image) { self.init(.image(image)) }

    /// A value in the format of a Foundation format style, in the language of the environment.
    public init<Style: FormatStyle>(_ input: Style.FormatInput, format: Style)
    where Style.FormatInput: Equatable, Style.FormatOutput == String {
        self.init(.formatted(FormattedText(input, format)))
    }

    /// A value by a Foundation formatter, or its description if the formatter fails.
    public init<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter) {
        self.init(.verbatim(formatter.string(for: subject) ?? "\(subject)"))
    }
    /// A date by a Foundation formatter, or its description if the formatter fails.
    public init(_ date: Date, formatter: Formatter) { self.init(.verbatim(formatter.string(for: date) ?? "\(date)")) }
    /// An object by a Foundation formatter, or its description if the formatter fails.
    public init<Subject: NSObject>(_ subject: Subject, formatter: Formatter) {
        self.init(.verbatim(formatter.string(for: subject) ?? "\(subject)"))
    }

    /// A date in a style. Some styles update themselves.
    public init(_ date: Date, style: DateStyle) { self.init(.date(date, style)) }

    /// A range of times of day.
    public init(_ dates: ClosedRange<Date>) { self.init(.dates(dates.lowerBound, dates.upperBound)) }
    public init(_ interval: DateInterval) { self.init(.dates(interval.start, interval.end)) }

    /// A timer that runs without updates from one end of the interval to the other.
    ///
    /// - Parameters:
    ///   - timerInterval: The interval. Outside it the timer shows the value at the nearer end.
    ///   - pauseTime: The time whose value is shown instead of the running timer; `nil` while it runs.
    ///   - countsDown: Whether it runs backwards to 0.
    ///   - showsHours: Whether it shows hours from 60 minutes on. Otherwise it counts further minutes.
    public init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) { self.init(.timer(timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours)) }

    /// Joins two texts, each with its own attributes.
    public static func + (left: Text, right: Text) -> Text { Text(.joined(left, right)) }
}

/// A value with its format style.
struct FormattedText: Hashable, Sendable {
    private let writer: any Writer
    /// The text in the default language, by which two values are compared.
    private let text: String

    init<Style: FormatStyle>(_ input: Style.FormatInput, _ style: Style) where Style.FormatOutput == String {
        text = Self.text(of: input, style)
        writer = StyleWriter(input, style)
    }

    /// - Parameter timeZone: The time zone for a date whose style has no explicit one; `nil` is the zone of the process.
    func text(locale: Locale, timeZone: TimeZone?) -> String { writer.text(locale: locale, timeZone: timeZone) }

    static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    private static func text<Style: FormatStyle>(of input: Style.FormatInput, _ style: Style) -> String
    where Style.FormatOutput == String {
        // Foundation traps on a range of dates with NaN, as on one that is computed by a division by zero.
        if let range = input as? Range<Date>, range.lowerBound.timeIntervalSince(range.upperBound).isNaN { return "" }
        return style.format(input)
    }

    private protocol Writer: Sendable { func text(locale: Locale, timeZone: TimeZone?) -> String }

    // `@unchecked Sendable`, because the compiler cannot see that the input of a format style is sendable. The object
    // is immutable, and format styles and their inputs are values.
    private final class StyleWriter<Style: FormatStyle>: Writer, @unchecked Sendable where Style.FormatOutput == String {
        private let input: Style.FormatInput
        private let style: Style

        init(_ input: Style.FormatInput, _ style: Style) {
            self.input = input
            self.style = style
        }

        func text(locale: Locale, timeZone: TimeZone?) -> String {
            let style = style.locale(locale)
            if let timeZone {
                if var dates = style as? Date.FormatStyle, dates.timeZone == .autoupdatingCurrent, let date = input as? Date {
                    dates.timeZone = timeZone
                    return dates.format(date)
                }
                if var dates = style as? Date.IntervalFormatStyle, dates.timeZone == .autoupdatingCurrent,
                    let range = input as? Range<Date>
                {
                    dates.timeZone = timeZone
                    return FormattedText.text(of: range, dates)
                }
            }
            return FormattedText.text(of: input, style)
        }
    }
}
