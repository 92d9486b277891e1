#if SQLite
import Foundation
import LiveActivities
import LiveActivitySQLite
import Testing

@testable import LiveActivitiesCLI

/// Stores written by releases, in `Tests/Stores`. Each has the first twelve commands of `Examples/Data/day.jsonl` and their
/// journal.
@Suite struct EarlierStoreTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Stores").standardized

    /// The versions in the file names.
    private static let releases: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(".sqlite".count)) }.sorted()
    }()

    @Test func everyReleaseHasAStore() {
        #expect(Self.releases.contains("0.2.0"), "Tests/Stores is not where this test looks for it")
    }

    /// The rest of the day gives the same changes as an uninterrupted run, and the journal continues across both versions.
    @Test(arguments: releases) func aStoreOfAReleaseIsContinuedByThisVersion(_ release: String) throws {
        let day = try project("Examples/Data/day.jsonl").split(separator: 0x0A)
        func part(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }
        let folder = try Folder()
        let path = folder.path("day.sqlite")
        try FileManager.default.copyItem(atPath: Self.folder.appending(path: "\(release).sqlite").path, toPath: path)

        let reading = try SQLiteStore(reading: path)
        #expect(try reading.check().damage == [])
        reading.close()

        let whole = try CommandRun(["run", "--virtual-time", "--drain"], input: part(day[...]))
        let morning = try CommandRun(["run", "--virtual-time"], input: part(day[..<12]))
        let evening = try CommandRun(
            ["run", "--virtual-time", "--journal", "--drain", "--store", path], input: part(day[12...]))
        #expect(try morning.story + evening.story == whole.story)
        #expect(morning.output + evening.output == whole.output)
        #expect(evening.problems == whole.problems)

        let replay = try SQLiteStore(reading: path).replay(with: Registry.plugins.providers)
        #expect(replay.commands == day.count)
        #expect(replay.differences == [])
    }
}
#endif
