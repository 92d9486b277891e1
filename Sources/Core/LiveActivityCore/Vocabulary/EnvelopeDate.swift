/// A date of a command or a change, outside of the activity's own data. Written as ISO 8601, and read as that or as a number of
/// seconds since 2001, Apple's form of dates.
///
/// The data itself (attributes, state and events) has only Apple's form, because an iPhone decodes it.
struct EnvelopeDate: Codable {
    let date: Date

    init(_ date: Date) { self.date = date }

    init?(_ date: Date?) {
        guard let date else { return nil }
        self.date = date
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let date = try? container.decode(Date.self) {
            self.date = date
            return
        }
        let text = try container.decode(String.self)
        guard let date = Date(iso8601: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "'\(text.abridged)' is not a date: write it as 2026-06-20T17:00:00Z, or as seconds since 2001-01-01.")
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        // A journal's command must be replayed with exactly the same date; ISO 8601 rounds it.
        if encoder.userInfo[.exactDates] != nil { try container.encode(date) } else { try container.encode(date.iso8601) }
    }
}

extension CodingUserInfoKey {
    /// If set, to any value, dates outside of the activity's own data are written as numbers, which are exact.
    package static let exactDates = CodingUserInfoKey(rawValue: "exactDates")!
}

extension KeyedDecodingContainer {
    func date(_ key: Key) throws -> Date { try decode(EnvelopeDate.self, forKey: key).date }
    func dateIfPresent(_ key: Key) throws -> Date? { try decodeIfPresent(EnvelopeDate.self, forKey: key)?.date }
}

extension KeyedEncodingContainer {
    mutating func encode(date: Date?, _ key: Key) throws { try encodeIfPresent(EnvelopeDate(date), forKey: key) }
}
