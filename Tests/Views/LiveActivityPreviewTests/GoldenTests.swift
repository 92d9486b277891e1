#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Testing

/// Pictures must not change. `SLA_RECORD_GOLDEN=1 swift test --traits Preview --filter GoldenTests` records new ones; review
/// them before committing.
@Suite(.timeLimit(.minutes(5))) struct GoldenTests {
    @Test(arguments: Specimen.all) func picturesLookAsTheyDid(specimen: Specimen) throws {
        try requireResources()
        try Golden(name: specimen.name).compare(specimen.picture)
    }

    @Test(arguments: GoldenSheet.all) func sheetsLookAsTheyDid(sheet: GoldenSheet) throws {
        try requireResources()
        try Golden(name: sheet.name).compare(sheet.picture())
    }

    // The comparison must detect every difference that a person would. Each of these tests changes one detail in an image of
    // the folder `Golden`.

    @Test(arguments: Specimen.all) func aMissingWordIsSeen(specimen: Specimen) throws {
        try expectSeen(specimen, "without a word") { node in
            guard case .text(var text) = node.content else { return nil }
            guard let index = text.runs.firstIndex(where: { $0.firstWord != nil }), let word = text.runs[index].firstWord else {
                return nil
            }
            text.runs[index].content = .string(word.rest)
            return ViewNode(.text(text), effects: node.effects)
        }
    }

    @Test(arguments: Specimen.all) func aMissingSymbolIsSeen(specimen: Specimen) throws {
        try expectSeen(specimen, "without a symbol") { node in
            guard case .image = node.content else { return nil }
            return ViewNode(node.content, effects: node.effects + [.hidden])
        }
    }

    @Test(arguments: Specimen.all) func aViewThatMovedByFourPointsIsSeen(specimen: Specimen) throws {
        try expectSeen(specimen, "with a view that is four points lower") { node in
            guard !node.effects.contains(.hidden) else { return nil }
            switch node.content {
            // Excludes dividers, which are fainter than the tolerance of a channel.
            case .text, .image, .shape, .progress, .gauge, .control:
                return ViewNode(node.content, effects: node.effects + [.offset(x: 0, y: 4)])
            default: return nil
            }
        }
    }

    /// Draws the specimen once for each view that `change` changes, and expects each picture to differ from the golden one.
    private func expectSeen(_ specimen: Specimen, _ what: String, _ change: (ViewNode) -> ViewNode?) throws {
        try requireResources()
        let golden = Golden(name: specimen.name)
        for (number, changed) in specimen.view.changed(change).enumerated() {
            let difference = try golden.difference(from: Specimen.picture(of: changed, like: specimen))
            #expect(difference.isSeen, "\(specimen.name) \(what), change \(number): \(difference)")
        }
    }
}

/// Fails if a font or the icons are missing, and says what to install.
func requireResources() throws {
    try #require(
        PreviewResources.missing.isEmpty,
        "pictures cannot be compared without \(PreviewResources.missing.joined(separator: ", ")): Scripts/setup installs them")
}

/// The difference between a picture and the golden one.
///
/// A pixel differs if one of its channels is off by more than 40 of 255. Releases of a system's fonts differ at the edges of
/// letters, which gives many small groups of pixels. A missing or moved word or symbol gives at least one large group. So the
/// size of the largest group of neighbouring pixels decides rather than a share of the whole picture, which a word in a large
/// picture would not reach.
struct Difference: CustomStringConvertible {
    /// The number of pixels that differ.
    var pixels: Int
    /// The number of pixels in the largest connected group of differing ones.
    var largestGroup: Int
    /// For each pixel, row by row, whether it differs; empty if the sizes differ.
    private var differs: [Bool]

    static let channelMax = 40
    /// The limit for a group: six square points at 2 pixels a point. The strokes of one letter in the smallest text of the
    /// specimens have more.
    static let groupMax = 24
    /// Small differences everywhere count too: the limit is 0.3 % of the smallest specimen.
    static let pixelsMax = 300

    var isSeen: Bool { largestGroup > Self.groupMax || pixels > Self.pixelsMax }

    var description: String { "\(pixels) pixels differ, \(largestGroup) of them in one place" }

