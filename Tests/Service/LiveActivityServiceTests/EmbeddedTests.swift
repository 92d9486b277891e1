#if Service
import AsyncHTTPClient
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import NIOCore
import NIOHTTP1
import Testing

@testable import LiveActivityService

/// A process with a runtime, its telemetry, a consumer and a server in one group, as in `EmbeddingInAService`: ended by
/// SIGTERM, and killed.
@Suite(
    .enabled(if: EmbeddedProcess.exists, "the product ServiceDriver is not built beside the tests"), .timeLimit(.minutes(10)))
struct EmbeddedTests {
    @Test func sigtermEndsTheGroupWhenTheConsumerHasTakenEverything() async throws {
        try await withFolder { folder in
            let process = try EmbeddedProcess(store: folder + "/store.db")
            try await process.start(owners: ["anna", "ben"])
            #expect(process.end(SIGTERM) == ["started anna", "started ben", "ended"])
            #expect(process.status == .exited(0))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["store.db"], "the store is closed")

            // The delivered change was acknowledged, so it is not delivered again.
            let next = try EmbeddedProcess(store: folder + "/store.db")
            try await next.start(owners: ["carl"])
            #expect(next.end(SIGTERM) == ["started carl", "ended"])
            #expect(next.status == .exited(0))
        }
    }

    @Test func afterAKillTheConsumerIsGivenWhatWasAnswered() async throws {
        try await withFolder { folder in
            let process = try EmbeddedProcess(store: folder + "/store.db")
            try await process.start(owners: ["anna", "ben"])
            let before = process.end(SIGKILL)
            #expect(process.status == .killed(SIGKILL))

            let next = try EmbeddedProcess(store: folder + "/store.db")
            let after = next.end(SIGTERM)
            #expect(next.status == .exited(0))
            // Each change at least once, and the last line is `ended`.
            #expect(Set(before + after) == ["started anna", "started ben", "ended"])
            #expect(after.last == "ended")
        }
    }
}

/// The driver's `embedded` command, as a running process.
private final class EmbeddedProcess {
    enum Status: Equatable {
        case exited(Int32)
        case killed(Int32)
    }

    struct NotListening: Error { var said: String }

    static let url = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ServiceDriver")
    static var exists: Bool { FileManager.default.isExecutableFile(atPath: url.path) }

    private let process = Process()
    private let output = Pipe()
    private var port = 0
    private var text = ""

    init(store: String) throws {
        process.executableURL = Self.url
        process.arguments = ["embedded", store]
        process.standardOutput = output
        try process.run()
        // Only the child may keep the pipe open; otherwise its end would never be read.
        try output.fileHandleForWriting.close()
        // Changes that wait for the consumer may be printed before the port.
        var found: Int?
        while found == nil {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first { $0.hasPrefix("port ") }
            found = line.flatMap { Int($0.dropFirst("port ".count)) }
        }
        guard let found else {
            kill(process.processIdentifier, SIGKILL)
            throw NotListening(said: text)
        }
        port = found
    }

    /// Starts a delivery for each owner. Each start is answered, so it is stored.
    func start(owners: [String]) async throws {
        for owner in owners {
            let answer = try await TestService.send(port: port, TestService.start(owner: owner))
            #expect(answer == 201)
        }
    }

    /// Sends a signal, and returns the lines that the process prints until it ends.
    func end(_ signal: Int32) -> [String] {
        kill(process.processIdentifier, signal)
        text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("port ") }
    }

    var status: Status {
        process.terminationReason == .exit ? .exited(process.terminationStatus) : .killed(process.terminationStatus)
    }
}

extension TestService {
    /// Sends a start to the service of another process.
    fileprivate static func send(port: Int, _ body: String) async throws -> Int {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/v1/activities")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: body))
        let status: Int
        do { status = Int(try await client.execute(request, timeout: .seconds(60)).status.code) } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
        return status
    }
}
#endif
