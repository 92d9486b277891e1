#if Service
import Crypto
public import Foundation
public import LiveActivityCore
public import Logging
import Synchronization

/// The tokens of a service, in a JSON file that only the service's user may read. It contains hashes in place of secrets.
///
/// ```swift
/// let file = TokenFile(path: "/var/lib/live-activities/tokens.json")
/// let (token, entry) = try file.create(name: "orders", scope: .write)   // the text is shown once
/// ```
///
/// A running service accepts a new token at once, and refuses a revoked one within a second.
///
/// After the first token was created, callers need one, even if the file is later emptied or deleted: the marker file
/// `FILE.required` records it. The marker is written before the first token, and only ``forgetThatThereWereTokens()`` removes
/// it.
///
/// On a cluster a service creates tokens in the settings that all nodes share, and every node accepts them. The file then has
/// the tokens that the command has created on the node's machine; only that node accepts these.
public final class TokenFile: Sendable {
    /// One token, without its secret.
    public struct Entry: Codable, Hashable, Sendable {
        /// Identifies the token in lists and logs. Not secret.
        public var id: String
        /// The display name that its creator chose.
        public var name: String
        /// The permission level.
        public var scope: Scope
        /// The owner whose activities the token may access; `nil` for every owner.
        public var owner: OwnerID?
        /// The hash (SHA-256) of the secret, in hexadecimal.
        public var hash: String
        /// The time of creation.
        public var createdAt: String
        /// The time at which the token expires; `nil` if it does not expire.
        public var expiresAt: String?

        /// The permissions of the token's callers.
        fileprivate var access: Access {
            Access(name: id, scope: scope, owner: owner, expiresAt: expiresAt.flatMap { Date(iso8601: $0) })
        }
    }

