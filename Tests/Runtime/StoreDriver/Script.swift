#if SQLite
import LiveActivityCore

/// The commands of one thread of the driver, step by step. They depend on the seed, the thread and the step's number only, so
/// the test can derive a thread's state from its progress, and another process can continue where a killed one stopped.
struct Script {
    static let slots = 4

    let thread: Int
    let seed: UInt64
    /// The number of the next step, from 1.
    private(set) var step = 1
    private var isLive = Array(repeating: false, count: slots)
    private var latestEvent: EventID = "none"

    var owner: OwnerID { OwnerID(rawValue: "thread-\(thread)") }

    init(seed: UInt64, thread: Int) {
        self.seed = seed
        self.thread = thread
    }

    /// Continues after this many steps.
    init(seed: UInt64, thread: Int, done: Int) {
        self.init(seed: seed, thread: thread)
        while step <= done { _ = next() }
    }

    mutating func next() -> Command {
        defer { step += 1 }
        let random = Self.mix(seed ^ UInt64(thread) << 40 ^ UInt64(step))
        let slot = Int(random % UInt64(Self.slots))
        let activity = ActivityReference.key(owner: owner, kind: "counter", key: Self.key(slot))
        guard isLive[slot] else {
            isLive[slot] = true
            return .start(
                Command.Start(
                    kind: "counter", owner: owner, attributes: ["thread": JSONValue(integerLiteral: thread)],
                    options: StartOptions(key: Self.key(slot))))
        }
        let event: JSONValue = ["number": JSONValue(integerLiteral: step)]
        switch random >> 8 % 16 {
        case 0:
            isLive[slot] = false
            return .end(activity, dismissalPolicy: .immediate)
        case 1:
            isLive[slot] = false
            return .end(activity, dismissalPolicy: .default)
        case 2:
            isLive[slot] = false
            return .dismiss(activity)
        case 3: return .publish(Topic(rawValue: "thread-\(thread)"), event: event, id: EventID(rawValue: "p\(step)"))
        case 4:
            return .update(
                activity, content: ContentUpdate(state: ["count": 0, "last": JSONValue(integerLiteral: step)]),
                alert: AlertConfiguration(title: "Step", body: "\(step)"))
        // A repeated event changes nothing.
        case 5: return .send(activity, event: event, id: latestEvent)
        case 6: return .permitFrequentUpdates(owner: owner, allowed: true)
        default:
            latestEvent = EventID(rawValue: "e\(step)")
            return .send(activity, event: event, id: latestEvent)
        }
    }

    static func key(_ slot: Int) -> StartKey { StartKey(rawValue: "slot-\(slot)") }

    static func mix(_ value: UInt64) -> UInt64 {
        SplitMix64.number(of: value &+ SplitMix64.step)
    }
}
#endif
