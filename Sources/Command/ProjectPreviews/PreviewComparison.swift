#if Preview
import Foundation
import LiveActivityPreview

/// The difference between an image and the same image of an earlier run.
struct PreviewDifference: Codable, Equatable {
    /// The fraction of pixels that differ, from 0 to 1; 1 for a new image, and for an SVG that differs.
    var share: Double
    /// The path of an image that shows the earlier version, the current one and the differing pixels; `nil` if there is none.
    var file: String?
}

/// Compares the images of this run with those of an earlier run.
struct PreviewComparison {
    let before: URL
    let now: URL
    private let index: Earlier

    /// The part of an earlier run's index that is needed. Another version may have written it.
    private struct Earlier: Decodable {
        struct Picture: Decodable { let file: String }
        struct Entry: Decodable { let pictures: [Picture] }
        let previews: [Entry]
    }

    init(before: URL, now: URL) throws {
        (self.before, self.now) = (before, now)
        guard let data = try? Data(contentsOf: before.appending(path: "index.json")) else {
            throw PreviewFailure(description: "\(before.path) has no index.json, so it is not a folder of previews")
        }
        index = try JSONDecoder().decode(Earlier.self, from: data)
    }

    /// The files that only the earlier run has.
    func gone(in new: PreviewIndex) -> [String] {
        let files = Set(new.previews.flatMap(\.pictures).map(\.file))
        return index.previews.flatMap(\.pictures).map(\.file).filter { !files.contains($0) }
    }

    /// The difference from the earlier run; `nil` if the image is unchanged.
    func difference(of bytes: [UInt8], in path: String) throws -> PreviewDifference? {
        guard let data = try? Data(contentsOf: before.appending(path: path)) else { return PreviewDifference(share: 1) }
        let old = [UInt8](data)
        if old == bytes { return nil }
        guard let (share, picture) = Self.compare(old, bytes) else { return PreviewDifference(share: 1) }
        guard share > 0 else { return nil }
        let name = "differences/" + path.split(separator: "/").dropFirst().joined(separator: "/")
        let file = now.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(picture).write(to: file)
        return PreviewDifference(share: share, file: name)
    }

    /// The fraction of pixels that differ, and an image of both versions and the differing pixels, in red on a pale copy of the
    /// current one.
    ///
    /// - Returns: `nil` if one of them is not a PNG. If the sizes differ, the part that only one image has counts as different.
    static func compare(_ old: [UInt8], _ new: [UInt8]) -> (share: Double, picture: [UInt8])? {
        guard let old = PNG.decode(old, premultiplied: false), let new = PNG.decode(new, premultiplied: false) else {
            return nil
        }
        let (width, height) = (max(old.width, new.width), max(old.height, new.height))
        func pixel(_ picture: (pixels: [UInt8], width: Int, height: Int), _ x: Int, _ y: Int) -> ArraySlice<UInt8>? {
            guard x < picture.width, y < picture.height else { return nil }
            let start = (y * picture.width + x) * 4
            return picture.pixels[start..<start + 4]
        }
        var (differing, sheet) = (0, [UInt8](repeating: 0, count: width * 3 * height * 4))
        for y in 0..<height {
            for x in 0..<width {
                let (before, now) = (pixel(old, x, y), pixel(new, x, y))
                // A difference of one in a channel is rounding, not a change.
                let isSame =
                    if let before, let now { zip(before, now).allSatisfy { abs(Int($0) - Int($1)) <= 2 } } else {
                        before == now
                    }
                let row = y * width * 3
                func set(_ column: Int, _ color: some Collection<UInt8>) {
                    let start = (row + column * width + x) * 4
                    for (offset, value) in color.enumerated() { sheet[start + offset] = value }
                }
                if let before { set(0, before) }
                if let now { set(1, now) }
                if !isSame {
                    differing += 1
                    set(2, [40, 30, 220, 255])
                } else if let now {
                    set(2, now.prefix(3).map { UInt8(255 - (255 - Int($0)) / 4) } + [now.last ?? 255])
                }
            }
        }
        return (Double(differing) / Double(width * height), PNG.encode(straight: sheet, width: width * 3, height: height))
    }
}
#endif
