import CJansson
public import CLiveActivities
import JanssonCoding
import LiveActivityCore
import LiveActivityHost

@c @implementation
public func la_runtime_poll(
    _ runtime: OpaquePointer!, _ changes: UnsafeMutablePointer<la_change>!, _ change_size: Int, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let count else { throw .argument("count is NULL") }
        var array = try ChangeArray(changes, change_size, capacity)
        count.pointee = 0
        let failure = runtime.takeChanges(atMost: capacity) { array.append($0) }
        count.pointee = array.count
        if let failure { throw failure }
    }
}

extension Runtime {
    /// Takes changes from the engine as structs that own the memory to which they point.
    ///
    /// - Returns: The error of a change whose content or attributes could not be written, if any.
    func takeChanges(atMost limit: Int, _ body: (la_change) -> Void) -> Failure? {
        var failure: Failure?
        var taken = 0
        while taken < limit, let waiting = polled.take() {
            taken += 1
            if let problem = waiting.failure { failure = Failure(problem) }
            body(waiting.change)
        }
        host.engine.drainChanges(atMost: limit - taken) { pending in
            let (change, problem) = la_change.make(pending, encoder)
            if let problem { failure = Failure(problem) }
            body(change)
        }
        return failure
    }
}

extension la_change {
    static func make(_ pending: borrowing PendingChange, _ encoder: WireEncoder) -> (la_change, EngineError?) {
        var problem: EngineError?
        var change = la_change()
        change.size = UInt32(MemoryLayout<la_change>.size)
        change.sequence = pending.sequence
        change.at_ms = Milliseconds.nearest(pending.at)
        change.activity = pending.activity.rawValue
        change.revision = pending.revision
        change.state = la_state(pending.state.code)
        change.stale_ms = Milliseconds.orZero(pending.staleDate)
        change.relevance = pending.relevanceScore
        change.other = pending.predecessor?.rawValue ?? .max
        do throws(EngineError) {
            if let state = try pending.janssonState() { change.content = state.release() }
            if let attributes = try pending.janssonAttributes() { change.attributes = attributes.release() }
        } catch {
            problem = error
        }
        let text = change.fill(pending.what, encoder)
        change.own(kind: pending.kind.rawValue, owner: pending.owner.rawValue, key: pending.startKey?.rawValue, text: text)
        return (change, problem)
    }

    /// Creates the struct for a change from its Swift value. JSON text is parsed, so a number without a fraction becomes an
    /// integer.
    static func make(_ value: Change, _ encoder: WireEncoder) -> (la_change, EngineError?) {
        var problem: EngineError?
        var change = la_change()
        change.size = UInt32(MemoryLayout<la_change>.size)
        change.sequence = value.sequence
        change.at_ms = Milliseconds.nearest(value.at)
        change.activity = value.activity.rawValue
        change.revision = value.revision
        change.state = la_state(value.state.code)
        change.stale_ms = Milliseconds.orZero(value.content?.staleDate)
        change.relevance = value.content?.relevanceScore ?? 0
        change.other = value.start?.predecessor?.rawValue ?? .max
        func json(_ text: JSONText?) -> UnsafeMutablePointer<json_t>? {
            guard let text else { return nil }
            do { return try JanssonValue(text.value).release() } catch {
                problem = EngineError.unencodable(what: "content", path: "", reason: String(describing: error))
                return nil
            }
        }
        change.content = json(value.content?.state)
        change.attributes = json(value.start?.attributes)
        let text = change.fill(value.what, encoder)
        change.own(kind: value.kind.rawValue, owner: value.owner.rawValue, key: value.start?.key?.rawValue, text: text)
        return (change, problem)
    }

    /// Sets the fields that depend on the kind of change.
    ///
    /// - Returns: The change's text, such as a refusal's reason; `nil` if it has none.
    private mutating func fill(_ what: Change.What, _ encoder: WireEncoder) -> String? {
        func json(_ alert: AlertConfiguration) -> UnsafeMutablePointer<json_t>? {
            // An alert consists of strings, which a json_t can always represent.
            guard let value = try? encoder.encodeToJansson(alert) else { return nil }
            return value.release()
        }
        switch what {
        case .scheduled(let start): (self.what, date_ms) = (Int32(LA_CHANGE_SCHEDULED), Milliseconds.nearest(start))
        case .started: self.what = Int32(LA_CHANGE_STARTED)
        case .updated: self.what = Int32(LA_CHANGE_UPDATED)
        case .alerted(let alert): (self.what, self.alert) = (Int32(LA_CHANGE_ALERTED), json(alert))
        case .becameStale: self.what = Int32(LA_CHANGE_BECAME_STALE)
        case .becameActive: self.what = Int32(LA_CHANGE_BECAME_ACTIVE)
        case .ended(let by, let dismissal):
            (self.what, date_ms) = (Int32(LA_CHANGE_ENDED), Milliseconds.nearest(dismissal))
            reason = Int32(by.code)
            if case .renewed(let successor) = by { other = successor.rawValue }
        case .dismissed(let by):
            self.what = Int32(LA_CHANGE_DISMISSED)
            switch by {
            case .policy: reason = Int32(LA_REASON_POLICY)
            case .person: reason = Int32(LA_REASON_PERSON)
            case .gone: reason = Int32(LA_REASON_GONE)
            }
        case .refusedLateUpdate: self.what = Int32(LA_CHANGE_REFUSED_LATE_UPDATE)
        case .ignored(let why):
            self.what = Int32(LA_CHANGE_IGNORED)
            switch why {
            case .olderTimestamp: reason = Int32(LA_REASON_OLDER_TIMESTAMP)
            case .repeatedEvent: reason = Int32(LA_REASON_REPEATED_EVENT)
            }
        case .refused(let why):
            self.what = Int32(LA_CHANGE_REFUSED)
            return why
        case .alertSuppressed(let alert): (self.what, self.alert) = (Int32(LA_CHANGE_ALERT_SUPPRESSED), json(alert))
        case .faulted(let why):
            self.what = Int32(LA_CHANGE_FAULTED)
            return why
        }
        return nil
    }

