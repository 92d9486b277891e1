import Foundation

/// One measured figure, with the baseline that was measured in the same run.
struct Figure: Codable {
    enum Direction: String, Codable {
        case higherIsBetter, lowerIsBetter
    }

    var name: String
    var value: Double
    var unit: String
    /// The name of the baseline and its value in the same unit; `nil` if there is none.
    var baseline: Baseline?
    /// The value divided by the baseline.
    var ratio: Double?
    var direction: Direction

    struct Baseline: Codable {
        var name: String
        var value: Double
    }

    init(_ name: String, _ value: Double, _ unit: String, _ direction: Direction, baseline: (String, Double)? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.direction = direction
        self.baseline = baseline.map { Baseline(name: $0, value: $1) }
        ratio = baseline.map { value / $1 }
    }
}

/// A benchmark: its name on the command line, and what it measures. Each runs in its own process.
struct Benchmark: Sendable {
    var name: String
    var summary: String
    var run: @Sendable () throws -> [Figure]
}

/// The seconds that `body` takes.
func seconds<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try body()
    let duration = clock.now - start
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}

/// The resident memory of this process in bytes. Freed memory is returned to the system first, and not included.
func residentBytes() -> Int {
    #if os(Linux)
    // The library has this function, but Swift's module map for Glibc does not.
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0) }
    // The second number, in pages; see proc(5).
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
    return 0
    #endif
}

/// The peak resident memory of this process in bytes.
func highestResidentBytes() -> Int {
    #if os(Linux)
    // Kilobytes; see proc(5).
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return kilobytes * 1_024
    #else
    return 0
    #endif
}

/// The output of this executable when it is run with other arguments, for a baseline that needs a separate process.
func child(_ arguments: String...) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard let value = Double(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw BenchmarkError(reason: "\(arguments) printed no number")
    }
    return value
}

/// The figures that a process prints, one a line.
func figures(of process: Process, _ name: String) throws -> [Figure] {
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw BenchmarkError(reason: "\(name) ended with status \(process.terminationStatus)")
    }
    return try output.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Figure.self, from: $0) }
}

struct BenchmarkError: Error, CustomStringConvertible {
    var reason: String
    var description: String { reason }
}
