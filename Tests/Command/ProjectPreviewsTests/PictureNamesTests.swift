#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import PreviewRequests
import SwiftUI
import Testing
import WidgetKit

@testable import ProjectPreviews

/// The file names of pictures, by which two runs are compared.
@Suite @MainActor struct PictureNamesTests {
    /// A preview of which each state has another width.
    private struct Stages: ProjectPreview {
        let place = PreviewPlace(name: String(repeating: "烤箱", count: 60), file: "Oven.swift", line: 7)
        let states: [(name: String, width: Double)]
        var attributesType: (any ActivityAttributes.Type)? { nil }

        func states(_ list: PreviewList, _ look: PreviewLook) async throws -> [PreviewState] {
            states.map { name, width in
                PreviewState(name: name) { environment in
                    let node = try ViewNode(resolving: Color.red, in: environment)
                    let layer = Picture.layer(node, CGRect(x: 0, y: 0, width: width, height: 9), at: environment.now)
                    return Picture(size: CGSize(width: width, height: 9), layers: [layer], at: environment.now)
                }
            }
        }
    }

    private func draw(_ states: [(String, Double)], in folder: URL, comparing before: URL? = nil) async throws
        -> [PreviewIndex.Picture]
    {
        var request = PreviewRequest(out: folder, now: Date(timeIntervalSince1970: 0))
        request.compared = before
        let (file, share) = (folder.appending(path: "request.json"), PreviewShare(index: 0, count: 1))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let list = PreviewList()
        list.previews.append(Stages(states: states))
        try await PreviewRun(request, reportsAssets: false).draw(list, share, for: file)
        let entries = try share.result(for: file).entries.map(\.value)
        #expect(entries.map(\.failure) == [nil])
        try JSONEncoder().encode(PreviewIndex(previews: entries)).write(to: folder.appending(path: "index.json"))
        return entries.flatMap(\.pictures)
    }

    /// Attributes and the state of an activity may have equally named properties, and previews of a provider equal names.
    @Test func eachPictureHasAFileOfItsOwnThatLaterRunsKeep() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let long = String(repeating: "a long name ", count: 12)
        let names = ["late", "late", "Late", "late 2", "", "", long + "1", long + "2", String(repeating: "烤箱", count: 60)]
        let states = names.enumerated().map { ($1, Double(20 + $0)) }
        let first = try await draw(states, in: folder.appending(path: "1"))
        #expect(Set(first.map { $0.file.lowercased() }).count == names.count * 2)
        #expect(first.prefix(6).map(\.state) == ["late", "late 2", "Late", "late 2 2", "", "2"])
        #expect(Set(first.map(\.name)).count == names.count * 2, "each picture has a caption of its own")
        #expect(first.first.map { $0.file.hasSuffix("/late-view-light.png") } == true)
        #expect(first.first { $0.scheme == "dark" }.map { $0.file.hasSuffix("/late-view-dark.png") } == true)
        for picture in first {
            let png = try Data(contentsOf: folder.appending(path: "1").appending(path: picture.file))
            #expect(PNG.decode([UInt8](png), premultiplied: false)?.width == Int(picture.width) * 2)
        }
        let second = try await draw(
            [("early", 10)] + states, in: folder.appending(path: "2"), comparing: folder.appending(path: "1"))
        #expect(second.filter { $0.difference != nil }.map(\.state) == ["early", "early"])
    }
}
#endif
