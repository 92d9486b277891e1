import Foundation
import LiveActivitySealing
import Testing

@testable import LiveActivityClient

/// The requests, their times, and the stored state.
struct MachineTests {
    private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private static let installation = Installation(id: "phone", secret: String(repeating: "s", count: 32))
    private static let app = ClientApp(bundle: "com.example.errand", environment: .production)
    private static let kept = StoredState(service: "https://example.com", owner: "anna", installation: installation)

    /// A machine with a clock, and what its shell does for it.
    private struct Story {
        var machine: ClientMachine
        var now = start
        /// The contents of the file.
        var file: StoredState?

        init(_ stored: StoredState = kept) {
            machine = ClientMachine(stored, app: app, seed: 1, at: start)
        }

        /// The effects of an input as text, without `store`.
        mutating func after(_ input: (inout ClientMachine, Date) -> [Effect]) -> [String] {
            var lines: [String] = []
            for effect in input(&machine, now) {
                switch effect {
                case .store: file = machine.stored
                case .send(let request): lines.append("\(request.path.joined(separator: "/")) \(text(request.body))")
                case .list(let kind, _): lines.append("list \(kind)")
                case .end(let activity, _): lines.append("end \(activity)")
                case .replaceInstallation: lines.append("replace")
                case .report(let problem): lines.append("report \(problem)")
                }
            }
            return lines
        }

        /// The members of a body that differ between requests.
        private func text(_ body: Data) -> String {
            let members = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
            return members.filter { !["installation", "secret", "owner", "app", "environment"].contains($0.key) }
                .map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        }

        mutating func report(_ event: ActivityEvent) -> [String] { after { $0.receive(event, of: "errand", at: $1) } }

        /// Answers the newest request.
        mutating func answer(_ status: Int, code: String? = nil, retryAfter: Double? = nil) -> [String] {
            guard let pending = machine.stored.pending.last else { return ["nothing is pending"] }
            let id = ServiceRequest.ID(sequence: pending.sequence, attempt: machine.stored.attempt)
            return after { $0.answered(id, .response(status: status, code: code, retryAfter: retryAfter), at: $1) }
        }

        mutating func list(_ records: [ServiceRecord], isComplete: Bool = true) -> [String] {
            after { $0.listed("errand", attempt: $0.stored.attempt, .records(records, isComplete: isComplete), at: $1) }
        }

        mutating func wait(_ seconds: Double) -> [String] {
            now += seconds
            return after { $0.advance(to: $1) }
        }
    }

