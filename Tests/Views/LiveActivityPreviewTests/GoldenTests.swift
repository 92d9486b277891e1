#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Testing

/// Pictures look as they did. `SLA_RECORD_GOLDEN=1 swift test --traits Preview --filter GoldenTests` draws them anew; look at them then.
///
/// Fonts differ between releases of a system: a pixel may differ by 40 of 255 in a channel, and one pixel in fifty by more than that.
@Suite(.enabled(if: PreviewResources.missing.isEmpty, "fonts or icons are missing: Scripts/setup installs them"))
struct GoldenTests {
    static let channelTolerance = 40
    static let shareTolerance = 0.02

    @Test(arguments: Specimen.all) func picturesLookAsTheyDid(specimen: Specimen) throws {
        let golden = Golden(name: specimen.name)
        let picture = specimen.picture
        if Golden.isRecording { return try golden.record(picture) }
        let difference = try golden.difference(from: picture)
        #expect(
            difference.share <= Self.shareTolerance,
            "\(specimen.name): \(difference.share * 100) % of the pixels differ; look at \(difference.report)")
    }

    /// The comparison itself would find a word that is missing, and one that moved by a point.
    @Test func aComparisonFindsWhatPeopleWouldSee() throws {
        let white = Paint.color(ResolvedColor(red: 1, green: 1, blue: 1))
        func picture(_ word: String, x: Double) -> Picture {
            let run = TextRun(.string(word), font: ResolvedFont(size: 17, weight: 600), paint: white)
            let text = ViewNode(.text(TextNode(runs: [run])), effects: [.offset(x: x, y: 0)])
            return Picture(text, size: CGSize(width: 90, height: 24), at: Specimen.now)
        }
        let reference = picture("Arrived", x: 0).pixels(scale: 2)
        func share(_ other: Picture) -> Double { Golden.compare(reference, other.pixels(scale: 2)).share }
        #expect(share(picture("Arrived", x: 0)) == 0)
        #expect(share(picture("Arrives", x: 0)) > Self.shareTolerance)
        #expect(share(picture("Arrived", x: 1)) > Self.shareTolerance)
    }
}

/// A picture in the folder `Golden`, beside this file.
struct Golden {
    var name: String

    static let isRecording = ProcessInfo.processInfo.environment["SLA_RECORD_GOLDEN"] != nil
    static let scale = 2.0

    private var file: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name).png")
    }

    func record(_ picture: Picture) throws { try Data(picture.png(scale: Self.scale)).write(to: file) }

    /// How much of the picture differs; where it is too much, the new picture and one of the differences are written and named.
    func difference(from picture: Picture) throws -> (share: Double, report: String) {
        let expected = try #require(PixelReader.read([UInt8](Data(contentsOf: file))), "\(file.path) is no PNG")
        let actual = picture.pixels(scale: Self.scale)
        let (share, marked) = Self.compare(expected, actual)
        guard share > GoldenTests.shareTolerance else { return (share, "") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swift-live-activities-golden")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(picture.png(scale: Self.scale)).write(to: folder.appendingPathComponent("\(name).png"))
        let report = folder.appendingPathComponent("\(name)-difference.png")
        try Data(PixelReader.write(marked, width: actual.width, height: actual.height)).write(to: report)
        return (share, report.path)
    }

    /// The share of pixels that differ by more than the tolerance; all where the sizes do. Red marks them on a faint picture.
    static func compare(
        _ expected: (bytes: [UInt8], width: Int, height: Int), _ actual: (bytes: [UInt8], width: Int, height: Int)
    ) -> (share: Double, marked: [UInt8]) {
        var marked = actual.bytes
        guard (expected.width, expected.height) == (actual.width, actual.height) else { return (1, marked) }
        var differing = 0
        for pixel in stride(from: 0, to: marked.count, by: 4) {
            func channel(_ bytes: [UInt8], _ index: Int) -> Int {
                // What is nearly transparent looks the same in any colour.
                index == 3 ? Int(bytes[pixel + 3]) : Int(bytes[pixel + index]) * Int(bytes[pixel + 3]) / 255
            }
            let differs = (0..<4).contains {
                abs(channel(expected.bytes, $0) - channel(actual.bytes, $0)) > GoldenTests.channelTolerance
            }
            if differs { differing += 1 }
            marked.replaceSubrange(
                pixel..<pixel + 4,
                with: differs ? [255, 0, 0, 255] : [marked[pixel], marked[pixel + 1], marked[pixel + 2], 60])
        }
        return (Double(differing) / Double(max(1, marked.count / 4)), marked)
    }
}
#endif
