import ArgumentParser
import Foundation

/// Measures the engine, the runtime, the store, JSON and the views, each figure beside its baseline from the same run.
@main struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks", abstract: "Measures the engine, its JSON and its command, each beside a baseline.",
        discussion: "Benchmarks:\n" + all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

    static let all: [Benchmark] =
        [
            .routeTyped, .routeEncoded, .memory, .expire, .advanceIdle, .publish, .json, .runJSONL, .runtime, .watchedOwners,
            .twoThreads, .fullBuffer, .resolve,
            .surfaces, .c,
        ] + ofStores + ofPictures + ofPushes + ofServices

    #if SQLite
    private static let ofStores: [Benchmark] = [.durableStrict, .durableRelaxed, .endToEnd, .endToEndStrict, .reopen]
    #else
    private static let ofStores: [Benchmark] = []
    #endif

    #if Preview
    private static let ofPictures: [Benchmark] = [.uiPNG]
    #else
    private static let ofPictures: [Benchmark] = []
    #endif

    #if Push
    private static let ofPushes: [Benchmark] = [
        .pushUpdates, .pushOfLimit, .pushLatency, .pushBroadcast, .pushMemory, .pushRestart, .pushFleet,
    ]
    #else
    private static let ofPushes: [Benchmark] = []
    #endif

    #if Service
    private static let ofServices = Benchmark.ofService
    #else
    private static let ofServices: [Benchmark] = []
    #endif

    @Argument(help: "Which to run; all if none is named.")
    var names: [String] = []

    @Flag(help: "Print one JSON object per figure, one a line.")
    var json = false

    @Flag(help: .hidden) var here = false
    @Option(help: .hidden) var baseline: String?

    func validate() throws {
        for name in names where !Self.all.contains(where: { $0.name == name }) {
            throw ValidationError("there is no benchmark '\(name)': there are \(Self.all.map(\.name).joined(separator: ", "))")
        }
    }

    func run() throws {
        if let baseline {
            print(try Self.baseline(baseline))
            return
        }
        let chosen = names.isEmpty ? Self.all : Self.all.filter { names.contains($0.name) }
        if here {
            for benchmark in chosen {
                for figure in try benchmark.run() { print(try line(figure)) }
            }
            return
        }
        var figures: [Figure] = []
        for benchmark in chosen {
            // Each runs in its own process, so that the memory of one does not influence the next.
            let measured = try lines(of: benchmark.name)
            figures += measured
            for figure in measured {
                if json { print(try line(figure)) } else { printRow(figure) }
            }
        }
    }

    private func line(_ figure: Figure) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(figure), as: UTF8.self)
    }

    private func lines(of name: String) throws -> [Figure] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [name, "--here"]
        return try figures(of: process, name)
    }

    private func printRow(_ figure: Figure) {
        let value = "\(number(figure.value)) \(figure.unit)"
        let baseline = figure.baseline.map { "\(number($0.value)) (\($0.name))" } ?? "-"
        let ratio = figure.ratio.map { "\(number($0))x" } ?? "-"
        print(pad(figure.name, 24), pad(value, 28), pad(ratio, 10), baseline)
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func number(_ value: Double) -> String {
        guard abs(value) >= 100 else {
            return String(format: abs(value) >= 10 ? "%.1f" : abs(value) >= 0.1 ? "%.2f" : "%.4f", value)
        }
        var digits = String(Int(value.rounded()))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: position))
            position -= 3
        }
        return digits
    }
}
