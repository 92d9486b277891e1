import ArgumentParser
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI

@Suite struct DescribeTests {
    static let kinds = Registry.plugins.kinds.map(\.rawValue)

    private func description(_ kind: String) throws -> KindDescription {
        let provider = try #require(Registry.plugins.providers.first { $0.kind.rawValue == kind })
        return try #require(try Registry.plugins.description(of: provider))
    }

    @Test(arguments: kinds) func theCommandsOfAKindRun(kind: String) throws {
        let description = try description(kind)
        let run = try CommandRun(["run", "--virtual-time"], input: text(description.commands))
        #expect(run.problems == [])
        #expect(run.status == .success)
        #expect(try run.changes.contains { $0.what == .started })
        #expect(try run.changes.count >= description.commands.count)
    }

    @Test(arguments: kinds) func everyActionIsAllowedAtTheMomentItIsShownAt(kind: String) throws {
        let description = try description(kind)
        for action in description.actions {
            let command = try #require(action.command, "\(action.id)")
            let moment = try WireDecoder().decode(TimedCommand.self, from: command.bytes)
            let at = try #require(moment.at)
            let before = try description.commands.filter {
                try WireDecoder().decode(TimedCommand.self, from: $0.bytes).at ?? .distantPast <= at
            }
            let run = try CommandRun(["run", "--virtual-time"], input: text(before + [command]))
            #expect(run.problems == [])
        }
    }

    @Test(arguments: kinds) func theTextHasEveryPart(kind: String) throws {
        let description = try description(kind)
        for part in description.attributes + description.commands + description.events.map(\.event) {
            #expect(description.text.contains(part.text))
        }
        #expect(description.text.contains(try #require(description.state).text))
        for action in description.actions { #expect(description.text.contains(action.title)) }
    }

    @Test(arguments: kinds) func theJSONIsOneObject(kind: String) throws {
        let value = try JSONValue(parsing: try WireEncoder().encode(description(kind)))
        #expect(
            value.members.map(\.key).sorted() == ["actions", "attributes", "commands", "events", "kind", "state", "summary"])
    }

    private func text(_ lines: [JSONText]) -> [UInt8] { lines.flatMap { $0.bytes + [0x0A] } }
}
