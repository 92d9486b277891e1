public import LiveActivityCore

/// A value in the attributes or in an event that is wrong at every step of a delivery. Nothing has changed.
///
/// Texts that are empty or too long and numbers that are out of range are an `InvalidField`; an event that cannot
/// follow the current step is an `InvalidTransition`.
public enum DeliveryError: Error, Hashable, Sendable {
    /// The window begins more than 8 hours before `now` or ends more than 7 days after it.
    ///
    /// Most often such a date is in another unit (milliseconds) or counts from another date (1970).
    case arrivalImplausible(ClosedRange<Date>, now: Date)
    /// The latitude is not from -90 to 90 degrees, or the longitude not from -180 to 180 degrees.
    case notOnEarth(DeliveryPosition)
}

extension DeliveryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .arrivalImplausible(let arrival, let now):
            """
            the arrival [\(seconds(arrival.lowerBound)), \(seconds(arrival.upperBound))] is not within 8 hours before and \
            7 days after \(seconds(now)); dates are seconds since 2001-01-01 00:00 UTC, not milliseconds and not since 1970
            """
        case .notOnEarth(let position):
            """
            latitude \(position.latitude), longitude \(position.longitude) is not a position; latitude must be from -90 to 90 and \
            longitude from -180 to 180 degrees
            """
        }
    }

    private func seconds(_ date: Date) -> TimeInterval { date.timeIntervalSinceReferenceDate }
}
