import Foundation
import LiveActivityCore
import LiveActivityJSON
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivityContract

/// Changes that break displayed activities, and changes that do not.
@Suite struct ContractCheckTests {
    private func contract(_ type: TypeShape, in part: Contract.Part = .state, _ others: [String: TypeShape] = [:]) -> Contract {
        Contract(kind: "k", parts: [part: .named("T")], types: others.merging(["T": type]) { $1 })
    }

    private func object(_ fields: (String, Shape, Bool)...) -> TypeShape {
        .object(ObjectShape(fields: fields.map { .init(key: $0.0, shape: $0.1, isRequired: $0.2) }))
    }

    private func cases(_ names: String...) -> TypeShape {
        .object(ObjectShape(cases: names.map { .init(key: $0, fields: []) }))
    }

    /// The findings as printed, without the padding of columns.
    private func findings(
        _ old: TypeShape, _ new: TypeShape, in part: Contract.Part = .state, hasReleasedApps: Bool = true
    ) -> [String] {
        ContractCheck(from: contract(old, in: part), to: contract(new, in: part), hasReleasedApps: hasReleasedApps).findings
            .map { $0.description.replacing(#/ +/#, with: " ") }
    }

    @Test func membersThatAreRequired() {
        let (old, required) = (object(("a", .string, true)), object(("a", .string, true), ("b", .bool, true)))
        let optional = object(("a", .string, true), ("b", .bool, false))
        #expect(findings(old, old) == [])
        #expect(
            findings(old, required) == [
                "breaks state.b: a new member that is required; make it optional (`Int?`): with the compiler's Codable a default "
                    + "value does not help; activities on screens and in the store have it the old way"
            ])
        #expect(findings(old, optional) == ["compatible state.b: a new member that may be left out; older readers ignore it"])
        #expect(
            findings(optional, required) == [
                "breaks state.b: it is required now, and was left out where there was none; activities on screens and in the store have "
                    + "it the old way"
            ])
        #expect(
            findings(required, optional) == [
                "breaks state.b: it may be left out now, and was required; released apps cannot decode it"
            ])
        #expect(
            findings(required, optional, hasReleasedApps: false) == [
                "compatible state.b: it may be left out now, and was required; there are no released apps"
            ])
        #expect(
            findings(required, optional, in: .event) == [
                "compatible event.b: it may be left out now, and was required; older programs refuse such an event"
            ])
        #expect(findings(required, old) == ["breaks state.b: removed, and was required; released apps cannot decode it"])
        #expect(findings(optional, old) == ["compatible state.b: removed; what activities have there is no longer read"])
    }

    @Test func aRenamedKey() {
        let old = object(("a", .string, true), ("when", .date, false))
        let new = object(("a", .string, true), ("at", .date, false))
        #expect(
            findings(old, new) == [
                "breaks state.when: renamed to 'at', or removed; keep the key with CodingKeys; activities on screens and in the store "
                    + "have it the old way",
                "compatible state.at: a new member that may be left out; older readers ignore it",
            ])
    }

    @Test func reportsAddedAndRemovedCases() {
        #expect(
            findings(cases("a", "b"), cases("a")) == [
                "breaks state: the case 'b' was removed; activities on screens and in the store have it the old way"
            ])
        #expect(findings(cases("a"), cases("a", "b")) == ["breaks state: the case 'b' is new; released apps cannot decode it"])
        #expect(
            findings(cases("a"), cases("a", "b"), in: .event) == [
                "compatible event: the case 'b' is new; older programs refuse such an event"
            ])
        #expect(
            findings(cases("a"), cases("b"), in: .event) == [
                "breaks event: the case 'a' was removed (or renamed to 'b'); hosts that were not updated send it the old way",
                "compatible event: the case 'b' is new; older programs refuse such an event",
            ])
        #expect(
            findings(.texts(["a", "b"], isOpen: false), .texts(["a", "c"], isOpen: false)).map { $0.prefix(47) } == [
                "breaks state: the case 'b' was removed (or rena", "breaks state: the case 'c' is new; released app",
            ])
        #expect(
            findings(.texts(["a"], isOpen: true), .texts(["a", "b"], isOpen: true)) == [
                "compatible state: the case 'b' is new; released apps read any text"
            ])
        #expect(
            findings(cases("a"), object(("a", .bool, true))).first == "breaks state.a: a new member that is required; make it "
                + "optional (`Int?`): with the compiler's Codable a default value does not help; activities on screens and in the store have it the old way"
        )
    }

    @Test(arguments: [
        (Shape.integer(.int32), Shape.integer(.int16), "narrowed from int32 to int16; activities on screens"),
        (.integer(.int16), .integer(.int32), "widened from int16 to int32; released apps"),
        (.integer(.uint8), .integer(.int8), "narrowed from uint8 to int8; activities on screens"),
        (.integer(.int64), .number, "an integer may be any number now; released apps"),
        (.number, .integer(.int64), "a number must be an integer now; activities on screens"),
        (.date, .number, "a date in seconds since 2001 is a number now"),
        (.string, .uuid, "a string must be a UUID now; activities on screens"),
        (.url, .string, "a URL may be any text now; released apps"),
        (.array(.bool), .bool, "an array is a Boolean now"),
        (.nullable(.bool), .bool, "it may no longer be null; activities on screens"),
        (.tuple([.date, .date]), .tuple([.date]), "an array of 2 is an array of 1 now"),
    ]) func typesOfMembers(old: Shape, new: Shape, says: String) throws {
        let found = findings(object(("a", old, true)), object(("a", new, true)))
        #expect(found.first?.hasPrefix("breaks state.a: \(says)") == true, "\(found)")
        #expect(findings(object(("a", old, true)), object(("a", old, true))) == [])
    }

    @Test func whatIsNotKnownIsSaid() {
        let (old, new) = (object(("a", .unknown("any JSON"), true)), object(("a", .bool, true)))
        #expect(findings(old, new) == ["not known state.a: it could not be compared: any JSON"])
    }

    /// Found by the fuzzer: the second case was compared with the first, so that the contract broke itself.
    @Test func twoCasesWithOneNameCannotBeCompared() throws {
        let schema = try JSONValue(
            parsing: """
                {"title": "k: event", "$ref": "#/$defs/E", "$defs": {"E": {"type": "object", "oneOf": [
                  {"required": ["a"], "properties": {"a": {"type": "object", "properties": {"x": {"type": "string"}}}}},
                  {"required": ["a"], "properties": {"a": {"type": "object", "properties": {"x": {"type": "boolean"}}}}}]}}}
                """)
        let contract = Contract(schemas: [.event: schema])
        #expect(
            ContractCheck(from: contract, to: contract).findings.map(\.what) == [
                "it could not be compared: two of its cases have the same name"
            ])
    }

    /// The command is run on a folder that the test edits.
    @Test func theCommandRefusesWhatBreaks() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        func status(_ arguments: String...) throws -> Int32 { try Tool.status(["contract"] + arguments) }
        #expect(try status("export", "delivery", "--out", folder.path) == 0)
        #expect(try status("check", folder.path, "delivery") == 0)
        let schema = folder.appending(path: "state.schema.json")
        let text = try String(contentsOf: schema, encoding: .utf8)
        try Data(text.replacing("\"driverName\"", with: "\"courier\"").utf8).write(to: schema)
        #expect(try status("check", folder.path, "delivery") == 1)
        #expect(try status("check", folder.path, "nothing") == 2)
        try FileManager.default.removeItem(at: schema)
        #expect(try status("check", folder.path, folder.path) == 3)
        #expect(try status("export", "delivery", "--out", "/dev/null/x") == 3)
    }
}
