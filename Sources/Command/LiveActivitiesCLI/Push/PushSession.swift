#if SQLite && Push
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySurfaces
import Synchronization

/// The pushes of `run --push`: a pusher on the runtime of a store, the file of tokens that it follows, and the file of its
/// steps.
final class PushSession: Sendable {
    private let pusher: ActivityPusher
    private let changes: Task<Void, Never>
    private let tokens: Task<Void, Never>

    /// How long the end of the input waits for answers, in seconds. What has none then is sent by the next run.
    private static let patience = 30

    /// - Throws: ``SystemError`` that says what is wrong with the configuration.
    init(configuration file: String, _ runtime: LiveActivityRuntime, _ widgets: ActivityWidgets) throws {
        do {
            let configuration = try PushConfiguration(file: file)
            let pusher = try configuration.pusher(for: runtime) { $0.showing(widgets, of: runtime) }
            if let trace = configuration.trace { try Self.write(pusher, to: configuration.path(trace)) }
            self.pusher = pusher
            let sequence = try runtime.changes(for: "push")
            if let devices = configuration.devices {
                // A ledger in memory needs all lines again.
                var feed = DeviceFeed(path: configuration.path(devices), keepsPosition: configuration.ledger != nil)
                Self.read(&feed, into: pusher)
                tokens = Task { [feed] in await Self.follow(feed, into: pusher) }
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

    /// Waits for the answers of what is on its way, and stops.
    func close() throws(SystemError) {
        do throws(PushError) {
            try Blocking.run { [self] () async throws(PushError) in
                for _ in 0..<(Self.patience * 10) {
                    // The consumer is given the last changes shortly after they are on disk.
                    try? await Task.sleep(for: .milliseconds(100))
                    if pusher.backlog.inFlight == 0 { break }
                }
                changes.cancel()
                tokens.cancel()
                try await pusher.close()
            }
        } catch { throw SystemError(saying: "\(error)") }
    }

    // MARK: - Tokens

    /// The file is looked at every second; the operating system's notices differ too much to be worth it.
    private static func follow(_ start: DeviceFeed, into pusher: ActivityPusher) async {
        var feed = start
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            read(&feed, into: pusher)
        }
    }

    private static func read(_ feed: inout DeviceFeed, into pusher: ActivityPusher) {
        while true {
            do throws(PushError) {
                let entries = try feed.readNew()
                if entries.isEmpty { return }
                try pusher.take(entries)
                try feed.keepPosition()
            } catch { StandardError.report("\(error)") }
        }
    }

    // MARK: - Steps

    private static func write(_ pusher: ActivityPusher, to path: String) throws {
        let file = try Descriptor.open(appending: path)
        pusher.logTrace { steps in
            var bytes: [UInt8] = []
            for (activity, entry) in steps {
                entry.json(activity: activity).appendText(to: &bytes)
                bytes.append(UInt8(ascii: "\n"))
            }
            // A trace that cannot be written must not stop a push.
            bytes.withUnsafeBytes { try? file.write($0) }
        }
    }
}
#endif
