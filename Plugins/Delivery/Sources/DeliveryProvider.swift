public import LiveActivityCore

/// Follows an order from the restaurant's confirmation to the customer's door.
///
/// It requests no wakes: surfaces count down to the arrival on their own, and the engine marks the content stale when the
/// window of arrival has passed without a new estimate.
public struct DeliveryProvider: ActivityProvider {
    /// The attributes of an activity. They never change.
    public typealias Attributes = DeliveryAttributes
    /// The events of an activity.
    public typealias Event = DeliveryEvent

    /// The permanent name `delivery`, which is stored and sent.
    public let kind: ActivityKind = "delivery"

    /// When an order without a promised time should arrive, in seconds from the start of its activity.
    public let firstEstimate: ClosedRange<TimeInterval>

    /// The delay at which an order alerts, in seconds after the last announced time.
    public let delayThreshold: TimeInterval

    /// Creates the provider. Values out of range stop the process.
    ///
    /// - Parameters:
    ///   - firstEstimate: The first estimate of the arrival, in seconds from the start, 0 to 7 days. The default is 30 to 45
    ///     minutes.
    ///   - delayThreshold: The delay that causes an alert, in seconds, 0 or more. The default is 10 minutes.
    public init(firstEstimate: ClosedRange<TimeInterval> = 1800...2700, delayThreshold: TimeInterval = 600) {
        precondition(firstEstimate.lowerBound >= 0 && firstEstimate.upperBound <= Self.aheadMax, "\(firstEstimate) s")
        precondition(delayThreshold >= 0, "\(delayThreshold) s")
        self.firstEstimate = firstEstimate
        self.delayThreshold = delayThreshold
    }

    /// - Throws: `InvalidField` for a blank or long name, or a negative number.
    public func validate(_ attributes: DeliveryAttributes) throws { try attributes.validate() }

    /// - Throws: `InvalidField` for an invalid date, ``DeliveryError/notOnEarth(_:)``.
    public func validate(_ state: DeliveryState, for attributes: DeliveryAttributes) throws { try state.validate() }

    /// The content of a new activity: a confirmed order, stale at the end of its window of arrival.
    ///
    /// - Throws: ``DeliveryError/arrivalImplausible(_:now:)`` for a promised time too far from the start.
    public func content(for attributes: DeliveryAttributes, at now: Date) throws -> ActivityContent<DeliveryState> {
        let arrival = attributes.promisedDeliveryTime ?? firstArrival(from: now)
        try check(arrival, at: now)
        let state = DeliveryState(
            driverName: "", estimatedDeliveryTime: arrival, currentStep: .confirmed, promisedTime: arrival.upperBound)
        return ActivityContent(state: state, staleDate: arrival.upperBound, relevanceScore: Self.relevance(of: state, at: now))
    }

    /// One activity for each order: a second start returns the first one's id.
    public func options(for attributes: DeliveryAttributes, at now: Date) -> StartOptions {
        StartOptions(key: StartKey("\(attributes.orderNumber)@\(attributes.restaurantName)"), ifRunning: .join)
    }

