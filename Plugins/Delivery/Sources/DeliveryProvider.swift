public import LiveActivityCore

/// Follows an order from the restaurant's yes to the customer's door.
///
/// A delivery is never woken: the surfaces count to the arrival by themselves, and the engine marks the content stale
/// when the arrival has passed and nobody has confirmed it.
public struct DeliveryProvider: ActivityProvider {
    public typealias Attributes = DeliveryAttributes
    public typealias Event = DeliveryEvent

    public let kind: ActivityKind = "delivery"

    /// When an order that nobody promised for a time should arrive, in seconds from the start of its activity.
    public let firstEstimate: ClosedRange<TimeInterval>

    /// How many seconds an order may fall behind what the person was last told before they are alerted.
    public let delayThreshold: TimeInterval

    /// - Parameters:
    ///   - firstEstimate: Seconds, not negative, at most 7 days; 30 to 45 minutes unless said otherwise.
    ///   - delayThreshold: Seconds, not negative; 10 minutes unless said otherwise.
    public init(firstEstimate: ClosedRange<TimeInterval> = 1800...2700, delayThreshold: TimeInterval = 600) {
        precondition(firstEstimate.lowerBound >= 0 && firstEstimate.upperBound <= Self.aheadMax, "\(firstEstimate) s")
        precondition(delayThreshold >= 0, "\(delayThreshold) s")
        self.firstEstimate = firstEstimate
        self.delayThreshold = delayThreshold
    }

    /// - Throws: ``DeliveryError`` for attributes that no order can have.
    public func content(for attributes: DeliveryAttributes, at now: Date) throws -> ActivityContent<DeliveryState> {
        try attributes.validate()
        let arrival = attributes.promisedDeliveryTime ?? firstArrival(from: now)
        try validate(arrival, at: now)
        let state = DeliveryState(
            driverName: "", estimatedDeliveryTime: arrival, currentStep: .confirmed, promisedTime: arrival.upperBound)
        return ActivityContent(state: state, staleDate: arrival.upperBound, relevanceScore: Self.relevance(of: state, at: now))
    }

    /// One activity an order, however often it is started.
    public func options(for attributes: DeliveryAttributes, at now: Date) -> StartOptions {
        StartOptions(key: StartKey("\(attributes.orderNumber)@\(attributes.restaurantName)"), ifRunning: .join)
    }

    /// - Throws: `InvalidTransition` for an event that cannot follow the current step, ``DeliveryError`` for one that makes no sense.
    public func handle(_ event: DeliveryEvent, in activity: inout Scope) throws {
        let previous = activity.state.currentStep
        guard let step = previous.after(event) else {
            throw InvalidTransition(from: previous.rawValue, event: event.name)
        }
        activity.state.currentStep = step

        switch event {
        case .courierMoved(let position, let stopsLeft, let arrival):
            guard position.isOnEarth else { throw DeliveryError.notOnEarth(position) }
            activity.state.courierPosition = position
            if let stopsLeft {
                guard let count = UInt8(exactly: stopsLeft) else { throw DeliveryError.stopsOutOfRange(stopsLeft) }
                activity.state.stopsLeft = count
            }
            if let arrival { try expect(arrival, in: &activity) }

        case .preparationStarted:
            break

        case .courierAssigned(let name):
            let name = name.prefix(bytes: DeliveryState.driverNameBytesMax)
            guard !name.allSatisfy(\.isWhitespace) else { throw DeliveryError.blank(field: "name") }
            if name != activity.state.driverName { activity.state.forgetCourier() }
            activity.state.driverName = name

        case .courierUnassigned:
            activity.state.forgetCourier()
            activity.state.driverName = ""

        case .pickedUp(let arrival):
            if let arrival { try expect(arrival, in: &activity) }
            activity.alert(DeliveryStrings.pickedUp(activity.attributes, by: activity.state.driverName))

        case .departed(let arrival):
            activity.state.failureReason = nil
            if let arrival { try expect(arrival, in: &activity) }

        case .arrivalEstimated(let arrival):
            try expect(arrival, in: &activity)

        case .delayed(let reason, let arrival):
            try expect(arrival, because: reason, in: &activity)

        case .cameNearby(let arrival):
            if let arrival { try expect(arrival, in: &activity) }
            activity.alert(DeliveryStrings.nearby(activity.attributes, courier: activity.state.driverName))

        case .delivered:
            activity.state.estimatedDeliveryTime = activity.now...activity.now
            activity.alert(
                DeliveryStrings.delivered(activity.attributes, atDoor: activity.state.leaveAtDoor ?? false))
            end(&activity)

        case .attemptFailed(let reason):
            activity.state.failureReason = reason
            activity.state.failedAttempts = UInt8(clamping: 1 + Int(activity.state.failedAttempts ?? 0))

        case .courierContacted:
            activity.state.contactRequested = nil

        case .cancelled(let reason):
            activity.state.cancellationReason = reason
            activity.alert(DeliveryStrings.cancelled(activity.attributes, reason: reason))
            end(&activity)
        }
        activity.relevanceScore = Self.relevance(of: activity.state, at: activity.now)
    }

