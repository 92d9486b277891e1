#if Macros
import Foundation
import Testing

/// The macro's expansions and errors. Its program also expands files: it is run here in the same way as by
/// `Scripts/expand-macros`.
@Suite(.timeLimit(.minutes(5))) struct ExpansionTests {
    private struct Answer: Equatable {
        var expansion = ""
        /// The messages without the file's name.
        var problems: [String] = []
    }

    private func expand(_ source: String) throws -> Answer {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(source.utf8).write(to: file)
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL =
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "LiveActivityMacrosPlugin-tool")
        process.arguments = ["expand", file.path]
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let expansion = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let problems = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect((process.terminationStatus == 0) == problems.isEmpty)
        return Answer(
            expansion: expansion.hasSuffix("\n") ? String(expansion.dropLast()) : expansion,
            problems: problems.split(separator: "\n").map { String($0.replacing("\(file.path):", with: "")) })
    }

    /// The diagnostics of a type, with their positions.
    private func problems(_ declaration: String) throws -> [String] {
        let answer = try expand("// @ActivityJSON\n" + declaration)
        if !answer.problems.isEmpty { #expect(answer.expansion == "") }
        return answer.problems
    }

    @Test func aStruct() throws {
        let answer = try expand(
            """
            // @ActivityJSON
            /// What the surfaces show.
            @available(macOS 15, *)
            public struct State: Codable {
                public var step: Step
                let `in`: Int
                static let most = 3
                public var seconds: Int? { didSet {} }
                var json: Int, twice: Int { json * 2 }
            }
            struct Unmarked: Codable { var number: Int }
            """)
        #expect(
            answer.expansion == """
                @available(macOS 15, *)
                extension State: JSONReadable, JSONWritable {
                    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
                        step = try json["step"]
                        `in` = try json["in"]
                        seconds = try json["seconds"]
                        self.json = try json["json"]
                    }

                    public func write(to json: inout JSONWriter) {
                        json.member("step", step)
                        json.member("in", `in`)
                        json.member("seconds", seconds)
                        json.member("json", self.json)
                    }
                }
                """)
    }

    @Test func anEnumerationInAnExtension() throws {
        let answer = try expand(
            """
            package extension Outer.Middle {
                // @ActivityJSON(besides: "match", "number")
                enum Event: Codable {
                    case left, delayed(by: Int, in: String)
                    case counted(Int)
                }
            }
            """)
        #expect(
            answer.expansion == """
                extension Outer.Middle.Event: JSONReadable, JSONWritable {
                    package init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
                        switch try json.enterCase(besides: "match", "number") {
                        case "left": self = .left
                        case "delayed": self = .delayed(by: try json["by"], in: try json["in"])
                        case "counted": self = .counted(try json["_0"])
                        default: throw JSONReader.GaveUp()
                        }
                    }

                    package func write(to json: inout JSONWriter) {
                        switch self {
                        case .left: json.object("left")
                        case .delayed(let by, let `in`): json.object("delayed") {
                            $0.member("by", by)
                            $0.member("in", `in`)
                        }
                        case .counted(let value0): json.object("counted") { $0.member("_0", value0) }
                        }
                    }
                }
                """)
        #expect(
            try expand("struct A {\n// @ActivityJSON(.reading)\nenum B: String, Codable { case c } }").expansion
                == "extension A.B: JSONReadable {}")
    }

    @Test func labelsAndNumberedNamesDoNotCollide() throws {
        let answer = try expand(
            """
            // @ActivityJSON(.writing)
            enum Event: Codable {
                case moved(Int, value0: Int)
                case sent(json: Int, value0: String, value0_: Bool)
            }
            """)
        #expect(
            answer.expansion == """
                extension Event: JSONWritable {
                    func write(to json: inout JSONWriter) {
                        switch self {
                        case .moved(let value0_, let value0): json.object("moved") {
                            $0.member("_0", value0_)
                            $0.member("value0", value0)
                        }
                        case .sent(let value0__, let value0, let value0_): json.object("sent") {
                            $0.member("json", value0__)
                            $0.member("value0", value0)
                            $0.member("value0_", value0_)
                        }
                        }
                    }
                }
                """)
    }

    /// `enum Step: Name` has raw values where `Name` is another name for `String`.
    @Test func aTypeThatMayBeThatOfRawValuesIsRefused() throws {
        func message(_ name: String) -> String {
            "2:12: error: the macro does not know whether \(name) is a protocol or the type of raw values: begin with Codable, or "
                + "with the raw type's own name"
        }
        #expect(try problems("enum Step: Name, Codable { case a, b }") == [message("Name")])
        #expect(try problems("enum Step: App.Name, Codable { case a, b }") == [message("App.Name")])
        #expect(try problems("enum Step: Name, Codable { case a, b(Int) }") == [])
        #expect(try problems("enum Step: Codable, Name { case a, b }") == [])
        #expect(
            try expand("// @ActivityJSON\nenum Step: Swift.String, Codable { case a }").expansion
                == "extension Step: JSONReadable, JSONWritable {}")
    }

    @Test func whatIsNoValueIsRefused() throws {
        let message = "error: @ActivityJSON is for structs and enumerations: activities, their states and events are values"
        #expect(try problems("final class C: Codable { var a = 1 }") == ["2:7: \(message)"])
        #expect(try problems("actor C {}") == ["2:1: \(message)"])
        #expect(try problems("enum Never: Codable {}") == ["2:6: error: an enumeration without cases has no JSON"])
    }

    @Test func genericTypesAreRefused() throws {
        let message = "error: @ActivityJSON is not for generic types: whether a parameter can be read is not known here"
        #expect(try problems("struct Box<Value: Codable>: Codable { var value: Value }") == ["2:11: \(message)"])
        #expect(try problems("enum Box<Value: Codable>: Codable { case value(Value) }") == ["2:9: \(message)"])
        #expect(
            try expand("struct Box<Value> {\n// @ActivityJSON\nstruct Inner: Codable { var a: Int } }").problems == [
                "1:11: \(message)"
            ])
    }

    @Test func codingByHandIsRefused() throws {
        #expect(
            try problems(
                """
                struct Own: Codable {
                    var a: Int
                    init(from decoder: any Decoder) throws { a = 1 }
                    func encode(to encoder: any Encoder) throws {}
                }
                """) == [
                    "4:5: error: the type has init(from:) of its own; only Codable's own form can be read here",
                    "5:10: error: the type has encode(to:) of its own; only Codable's own form can be written here",
                ])
        let ofRawValues = "enum Own: String, Codable {\ncase a\nfunc encode(to encoder: any Encoder) throws {}\n}"
        let written = "error: the type has encode(to:) of its own; only Codable's own form can be written here"
        #expect(try problems(ofRawValues) == ["4:6: \(written)"])
        let conditional = "struct Own: Codable {\n#if DEBUG\nfunc encode(to encoder: any Encoder) throws {}\n#endif\n}"
        #expect(try problems(conditional) == ["4:6: \(written)"])
    }

    @Test func propertiesWhoseFormIsNotKnownAreRefused() throws {
        #expect(
            try problems(
                "struct W: Codable {\n@Trimmed var name: String\n@Logged var unused = 1\nenum CodingKeys: CodingKey { case name } }"
            )
                == [
                    "3:1: error: 'name' has the attribute @Trimmed, whose JSON is not known here: leave it out of CodingKeys, or write "
                        + "the conformances by hand"
                ])
        #expect(
            try problems("struct T: Codable { var (a, b) = (1, 2) }") == [
                "2:25: error: declare each property separately: Codable has no key for a pattern"
            ])
        let conditional = "error: members inside #if are invisible to the macro: declare them outside"
        #expect(try problems("struct C: Codable {\n#if DEBUG\nvar a = 1\n#endif\n}") == ["3:1: \(conditional)"])
        #expect(try problems("enum C: Codable {\ncase a\n#if DEBUG\ncase b\n#endif\n}") == ["4:1: \(conditional)"])
        #expect(
            try problems("struct C: Codable {\nvar a = 1\n#if DEBUG\nenum CodingKeys: CodingKey { case a }\n#endif\n}") == [
                "4:1: \(conditional)"
            ])
        #expect(
            try problems("struct C: Codable {\nvar a = 1\nenum CodingKeys: CodingKey {\n#if DEBUG\ncase a\n#endif\n}\n}") == [
                "5:1: \(conditional)"
            ])
        #expect(try problems("struct C: Codable {\nvar a = 1\n#if DEBUG\nfunc b() {}\n#endif\n}") == [])
    }

    @Test func keysThatDoNotFitAreRefused() throws {
        #expect(
            try problems("struct K: Codable {\nvar a: Int\nvar b: Int\nenum CodingKeys: CodingKey { case a, c }\n}") == [
                "4:5: error: 'b' is left out of CodingKeys and has no initial value",
                "5:38: error: CodingKeys has 'c', which is not a stored property of the type",
            ])
        #expect(
            try problems("struct K: Codable { typealias CodingKeys = Keys; var a: Int }") == [
                "2:31: error: the cases of CodingKeys are not known here: declare it as an enumeration in the type",
                "2:54: error: 'a' is left out of CodingKeys and has no initial value",
            ])
        let own = "CodingKeys has custom keys; only the names and values of its cases are known here"
        #expect(
            try problems(
                """
                struct K: Codable {
                    var a: Int
                    enum CodingKeys: CodingKey {
                        case a
                        var stringValue: String { "A" }
                    }
                }
                """) == ["6:9: error: \(own)"])
        #expect(
            try problems("enum E: Codable {\ncase a(b: Int, c: Int = 1)\nenum ACodingKeys: CodingKey { case c, d }\n}") == [
                "3:8: error: 'b' is left out of the case's CodingKeys and has no default value",
                "4:39: error: the CodingKeys of 'a' have 'd', which is not an associated value of the case",
            ])
        #expect(
            try problems("enum E: Codable { case a(b: Int), a(c: Int) }") == [
                "2:35: error: there is another case 'a', and Codable has one key for both"
            ])
        #expect(
            try problems("enum F: Float, Codable { case a = 1 }") == [
                "2:9: error: raw values of type Float cannot be read and written here; String, Double and integers can"
            ])
    }

    @Test func aFileOfItsOwnCannotReachWhatIsPrivate() throws {
        let message = "so the expansion in another file cannot reach it"
        #expect(
            try problems(
                "struct P: Codable {\nprivate var a: Int\npublic fileprivate(set) var b: Int\nprivate var sum: Int { 1 }\n}")
                == [
                    "3:1: error: 'a' is private, \(message)", "4:8: error: 'b' is fileprivate(set), \(message)",
                ])
        #expect(try problems("private struct P: Codable { var a: Int }") == ["2:1: error: the type is private, \(message)"])
        #expect(
            try expand("fileprivate enum O {\n// @ActivityJSON\nstruct P: Codable { var a: Int }\n}").problems == [
                "1:1: error: the type around it is fileprivate, \(message)"
            ])
        #expect(try expand("// @ActivityJSON\nstruct P: Codable { var a: Int }").problems == [])
    }
}
#endif
