#if Service
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import LiveActivityTesting
import NIOCore
import NIOHTTP1
import Testing

@testable import LiveActivityService

/// The responses to events on a connection's event loop, beside Hummingbird's.
struct DirectEventsTests {
    private static func post(_ path: String, _ headers: [(String, String)]) -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: HTTPHeaders(headers))
    }

    private static let json: [(String, String)] = [("Content-Type", "application/json"), ("content-length", "2")]

    @Test func onlyUsualRequestsForOneEventAreTaken() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.bodyBytes = 4_096
        try await TestService.run(configuration) { service in
            let events = try #require(DirectEvents(service.service.state))
            let path = "/v1/activities/0000000000000001/events"
            #expect(events.takes(Self.post(path, Self.json)))
            #expect(
                events.takes(Self.post(path, Self.json + [("Authorization", "Bearer la_1"), ("Cache-Control", "no-cache")])))
            for size in [4_096, 4_097] {
                let head = Self.post(path, [("Content-Type", "application/json"), ("content-length", "\(size)")])
                #expect(events.takes(head) == (size <= 4_096), "\(size)")
            }
            let others: [(String, String)] = [
                ("If-Match", "\"1\""), ("idempotency-KEY", "a"), ("Content-Encoding", "gzip"), ("Connection", "close"),
                ("Content-Type", "application/json"),
                ("Expect", "100-continue"), ("Transfer-Encoding", "chunked"), ("Content-Type", "text/plain"),
                ("content-length", "many"),
            ]
            for other in others { #expect(!events.takes(Self.post(path, Self.json + [other])), "\(other)") }
            #expect(!events.takes(Self.post(path, [("Content-Type", "application/json")])))
            for path in ["/v1/events", "/v1/activities/1", "/v1/topics/1/events", "\(path)?x=1"] {
                #expect(!events.takes(Self.post(path, Self.json)), "\(path)")
            }
            var get = Self.post(path, Self.json)
            get.method = .GET
            #expect(!events.takes(get))
            var old = Self.post(path, Self.json)
            old.version = .http1_0
            #expect(!events.takes(old))
        }
    }

    /// The response to one event, with `Connection: close`, which Hummingbird answers, and without.
    private func responses(_ service: TestService, _ id: String, _ event: String, _ headers: String) async throws -> [String] {
        var responses: [String] = []
        for isDirect in [false, true] {
            // Both read a new activity, so that both have the same effect.
            let id = id.isEmpty ? try await service.start(key: isDirect ? "direct" : "general") : id
            let request =
                "POST /v1/activities/\(id)/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "X-Request-Id: one\r\n\(headers)Content-Length: \(event.utf8.count)\r\n"
            let last = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let text = try await service.raw(
                isDirect ? request + "\r\n" + event + last : request + "Connection: close\r\n\r\n" + event)
            let first = text.components(separatedBy: "HTTP/1.1 ").dropFirst().first ?? ""
            if isDirect { #expect(text.components(separatedBy: "HTTP/1.1 ").count == 3, "\(text)") }
            let lines = first.replacing(id, with: "ID").split(separator: "\r\n", omittingEmptySubsequences: false)
                .map { line in line.hasPrefix("Date: ") ? "Date: \(line.utf8.count)" : String(line) }
                .filter { $0.lowercased() != "connection: close" }
            responses.append(lines.sorted().joined(separator: "\n"))
        }
        return responses
    }

    @Test(arguments: [
        #"{"event":{"preparationStarted":{}}}"#, #"{"event":{"preparationStarted":{},"x":1}}"#,
        #"{"event":{"preparationStarted":{"x":1}}}"#, #"{"event":{"unknown":{}}}"#, #"{"event":{"preparationStarted":}}"#,
        #"{"event":{}}"#, #"{"event":{"preparationStarted":{}},"id":"e1"}"#, "{}", "[]", "nonsense",
    ]) func theResponseIsTheOneThatHummingbirdWrites(event: String) async throws {
        try await TestService.run { service in
            let responses = try await responses(service, "", event, "")
            #expect(responses[0] == responses[1])
            #expect(responses[1].contains("Date: 35") && responses[1].contains("X-Request-Id: one"), "\(responses[1])")
        }
    }

    @Test func refusalsAreTheSame() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.requestsPerSecond = 0.001
        configuration.limits.burst = 100
        configuration.origins = ["https://shop.example"]
        let preparing = TestService.preparing
        try await TestService.run(configuration) { service in
            for id in ["0000000000000001", "nonsense", "ffffffffffffffff"] {
                let responses = try await responses(service, id, preparing, "")
                #expect(responses[0].contains("404") && responses[0].withoutRest == responses[1].withoutRest)
            }
            let id = try await service.start(key: "ended")
            _ = try await service.send(.POST, "/v1/activities/\(id)/end")
            let ended = try await responses(service, id, preparing, "")
            #expect(ended[0].contains("409") && ended[0].withoutRest == ended[1].withoutRest)
            for headers in ["Origin: https://shop.example\r\n", "Origin: https://evil.example\r\n"] {
                let responses = try await responses(service, "", preparing, headers)
                #expect(responses[0].withoutRest == responses[1].withoutRest, "\(headers)")
                #expect(responses[0].contains(headers.contains("shop") ? "200 OK" : "403 Forbidden"))
            }
        }
    }

    @Test func tokensAndTheAuditLogHoldForBoth() async throws {
        try await withFolder { folder in
            let tokens = TokenFile(path: folder + "/tokens.json")
            let everything = try tokens.create(name: "all", scope: .write).text
            let anna = try tokens.create(name: "anna", scope: .write, owner: "anna")
            let reading = try tokens.create(name: "reading", scope: .read).text
            var configuration = ServiceConfiguration()
            (configuration.tokens, configuration.audit) = (folder + "/tokens.json", folder + "/audit")
            try await TestService.run(configuration) { service in
                let state = service.service.state
                let ids = try ["anna", "ben"].map { owner in
                    try service.runtime.start(
                        DeliveryAttributes(orderNumber: 1, restaurantName: "Pizza"), owner: OwnerID(owner),
                        options: StartOptions())
                }
                for (token, id, status) in [
                    (anna.text, ids[0], 200), (anna.text, ids[1], 404), (everything, ids[1], 200), (reading, ids[0], 403),
                    ("la_00000000_00", ids[0], 401),
                ] {
                    let both = try await responses(
                        service, "\(id)", #"{"event":{"courierAssigned":{"name":"Ali"}}}"#, "Authorization: Bearer \(token)\r\n"
                    )
                    let found = both.map { text in text.split(separator: "\n").contains { $0.hasPrefix("\(status) ") } }
                    #expect(found == [true, true], "\(status): \(both)")
                }
                for text in try await responses(
                    service, "\(ids[0])", #"{"event":{"courierAssigned":}}"#, "Authorization: Bearer \(anna.text)\r\n")
                {
                    #expect(text.contains("400 "), "\(text)")
                }
                // A repeated header is one value on both paths.
                let twice = "Authorization: Bearer \(everything)\r\nAuthorization: Bearer \(everything)\r\n"
                for text in try await responses(service, "\(ids[0])", TestService.preparing, twice) {
                    #expect(text.contains("401 "), "\(text)")
                }
                let entries = try #require(state.audit).entries(AuditLog.Query(token: anna.entry.id))
                #expect(entries.map(\.status) == [200, 200, 404, 404, 400, 400])
                #expect(Set(entries.map(\.path)) == Set(ids.map { "/v1/activities/\($0)/events" }))
            }
        }
    }

    /// With a strict store the response comes when the event is stored; a store that fails answers as it does elsewhere.
    @Test func aStrictStoreHasTheEventBeforeItsResponse() async throws {
        try await withFolder { folder in
            let path = "\(folder)/store.sqlite"
            try await TestService.run(store: path) { service in
                let started = try await service.start()
                let answer = try await service.send(.POST, "/v1/activities/\(started)/events", TestService.preparing)
                #expect(answer.status == 200 && answer.headers.first(name: "ETag") == "\"2\"")
                #expect(answer.json["outcome"]?.string == "applied" && answer.json["revision"]?.int == 2)
                // The file now has the event.
                let copy = "\(folder)/copy.sqlite"
                for suffix in ["", "-wal"] {
                    try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                }
                let runtime = try LiveActivityRuntime(providers: TestService.providers, store: SQLiteStore(path: copy))
                #expect(ActivityID(started).flatMap { runtime.stateAndRevision(of: $0)?.revision } == 2)
                await runtime.close()
            }
        }
    }
}

extension String {
    /// Without the number of requests that are left, which each request lowers.
    fileprivate var withoutRest: String { replacing(/r=\d+/, with: "r=N") }
}
#endif
