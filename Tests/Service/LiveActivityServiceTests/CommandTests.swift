#if Service
import AsyncHTTPClient
import Foundation
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityPushTesting
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import LiveActivityService

/// The commands other than starting and sending, and the rules for every request.
@Suite(.timeLimit(.minutes(5))) struct CommandTests {
    /// A header adds facts about an event, and does not change how its JSON is read.
    @Test func anEventIsReadInTheSameWayWithEveryHeader() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let trace = ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            for (number, headers) in [[], [("Idempotency-Key", "1")], [trace], [("If-Match", "*")]].enumerated() {
                func answer(_ event: String) async throws -> String {
                    let answer = try await service.send(.POST, "/v1/activities/\(id)/events", event, headers)
                    return "\(answer.status) \(answer.code ?? answer.json["outcome"]?.string ?? "")"
                }
                #expect(try await answer(#"{"event":{"courierAssigned":{"name":"x",}}}"#) == "400 notJSON")
                #expect(try await answer(#"{"event":{"courierAssigned":{"name":5}}}"#) == "422 undecodable")
                #expect(try await answer(#"{"event":{"courierAssigned":{"name":"\#(number)"}}}"#) == "200 applied")
            }
            #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 5)
        }
    }

    @Test func everyCommandToAnActivityHasItsRoute() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let path = "/v1/activities/\(id)"
            _ = try await service.send(.POST, "\(path)/events", TestService.preparing)
            let performed = try await service.send(
                .POST, "\(path)/perform", #"{"action":"leaveAtDoor","surface":"lockScreen"}"#)
            #expect(performed.json["outcome"]?.string == "applied")
            let state = try #require(try await service.get(path).json["content"]?["state"])
            #expect(state["leaveAtDoor"]?.bool == true)

            let content = state.text().replacing("preparing", with: "pickedUp")
            let updated = try await service.send(.PATCH, path, #"{"content":{"state":\#(content)}}"#)
            #expect(updated.json["outcome"]?.string == "applied")
            #expect(updated.headers["ETag"] == ["\"4\""])
            #expect(try await service.get(path).json["content"]?["state"]?["currentStep"]?.string == "pickedUp")

            #expect(try await service.send(.POST, "\(path)/lease").status == 200)
            #expect(try await service.send(.POST, "\(path)/dismiss").json["state"]?.string == "dismissed")
            #expect(try await service.send(.POST, "\(path)/lease").code == "unknownActivity")
        }
    }

    /// A command added to the vocabulary can be sent at once, without a new route.
    @Test func everyCommandIsARequest() async throws {
        try await TestService.run { service in
            func outcome(_ body: String, _ headers: [(String, String)] = []) async throws -> String {
                let answer = try await service.send(.POST, "/v1/commands", body, headers)
                return "\(answer.status) \(answer.code ?? answer.json["outcome"]?.string ?? answer.text)"
            }
            let start = #"{"command":"start","# + TestService.start().dropFirst()
            let once = ("Idempotency-Key", "first")
            let started = try await service.send(.POST, "/v1/commands", String(start), [once])
            let id = try #require(started.json["activity"]?.string)
            #expect(started.status == 201 && started.headers["Location"] == ["/v1/activities/\(id)"])
            #expect(try await service.send(.POST, "/v1/commands", String(start), [once]).json["activity"]?.string == id)
            let state = try #require(try await service.get("/v1/activities/\(id)").json["content"]?["state"]).text()
            let bodies: [(name: CommandName, members: String, answer: String)] = [
                (.send, #""activity":"\#(id)","event":{"courierAssigned":{"name":"Ben"}}"#, "200 applied"),
                (.publish, #""topic":"kitchen/9","event":{"preparationStarted":{}},"kind":"delivery""#, "200 published"),
                (.perform, #""activity":"\#(id)","action":"leaveAtDoor""#, "200 applied"),
                (.update, #""activity":"\#(id)","content":{"state":\#(state)}"#, "200 applied"),
                (.renewLease, #""activity":"\#(id)""#, "200 unchanged"),
                (.advance, "", "200 applied"),
                (.end, #""activity":"\#(id)""#, "200 applied"),
                (.dismiss, #""activity":"\#(id)""#, "200 applied"),
                (.permit, #""owner":"anna","allowed":false"#, "200 applied"),
                (.permitFrequentUpdates, #""owner":"anna","allowed":false"#, "200 applied"),
                (.endAll, #""owner":"anna""#, "200 unchanged"),
            ]
            for (name, members, answer) in bodies {
                let body = #"{"command":"\#(name.rawValue)""# + (members.isEmpty ? "}" : ",\(members)}")
                #expect(try await outcome(body) == answer, "\(name)")
            }
            // Every command with a JSON form; the others exist only as Swift functions.
            #expect(Set(bodies.map(\.name) + [.start, .sendMany]) == Set(CommandName.allCases))
            #expect(try await outcome(#"{"command":"sendMany"}"#) == "422 undecodable")
            #expect(try await outcome(#"{"command":"endAl","owner":"anna"}"#) == "422 undecodable")
            #expect(try await outcome(#"{"command":"endAll","owner":"anna","at":5}"#) == "422 undecodable")
            #expect(try await outcome(#"{"command":"endAll","owner":"anna"}"#, [("If-Match", "x")]) == "400 badHeader")
        }
    }

    @Test func anOwnerWhoWantsNoneIsStartedNone() async throws {
        try await TestService.run { service in
            let off = #"{"owner":"anna","kind":"delivery","allowed":false}"#
            #expect(try await service.send(.POST, "/v1/permission", off).json["outcome"]?.string == "applied")
            let refused = try await service.send(.POST, "/v1/activities", TestService.start())
            #expect(refused.status == 403 && refused.code == "denied")
            _ = try await service.send(.POST, "/v1/permission", off.replacing("false", with: "true"))
            #expect(try await service.send(.POST, "/v1/activities", TestService.start()).status == 201)
            let often = #"{"owner":"anna","allowed":false,"frequentUpdates":true}"#
            #expect(try await service.send(.POST, "/v1/permission", often).status == 200)
        }
    }

    @Test func aMemberThatThereIsNotIsRefusedInEveryBody() async throws {
        try await TestService.run { service in
            let misspelled = TestService.start().replacing(#""key""#, with: #""ky""#)
            let refused = try await service.send(.POST, "/v1/activities", misspelled)
            #expect(refused.status == 422 && refused.code == "undecodable")
            #expect(refused.json["detail"]?.string?.contains("there is no member 'ky'; did you mean 'key'?") == true)
            #expect(try await service.get("/v1/activities").json["activities"]?.count == 0)
            let id = try await service.start()
            for (method, path, body) in [
                (HTTPMethod.POST, "/v1/activities/\(id)/events", #"{"event":{"preparationStarted":{}},"ids":"1"}"#),
                (.PATCH, "/v1/activities/\(id)", #"{"contents":{"state":{}}}"#),
                (.POST, "/v1/activities/\(id)/end", #"{"dismissPolicy":"immediate"}"#),
                (.POST, "/v1/activities/\(id)/link", #"{"expiresIn":60}"#),
                (.PUT, "/v1/owners/anna/delivery/43", #"{"attribute":{}}"#),
                (.POST, "/v1/permission", #"{"owner":"anna","allow":false}"#),
                (.POST, "/v1/tokens", #"{"installation":"phone","tokn":"00"}"#),
                (.POST, "/v1/receipts", #"{"installation":"phone","ownr":"anna"}"#),
                (.PUT, "/v1/devices/phone", #"{"frequentUpdate":true}"#),
            ] {
                let answer = try await service.send(method, path, body)
                #expect(answer.status == 422 && answer.code == "undecodable", "\(path): \(answer.text)")
                #expect(answer.json["detail"]?.string?.contains("did you mean '") == true, "\(path): \(answer.text)")
            }
            let batch = #"[{"activity":"\#(id)","event":{"preparationStarted":{}},"timestamps":1}]"#
            let results = try await service.send(.POST, "/v1/events", batch).json["results"]
            #expect(results?[0]?["error"]?.string == "undecodable")
            #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 1)
        }
    }

    /// Unknown members in a kind's JSON: an app may be newer than the service, so the command is applied and the answer reports
    /// the member.
    @Test func aMemberThatTheKindDoesNotHaveIsInTheAnswer() async throws {
        try await TestService.run { service in
            func paths(_ answer: JSONValue?) -> [String] {
                answer?["notices"].map { $0.elements.map { "\($0["path"]?.string ?? "") \($0["suggestion"]?.string ?? "-")" } }
                    ?? []
            }
            let start = TestService.start().replacing(#""orderNumber""#, with: #""destinationCty":"Bern","orderNumber""#)
            let started = try await service.send(.POST, "/v1/activities", start)
            #expect(started.status == 201 && paths(started.json) == ["attributes.destinationCty destinationCity"])
            let id = try #require(started.json["activity"]?.string)
            #expect(
                started.json["notices"]?[0] == [
                    "notice": "unknownMember", "kind": "delivery", "path": "attributes.destinationCty",
                    "suggestion": "destinationCity",
                    "message": "kind 'delivery' has no member 'attributes.destinationCty'; did you mean 'destinationCity'?",
                ])
            // The most frequent request has a fast path; a request with a key or other members does not use it.
            let events = "/v1/activities/\(id)/events"
            let known = try await service.send(.POST, events, #"{"event":{"preparationStarted":{}}}"#)
            #expect(known.json["outcome"]?.string == "applied" && known.json["notices"] == nil)
            let late = #"{"event":{"pickedUp":{"arival":1}}}"#
            let plain = try await service.send(.POST, events, late)
            #expect(plain.status == 200 && paths(plain.json) == ["event.pickedUp.arival arrival"])
            let contacted = #"{"event":{"courierContacted":{"by":1}},"timestamp":null}"#
            #expect(try await paths(service.send(.POST, events, contacted).json) == ["event.courierContacted.by -"])
            let keyed = try await service.send(
                .POST, events, #"{"event":{"courierContacted":{"by":1}}}"#, [("Idempotency-Key", "k")])
            #expect(paths(keyed.json) == ["event.courierContacted.by -"])
            // The answer to a batch lists them for each event, in every form.
            let element = #"{"activity":"\#(id)","event":{"courierContacted":{"by":1}}}"#
            let good = #"{"activity":"\#(id)","event":{"courierContacted":{}}}"#
            let refused = #"{"activity":"\#(id)","event":{"preparationStarted":{"x":1}}}"#
            let named = #"{"activity":{"owner":"anna","kind":"delivery","key":"42"},"event":{"courierContacted":{"to":1}}}"#
            for (body, type) in [
                ("[\(element),\(good),\(refused),\(named)]", "application/json"),
                ("\(element)\n\(good)\n\(refused)\n\(named)\n", "application/jsonl"),
            ] {
                let results = try await service.send(.POST, "/v1/events", body, [("Content-Type", type)]).json["results"]
                #expect(
                    results.map { $0.elements.map(paths) } == [
                        ["event.courierContacted.by -"], [], [], ["event.courierContacted.to -"],
                    ], "\(type)")
            }
            let published = try await service.send(
                .POST, "/v1/topics/t/events", #"{"event":{"courierContacted":{"by":1}},"kind":"delivery"}"#)
            #expect(paths(published.json) == ["event.courierContacted.by -"])
            let state = try #require(try await service.get("/v1/activities/\(id)").json["content"]?["state"])
            let members = state.members.map { (key: $0.key, value: $0.value) } + [(key: "drivrName", value: "Bo")]
            let content = JSONText(["content": ["state": JSONValue(members: members)]]).description
            #expect(
                try await paths(service.send(.PATCH, "/v1/activities/\(id)", content).json).map { String($0.prefix(17)) } == [
                    "content.drivrName"
                ])
            #expect(try await paths(service.send(.POST, "/v1/activities/\(id)/end", content).json).count == 1)
        }
    }

    /// If the outcome of a command is unknown, the answer states that, and contains the id with which to repeat it.
    @Test func anUnknownOutcomeIsAProblemOfItsOwn() {
        let unknown = Problem(RuntimeError.outcomeUnknown(reason: "the owner does not answer", eventID: "e1"))
        func text(_ problem: Problem) -> String { JSONText(problem.value(request: "r")).description }
        #expect(text(unknown).contains(#""status":504,"code":"outcomeUnknown""#))
        #expect(unknown.value(request: "r")["eventId"]?.string == "e1")
        #expect(unknown.detail.contains("the owner does not answer") && unknown.detail.contains("'e1'"))
        let update = Problem(RuntimeError.outcomeUnknown(reason: "the owner does not answer", eventID: nil))
        #expect(update.value(request: "r")["eventId"] == nil && update.detail.contains("read the activity"))
        for error in [RuntimeError.storeUnavailable(reason: "full"), .fenced(reason: "another"), .closed] {
            #expect(text(Problem(error)).contains(#""status":503"#) && Problem(error).eventID == nil)
        }
        #expect(text(Problem(RuntimeError.notDurable(reason: "full"))).contains(#""status":202"#))
    }

    @Test func picturesAreDrawnAsTheyAreAskedFor() async throws {
        try await TestService.run { service in
            let path = "/v1/activities/\(try await service.start())/presentations"
            let png = try await service.get("\(path)/lockScreen.iPhone393.png?scale=1")
            #expect(png.headers["Content-Type"] == ["image/png"])
            #expect(png.bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            let svg = "\(path)/lockScreen.iPhone393.svg?at=2030-01-01T00:00:00Z"
            let usual = try await service.get(svg)
            #expect(usual.headers["Content-Type"] == ["image/svg+xml"])
            for look in ["textSize=accessibility3", "scheme=dark", "language=ar", "dimmed=true"] {
                let other = try await service.get("\(svg)&\(look)")
                #expect(other.status == 200 && other.bytes != usual.bytes, "\(look)")
            }
            #expect(try await service.get("\(svg)&textSize=large").bytes == usual.bytes)
            for wrong in ["textSize=huge", "scheme=blue", "scale=9"] {
                #expect(try await service.get("\(svg)&\(wrong)").code == "badQuery", "\(wrong)")
            }
            #expect(try await service.get("\(path)/lockScreen.iPhone393.gif").status == 404)
        }
    }

    @Test func aLinkShowsItsActivityAndNothingElse() async throws {
        try await withFolder { folder in
            let file = TokenFile(path: folder + "/tokens.json")
            let admin = [("Authorization", "Bearer \(try file.create(name: "a", scope: .admin).text)")]
            let writer = [("Authorization", "Bearer \(try file.create(name: "w", scope: .write).text)")]
            var configuration = ServiceConfiguration()
            configuration.tokens = folder + "/tokens.json"
            try await TestService.run(configuration) { [configuration] service in
                func start(_ owner: String) async throws -> String {
                    let answer = try await service.send(.POST, "/v1/activities", TestService.start(owner: owner), admin)
                    return try #require(answer.json["activity"]?.string)
                }
                let (annas, bens) = (try await start("anna"), try await start("ben"))
                #expect(try await service.send(.POST, "/v1/activities/\(annas)/link", "{}", writer).code == "scopeMissing")
                for wrong in ["0.9", "604801"] {
                    let body = #"{"expiresIn_s":\#(wrong)}"#
                    #expect(try await service.send(.POST, "/v1/activities/\(annas)/link", body, admin).status == 422)
                }
                let link = try await service.send(.POST, "/v1/activities/\(annas)/link", #"{"expiresIn_s":604800}"#, admin)
                #expect(link.status == 201)
                let text = try #require(link.json["access_token"]?.string)
                #expect(link.json["url"]?.string == "/activity?activity=\(annas)&access_token=\(text)")

                for path in ["", "/presentations"] {
                    #expect(try await service.get("/v1/activities/\(annas)\(path)?access_token=\(text)").status == 200)
                    #expect(try await service.get("/v1/activities/\(bens)\(path)?access_token=\(text)").code == "otherOwner")
                }
                for path in ["/v1/activities", "/v1/owners/anna/activities", "/metrics"] {
                    #expect(try await service.get("\(path)?access_token=\(text)").status == 403, "\(path)")
                }
                let bearer = [("Authorization", "Bearer \(text)")]
                // The names by which the owner's system knows the activity are not the customer's.
                let shown = try await service.get("/v1/activities/\(annas)", bearer).json
                let whole = try await service.get("/v1/activities/\(annas)", admin).json
                let names = whole.members.map(\.key)
                #expect(names.contains("owner") && names.contains("key"))
                for (name, member) in whole.members where name != "owner" && name != "key" { #expect(shown[name] == member) }
                #expect(shown.members.map(\.key) == names.filter { $0 != "owner" && $0 != "key" })
                // A link allows reading. A link with actions also allows using the controls, but only of this activity.
                let controls = try await service.send(.POST, "/v1/activities/\(annas)/link", #"{"actions":true}"#, admin)
                let holder = [("Authorization", "Bearer \(controls.json["access_token"]?.string ?? "")")]
                #expect(controls.json["url"]?.string?.hasSuffix("&actions=true") == true)
                func perform(_ id: String, _ headers: [(String, String)]) async throws -> TestService.Answer {
                    try await service.send(.POST, "/v1/activities/\(id)/perform", #"{"action":"leaveAtDoor"}"#, headers)
                }
                #expect(try await perform(annas, bearer).code == "scopeMissing")
                #expect(try await perform(bens, holder).code == "otherOwner")
                #expect(try await perform(annas, holder).json["outcome"]?.string == "applied")
                #expect(try await service.send(.POST, "/v1/activities/\(annas)/end", nil, holder).code == "scopeMissing")
                #expect(try await service.send(.POST, "/v1/activities/\(annas)/link", #"{"actions":1}"#, admin).status == 422)
                #expect(
                    try await service.send(.POST, "/v1/activities/\(annas)/events", TestService.preparing, bearer).status == 403
                )
                // A link is sufficient for what its page requests, and for nothing else that a token may read or change.
                var admitting: [String] = []
                let all = LiveActivityService.routes(configuration)
                for route in all where route.scope != nil && route.path != StreamRoutes.path {
                    let path = route.path.replacing("{id}", with: annas).replacing("{owner}", with: "anna")
                        .replacing("{kind}", with: "delivery").replacing("{picture}", with: "lockScreen.iPhone393.svg")
                    let method = HTTPMethod(rawValue: route.method.rawValue)
                    let answer = try await service.send(method, path, method == .GET ? nil : "{}", holder)
                    if answer.code != "scopeMissing" { admitting.append(route.name) }
                }
                #expect(
                    admitting == [
                        "GET /v1/activities/{id}", "POST /v1/activities/{id}/perform",
                        "GET /v1/activities/{id}/presentations", "GET /v1/activities/{id}/presentations/{picture}",
                        "GET /dashboard/pictures",
                    ])
                let pictures = "/dashboard/pictures?activities=\(annas)&surfaces=lockScreen.iPhone393"
                #expect(try await service.get(pictures, holder).json["activities"]?[0]?["activity"]?.string == annas)
                for past in [
                    "/v1/activities/\(annas)/presentations?revision=1", pictures + "&revision=1",
                    pictures + "&moment=2026-11-01T00:00:00Z",
                ] {
                    #expect(try await service.get(past, holder).code == "scopeMissing", "\(past)")
                }
                // The stream of a link is limited to its activity, even without a filter.
                let stream = try await service.stream("/v1/changes?access_token=\(text)&state=true")
                let reset = try #require(try await stream.next()?.json["activities"]?.elements)
                #expect(
                    reset.map { $0["activity"]?.string } == [annas]
                        && reset.allSatisfy { $0["owner"] == nil && $0["key"] == nil })
                // Nor can its holder find the owner's name by trying.
                for owner in ["anna", "ben"] {
                    let guess = try await service.get("/v1/changes?owner=\(owner)&state=true", bearer)
                    #expect(guess.code == "otherOwner")
                }
                for id in [bens, annas] {
                    _ = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing, admin)
                }
                let change = try #require(try await stream.next()?.json)
                #expect(change["activity"]?.string == annas && change["change"] == "updated" && change["owner"] == nil)
            }
        }
    }

    @Test func aClientThatAsksTooOftenWaits() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.requestsPerSecond = 0.001
        configuration.limits.burst = 2
        try await TestService.run(configuration) { service in
            for _ in 0..<2 { #expect(try await service.get("/v1/kinds").status == 200) }
            let refused = try await service.get("/v1/kinds")
            #expect(refused.status == 429 && refused.code == "tooManyRequests")
            let seconds = try #require(refused.headers["Retry-After"].first.flatMap { Int($0) })
            #expect(900...1_000 ~= seconds)
        }
    }

    @Test func aRequestKeepsTheNameThatItsClientGaveIt() async throws {
        try await TestService.run { service in
            let named = try await service.get("/nope", [("X-Request-Id", "order-7")])
            #expect(named.headers["X-Request-Id"] == ["order-7"] && named.json["requestId"]?.string == "order-7")
            for wrong in [String(repeating: "a", count: 65), "a b", "a\"b"] {
                let given = try await service.get("/nope", [("X-Request-Id", wrong)]).headers["X-Request-Id"]
                #expect(given.count == 1 && given != [wrong])
            }
        }
    }

    @Test func aTraceGoesFromARequestToTheStreamAndTheWebhook() async throws {
        let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")
        let endpoint = Endpoint(statuses: [])
        try await endpoint.run { port in
            var configuration = ServiceConfiguration()
            configuration.allowsPrivateWebhooks = true
            configuration.webhooks = [
                Webhook(
                    name: "a", url: "http://127.0.0.1:\(port)/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
            ]
            try await withFolder { folder in
                try await TestService.run(configuration, store: folder + "/a.sqlite") { service in
                    let stream = try await service.stream("/v1/changes")
                    _ = try await service.send(
                        .POST, "/v1/activities", TestService.start(), [("traceparent", "00-\(trace)-\(span)-01")])
                    let change = try await stream.next()
                    #expect(change?.json.text().contains(trace) == true)
                    while endpoint.calls.isEmpty { try await yieldUnlessCancelled() }
                    #expect(endpoint.calls.first?.trace == "00-\(trace)-\(span)-01")
                }
            }
        }
    }

    @Test func aServiceWithACertificateSpeaksTLSOnly() async throws {
        try await withFolder { folder in
            let certificate = try ServerCertificate(now: Date())
            var configuration = ServiceConfiguration()
            let tls = try certificate.files(in: folder)
            configuration.tls = tls
            try await TestService.run(configuration, certificate: certificate) { service in
                let answer = try await service.get("/healthz")
                #expect(answer.status == 200)
                let plain = try await service.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(!plain.contains("HTTP/1.1"))
            }
            configuration.tls = .init(certificate: tls.key, key: tls.certificate)
            #expect(throws: ServiceError.self) { try configuration.checkFiles() }
        }
    }

    @Test func aRenewedCertificateIsUsedWithoutARestart() async throws {
        try await withFolder { folder in
            let (first, second) = (try ServerCertificate(now: Date()), try ServerCertificate(now: Date()))
            let files = try first.files(in: folder)
            let served = try ServedCertificate(files, logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() })
            func certificate() throws -> NIOSSLCertificate? {
                guard case .certificate(let used)? = served.context.configuration.certificateChain.first else { return nil }
                return used
            }
            func parsed(_ certificate: ServerCertificate) throws -> NIOSSLCertificate? {
                try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificatePEM.utf8)).first
            }
            #expect(try certificate() == parsed(first))
            // The certificate and its key are replaced one after the other. Between the two they do not belong together.
            try Data(second.certificatePEM.utf8).write(to: URL(filePath: files.certificate), options: .atomic)
            served.readIfChanged()
            #expect(try certificate() == parsed(first))
            try Data(second.keyPEM.utf8).write(to: URL(filePath: files.key), options: .atomic)
            served.readIfChanged()
            #expect(try certificate() == parsed(second))
            // A key that can be used later, without a change of its size and its date, as after a change of its permissions.
            let third = try ServerCertificate(now: Date())
            func writeKey(_ text: String) throws {
                try Data(text.utf8).write(to: URL(filePath: files.key))
                let unchanged: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: 0)]
                try FileManager.default.setAttributes(unchanged, ofItemAtPath: files.key)
            }
            #expect(first.keyPEM.utf8.count == third.keyPEM.utf8.count)
            try Data(third.certificatePEM.utf8).write(to: URL(filePath: files.certificate), options: .atomic)
            try writeKey(first.keyPEM)
            served.readIfChanged()
            #expect(try certificate() == parsed(second))
            try writeKey(third.keyPEM)
            served.readIfChanged()
            #expect(try certificate() == parsed(third))
            // A file that cannot be used changes nothing.
            try Data("no certificate".utf8).write(to: URL(filePath: files.certificate), options: .atomic)
            served.readIfChanged()
            #expect(try certificate() == parsed(third))
        }
    }

    @Test func aKeyThatWasFreeAgainIsRememberedAsLongAsOthers() {
        let cache = IdempotencyCache(capacity: 2)
        let (a, b, c) = (key("a"), key("b"), key("c"))
        // The first request failed without effect, so the key may be used again.
        #expect(cache.begin(a, hash: 1).isNew)
        cache.end(a, nil)
        #expect(cache.begin(a, hash: 2).isNew)
        cache.end(a, Response(status: .ok))
        #expect(cache.begin(b, hash: 1).isNew)
        #expect(!cache.begin(a, hash: 2).isNew, "two keys fit")
        #expect(cache.begin(c, hash: 1).isNew)
        #expect(!cache.begin(b, hash: 1).isNew && !cache.begin(c, hash: 1).isNew)
        #expect(cache.begin(a, hash: 3).isNew, "the oldest of three")
    }

    @Test func answersAreRememberedAsFarAsTheyFit() {
        let cache = IdempotencyCache(capacity: 8, bytesMax: 100)
        for (name, bytes) in [("a", 40), ("b", 40), ("c", 20)] {
            #expect(cache.begin(key(name), hash: 1).isNew)
            cache.end(key(name), Response(bytes: Array(repeating: 0, count: bytes)))
        }
        #expect(!cache.begin(key("a"), hash: 1).isNew, "100 bytes fit")
        #expect(cache.begin(key("d"), hash: 1).isNew)
        cache.end(key("d"), Response(bytes: [0]))
        #expect(!cache.begin(key("b"), hash: 1).isNew && !cache.begin(key("c"), hash: 1).isNew)
        #expect(!cache.begin(key("d"), hash: 1).isNew)
        #expect(cache.begin(key("a"), hash: 2).isNew, "the oldest")
        #expect(cache.begin(key("a"), hash: 2).isUnderWay)
    }

    private func key(_ name: String) -> IdempotencyCache.Key { .init(caller: "x", route: "send", key: name) }
}

extension IdempotencyCache.Begun {
    fileprivate var isNew: Bool { if case .new = self { true } else { false } }
    fileprivate var isUnderWay: Bool { if case .underWay = self { true } else { false } }
}
#endif
