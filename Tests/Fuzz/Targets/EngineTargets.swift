import LiveActivityCore

extension FuzzTarget {
    /// Lines of `live-activities run --virtual-time`: every output line must be JSON.
    static let commands = FuzzTarget(
        name: "commands", format: .jsonLines,
        seeds: {
            // Each seed is the story of a single plugin, so that inputs stay short.
            Samples.commands.split(maxSplits: .max) { $0.contains(Array("\"dismiss\"".utf8)) }
                .map { Array($0.joined(separator: [0x0A])) }
        }
    ) {
        let run = CommandRun(Samples.providers)
        return { input in
            let output = run.run(input)
            for line in output.split(separator: 0x0A) {
                _ = must("a line of the output") { try JSONValue(parsing: Array(line), limits: .stored) }
            }
        }
    }

    /// A snapshot from outside: if it can be restored, the engine continues and can be saved and restored again.
    static let snapshot = FuzzTarget(
        name: "snapshot", format: .json,
        seeds: {
            let whole = Samples.snapshot
            let parts = whole.kinds.indices.map { index in
                var part = whole
                for other in part.kinds.indices where other != index {
                    part.kinds[other] = Snapshot.Kind(kind: part.kinds[other].kind, ids: ActivityIDAllocator.State())
                }
                return part
            }
            return (parts + [whole]).map { snapshot in must("a seed") { try WireEncoder().encode(snapshot) } }
        }
    ) {
        let kinds = Samples.providers + [AnyProvider(kind: "any")]
        let stories = Samples.providers.compactMap { $0.samples() }
        return { text in
            guard let snapshot = try? Snapshot(parsing: Array(text)) else { return }
            var engine = Samples.engine(EngineConfiguration(), kinds)
            do { try engine.restore(snapshot) } catch { return }
            goOn(&engine, stories, kinds)
        }
    }

    /// Attributes, contents and events of one plugin.
    static let plugins: [FuzzTarget] = Samples.providers.map { provider in
        FuzzTarget(
            name: provider.kind.rawValue, format: .json,
            seeds: {
                guard let samples = provider.samples() else { return [] }
                let content = samples.content.map(\.value) ?? .null
                return samples.attributes.flatMap { attributes in
                    [
                        JSONValue(members: [("attributes", attributes.value), ("updates", []), ("events", [])]),
                        JSONValue(members: [
                            ("attributes", attributes.value), ("start", content), ("updates", [content]),
                            ("events", JSONValue(samples.story.map(\.event.value))),
                        ]),
                    ].map { Array($0.text().utf8) }
                }
            }
        ) {
            let samples = provider.samples()
            return { text in
                guard let input = try? JSONValue(parsing: Array(text)) else { return }
                play(input, provider, samples)
            }
        }
    }

    /// Starts an activity and applies everything in the input, between the events of the plugin's own story.
    private static func play(_ input: JSONValue, _ provider: AnyProvider, _ samples: EncodedSamples?) {
        var engine = Samples.engine(EngineConfiguration(limits: EngineLimits(payloadBytes: nil)), [provider])
        var now = Samples.epoch
        let content = input["start"].map { ContentUpdate(state: $0) }
        let start = Command.Start(
            kind: provider.kind, owner: "anna", attributes: input["attributes"] ?? .null, content: content)
        guard case .started(let id)? = try? engine.apply(.start(start), at: now) else { return }
        let story = samples?.story.map(\.event.value) ?? []
        let events = input["events"].map { Array($0.elements.prefix(8)) } ?? []
        let updates: [JSONValue?] = input["updates"].map { Array($0.elements.prefix(8)) } ?? []
        for update in updates + [nil] {
            if let update { _ = try? engine.apply(.update(.id(id), content: ContentUpdate(state: update)), at: now) }
            for event in events + story {
                now += 30
                _ = try? engine.apply(.send(.id(id), event: event), at: now)
            }
            for action in samples?.actions ?? [] {
                _ = try? engine.apply(.perform(action.id, on: .id(id), surface: .lockScreen), at: now)
            }
            engine.drainChanges { _ in }
        }
        goOn(&engine, [], [provider])
    }

    /// Operations that an engine must support in any state.
    private static func goOn(_ engine: inout Engine, _ stories: [EncodedSamples], _ kinds: [AnyProvider]) {
        engine.drainChanges { _ in }
        let before = must("a snapshot of what was accepted") { try engine.snapshot() }
        let text = must("the snapshot as JSON") { try WireEncoder().encode(before) }
        let read = must("the snapshot is read") { try Snapshot(parsing: text) }
        var other = Samples.engine(EngineConfiguration(), kinds)
        must("what was accepted is restored") { try other.restore(read) }
        let after = must("a snapshot of what was restored") { try other.snapshot() }
        require(after == before, "another snapshot after restoring: \(before)\n\(after)")
        require(
            other.unreadableActivities == engine.unreadableActivities,
            "accepted once and not again: \(other.unreadableActivities)")

        var now = engine.now ?? Samples.epoch
        for id in engine.activities.prefix(4) {
            for samples in stories where samples.kind == engine.kind(of: id) {
                for moment in samples.story {
                    now += 30
                    _ = try? engine.apply(.send(.id(id), event: moment.event.value), at: now)
                }
                for action in samples.actions {
                    _ = try? engine.apply(.perform(action.id, on: .id(id), surface: .lockScreen), at: now)
                }
            }
        }
        engine.drainChanges { _ in }
        for _ in 0..<20 {
            guard let deadline = engine.nextDeadline else { break }
            engine.advance(to: deadline)
            engine.drainChanges { _ in }
        }
        _ = must("a snapshot in the end") { try engine.snapshot() }
    }
}
