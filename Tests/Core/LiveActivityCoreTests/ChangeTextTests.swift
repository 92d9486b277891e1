import LiveActivityCore
import Testing

/// A change encoded while it is drained has the same bytes as its encoded value.
@Suite struct ChangeTextTests {
    /// A service keeps tens of thousands of changes for clients that reconnect. Each shared the engine's memory for many
    /// changes at once, so that a service under load took hundreds of megabytes.
    @Test func aKeptChangeHoldsOnlyItsOwnBytes() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 7))
        try engine.register(AnyProvider(CounterProvider(kind: "counter")))
        let now = Date(timeIntervalSinceReferenceDate: 803_667_600)
        let id = try engine.start(
            CounterProvider.Attributes(name: "a", startAfter: nil), kind: "counter", owner: "anna", options: StartOptions(),
            at: now)
        for number in 1...500 { try engine.send(CounterProvider.Event.added(number), to: id, at: now) }
        #expect(try engine.takeChanges().count == 501)
        for number in 1...3 {
            try engine.send(CounterProvider.Event.added(number), to: id, at: now)
            let text = try #require(engine.takeChanges().first?.content?.state.bytes)
            #expect(text.capacity < text.count + 64)
        }
    }

    @Test(arguments: [4_096, nil] as [Int?]) func everyChangeIsWrittenAsItsValueIs(payloadBytes: Int?) throws {
        var configuration = EngineConfiguration(seed: 7)
        configuration.limits.payloadBytes = payloadBytes
        configuration.limits.nameBytes = 600
        var engine = Engine(configuration: configuration)
        for kind in ["counter", #"a "kind""#, "zähler"] {
            try engine.register(AnyProvider(CounterProvider(kind: ActivityKind(kind))))
        }

        let encoder = WireEncoder()
        var now = Date(timeIntervalSinceReferenceDate: 803_667_600.25)
        var compared: Set<String> = []
        func compare() throws {
            try engine.drainChanges { (pending) throws in
                var written: [UInt8] = [0x2C]
                try pending.write(into: &written)
                let change = try pending.change()
                var again: [UInt8] = [0x2C]
                try change.write(into: &again, with: encoder)
                #expect(again == written)
                #expect(
                    String(decoding: written, as: UTF8.self) == ","
                        + String(decoding: try encoder.encode(change), as: UTF8.self))
                compared.insert("\(change.what.name) \(change.state)")
            }
        }

        let owners: [OwnerID] = [
            "anna", #"an"na"#, #"a\b"#, "jörg/海", "tab\t", "", OwnerID(String(repeating: "x", count: 600)),
        ]
        for kind in engine.providers.map(\.kind) {
            for owner in owners {
                let id = try engine.start(
                    CounterProvider.Attributes(name: "a", startAfter: nil), kind: kind, owner: owner,
                    options: StartOptions(key: "k"), at: now)
                let scheduled = try engine.start(
                    CounterProvider.Attributes(name: "b"), kind: kind, owner: owner,
                    options: StartOptions(start: now + 1_000, alert: AlertConfiguration(title: "t", body: "b")), at: now)
                try compare()
                let events: [CounterProvider.Event] = [
                    .added(1), .noted("\"\\ä\u{7F}\u{1}"), .relevanceSet(85), .relevanceSet(0.5), .relevanceSet(-0.0),
                    .relevanceSet(-3),
                    .relevanceSet(1e15), .relevanceSet(1e21), .staleSet(after: 10.125), .staleSet(after: 1), .alerted(2),
                ]
                for event in events {
                    now += 0.3
                    try engine.send(event, to: id, at: now)
                    try engine.send(event, to: scheduled, at: now)
                    try compare()
                }
                now += 5
                try engine.send(CounterProvider.Event.added(1), to: id, at: now)
                try engine.send(CounterProvider.Event.staleSet(after: 100), to: id, at: now)
                try compare()
                try engine.send(CounterProvider.Event.finished(linger: 3), to: id, at: now)
                engine.advance(to: now + 2_000)
                try compare()
                now += 3_000
            }
        }
        #expect(
            compared.isSuperset(of: [
                "updated active", "updated stale", "updated pending", "started active", "scheduled pending",
                "becameStale stale", "becameActive active", "alerted active", "ended ended", "dismissed dismissed",
            ]), "\(compared.sorted())")
    }
}
