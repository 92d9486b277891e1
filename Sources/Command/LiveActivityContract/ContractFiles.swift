public import Foundation
import LiveActivityCore

/// The files of a contract, as `live-activities contract export` writes them.
public enum ContractFiles {
    static let vectors = "vectors.json"

    /// The JSON Schemas of the parts, test documents that every reader must decode, and types in Swift, Kotlin and TypeScript.
    public static func files(of contract: Contract, _ samples: ContractSamples) -> [(name: String, text: String)] {
        Contract.Part.allCases.map { (Contract.schemaFile($0), contract.schema($0).text(prettyPrinted: true) + "\n") }
            + [(Self.vectors, ContractVectors(contract, samples).json.text(prettyPrinted: true) + "\n")]
            + [
                (SwiftTypes.file, SwiftTypes.text(of: contract)), (KotlinTypes.file, KotlinTypes.text(of: contract)),
                (TypeScriptTypes.file, TypeScriptTypes.text(of: contract)),
            ]
    }

    /// Reads the schemas of a folder.
    ///
    /// - Throws: ``Missing`` for a folder without one of them, and the JSON parser's errors.
    public static func contract(in folder: URL) throws -> Contract {
        var schemas: [Contract.Part: JSONValue] = [:]
        for part in Contract.Part.allCases {
            let file = folder.appending(path: Contract.schemaFile(part))
            guard let data = try? Data(contentsOf: file) else { throw Missing(file: file.lastPathComponent) }
            schemas[part] = try JSONValue(parsing: [UInt8](data))
        }
        return Contract(schemas: schemas)
    }

    /// The error for a file that is missing in a contract's folder.
    public struct Missing: Error, CustomStringConvertible {
        public var file: String
        public var description: String { "there is no \(file); 'contract export' writes it" }
    }
}
