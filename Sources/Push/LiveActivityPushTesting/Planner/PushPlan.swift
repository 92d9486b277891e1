#if Push
public import LiveActivityCore
public import LiveActivityJSON
import LiveActivityPush

/// A change of a recorded day, and its causes.
public struct PlannedChange: Sendable {
    /// The change as a pusher receives it. A start includes its attributes and content.
    public var change: Change
    /// The names of the change's causes, such as `scored`. Promises refer to them.
    public var names: Set<String>

    /// Creates a change.
    public init(_ change: Change, names: Set<String> = []) {
        self.change = change
        self.names = names
    }
}

/// A promise about how soon users see a change, such as "a goal is on screen within 20 s for 99 %".
public struct PushPromise: Hashable, Sendable, CustomStringConvertible {
    /// The cause of the changes: one of ``PlannedChange/names``.
    public var name: String
    /// The maximum time from the change to the screen, in seconds.
    public var seconds: Double
    /// The share of the devices for which the promise holds, from 0 to 1.
    public var share: Double

    /// Creates a promise.
    public init(name: String, seconds: Double, share: Double) { (self.name, self.seconds, self.share) = (name, seconds, share) }

    /// Reads a promise such as `scored=20s@99%`.
    ///
    /// - Returns: `nil` for another form, a negative time, or a share that is not from 0 to 100 %.
    public init?(_ text: String) {
        let halves = text.split(separator: "=", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else { return nil }
        let parts = halves[1].split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasSuffix("s"), parts[1].hasSuffix("%"), let seconds = Double(parts[0].dropLast()),
            let percent = Double(parts[1].dropLast()), seconds >= 0, seconds.isFinite, (0...100).contains(percent)
        else { return nil }
        self.init(name: String(halves[0]), seconds: seconds, share: percent / 100)
    }

    /// The promise in the form `scored=20s@99%`.
    public var description: String { "\(name)=\(Self.number(seconds))s@\(Self.number(share * 100))%" }

    private static func number(_ value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

/// The two settings of ``/LiveActivityPush/PushPolicy`` that a plan varies.
public struct PlannedPolicy: Hashable, Sendable, CustomStringConvertible {
    /// The pushes with priority 10. Starts, ends and alerts always have it while the budget lasts.
    public enum Urgency: Int, CaseIterable, Hashable, Sendable {
        /// Alerts only.
        case alerts
        /// Also changes with a promise, which are sent at once: ``/LiveActivityPush/PushPolicy/isUrgent``.
        case promised
        /// All updates: ``/LiveActivityPush/PushPolicy/updatePriority``.
        case everything
    }

    /// ``/LiveActivityPush/PushPolicy/spacing``, in seconds.
    public var spacing: Double
    /// The pushes with priority 10.
    public var urgency: Urgency

    /// Creates a policy.
    public init(spacing: Double = 15, urgency: Urgency = .alerts) {
        self.spacing = spacing
        self.urgency = urgency
    }

    /// The policy as a phrase.
    public var description: String {
        let urgent =
            switch urgency {
            case .alerts: "priority 10 for starts, ends and alerts"
            case .promised: "priority 10 also for what is promised"
            case .everything: "priority 10 for everything"
            }
        return "one update in \(Int(spacing)) s, \(urgent)"
    }

    /// The policies that ``PushPlanner/compare(_:)`` compares.
    public static let candidates: [PlannedPolicy] = Urgency.allCases.flatMap { urgency in
        [120, 60, 30, 15, 5, 0].map { PlannedPolicy(spacing: $0, urgency: urgency) }
    }

    /// The pusher's policy with these two settings.
    func policy(from base: PushPolicy, promised: Set<UInt64>) -> PushPolicy {
        var policy = base
        policy.spacing = spacing
        policy.traceSteps = 0
        // The owners of a plan have any number of devices and activities.
        (policy.ledgerLimits.installationsPerOwner, policy.ledgerLimits.activitiesPerInstallation) = (.max, .max)
        switch urgency {
        case .alerts: break
        case .promised: policy.isUrgent = { promised.contains($0.sequence) }
        case .everything: policy.updatePriority = .immediate
        }
        return policy
    }
}

/// The simulated effect of a policy on a recorded day.
public struct PushPlan: Sendable {
    /// The pushes of one hour, on all devices.
    public struct Hour: Hashable, Sendable {
        /// When the hour begins.
        public var at: Date
        public var pushes = 0
        /// The number of pushes with priority 10.
        public var urgent = 0
        /// The maximum number of pushes with priority 10 to one device.
        public var mostUrgentOnADevice = 0
    }

    /// The times from the changes of one name to the screens.
    public struct Delays: Hashable, Sendable {
        /// The name of the changes.
        public var name: String
        /// The number of changes.
        public var changes: Int
        /// The times from a change to each screen, in seconds and sorted. Infinite if a device showed neither the change nor
        /// anything newer.
        public var seconds: [Double]

        /// The delay that a share of the devices does not exceed.
        public func percentile(_ share: Double) -> Double {
            guard !seconds.isEmpty else { return 0 }
            return seconds[min(seconds.count - 1, max(0, Int((share * Double(seconds.count)).rounded(.up)) - 1))]
        }

        /// The share of screens that showed the change in time.
        public func share(within limit: Double) -> Double {
            guard !seconds.isEmpty else { return 1 }
            var (low, high) = (0, seconds.count)
            while low < high {
                let middle = (low + high) / 2
                if seconds[middle] <= limit { low = middle + 1 } else { high = middle }
            }
            return Double(low) / Double(seconds.count)
        }
    }

    /// One drawing on an owner's first device, which the owner saw.
    public struct Sight: Hashable, Sendable {
        public var at: Date
        public var owner: String
        public var activity: String
        public var content: JSONText
        /// `true` if the device made a sound.
        public var isAlert: Bool
    }

    /// The simulated policy.
    public var policy: PlannedPolicy
    public var hours: [Hour] = []
    /// The delays, by name, in alphabetical order.
    public var delays: [Delays] = []
    /// The drawings on each owner's first device, in order of time.
    public var sights: [Sight] = []
    /// The number of pushes that devices delayed, because the hour's budget was used up.
    public var throttled = 0

    public var pushes: Int { hours.reduce(0) { $0 + $1.pushes } }
    /// The number of pushes with priority 10.
    public var urgent: Int { hours.reduce(0) { $0 + $1.urgent } }

    /// The share of screens for which a promise was kept; 1 if there were no changes of that name.
    public func share(keeping promise: PushPromise) -> Double {
        delays.first { $0.name == promise.name }?.share(within: promise.seconds) ?? 1
    }

    /// `true` if a promise was kept.
    public func keeps(_ promise: PushPromise) -> Bool { share(keeping: promise) >= promise.share }
}
#endif
