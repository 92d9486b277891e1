import LiveActivityCore
import LiveActivityHost

// The part that the synchronous and the asynchronous form of each JSON command share.
extension LiveActivityRuntime {
    func appliedSend(
        _ event: some JSONSource, _ activity: ActivityReference, _ eventID: EventID?, _ timestamp: Date?,
        _ trace: TraceContext? = nil, _ request: RequestName? = nil
    ) throws(RuntimeError) -> Applied<Outcome> {
        let shard = try shard(of: activity)
        return event.withJSON { json in
            // Read synchronously, while the caller lends it.
            let given = UncheckedSendable(json)
            let journaled = { @Sendable (_: borrowing Engine) -> [Journaled] in
                guard let value = try? given.value.parsed(as: "event") else { return [] }
                return [Journaled(.send(activity, event: value, id: eventID, timestamp: timestamp))]
            }
            var applied: Applied<Outcome>?
            let isDecoded = eventDecoding.withEvent(json, for: activity, in: shard) { event in
                let event = UncheckedSendable(event)
                applied = shard.command(as: .send, trace: trace, journaled: journaled) {
                    (engine, now) throws(EngineError) in
                    try engine.once(request) { (engine) throws(EngineError) in
                        try engine.send(event.value, to: activity, eventID: eventID, timestamp: timestamp, at: now)
                    }
                }
            }
            if isDecoded, let applied { return applied }
            return shard.command(as: .send, trace: trace, journaled: journaled) { (engine, now) throws(EngineError) in
                try engine.once(request) { (engine) throws(EngineError) in
                    try engine.send(given.value, to: activity, eventID: eventID, timestamp: timestamp, at: now)
                }
            }
        }
    }

    func appliedSend(
        _ event: PreparedEvent, _ activity: ActivityReference, _ eventID: EventID?, _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        try shard(of: activity).command(
            as: .send,
            journaled: { engine in
                engine.encoded(event, for: activity).map {
                    [Journaled(.send(activity, event: $0, id: eventID, timestamp: timestamp))]
                } ?? []
            }
        ) { (engine, now) throws(EngineError) in
            try engine.send(event, to: activity, eventID: eventID, timestamp: timestamp, at: now)
        }
    }

    /// Applies a command that is JSON as a whole. Its time is the clock's, as for every command of a runtime.
    func applied(json command: some JSONSource) throws(RuntimeError) -> Applied<Outcome> {
        let command = try eventDecoding.withDecoder { (decoder) throws(RuntimeError) in
            try command.timedCommand(with: decoder)
        }
        return try applied(command.command, command.trace)
    }
}
