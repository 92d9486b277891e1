package import Foundation

/// A file in which a program records the step of the project's code that is running, for the process that waits for it.
package struct ProgressMark {
    private let file: URL

    /// The file of a program, beside its request.
    package init(_ name: String, beside request: URL) {
        file = request.deletingLastPathComponent().appending(path: "\(name)-at.json")
    }

    /// Of the program itself, before and while it calls managers, or before it starts processes that draw.
    package init(programWith request: URL) { self.init("program", beside: request) }

    /// Records the beginning of a step; `nil` while no code of the project runs.
    package func set(_ step: Data?) throws {
        if let step { return try step.write(to: file) }
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }

    /// The step that is running, or at which the program ended; `nil` if no code of the project is running.
    package var step: Data? { try? Data(contentsOf: file) }

    /// The step and the date at which it was recorded, unique to each record.
    fileprivate var record: Record? {
        guard let step, let values = try? FileManager.default.attributesOfItem(atPath: file.path) else { return nil }
        return Record(step: step, date: values[.modificationDate] as? Date)
    }

    fileprivate struct Record: Equatable {
        let step: Data
        let date: Date?
    }
}

/// Finds a step of the project's code that does not end.
///
/// The time is counted in polls, so that it does not pass while the machine or the run is suspended.
package struct StallWatch {
    private let mark: ProgressMark
    private let limit: Int
    private var record: ProgressMark.Record?
    private var polls = 0

    /// The maximum duration of a step, in seconds.
    package static let seconds = 30
    private static let pollsPerSecond = 50
    package static let polls = seconds * pollsPerSecond

    /// Waits until the next poll.
    package static func pause() { Thread.sleep(forTimeInterval: 1 / Double(pollsPerSecond)) }

    /// - Parameter limit: The number of polls after which a step counts as one that does not end.
    package init(_ mark: ProgressMark, limit: Int = polls) { (self.mark, self.limit) = (mark, limit) }

    /// Returns whether the running step has reached the limit.
    package mutating func poll() -> Bool {
        let now = mark.record
        if now == nil || now != record { (record, polls) = (now, 0) } else { polls += 1 }
        return polls >= limit
    }
}
