#if PushFiles
import ArgumentParser
import LiveActivityPush

/// `push channel`: the broadcast channels of an app.
struct PushChannelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel", abstract: "Creates, lists and deletes an app's broadcast channels.",
        discussion: """
            Examples:
              \(Program.name) push channel create --config push.yaml --app com.example.cup
              \(Program.name) push channel list --config push.yaml --app com.example.cup
            """,
        subcommands: [CreateCommand.self, ListCommand.self, DeleteCommand.self])

    struct CreateCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates a channel, and prints its id.")
        @OptionGroup var options: PushChannelOptions
        @Flag(help: "Let APNs store the newest push for devices that are offline, for at most eight hours.") var storesNewest =
            false

        func run() throws {
            let storage: ChannelStorage = storesNewest ? .newest : .nothing
            print(try options.perform { try await $0.create(storage) })
        }
    }

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Prints the ids of all channels, one a line.")
        @OptionGroup var options: PushChannelOptions

        func run() throws {
            for channel in try options.perform({ try await $0.list() }) { print(channel) }
        }
    }

    struct DeleteCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Deletes a channel permanently. Its followers receive no further push.")
        @OptionGroup var options: PushChannelOptions
        @Argument(help: "The channel's id in Base64.") var channel: String

        func run() throws {
            let id: ChannelID
            do throws(PushError) { id = try ChannelID(channel) } catch { throw Status.usage.reporting("\(error)") }
            try options.perform { try await $0.delete(id) }
        }
    }
}

/// The options shared by the commands for channels.
struct PushChannelOptions: ParsableArguments {
    @Option(help: "The app's bundle id.") var app: String
    @Option(help: ArgumentHelp("The configuration with the keys.", valueName: "config.yaml")) var config: String
    @Option(help: "'production' or 'sandbox', where the configuration has the app in both.") var environment: String?

    /// Connects to the host that manages channels, and closes the connection after the action.
    @discardableResult func perform<Value: Sendable>(
        _ action: @escaping @Sendable (ChannelManager) async throws -> Value
    ) throws -> Value {
        let client: APNSClient
        let bundle: BundleID
        do throws(PushError) {
            bundle = try BundleID(app)
            client = try PushConfiguration(file: config).client(of: app, in: environment, file: config, managesChannels: true)
        } catch { throw Status.usage.reporting("\(error)") }
        do {
            return try Blocking.run {
                let result: Result<Value, any Error>
                do { result = .success(try await action(ChannelManager(app: bundle, transport: client))) } catch {
                    result = .failure(error)
                }
                await client.close()
                return try result.get()
            }
        } catch let error as ChannelError {
            switch error {
            case .failed(let error): StandardError.report("\(error)")
            case .refused(let answer):
                StandardError.report(PushOptions.advice(on: answer).map { "\(answer): \($0)" } ?? "\(answer)")
            case .unreadable(let answer): StandardError.report("the answer is not as Apple documents it: \(answer)")
            }
            throw Status.someLinesFailed
        }
    }
}
#endif
