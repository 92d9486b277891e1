/// A URL (RFC 3986).
///
/// Like Foundation's, the initialiser escapes characters that are not allowed in a URL, and refuses strings that it cannot
/// parse.
public struct URL: Hashable, Sendable {
    /// The URL with its escapes.
    public let absoluteString: String

    /// - Returns: `nil` for an empty string, an invalid scheme before the first colon, a port that is not a number, and an
    ///   unclosed bracket.
    public init?(string: String) {
        let text = Array(string.utf8)
        guard !text.isEmpty, let host = Self.host(in: text) else { return nil }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count)
        var hasFragment = false
        for (index, byte) in text.enumerated() {
            let isAllowed: Bool
            switch byte {
            case UInt8(ascii: "%"):
                isAllowed = index + 2 < text.count && text[index + 1].isHexDigit && text[index + 2].isHexDigit
            case UInt8(ascii: "["), UInt8(ascii: "]"): isAllowed = host.contains(index)
            case UInt8(ascii: "#"):
                isAllowed = !hasFragment
                hasFragment = true
            default: isAllowed = byte.isAllowedInURL
            }
            if isAllowed {
                escaped.append(byte)
            } else {
                escaped.append(UInt8(ascii: "%"))
                escaped.append(Self.hexDigits[Int(byte >> 4)])
                escaped.append(Self.hexDigits[Int(byte & 0xF)])
            }
        }
        absoluteString = String(decoding: escaped, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    /// The range of the host, empty if there is none; `nil` if the string is not a URL.
    private static func host(in text: [UInt8]) -> Range<Int>? {
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        var start = 0
        let first = text.firstIndex(where: isEnd) ?? text.count
        if let colon = text[..<first].firstIndex(of: UInt8(ascii: ":")), colon > 0 {
            guard text[0].isLetter, text[..<colon].allSatisfy(\.isAllowedInScheme) else { return nil }
            start = colon + 1
        }
        guard text.count >= start + 2, text[start] == UInt8(ascii: "/"), text[start + 1] == UInt8(ascii: "/") else {
            return 0..<0
        }
        start += 2
        let end = text[start...].firstIndex(where: isEnd) ?? text.count
        if let at = text[start..<end].lastIndex(of: UInt8(ascii: "@")) { start = at + 1 }
        var host = start..<end
        if start < end, text[start] == UInt8(ascii: "[") {
            guard let close = text[host].firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = start..<(close + 1)
        } else if let colon = text[host].firstIndex(of: UInt8(ascii: ":")) {
            host = start..<colon
        }
        let port = text[host.upperBound..<end]
        guard port.isEmpty || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit)) else { return nil }
        return host
    }
}

extension URL: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let url = URL(string: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Invalid URL string.")
        }
        self = url
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(absoluteString)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
    fileprivate var isHexDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }

    fileprivate var isAllowedInScheme: Bool {
        isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    fileprivate var isAllowedInURL: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "/"),
            UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: isLetter || isDigit
        }
    }
}
