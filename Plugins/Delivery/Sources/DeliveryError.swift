public import LiveActivityCore

/// Attributes or an event that make no sense, whatever the step. Nothing has changed.
public enum DeliveryError: Error, Hashable, Sendable {
    /// Order numbers start at 0.
    case orderNumberNegative(Int)
    /// The field must say something.
    case blank(field: String)
    /// Both sizes are bytes of UTF-8.
    case tooLong(field: String, bytes: Int, limit: Int)
    /// The window begins more than 8 hours before `now`, or ends more than 7 days after it. Most often a date in another unit or epoch.
    case arrivalImplausible(ClosedRange<Date>, now: Date)
    /// Degrees beyond the poles or the date line.
    case notOnEarth(DeliveryPosition)
    /// Stops are counted from 0 to 255.
    case stopsOutOfRange(Int)
}

extension DeliveryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .orderNumberNegative(let number): "the order number \(number) is negative"
        case .blank(let field): "\(field) is blank"
        case .tooLong(let field, let bytes, let limit): "\(field) has \(bytes) bytes of UTF-8, \(limit) are allowed"
        case .arrivalImplausible(let arrival, let now):
            """
            the arrival [\(seconds(arrival.lowerBound)), \(seconds(arrival.upperBound))] is not within 8 hours before and \
            7 days after \(seconds(now)); dates are seconds since 2001-01-01 00:00 UTC, not milliseconds and not since 1970
            """
        case .notOnEarth(let position): "latitude \(position.latitude), longitude \(position.longitude) is nowhere on Earth"
        case .stopsOutOfRange(let count): "\(count) stops left: not from 0 to 255"
        }
    }

    private func seconds(_ date: Date) -> TimeInterval { date.timeIntervalSinceReferenceDate }
}
