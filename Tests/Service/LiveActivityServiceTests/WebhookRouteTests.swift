#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// Webhooks that are created over HTTP, and what failed of all webhooks.
@Suite(.timeLimit(.minutes(5))) struct WebhookRouteTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private static func configuration(_ folder: String) -> ServiceConfiguration {
        var configuration = ServiceConfiguration()
        configuration.allowsPrivateWebhooks = true
        configuration.createdWebhooks = folder + "/webhooks.json"
        configuration.disabledWebhooks = folder + "/disabled-webhooks.json"
        configuration.deadLetters = folder + "/dead-letters.jsonl"
        return configuration
    }

    private static func signatures(_ secrets: [String], of call: Endpoint.Call) throws -> String {
        let timestamp = try #require(Int(call.timestamp))
        return secrets.compactMap { WebhookSecret($0)?.signature(id: call.id, timestamp: timestamp, body: call.body) }
            .joined(separator: " ")
    }

    @Test func aCreatedWebhookIsCalledAlsoAfterARestart() async throws {
        try await withFolder { folder in
            let endpoint = Endpoint(statuses: [])
            let store = folder + "/activities.sqlite"
            let configuration = Self.configuration(folder)
            try await endpoint.run { port in
                let hook = #"{"name":"billing","url":"http://127.0.0.1:\#(port)/hook","changes":["started"]}"#
                let secrets = Mutex<[String]>([])
                try await TestService.run(configuration, store: store) { service in
                    let made = try await service.send(.POST, "/v1/webhooks", hook)
                    #expect(made.status == 201, "\(made.text)")
                    let secret = try #require(made.json["secret"]?.string)
                    #expect(try await service.send(.POST, "/v1/webhooks", hook).code == "webhookExists")
                    _ = try await service.start(key: "1")
                    while endpoint.accepted.count < 1 { await Task.yield() }
                    #expect(try Self.signatures([secret], of: endpoint.accepted[0]) == endpoint.accepted[0].signature)

                    // Both secrets sign, the new one first, and only the answers to their creation have them.
                    let path = "/v1/webhooks/billing"
                    let exchanged = try await service.send(.POST, path + "/secret", #"{"overlap_s":3600}"#)
                    let both = [try #require(exchanged.json["secret"]?.string), secret]
                    let test = try await service.send(.POST, path + "/test")
                    #expect(test.json["accepted"]?.bool == true && endpoint.accepted.count == 2)
                    #expect(endpoint.accepted[1].json["type"]?.string == "webhook.test")
                    #expect(try Self.signatures(both, of: endpoint.accepted[1]) == endpoint.accepted[1].signature)
                    let listed = try await service.get("/v1/webhooks")
                    #expect(listed.json["webhooks"]?[0]?["name"]?.string == "billing" && !listed.text.contains("whsec_"))
                    #expect(listed.json["webhooks"]?[0]?["isConfigured"]?.bool == false)
                    secrets.withLock { $0 = both }
                }
                let both = secrets.withLock { $0 }
                try await TestService.run(configuration, store: store) { service in
                    _ = try await service.start(key: "2")
                    while endpoint.accepted.count < 3 { await Task.yield() }
                    #expect(try Self.signatures(both, of: endpoint.accepted[2]) == endpoint.accepted[2].signature)
                    // Without an overlap the former secrets end at once.
                    let last = try await service.send(
                        .POST, "/v1/webhooks/billing/secret", #"{"secret":"\#(Self.secret)","overlap_s":0}"#)
                    #expect(last.status == 200)
                    _ = try await service.send(.POST, "/v1/webhooks/billing/test")
                    #expect(try Self.signatures([Self.secret], of: endpoint.accepted[3]) == endpoint.accepted[3].signature)

                    #expect(try await service.send(.DELETE, "/v1/webhooks/billing").status == 204)
                    #expect(try await service.send(.DELETE, "/v1/webhooks/billing").status == 404)
                    #expect(service.runtime.statistics().consumers.isEmpty)
                    _ = try await service.start(key: "3")
                    // A new one with the same name begins with the next change.
                    #expect(try await service.send(.POST, "/v1/webhooks", hook).status == 201)
                    let fourth = try await service.start(key: "4")
                    while endpoint.accepted.count < 5 { await Task.yield() }
                    #expect(endpoint.accepted[4].json["data"]?["activity"]?.string == fourth)
                }
                #expect(
                    endpoint.accepted.map { $0.json["type"]?.string } == [
                        "activity.started", "webhook.test", "activity.started", "webhook.test", "activity.started",
                    ])
            }
        }
    }

    @Test func aRemovalThatCannotBeWrittenChangesNothing() async throws {
        try await withFolder { folder in
            let endpoint = Endpoint(statuses: [])
            let configuration = Self.configuration(folder)
            try await endpoint.run { port in
                let hook = #"{"name":"billing","url":"http://127.0.0.1:\#(port)/hook","changes":["started"]}"#
                try await TestService.run(configuration, store: folder + "/activities.sqlite") { service in
                    let made = try await service.send(.POST, "/v1/webhooks", hook)
                    #expect(made.status == 201, "\(made.text)")
                    // The list is written to this path first, which a folder makes impossible.
                    let inTheWay = folder + "/webhooks.json.new"
                    try FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: false)
                    #expect(try await service.send(.DELETE, "/v1/webhooks/billing").status == 500)
                    #expect(try await service.get("/v1/webhooks").json["webhooks"]?.count == 1)
                    let first = try await service.start(key: "1")
                    while endpoint.accepted.isEmpty { try await yieldUnlessCancelled() }
                    #expect(endpoint.accepted.map { $0.json["data"]?["activity"]?.string } == [first])

                    try FileManager.default.removeItem(atPath: inTheWay)
                    #expect(try await service.send(.DELETE, "/v1/webhooks/billing").status == 204)
                    #expect(try await service.get("/v1/webhooks").json["webhooks"]?.count == 0)
                    #expect(service.runtime.statistics().consumers.isEmpty)
                }
            }
        }
    }

    @Test func deadLettersAreBoundedAndSurviveACutLine() async throws {
        try await withFolder { folder in
            let file = folder + "/dead-letters.jsonl"
            let runtime = try LiveActivityRuntime(shards: 1, providers: TestService.providers)
            let seen = runtime.changes()
            let text = TestService.start(key: "1").dropLast() + #","command":"start"}"#
            _ = try await runtime.apply(json: JSONValue(parsing: String(text)))
            var changes = seen.makeAsyncIterator()
            let change = try #require(await changes.next())
            func letter(_ number: Int) -> DeadLetters.Letter {
                DeadLetters.Letter(webhook: "test", at: "2026-11-26T00:00:00Z", reason: "\(number)", change: change)
            }
            func lines() throws -> Int { try Data(contentsOf: URL(filePath: file)).count { $0 == 0x0A } }
            let letters = try DeadLetters(file: file, countMax: 3)
            for (number, expected) in [1, 2, 3, 4, 5, 6, 3].enumerated() {
                try letters.append(letter(number))
                #expect(try lines() == expected)
                #expect(letters.of("test").map(\.reason) == (max(0, number - 2)...number).map(String.init))
            }
            #expect(try DeadLetters(file: file, countMax: 3).of("test") == letters.of("test"))

            // A crash while a letter was appended. The letter whose line is cut is given up again, and no line is joined to it.
            try letters.append(letter(7))
            let whole = try Data(contentsOf: URL(filePath: file))
            try whole.dropLast(5).write(to: URL(filePath: file))
            let reopened = try DeadLetters(file: file, countMax: 3)
            #expect(reopened.of("test").map(\.reason) == ["4", "5", "6"])
            try reopened.append(letter(8))
            #expect(try DeadLetters(file: file, countMax: 3).of("test").map(\.reason) == ["5", "6", "8"])

            // The folder is missing: the letter is not kept, and the next that can be stored follows the others.
            try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
            #expect(throws: PrivateFile.Failure.self) { try reopened.append(letter(9)) }
            #expect(reopened.of("test").map(\.reason) == ["5", "6", "8"])
            try FileManager.default.moveItem(atPath: folder + "-away", toPath: folder)
            try reopened.append(letter(10))
            #expect(try DeadLetters(file: file, countMax: 3).of("test").map(\.reason) == ["6", "8", "10"])
            await runtime.close()
        }
    }

    @Test func aWebhookThatCannotBeIsRefusedAndAConfiguredOneIsNotChanged() async throws {
        try await withFolder { folder in
            var configuration = Self.configuration(folder)
            configuration.allowsPrivateWebhooks = false
            configuration.webhooks = [Webhook(name: "ours", url: "https://example.invalid/hook", secrets: [Self.secret])]
            try await TestService.run(configuration, store: folder + "/activities.sqlite") { service in
                for (body, code) in [
                    (#"{"name":"ours","url":"https://example.org/a"}"#, "webhookExists"),
                    (#"{"name":"a b","url":"https://example.org/a"}"#, "undecodable"),
                    (#"{"name":"a"}"#, "undecodable"), (#"{"name":"a","url":"ftp://example.org"}"#, "badWebhook"),
                    (#"{"name":"a","url":"http://10.0.0.1/a"}"#, "badWebhook"),
                    (#"{"name":"a","url":"https://example.org/a","kinds":["pizza"]}"#, "badWebhook"),
                    (#"{"name":"a","url":"https://example.org/a","changes":["start"]}"#, "badWebhook"),
                    (#"{"name":"a","url":"https://example.org/a","keep":"all"}"#, "undecodable"),
                    (#"{"name":"a","url":"https://example.org/a","secret":"b"}"#, "invalidValue"),
                    (#"{"name":"a","url":"https://example.org/a","secrets":[]}"#, "undecodable"),
                ] {
                    let answer = try await service.send(.POST, "/v1/webhooks", body)
                    #expect(answer.code == code, "\(body): \(answer.text)")
                }
                #expect(try await service.send(.DELETE, "/v1/webhooks/ours").code == "configuredWebhook")
                #expect(try await service.send(.POST, "/v1/webhooks/ours/secret").code == "configuredWebhook")
                #expect(try await service.get("/v1/webhooks").json["webhooks"]?.count == 1)
                #expect(!FileManager.default.fileExists(atPath: folder + "/webhooks.json"))
                #expect(try await service.get("/v1/webhooks/theirs/failures").status == 404)
            }
        }
    }

    /// Both would be the same named consumer.
    @Test func twoWebhooksWithOneNameInTheFileAreRefused() async throws {
        try await withFolder { folder in
            let configuration = Self.configuration(folder)
            let file = folder + "/webhooks.json"
            let webhook =
                #"{"name":"a","url":"http://127.0.0.1/","secrets":[{"text":"\#(Self.secret)"}],"kinds":[],"changes":[],"#
                + #""keepsNewestOnly":false}"#
            let runtime = try LiveActivityRuntime(shards: 1, providers: TestService.providers)
            try Data("[\(webhook)]".utf8).write(to: URL(filePath: file))
            #expect(try WebhookRegistry(configuration, runtime, Logger(label: "test")).senders.count == 1)
            try Data("[\(webhook),\(webhook)]".utf8).write(to: URL(filePath: file))
            #expect(throws: ServiceError.badConfiguration(file: file, line: 0, reason: "two webhooks have the same name")) {
                try WebhookRegistry(configuration, runtime, Logger(label: "test"))
            }
            await runtime.close()
        }
    }

    /// Enabled again before the run has received that it was disabled.
    @Test func aWebhookThatIsEnabledAgainAtOnceIsCalled() async throws {
        try await withFolder { folder in
            let endpoint = Endpoint(statuses: [])
            try await endpoint.run { port in
                var configuration = Self.configuration(folder)
                configuration.webhooks = [
                    Webhook(name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: [Self.secret])
                ]
                let runtime = try LiveActivityRuntime(
                    shards: 1, providers: TestService.providers, store: MemoryStore(), durability: .strict)
                let webhooks = try WebhookRegistry(configuration, runtime, Logger(label: "test"))
                await webhooks.begin()
                let running = Task { await webhooks.run() }
                for key in 0..<20 {
                    let sender = try #require(webhooks["test"])
                    try await webhooks.setEnabled(sender, false)
                    try await webhooks.setEnabled(sender, true)
                    #expect(webhooks["test"] !== sender && webhooks["test"]?.statistics.isDisabled == false)
                    let text = TestService.start(owner: "owner \(key)").dropLast() + #","command":"start"}"#
                    _ = try await runtime.apply(json: JSONValue(parsing: String(text)))
                    while endpoint.accepted.count <= key { await Task.yield() }
                }
                running.cancel()
                await running.value
                await runtime.close()
            }
        }
    }

    /// Each is kept over a restart, and sent again with the same id.
    @Test func whatWasGivenUpIsKeptAndResent() async throws {
        try await withFolder { folder in
            let file = folder + "/dead-letters.jsonl"
            let isDown = Mutex(true)
            let store = folder + "/activities.sqlite"
            let down = Endpoint(statuses: []) { _ in isDown.withLock { $0 } }
            try await down.run { port in
                let hook = Webhook(name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: [Self.secret])
                let runtime = try LiveActivityRuntime(
                    shards: 1, providers: TestService.providers, store: MemoryStore(), durability: .strict)
                let letters = try DeadLetters(file: file)
                let sender = try WebhookSender(
                    hook, allowsPrivate: true, disabled: DisabledWebhooks(file: nil), letters: letters, runtime,
                    Logger(label: "test"), sleep: { _ in })
                _ = try await runtime.changes(for: hook.consumer)
                for key in ["1", "2"] {
                    let text = TestService.start(key: key).dropLast() + #","command":"start"}"#
                    _ = try await runtime.apply(json: JSONValue(parsing: String(text)))
                }
                let running = Task { await sender.run() }
                while letters.count(of: "test") < 2 { await Task.yield() }
                // They no longer hold up what follows.
                while runtime.statistics().consumers.values.reduce(0, +) > 0 { await Task.yield() }
                running.cancel()
                await running.value
                #expect(sender.statistics.abandoned == 2 && sender.recentFailures.count == 26)
                await runtime.close()

                var configuration = Self.configuration(folder)
                configuration.webhooks = [hook]
                try await TestService.run(configuration, store: store) { service in
                    let kept = try await service.get("/v1/webhooks/test/failures").json["deadLetters"]
                    #expect(kept?.count == 2 && kept?[0]?["reason"]?.string == "the endpoint answered 500")
                    #expect(kept?[0]?["type"]?.string == "activity.started")
                    let id = try #require(kept?[1]?["id"]?.string)
                    let resend = "/v1/webhooks/test/resend"
                    // While the endpoint refuses them they stay.
                    let refused = try await service.send(.POST, resend)
                    #expect(refused.json["delivered"]?.int == 0 && refused.json["deadLetters"]?.int == 2)
                    #expect(refused.json["reason"]?.string == "the endpoint answered 500")
                    isDown.withLock { $0 = false }
                    let one = try await service.send(.POST, resend, #"{"id":"\#(id)"}"#)
                    #expect(one.json["delivered"]?.int == 1 && one.json["deadLetters"]?.int == 1)
                    #expect(try await service.send(.POST, resend, #"{"id":"\#(id)"}"#).status == 404)
                    let later = try await service.send(.POST, resend, #"{"since":"2100-01-01T00:00:00Z"}"#)
                    #expect(later.json["delivered"]?.int == 0)
                    #expect(try await service.send(.POST, resend, #"{"since":"yesterday"}"#).status == 422)
                    let rest = try await service.send(.POST, resend, #"{"since":"2020-01-01T00:00:00Z"}"#)
                    #expect(rest.json["delivered"]?.int == 1 && rest.json["deadLetters"]?.int == 0)
                    #expect(Set(down.accepted.map(\.id)).count == 2 && down.accepted[0].id == id)
                }
                #expect(try DeadLetters(file: file).of("test").isEmpty)
            }
        }
    }
}
#endif
