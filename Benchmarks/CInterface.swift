import Foundation

extension Benchmark {
    /// Runs the program `C/bench.c`, which prints figures in the same format as this one. Scripts/bench builds it and the
    /// library in the folder of this program.
    static let c = Benchmark(
        name: "c", summary: "the C interface, from outside: la_send and others of the packaged library, with 100,000 activities"
    ) {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("c")
        let program = folder.appendingPathComponent("bench")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw BenchmarkError(reason: "there is no \(program.path); `Scripts/bench c` builds it")
        }
        let process = Process()
        process.executableURL = program
        process.arguments = ["--json", folder.appendingPathComponent("lib/liblive_activities.so").path]
        return try figures(of: process, "bench.c")
    }
}
