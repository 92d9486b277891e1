#if Push
/// The bundle id of an app, such as `com.example.food`, without a topic's suffix.
public struct BundleID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Checks a bundle id.
    ///
    /// - Throws: ``PushError/badBundleID(_:reason:)`` for a topic with a suffix, and for characters that a bundle id cannot
    ///   have.
    public init(_ text: String) throws(PushError) {
        if let range = Self.suffix(in: text) {
            throw .badBundleID(
                text, reason: "it is a topic. Leave '\(text[range...])' out: it is added to each request that needs it")
        }
        let isAllowed = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard !text.isEmpty, text.utf8.count <= 155, text.utf8.allSatisfy(isAllowed) else {
            throw .badBundleID(text, reason: "it has letters, digits, '-' and '.' only, and at least one of them")
        }
        rawValue = text
    }

    /// Checks the package name of an Android app, which may contain underscores.
    ///
    /// - Throws: ``PushError/badBundleID(_:reason:)`` if the name is not a package name.
    public init(androidPackage name: String) throws(PushError) {
        do throws(PushError) { _ = try BundleID(String(name.map { $0 == "_" ? "-" : $0 })) } catch {
            throw .badBundleID(name, reason: "a package has letters, digits, '_' and '.' only")
        }
        self.init(checked: name)
    }

    private init(checked name: String) { rawValue = name }

    /// Checks a bundle id or a package name.
    package init(app name: String) throws(PushError) {
        if name.contains("_") { try self.init(androidPackage: name) } else { try self.init(name) }
    }

    private static func suffix(in text: String) -> String.Index? {
        let mark = ".push-type."
        var rest = text[...]
        while let start = rest.firstIndex(of: ".") {
            if rest[start...].hasPrefix(mark) { return start }
            rest = rest[rest.index(after: start)...]
        }
        return nil
    }

    /// The topic of pushes to Live Activities. Source: Documentation/Reference.md, APNS-04.
    public var liveActivityTopic: String { rawValue + ".push-type.liveactivity" }
    /// The topic of pushes to widgets. Source: Documentation/Reference.md, WID-01.
    public var widgetsTopic: String { rawValue + ".push-type.widgets" }

    public var description: String { rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
#endif
