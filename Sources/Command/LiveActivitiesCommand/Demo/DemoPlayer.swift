import LiveActivityCore
import LiveActivitySurfaces

/// Plays a story through an engine on one virtual clock, and keeps the activities that are shown.
struct DemoPlayer: ~Copyable {
    /// One change, as a line of text.
    struct Note {
        var at: Date
        var kind: ActivityKind
        var what: String
        var text: String
        var alert: AlertConfiguration?
        var activity: ActivityID
        /// The activity as displayed at that time.
        var presented: Presented?
    }

    private var engine: Engine
    private let widgets: ActivityWidgets
    private var steps: ArraySlice<TimedCommand>
    private var lastTexts: [ActivityID: String] = [:]
    /// The virtual time.
    private(set) var now: Date
    /// The shown activities in descending order of relevance; at equal relevance, in the order of their starts.
    private(set) var presented: [Presented] = []

    init(_ story: DemoStory) throws {
        engine = Engine(configuration: EngineConfiguration(seed: 2_022))
        for provider in story.providers { try engine.register(provider) }
        widgets = story.widgets
        steps = story.steps[...]
        now = story.scenes.first?.start ?? story.steps.first?.at ?? .distantPast
    }

    /// When the next event occurs; `nil` at the end of the story.
    var nextDate: Date? {
        mutating get {
            switch (steps.first?.at, engine.nextDeadline) {
            case (let step?, let deadline?): min(step, deadline)
            case (let step, let deadline): step ?? deadline
            }
        }
    }

    /// Advances the virtual time to `date`.
    ///
    /// - Returns: The changes in that time.
    /// - Throws: ``EngineError`` if a command of the story is refused.
    mutating func advance(to date: Date) throws -> [Note] {
        var notes: [Note] = []
        while let next = nextDate, next <= date {
            now = max(now, next)
            // Deadlines precede a command with the same time, and each is shown separately.
            engine.advance(to: next)
            try collect(into: &notes)
            guard let step = steps.first, step.at == next else { continue }
            steps.removeFirst()
            try engine.apply(step.command, at: next)
            try collect(into: &notes)
        }
        now = max(now, date)
        return notes
    }

    private mutating func collect(into notes: inout [Note]) throws {
        guard engine.hasChanges else { return }
        for change in try engine.takeChanges() {
            present(change)
            let shown = presented.first { $0.activity.id == change.activity }
            let note = Note(
                at: change.at, kind: change.kind, what: change.what.name,
                text: text(of: change, shown), alert: change.what.alert, activity: change.activity, presented: shown)
            // A line does not show everything, such as stoppage time or the position of the courier; of equal consecutive lines
            // only the first is printed.
            if note.what == "updated", lastTexts[note.activity] == note.text { continue }
            lastTexts[note.activity] = note.text
            notes.append(note)
            if change.state == .dismissed { presented.removeAll { $0.activity.id == change.activity } }
        }
        presented.sort { $0.activity.rank < $1.activity.rank }
    }

    /// Applies a change to the shown activities.
    private mutating func present(_ change: Change) {
        if let index = presented.firstIndex(where: { $0.activity.id == change.activity }) {
            presented[index].activity.apply(change)
        } else if let activity = ShownActivity(change) {
            presented.append(Presented(activity: activity, widgets: widgets))
        }
    }

    private func text(of change: Change, _ shown: Presented?) -> String {
        switch change.what {
        case .alerted(let alert), .alertSuppressed(let alert): return "\(alert.title): \(alert.body)"
        case .scheduled(let start): return "starts at \(start.hourAndMinute)"
        case .refused(let reason), .faulted(let reason): return reason
        default: return shown?.summary(at: change.at) ?? ""
        }
    }
}

extension Change.What {
    var alert: AlertConfiguration? { if case .alerted(let alert) = self { alert } else { nil } }
}
