import LiveActivityJSON
import LiveActivityTesting
import Testing

@testable import LiveActivityCore

/// A store receives the content of the moment, encoded by the size check or not.
struct EncodedContentsTests {
    private let one = ActivityID(rawValue: 8)
    private let other = ActivityID(rawValue: 9)

    @Test func theLatestStateOfAnActivityIsKept() {
        var contents = EncodedContents()
        contents.set(Array("first".utf8)[...], of: one)
        contents.set(Array("other".utf8)[...], of: other)
        contents.set(Array("second".utf8)[...], of: one)
        #expect([one, other].map { contents.json(of: $0) } == [Array("second".utf8), Array("other".utf8)])
        // Without the size check, the state is unknown from then on.
        contents.set([], of: other)
        #expect([one, other].map { contents.contains($0) } == [true, false])
    }

    @Test func atMostAMegabyteIsKept() {
        var contents = EncodedContents()
        contents.set(Array(repeating: 1, count: EncodedContents.bytesMax - 2)[...], of: one)
        contents.set([2, 2], of: other)
        #expect([one, other].map { contents.json(of: $0)?.count } == [EncodedContents.bytesMax - 2, 2])
        // One byte more is not kept, and the earlier state is dropped.
        contents.set([3], of: other)
        #expect([one, other].map { contents.contains($0) } == [true, false])
    }

    private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

    /// Takes what has changed, and checks that each content is the engine's own.
    private static func take(_ engine: inout Engine, _ seed: UInt64) throws -> PendingPersistence? {
        let taken = engine.takePending()
        var contents: [ActivityID: JSONText] = [:]
        try taken?.forEachActivity(with: WireEncoder()) { record, _, _ in contents[record.id] = record.content.state }
        for (id, content) in contents { #expect(try content == engine.encodedState(of: id), "seed \(seed)") }
        return taken
    }

    @Test(arguments: SeededGenerator.seeds(100)) func eachBatchHasTheContentOfTheMoment(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var configuration = EngineConfiguration(seed: seed)
        configuration.limits.payloadBytes = seed.isMultiple(of: 3) ? nil : 400_000
        var engine = Engine(configuration: configuration)
        try engine.register(AnyProvider(kind: "note", attributes: NoteAttributes.self))
        engine.trackChanges(kindsPersisted: 0)
        var now = Self.start
        for step in 0..<200 {
            now += Double.random(in: 0...3_600, using: &generator)
            engine.advance(to: now)
            // Some contents are so large that four of them exceed what is kept. Some are equal to others with different JSON.
            let isLarge = Int.random(in: 0..<8, using: &generator) == 0
            let text = isLarge ? "\(step) " + String(repeating: "x", count: 300_000) : ["é", "e\u{301}", "\(step)"][step % 3]
            let content = ActivityContent<NoteAttributes.ContentState>.note(text, staleDate: now + 100)
            let id = engine.activities.randomElement(using: &generator)
            switch (Int.random(in: 0..<10, using: &generator), id) {
            case (0, _), (_, nil):
                var options = StartOptions()
                options.renews = Bool.random(using: &generator)
                if Bool.random(using: &generator) {
                    options.start = now + 60
                    options.alert = AlertConfiguration(title: "t", body: "b", sound: .default)
                }
                _ = try engine.start(NoteAttributes(title: "t"), content: content, owner: "anna", options: options, at: now)
            case (1, let id?): _ = try? engine.end(id, content, dismissalPolicy: .default, at: now)
            case (2...6, let id?): _ = try? engine.update(id, content, at: now)
            case (7, _):
                let taken = try Self.take(&engine, seed)
                if let taken, Bool.random(using: &generator) { engine.putBack(taken) } else { engine.wasPersisted() }
            default: engine.drainChanges { _ in }
            }
        }
        _ = try Self.take(&engine, seed)
    }
}
