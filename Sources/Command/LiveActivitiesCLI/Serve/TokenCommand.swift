#if Service
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityService

/// `live-activities token`: creates and revokes the tokens of a service's callers.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Creates, lists and revokes the tokens of a service.",
        discussion: """
            A running service applies the change within a second. A token is printed once; the file contains only its hash.

            Examples:
              \(Program.name) token create --name orders --scope write
              \(Program.name) token create --name anna --scope read --owner anna --days 30
              \(Program.name) token list
              \(Program.name) token revoke 1f2e3d4c
            """,
        subcommands: [Create.self, List.self, Revoke.self])

    struct Place: ParsableArguments {
        @Option(help: ArgumentHelp("The folder of the service's state; by default the user's.", valueName: "folder"))
        var state: String?

        @Option(
            help: ArgumentHelp("The service's configuration, whose folder or file of tokens is used.", valueName: "config.yaml")
        )
        var config: String?

        /// The file of tokens, in an existing folder.
        func file() throws -> TokenFile {
            do {
                var plan = try config.map { try ServePlan(file: $0) } ?? ServePlan()
                if let state { plan.folder = state }
                plan.isInMemory = false
                plan.settle()
                try plan.makeFolder()
                return TokenFile(path: plan.service.tokens ?? ServePlan.tokens(in: plan.folder))
            } catch let error as ServiceError { throw Status.usage.reporting("\(error)") }
        }

        func trying<Value>(_ body: (TokenFile) throws -> Value) throws -> Value {
            do { return try body(file()) } catch let error as TokenFile.Failure {
                throw Status.inputOutput.reporting("\(error)")
            }
        }
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Creates a token and prints it.")
        @OptionGroup var place: Place
        @Option(help: "The name of the token in lists.") var name: String
        @Option(
            help: "read, device (also an owner's app: tokens, receipts, permissions, actions), write (all commands) or admin.")
        var scope: String = "read"
        @Option(help: "Allow access only to this owner's activities.") var owner: String?
        @Option(help: "The number of days for which the token is valid; by default unlimited.") var days: Double?

        func run() throws {
            guard let scope = Scope(rawValue: scope) else {
                throw ValidationError(Suggestion.unknown(scope, "scope", among: Scope.allCases.map(\.rawValue)))
            }
            guard scope != .device || owner != nil else {
                throw ValidationError("A token with the scope 'device' needs --owner.")
            }
            guard days.map({ $0 > 0 && $0 <= 36_500 }) ?? true else {
                throw ValidationError("--days must be more than 0 and at most 36500.")
            }
            let expiry = days.map { Date() + $0 * 86_400 }
            // Printed before it is valid: if it cannot be printed, there is no token whose secret is lost.
            _ = try place.trying { file in
                try file.create(name: name, scope: scope, owner: owner.map { OwnerID($0) }, expiresAt: expiry) { text in
                    print(text)
                    try Descriptor.flushPrinted()
                }
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the tokens, without their secrets.")
        @OptionGroup var place: Place

        func run() throws {
            for entry in try place.trying({ try $0.list() }) {
                print(
                    entry.id, entry.scope.rawValue.padded(to: 6), entry.createdAt, entry.expiresAt.map { "until \($0)" } ?? "",
                    entry.owner.map { "owner \($0)".printable } ?? "", entry.name.printable)
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a token.")
        @OptionGroup var place: Place
        @Argument(help: "The token's id, as 'token list' shows it.") var id: String

        func run() throws {
            guard try place.trying({ try $0.revoke(id) }) else {
                throw Status.someLinesFailed.reporting("there is no token '\(id)'")
            }
        }
    }
}
#endif
