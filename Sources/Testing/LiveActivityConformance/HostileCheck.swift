import LiveActivityCore

// Checks with invalid contents and attributes. A provider may refuse them, but must be able to continue with those that it
// accepts.
extension ConformanceCheck {
    /// Passes variations of the provider's own contents and attributes to it at every entry point (start, update, snapshot),
    /// each followed by the sample events, the actions and a day.
    mutating func hostile() {
        guard let samples = AnyProvider(provider).samples(), let typical = samples.attributes.first?.value else { return }
        CrashNote.during {
            for content in contents() {
                for variation in HostileJSON.variations(of: content) {
                    check(HostileCase(samples, typical, content: variation))
                }
            }
            for attributes in samples.attributes {
                for variation in HostileJSON.variations(of: attributes.value) {
                    check(HostileCase(samples, typical, attributes: variation))
                }
            }
        }
    }

    /// Plays the sample story, with variations of each event before the event itself.
    mutating func hostileEvents() {
        guard let samples = AnyProvider(provider).samples(), let typical = samples.attributes.first?.value,
            var run = try? HostileRun(provider, HostileCase(samples, typical), .plainStart)
        else { return }
        CrashNote.during {
            for moment in samples.story {
                let now = Scenario.epoch + moment.after_s
                guard run.advance(to: now) else { return violate(.wakes, "after hostile events: \(WakeLimit.words)") }
                for variation in HostileJSON.variations(of: moment.event.value) {
                    CrashNote.write(
                        """

                        ProviderConformance: this stopped the process: \(samples.kind) was sent, after \(moment.after_s) s, an \
                        event with another \(variation.path.isEmpty ? "value" : variation.path): \
                        \(variation.value.description.prefix(1_500))

                        """)
                    if run.isOver { run.startAgain(HostileCase(samples, typical)) }
                    _ = try? run.engine.apply(.send(.id(run.id), event: variation.value), at: now)
                }
                _ = try? run.engine.apply(.send(.id(run.id), event: moment.event.value), at: now)
            }
            if let fault = run.faultOfRestoring(provider) { violate(.validation, "after hostile events: \(fault)") }
        }
    }

    /// Contents that the provider produces at the start and in the middle of the sample story.
    func contents() -> [JSONValue] {
        let made = play(Story(given)).changes.compactMap { $0.content?.state }
        var contents: [JSONText] = []
        for index in [0, made.count / 2] where made.indices.contains(index) && !contents.contains(made[index]) {
            contents.append(made[index])
        }
        return contents.map(\.value)
    }

    private mutating func check(_ hostile: HostileCase) {
        var accepted: HostileCase.Way?
        for way in hostile.ways {
            CrashNote.write("\nProviderConformance: this stopped the process: \(hostile.words(way))\n")
            do throws(EngineError) {
                _ = try HostileRun(provider, hostile, way)
            } catch {
                // A value that cannot be decoded fails at every entry point.
                if case .undecodable = error { return }
                if way == .restore, let accepted, accepted != .plainStart {
                    violate(
                        .validation, "\(hostile.words(accepted)) is accepted, but a restored snapshot with it is not: \(error)")
                }
                continue
            }
            switch way {
            case .update:
                play(hostile.kindsOfSteps, after: hostile, by: way, repeatingUpdate: true)
                play(hostile.steps, after: hostile, by: way)
            case .plainStart: play(hostile.steps, after: hostile, by: way)
            case .start: play([], after: hostile, by: way)
            case .restore: if accepted == nil { play(hostile.steps, after: hostile, by: way) }
            }
            accepted = way
        }
    }

