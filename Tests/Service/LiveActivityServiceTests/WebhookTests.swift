#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

@Suite(.timeLimit(.minutes(5))) struct WebhookTests {
    /// Source: the test vectors of https://github.com/standard-webhooks/standard-webhooks
    @Test func theSignatureIsThatOfTheSpecification() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        for wrong in ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_c2hvcnQ=", "whsec_???"] {
            #expect(WebhookSecret(wrong) == nil)
        }
    }

    @Test func addressesOfPrivateNetworksAreNotCalled() {
        for refused in [
            "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
            "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:10.0.0.1",
            "64:ff9b::a00:1", "2001:db8::1", "2002:a00:1::",
        ] {
            #expect(WebhookAddress.isPrivate(refused), "\(refused)")
        }
        for allowed in [
            "1.1.1.1", "172.15.255.255", "172.32.0.0", "9.255.255.255", "11.0.0.0", "2606:4700::1", "::ffff:1.1.1.1",
        ] {
            #expect(!WebhookAddress.isPrivate(allowed), "\(allowed)")
        }
        #expect(throws: WebhookAddress.Refusal.self) { try WebhookAddress.resolve("localhost", allowsPrivate: false) }
    }

    @Test func aCallIsRepeatedOverDaysAndThenGivenUp() {
        let delays = (1...12).compactMap { WebhookSchedule.delay(after: $0, random: 0.5) }
        #expect(delays == WebhookSchedule.delays)
        #expect(delays.reduce(0, +) > 2.5 * 86_400)
        #expect(WebhookSchedule.delay(after: 13, random: 0) == nil)
        #expect(WebhookSchedule.delay(after: 1, random: 0) == 4)
        #expect(WebhookSchedule.delay(after: 1, random: 1).map { ($0 * 1_000).rounded() } == 6_000)
    }

    @Test func anEndpointGetsEveryChangeAlsoAfterItHasFailed() async throws {
        let endpoint = Endpoint(statuses: [500, 200, 410])
        try await endpoint.run { port in
            let runtime = try LiveActivityRuntime(
                shards: 1, providers: TestService.providers, store: MemoryStore(), durability: .strict)
            let hook = Webhook(
                name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
            let disabled = try DisabledWebhooks(file: nil)
            let sender = try WebhookSender(
                hook, allowsPrivate: true, disabled: disabled, runtime, Logger(label: "test"), sleep: { _ in })
            // The consumer begins with the next change.
            _ = try await runtime.changes(for: "webhook:test")
            let start = try JSONValue(parsing: TestService.start().dropLast() + #","command":"start"}"#)
            let outcome = try await runtime.apply(json: start)
            let id = try #require(outcome.activity)
            try await runtime.send(json: JSONValue(parsing: #"{"preparationStarted":{}}"#), to: id)
            try await runtime.send(json: JSONValue(parsing: #"{"courierAssigned":{"name":"Alexandra"}}"#), to: id)
            // Of two waiting updates the newer one is kept. The sender ends when the endpoint is gone.
            await sender.run()

            let calls = endpoint.calls
            #expect(
                calls.map { $0.json["type"]?.string }.prefix(3) == ["activity.started", "activity.started", "activity.updated"])
            try #require(calls.count > 2)
            #expect(calls[0].id == calls[1].id)
            #expect(calls[0].id != calls[2].id)
            let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
            for call in calls {
                let timestamp = try #require(Int(call.timestamp))
                #expect(call.signature == secret.signature(id: call.id, timestamp: timestamp, body: call.body))
            }
            #expect(sender.statistics.isDisabled)
            #expect(sender.statistics.delivered == 1)
            #expect(sender.statistics.failed == 1)
            // Another process reads that from the file, and does not call the endpoint.
            let next = try WebhookSender(hook, allowsPrivate: true, disabled: disabled, runtime, Logger(label: "test"))
            await next.run()
            #expect(next.statistics.isDisabled && endpoint.calls.count == calls.count)
            await runtime.close()
        }
    }

    @Test func aCallIsSignedWithBothSecretsWhileOneReplacesTheOther() async throws {
        let secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"]
        let endpoint = Endpoint(statuses: [410])
        try await endpoint.run { port in
            let runtime = try LiveActivityRuntime(
                shards: 1, providers: TestService.providers, store: MemoryStore(), durability: .strict)
            var hook = Webhook(name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: secrets)
            hook.changes = ["updated"]
            let sender = try WebhookSender(
                hook, allowsPrivate: true, userAgent: "shop/1.0", disabled: DisabledWebhooks(file: nil), runtime,
                Logger(label: "test"))
            _ = try await runtime.changes(for: "webhook:test")
            let id = try await Self.start("anna", runtime)
            try await runtime.send(json: JSONValue(parsing: #"{"preparationStarted":{}}"#), to: id)
            await sender.run()

            let calls = endpoint.calls
            #expect(calls.map(\.userAgent) == ["shop/1.0"])
            #expect(calls.map { $0.json["type"]?.string } == ["activity.updated"], "the start was not asked for")
            for call in calls {
                let timestamp = try #require(Int(call.timestamp))
                let signatures = secrets.compactMap {
                    WebhookSecret($0)?.signature(id: call.id, timestamp: timestamp, body: call.body)
                }
                #expect(call.signature == signatures.joined(separator: " ") && Set(signatures).count == 2)
            }
            await runtime.close()
        }
    }

    @Test func theSecretsInAFileAreReadAgainWhenTheyChange() async throws {
        let secrets = (0..<3).map { "whsec_" + Data(repeating: UInt8($0), count: 24).base64EncodedString() }
        func signatures(_ secrets: [WebhookSecret]) -> [String] {
            secrets.map { $0.signature(id: "1", timestamp: 1, body: []) }
        }
        let all = signatures(secrets.compactMap { WebhookSecret($0) })
        try await withFolder { folder in
            let path = "\(folder)/secret"
            func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) }
            try write(secrets[0] + "\n")
            var hook = Webhook(name: "test", url: "https://example.org", secrets: [secrets[0]])
            hook.secretFiles = [path]
            let reports = Mutex<[String]>([])
            let files = try WebhookSecretFiles(of: hook) { report in reports.withLock { $0.append(report) } }
            var now = ContinuousClock.now
            #expect(signatures(files.secrets(now: now)) == [all[0]])

            // Two while one replaces the other, just before and at the next check.
            try write("\(secrets[1])\n\n  \(secrets[0])\r\n")
            now += WebhookSecretFiles.checkInterval
            #expect(signatures(files.secrets(now: now - .nanoseconds(1))) == [all[0]])
            #expect(signatures(files.secrets(now: now)) == [all[1], all[0]])

            // A file that cannot be used leaves the former secrets, and is reported once.
            for (text, count) in [("whsec_short", 1), ("", 2)] {
                try write(text)
                for _ in 0..<2 {
                    now += WebhookSecretFiles.checkInterval
                    #expect(signatures(files.secrets(now: now)) == [all[1], all[0]])
                }
                #expect(reports.withLock { $0 }.count == count, "\(text)")
            }
            try FileManager.default.removeItem(atPath: path)
            now += WebhookSecretFiles.checkInterval
            #expect(signatures(files.secrets(now: now)) == [all[1], all[0]])
            #expect(reports.withLock { $0 }.last?.contains("\(path)") == true)
            try write(secrets[2])
            now += WebhookSecretFiles.checkInterval
            #expect(signatures(files.secrets(now: now)) == [all[2]])

            // A file that can be used later, without a change of its size and its date, as after a change of its permissions.
            for (text, used) in [(String(repeating: "-", count: secrets[0].utf8.count), all[2]), (secrets[0], all[0])] {
                try Data(text.utf8).write(to: URL(filePath: path))
                try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
                now += WebhookSecretFiles.checkInterval
                #expect(signatures(files.secrets(now: now)) == [used])
            }
        }
    }

    /// Consecutive requests share a connection, as long as the name resolves to its address.
    @Test func aWebhookKeepsItsConnectionToTheAddressThatWasChecked() async throws {
        let endpoint = Endpoint(statuses: [200, 500, 200])
        try await endpoint.run { port in
            let hook = Webhook(
                name: "test", url: "http://hooks.example:\(port)/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
            let addresses = Mutex(["127.0.0.1"])
            let client = try WebhookClient(hook) { _ in
                let found = addresses.withLock { $0 }
                if found.contains("10.0.0.1") { throw WebhookAddress.Refusal(description: "private") }
                return found
            }
            var answers: [WebhookDelivery.Answer] = []
            for sequence in 1...3 { answers.append(await client.send(Self.change(sequence))) }
            #expect(answers == [.accepted, .failed("the endpoint answered 500"), .accepted])
            // Name servers rotate the order of a name's addresses.
            addresses.withLock { $0 = ["127.0.0.2", "127.0.0.1"] }
            #expect(await client.send(Self.change(4)) == .accepted)
            #expect(Set(endpoint.calls.map(\.port)).count == 1)

            // The name now resolves to another address, where nothing listens: the open connection is not used.
            addresses.withLock { $0 = ["127.0.0.2"] }
            guard case .failed = await client.send(Self.change(5)) else { throw ServiceError.notListening }
            addresses.withLock { $0 = ["127.0.0.1", "10.0.0.1"] }
            #expect(await client.send(Self.change(6)) == .failed("private"))
            #expect(endpoint.calls.count == 4)
            addresses.withLock { $0 = ["127.0.0.1"] }
            #expect(await client.send(Self.change(7)) == .accepted)
            #expect(Set(endpoint.calls.map(\.port)).count == 2)
            client.close()
        }
    }

    private static func change(_ sequence: Int) -> Change {
        Change(
            sequence: UInt64(sequence), at: .distantPast, activity: ActivityID(rawValue: 1), kind: "delivery", owner: "anna",
            revision: 1, state: .active, what: .updated)
    }

    @Test func anActivityThatAnEndpointRefusesHoldsUpNoOther() async throws {
        let endpoint = Endpoint(statuses: []) { $0.json["data"]?["owner"]?.string == "refused" }
        try await endpoint.run { port in
            let runtime = try LiveActivityRuntime(
                shards: 1, providers: TestService.providers, store: MemoryStore(), durability: .strict)
            let hook = Webhook(
                name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
            let sender = try WebhookSender(
                hook, allowsPrivate: true, disabled: DisabledWebhooks(file: nil), runtime, Logger(label: "test"))
            _ = try await runtime.changes(for: "webhook:test")
            _ = try await Self.start("refused", runtime)
            // More changes than are passed to the consumer at once.
            let owners = Set((0..<100).map { "owner\($0)" })
            for owner in owners { _ = try await Self.start(owner, runtime) }
            let running = Task { await sender.run() }
            while sender.statistics.delivered < owners.count { try await yieldUnlessCancelled() }
            running.cancel()
            await running.value
            let told = Set(endpoint.calls.compactMap { $0.json["data"]?["owner"]?.string })
            #expect(told == owners.union(["refused"]))
            // None is acknowledged: the next process sends the refused one, and again those after it.
            let left = try await runtime.changes(for: "webhook:test")
            #expect(left.nextIfAny()?.owner == "refused")
            await runtime.close()
        }
    }

    @Test(arguments: [false, true])
    func changesWaitOverARestartForAnEndpointThatWasAway(newestOnly: Bool) async throws {
        try await withFolder { folder in
            let endpoint = Endpoint(statuses: [])
            @Sendable func configuration(_ port: Int) -> ServiceConfiguration {
                var configuration = ServiceConfiguration()
                configuration.allowsPrivateWebhooks = true
                var hook = Webhook(
                    name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
                hook.keepsNewestOnly = newestOnly
                configuration.webhooks = [hook]
                return configuration
            }
            let store = folder + "/activities.sqlite"
            // Nothing listens on port 1.
            try await TestService.run(configuration(1), store: store) { service in
                while service.runtime.statistics().consumers.isEmpty { try await yieldUnlessCancelled() }
                let id = try await service.start()
                for name in ["Max", "Eva", "Ida", "Ben", "Zoe"] {
                    let event = #"{"event":{"courierAssigned":{"name":"\#(name)"}}}"#
                    #expect(try await service.send(.POST, "/v1/activities/\(id)/events", event).status == 200)
                }
                while service.service.state.webhooks.senders[0].statistics.failed == 0 { try await yieldUnlessCancelled() }
                let status = try await service.get("/v1/status").json
                #expect(status["webhooks"]?[0]?["waiting"]?.int == (newestOnly ? 2 : 6) && status["missedChanges"]?.int == 0)
            }
            try await endpoint.run { port in
                try await TestService.run(configuration(port), store: store) { service in
                    while service.runtime.statistics().consumers.values.reduce(0, +) > 0 { try await yieldUnlessCancelled() }
                    #expect(Array(service.runtime.statistics().consumers.values) == [0])
                }
                let names = endpoint.accepted.map { $0.json["data"]?["content"]?["state"]?["driverName"]?.string }
                #expect(names == (newestOnly ? ["", "Zoe"] : ["", "Max", "Eva", "Ida", "Ben", "Zoe"]))
            }
        }
    }

    @Test func aWebhookThatWouldNeverBeCalledIsRefused() throws {
        var configuration = ServiceConfiguration()
        var hook = Webhook(
            name: "a", url: "https://example.org/a", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
        hook.kinds = ["delivery"]
        hook.changes = Webhook.changeNames
        configuration.webhooks = [hook]
        try configuration.check(kinds: ["delivery", "sports"])
        try configuration.checkFiles()
        for host in ["127.0.0.1", "127.1", "0x7f000001", "[::1]", "localhost", "a.localhost", "localhost.", "10.0.0.1"] {
            configuration.webhooks[0].url = "http://\(host):9000/hook"
            configuration.allowsPrivateWebhooks = false
            #expect(throws: ServiceError.self, "\(host)") { try configuration.checkFiles() }
            configuration.allowsPrivateWebhooks = true
            try configuration.checkFiles()
        }
        configuration.allowsPrivateWebhooks = false
        configuration.webhooks[0].url = "https://example.org/a"
        configuration.webhooks[0].kinds = ["delivery", "pizza"]
        #expect(
            throws: ServiceError.badConfiguration(
                file: "webhook 'a'", line: 0, reason: "there is no kind 'pizza'. Use one of: delivery, sports")
        ) { try configuration.check(kinds: ["delivery", "sports"]) }
        configuration.webhooks[0].changes = ["start"]
        #expect(throws: ServiceError.self) { try configuration.checkFiles() }
    }

    @Test func everyChangeHasANameThatAWebhookCanChoose() {
        let alert = AlertConfiguration(title: "a", body: "b")
        let all: [Change.What] = [
            .scheduled(for: .distantPast), .started, .updated, .alerted(alert), .becameStale, .becameActive,
            .ended(by: .host, dismissal: .distantPast), .dismissed(by: .policy), .refusedLateUpdate, .ignored(.repeatedEvent),
            .refused(reason: ""), .alertSuppressed(alert), .faulted(reason: ""),
        ]
        #expect(all.map(\.name) == Webhook.changeNames)
    }

    private static func start(_ owner: String, _ runtime: LiveActivityRuntime) async throws -> ActivityID {
        let text = TestService.start(owner: owner).dropLast() + #","command":"start"}"#
        return try #require(try await runtime.apply(json: JSONValue(parsing: String(text))).activity)
    }
}
#endif
