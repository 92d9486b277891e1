import Foundation
import Testing

@testable import LiveActivityClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The file of the client, and what a response is.
struct ClientStateTests {
    /// Reports uploads, and answers none.
    private final class SilentCarrier: Carrier {
        let results: AsyncStream<UploadResult>
        private let continuation: AsyncStream<UploadResult>.Continuation
        let uploads: AsyncStream<String>
        private let uploaded: AsyncStream<String>.Continuation

        init() {
            (results, continuation) = AsyncStream.makeStream()
            (uploads, uploaded) = AsyncStream.makeStream()
        }

        func begin() {}
        func upload(_ body: Data, with request: URLRequest, id: String) {
            uploaded.yield(String(decoding: body, as: UTF8.self))
        }
        func load(_ request: URLRequest) async throws -> (Data, URLResponse) { throw URLError(.notConnectedToInternet) }
        func end() {
            continuation.finish()
            uploaded.finish()
        }
    }

    private func inFolder(_ body: (URL, URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder, folder.appending(path: "state.json"))
    }

    private func client(_ folder: URL, _ carrier: SilentCarrier, _ problems: AsyncStream<ClientProblem>.Continuation) throws
        -> LiveActivityClient
    {
        LiveActivityClient(
            try #require(URL(string: "https://example.com")), owner: "anna",
            app: ClientApp(bundle: "com.example.errand", environment: .production), folder: folder, carrier: carrier,
            onProblem: { problems.yield($0) })
    }

    /// As before the device is unlocked for the first time. Here a folder has the file's name.
    @Test func aStateThatCannotBeReadNowIsNotReplaced() async throws {
        try await inFolder { folder, file in
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            let carrier = SilentCarrier()
            let (problems, occurred) = AsyncStream.makeStream(of: ClientProblem.self)
            let client = try client(folder, carrier, occurred)
            await client.setPermission(false, for: .kind("errand"))
            await client.setPermission(true, for: .frequentUpdates)
            occurred.finish()
            var unavailable = 0
            for await problem in problems { if case .stateUnavailable = problem { unavailable += 1 } }
            #expect(unavailable == 1, "it is reported once")
            #expect(await client.pendingCount > 0)

            var kept = StoredState(
                service: "https://example.com", owner: "anna",
                installation: Installation(id: "phone", secret: String(repeating: "s", count: 32)))
            kept.pending = [StoredState.Pending(what: .permission(.all, isAllowed: false), sequence: 1)]
            kept.sequence = 1
            try FileManager.default.removeItem(at: file)
            try JSONEncoder().encode(kept).write(to: file)
            await client.resume()
            #expect(await client.installation == "phone")
            let now = try JSONDecoder().decode(StoredState.self, from: Data(contentsOf: file))
            #expect(
                now.pending.map(\.what) == [
                    .permission(.all, isAllowed: false), .permission(.kind("errand"), isAllowed: false),
                    .permission(.frequentUpdates, isAllowed: true),
                ])
            var sent: [String] = []
            for await body in carrier.uploads {
                sent.append(body)
                if sent.count == 3 { break }
            }
            #expect(sent.count == 3)
        }
    }

    @Test func aFileWithoutAStateIsKept() async throws {
        try await inFolder { folder, file in
            try Data("{\"version\":".utf8).write(to: file)
            let (problems, occurred) = AsyncStream.makeStream(of: ClientProblem.self)
            let client = try client(folder, SilentCarrier(), occurred)
            await client.setPermission(false)
            let aside = folder.appending(path: "state-unreadable.json")
            #expect(try String(contentsOf: aside, encoding: .utf8) == "{\"version\":")
            #expect(FileManager.default.fileExists(atPath: file.path))
            var first = problems.makeAsyncIterator()
            guard case .stateUnreadable(let path, _) = await first.next() else {
                Issue.record("another problem")
                return
            }
            #expect(path == aside.path)
        }
    }

    @Test func aResponseOfAProxyIsForeign() throws {
        let url = try #require(URL(string: "https://example.com/v1/permission"))
        func answer(_ status: Int, _ headers: [String: String], _ body: String) -> Answer {
            Answer(
                HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers),
                body: Data(body.utf8))
        }
        let (json, problem, page) = (
            ["Content-Type": "application/json; charset=utf-8"], ["Content-Type": "application/problem+json"],
            ["Content-Type": "text/html"]
        )
        #expect(answer(200, json, "{}") == .response(status: 200))
        #expect(answer(204, [:], "") == .response(status: 204))
        #expect(
            answer(404, problem, #"{"type":"urn:live-activities:problem:gone","code":"gone","detail":"it is gone"}"#)
                == .response(status: 404, code: "gone", detail: "it is gone"))
        let reason = "not a response of the service, but text/html"
        #expect(answer(200, page, "<html>") == .foreign(status: 200, reason: reason))
        #expect(
            answer(202, problem, #"{"type":"urn:live-activities:problem:notDurable","code":"notDurable"}"#)
                == .response(status: 202, code: "notDurable"))
        // A gateway has problems of its own.
        #expect(
            answer(404, problem, #"{"type":"about:blank","code":"NotFound"}"#)
                == .foreign(status: 404, reason: "not a response of the service, but application/problem+json"))
        #expect(answer(404, page, "<html>") == .foreign(status: 404, reason: reason))
        #expect(
            answer(503, page.merging(["Retry-After": "7"]) { $1 }, "<html>")
                == .foreign(status: 503, reason: reason, retryAfter: 7))
        #expect(
            answer(302, ["Location": "/login"], "")
                == .foreign(status: 302, reason: "a redirect to /login, which is not followed"))
    }
}
