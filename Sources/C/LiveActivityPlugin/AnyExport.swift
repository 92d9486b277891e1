import CLiveActivities
import CJansson
import JanssonCoding
public import LiveActivityCore

/// A Swift provider as a table of C callbacks. Never deallocated.
public struct AnyExport {
    let table: UnsafePointer<la_provider>

    public init<P: ActivityProvider>(_ provider: P) {
        let table = UnsafeMutablePointer<la_provider>.allocate(capacity: 1)
        table.initialize(to: la_provider())
        table.pointee.size = UInt32(MemoryLayout<la_provider>.size)
        table.pointee.abi_version = UInt32(LA_PLUGIN_ABI_VERSION)
        table.pointee.kind = permanent(provider.kind.rawValue)
        table.pointee.user_data = Unmanaged<Export>.passRetained(TypedExport(provider)).toOpaque()
        table.pointee.content = { export(of: $0, $1) { try $0.content($1) } }
        table.pointee.begin = { export(of: $0, $1) { try $0.begin($1) } }
        table.pointee.tick = { export(of: $0, $1) { try $0.tick($1) } }
        table.pointee.handle = { data, event, scope in
            export(of: data, scope) { export, scope throws in
                guard let event else { throw Misuse() }
                try export.handle(UnsafeMutablePointer(mutating: event), scope)
            }
        }
        table.pointee.perform = { data, action, scope in
            export(of: data, scope) { export, scope throws in
                guard let action else { throw Misuse() }
                try export.perform(ActionID(rawValue: String(cString: action)), scope)
            }
        }
        table.pointee.topics = { data, attributes in
            guard let data, let attributes else { return nil }
            return Export.of(data).topics(UnsafeMutablePointer(mutating: attributes))
        }
        table.pointee.options = { data, attributes, now_ms in
            guard let data, let attributes else { return nil }
            return Export.of(data).options(UnsafeMutablePointer(mutating: attributes), Milliseconds.date(now_ms))
        }
        table.pointee.validate = { export(of: $0, $1) { try $0.validate($1) } }
        table.pointee.samples = { data in data.flatMap { Export.of($0).samples() } }
        self.table = UnsafePointer(table)
    }
}

/// The host has violated the interface.
private struct Misuse: Error, CustomStringConvertible {
    let description = "the host gave NULL where something is required"
}

/// Runs a callback; an error becomes the scope's reason.
private func export(
    of data: UnsafeMutableRawPointer?, _ scope: UnsafeMutablePointer<la_scope>?,
    _ body: (Export, UnsafeMutablePointer<la_scope>) throws -> Void
) -> la_status {
    guard let data, let scope else { return la_status(LA_ERROR_INVALID_ARGUMENT) }
    do {
        try body(Export.of(data), scope)
        return la_status(LA_OK)
    } catch {
        let text: [UInt8] = Array(String(describing: error).utf8)
        withUnsafeMutableBytes(of: &scope.pointee.reason) { reason in
            var count = min(text.count, reason.count - 1)
            // The text is cut at a character boundary.
            while count > 0, count < text.count, text[count] & 0xC0 == 0x80 { count -= 1 }
            reason.copyBytes(from: text[..<count])
            reason[count] = 0
        }
        return la_status(LA_ERROR_REFUSED)
    }
}

/// A type-erased provider. A host may call its callbacks from several threads.
private class Export {
    static func of(_ data: UnsafeMutableRawPointer) -> Export { Unmanaged<Export>.fromOpaque(data).takeUnretainedValue() }

    typealias Scope = UnsafeMutablePointer<la_scope>
    typealias JSON = UnsafeMutablePointer<json_t>

    func validate(_ scope: Scope) throws {}
    func content(_ scope: Scope) throws {}
    func begin(_ scope: Scope) throws {}
    func tick(_ scope: Scope) throws {}
    func handle(_ event: JSON, _ scope: Scope) throws {}
    func perform(_ action: ActionID, _ scope: Scope) throws {}
    func topics(_ attributes: JSON) -> JSON? { nil }
    func options(_ attributes: JSON, _ now: Date) -> JSON? { nil }
    func samples() -> JSON? { nil }
}

private final class TypedExport<P: ActivityProvider>: Export {
    private let provider: P
    typealias Attributes = P.Attributes

    init(_ provider: P) { self.provider = provider }

