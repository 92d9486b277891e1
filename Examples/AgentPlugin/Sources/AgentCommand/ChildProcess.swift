import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A running command with pipes for its output. It has this process's input, folder and process group.
struct ChildProcess {
    let id: pid_t
    /// The command's outputs and their destinations: standard output and standard error.
    let outputs: [(from: Int32, to: Int32)]

    /// - Parameter environment: Variables besides those of this process.
    init(_ command: [String], environment: [String: String]) throws(SpawnError) {
        // Before the command starts, so that none of its signals is missed.
        Signals.watch()
        var pipes: [(read: Int32, write: Int32)] = []
        for _ in 0..<2 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw SpawnError(command[0], errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
            pipes.append((ends[0], ends[1]))
        }
        defer { for pipe in pipes { close(pipe.write) } }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        let (id, code) = Self.spawn(command, variables, output: pipes[0].write, errors: pipes[1].write)
        guard code == 0 else { throw SpawnError(command[0], code) }
        self.id = id
        outputs = [(pipes[0].read, STDOUT_FILENO), (pipes[1].read, STDERR_FILENO)]
    }

    private static func spawn(_ command: [String], _ variables: [String], output: Int32, errors: Int32) -> (pid_t, Int32) {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // The command starts with the signals as a shell would start it.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var standard = sigset_t()
        sigemptyset(&standard)
        for number in Signals.forwarded + [SIGCHLD, SIGPIPE] { sigaddset(&standard, number) }
        posix_spawnattr_setsigdefault(&attributes, &standard)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, command[0], &actions, &attributes, &arguments, &environment)
        return (id, code)
    }

    /// The exit status, as a shell reports it, if the command has ended; `nil` while it runs.
    func exitStatus() -> Int32? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// The command could not be started.
struct SpawnError: Error, CustomStringConvertible {
    let command: String
    let code: Int32

    init(_ command: String, _ code: Int32) {
        self.command = command
        self.code = code
    }

    /// The exit status that a shell would report.
    var exitStatus: Int32 { code == ENOENT ? 127 : 126 }

    var description: String { "cannot run '\(command)': \(String(cString: strerror(code)))" }
}
