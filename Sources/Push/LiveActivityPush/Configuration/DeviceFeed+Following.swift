#if Push

extension DeviceFeed {
    /// Passes the lines of the file, and the lines that are appended, on to a pusher until the task is cancelled. It polls the
    /// file every second, because file notifications differ too much between operating systems.
    package mutating func follow(into pusher: ActivityPusher, report: @Sendable (PushError) -> Void) async {
        while !Task.isCancelled {
            read(into: pusher, report: report)
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Passes the new lines of the file on to a pusher. A wrong line is reported and left out.
    package mutating func read(into pusher: ActivityPusher, report: (PushError) -> Void) {
        while true {
            do throws(PushError) {
                let entries = try readNew()
                if entries.isEmpty { return }
                try pusher.take(entries)
                try keepPosition()
            } catch { report(error) }
        }
    }
}

extension PushConfiguration {
    /// The file of `devices`, to be followed; `nil` where none is named. With a ledger in memory all lines are needed again.
    package var deviceFeed: DeviceFeed? {
        devices.map { DeviceFeed(path: path($0), keepsPosition: ledger != nil) }
    }

    /// The file of `trace`; `nil` where none is named.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` where the file cannot be written.
    package func traceFile() throws(PushError) -> PushTraceFile? {
        guard let trace else { return nil }
        return try PushTraceFile(path: path(trace), days: traceDays)
    }
}
#endif
