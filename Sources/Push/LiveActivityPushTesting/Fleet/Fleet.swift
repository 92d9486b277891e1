#if Push
import Foundation
public import LiveActivityCore
import LiveActivityJSON

/// Many devices on virtual time, each with an app that has Live Activities.
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
/// A device reads the bytes of a push as they are, decodes the content into the app's own type, orders by timestamp, and drops
/// what a real device drops. It is a model, written from Documentation/Reference.md, not Apple's software: ``Configuration``
/// lists the assumptions. The same seed, pushes and times give the same screens.
///
/// The values of devices are in one array for each field (a device without an activity takes 20 bytes); an activity is one row,
/// because a push touches all of it.
public struct Fleet: Sendable {
    /// The fleet's configuration.
    public let configuration: Configuration
    /// The types of attributes that the app knows.
    public let kinds: [FleetKind]
    /// Counters of all devices so far.
    public internal(set) var statistics = Statistics()
    /// Whether drawings are recorded for ``drainDrawings()``. Each takes 40 bytes.
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

    /// Makes the devices. Their apps register the tokens for starts within ``Configuration/registrationDelay``.
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

    /// When something will happen next; `nil` if nothing is planned.
    public var nextDate: Date? { queue.first.map { Date(timeIntervalSince1970: $0.at) } }

    /// Lets time pass. A date before ``now`` changes nothing.
    public mutating func advance(to date: Date) {
        let end = date.timeIntervalSince1970
        while let first = queue.first, first.at <= end, let event = queue.removeFirst() {
            clock = max(clock, event.at)
            happen(event)
        }
        clock = max(clock, end)
    }

    /// The reports of apps to their server since the last call, in the order of time.
    public mutating func drainReports() -> [FleetReport] {
        defer { reports = [] }
        return reports
    }

    /// Which tokens have become valid and invalid since the last call: what the service knows and no app.
    public mutating func drainTokenChanges() -> [FleetTokenChange] {
        defer { tokenChanges = [] }
        return tokenChanges
    }

    /// The drawings since the last call, if ``recordsDrawings``.
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

    /// How many activities are shown on all devices, also ended ones.
    public var activityCount: Int { rows.count - freeRows.count }

    /// How many different contents and attributes are in memory.
    public var contentCount: Int { contents.count }

    /// Whether a device has a connection.
    public func isOnline(_ device: Int) -> Bool { !flags[device].contains(.offline) }

    /// Whether the owner of a device allows Live Activities.
    public func isPermitted(_ device: Int) -> Bool { !flags[device].contains(.noPermission) }

    /// The valid token for starts on a device, whether or not its app has registered it.
    public func pushToStartToken(of device: Int, attributesType: String) -> String? {
        kinds.firstIndex { $0.attributesType == attributesType }.map { startToken(UInt32(device), kind: UInt8($0)) }
    }

    // MARK: - Inside

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

    /// A number from 0 to 1 that the seed, a purpose and what it is about decide.
    func chance(_ purpose: Purpose, _ subject: UInt64, _ number: UInt64 = 0) -> Double {
        let mixed = StableHash.mix(StableHash.mix(configuration.seed ^ purpose.rawValue << 56 ^ subject) &+ number)
        return Double(mixed >> 11) * 0x1p-53
    }

    func pick(_ range: ClosedRange<Double>, _ chance: Double) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * chance
    }

    /// When something happens whose rate is `perHour`; `nil` for never.
    func delay(perHour rate: Double, _ chance: Double) -> Double? {
        rate > 0 ? -Foundation.log(1 - chance) / rate * 3_600 : nil
    }

    /// The purpose of a random number, so that two numbers for one device differ.
    enum Purpose: UInt64 {
        case iPad = 1
        case frequent, permission, closed, lost, travelling, permissionLost, registration, latency, opportunism, rotation
        case removal, travel, hour
    }

    mutating func drop(_ reason: FleetDrop) { statistics.dropped[reason, default: 0] += 1 }
}

/// The conditions of one device.
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
    /// The next row of the same device.
    var next: UInt32 = .max
    /// Counts the activities of the fleet; 0 for a free row.
    var number: UInt32
    /// Counts the tokens that this row ever had, so that one of an earlier activity is known as such.
    var generation: UInt32
    var kind: UInt8
    var state = ActivityState.active
    var hasToken = false
    var isDrawingPlanned = false
    var channel: Int32 = -1
    var attributes: UInt32
    var newest: UInt32
    var shown: UInt32
    /// All seconds since 1970.
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
