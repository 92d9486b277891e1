import CJansson
import CLiveActivities
import JanssonCoding
import LiveActivityCore

/// A provider in C: its table of callbacks, between the calls of `init` and `destroy`.
///
/// `@unchecked Sendable`: the table never changes, and `live_activity_plugin.h` requires callbacks that two runtimes may call
/// at the same time. Each runtime calls them, and changes `sampled`, under its lock.
final class ProviderTable: @unchecked Sendable {
    let table: la_provider
    let kind: ActivityKind
    /// The samples that were read for a check, cached for the next request.
    fileprivate var sampled: CProvider.Samples?

    /// The size of the table's first version, which ended with `destroy`.
    private static let leastSize = 80

    /// Reads a table without calling its functions.
    init(_ pointer: UnsafePointer<la_provider>) throws(Failure) {
        table = try sized(pointer, la_provider(), atLeast: Self.leastSize, "la_provider")
        guard table.abi_version == UInt32(LA_PLUGIN_ABI_VERSION) else {
            throw Failure(
                LA_ERROR_BAD_PLUGIN,
                "the provider has ABI version \(table.abi_version), and this library supports \(LA_PLUGIN_ABI_VERSION)")
        }
        guard let name = table.kind, let text = String(validatingCString: name), !text.isEmpty else {
            throw Failure(LA_ERROR_BAD_PLUGIN, "the provider's kind is NULL, empty or not UTF-8")
        }
        kind = ActivityKind(rawValue: text)
    }

    /// Calls the table's `init`.
    func open() throws(Failure) {
        guard let initialize = table.`init` else { return }
        let result = initialize(table.user_data)
        guard result == LA_OK else {
            throw Failure(LA_ERROR_BAD_PLUGIN, "init() of '\(kind)' returned \(result)")
        }
    }

    /// Calls the table's `destroy`. None of its functions may be called afterwards.
    func close() { table.destroy?(table.user_data) }
}

/// A refusal with the provider's own reason.
struct Refusal: Error, CustomStringConvertible {
    let description: String
}

/// The attributes and content of a kind whose provider is in C, stored as `json_t` values, which it reads.
struct CAttributes: ActivityAttributes {
    typealias ContentState = JanssonTree
    let tree: JanssonTree
    /// The provider's topics and options for these attributes. They are requested once and cached, because a store reads the
    /// topics on another thread without the runtime's lock.
    fileprivate let answers = Answers()

    init(_ tree: JanssonTree) { self.tree = tree }
    init(from decoder: any Decoder) throws { tree = try JanssonTree(from: decoder) }
    func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}

extension CAttributes {
    /// `@unchecked Sendable`: set once, under the runtime's lock, before other code has access to the attributes.
    fileprivate final class Answers: @unchecked Sendable {
        var topics: [Topic]?
        /// The error if the options of the start cannot be read.
        var wrongOptions: EngineError?
    }
}

/// The rules of a kind, implemented by a provider in C.
struct CProvider: ActivityProvider {
    typealias Attributes = CAttributes
    typealias Event = JanssonTree

    let provider: ProviderTable
    var kind: ActivityKind { provider.kind }

    func validate(_ attributes: CAttributes) throws {
        let topics = try readTopics(for: attributes)
        if attributes.answers.topics == nil { attributes.answers.topics = topics }
        guard let validate = provider.table.validate else { return }
        var draft = Draft(attributes)
        try draft.call("validate") { validate(provider.table.user_data, $0) }
    }

    func validate(_ state: JanssonTree, for attributes: CAttributes) throws {
        if let wrong = attributes.answers.wrongOptions { throw wrong }
        guard let validate = provider.table.validate else { return }
        var draft = Draft(attributes)
        // A copy, because the callback may change its state.
        draft.scope.state = state.copy().release()
        try draft.call("validate") { validate(provider.table.user_data, $0) }
    }