    /// Applies some steps and then a day to a new activity with hostile values.
    ///
    /// - Parameter repeatingUpdate: Whether each step starts from the hostile content, instead of the former step's result.
    private mutating func play(
        _ steps: [HostileCase.Step], after hostile: HostileCase, by way: HostileCase.Way, repeatingUpdate: Bool = false
    ) {
        guard var run = try? HostileRun(provider, hostile, way) else { return }
        let beginning = hostile.words(way)
        for step in steps {
            let now = Scenario.epoch + step.after
            CrashNote.write("\nProviderConformance: this stopped the process: \(beginning); then \(step.words)\n")
            guard run.advance(to: now) else { return violate(.wakes, "\(beginning); before \(step.words): \(WakeLimit.words)") }
            if repeatingUpdate { run.update(again: hostile, at: now) }
            _ = try? run.engine.apply(step.command(run.id), at: now)
            if let fault = run.faultOfState(provider) { violate(.validation, "\(beginning); then \(step.words): \(fault)") }
        }
        let last = steps.last?.words ?? "nothing"
        CrashNote.write("\nProviderConformance: this stopped the process: \(beginning); then \(last) and a day\n")
        if let fault = run.faultOfRestoring(provider) { violate(.validation, "\(beginning); then \(last): \(fault)") }
        if !run.advance(to: Scenario.epoch + 86_400) { violate(.wakes, "\(beginning); then \(last): \(WakeLimit.words)") }
    }
}

/// Attributes and content, one of which is hostile, and the steps that follow them.
private struct HostileCase {
    /// The ways in which values enter an engine.
    enum Way: String {
        case update = "an update"
        case start = "a start with content"
        case plainStart = "a start"
        case restore = "a restored snapshot"
    }

    struct Step {
        var words: String
        /// The key that events of the same case share.
        var kind: String
        var after: TimeInterval
        var command: (ActivityID) -> Command
    }

    let kind: ActivityKind
    /// Attributes with which an activity can be started.
    let typical: JSONValue
    let attributes: JSONValue
    /// `nil` for the provider's own.
    let content: JSONValue?
    let ways: [Way]
    let steps: [Step]
    /// One step of each kind: each kind of event, and each action.
    let kindsOfSteps: [Step]
    private let name: String

    /// Creates a case without hostile values.
    init(_ samples: EncodedSamples, _ typical: JSONValue) {
        self.init(
            samples, typical, typical, nil, [.plainStart], "attributes", HostileJSON.Variation(path: "", value: typical))
    }

    init(_ samples: EncodedSamples, _ typical: JSONValue, content: HostileJSON.Variation) {
        self.init(samples, typical, typical, content.value, [.update, .start, .restore], "content", content)
    }

    init(_ samples: EncodedSamples, _ typical: JSONValue, attributes: HostileJSON.Variation) {
        let ways: [Way] = samples.content == nil ? [.plainStart, .restore] : [.plainStart, .start, .restore]
        self.init(samples, typical, attributes.value, samples.content?.value, ways, "attributes", attributes)
    }

    private init(
        _ samples: EncodedSamples, _ typical: JSONValue, _ attributes: JSONValue, _ content: JSONValue?, _ ways: [Way],
        _ what: String, _ variation: HostileJSON.Variation
    ) {
        kind = samples.kind
        (self.typical, self.attributes, self.content, self.ways) = (typical, attributes, content, ways)
        steps =
            samples.story.map { moment in
                Step(
                    words: "the event \(moment.event.value)",
                    kind: moment.event.value.members.map(\.key).joined(separator: " "),
                    after: moment.after_s
                ) { .send(.id($0), event: moment.event.value) }
            }
            + samples.actions.map { action in
                Step(words: "the action '\(action.id)'", kind: "action \(action.id)", after: samples.story.last?.after_s ?? 0) {
                    .perform(action.id, on: .id($0), surface: .lockScreen)
                }
            }
        var kinds: Set<String> = []
        kindsOfSteps = steps.filter { kinds.insert($0.kind).inserted }
        name =
            "\(what) with another \(variation.path.isEmpty ? "value" : variation.path): \(variation.value.description.prefix(1_500))"
    }

    func words(_ way: Way) -> String { "\(kind) was given, by \(way.rawValue), \(name)" }
}

/// An engine with one activity that has hostile values.
private struct HostileRun: ~Copyable {
    var engine: Engine
    private(set) var id: ActivityID

    /// Whether the activity accepts no more events.
    var isOver: Bool { engine.state(of: id).map { $0 == .ended } ?? true }

