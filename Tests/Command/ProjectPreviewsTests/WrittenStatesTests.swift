#if Preview
import ActivityKit
import Foundation
import SwiftUI
import Testing
import WidgetKit

@testable import IOSProjects
@testable import ProjectPreviews
@testable import PreviewRequests

private struct Ride: ActivityAttributes {
    struct ContentState: Codable, Hashable { var step: String }
    var number: Int
}

private struct RideWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: Ride.self) { context in
            Text(context.state.step)
        } dynamicIsland: { _ in
            DynamicIsland {
            } compactLeading: {
            } compactTrailing: {
            } minimal: {
            }
        }
    }
}

@Suite @MainActor struct WrittenStatesTests {
    @Test func theStatesOfAFileAreDrawnBesideThePreviewsOfTheirType() async throws {
        let written = #"[{"type": "Ride", "attributes": {"number": 7}, "states": {"late": {"step": "b"}}}]"#
        let entries = try await entries(written: written)
        #expect(entries.map(\.title) == ["Card · Ride.swift:3", "Ride · --states"])
        #expect(entries.last.map { Set($0.pictures.map(\.state)) } == ["late"])
    }

    @Test func withoutStatesOfItsTypeOnlyThePreviewIsDrawn() async throws {
        let other = #"[{"type": "Order", "attributes": {}, "states": {}}]"#
        #expect(try await entries(written: other).map(\.name) == ["Card"])
        #expect(try await entries(written: nil).map(\.name) == ["Card"])
    }

    private func entries(written: String?) async throws -> [PreviewIndex.Entry] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "states-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var request = PreviewRequest(out: folder.appending(path: "out"), now: Date(timeIntervalSince1970: 0))
        (request.surfaces, request.states) = (["lockScreen.iPhone393"], written.map { Data($0.utf8) })
        let list = PreviewList()
        list.begin("Ride.swift", line: 3)
        list.preview("Card", as: .content, using: Ride(number: 1), widget: { RideWidget() }) {
            Ride.ContentState(step: "a")
        }
        let (file, share) = (folder.appending(path: "request.json"), PreviewShare(index: 0, count: 1))
        try await PreviewRun(request, reportsAssets: false).draw(list, share, for: file)
        return try share.result(for: file).entries.sorted { $0.key < $1.key }.map(\.value)
    }
}
#endif