    /// The host does not know the types, so values that cannot be decoded are also refused here.
    override func validate(_ scope: Scope) throws {
        let attributes = try attributes(scope)
        guard let json = scope.pointee.state else { return try provider.validate(attributes) }
        try provider.validate(decoder.decode(Attributes.ContentState.self, from: json), for: attributes)
    }

    override func content(_ scope: Scope) throws {
        let attributes = try attributes(scope)
        // A host that is older than the callback `validate` has not validated the attributes.
        try provider.validate(attributes)
        let content = try provider.content(for: attributes, at: Milliseconds.date(scope.pointee.now_ms))
        scope.pointee.state = try WireEncoder().encodeToJansson(content.state).release()
        scope.pointee.stale_ms = Milliseconds.orZero(content.staleDate)
        scope.pointee.relevance = content.relevanceScore
    }

    override func begin(_ scope: Scope) throws { try reduce(scope) { try provider.begin(&$0) } }
    override func tick(_ scope: Scope) throws { try reduce(scope) { try provider.tick(&$0) } }

    override func handle(_ event: JSON, _ scope: Scope) throws {
        let event = try decoder.decode(P.Event.self, from: event)
        try reduce(scope) { try provider.handle(event, in: &$0) }
    }

    override func perform(_ action: ActionID, _ scope: Scope) throws {
        try reduce(scope) { try provider.perform(action, in: &$0) }
    }

    override func topics(_ attributes: JSON) -> JSON? {
        guard let attributes = try? decoder.decode(Attributes.self, from: attributes) else { return nil }
        return json(provider.topics(for: attributes))
    }

    override func options(_ attributes: JSON, _ now: Date) -> JSON? {
        guard let attributes = try? decoder.decode(Attributes.self, from: attributes) else { return nil }
        return json(provider.options(for: attributes, at: now))
    }

    override func samples() -> JSON? { AnyProvider(provider).samples().flatMap { json($0) } }

    private func json(_ value: some Encodable) -> JSON? {
        guard let value = try? WireEncoder().encodeToJansson(value) else { return nil }
        return value.release()
    }

    /// Created for each use, because a decoder is not thread-safe.
    private var decoder: WireDecoder {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        return decoder
    }

    private func attributes(_ scope: Scope) throws -> Attributes {
        guard let attributes = scope.pointee.attributes else { throw Misuse() }
        return try decoder.decode(Attributes.self, from: UnsafeMutablePointer(mutating: attributes))
    }

    /// Reads the scope, passes a draft to `body`, and writes its changes back.
    private func reduce(_ scope: Scope, _ body: (inout ActivityScope<Attributes>) throws -> Void) throws {
        guard let json = scope.pointee.state else { throw Misuse() }
        let state = try decoder.decode(Attributes.ContentState.self, from: json)
        var draft = ActivityScope(
            attributes: try attributes(scope),
            content: ActivityContent(
                state: state, staleDate: date(scope.pointee.stale_ms), relevanceScore: scope.pointee.relevance),
            wakeDate: date(scope.pointee.wake_ms), startedAt: Milliseconds.date(scope.pointee.started_ms),
            now: Milliseconds.date(scope.pointee.now_ms))
        try body(&draft)

        if draft.state != state {
            let new = try WireEncoder().encodeToJansson(draft.state)
            _ = JanssonValue(adopting: json)
            scope.pointee.state = new.release()
        }
        scope.pointee.stale_ms = up(draft.staleDate)
        scope.pointee.wake_ms = up(draft.wakeDate)
        scope.pointee.relevance = draft.relevanceScore
        if let alert = draft.requestedAlert {
            scope.pointee.alert = try WireEncoder().encodeToJansson(alert).release()
        }
        guard let end = draft.requestedEnd else { return }
        switch end {
        case .default: scope.pointee.dismissal = la_dismissal(LA_DISMISS_DEFAULT)
        case .immediate: scope.pointee.dismissal = la_dismissal(LA_DISMISS_IMMEDIATE)
        default:
            scope.pointee.dismissal = la_dismissal(LA_DISMISS_AFTER)
            scope.pointee.dismissal_ms = up(end.dismissalDate(endingAt: .distantPast, linger: .infinity))
        }
    }

    private func date(_ ms: Int64) -> Date? { ms == 0 ? nil : Milliseconds.date(ms) }

    /// Rounds a wake up to the next millisecond. If it were rounded down, the wake could come before the provider's date, when
    /// nothing is due.
    private func up(_ date: Date?) -> Int64 {
        guard let date else { return 0 }
        let ms = Milliseconds.up(date)
        return ms == 0 ? 1 : ms
    }
}
