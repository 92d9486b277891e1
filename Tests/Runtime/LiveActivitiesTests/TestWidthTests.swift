import Foundation
import LiveActivities
import Synchronization
import Testing

/// `Scripts/setup` limits how many tests run at once, as time limits of wall-clock seconds hold on a slow machine only then.
/// The variable that does so is Swift Testing's and called experimental: one that is no longer known would be ignored in
/// silence.
@Suite struct TestWidthTests {
    private static let width = ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"]
        .flatMap { Int($0) }
    private static let running = Mutex(0)

    @Test(.enabled(if: width != nil, "the scripts set a width"), arguments: 0..<64)
    func noMoreTestsRunThanTheScriptsAllow(_: Int) async throws {
        Self.running.withLock { $0 += 1 }
        defer { Self.running.withLock { $0 -= 1 } }
        // Time for the others to begin, if nothing holds them back.
        for _ in 0..<100 { await Task.yield() }
        let width = try #require(Self.width)
        #expect(Self.running.withLock { $0 } <= width)
    }
}
