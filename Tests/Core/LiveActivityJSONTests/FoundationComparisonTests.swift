import Foundation
import JanssonCoding
import LiveActivityTesting
import Testing

@testable import LiveActivityJSON

/// Generated types, generated values and damaged text: `WireEncoder` and `WireDecoder` compared with Foundation's coders.
@Suite struct FoundationComparisonTests {
    @Test("random values of random types have Foundation's bytes", arguments: SeededGenerator.seeds(12))
    func values(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let foundation = JSONEncoder()
        foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let encoder = WireEncoder()
        encoder.outputFormatting = .sortedKeys
        let decoder = WireDecoder()
        for _ in 0..<30 {
            let schema = Schema.random(&random)
            let instance = Instance(schema: schema, item: .random(schema, &random))
            let expected = try foundation.encode(instance)
            let text = try encoder.encode(instance)
            try #require(text == Array(expected), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
            foundation.outputFormatting.insert(.prettyPrinted)
            encoder.outputFormatting.insert(.prettyPrinted)
            #expect(try encoder.encode(instance) == Array(foundation.encode(instance)), "seed \(seed)")
            foundation.outputFormatting.remove(.prettyPrinted)
            encoder.outputFormatting.remove(.prettyPrinted)

            let back = try Self.foundationResult(schema, expected).get()
            func check(_ way: String, _ decode: () throws -> Instance) {
                decoder.userInfo[SchemaCursor.key] = SchemaCursor(schema)
                let item = Result { try decode().item }
                if (try? item.get()) != back {
                    Issue.record("seed \(seed), \(way): \(String(decoding: text, as: UTF8.self)) became \(item)")
                }
            }
            check("text") { try decoder.decode(Instance.self, from: text) }
            check("JSONValue") { try decoder.decode(Instance.self, from: encoder.encodeToJSONValue(instance)) }
            // A value that a json_t cannot represent is refused when the json_t is created, and never altered.
            guard let jansson = try? encoder.encodeToJansson(instance) else { continue }
            check("json_t") { try decoder.decode(Instance.self, from: jansson) }
        }
    }

    @Test("broken and mistyped text is refused as Foundation refuses it", arguments: SeededGenerator.seeds(20))
    func mutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 7919)
        let encoder = WireEncoder()
        let decoder = WireDecoder()
        for _ in 0..<20 {
            let schema = Schema.random(&random)
            let text = try encoder.encode(Instance(schema: schema, item: .random(schema, &random)))
            for _ in 0..<8 {
                let mutated = Mutation.mutate(text, &random)
                decoder.userInfo[SchemaCursor.key] = SchemaCursor(schema)
                let ours = Result { try decoder.decode(Instance.self, from: mutated).item }
                let theirs = Self.foundationResult(schema, Data(mutated))
                if !Self.agree(ours, theirs, mutated) {
                    Issue.record("seed \(seed): \(String(decoding: mutated, as: UTF8.self)) ours \(ours) theirs \(theirs)")
                }
            }
        }
    }

    private static func agree(_ ours: Result<Item, any Error>, _ theirs: Result<Item, any Error>, _ text: [UInt8]) -> Bool {
        switch (ours, theirs) {
        case (.success(let ours), .success(let theirs)): ours == theirs
        case (.failure(let error), .success):
            FoundationDifferences.agree(ErrorSummary(error), nil) || FoundationDifferences.dropsFraction(text)
        case (.success, .failure(let error)): FoundationDifferences.agree(nil, ErrorSummary(error))
        case (.failure(let ours), .failure(let theirs)):
            FoundationDifferences.agree(ErrorSummary(ours), ErrorSummary(theirs)) || FoundationDifferences.dropsFraction(text)
        }
    }

    private static func foundationResult(_ schema: Schema, _ data: Data) -> Result<Item, any Error> {
        let decoder = JSONDecoder()
        decoder.userInfo[SchemaCursor.key] = SchemaCursor(schema)
        return Result { try decoder.decode(Instance.self, from: data).item }
    }

    @Test("Foundation's leniencies are refused, each for its own reason")
    func leniencies() throws {
        func reason(_ text: [UInt8]) -> JSONParseError.Reason? {
            #expect((try? JSONDecoder().decode([String: Int].self, from: Data(text))) != nil)
            return ErrorSummary { try WireDecoder().decode([String: Int].self, from: text) }?.reason
        }
        #expect(reason(Array(#"{"a":1,"a":2}"#.utf8)) == .duplicateKey("a"))
        #expect(reason(Array(#"{"a":1,}"#.utf8)) == .trailingComma)
        #expect(reason([0xEF, 0xBB, 0xBF] + Array(#"{"a":1}"#.utf8)) == .byteOrderMark)
        #expect(reason(Array(#"{"\u0000":1}"#.utf8)) == .nulInKey)
        #expect(reason(Array(try #require(#"{"a":1}"#.data(using: .utf16LittleEndian)))) == .unexpectedByte(0))
        #expect(try JSONDecoder().decode(Int.self, from: Data("1.0000000000000001".utf8)) == 1)
        #expect(ErrorSummary { try WireDecoder().decode(Int.self, from: "1.0000000000000001") }?.kind == .dataCorrupted)
    }

    @Test("a number that does not fit is reported where it is")
    func numberPaths() throws {
        let ours = ErrorSummary { try WireDecoder().decode([String: [Int8]].self, from: #"{"a":[1,300]}"#) }
        #expect(ours == ErrorSummary(kind: .dataCorrupted, path: ["a", "Index 1"]))
    }
}
