public import CJansson
public import CLiveActivities
import LiveActivityCore
import LiveActivityHost

// Named consumers. Their changes and acknowledgements are stored, so that they never miss a change.

extension Runtime {
    fileprivate func stored() throws(Failure) -> Persistence {
        guard let persistence else { throw Failure(LA_ERROR_UNSUPPORTED, "the runtime has no store") }
        return persistence
    }

    fileprivate func consumer(_ name: UnsafePointer<CChar>?) throws(Failure) -> (Persistence, ConsumerName, UInt64) {
        let persistence = try stored()
        let name = ConsumerName(rawValue: try text(name, "consumer"))
        guard let position = host.outbox?.position(of: name) else {
            throw Failure(LA_ERROR_UNKNOWN_CONSUMER, "there is no consumer '\(name.rawValue.abridged)'")
        }
        return (persistence, name, position)
    }
}

@c @implementation
public func la_consumer_add(_ runtime: OpaquePointer!, _ consumer: UnsafePointer<CChar>!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let persistence = try runtime.stored()
        let name = ConsumerName(rawValue: try text(consumer, "consumer"))
        guard !name.rawValue.isEmpty else { throw .argument("consumer is empty") }
        do throws(EngineError) { try runtime.host.engine.configuration.limits.check(name, "consumer's name") } catch {
            throw Failure(error)
        }
        if runtime.host.outbox?.position(of: name) != nil { return }
        try runtime.admit()
        runtime.passChanges()
        let position = runtime.host.addConsumer(name).position
        persistence.commit.head.consumers[name] = ConsumerRecord(name: name, acknowledged: [position])
        persistence.commit.head.consumers[name.otherForm] = .some(nil)
        // Written at once even if the store is relaxed, because all later changes are stored for the consumer.
        do throws(StoreError) { try runtime.write() } catch { throw Failure(notWritten: error) }
    }
}

@c @implementation
public func la_consumer_remove(_ runtime: OpaquePointer!, _ consumer: UnsafePointer<CChar>!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let (persistence, name, _) = try runtime.consumer(consumer)
        runtime.host.removeConsumer(name)
        persistence.commit.head.consumers[name] = .some(nil)
    }
}

@c @implementation
public func la_consumer_poll(
    _ runtime: OpaquePointer!, _ consumer: UnsafePointer<CChar>!, _ after_sequence: UInt64,
    _ changes: UnsafeMutablePointer<la_change>!, _ change_size: Int, _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let count else { throw .argument("count is NULL") }
        var array = try ChangeArray(changes, change_size, capacity)
        let (persistence, _, position) = try runtime.consumer(consumer)
        count.pointee = 0
        var failure: EngineError?
        let found = runtime.host.outbox?.next(capacity, after: max(position, after_sequence)) ?? []
        for change in found { failure = array.append(change, runtime.encoder) ?? failure }
        if found.count < capacity { persistence.hasNews = false }
        count.pointee = array.count
        if let failure { throw Failure(failure) }
    }
}

@c @implementation
public func la_consumer_poll_text(
    _ runtime: OpaquePointer!, _ consumer: UnsafePointer<CChar>!, _ after_sequence: UInt64, _ capacity: Int,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ text_bytes: UnsafeMutablePointer<Int>!,
    _ count: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard capacity >= 0 else { throw .argument("capacity is more than PTRDIFF_MAX") }
        let (persistence, _, position) = try runtime.consumer(consumer)
        let found = runtime.host.outbox?.next(capacity, after: max(position, after_sequence)) ?? []
        if found.count < capacity { persistence.hasNews = false }
        try runtime.returnLines(found, out, text_bytes, count)
    }
}

@c @implementation
public func la_consumer_acknowledge(
    _ runtime: OpaquePointer!, _ consumer: UnsafePointer<CChar>!, _ sequence: UInt64
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let (persistence, name, position) = try runtime.consumer(consumer)
        guard sequence > position else { return }
        guard let written = runtime.host.outbox?.written, sequence <= written else {
            throw .argument("sequence is \(sequence), later than every change that a consumer was given")
        }
        _ = runtime.host.acknowledge(name, upTo: sequence)
        persistence.commit.head.consumers[name] = ConsumerRecord(name: name, acknowledged: [sequence])
    }
}

/// An entry of the list of named consumers.
private struct ConsumerEntry: Encodable {
    let name: ConsumerName
    let acknowledged: UInt64
    let waiting: Int
    let missed: Int
}

@c @implementation
public func la_consumers(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        _ = try runtime.stored()
        let outbox = runtime.host.outbox
        let entries = Array(outbox?.waiting ?? [:]).sortedRarely { $0.key < $1.key }.map { name, waiting in
            ConsumerEntry(
                name: name, acknowledged: outbox?.position(of: name) ?? 0, waiting: waiting, missed: outbox?.missed ?? 0)
        }
        out.pointee = try runtime.jansson(entries)
    }
}
