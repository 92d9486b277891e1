import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting

/// 2026-06-20 17:00:00 UTC.
let start = Date(timeIntervalSinceReferenceDate: 803_667_600)

/// The window between two minutes after the start.
func arrival(_ minutes: ClosedRange<Double>) -> ClosedRange<Date> {
    (start + minutes.lowerBound * 60)...(start + minutes.upperBound * 60)
}

let alexanderplatz = DeliveryPosition(latitude: 52.5219, longitude: 13.4132)

/// One event of each kind, in the order of their declaration.
let oneOfEach: [DeliveryEvent] = [
    .preparationStarted, .courierAssigned(name: "Alex"), .courierUnassigned, .pickedUp(arrival: nil), .departed(arrival: nil),
    .courierMoved(position: alexanderplatz, stopsLeft: nil, arrival: nil), .arrivalEstimated(arrival: arrival(20...30)),
    .delayed(reason: .traffic, arrival: arrival(40...50)), .cameNearby(arrival: nil), .delivered,
    .attemptFailed(reason: .nobodyThere), .courierContacted, .cancelled(reason: .restaurant),
]

/// One delivery, driven straight through the provider, without an engine.
struct Order {
    var provider = DeliveryProvider()
    var attributes = DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza")
    var content: ActivityContent<DeliveryState>

    init(provider: DeliveryProvider = DeliveryProvider(), promised: ClosedRange<Date>? = arrival(30...45)) throws {
        self.provider = provider
        attributes = DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza", promisedDeliveryTime: promised)
        try provider.validate(attributes)
        content = try provider.content(for: attributes, at: start)
    }

    /// An order at `step`, reached by as few events as possible, with Alex as its courier.
    init(at step: DeliveryStep) throws {
        try self.init()
        let way: [DeliveryEvent] =
            switch step {
            case .confirmed: []
            case .preparing: [.preparationStarted]
            case .pickedUp: [.pickedUp(arrival: nil)]
            case .delivering: [.pickedUp(arrival: nil), .departed(arrival: nil)]
            case .nearby: [.pickedUp(arrival: nil), .cameNearby(arrival: nil)]
            case .delivered: [.pickedUp(arrival: nil), .delivered]
            case .failedAttempt: [.pickedUp(arrival: nil), .departed(arrival: nil), .attemptFailed(reason: .noAccess)]
            case .cancelled: [.cancelled(reason: .other)]
            }
        for event in [.courierAssigned(name: "Alex")] + way { try send(event) }
    }

    var state: DeliveryState { content.state }

    /// - Parameter minute: Minutes since the start.
    @discardableResult
    mutating func send(_ event: DeliveryEvent, at minute: Double = 0) throws -> Answer {
        try change(at: minute) { try $0.handle(event, in: &$1) }
    }

    @discardableResult
    mutating func perform(_ action: ActionID, at minute: Double = 0) throws -> Answer {
        try change(at: minute) { try $0.perform(action, in: &$1) }
    }

    private mutating func change(
        at minute: Double, _ body: (DeliveryProvider, inout ActivityScope<DeliveryAttributes>) throws -> Void
    ) rethrows -> Answer {
        var scope = ActivityScope(attributes: attributes, content: content, startedAt: start, now: start + minute * 60)
        try body(provider, &scope)
        let answer = Answer(scope)
        content = answer.content
        return answer
    }
}

typealias Answer = ProviderAnswer<DeliveryAttributes>

func alert(_ title: String, _ body: String) -> AlertConfiguration {
    AlertConfiguration(title: .literal(title), body: .literal(body))
}
