#if PushFiles
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityPush

/// `live-activities why`: shows what happened to an activity's changes on the way to its devices.
struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Shows why each push of an activity was sent, delayed or not sent.",
        discussion: """
            It reads the file that 'trace' in the configuration of pushes names, and the files of the days before: one step a \
            line, from the change to the answer.

            Example:
              \(Program.name) why 00004cf8c0000000 --trace push-trace.jsonl \\
                --device 9A2C1A5D-930E-4B77-8A41-52C0E93D17B4
            """)

    @Argument(help: "The activity's id.", transform: parseActivityID)
    var activity: ActivityID

    @Option(help: "The file with the steps.")
    var trace: String

    @Option(help: "Only the steps for this installation.")
    var device: String?

    func run() throws {
        guard FileManager.default.isReadableFile(atPath: trace) else {
            throw Status.inputOutput.reporting("'\(trace)' cannot be read")
        }
        var isFound = false
        for value in PushTraceFile.lines(about: activity, in: trace) {
            let installation = value["installation"]?.string
            if let device, let installation, installation != device { continue }
            isFound = true
            print(
                "\(value["at"]?.string ?? "") #\(value["sequence"]?.numberText ?? "")\(installation.map { " \($0)" } ?? ""): "
                    + (value["step"]?.string ?? ""))
        }
        guard !isFound else { return }
        throw Status.findings.reporting("'\(trace)' has nothing about \(activity)\(device.map { " on \($0)" } ?? "")")
    }
}
#endif