    init(
        _ expected: (bytes: [UInt8], width: Int, height: Int), _ actual: (bytes: [UInt8], width: Int, height: Int)
    ) {
        guard (expected.width, expected.height) == (actual.width, actual.height) else {
            (pixels, largestGroup, differs) = (actual.width * actual.height, actual.width * actual.height, [])
            return
        }
        // Nearly transparent pixels look the same in any color.
        func channel(_ bytes: [UInt8], _ pixel: Int, _ index: Int) -> Int {
            index == 3 ? Int(bytes[pixel + 3]) : Int(bytes[pixel + index]) * Int(bytes[pixel + 3]) / 255
        }
        var differs = [Bool](repeating: false, count: actual.width * actual.height)
        var found: [Int] = []
        func isFar(_ pixel: Int, _ index: Int) -> Bool {
            abs(channel(expected.bytes, pixel * 4, index) - channel(actual.bytes, pixel * 4, index)) > Self.channelMax
        }
        // Most rows are identical, so that few need the slow comparison.
        let rows = actual.bytes.withUnsafeBytes { now in
            expected.bytes.withUnsafeBytes { before in
                (0..<actual.height).filter { row in
                    let bytes = row * actual.width * 4..<(row + 1) * actual.width * 4
                    return !UnsafeRawBufferPointer(rebasing: before[bytes]).hasSameBytes(as: .init(rebasing: now[bytes]))
                }
            }
        }
        for row in rows {
            for pixel in row * actual.width..<(row + 1) * actual.width where (0..<4).contains(where: { isFar(pixel, $0) }) {
                differs[pixel] = true
                found.append(pixel)
            }
        }
        pixels = found.count
        largestGroup = Self.largestGroup(of: found, in: differs, width: actual.width)
        self.differs = differs
    }

    /// The picture, faded, with the differing pixels in red.
    func marked(on bytes: [UInt8]) -> [UInt8] {
        var marked = bytes
        for (position, differs) in differs.enumerated() {
            if differs { marked.replaceSubrange(position * 4..<position * 4 + 3, with: [255, 0, 0]) }
            marked[position * 4 + 3] = differs ? 255 : 60
        }
        return marked
    }

    /// The size of the largest group of connected pixels, including diagonally.
    private static func largestGroup(of found: [Int], in differs: [Bool], width: Int) -> Int {
        var (open, largest) = (differs, 0)
        for start in found where open[start] {
            open[start] = false
            var (group, size) = ([start], 0)
            while let position = group.popLast() {
                size += 1
                let column = position % width
                for row in [position - width, position, position + width] {
                    for neighbour in max(0, column - 1)...min(width - 1, column + 1) {
                        let index = row - column + neighbour
                        guard open.indices.contains(index), open[index] else { continue }
                        open[index] = false
                        group.append(index)
                    }
                }
            }
            largest = max(largest, size)
        }
        return largest
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func hasSameBytes(as other: Self) -> Bool {
        guard count == other.count, let first = baseAddress, let second = other.baseAddress else { return count == other.count }
        return memcmp(first, second, count) == 0
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

    /// Fails if the picture differs visibly. While recording, writes the picture.
    func compare(_ picture: Picture) throws {
        if Self.isRecording { return try record(picture) }
        let difference = try difference(from: picture)
        guard difference.isSeen else { return }
        let report = try report(picture, difference)
        Issue.record("\(name): \(difference); look at \(report)")
    }

    private func record(_ picture: Picture) throws { try Data(picture.png(scale: Self.scale)).write(to: file) }

    func difference(from picture: Picture) throws -> Difference {
        let expected = try #require(PixelReader.read([UInt8](Data(contentsOf: file))), "\(file.path) is no PNG")
        return Difference(expected, picture.pixels(scale: Self.scale))
    }

    /// Writes the new picture and one of the differences; returns the path of the latter.
    private func report(_ picture: Picture, _ difference: Difference) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swift-live-activities-golden")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(picture.png(scale: Self.scale)).write(to: folder.appendingPathComponent("\(name).png"))
        let report = folder.appendingPathComponent("\(name)-difference.png")
        let drawn = picture.pixels(scale: Self.scale)
        let marked = difference.marked(on: drawn.bytes)
        try Data(PixelReader.write(marked, width: drawn.width, height: drawn.height)).write(to: report)
        return report.path
    }
}

extension TextRun {
    /// The first word and the rest; `nil` for a run without words.
    fileprivate var firstWord: (word: Substring, rest: String)? {
        guard case .string(let string) = content, let word = string.split(separator: " ").first else { return nil }
        return (word, string.replacing(word, with: "", maxReplacements: 1))
    }
}

extension ViewNode {
    /// Copies of the tree, each with one view changed: one for each view for which `change` returns another.
    fileprivate func changed(_ change: (ViewNode) -> ViewNode?) -> [ViewNode] {
        var copies = change(self).map { [$0] } ?? []
        if case .stack(let stack) = content {
            for (index, child) in stack.children.enumerated() {
                for other in child.changed(change) {
                    var copy = stack
                    copy.children[index] = other
                    copies.append(ViewNode(.stack(copy), effects: effects))
                }
            }
        }
        return copies
    }
}
#endif
