#if Push
import Foundation
public import LiveActivityCore
import LiveActivityJSON

/// Simulates many devices with virtual time. Each has an app with Live Activities.
///
/// ```swift
/// var fleet = Fleet(Fleet.Configuration(devices: 100_000), kinds: [FleetKind(DeliveryAttributes.self)], at: now)
/// fleet.advance(to: now + 10)                       // the apps register their tokens
/// for report in fleet.drainReports() { … }          // what the app's server learns
/// fleet.receive(delivery)                           // a push that the service has accepted
/// fleet.advance(to: now + 60)
/// fleet.screens(of: 7)                              // what the owner of device 7 sees
/// ```
///
/// A device decodes the content of a push into the app's own type, orders pushes by timestamp, and ignores what a real device
/// ignores. It is a model according to Documentation/Reference.md, not Apple's software: ``Configuration`` lists the
/// assumptions. The same seed, pushes and times produce the same screens.
///
/// Each property of the devices has its own array (a device without an activity takes 20 bytes). An activity is one row,
/// because a push uses all of its properties.
public struct Fleet: Sendable {
    /// The fleet's configuration.
    public let configuration: Configuration
    /// The types of attributes that the app knows.
    public let kinds: [FleetKind]
    /// The numbers of all devices' events so far.
    public internal(set) var statistics = Statistics()
    /// `true` if drawings are recorded for ``drainDrawings()``. Each takes 40 bytes.
    public var recordsDrawings = false

    var clock: Double
    var queue = FleetQueue()
    var flags: [DeviceFlags]
    var startGeneration: [UInt8]
    var firstRow: [UInt32]
    var budgetHour: [UInt32]
    var budgetUsed: [UInt16]
    var rows: [FleetRow] = []
    var freeRows: [UInt32] = []
    var activitiesEver: UInt32 = 0
    var contents = ContentTable()
    var pushes: [FleetPush] = []
    var freePushes: [UInt32] = []
    var recentPushes: [PushKey: UInt32] = [:]
    var stored: [UInt32: [StoredPush]] = [:]
    var channelNumbers: [String: Int] = [:]
    var followers: [[FleetFollower]] = []
    var reports: [FleetReport] = []
    var tokenChanges: [FleetTokenChange] = []
    var drawings: [FleetDrawing] = []

    /// Creates the devices. Their apps register the push-to-start tokens within ``Configuration/registrationDelay``.
    ///
    /// - Parameter kinds: At most 63 types of attributes.
    public init(_ configuration: Configuration, kinds: [FleetKind], at now: Date) {
        precondition(kinds.count < 64, "a fleet has at most 63 kinds, not \(kinds.count)")
        self.configuration = configuration
        self.kinds = kinds
        clock = now.timeIntervalSince1970
        let count = configuration.devices
        flags = Array(repeating: [], count: count)
        startGeneration = Array(repeating: 0, count: count)
        firstRow = Array(repeating: .max, count: count)
        budgetHour = Array(repeating: 0, count: count)
        budgetUsed = Array(repeating: 0, count: count)
        for device in 0..<UInt32(count) { begin(device) }
    }

    public var now: Date { Date(timeIntervalSince1970: clock) }

    /// The date of the next event; `nil` if none is planned.
    public var nextDate: Date? { queue.first.map { Date(timeIntervalSince1970: $0.at) } }

    /// Advances the time, and executes the events until then. A date before ``now`` changes nothing.
    public mutating func advance(to date: Date) {
        let end = date.timeIntervalSince1970
        while let first = queue.first, first.at <= end, let event = queue.removeFirst() {
            clock = max(clock, event.at)
            happen(event)
        }
        clock = max(clock, end)
    }

    /// The reports of apps to their server since the last call, in order of time.
    public mutating func drainReports() -> [FleetReport] {
        defer { reports = [] }
        return reports
    }

    /// The tokens that became valid or invalid since the last call. The push service learns this, apps do not.
    public mutating func drainTokenChanges() -> [FleetTokenChange] {
        defer { tokenChanges = [] }
        return tokenChanges
    }

    /// The drawings since the last call; empty unless ``recordsDrawings``.
    public mutating func drainDrawings() -> [FleetDrawing] {
        defer { drawings = [] }
        return drawings
    }

    // MARK: - Looking

