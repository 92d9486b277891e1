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
    private static func receive(_ part: HTTPServerRequestPart, _ requests: inout DirectRequests) -> String {
        receive(.part(part), &requests)
    }

    private static func receive(_ arrival: DirectRequests.Arrival, _ requests: inout DirectRequests) -> String {
        switch requests.receive(arrival) {
        case .nothing: ""
        case .pass: text(arrival)
        case .passAll(let arrivals): arrivals.map(text).joined(separator: ", ")
        case .answer(let head, let body): "answer \(head.uri) \(String(buffer: body))"
        }
    }

    private static func text(_ arrival: DirectRequests.Arrival) -> String {
        switch arrival {
        case .part(let part): text(part)
        case .error(let error): "error \(error)"
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
        #expect(parts.map { Self.receive($0, &requests) } == ["", "", "", #"answer /direct {"event":{}}"#])
        // The next one waits for the response.
        #expect(!requests.isFull)
        #expect([Self.head("/other"), .end(nil)].map { Self.receive($0, &requests) } == ["", ""])
        #expect(requests.isFull && requests.next() == nil)
        requests.endAnswer()
        #expect(requests.next().map { Self.receive($0, &requests) } == "head /other")
        #expect(requests.next().map { Self.receive($0, &requests) } == "end")
        #expect(requests.next() == nil && !requests.isFull)
    }

    /// The response to a request that was passed on comes first.
    @Test func noRequestIsAnsweredBeforeThoseThatWerePassedOn() {
        var requests = Self.requests()
        let parts = [Self.head("/other"), .end(nil), Self.head("/direct"), Self.body("{}"), .end(nil)]
        #expect(parts.map { Self.receive($0, &requests) } == ["head /other", "end", "head /direct", "body {}", "end"])
        requests.endPassed()
        #expect(Self.receive(Self.head("/direct"), &requests) == "head /direct")
        requests.endPassed()
        requests.endPassed()
        #expect(Self.receive(Self.head("/direct"), &requests) == "")
    }

    @Test func aRequestThatIsTakenBackIsPassedOnAsItCame() {
        var requests = Self.requests()
        #expect(requests.takeBack().isEmpty)
        for part in [Self.head("/direct/2"), Self.body("{}"), .end(nil)] { _ = requests.receive(.part(part)) }
        #expect(requests.takeBack().map(Self.text) == ["head /direct/2", "body {}", "end"])
        // It counts as passed on.
        #expect(Self.receive(Self.head("/direct/3"), &requests) == "head /direct/3")
    }

    private enum Failure: Error { case broken }

    /// An error within a request is passed on with it; an error after a request waits for the response.
    @Test func anErrorHasItsPlaceAmongTheRequests() {
        var requests = Self.requests()
        for part in [Self.head("/direct/1"), Self.body("{")] { _ = requests.receive(.part(part)) }
        #expect(Self.receive(.error(Failure.broken), &requests) == "head /direct/1, body {, error broken")
        requests.endPassed()
        for part in [Self.head("/direct/2"), Self.body("{}"), .end(nil), Self.head("/other"), Self.body("x")] {
            _ = requests.receive(.part(part))
        }
        #expect(Self.receive(.error(Failure.broken), &requests) == "")
        requests.endAnswer()
        var passed: [String] = []
        while let arrival = requests.next() { passed.append(Self.receive(arrival, &requests)) }
        #expect(passed == ["head /other", "body x", "error broken"])
        #expect(Self.receive(.error(Failure.broken), &requests) == "error broken")
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
        func pass(_ arrival: DirectRequests.Arrival) {
            guard case .part(let part) = arrival else { return }
            switch part {
            case .head(let head): passed.append((head.uri, "", false))
            case .body(let body): passed[passed.count - 1].body += String(buffer: body)
            case .end: passed[passed.count - 1].isComplete = true
            }
        }
        func receive(_ arrival: DirectRequests.Arrival) {
            switch requests.receive(arrival) {
            case .nothing: break
            case .pass: pass(arrival)
            case .passAll: Issue.record("there is no error")
            case .answer(let head, let body):
                #expect(passed.isEmpty, "SLA_SEED=\(seed) Scripts/test --filter everyRequestHasItsResponseInOrder")
                if random.once(in: 4) {
                    for arrival in requests.takeBack() { pass(arrival) }
                } else {
                    answering = (head.uri, String(buffer: body))
                }
            }
        }
        while responses.count < count {
            switch random.below(3) {
            case 0 where !arriving.isEmpty: receive(.part(arriving.removeFirst()))
            case 1:
                guard let answered = answering else { break }
                answering = nil
                responses.append("\(answered.path) \(answered.body)")
                requests.endAnswer()
                while let arrival = requests.next() { receive(arrival) }
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
