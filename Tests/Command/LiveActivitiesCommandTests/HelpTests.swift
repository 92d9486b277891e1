import ArgumentParser
import Foundation
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivitiesCommand

/// The texts about the command: its help, and the tables of the documents.
@Suite struct HelpTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// ArgumentParser breaks a longer line, and an example in two lines cannot be pasted.
    @Test func examplesFitIntoATerminalOfEightyColumns() {
        var long: [String] = []
        func visit(_ command: any ParsableCommand.Type) {
            let lines = command.configuration.discussion.replacing(Program.name, with: "live-activities").split(separator: "\n")
            long += lines.filter { $0.hasPrefix("  ") && $0.count > 80 }.map(String.init)
            for subcommand in command.configuration.subcommands { visit(subcommand) }
        }
        visit(Root.self)
        #expect(long == [])
    }

    /// The table of Operating.md has the traits that a build without them names (MissingTrait.swift).
    @Test func theTableOfCommandsNamesTheTraitsThatAreNeeded() throws {
        let source = try Self.text("Sources/Command/LiveActivitiesCLI/MissingTrait.swift")
        var needed: [String: Set<String>] = [:]
        for match in source.matches(of: /command = \(name: "([^"]+)", trait: "([^"]+)"\)/) {
            needed[String(match.1)] = Set(match.2.split(separator: ",").map(String.init))
        }
        #expect(needed.count > 10)
        for line in try Self.text("Documentation/Operating.md").split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count == 5 else { continue }
            for command in cells[1].matches(of: /`([a-z]+)`/) {
                guard let traits = needed.removeValue(forKey: String(command.1)) else { continue }
                let named = Set(cells[3].matches(of: /`([A-Za-z]+)`/).map { String($0.1) })
                #expect(traits.isSubset(of: named), "\(command.1) needs \(traits)")
            }
        }
        #expect(needed.isEmpty, "the table has no \(needed.keys)")
    }
}