    /// Copies all data to which the change points into one allocation.
    private mutating func own(kind: String, owner: String, key: String?, text: String?) {
        func size(of text: String?) -> Int { text.map { $0.utf8.count + 1 } ?? 0 }
        let size = MemoryLayout<Owned>.size + size(of: kind) + size(of: owner) + size(of: key) + size(of: text)
        guard let memory = malloc(size) else { fatalError("out of memory: \(size) bytes for a change") }
        memory.initializeMemory(as: Owned.self, to: Owned(content: content, attributes: attributes, alert: alert))
        var next = memory + MemoryLayout<Owned>.size
        func put(_ text: String?) -> UnsafePointer<CChar>? {
            guard var text else { return nil }
            let start = next
            text.withUTF8 { bytes in
                if let source = bytes.baseAddress { memcpy(start, source, bytes.count) }
                start.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
                next += bytes.count + 1
            }
            return UnsafePointer(start.assumingMemoryBound(to: CChar.self))
        }
        owned = memory
        self.kind = put(kind)
        self.owner = put(owner)
        self.key = put(key)
        self.text = put(text)
    }

    /// The references of a change, at the start of its allocation. They are released from here, so a host may overwrite the
    /// public fields.
    fileprivate struct Owned {
        var content: UnsafeMutablePointer<json_t>?
        var attributes: UnsafeMutablePointer<json_t>?
        var alert: UnsafeMutablePointer<json_t>?
    }
}

@c @implementation
public func la_change_release(_ change: UnsafeMutablePointer<la_change>!) {
    guard let change, let memory = change.pointee.owned else { return }
    let owned = memory.load(as: la_change.Owned.self)
    for reference in [owned.content, owned.attributes, owned.alert] {
        if let reference { _ = JanssonValue(adopting: reference) }
    }
    free(memory)
    change.pointee.what = 0
    change.pointee.size = 0
    change.pointee.owned = nil
}

extension ActivityState {
    /// The permanent number of the state.
    var code: Int {
        switch self {
        case .pending: LA_STATE_PENDING
        case .active: LA_STATE_ACTIVE
        case .ended: LA_STATE_ENDED
        case .dismissed: LA_STATE_DISMISSED
        case .stale: LA_STATE_STALE
        }
    }
}

extension Change.EndReason {
    fileprivate var code: Int {
        switch self {
        case .host: LA_REASON_HOST
        case .provider: LA_REASON_PROVIDER
        case .endDate: LA_REASON_END_DATE
        case .timeLimit: LA_REASON_TIME_LIMIT
        case .lease: LA_REASON_LEASE
        case .person: LA_REASON_PERSON
        case .permission: LA_REASON_PERMISSION
        case .replaced: LA_REASON_REPLACED
        case .renewed: LA_REASON_RENEWED
        }
    }
}

@c @implementation
public func la_runtime_poll_text(
    _ runtime: OpaquePointer!, _ capacity: Int, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ text_bytes: UnsafeMutablePointer<Int>!, _ count: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        guard capacity >= 0 else { throw .argument("capacity is more than PTRDIFF_MAX") }
        var lines: [UInt8] = []
        var taken = 0
        var failure: Failure?
        let encoder = runtime.encoder
        while taken < capacity, let waiting = runtime.polled.take() {
            var change = waiting.change
            la_change_release(&change)
            do {
                try encoder.encode(waiting.value.value, into: &lines)
                lines.append(UInt8(ascii: "\n"))
                taken += 1
            } catch {
                failure = Failure(LA_ERROR_UNENCODABLE, String(describing: error))
            }
        }
        runtime.host.engine.drainChanges(atMost: capacity - taken) { pending in
            do {
                try encoder.encode(try pending.change(), into: &lines)
                lines.append(UInt8(ascii: "\n"))
                taken += 1
            } catch let error as EngineError {
                failure = Failure(error)
            } catch {
                failure = Failure(LA_ERROR_UNENCODABLE, String(describing: error))
            }
        }
        try returnText(lines, out, text_bytes)
        count?.pointee = taken
        if let failure { throw failure }
    }
}
