import LiveActivityTesting
import Testing

@testable import LiveActivityCore
@testable import LiveActivityJSON

/// A command with an unknown member is refused, and the error suggests the probable name.
@Suite struct UnknownMemberTests {
    private static func refusal(_ text: String) -> EngineError? {
        do {
            _ = try WireDecoder().decode(TimedCommand.self, from: text)
            return nil
        } catch { return EngineError(error, reading: "command") }
    }

    @Test func aMisspelledKeyStartsNothing() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(CounterProvider()))
        let start = #"{"command":"start","kind":"counter","owner":"anna","ky":"42","attributes":{"name":"a"}}"#
        let error = engine.refusal { try $0.apply(json: start, at: Scenario.epoch) }
        #expect(
            error?.description == """
                command at ky: there is no member 'ky'; did you mean 'key'? Use one of: kind, owner, attributes, \
                content, key, ifRunning, start, alert, endDate, dismissalPolicy, lease, renews, style, command, at, traceparent
                """)
        let (activities, changes) = (engine.activities, try engine.takeChanges())
        #expect(activities == [] && changes == [])
    }

    @Test(arguments: [
        (#"{"command":"send","activity":"0000000000000001","event":{},"timestmp":"x"}"#, "timestmp", "timestamp"),
        (
            #"{"command":"update","activity":"0000000000000001","content":{"state":{},"stalDate":1}}"#, "content.stalDate",
            "staleDate"
        ),
        (
            #"{"command":"start","kind":"k","owner":"o","attributes":{},"alert":{"title":"a","body":"b","sond":"c"}}"#,
            "alert.sond",
            "sound"
        ),
        (
            #"{"command":"start","kind":"k","owner":"o","attributes":{},"lease":{"staleAfter":1,"endsAfter":2}}"#,
            "lease.endsAfter",
            "endAfter"
        ),
        (
            #"{"command":"dismiss","activity":{"owner":"o","kind":"k","key":"a","keys":"b"}}"#, "activity.keys", "key"
        ),
        // The member exists, but in another command.
        (#"{"command":"permit","owner":"o","allowed":false,"knd":"k"}"#, "knd", "kind"),
    ]) func itSaysWhereAndWhatWasMeant(command: String, path: String, meant: String) {
        guard case .undecodable(_, path, let reason)? = Self.refusal(command) else {
            Issue.record("\(String(describing: Self.refusal(command)))")
            return
        }
        #expect(reason.contains("did you mean '\(meant)'?"))
    }

    @Test func aMemberOfAnotherCommandIsRefusedToo() {
        let advance = #"{"command":"advance","at":"2026-06-20T17:00:00Z","owner":"anna"}"#
        #expect(
            Self.refusal(advance)
                == .undecodable(
                    what: "command", path: "owner", reason: "there is no member 'owner'. Use one of: command, at, traceparent"))
    }

    /// The data of a kind may come from a newer version, so unknown members are accepted.
    @Test func attributesStatesAndEventsMayHaveMore() {
        for command in [
            #"{"command":"start","kind":"k","owner":"o","attributes":{"new":1},"content":{"state":{"new":1}}}"#,
            #"{"command":"send","activity":"0000000000000001","event":{"new":{"more":1}}}"#,
            #"{"command":"publish","topic":"t","event":{"new":1},"traceparent":null,"at":null}"#,
        ] { #expect(Self.refusal(command) == nil, "\(command)") }
    }

    @Test func aLongNameIsCutShort() {
        let name = String(repeating: "x", count: 10_000)
        let error = Self.refusal(#"{"command":"advance","\#(name)":1}"#)
        guard case .undecodable(_, _, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // At most 200 characters of the name, plus the sentence.
        #expect(reason.utf8.count < 300)
    }

    // MARK: In the JSON of kinds

    /// Attributes, content and events may be of a newer app: a member that their kind does not have is ignored and noted.
    @Test func aMemberThatTheKindDoesNotHaveIsIgnoredAndNoted() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(CounterProvider()))
        let id = try engine.start(
            json: #"{"name":"a","topics":[],"startAftr":60,"x":[{"y":1}]}"#, kind: "counter", owner: "anna", at: Scenario.epoch)
        let noted = engine.takeUnknownMembers()
        #expect(noted.map(\.path) == ["attributes.startAftr", "attributes.x"])
        #expect(noted.map(\.suggestion) == ["startAfter", nil])
        #expect(
            noted.map(\.description) == [
                "kind 'counter' has no member 'attributes.startAftr'; did you mean 'startAfter'?",
                "kind 'counter' has no member 'attributes.x'; it is ignored",
            ])
        let changes = try engine.takeChanges()
        #expect(changes.map(\.activity) == [id])

        let state = try engine.encodedState(of: id).value
        let more = JSONValue(members: state.members.map { (key: $0.key, value: $0.value) } + [(key: "z", value: 1)])
        try engine.update(id, json: more, at: Scenario.epoch)
        try engine.update(id, json: more, at: Scenario.epoch)
        let once = engine.takeUnknownMembers().map(\.path)
        try engine.update(id, json: state, at: Scenario.epoch)
        let none = engine.takeUnknownMembers()
        #expect(once == ["content.z"] && none == [])
    }

    @Test func atMostSixtyFourWaitForTheHost() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(CounterProvider()))
        for number in 0..<70 {
            try engine.start(
                json: #"{"name":"a","topics":[],"x\#(number)":1}"#, kind: "counter", owner: OwnerID("o\(number)"),
                at: Scenario.epoch)
        }
        let (first, second) = (engine.takeUnknownMembers().map(\.path), engine.takeUnknownMembers())
        #expect(first == (0..<64).map { "attributes.x\($0)" } && second == [])
    }

    @Test func eachIsReportedOnceAndNotWithoutEnd() {
        var memory = UnknownMemberMemory()
        func member(_ number: Int) -> UnknownMember {
            UnknownMember(UnreadMember(path: "x\(number)", suggestion: nil), of: "counter", in: "event")
        }
        let admitted = ([0, 0] + Array(1...1_000)).filter { memory.admit(member($0)) }
        #expect(admitted == Array(0..<1_000))
    }
}
