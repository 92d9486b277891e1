import LiveActivityCore

extension ConformanceCheck {
    /// Checks that a scheduled start gives, on its start date, the same activity as a start on that date.
    mutating func scheduledStarts() {
        for index in attributes.indices {
            for lead in [300.0, 1_800.0, 3_600.0, 36_000.0, 259_200.0] {
                let (scheduled, plain) = (begun(index, lead, isScheduled: true), begun(index, lead, isScheduled: false))
                guard scheduled != plain else { continue }
                violate(
                    .scheduledStart,
                    """
                    with sample attributes \(index), a start that was scheduled \(lead) s ahead is not what a start at that \
                    date is: first \(scheduled), then \(plain)
                    """)
            }
        }
    }

    private struct Begun: Equatable {
        var content: EncodedContent?
        var wakeDate: Date?
        var startedAt: Date?
        var state: ActivityState?
        var error: EngineError?
    }

    private func begun(_ index: Int, _ lead: TimeInterval, isScheduled: Bool) -> Begun {
        let date = Scenario.epoch + lead
        // No key is needed to keep starts apart: each engine has only one activity.
        var options = StartOptions(alert: AlertConfiguration(title: "It begins", body: "now"))
        if isScheduled { options.start = date }
        do throws(EngineError) {
            var engine = Engine()
            try engine.register(AnyProvider(provider))
            let id = try engine.start(
                attributes[index], owner: "subject", options: options, at: isScheduled ? Scenario.epoch : date)
            engine.advance(to: date)
            engine.drainChanges { _ in }
            guard let record = try engine.record(of: id) else { return Begun() }
            return Begun(
                content: record.content, wakeDate: record.wakeDate, startedAt: record.startedAt, state: record.state, error: nil
            )
        } catch {
            return Begun(error: error)
        }
    }
}
