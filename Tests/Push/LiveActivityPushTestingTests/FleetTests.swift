#if Push
import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityPushTesting
import Testing

/// A device's reactions to pushes.
@Suite struct FleetTests {
    private let now = Date(timeIntervalSince1970: 1_781_974_800)
    private let attributes = #"{"orderNumber":42,"restaurantName":"Pizza"}"#

    private func fleet(_ change: (inout Fleet.Configuration) -> Void = { _ in }) -> Fleet {
        var configuration = Fleet.Configuration(devices: 3)
        configuration.latency = 0...0
        configuration.opportunisticDelay = 0...0
        configuration.registrationDelay = 1...1
        change(&configuration)
        return Fleet(configuration, kinds: [FleetKind(DeliveryAttributes.self)], at: now)
    }

    private func content(_ driver: String) -> String {
        #"{"driverName":"\#(driver)","estimatedDeliveryTime":[803667600,803669400],"currentStep":"delivering","#
            + #""failedAttempts":0,"leaveAtDoor":false,"contactRequested":false}"#
    }

    private func start(alert: Bool = true, content: String? = nil) -> String {
        let alert = alert ? #""alert":{"title":"Order","body":"On its way"},"# : ""
        return #"{"aps":{"timestamp":1781974800,"event":"start",\#(alert)"attributes-type":"DeliveryAttributes","#
            + #""attributes":\#(attributes),"content-state":\#(content ?? self.content("none"))}}"#
    }

    private func update(_ driver: String, _ seconds: Int, event: String = "update", more: String = "") -> String {
        #"{"aps":{"timestamp":\#(1_781_974_800 + seconds),"event":"\#(event)",\#(more)"content-state":\#(content(driver))}}"#
    }

    private func push(
        _ body: String, to token: String, in fleet: inout Fleet, priority: Int = 5, storage: APNSDelivery.Storage = .none,
        collapseID: String? = nil
    ) {
        fleet.receive(
            APNSDelivery(
                at: fleet.now, target: .token(token), bundle: "com.example.app", priority: priority, storage: storage,
                collapseID: collapseID, body: Array(body.utf8)))
    }

    /// A fleet whose device 0 shows an activity, and its update token.
    private func started(_ change: (inout Fleet.Configuration) -> Void = { _ in }) throws -> (Fleet, token: String) {
        var fleet = fleet(change)
        let token = try #require(fleet.pushToStartToken(of: 0, attributesType: "DeliveryAttributes"))
        push(start(), to: token, in: &fleet, priority: 10)
        fleet.advance(to: now + 2)
        let update = try #require(updateToken(&fleet))
        return (fleet, update)
    }

    private func updateToken(_ fleet: inout Fleet) -> String? {
        fleet.drainReports().compactMap { report -> String? in
            if case .activityToken(let token, _) = report.what { token } else { nil }
        }.last
    }

    private func drivers(_ fleet: Fleet, device: Int = 0) -> [String?] {
        fleet.screens(of: device).map { $0.content.value["driverName"]?.string }
    }

