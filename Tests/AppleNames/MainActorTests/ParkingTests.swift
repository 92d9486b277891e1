import ActivityKit
import Foundation
import LiveActivitySurfaces
import LiveActivityTesting
import SwiftUI
import Testing

/// A module that isolates everything to the main actor by default, like new projects of Xcode 26, compiles and works unchanged.
@Suite struct ParkingTests {
    @Test func aManagerOfTheMainActorRunsItsActivity() async throws {
        let clock = ManualClock(now: Date(timeIntervalSince1970: 1_800_000_000))
        let runtime = try LiveActivityRuntime(clock: clock)
        try await LiveActivityRuntime.$current.withValue(runtime) {
            let manager = ParkingManager()
            try manager.park("B-AN 123", in: .garage)
            // The push was also encoded outside of the main actor.
            let watching = Task { await manager.watch() }
            while manager.fees.isEmpty { try Task.checkCancellation(); await Task.yield() }
            await manager.charge(250)
            while manager.fees.count < 2 { try Task.checkCancellation(); await Task.yield() }
            await manager.leave()
            await watching.value
            #expect(manager.fees == ["0.00", "2.50", "2.50"])
            #expect(Activity<ParkingAttributes>.activities.isEmpty)
        }
    }

    @Test func itsValuesAreCodedOnAnotherThread() async throws {
        let clock = ManualClock(now: Date(timeIntervalSince1970: 1_800_000_000))
        let kinds = [AnyProvider(kind: "parking", attributes: ParkingAttributes.self)]
        let runtime = try LiveActivityRuntime(clock: clock, providers: kinds)
        let state = ParkingAttributes.ContentState(fee: Fee(cents: 199), phase: .running)
        let id = try await runtime.start(
            ParkingAttributes(plate: "M-X 1", zone: .street), content: ActivityContent(state: state, staleDate: nil),
            owner: "ada")
        let bytes = try await Task.detached { try runtime.record(of: id)?.content.state.bytes }.value
        #expect(String(decoding: try #require(bytes), as: UTF8.self) == #"{"fee":{"cents":199},"phase":"running"}"#)
        #expect(runtime.content(of: id, as: ParkingAttributes.self)?.state.fee.text == "1.99")
    }

    @Test func itsWidgetIsDrawn() throws {
        let look = try #require(ActivityLook<ParkingAttributes>(ParkingWidget()))
        let state = ParkingAttributes.ContentState(fee: Fee(cents: 505), phase: .paid)
        let context = ActivityViewContext(
            attributes: ParkingAttributes(plate: "B 1", zone: .street), state: state, isStale: false, activityID: "1")
        let island = try look.dynamicIsland(context, in: EnvironmentValues())
        guard case .text(let text) = island.compactTrailing.content, case .string(let fee)? = text.runs.first?.content else {
            Issue.record("no text: \(island.compactTrailing)")
            return
        }
        #expect(fee == "5.05")
    }
}
