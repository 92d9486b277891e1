#if Preview
import Foundation
import PreviewRequests

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
        /// The entries of the index, by the number of the preview.
        var entries: [Int: PreviewIndex.Entry] = [:]
        /// The names of system images that cannot be drawn.
        var unknownSymbols: Set<String> = []
        /// The states that are not drawn again, each with the behaviour of the project's code.
        var deaths: [Place: Death] = [:]
        /// Whether every preview of the share was drawn or has a failure.
        var isComplete = false
    }

    /// The reason why the process that drew a state could not continue.
    enum Death: Codable, Hashable {
        /// The project's code ended it: `status 0`.
        case end(String)
        /// The project's code did not end in time.
        case stall

        /// The behaviour of the project's code.
        var text: String {
            switch self {
            case .end(let end): "ended the process (\(end))"
            case .stall: "did not end within \(StallWatch.seconds) s"
            }
        }
    }

    /// The preview and the state that a process is drawing.
    struct Place: Codable, Hashable {
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

    private var name: String { "share-\(index)-of-\(count)" }

    /// The file of the result, beside the request.
    private func file(for request: URL) -> URL {
        request.deletingLastPathComponent().appending(path: "\(name).json")
    }

    /// The record of the ``Place`` of the process.
    func progress(for request: URL) -> ProgressMark { ProgressMark(name, beside: request) }

    func write(_ result: Result, for request: URL) throws {
        try JSONEncoder().encode(result).write(to: file(for: request), options: .atomic)
    }

    /// The result so far; empty before the first process.
    func result(for request: URL) throws -> Result {
        let file = file(for: request)
        guard FileManager.default.fileExists(atPath: file.path) else { return Result() }
        return try JSONDecoder().decode(Result.self, from: Data(contentsOf: file))
    }

    /// Records the state that the process is drawing; `nil` while no code of the project runs.
    func mark(_ place: Place?, for request: URL) throws {
        try progress(for: request).set(place.map { try JSONEncoder().encode($0) })
    }

    /// The state that the process was drawing when it ended; `nil` if no code of the project was running.
    func place(for request: URL) -> Place? {
        progress(for: request).step.flatMap { try? JSONDecoder().decode(Place.self, from: $0) }
    }

    /// Removes the files with which the processes communicate.
    func clear(for request: URL) {
        try? FileManager.default.removeItem(at: file(for: request))
        try? mark(nil, for: request)
    }
}

/// The processes that draw the previews. The project's code may end a process, or never end; another process then continues
/// after the state that was being drawn. A process draws one image at a time, because its fonts are shared.
struct PreviewCrew {
    /// A process that draws a share.
    protocol Member {
        /// The way in which it ended; `nil` while it is running.
        var end: ProgramProcess.End? { get }
        /// Ends it if it is running.
        func stop()
    }

    private let request: URL
    private let shares: [PreviewShare]
    private let limit: Int
    private let start: (PreviewShare) throws -> any Member

    /// Starts one process per core, but none for fewer than four previews, because each process loads the fonts and the assets.
    ///
    /// - Parameters:
    ///   - limit: The maximum duration of a state, in polls.
    ///   - start: Starts a process for a share.
    init(
        _ request: URL, previews: Int, cores: Int = ProcessInfo.processInfo.activeProcessorCount,
        limit: Int = StallWatch.polls, start: ((PreviewShare) throws -> any Member)? = nil
    ) {
        let count = Self.processes(previews: previews, cores: cores)
        (self.request, self.limit) = (request, limit)
        shares = (0..<count).map { PreviewShare(index: $0, count: count) }
        self.start =
            start ?? { share in
                let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                return try ProgramProcess(program, [request.path, share.argument])
            }
    }

    static func processes(previews: Int, cores: Int) -> Int { max(1, min(cores, previews / 4)) }

    /// Draws all previews.
    ///
    /// - Throws: ``PreviewFailure`` if a process ends while no code of the project is running.
    func result() throws -> PreviewShare.Result {
        // Removes files of an earlier run that was interrupted.
        clear()
        defer { clear() }
        var running: [(share: PreviewShare, member: any Member, watch: StallWatch)] = []
        // If one has failed, the others must not write any more.
        defer { for one in running { one.member.stop() } }
        func begin(_ share: PreviewShare) throws {
            running.append((share, try start(share), StallWatch(share.progress(for: request), limit: limit)))
        }
        for share in shares { try begin(share) }
        var all = PreviewShare.Result()
        while !running.isEmpty {
            for index in running.indices.reversed() {
                let death: PreviewShare.Death
                switch running[index].member.end {
                case .success: death = .end("status 0")
                case .failure(let end): death = .end(end)
                case nil:
                    guard running[index].watch.poll() else { continue }
                    running[index].member.stop()
                    death = .stall
                }
                let (share, member, _) = running.remove(at: index)
                var result = try share.result(for: request)
                if member.end == .success, result.isComplete {
                    all.entries.merge(result.entries) { $1 }
                    all.unknownSymbols.formUnion(result.unknownSymbols)
                    continue
                }
                guard let place = share.place(for: request), result.deaths[place] == nil else {
                    throw PreviewFailure(
                        description: "a process that drew a share of the previews (\(share.argument)) ended early")
                }
                result.deaths[place] = death
                try share.write(result, for: request)
                try share.mark(nil, for: request)
                try begin(share)
            }
            if !running.isEmpty { StallWatch.pause() }
        }
        return all
    }

    private func clear() { for share in shares { share.clear(for: request) } }
}

extension ProgramProcess: PreviewCrew.Member {}
#endif
