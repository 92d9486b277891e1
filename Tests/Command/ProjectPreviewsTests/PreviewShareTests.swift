#if Preview
import Foundation
import Testing

@testable import ProjectPreviews

/// The processes that draw one project's previews together.
@Suite struct PreviewShareTests {
    @Test(arguments: 1...5) func eachPreviewIsInOneShare(count: Int) {
        for preview in 0..<20 {
            let shares = (0..<count).filter { PreviewShare(index: $0, count: count).contains(preview) }
            #expect(shares == [preview % count])
        }
    }

    @Test func aShareIsItsArgument() throws {
        let share = PreviewShare(index: 1, count: 3)
        #expect(try PreviewShare(parsing: share.argument) == share)
        for wrong in ["", "1", "3/3", "-1/2", "a/b", "1/2/3"] {
            #expect(throws: PreviewFailure.self) { try PreviewShare(parsing: wrong) }
        }
    }

    @Test func fewPreviewsAreDrawnByOneProcess() {
        #expect([0, 7, 8, 11, 12, 100].map { PreviewCrew.processes(previews: $0, cores: 4) } == [1, 1, 2, 2, 3, 4])
        #expect(PreviewCrew.processes(previews: 100, cores: 1) == 1)
    }

    @Test func aResultIsReadOnceByTheProcessThatWaitsForIt() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "share-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let request = folder.appending(path: "request.json")
        let share = PreviewShare(index: 1, count: 2)
        var result = PreviewShare.Result()
        result.entries[3] = PreviewIndex.Entry(PreviewPlace(name: "Card", file: "Card.swift", line: 1), isSample: false)
        result.unknownSymbols = ["no.such.symbol"]
        try share.write(result, for: request)
        #expect(try share.read(for: request) == result)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(throws: (any Error).self) { try share.read(for: request) }
    }
}
#endif
