#if PushFiles
import ArgumentParser
import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import LiveActivitySurfaces
import SportsActivity
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivitiesCommand

@Suite struct PushTests {
    private func text(_ arguments: String...) throws -> String {
        try #require(try Root.parseAsRoot(["push"] + arguments + ["--dry-run"]) as? any PushByHand).text()
    }

    @Test func aDryRunPrintsHeadersAndBodyExactly() throws {
        let printed = try text(
            "update", "--app", "com.example.food", "--token", "00FF", "--state", #"{"step": 2}"#, "--stale-date",
            "2026-06-20T17:05:00Z",
            "--timestamp", "2026-06-20T17:00:00Z", "--alert-title", "Soon", "--alert-body", "7 min", "--priority", "10")
        #expect(
            printed == """
                POST /3/device/00ff
                apns-push-type: liveactivity
                apns-topic: com.example.food.push-type.liveactivity
                apns-priority: 10
                apns-expiration: 0

                {"aps":{"timestamp":1781974800,"event":"update","stale-date":1781975100,"content-state":{"step":2},\
                "alert":{"title":"Soon","body":"7 min","sound":"default"}}}
                """)
        #expect(
            try text("widgets", "--app", "com.example.food", "--token", "00ff") == """
                POST /3/device/00ff
                apns-push-type: widgets
                apns-topic: com.example.food.push-type.widgets

                {"aps":{"content-changed":true}}
                """)
    }

    /// Regression: 1e400 was sent, which devices cannot read.
    @Test func aNumberThatNoDeviceReadsIsRefused() throws {
        let arguments = ["push", "update", "--app", "com.example.food", "--token", "00ff", "--dry-run", "--state"]
        for number in ["1e400", "-1e400", "123456789012345678901"] {
            #expect(throws: (any Error).self, "\(number)") { try Root.parseAsRoot(arguments + [#"{"a":\#(number)}"#]) }
        }
        for number in ["1e308", "9007199254740993", "-0.1"] { _ = try Root.parseAsRoot(arguments + [#"{"a":\#(number)}"#]) }
    }

    /// - Returns: The error, and the number of changes before it.
    private func planned(
        _ lines: [String], devices: Int = 100, stepsMax: Int = RecordedDay.Limit.steps
    ) throws -> (error: String?, changes: Int) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("plan-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
        var day = RecordedDay(registry: .plugins, devices: devices, stepsMax: stepsMax)
        do { try day.read(file) } catch let error as ValidationError { return (error.message, day.changes.count) }
        return (nil, day.changes.count)
    }

    /// Regression: three such inputs took more than a minute each.
    @Test func aPlanHasALimitOfWork() throws {
        let later = { (date: String) in #"{"command":"advance","at":"\#(date)"}"# }
        #expect(try planned([]).error == nil)
        #expect(try planned([Line.start, later("2026-06-21T17:00:00Z")]).error == nil)
        #expect(try planned([Line.start], devices: 5_000_001).error?.contains("--devices") == true)
        let second = Line.start.replacing("2026-06-20", with: "2026-08-20")
        #expect(try planned([Line.start, second]).error?.contains("31 days") == true)
        let renewing = Line.start.replacing(#""command":"start""#, with: #""command":"start","renews":true"#)
        let week = [renewing, later("2026-06-27T17:00:00Z")]
        #expect(try planned(week).error == nil)
        #expect(try planned(week, stepsMax: 10).error?.contains("more than 10 deadlines") == true)
        // Refused at the first change beyond the limit, and not after a million steps.
        let (error, changes) = try planned([renewing, later("9000-06-20T17:00:00Z")])
        #expect(error?.contains("31 days") == true && changes < 1_000, "\(changes): \(error ?? "")")
    }

    @Test(arguments: [
        (["update", "--app", "com.example.food", "--token", "0ff", "--state", "{}"], "it has 3 digits"),
        (
            ["update", "--app", "com.example.food.push-type.liveactivity", "--token", "00ff", "--state", "{}"],
            "Leave '.push-type.liveactivity' out"
        ),
        (["update", "--app", "com.example.food", "--token", "00ff"], "needs content"),
        (["broadcast", "--app", "com.example.food", "--channel", "?", "--state", "{}"], "is not Base64"),
        (
            [
                "update", "--app", "com.example.food", "--token", "00ff", "--state",
                "\"\(String(repeating: "x", count: 5_000))\"",
            ],
            "Make content-state at least"
        ),
    ])
    func badInputSaysWhatToDo(arguments: [String], says: String) throws {
        let command = try #require(try Root.parseAsRoot(["push"] + arguments + ["--dry-run"]) as? any PushByHand)
        let error = try #require(#expect(throws: (any Error).self) { try command.text() })
        #expect("\(error)".contains(says), "\(error)")
    }

    @Test func anAlertIsFoundInTheAppsStringTableOrSilent() throws {
        let update = [
            "update", "--app", "com.example.food", "--token", "00FF", "--timestamp", "2026-06-20T17:00:00Z", "--state", "{}",
        ]
        func alert(_ options: String...) throws -> String {
            let command = try #require(try Root.parseAsRoot(["push"] + update + options + ["--dry-run"]) as? any PushByHand)
            let text = try command.text()
            return String(text[try #require(text.range(of: #""alert":"#)).upperBound...].dropLast(2))
        }
        #expect(
            try alert(
                "--alert-title-key", "NEAR", "--alert-body-key", "ARRIVES", "--alert-body-argument", "Max",
                "--alert-body-argument", "7")
                == #"{"title":{"loc-key":"NEAR"},"body":{"loc-key":"ARRIVES","loc-args":["Max","7"]},"sound":"default"}"#)
        #expect(try alert("--alert-title", "Soon", "--silent") == #"{"title":"Soon","body":""}"#)
        for wrong in [
            ["--silent"], ["--alert-title", "a", "--alert-title-key", "b"], ["--alert-title", "a", "--silent", "--sound", "b"],
            ["--alert-title", "a", "--alert-title-argument", "b"],
        ] {
            #expect(throws: (any Error).self, "\(wrong)") { try Root.parseAsRoot(["push"] + update + wrong) }
        }
    }

    @Test func channelsAreCreatedListedAndDeleted() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "channels-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let signer = ProviderSigner()
        let server = try APNSServer { $0.register(signer.key) }
        defer { server.shutdown() }
        func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
        try write(server.authorityPEM, "ca.pem")
        try write(signer.p8, "key.p8")
        try write(
            """
            keys:
              - {id: ABC123DEFG, team: DEF123GHIJ, file: key.p8}
            apps:
              - {bundle: com.example.cup, environment: production, key: ABC123DEFG, kinds: {}}
            endpoint: {host: 127.0.0.1, port: \(server.port), trust: ca.pem}
            """, "push.yaml")
        let options = ["--config", folder.appending(path: "push.yaml").path, "--app", "com.example.cup"]
        func run(_ command: String, _ more: String...) throws {
            var command = try Root.parseAsRoot(["push", "channel", command] + options + more)
            try command.run()
        }
        func channels() -> [String] { server.update { $0.channels(of: "com.example.cup") } }
        try run("create")
        try run("create", "--stores-newest")
        let made = channels()
        #expect(made.count == 2)
        try run("list")
        try run("delete", made[0])
        #expect(channels() == [made[1]])
        #expect(throws: (any Error).self) { try run("delete", "not Base64") }
        #expect(throws: (any Error).self) { try run("list", "--environment", "sandbox") }
    }

    @Test func aRefusalOfAPushByHandSaysWhatToDo() {
        #expect(
            PushOptions.advice(on: PushAnswer(status: 400, reason: .badDeviceToken))
                == "no device of this app and environment has the token (any more)")
        #expect(
            PushOptions.advice(on: PushAnswer(status: 403, reason: .invalidProviderToken))?.contains("check the key") == true)
        #expect(PushOptions.advice(on: PushAnswer(status: 200)) == nil)
    }

    @Test func pushingNeedsAStoreAndTheComputersClock() {
        #expect(throws: (any Error).self) { try Root.parseAsRoot(["run", "--push", "push.yaml"]) }
        #expect(throws: (any Error).self) {
            try Root.parseAsRoot(["run", "--push", "push.yaml", "--store", "a", "--virtual-time"])
        }
        #expect(throws: Never.self) { try Root.parseAsRoot(["run", "--push", "push.yaml", "--store", "a"]) }
    }

    /// The message to an Android app comes from the same widget as an iPhone's Lock Screen.
    @Test func aMessageToAndroidSaysWhatTheWidgetShows() throws {
        let now = Date(timeIntervalSince1970: 1_781_974_800)
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(DeliveryProvider()))
        let id = try engine.start(DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna", at: now)
        let record = try #require(try engine.record(of: id))
        var update = LiveUpdate(activity: "\(id)", event: .update, kind: "delivery", timestamp: now, title: "delivery")
        update.show(ShownActivity(record, kind: "delivery"), with: Registry.plugins.widgets, at: now)
        let data = Dictionary(uniqueKeysWithValues: update.data.map { ($0.key, $0.value) })
        #expect(data["title"] == "Pizza")
        #expect(data["body"] == "Order 42")
        #expect(data["when"] != nil)
    }

    @Test func theChipOfAMatchIsItsScore() throws {
        let now = Date(timeIntervalSince1970: 1_781_974_800)
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        let provider = SportsProvider()
        try engine.register(AnyProvider(provider))
        let id = try engine.start(provider.samples.attributes[0], owner: "anna", at: now)
        func chip() throws -> String? {
            let record = try #require(try engine.record(of: id))
            var update = LiveUpdate(activity: "\(id)", event: .update, kind: "sports", timestamp: now, title: "sports")
            update.show(ShownActivity(record, kind: "sports"), with: Registry.plugins.widgets, at: now)
            return update.criticalText
        }
        var chips = [try chip()]
        for moment in provider.samples.story.prefix(3) {
            try engine.send(moment.event, to: id, at: now + moment.after)
            chips.append(try chip())
        }
        // The code of a team while the kick-off's time is the only text that is not one.
        #expect(chips == ["NOR", "0 – 0", "0 – 0", "1 – 0"])
    }
}

/// `plan`, from a file of commands to a report.
@Suite struct PlanTests {
    private func withDay(_ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "day-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = [Line.start, Line.prepared]
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        try body(file.path)
    }

    @Test func aRecordedDayBecomesChangesAndAPlan() throws {
        try withDay { file in
            var day = RecordedDay(registry: .plugins)
            try day.read(file)
            #expect(day.problems == 0)
            #expect(day.changes.map(\.change.owner) == ["anna", "anna"])
            #expect(day.changes.last?.names.contains("preparationStarted") == true, "\(day.changes.map(\.names))")
            let planner = PushPlanner(day.changes, configuration: Fleet.Configuration(devices: 3, seed: 1))
            let plan = planner.plan(PlannedPolicy(spacing: 15))
            // A start and an update for each of three devices.
            #expect(plan.pushes == 6)
            #expect(plan.urgent == 3)
            let command = try #require(try Root.parseAsRoot(["plan", file, "--devices", "3"]) as? PlanCommand)
            #expect(throws: Never.self) { try command.run(with: .plugins) }
        }
    }

    @Test func aPromiseAboutNothingNamesWhatThereIs() throws {
        try withDay { file in
            let command = try #require(
                try Root.parseAsRoot(["plan", file, "--promise", "scored=20s@99%"]) as? PlanCommand)
            let error = try #require(#expect(throws: (any Error).self) { try command.run(with: .plugins) })
            #expect("\(error)".contains("preparationStarted"), "\(error)")
        }
    }

    @Test(arguments: [["--promise", "scored"], ["--devices", "0"], ["--budget", "-1"]])
    func badOptionsAreRefused(options: [String]) {
        #expect(throws: (any Error).self) { try Root.parseAsRoot(["plan", "day.jsonl"] + options) }
    }
}
#endif