    /// The screens of one device, in descending order of relevance; at equal relevance, in the order of their starts.
    public func screens(of device: Int) -> [FleetScreen] {
        rows(of: UInt32(device)).map { rows[Int($0)] }.sorted {
            $0.relevance != $1.relevance ? $0.relevance > $1.relevance : $0.number < $1.number
        }.map { row in
            FleetScreen(
                device: device, activity: activity(row), state: row.state,
                content: JSONText(trusted: contents.bytes(row.shown)),
                timestamp: Date(timeIntervalSince1970: row.shownTimestamp),
                shownSince: Date(timeIntervalSince1970: row.shownAt),
                newestTimestamp: Date(timeIntervalSince1970: row.timestamp), relevanceScore: row.relevance)
        }
    }

    /// The number of visible activities on all devices, including ended ones.
    public var activityCount: Int { rows.count - freeRows.count }

    /// The number of different contents and attributes in memory.
    public var contentCount: Int { contents.count }

    /// `true` if a device is online.
    public func isOnline(_ device: Int) -> Bool { !flags[device].contains(.offline) }

    /// `true` if the owner of a device allows Live Activities.
    public func isPermitted(_ device: Int) -> Bool { !flags[device].contains(.noPermission) }

    /// The valid push-to-start token of a device, even if its app has not registered it yet.
    public func pushToStartToken(of device: Int, attributesType: String) -> String? {
        kinds.firstIndex { $0.attributesType == attributesType }.map { startToken(UInt32(device), kind: UInt8($0)) }
    }

    // MARK: - Implementation

    func rows(of device: UInt32) -> [UInt32] {
        var found: [UInt32] = []
        var row = firstRow[Int(device)]
        while row != .max {
            found.append(row)
            row = rows[Int(row)].next
        }
        return found
    }

    func activity(_ row: FleetRow) -> FleetActivity {
        FleetActivity(
            number: row.number, attributesType: kinds[Int(row.kind)].attributesType,
            attributes: JSONText(trusted: contents.bytes(row.attributes)))
    }

    /// A random number from 0 to 1, which depends only on the seed, a purpose and a subject.
    func chance(_ purpose: Purpose, _ subject: UInt64, _ number: UInt64 = 0) -> Double {
        let mixed = StableHash.mix(StableHash.mix(configuration.seed ^ purpose.rawValue << 56 ^ subject) &+ number)
        return Double(mixed >> 11) * 0x1p-53
    }

    func pick(_ range: ClosedRange<Double>, _ chance: Double) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * chance
    }

    /// A random time until an event that happens at a rate; `nil` for never.
    func delay(perHour rate: Double, _ chance: Double) -> Double? {
        rate > 0 ? -Foundation.log(1 - chance) / rate * 3_600 : nil
    }

    /// The purposes of random numbers, so that two numbers for one device differ.
    enum Purpose: UInt64 {
        case iPad = 1
        case frequent, permission, closed, lost, travelling, permissionLost, registration, latency, opportunism, rotation
        case removal, travel, hour
    }

    mutating func drop(_ reason: FleetDrop) { statistics.dropped[reason, default: 0] += 1 }
}

/// The state of one device.
struct DeviceFlags: OptionSet, Sendable {
    let rawValue: UInt8
    static let iPad = Self(rawValue: 1)
    static let frequentUpdates = Self(rawValue: 2)
    static let noPermission = Self(rawValue: 4)
    static let closedApp = Self(rawValue: 8)
    static let startTokenLost = Self(rawValue: 16)
    static let offline = Self(rawValue: 32)
}

/// One activity on one device.
struct FleetRow: Sendable {
    var device: UInt32
    /// The number of the device's next row.
    var next: UInt32 = .max
    /// The activity's number in the fleet; 0 for a free row.
    var number: UInt32
    /// The number of tokens that this row has had, by which the token of an earlier activity is recognised.
    var generation: UInt32
    var kind: UInt8
    var state = ActivityState.active
    var hasToken = false
    var isDrawingPlanned = false
    var channel: Int32 = -1
    var attributes: UInt32
    var newest: UInt32
    var shown: UInt32
    /// This and the following dates are seconds since 1970.
    var timestamp: Double
    var shownTimestamp: Double
    var shownAt: Double
    var startedAt: Double
    var staleDate: Double?
    var relevance: Double
}

struct FleetFollower: Sendable {
    var row: UInt32
    var number: UInt32
}

/// A push that waits for a device to come online.
struct StoredPush: Sendable {
    var push: UInt32
    var what: FleetEvent.What
    var index: UInt32
    var extra: UInt32
    var until: Double
    var collapseID: String?
}
#endif
