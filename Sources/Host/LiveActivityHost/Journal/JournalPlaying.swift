import LiveActivityCore

// Code shared by a replay and a history.
extension JournalBase {
    /// Creates an engine in the state of this base.
    func engine(with providers: [AnyProvider]) throws -> Engine {
        let decoder = WireDecoder(limits: .stored)
        do {
            var engine = Engine(configuration: try decoder.decode(EngineConfiguration.self, from: configuration.bytes))
            for provider in providers { try engine.register(provider) }
            try engine.restore(try decoder.decode(Snapshot.self, from: snapshot.bytes))
            return engine
        } catch {
            throw StoreError.damaged(reason: "the journal of shard \(shard) cannot be played from \(number): \(error)")
        }
    }
}

extension JournalEntry {
    func timedCommand(_ decoder: WireDecoder) throws -> TimedCommand {
        do { return try decoder.decode(TimedCommand.self, from: command.bytes) } catch {
            throw StoreError.damaged(reason: "entry \(number) of shard \(shard) is not a command: \(error)")
        }
    }

    /// Applies the entry's command as the shard did.
    ///
    /// - Parameter timed: The command, from ``timedCommand(_:)``.
    func apply(_ timed: TimedCommand, to engine: inout Engine) -> JournalOutcome {
        let now = timed.at ?? engine.now ?? .distantPast
        let isOneOfMany = outcome.name == JournalOutcome.oneOfMany
        do throws(EngineError) {
            if isOneOfMany {
                try engine.applyOneOfMany(timed.command, at: now)
                return JournalOutcome(name: JournalOutcome.oneOfMany)
            }
            if isLenient {
                return JournalOutcome(
                    .success(
                        try engine.withLenientChecks { (engine) throws(EngineError) in try engine.apply(timed.command, at: now)
                        }))
            }
            return JournalOutcome(.success(try engine.apply(timed.command, at: now)))
        } catch {
            return isOneOfMany
                ? JournalOutcome(name: JournalOutcome.oneOfMany) : JournalOutcome(Result<Outcome, EngineError>.failure(error))
        }
    }
}
