public import Foundation
public import LiveActivityKit

// The initializers with a bundle, because `Bundle` belongs to full Foundation. The bundle is not used, see
// `LocalizedStringResource`.
extension String {
    /// A localized text by its literal. The bundle has no effect.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle?, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self.init(localized: keyAndValue, table: table, locale: locale, comment: comment) }

    /// A localized text by its key. The bundle has no effect.
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

    /// Inserts a value by a formatter, or its description if the formatter fails.
    public mutating func appendInterpolation<Value>(_ value: Value, formatter: Formatter?) {
        append(formatter?.string(for: value) ?? "\(value)", placeholder: "%@")
    }
}