    /// Describes why the token file cannot be used.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
        /// The error of a file that cannot be read; `nil` for any other reason.
        var cause: ServiceError?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var checkedAt: ContinuousClock.Instant?
        var version: FileVersion?
        /// Whether the file exists and has never been read successfully, so that its tokens are unknown.
        var isUnreadable = false
        /// Whether a token has ever existed.
        var areRequired = false
        /// The version of the file that was reported as damaged, to report each version once.
        var reported: FileVersion?
    }

    private let path: String
    /// The tokens of all nodes by id; `nil` outside a cluster.
    private let shared: SharedTable<Entry>?
    private let logger: Logger?
    private let state = Mutex(State())

    /// Opens a token file, which need not exist yet.
    ///
    /// - Parameter logger: Receives an error when the file is found damaged or missing while in use; `nil` logs nothing.
    public convenience init(path: String, logger: Logger? = nil) { self.init(path: path, shared: nil, logger: logger) }

    init(path: String, shared: SharedTable<Entry>?, logger: Logger?) {
        (self.path, self.shared, self.logger) = (path, shared, logger)
    }

    // MARK: - Creating and removing

    /// Creates a token and stores it. Blocks.
    ///
    /// - Returns: The token's text, which is stored nowhere, and its entry.
    public func create(
        name: String, scope: Scope, owner: OwnerID? = nil, expiresAt: Date? = nil, now: Date = Date()
    ) throws -> (text: String, entry: Entry) {
        try create(name: name, scope: scope, owner: owner, expiresAt: expiresAt, now: now) { _ in }
    }

    /// - Parameter handOver: Receives the text before the token is stored. If it throws, there is no token.
    @discardableResult
    package func create(
        name: String, scope: Scope, owner: OwnerID?, expiresAt: Date?, now: Date = Date(), handOver: (String) throws -> Void
    ) throws -> (text: String, entry: Entry) {
        var generator = SystemRandomNumberGenerator()
        let id = Self.hexadecimal((0..<4).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        let secret = Self.hexadecimal((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        let entry = Entry(
            id: id, name: name, scope: scope, owner: owner, hash: Self.hash(secret), createdAt: now.iso8601,
            expiresAt: expiresAt?.iso8601)
        guard scope != .device || owner != nil else {
            throw Failure(description: "a token with the scope 'device' needs an owner")
        }
        let text = "la_\(id)_\(secret)"
        try handOver(text)
        if let shared { try shared.change { $0[id] = entry } } else { try change { $0.append(entry) } }
        return (text, entry)
    }

    /// All tokens, in the order of their creation.
    public func list() throws -> [Entry] {
        try read() + (shared?.values.values.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } ?? [])
    }

    /// Removes a token.
    ///
    /// - Returns: `false` if no token has this id.
    @discardableResult
    public func revoke(_ id: String) throws -> Bool {
        if let shared, try shared.change({ $0.removeValue(forKey: id) }) != nil { return true }
        guard try read().contains(where: { $0.id == id }) else { return false }
        return try change { entries in
            let count = entries.count
            entries.removeAll { $0.id == id }
            return entries.count != count
        }
    }

    /// Reads the tokens, changes them and writes them, while no other process or thread does.
    private func change<Value>(_ body: (inout [Entry]) -> Value) throws -> Value {
        try require()
        // The lock is on the mark, because that file is never replaced: all processes lock the same file.
        let lock: PrivateFile.Lock
        do { lock = try PrivateFile.Lock(mark) } catch {
            throw Failure(description: "'\(mark)' cannot be locked: \(error)")
        }
        defer { lock.release() }
        var entries = try read()
        let value = body(&entries)
        try write(entries)
        // Whoever made a token may use it at once.
        state.withLock { $0.checkedAt = nil }
        return value
    }

    /// Lets a service on loopback accept callers without a token again, as before the first token was created.
    ///
    /// - Throws: ``Failure`` if a token exists, or if the file cannot be read and may contain one.
    public func forgetThatThereWereTokens() throws {
        guard try read().isEmpty else { throw Failure(description: "there are tokens in '\(path)': revoke them first") }
        for name in [path, mark] where FileManager.default.fileExists(atPath: name) {
            do { try FileManager.default.removeItem(atPath: name) } catch {
                throw Failure(description: "'\(name)' cannot be removed: \(error)")
            }
        }
        state.withLock { $0 = State() }
    }

    // MARK: - Checking

    /// Whether the file has no token. `false` for a file that cannot be read, which may have some. A service without tokens
    /// listens on loopback only.
    var isEmpty: Bool {
        refresh()
        return state.withLock { $0.entries.isEmpty && !$0.isUnreadable } && shared?.values.isEmpty != false
    }

    /// Whether callers must show a token: if there is or ever was one.
    var areNeeded: Bool {
        refresh()
        let areShared = shared?.values.isEmpty == false
        return state.withLock { state in
            // This node requires one from now on, as if it had created it.
            if areShared { noteTokens(&state) }
            return state.areRequired || !state.entries.isEmpty || state.isUnreadable
        }
    }

    /// The permissions of a token; `nil` if the token is unknown or expired. The comparison takes constant time.
    func access(_ text: String, now: Date = Date()) -> Access? {
        let parts = text.split(separator: "_", maxSplits: 2)
        guard parts.count == 3, parts[0] == "la", parts[2].utf8.count == 64 else { return nil }
        guard let entry = entry(String(parts[1])) else { return nil }
        guard Self.areEqual(Self.hash(String(parts[2])), entry.hash) else { return nil }
        let access = entry.access
        // Only a file that was written by hand has such an entry.
        if access.scope == .device, access.owner == nil { return nil }
        if let date = access.expiresAt, date <= now { return nil }
        return access
    }

    /// The entry of a token. An id that is unknown may have been created a moment ago, by another process, so that the file is
    /// checked again at once.
    private func entry(_ id: String) -> Entry? {
        refresh()
        if let entry = state.withLock({ $0.entries[id] }) ?? shared?[id] { return entry }
        refresh(after: .zero)
        return state.withLock { $0.entries[id] }
    }

    /// Checks an access that was granted earlier: whether its token still exists, has the same permissions and has not expired.
    func allows(_ access: Access, now: Date = Date()) -> Bool {
        refresh()
        let known = state.withLock { $0.entries[access.name] } ?? shared?[access.name]
        guard let known, known.access == access else { return false }
        return access.expiresAt.map { $0 > now } ?? true
    }

    /// The minimum time between two checks of the file.
    static let checkInterval: Duration = .milliseconds(400)

    /// Reads the file again if it has changed and the last check was at least `interval` ago.
    private func refresh(after interval: Duration = checkInterval) {
        state.withLock { state in
            let now = ContinuousClock.now
            if let checked = state.checkedAt, now - checked < interval { return }
            state.checkedAt = now
            if !state.areRequired, FileVersion(mark) != nil { state.areRequired = true }
            let version = FileVersion(path)
            guard version != state.version || version == nil else { return }
            // The file exists only if a token was created.
            if version != nil { noteTokens(&state) }
            let (hadTokens, couldBeRead) = (!state.entries.isEmpty, state.version != nil)
            // An unreadable file must neither open the service to everyone nor lock out the known tokens.
            let entries: [Entry]
            do { entries = try read() } catch {
                state.isUnreadable = !couldBeRead
                if state.reported != version {
                    logger?.error(
                        "the token file is damaged: the tokens read before remain valid", metadata: ["error": "\(error)"])
                }
                state.reported = version
                return
            }
            state.isUnreadable = false
            state.version = version
            state.entries = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
            if hadTokens, entries.isEmpty {
                logger?.warning(
                    "there are no tokens left, so all requests are refused: run 'live-activities token create', or start with '--open'",
                    metadata: ["file": "\(path)"])
            }
        }
    }

    /// Records that tokens are required from now on, also for later processes.
    private func noteTokens(_ state: inout State) {
        guard !state.areRequired else { return }
        state.areRequired = true
        do { try require() } catch {
            logger?.error("the next process will not require a token", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - The file

    /// The marker file, which records that a token was created.
    private var mark: String { path + ".required" }

    private func require() throws {
        guard FileVersion(mark) == nil else { return }
        do {
            try PrivateFile.create(
                Array("A token was created, so requests need one. 'serve --open' removes this file.\n".utf8), at: mark)
        } catch { throw Failure(description: "'\(mark)' cannot be written: \(error)") }
    }

    private func read() throws -> [Entry] {
        let bytes: [UInt8]?
        do throws(ServiceError) { bytes = try PrivateFile.read(path) } catch {
            throw Failure(description: "\(error)", cause: error)
        }
        guard let bytes else { return [] }
        do { return try WireDecoder().decode([Entry].self, from: bytes) } catch {
            throw Failure(description: "'\(path)' is not a token file: \(error)")
        }
    }

    private func write(_ entries: [Entry]) throws {
        var bytes: [UInt8] = []
        try WireEncoder().encodeToJSONValue(entries).appendText(to: &bytes, prettyPrinted: true)
        do { try PrivateFile.write(bytes + [0x0A], to: path) } catch {
            throw Failure(description: "'\(path)' cannot be written: \(error)")
        }
    }

    // MARK: - Bytes

    static func hash(_ text: String) -> String { hexadecimal(SHA256.hash(data: Data(text.utf8))) }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func areEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
#endif
