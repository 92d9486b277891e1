/// A user-visible string: either fixed, or a key in an app's string table that the device looks up.
///
/// Foundation on Linux has no such type. This one is created like Apple's, with a literal, an interpolation, or a key and a
/// default value. It performs no look-up, because a server has no string tables: its text is the default value. With
/// ``localized(key:arguments:)`` the device chooses the words.
///
/// In JSON, fixed text is a string, and a key is `{"loc-key": …, "loc-args": […]}`, as in a push. Two resources are equal when
/// they have the same text, so a value that was encoded and decoded is equal to the original.
public struct LocalizedStringResource: Sendable {
    /// The string without any look-up.
    private let text: String

    /// The other properties, which most resources do not have. They are stored separately, because each alert contains two
    /// resources.
    private let details: Details?

    private final class Details: Sendable {
        let key: String
        /// The arguments that the device inserts; `nil` if the device performs no look-up.
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

    /// The location of the string table on Apple's systems. This package does not read it.
    public enum BundleDescription: Hashable, Sendable {
        /// The app's own bundle.
        case main
        /// The bundle in this folder.
        case atURL(URL)
        /// The name of a class in the bundle.
        case forClass(named: String)

        /// The bundle that contains a class.
        public static func forClass(_ type: AnyClass) -> Self { .forClass(named: "\(type)") }
    }

    /// Creates a fixed string, which is not localized.
    public static func literal(_ text: String) -> Self { Self(text: text, details: nil) }

    /// Creates a string that the device finds in the app's string table, with these arguments.
    public static func localized(key: String, arguments: [String] = []) -> Self {
        Self(
            text: arguments.isEmpty ? key : "\(key)(\(arguments.joined(separator: ", ")))",
            details: Details(key: key, deviceArguments: arguments, table: nil, locale: .current, bundle: .main))
    }

    private init(text: String, details: Details?) {
        self.text = text
        self.details = details
    }

    /// Creates a string that is its own key.
    public init(
        _ keyAndValue: LocalizationValue, table: String? = nil, locale: Locale = .current, bundle: BundleDescription = .main,
        comment: StaticString? = nil
    ) {
        self.init(key: keyAndValue.key, keyAndValue, table, locale, bundle)
    }

    /// Creates a string with a separate key; its text is `defaultValue`.
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

    // MARK: - Properties of Apple's type

    /// The key in the string table: the text, with a placeholder for each value in it.
    public var key: String { details?.key ?? text }
    /// The name of the string table; `nil` for the default one.
    public var table: String? { details?.table }
    /// The location of the string table.
    public var bundle: BundleDescription { details?.bundle ?? .main }

    /// The string to use if the table lacks the key, which is always the case here.
    public var defaultValue: LocalizationValue { LocalizationValue(text) }

    /// The preferred language of the text; it has no effect here.
    public var locale: Locale {
        get { details?.locale ?? .current }
        set {
            self = Self(
                text: text,
                details: Details(
                    key: key, deviceArguments: details?.deviceArguments, table: table, locale: newValue, bundle: bundle))
        }
    }

    /// The key that the device looks up, and the arguments that it inserts; `nil` for text that is displayed unchanged.
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
    /// The text without any look-up. For a key it is the key itself.
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