    /// Starts another activity in the same engine.
    mutating func startAgain(_ hostile: HostileCase) {
        engine.drainChanges { _ in }
        if let again = try? Self.start(&engine, hostile.kind, hostile.typical) { id = again }
    }

    /// - Throws: The error with which the values were refused.
    init(_ provider: some ActivityProvider, _ hostile: HostileCase, _ way: HostileCase.Way) throws(EngineError) {
        var engine = try Self.engine(provider)
        let isOfStart = way == .plainStart || way == .start
        let id = try Self.start(
            &engine, hostile.kind, isOfStart ? hostile.attributes : hostile.typical,
            way == .start ? hostile.content : nil)
        if way == .update, let content = hostile.content {
            try engine.apply(.update(.id(id), content: ContentUpdate(state: content)), at: Scenario.epoch)
        }
        guard way == .restore else {
            self.engine = engine
            self.id = id
            return
        }
        engine.drainChanges { _ in }
        var snapshot = try engine.snapshot()
        snapshot.kinds[0].activities[0].attributes = JSONText(hostile.attributes)
        if let content = hostile.content { snapshot.kinds[0].activities[0].content.state = JSONText(content) }
        var restored = try Self.engine(provider)
        try restored.restore(snapshot)
        if let skipped = restored.skipped.first { throw .cannotRestore(reason: skipped.reason) }
        self.engine = restored
        self.id = id
    }

    /// Applies the hostile content again, to a new activity if this one has ended.
    mutating func update(again hostile: HostileCase, at now: Date) {
        if isOver { startAgain(hostile) }
        guard let content = hostile.content else { return }
        _ = try? engine.apply(.update(.id(id), content: ContentUpdate(state: content)), at: now)
    }

    /// The reason why the provider would refuse its own content; `nil` if it accepts it.
    func faultOfState<Provider: ActivityProvider>(_ provider: Provider) -> String? {
        guard let content = engine.content(of: id, as: Provider.Attributes.self),
            let attributes = engine.attributes(of: id, as: Provider.Attributes.self)
        else { return nil }
        do { try provider.validate(content.state, for: attributes) } catch {
            return "it leaves content that it would refuse when the activity is restored: \(error)"
        }
        return nil
    }

    /// Runs the deadlines up to a date.
    ///
    /// - Returns: Whether the number of deadlines is plausible. A hostile value can be an interval between wakes.
    mutating func advance(to date: Date) -> Bool {
        // Former activities that have ended each have a deadline for their dismissal.
        for _ in 0..<WakeLimit.count + engine.activityCount {
            guard let next = engine.nextDeadline, next <= date else { return true }
            engine.advance(to: next)
            engine.drainChanges { _ in }
        }
        return false
    }

    /// The reason why a snapshot cannot be restored, although the provider has accepted or produced all of its values; `nil` if
    /// it can.
    mutating func faultOfRestoring(_ provider: some ActivityProvider) -> String? {
        engine.drainChanges { _ in }
        do throws(EngineError) {
            let snapshot = try engine.snapshot()
            var other = try Self.engine(provider)
            try other.restore(snapshot)
            return other.skipped.first.map { "the activity is refused when it is restored: \($0.reason)" }
        } catch {
            return "\(error)"
        }
    }

    private static func engine(_ provider: some ActivityProvider) throws(EngineError) -> Engine {
        // Without a size limit, so that the provider receives values that are too large.
        var engine = Engine(configuration: EngineConfiguration(limits: EngineLimits(payloadBytes: nil)))
        try engine.register(AnyProvider(provider))
        return engine
    }

    private static func start(
        _ engine: inout Engine, _ kind: ActivityKind, _ attributes: JSONValue, _ content: JSONValue? = nil
    ) throws(EngineError) -> ActivityID {
        let start = Command.Start(
            kind: kind, owner: "subject", attributes: attributes, content: content.map { ContentUpdate(state: $0) })
        switch try engine.apply(.start(start), at: engine.now ?? Scenario.epoch) {
        case .started(let id), .joined(let id): return id
        default: throw .nothingRunning(owner: "subject", kind: kind, key: "")
        }
    }
}