    /// `contactCourier` while there is a courier, `leaveAtDoor` until the order is there. Using one twice changes nothing more.
    ///
    /// - Throws: `UnknownAction` for any other, and when it is too early or too late.
    public func perform(_ action: ActionID, in activity: inout Scope) throws {
        let open = !activity.state.currentStep.isFinal
        switch action {
        case Self.contactCourier where open && !activity.state.driverName.isEmpty: activity.state.contactRequested = true
        case Self.leaveAtDoor where open: activity.state.leaveAtDoor = true
        default: throw UnknownAction(action)
        }
    }

    static let contactCourier: ActionID = "contactCourier"
    static let leaveAtDoor: ActionID = "leaveAtDoor"
}

// MARK: - What the steps have in common

extension DeliveryProvider {
    /// How long ago an arrival may lie: the longest that an activity is active (LIM-01).
    static let agoMax: TimeInterval = 8 * 3600
    /// How far ahead an arrival may lie: more than any activity lives, less than any mistaken epoch or unit is off.
    static let aheadMax: TimeInterval = 7 * 24 * 3600

    /// Takes over a new arrival, moves the stale date along, and alerts when it is much later than the person knows.
    ///
    /// An alert of the step itself takes the place of this one: it too shows the new arrival (LIFE-25).
    private func expect(
        _ arrival: ClosedRange<Date>, because reason: DeliveryDelayReason? = nil, in activity: inout Scope
    ) throws {
        try validate(arrival, at: activity.now)
        activity.state.estimatedDeliveryTime = arrival
        activity.stale(at: arrival.upperBound)

        let late = activity.state.secondsLate
        if late <= 0 {
            activity.state.delayReason = nil
            return
        }
        if let reason { activity.state.delayReason = reason }
        if late > Double(activity.state.announcedDelayMinutes ?? 0) * 60 + delayThreshold {
            // Bounded before the conversion: a host may have put any date into the content.
            let minutes = UInt16(min((late / 60).rounded(.up), Double(UInt16.max)))
            activity.state.announcedDelayMinutes = minutes
            activity.alert(
                DeliveryStrings.delayed(
                    activity.attributes, minutes: Int(minutes), reason: activity.state.delayReason))
        }
    }

    private func firstArrival(from now: Date) -> ClosedRange<Date> {
        (now + firstEstimate.lowerBound)...(now + firstEstimate.upperBound)
    }

    private func validate(_ arrival: ClosedRange<Date>, at now: Date) throws(DeliveryError) {
        guard arrival.lowerBound >= now - Self.agoMax, arrival.upperBound <= now + Self.aheadMax else {
            throw .arrivalImplausible(arrival, now: now)
        }
    }

    /// Half of what the delivery took, but 15 minutes at least and 30 at most (LIFE-30).
    private func end(_ activity: inout Scope) {
        activity.state.forgetCourier()
        activity.state.delayReason = nil
        activity.state.failureReason = nil
        activity.stale(at: nil)
        let half = activity.now.timeIntervalSince(activity.startedAt) / 2
        activity.end(dismissal: .after(activity.now + min(max(half, 15 * 60), 30 * 60)))
    }

    /// 75 at the start, 90 near the arrival, 0 at the end (DOM-02).
    static func relevance(of state: DeliveryState, at now: Date) -> Double {
        switch state.currentStep {
        case .confirmed, .preparing: 75
        case .pickedUp: 80
        case .delivering: isNear(state, at: now) ? 90 : 85
        case .failedAttempt: 85
        case .nearby: 90
        case .delivered, .cancelled: 0
        }
    }

    /// The courier's next door is this one, or the window opens within five minutes.
    private static func isNear(_ state: DeliveryState, at now: Date) -> Bool {
        state.stopsLeft == 0 || state.estimatedDeliveryTime.lowerBound.timeIntervalSince(now) <= 300
    }
}

extension String {
    /// As many whole characters from the start as fit into `limit` bytes of UTF-8.
    fileprivate func prefix(bytes limit: Int) -> String {
        if utf8.count <= limit { return self }
        var bytes = 0
        return String(
            prefix { character in
                bytes += character.utf8.count
                return bytes <= limit
            })
    }
}
