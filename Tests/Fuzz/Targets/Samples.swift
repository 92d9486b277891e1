import DeliveryActivity
import Foundation
import LiveActivityCore
import MeditationTimerActivity
import SportsActivity
import WaitQueueActivity

/// Valid inputs to start with, made from the providers' samples.
enum Samples {
    static let providers = [
        AnyProvider(DeliveryProvider()), AnyProvider(MeditationTimerProvider()), AnyProvider(SportsProvider()),
        AnyProvider(WaitQueueProvider()),
    ]

    /// 2026-06-20 17:00 UTC, the start of the samples.
    static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

    static func engine(_ configuration: EngineConfiguration = EngineConfiguration(), _ kinds: [AnyProvider]) -> Engine {
        var engine = Engine(configuration: configuration)
        for kind in kinds { must("a kind is registered") { try engine.register(kind) } }
        return engine
    }

    /// A line for each command of a day with all four plugins.
    static let commands: [[UInt8]] = {
        let encoder = WireEncoder()
        var lines: [[UInt8]] = []
        func add(_ command: Command, after seconds: Double) {
            lines.append(must("a command") { try encoder.encode(TimedCommand(at: epoch + seconds, command)) })
        }
        for samples in providers.compactMap({ $0.samples() }) {
            let activity = ActivityReference.key(owner: "anna", kind: samples.kind, key: "1")
            guard let attributes = samples.attributes.first else { continue }
            add(
                .start(
                    Command.Start(
                        kind: samples.kind, owner: "anna", attributes: attributes.value, options: StartOptions(key: "1"))),
                after: 0)
            for moment in samples.story { add(.send(activity, event: moment.event.value), after: moment.after_s) }
            for action in samples.actions { add(.perform(action.id, on: activity, surface: .lockScreen), after: 60) }
            if let content = samples.content {
                add(.update(activity, content: ContentUpdate(state: content.value, staleDate: epoch + 600)), after: 90)
            }
            add(.end(activity), after: 100)
            add(.dismiss(activity), after: 110)
        }
        add(.permit(owner: "anna", kind: "sports", allowed: false), after: 0)
        add(.permitFrequentUpdates(owner: "anna", allowed: false), after: 0)
        add(.endAll(owner: "anna"), after: 0)
        add(.advance, after: 3_600)
        return lines
    }()

    /// The changes made by those commands.
    static let changes: [[UInt8]] = {
        var engine = Samples.engine(EngineConfiguration(), providers)
        var changes: [[UInt8]] = []
        for line in commands {
            let timed = must("a command") { try WireDecoder().decode(TimedCommand.self, from: line) }
            _ = try? engine.apply(timed.command, at: timed.at ?? epoch)
            try? engine.drainChanges { pending in
                var text: [UInt8] = []
                try pending.write(into: &text)
                changes.append(text)
            }
        }
        return changes
    }()

    /// An engine in the middle of that day.
    static let snapshot: Snapshot = {
        var engine = Samples.engine(EngineConfiguration(), providers + [AnyProvider(kind: "any")])
        for line in commands where !line.contains(Array("\"end\"".utf8)) && !line.contains(Array("\"dismiss\"".utf8)) {
            let timed = must("a command") { try WireDecoder().decode(TimedCommand.self, from: line) }
            _ = try? engine.apply(timed.command, at: timed.at ?? epoch)
        }
        engine.drainChanges { _ in }
        return must("a snapshot") { try engine.snapshot() }
    }()
}
