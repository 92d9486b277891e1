#if Push

extension DeviceFeed {
    /// Passes the lines of the file, and lines that are appended later, to a pusher until the task is cancelled. It reads the
    /// file every second, because file notifications differ too much between operating systems.
    package mutating func follow(into pusher: ActivityPusher, report: @Sendable (PushError) -> Void) async {
        while !Task.isCancelled {
            read(into: pusher, report: report)
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Passes the new lines of the file to a pusher. A line that is invalid or refused is reported and skipped.
    package mutating func read(into pusher: ActivityPusher, report: (PushError) -> Void) {
        while true {
            do throws(PushError) {
                let entries = try readNew()
                if entries.isEmpty { return }
                let taken = try pusher.take(entries)
                try keepPosition()
                for case .failure(let error) in taken { report(error) }
            } catch { report(error) }
        }
    }
}

#if PushFiles
extension PushConfiguration {
    /// The feed of the file that `devices` names; `nil` if the configuration names none. If the ledger is only in memory, the
    /// feed starts at the first line.
    package var deviceFeed: DeviceFeed? {
        devices.map { DeviceFeed(path: writtenPath($0), keepsPosition: ledger != nil) }
    }

    /// Opens the file that `trace` names; `nil` if the configuration names none.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` if the file cannot be written.
    package func traceFile() throws(PushError) -> PushTraceFile? {
        guard let trace else { return nil }
        return try PushTraceFile(path: writtenPath(trace), days: traceDays)
    }
}
#endif
#endif
