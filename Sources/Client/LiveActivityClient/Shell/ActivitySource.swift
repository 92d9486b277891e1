package import Foundation

/// The activities of one kind on this device. On iOS that is ActivityKit; on Linux the package's stand-in for it, or a test.
package protocol ActivitySource: Sendable {
    /// The kind, as the service's plugin names it.
    var kind: String { get }
    /// Everything that the device has now.
    func present() -> ActivityEvent
    /// Reports what happens, beginning with ``present()``, until the task is cancelled.
    func run(_ report: @escaping @Sendable (ActivityEvent) async -> Void) async
    /// Ends an activity and removes it from the screen.
    func end(_ activity: String) async
    /// Reads a page of the service's activities.
    func page(_ data: Data) throws -> ServicePage
}

/// A page of `GET /v1/owners/{owner}/activities`.
package struct ServicePage: Sendable {
    package var records: [ServiceRecord]
    /// Where the next page begins; `nil` for the last page.
    package var next: String?

    /// - Parameter type: The attributes of the kind.
    /// - Throws: The decoder's error. Attributes that cannot be decoded are no error: the record has none then.
    package init<Attributes: Codable>(_ data: Data, attributes type: Attributes.Type) throws {
        let page = try JSONDecoder().decode(Page<Attributes>.self, from: data)
        records = page.activities.map { record in
            ServiceRecord(
                id: record.activity, state: record.state, attributes: record.attributes.flatMap { try? CanonicalJSON.text($0) })
        }
        next = page.next
    }

    private struct Page<Attributes: Decodable>: Decodable {
        var activities: [Record<Attributes>]
        var next: String?
    }

    private struct Record<Attributes: Decodable>: Decodable {
        enum CodingKeys: CodingKey { case activity, state, attributes }
        var activity: String
        var state: String
        var attributes: Attributes?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            activity = try container.decode(String.self, forKey: .activity)
            state = try container.decode(String.self, forKey: .state)
            attributes = try? container.decode(Attributes.self, forKey: .attributes)
        }
    }
}

/// Attributes as text. It is equal for equal attributes, except for the order of elements: a `Set`, and a dictionary whose keys
/// are not strings, are encoded in another order each time.
package enum CanonicalJSON {
    /// Whether two texts differ at most in the order of the elements of their arrays.
    static func areEqualInAnyOrder(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count, let left = sorted(left) else { return false }
        return left == sorted(right)
    }

    private static func sorted(_ text: String) -> String? {
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) else {
            return nil
        }
        return sorted(value)
    }

    private static func sorted(_ value: Any) -> String {
        switch value {
        case let elements as [Any]: "[\(elements.map(sorted).sorted().joined(separator: ","))]"
        case let members as [String: Any]:
            "{\(members.map { "\(String(reflecting: $0)):\(sorted($1))" }.sorted().joined(separator: ","))}"
        case let text as String: String(reflecting: text)
        default: "\(value)"
        }
    }

    /// - Throws: The encoder's error.
    package static func text(_ attributes: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(attributes), as: UTF8.self)
    }
}

extension Data {
    /// Hexadecimal digits, as the service takes push tokens.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
