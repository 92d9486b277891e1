public import Foundation

/// Joins words to a list. Foundation on Linux has only the format style.
open class ListFormatter: Formatter, @unchecked Sendable {
    // `@unchecked Sendable`, because the superclass is not sendable. Nothing synchronizes its variables: as with Apple's class,
    // an app sets them before other threads use the formatter.

    /// The locale of the list. Default: the current one.
    open var locale: Locale! = .current
    /// The formatter of items other than strings. `nil` uses their descriptions.
    open var itemFormatter: Formatter?

    public override init() { super.init() }
    /// Always `nil`: a formatter cannot be decoded.
    public required init?(coder: NSCoder) { nil }

    open func string(from items: [Any]) -> String? {
        let words = items.map { $0 as? String ?? itemFormatter?.string(for: $0) ?? "\($0)" }
        return words.formatted(.list(type: .and).locale(locale ?? .current))
    }
    open override func string(for object: Any?) -> String? { (object as? [Any]).flatMap(string(from:)) }

    open class func localizedString(byJoining strings: [String]) -> String { strings.formatted(.list(type: .and)) }
}
