import ActivityKit
import LiveActivityTesting
import Synchronization
import Testing

/// A test's device: a clock that the test moves, and a runtime with it that `Activity` uses in this task.
///
/// The clock starts at the current time, because the managers under test read the system's clock, as iOS code does.
struct Phone: Sendable {
    let clock = ManualClock(now: Date())
    let runtime: LiveActivityRuntime

    init(_ engine: EngineConfiguration = EngineConfiguration(), providers: [AnyProvider] = []) throws {
        runtime = try LiveActivityRuntime(configuration: engine, clock: clock, providers: providers)
    }

    /// Advances the clock by this many seconds, counted from the system's current time, which managers use.
    func pass(_ seconds: TimeInterval) {
        clock.advance(to: max(clock.now, .now).addingTimeInterval(seconds))
    }

    func use<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await LiveActivityRuntime.$current.withValue(runtime, operation: body, isolation: isolation)
    }
}

/// A list to which several tasks append.
final class Notes<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])
    func add(_ element: Element) { elements.withLock { $0.append(element) } }
    var all: [Element] { elements.withLock { $0 } }
}

extension AsyncSequence {
    /// Collects all elements up to the end.
    func all(isolation: isolated (any Actor)? = #isolation) async throws -> [Element] {
        var elements: [Element] = []
        for try await element in self { elements.append(element) }
        return elements
    }
}

extension AsyncSequence {
    /// Iterates up to the first element that `matches`, or to the end.
    func until(isolation: isolated (any Actor)? = #isolation, _ matches: (Element) -> Bool) async throws {
        for try await element in self where matches(element) { return }
    }
}
