#if Service
import LiveActivities
import LiveActivityCore
import Logging

/// The condition of a running service's store for an operator: damaged and skipped records, and activities that do not start
/// because of them.
struct StoreCondition {
    var opening: StoreOpening?
    var skipped: [SkippedActivity]
    /// The clock's lag in seconds; 0 while time advances for every owner.
    var clockBehind: Double

    init(_ runtime: any ServiceRuntime) {
        opening = runtime.opening
        skipped = runtime.skippedActivities
        clockBehind = runtime.clockBehind
    }

    var damage: [StoreDamage] { opening?.damage ?? [] }
    var forNobody: StoreOpening.KindsForNobody { opening?.kindsForNobody ?? .some([]) }

    /// Clocks on one machine differ by less than this many seconds.
    static let clockTolerance = 1.0

    /// Whether the service accepts commands although an operator must act.
    var isDegraded: Bool { !damage.isEmpty || clockBehind > Self.clockTolerance }

    // MARK: - As JSON

    /// Counts and kinds, without private data.
    var members: [(key: String, value: JSONValue)] {
        guard isDegraded || !skipped.isEmpty else { return [] }
        var members: [(key: String, value: JSONValue)] = [
            ("damaged", JSONValue(damage.count)), ("skippedActivities", JSONValue(skipped.count)),
            ("clockBehind_s", JSONValue(floatLiteral: clockBehind > Self.clockTolerance ? clockBehind : 0)),
        ]
        switch forNobody {
        case .all: members.append(("startsNothing", true))
        case .some(let kinds) where !kinds.isEmpty:
            members.append(("startsNothingOf", JSONValue(kinds.map { JSONValue($0.rawValue) })))
        case .some: break
        }
        return members
    }

    /// The damaged rows and skipped activities, as far as they fit. They contain owners' names, so only operators may see them.
    var details: [(key: String, value: JSONValue)] {
        func texts(_ values: [(String, String?)]) -> JSONValue {
            JSONValue(members: values.compactMap { name, text in text.map { (key: name, value: JSONValue($0)) } })
        }
        let damage = damage.prefix(Self.listed).map {
            texts([("table", $0.table), ("key", $0.key), ("activity", $0.activity.map { "\($0)" }), ("reason", $0.reason)])
        }
        let skipped = skipped.prefix(Self.listed).map {
            texts([("activity", "\($0.activity)"), ("kind", $0.kind.rawValue), ("reason", $0.reason ?? "unknown kind")])
        }
        return [("damage", JSONValue(Array(damage))), ("skipped", JSONValue(Array(skipped)))]
    }

    private static let listed = 100

    // MARK: - Logging

    func log(to logger: Logger) {
        for damage in damage.prefix(Self.listed) {
            logger.error(
                "damaged and skipped in the store",
                metadata: ["table": "\(damage.table)", "row": "\(damage.key)", "reason": "\(damage.reason)"])
        }
        if damage.count > Self.listed {
            logger.error("the store has further damage", metadata: ["rows": "\(damage.count)"])
        }
        if !forNobody.isEmpty {
            let kinds = if case .some(let kinds) = forNobody { kinds.map(\.rawValue).joined(separator: ", ") } else { "all" }
            logger.critical(
                """
                a permission is damaged and its owner is unknown: no activity of these kinds is started until an operator \
                decides with 'live-activities repair'
                """,
                metadata: ["kinds": "\(kinds)"])
        }
        Self.log(skipped: skipped, to: logger)
        if clockBehind > Self.clockTolerance {
            logger.error(
                """
                the clock is behind the latest time in the store: for some owners no deadline runs until it has caught up; if \
                that time is wrong, 'live-activities repair' sets it back
                """,
                metadata: ["seconds": "\(clockBehind)"])
        }
    }

    static func log(skipped: [SkippedActivity], to logger: Logger) {
        for (kind, activities) in Dictionary(grouping: skipped, by: \.kind).sorted(by: { $0.key < $1.key }) {
            logger.warning(
                "activities were skipped and stay in the store",
                metadata: [
                    "kind": "\(kind)", "activities": "\(activities.count)",
                    "reason": "\(activities.lazy.compactMap(\.reason).first ?? "the kind is unknown here")",
                ])
        }
    }
}
#endif