    @Test func appsRegisterTheirTokensAndAStartBringsAnUpdateToken() throws {
        var fleet = fleet()
        fleet.advance(to: now + 1)
        let reports = fleet.drainReports()
        #expect(reports.map(\.device) == [0, 1, 2])
        guard case .pushToStartToken(let token, "DeliveryAttributes") = try #require(reports.first).what else {
            Issue.record("no token")
            return
        }
        #expect(token == fleet.pushToStartToken(of: 0, attributesType: "DeliveryAttributes"))
        push(start(), to: token, in: &fleet, priority: 10)
        fleet.advance(to: now + 3)
        guard case .activityToken(_, let activity) = try #require(fleet.drainReports().first).what else {
            Issue.record("no token of the activity")
            return
        }
        #expect(activity.attributes.description == attributes)
        #expect(drivers(fleet) == ["none"])
        #expect(fleet.statistics.alerts == 1)
    }

    @Test func aDeviceDropsWhatADeviceDrops() throws {
        var (fleet, token) = try started()
        let startToken = try #require(fleet.pushToStartToken(of: 1, attributesType: "DeliveryAttributes"))
        push(start(alert: false), to: startToken, in: &fleet)
        push(start(content: #"{"driverName":7}"#), to: startToken, in: &fleet)
        push(start().replacing("DeliveryAttributes", with: "Delivery"), to: startToken, in: &fleet)
        push(start().replacing("\"Pizza\"", with: "1"), to: startToken, in: &fleet)
        push(update("Bea", 1), to: startToken, in: &fleet)
        push(#"{"aps":{"timestamp":1781974801,"event":"update","content-state":{"driverName":"Cem"}}}"#, to: token, in: &fleet)
        push(#"{"aps":{"timestamp":1781974801,"event":"update"}}"#, to: token, in: &fleet)
        push(update("Dan", -1), to: token, in: &fleet)
        push("[]", to: token, in: &fleet)
        push(update("Eva", 1), to: String(repeating: "0", count: 64), in: &fleet)
        fleet.advance(to: fleet.now + 100)
        #expect(
            fleet.statistics.dropped == [
                .missingAlert: 1, .undecodableContent: 3, .unknownAttributes: 2, .wrongEvent: 1, .olderTimestamp: 1,
                .malformed: 1,
                .unknownToken: 1,
            ])
        #expect(drivers(fleet) == ["none"])
        #expect(drivers(fleet, device: 1) == [])
    }

    @Test func theNewestTimestampWinsWhateverTheOrder() throws {
        var (fleet, token) = try started()
        for seconds in [100, 300, 200] { push(update("at \(seconds)", seconds), to: token, in: &fleet) }
        push(update("end", 250, event: "end"), to: token, in: &fleet)
        fleet.advance(to: now + 400)
        #expect(drivers(fleet) == ["at 300"])
        #expect(fleet.screens(of: 0).map(\.state) == [.active])
        #expect(fleet.statistics.olderAfterNewer == 0)
    }

    @Test func anActivityIsDrawnAtMostEvery15SecondsAndAlertsAtOnce() throws {
        var (fleet, token) = try started()
        fleet.recordsDrawings = true
        // The start was displayed at 0.
        fleet.advance(to: now + 20)
        push(update("a", 20), to: token, in: &fleet)
        fleet.advance(to: now + 21)
        push(update("b", 21), to: token, in: &fleet)
        fleet.advance(to: now + 34.9)
        #expect(drivers(fleet) == ["a"])
        fleet.advance(to: now + 35)
        #expect(drivers(fleet) == ["b"])
        fleet.advance(to: now + 36)
        push(update("c", 36, more: #""alert":{"title":"t","body":"b"},"#), to: token, in: &fleet)
        fleet.advance(to: now + 36)
        #expect(drivers(fleet) == ["c"])
        #expect(fleet.drainDrawings().map { $0.at.timeIntervalSince(now) } == [20, 35, 36])
    }

    @Test(arguments: [
        (Fleet.Configuration.Storage.onePerBundle, 1, ["second"]), (.onePerCollapseID, 0, ["second"]),
    ])
    func anOfflineDeviceGetsWhatWasStored(storage: Fleet.Configuration.Storage, replaced: Int, shown: [String]) throws {
        var (fleet, token) = try started { $0.storage = storage }
        fleet.advance(to: now + 30)
        fleet.setOnline(false, device: 0)
        push(update("not stored", 30), to: token, in: &fleet)
        let until = APNSDelivery.Storage.until(now + 600)
        push(update("first", 31), to: token, in: &fleet, storage: until, collapseID: "a")
        push(update("second", 32), to: token, in: &fleet, storage: until, collapseID: "b")
        fleet.advance(to: now + 60)
        #expect(drivers(fleet) == ["none"])
        fleet.setOnline(true, device: 0)
        fleet.advance(to: now + 90)
        #expect(drivers(fleet) == shown)
        #expect(fleet.statistics.dropped[.offline] == 1)
        #expect(fleet.statistics.dropped[.replacedInStorage] ?? 0 == replaced)
        // It expired while the device was offline.
        fleet.setOnline(false, device: 0)
        push(update("third", 91), to: token, in: &fleet, storage: until)
        fleet.advance(to: now + 601)
        fleet.setOnline(true, device: 0)
        fleet.advance(to: now + 700)
        #expect(drivers(fleet) == shown)
        #expect(fleet.statistics.dropped[.offline] == 2)
    }

    @Test func beyondTheHoursBudgetPriority10WaitsForTheNextHour() throws {
        var (fleet, token) = try started { $0.budgetPerHour = 2 }
        // The start was the first.
        push(update("a", 2), to: token, in: &fleet, priority: 10)
        push(update("b", 3), to: token, in: &fleet, priority: 10)
        push(update("c", 4), to: token, in: &fleet, priority: 5)
        fleet.advance(to: now + 100)
        #expect(drivers(fleet) == ["c"])
        #expect(fleet.statistics.throttled == 1)
        // The delayed push arrives, and is older than the content shown.
        fleet.advance(to: now + 3_700)
        #expect(drivers(fleet) == ["c"])
        #expect(fleet.statistics.dropped == [.olderTimestamp: 1])
    }

    @Test func anActivityEndsAfter8HoursAndIsGoneAfter12() throws {
        var (fleet, token) = try started()
        fleet.advance(to: now + 8 * 3_600 - 1)
        #expect(fleet.screens(of: 0).map(\.state) == [.active])
        fleet.advance(to: now + 8 * 3_600)
        #expect(fleet.screens(of: 0).map(\.state) == [.ended])
        push(update("late", 28_801), to: token, in: &fleet)
        fleet.advance(to: now + 12 * 3_600 - 1)
        #expect(drivers(fleet) == ["none"])
        fleet.advance(to: now + 12 * 3_600)
        #expect(fleet.screens(of: 0) == [])
        #expect(fleet.activityCount == 0)
        // The last received payloads are kept, and one of them has decoded its content.
        #expect(fleet.contentCount == 1)
    }

    @Test func anEndIsDismissedAtItsDateButNotAfter4Hours() throws {
        for (more, gone) in [
            (#""dismissal-date":1781974900,"#, 100.0), ("", 14_410), (#""dismissal-date":1782984800,"#, 14_410),
        ] {
            var (fleet, token) = try started()
            fleet.advance(to: now + 10)
            push(update("done", 10, event: "end", more: more), to: token, in: &fleet)
            fleet.advance(to: now + gone - 1)
            #expect(drivers(fleet) == ["done"])
            fleet.advance(to: now + gone)
            #expect(fleet.screens(of: 0) == [])
        }
    }

    @Test func tokensChangeDieAndAreReplaced() throws {
        var (fleet, old) = try started()
        fleet.rotateActivityTokens(on: 0)
        fleet.advance(to: now + 10)
        let new = try #require(updateToken(&fleet))
        #expect(fleet.drainTokenChanges().suffix(3).map(\.isValid) == [true, false, true])
        push(update("old", 11), to: old, in: &fleet)
        push(update("new", 12), to: new, in: &fleet)
        fleet.advance(to: now + 30)
        #expect(drivers(fleet) == ["new"])

        fleet.loseStartToken(on: 1)
        let token = try #require(fleet.pushToStartToken(of: 1, attributesType: "DeliveryAttributes"))
        push(start(), to: token, in: &fleet)
        fleet.advance(to: now + 60)
        #expect(fleet.screens(of: 1) == [])
        #expect(fleet.statistics.dropped == [.unknownToken: 1, .silentlyDeadToken: 1])
        fleet.openApp(on: 1)
        fleet.advance(to: now + 90)
        #expect(fleet.pushToStartToken(of: 1, attributesType: "DeliveryAttributes") != token)
    }

    @Test func ownersForbidRemoveAndCloseTheApp() throws {
        var (fleet, token) = try started()
        let activity = try #require(fleet.screens(of: 0).first).activity
        fleet.remove(activity, on: 0)
        #expect(fleet.drainReports().map(\.what) == [.dismissed(activity)])
        push(update("late", 5), to: token, in: &fleet)
        fleet.setPermission(false, device: 1)
        push(start(), to: try #require(fleet.pushToStartToken(of: 1, attributesType: "DeliveryAttributes")), in: &fleet)
        fleet.closeApp(on: 2)
        push(start(), to: try #require(fleet.pushToStartToken(of: 2, attributesType: "DeliveryAttributes")), in: &fleet)
        fleet.advance(to: now + 60)
        #expect(fleet.drainReports().map(\.what) == [.permission(false)])
        #expect(fleet.statistics.dropped == [.unknownToken: 1, .noPermission: 1])
        #expect(drivers(fleet, device: 2) == ["none"])
        // The app finds out about its activity when it is opened.
        fleet.openApp(on: 2)
        fleet.advance(to: now + 70)
        #expect(fleet.drainReports().count == 2)
    }

    @Test func oneBroadcastReachesAllFollowers() throws {
        var fleet = fleet()
        let
            start = try #require(
                Optional(JSONText(try JSONValue(parsing: attributes)))),
            content = JSONText(try JSONValue(parsing: content("none")))
        for device in 0..<3 {
            fleet.start("DeliveryAttributes", attributes: start, content: content, on: device, channel: "AAAA")
        }
        fleet.advance(to: now + 30)
        fleet.receive(
            APNSDelivery(
                at: fleet.now, target: .channel("AAAA"), bundle: "com.example.app", body: Array(update("all", 30).utf8)))
        fleet.advance(to: now + 31)
        #expect((0..<3).map { drivers(fleet, device: $0) } == [["all"], ["all"], ["all"]])
        #expect(fleet.contentCount <= 4)
    }

    @Test func oneSeedGivesOneFleet() {
        func run(_ seed: UInt64) -> Fleet.Statistics {
            var configuration = Fleet.Configuration(devices: 300, seed: seed)
            configuration.travelling = 0.3
            configuration.removalsPerHour = 0.5
            configuration.rotationsPerHour = 0.5
            configuration.silentlyDeadStartTokens = 0.05
            configuration.closedApps = 0.1
            configuration.withoutPermission = 0.1
            var fleet = Fleet(configuration, kinds: [FleetKind(DeliveryAttributes.self)], at: now)
            for device in 0..<300 {
                guard let token = fleet.pushToStartToken(of: device, attributesType: "DeliveryAttributes") else { continue }
                push(start(), to: token, in: &fleet, priority: 10, storage: .until(now + 3_600))
            }
            var tokens: [Int: String] = [:]
            for minute in 1...60 {
                fleet.advance(to: now + Double(60 * minute))
                for report in fleet.drainReports() {
                    if case .activityToken(let token, _) = report.what { tokens[report.device] = token }
                }
                for device in tokens.keys.sorted() {
                    push(update("\(minute)", 60 * minute), to: tokens[device] ?? "", in: &fleet)
                }
            }
            return fleet.statistics
        }
        let first = run(1)
        #expect(first == run(1))
        #expect(first != run(2))
        #expect(first.olderAfterNewer == 0)
        #expect(first.duplicateStarts == 0)
        #expect((200...270).contains(first.started))
    }
}
#endif
