import Foundation

@testable import LiveActivityJSON

/// The part of a coding error on which two coders must agree.
struct ErrorSummary: Equatable {
    enum Kind { case typeMismatch, valueNotFound, keyNotFound, dataCorrupted, invalidValue, other }

    var kind: Kind
    var path: [String]
    /// Set if the text itself was refused.
    var reason: JSONParseError.Reason?

    init(kind: Kind, path: [String]) {
        self.kind = kind
        self.path = path
    }

    /// The error that `body` throws; `nil` if it succeeds.
    init?<R>(_ body: () throws -> R) {
        do {
            _ = try body()
            return nil
        } catch {
            self.init(error)
        }
    }

    init(_ error: any Error) {
        switch error {
        case DecodingError.typeMismatch(_, let context): self.init(.typeMismatch, context.codingPath, nil)
        case DecodingError.valueNotFound(_, let context): self.init(.valueNotFound, context.codingPath, nil)
        case DecodingError.keyNotFound(let key, let context): self.init(.keyNotFound, context.codingPath + [key], nil)
        case DecodingError.dataCorrupted(let context):
            self.init(.dataCorrupted, context.codingPath, (context.underlyingError as? JSONParseError)?.reason)
        case EncodingError.invalidValue(_, let context): self.init(.invalidValue, context.codingPath, nil)
        default: self.init(.other, [], nil)
        }
    }

    private init(_ kind: Kind, _ path: [any CodingKey], _ reason: JSONParseError.Reason?) {
        self.kind = kind
        self.path = path.map(\.stringValue)
        self.reason = reason
    }
}

/// The intended differences between `WireDecoder` and `WireEncoder` and Foundation on Linux. The list is complete.
///
/// - The text is checked completely, by the standard, before anything is decoded. Foundation accepts a duplicate key (the first
///   wins), a trailing comma, a byte-order mark, UTF-16 and UTF-32, and anything that resembles a number or an escape in a
///   member that is not read; it also reports a missing key before a mistake in the text.
/// - A key with U+0000 is refused, and so is text or nesting beyond `JSONLimits`.
/// - The error for a number out of range has the path of its value; Foundation gives no path.
/// - An integer is exact. Foundation decodes `1.0000000000000001` as 1 and drops the fraction of some numbers beyond 2^53; it
///   refuses `1e30` as `Int128`.
/// - Paths include the keys of nested containers; Foundation leaves them out when encoding.
/// - A Decimal that is not a number is refused; Foundation writes `NaN`.
/// - Keys are compared byte by byte; Foundation treats canonically equal keys as equal.
/// - Members are written in the order of encoding; Foundation's order is arbitrary without `.sortedKeys`.
enum FoundationDifferences {
    /// Whether two results of decoding the same text count as equal.
    static func agree(_ ours: ErrorSummary?, _ theirs: ErrorSummary?) -> Bool {
        guard let ours else { return theirs == nil }
        // The comparison with jansson checks whether refusing the text was right.
        if ours.reason != nil { return ours.kind == .dataCorrupted && ours.path.isEmpty }
        guard let theirs else { return false }
        if theirs.kind == .dataCorrupted, theirs.path.isEmpty { return ours.kind == .dataCorrupted }
        return ours == theirs
    }

    /// Whether the text has a number with a fraction and so many digits that Foundation may round it to an integer.
    static func dropsFraction(_ text: [UInt8]) -> Bool {
        String(decoding: text, as: UTF8.self).matches(of: /[0-9]+\.[0-9]+/).contains { $0.output.count > 16 }
    }
}
