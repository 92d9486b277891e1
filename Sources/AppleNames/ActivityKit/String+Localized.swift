public import Foundation
public import LiveActivityKit

// They are declared here, because `Bundle` and `Formatter` are not part of FoundationEssentials.
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
