/// A text for people: said as it is, or named by its key in an app's string table and filled in on the device.
///
/// Linux's Foundation has no such type (API-11). This one is written as Apple's is, with a literal, an interpolation, or a key and
/// a default value, but it looks nothing up: a runtime on a server has no string tables, so what is said is the default value.
/// ``localized(key:arguments:)`` leaves the choice of words to the device that shows it.
///
/// In JSON a text is a string, a key is `{"loc-key": …, "loc-args": […]}`, as in a push (PAY-08). Two are equal when they say the
/// same, so that what came back from JSON is equal to what went in.
public struct LocalizedStringResource: Sendable {
    /// What it says as far as it can be told here.
    private let text: String

    /// What is more than the text; most have nothing, and a change carries two of them.
    private let details: Details?

    private final class Details: Sendable {
        let key: String
        /// What the device fills in; `nil` for what is said here.
        let deviceArguments: [String]?
        let table: String?
        let locale: Locale
        let bundle: BundleDescription

        init(key: String, deviceArguments: [String]?, table: String?, locale: Locale, bundle: BundleDescription) {
            self.key = key
            self.deviceArguments = deviceArguments
            self.table = table
            self.locale = locale
            self.bundle = bundle
        }
    }

    /// Where Apple's systems would look for the string table; here only kept.
    public enum BundleDescription: Hashable, Sendable {
        case main
        case atURL(URL)
        /// The name of a class in the bundle.
        case forClass(named: String)

        public static func forClass(_ type: AnyClass) -> Self { .forClass(named: "\(type)") }
    }

    /// A text as it is.
    public static func literal(_ text: String) -> Self { Self(text: text, details: nil) }

    /// A text that the device finds in the app's string table, with the arguments filled in.
    public static func localized(key: String, arguments: [String] = []) -> Self {
        Self(
            text: arguments.isEmpty ? key : "\(key)(\(arguments.joined(separator: ", ")))",
            details: Details(key: key, deviceArguments: arguments, table: nil, locale: .current, bundle: .main))
    }

    private init(text: String, details: Details?) {
        self.text = text
        self.details = details
    }

    /// A text that is its own key.
    public init(
        _ keyAndValue: LocalizationValue, table: String? = nil, locale: Locale = .current, bundle: BundleDescription = .main,
        comment: StaticString? = nil
    ) {
        self.init(key: keyAndValue.key, keyAndValue, table, locale, bundle)
    }

    /// A text with a key of another name; what is said is `defaultValue`.
    public init(
        _ key: StaticString, defaultValue: LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init(key: "\(key)", defaultValue, table, locale, bundle)
    }

    private init(key: String, _ value: LocalizationValue, _ table: String?, _ locale: Locale, _ bundle: BundleDescription) {
        text = value.text
        details = Details(key: key, deviceArguments: nil, table: table, locale: locale, bundle: bundle)
    }

    // MARK: - What Apple's has

    /// The name in the string table: the text, with a placeholder for each value in it.
    public var key: String { details?.key ?? text }
    public var table: String? { details?.table }
    public var bundle: BundleDescription { details?.bundle ?? .main }

    /// What is said where the table has no such key, which here is always.
    public var defaultValue: LocalizationValue { LocalizationValue(text) }

    /// The language that is asked for; here it changes nothing.
    public var locale: Locale {
        get { details?.locale ?? .current }
        set {
            self = Self(
                text: text,
                details: Details(
                    key: key, deviceArguments: details?.deviceArguments, table: table, locale: newValue, bundle: bundle))
        }
    }

    /// The key and the arguments that the device fills in; `nil` for a text that is said as it is.
    public var deviceKey: (key: String, arguments: [String])? {
        guard let details, let arguments = details.deviceArguments else { return nil }
        return (details.key, arguments)
    }
}

extension LocalizedStringResource: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self = .literal(value) }

    public init(stringInterpolation: LocalizationValue.StringInterpolation) {
        self.init(LocalizationValue(stringInterpolation: stringInterpolation))
    }
}

extension LocalizedStringResource: CustomStringConvertible {
    /// The text as far as it can be told without a string table: a key stands for itself.
    public var description: String { text }
}

extension LocalizedStringResource: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.text == right.text && left.deviceKey?.key == right.deviceKey?.key
            && left.deviceKey?.arguments == right.deviceKey?.arguments
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension LocalizedStringResource: Codable {
    private enum CodingKeys: String, CodingKey {
        case key = "loc-key"
        case arguments = "loc-args"
    }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            self = .localized(
                key: try container.decode(String.self, forKey: .key),
                arguments: try container.decodeIfPresent([String].self, forKey: .arguments) ?? [])
        } else {
            self = .literal(try decoder.singleValueContainer().decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if let (key, arguments) = deviceKey {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(key, forKey: .key)
            if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
}
