import LiveActivityCore

/// The maximum number of wakes: more than one per minute for a day. Providers must not wake each second.
enum WakeLimit {
    static let count = 2_000
    static let words = "it requests a wake more than \(count) times within a day"
}

/// The result of playing one story to a provider.
struct ConformanceRun {
    struct Fault {
        var rule: ProviderConformance.Rule
        var what: String
        /// The number of moments that had been played.
        var moment: Int
    }

    /// The changes of the story's activity. Sequence numbers are removed, because they depend on other activities.
    var changes: [Change] = []
    /// The error of each moment; `nil` if it was accepted.
    var answers: [EngineError?] = []
    var faults: [Fault] = []

    func difference(from other: ConformanceRun) -> String? {
        if let index = zip(answers, other.answers).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return "moment \(index + 1): first \(words(other.answers[index])), then \(words(answers[index]))"
        }
        let same = zip(changes, other.changes).prefix { $0 == $1 }.count
        guard same < max(changes.count, other.changes.count) else { return nil }
        func change(_ changes: [Change]) -> String {
            guard changes.indices.contains(same) else { return "nothing" }
            let content = changes[same].content.map { " with \($0.state.description.prefix(200))" } ?? ""
            return "\(changes[same].what.name) at \(changes[same].at.iso8601)\(content)"
        }
        return "change \(same + 1): first \(change(other.changes)), then \(change(changes))"
    }

    private func words(_ answer: EngineError?) -> String { answer.map { "refused (\($0))" } ?? "accepted" }
}

extension ConformanceCheck {
    /// Plays a story from its start until the next day.
    ///
    /// - Parameters:
    ///   - story: The events to play.
    ///   - random: Also advances the time at random moments in between.
    ///   - companion: The story of another activity, played at the same time.
    ///   - stop: The index of the moment before which the engine's state is encoded as JSON and decoded, as are all later
    ///     events.
    func play(
        _ story: Story, splitting random: SeededGenerator? = nil, beside companion: Story? = nil, throughJSON stop: Int? = nil
    ) -> ConformanceRun {
        var player = StoryPlayer(self)
        player.random = random
        player.stop = stop
        player.play(story, beside: companion)
        return player.result
    }

    /// Plays one story on an engine.
    private struct StoryPlayer: ~Copyable {
        let check: ConformanceCheck
        var engine: Engine
        var result = ConformanceRun()
        var random: SeededGenerator?
        var stop: Int?
        var subject: ActivityID?
        var companion: ActivityID?
        var hops = 0

        static var day: TimeInterval { 86_400 }

        init(_ check: ConformanceCheck) {
            self.check = check
            engine = Self.engine(check)
        }

        static func engine(_ check: ConformanceCheck) -> Engine {
            var engine = Engine(configuration: EngineConfiguration(limits: EngineLimits(payloadBytes: check.payloadBytes)))
            do { try engine.register(AnyProvider(check.provider)) } catch {
                preconditionFailure("one provider can always be registered: \(error)")
            }
            return engine
        }

        mutating func play(_ story: Story, beside other: Story?) {
            subject = start(story, "subject")
            guard let subject else { return }
            let renews = record(subject)?.extras?.renews ?? false
            if let other { companion = start(other, "companion") }
            var others = (other?.moments ?? [])[...]
            for (index, moment) in story.moments.enumerated() {
                while let next = others.first, next.after <= moment.after, let companion {
                    others.removeFirst()
                    guard advance(by: next.after) else { return }
                    try? happen(next.happening, to: companion, throughJSON: false)
                    collect()
                }
                if index == stop { guard replaceByDecodedCopy() else { return } }
                guard advance(by: moment.after) else { return }
                result.answers.append(answer(moment.happening, subject, throughJSON: stop.map { index >= $0 } ?? false))
                collect()
            }
            if stop == story.moments.count { guard replaceByDecodedCopy() else { return } }
            guard advance(by: Self.day) else { return }
            if !renews, engine.activityCount > 0 { fault(.dismissal, "the activity is not dismissed a day after its start") }
        }

        private mutating func start(_ story: Story, _ owner: OwnerID) -> ActivityID? {
            defer { collect() }
            do {
                return try engine.start(check.attributes[story.attributes], owner: owner, at: Scenario.epoch)
            } catch {
                note(error)
                fault(.samples, "no activity can be started with sample attributes \(story.attributes): \(error)")
                return nil
            }
        }

