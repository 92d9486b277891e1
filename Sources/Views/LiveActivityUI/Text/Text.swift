public import Foundation
public import LiveActivityCore

/// Lines of text: looked up in the app's words, as they are, or written by themselves as time goes on.
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

    /// Kept apart, and shared: a text is copied often while a view is made.
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

    public enum TruncationMode: Hashable, Sendable {
        case head, tail, middle
    }

    public enum Case: Hashable, Sendable, CaseIterable {
        case uppercase, lowercase
    }

    /// What a text says of a date, by itself (WK-21).
    public struct DateStyle: Hashable, Sendable {
        let node: TextRun.DateStyle

        public static let timer = Self(node: .timer)
        public static let relative = Self(node: .relative)
        public static let offset = Self(node: .offset)
        public static let date = Self(node: .date)
        public static let time = Self(node: .time)
    }
}

extension Text {
    /// A text that is looked up by its literal. `tableName`, `bundle` and `comment` are for tools and are not looked at.
    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {
        self.init(.key(key))
    }

    /// A text as it is.
    @_disfavoredOverload
    public init<Content: StringProtocol>(_ content: Content) { self.init(.verbatim(String(content))) }

    /// A text as it is.
    public init(verbatim content: String) { self.init(.verbatim(content)) }

    @_disfavoredOverload
    public init(_ resource: LocalizedStringResource) { self.init(.resource(resource)) }

    // A literal can be one of these too, and is not meant as one.
    @_disfavoredOverload
    public init(_ attributedContent: AttributedString) { self.init(.attributed(attributedContent)) }

    public init(_ image: Image) { self.init(.image(image)) }

    /// A value written by a format style of Foundation, for the language of the environment.
    public init<Style: FormatStyle>(_ input: Style.FormatInput, format: Style)
    where Style.FormatInput: Equatable, Style.FormatOutput == String {
        self.init(.formatted(FormattedText(input, format)))
    }

    /// A value written by a formatter of Foundation; as it is where the formatter cannot.
    public init<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter) {
        self.init(.verbatim(formatter.string(for: subject) ?? "\(subject)"))
    }
    public init<Subject: NSObject>(_ subject: Subject, formatter: Formatter) {
        self.init(.verbatim(formatter.string(for: subject) ?? "\(subject)"))
    }

    /// A date that is told by itself: a timer, how far it is, the day, the hour.
    public init(_ date: Date, style: DateStyle) { self.init(.date(date, style)) }

    /// From when to when.
    public init(_ dates: ClosedRange<Date>) { self.init(.dates(dates.lowerBound, dates.upperBound)) }
    public init(_ interval: DateInterval) { self.init(.dates(interval.start, interval.end)) }

    /// A clock that runs by itself from one end of the interval to the other (WK-18).
    ///
    /// - Parameters:
    ///   - pauseTime: Where it stands still, and what it then shows; `nil` while it runs.
    ///   - showsHours: `false` counts minutes beyond 60.
    public init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
        self.init(.timer(timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours))
    }

    public static func + (left: Text, right: Text) -> Text { Text(.joined(left, right)) }
}

/// A value and its format, as one.
struct FormattedText: Hashable, Sendable {
    private let writer: Writer
    /// As written before any language is known: tells two apart.
    private let text: String

    init<Style: FormatStyle>(_ input: Style.FormatInput, _ style: Style) where Style.FormatOutput == String {
        text = style.format(input)
        writer = StyleWriter(input, style)
    }

    func text(locale: Locale) -> String { writer.text(locale: locale) }

    static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    // `@unchecked Sendable`: it has nothing but constants, and a format style and what it formats are values (`FormatStyle` asks for
    // `Codable` and `Hashable`, and for no identity), so that reading them on two threads at once is reading two copies.
    private class Writer: @unchecked Sendable {
        func text(locale: Locale) -> String { "" }
    }

    private final class StyleWriter<Style: FormatStyle>: Writer, @unchecked Sendable where Style.FormatOutput == String {
        private let input: Style.FormatInput
        private let style: Style

        init(_ input: Style.FormatInput, _ style: Style) {
            self.input = input
            self.style = style
        }

        override func text(locale: Locale) -> String { style.locale(locale).format(input) }
    }
}