    func content(for attributes: CAttributes, at now: Date) throws -> ActivityContent<JanssonTree> {
        if let wrong = attributes.answers.wrongOptions { throw wrong }
        guard let content = provider.table.content else {
            throw Refusal(description: "activities of this kind are started with their content")
        }
        var draft = Draft(now: now, startedAt: now, attributes)
        try draft.call("content") { content(provider.table.user_data, $0) }
        return ActivityContent(
            state: try draft.takeState(), staleDate: try draft.staleDate, relevanceScore: draft.scope.relevance)
    }

    func options(for attributes: CAttributes, at now: Date) -> StartOptions {
        do {
            let options = try readOptions(for: attributes, at: Milliseconds.nearest(now))
            attributes.answers.wrongOptions = nil
            return options
        } catch {
            // This function cannot throw. The engine next requests or validates the first content, and that call throws the
            // error.
            attributes.answers.wrongOptions = .invalidValue(kind, what: "options", reason: String(describing: error))
            return StartOptions()
        }
    }

    func topics(for attributes: CAttributes) -> [Topic] {
        attributes.answers.topics ?? (try? readTopics(for: attributes)) ?? []
    }

    private func readOptions(for attributes: CAttributes, at now: Int64) throws -> StartOptions {
        guard let options = provider.table.options else { return StartOptions() }
        return try read(
            StartOptions.self, of: "options()", attributes.tree.withPointer { options(provider.table.user_data, $0, now) })
            ?? StartOptions()
    }

    private func readTopics(for attributes: CAttributes) throws -> [Topic] {
        guard let topics = provider.table.topics else { return [] }
        return try read(
            [Topic].self, of: "topics()", attributes.tree.withPointer { topics(provider.table.user_data, $0) }) ?? []
    }

    /// The value that a callback returned, which this library releases; `nil` if it returned NULL.
    private func read<Value: Decodable>(
        _: Value.Type, of callback: StaticString, _ value: UnsafeMutablePointer<json_t>?
    ) throws -> Value? {
        guard let value else { return nil }
        do {
            return try WireDecoder.forPlugins.decode(Value.self, from: JanssonValue(adopting: value))
        } catch let error as DecodingError {
            throw Refusal(description: "\(callback) of '\(kind)' returned something else: \(error.reason)")
        }
    }

    func begin(_ activity: inout Scope) throws {
        guard let begin = provider.table.begin else { return }
        try reduce("begin", &activity) { begin(provider.table.user_data, $0) }
    }

    func handle(_ event: JanssonTree, in activity: inout Scope) throws {
        guard let handle = provider.table.handle else { throw Refusal(description: "this kind has no events") }
        try event.withPointer { event throws in
            try reduce("handle", &activity) { handle(provider.table.user_data, event, $0) }
        }
    }

    func tick(_ activity: inout Scope) throws {
        guard let tick = provider.table.tick else { return }
        try reduce("tick", &activity) { tick(provider.table.user_data, $0) }
    }

    func perform(_ action: ActionID, in activity: inout Scope) throws {
        guard let perform = provider.table.perform else { throw UnknownAction(action) }
        try action.rawValue.withCString { action throws in
            try reduce("perform", &activity) { perform(provider.table.user_data, action, $0) }
        }
    }

    /// Passes a draft to a callback and applies the callback's changes.
    private func reduce(
        _ name: StaticString, _ activity: inout Scope, _ callback: (UnsafeMutablePointer<la_scope>) -> la_status
    ) throws {
        var draft = Draft(now: activity.now, startedAt: activity.startedAt, activity.attributes)
        draft.scope.state = activity.state.copy().release()
        draft.scope.stale_ms = Milliseconds.orZero(activity.staleDate)
        draft.scope.relevance = activity.relevanceScore
        draft.scope.wake_ms = Milliseconds.orZero(activity.wakeDate)
        let (stale, wake) = (draft.scope.stale_ms, draft.scope.wake_ms)
        try draft.call(name, callback)
        activity.state = try draft.takeState()
        activity.relevanceScore = draft.scope.relevance
        // A date that the callback did not change keeps its fractions of a millisecond.
        if draft.scope.stale_ms != stale { activity.stale(at: try draft.staleDate) }
        if draft.scope.wake_ms != wake { activity.wake(at: try Milliseconds.optional(draft.scope.wake_ms, "wake_ms")) }
        if let alert = try draft.takeAlert() { activity.alert(alert) }
        if draft.scope.dismissal != LA_DISMISS_NOT {
            activity.end(
                dismissal: try ActivityUIDismissalPolicy(draft.scope.dismissal, draft.scope.dismissal_ms))
        }
    }

