#if SQLite && PushFiles
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySurfaces
import Synchronization

/// The push part of `run --push`: a pusher for the runtime, the file of device tokens that it follows, and the file to which it
/// writes its steps.
final class PushSession: Sendable {
    private let pusher: ActivityPusher
    private let changes: Task<Void, Never>
    private let tokens: Task<Void, Never>

    /// The time for which the session waits for answers to pushes at the end of the input, in seconds. The next run repeats
    /// pushes without an answer.
    private static let timeout = 30

    /// - Throws: ``SystemError`` for an invalid configuration.
    init(configuration file: String, _ runtime: LiveActivityRuntime, _ widgets: ActivityWidgets) throws {
        do {
            let configuration = try PushConfiguration(file: file)
            let pusher = try configuration.pusher(for: runtime) { $0.showing(widgets, of: runtime) }
            if let file = try configuration.traceFile() { pusher.logTrace(to: file) }
            self.pusher = pusher
            let sequence = try runtime.changes(for: "push")
            if var feed = configuration.deviceFeed {
                feed.read(into: pusher) { StandardError.report("\($0)") }
                tokens = Task { [feed] in
                    var feed = feed
                    await feed.follow(into: pusher) { StandardError.report("\($0)") }
                }
            } else {
                tokens = Task {}
            }
            changes = Task { await pusher.run(sequence) }
        } catch let error as PushError {
            throw SystemError(saying: "\(error)")
        } catch let error as RuntimeError {
            throw SystemError(saying: "\(error)")
        }
    }

    /// Waits for pushes in flight, and stops.
    func close() throws(SystemError) {
        do throws(PushError) {
            try Blocking.run { [self] () async throws(PushError) in
                for _ in 0..<(Self.timeout * 10) {
                    // The consumer receives the last changes shortly after they are stored.
                    try? await Task.sleep(for: .milliseconds(100))
                    if pusher.backlog.inFlight == 0 { break }
                }
                changes.cancel()
                tokens.cancel()
                try await pusher.close()
            }
        } catch { throw SystemError(saying: "\(error)") }
    }
}
#endif
