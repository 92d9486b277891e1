import LiveActivityCore
import LiveActivitySurfaces

/// Plays a story through an engine on one virtual clock, and keeps the cards of what is on show.
struct DemoPlayer: ~Copyable {
    /// Something that changed, told in a line.
    struct Note {
        var at: Date
        var kind: ActivityKind
        var what: String
        var text: String
        var alert: AlertConfiguration?
        var activity: ActivityID
        /// As it was shown at that moment.
        var presented: Presented?
    }

    private var engine: Engine
    private var steps: ArraySlice<TimedCommand>
    private var lastTexts: [ActivityID: String] = [:]
    /// The virtual time.
    private(set) var now: Date
    /// What is on show, the most relevant first; among equals the one that started first (LIFE-33).
    private(set) var presented: [Presented] = []

    init(_ story: DemoStory) throws {
        engine = Engine(configuration: EngineConfiguration(seed: 2_022))
        for provider in story.providers { try engine.register(provider) }
        steps = story.steps[...]
        now = story.scenes.first?.start ?? story.steps.first?.at ?? .distantPast
    }

    /// When something happens next; `nil` when the story is told.
    var nextDate: Date? {
        mutating get {
            switch (steps.first?.at, engine.nextDeadline) {
            case (let step?, let deadline?): min(step, deadline)
            case (let step, let deadline): step ?? deadline
            }
        }
    }

    /// Lets the virtual time pass up to `date`, and tells what changed on the way.
    ///
    /// - Throws: ``EngineError`` where the story asks for something that is refused.
    mutating func advance(to date: Date) throws -> [Note] {
        var notes: [Note] = []
        while let next = nextDate, next <= date {
            now = max(now, next)
            // What is due comes before what is commanded, and each is shown by itself.
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
            // Something may be different of which a line of text says nothing, such as stoppage time or where the courier is.
            if note.what == "updated", lastTexts[note.activity] == note.text { continue }
            lastTexts[note.activity] = note.text
            notes.append(note)
            if change.state == .dismissed { presented.removeAll { $0.activity.id == change.activity } }
        }
        presented.sort { $0.activity.standing < $1.activity.standing }
    }

    /// Brings what is on show in line with a change.
    private mutating func present(_ change: Change) {
        if let place = presented.firstIndex(where: { $0.activity.id == change.activity }) {
            presented[place].activity.apply(change)
        } else if let activity = ShownActivity(change) {
            presented.append(Presented(activity: activity))
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
    var alert: AlertConfiguration? {
        if case .alerted(let alert) = self { alert } else { nil }
    }
}
