public import LiveActivityCore

// @ActivityJSON
/// The state of a delivery: the values that the surfaces show, and the provider's only state.
///
/// Released apps decode the first three fields. All other fields are optional, and later fields must be optional too,
/// so that old apps can read new content. The order of the fields keeps the state within two cache lines.
///
/// In JSON, dates are seconds since 2001-01-01 00:00 UTC, a window is an array of two dates, and a field that is `nil`
/// is left out.
public struct DeliveryState: Codable, Hashable, Sendable {
    /// The courier's name; empty while no courier is assigned. At most ``driverNameBytesMax`` bytes of UTF-8.
    public var driverName: String

    /// When the order should arrive. After the delivery both ends are the time of delivery.
    public var estimatedDeliveryTime: ClosedRange<Date>

    /// The current step of the delivery.
    public var currentStep: DeliveryStep

    /// How many customers the courier visits before this one; `nil` if not known.
    public var stopsLeft: UInt8?

    /// The longest delay that an alert has announced, in minutes after ``promisedTime``; `nil` before such an alert.
    public var announcedDelayMinutes: UInt16?

    /// Why the order is late; `nil` while it is in time or no reason is known.
    public var delayReason: DeliveryDelayReason?

    /// The end of the window that was promised when the activity started.
    public var promisedTime: Date?

    /// How many attempts to deliver have failed; `nil` if none.
    public var failedAttempts: UInt8?

    /// Why the last attempt failed; `nil` from the start of the next attempt.
    public var failureReason: DeliveryFailureReason?

    /// Why the order was cancelled; `nil` unless it was.
    public var cancellationReason: DeliveryCancellationReason?

    /// Whether the customer wants the order left at the door; `nil` means no.
    public var leaveAtDoor: Bool?

    /// Whether the customer waits for a call to the courier; `nil` means no.
    ///
    /// The host sees this in a change, makes the call, and sends ``DeliveryEvent/courierContacted``.
    public var contactRequested: Bool?

    /// The courier's last known position.
    public var courierPosition: DeliveryPosition?

    /// Creates a state, for a host that starts an activity in the middle of a delivery.
    public init(
        driverName: String, estimatedDeliveryTime: ClosedRange<Date>, currentStep: DeliveryStep, stopsLeft: UInt8? = nil,
        announcedDelayMinutes: UInt16? = nil, delayReason: DeliveryDelayReason? = nil, promisedTime: Date? = nil,
        failedAttempts: UInt8? = nil, failureReason: DeliveryFailureReason? = nil,
        cancellationReason: DeliveryCancellationReason? = nil, leaveAtDoor: Bool? = nil, contactRequested: Bool? = nil,
        courierPosition: DeliveryPosition? = nil
    ) {
        self.driverName = driverName
        self.estimatedDeliveryTime = estimatedDeliveryTime
        self.currentStep = currentStep
        self.stopsLeft = stopsLeft
        self.announcedDelayMinutes = announcedDelayMinutes
        self.delayReason = delayReason
        self.promisedTime = promisedTime
        self.failedAttempts = failedAttempts
        self.failureReason = failureReason
        self.cancellationReason = cancellationReason
        self.leaveAtDoor = leaveAtDoor
        self.contactRequested = contactRequested
        self.courierPosition = courierPosition
    }

    /// The longest ``driverName``, in bytes of UTF-8. Longer names are cut at the end of a character.
    public static let driverNameBytesMax = 64

    /// Refuses values that no delivery can have.
    func validate() throws {
        try InvalidField.check(estimatedDeliveryTime, "estimatedDeliveryTime")
        try InvalidField.check(promisedTime, "promisedTime")
        // Empty without a courier. Its length is cut elsewhere.
        if !driverName.isEmpty { try InvalidField.check(driverName, "driverName", bytes: .max) }
        if let courierPosition, !courierPosition.isOnEarth { throw DeliveryError.notOnEarth(courierPosition) }
    }

    /// The expected delay, in seconds after the end of the promised window; 0 or less if the order is in time.
    public var secondsLate: TimeInterval {
        guard let promisedTime else { return 0 }
        return estimatedDeliveryTime.upperBound.timeIntervalSince(promisedTime)
    }

    /// Clears the values of the courier who is no longer assigned.
    mutating func forgetCourier() {
        courierPosition = nil
        stopsLeft = nil
        contactRequested = nil
    }
}

// @ActivityJSON
/// A position on Earth, in degrees (WGS 84).
public struct DeliveryPosition: Codable, Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    /// Creates a position. Values out of range are refused when an event has them.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both are in range. `false` for NaN.
    var isOnEarth: Bool { latitude.magnitude <= 90 && longitude.magnitude <= 180 }
}
