#if Service
import Crypto
public import Foundation
public import LiveActivityCore
public import Logging
import Synchronization

/// The tokens of a service, in a file of JSON that only the service's user may read. Secrets are in it as hashes.
///
/// ```swift
/// let file = TokenFile(path: "/var/lib/live-activities/tokens.json")
/// let (token, entry) = try file.create(name: "orders", scope: .write)   // the text is shown once
/// ```
///
/// A running service notices a changed file within a second.
///
/// Once there was a token, callers need one, whatever becomes of the file: `FILE.required` beside it says so. It is there
/// before the first token is, and only ``forgetThatThereWereTokens()`` removes it.
public final class TokenFile: Sendable {
    /// One token, without its secret.
    public struct Entry: Codable, Hashable, Sendable {
        /// Names the token in lists and logs. Not secret.
        public var id: String
        /// What its owner calls it.
        public var name: String
        /// The most that it allows.
        public var scope: Scope
        /// Only this owner's activities; every owner's if `nil`.
        public var owner: OwnerID?
        /// The hash (SHA-256) of the secret, in hexadecimal.
        public var hash: String
        /// When it was made.
        public var createdAt: String
        /// When it stops working; `nil` if it does not.
        public var expiresAt: String?

        /// The access that it gives.
        fileprivate var access: Access {
            Access(name: id, scope: scope, owner: owner, expiresAt: expiresAt.flatMap { Date(iso8601: $0) })
        }
    }

    /// What is wrong with the file.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var checkedAt: ContinuousClock.Instant?
        var version: FileVersion?
        /// Whether there is a file that could never be read. Nobody knows which tokens it has.
        var isUnreadable = false
        /// Whether there ever was a token.
        var areRequired = false
        /// The file that was reported as damaged.
        var reported: FileVersion?
    }

    private let path: String
    private let logger: Logger?
    private let state = Mutex(State())

    /// The tokens in a file, which need not be there yet.
    ///
    /// - Parameter logger: Where it is said that the file is damaged or gone, while it is in use; nowhere if `nil`.
    public init(path: String, logger: Logger? = nil) {
        self.path = path
        self.logger = logger
    }

    // MARK: - Making and removing

    /// Makes a token and writes it to the file.
    ///
    /// - Returns: The token's text, which is nowhere else, and its entry.
    public func create(
        name: String, scope: Scope, owner: OwnerID? = nil, expiresAt: Date? = nil, now: Date = Date()
    ) throws -> (text: String, entry: Entry) {
        var generator = SystemRandomNumberGenerator()
        let id = Self.hexadecimal((0..<4).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        let secret = Self.hexadecimal((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        let entry = Entry(
            id: id, name: name, scope: scope, owner: owner, hash: Self.hash(secret), createdAt: now.iso8601,
            expiresAt: expiresAt?.iso8601)
        var entries = try read()
        entries.append(entry)
        try require()
        try write(entries)
        return ("la_\(id)_\(secret)", entry)
    }

    /// All tokens, in the order in which they were made.
    public func list() throws -> [Entry] { try read() }

    /// Removes a token.
    ///
    /// - Returns: Whether there was one with this id.
    @discardableResult
    public func revoke(_ id: String) throws -> Bool {
        var entries = try read()
        let count = entries.count
        entries.removeAll { $0.id == id }
        if entries.count != count {
            try require()
            try write(entries)
        }
        return entries.count != count
    }

    /// Makes a service on loopback need no token again, as before the first one.
    ///
    /// - Throws: ``Failure`` where there is a token, or a file that cannot be read and may have some.
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

    /// Whether there is no token: not for a file that cannot be read, which may have some. A service without one listens on
    /// loopback only.
    var isEmpty: Bool {
        refresh()
        return state.withLock { $0.entries.isEmpty && !$0.isUnreadable }
    }

    /// Whether callers must show a token: where there is one, and where there was one.
    var areNeeded: Bool {
        refresh()
        return state.withLock { $0.areRequired || !$0.entries.isEmpty || $0.isUnreadable }
    }

    /// What a token allows; `nil` if it is none of these, or has expired. It takes the same time wherever the secret differs.
    func access(_ text: String, now: Date = Date()) -> Access? {
        refresh()
        let parts = text.split(separator: "_", maxSplits: 2)
        guard parts.count == 3, parts[0] == "la", parts[2].utf8.count == 64 else { return nil }
        guard let entry = state.withLock({ $0.entries[String(parts[1])] }) else { return nil }
        guard Self.areEqual(Self.hash(String(parts[2])), entry.hash) else { return nil }
        let access = entry.access
        if let date = access.expiresAt, date <= now { return nil }
        return access
    }

    /// Checks an earlier access again: its token still exists, allows the same and has not expired.
    func allows(_ access: Access, now: Date = Date()) -> Bool {
        refresh()
        guard let entry = state.withLock({ $0.entries[access.name] }), entry.access == access else { return false }
        return access.expiresAt.map { $0 > now } ?? true
    }

    /// How long the file is not looked at again.
    static let checkInterval: Duration = .milliseconds(400)

    /// Reads the file again if it has changed, at most once in ``checkInterval``.
    private func refresh() {
        state.withLock { state in
            let now = ContinuousClock.now
            if let checked = state.checkedAt, now - checked < Self.checkInterval { return }
            state.checkedAt = now
            if !state.areRequired, FileVersion(mark) != nil { state.areRequired = true }
            let version = FileVersion(path)
            guard version != state.version || version == nil else { return }
            // There is a file only where there was a token.
            if version != nil { noteTokens(&state) }
            let (hadTokens, couldBeRead) = (!state.entries.isEmpty, state.version != nil)
            // A file that cannot be read must not open the service, nor close it to those who are known.
            let entries: [Entry]
            do { entries = try read() } catch {
                state.isUnreadable = !couldBeRead
                if state.reported != version {
                    logger?.error(
                        "the file of tokens is damaged: those that were known go on to work", metadata: ["error": "\(error)"])
                }
                state.reported = version
                return
            }
            state.isUnreadable = false
            state.version = version
            state.entries = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
            if hadTokens, entries.isEmpty {
                logger?.warning(
                    "there is no token any more, and nobody is let in: make one with 'live-activities token create', or start with '--open'",
                    metadata: ["file": "\(path)"])
            }
        }
    }

    /// From now on tokens are needed, also in later processes.
    private func noteTokens(_ state: inout State) {
        guard !state.areRequired else { return }
        state.areRequired = true
        do { try require() } catch {
            logger?.error("the next process will not know that there was a token", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - The file

    /// The file that says that there was a token.
    private var mark: String { path + ".required" }

    private func require() throws {
        guard FileVersion(mark) == nil else { return }
        do {
            try PrivateFile.write(
                Array("Callers need a token since there was one; 'serve --open' removes this file.\n".utf8), to: mark)
        } catch { throw Failure(description: "'\(mark)' cannot be written: \(error)") }
    }

    private func read() throws -> [Entry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            return try WireDecoder().decode([Entry].self, from: [UInt8](Data(contentsOf: URL(filePath: path))))
        } catch { throw Failure(description: "'\(path)' is not a token file: \(error)") }
    }

    private func write(_ entries: [Entry]) throws {
        var bytes: [UInt8] = []
        try JSONValue(parsing: WireEncoder().encode(entries)).appendText(to: &bytes, prettyPrinted: true)
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