    private static let bicycle = DeviceActivity(id: "device-1", attributes: #"{"title":"Bicycle"}"#)
    private static func record(_ id: String, _ state: String = "active", title: String? = "Bicycle") -> ServiceRecord {
        ServiceRecord(id: id, state: state, attributes: title.map { #"{"title":"\#($0)"}"# })
    }

    @Test func aTokenIsSentAndKeptUntilTheServiceHasIt() throws {
        var story = Story()
        #expect(story.report(.startToken("aa")) == ["v1/tokens start=errand token=aa"])
        #expect(story.file?.pending.map(\.what) == [.startToken(kind: "errand", token: "aa")])
        #expect(story.answer(201) == [])
        #expect(story.file?.pending == [])
        // ActivityKit reports it again at each observation.
        #expect(story.report(.startToken("aa")) == [])
        #expect(story.report(.startToken("bb")) == ["v1/tokens start=errand token=bb"])
    }

    @Test func theBodyProvesTheInstallation() throws {
        var machine = ClientMachine(Self.kept, app: Self.app, seed: 1, at: Self.start)
        let effects = machine.receive(.startToken("aa"), of: "errand", at: Self.start)
        guard case .send(let request) = effects.last else { throw Missing() }
        #expect(effects.first == .store, "the file is written before the request is sent")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"app":"com.example.errand","environment":"production","installation":"phone","owner":"anna","#
                + #""secret":"\#(Self.installation.secret)","start":"errand","token":"aa"}"#
        )
    }

    private struct Missing: Error {}

    @Test func aNewerTokenWaitsForTheOlderOnesResponse() {
        var story = Story()
        #expect(story.report(.startToken("aa")) == ["v1/tokens start=errand token=aa"])
        let old = ServiceRequest.ID(sequence: 1, attempt: 1)
        #expect(story.report(.startToken("bb")) == [])
        #expect(story.file?.pending.map(\.what) == [.startToken(kind: "errand", token: "bb")])
        #expect(
            story.after { $0.answered(old, .response(status: 201), at: $1) } == ["v1/tokens start=errand token=bb"])
    }

    @Test func aKilledProcessSendsAgain() throws {
        var story = Story()
        _ = story.report(.startToken("aa"))
        var next = Story(try #require(story.file))
        #expect(next.wait(0) == ["v1/tokens start=errand token=aa"])
        // The upload of the process before has arrived after all.
        #expect(
            next.after { $0.answered(ServiceRequest.ID(sequence: 1, attempt: 1), .response(status: 200), at: $1) } == [])
        #expect(next.file?.pending == [])
    }

    @Test func theFailureOfAnEarlierProcessIsNoFailureOfThisOne() throws {
        var story = Story()
        _ = story.report(.startToken("aa"))
        var next = Story(try #require(story.file))
        _ = next.wait(0)
        let old = ServiceRequest.ID(sequence: 1, attempt: 1)
        #expect(next.after { $0.answered(old, .failed("cancelled"), at: $1) } == [])
        #expect(next.machine.nextDeadline == nil, "its own attempt is in flight")
    }

    @Test func theFileSurvivesItsJSON() throws {
        var story = Story()
        _ = story.report(.present([Self.bicycle], startToken: "aa"))
        _ = story.report(.updateToken(activity: "device-1", token: "bb"))
        _ = story.after { $0.setPermission(.kind("errand"), false, at: $1) }
        _ = story.report(.shown)
        let file = try #require(story.file)
        #expect(try JSONDecoder().decode(StoredState.self, from: JSONEncoder().encode(file)) == file)
    }

    @Test func anotherOwnerKeepsTheInstallationOnly() {
        var state = Self.kept
        state.pending = [StoredState.Pending(what: .receipt, sequence: 4)]
        state.sequence = 4
        let opened = state.opened(service: state.service, owner: "ben")
        #expect(opened.installation == state.installation)
        #expect(opened.pending == [] && opened.owner == "ben")
        #expect(opened.sequence == 4, "a late response to anna's request matches no request for ben")
    }

    // MARK: - Failures

    @Test func aServiceThatIsAwayIsAskedAgainWithGrowingWaits() throws {
        var story = Story()
        #expect(story.report(.startToken("aa")).count == 1)
        let problem = "report \(ClientProblem.unavailable(status: 503, reason: ""))"
        #expect(story.answer(503) == [problem])
        var waits: [Double] = []
        for _ in 0..<12 {
            let deadline = try #require(story.machine.nextDeadline)
            waits.append(deadline.timeIntervalSince(story.now))
            #expect(story.wait(waits[waits.count - 1] - 0.001) == [])
            #expect(story.wait(0.002) == ["v1/tokens start=errand token=aa"])
            #expect(story.answer(503) == [], "the problem is reported once")
        }
        for (index, wait) in waits.enumerated() {
            let base = min(900, 2 * pow(2, Double(index)))
            #expect((base...base * 1.2 + 0.01).contains(wait), "\(index): \(wait)")
        }
    }

    @Test func theServiceSaysWhenToComeBack() throws {
        var story = Story()
        _ = story.report(.startToken("aa"))
        #expect(story.answer(429, retryAfter: 60) == [])
        let wait = try #require(story.machine.nextDeadline).timeIntervalSince(story.now)
        #expect((60...72).contains(wait))
        #expect(story.after { $0.resume(at: $1) } == ["v1/tokens start=errand token=aa"])
    }

    @Test func withoutAnAccessTokenNothingIsSent() {
        var story = Story()
        _ = story.report(.startToken("aa"))
        #expect(
            story.answer(401, code: "tokenUnknown")
                == ["report \(ClientProblem.accessRefused(status: 401, reason: "tokenUnknown"))"])
        #expect(story.report(.shown) == [])
        #expect(story.machine.nextDeadline == nil)
        #expect(story.file?.pending.count == 2, "it is kept")
        #expect(story.after { $0.resume(at: $1) } == ["v1/tokens start=errand token=aa", "v1/receipts "])
    }

    @Test func anImpossibleRequestIsDropped() {
        var story = Story()
        _ = story.report(.startToken("aa"))
        #expect(
            story.answer(422, code: "badToken") == ["report \(ClientProblem.invalid(status: 422, reason: "badToken"))"])
        #expect(story.file?.pending == [])
    }

