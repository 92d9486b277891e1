import ArgumentParser
import DeliveryWidget
import LiveActivityCore
import LiveActivitySurfaces
import MeditationTimerActivity
import MeditationTimerWidget
import Testing

@testable import LiveActivitiesCLI

@Suite struct RegistryTests {
    /// A plugin author's command with one kind.
    private let timer = CommandKind(MeditationTimerProvider(), widget: MeditationTimerWidget.self)

    @Test func aCommandKnowsTheKindsItWasGivenAndNoOthers() throws {
        let registry = try Registry([timer])
        let run = try CommandRun(["run", "--virtual-time"], registry, input: Array(Line.start.utf8))
        #expect(run.problems.map(\.error) == ["unknownKind"])
        #expect(run.problems.map(\.message) == ["there is no kind 'delivery'. Use one of: meditationTimer"])
        #expect(try run.changes == [])
        let error = try #require(
            #expect(throws: UsageError.self) {
                try Invocation.run(RootCommand<Hello>.self, registry, ["describe", "delivery"])
            })
        #expect(
            error.description == """
                Error: There is no kind 'delivery'. Use one of: meditationTimer.
                Usage: \(Program.name) describe [<kind>] [--json] [--commands]
                  See '\(Program.name) describe --help' for more information.
                """)
    }

    @Test func aSlipOfThePenInALineGetsASuggestion() throws {
        let line = #"{"command":"start","at":"2026-06-20T17:00:00Z","kind":"meditationTimr","owner":"anna","attributes":{}}"#
        let run = try CommandRun(["run", "--virtual-time"], try Registry([timer]), input: Array(line.utf8))
        #expect(run.problems.map(\.error) == ["unknownKind"])
        #expect(
            run.problems.map(\.message) == [
                "there is no kind 'meditationTimr'; did you mean 'meditationTimer'? Use one of: meditationTimer"
            ])
    }

    @Test(arguments: [
        (["descrbe"], "subcommand 'descrbe'; did you mean 'describe'?"), (["by"], "subcommand 'by'; did you mean 'bye'?"),
        (["token", "crate"], "subcommand 'crate'; did you mean 'create'?"),
        (["describe", "meditationTimr"], "kind 'meditationTimr'; did you mean 'meditationTimer'?"),
        (
            ["lint", "--surface", "lockScreen.iPhone39"],
            "surface 'lockScreen.iPhone39'; did you mean 'lockScreen.iPhone393'?"
        ),
        // Two letters in the wrong order are one error, also in a short name.
        (["rnu"], "subcommand 'rnu'; did you mean 'run'?"), (["help", "rnu"], "subcommand 'rnu'; did you mean 'run'?"),
        (["help", "cluster", "drian"], "subcommand 'drian'; did you mean 'drain'?"),
        (["lint", "--surface", "lokScreen"], "surface 'lokScreen'; did you mean 'lockScreen'?"),
        (["contract", "check", "meditationTimr", "x"], "folder or kind 'meditationTimr'; did you mean 'meditationTimer'?"),
        (
            ["storybook", "--out", "x", "--surface", "lockScreen.iPhne393"],
            "surface 'lockScreen.iPhne393'; did you mean 'lockScreen.iPhone393'?"
        ),
        (["token", "create", "--name", "a", "--scope", "amdin"], "scope 'amdin'; did you mean 'admin'?"),
    ]) func aSlipOfThePenGetsASuggestion(arguments: [String], said: String) throws {
        let error = #expect(throws: (any Error).self) {
            try Invocation.run(RootCommand<Hello, Bye>.self, Registry([timer]), arguments)
        }
        #expect("\(try #require(error))".contains("There is no \(said) Use one of: "), "\(String(describing: error))")
    }

    @Test func aRefusalOfASubcommandNamesItsHelp() throws {
        let error = #expect(throws: (any Error).self) {
            try Invocation.run(RootCommand<Hello>.self, Registry([timer]), ["contract", "export", "meditationTimr"])
        }
        let said = "\(try #require(error))"
        #expect(said.hasSuffix("See '\(Program.name) contract export --help' for more information."), "\(said)")
    }

    @Test func anAuthorAddsSubcommands() throws {
        #expect(try RootCommand<Hello, Bye>.parseAsRoot(["hello"]) is Hello)
        #expect(try RootCommand<Hello, Bye>.parseAsRoot(["bye"]) is Bye)
        #expect(try RootCommand<Hello, Bye>.parseAsRoot(["describe"]) is DescribeCommand)
    }

    private struct Hello: ParsableCommand {}
    private struct Bye: ParsableCommand {}

    @Test func theHelpNamesTheProgram() throws {
        let help = RootCommand<Hello>.helpMessage()
        #expect(help.contains("\(Program.name) describe KIND"))
        for subcommand in RootCommand<Hello>.configuration.subcommands {
            #expect(!subcommand.configuration.discussion.contains(" live-activities "))
        }
    }

    @Test func kindsThatDoNotFitTogetherAreRefused() throws {
        #expect(try Registry([timer]).widgets.kinds == ["meditationTimer"])
        #expect(try Registry([CommandKind(AnyProvider(MeditationTimerProvider()))]).widgets.kinds == [])

        #expect(throws: RegistryError.self) {
            let provider = AnyProvider(MeditationTimerProvider())
            return try Registry([
                CommandKind(provider, attributes: MeditationTimerAttributes.self, widget: DeliveryWidget.self)
            ])
        }
        #expect(throws: RegistryError.self) { try Registry([timer, timer]) }
    }
}
