import Dispatch
import LiveActivityCore
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Performs the commands of one hot path between two functions that callgrind recognises. `Scripts/costs` runs it once for each
/// path.
///
///     Costs               prints the paths, each with how many commands are counted
///     Costs send-typed    carries out as many commands twice: to warm up, then counted
@main enum Costs {
    static let paths: [HotPath] = ofRuntime + ofCluster + ofPushes + ofService

    static func main() throws {
        guard let name = CommandLine.arguments.dropFirst().first else {
            for path in paths { print(path.name, path.commands) }
            return
        }
        guard let path = paths.first(where: { $0.name == name }) else {
            throw CostsError(reason: "there is no path '\(name)': \(paths.map(\.name).joined(separator: ", "))")
        }
        try path.run()
    }
}

/// A kind of command whose cost is counted.
struct HotPath: Sendable {
    /// The function that performs a path's commands after the preparation. Commands are numbered from 0.
    enum Commands {
        case synchronous((Int) throws -> Void)
        case asynchronous((Int) async throws -> Void)
    }

    var name: String
    /// The number of counted commands. As many precede them, so that memory is reserved and tables have their final size.
    var commands: Int
    /// Prepares `2 * commands` commands.
    var prepare: @Sendable (_ count: Int) async throws -> Commands

    func run() throws {
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        // One task of the global pool that never changes its executor: the commands run on one thread, and are counted exactly.
        Task.detached {
            do { try await carryOut() } catch { failure.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func carryOut() async throws {
        switch try await prepare(2 * commands) {
        case .synchronous(let command):
            for number in 0..<commands { try command(number) }
            costsBegin()
            for number in commands..<2 * commands { try command(number) }
            costsEnd()
        case .asynchronous(let command):
            for number in 0..<commands { try await command(number) }
            costsBegin()
            for number in commands..<2 * commands { try await command(number) }
            costsEnd()
        }
    }
}

struct CostsError: Error, CustomStringConvertible {
    var reason: String
    var description: String { reason }
}

// MARK: - Beginning and end of counting

// Each makes a different system call: the compiler removes a function without an effect, and merges two equal ones.

/// callgrind forgets what it has counted when this is called (`--zero-before`).
@c(costs_begin) @inline(never) public func costsBegin() { _ = getpid() }

/// callgrind writes what it has counted since ``costsBegin()`` (`--dump-before`).
@c(costs_end) @inline(never) public func costsEnd() { _ = getppid() }
