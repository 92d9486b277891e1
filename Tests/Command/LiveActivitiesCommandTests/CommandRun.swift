import ArgumentParser
import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivitiesCommand

/// The command with the four plugins, as in the executable.
typealias Root = RootCommand<DemoCommand, NewCommand, IOSCommand>

extension Registry {
    static let plugins: Registry = {
        do {
            return try Registry(Plugins.kinds)
        } catch {
            preconditionFailure("\(error)")
        }
    }()
}

/// One run of `live-activities run` inside the test's process: its exit status, its output, and the reported lines.
struct CommandRun {
    let status: ExitCode
    let output: [UInt8]
    let problems: [LineProblem]
    let notices: [LineNotice]

    /// - Parameter input: Written to a file whose name follows the arguments.
    init(_ arguments: [String], _ registry: Registry = .plugins, input: [UInt8]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "live-activities-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (Data(input), folder.appending(path: "out.jsonl"))
        let file = folder.appending(path: "in.jsonl")
        try input.write(to: file)
        try Data().write(to: output)

        let command = try #require(try Root.parseAsRoot(arguments + [file.path]) as? RunCommand)
        let handle = try FileHandle(forWritingTo: output)
        defer { try? handle.close() }
        let problems = Box<[LineProblem]>([])
        let notices = Box<[LineNotice]>([])
        status = try CommandLoop.run(
            command.options, registry, output: Descriptor(number: handle.fileDescriptor),
            report: { problem in
                var problem = problem
                // Removes the folder's name, which differs each time.
                problem.file = "in.jsonl"
                problems.value.append(problem)
            },
            notify: { notice in
                var notice = notice
                notice.file = "in.jsonl"
                notices.value.append(notice)
            })
        self.problems = problems.value
        self.notices = notices.value
        self.output = Array(try Data(contentsOf: output))
    }

    init(_ arguments: [String], _ lines: String...) throws {
        try self.init(arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    /// The output's changes, decoded.
    var changes: [Change] {
        get throws {
            let decoder = WireDecoder()
            return try output.split(separator: 0x0A).map { try decoder.decode(Change.self, from: Array($0)) }
        }
    }

    /// Each change in short form: time, kind and event.
    var story: [String] {
        get throws {
            try changes.map { change in
                let words: String =
                    switch change.what {
                    case .alerted(let alert): "alerted '\(alert.title)'"
                    case .ended(let reason, _): "ended by \(reason.name)"
                    default: change.what.name
                    }
                return "\(change.at.iso8601.dropFirst(11).prefix(8)) \(change.kind) \(words)"
            }
        }
    }
}

final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// A file of the repository, by its path from the root.
func project(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: #filePath).appending(path: "../../../../\(path)").standardized))
}

enum Line {
    static let start =
        #"{"at":"2026-06-20T17:00:00Z","command":"start","kind":"delivery","owner":"anna","key":"42","attributes":{"orderNumber":42,"restaurantName":"Pizza"}}"#
    static let prepared =
        #"{"at":"2026-06-20T17:02:00Z","command":"send","activity":{"owner":"anna","kind":"delivery","key":"42"},"event":{"preparationStarted":{}}}"#
}
