public import Foundation
public import LiveActivityKit

// The forms that name a bundle: `Bundle` is full Foundation's. It is not looked into, see `LocalizedStringResource`.
extension String {
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle?, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self.init(localized: keyAndValue, table: table, locale: locale, comment: comment) }

    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, bundle: Bundle?,
        locale: Locale = .current, comment: StaticString? = nil
    ) { self.init(localized: key, defaultValue: defaultValue, table: table, locale: locale, comment: comment) }
}

extension LocalizedStringResource.BundleDescription {
    public static func atURL(_ bundle: Bundle) -> Self { .atURL(bundle.bundleURL) }
}

extension LocalizedStringResource.LocalizationValue.StringInterpolation {
    /// A value written as `String(format:)` does.
    public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
        append(String(format: specifier, value), placeholder: specifier)
    }

    /// A value written by a formatter; as it is where the formatter cannot.
    public mutating func appendInterpolation<Value>(_ value: Value, formatter: Formatter?) {
        append(formatter?.string(for: value) ?? "\(value)", placeholder: "%@")
    }
}