    /// The samples, if the table has samples that can be read.
    var samples: ProviderSamples<CAttributes, JanssonTree> {
        guard let read = provider.sampled.take() ?? (try? readSamples()) else { return ProviderSamples() }
        return ProviderSamples(
            attributes: read.attributes ?? [],
            story: (read.story ?? []).map { .init(after: $0.after_s, $0.event) },
            actions: (read.actions ?? []).map { .init($0.id, $0.title) })
    }

    /// Checks that the samples can be read, and caches them for ``samples``.
    ///
    /// - Throws: A ``Refusal`` with the path that cannot be read.
    func checkSamples() throws { provider.sampled = try readSamples() }

    private func readSamples() throws -> Samples? {
        guard let samples = provider.table.samples else { return nil }
        return try read(Samples.self, of: "samples()", samples(provider.table.user_data))
    }

    fileprivate struct Samples: Decodable {
        var attributes: [CAttributes]?
        var story: [Moment]?
        var actions: [Action]?

        struct Moment: Decodable {
            var after_s: TimeInterval
            var event: JanssonTree
        }

        struct Action: Decodable {
            var id: ActionID
            var title: String
        }
    }
}

extension WireDecoder {
    /// A decoder for the values that providers in C return. Created for each use, because a decoder is not thread-safe.
    fileprivate static var forPlugins: WireDecoder {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        return decoder
    }
}

/// A `la_scope` and those of its references that the host must release.
private struct Draft: ~Copyable {
    var scope = la_scope()
    private let attributes: CAttributes

    init(now: Date, startedAt: Date, _ attributes: CAttributes) {
        self.init(attributes)
        scope.now_ms = Milliseconds.nearest(now)
        scope.started_ms = Milliseconds.nearest(startedAt)
    }

    /// A scope without times and state.
    init(_ attributes: CAttributes) {
        self.attributes = attributes
        scope.size = UInt32(MemoryLayout<la_scope>.size)
        scope.attributes = attributes.tree.withPointer { $0 }
        scope.dismissal = la_dismissal(LA_DISMISS_NOT)
    }

    deinit {
        if let state = scope.state { _ = JanssonValue(adopting: state) }
        if let alert = scope.alert { _ = JanssonValue(adopting: alert) }
    }

    /// - Throws: The error of the callback.
    mutating func call(_ name: StaticString, _ callback: (UnsafeMutablePointer<la_scope>) -> la_status) throws {
        let result = callback(&scope)
        guard result != LA_OK else { return }
        let reason = withUnsafeBytes(of: &scope.reason) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let description = reason.isEmpty ? "\(name)() returned \(result)" : reason
        // The callback could not decode its input; any other status is a refusal.
        if result == la_status(LA_ERROR_UNDECODABLE) {
            throw EngineError.undecodable(what: "event", path: "", reason: description)
        }
        throw Refusal(description: description)
    }

    /// Takes the state that the callback has set.
    mutating func takeState() throws -> JanssonTree {
        guard let state = scope.state else { throw Refusal(description: "the provider left no state") }
        scope.state = nil
        do {
            return try JanssonTree(taking: JanssonValue(adopting: state))
        } catch {
            throw Refusal(description: "the provider left a state that is not JSON: \(error.reason)")
        }
    }

    mutating func takeAlert() throws -> AlertConfiguration? {
        guard let alert = scope.alert else { return nil }
        scope.alert = nil
        do {
            return try WireDecoder.forPlugins.decode(AlertConfiguration.self, from: JanssonValue(adopting: alert))
        } catch let error as DecodingError {
            throw Refusal(description: "the provider left an invalid alert: \(error.reason)")
        }
    }

    var staleDate: Date? {
        get throws { try Milliseconds.optional(scope.stale_ms, "stale_ms") }
    }
}
