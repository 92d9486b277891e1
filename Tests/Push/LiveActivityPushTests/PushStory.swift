#if Push
import LiveActivityCore
import LiveActivityPush

/// A scheduler with time and changes controlled by the test.
struct PushStory {
    static let begin = Date(timeIntervalSince1970: 1_781_974_800)
    let app: PushAppID
    var scheduler: PushScheduler
    var now = begin
    var sequence: UInt64 = 0
    let activity = ActivityID(rawValue: 0x10)

    init(
        policy: PushPolicy = .init(), ledger: TokenLedger = .init(), service: PushService = .apns,
        change: (inout PushKind) -> Void = { _ in }
    ) throws {
        app = PushAppID(try BundleID("com.example.food"), .production)
        var kind = PushKind(
            attributesType: "DeliveryAttributes", startAlert: AlertConfiguration(title: "Order", body: "Placed"))
        change(&kind)
        scheduler = PushScheduler(
            apps: [PushApp(app, kinds: ["delivery": kind], service: service)], policy: policy, ledger: ledger)
    }

    static func token(_ number: UInt8) throws -> DeviceToken { try DeviceToken(Array(repeating: number, count: 32)) }

    mutating func register(_ number: UInt8, as target: TokenTarget, on installation: InstallationID = "phone") throws {
        try scheduler.register(Self.token(number), as: target, installation: installation, owner: "anna", app: app, at: now)
    }

    mutating func change(
        _ what: Change.What, content: String? = nil, of id: ActivityID? = nil, relevance: Double = 0, staleDate: Date? = nil,
        start: Change.Start? = nil
    ) {
        sequence += 1
        scheduler.receive(
            Change(
                sequence: sequence, at: now, activity: id ?? activity, kind: "delivery", owner: "anna",
                revision: UInt32(sequence),
                state: .active, what: what,
                content: content.map {
                    EncodedContent(state: JSONText(JSONValue($0)), staleDate: staleDate, relevanceScore: relevance)
                }, start: start), at: now)
    }

    mutating func start(_ content: String = "first", of id: ActivityID? = nil, predecessor: ActivityID? = nil) {
        change(
            .started, content: content, of: id,
            start: .init(attributes: JSONText(trusted: Array("{}".utf8)), key: nil, predecessor: predecessor))
    }

    mutating func update(_ content: String, of id: ActivityID? = nil, relevance: Double = 0) {
        change(.updated, content: content, of: id, relevance: relevance)
    }

    mutating func alert(_ title: String = "Look", of id: ActivityID? = nil) {
        change(.alerted(AlertConfiguration(title: .literal(title), body: "!")), of: id)
    }

    mutating func wait(_ seconds: TimeInterval) { now += seconds }

    mutating func due() -> [PushOrder] { scheduler.due(at: now) }

    /// The due orders in short form, all of them accepted.
    mutating func sent() -> [String] {
        due().map { order in
            answer(order, PushAnswer(status: 200))
            return Self.short(order)
        }
    }

    @discardableResult
    mutating func answer(_ order: PushOrder, _ answer: PushAnswer) -> PushEffect? {
        scheduler.answered(order.number, .success(answer), at: now)
    }

    mutating func fail(_ order: PushOrder, _ error: PushError) {
        _ = scheduler.answered(order.number, .failure(error), at: now)
    }

    mutating func acknowledged() -> UInt64? { scheduler.takeAcknowledgements().last?.sequence }

    mutating func steps() -> [String] { scheduler.trace(of: activity).map { "\($0.step)" } }

    /// The event, the priority, the token's first byte, the content, and `!` for an alert.
    static func short(_ order: PushOrder) -> String {
        let aps = (try? JSONValue(parsing: order.request.body))?["aps"]
        let token = order.request.path.split(separator: "/").last.map { String($0.prefix(2)) } ?? "-"
        let alert = order.event == "update" && aps?["alert"] != nil ? "!" : ""
        return
            "\(order.event) \(order.request[header: "apns-priority"] ?? "-") \(token) \(aps?["content-state"]?.string ?? "-")\(alert)"
    }
}
#endif
