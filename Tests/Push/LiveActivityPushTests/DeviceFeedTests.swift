#if Push
import Foundation
import LiveActivityCore
import LiveActivityPush
import Testing

/// The file with the registrations of apps, across several processes.
@Suite struct DeviceFeedTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("feed-\(UUID().uuidString)").path

    private func write(_ lines: [String]) throws {
        try Data(lines.map { #"{"installation":"\#($0)","heard":true}"# + "\n" }.joined().utf8).write(to: URL(filePath: path))
    }

    private func names(_ entries: [DeviceFeed.Entry]) -> [String] {
        entries.map { if case .heard(let id) = $0 { id.rawValue } else { "?" } }
    }

    @Test func aLineIsReadOnceAlsoByTheNextProcess() throws {
        defer { for suffix in ["", ".position"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        try write(["a", "b"])
        var feed = DeviceFeed(path: path, keepsPosition: true)
        #expect(names(try feed.readNew()) == ["a", "b"])
        // The process is killed before the ledger has stored them.
        feed = DeviceFeed(path: path, keepsPosition: true)
        #expect(names(try feed.readNew()) == ["a", "b"])
        try feed.keepPosition()
        try write(["a", "b", "c"])
        feed = DeviceFeed(path: path, keepsPosition: true)
        #expect(names(try feed.readNew()) == ["c"])
        // The file is replaced by another one.
        try write(["d"])
        #expect(names(try feed.readNew()) == ["d"])
        var other = DeviceFeed(path: path)
        #expect(names(try other.readNew()) == ["d"])
    }

    /// Apps that report to such a file got no pushes, and nothing said why.
    @Test(arguments: [false, true]) func aFileThatCannotBeReadIsReportedOnce(isFolder: Bool) throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var feed = DeviceFeed(path: path)
        #expect(try feed.readNew() == [], "it need not exist yet")
        for _ in 0..<2 {
            if isFolder {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            } else {
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
            }
            #expect(throws: PushError.self) { try feed.readNew() }
            #expect(try feed.readNew() == [])
            try FileManager.default.removeItem(atPath: path)
            try write(["a"])
            feed = DeviceFeed(path: path)
            #expect(names(try feed.readNew()) == ["a"])
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func aDamagedPositionCountsAsNone() throws {
        defer { for suffix in ["", ".position"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        try write(["a"])
        for position in ["-1 1", "0 -1", "3 9223372036854775807", "9223372036854775807 0", "1", "a b", ""] {
            try Data(position.utf8).write(to: URL(filePath: path + ".position"))
            var feed = DeviceFeed(path: path, keepsPosition: true)
            #expect(names(try feed.readNew()) == ["a"], "\(position)")
        }
    }
}
#endif
