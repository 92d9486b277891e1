public import Foundation
public import LiveActivityKit

// Initializers with a bundle. They are declared here, because `Bundle` is not part of FoundationEssentials. The bundle is not
// used; see `LocalizedStringResource`.
extension String {
    /// Creates a localized string from a literal. The bundle has no effect.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle?, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self.init(localized: keyAndValue, table: table, locale: locale, comment: comment) }

    /// Creates a localized string from its key. The bundle has no effect.
    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, bundle: Bundle?,
        locale: Locale = .current, comment: StaticString? = nil
    ) { self.init(localized: key, defaultValue: defaultValue, table: table, locale: locale, comment: comment) }
}

extension LocalizedStringResource.BundleDescription {
    /// The location of a bundle. Stored, not used.
    public static func atURL(_ bundle: Bundle) -> Self { .atURL(bundle.bundleURL) }
}

extension LocalizedStringResource.LocalizationValue.StringInterpolation {
    /// Inserts a value in the format of `String(format:)`.
    public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
        append(String(format: specifier, value), placeholder: specifier)
    }

    /// Inserts a value that a formatter converts, or its description if the formatter fails.
    public mutating func appendInterpolation<Value>(_ value: Value, formatter: Formatter?) {
        append(formatter?.string(for: value) ?? "\(value)", placeholder: "%@")
    }
}
