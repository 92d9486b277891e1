import LiveActivityCore

/// Plays stories to a provider and collects its violations.
struct ConformanceCheck<Provider: ActivityProvider> {
    typealias Story = ConformanceStory<Provider.Event>
    typealias Rule = ProviderConformance.Rule

    let provider: Provider
    let given: ProviderSamples<Provider.Attributes, Provider.Event>
    let payloadBytes: Int
    private(set) var found: [ProviderConformance.Violation] = []

    /// More violations of one rule would only repeat the same problem.
    private let violationsOfRuleMax = 3

    var attributes: [Provider.Attributes] { given.attributes }

    init(_ provider: Provider, payloadBytes: Int) {
        self.provider = provider
        given = provider.samples
        self.payloadBytes = payloadBytes
    }

    mutating func violate(_ rule: Rule, _ what: String, seed: UInt64? = nil, _ story: [String] = []) {
        let same = found.filter { $0.rule == rule }
        guard same.count < violationsOfRuleMax, !same.contains(where: { $0.what == what }) else { return }
        found.append(ProviderConformance.Violation(rule: rule, what: what, seed: seed, story: story))
    }

    // MARK: - Samples

    mutating func samples() {
        if attributes.isEmpty { violate(.samples, "there are no sample attributes") }
        if given.story.isEmpty { violate(.samples, "there is no sample story") }
        for (earlier, later) in zip(given.story, given.story.dropFirst()) where earlier.after > later.after {
            violate(.samples, "the times of the story decrease, from \(earlier.after) s to \(later.after) s")
        }
        for index in attributes.indices { checkJSON(of: attributes[index], "sample attributes \(index)") }
        for moment in given.story { checkJSON(of: moment.event, "the event after \(moment.after) s") }
        guard !attributes.isEmpty else { return }
        sampleStory()
        sampleActions()
        for index in attributes.indices.dropFirst() {
            var story = Story(given)
            (story.attributes, story.moments) = (index, [])
            note(play(story), of: story, seed: nil, isSample: true)
        }
    }

    private mutating func checkJSON<Value: Codable>(of value: Value, _ name: String) {
        do {
            let bytes = try WireEncoder().encode(value)
            if bytes != (try WireEncoder().encode(WireDecoder().decode(Value.self, from: bytes))) {
                violate(.json, "\(name): the JSON changes when it is decoded and encoded again: \(text(bytes))")
            }
        } catch {
            violate(.json, "\(name): \(error)")
        }
        do throws(JSONAgreement.Disagreement) { try JSONAgreement.check(value) } catch {
            violate(.json, "\(name): \(error)")
        }
    }

    private mutating func sampleStory() {
        let story = Story(given)
        let run = play(story)
        note(run, of: story, seed: nil, isSample: true)
        for (index, answer) in run.answers.enumerated() {
            guard let error = answer else { continue }
            violate(.samples, "the story stops after \(story.moments[index].after) s: \(error)", story.text(upTo: index + 1))
        }
    }

    /// Each action must be accepted before the story or after some moment of it.
    private mutating func sampleActions() {
        let whole = Story(given)
        for action in given.actions {
            var errors: [String] = []
            let isPossible = (0...whole.moments.count).contains { count in
                var story = whole
                let after = count == 0 ? 0 : whole.moments[count - 1].after
                story.moments = whole.moments.prefix(count) + [.init(after: after, happening: .action(action.id))]
                let error = play(story).answers.last ?? nil
                if let error { errors.append("\(error)") }
                return error == nil
            }
            if !isPossible {
                violate(
                    .samples, "the action '\(action.id)' is refused at every moment of the story: \(errors.last ?? "no moment")"
                )
            }
        }
    }

    mutating func topics() {
        for attributes in attributes {
            let topics = provider.topics(for: attributes)
            var again: Provider.Attributes?
            do {
                again = try WireDecoder().decode(Provider.Attributes.self, from: WireEncoder().encode(attributes))
            } catch { violate(.json, "attributes: \(error)") }
            if topics != provider.topics(for: attributes) || topics != again.map(provider.topics(for:)) ?? topics {
                violate(.topics, "equal attributes give different topics, first \(topics)")
            }
            if Set(topics).count < topics.count { violate(.topics, "a topic is followed twice: \(topics)") }
        }
    }

    // MARK: - Variations

    /// - Returns: Whether the variation shows no violation.
    mutating func variation(seed: UInt64) -> Bool {
        var random = SeededGenerator(seed: seed)
        var isGood = true
        let story = Story(varying: given, &random)
        let run = play(story)
        note(run, of: story, seed: seed, isSample: false)
        if run.faults.contains(where: { $0.rule != .samples }) { isGood = false }

        func differs(_ other: ConformanceRun) -> String? {
            let difference = other.difference(from: run)
            if difference != nil { isGood = false }
            return difference
        }
        if let difference = differs(play(story)) {
            violate(.determinism, "playing the same story again changes the result: \(difference)", seed: seed, story.text())
            // All further comparisons would differ for the same reason.
            return false
        }
        if let difference = differs(play(story, splitting: SeededGenerator(seed: seed))) {
            violate(
                .tickSize, "advancing the time in smaller steps changes the result: \(difference)", seed: seed, story.text())
        }
        let companion = Story(varying: given, &random)
        if let difference = differs(play(story, beside: companion)) {
            violate(
                .nothingHidden, "another activity changes the result: \(difference)", seed: seed, story.text())
        }
        let stop = random.below(story.moments.count + 1)
        let readBack = play(story, throughJSON: stop)
        if let fault = readBack.faults.first(where: { $0.rule == .json || $0.rule == .validation }) {
            isGood = false
            violate(fault.rule, fault.what, seed: seed, story.text(upTo: stop))
        } else if let difference = differs(readBack) {
            violate(
                .json, "encoding and decoding the state before moment \(stop) changes the result: \(difference)", seed: seed,
                story.text())
        }
        return isGood
    }

    private mutating func note(_ run: ConformanceRun, of story: Story, seed: UInt64?, isSample: Bool) {
        for fault in run.faults {
            if case .samples = fault.rule, !isSample { continue }
            violate(fault.rule, fault.what, seed: seed, story.text(upTo: fault.moment))
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(String(decoding: bytes, as: UTF8.self).prefix(200)) }
}
