#if SQLite
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite

/// One activity, with the part of its history that the store still has.
struct InspectedHistory: Encodable {
    struct Entry: Encodable {
        var number: UInt64
        var command: JSONText
        var outcome: String
    }

    /// `nil` if the activity was dismissed.
    var activity: ActivityDescription?
    /// The commands in the journal that concerned the activity, oldest first.
    var journal: [Entry] = []
    /// The changes that wait for named consumers.
    var deliveries: [Change] = []

    /// - Returns: `nil` if the store has no data of such an activity.
    init?(of id: ActivityID, _ store: any ActivityStore) throws {
        try store.forEachActivity { if $0.id == id { activity = ActivityDescription($0) } }
        let decoder = WireDecoder(limits: .stored)
        var filter = CommandFilter(id: id, activity: activity)
        try store.forEachJournalEntry { entry in
            guard let command = try? decoder.decode(TimedCommand.self, from: entry.command.bytes),
                filter.includes(command.command, entry.outcome)
            else { return }
            journal.append(Entry(number: entry.number, command: entry.command, outcome: entry.outcome.name))
        }
        try store.forEachConsumerChange { if $0.activity == id { deliveries.append($0) } }
        if activity == nil, journal.isEmpty, deliveries.isEmpty { return nil }
    }

    /// Selects the commands that concern an activity: by its id, by its owner, kind and key, or by a topic that it follows.
    private struct CommandFilter {
        let id: ActivityID
        var names: (owner: OwnerID, kind: ActivityKind, key: StartKey)?
        var topics: Set<Topic> = []

        init(id: ActivityID, activity: ActivityDescription?) {
            self.id = id
            guard let activity else { return }
            if let key = activity.key { names = (activity.owner, activity.kind, key) }
            topics = Set(activity.topics ?? [])
        }

        mutating func includes(_ command: Command, _ outcome: JournalOutcome) -> Bool {
            if case .start(let start) = command {
                guard outcome.activity == id else { return false }
                if names == nil, let key = start.options.key { names = (start.owner, start.kind, key) }
                return true
            }
            return switch command.target {
            case .activity(.id(let other)): other == id
            case .activity(.key(let owner, let kind, let key)): names.map { $0 == (owner, kind, key) } ?? false
            case .topic(let topic): topics.contains(topic)
            case .owner, .all: false
            }
        }
    }

    var text: String {
        var lines: [String] = []
        if let activity {
            lines.append(
                "\(activity.activity) \(activity.kind) of \(activity.owner)\(activity.key.map { ", key \($0)" } ?? "")")
            lines.append("  \(activity.state.rawValue), revision \(activity.revision), until \(activity.closingDate)")
            lines.append("  started    \(activity.startedAt)")
            if let date = activity.content.staleDate { lines.append("  stale      \(date)") }
            if let date = activity.wakeDate { lines.append("  wakes      \(date)") }
            if let topics = activity.topics, !topics.isEmpty {
                lines.append("  follows    \(topics.map(\.rawValue).joined(separator: ", "))")
            }
            lines.append("  attributes \(activity.attributes)")
            lines.append("  state      \(activity.content.state)")
            if let extras = activity.extras { lines.append("  besides    \(extras)") }
        } else {
            lines.append("The activity was dismissed.")
        }
        lines += ["", journal.isEmpty ? "The journal has no command for it." : "In the journal:"]
        lines += journal.map { "  \(String($0.number).padded(to: 6, right: true))  \($0.outcome.padded(to: 12))\($0.command)" }
        if !deliveries.isEmpty {
            lines += ["", "Waiting for consumers:"]
            lines += deliveries.map { "  \(String($0.sequence).padded(to: 6, right: true))  \($0.at.iso8601) \($0.what.name)" }
        }
        return lines.map(\.printable).joined(separator: "\n")
    }
}
#endif
