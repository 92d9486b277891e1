#if Preview
import Foundation

/// The previews that one process draws: every `count`-th from `index` on, in their order.
struct PreviewShare: Equatable {
    var index: Int
    var count: Int

    func contains(_ preview: Int) -> Bool { preview % count == index }

    /// As an argument of the program: `1/2`.
    var argument: String { "\(index)/\(count)" }
}

extension PreviewShare {
    /// The result of one process.
    struct Result: Codable, Equatable {
        /// By the number of the preview.
        var entries: [Int: PreviewIndex.Entry] = [:]
        /// The names of system images that cannot be drawn.
        var unknownSymbols: Set<String> = []
    }

    init(parsing argument: String) throws {
        let parts = argument.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 2, parts[0] >= 0, parts[0] < parts[1] else {
            throw PreviewFailure(description: "'\(argument)' is not a share such as 0/2")
        }
        self.init(index: parts[0], count: parts[1])
    }

    /// Where a process leaves its result, beside the request.
    private func file(for request: URL) -> URL {
        request.deletingLastPathComponent().appending(path: "share-\(index)-of-\(count).json")
    }

    func write(_ result: Result, for request: URL) throws { try JSONEncoder().encode(result).write(to: file(for: request)) }

    /// Reads the result of another process, and removes it.
    func read(for request: URL) throws -> Result {
        let file = file(for: request)
        defer { try? FileManager.default.removeItem(at: file) }
        return try JSONDecoder().decode(Result.self, from: Data(contentsOf: file))
    }
}

/// The processes that draw beside this one. Pictures in one process are drawn one after another, because its fonts are shared.
struct PreviewCrew {
    let ownShare: PreviewShare
    private let request: URL
    private let others: [(share: PreviewShare, process: Process)]

    /// Starts a process for each further core, but none for fewer than four previews: each loads the fonts and the assets.
    init(_ request: URL, previews: Int, cores: Int = ProcessInfo.processInfo.activeProcessorCount) throws {
        let count = Self.processes(previews: previews, cores: cores)
        self.request = request
        ownShare = PreviewShare(index: 0, count: count)
        others = try (1..<max(count, 1)).map { index in
            let (share, process) = (PreviewShare(index: index, count: count), Process())
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = [request.path, share.argument]
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return (share, process)
        }
    }

    static func processes(previews: Int, cores: Int) -> Int { max(1, min(cores, previews / 4)) }

    /// The result of all processes, once they have ended.
    func joined(with own: PreviewShare.Result) throws -> PreviewShare.Result {
        var all = own
        for (share, process) in others {
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw PreviewFailure(description: "a process that drew a share of the previews (\(share.argument)) ended early")
            }
            let result = try share.read(for: request)
            all.entries.merge(result.entries) { $1 }
            all.unknownSymbols.formUnion(result.unknownSymbols)
        }
        return all
    }
}
#endif
