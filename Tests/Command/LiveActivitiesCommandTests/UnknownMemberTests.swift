import ArgumentParser
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI

/// An unknown member in JSON input is reported and ignored.
@Suite struct UnknownMemberTests {
    /// Variants of a value, each with an additional member in another of its objects.
    private func variants(_ value: JSONValue, _ path: String) -> [(value: JSONValue, path: String)] {
        switch value.kind {
        case .object:
            let members = value.members.map { (key: $0.key, value: $0.value) }
            let here = [(JSONValue(members: members + [(key: "unknwn", value: [["a": 1]])]), "\(path).unknwn")]
            return here
                + members.enumerated().flatMap { place, member in
                    variants(member.value, "\(path).\(member.key)").map { variant in
                        var changed = members
                        changed[place].value = variant.value
                        return (JSONValue(members: changed), variant.path)
                    }
                }
        case .array:
            let elements = Array(value.elements)
            return elements.enumerated().flatMap { place, element in
                variants(element, "\(path)[\(place)]").map { variant in
                    var changed = elements
                    changed[place] = variant.value
                    return (JSONValue(changed), variant.path)
                }
            }
        default: return []
        }
    }

    @Test(arguments: Registry.plugins.kinds) func everyObjectOfEveryPluginReportsAMemberTooMany(kind: ActivityKind) throws {
        let provider = try #require(Registry.plugins.providers.first { $0.kind == kind })
        let samples = try #require(provider.samples())
        let check = UnknownMemberCheck(Registry.plugins.providers)
        let activity = ActivityReference.key(owner: "anna", kind: kind, key: "1")
        func start(_ attributes: JSONValue, _ state: JSONValue? = nil) -> Command {
            .start(.init(kind: kind, owner: "anna", attributes: attributes, content: state.map { ContentUpdate(state: $0) }))
        }
        let attributes = samples.attributes.map(\.value)
        let state = try #require(samples.content).value
        let events = samples.story.map(\.event.value)

        var reported = 0
        func expect(_ command: Command, _ path: String) {
            let found = check.unknownMembers(in: command)
            // The object of an enumeration case has exactly one member. With two it is refused rather than reported.
            if found.isEmpty, isRefused(command, provider) { return }
            #expect(found.map(\.path) == [path])
            reported += 1
        }
        for value in attributes {
            #expect(check.unknownMembers(in: start(value, state)) == [])
            for variant in variants(value, "attributes") { expect(start(variant.value), variant.path) }
        }
        for variant in variants(state, "content") {
            expect(.update(activity, content: ContentUpdate(state: variant.value)), variant.path)
        }
        for event in events {
            #expect(check.unknownMembers(in: .send(activity, event: event)) == [])
            for variant in variants(event, "event") { expect(.send(activity, event: variant.value), variant.path) }
        }
        #expect(reported > attributes.count + events.count)
    }

    /// Whether the JSON does not have the kind's type.
    private func isRefused(_ command: Command, _ provider: AnyProvider) -> Bool {
        func fails(_ type: any Codable.Type, _ json: JSONValue) -> Bool {
            func decode<Value: Codable>(_: Value.Type) -> Bool { (try? WireDecoder().decode(Value.self, from: json)) == nil }
            return decode(type)
        }
        switch command {
        case .start(let start): return fails(provider.types.attributes, start.attributes)
        case .update(_, let content, _, _): return fails(provider.types.state, content.state)
        case .send(_, let event, _, _): return fails(provider.types.event, event)
        default: return false
        }
    }

    private static func send(_ minute: Int, _ event: String) -> String {
        #"{"at":"2026-06-20T17:0\#(minute):00Z","command":"send","activity":{"owner":"anna","kind":"delivery","key":"42"},"#
            + #""event":\#(event)}"#
    }

    @Test(arguments: [false, true]) func runReportsAMemberOnceAndCarriesTheLineOut(hasStore: Bool) throws {
        var arguments = ["run", "--virtual-time"]
        #if SQLite
        let folder = try Folder()
        if hasStore { arguments += ["--store", folder.path("a.sqlite"), "--journal"] }
        #endif
        let run = try CommandRun(
            arguments, Line.start.replacing(#""orderNumber":42"#, with: #""orderNumber":42,"courier":{"name":"Bo"}"#),
            Line.prepared, Self.send(3, #"{"pickedUp":{"arival":[803669000,803669600]}}"#),
            Self.send(4, #"{"courierContacted":{"by":1}}"#), Self.send(5, #"{"courierContacted":{"by":1}}"#))
        #expect(run.status == .success && run.problems == [])
        #expect(
            run.notices.map { "\($0.line) \($0.member.kind) \($0.member.path) \($0.member.suggestion ?? "-")" } == [
                "1 delivery attributes.courier -", "3 delivery event.pickedUp.arival arrival",
                "4 delivery event.courierContacted.by -",
            ])
        let encoder = WireEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let lines = try run.notices.prefix(2).map { String(decoding: try encoder.encode($0) as [UInt8], as: UTF8.self) }
        #expect(
            lines == [
                #"{"file":"in.jsonl","kind":"delivery","line":1,"message":"kind 'delivery' has no member 'attributes.courier'; "#
                    + #"it is ignored","notice":"unknownMember","path":"attributes.courier"}"#,
                #"{"file":"in.jsonl","kind":"delivery","line":3,"message":"kind 'delivery' has no member "#
                    + #"'event.pickedUp.arival'; did you mean 'arrival'?","notice":"unknownMember","#
                    + #""path":"event.pickedUp.arival","suggestion":"arrival"}"#,
            ])
    }

    @Test func aLineThatIsRefusedHasNoNotice() throws {
        let run = try CommandRun(
            ["run", "--virtual-time"], Line.start, Self.send(1, #"{"delivered":{"by":1}}"#),
            Self.send(2, #"{"courierContacted":{"by":1}}"#))
        #expect(run.problems.map(\.line) == [2])
        #expect(run.notices.map(\.line) == [3])
    }

    @Test func aPublishedEventIsComparedWithEveryKindThatHasIt() {
        let check = UnknownMemberCheck(Registry.plugins.providers)
        func unknown(_ event: JSONValue, _ kind: ActivityKind? = nil) -> [String] {
            check.unknownMembers(in: .publish("t", event: event, kind: kind)).map { "\($0.kind) \($0.path)" }
        }
        let started: JSONValue = ["started": ["x": 1]]
        #expect(unknown(started, "meditationTimer") == ["meditationTimer event.started.x"])
        #expect(unknown(started, "nobodys") == [])
        #expect(unknown(["nothing": [:]]) == [])
        #expect(unknown(["started": [:]]) == [])
        #expect(unknown(started).first?.hasSuffix("event.started.x") == true)
    }
}
