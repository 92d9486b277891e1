#if Push
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivitySealing

extension SealCommand {
    struct ChangesCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "changes",
            abstract: "Seals the changes of activities, and prints commands for a service.",
            discussion: """
                Standard input has changes as JSON Lines, of 'run' or of another program that writes them. Each line of the \
                output is the body of POST /v1/commands. The sealed content is an object with the members 'kind', \
                'attributes' and 'state'; dates, relevance and the text of alerts below remain readable.
                """)
        @OptionGroup var file: KeyFile
        @Option(help: "The owner of the sealed activities at the service.") var owner: String
        @Option(help: "The title that everybody can read.") var title: String
        @Option(help: "The text of every alert, which everybody can read.") var alert = "There is an update"

        func run() throws {
            var changes = SealedChanges(host: try file.host(), owner: owner, title: title, alert: alert)
            while let line = readLine() {
                guard !line.isEmpty else { continue }
                guard let change = try? WireDecoder().decode(Change.self, from: Array(line.utf8)) else {
                    throw Status.findings.reporting("a line of standard input is not a change")
                }
                let commands: [JSONValue]
                do throws(SealingError) { commands = try changes.commands(for: change) } catch {
                    throw Status.findings.reporting("\(change.kind) \(change.activity): \(error)")
                }
                for command in commands { try SealCommand.print(command) }
            }
        }
    }
}

/// Translates the changes of activities into commands for activities of the kind `sealed`.
struct SealedChanges {
    let host: SealingHost
    let owner: String
    let title: String
    let alert: String

    /// An activity whose changes are sealed.
    private struct Stream {
        /// The name at the service, which does not show which activity it is.
        var name: String
        var attributes: JSONText
        var sequence = 0
        /// The newest content, which an alert is about.
        var content: EncodedContent?
    }

    private var streams: [ActivityID: Stream] = [:]

    init(host: SealingHost, owner: String, title: String, alert: String) {
        (self.host, self.owner, self.title, self.alert) = (host, owner, title, alert)
    }

    /// The commands for a change; none for a change that shows nothing, or of an activity whose start was not seen.
    mutating func commands(for change: Change) throws(SealingError) -> [JSONValue] {
        if let start = change.start {
            let name = (0..<2).map { _ in String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }.joined()
            streams[change.activity] = Stream(name: name, attributes: start.attributes)
        }
        if change.what.isReport { return [] }
        guard var stream = streams[change.activity] else { return [] }
        var commands: [JSONValue] = []
        switch change.what {
        case .scheduled, .becameStale: return []
        case .dismissed:
            streams[change.activity] = nil
            return []
        default: break
        }
        // An alert follows the update that it is about, and has no content of its own.
        let isAlert = if case .alerted = change.what { true } else { false }
        if let content = change.content ?? (isAlert ? stream.content : nil) {
            stream.content = content
            let isFirst = stream.sequence == 0
            stream.sequence = max(stream.sequence + 1, Int(change.revision))
            let sealed = JSONValue(members: [
                ("kind", JSONValue(change.kind.rawValue)), ("attributes", stream.attributes.value),
                ("state", content.state.value),
            ])
            let box = try host.seal(Data(JSONText(sealed).bytes), stream: stream.name, sequence: stream.sequence)
            let state: JSONValue = ["sequence": JSONValue(stream.sequence), "box": JSONValue(box)]
            commands.append(isFirst ? start(stream, state, content) : sealedEvent(stream, state, content, isAlert: isAlert))
        }
        if case .ended(_, let dismissal) = change.what {
            commands.append(send(["ended": JSONValue(members: [("dismissalDate", Self.seconds(dismissal))])], to: stream))
        }
        streams[change.activity] = stream
        return commands
    }

    private func start(_ stream: Stream, _ state: JSONValue, _ content: EncodedContent) -> JSONValue {
        var shown: [(key: String, value: JSONValue)] = [("state", state)]
        if let date = content.staleDate { shown.append(("staleDate", JSONValue(date.iso8601))) }
        if let score = JSONValue(content.relevanceScore) { shown.append(("relevanceScore", score)) }
        return [
            "command": "start", "kind": "sealed", "owner": JSONValue(owner), "key": JSONValue(stream.name),
            "attributes": ["title": JSONValue(title), "stream": JSONValue(stream.name)],
            "content": JSONValue(members: shown),
        ]
    }

    private func sealedEvent(
        _ stream: Stream, _ state: JSONValue, _ content: EncodedContent, isAlert: Bool
    ) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = state.members.map { ($0.key, $0.value) }
        if let date = content.staleDate { members.append(("staleDate", Self.seconds(date))) }
        if let score = JSONValue(content.relevanceScore) { members.append(("relevanceScore", score)) }
        if isAlert { members.append(("alert", ["title": JSONValue(title), "body": JSONValue(alert)])) }
        return send(["sealed": JSONValue(members: members)], to: stream)
    }

    private func send(_ event: JSONValue, to stream: Stream) -> JSONValue {
        [
            "command": "send", "event": event,
            "activity": ["owner": JSONValue(owner), "kind": "sealed", "key": JSONValue(stream.name)],
        ]
    }

    /// A date in the form that it has in the JSON of an event.
    private static func seconds(_ date: Date) -> JSONValue { JSONValue(date.timeIntervalSinceReferenceDate) ?? 0 }
}
#endif
