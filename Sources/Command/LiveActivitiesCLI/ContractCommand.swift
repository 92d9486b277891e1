import ArgumentParser
import Foundation
import LiveActivityContract
import LiveActivityCore

/// `live-activities contract`: the JSON forms that apps and hosts in other languages rely on.
struct ContractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Exports the JSON format of a kind as a schema, test vectors and types, and compares two versions of it.",
        subcommands: [ContractExportCommand.self, ContractCheckCommand.self])
}

/// `live-activities contract export`.
struct ContractExportCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the contract of a kind into a folder.",
        discussion: """
            The folder contains a JSON Schema (2020-12) of the attributes, the state and the events; vectors.json, with \
            documents that every reader must decode, with the dates in them; and types in Swift, Kotlin and TypeScript.

            The format is derived from the kind's own Decodable types and compared with its samples. Parts that cannot be \
            derived are listed on standard error and in the schemas.

            Examples:
              \(Program.name) contract export delivery
              \(Program.name) contract export delivery --out Plugins/Delivery/Contract
            """)

    @Argument(help: ArgumentHelp("The kind.", valueName: "kind"))
    var kind: String

    @Option(help: ArgumentHelp("The folder; by default KIND.contract in the current folder.", valueName: "folder"))
    var out: String?

    func run(with registry: Registry) throws {
        try registry.validate(kind)
        guard let provider = registry.provider(of: ActivityKind(kind)) else { return }
        let folder = URL(filePath: out ?? "\(kind).contract")
        let (contract, samples) = try Contract.of(provider)
        let files = ContractFiles.files(of: contract, samples)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files { try Data(file.text.utf8).write(to: folder.appending(path: file.name)) }
        } catch { throw Status.inputOutput.reporting("\(folder.relativePath): \(error.localizedDescription)") }
        for line in contract.unknown { StandardError.report("not known: \(line)") }
        print("\(folder.relativePath): \(files.map(\.name).joined(separator: ", "))")
    }
}

/// `live-activities contract check`.
struct ContractCheckCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks whether activities on screens can continue with a new version of a kind.",
        discussion: """
            OLD is a folder written by 'contract export', for example for the last release. NEW is another folder, or a kind \
            of this command. Attributes and state must be readable in both directions: the new program reads what is on \
            screens and in the store, and released apps read its output. Events must be readable by the new program, as hosts \
            that were not updated send them.

            The exit status is 1 if something breaks.

            Examples:
              \(Program.name) contract check Plugins/Delivery/Contract delivery
              \(Program.name) contract check released/delivery.contract delivery.contract
            """)

    @Argument(help: ArgumentHelp("The folder of the old contract.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The folder of the new contract, or a kind.", valueName: "new"))
    var new: String

    @Flag(help: "No released app decodes the old contract, so only the new program's input is checked.")
    var noReleasedApps = false

    func run(with registry: Registry) throws {
        let check = ContractCheck(
            from: try contract(in: old, registry), to: try contract(in: new, registry), hasReleasedApps: !noReleasedApps)
        for effect in ContractCheck.Effect.allCases {
            for finding in check.findings where finding.effect == effect { print(finding) }
        }
        if check.findings.isEmpty { print("The contracts are the same.") }
        if check.breaks { throw Status.findings }
    }

    private func contract(in place: String, _ registry: Registry) throws -> Contract {
        let folder = URL(filePath: place)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue {
            do { return try ContractFiles.contract(in: folder) } catch {
                throw Status.inputOutput.reporting("\(place): \(error)")
            }
        }
        guard let provider = registry.provider(of: ActivityKind(place)) else {
            throw ValidationError(Suggestion.unknown(place, "folder or kind", among: registry.kinds.map(\.rawValue)))
        }
        return try Contract.of(provider).contract
    }
}
