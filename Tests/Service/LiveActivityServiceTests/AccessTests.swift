#if Service
import Foundation
import LiveActivities
import LiveActivityCore
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
                // EventSource sets no headers; only what reads takes a token from the address.
                #expect(try await service.get("/v1/activities?access_token=\(reading)").status == 200)
                #expect(try await service.send(.POST, "/v1/activities?access_token=\(writing)", start).status == 401)
            }
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
        let text = links.text(for: id, until: now + 60)
        #expect(links.access(text, now: now + 59) == Access(name: "link", scope: .read, activity: id, expiresAt: now + 60))
        #expect(links.access(text, now: now + 60) == nil)
        #expect(links.access(text.replacing("_1000060_", with: "_1000061_"), now: now) == nil)
        #expect(try ActivityLinks(keyFile: nil).access(text, now: now) == nil)
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
        // Whatever becomes of the file, in a process that knew the token and in one that did not.
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
        // A file of a version that left no mark: there was a token, too.
        try Data("[]".utf8).write(to: URL(filePath: path))
        #expect(TokenFile(path: path).areNeeded)
        try FileManager.default.removeItem(atPath: path)
        #expect(TokenFile(path: path).areNeeded)
        // One that cannot be read may have some.
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
}
#endif
