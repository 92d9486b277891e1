import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivityCluster

/// The encoding of events on their way to the owner of their partition.
@Suite struct EventMessageTests {
    @Test(arguments: SeededGenerator.seeds(200)) func eventsArriveAsTheyWereSent(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let request = Self.request(&generator)
        let bytes = try request.encoded()
        let arrived = try #require(ClusterRequest(encoded: bytes), "seed \(seed)")
        #expect(arrived.partition == request.partition && arrived.name == request.name, "seed \(seed)")
        #expect(arrived.eventID == request.eventID && arrived.isQuery == false, "seed \(seed)")
        switch (arrived.body, request.body) {
        case (.send(let event, let trace), .send(let sent, let sentTrace)): #expect(event == sent && trace == sentTrace)
        case (.sendMany(let events, let trace), .sendMany(let sent, let sentTrace)):
            #expect(events == sent && trace == sentTrace)
        default: Issue.record("seed \(seed): \(arrived.body)")
        }
        #expect(try arrived.encoded() == bytes, "seed \(seed)")
    }

    /// A message of another version or a broken process is refused as a whole, and never read beyond its end.
    @Test(arguments: SeededGenerator.seeds(200)) func aDamagedMessageIsRefusedOrAnotherMessage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = try Self.request(&generator).encoded()
        for count in 0..<bytes.count { #expect(ClusterRequest(encoded: Array(bytes.prefix(count))) == nil, "seed \(seed)") }
        #expect(ClusterRequest(encoded: bytes + [0]) == nil, "seed \(seed)")
        for _ in 0..<50 {
            var damaged = bytes
            damaged[Int.random(in: 1..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            if let read = ClusterRequest(encoded: damaged) { #expect(ClusterRequest(encoded: try read.encoded()) != nil) }
        }
    }

    @Test func aLengthBeyondTheMessageIsRefused() {
        // One event for partition 0 without a name and a trace, whose JSON has 2^63 - 1 bytes.
        let huge: [UInt8] = [3, 1, 0, 0, 0, 1, 0, 7, 0, 0, 0] + Array(repeating: 0xFF, count: 8) + [0x7F]
        #expect(ClusterRequest(encoded: huge) == nil)
        // A message that claims to have 2^64 events.
        #expect(ClusterRequest(encoded: [3, 0, 0, 0, 0] + Array(repeating: 0xFF, count: 9) + [1]) == nil)
        // A number of eleven bytes, and a number above 64 bits.
        #expect(ClusterRequest(encoded: [3, 0] + Array(repeating: 0x80, count: 10) + [0]) == nil)
        #expect(ClusterRequest(encoded: [3, 0] + Array(repeating: 0xFF, count: 9) + [2, 0, 0, 0]) == nil)
    }

    private static func request(_ generator: inout SeededGenerator) -> ClusterRequest {
        func chance() -> Bool { Bool.random(using: &generator) }
        func text(_ count: Int) -> String {
            String(
                (0..<Int.random(in: 0...count, using: &generator)).map { _ in "aé/\"\\0😀".randomElement(using: &generator)! })
        }
        let trace = chance() ? TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01") : nil
        let name =
            chance()
            ? RequestName(
                sender: text(20), number: .random(in: .min ... .max, using: &generator),
                settled: .random(in: 0...1_000, using: &generator)) : nil
        let events = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            ClusterRequest.Event(
                activity: chance()
                    ? .id(ActivityID(rawValue: .random(in: .min ... .max, using: &generator)))
                    : .key(owner: OwnerID(text(9)), kind: ActivityKind(text(9)), key: StartKey(text(300))),
                json: Array(text(400).utf8), id: chance() ? EventID(text(30)) : nil,
                timestamp: chance() ? Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator)) : nil,
                number: chance() ? .random(in: 0...UInt64.max, using: &generator) : nil)
        }
        let body: ClusterRequest.Body = chance() ? .send(events[0], trace: trace) : .sendMany(events, trace: trace)
        return ClusterRequest(partition: .random(in: 0...64, using: &generator), body, as: name)
    }
}
