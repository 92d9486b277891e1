import LiveActivityCore
import LiveActivityTesting
import SealedActivity
import Testing

/// 2026-06-20 17:00:00 UTC.
private let start = Date(timeIntervalSinceReferenceDate: 803_667_600)
private typealias Answer = ProviderAnswer<SealedAttributes>

@Suite struct SealedTests {
    private let attributes = SealedAttributes(title: "Food", stream: "order-42")

    /// Sends an event to an activity with a state, without an engine.
    private func send(_ event: SealedEvent, to state: SealedState = .init(sequence: 4, box: "AAAA")) throws -> Answer {
        var scope = ActivityScope<SealedAttributes>(
            attributes: attributes, content: ActivityContent(state: state, staleDate: start + 60, relevanceScore: 3),
            startedAt: start, now: start + 10)
        try SealedProvider().handle(event, in: &scope)
        return Answer(scope)
    }

    @Test func whatIsReadableIsAppliedAndTheBoxIsPassedOn() throws {
        let alert = SealedAlert(title: "Food", body: "Your order was updated")
        let answer = try send(.sealed(sequence: 5, box: "AQI=", staleDate: start + 900, relevanceScore: 9, alert: alert))
        #expect(answer.content.state == SealedState(sequence: 5, box: "AQI="))
        #expect(answer.content.staleDate == start + 900 && answer.content.relevanceScore == 9)
        #expect(answer.requestedAlert == AlertConfiguration(title: .literal("Food"), body: .literal("Your order was updated")))

        let plain = try send(.sealed(sequence: 1 << 53, box: "AQID"))
        #expect(plain.content.staleDate == nil && plain.content.relevanceScore == 3 && plain.requestedAlert == nil)
    }

    @Test func onlyNewerContentIsAccepted() throws {
        #expect(try send(.sealed(sequence: 5, box: "AQID")).content.state.sequence == 5)
        for sequence in [4, 3, 0, -1] {
            #expect(throws: SealedError.olderSequence(sequence, newest: 4)) {
                try send(.sealed(sequence: sequence, box: "AQID"))
            }
        }
        #expect(throws: InvalidField.self) { try send(.sealed(sequence: 1 << 53 + 1, box: "AQID")) }
    }

    @Test func aBoxIsBase64OfAtMost3200Characters() throws {
        let whole = String(repeating: "+/9z", count: 800)
        #expect(try send(.sealed(sequence: 5, box: whole)).content.state.box == whole)
        #expect(throws: InvalidField.tooLong("box", bytes: 3_204, limit: 3_200)) {
            try send(.sealed(sequence: 5, box: whole + "AAAA"))
        }
        #expect(throws: InvalidField.empty("box")) { try send(.sealed(sequence: 5, box: "")) }
        for box in ["AAA", "A===", "AA=A", "AA-_", "plain text!!"] {
            #expect(throws: SealedError.notBase64) { try send(.sealed(sequence: 5, box: box)) }
        }
    }

    @Test func titlesStreamsAndAlertsAreShort() throws {
        func check(_ title: String, _ stream: String) throws {
            try SealedProvider().validate(SealedAttributes(title: title, stream: stream))
        }
        try check(String(repeating: "t", count: 64), String(repeating: "~", count: 64))
        #expect(throws: InvalidField.tooLong("title", bytes: 65, limit: 64)) {
            try check(String(repeating: "t", count: 65), "s")
        }
        #expect(throws: InvalidField.tooLong("stream", bytes: 65, limit: 64)) {
            try check("t", String(repeating: "s", count: 65))
        }
        #expect(throws: SealedError.badStream("a b")) { try check("t", "a b") }
        #expect(throws: InvalidField.tooLong("body", bytes: 129, limit: 128)) {
            try send(
                .sealed(sequence: 5, box: "AQID", alert: SealedAlert(title: "t", body: String(repeating: "b", count: 129))))
        }
    }

    @Test func theEndKeepsTheContent() throws {
        #expect(try send(.ended()).requestedEnd == .default)
        let answer = try send(.ended(dismissalDate: start + 100))
        #expect(answer.requestedEnd == .after(start + 100) && answer.content.state == SealedState(sequence: 4, box: "AAAA"))
    }

    @Test func contentOfTheHostsStartIsChecked() throws {
        let provider = SealedProvider()
        #expect(provider.content(for: attributes, at: start).state == SealedState())
        try provider.validate(SealedState(), for: attributes)
        try provider.validate(SealedState(sequence: 1, box: "AQID"), for: attributes)
        for state in [SealedState(sequence: 1), SealedState(box: "AQID"), SealedState(sequence: -1, box: "AQID")] {
            #expect(throws: InvalidField.self) { try provider.validate(state, for: attributes) }
        }
    }
}
