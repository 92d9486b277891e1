import Foundation
import JanssonCoding
import Testing

@testable import LiveActivityJSON

/// Rarely used operations of the coders' containers.
@Suite struct ContainerTests {
    /// Encodes what its closure encodes.
    private struct Custom: Encodable {
        var body: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    /// Checks that both coders write the same text, and returns it.
    private func both(_ body: @escaping (any Encoder) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) throws
        -> String
    {
        let foundation = JSONEncoder()
        foundation.outputFormatting = .sortedKeys
        let ours = WireEncoder()
        ours.outputFormatting = .sortedKeys
        let text = try ours.encodeToString([Custom(body: body)])
        #expect(
            text == String(decoding: try foundation.encode([Custom(body: body)]), as: UTF8.self), sourceLocation: sourceLocation
        )
        return text
    }

    @Test func containersMayBeWrittenInTurns() throws {
        let text = try both { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            var first = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            var second = outer.nestedUnkeyedContainer(forKey: AnyKey("second"))
            try second.encode(1)
            try first.encode(1, forKey: AnyKey("x"))
            try outer.encode("o", forKey: AnyKey("o"))
            var inner = second.nestedContainer(keyedBy: AnyKey.self)
            try second.encode(2)
            try inner.encode(true, forKey: AnyKey("late"))
            try first.encode([2], forKey: AnyKey("y"))
        }
        #expect(text == #"[{"first":{"x":1,"y":[2]},"o":"o","second":[1,{"late":true},2]}]"#)
    }

