#if Preview
import Foundation

/// The previews that one process draws: every `count`-th, beginning with `index`.
struct PreviewShare: Equatable {
    var index: Int
    var count: Int

    func contains(_ preview: Int) -> Bool { preview % count == index }

    /// The argument of the program, such as `1/2`.
    var argument: String { "\(index)/\(count)" }
}

extension PreviewShare {
    /// The result of the processes that have drawn a share.
    struct Result: Codable, Equatable {
        /// The entries of the index by the number of the preview.
        var entries: [Int: PreviewIndex.Entry] = [:]
        /// The names of system images that cannot be drawn.
        var unknownSymbols: Set<String> = []
        /// The states at which the project's code has ended a process, with the way it ended. They are not drawn again.
        var deaths: [Place: String] = [:]
        /// Whether every preview of the share was drawn or has a failure.
        var isComplete = false
    }

    /// The preview and the state that a process is drawing.
    struct Place: Codable, Hashable {
        /// The number of the preview.
        var preview: Int
        /// The number of the state; `nil` while the states are created.
        var state: Int?
    }

    init(parsing argument: String) throws {
        let parts = argument.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 2, parts[0] >= 0, parts[0] < parts[1] else {
            throw PreviewFailure(description: "'\(argument)' is not a share such as 0/2")
        }
        self.init(index: parts[0], count: parts[1])
    }

    /// A file beside the request: the result, or the ``Place`` of the process.
    private func file(_ kind: String, for request: URL) -> URL {
        request.deletingLastPathComponent().appending(path: "share-\(index)-of-\(count)\(kind).json")
    }

    func write(_ result: Result, for request: URL) throws {
        try JSONEncoder().encode(result).write(to: file("", for: request), options: .atomic)
    }

    /// The result so far; empty before the first process.
    func result(for request: URL) throws -> Result {
        let file = file("", for: request)
        guard FileManager.default.fileExists(atPath: file.path) else { return Result() }
        return try JSONDecoder().decode(Result.self, from: Data(contentsOf: file))
    }

    /// Records the state that the process is drawing; `nil` while no code of the project runs.
    func mark(_ place: Place?, for request: URL) throws {
        let file = file("-at", for: request)
        if let place { return try JSONEncoder().encode(place).write(to: file) }
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }

    /// The state that the process was drawing when it ended; `nil` if no code of the project was running.
    func place(for request: URL) -> Place? {
        (try? Data(contentsOf: file("-at", for: request))).flatMap { try? JSONDecoder().decode(Place.self, from: $0) }
    }

    /// Removes the files with which the processes communicate.
    func clear(for request: URL) {
        for kind in ["", "-at"] { try? FileManager.default.removeItem(at: file(kind, for: request)) }
    }
}

/// The processes that draw the previews. The project's code may end a process; another process then continues after the state
/// that was being drawn. A process draws one image at a time, because its fonts are shared.
struct PreviewCrew {
    /// A process that draws a share.
    protocol Member {
        /// Waits for the process to end.
        ///
        /// - Returns: `nil` if it ended without an error; otherwise the way it ended, such as `signal 5`.
        func end() -> String?
    }

    private let request: URL
    private let shares: [PreviewShare]
    private let start: (PreviewShare) throws -> any Member

    /// Starts one process per core, but none for fewer than four previews, because each process loads the fonts and the assets.
    ///
    /// - Parameter start: Starts a process for a share.
    init(
        _ request: URL, previews: Int, cores: Int = ProcessInfo.processInfo.activeProcessorCount,
        start: ((PreviewShare) throws -> any Member)? = nil
    ) {
        let count = Self.processes(previews: previews, cores: cores)
        self.request = request
        shares = (0..<count).map { PreviewShare(index: $0, count: count) }
        self.start = start ?? { try OwnProcess($0, request) }
    }

    static func processes(previews: Int, cores: Int) -> Int { max(1, min(cores, previews / 4)) }

    /// Draws all previews.
    ///
    /// - Throws: ``PreviewFailure`` if a process ends while no code of the project is running.
    func result() throws -> PreviewShare.Result {
        // Removes files of an earlier run that was interrupted.
        clear()
        defer { clear() }
        var all = PreviewShare.Result()
        for (share, member) in try shares.map({ ($0, try start($0)) }) {
            let result = try finish(share, member)
            all.entries.merge(result.entries) { $1 }
            all.unknownSymbols.formUnion(result.unknownSymbols)
        }
        return all
    }

    private func clear() { for share in shares { share.clear(for: request) } }

    /// Waits for a share, and starts another process each time the project's code has ended one.
    private func finish(_ share: PreviewShare, _ first: any Member) throws -> PreviewShare.Result {
        var member = first
        while true {
            let end = member.end()
            var result = try share.result(for: request)
            if end == nil, result.isComplete { return result }
            guard let place = share.place(for: request), result.deaths[place] == nil else {
                throw PreviewFailure(description: "a process that drew a share of the previews (\(share.argument)) ended early")
            }
            result.deaths[place] = end ?? "status 0"
            try share.write(result, for: request)
            try share.mark(nil, for: request)
            member = try start(share)
        }
    }
}

/// This program, started in another process.
private struct OwnProcess: PreviewCrew.Member {
    private let process = Process()

    init(_ share: PreviewShare, _ request: URL) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [request.path, share.argument]
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    func end() -> String? {
        process.waitUntilExit()
        let status = process.terminationStatus
        if process.terminationReason == .uncaughtSignal { return "signal \(status)" }
        return status == 0 ? nil : "status \(status)"
    }
}
#endif
