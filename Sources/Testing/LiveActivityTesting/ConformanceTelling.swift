import LiveActivityCore

/// What came of telling a provider one story.
struct Telling {
    struct Fault {
        var rule: ProviderConformance.Rule
        var what: String
        /// How many moments had been told.
        var moment: Int
    }

    /// What changed in the story's activity; numbered without the others.
    var changes: [Change] = []
    /// Why each moment was refused; `nil` for those that were not.
    var answers: [EngineError?] = []
    var faults: [Fault] = []

    func difference(from other: Telling) -> String? {
        if let place = zip(answers, other.answers).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return "moment \(place + 1) is \(told(other.answers[place])), then \(told(answers[place]))"
        }
        let same = zip(changes, other.changes).prefix { $0 == $1 }.count
        guard same < max(changes.count, other.changes.count) else { return nil }
        func change(_ changes: [Change]) -> String {
            guard changes.indices.contains(same) else { return "nothing" }
            let content = changes[same].content.map { " with \($0.state.description.prefix(200))" } ?? ""
            return "\(changes[same].what.name) at \(changes[same].at.iso8601)\(content)"
        }
        return "change \(same + 1) is \(change(other.changes)), then \(change(changes))"
    }

    private func told(_ answer: EngineError?) -> String { answer.map { "refused (\($0))" } ?? "taken" }
}

extension ConformanceCheck {
    /// Tells one story from its start to the day after.
    ///
    /// - Parameters:
    ///   - random: Tells the time in between as well, at random.
    ///   - companion: Another activity's story, told in between.
    ///   - stop: Before this moment the engine is written as JSON and read back; from there on events are too.
    func tell(
        _ story: Story, splitting random: SplitMix? = nil, beside companion: Story? = nil, throughJSON stop: Int? = nil
    ) -> Telling {
        var teller = Teller(self)
        teller.random = random
        teller.stop = stop
        teller.tell(story, beside: companion)
        return teller.telling
    }

    /// Holds the engine while a story is told.
    private struct Teller: ~Copyable {
        let check: ConformanceCheck
        var engine: Engine
        var telling = Telling()
        var random: SplitMix?
        var stop: Int?
        var subject: ActivityID?
        var companion: ActivityID?
        var hops = 0

        /// More than one a minute all day: a provider never counts seconds.
        static var hopsMax: Int { 2_000 }
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

        mutating func tell(_ story: Story, beside other: Story?) {
            subject = start(story, "subject")
            guard let subject else { return }
            let renews = record(subject)?.extras?.renews ?? false
            if let other { companion = start(other, "companion") }
            var others = (other?.moments ?? [])[...]
            for (place, moment) in story.moments.enumerated() {
                while let next = others.first, next.after <= moment.after, let companion {
                    others.removeFirst()
                    guard advance(by: next.after) else { return }
                    try? happen(next.happening, to: companion, throughJSON: false)
                    collect()
                }
                if place == stop { guard goThroughJSON() else { return } }
                guard advance(by: moment.after) else { return }
                telling.answers.append(answer(moment.happening, subject, throughJSON: stop.map { place >= $0 } ?? false))
                collect()
            }
            if stop == story.moments.count { guard goThroughJSON() else { return } }
            guard advance(by: Self.day) else { return }
            if !renews, engine.activityCount > 0 { fault(.dismissal, "it is still there a day after its start") }
        }

        private mutating func start(_ story: Story, _ owner: OwnerID) -> ActivityID? {
            defer { collect() }
            do {
                return try engine.start(check.attributes[story.attributes], owner: owner, at: Scenario.epoch)
            } catch {
                note(error)
                fault(.samples, "sample attributes \(story.attributes) cannot be started: \(error)")
                return nil
            }
        }

        /// Tells one moment, and checks what may not happen at any.
        private mutating func answer(_ happening: Story.Happening, _ id: ActivityID, throughJSON: Bool) -> EngineError? {
            let before = record(id)
            do throws(EngineError) {
                try happen(happening, to: id, throughJSON: throughJSON)
                return nil
            } catch {
                note(error)
                if record(id) != before { fault(.allOrNothing, "something has changed though it was refused: \(error)") }
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
                        fault(.json, "an event: \(error)")
                    }
                }
                try engine.send(event, to: id, at: now)
            }
        }

        /// Lets time pass, deadline by deadline, so that a provider that never stops waking is noticed.
        private mutating func advance(by seconds: TimeInterval) -> Bool {
            let target = Scenario.epoch + seconds
            while let next = engine.nextDeadline, next <= target {
                hops += 1
                guard hops <= Self.hopsMax else {
                    fault(.wakes, "it asks to be woken more than \(Self.hopsMax) times within a day")
                    return false
                }
                tellTime(before: next)
                engine.advance(to: next)
                collect()
            }
            tellTime(before: target)
            engine.advance(to: target)
            collect()
            return true
        }

        private mutating func tellTime(before date: Date) {
            guard random != nil, let now = engine.now, date > now else { return }
            for _ in 0..<3 {
                let part = Double(random?.below(1_000) ?? 0) / 1_000
                engine.advance(to: now + date.timeIntervalSince(now) * part)
            }
        }

        private mutating func goThroughJSON() -> Bool {
            do {
                let text = try WireEncoder().encode(engine.snapshot())
                var other = Self.engine(check)
                try other.restore(WireDecoder().decode(Snapshot.self, from: text))
                let (before, after) = (try engine.snapshot(), try other.snapshot())
                let content = subject.map { (engine.content(of: $0, as: Provider.Attributes.self), $0) }
                if before != after || content.map({ other.content(of: $1, as: Provider.Attributes.self) != $0 }) ?? false {
                    fault(.json, "a state is not read back as it was: \(state(before)), then \(state(after))")
                }
                if let state = content?.0?.state { try JSONAgreement.check(state) }
                engine = other
                return true
            } catch {
                fault(.json, "a state: \(error)")
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
                    telling.changes.append(change)
                }
            } catch {
                fault(.json, "\(error)")
            }
        }

        private func record(_ id: ActivityID) -> Snapshot.Activity? { (try? engine.record(of: id)) ?? nil }

        /// What no story may lead to.
        private mutating func note(_ error: EngineError) {
            switch error {
            case .wakeNotInFuture: fault(.wakes, "\(error)")
            case .payloadTooLarge: fault(.size, "\(error)")
            case .unencodable, .undecodable: fault(.json, "\(error)")
            case .relevanceNotFinite, .implausibleDate: fault(.content, "\(error)")
            default: break
            }
        }

        private mutating func fault(_ rule: ProviderConformance.Rule, _ what: String) {
            telling.faults.append(Telling.Fault(rule: rule, what: what, moment: telling.answers.count + 1))
        }
    }
}
