// libFuzzer's entry points. One executable has all fuzz targets; the environment variable FUZZ_TARGET chooses one, so that
// there is one build and one link. `Scripts/fuzz` builds and runs it.
import Foundation
import LiveActivityTesting

/// The function that libFuzzer calls for each input.
nonisolated(unsafe) private var run: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
nonisolated(unsafe) private var mutator = Mutator(.bytes)
/// How many variants of each input are run with it. libFuzzer looks at every counter of the program after each input, which
/// takes ten times as long as a small input does. The variants follow from the input alone, so that a failure can be repeated.
nonisolated(unsafe) private var variants = 0

@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ testOneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// SwiftPM links an executable so that `main` is this symbol: libFuzzer's own `main` is not used.
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

/// Changes an input; half of the time as JSON, because changed bytes mostly are no JSON any more.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
    mutator.mutate(start, count, capacity, seed)
}

/// Stops with a crash, which libFuzzer reports, if something does not hold.
@inline(__always)
func require(_ holds: Bool, _ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) {
    if !holds { fatalError(message(), file: file, line: line) }
}

/// The value of something that must not fail.
func must<Value: ~Copyable>(_ what: String, file: StaticString = #file, line: UInt = #line, _ body: () throws -> Value) -> Value
{
    do { return try body() } catch { fatalError("\(what): \(error)", file: file, line: line) }
}
