import Dispatch
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivityCluster

/// The time of cluster tests: moved by the test (``MovedTime``), or the machine's time if real servers are used.
///
/// Moved time flows in steps. Before each step the nodes have processed everything that was due, so that a slow machine delays
/// no heartbeat. It stands still in ``still(_:)``, where the test advances it explicitly.
final class TestTime: Sendable {
    /// The time of the running test.
    @TaskLocal static var current = TestTime(nil)

    /// The length of a step, which is shorter than the heartbeat interval, so that each heartbeat is sent in turn.
    private static let step: Duration = .milliseconds(50)

    private struct Node: Sendable { weak var node: ClusterNode? }

    private struct State: Sendable {
        var steps = 0
        var isMoving = false
        var isStill = false
        var nodes: [Node] = []
    }

    private let manual: ManualClock?
    private let state = WatchedState(State())
    private var clock: any RuntimeClock { manual ?? SystemClock() as any RuntimeClock }

    init(_ manual: ManualClock?) { self.manual = manual }

    /// Creates a node that uses this time.
    func node(
        _ configuration: ClusterRuntime.Configuration, _ transport: some ClusterTransport,
        providers: [AnyProvider] = [AnyProvider(TallyProvider())]
    ) throws -> ClusterRuntime {
        let node = try ClusterRuntime(configuration, providers: providers, transport: transport, clock: clock)
        add(node)
        return node
    }

    /// Whether the test moves the time.
    var isMoved: Bool { manual != nil }

    #if Push
    /// Creates a node that sends pushes.
    func node(
        _ configuration: ClusterRuntime.Configuration, _ transport: some ClusterTransport, _ pusher: ClusterPusher
    ) throws -> ClusterRuntime {
        let node = try ClusterRuntime(
            configuration, providers: [AnyProvider(TallyProvider())], transport: transport, pusher: pusher, clock: clock)
        add(node)
        return node
    }
    #endif

    /// Waits for a duration in this time.
    func pause(_ duration: Duration) async { await ClusterClock(clock).pause(duration) }

    private func add(_ node: ClusterRuntime) { state.change { $0.nodes.append(Node(node: node.node)) } }

    // MARK: - Advancing the time

    /// Lets time flow while `body` runs.
    func flow(_ body: () async throws -> Void) async throws {
        let flowing = Task {
            while !Task.isCancelled {
                await untilChanged(isCancellable: true) { !$0.isStill }
                guard
                    state.change({
                        $0.isMoving = !$0.isStill; return $0.isMoving
                    })
                else { continue }
                await move(by: Self.step)
                state.change { ($0.steps, $0.isMoving) = ($0.steps + 1, false) }
                // Tasks that can continue run before the next step.
                for _ in 0..<4 { await Task.yield() }
            }
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        flowing.cancel()
        await flowing.value
        try result.get()
    }

    /// Stops the time while `body` runs, which may advance it.
    func still<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        state.change { $0.isStill = true }
        defer { state.change { $0.isStill = false } }
        await untilChanged { !$0.isMoving }
        return try await body()
    }

    /// Advances the clock, and waits until the nodes have processed everything that was due.
    func move(by duration: Duration) async {
        manual?.advance(by: duration / .seconds(1))
        for node in state.read({ $0.nodes.compactMap(\.node) }) {
            await withCheckedContinuation { continuation in node.timing.async { continuation.resume() } }
        }
    }

    /// Waits until a condition is true while time flows. If time stands still, the running tasks must make it true.
    func until(_ holds: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while !holds() {
            try Task.checkCancellation()
            guard manual != nil else {
                if ContinuousClock.now > end { throw Broken("it did not come about within ten minutes") }
                try await Task.sleep(for: .milliseconds(10))
                continue
            }
            let (steps, isStill) = state.read { ($0.steps, $0.isStill) }
            if isStill { await Task.yield() } else { await untilChanged(isCancellable: true) { $0.steps > steps } }
        }
    }

    private func untilChanged(isCancellable: Bool = false, _ holds: @escaping @Sendable (State) -> Bool) async {
        await state.wait(on: ClusterClock(SystemClock()), isCancellable: isCancellable, for: holds)
    }
}

/// Waits until a condition is true, in the time of the running test.
func until(_ holds: () -> Bool) async throws { try await TestTime.current.until(holds) }

/// Gives each test its own time, which flows while the test runs.
struct MovedTime: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let time = TestTime(ManualClock())
        try await TestTime.$current.withValue(time) { try await time.flow(function) }
    }
}

extension Trait where Self == MovedTime {
    /// The test moves the time.
    static var movedTime: Self { Self() }
}

/// A value that several threads change.
final class Noted<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: sending Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}
