import LiveActivityCore
import LiveActivityTesting
import Testing

extension Scenario {
    /// Expects that `body` is refused with `error` and changes nothing except the reported refusal.
    func expectRefusal(
        _ error: EngineError, reports: [Change.What] = [], sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (Scenario) throws -> Void
    ) throws {
        advance(by: 0)
        let before = try snapshot()
        #expect(throws: error, sourceLocation: sourceLocation) { try body(self) }
        #expect(lastChanges.map(\.what) == reports, sourceLocation: sourceLocation)
        var after = try snapshot()
        after.sequence = before.sequence
        after.now = before.now
        #expect(after == before, sourceLocation: sourceLocation)
    }
}

typealias Counter = CounterProvider.Attributes
