#if PushFiles
import ArgumentParser
import LiveActivityCore
import LiveActivityPush

/// `live-activities push`: manual pushes, and the check of a configuration.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Sends a single push manually, or checks a configuration.",
        discussion: """
            With --dry-run the request is printed with its exact headers and body instead of being sent; neither a key nor a \
            connection is needed. Otherwise --config must name the file with keys and apps.

            Examples:
              \(Program.name) push check push.yaml
              \(Program.name) push update --app com.example.food --token 00ff \\
                --state '{"step":2}' --dry-run
              \(Program.name) push end --config push.yaml --app com.example.food \\
                --token 00ff --state '{"step":3}'
            """,
        subcommands: [
            PushCheckCommand.self, PushStartCommand.self, PushUpdateCommand.self, PushEndCommand.self,
            PushBroadcastCommand.self,
            PushWidgetsCommand.self, PushChannelCommand.self,
        ])
}

/// `push check`: finds configuration errors before anything is sent.
struct PushCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks a configuration, its keys and its files.",
        discussion: """
            Without --connect nothing is sent. With it, each key is tested by sending a push to an invalid token, which \
            detects a wrong key, team, environment, topic, or clock. No device receives a push.
            """)

    @Argument(help: ArgumentHelp("The configuration.", valueName: "config.yaml"))
    var file: String

    @Flag(help: "Also test each key with APNs. No device receives anything.")
    var connect = false

    func run() throws {
        var problems: [PushError]
        do throws(PushError) {
            let configuration = try PushConfiguration(file: file)
            problems = configuration.problems()
            if connect, problems.isEmpty { problems = Blocking.run { await configuration.problemsByConnecting() } }
        } catch { problems = [error] }
        for problem in problems { StandardError.report("\(problem)") }
        guard problems.isEmpty else { throw Status.findings }
        print("\(file): no problems found without sending\(connect ? ", and APNs accepts the keys" : "")")
    }
}

struct PushStartCommand: PushByHand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Starts an activity with a push-to-start token.")
    @OptionGroup var options: PushOptions
    @Option(help: "The hexadecimal push-to-start token.") var token: String
    @Option(help: "The name of the app's ActivityAttributes type.") var attributesType: String
    @Option(help: "The attributes as JSON.", transform: parseJSON) var attributes: JSONText
    @Flag(help: "Request an update token for the activity (iOS 18).") var inputPushToken = false
    @Option(help: "Subscribe the activity to this channel (iOS 18).") var inputPushChannel: String?

    func request() throws(PushError) -> PushRequest {
        var payload = options.payload(.start)
        payload.attributesType = attributesType
        payload.attributes = attributes
        payload.inputPushToken = inputPushToken
        payload.inputPushChannel = if let inputPushChannel { try ChannelID(inputPushChannel) } else { nil }
        return try options.device(payload, token, priority: .immediate)
    }
}

struct PushUpdateCommand: PushByHand {
    static let configuration = CommandConfiguration(commandName: "update", abstract: "Replaces an activity's content.")
    @OptionGroup var options: PushOptions
    @Option(help: "The activity's hexadecimal token.") var token: String

    func request() throws(PushError) -> PushRequest {
        try options.device(options.payload(.update), token, priority: .opportunistic)
    }
}

struct PushEndCommand: PushByHand {
    static let configuration = CommandConfiguration(commandName: "end", abstract: "Ends an activity.")
    @OptionGroup var options: PushOptions
    @Option(help: "The activity's hexadecimal token.") var token: String
    @Option(help: "When the activity is removed from the screen; a date in the past removes it at once.", transform: parseDate)
    var dismissalDate: Date?

    func request() throws(PushError) -> PushRequest {
        var payload = options.payload(.end)
        payload.dismissalDate = dismissalDate
        return try options.device(payload, token, priority: .immediate)
    }
}

struct PushBroadcastCommand: PushByHand {
    static let configuration = CommandConfiguration(
        commandName: "broadcast", abstract: "Updates or ends all activities that are subscribed to a channel.")
    @OptionGroup var options: PushOptions
    @Option(help: "The channel's id in Base64.") var channel: String
    @Flag(help: "End the activities.") var end = false

    func request() throws(PushError) -> PushRequest {
        try .broadcast(
            options.payload(end ? .end : .update), to: try ChannelID(channel), app: try BundleID(options.app),
            priority: options.priority ?? .immediate, expiration: options.expires.map { .at($0) } ?? .once,
            id: try options.uuid())
    }
}

struct PushWidgetsCommand: PushByHand {
    static let configuration = CommandConfiguration(
        commandName: "widgets", abstract: "Makes an app's widgets reload their timelines.")
    @OptionGroup var options: PushOptions
    @Option(help: "The hexadecimal token of the app's widgets.") var token: String

    func request() throws(PushError) -> PushRequest {
        .widgets(token: try DeviceToken(hex: token), app: try BundleID(options.app), id: try options.uuid())
    }
}

/// A push that is sent manually.
protocol PushByHand: ParsableCommand {
    var options: PushOptions { get }
    func request() throws(PushError) -> PushRequest
}

extension PushByHand {
    func run() throws { try options.send { () throws(PushError) in try request() } }

    /// The request as it would be sent, without the provider token.
    func text() throws -> String { PushOptions.text(of: try request()) }
}

/// Parses JSON for a device, which reads every number as a double or a 64-bit integer.
@Sendable func parseJSON(_ text: String) throws -> JSONText {
    var limits = JSONLimits()
    limits.refusesNumbersBeyondDouble = true
    do { return JSONText(try JSONValue(parsing: text, limits: limits)) } catch {
        if case .numberBeyondDouble = error.reason {
            throw ValidationError(
                "'\(text.abridged)', line \(error.line), column \(error.column): the number is neither a 64-bit integer nor a double, and no "
                    + "device reads another one; send it as a string.")
        }
        throw ValidationError("'\(text.abridged)' is not JSON: \(error)")
    }
}
#endif
