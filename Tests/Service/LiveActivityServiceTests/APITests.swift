#if Service
import Foundation
import HTTPTypes
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// The answers of the API.
@Suite(.timeLimit(.minutes(5))) struct APITests {
    @Test func anActivityIsStartedReadAndEnded() async throws {
        try await TestService.run { service in
            let started = try await service.send(.POST, "/v1/activities", TestService.start())
            #expect(started.status == 201)
            #expect(started.headers["ETag"] == ["\"1\""])
            let id = started.json["activity"]?.string ?? ""
            #expect(started.headers["Location"] == ["/v1/activities/\(id)"])

            let again = try await service.send(.POST, "/v1/activities", TestService.start())
            #expect(again.status == 200)
            #expect(again.json["outcome"]?.string == "joined")
            #expect(again.json["activity"]?.string == id)

            let sent = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            #expect(sent.text == #"{"outcome":"applied","activity":"\#(id)","state":"active","revision":2}"#)
            #expect(sent.headers["ETag"] == ["\"2\""])

            let shown = try await service.get("/v1/activities/\(id)")
            #expect(shown.json["content"]?["state"]?["currentStep"]?.string == "preparing")
            #expect(shown.json["revision"]?.int == 2)
            #expect(try await service.get("/v1/owners/anna/delivery/42").bytes == shown.bytes)
            let unchanged = try await service.get("/v1/activities/\(id)", [("If-None-Match", "\"2\"")])
            #expect(unchanged.status == 304)

            let ended = try await service.send(.POST, "/v1/activities/\(id)/end", #"{"dismissalPolicy":"immediate"}"#)
            #expect(ended.status == 200)
            #expect(ended.json["state"]?.string == "dismissed")
            let gone = try await service.get("/v1/activities/\(id)")
            #expect(gone.status == 404)
            #expect(gone.code == "unknownActivity")
            #expect(gone.headers["Content-Type"] == ["application/problem+json"])
        }
    }

    /// The engine checks it, as for every other interface.
    @Test func aNameThatIsTooLongIsRefused() async throws {
        try await TestService.run { service in
            let owner = String(repeating: "n", count: 513)
            let refused = try await service.send(.POST, "/v1/activities", TestService.start(owner: owner))
            #expect(refused.status == 422)
            #expect(refused.code == "tooLong")
            let id = try await service.start()
            let event = #"{"event":{"preparationStarted":{}},"id":"\#(String(repeating: "e", count: 513))"}"#
            let sent = try await service.send(.POST, "/v1/activities/\(id)/events", event)
            #expect(sent.code == "tooLong")
            #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 1)
        }
    }

    @Test func aCommandForAnOlderRevisionChangesNothing() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let path = "/v1/activities/\(id)/events"
            let first = try await service.send(.POST, path, TestService.preparing, [("If-Match", "\"1\"")])
            #expect(first.status == 200)
            let before = try await service.get("/v1/activities/\(id)")
            let late = try await service.send(
                .POST, path, #"{"event":{"courierAssigned":{"name":"Alexandra"}}}"#, [("If-Match", "\"1\"")])
            #expect(late.status == 412)
            #expect(late.code == "otherRevision")
            #expect(try await service.get("/v1/activities/\(id)").bytes == before.bytes)
        }
    }

    @Test func aRepeatedRequestIsCarriedOutOnce() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let path = "/v1/activities/\(id)/events"
            let key = [("Idempotency-Key", "a1")]
            let first = try await service.send(.POST, path, TestService.preparing, key)
            let second = try await service.send(.POST, path, TestService.preparing, key)
            #expect(first.status == 200)
            #expect(second.bytes == first.bytes)
            #expect(second.headers["Idempotent-Replay"] == ["true"])
            let other = try await service.send(.POST, path, #"{"event":{"courierAssigned":{"name":"Alexandra"}}}"#, key)
            #expect(other.status == 422)
            #expect(other.code == "idempotencyKeyReused")
            #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 2)
        }
    }

    @Test func aStartWithTheSameIdempotencyKeyIsRecognisedAfterARestart() async throws {
        try await withFolder { folder in
            let body = #"{"kind":"delivery","owner":"anna","attributes":{"orderNumber":42,"restaurantName":"Pizza"}}"#
            let found = Box()
            try await TestService.run(store: folder + "/a.sqlite") { service in
                let answer = try await service.send(.POST, "/v1/activities", body, [("Idempotency-Key", "k")])
                found.set(answer.json["activity"]?.string)
            }
            try await TestService.run(store: folder + "/a.sqlite") { service in
                let answer = try await service.send(.POST, "/v1/activities", body, [("Idempotency-Key", "k")])
                #expect(answer.json["outcome"]?.string == "joined")
                #expect(answer.json["activity"]?.string == found.value)
            }
        }
    }

    @Test func aRepeatedBatchIsCarriedOutOnce() async throws {
        try await withFolder { folder in
            let found = Box()
            let event = #"{"courierAssigned":{"name":"Alexandra"}}"#
            @Sendable func batch(_ id: String) -> String {
                "{\"activity\":\"\(id)\",\"event\":\(event)}\n{\"activity\":\"nobody\",\"event\":{}}"
            }
            let headers = [("Idempotency-Key", "b1"), ("Content-Type", "application/jsonl")]
            try await TestService.run(store: folder + "/a.sqlite") { service in
                let id = try await service.start()
                found.set(id)
                let first = try await service.send(.POST, "/v1/events", batch(id), headers)
                #expect(first.status == 200 && first.json["results"]?[0]?["outcome"]?.string == "applied")
                let second = try await service.send(.POST, "/v1/events", batch(id), headers)
                #expect(second.status == 200 && second.bytes == first.bytes)
                #expect(second.headers["Idempotent-Replay"] == ["true"])
                let other = try await service.send(.POST, "/v1/events", batch(id) + "\n{}", headers)
                #expect(other.status == 422 && other.code == "idempotencyKeyReused")
                #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 2)
                // A key is scoped to this caller and route.
                let single = try await service.send(
                    .POST, "/v1/activities/\(id)/events", TestService.preparing, [("Idempotency-Key", "b1")])
                #expect(single.json["outcome"]?.string == "applied")
            }
            // The process with the cached answer has ended: the events are recognised by the ids derived from the key.
            try await TestService.run(store: folder + "/a.sqlite") { service in
                let id = found.value ?? ""
                let again = try await service.send(.POST, "/v1/events", batch(id), headers)
                #expect(again.json["results"]?[0]?["outcome"]?.string == "ignored")
                #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 3)
            }
        }
    }

    @Test func aLongKeyOfABatchGivesShortIds() {
        let long = String(repeating: "k", count: 129)
        #expect(EventRoutes.eventID(String(long.dropLast()), 7).rawValue == "\(long.dropLast())/7")
        #expect(EventRoutes.eventID(long, 7).rawValue.utf8.count == 66)
        #expect(EventRoutes.eventID(long, 7) != EventRoutes.eventID(long + "k", 7))
    }

    @Test func aRepeatedPutAndPermissionAreCarriedOutOnce() async throws {
        try await TestService.run { service in
            let (path, key) = ("/v1/owners/anna/delivery/42", [("Idempotency-Key", "p1")])
            let body = #"{"attributes":{"orderNumber":42,"restaurantName":"Pizza"}}"#
            let started = try await service.send(.PUT, path, body, key)
            #expect(started.status == 201)
            let again = try await service.send(.PUT, path, body, key)
            #expect(again.status == 201 && again.bytes == started.bytes && again.headers["Idempotent-Replay"] == ["true"])
            let other = try await service.send(.PUT, path, body.replacing("Pizza", with: "Pasta"), key)
            #expect(other.status == 422 && other.code == "idempotencyKeyReused")

            let off = #"{"owner":"anna","kind":"delivery","allowed":false}"#
            let first = try await service.send(.POST, "/v1/permission", off, key)
            #expect(first.json["outcome"]?.string == "applied")
            _ = try await service.send(.POST, "/v1/permission", off.replacing("false", with: "true"))
            // The repetition of the first request must not undo what followed.
            let second = try await service.send(.POST, "/v1/permission", off, key)
            #expect(second.bytes == first.bytes)
            #expect(service.runtime.isPermitted("delivery", by: "anna"))
            #expect(try await service.send(.POST, "/v1/permission", off.replacing("anna", with: "bob"), key).status == 422)
        }
    }

    @Test func putStartsThenUpdates() async throws {
        try await TestService.run { service in
            let path = "/v1/owners/anna/delivery/7%2F8"
            let attributes = #""attributes":{"orderNumber":7,"restaurantName":"Pizza"}"#
            let started = try await service.send(.PUT, path, "{\(attributes)}")
            #expect(started.status == 201)
            let again = try await service.send(.PUT, path, "{\(attributes)}")
            #expect(again.json["outcome"]?.string == "joined")
            let state = try await service.get(path).json["content"]?["state"]?.text() ?? ""
            let changed = state.replacing("confirmed", with: "preparing")
            let updated = try await service.send(.PUT, path, #"{\#(attributes),"content":{"state":\#(changed)}}"#)
            #expect(updated.json["outcome"]?.string == "applied")
            #expect(try await service.get(path).json["key"]?.string == "7/8")
        }
    }

    /// Several requests find the activity missing, and join what another request has started meanwhile.
    @Test func contentOfConcurrentPutsIsShown() async throws {
        try await TestService.run { service in
            let attributes = #""attributes":{"orderNumber":7,"restaurantName":"Pizza"}"#
            _ = try await service.send(.PUT, "/v1/owners/ben/delivery/1", "{\(attributes)}")
            let state = try await service.get("/v1/owners/ben/delivery/1").json["content"]?["state"]?.text() ?? ""
            let content = #""content":{"state":\#(state.replacing("confirmed", with: "preparing"))}"#
            for round in 0..<12 {
                let path = "/v1/owners/anna/delivery/\(round)"
                let answers = try await withThrowingTaskGroup(of: TestService.Answer.self) { group in
                    for _ in 0..<4 { group.addTask { try await service.send(.PUT, path, "{\(attributes),\(content)}") } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count { $0.status == 201 } == 1)
                #expect(
                    answers.allSatisfy { $0.status == 201 || ["applied", "unchanged"].contains($0.json["outcome"]?.string) })
                let shown = try await service.get(path).json
                #expect(shown["content"]?["state"]?["currentStep"]?.string == "preparing")
            }
        }
    }

    @Test func aBatchHasOneResultForEachEvent() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let lines = """
                {"activity":"\(id)","event":{"preparationStarted":{}}}
                {"activity":{"owner":"anna","kind":"delivery","key":"42"},"event":{"preparationStarted":{}}}

                not JSON
                {"activity":"00000000000000ff","event":{}}
                {"event":{}}
                """
            let answer = try await service.send(.POST, "/v1/events", lines, [("Content-Type", "application/jsonl")])
            #expect(answer.status == 200)
            let codes = answer.json["results"]?.elements.map { $0["outcome"]?.string ?? $0["error"]?.string }
            #expect(codes == ["applied", "refused", "notJSON", "unknownActivity", "undecodable"])
            let array = try await service.send(
                .POST, "/v1/events", #"[{"activity":"\#(id)","event":{"courierAssigned":{"name":"Alexandra"}}},3]"#)
            let others = array.json["results"]?.elements.map { $0["outcome"]?.string ?? $0["error"]?.string }
            #expect(others?.last == "notAnObject")
            #expect(others?.count == 2)
        }
    }

    @Test func pagesHaveEveryActivityOnce() async throws {
        try await TestService.run { service in
            var ids: [String] = []
            for number in 0..<7 { ids.append(try await service.start(owner: "owner\(number % 2)", key: "\(number)")) }
            var found: [String] = []
            var next: String? = ""
            while let after = next {
                let answer = try await service.get("/v1/activities?limit=3\(after.isEmpty ? "" : "&after=\(after)")")
                found += answer.json["activities"]?.elements.compactMap { $0["activity"]?.string } ?? []
                next = answer.json["next"]?.string
            }
            #expect(found == ids.sorted())
            let ofOwner = try await service.get("/v1/owners/owner1/activities?state=active&kind=delivery")
            #expect(ofOwner.json["activities"]?.count == 3)
        }
    }

    @Test func badRequestsHaveClearAnswers() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let cases: [(HTTPMethod, String, String?, Int, String)] = [
                (.GET, "/nope", nil, 404, "notFound"),
                (.GET, "/v1/../../etc/passwd", nil, 404, "notFound"),
                (.GET, "/v1/activities/%2e%2e%2f", nil, 404, "unknownActivity"),
                (.DELETE, "/v1/kinds", nil, 405, "methodNotAllowed"),
                (.GET, "/v1/activities?limit=0", nil, 400, "badQuery"),
                (.GET, "/v1/activities?colour=red", nil, 400, "badQuery"),
                (.GET, "/v1/activities/\(id)/presentations?surface=moon", nil, 404, "unknownSurface"),
                (.POST, "/v1/activities", "{", 400, "notJSON"),
                (.POST, "/v1/activities", "[]", 422, "notAnObject"),
                (.POST, "/v1/activities", "{}", 422, "undecodable"),
                (.POST, "/v1/activities", #"{"kind":"x","owner":"a","attributes":{}}"#, 422, "unknownKind"),
                (.POST, "/v1/activities/\(id)/events", #"{"event":{"nope":{}}}"#, 422, "undecodable"),
                (.POST, "/v1/activities/\(id)/events", "{}", 422, "undecodable"),
                (.POST, "/v1/activities/\(id)/events", TestService.preparing + "x", 400, "notJSON"),
                (.GET, "/v1/activities?kind=delivry", nil, 400, "badQuery"),
                (.GET, "/v1/changes?kind=delivry", nil, 400, "badQuery"),
                (.POST, "/v1/permission", #"{"owner":"a","kind":"delivry","allowed":false}"#, 422, "unknownKind"),
                (.GET, "/v1/changes?owner=a&topic=b", nil, 400, "badQuery"),
                (.GET, "/v1/changes?interval_s=0.009", nil, 400, "badQuery"),
                (.GET, "/v1/activities/\(id)/why", nil, 404, "pushNotConfigured"),
            ]
            for (method, path, body, status, code) in cases {
                let answer = try await service.send(method, path, body)
                #expect(answer.status == status, "\(method) \(path)")
                #expect(answer.code == code, "\(method) \(path)")
                #expect(answer.json["requestId"]?.string == answer.headers["X-Request-Id"].first)
            }
            let mistyped = try await service.send(.PUT, "/v1/owners/anna/delivry/1", #"{"attributes":{}}"#)
            let kinds = "delivery, meditationTimer, sports, waitQueue"
            #expect(mistyped.json["detail"] == "there is no kind 'delivry'; did you mean 'delivery'? Use one of: \(kinds)")
            for path in ["/v1/%ff", "/v1/owners/%f/activities", "/v1/kinds?a=%ff"] {
                let answer = try await service.raw("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 400"), "\(path): \(answer)")
            }
            // A path segment is decoded once, and a plus sign means a space only in a query.
            _ = try await service.start(owner: "a/b c+%2F")
            for path in ["/v1/owners/a%2Fb%20c+%252F/activities", "/v1/activities?owner=a/b+c%2B%252F"] {
                #expect(try await service.get(path).json["activities"]?.count == 1, "\(path)")
            }
            let form = try await service.send(.POST, "/v1/activities", "a=b", [("Content-Type", "text/plain")])
            #expect(form.status == 415)
        }
    }

    @Test func aBodyIsAcceptedUpToItsLimit() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.bodyBytes = 200
        try await TestService.run(configuration) { service in
            let id = try await service.start()
            let path = "/v1/activities/\(id)/events"
            func padded(_ count: Int) -> String {
                TestService.preparing + String(repeating: " ", count: count - TestService.preparing.utf8.count)
            }
            #expect(try await service.send(.POST, path, padded(200)).status == 200)
            let tooLarge = try await service.send(.POST, path, padded(201))
            #expect(tooLarge.status == 413)
            #expect(tooLarge.code == "bodyTooLarge")
        }
    }

    @Test func theRateOfOneClientIsLimited() {
        let limiter = RateLimiter(perSecond: 2, burst: 3)
        let begin = ContinuousClock.now
        func take(_ client: String, after milliseconds: Int) -> RateLimiter.Decision {
            limiter.take(client, now: begin + .milliseconds(milliseconds))
        }
        #expect((0..<3).map { _ in take("a", after: 0) } == [2, 1, 0].map { .init(remaining: $0) })
        #expect(take("a", after: 0) == .init(remaining: 0, wait: 0.5))
        #expect(take("b", after: 0) == .init(remaining: 2))
        #expect(take("a", after: 499).wait != nil)
        #expect(take("a", after: 999) == .init(remaining: 0))
    }

    @Test func aLimitedClientReadsItsLimitInEachAnswer() async throws {
        var configuration = ServiceConfiguration()
        (configuration.limits.requestsPerSecond, configuration.limits.burst) = (0.001, 2)
        try await TestService.run(configuration) { service in
            for remaining in [1, 0] {
                let answer = try await service.get("/v1/kinds")
                #expect(answer.status == 200 && answer.headers["RateLimit-Policy"] == [#""client";q=2;w=2000"#])
                #expect(answer.headers["RateLimit"].first?.hasPrefix(#""client";r=\#(remaining);t="#) == true)
            }
            let refused = try await service.get("/v1/kinds")
            #expect(refused.code == "tooManyRequests" && refused.headers["Retry-After"] == ["1000"])
            #expect(refused.headers["RateLimit"] == [#""client";r=0;t=1000"#])
        }
    }

    /// The holders of one page's link do not take the requests of another's, and each has idempotency keys of its own.
    @Test func eachLinkIsAClientOfItsOwn() async throws {
        var configuration = ServiceConfiguration()
        (configuration.limits.requestsPerSecond, configuration.limits.burst) = (0.001, 6)
        try await TestService.run(configuration) { service in
            var pages: [(path: String, header: [(String, String)])] = []
            for owner in ["anna", "ben", "carla"] {
                let path = "/v1/activities/\(try await service.start(owner: owner))"
                let link = try await service.send(.POST, path + "/link", "{}")
                pages.append((path, [("Authorization", "Bearer \(try #require(link.json["access_token"]?.string))")]))
            }
            for page in pages {
                for status in Array(repeating: 200, count: 6) + [429] {
                    #expect(try await service.get(page.path, page.header).status == status)
                }
            }
        }
    }

    @Test func anEndThatIsRepeatedIsSuccess() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let path = "/v1/activities/\(id)/end"
            #expect(try await service.send(.POST, path).json["outcome"]?.string == "applied")
            let ended = try await service.get("/v1/activities/\(id)")
            let again = try await service.send(.POST, path)
            #expect(
                again.status == 200
                    && again.text == #"{"outcome":"unchanged","activity":"\#(id)","state":"ended","revision":2}"#)
            #expect(try await service.get("/v1/activities/\(id)").bytes == ended.bytes)
            // Only an end is possible: the event's effect is refused.
            let late = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            #expect(late.status == 409 && late.code == "activityEnded")
            #expect(try await service.send(.POST, path, nil, [("If-Match", "\"1\"")]).status == 412)
            _ = try await service.send(.POST, "/v1/activities/\(id)/dismiss")
            #expect(try await service.send(.POST, path).status == 404)
        }
    }

    @Test func historyIsReplayedFromTheJournal() async throws {
        try await withFolder { folder in
            try await TestService.run(store: folder + "/a.sqlite") { service in
                let id = try await service.start()
                _ = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
                let history = try await service.get("/v1/activities/\(id)/history")
                #expect(history.json["isComplete"]?.bool == true)
                let moments = history.json["moments"]?.elements.map { $0 } ?? []
                #expect(moments.map { $0["change"]?.string } == ["started", "updated"])
                #expect(moments.map { $0["revision"]?.int } == [1, 2])
                #expect(moments.last?["command"]?["command"]?.string == "send")
                let shown = try await service.get("/v1/activities/\(id)")
                #expect(moments.last?["content"]?["state"] == shown.json["content"]?["state"])
                #expect(moments.last?["payloadBytes"] == shown.json["payloadBytes"])

                let surface = "surface=lockScreen.iPhone393"
                let first = try await service.get("/v1/activities/\(id)/presentations?revision=1&\(surface)")
                #expect(first.json["revision"]?.int == 1)
                #expect(first.json["presentations"]?.count == 1)
                #expect(try await service.get("/v1/activities/\(id)/presentations?revision=9").status == 404)
            }
        }
    }

    @Test func theHistoryOfAllIsSelectedAndContinued() async throws {
        try await withFolder { folder in
            let clock = ManualClock(now: Date() - 60)
            let tokens = folder + "/tokens.json"
            let admin = try TokenFile(path: tokens).create(name: "admin", scope: .admin).text
            let annas = try TokenFile(path: tokens).create(name: "anna", scope: .read, owner: "anna").text
            var configuration = ServiceConfiguration()
            configuration.tokens = tokens
            try await TestService.run(configuration, store: folder + "/a.sqlite", clock: clock) { service in
                func get(_ path: String, _ token: String) async throws -> TestService.Answer {
                    try await service.get(path, [("Authorization", "Bearer \(token)")])
                }
                func lines(_ query: String, _ token: String = admin) async throws -> [JSONValue] {
                    let answer = try await get("/v1/history\(query)", token)
                    #expect(answer.status == 200, "\(answer.text)")
                    return try answer.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
                }
                func text(_ line: JSONValue) -> String {
                    ["owner", "change", "event"].compactMap { line[$0]?.string }.joined(separator: " ")
                }
                let headers = [("Authorization", "Bearer \(admin)")]
                var ids: [String] = []
                for owner in ["anna", "ben"] {
                    let started = try await service.send(.POST, "/v1/activities", TestService.start(owner: owner), headers)
                    ids.append(started.json["activity"]?.string ?? started.text)
                }
                let between = (clock.now + 5).iso8601
                clock.advance(by: 10)
                let path = "/v1/activities/\(ids[0])/events"
                #expect(try await service.send(.POST, path, TestService.preparing, headers).status == 200)
                clock.advance(by: 10)
                #expect(
                    try await service.send(.POST, "/v1/activities/\(ids[1])/dismiss", nil, headers).status == 200)

                let all = try await lines("")
                #expect(
                    all.map(text) == [
                        "anna started", "ben started", "anna updated preparationStarted", "ben ended", "ben dismissed",
                    ]
                        || all.map(text) == [
                            "ben started", "anna started", "anna updated preparationStarted", "ben ended", "ben dismissed",
                        ], "\(all.map(text))")
                #expect(all[2]["command"]?["command"]?.string == "send" && all[2]["kind"]?.string == "delivery")
                #expect(try await lines("?owner=anna").map(text) == ["anna started", "anna updated preparationStarted"])
                #expect(try await lines("", annas).map(text) == ["anna started", "anna updated preparationStarted"])
                #expect(try await lines("?activity=\(ids[1])&until=\(between)").map(text) == ["ben started"])
                #expect(try await lines("?kind=sports") == [])
                var (paged, after) = ([JSONValue](), "")
                while let line = try await lines("?limit=1\(after)").first {
                    paged.append(line)
                    after = "&after=\(line["position"]?.string ?? "")"
                }
                #expect(paged == all)

                func owners(_ query: String, _ token: String = admin) async throws -> [String?] {
                    let page = try await get("/v1/activities\(query)", token).json["activities"]
                    return page?.elements.map { $0["owner"]?.string } ?? []
                }
                let past = Set(try await owners("?at=\(between)"))
                #expect(past == ["anna", "ben"])
                #expect(try await owners("?at=2100-01-01T00:00:00Z") == ["anna"])
                #expect(try await owners("?at=2020-01-01T00:00:00Z") == [])
                #expect(try await owners("?at=\(between)", annas) == ["anna"])
                let first = try await get("/v1/activities?at=\(between)&limit=1", admin).json
                let next = try #require(first["next"]?.string)
                #expect(try await get("/v1/activities?at=\(between)&limit=1&after=\(next)", admin).json["next"] == .null)

                let pictures = "/dashboard/pictures?activities=\(ids[0]),\(ids[1])&surfaces=lockScreen.iPhone393&moment="
                let shown = try await get(pictures + between, admin).json["activities"]?.elements.map { $0["revision"]?.int }
                #expect(shown == [1, 1])
                #expect(try await get(pictures + between, annas).status == 404)
                for wrong in [
                    "limit=0", "limit=10001", "from=yesterday", "after=1-2", "after=7ff0000000000000-0-0", "activity=1",
                ] {
                    #expect(try await get("/v1/history?\(wrong)", admin).code == "badQuery", "\(wrong)")
                }
                #expect(try await get("/v1/history?owner=ben", annas).status == 403)
            }
            try await TestService.run { service in
                for path in ["/v1/history", "/v1/activities?at=2026-11-26T00:00:00Z"] {
                    let answer = try await service.get(path)
                    #expect(answer.code == "noJournal")
                }
            }
        }
    }

    @Test func theExamplesOfEachKindCanBePostedAsTheyAre() async throws {
        try await TestService.run { service in
            let kinds = try #require(try await service.get("/v1/kinds").json["kinds"])
            for kind in kinds.elements {
                let name = try #require(kind["kind"]?.string)
                let examples = try #require(kind["attributes"])
                for (index, attributes) in examples.elements.enumerated() {
                    let start: JSONValue = [
                        "kind": JSONValue(name), "owner": "anna", "key": JSONValue("\(index)"), "attributes": attributes,
                    ]
                    let answer = try await service.send(.POST, "/v1/activities", start.text())
                    #expect(answer.status == 201, "\(name): \(answer.text)")
                    guard index == 0, let id = answer.json["activity"]?.string, let first = kind["events"]?[0]?["event"] else {
                        continue
                    }
                    let event: JSONValue = ["event": first]
                    let sent = try await service.send(.POST, "/v1/activities/\(id)/events", event.text())
                    #expect(sent.json["outcome"]?.string == "applied", "\(name): \(sent.text)")
                }
                // The story begins at the same date as the examples, and its lines say so.
                #expect(kind["commands"]?[0]?["at"]?.string == kind["begin"]?.string)
            }
            #expect(kinds.count == TestService.providers.count)
        }
    }

    /// The examples' dates are whole seconds, so all requests of a second share one answer for each kind and one for all kinds.
    @Test func kindsAreEncodedOnceASecond() throws {
        let answers = KindAnswers()
        let epoch = KindDescription.epoch
        var encoded: [String] = []
        func answer(_ kind: ActivityKind?, after seconds: Double) -> String {
            let body = answers.body(of: kind, now: epoch + seconds) { moved in
                encoded.append("\(kind?.rawValue ?? "all") \(Int(moved.begin.timeIntervalSince(epoch)))")
                return Array(encoded.last.map(\.utf8) ?? "".utf8)
            }
            return String(decoding: body.readableBytesView, as: UTF8.self)
        }
        // The last one: a clock that was set back.
        for second in [7.0, 8, 7] {
            for kind in [nil, "delivery", "sports"] as [ActivityKind?] {
                let texts = [0.0, 0.5, 0.999].map { answer(kind, after: second + $0) }
                #expect(Set(texts) == ["\(kind?.rawValue ?? "all") \(Int(second))"])
            }
        }
        let kinds = ["all", "delivery", "sports"]
        #expect(encoded == [7, 8, 7].flatMap { second in kinds.map { "\($0) \(second)" } })
        // A failure to encode is not kept.
        struct Refused: Error {}
        #expect(throws: Refused.self) { try answers.body(of: "waitQueue", now: epoch + 7) { _ in throw Refused() } }
        #expect(answer("waitQueue", after: 7) == "waitQueue 7")
    }

    @Test func everyRouteIsInTheDescriptionAndTheReverse() throws {
        let document = try JSONValue(parsing: OpenAPIRoutes.document)
        var described: Set<String> = []
        for (path, item) in (document["paths"] ?? .null).members {
            for (method, _) in item.members { described.insert("\(method.uppercased()) \(path)") }
        }
        let routes = Set(
            LiveActivityService.routes(ServiceConfiguration())
                .filter { $0.path.hasPrefix("/v1") || ["/healthz", "/readyz", "/metrics", "/openapi.json"].contains($0.path) }
                .map { "\($0.method) \($0.path)" })
        #expect(routes.subtracting(described) == [])
        #expect(described.subtracting(routes) == [])
    }

    @Test func headersThatARouteHonoursAreInTheDescription() throws {
        let document = try JSONValue(parsing: OpenAPIRoutes.document)
        var missing: [String] = []
        for (path, item) in (document["paths"] ?? .null).members {
            for (method, operation) in item.members {
                let parameters = Set((operation["parameters"] ?? .null).elements.compactMap { $0["$ref"]?.string })
                func needs(_ name: String, if condition: Bool) {
                    if condition, !parameters.contains("#/components/parameters/\(name)") {
                        missing.append("\(method) \(path): \(name)")
                    }
                }
                needs("ifNoneMatch", if: operation["responses"]?["304"] != nil)
                // Every command belongs to the trace of its request.
                needs("traceparent", if: parameters.contains("#/components/parameters/idempotencyKey"))
            }
        }
        #expect(missing == [])
    }

    @Test func everyMetricIsInTheDocument() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
        let source = try text("Sources/Service/LiveActivityService/Operators/MetricsText.swift")
        let exported = Set(
            source.matches(of: /"(live_activities_[a-z_]+)"/).map { String($0.1).replacing(/_(bucket|sum|count)$/, with: "") })
        let document = try text("Documentation/Metrics.md")
        let begin = try #require(document.range(of: "\n## The service\n")),
            end = try #require(document.range(of: "\n## Cost\n"))
        let rows = document[begin.upperBound..<end.lowerBound].split(separator: "\n").filter { $0.hasPrefix("| `") }
        let described = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`(live_activities_[a-z_]+)`/).map { String($0.1) }
        }
        #expect(exported.subtracting(described) == [])
        #expect(Set(described).subtracting(exported) == [])
    }

    @Test func metricsAreTextOfPrometheus() async throws {
        try await TestService.run { service in
            _ = try await service.start()
            let text = try await service.get("/metrics").text
            #expect(text.contains("live_activities_activities{kind=\"delivery\",state=\"active\"} 1\n"))
            #expect(text.contains("live_activities_http_requests_total{route=\"POST /v1/activities\",status=\"2xx\"} 1\n"))
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                #expect(line.wholeMatch(of: /[a-z_]+(\{[^{}]*\})? [0-9.e+-]+/) != nil, "\(line)")
            }
        }
    }
}

