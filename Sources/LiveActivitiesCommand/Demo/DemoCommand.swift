import ArgumentParser
import LiveActivityCore

/// `live-activities demo`
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "demo", abstract: "Shows four activities on real input.")

    func run() throws {}
}