        /// Plays one moment and checks that a refused one changes nothing.
        private mutating func answer(_ happening: Story.Happening, _ id: ActivityID, throughJSON: Bool) -> EngineError? {
            let before = record(id)
            do throws(EngineError) {
                try happen(happening, to: id, throughJSON: throughJSON)
                return nil
            } catch {
                note(error)
                if record(id) != before { fault(.allOrNothing, "a refused call changed the activity: \(error)") }
                return error
            }
        }

        private mutating func happen(_ happening: Story.Happening, to id: ActivityID, throughJSON: Bool) throws(EngineError) {
            let now = engine.now ?? Scenario.epoch
            switch happening {
            case .action(let action): try engine.perform(action, on: id, surface: .lockScreen, at: now)
            case .event(let event):
                var event = event
                if throughJSON {
                    do { event = try WireDecoder().decode(Provider.Event.self, from: WireEncoder().encode(event)) } catch {
                        fault(.json, "an event cannot be encoded and decoded: \(error)")
                    }
                }
                try engine.send(event, to: id, at: now)
            }
        }

        /// Advances the time one deadline at a time, to detect a provider that never stops requesting wakes.
        private mutating func advance(by seconds: TimeInterval) -> Bool {
            let target = Scenario.epoch + seconds
            while let next = engine.nextDeadline, next <= target {
                hops += 1
                guard hops <= WakeLimit.count else {
                    fault(.wakes, WakeLimit.words)
                    return false
                }
                advanceAtRandom(before: next)
                engine.advance(to: next)
                collect()
            }
            advanceAtRandom(before: target)
            engine.advance(to: target)
            collect()
            return true
        }

        private mutating func advanceAtRandom(before date: Date) {
            guard random != nil, let now = engine.now, date > now else { return }
            for _ in 0..<3 {
                let part = Double(random?.below(1_000) ?? 0) / 1_000
                engine.advance(to: now + date.timeIntervalSince(now) * part)
            }
        }

        private mutating func replaceByDecodedCopy() -> Bool {
            do {
                let text = try WireEncoder().encode(engine.snapshot())
                var other = Self.engine(check)
                try other.restore(WireDecoder().decode(Snapshot.self, from: text))
                if let skipped = other.skipped.first {
                    fault(.validation, "a state that the provider made is refused when it is restored: \(skipped.reason)")
                    return false
                }
                let (before, after) = (try engine.snapshot(), try other.snapshot())
                let content = subject.map { (engine.content(of: $0, as: Provider.Attributes.self), $0) }
                if before != after || content.map({ other.content(of: $1, as: Provider.Attributes.self) != $0 }) ?? false {
                    fault(.json, "a state changes when it is encoded and decoded: first \(state(before)), then \(state(after))")
                }
                if let state = content?.0?.state { try JSONAgreement.check(state) }
                engine = other
                return true
            } catch {
                fault(.json, "a state cannot be encoded and decoded: \(error)")
                return false
            }
        }

        private func state(_ snapshot: Snapshot) -> String {
            String(snapshot.kinds.first?.activities.first?.content.state.description.prefix(200) ?? "nothing")
        }

        private mutating func collect() {
            do {
                for var change in try engine.takeChanges() where change.activity == subject || subject == nil {
                    change.sequence = 0
                    if case .faulted(let reason) = change.what {
                        fault(.wakes, "it fails in a wake, or at its scheduled start: \(reason)")
                    }
                    result.changes.append(change)
                }
            } catch {
                fault(.json, "\(error)")
            }
        }

        private func record(_ id: ActivityID) -> ActivityRecord? { (try? engine.record(of: id)) ?? nil }

        /// Records errors that no story may cause.
        private mutating func note(_ error: EngineError) {
            switch error {
            case .wakeNotInFuture: fault(.wakes, "\(error)")
            case .payloadTooLarge, .alertTooLarge: fault(.size, "\(error)")
            case .unencodable, .undecodable: fault(.json, "\(error)")
            case .relevanceNotFinite, .implausibleDate: fault(.content, "\(error)")
            default: break
            }
        }

        private mutating func fault(_ rule: ProviderConformance.Rule, _ what: String) {
            result.faults.append(ConformanceRun.Fault(rule: rule, what: what, moment: result.answers.count + 1))
        }
    }
}
