import ArgumentParser
import LiveActivityCore

/// `live-activities describe`: what a kind of activity looks like in JSON.
struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "describe", abstract: "Prints example JSON of a kind of activity.")

    func run() throws {}
}
