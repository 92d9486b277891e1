public import LiveActivityCore

/// How a delivery stands: what the surfaces show and all that the provider remembers.
///
/// The first three fields are the shape that apps in the field decode (FIX-05); everything beside them is optional, and
/// whatever is added later must be optional too (WIRE-48). The order of the fields keeps the state within two cache lines.
public struct DeliveryState: Codable, Hashable, Sendable {
    /// The courier's name, empty while nobody is assigned. At most ``driverNameBytesMax`` bytes of UTF-8.
    public var driverName: String

    /// When the order should be there. Once delivered, both ends are the moment when it was.
    public var estimatedDeliveryTime: ClosedRange<Date>

    /// How far the order is.
    public var currentStep: DeliveryStep

    /// How many other doors the courier calls at first; `nil` if nobody said.
    public var stopsLeft: UInt8?

    /// The most minutes behind ``promisedTime`` that the person was alerted of; `nil` if there was no such alert.
    public var announcedDelayMinutes: UInt16?

    /// Why the order is late, while ``estimatedDeliveryTime`` ends after ``promisedTime`` and somebody gave a reason.
    public var delayReason: DeliveryDelayReason?

    /// The end of the window that was promised when the activity started.
    public var promisedTime: Date?

    /// How often a courier stood at the door in vain; `nil` if never.
    public var failedAttempts: UInt8?

    /// Why the last attempt failed, until the next one sets out.
    public var failureReason: DeliveryFailureReason?

    /// Why there will be no delivery.
    public var cancellationReason: DeliveryCancellationReason?

    /// Whether the person asked for the order to be left at the door; `nil` is no.
    public var leaveAtDoor: Bool?

    /// Whether the person waits to be put through to the courier; `nil` is no. The host that watches the changes makes
    /// the call and reports ``DeliveryEvent/courierContacted``.
    public var contactRequested: Bool?

    /// Where the courier was last seen.
    public var courierPosition: DeliveryPosition?

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

    /// How many seconds the order is expected after the end of the promised window; not positive if it is in time.
    public var secondsLate: TimeInterval {
        guard let promisedTime else { return 0 }
        return estimatedDeliveryTime.upperBound.timeIntervalSince(promisedTime)
    }

    /// Forgets what only made sense with the courier who is now gone.
    mutating func forgetCourier() {
        courierPosition = nil
        stopsLeft = nil
        contactRequested = nil
    }
}

/// A place on Earth, in degrees (WGS 84).
public struct DeliveryPosition: Codable, Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether there is such a place. A number that is none (NaN) is no place either.
    var isOnEarth: Bool { latitude.magnitude <= 90 && longitude.magnitude <= 180 }
}
