#if Service
import Foundation
import HTTPTypes
import LiveActivityCluster
import LiveActivityCore
import NIOPosix
import Synchronization

/// Named values of a service: in a file of its own, or in the settings that all nodes of a cluster share.
///
/// A change is written before it is visible. On a cluster it is visible at the other nodes within a second
/// (``ServiceState/followSettings()``).
final class SharedTable<Value: Codable & Hashable & Sendable>: Sendable {
    private enum Place {
        /// `write` replaces the file.
        case file(write: @Sendable ([String: Value]) throws -> Void)
        case settings(SharedSettings, prefix: String)
    }

    private struct State {
        var values: [String: Value]
        /// On a cluster, the positions of the values, and of the settings from which they were read.
        var positions: [String: LogPosition] = [:]
        var position: LogPosition = 0
    }

    private let place: Place
    private let state: Mutex<State>

    /// Creates a table of one process.
    ///
    /// - Parameter write: Writes all values to a file. If it throws, the change is not made.
    init(_ values: [String: Value] = [:], write: @escaping @Sendable ([String: Value]) throws -> Void = { _ in }) {
        place = .file(write: write)
        state = Mutex(State(values: values))
    }

    /// Opens a table of one process in a file, a JSON object of names and values.
    ///
    /// - Parameter what: The content of the file, for the error message.
    /// - Throws: ``ServiceError`` if the file cannot be read, or contains something else.
    convenience init(file: String, _ what: String) throws(ServiceError) {
        let values: [String: Value]? = try PrivateFile.value(in: file, what)
        self.init(values ?? [:]) { try PrivateFile.write(try WireEncoder().encode($0), to: file) }
    }

    /// Opens a table that all nodes of a cluster share.
    ///
    /// - Parameter prefix: Begins the names of its values in the settings.
    init(in settings: SharedSettings, _ prefix: String) {
        place = .settings(settings, prefix: prefix)
        state = Mutex(State(values: [:]))
    }

    var values: [String: Value] {
        guard case .settings(let settings, let prefix) = place else { return state.withLock { $0.values } }
        return state.withLock { state in
            guard settings.position != state.position else { return state.values }
            // Read first: the values may be newer than this position, which costs another reading.
            var new = State(values: [:], position: settings.position)
            for (name, value) in settings.values where name.hasPrefix(prefix) {
                let short = String(name.dropFirst(prefix.count))
                new.positions[short] = value.position
                new.values[short] =
                    state.positions[short] == value.position ? state.values[short] : Self.decoded(value.text)
            }
            state = new
            return new.values
        }
    }

    subscript(name: String) -> Value? { values[name] }

    /// Changes values. Blocks.
    ///
    /// - Parameter body: On a cluster it is called again if another node has changed the settings meanwhile.
    /// - Throws: The error of `body`, or of the file; ``Problem``, 503, if the cluster's log does not answer.
    func change<Result: Sendable>(_ body: (inout [String: Value]) throws -> Result) throws -> Result {
        switch place {
        case .file(let write):
            return try state.withLock { state in
                var values = state.values
                let result = try body(&values)
                if values != state.values { try write(values) }
                state.values = values
                return result
            }
        case .settings(let settings, let prefix):
            return try Self.answering {
                try settings.change { draft in
                    var values: [String: Value] = [:]
                    for name in draft.names where name.hasPrefix(prefix) {
                        values[String(name.dropFirst(prefix.count))] = draft[name].flatMap { Self.decoded($0) }
                    }
                    let before = values
                    let result = try body(&values)
                    for name in before.keys where values[name] == nil { draft[prefix + name] = nil }
                    for (name, value) in values where before[name] != value {
                        draft[prefix + name] = String(decoding: try WireEncoder().encode(value), as: UTF8.self)
                    }
                    return result
                }
            }
        }
    }

    /// Changes values on a thread that may block.
    func changeBeside<Result: Sendable>(
        _ body: @escaping @Sendable (inout [String: Value]) throws -> Result
    ) async throws -> Result { try await NIOThreadPool.singleton.runIfActive { try self.change(body) } }

    /// - Returns: `nil` for a value of a later version, which stays as it is.
    private static func decoded(_ text: String) -> Value? { try? WireDecoder().decode(Value.self, from: Array(text.utf8)) }

    private static func answering<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as Problem { throw error } catch LogError.tooLarge(let bytes, let limit) {
            throw Problem(
                .contentTooLarge, "payloadTooLarge", "It takes \(bytes) bytes, and a setting of a cluster \(limit) at most.")
        } catch {
            var problem = Problem(
                .serviceUnavailable, "settingsUnavailable", "The cluster's settings cannot be written: \(error)")
            problem.headers[.retryAfter] = "1"
            throw problem
        }
    }
}
#endif
