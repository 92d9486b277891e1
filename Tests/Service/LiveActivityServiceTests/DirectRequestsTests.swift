#if Service
import LiveActivityTesting
import NIOCore
import NIOHTTP1
import Testing

@testable import LiveActivityService

/// A connection's requests, some of which are answered directly.
struct DirectRequestsTests {
    /// Takes a request whose path begins with `/direct`.
    private static func requests() -> DirectRequests { DirectRequests { $0.uri.hasPrefix("/direct") } }

    private static func head(_ path: String) -> HTTPServerRequestPart {
        .head(HTTPRequestHead(version: .http1_1, method: .POST, uri: path))
    }

    private static func body(_ text: String) -> HTTPServerRequestPart { .body(ByteBuffer(string: text)) }

    /// The fate of a part, as text.
    private static func text(_ step: DirectRequests.Step) -> String {
        switch step {
        case .nothing: ""
        case .pass(let part): text(part)
        case .answer(let head, let body): "answer \(head.uri) \(String(buffer: body))"
        }
    }

    private static func text(_ part: HTTPServerRequestPart) -> String {
        switch part {
        case .head(let head): "head \(head.uri)"
        case .body(let body): "body \(String(buffer: body))"
        case .end: "end"
        }
    }

    @Test func aRequestIsAnsweredWithItsWholeBody() {
        var requests = Self.requests()
        let parts = [Self.head("/direct"), Self.body("{\"event\""), Self.body(":{}}"), .end(nil)]
        #expect(parts.map { Self.text(requests.receive($0)) } == ["", "", "", #"answer /direct {"event":{}}"#])
        // The next one waits for the response.
        #expect(!requests.isFull)
        #expect([Self.head("/other"), .end(nil)].map { Self.text(requests.receive($0)) } == ["", ""])
        #expect(requests.isFull && requests.next() == nil)
        requests.endAnswer()
        #expect(requests.next().map { Self.text(requests.receive($0)) } == "head /other")
        #expect(requests.next().map { Self.text(requests.receive($0)) } == "end")
        #expect(requests.next() == nil && !requests.isFull)
    }

    /// The response to a request that was passed on comes first.
    @Test func noRequestIsAnsweredBeforeThoseThatWerePassedOn() {
        var requests = Self.requests()
        let parts = [Self.head("/other"), .end(nil), Self.head("/direct"), Self.body("{}"), .end(nil)]
        #expect(parts.map { Self.text(requests.receive($0)) } == ["head /other", "end", "head /direct", "body {}", "end"])
        requests.endPassed()
        #expect(Self.text(requests.receive(Self.head("/direct"))) == "head /direct")
        requests.endPassed()
        requests.endPassed()
        #expect(Self.text(requests.receive(Self.head("/direct"))) == "")
    }

    @Test func aRequestThatIsTakenBackIsPassedOnAsItCame() {
        var requests = Self.requests()
        #expect(requests.handOver().isEmpty)
        // In the middle of its body: what is left of it follows.
        for part in [Self.head("/direct/1"), Self.body("{")] { _ = requests.receive(part) }
        #expect(requests.handOver().map(Self.text) == ["head /direct/1", "body {"])
        #expect([Self.body("}"), .end(nil)].map { Self.text(requests.receive($0)) } == ["body }", "end"])
        requests.endPassed()
        // When it is complete.
        for part in [Self.head("/direct/2"), Self.body("{}"), .end(nil)] { _ = requests.receive(part) }
        #expect(requests.handOver().map(Self.text) == ["head /direct/2", "body {}", "end"])
        // It counts as passed on.
        #expect(Self.text(requests.receive(Self.head("/direct/3"))) == "head /direct/3")
    }

    /// Whatever the order of arrivals and responses: responses have the order of their requests, and no part is lost.
    @Test(arguments: SeededGenerator.seeds(300)) func everyRequestHasItsResponseInOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var requests = Self.requests()
        let count = 20
        var arriving = (0..<count).flatMap { number -> [HTTPServerRequestPart] in
            let head = Self.head(random.once(in: 2) ? "/direct/\(number)" : "/other/\(number)")
            let bodies = (0..<random.below(3)).map { Self.body("\(number).\($0) ") }
            return [head] + bodies + [.end(nil)]
        }[...]
        // The requests that were passed on, as far as they have arrived, and the one being answered.
        var passed: [(path: String, body: String, isComplete: Bool)] = []
        var answering: (path: String, body: String)?
        var responses: [String] = []
        func pass(_ part: HTTPServerRequestPart) {
            switch part {
            case .head(let head): passed.append((head.uri, "", false))
            case .body(let body): passed[passed.count - 1].body += String(buffer: body)
            case .end: passed[passed.count - 1].isComplete = true
            }
        }
        func receive(_ part: HTTPServerRequestPart) {
            switch requests.receive(part) {
            case .nothing: break
            case .pass(let part): pass(part)
            case .answer(let head, let body):
                #expect(passed.isEmpty, "SLA_SEED=\(seed) Scripts/test --filter everyRequestHasItsResponseInOrder")
                if random.once(in: 4) {
                    requests.handOver().forEach(pass)
                } else {
                    answering = (head.uri, String(buffer: body))
                }
            }
        }
        while responses.count < count {
            switch random.below(3) {
            case 0 where !arriving.isEmpty: receive(arriving.removeFirst())
            case 1:
                guard let answered = answering else { break }
                answering = nil
                responses.append("\(answered.path) \(answered.body)")
                requests.endAnswer()
                while let part = requests.next() { receive(part) }
            default:
                guard let first = passed.first, first.isComplete else { break }
                passed.removeFirst()
                responses.append("\(first.path) \(first.body)")
                requests.endPassed()
            }
        }
        var again = SeededGenerator(seed: seed)
        let expected = (0..<count).map { number -> String in
            let path = again.once(in: 2) ? "/direct/\(number)" : "/other/\(number)"
            return "\(path) " + (0..<again.below(3)).map { "\(number).\($0) " }.joined()
        }
        #expect(responses == expected, "SLA_SEED=\(seed) Scripts/test --filter everyRequestHasItsResponseInOrder")
    }
}
#endif
