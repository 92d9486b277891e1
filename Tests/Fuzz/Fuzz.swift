// libFuzzer's entry points. All fuzz targets are in one executable, so that there is one build; the environment variable
// FUZZ_TARGET chooses one. `Scripts/fuzz` builds and runs it.
import Foundation
import LiveActivityTesting

/// The function that libFuzzer calls for each input.
nonisolated(unsafe) private var run: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
nonisolated(unsafe) private var mutator = Mutator(.bytes)
/// The number of variants that are run for each input. libFuzzer examines every counter of the program after each input, which
/// takes ten times as long as running a small input. The variants depend on the input only, so that a failure can be repeated.
nonisolated(unsafe) private var variants = 0

@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ testOneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// SwiftPM links an executable with this symbol as `main`, so libFuzzer's own `main` is not used.
@_cdecl("Fuzz_main")
public func start(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments) { testOneInput($0, $1) }
}

/// Called once, before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let targets = FuzzTarget.all
    guard let target = targets.first(where: { $0.name == environment["FUZZ_TARGET"] }) else {
        print(targets.map(\.name).joined(separator: "\n"))
        exit(environment["FUZZ_TARGET"] == nil ? 0 : 64)
    }
    if let folder = environment["FUZZ_SEEDS"] {
        for (number, seed) in target.seeds().enumerated() {
            guard FileManager.default.createFile(atPath: "\(folder)/seed-\(number)", contents: Data(seed)) else {
                fatalError("the seeds of \(target.name) cannot be written to '\(folder)'")
            }
        }
        exit(0)
    }
    run = target.prepare()
    mutator = Mutator(target.format)
    variants = environment["FUZZ_VARIANTS"].flatMap(Int.init) ?? 0
    return 0
}

/// Called for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: start, count: count)
    run(input)
    guard variants > 0 else { return 0 }
    var random = SeededGenerator(seed: input.reduce(UInt64(count)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    for _ in 0..<variants { mutator.variant(of: input, &random).withUnsafeBufferPointer(run) }
    return 0
}

/// Mutates an input, half of the time as JSON, because mutated bytes are rarely valid JSON.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
    mutator.mutate(start, count, capacity, seed)
}

/// Crashes if a condition does not hold; libFuzzer reports the crash.
@inline(__always)
func require(_ holds: Bool, _ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) {
    if !holds { fatalError(message(), file: file, line: line) }
}

/// Returns the value of an operation that must not fail.
func must<Value: ~Copyable>(_ what: String, file: StaticString = #file, line: UInt = #line, _ body: () throws -> Value) -> Value
{
    do { return try body() } catch { fatalError("\(what): \(error)", file: file, line: line) }
}
