#if Service
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySealing
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// Devices and their pushes. The dashboard's page is tested in a browser.
@Suite(.timeLimit(.minutes(5))) struct DeviceTests {
    /// Accepts every push.
    final class Taken: PushTransport {
        let requests = Mutex<[PushRequest]>([])

        func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
            requests.withLock { $0.append(request) }
            whenAnswered(.success(PushAnswer(status: 200)))
        }
        func renewProviderToken() -> Bool { true }
        func useNewConnections() {}
        func close() async {}
    }

    private static func token(
        _ target: String, _ byte: String = "ab", owner: String = "anna", secret: String? = nil
    ) -> String {
        let token = String(repeating: byte, count: 32)
        return #"{"installation":"phone","owner":"\#(owner)","app":"com.example.food","environment":"production","#
            + (secret.map { #""secret":"\#($0)","# } ?? "") + #""token":"\#(token)",\#(target)}"#
    }

    private func run(
        _ configuration: ServiceConfiguration = ServiceConfiguration(), ledger: any LedgerStore = MemoryLedgerStore(),
        trace: PushTraceFile? = nil, _ body: @Sendable (TestService, Taken) async throws -> Void
    ) async throws {
        let taken = Taken()
        let app = PushAppID(try BundleID("com.example.food"), .production)
        var delivery = PushKind(attributesType: "DeliveryAttributes")
        delivery.startsByPush = false
        let food = PushApp(app, kinds: ["delivery": delivery, "sports": PushKind(attributesType: "SportsAttributes")])
        var policy = PushPolicy()
        policy.ledgerLimits.installationsPerOwner = 2
        // A named consumer needs a store.
        try await withFolder { folder in
            try await TestService.run(
                configuration, store: folder + "/activities.sqlite",
                pusher: { runtime in
                    let pusher = try ActivityPusher(
                        commands: runtime, apps: [food], transports: [app: taken], policy: policy, store: ledger)
                    if let trace { pusher.logTrace(to: trace) }
                    return pusher
                },
                { service in try await body(service, taken) })
        }
    }

    @Test func aDeviceHasItsTokensWithWhatTheyAreFor() async throws {
        try await run { service, _ in
            let id = try await service.start()
            for (target, byte, status) in [
                (#""start":"delivery""#, "aa", 201), (#""activity":"\#(id)""#, "bb", 201), (#""activity":"\#(id)""#, "bb", 200),
                (#""widgets":true"#, "cc", 201), (#""activity":"x""#, "dd", 422),
            ] {
                let answer = try await service.send(.POST, "/v1/tokens", Self.token(target, byte))
                #expect(answer.status == status, "\(target): \(answer.text)")
            }
            let device = try await service.get("/v1/devices/phone").json
            let targets = (0..<(device["tokens"]?.count ?? 0)).compactMap { device["tokens"]?[$0]?["target"] }
            #expect(
                Set(targets.map { String(decoding: JSONText($0).bytes, as: UTF8.self) }) == [
                    #"{"start":"delivery"}"#, #"{"activity":"\#(id)"}"#, #"{"widgets":true}"#,
                ])
            let shown = try await service.get("/v1/activities/\(id)/devices").json
            #expect(shown["devices"]?[0] == device)

            #expect(try await service.send(.POST, "/v1/receipts", #"{"installation":"phone"}"#).status == 204)
            #expect(try await service.send(.POST, "/v1/receipts", "{}").code == "undecodable")
            #expect(try await service.send(.PUT, "/v1/devices/phone", #"{"frequentUpdates":false}"#).status == 204)
            #expect(try await service.send(.PUT, "/v1/devices/phone", "{}").code == "undecodable")
            #expect(try await service.send(.DELETE, "/v1/devices/phone").status == 204)
            #expect(try await service.get("/v1/devices/phone").status == 404)
        }
    }

    /// Earlier versions stored any app and kind, until the ledger had no number for one more and the process ended.
    @Test func whatIsNotConfiguredOrTooMuchIsRefusedAndChangesNothing() async throws {
        try await run { service, _ in
            func body(_ target: String, app: String = "com.example.food", installation: String = "phone") -> String {
                #"{"installation":"\#(installation)","owner":"anna","app":"\#(app)","environment":"production","#
                    + #""token":"aa",\#(target)}"#
            }
            let key = String(decoding: try WireEncoder().encode(DeviceKeys().key), as: UTF8.self)
            let start = #""start":"delivery""#
            for (path, text, status, code, place) in [
                ("/v1/tokens", body(start, app: "com.example.other"), 422, "appNotConfigured", "app"),
                ("/v1/tokens", body(#""widgets":true"#, app: "com.example.other"), 422, "appNotConfigured", "app"),
                ("/v1/tokens", body(#""start":"other""#), 422, "kindNotConfigured", "start"),
                ("/v1/tokens", body(start, installation: "channel:Y2g="), 422, "reservedInstallation", "installation"),
                (
                    "/v1/keys",
                    #"{"installation":"phone","owner":"anna","app":"com.example.other","environment":"production","key":\#(key)}"#,
                    422, "appNotConfigured", "app"
                ),
            ] {
                let refused = try await service.send(.POST, path, text)
                #expect(refused.status == status && refused.code == code, "\(text): \(refused.text)")
                #expect(refused.json["path"]?.string == place)
            }
            #expect(try await service.get("/v1/devices/phone").status == 404)
            for (installation, status) in [("phone", 201), ("tablet", 201), ("phone", 200), ("watch", 409)] {
                let answer = try await service.send(.POST, "/v1/tokens", body(start, installation: installation))
                #expect(answer.status == status, "\(installation): \(answer.text)")
                if status == 409 { #expect(answer.code == "tooManyInstallations") }
            }
            #expect(try await service.get("/v1/devices/watch").status == 404)
        }
    }

    @Test func aPushAndItsReasonAreShown() async throws {
        try await run { service, taken in
            let id = try await service.start()
            _ = try await service.send(.POST, "/v1/tokens", Self.token(#""activity":"\#(id)""#))
            _ = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            func steps() async throws -> String { try await service.get("/v1/activities/\(id)/why").text }
            while try await !steps().contains("answer: ") { try await yieldUnlessCancelled() }
            #expect(try await steps().contains("sent: update"))
            #expect(taken.requests.withLock { $0.isEmpty } == false)
        }
    }

    @Test func anInstallationIsRegisteredForAnotherOwnerWithItsSecretOnly() async throws {
        try await withFolder { folder in
            var configuration = ServiceConfiguration()
            configuration.tokens = folder + "/tokens.json"
            let file = TokenFile(path: folder + "/tokens.json")
            func header(_ scope: Scope, _ owner: OwnerID?) throws -> [(String, String)] {
                [("Authorization", "Bearer \(try file.create(name: "t", scope: scope, owner: owner).text)")]
            }
            let (anna, ben, all) = (try header(.write, "anna"), try header(.write, "ben"), try header(.admin, nil))
            try await run(configuration) { service, _ in
                let start = #""start":"delivery""#
                func register(_ owner: String, _ secret: String?, _ access: [(String, String)]) async throws
                    -> TestService.Answer
                {
                    try await service.send(.POST, "/v1/tokens", Self.token(start, owner: owner, secret: secret), access)
                }
                let first = try await register("anna", nil, anna)
                #expect(first.status == 201)
                let secret = try #require(first.json["secret"]?.string)
                #expect(try await register("anna", nil, anna).json == ["isNew": false], "it is shown once")

                let wrong = String(repeating: "x", count: 32)
                for (owner, given, access) in [
                    ("ben", nil, ben), ("ben", wrong, ben), ("ben", nil, all), ("anna", wrong, anna),
                ] {
                    let refused = try await register(owner, given, access)
                    #expect(refused.status == 403 && refused.code == "installationUnproven", "\(owner): \(refused.text)")
                }
                let receipt = #"{"installation":"phone"}"#
                #expect(try await service.send(.POST, "/v1/receipts", receipt, ben).code == "installationUnproven")
                #expect(try await service.send(.POST, "/v1/receipts", receipt, anna).status == 204)
                #expect(try await register("anna", "short", anna).code == "undecodable")
                let pusher = try #require(service.service.state.pusher)
                #expect(
                    try await pusher.devices(of: "anna").map(\.installation) == ["phone"],
                    "what was refused has changed nothing")

                #expect(try await register("ben", secret, ben).status == 201)
                #expect(try await pusher.devices(of: "anna").isEmpty)
                #expect(try await pusher.tokens(of: "phone").map(\.target) == [.pushToStart("delivery")])
                #expect(try await register("anna", nil, anna).code == "installationUnproven")
            }
        }
    }

    @Test func aChangeOfTheOwnerCarriesNoTokenAlong() async throws {
        try await run { service, taken in
            let secret = String(repeating: "s", count: 32)
            for target in [#""start":"delivery""#, #""widgets":true"#] {
                _ = try await service.send(.POST, "/v1/tokens", Self.token(target, "aa", secret: secret))
            }
            let moved = Self.token(#""start":"sports""#, "bb", owner: "ben", secret: secret)
            #expect(try await service.send(.POST, "/v1/tokens", moved).json == ["isNew": true])
            let pusher = try #require(service.service.state.pusher)
            #expect(try await pusher.tokens(of: "phone").map(\.target) == [.pushToStart("sports")])
        }
    }

    @Test func hostsReadTheKeysThatDevicesPublish() async throws {
        var keys = DeviceKeys()
        func body(_ key: DeviceKey, _ owner: String = "anna", secret: String? = nil) throws -> String {
            let key = String(decoding: try WireEncoder().encode(key), as: UTF8.self)
            return #"{"installation":"phone","owner":"\#(owner)","app":"com.example.food","environment":"production","#
                + (secret.map { #""secret":"\#($0)","# } ?? "") + #""key":\#(key)}"#
        }
        let (first, ledger) = (try keys.key, MemoryLedgerStore())
        keys.rotate()
        let second = try keys.key
        var forged = second
        forged.agreement = try DeviceKeys().key.agreement
        let bodies = try (first: body(first), second: body(second), forged: body(forged), stolen: body(first, "ben"))
        try await run(ledger: ledger) { service, _ in
            let listed = "/v1/owners/anna/keys"
            let new = try await service.send(.POST, "/v1/keys", bodies.first)
            #expect(new.status == 201 && new.json["secret"]?.string != nil)
            #expect(try await service.send(.POST, "/v1/keys", bodies.first).status == 200)
            #expect(try await service.send(.POST, "/v1/keys", bodies.second).json == ["isNew": true])
            #expect(try await service.send(.POST, "/v1/keys", bodies.first).json == ["isNew": false], "it is older")
            #expect(try await service.send(.POST, "/v1/keys", bodies.forged).code == "badKey")
            #expect(try await service.send(.POST, "/v1/keys", bodies.stolen).code == "installationUnproven")
            #expect(try await service.send(.POST, "/v1/keys", "{}").code == "undecodable")
            // Tokens of the installation leave its key unchanged.
            _ = try await service.send(.POST, "/v1/tokens", Self.token(#""start":"delivery""#))
            let answer = try await service.get(listed).json
            #expect(answer["keys"]?.count == 1)
            #expect(answer["keys"]?[0]?["installation"] == "phone")
            #expect(answer["keys"]?[0]?["fingerprint"]?.string == second.fingerprint)
            let key = try #require(answer["keys"]?[0]?["key"])
            #expect(try WireDecoder().decode(DeviceKey.self, from: key) == second)
        }
        try await run(ledger: ledger) { service, _ in
            let listed = "/v1/owners/anna/keys"
            let kept = try await service.get(listed).json
            #expect(kept["keys"]?.count == 1, "it survives the process")
            #expect(try await service.send(.DELETE, "/v1/keys/phone").status == 204)
            #expect(try await service.send(.DELETE, "/v1/keys/phone").status == 404)
            #expect(try await service.get(listed).json == ["keys": []])
            #expect(try await service.get("/v1/devices/phone").json["tokens"]?.count == 1)
        }
        #expect(TokenLedger(ledger.load()).keys(of: "anna").isEmpty)
    }

    @Test func aKeyIsRemovedByItsOwnerAndIsLostWithTheOwner() async throws {
        try await withFolder { folder in
            var configuration = ServiceConfiguration()
            configuration.tokens = folder + "/tokens.json"
            let file = TokenFile(path: folder + "/tokens.json")
            func header(_ scope: Scope, _ owner: OwnerID) throws -> [(String, String)] {
                [("Authorization", "Bearer \(try file.create(name: "t", scope: scope, owner: owner).text)")]
            }
            let (anna, ben, reader) = (try header(.device, "anna"), try header(.device, "ben"), try header(.read, "anna"))
            let key = String(decoding: try WireEncoder().encode(DeviceKeys().key), as: UTF8.self)
            try await run(configuration) { service, _ in
                let secret = String(repeating: "s", count: 32)
                func register(_ owner: String, _ access: [(String, String)]) async throws -> Int {
                    let body =
                        #"{"installation":"phone","owner":"\#(owner)","app":"com.example.food","#
                        + #""environment":"production","secret":"\#(secret)","key":\#(key)}"#
                    return try await service.send(.POST, "/v1/keys", body, access).status
                }
                #expect(try await register("anna", ben) == 403)
                #expect(try await register("anna", anna) == 201)
                #expect(try await service.send(.DELETE, "/v1/keys/phone", nil, ben).status == 404)
                #expect(try await service.get("/v1/owners/anna/keys", ben).status == 403)
                #expect(try await service.get("/v1/owners/anna/keys", reader).status == 403)
                #expect(try await service.get("/v1/owners/anna/keys", anna).json["keys"]?.count == 1)
                // The device's next user.
                let token = Self.token(#""start":"delivery""#, owner: "ben", secret: secret)
                let moved = try await service.send(.POST, "/v1/tokens", token, ben)
                #expect(moved.status == 201)
                #expect(try await service.get("/v1/owners/anna/keys", anna).json == ["keys": []])
                #expect(try await service.get("/v1/owners/ben/keys", ben).json == ["keys": []])
            }
        }
    }

    /// The installation as stored by a version without secrets.
    @Test func anInstallationOfAnOlderVersionGetsItsSecretFromItsOwner() async throws {
        let record = try WireDecoder().decode(
            LedgerRecord.self,
            from: Array(
                #"{"installation":"phone","owner":"anna","app":"com.example.food","environment":"production","entries":[]}"#
                    .utf8))
        let ledger = MemoryLedgerStore()
        ledger.append([record])
        try await run(ledger: ledger) { service, _ in
            let start = #""start":"delivery""#
            let secret = String(repeating: "s", count: 32)
            let taken = try await service.send(.POST, "/v1/tokens", Self.token(start, owner: "ben", secret: secret))
            #expect(taken.code == "installationUnproven")
            let own = try await service.send(.POST, "/v1/tokens", Self.token(start))
            let given = try #require(own.json["secret"]?.string)
            #expect(try await service.send(.POST, "/v1/tokens", Self.token(start, owner: "ben", secret: given)).status == 201)
            let stored = try WireEncoder().encode(ledger.load())
            #expect(!String(decoding: stored, as: UTF8.self).contains(given))
        }
    }

    @Test func whyIsAnsweredFromTheFileAlsoForAnActivityThatHasEnded() async throws {
        try await withFolder { folder in
            let trace = try PushTraceFile(path: folder + "/trace.jsonl", days: 1)
            let file = TokenFile(path: folder + "/tokens.json")
            var configuration = ServiceConfiguration()
            configuration.tokens = folder + "/tokens.json"
            try await run(configuration, trace: trace) { service, _ in
                let id = try await service.start()
                _ = try await service.send(.POST, "/v1/tokens", Self.token(#""activity":"\#(id)""#))
                for number in 1...20 {
                    let event = #"{"event":{"courierAssigned":{"name":"Max \#(number)"}}}"#
                    _ = try await service.send(.POST, "/v1/activities/\(id)/events", event)
                }
                while try await !service.get("/v1/activities/\(id)/why").text.contains("answer: ") {
                    try await yieldUnlessCancelled()
                }
                #expect(try await service.send(.POST, "/v1/activities/\(id)/dismiss").status == 200)
                while try await !service.get("/v1/activities/\(id)/why").text.contains("change: dismissed") {
                    try await yieldUnlessCancelled()
                }
                let why = try await service.get("/v1/activities/\(id)/why")
                #expect(
                    why.text.contains("change: started") && why.text.contains("sent: ") && why.json["pushes"]?.count ?? 0 > 16)
                for owner in ["anna", "ben"] as [OwnerID] {
                    let token = try file.create(name: "t", scope: .read, owner: owner).text
                    let answer = try await service.get("/v1/activities/\(id)/why", [("Authorization", "Bearer \(token)")])
                    #expect(owner == "anna" ? answer.bytes == why.bytes : answer.code == "unknownActivity", "\(owner)")
                }
            }
        }
    }
}
#endif
