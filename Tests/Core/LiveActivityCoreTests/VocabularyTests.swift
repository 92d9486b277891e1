import LiveActivityCore
import LiveActivityTesting
import Testing

/// Commands and changes as JSON, shared by all interfaces. Released names and forms are permanent; new ones may be added.
@Suite struct VocabularyTests {
    static let id = ActivityID("0040b05e50000000")!
    static let date = Date(timeIntervalSinceReferenceDate: 803_667_600)
    static let alert = AlertConfiguration(
        title: "Goal", body: .localized(key: "SCORE", arguments: ["1", "0"]), sound: .named("cheer"))
    static let content = ContentUpdate(state: ["count": 1], staleDate: date + 0.5, relevanceScore: 2.5)
    static let byKey = ActivityReference.key(owner: "anna", kind: "counter", key: "order")

    static func text(_ value: some Encodable) throws -> String {
        let encoder = WireEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// An id's own reader accepts the texts that `Codable` accepts.
    @Test func anIDReadsItself() throws {
        try JSONAgreement.check(Self.id)
        for text in ["", "0040b05e5000000", "0040b05e500000000", "0040B05E50000000", "0040b05e5000000g", "0040b05e5000000ä"] {
            #expect(ActivityID(text) == nil)
            #expect(ActivityID(itself: .init(stringLiteral: text)) == nil)
        }
        #expect(ActivityID(itself: 17) == nil)
    }

    // MARK: Commands

    static let commands: [(Command, String)] = [
        (
            .start(Command.Start(kind: "counter", owner: "anna", attributes: ["name": "a"])),
            #"{"attributes":{"name":"a"},"command":"start","kind":"counter","owner":"anna"}"#
        ),
        (
            .start(
                Command.Start(
                    kind: "counter", owner: "anna", attributes: ["name": "a"], content: content,
                    options: StartOptions(
                        key: "order", ifRunning: .replace, start: date, alert: alert, endDate: date + 60,
                        dismissalPolicy: .after(date + 90), lease: Lease(staleAfter: 60, endAfter: 300), renews: true,
                        style: .transient))),
            #"{"alert":{"body":{"loc-args":["1","0"],"loc-key":"SCORE"},"sound":"cheer","title":"Goal"},"#
                + #""attributes":{"name":"a"},"command":"start","#
                + #""content":{"relevanceScore":2.5,"staleDate":"2026-06-20T17:00:00.500Z","state":{"count":1}},"#
                + #""dismissalPolicy":{"after":"2026-06-20T17:01:30Z"},"endDate":"2026-06-20T17:01:00Z","ifRunning":"replace","#
                + #""key":"order","kind":"counter","lease":{"endAfter":300,"staleAfter":60},"owner":"anna","renews":true,"#
                + #""start":"2026-06-20T17:00:00Z","style":"transient"}"#
        ),
        (
            .update(.id(id), content: ContentUpdate(state: ["count": 1])),
            #"{"activity":"0040b05e50000000","command":"update","content":{"state":{"count":1}}}"#
        ),
        (
            .update(byKey, content: content, alert: AlertConfiguration(title: "a", body: "b"), timestamp: date),
            #"{"activity":{"key":"order","kind":"counter","owner":"anna"},"#
                + #""alert":{"body":"b","sound":"default","title":"a"},"command":"update","#
                + #""content":{"relevanceScore":2.5,"staleDate":"2026-06-20T17:00:00.500Z","state":{"count":1}},"#
                + #""timestamp":"2026-06-20T17:00:00Z"}"#
        ),
        (.end(.id(id)), #"{"activity":"0040b05e50000000","command":"end","dismissalPolicy":"default"}"#),
        (
            .end(.id(id), content: ContentUpdate(state: [:]), dismissalPolicy: .immediate, timestamp: date),
            #"{"activity":"0040b05e50000000","command":"end","content":{"state":{}},"dismissalPolicy":"immediate","#
                + #""timestamp":"2026-06-20T17:00:00Z"}"#
        ),
        (
            .send(.id(id), event: ["added": ["_0": 1]], id: "e1", timestamp: date),
            #"{"activity":"0040b05e50000000","command":"send","event":{"added":{"_0":1}},"id":"e1","#
                + #""timestamp":"2026-06-20T17:00:00Z"}"#
        ),
        (.send(.id(id), event: nil), #"{"activity":"0040b05e50000000","command":"send","event":null}"#),
        (
            .publish("match/1", event: "kickoff", kind: "sports", id: "e1", timestamp: date),
            #"{"command":"publish","event":"kickoff","id":"e1","kind":"sports","timestamp":"2026-06-20T17:00:00Z","#
                + #""topic":"match/1"}"#
        ),
        (.publish("match/1", event: 7), #"{"command":"publish","event":7,"topic":"match/1"}"#),
        (
            .perform("pause", on: .id(id), surface: .expanded),
            #"{"action":"pause","activity":"0040b05e50000000","command":"perform","surface":"expanded"}"#
        ),
        (.dismiss(.id(id)), #"{"activity":"0040b05e50000000","command":"dismiss"}"#),
        (.renewLease(.id(id)), #"{"activity":"0040b05e50000000","command":"renewLease"}"#),
        (
            .permit(owner: "anna", kind: "counter", allowed: false),
            #"{"allowed":false,"command":"permit","kind":"counter","owner":"anna"}"#
        ),
        (.permit(owner: "anna", allowed: true), #"{"allowed":true,"command":"permit","owner":"anna"}"#),
        (
            .permitFrequentUpdates(owner: "anna", allowed: true),
            #"{"allowed":true,"command":"permitFrequentUpdates","owner":"anna"}"#
        ),
        (
            .endAll(owner: "anna", kind: "counter"),
            #"{"command":"endAll","dismissalPolicy":"default","kind":"counter","owner":"anna"}"#
        ),
        (.advance, #"{"command":"advance"}"#),
    ]

    @Test(arguments: commands.indices)
    func aCommandIsWrittenAndReadBack(place: Int) throws {
        let (command, text) = Self.commands[place]
        #expect(try Self.text(command) == text)
        #expect(try WireDecoder().decode(Command.self, from: Array(text.utf8)) == command)
        let timed = TimedCommand(at: Self.date, command)
        #expect(try WireDecoder().decode(TimedCommand.self, from: WireEncoder().encode(timed)) == timed)
        #expect(try WireDecoder().decode(TimedCommand.self, from: Array(text.utf8)) == TimedCommand(command))
    }

    @Test(arguments: [
        #"{}"#, #"{"command":"fly"}"#, #"{"command":"start","kind":"counter","owner":"anna"}"#, #"{"command":"end"}"#,
        #"{"activity":"xyz","command":"end"}"#, #"{"activity":"0040B05E50000000","command":"end"}"#,
        #"{"activity":"0040b05e50000000","command":"end","dismissalPolicy":"later"}"#,
        #"{"activity":"0040b05e50000000","command":"end","timestamp":"yesterday"}"#,
        #"{"activity":"0040b05e50000000","command":"perform","action":"a","surface":"fridge"}"#,
        #"{"activity":{"owner":"anna"},"command":"dismiss"}"#, #"{"command":"permit","owner":"anna"}"#, #"[]"#, #"7"#,
    ])
    func whatIsNoCommandIsNotRead(text: String) {
        #expect(throws: DecodingError.self) { try WireDecoder().decode(Command.self, from: Array(text.utf8)) }
    }

    @Test func datesAroundTheDataMayBeAppleNumbers() throws {
        let text = #"{"at":803667600,"command":"end","activity":"0040b05e50000000","timestamp":803667600.5}"#
        let timed = try WireDecoder().decode(TimedCommand.self, from: Array(text.utf8))
        #expect(timed == TimedCommand(at: Self.date, .end(.id(Self.id), timestamp: Self.date + 0.5)))
    }

    // MARK: Changes

    static let whats: [(Change.What, String)] = [
        (.scheduled(for: date), #""change":"scheduled""#),
        (.started, #""change":"started""#),
        (.updated, #""change":"updated""#),
        (.alerted(alert), #""alert":{"body":{"loc-args":["1","0"],"loc-key":"SCORE"},"sound":"cheer","title":"Goal"}"#),
        (.becameStale, #""change":"becameStale""#),
        (.becameActive, #""change":"becameActive""#),
        (.ended(by: .host, dismissal: date), #""by":"host","change":"ended","dismissal":"2026-06-20T17:00:00Z""#),
        (.ended(by: .provider, dismissal: date), #""by":"provider""#),
        (.ended(by: .endDate, dismissal: date), #""by":"endDate""#),
        (.ended(by: .timeLimit, dismissal: date), #""by":"timeLimit""#),
        (.ended(by: .lease, dismissal: date), #""by":"lease""#),
        (.ended(by: .person, dismissal: date), #""by":"person""#),
        (.ended(by: .permission, dismissal: date), #""by":"permission""#),
        (.ended(by: .replaced, dismissal: date), #""by":"replaced""#),
        (.ended(by: .renewed(id), dismissal: date), #""successor":"0040b05e50000000""#),
        (.dismissed(by: .policy), #""by":"policy","change":"dismissed""#),
        (.dismissed(by: .person), #""by":"person","change":"dismissed""#),
        (.dismissed(by: .gone), #""by":"gone","change":"dismissed""#),
        (.refusedLateUpdate, #""change":"refusedLateUpdate""#),
        (.ignored(.olderTimestamp), #""reason":"olderTimestamp""#),
        (.ignored(.repeatedEvent), #""reason":"repeatedEvent""#),
        (.refused(reason: "no"), #""change":"refused","kind":"counter","owner":"anna","reason":"no""#),
        (.alertSuppressed(alert), #""change":"alertSuppressed""#),
        (.faulted(reason: "no"), #""change":"faulted","kind":"counter","owner":"anna","reason":"no""#),
    ]

    static func change(_ what: Change.What) -> Change {
        Change(
            sequence: 7, at: date, activity: id, kind: "counter", owner: "anna", revision: 3, state: .active, what: what)
    }

    @Test(arguments: whats.indices)
    func aChangeIsWrittenAndReadBack(place: Int) throws {
        let (what, part) = Self.whats[place]
        let text = try Self.text(Self.change(what))
        #expect(text.contains(part), "\(text)")
        #expect(text.contains(#""change":"\#(what.name)""#))
        #expect(try WireDecoder().decode(Change.self, from: Array(text.utf8)) == Self.change(what))
    }

    @Test func aStartSaysWhatTheActivityIs() throws {
        var change = Self.change(.started)
        change.content = EncodedContent(
            state: JSONText(trusted: Array(#"{"count":1}"#.utf8)), staleDate: Self.date + 60, relevanceScore: 0)
        change.start = Change.Start(
            attributes: JSONText(trusted: Array(#"{"name":"a"}"#.utf8)), key: "order", predecessor: Self.id)
        let text =
            #"{"activity":"0040b05e50000000","at":"2026-06-20T17:00:00Z","attributes":{"name":"a"},"change":"started","#
            + #""content":{"relevanceScore":0,"staleDate":"2026-06-20T17:01:00Z","state":{"count":1}},"key":"order","#
            + #""kind":"counter","owner":"anna","predecessor":"0040b05e50000000","revision":3,"sequence":7,"state":"active"}"#
        #expect(try Self.text(change) == text)
        #expect(try WireDecoder().decode(Change.self, from: Array(text.utf8)) == change)
    }

    @Test func everyChangeOfAStoryIsReadBack() throws {
        for seed in SeededGenerator.seeds(60) {
            let story = Story(seed: seed, length: 40)
            var world = try World(story.configuration)
            for step in story.steps {
                let date = world.time(of: step)
                world.perform(step.action, at: date)
                for change in try world.takeChanges() {
                    let text = try WireEncoder().encode(change)
                    guard try WireDecoder().decode(Change.self, from: text) == change else {
                        Issue.record("seed \(seed): \(String(decoding: text, as: UTF8.self)) is read back as another change")
                        return
                    }
                }
            }
        }
    }

    // MARK: Commands as values and as calls

    @Test func aCommandDoesWhatTheMethodItNamesDoes() throws {
        let scenario = try JSONHost()
        let start = #"{"command":"start","kind":"counter","owner":"anna","attributes":{"name":"a","topics":["t"]}}"#
        let started = try scenario.apply(start)
        let id = try #require(started)
        let cases: [(String, String)] = [
            (#"{"command":"send","activity":"\#(id)","event":{"added":{"_0":2}}}"#, "updated"),
            (#"{"command":"publish","topic":"t","event":{"added":{"_0":2}}}"#, "updated"),
            (#"{"command":"perform","activity":"\#(id)","action":"double"}"#, "updated"),
            (#"{"command":"update","activity":"\#(id)","content":{"state":{"count":9}}}"#, "updated"),
            (#"{"command":"update","activity":"\#(id)","content":{"state":{"count":"9"}}}"#, "undecodable"),
            (#"{"command":"send","activity":"\#(id)","event":{"flown":{}}}"#, "undecodable"),
            (#"{"command":"advance"}"#, ""),
            (
                #"{"command":"end","activity":"\#(id)","content":{"state":{"count":1}},"dismissalPolicy":"immediate"}"#,
                "updated ended dismissed"
            ),
            (#"{"command":"dismiss","activity":"\#(id)"}"#, "unknownActivity"),
            (#"{"command":"start","kind":"counter","owner":"anna","attributes":{}}"#, "undecodable"),
            (#"{"command":"start","kind":"nobody","owner":"anna","attributes":{}}"#, "unknownKind"),
        ]
        for (command, expected) in cases { #expect(try scenario.outcome(command) == expected, "\(command)") }
    }

    /// An engine that is used through JSON only.
    final class JSONHost {
        private var engine = Engine()
        init() throws { try engine.register(AnyProvider(CounterProvider())) }

        func apply(_ text: String) throws -> ActivityID? {
            let command = try WireDecoder().decode(Command.self, from: Array(text.utf8))
            defer { engine.drainChanges { _ in } }
            return try engine.apply(command, at: VocabularyTests.date).activity
        }

        func outcome(_ text: String) throws -> String {
            let command = try WireDecoder().decode(Command.self, from: Array(text.utf8))
            if let error = engine.refusal({ try $0.apply(command, at: VocabularyTests.date) }) { return error.code }
            return try engine.takeChanges().map(\.what.name).joined(separator: " ")
        }
    }
}
