import Dispatch
import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivityCluster

/// Requests to other nodes, over a transport whose answers the test controls.
@Suite(.timeLimit(.minutes(5))) struct ForwarderTests {
    private let transport = HandTransport()
    private let clock = ManualClock()
    private let time: ClusterClock

    init() { time = ClusterClock(clock) }

    /// Advances the clock until a condition is true, so that requests stop waiting for others.
    private func moving(until holds: () -> Bool) async {
        while !holds() {
            clock.advance(by: 0.005)
            await Task.yield()
        }
    }

    private func isAsked(_ count: Int, of forwarder: Forwarder) async {
        // The requests are made in tasks, without a notification.
        while forwarder.count < count { await Task.yield() }
    }

    private func ask(_ forwarder: Forwarder, _ text: String, to node: String = "b", within time: Duration = .seconds(500))
        -> Task<TransportAnswer, Never>
    { Task { await forwarder.ask(node, Array(text.utf8), within: time) } }

    /// Sends the requests one after the other, so that they wait in this order.
    private func askAll(_ forwarder: Forwarder, _ texts: [String], after known: Int) async throws -> [Task<
        TransportAnswer, Never
    >] {
        var asked: [Task<TransportAnswer, Never>] = []
        for text in texts { asked.append(ask(forwarder, text)) }
        await moving { transport.messages.reduce(0) { $0 + $1.texts.count } >= known + texts.count }
        return asked
    }

    /// After 10 ms the second request is sent beside the unanswered first one. The third one then waits for both answers: an
    /// answer that arrives while another message is unanswered sends nothing.
    @Test func anAnswerSendsNothingBesideAnUnansweredMessage() async throws {
        let forwarder = Forwarder(transport, time)
        let first = ask(forwarder, "first")
        await transport.until { $0.count == 1 }
        let second = ask(forwarder, "second")
        // The time limits of requests are checked after 50 ms, so this is the time at which the second request is sent.
        while clock.nextDate != Scenario.epoch + 0.01 { await Task.yield() }
        clock.advance(by: 0.009)
        #expect(transport.messages.count == 1)
        clock.advance(by: 0.001)
        await transport.until { $0.count == 2 }
        let third = ask(forwarder, "third")
        await isAsked(3, of: forwarder)
        transport.messages[0].answer(["first!"])
        #expect(await first.value == .answer(Array("first!".utf8)))
        #expect(transport.messages.count == 2)
        transport.messages[1].answer(["second!"])
        #expect(await second.value == .answer(Array("second!".utf8)))
        #expect(transport.messages.map(\.texts) == [["first"], ["second"], ["third"]])
        transport.messages[2].answer(["third!"])
        #expect(await third.value == .answer(Array("third!".utf8)))
    }

    /// A full message waits neither for an answer nor for time: of 257 requests behind the first one, 256 are sent at once.
    @Test func whatFillsAMessageDoesNotWait() async throws {
        let forwarder = Forwarder(transport, time)
        var asked = [ask(forwarder, "first")]
        await transport.until { $0.count == 1 }
        for number in 1..<Frames.countMax { asked.append(ask(forwarder, "\(number)")) }
        await isAsked(Frames.countMax, of: forwarder)
        #expect(transport.messages.count == 1)
        asked += [ask(forwarder, "256"), ask(forwarder, "257")]
        await isAsked(Frames.countMax + 2, of: forwarder)
        await transport.until { $0.count == 2 }
        #expect(transport.messages.map(\.texts.count) == [1, 256])
        for message in [0, 1] { transport.messages[message].answer(transport.messages[message].texts.map { $0 + "!" }) }
        await transport.until { $0.count == 3 }
        #expect(transport.messages[2].texts.count == 1)
        transport.messages[2].answer(transport.messages[2].texts.map { $0 + "!" })
        for task in asked { guard case .answer = await task.value else { Issue.record("a request has no answer"); continue } }
    }

    /// The first request is sent at once. The others are collected until it is answered.
    @Test func whatWaitsForOneNodeGoesInOneMessage() async throws {
        let forwarder = Forwarder(transport, time, gathering: .seconds(500))
        let first = ask(forwarder, "first")
        await transport.until { $0.count == 1 }
        #expect(transport.messages[0].texts == ["first"])
        let others = (0..<20).map { ask(forwarder, "\($0)") }
        await isAsked(21, of: forwarder)
        #expect(transport.messages.count == 1)
        transport.messages[0].answer(["first!"])
        #expect(await first.value == .answer(Array("first!".utf8)))
        #expect(transport.messages.count == 2)
        let texts = transport.messages[1].texts
        #expect(Set(texts) == Set((0..<20).map(String.init)))
        transport.messages[1].answer(texts.map { $0 + "!" })
        for (number, task) in others.enumerated() { #expect(await task.value == .answer(Array("\(number)!".utf8))) }
        #expect(forwarder.count == 0)
    }

    @Test func aSlowCommandDelaysNoOther() async throws {
        let forwarder = Forwarder(transport, time)
        let first = ask(forwarder, "first")
        await transport.until { $0.count == 1 }
        let others = try await askAll(forwarder, ["slow", "fast"], after: 1)
        for message in transport.messages {
            for text in message.texts where text != "slow" { message.answer([text + "!"], of: [text]) }
        }
        #expect(await first.value == .answer(Array("first!".utf8)))
        #expect(await others[1].value == .answer(Array("fast!".utf8)))
        for message in transport.messages where message.texts.contains("slow") { message.answer(["slow!"], of: ["slow"]) }
        #expect(await others[0].value == .answer(Array("slow!".utf8)))
    }

    @Test func eachRequestHasATimeOfItsOwn() async throws {
        let forwarder = Forwarder(transport, time)
        let patient = ask(forwarder, "patient")
        let hasty = ask(forwarder, "hasty", within: .milliseconds(1))
        await isAsked(2, of: forwarder)
        await moving { forwarder.count == 1 }
        #expect(await hasty.value == .silence)
        await transport.until { $0.contains { $0.texts.contains("patient") } }
        for message in transport.messages { message.answer(message.texts.map { $0 + "!" }) }
        #expect(await patient.value == .answer(Array("patient!".utf8)))
    }

    @Test func whereNobodyIsAllAreTold() async throws {
        let forwarder = Forwarder(transport, time)
        let first = ask(forwarder, "first")
        await transport.until { $0.count == 1 }
        let others = try await askAll(forwarder, ["a", "b"], after: 1)
        for message in transport.messages { #expect(!message.receive(.nobody)) }
        #expect(await first.value == .nobody)
        for task in others { #expect(await task.value == .nobody) }
        // A request to another node is sent at once.
        let other = ask(forwarder, "other", to: "c")
        await transport.until { $0.contains { $0.texts == ["other"] } }
        transport.messages.last?.answer(["other!"])
        #expect(await other.value == .answer(Array("other!".utf8)))
    }

    /// A node receives a request and ends. The next request finds no receiver, so the earlier one is in doubt at once, long
    /// before its timeout, and its late answer is dropped. A request to another node keeps waiting.
    @Test func aRequestToANodeThatHasEndedIsInDoubtAtOnce() async throws {
        let forwarder = Forwarder(transport, time)
        let (given, other) = (ask(forwarder, "given"), ask(forwarder, "other", to: "c"))
        await transport.until { $0.count == 2 }
        let later = try await askAll(forwarder, ["a", "b"], after: 2)
        for message in transport.messages.dropFirst(2) { #expect(!message.receive(.nobody)) }
        #expect(await given.value == .silence)
        for task in later { #expect(await task.value == .nobody) }
        for message in transport.messages.prefix(2) { message.answer(message.texts.map { $0 + "!" }) }
        #expect(await other.value == .answer(Array("other!".utf8)))
        #expect(forwarder.count == 0)
    }

    /// A message that cannot be decoded, such as one of another version, is passed to every request.
    @Test func anUnknownAnswerIsGivenToAll() async throws {
        let forwarder = Forwarder(transport, time)
        let first = ask(forwarder, "first")
        await transport.until { $0.count == 1 }
        #expect(!transport.messages[0].receive(.answer(Array("{}".utf8))))
        #expect(await first.value == .answer(Array("{}".utf8)))
    }

    @Test func messagesHaveBounds() async throws {
        let large = String(repeating: "x", count: Frames.bytesMax / 2)
        for texts in [Array(repeating: "x", count: Frames.countMax + 1), Array(repeating: large, count: 3)] {
            let transport = HandTransport()
            let forwarder = Forwarder(transport, time)
            let asked = texts.map { ask(forwarder, $0) }
            await moving { transport.messages.reduce(0) { $0 + $1.texts.count } == texts.count }
            for message in transport.messages {
                #expect(message.texts.count <= Frames.countMax)
                #expect(message.texts.count == 1 || message.frames.reduce(0) { $0 + $1.size } <= Frames.bytesMax)
                message.answer(message.texts)
            }
            for (task, text) in zip(asked, texts) { #expect(await task.value == .answer(Array(text.utf8))) }
        }
    }

    @Test func framesAreReadAsTheyWereWritten() {
        for frames in [[], [(1, [])], [(0, [1]), (.max, [0, 255, 10])]] as [[(UInt64, [UInt8])]] {
            let written = Frames(frames.map { Frames.Frame(number: $0, bytes: $1) })
            let bytes = written.encoded()
            #expect(Frames(encoded: bytes) == written)
            // A truncated message is invalid, unless it ends between two frames.
            for count in 0..<bytes.count {
                if let part = Frames(encoded: Array(bytes[..<count])) { #expect(part.frames.count < written.frames.count) }
            }
        }
        #expect(Frames(encoded: [2]) == nil)
    }

    @Test func answersGoBackTogetherAndAreAllThere() async {
        let (replies, reply) = AsyncStream.makeStream(of: Frames.self)
        let answers = GatheredAnswers(messageBytesMax: 1_000_000) { reply.yield(Frames(encoded: $0) ?? Frames([])) }
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask { answers.add(Frames.Frame(number: UInt64(number), bytes: Array("\(number)".utf8))) }
            }
        }
        GatheredAnswers.sending.sync {}
        reply.finish()
        let all = await replies.reduce(into: [Frames.Frame]()) { $0 += $1.frames }
        #expect(all.map(\.number).sorted() == (0..<100).map { UInt64($0) })
        for frame in all { #expect(frame.bytes == Array("\(frame.number)".utf8)) }
    }
}

/// Messages larger than one message of the transport.
@Suite struct MessagePiecesTests {
    private let message = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 % 7 + 1) }

    /// At the limit a message is not split; with one more byte it becomes two pieces, neither larger than the limit.
    @Test func aMessageIsCutAndWholeAgain() {
        #expect(MessagePieces.cut(message, number: 1, max: 1_000) == [message])
        for max in [999, 500, 100, 18] {
            let cut = MessagePieces.cut(message, number: 1, max: max)
            #expect(cut.count == (1_000 + max - 18) / (max - 17))
            #expect(cut.allSatisfy { $0.count <= max })
            var pieces = MessagePieces()
            #expect(cut.map { pieces.take($0) } == Array(repeating: nil, count: cut.count - 1) + [message])
            #expect(pieces.waitingCount == 0)
        }
        var pieces = MessagePieces()
        #expect(pieces.take(message) == message)
    }

    /// Two messages may arrive interleaved. A message with a missing or duplicate piece is never completed; sent again, it is.
    @Test func whatLacksAPieceIsNeverWhole() {
        let (one, two) = (MessagePieces.cut(message, number: 1, max: 400), MessagePieces.cut(message, number: 2, max: 400))
        var pieces = MessagePieces()
        #expect(
            [one[0], two[0], one[1], two[1], one[2], two[2]].map { pieces.take($0) } == [nil, nil, nil, nil, message, message])
        for order in [[0, 2], [1, 2], [2], [0, 1, 1, 2], [1, 0, 2]] {
            #expect(order.map { pieces.take(one[$0]) }.allSatisfy { $0 == nil })
        }
        #expect(one.map { pieces.take($0) } == [nil, nil, message])
        #expect(pieces.waitingCount == 0)
    }

    /// The memory for incomplete messages is limited: the oldest is dropped, and so is a message that claims to be too long.
    @Test func whatIsNotWholeHasABound() {
        let half = MessagePieces.messageBytesMax / 2
        let large = Array(repeating: UInt8(1), count: 2 * half - 100)
        var pieces = MessagePieces()
        for number in 1...5 { #expect(pieces.take(MessagePieces.cut(large, number: UInt64(number), max: half)[0]) == nil) }
        #expect(pieces.waitingCount == 4)
        var endless = MessagePieces()
        let cut = MessagePieces.cut(Array(repeating: 1, count: MessagePieces.messageBytesMax + 1_000), number: 9, max: 1 << 20)
        #expect(cut.map { endless.take($0) }.allSatisfy { $0 == nil })
        #expect(endless.waitingCount == 0)
    }
}

/// Keeps each message until the test answers it.
private final class HandTransport: ClusterTransport {
    struct Message: Sendable {
        var frames: [Frames.Frame]
        var receive: @Sendable (TransportAnswer) -> Bool

        var texts: [String] { frames.map { String(decoding: $0.bytes, as: UTF8.self) } }

        /// Answers the messages with these texts, or all messages.
        func answer(_ answers: [String], of texts: [String]? = nil) {
            let answered = frames.filter { texts?.contains(String(decoding: $0.bytes, as: UTF8.self)) ?? true }
            _ = receive(
                .answer(
                    Frames(zip(answered, answers).map { Frames.Frame(number: $0.number, bytes: Array($1.utf8)) }).encoded()))
        }
    }

    private let sent = WatchedState<[Message]>([])
    var messages: [Message] { sent.read { $0 } }

    func until(_ holds: @escaping @Sendable ([Message]) -> Bool) async {
        await sent.wait(on: ClusterClock(SystemClock()), for: holds)
    }

    func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) { sent.change { $0.append(Message(frames: Frames(encoded: request)?.frames ?? [], receive: receive)) } }

    func log(of partition: Int) -> any PartitionLog { MemoryPartitionLog() }
    func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) {}
    func sendHeartbeat(_ heartbeat: [UInt8], from address: String) {}
    func publish(_ changes: [UInt8], from address: String) {}
}
