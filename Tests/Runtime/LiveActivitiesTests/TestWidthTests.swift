import Foundation
import LiveActivities
import Synchronization
import Testing

/// `Scripts/setup` limits the number of tests that run concurrently; only then do wall-clock time limits hold on a slow
/// machine. The variable belongs to Swift Testing and is experimental: if it were removed, it would be ignored silently, which
/// this test detects.
@Suite struct TestWidthTests {
    private static let width = ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"]
        .flatMap { Int($0) }
    private static let running = Mutex(0)

    @Test(.enabled(if: width != nil, "the scripts set a width"), arguments: 0..<64)
    func noMoreTestsRunThanTheScriptsAllow(_: Int) async throws {
        Self.running.withLock { $0 += 1 }
        defer { Self.running.withLock { $0 -= 1 } }
        // Lets the other tests begin, unless they are held back.
        for _ in 0..<100 { await Task.yield() }
        let width = try #require(Self.width)
        #expect(Self.running.withLock { $0 } <= width)
    }
}