    @Test func theSameContainerMayBeAskedForTwice() throws {
        let text = try both { encoder in
            var first = encoder.container(keyedBy: AnyKey.self)
            try first.encode(1, forKey: AnyKey("a"))
            var again = encoder.container(keyedBy: AnyKey.self)
            try again.encode(2, forKey: AnyKey("b"))
            var nested = again.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
            try nested.encode(1, forKey: AnyKey("x"))
            var nestedAgain = first.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
            try nestedAgain.encode(2, forKey: AnyKey("y"))
        }
        #expect(text == #"[{"a":1,"b":2,"n":{"x":1,"y":2}}]"#)
        #expect(
            try both { encoder in
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var again = encoder.unkeyedContainer()
                try again.encode(again.count + 1)
            } == "[[1,2]]")
    }

    @Test func theLastValueOfAKeyCounts() throws {
        #expect(
            try both { encoder in
                var object = encoder.container(keyedBy: AnyKey.self)
                try object.encode(1, forKey: AnyKey("a"))
                try object.encode("first", forKey: AnyKey("b"))
                try object.encode([1, 2], forKey: AnyKey("a"))
                try object.encode(3, forKey: AnyKey("c"))
                try object.encode(4, forKey: AnyKey("b"))
                try object.encodeNil(forKey: AnyKey("c"))
            } == #"[{"a":[1,2],"b":4,"c":null}]"#)
    }

    @Test("the last value of a key counts in an object of any size", arguments: [3, 16, 17, 100])
    func lastValueInLargeObjects(count: Int) throws {
        let text = try both { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            for round in 0..<3 {
                for number in 0..<count { try object.encode(number + round, forKey: AnyKey("key\(number)")) }
            }
        }
        #expect(try JSONValue(parsing: text)[0]?.count == count)
        #expect(try JSONValue(parsing: text)[0]?["key\(count - 1)"]?.int == count + 1)
    }

    @Test func superEncodersStandWhereTheyWereAskedFor() throws {
        #expect(
            try both { encoder in
                var object = encoder.container(keyedBy: AnyKey.self)
                try 5.encode(to: object.superEncoder())
                var own = object.superEncoder(forKey: AnyKey("own")).container(keyedBy: AnyKey.self)
                try own.encode(1, forKey: AnyKey("x"))
                var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
                try list.encode(1)
                try "s".encode(to: list.superEncoder())
                try list.encode(2)
                _ = list.superEncoder()
            } == #"[{"list":[1,"s",2,{}],"own":{"x":1},"super":5}]"#)
    }

    @Test func nothingEncodedIsAnEmptyObjectAndAnErrorAtTheTop() throws {
        #expect(try both { _ in } == "[{}]")
        #expect(try both { encoder in _ = encoder.unkeyedContainer() } == "[[]]")
        #expect(
            try both { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(Custom { _ in })
            } == "[{}]")
        #expect(ErrorSummary { try WireEncoder().encode(Custom { _ in }) } == ErrorSummary(kind: .invalidValue, path: []))
        #expect(ErrorSummary { try JSONEncoder().encode(Custom { _ in }) } == ErrorSummary(kind: .invalidValue, path: []))
    }

    @Test func aCaughtErrorLeavesNothingBehind() throws {
        struct Refused: Error {}
        // Foundation traps here, because it continues with the half-written encoder.
        let value = Custom { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            try object.encode(1, forKey: AnyKey("kept"))
            try? object.encode([1, .nan], forKey: AnyKey("lost"))
            try? object.encode(
                Custom { encoder in
                    var inner = encoder.container(keyedBy: AnyKey.self)
                    try inner.encode(1, forKey: AnyKey("x"))
                    throw Refused()
                }, forKey: AnyKey("kept"))
            var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
            try? list.encode(Double.infinity)
            try list.encode(1)
        }
        #expect(try WireEncoder().encodeToString(value) == #"{"kept":1,"list":[1]}"#)
    }

    @Test func contradictionsAreErrorsAndNotTraps() throws {
        func refused(_ body: @escaping (any Encoder) throws -> Void) -> ErrorSummary? {
            ErrorSummary { try WireEncoder().encode(["a": Custom(body: body)]) }
        }
        #expect(
            refused { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(1)
                try single.encode(2)
            } == ErrorSummary(kind: .invalidValue, path: ["a"]))
        #expect(
            refused { encoder in
                _ = encoder.unkeyedContainer()
                var object = encoder.container(keyedBy: AnyKey.self)
                try object.encode(1, forKey: AnyKey("x"))
            } == ErrorSummary(kind: .invalidValue, path: ["a"]))
        #expect(
            refused { encoder in
                var object = encoder.container(keyedBy: AnyKey.self)
                try object.encode(1, forKey: AnyKey("x"))
                _ = object.nestedUnkeyedContainer(forKey: AnyKey("x"))
            } == ErrorSummary(kind: .invalidValue, path: ["a", "x"]))
    }

    @Test func aSingleValueMayBeAddedToWhenItIsAnObject() throws {
        #expect(
            try both { encoder in
                try ["a": 1].encode(to: encoder)
                try ["b": 2].encode(to: encoder)
            } == #"[{"a":1,"b":2}]"#)
    }

    @Test func pathsAreThereWhenAskedFor() throws {
        nonisolated(unsafe) var paths: [[String]] = []
        func note(_ path: [any CodingKey]) { paths.append(path.map(\.stringValue)) }
        _ = try WireEncoder().encode([
            "a": [
                Custom { encoder in
                    note(encoder.codingPath)
                    var object = encoder.container(keyedBy: AnyKey.self)
                    var nested = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
                    note(nested.codingPath)
                    try nested.encode(
                        Custom {
                            note($0.codingPath); try 1.encode(to: $0)
                        }, forKey: AnyKey("x"))
                    note(object.superEncoder().codingPath)
                    note(object.codingPath)
                }
            ]
        ])
        #expect(
            paths == [
                ["a", "Index 0"], ["a", "Index 0", "n"], ["a", "Index 0", "n", "x"], ["a", "Index 0", "super"],
                ["a", "Index 0"],
            ])
    }

    @Test func keysInAPathAreTheTypesOwn() throws {
        enum Keys: String, CodingKey { case one, two }
        struct Value: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                _ = try container.decode([Int].self, forKey: .two)
            }
        }
        do {
            _ = try WireDecoder().decode([Int: Value].self, from: #"{"7":{"two":[1,"x"]}}"#)
            Issue.record("accepted a string as Int")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.first?.intValue == 7)
            #expect(context.codingPath[1] is Keys)
            #expect(context.codingPath.last?.intValue == 1)
        }
    }

    @Test func anEncoderMayBeUsedWhileItIsInUse() throws {
        nonisolated(unsafe) let encoder = WireEncoder()
        nonisolated(unsafe) let decoder = WireDecoder()
        let text = try encoder.encodeToString([
            "a": Custom { outer in
                let inner = try encoder.encodeToString([1, 2])
                let back = try decoder.decode([Int].self, from: inner)
                try back.encode(to: outer)
            }
        ])
        #expect(text == #"{"a":[1,2]}"#)
    }

    @Test func escapedContainersReadAndWriteLiveMemory() throws {
        struct Leak: Decodable {
            nonisolated(unsafe) static var decoder: (any Decoder)?
            init(from decoder: any Decoder) throws { Self.decoder = decoder }
        }
        let decoder = WireDecoder()
        _ = try decoder.decode([String: Leak].self, from: #"{"a":{"b":"a string that is not short"}}"#)
        _ = try decoder.decode([Int].self, from: "[1,2,3]")
        let late = try #require(Leak.decoder).container(keyedBy: AnyKey.self)
        #expect(try late.decode(String.self, forKey: AnyKey("b")) == "a string that is not short")
        _ = late.codingPath
        Leak.decoder = nil

        nonisolated(unsafe) var leaked: (any UnkeyedEncodingContainer)?
        let encoder = WireEncoder()
        _ = try encoder.encode(Custom { leaked = $0.unkeyedContainer() })
        #expect(try encoder.encodeToString([1]) == "[1]")
        try leaked?.encode("late")
        #expect(try encoder.encodeToString([2]) == "[2]")
        leaked = nil
    }

    @Test func theDeepestValueIsWrittenAndADeeperOneRefused() throws {
        func nested(_ depth: Int) -> Custom {
            Custom { encoder in
                var list = encoder.unkeyedContainer()
                if depth > 1 { try list.encode(nested(depth - 1)) }
            }
        }
        let encoder = WireEncoder()
        #expect(try encoder.encode(nested(512)).count == 1024)
        #expect(ErrorSummary { try encoder.encode(nested(513)) }?.kind == .invalidValue)
        #expect(ErrorSummary { _ = try encoder.encodeToJansson(nested(513)) }?.kind == .invalidValue)
        #expect(ErrorSummary { try encoder.encodeToJSONValue(nested(513)) }?.kind == .invalidValue)
        #expect(ErrorSummary { try encoder.encode(nested(5000)) }?.kind == .invalidValue)
        let wide = Custom { encoder in
            var list = encoder.unkeyedContainer()
            for _ in 0..<100_000 { list = list.nestedUnkeyedContainer() }
        }
        #expect(ErrorSummary { try encoder.encode(wide) }?.kind == .invalidValue)
    }

    @Test("a throw leaves the caller's bytes as they were")
    func appending() throws {
        var bytes: [UInt8] = [1, 2]
        let encoder = WireEncoder()
        #expect(throws: EncodingError.self) { try encoder.encode([1, .nan], into: &bytes) }
        #expect(bytes == [1, 2])
        try encoder.encode([1], into: &bytes)
        #expect(bytes == [1, 2] + Array("[1]".utf8))
    }

    @Test func membersKeepTheOrderOfEncoding() throws {
        struct State: Encodable { var zebra = 1, apple = 2, mango: Int? = nil, kiwi = "k" }
        #expect(try WireEncoder().encodeToString(State()) == #"{"zebra":1,"apple":2,"kiwi":"k"}"#)
    }

    @Test func sortsKeysByTheirBytes() throws {
        let keys = ["a10", "a9", "B", "b", "é", "z", "_", "😀", "\u{FFFD}", "", "aa", "a"]
        let encoder = WireEncoder()
        encoder.outputFormatting = .sortedKeys
        let foundation = JSONEncoder()
        foundation.outputFormatting = .sortedKeys
        let value = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
        #expect(try encoder.encode(value) == Array(foundation.encode(value)))
    }
}
