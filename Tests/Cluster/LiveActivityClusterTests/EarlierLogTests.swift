import Foundation
import LiveActivities
import LiveActivityTesting
import Testing

@testable import LiveActivityCluster

/// Logs of partitions written by releases, in `Tests/Stores`: all messages of ``EarlierLog/record()``, whose owner ended
/// without releasing the partition.
@Suite struct EarlierLogTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Stores").standardized

    /// The versions in the file names.
    private static let releases: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".log.json") }.map { String($0.dropLast(".log.json".count)) }.sorted()
    }()

    @Test func everyReleaseHasALog() {
        #expect(Self.releases.contains("0.2.0"), "Tests/Stores is not where this test looks for it")
    }

    @Test(arguments: releases) func aLogOfAReleaseIsContinuedByThisVersion(_ release: String) throws {
        let file = Self.folder.appending(path: "\(release).log.json")
        try check(JSONDecoder().decode(EarlierLog.self, from: Data(contentsOf: file)))
    }

    /// The log of this version is continued too. If `LIVE_ACTIVITIES_RECORD_LOG` names a file, it is written there, for
    /// `Tests/Stores`.
    @Test func thisVersionContinuesItsOwnLog() throws {
        let log = try EarlierLog.record()
        try check(log)
        guard let path = ProcessInfo.processInfo.environment["LIVE_ACTIVITIES_RECORD_LOG"] else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(log).write(to: URL(filePath: path))
    }

    /// The next owner has what was acknowledged, ignores a repeated event, and continues: from the whole log, and from the
    /// snapshot in it.
    private func check(_ recorded: EarlierLog) throws {
        for first in [1, recorded.first] {
            let log = MemoryPartitionLog()
            for (position, message) in recorded.messages.enumerated() {
                let message = LogMessage(id: message.id, bytes: Array(message.bytes))
                #expect(try log.append(message, after: LogPosition(position)) == LogPosition(position) + 1)
            }
            log.trim(through: first - 1)
            let story = PartitionStory(log: log)
            let (runtime, store) = try story.open("two")
            #expect(store.claim.epoch == 2)
            let anna = try #require(runtime.activities(of: "anna").first)
            let ben = try #require(runtime.activities(of: "ben").first)
            #expect(try story.numbers(anna, runtime) == [1, 2, 3])
            #expect(runtime.state(of: ben) == .ended)
            try story.send(3, anna, runtime)
            try story.send(4, anna, runtime)
            #expect(try story.numbers(anna, runtime) == [1, 2, 3, 4])
            #expect(try ![anna, ben].contains(story.start(runtime, "cleo")))
            try store.snapshot()
            runtime.close()
            let (third, _) = try story.open("three")
            #expect(try story.numbers(anna, third) == [1, 2, 3, 4])
            third.close()
        }
    }
}

/// The messages of a log, from position 1.
private struct EarlierLog: Codable {
    struct Message: Codable {
        var id: String
        var bytes: Data
    }

    /// The first position that is needed.
    var first: LogPosition
    var messages: [Message] = []

    static func record() throws -> EarlierLog {
        let log = MemoryPartitionLog()
        let story = PartitionStory(log: log)
        let (runtime, store) = try story.open("one")
        let anna = try story.start(runtime, "anna")
        try story.send(1, anna, runtime)
        let ben = try story.start(runtime, "ben")
        try story.send(2, anna, runtime)
        // The snapshot deletes them.
        let before = try log.read(after: 0, bytes: .max)
        let first = try store.snapshot() + 1
        try story.send(3, anna, runtime)
        _ = try runtime.apply(.end(.id(ben)))
        let entries = try before + log.read(after: first - 1, bytes: .max)
        return EarlierLog(
            first: first, messages: entries.map { Message(id: $0.message.id, bytes: Data($0.message.bytes)) })
    }
}
