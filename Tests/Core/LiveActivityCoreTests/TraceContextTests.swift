import LiveActivityCore
import LiveActivityTesting
import Testing

/// A command's trace is attached to the changes that it causes, and to no others.
@Suite struct TraceContextTests {
    private let now = Scenario.epoch
    private static let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    private let trace = TraceContext(traceparent: text)
    private let other = TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-00")

    @Test func aHeaderIsReadAndWrittenAsTheStandardHasIt() throws {
        let trace = try #require(trace)
        #expect(trace.traceID == "0af7651916cd43dd8448eb211c80319c")
        #expect(trace.spanID == "b7ad6b7169203331")
        #expect(trace.isSampled)
        #expect(trace.traceparent == Self.text)
        #expect(other?.isSampled == false)
        #expect(TraceContext(traceparent: "cc" + Self.text.dropFirst(2) + "-what-the-future-brings")?.traceparent == Self.text)
    }

    @Test(arguments: [
        "", "00", text + "-", text + "-x", "ff" + text.dropFirst(2), text.uppercased(), "01" + text.dropFirst(2) + "x",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    ])
    func whatIsNoHeaderIsNone(text: String) { #expect(TraceContext(traceparent: text) == nil) }

    @Test func theChangesOfACommandHaveItsTraceAndThoseOfDeadlinesHaveNone() throws {
        let (now, trace, other) = (now, trace, other)
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(CounterProvider()))
        let id = try engine.tracing(trace, at: now) { engine in
            try engine.start(CounterProvider.Attributes(name: "a", every: 60), owner: "anna", at: now)
        }
        try engine.send(CounterProvider.Event.added(1), to: id, at: now + 1)
        // The wake after a minute is due before the command.
        try engine.tracing(other, at: now + 60) { try $0.send(CounterProvider.Event.alerted(5), to: id, at: now + 60) }
        engine.advance(to: now + 120)
        let changes = try engine.takeChanges()
        #expect(changes.map(\.what.name) == ["started", "updated", "updated", "updated", "alerted", "updated"])
        #expect(changes.map(\.trace) == [trace, nil, nil, other, other, nil])

        // A trace ends when its changes have been drained, even if the command made none.
        _ = engine.refusal { engine in
            _ = try engine.tracing(trace, at: now + 121) { (engine) throws(EngineError) in
                try engine.send(CounterProvider.Event.failed, to: id, at: now + 121)
            }
        }
        try engine.send(CounterProvider.Event.added(1), to: id, at: now + 122)
        #expect(try engine.takeChanges().map(\.trace) == [nil])
    }

    @Test func aTraceIsPartOfTheJSONOfCommandsAndChangesOnlyWhereThereIsOne() throws {
        let (now, trace) = (now, trace)
        func lines(_ member: String) throws -> [String] {
            var engine = Engine(configuration: EngineConfiguration(seed: 1))
            try engine.register(AnyProvider(CounterProvider()))
            try engine.apply(
                json:
                    #"{"command":"start","kind":"counter","owner":"anna","key":"k","attributes":{"name":"a","topics":[]}\#(member)}"#,
                at: now)
            let key = #"{"owner":"anna","kind":"counter","key":"k"}"#
            try engine.apply(json: #"{"command":"send","activity":\#(key),"event":{"added":{"_0":1}}\#(member)}"#, at: now)
            var lines: [String] = []
            try engine.drainChanges { pending in
                var (written, encoded): ([UInt8], [UInt8]) = ([], [])
                try pending.write(into: &written)
                encoded = try WireEncoder().encode(pending.change())
                #expect(written == encoded, "the two writers agree")
                #expect(try WireDecoder().decode(Change.self, from: written) == pending.change())
                lines.append(String(decoding: written, as: UTF8.self))
            }
            return lines
        }
        let (plain, traced) = (try lines(""), try lines(#","traceparent":"\#(Self.text)""#))
        #expect(plain.count == 2 && plain.allSatisfy { !$0.contains("trace") })
        #expect(traced == plain.map { $0.dropLast() + #","traceparent":"\#(Self.text)"}"# })
        #expect(try lines(#","traceparent":"broken""#) == plain, "a broken header stops no command")

        let command = TimedCommand(at: now, .advance, trace: trace)
        let text = try WireEncoder().encode(command)
        #expect(String(decoding: text, as: UTF8.self).hasSuffix(#""traceparent":"\#(Self.text)"}"#))
        #expect(try WireDecoder().decode(TimedCommand.self, from: text) == command)
    }
}