    /// Applies an event.
    ///
    /// - Throws: `InvalidTransition` where the event cannot follow the current step, `InvalidField` or
    ///   ``DeliveryError`` for a value that is wrong at every step. The engine then drops all changes of this call.
    public func handle(_ event: DeliveryEvent, in activity: inout Scope) throws {
        let previous = activity.state.currentStep
        guard let step = previous.after(event) else {
            throw InvalidTransition(from: previous.rawValue, event: event.name)
        }
        activity.state.currentStep = step

        switch event {
        case .courierMoved(let position, let stopsLeft, let arrival):
            try moveCourier(to: position, stopsLeft, in: &activity)
            if let arrival { try expect(arrival, in: &activity) }

        case .preparationStarted:
            break

        case .courierAssigned(let name):
            try assignCourier(name, in: &activity)

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

    /// `contactCourier` while a courier is assigned, `leaveAtDoor` until the end. Performing one twice changes nothing
    /// more.
    ///
    /// - Throws: `UnknownAction` for any other action, and for these two at any other time.
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

// MARK: - Parts of events

extension DeliveryProvider {
    /// How far an arrival may be in the past, in seconds: as long as an activity can be active.
    static let agoMax: TimeInterval = 8 * 3600
    /// How far an arrival may be in the future, in seconds: longer than any activity is active, and shorter than the
    /// error of a date in the wrong unit or since another date.
    static let aheadMax: TimeInterval = 7 * 24 * 3600

    private func moveCourier(to position: DeliveryPosition, _ stopsLeft: Int?, in activity: inout Scope) throws {
        guard position.isOnEarth else { throw DeliveryError.notOnEarth(position) }
        activity.state.courierPosition = position
        if let stopsLeft {
            guard let count = UInt8(exactly: stopsLeft) else {
                throw InvalidField.outOfRange("stopsLeft", stopsLeft, allowed: 0...Int(UInt8.max))
            }
            activity.state.stopsLeft = count
        }
    }

    private func assignCourier(_ fullName: String, in activity: inout Scope) throws(InvalidField) {
        let name = fullName.prefix(bytes: DeliveryState.driverNameBytesMax)
        guard !name.isBlank else { throw .empty("name") }
        try InvalidField.check(name, "name", bytes: DeliveryState.driverNameBytesMax)
        if name != activity.state.driverName { activity.state.forgetCourier() }
        activity.state.driverName = name
    }

    /// Stores a new window of arrival, moves the stale date to its end, and alerts if the order is later than announced
    /// by more than ``delayThreshold``.
    ///
    /// An activity shows one alert for one change. If the event has an alert of its own, that replaces this one.
    private func expect(
        _ arrival: ClosedRange<Date>, because reason: DeliveryDelayReason? = nil, in activity: inout Scope
    ) throws {
        try check(arrival, at: activity.now)
        activity.state.estimatedDeliveryTime = arrival
        activity.stale(at: arrival.upperBound)

        let late = activity.state.secondsLate
        if late <= 0 {
            activity.state.delayReason = nil
            return
        }
        if let reason { activity.state.delayReason = reason }
        if late > Double(activity.state.announcedDelayMinutes ?? 0) * 60 + delayThreshold {
            // A host may have put any date into the content, so the number is bounded before the conversion.
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

    private func check(_ arrival: ClosedRange<Date>, at now: Date) throws(DeliveryError) {
        guard arrival.lowerBound >= now - Self.agoMax, arrival.upperBound <= now + Self.aheadMax else {
            throw .arrivalImplausible(arrival, now: now)
        }
    }

    /// Ends the activity. It stays on the Lock Screen for half of the time that the delivery took, but for 15 to 30
    /// minutes.
    ///
    /// Source: Documentation/Reference.md, LIFE-30.
    private func end(_ activity: inout Scope) {
        activity.state.forgetCourier()
        activity.state.delayReason = nil
        activity.state.failureReason = nil
        activity.stale(at: nil)
        let half = activity.now.timeIntervalSince(activity.startedAt) / 2
        activity.end(dismissal: .after(activity.now + min(max(half, 15 * 60), 30 * 60)))
    }

    /// The relevance: from 75 at the start to 90 near the arrival; 0 after the end.
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

    /// This customer is the courier's next one, or the window of arrival begins within five minutes.
    private static func isNear(_ state: DeliveryState, at now: Date) -> Bool {
        state.stopsLeft == 0 || state.estimatedDeliveryTime.lowerBound.timeIntervalSince(now) <= 300
    }
}

extension String {
    /// Whether the text is empty or only white space.
    var isBlank: Bool {
        // A fast path, because most names begin with a letter: reading a character's properties takes longer than reading the
        // rest of an activity's JSON.
        if let first = utf8.first, 0x21...0x7E ~= first { return false }
        return allSatisfy(\.isWhitespace)
    }

    /// The longest prefix of whole characters that fits into `limit` bytes of UTF-8.
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
