public import LiveActivityLint
import LiveActivitySurfaces

// Not in the lint's module, because the C library links that module and its size is limited.
extension Finding: CustomStringConvertible {
    /// A line for logs and failed tests: `delivery, lockScreen.iPhone393, center.Text (moment 3, de, dark): truncatedText: …
    /// Advice.`
    public var description: String {
        let place = [kind?.rawValue, surface?.name, path.isEmpty ? nil : path].compactMap { $0 }.joined(separator: ", ")
        let seen = [sample, locale, appearance?.rawValue].compactMap { $0 }.joined(separator: ", ")
        let beginning = place + (seen.isEmpty ? "" : " (\(seen))")
        return "\(beginning.isEmpty ? "" : "\(beginning): ")\(rule.rawValue): \(message) \(advice)"
    }
}
