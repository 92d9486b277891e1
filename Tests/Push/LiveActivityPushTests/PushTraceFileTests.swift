#if Push
import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivityPush

@Suite struct PushTraceFileTests {
    private let activity = ActivityID(rawValue: 0xAB)
    private let noon = Date(timeIntervalSince1970: 1_781_956_800)  // 2026-06-20 12:00 UTC

    private func step(_ number: Int, _ at: Date) -> PushTraceEntry {
        PushTraceEntry(at: at, installation: "phone", sequence: UInt64(number), step: .described("step \(number)"))
    }

    @Test func stepsAreKeptForTheDaysThatAreSetAlsoOverARestart() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("trace.jsonl").path
        var file = try PushTraceFile(path: path, days: 2, now: noon)
        for day in 0...3 {
            let now = noon.addingTimeInterval(Double(day) * 86_400)
            // The third day begins in another process.
            if day == 2 {
                try FileManager.default.setAttributes(
                    [.modificationDate: now.addingTimeInterval(-86_400)], ofItemAtPath: path)
                file = try PushTraceFile(path: path, days: 2, now: now)
            }
            file.append([(activity, step(day, now)), (ActivityID(rawValue: 0xABC), step(99, now))], now: now)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "trace.jsonl", "trace.jsonl.2026-06-21", "trace.jsonl.2026-06-22",
            ])
        #expect(file.steps(of: activity) == (1...3).map { step($0, noon.addingTimeInterval(Double($0) * 86_400)) })
        #expect(file.steps(of: ActivityID(rawValue: 0xA)) == [])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(throws: PushError.self) { try PushTraceFile(path: folder.path + "/none/trace", days: 1) }
    }

    /// The file of a new day could not be opened, and the steps of the whole day were lost.
    @Test func aFileThatCouldNotBeOpenedIsOpenedByTheNextSteps() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("trace.jsonl").path
        let file = try PushTraceFile(path: path, days: 2, now: noon)
        try FileManager.default.removeItem(at: folder)
        let next = noon + 86_400
        file.append([(activity, step(1, next))], now: next)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file.append([(activity, step(2, next))], now: next)
        #expect(file.steps(of: activity) == [step(2, next)])
    }

    /// Earlier versions removed every day's file when the clock was ahead.
    @Test func aClockThatIsAheadRemovesNoMoreThanTheNextDayWould() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("trace.jsonl").path
        let file = try PushTraceFile(path: path, days: 3, now: noon)
        func append(_ number: Int, day: Double) {
            let now = noon.addingTimeInterval(day * 86_400)
            file.append([(activity, step(number, now))], now: now)
        }
        for day in 0...2 { append(day, day: Double(day)) }
        append(3, day: 92)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "trace.jsonl", "trace.jsonl.2026-06-20", "trace.jsonl.2026-06-21", "trace.jsonl.2026-06-22",
            ])
        append(4, day: 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "trace.jsonl", "trace.jsonl.2026-06-21", "trace.jsonl.2026-06-22", "trace.jsonl.2026-09-20",
            ])
        #expect(Set(file.steps(of: activity).map(\.sequence)) == [1, 2, 3, 4])
    }

    /// A crash or a full disk leaves half a line. The next step was joined to it and lost.
    @Test func anIncompleteLineDoesNotDamageTheNextOne() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try PushTraceFile(path: path, days: 2).append([(activity, step(1, noon))])
        let whole = try Data(contentsOf: URL(filePath: path))
        for end in [whole.count, whole.count - 1, 5, 0] {
            try whole.prefix(end).write(to: URL(filePath: path))
            let file = try PushTraceFile(path: path, days: 2)
            file.append([(activity, step(2, noon))])
            #expect(file.steps(of: activity) == (end > 5 ? [step(1, noon)] : []) + [step(2, noon)], "\(end) bytes")
        }
    }
}
#endif