/// Passes a value out of a closure.
final class Box: Sendable {
    private let stored = Mutex<String?>(nil)
    var value: String? { stored.withLock { $0 } }
    func set(_ value: String?) { stored.withLock { $0 = value } }

    @Test func anEventIsNamedAfterItsCase() async throws {
        try await withFolder { folder in
            try await TestService.run(store: folder + "/activities.sqlite") { service in
                let kind = try await service.get("/v1/kinds/sports").json
                let events = Array((kind["events"] ?? .null).elements)
                let names = Set(events.compactMap { $0["name"]?.string })
                #expect(
                    names.isSuperset(of: ["scored", "periodStarted", "overturned", "finished"]) && !names.contains("match"))
                let attributes = try #require(kind["attributes"]?[0])
                let start: JSONValue = ["kind": "sports", "owner": "anna", "attributes": attributes]
                let started = try await service.send(
                    .POST, "/v1/activities", String(decoding: JSONText(start).bytes, as: UTF8.self))
                let id = try #require(started.json["activity"]?.string)
                let goal = try #require(events.first { $0["name"]?.string == "periodStarted" }?["event"])
                let sent = try await service.send(
                    .POST, "/v1/activities/\(id)/events",
                    String(decoding: JSONText(["event": goal] as JSONValue).bytes, as: UTF8.self))
                #expect(sent.json["outcome"]?.string == "applied", "\(sent.text)")
                let moments = try await service.get("/v1/activities/\(id)/history").json["moments"] ?? .null
                #expect(moments.elements.compactMap { $0["event"]?.string } == ["periodStarted"])
            }
        }
    }

    @Test func whatIsRefusedQuotesLittleAndARepeatedStartHasALocation() async throws {
        try await TestService.run { service in
            let digits = String(repeating: "9", count: 900_000)
            let number = TestService.start().replacing(#""orderNumber":42"#, with: #""orderNumber":\#(digits)"#)
            let refused = try await service.send(.POST, "/v1/activities", number)
            #expect(refused.status == 422 && refused.bytes.count < 4_096)
            let nobody = try await service.send(.POST, "/v1/activities", TestService.start(owner: ""))
            #expect(nobody.status == 422 && nobody.json["path"]?.string == "owner")
            for (key, status) in [("a", 201), ("a", 201), ("b", 200)] {
                let body = TestService.start(key: "7").replacing("}}", with: #"},"ifRunning":"join"}"#)
                let answer = try await service.send(.POST, "/v1/activities", body, [("Idempotency-Key", key)])
                #expect(answer.status == status, "\(answer.text)")
                #expect(answer.headers["Location"] == ["/v1/activities/\(answer.json["activity"]?.string ?? "")"])
            }
        }
    }
}
#endif
