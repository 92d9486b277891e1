#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Testing

@testable import ProjectPreviews

/// Two runs of `live-activities ios previews`, the second with `--compare`.
@Suite struct PreviewComparisonTests {
    private let before: URL
    private let now: URL

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "comparison-\(UUID().uuidString)")
        (before, now) = (folder.appending(path: "before"), folder.appending(path: "now"))
    }

    private func withRuns(_ pictures: [String: [UInt8]], _ body: (PreviewComparison) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: before.deletingLastPathComponent()) }
        var entry = PreviewIndex.Entry(PreviewPlace(name: "Card", file: "Card.swift", line: 1), isSample: false)
        for (path, bytes) in pictures {
            let file = before.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
            entry.pictures.append(
                .init(name: "card", state: "", surface: "view", scheme: "light", textSize: "large", file: path, width: 10))
        }
        let index = try JSONEncoder().encode(PreviewIndex(previews: [entry]))
        try index.write(to: before.appending(path: "index.json"))
        try body(PreviewComparison(before: before, now: now))
    }

    /// A white image with a black rectangle.
    private func picture(_ width: Double, _ height: Double, black: CGRect = .zero) -> [UInt8] {
        func layer(_ shade: Double, _ rect: CGRect) -> Picture.Layer {
            let color = ResolvedColor(red: shade, green: shade, blue: shade)
            return Picture.layer(ViewNode(.paint(.color(color))), rect, at: Date(timeIntervalSinceReferenceDate: 0))
        }
        let size = CGSize(width: width, height: height)
        let layers = [layer(1, CGRect(origin: .zero, size: size))] + (black.isEmpty ? [] : [layer(0, black)])
        return Picture(size: size, layers: layers, at: Date(timeIntervalSinceReferenceDate: 0)).png(scale: 1)
    }

    @Test func whatIsAsBeforeHasNoDifference() throws {
        let path = "pictures/card/light.png"
        try withRuns([path: picture(10, 10)]) { (runs) throws in
            #expect(try runs.difference(of: picture(10, 10), in: path) == nil)
            #expect(!FileManager.default.fileExists(atPath: now.path))
        }
    }

    @Test func theShareIsThatOfTheDifferingPixelsAndAPictureShowsThem() throws {
        let path = "pictures/card/light.png"
        try withRuns([path: picture(10, 10)]) { (runs) throws in
            let new = picture(10, 10, black: CGRect(x: 2, y: 0, width: 5, height: 4))
            let difference = try #require(try runs.difference(of: new, in: path))
            #expect(difference == PreviewDifference(share: 0.2, file: "differences/card/light.png"))
            let sheet = try Data(contentsOf: now.appending(path: "differences/card/light.png"))
            let decoded = try #require(PNG.decode([UInt8](sheet), premultiplied: false))
            #expect(decoded.width == 30 && decoded.height == 10)
            func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(decoded.pixels[(y * 30 + x) * 4..<(y * 30 + x) * 4 + 4]) }
            // Blue, green, red, opacity of: the earlier image (white), the current one (black), the difference (red), and its
            // unchanged part.
            #expect(
                [pixel(3, 1), pixel(13, 1), pixel(23, 1)] == [[255, 255, 255, 255], [0, 0, 0, 255], [40, 30, 220, 255]])
            #expect(pixel(29, 9) == [255, 255, 255, 255])
        }
    }

    /// The area that only one of the images has counts as different.
    @Test func aPictureOfAnotherSizeDiffersByWhatIsNew() throws {
        let path = "pictures/card/light.png"
        try withRuns([path: picture(10, 10)]) { (runs) throws in
            #expect(try runs.difference(of: picture(10, 20), in: path)?.share == 0.5)
        }
    }

    @Test func whatIsNewDiffersWhollyAndWhatIsNoLongerDrawnIsGone() throws {
        try withRuns(["pictures/card/light.png": picture(4, 4), "pictures/card/dark.svg": Array("<svg/>".utf8)]) {
            (runs) throws in
            #expect(try runs.difference(of: picture(4, 4), in: "pictures/other/light.png") == PreviewDifference(share: 1))
            #expect(try runs.difference(of: Array("<svg/>".utf8), in: "pictures/card/dark.svg") == nil)
            #expect(try runs.difference(of: Array("<svg />".utf8), in: "pictures/card/dark.svg") == PreviewDifference(share: 1))
            #expect(runs.gone(in: PreviewIndex()).sorted() == ["pictures/card/dark.svg", "pictures/card/light.png"])
        }
    }

    @Test func aFolderWithoutPreviewsIsRefused() {
        #expect(throws: PreviewFailure.self) { _ = try PreviewComparison(before: before, now: now) }
    }
}
#endif
