#if Service
import Foundation
import LiveActivities
import LiveActivityCore

/// Moves the dates of a kind's examples, which begin at `KindDescription.epoch`, to another start.
///
/// JSON does not mark dates: a number (seconds since 2001) or an ISO 8601 string counts as a date if it is between one day
/// before the start of the examples and two days after it.
struct MovedExamples {
    let begin: Date
    private let seconds: Int

    private static let epoch = KindDescription.epoch
    private static let window = epoch - 86_400..<epoch + 2 * 86_400

    /// - Parameter begin: The new start; fractions of a second are dropped.
    init(begin: Date) {
        seconds = Int(begin.timeIntervalSince(Self.epoch))
        self.begin = Self.epoch + Double(seconds)
    }

    func text(_ text: JSONText) -> JSONText {
        guard let value = try? JSONValue(parsing: text.bytes) else { return text }
        return JSONText(self.value(value))
    }

    private func value(_ value: JSONValue) -> JSONValue {
        switch value.kind {
        case .null, .bool: return value
        case .number:
            guard let number = value.double, Self.window.contains(Date(timeIntervalSinceReferenceDate: number)) else {
                return value
            }
            return value.int.map { JSONValue($0 + seconds) } ?? JSONValue(number + Double(seconds)) ?? value
        case .string:
            guard let text = value.string, let date = Date(iso8601: text), Self.window.contains(date) else { return value }
            return JSONValue((date + Double(seconds)).iso8601)
        case .array: return JSONValue(value.elements.map(self.value))
        case .object: return JSONValue(members: value.members.map { ($0.key, self.value($0.value)) })
        }
    }
}
#endif
