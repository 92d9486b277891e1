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
        guard let (share, picture) = PNG.difference(old, bytes) else { return PreviewDifference(share: 1) }
        guard share > 0 else { return nil }
        let name = "differences/" + path.split(separator: "/").dropFirst().joined(separator: "/")
        let file = now.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(picture).write(to: file)
        return PreviewDifference(share: share, file: name)
    }
}
#endif
