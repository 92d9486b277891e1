#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// Status and metrics for operators, and effects of the machine on a service.
@Suite(.timeLimit(.minutes(5))) struct OperatorTests {
    @Test func anUnreachablePushServiceDegradesAndIsNamed() async throws {
        let problems = Mutex(["api.push.apple.com:443 cannot be reached"])
        let asked = Atomic(0)
        try await TestService.run(pushProblems: {
            asked.add(1, ordering: .relaxed)
            return problems.withLock { $0 }
        }) { service in
            // The process stays ready: a load balancer would find no better one.
            let degraded = try await service.get("/readyz")
            #expect(degraded.status == 200 && degraded.json["status"]?.string == "degraded")
            let metric = "\nlive_activities_push_unreachable_services 1\n"
            #expect(try await service.get("/metrics").text.contains(metric) == (service.service.state.pusher != nil))
            problems.withLock { $0 = [] }
            // The answer is cached for a while, however often a load balancer requests it.
            #expect(try await service.get("/v1/status").json["status"]?.string == "degraded")
            #expect(asked.load(ordering: .relaxed) == 1)
            #expect(try await service.get("/healthz").status == 200)
        }
        try await TestService.run(pushProblems: { [] }) { service in
            let ready = try await service.get("/readyz")
            #expect(ready.json["status"]?.string == "ready")
        }
    }

    @Test func aDamagedStoreIsSaidAndNobodyIsStartedWhoMayHaveOptedOut() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try await TestService.run(store: path) { service in
                let ready = try await service.get("/readyz")
                #expect(ready.json == ["status": "ready", "store": "ok"])
                let off = #"{"owner":"anna","kind":"delivery","allowed":false}"#
                #expect(try await service.send(.POST, "/v1/permission", off).status == 200)
            }
            try Self.edit(path, #"anna["delivery"]"#, #"anoa["delivery"]"#)
            try await TestService.run(store: path) { service in
                for owner in ["anna", "bob"] {
                    let refused = try await service.send(.POST, "/v1/activities", TestService.start(owner: owner))
                    #expect(refused.status == 503 && refused.code == "permissionsDamaged")
                }
                let other = try await service.send(
                    .POST, "/v1/activities", #"{"kind":"meditation","owner":"anna","attributes":{"title":"a","duration":600}}"#)
                #expect(other.code != "permissionsDamaged")
                let ready = try await service.get("/readyz")
                #expect(ready.status == 200)
                #expect(ready.json["status"]?.string == "degraded" && ready.json["damaged"]?.int == 1)
                #expect(ready.json["startsNothingOf"]?.elements.map(\.string) == ["delivery"])
                #expect(ready.json["damage"] == nil, "who it is about is for operators")
                let status = try await service.get("/v1/status")
                #expect(status.json["damage"]?[0]?["table"]?.string == "permission")
                #expect(status.json["damage"]?[0]?["key"]?.string == "owner = 'anoa'")
                let metrics = try await service.get("/metrics").text
                #expect(metrics.contains("\nlive_activities_store_damaged_rows 1\n"))
                #expect(metrics.contains("\nlive_activities_starts_for_nobody{kind=\"delivery\"} 1\n"))
            }
        }
    }

    @Test func aTokenForReadingIsToldNumbersAndNoOwners() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try await TestService.run(store: path) { _ = try await $0.start() }
            try Self.edit(path, "Pizza", "Pasta")
            var configuration = ServiceConfiguration()
            configuration.tokens = folder + "/tokens.json"
            let reading = try TokenFile(path: folder + "/tokens.json").create(name: "r", scope: .read).text
            try await TestService.run(configuration, store: path) { service in
                #expect(try await service.get("/v1/status").status == 401)
                let status = try await service.get("/v1/status", [("Authorization", "Bearer \(reading)")])
                #expect((status.json["damaged"]?.int ?? 0) > 0 && status.json["skippedActivities"]?.int == 1)
                #expect(status.json["damage"] == nil && status.json["skipped"] == nil)
            }
        }
    }

    @Test func aClockBehindTheStoreIsSaid() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            let clock = SettableClock()
            clock.set(back: -86_400)
            try await TestService.run(store: path, clock: clock) { _ = try await $0.start() }
            try await TestService.run(store: path) { service in
                let status = try await service.get("/readyz").json
                #expect(status["status"]?.string == "degraded")
                #expect((status["clockBehind_s"]?.double ?? 0) > 86_000)
                #expect(try await service.get("/metrics").text.contains("live_activities_clock_behind_seconds 86"))
            }
        }
    }

    /// Changes bytes of a file, as a faulty disk would.
    private static func edit(_ path: String, _ whole: String, _ damaged: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        #expect(bytes.firstRange(of: Data(whole.utf8)) != nil)
        while let range = bytes.firstRange(of: Data(whole.utf8)) { bytes.replaceSubrange(range, with: Data(damaged.utf8)) }
        try bytes.write(to: URL(filePath: path))
    }

    @Test func aClockThatIsSetBackHoldsUpNothing() async throws {
        let clock = SettableClock()
        try await TestService.run(clock: clock) { service in
            let id = try await service.start()
            let reader = try await service.stream("/v1/changes?activity=\(id)")
            let before = try await service.get("/v1/activities/\(id)").json["startedAt"]?.string
            clock.set(back: 3_600)
            let sent = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            #expect(sent.json["outcome"]?.string == "applied")
            let change = try #require(try await reader.next())
            #expect(change.json["revision"]?.int == 2)
            // Time does not advance until the clock has caught up.
            let at = try #require(change.json["at"]?.string)
            #expect(at >= (before ?? ""))
            _ = try await service.start(owner: "bob")
            let after = try await service.get("/v1/owners/bob/activities").json["activities"]?[0]
            #expect(after?["startedAt"]?.string ?? "" >= at)
            let missed = try await service.events(1, "/v1/changes", [("Last-Event-ID", change.id)])
            #expect(missed.first?.json["owner"]?.string == "bob")
        }
    }

    @Test func aWebhookThatIsGoneStaysSoAfterARestart() async throws {
        try await withFolder { folder in
            let file = folder + "/disabled.json"
            var hook = Webhook(name: "a", url: "https://example.org/a", secrets: [])
            try DisabledWebhooks(file: file).insert(hook)
            let read = try DisabledWebhooks(file: file)
            #expect(read.contains(hook))
            hook.url = "https://example.org/b"
            #expect(!read.contains(hook), "another address is called")
            try Data("[]".utf8).write(to: URL(filePath: file))
            #expect(throws: ServiceError.self) { _ = try DisabledWebhooks(file: file) }
        }
    }
}

/// A clock that a test can set back.
private final class SettableClock: RuntimeClock {
    private let system = SystemClock()
    private let back = Mutex(0.0)

    func set(back seconds: Double) { back.withLock { $0 = seconds } }

    var now: Date { system.now.addingTimeInterval(-back.withLock { $0 }) }
    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm { system.setAlarm(at: date, action) }
    func sleep(until date: Date) async throws { try await system.sleep(until: date) }
}
#endif
