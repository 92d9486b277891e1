import LiveActivities
import LiveActivityTesting

/// Random commands, based on the samples of the providers: valid, late and invalid ones.
struct CommandSource {
    let kinds: [EncodedSamples]
    static let owners: [OwnerID] = (0..<7).map { OwnerID("owner\($0)") }

    init(_ providers: [AnyProvider]) { kinds = providers.compactMap { $0.samples() } }

    func next(
        _ random: inout SeededGenerator, at now: Date, ids: [ActivityID], kindOf: (ActivityID) -> ActivityKind?, topics: [Topic]
    ) -> Command {
        let id = ids.isEmpty ? ActivityID(rawValue: 7) : random.pick(ids)
        let samples = kinds.first { $0.kind == kindOf(id) } ?? random.pick(kinds)
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<9: return start(random.pick(kinds), &random, at: now)
        case 9..<24:
            return .send(
                .id(id), event: event(samples, &random), id: eventID(&random),
                timestamp: random.once(in: 4) ? now - Double(Int.random(in: 0...60, using: &random)) : nil)
        case 24..<28:
            let topic = topics.isEmpty ? "nothing" : random.pick(topics)
            let kind = random.pick(kinds)
            return .publish(topic, event: event(kind, &random), kind: kind.kind, id: eventID(&random))
        case 28, 29:
            return .perform(
                random.pick(samples.actions.map(\.id) + ["fly"]), on: .id(id), surface: random.pick([.lockScreen, .compact]))
        case 30, 31:
            guard let content = samples.content else { return .advance }
            return .update(
                .id(id), content: ContentUpdate(state: content.value, staleDate: now + 90),
                alert: random.once(in: 2) ? AlertConfiguration(title: "Look", body: "here") : nil)
        case 32..<35: return .end(.id(id), dismissalPolicy: policy(&random, at: now))
        case 35: return .dismiss(.id(id))
        case 36: return .renewLease(.id(id))
        case 37:
            return .permit(
                owner: random.pick(Self.owners), kind: random.once(in: 2) ? random.pick(kinds).kind : nil,
                allowed: !random.once(in: 3))
        case 38: return .permitFrequentUpdates(owner: random.pick(Self.owners), allowed: random.once(in: 2))
        case 39: return .endAll(owner: random.pick(Self.owners), kind: random.once(in: 2) ? random.pick(kinds).kind : nil)
        default: return .advance
        }
    }

    private func start(_ kind: EncodedSamples, _ random: inout SeededGenerator, at now: Date) -> Command {
        let isLater = random.once(in: 6)
        return .start(
            Command.Start(
                kind: kind.kind, owner: random.pick(Self.owners), attributes: random.pick(kind.attributes).value,
                options: StartOptions(
                    key: random.pick([nil, "", "one", "two"]), ifRunning: random.pick([nil, .join, .replace, .reject]),
                    start: isLater ? now + 120 : nil,
                    alert: isLater ? AlertConfiguration(title: "Now", body: "it begins") : nil,
                    endDate: random.once(in: 4) ? now + 600 : nil,
                    dismissalPolicy: random.once(in: 3) ? policy(&random, at: now) : nil,
                    lease: random.once(in: 4) ? Lease(staleAfter: 100, endAfter: 400) : nil,
                    renews: random.once(in: 5) ? true : nil)))
    }

    private func event(_ kind: EncodedSamples, _ random: inout SeededGenerator) -> JSONValue {
        kind.story.isEmpty ? ["nothing": [:]] : random.pick(kind.story).event.value
    }

    private func eventID(_ random: inout SeededGenerator) -> EventID? {
        random.once(in: 2) ? EventID("e\(Int.random(in: 0..<40, using: &random))") : nil
    }

    private func policy(_ random: inout SeededGenerator, at now: Date) -> ActivityUIDismissalPolicy {
        random.pick([.default, .immediate, .after(now + 30)])
    }
}
