import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivityContract

/// The contracts of the plugins, which released apps rely on.
@Suite struct ContractTests {
    private static let kinds = ["delivery", "meditationTimer", "sports", "waitQueue", "sealed"]

    private func exported(_ kind: String) throws -> (contract: Contract, samples: ContractSamples) {
        try Contract.of(try #require(Registry.plugins.provider(of: ActivityKind(kind))))
    }

    /// `Plugins/X/Contract`.
    private func folder(_ kind: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Plugins/\(kind.prefix(1).uppercased() + kind.dropFirst())/Contract")
    }

    @Test(arguments: kinds) func nothingBreaksActivitiesOnScreens(kind: String) throws {
        let check = ContractCheck(from: try ContractFiles.contract(in: folder(kind)), to: try exported(kind).contract)
        #expect(check.findings.filter { $0.effect == .breaks } == [])
    }

    @Test(arguments: kinds) func theFilesAreWhatIsExported(kind: String) throws {
        let (contract, samples) = try exported(kind)
        #expect(contract.unknown == [])
        for file in ContractFiles.files(of: contract, samples) {
            let kept = try String(contentsOf: folder(kind).appending(path: file.name), encoding: .utf8)
            #expect(kept == file.text, "\(file.name): run live-activities contract export \(kind) --out Plugins/…/Contract")
        }
    }

    @Test(arguments: kinds) func aSchemaSaysEverything(kind: String) throws {
        let contract = try exported(kind).contract
        let schemas = Dictionary(uniqueKeysWithValues: Contract.Part.allCases.map { ($0, contract.schema($0)) })
        #expect(Contract(schemas: schemas) == contract)
    }

    @Test(arguments: kinds) func theVectorsShowEveryCaseAndFitTheSchema(kind: String) throws {
        let (contract, samples) = try exported(kind)
        let vectors = ContractVectors(contract, samples).vectors
        for vector in vectors {
            #expect(contract.misfits(vector.json, to: try #require(contract.parts[vector.part])) == [])
            #expect(samples.reads(vector.part, vector.json))
        }
        guard case .object(let event)? = contract.parts[.event].map(contract.resolved) else { Issue.record("no event"); return }
        let shown = Set(vectors.filter { $0.part == .event }.flatMap { $0.json.members.map(\.key) })
        #expect(event.cases.filter { !shown.contains($0.key) } == [])
        #expect(vectors.filter(\.hasMore).map(\.part) == [.attributes, .state, .event])
    }
}

/// The shapes that are detected for types of every form.
@Suite struct ProbeTests {
    private func shape<T: Decodable>(_ type: T.Type, _ samples: JSONValue...) -> (TypeShape?, Probe) {
        let probe = Probe()
        let found = probe.find(type, ProbePlace(path: "x", samples: samples))
        guard case .named(let name) = found.shape else { return (.alias(found.shape), probe) }
        return (probe.types[name], probe)
    }

    private func field(_ key: String, _ shape: Shape, _ isRequired: Bool = true) -> ObjectShape.Field {
        .init(key: key, shape: shape, isRequired: isRequired)
    }

    private struct Everything: Codable {
        var flag: Bool, text: String, number: Double, small: UInt8, date: Date, data: Data, url: URL, id: UUID
        var list: [Int32], range: ClosedRange<Date>, map: [String: [Double]], maybe: String?, nullable: [Int?]
        var side: Side, level: Level, wrapped: Wrapped

        enum Side: String, Codable { case left, right = "r" }
        enum Level: Int, Codable, CaseIterable { case low = -1, high = 4 }
        struct Wrapped: RawRepresentable, Codable { var rawValue: Int16 }
    }

    @Test func everyFormOfAMember() {
        let (found, probe) = shape(Everything.self)
        #expect(
            found
                == .object(
                    ObjectShape(fields: [
                        field("flag", .bool), field("text", .string), field("number", .number),
                        field("small", .integer(.uint8)),
                        field("date", .date), field("data", .data), field("url", .url), field("id", .uuid),
                        field("list", .array(.integer(.int32))), field("range", .tuple([.date, .date])),
                        field("map", .map(.array(.number))), field("maybe", .string, false),
                        field("nullable", .array(.nullable(.integer(.int64)))),
                        field("side", .named("ProbeTestsEverythingSide")),
                        field("level", .named("ProbeTestsEverythingLevel")),
                        field("wrapped", .named("ProbeTestsEverythingWrapped")),
                    ])))
        #expect(probe.types["ProbeTestsEverythingSide"] == .texts(["left", "r"], isOpen: false))
        #expect(probe.types["ProbeTestsEverythingLevel"] == .numbers([-1, 4]))
        #expect(probe.types["ProbeTestsEverythingWrapped"] == .alias(.integer(.int16)))
        #expect(probe.unknown == [])
    }

    private indirect enum Tree: Codable {
        case both(Tree, Tree)
        case leaf(label: String, weight: Double?)
        case none
    }

    @Test func casesAndTypesThatHaveThemselvesAsAPart() {
        let (found, probe) = shape(Tree.self)
        let tree = Shape.named("ProbeTestsTree")
        #expect(
            found
                == .object(
                    ObjectShape(cases: [
                        .init(key: "both", fields: [field("_0", tree), field("_1", tree)]),
                        .init(key: "leaf", fields: [field("label", .string), field("weight", .number, false)]),
                        .init(key: "none", fields: []),
                    ])))
        #expect(probe.unknown == [])
    }

    /// An unknown string is decoded as one of its cases.
    private enum Tolerant: String, Decodable, CaseIterable {
        case known, other
        init(from decoder: any Decoder) throws {
            self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
        }
    }

    @Test func anEnumerationThatReadsAnyText() {
        #expect(shape(Tolerant.self).0 == .texts(["known", "other"], isOpen: true))
    }

    /// Two members depend on each other.
    private struct Strict: Decodable {
        enum CodingKeys: CodingKey { case low, high, note }
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let (low, high) = (try members.decode(Int.self, forKey: .low), try members.decode(Int.self, forKey: .high))
            guard low < high else { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "low")) }
            _ = try members.decodeIfPresent(String.self, forKey: .note)
        }
    }

    @Test func whatRefusesEveryTriedValueIsSaidToBeUnknown() {
        let (guessed, probe) = shape(Strict.self)
        #expect(guessed == .object(ObjectShape(fields: [field("low", .integer(.int64)), field("high", .integer(.int64))])))
        #expect(probe.unknown.map { $0.hasPrefix("x: Strict refused every value that was tried") } == [true])
        // A sample provides the missing information.
        let (known, other) = shape(Strict.self, ["low": 1, "high": 2])
        #expect(
            known
                == .object(
                    ObjectShape(fields: [
                        field("low", .integer(.int64)), field("high", .integer(.int64)), field("note", .string, false),
                    ])))
        #expect(other.unknown == [])
    }

    @Test func jsonOfAnyFormIsSaidToBeUnknown() {
        let (found, probe) = shape(JSONValue.self)
        #expect(found == .alias(.unknown("any JSON")))
        #expect(probe.unknown == ["x: the type takes any JSON"])
    }
}
