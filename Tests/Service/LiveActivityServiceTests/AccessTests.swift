#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import Logging
import NIOHTTP1
import Testing

@testable import LiveActivityService

@Suite(.timeLimit(.minutes(5))) struct AccessTests {
    @Test func aTokenAllowsItsScopeAndItsOwner() async throws {
        try await withFolder { folder in
            let file = TokenFile(path: folder + "/tokens.json")
            let reading = try file.create(name: "r", scope: .read).text
            let writing = try file.create(name: "w", scope: .write).text
            let annas = try file.create(name: "a", scope: .write, owner: "anna").text
            let annasOwn = try file.create(name: "o", scope: .admin, owner: "anna").text
            var configuration = ServiceConfiguration()
            configuration.tokens = folder + "/tokens.json"
            try await TestService.run(configuration) { service in
                func with(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }
                let answer = try await service.get("/v1/activities")
                #expect(answer.status == 401)
                #expect(
                    try await service.get("/v1/activities", with("la_00000000_\(String(repeating: "0", count: 64))")).status
                        == 401)
                #expect(try await service.get("/healthz").status == 200)
                #expect(try await service.get("/v1/activities", with(reading)).status == 200)
                let start = TestService.start(owner: "bob")
                #expect(try await service.send(.POST, "/v1/activities", start, with(reading)).status == 403)
                let started = try await service.send(.POST, "/v1/activities", start, with(writing))
                let bobs = started.json["activity"]?.string ?? ""
                #expect(started.status == 201)

                #expect(try await service.send(.POST, "/v1/activities", start, with(annas)).code == "otherOwner")
                #expect(try await service.send(.POST, "/v1/activities", TestService.start(), with(annas)).status == 201)
                #expect(try await service.get("/v1/activities/\(bobs)", with(annas)).status == 404)
                #expect(try await service.get("/v1/activities", with(annas)).json["activities"]?.count == 1)
                #expect(try await service.get("/v1/changes?owner=bob", with(annas)).status == 403)
                for (command, answer) in [
                    (#"{"command":"endAll","owner":"bob"}"#, "otherOwner"),
                    (#"{"command":"dismiss","activity":"\#(bobs)"}"#, "unknownActivity"),
                    (#"{"command":"publish","topic":"t","event":{}}"#, "otherOwner"),
                    (#"{"command":"advance"}"#, "otherOwner"),
                ] {
                    #expect(try await service.send(.POST, "/v1/commands", command, with(annas)).code == answer, "\(command)")
                    #expect(try await service.send(.POST, "/v1/commands", command, with(reading)).status == 403)
                }
                #expect(try await service.get("/v1/activities/\(bobs)", with(reading)).json["state"]?.string == "active")
                let endAll = #"{"command":"endAll","owner":"anna"}"#
                #expect(try await service.send(.POST, "/v1/commands", endAll, with(annas)).status == 200)
                #expect(try await service.get("/metrics", with(writing)).status == 403)
                #expect(try await service.get("/metrics", with(annasOwn)).code == "otherOwner", "they are of all owners")
                // EventSource cannot set headers; only reading routes accept a token in the URL.
                #expect(try await service.get("/v1/activities?access_token=\(reading)").status == 200)
                #expect(try await service.send(.POST, "/v1/activities?access_token=\(writing)", start).status == 401)
            }
        }
    }

    @Test func anAppsBackendMakesATokenForEachPersonsDevices() async throws {
        try await withFolder { folder in
            let path = folder + "/tokens.json"
            var configuration = ServiceConfiguration()
            configuration.tokens = path
            @Sendable func with(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }
            let tokens = "/v1/access-tokens"
            // The first token must be the operator's: a token created over HTTP would lock all other callers out.
            try await TestService.run(configuration) { service in
                let first = try await service.send(.POST, tokens, #"{"name":"a","scope":"admin"}"#)
                #expect(first.status == 403 && first.code == "noToken")
            }
            let admin = try TokenFile(path: path).create(name: "backend", scope: .admin).text
            let annas = try TokenFile(path: path).create(name: "a", scope: .admin, owner: "anna").text
            let writing = try TokenFile(path: path).create(name: "w", scope: .write).text
            try await TestService.run(configuration) { service in
                let bobs = try await service.send(.POST, "/v1/activities", TestService.start(owner: "bob"), with(writing))
                let started = try await service.send(.POST, "/v1/activities", TestService.start(), with(writing))
                let id = started.json["activity"]?.string ?? ""
                for (body, path) in [
                    (#"{"scope":"device","owner":"anna"}"#, "name"), (#"{"name":"x","scope":"root"}"#, "scope"),
                    (#"{"name":"x","scope":"device"}"#, "owner"), (#"{"name":"x","scope":"read","owner":1}"#, "owner"),
                    (#"{"name":"x","scope":"read","expiresIn_s":0.9}"#, "expiresIn_s"),
                    (#"{"name":"x","scope":"read","days":1}"#, "days"), (#"{"name":"\u001b[2J","scope":"read"}"#, "name"),
                ] {
                    let refused = try await service.send(.POST, tokens, body, with(admin))
                    #expect(refused.status == 422 && refused.json["path"]?.string == path, "\(refused.text)")
                }
                let body = #"{"name":"anna's phone","scope":"device","owner":"anna","expiresIn_s":3600}"#
                for other in [annas, writing] {
                    #expect(try await service.send(.POST, tokens, body, with(other)).status == 403)
                }
                let made = try await service.send(.POST, tokens, body, with(admin))
                let (device, name) = (made.json["token"]?.string ?? "", made.json["id"]?.string ?? "")
                #expect(made.status == 201 && made.json["expiresAt"] != nil)
                let listed = try await service.get(tokens, with(admin))
                #expect(listed.json["tokens"]?.count == 4 && !listed.text.contains("hash") && !listed.text.contains(device))

                // The token can read Anna's activities, use their controls, dismiss them, and withdraw her permission, and
                // nothing else.
                #expect(try await service.get("/v1/activities/\(id)", with(device)).status == 200)
                #expect(
                    try await service.get("/v1/activities/\(bobs.json["activity"]?.string ?? "")", with(device)).status == 404)
                for path in ["events", "end", "link", "lease"] {
                    let refused = try await service.send(.POST, "/v1/activities/\(id)/\(path)", "{}", with(device))
                    #expect(refused.code == "scopeMissing", "\(path)")
                }
                let action = #"{"action":"leaveAtDoor","surface":"lockScreen"}"#
                let other = bobs.json["activity"]?.string ?? ""
                for (path, body) in [("perform", action), ("dismiss", "{}")] {
                    #expect(
                        try await service.send(.POST, "/v1/activities/\(other)/\(path)", body, with(device)).code
                            == "unknownActivity", "\(path)")
                    #expect(
                        try await service.send(.POST, "/v1/activities/\(id)/\(path)", body, with(device)).status == 200,
                        "\(path)")
                }
                #expect(try await service.send(.POST, "/v1/activities", TestService.start(), with(device)).status == 403)
                #expect(try await service.get(tokens, with(device)).status == 403)
                #expect(
                    try await service.send(.POST, "/v1/receipts", #"{"installation":"i"}"#, with(device)).code
                        == "pushNotConfigured")
                func permit(_ owner: String) async throws -> Int {
                    try await service.send(
                        .POST, "/v1/permission", #"{"owner":"\#(owner)","kind":"delivery","allowed":false}"#, with(device)
                    ).status
                }
                #expect(try await permit("bob") == 403)
                #expect(try await permit("anna") == 200)
                let denied = try await service.send(.POST, "/v1/activities", TestService.start(key: "2"), with(writing))
                #expect(denied.code == "denied")

                #expect(try await service.send(.DELETE, "\(tokens)/\(name)", nil, with(admin)).status == 204)
                #expect(try await service.send(.DELETE, "\(tokens)/\(name)", nil, with(admin)).status == 404)
            }
            #expect(TokenFile(path: path).access(admin)?.scope == .admin)
        }
    }

    @Test func aTokenOfAnotherProcessIsAcceptedAtOnce() async throws {
        try await withFolder { folder in
            let path = folder + "/tokens.json"
            let service = TokenFile(path: path)
            let first = try TokenFile(path: path).create(name: "first", scope: .read)
            #expect(service.access(first.text)?.name == first.entry.id)
            // The file was checked a moment ago, so that a check by time would miss what follows.
            let second = try TokenFile(path: path).create(name: "second", scope: .write)
            #expect(service.access(second.text)?.name == second.entry.id)
            #expect(service.access("la_00000000_\(String(repeating: "0", count: 64))") == nil)
        }
    }

    @Test func tokensThatAreMadeAtOnceAreAllKept() async throws {
        try await withFolder { folder in
            let path = folder + "/tokens.json"
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Concurrent access like that of separate processes: the service, and an operator's commands.
                for index in 0..<40 { group.addTask { _ = try TokenFile(path: path).create(name: "\(index)", scope: .read) } }
                try await group.waitForAll()
            }
            #expect(Set(try TokenFile(path: path).list().map(\.name)) == Set((0..<40).map(String.init)))
        }
    }

    @Test func aDevicesTokenWithoutAnOwnerAllowsNothing() async throws {
        try await withFolder { folder in
            let path = folder + "/tokens.json"
            #expect(throws: TokenFile.Failure.self) { try TokenFile(path: path).create(name: "x", scope: .device) }
            let text = try TokenFile(path: path).create(name: "x", scope: .device, owner: "anna").text
            let file = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            try Data(file.replacing(/"owner"\s*:\s*"anna",?/, with: "").utf8).write(to: URL(filePath: path))
            #expect(try TokenFile(path: path).list().first?.owner == nil)
            #expect(TokenFile(path: path).access(text) == nil)
        }
    }

    @Test func theFileHasNoSecretAndOnlyItsUserReadsIt() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/tokens.json"
        let file = TokenFile(path: path)
        let now = Date(timeIntervalSince1970: 1_000_000)
        let (text, entry) = try file.create(name: "x", scope: .read, expiresAt: now + 10, now: now)
        let content = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(!content.contains(text.suffix(64)))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(TokenFile(path: path).access(text, now: now + 9.9)?.scope == .read)
        #expect(TokenFile(path: path).access(text, now: now + 10) == nil)
        #expect(try file.revoke(entry.id))
        #expect(try !file.revoke(entry.id))
        #expect(TokenFile(path: path).access(text, now: now) == nil)
    }

    @Test func aLinkShowsOneActivityForAWhile() throws {
        let links = try ActivityLinks(keyFile: nil)
        let id = ActivityID(rawValue: 0xAB)
        let now = Date(timeIntervalSince1970: 1_000_000)
        let text = links.text(for: id, until: now + 60, now: now)
        #expect(
            links.access(text, now: now + 59)
                == Access(name: "link", scope: .read, activity: id, expiresAt: now + 60, linkedAt_ms: 1_000_000_000))
        #expect(links.access(text, now: now + 60) == nil)
        let performing = links.text(for: id, until: now + 60, mayPerform: true, now: now)
        #expect(
            links.access(performing, now: now)
                == Access(
                    name: "link", scope: .read, activity: id, mayPerform: true, expiresAt: now + 60,
                    linkedAt_ms: 1_000_000_000))
        // The signature covers what a link allows.
        #expect(links.access(text.replacing("link_", with: "linkp_"), now: now) == nil)
        #expect(links.access(performing.replacing("linkp_", with: "link_"), now: now) == nil)
        #expect(links.access(text.replacing("_1000060.", with: "_1000061."), now: now) == nil)
        #expect(try ActivityLinks(keyFile: nil).access(text, now: now) == nil)
    }

    @Test func theAuditLogHasWhatTokensChanged() async throws {
        try await withFolder { folder in
            let file = TokenFile(path: folder + "/tokens.json")
            let (admin, adminEntry) = try file.create(name: "admin", scope: .admin)
            let (annas, annasEntry) = try file.create(name: "anna", scope: .write, owner: "anna")
            var configuration = ServiceConfiguration()
            (configuration.tokens, configuration.audit) = (folder + "/tokens.json", folder + "/audit")
            @Sendable func with(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }
            @Sendable func lines(_ answer: TestService.Answer) -> [String] {
                answer.text.split(separator: "\n").compactMap { line in
                    guard let entry = try? JSONValue(parsing: String(line)) else { return nil }
                    let names = ["token", "owner", "method", "path"].map { entry[$0]?.string ?? "-" }
                    return "\(names.joined(separator: " ")) \(entry["status"]?.int ?? 0)"
                }
            }
            let (read, write) = (with(admin), with(annas))
            try await TestService.run(configuration) { service in
                let started = try await service.send(.POST, "/v1/activities", TestService.start(), write)
                #expect(started.status == 201)
                #expect(try await service.send(.POST, "/v1/activities", TestService.start(owner: "ben"), write).status == 403)
                #expect(try await service.send(.DELETE, "/v1/access-tokens/none", nil, read).status == 404)
                // Reading is not recorded, and neither is a token that is not known.
                #expect(try await service.get("/v1/activities", read).status == 200)
                #expect(try await service.send(.POST, "/v1/activities", TestService.start(), with("la_0_0")).status == 401)
                let anna = "\(annasEntry.id) anna POST /v1/activities"
                #expect(
                    lines(try await service.get("/v1/audit", read)) == [
                        "\(anna) 201", "\(anna) 403", "\(adminEntry.id) - DELETE /v1/access-tokens/none 404",
                    ])
                #expect(lines(try await service.get("/v1/audit?token=\(annasEntry.id)&limit=1", read)) == ["\(anna) 201"])
                #expect(lines(try await service.get("/v1/audit?path=access-tokens", read)).count == 1)
                #expect(lines(try await service.get("/v1/audit?until=2020-01-01T00:00:00Z", read)).isEmpty)
                #expect(lines(try await service.get("/v1/audit?from=2020-01-01T00:00:00Z", read)).count == 3)
                #expect(try await service.get("/v1/audit?from=today", read).status == 400)
                #expect(try await service.get("/v1/audit", write).status == 403)
            }
        }
    }

    private func entry(at date: Date, path: String = "/") -> AuditLog.Entry {
        AuditLog.Entry(at: date.iso8601, token: "a", owner: nil, method: "POST", path: path, status: 200)
    }

    @Test func theAuditLogKeepsTheLastDays() async throws {
        try await withFolder { folder in
            let log = AuditLog(folder: folder + "/audit", days: 2, logger: Logger(label: "test"))
            let (first, begin) = (Date(timeIntervalSince1970: 1_800_000_000), ContinuousClock.now)
            for day in 0..<4 {
                let now = first + Double(day) * 86_400
                log.append(entry(at: now, path: "/\(day)"))
                log.write(now: now, steady: begin + .seconds(day * 86_400))
            }
            let kept = try log.entries(AuditLog.Query()).map(\.path)
            let later = try log.entries(AuditLog.Query(from: first + 3 * 86_400)).map(\.path)
            let earlier = try log.entries(AuditLog.Query(until: first + 3 * 86_400)).map(\.path)
            #expect(kept == ["/2", "/3"] && later == ["/3"] && earlier == ["/2"])
        }
    }

    /// A clock that was months ahead for a moment, or since the start of the machine, removed every day before.
    @Test func aClockThatIsAheadRemovesNoDayOfTheAuditLog() async throws {
        try await withFolder { folder in
            let (first, begin) = (Date(timeIntervalSince1970: 1_800_000_000), ContinuousClock.now)
            var log = AuditLog(folder: folder, days: 90, logger: Logger(label: "test"))
            /// - Parameter ahead: By how much the clock is wrong, in seconds.
            func write(_ seconds: Int, ahead: Double = 0) throws -> [String] {
                let now = first + Double(seconds) + ahead
                log.append(entry(at: now))
                log.write(now: now, steady: begin + .seconds(seconds))
                return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { String($0.prefix(10)) }
            }
            let months = 200.0 * 86_400
            let (day, wrong) = ("2027-01-15", "2027-08-03")
            let days = [try write(0), try write(7_200)]
            #expect(days == [[day], [day]])
            // Nor is the clock confirmed by the readings before it was set back.
            #expect(try write(7_201, ahead: months) == [day, wrong])
            #expect(try write(7_202) == [day, wrong])
            // The machine starts with the wrong clock, which is corrected within the hour.
            log = AuditLog(folder: folder, days: 90, logger: Logger(label: "test"))
            #expect(try write(8_000, ahead: months) == [day, wrong])
            #expect(try write(8_000 + 3_599, ahead: months) == [day, wrong])
            #expect(try write(8_000 + 3_600) == [day, wrong])
            // Days pass. The edge: the 90th day is kept, and the 91st removed, once an hour has confirmed the clock.
            log = AuditLog(folder: folder, days: 90, logger: Logger(label: "test"))
            #expect(try write(89 * 86_400).first == day)
            #expect(try write(89 * 86_400 + 3_600).first == day)
            log = AuditLog(folder: folder, days: 90, logger: Logger(label: "test"))
            #expect(try write(90 * 86_400).first == day)
            #expect(try write(90 * 86_400 + 3_599).first == day)
            #expect(try write(90 * 86_400 + 3_600).first != day)
        }
    }

    /// The disk is full for a while. The lines of that time were lost.
    @Test func linesOfTheAuditLogWaitWhileTheyCannotBeWritten() async throws {
        try await withFolder { folder in
            let log = AuditLog(folder: folder + "/audit", days: 90, logger: Logger(label: "test"))
            func append(_ path: String) { log.append(entry(at: Date(timeIntervalSince1970: 1_800_000_000), path: path)) }
            // A file in the place of the folder.
            try Data().write(to: URL(filePath: folder + "/audit"))
            append("/1")
            log.write()
            append("/2")
            log.write()
            try FileManager.default.removeItem(atPath: folder + "/audit")
            append("/3")
            #expect(try log.entries(AuditLog.Query()).map(\.path) == ["/1", "/2", "/3"])
            // Not without limit.
            try FileManager.default.moveItem(atPath: folder + "/audit", toPath: folder + "/before")
            try Data().write(to: URL(filePath: folder + "/audit"))
            for number in 0...AuditLog.waitingMax { append("/\(number)") }
            log.write()
            try FileManager.default.removeItem(atPath: folder + "/audit")
            let kept = try log.entries(AuditLog.Query(limit: .max)).map(\.path)
            #expect(kept == (0..<AuditLog.waitingMax).map { "/\($0)" })
        }
    }

    /// The administrator has given the folder to another user, who may read it. Only a new folder gets the owner of its parent.
    @Test(.enabled(if: geteuid() == 0)) func theFolderOfTheAuditLogKeepsItsOwner() async throws {
        try await withFolder { folder in
            let log = AuditLog(folder: folder + "/audit", days: 90, logger: Logger(label: "test"))
            func write() throws -> Int? {
                log.append(entry(at: Date()))
                log.write()
                return try FileManager.default.attributesOfItem(atPath: folder + "/audit")[.ownerAccountID] as? Int
            }
            try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: folder)
            #expect(try write() == 65_534)
            try FileManager.default.setAttributes([.ownerAccountID: 65_533], ofItemAtPath: folder + "/audit")
            #expect(try write() == 65_533)
        }
    }

    /// A crash or a full disk leaves half a line. The next entry was joined to it and lost.
    @Test func anIncompleteLineOfTheAuditLogDoesNotDamageTheNextOne() async throws {
        try await withFolder { folder in
            let date = Date(timeIntervalSince1970: 1_800_000_000)
            func write(_ path: String) throws -> [String] {
                let log = AuditLog(folder: folder, days: 9_999, logger: Logger(label: "test"))
                log.append(entry(at: date, path: path))
                return try log.entries(AuditLog.Query()).map(\.path)
            }
            #expect(try write("/1") == ["/1"])
            let file = URL(filePath: "\(folder)/\(date.iso8601.prefix(10)).jsonl")
            let whole = try Data(contentsOf: file)
            for (end, kept) in [(whole.count, ["/1"]), (whole.count - 1, ["/1"]), (5, []), (0, [])] {
                try whole.prefix(end).write(to: file)
                #expect(try write("/2") == kept + ["/2"], "\(end) bytes")
            }
        }
    }

    /// The clock was ahead when links were revoked, and was set back: links made since then could not be revoked.
    @Test func linksAreRevokedAlsoAfterTheClockWasSetBack() async throws {
        try await withFolder { folder in
            let key = folder + "/link.key"
            let (activity, now) = (ActivityID(rawValue: 1), Date(timeIntervalSince1970: 1_000_000))
            try ActivityLinks(keyFile: key).revoke(activity, now: now + 86_400)
            for links in [try ActivityLinks(keyFile: key), try ActivityLinks(keyFile: key)] {
                let link = links.text(for: activity, until: now + 600, now: now)
                #expect(links.access(link, now: now) != nil)
                try links.revoke(activity, now: now)
                #expect(links.access(link, now: now) == nil)
                #expect(try ActivityLinks(keyFile: key).access(link, now: now) == nil)
            }
            // The next link would have to be created later than this.
            try Data(#"{"\#(activity)":9223372036854775807}"#.utf8).write(to: URL(filePath: key + ".revoked"))
            let refusal = ServiceError.badConfiguration(
                file: key + ".revoked", line: 0, reason: "a link was revoked after the year 9999")
            #expect(throws: refusal) { try ActivityLinks(keyFile: key) }
        }
    }

    /// A revocation at a time when the clock was ahead removed the earlier ones.
    @Test func revocationsSurviveAClockThatWasAhead() throws {
        let links = try ActivityLinks(keyFile: nil)
        let now = Date(timeIntervalSince1970: 1_000_000)
        let link = links.text(for: ActivityID(rawValue: 1), until: now + 600, now: now)
        try links.revoke(ActivityID(rawValue: 1), now: now)
        try links.revoke(ActivityID(rawValue: 2), now: now + 8 * 86_400)
        #expect(links.access(link, now: now) == nil)
    }

    /// A file that could not be read counted as missing, and the next change replaced it.
    @Test func aFileThatCannotBeReadIsRefused() async throws {
        try await withFolder { folder in
            // A folder can be opened, but not read.
            func refusal(_ path: String) -> ServiceError { .cannotRead(file: path, reason: "read: Is a directory") }
            for suffix in ["", ".revoked"] {
                let key = "\(folder)/link\(suffix.count).key"
                try FileManager.default.createDirectory(atPath: key + suffix, withIntermediateDirectories: true)
                #expect(throws: refusal(key + suffix)) { try ActivityLinks(keyFile: key) }
            }
            #expect(throws: refusal(folder)) { try DeadLetters(file: folder) }
            #expect(throws: refusal(folder)) { try DisabledWebhooks(file: folder) }
            var configuration = ServiceConfiguration()
            (configuration.createdWebhooks, configuration.tokens) = (folder, folder)
            #expect(throws: refusal(folder)) { try configuration.checkFiles() }
            let runtime = try LiveActivityRuntime(shards: 1, providers: TestService.providers)
            #expect(throws: refusal(folder)) { try WebhookRegistry(configuration, runtime, Logger(label: "test")) }
            await runtime.close()

            let key = folder + "/short.key"
            try Data("key".utf8).write(to: URL(filePath: key))
            let short = "it is not a key of 32 bytes. Without the file a new key is made, and existing links do not work"
            #expect(throws: ServiceError.badConfiguration(file: key, line: 0, reason: short)) {
                try ActivityLinks(keyFile: key)
            }
            #expect(try Data(contentsOf: URL(filePath: key)) == Data("key".utf8))
        }
    }

    @Test func theLinksOfAnActivityAreRevokedAlsoForTheNextProcess() async throws {
        try await withFolder { folder in
            let key = folder + "/link.key"
            let links = try ActivityLinks(keyFile: key, keptMax: 2)
            let (one, other) = (ActivityID(rawValue: 1), ActivityID(rawValue: 2))
            let now = Date(timeIntervalSince1970: 1_000_000)
            let texts = [one, other].map { links.text(for: $0, until: now + 604_800, now: now) }
            let access = try #require(links.access(texts[0], now: now))
            #expect(!links.isRevoked(access))
            try links.revoke(one, now: now)
            #expect(links.isRevoked(access))
            // A new link works, even if it is created in the same millisecond.
            let new = links.text(for: one, until: now + 604_800, now: now)
            for links in [links, try ActivityLinks(keyFile: key)] {
                #expect(links.access(texts[0], now: now) == nil)
                #expect(links.access(texts[1], now: now) != nil && links.access(new, now: now) != nil)
            }
            // A revocation is kept for as long as one of its links could be valid.
            try links.revoke(other, now: now + 604_800)
            #expect(links.access(texts[0], now: now) == nil)
            try links.revoke(other, now: now + 604_800.001)
            let stored = try JSONValue(parsing: [UInt8](Data(contentsOf: URL(filePath: key + ".revoked"))))
            #expect(stored.count == 1)
            try Data("no list".utf8).write(to: URL(filePath: key + ".revoked"))
            #expect(throws: ServiceError.self) { try ActivityLinks(keyFile: key) }
        }
    }

    @Test func aStreamOfALinkEndsWithinASecondOfItsRevocation() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let path = "/v1/activities/\(id)"
            let link = try await service.send(.POST, path + "/link", "{}")
            let header = [("Authorization", "Bearer \(try #require(link.json["access_token"]?.string))")]
            #expect(try await service.get(path, header).status == 200)
            let stream = try await service.stream("/v1/changes?activity=\(id)", header)
            #expect(stream.status == 200)
            #expect(try await service.send(.DELETE, path + "/link").status == 204)
            let end = try await stream.next()
            #expect(end?.name == "end" && end?.json["code"]?.string == "revoked")
            #expect(try await service.get(path, header).status == 401)
        }
    }

    @Test func aServiceBeyondLoopbackNeedsAToken() throws {
        var configuration = ServiceConfiguration()
        configuration.host = "0.0.0.0"
        #expect(throws: ServiceError.noToken(host: "0.0.0.0")) { try configuration.checkFiles() }
        configuration.host = "127.0.0.2"
        try configuration.checkFiles()
    }

    @Test func otherOriginsAreToldNothing() async throws {
        var configuration = ServiceConfiguration()
        configuration.origins = ["https://app.example"]
        try await TestService.run(configuration) { service in
            let other = try await service.get("/v1/kinds", [("Origin", "https://evil.example")])
            #expect(other.headers["Access-Control-Allow-Origin"] == [])
            let known = try await service.send(.OPTIONS, "/v1/activities", nil, [("Origin", "https://app.example")])
            #expect(known.headers["Access-Control-Allow-Origin"] == ["https://app.example"])
            #expect(known.headers["Access-Control-Allow-Methods"].first?.contains("POST") == true)
        }
    }

    @Test func aFileOfTokensThatCannotBeReadOpensNothing() async throws {
        try await withFolder { folder in
            let path = folder + "/tokens.json"
            try Data("{".utf8).write(to: URL(filePath: path))
            var configuration = ServiceConfiguration()
            configuration.tokens = path
            try await TestService.run(configuration) { service in
                let answer = try await service.get("/v1/activities")
                #expect(answer.status == 401)
            }
        }
    }

    @Test func onceThereWasATokenOneIsNeededUntilAnOperatorSaysOtherwise() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/tokens.json"
        #expect(!TokenFile(path: path).areNeeded)
        let (_, entry) = try TokenFile(path: path).create(name: "a", scope: .read)
        #expect(TokenFile(path: path).areNeeded)
        #expect(throws: TokenFile.Failure.self) { try TokenFile(path: path).forgetThatThereWereTokens() }
        #expect(TokenFile(path: path).areNeeded, "what was refused has changed nothing")
        // For every fault of the file, both for a process that has read the token before and for a new one.
        let running = TokenFile(path: path)
        #expect(running.areNeeded)
        try FileManager.default.removeItem(atPath: path)
        #expect(running.areNeeded && TokenFile(path: path).areNeeded)
        let (_, second) = try TokenFile(path: path).create(name: "b", scope: .read)
        #expect(entry.id != second.id)
        try TokenFile(path: path).revoke(second.id)
        #expect(TokenFile(path: path).areNeeded)
        try TokenFile(path: path).forgetThatThereWereTokens()
        #expect(!TokenFile(path: path).areNeeded)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        // A file of a version without the marker: an empty list proves that there was a token.
        try Data("[]".utf8).write(to: URL(filePath: path))
        #expect(TokenFile(path: path).areNeeded)
        try FileManager.default.removeItem(atPath: path)
        #expect(TokenFile(path: path).areNeeded)
        // An unreadable file may contain tokens.
        try Data("{".utf8).write(to: URL(filePath: path))
        #expect(throws: TokenFile.Failure.self) { try TokenFile(path: path).forgetThatThereWereTokens() }
    }

    @Test func beyondLoopbackATokenIsNeededAlsoWhenTheLastIsRevoked() throws {
        var configuration = ServiceConfiguration()
        configuration.host = "0.0.0.0"
        let runtime = try LiveActivityRuntime(shards: 1, providers: TestService.providers)
        #expect(throws: ServiceError.self) {
            try LiveActivityService(configuration, kinds: TestService.kinds(), runtime: runtime)
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = TokenFile(path: folder.appendingPathComponent("tokens.json").path)
        let (_, entry) = try file.create(name: "a", scope: .read)
        configuration.tokens = folder.appendingPathComponent("tokens.json").path
        let service = try LiveActivityService(configuration, kinds: TestService.kinds(), runtime: runtime)
        try file.revoke(entry.id)
        #expect(service.state.needsToken)
        runtime.close()
    }

    @Test func aStreamEndsWithItsToken() async throws {
        try await withFolder { folder in
            let file = TokenFile(path: folder + "/tokens.json")
            let (text, entry) = try file.create(name: "r", scope: .read)
            let writing = [("Authorization", "Bearer \(try file.create(name: "w", scope: .admin).text)")]
            var configuration = ServiceConfiguration()
            configuration.tokens = folder + "/tokens.json"
            try await TestService.run(configuration) { service in
                // A long interval does not delay the expiration.
                for path in ["/v1/changes", "/v1/changes?interval_s=3600"] {
                    let (text, entry) = path == "/v1/changes" ? (text, entry) : try file.create(name: "r", scope: .read)
                    while try await service.get("/v1/kinds", [("Authorization", "Bearer \(text)")]).status != 200 {}
                    let stream = try await service.stream(path, [("Authorization", "Bearer \(text)")])
                    _ = try await service.send(.POST, "/v1/activities", TestService.start(key: path), writing)
                    #expect(try await stream.next()?.name == "change")
                    try file.revoke(entry.id)
                    let end = try await stream.next()
                    #expect(end?.name == "end" && end?.json["code"]?.string == "revoked")
                    #expect(try await stream.next() == nil)
                }
                #expect(try await service.get("/v1/activities", writing).status == 200)
            }
        }
    }

    @Test func whoMayGoOnIsDecidedByTokenLinkAndTime() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = ServiceConfiguration()
        configuration.tokens = folder.appendingPathComponent("tokens.json").path
        let runtime = try LiveActivityRuntime(shards: 1, providers: TestService.providers)
        defer { runtime.close() }
        let state = try LiveActivityService(configuration, kinds: TestService.kinds(), runtime: runtime).state
        #expect(state.refusal(of: .everything) == nil)

        let now = Date(timeIntervalSince1970: 1_000_000)
        let link = try #require(state.links.access(state.links.text(for: ActivityID(rawValue: 1), until: now + 60), now: now))
        #expect(state.refusal(of: link, now: now + 59) == nil)
        #expect(state.refusal(of: link, now: now + 60)?.code == "expired")

        let tokens = TokenFile(path: folder.appendingPathComponent("tokens.json").path)
        let entry = try tokens.create(name: "a", scope: .read, expiresAt: now + 60, now: now).entry
        let other = try LiveActivityService(configuration, kinds: TestService.kinds(), runtime: runtime).state
        #expect(other.refusal(of: .everything)?.code == "unauthorized")
        let access = Access(name: entry.id, scope: .read, expiresAt: now + 60)
        #expect(other.refusal(of: access, now: now + 59) == nil)
        #expect(other.refusal(of: access, now: now + 60)?.code == "expired")
        var more = access
        more.scope = .admin
        #expect(other.refusal(of: more, now: now)?.code == "revoked", "the token allows less than it was let in with")
    }

    @Test func withoutTokensPagesOfOtherSitesChangeNothing() async throws {
        var configuration = ServiceConfiguration()
        configuration.origins = ["https://app.example"]
        try await TestService.run(configuration) { service in
            let id = try await service.start()
            let own = "http://127.0.0.1:\(service.port)"
            for headers in [
                [("Origin", "https://evil.example")], [("Origin", "null")], [("Sec-Fetch-Site", "cross-site")],
                [("Origin", "http://127.0.0.1:1")], [("Origin", own), ("Sec-Fetch-Site", "cross-site")],
            ] {
                for path in ["end", "dismiss"] {
                    let answer = try await service.send(.POST, "/v1/activities/\(id)/\(path)", nil, headers)
                    #expect(answer.status == 403 && answer.code == "foreignOrigin", "\(headers): \(answer.text)")
                }
            }
            #expect(try await service.get("/v1/activities/\(id)").json["state"]?.string == "active")
            #expect(try await service.get("/v1/activities", [("Host", "evil.example")]).code == "foreignHost")
            #expect(
                try await service.send(.POST, "/v1/activities/\(id)/end", nil, [("Host", "evil.example:80")]).code
                    == "foreignHost")

            #expect(try await service.get("/v1/activities", [("Host", "app.example")]).status == 200)
            for headers in [[("Origin", own)], [("Origin", "https://app.example")], [("Sec-Fetch-Site", "same-origin")], []] {
                let event = #"{"event":{"courierAssigned":{"name":"Max"}}}"#
                let answer = try await service.send(.POST, "/v1/activities/\(id)/events", event, headers)
                #expect(answer.status == 200, "\(headers): \(answer.text)")
            }
        }
    }

    @Test func namesOfThisMachineAreThoseOfLoopback() throws {
        for host in ["localhost", "LOCALHOST:8080", "a.localhost", "127.0.0.1", "127.255.0.1:1", "[::1]:8080", nil] {
            try RequestSite(host: host).check(isWriting: true, origins: [])
        }
        for host in ["localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "[::2]", "127.1", ""] {
            #expect(throws: Problem.self, "\(host)") {
                try RequestSite(host: host).check(isWriting: false, origins: [])
            }
        }
    }
}
#endif