    @Test func aResponseThatIsNotTheServicesIsNoAnswer() throws {
        var story = Story()
        #expect(story.after { $0.setPermission(.all, false, at: $1) } == ["v1/permission allowed=0"])
        for status in [200, 302, 401, 404, 422] {
            let pending = try #require(story.machine.stored.pending.last)
            let id = ServiceRequest.ID(sequence: pending.sequence, attempt: story.machine.stored.attempt)
            let problem = ClientProblem.unavailable(status: status, reason: "a page")
            #expect(
                story.after { $0.answered(id, .foreign(status: status, reason: "a page"), at: $1) } == ["report \(problem)"])
            let wait = try #require(story.machine.nextDeadline).timeIntervalSince(story.now)
            #expect(story.wait(wait + 0.001) == ["v1/permission allowed=0"])
        }
        #expect(story.answer(200) == [] && story.file?.pending == [])
    }

    /// The service has applied it, and loses it if it ends before its store works again.
    @Test func whatTheServiceHasNotStoredIsSentAgain() throws {
        var story = Story()
        #expect(story.after { $0.setPermission(.all, false, at: $1) } == ["v1/permission allowed=0"])
        let problem = ClientProblem.unavailable(status: 202, reason: "notDurable")
        #expect(story.answer(202, code: "notDurable") == ["report \(problem)"])
        let wait = try #require(story.machine.nextDeadline).timeIntervalSince(story.now)
        #expect(story.wait(wait + 0.001) == ["v1/permission allowed=0"])
        #expect(story.answer(200) == [] && story.file?.pending == [])
        // An action was performed, and must not be repeated.
        guard case .accepted = Verdict(.response(status: 202, code: "notDurable"), to: nil) else {
            Issue.record("an action that was performed counts as refused")
            return
        }
    }

    @Test func aClockThatIsSetBackChangesNoInterval() throws {
        var story = Story()
        _ = story.report(.present([Self.bicycle], startToken: "aa"))
        _ = story.list([])
        _ = story.report(.shown)
        for attempt in [1, 3] {
            let id = ServiceRequest.ID(sequence: attempt == 1 ? 1 : 2, attempt: attempt)
            _ = story.after { $0.answered(id, .response(status: 503), at: $1) }
        }
        let wait = try #require(story.machine.nextDeadline).timeIntervalSince(story.now)
        #expect((2...2.4).contains(wait))
        story.now -= 7_200
        #expect(story.wait(0) == [], "nothing is due earlier")
        let deadline = try #require(story.machine.nextDeadline).timeIntervalSince(story.now)
        #expect(abs(deadline - wait) < 0.001, "and nothing is due later")
        // The activity is ended when the service has not had it for the grace period, by whichever clock.
        #expect(story.wait(121).contains("list errand"))
        #expect(story.list([]) == ["end device-1"])
    }

    @Test func severalRefusalsOfAnInstallationMakeOneNewInstallation() throws {
        var story = Story()
        #expect(story.report(.startToken("aa")) == ["v1/tokens start=errand token=aa"])
        #expect(story.report(.shown) == ["v1/receipts "])
        let (token, receipt) = (ServiceRequest.ID(sequence: 1, attempt: 1), ServiceRequest.ID(sequence: 2, attempt: 2))
        let unproven = Answer.response(status: 403, code: "installationUnproven")
        #expect(story.after { $0.answered(token, unproven, at: $1) }.last == "replace")
        let other = Installation(id: "other", secret: String(repeating: "t", count: 32))
        #expect(story.after { $0.replace(other, at: $1) } == ["v1/tokens start=errand token=aa"])
        #expect(story.after { $0.answered(receipt, unproven, at: $1) } == ["v1/receipts "], "now of the new installation")
        // A later process receives the acceptance of the former installation's token.
        var next = Story(try #require(story.file))
        #expect(next.after { $0.answered(token, .response(status: 201), at: $1) }.count == 2)
        #expect(next.file?.installation == other && next.file?.pending.count == 2)
    }

    @Test func anInstallationThatIsNotProvenBecomesAnotherOne() {
        var story = Story()
        _ = story.report(.startToken("aa"))
        _ = story.answer(201)
        _ = story.report(.shown)
        let said = story.answer(403, code: "installationUnproven")
        #expect(said == ["report \(ClientProblem.installationReplaced)", "replace"])
        let other = Installation(id: "other", secret: String(repeating: "t", count: 32))
        let sent = story.after { $0.replace(other, at: $1) }
        #expect(sent.contains("v1/tokens start=errand token=aa"), "the new installation needs the tokens of the old one")
        #expect(story.file?.installation == other)
    }

    // MARK: - Activities

    @Test func aTokenWaitsUntilItIsKnownWhichActivityItIs() {
        var story = Story()
        #expect(story.report(.appeared(Self.bicycle)) == ["list errand"])
        #expect(story.report(.updateToken(activity: "device-1", token: "bb")) == [])
        #expect(
            story.list([Self.record("01", title: "Other"), Self.record("02", "ended"), Self.record("03")])
                == ["v1/tokens activity=03 token=bb"])
    }

    @Test func twoEqualActivitiesAreTwoOfTheService() {
        var story = Story()
        var second = Self.bicycle
        second.id = "device-2"
        _ = story.report(.present([Self.bicycle, second], startToken: nil))
        _ = story.list([Self.record("01"), Self.record("02")])
        #expect(Set(story.machine.stored.activities.values.map(\.service)) == ["01", "02"])
    }

    /// A `Set` is encoded in another order each time, and so is a dictionary whose keys are not strings.
    @Test func attributesMayHaveTheirElementsInAnyOrder() {
        func activity(_ id: String, _ tags: String) -> DeviceActivity {
            DeviceActivity(id: id, attributes: #"{"tags":\#(tags)}"#)
        }
        func record(_ id: String, _ tags: String) -> ServiceRecord {
            ServiceRecord(id: id, state: "active", attributes: #"{"tags":\#(tags)}"#)
        }
        var story = Story()
        let present = [
            activity("device-1", #"["b","a"]"#), activity("device-2", "[[1,2],[3]]"), activity("device-3", "[[3],[1,2]]"),
        ]
        _ = story.report(.present(present, startToken: nil))
        _ = story.list([record("03", "[[3],[1,2]]"), record("02", "[[1,2],[3]]"), record("01", #"["a","b"]"#)])
        #expect(story.machine.stored.activities.mapValues(\.service) == ["device-1": "01", "device-2": "02", "device-3": "03"])

        // Other elements are other attributes.
        for (left, right) in [("[1,2]", "[1,3]"), (#"{"a":[1]}"#, #"{"b":[1]}"#), (#"["1",2]"#, #"["2",1]"#), ("[1,1]", "[1]")]
        {
            #expect(!CanonicalJSON.areEqualInAnyOrder(left, right))
        }
    }

    @Test func whatTheServiceDoesNotHaveIsEndedAfterTheGracePeriod() throws {
        var story = Story()
        #expect(story.report(.present([Self.bicycle], startToken: nil)) == ["list errand"])
        #expect(story.list([]) == [])
        var lists = 1
        while story.now < Self.start + 119.9 {
            let deadline = try #require(story.machine.nextDeadline).timeIntervalSince(story.now)
            guard story.wait(min(deadline, 0.1)) == ["list errand"] else { continue }
            lists += 1
            #expect(story.list([]) == [])
        }
        #expect(lists < 10, "few requests in two minutes")
        #expect(story.wait(1) == ["list errand"])
        #expect(story.list([]) == ["end device-1"])
        #expect(story.machine.stored.activities == [:])
        #expect(story.report(.removed(activity: "device-1")) == [], "the service has nothing to dismiss")
    }

    @Test func whatTheServiceHasRemovedIsEndedAtOnce() {
        var story = Story()
        _ = story.report(.appeared(Self.bicycle))
        _ = story.list([Self.record("01")])
        #expect(story.report(.present([Self.bicycle], startToken: nil)) == ["list errand"])
        #expect(story.list([], isComplete: false) == [], "the list has more pages")
        #expect(story.report(.present([Self.bicycle], startToken: nil)) == ["list errand"])
        #expect(story.list([]) == ["end device-1"])
    }

    @Test func anAppThatCannotReadAnActivityEndsNothing() {
        var story = Story()
        _ = story.report(.present([Self.bicycle], startToken: nil))
        story.now += 200
        #expect(story.list([Self.record("01", title: nil)]) == ["list errand"])
        #expect(story.list([Self.record("01", title: nil)]) == [])
        #expect(story.report(.present([Self.bicycle], startToken: nil)) == ["list errand"])
        #expect(story.list([]) == ["end device-1"])
    }

    @Test func theRemovalIsReportedOnce() {
        var story = Story()
        _ = story.report(.appeared(Self.bicycle))
        _ = story.list([Self.record("01")])
        #expect(story.report(.removed(activity: "device-1")) == ["v1/activities/01/dismiss "])
        #expect(story.report(.removed(activity: "device-1")) == [])
        // The service removed it before.
        #expect(story.answer(404, code: "unknownActivity") == [])
        #expect(story.file?.pending == [])
    }

    @Test func whatWasRemovedWhileTheAppDidNotRunIsDismissed() throws {
        var story = Story()
        _ = story.report(.appeared(Self.bicycle))
        _ = story.list([Self.record("01")])
        var next = Story(try #require(story.file))
        #expect(next.report(.present([], startToken: nil)) == ["v1/activities/01/dismiss ", "list errand"])
    }

    @Test func anActivityWithoutATokenIsReconciledToo() {
        var story = Story()
        #expect(story.report(.present([Self.bicycle], startToken: nil)) == ["list errand"])
        #expect(story.list([Self.record("01")]) == [], "it follows a channel, so there is nothing to register")
        #expect(story.report(.shown) == ["v1/receipts "])
    }

    @Test func receiptsAreSentOnceInThirtySeconds() {
        var story = Story()
        #expect(story.report(.shown) == ["v1/receipts "])
        #expect(story.answer(204) == [])
        story.now += 1
        #expect(story.report(.shown) == [])
        #expect(story.report(.shown) == [])
        #expect(story.machine.nextDeadline == Self.start + 30)
        #expect(story.wait(29) == ["v1/receipts "])
    }

    // MARK: - Permission

    @Test func theNewestPermissionIsSent() {
        var story = Story()
        #expect(story.after { $0.setPermission(.all, false, at: $1) } == ["v1/permission allowed=0"])
        #expect(story.after { $0.setPermission(.all, true, at: $1) } == [])
        let first = ServiceRequest.ID(sequence: 1, attempt: 1)
        #expect(story.after { $0.answered(first, .failed("no network"), at: $1) }.last == "v1/permission allowed=1")
        #expect(
            story.after { $0.setPermission(.kind("errand"), false, at: $1) } == ["v1/permission allowed=0 kind=errand"])
        #expect(
            story.after { $0.setPermission(.frequentUpdates, true, at: $1) }
                == ["v1/permission allowed=1 frequentUpdates=1"])
    }

    // MARK: - Sealed content

    @Test func theNewestKeyIsPublishedAlsoForAnotherInstallation() throws {
        var story = Story()
        func key(_ generation: Int) -> DeviceKey {
            DeviceKey(agreement: Data([1]), identity: Data([2]), generation: generation, signature: Data([3]))
        }
        func generation(_ lines: [String]) -> [Int] {
            lines.compactMap { line in
                (1...3).first { line.hasPrefix("v1/keys key=") && line.contains("\"generation\": \($0)") }
            }
        }
        #expect(generation(story.after { $0.register(key(1), at: $1) }) == [1])
        #expect(story.after { $0.register(key(2), at: $1) } == [], "one request is in flight at a time")
        let first = ServiceRequest.ID(sequence: 1, attempt: 1)
        #expect(generation(story.after { $0.answered(first, .failed("no network"), at: $1) }) == [2])
        #expect(story.file?.pending.map(\.what) == [.sealingKey(key(2))])
        #expect(story.answer(403, code: "installationUnproven").last == "replace")
        let other = Installation(id: "other", secret: "other")
        #expect(generation(story.after { $0.replace(other, at: $1) }) == [2])
        #expect(story.answer(201) == [] && story.machine.stored.pending == [])
    }

    @Test func pendingReportsAreBounded() {
        var story = Story()
        for number in 0..<400 {
            let device = DeviceActivity(id: "\(number)", attributes: #"{"title":"Bicycle"}"#)
            _ = story.report(.appeared(device))
            _ = story.list([Self.record("s\(number)")])
            _ = story.report(.removed(activity: "\(number)"))
        }
        #expect(story.machine.stored.pending.count == 256)
        #expect(story.machine.stored.pending.last?.what == .dismissal(activity: "s399"))
    }
}
