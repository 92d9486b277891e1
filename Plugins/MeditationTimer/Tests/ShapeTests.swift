import Foundation
import LiveActivityCore
import MeditationTimerActivity
import LiveActivityTesting
import Testing

@Suite struct ShapeTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ json: String, as: Value.Type) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }

    @Test func modesHaveTheirNamesInJSON() throws {
        let modes: [MeditationTimerState.Mode] = [
            .idle, .running(endTime: start + 1800), .paused(remainingSeconds: 623), .cycleEnd, .complete,
        ]
        let written = try modes.map(json)
        #expect(
            written == [
                #"{"idle":{}}"#, #"{"running":{"endTime":803669400}}"#, #"{"paused":{"remainingSeconds":623}}"#,
                #"{"cycleEnd":{}}"#, #"{"complete":{}}"#,
            ])
        #expect(try written.map { try decode($0, as: MeditationTimerState.Mode.self) } == modes)
        #expect(modes.map { "{\"\($0.name)\"" } == written.map { String($0.prefix { $0 != ":" }) })
    }

    @Test func theStateIsTheModeAndTwoCounts() throws {
        let state = MeditationTimerState(mode: .paused(remainingSeconds: 623), currentCycle: 2, totalCycles: 3)
        let text = #"{"currentCycle":2,"mode":{"paused":{"remainingSeconds":623}},"totalCycles":3}"#
        #expect(try json(state) == text)
        #expect(try decode(text, as: MeditationTimerState.self) == state)
        #expect(try json(MeditationTimerState(mode: .idle)) == #"{"currentCycle":1,"mode":{"idle":{}}}"#)
    }

    @Test func eventsHaveTheirNamesInJSON() throws {
        let events: [MeditationTimerEvent] = [
            .started, .paused, .resumed, .nextCycleStarted, .extended(seconds: 60), .reset,
        ]
        let written = try events.map(json)
        #expect(
            written == [
                #"{"started":{}}"#, #"{"paused":{}}"#, #"{"resumed":{}}"#, #"{"nextCycleStarted":{}}"#,
                #"{"extended":{"seconds":60}}"#, #"{"reset":{}}"#,
            ])
        #expect(try written.map { try decode($0, as: MeditationTimerEvent.self) } == events)
        #expect(events.map { "{\"\($0.name)\"" } == written.map { String($0.prefix { $0 != ":" }) })
    }

    @Test func directJSONAgreesWithCodable() throws {
        for event in [MeditationTimerEvent.started, .paused, .resumed, .nextCycleStarted, .extended(seconds: 60), .reset] {
            try JSONAgreement.check(event)
        }
        for mode in [
            MeditationTimerState.Mode.idle, .running(endTime: start), .paused(remainingSeconds: 6), .cycleEnd, .complete,
        ] {
            try JSONAgreement.check(MeditationTimerState(mode: mode, currentCycle: 2, totalCycles: 3))
            try JSONAgreement.check(MeditationTimerState(mode: mode))
        }
        try JSONAgreement.check(MeditationTimerAttributes(timerDuration: 600))
        try JSONAgreement.check(MeditationTimerAttributes(timerDuration: 600, cycles: 3, languageCode: "he-IL"))
    }

    @Test func attributesNeedOnlyADuration() throws {
        #expect(
            try decode(#"{"timerDuration":600}"#, as: MeditationTimerAttributes.self)
                == MeditationTimerAttributes(timerDuration: 600))
    }

    @Test func attributesAndContentAlwaysFitThePayload() throws {
        let attributes = MeditationTimerAttributes(
            timerDuration: 28_800, cycles: 1000, languageCode: String(repeating: "\u{1}", count: 35))
        var content = try MeditationTimerProvider().content(for: attributes, at: start)
        content.state.mode = .running(endTime: start + 0.123456789)
        content.state.currentCycle = 1000
        #expect(try JSONEncoder().encode(attributes).count + JSONEncoder().encode(content).count <= 512)
    }
}
