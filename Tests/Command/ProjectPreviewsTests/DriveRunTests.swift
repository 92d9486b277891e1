#if Preview
import ActivityKit
import Foundation
import Testing

@testable import ProjectPreviews

/// The calls of `live-activities ios check --drive` to managers.
@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor struct DriveRunTests {
    struct Wash: ActivityAttributes {
        struct ContentState: Codable, Hashable { var cycle: String }
        var machine: Int
    }

    enum Failure: Error { case noWater }

    @MainActor final class Laundry {
        private var activity: Activity<Wash>?

        func start(machine: Int) throws {
            activity = try Activity.request(
                attributes: Wash(machine: machine), content: .init(state: .init(cycle: "wash"), staleDate: nil))
        }
        func spin(_ cycle: String) {
            Task.detached { [activity] in await activity?.update(.init(state: .init(cycle: cycle), staleDate: nil)) }
        }
        func finish() async { await activity?.end(nil, dismissalPolicy: .immediate) }
        func fail() throws { throw Failure.noWater }
        func hang() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        func nothing() {}
    }

    private func lines(patience: Int = 50, _ list: (PreviewList) -> Void) async throws -> [String] {
        var lines: [String] = []
        let previews = PreviewList()
        list(previews)
        let run = try DriveRun(SampleRequest(words: [], now: Date(timeIntervalSince1970: 0)), patience: patience) {
            lines.append($0)
        }
        await run.run(previews.managers)
        return lines
    }

    @Test func aStoryIsStartedUpdatedAndEnded() async throws {
        let lines = try await lines { list in
            list.drive("Laundry", file: "Laundry.swift") { drive in
                let manager = Laundry()
                drive.step("finish()", .end) { _ = await manager.finish() }
                drive.step("spin(_:)", .update) { manager.spin(try drive.value("cycle")) }
                drive.step("start(machine:)", .start) { _ = try manager.start(machine: drive.value("machine")) }
            }
        }
        #expect(
            lines == [
                "Laundry (Laundry.swift)", "  start(machine:)",
                #"    started     Wash {"machine":3}  {"cycle":"wash"}"#, "  spin(_:)",
                #"    updated     {"cycle":"Cycle 2"}"#, "  finish()", "    ended       removed at once", "    dismissed",
            ])
    }

    /// Each method that ends an activity is called with a running one.
    @Test func anActivityIsStartedAgainForEachEnd() async throws {
        let lines = try await lines { list in
            list.drive("Laundry", file: "Laundry.swift") { drive in
                let manager = Laundry()
                drive.step("start(machine:)", .start) { _ = try manager.start(machine: drive.value("machine")) }
                drive.step("finish()", .end) { _ = await manager.finish() }
                drive.step("cancel()", .end) { _ = await manager.finish() }
            }
        }
        #expect(
            lines.filter { !$0.hasPrefix("    ") } == [
                "Laundry (Laundry.swift)", "  start(machine:)", "  finish()", "  start(machine:)", "  cancel()",
            ])
    }

    /// An update ends the activity, so the next method needs a new one.
    @Test func nothingIsCalledOnWhatHasEnded() async throws {
        let lines = try await lines { list in
            list.drive("Laundry", file: "Laundry.swift") { drive in
                let manager = Laundry()
                drive.step("start(machine:)", .start) { _ = try manager.start(machine: drive.value("machine")) }
                drive.step("stop()", .update) { _ = await manager.finish() }
                drive.step("spin(_:)", .update) { manager.spin(try drive.value("cycle")) }
            }
            list.drive("Rinsing", file: "Laundry.swift") { drive in
                let manager = Laundry()
                drive.step("stop()", .update) {
                    try manager.start(machine: 7)
                    await manager.finish()
                }
                drive.step("spin(_:)", .update) { manager.spin(try drive.value("cycle")) }
            }
        }
        #expect(
            lines.filter { !$0.hasPrefix("    ") } == [
                "Laundry (Laundry.swift)", "  start(machine:)", "  stop()", "  start(machine:)", "  spin(_:)",
                "Rinsing (Laundry.swift)", "  stop()", "  spin(_:)",
            ])
        #expect(lines.last == "    is not called: no activity is running any more")
    }

    @Test func aParameterForAnIdentifierIsThatOfARunningActivity() async throws {
        var passed: [String] = []
        let lines = try await lines { list in
            list.drive("Laundry", file: "Laundry.swift") { drive in
                let manager = Laundry()
                drive.step("start(machine:)", .start) {
                    passed.append(try drive.value("id"))
                    try manager.start(machine: 7)
                }
                drive.step("update(activityId:)", .update) {
                    passed.append(try drive.value("activityId"))
                    passed += Activity<Wash>.activities.map(\.id)
                    passed.append(try drive.value("driverId"))
                }
            }
        }
        #expect(lines.contains("  update(activityId:)"))
        #expect(passed.count == 4 && passed[0] == "4711" && passed[1] == passed[2] && passed[3] == "4711")
    }

    @Test func whatFailsHangsOrDoesNothingIsSaid() async throws {
        let lines = try await lines(patience: 10) { list in
            list.drive("Laundry", file: "Laundry.swift") { drive in
                let manager = Laundry()
                drive.step("fail()", .start) { _ = try manager.fail() }
                drive.step("hang()", .update) { _ = await manager.hang() }
                drive.step("nothing()", .update) { manager.nothing() }
            }
            list.drive("Dryer", file: "Dryer.swift") { _ in throw Failure.noWater }
        }
        #expect(
            lines == [
                "Laundry (Laundry.swift)", "  fail()", "    threw       noWater", "  hang()", "    has not returned after 1 s",
                "  nothing()", "    no activity changes", "Dryer (Dryer.swift)", "  cannot be created: noWater",
            ])
    }

    enum Program: CaseIterable { case cotton, wool }
    enum Empty: CaseIterable {}

    @Test func valuesAreMadeOfWhatCanBeDecodedAndOfEnumerations() throws {
        let drive = Drive(SampleRequest(words: [], now: Date(timeIntervalSince1970: 0)))
        #expect(try drive.value("title") as String == "Title")
        #expect(try drive.value("endDate") as Date == Date(timeIntervalSince1970: 900))
        #expect(try drive.value("state") as Wash.ContentState == Wash.ContentState(cycle: "Cycle"))
        #expect(try drive.value("program") as Program == .cotton)
        #expect(throws: PreviewFailure.self) { try drive.value("none") as Empty }
    }
}
#endif
