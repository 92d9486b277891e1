import ActivityKit
import LiveActivityTesting
import Synchronization
import Testing

/// A test's device: a clock that the test moves, and a runtime on it that `Activity` finds in this task.
///
/// The clock begins now, for the managers under test ask the system for the time, as iOS code does.
struct Phone: Sendable {
    let clock = ManualClock(now: Date())
    let runtime: LiveActivityRuntime

    init(_ engine: EngineConfiguration = EngineConfiguration(), providers: [AnyProvider] = []) throws {
        runtime = try LiveActivityRuntime(configuration: engine, clock: clock, providers: providers)
    }

    /// Lets so many seconds pass, on the clock and after the system's own time, which managers count from.
    func pass(_ seconds: TimeInterval) {
        clock.advance(to: max(clock.now, .now).addingTimeInterval(seconds))
    }

    func use<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await LiveActivityRuntime.$current.withValue(runtime, operation: body, isolation: isolation)
    }
}

/// A list that several tasks add to.
final class Notes<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])
    func add(_ element: Element) { elements.withLock { $0.append(element) } }
    var all: [Element] { elements.withLock { $0 } }
}

extension AsyncSequence {
    /// Everything up to the end.
    func all(isolation: isolated (any Actor)? = #isolation) async throws -> [Element] {
        var elements: [Element] = []
        for try await element in self { elements.append(element) }
        return elements
    }
}

extension AsyncSequence {
    /// Goes through the sequence up to the first element that `matches`; to the end if none does.
    func until(isolation: isolated (any Actor)? = #isolation, _ matches: (Element) -> Bool) async throws {
        for try await element in self where matches(element) { return }
    }
}
