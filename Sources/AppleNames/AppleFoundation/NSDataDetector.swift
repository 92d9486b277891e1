public import Foundation

/// Finds links, phone numbers and dates in a string. Here it finds the addresses of web pages only.
open class NSDataDetector: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: nothing changes after `init`.
    public let checkingTypes: NSTextCheckingTypes
    private let expression: NSRegularExpression

    public init(types: NSTextCheckingTypes) throws {
        checkingTypes = types
        expression = try NSRegularExpression(pattern: #"https?://[^\s<>"]+"#)
    }

    open func matches(
        in text: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> [NSTextCheckingResult] { expression.matches(in: text, options: options, range: range) }
    open func firstMatch(
        in text: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> NSTextCheckingResult? { expression.firstMatch(in: text, options: options, range: range) }
    open func numberOfMatches(
        in text: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> Int { expression.numberOfMatches(in: text, options: options, range: range) }
    open func enumerateMatches(
        in text: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange,
        using block: (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop: ObjCBool = false
        for match in matches(in: text, options: options, range: range) where !stop.boolValue { block(match, [], &stop) }
    }
}
public typealias NSTextCheckingTypes = UInt64

extension NSTextCheckingResult {
    /// The URL of a result of ``NSDataDetector``. Always `nil` here: the text at `range` is the URL.
    public var url: URL? { nil }
    public var date: Date? { nil }
    public var phoneNumber: String? { nil }
    public var addressComponents: [NSTextCheckingKey: String]? { nil }
}
public struct NSTextCheckingKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let city = Self(rawValue: "City"), street = Self(rawValue: "Street"), zip = Self(rawValue: "ZIP")
    public static let state = Self(rawValue: "State"), country = Self(rawValue: "Country"), name = Self(rawValue: "Name")
}
