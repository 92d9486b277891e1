import LiveActivityCore

/// A story that is played to a provider: events and actions, with their times in seconds after the start.
struct ConformanceStory<Event: Codable & Sendable> {
    enum Happening {
        case event(Event)
        case action(ActionID)
    }

    struct Moment {
        var after: TimeInterval
        var happening: Happening
    }

    /// The index of the sample attributes.
    var attributes = 0
    var moments: [Moment]

    /// The story of the samples.
    init<Attributes>(_ samples: ProviderSamples<Attributes, Event>) {
        moments = samples.story.map { Moment(after: $0.after, happening: .event($0.event)) }
    }

    /// A random variation of the samples: events left out, swapped, repeated, late or early, with actions between them.
    init<Attributes>(varying samples: ProviderSamples<Attributes, Event>, _ random: inout SeededGenerator) {
        self.init(samples)
        attributes = random.below(samples.attributes.count)
        let whole = moments
        if random.below(2) == 0 { moments = Array(moments.prefix(random.below(moments.count + 1))) }
        for _ in 0..<random.below(4) where !moments.isEmpty { moments.remove(at: random.below(moments.count)) }
        for _ in 0..<random.below(4) where !whole.isEmpty {
            moments.insert(whole[random.below(whole.count)], at: random.below(moments.count + 1))
        }
        for _ in 0..<random.below(3) where !moments.isEmpty {
            moments.swapAt(random.below(moments.count), random.below(moments.count))
        }
        for _ in 0..<random.below(5) where !samples.actions.isEmpty {
            let after = whole.isEmpty ? 0 : whole[random.below(whole.count)].after
            let action = Moment(after: after, happening: .action(samples.actions[random.below(samples.actions.count)].id))
            moments.insert(action, at: random.below(moments.count + 1))
        }
        let stretch = [1, 1, 1, 0, 0.5, 3, 20][random.below(7)]
        var latest = 0.0
        for index in moments.indices {
            // Time does not go back, so swapped events are late.
            latest = max(latest, moments[index].after * stretch + Double(random.below(3)) * 10)
            moments[index].after = latest
        }
    }

    func text(upTo count: Int? = nil) -> [String] {
        moments.prefix(count ?? moments.count).map { moment in
            let what =
                switch moment.happening {
                case .event(let event): String(describing: event)
                case .action(let action): "action \(action)"
                }
            return "after \(moment.after) s: \(what.prefix(160))"
        }
    }
}
