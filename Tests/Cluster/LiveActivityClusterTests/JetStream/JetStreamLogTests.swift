#if Cluster
import Dispatch
import LiveActivities
import Testing

@testable import LiveActivityCluster

/// The log on real servers, with each nats-server that is installed.
@Suite(.serialized, .enabled(if: !NATSServers.programs.isEmpty, "no nats-server is installed"), .timeLimit(.minutes(15)))
struct JetStreamLogTests {
    @Test(arguments: NATSServers.programs) func oneServerKeepsTheContract(program: String) throws {
        let servers = try NATSServers(1, program: program)
        let connection = try servers.connect()
        let alone = JetStreamLog.Configuration(replicas: 1, bytesMax: 16 << 20)
        #expect(PartitionLogConformance(log: try servers.log("LA_P00", connection, alone)).violations() == [])
        try PartitionStory(log: servers.log("LA_P01", connection, alone)).check()
        try checkManyMessages(servers.log("LA_P02", connection, alone))
        try checkSettings(connection)
        try checkSharedSettings(connection, alone)
        try checkFullStream(servers, connection)
    }

    /// More than one message is read at once, and in order.
    private func checkManyMessages(_ log: JetStreamLog) throws {
        let messages = (1...300).map {
            LogMessage(id: "\($0)", bytes: Array(repeating: UInt8(truncatingIfNeeded: $0), count: $0))
        }
        for (index, message) in messages.enumerated() {
            #expect(try log.append(message, after: LogPosition(index)) == LogPosition(index + 1))
        }
        #expect(try log.read(after: 0, bytes: 1 << 20).map(\.message) == messages)
        let some = try log.read(after: 100, bytes: 1_000)
        #expect(some.map(\.message) == Array(messages[100..<100 + some.count]))
        #expect(some.reduce(0) { $0 + $1.message.bytes.count } >= 1_000)
    }

    /// The stream of the settings does not count as a partition.
    private func checkSharedSettings(_ connection: NATSConnection, _ streams: JetStreamLog.Configuration) throws {
        let transport = try JetStreamTransport(connection, cluster: "shared", streams: streams)
        try transport.open(partitions: 2)
        let (one, two) = (try SharedSettings(transport.settingsLog()), try SharedSettings(transport.settingsLog()))
        try two.change { $0["first"] = "1" }
        for number in 0..<200 { try one.change { $0["a"] = "\(number)" } }
        try two.refresh()
        #expect(two.values == one.values && two.values.count == 2)
        let count = try one.messageCount()
        #expect(count < 100)
        #expect(try JetStreamTransport(connection, cluster: "shared").openExisting().partitions == 2)
    }

    /// A stream that exists with other settings is not used: messages could be lost.
    private func checkSettings(_ connection: NATSConnection) throws {
        #expect(throws: LogError.misconfigured(reason: "stream LA_P00: 1 replicas instead of 3")) {
            try JetStreamLog(connection, stream: "LA_P00", JetStreamLog.Configuration(replicas: 3))
        }
    }

    private func checkFullStream(_ servers: NATSServers, _ connection: NATSConnection) throws {
        let log = try servers.log("LA_P03", connection, JetStreamLog.Configuration(replicas: 1, bytesMax: 10_000))
        var position: LogPosition = 0
        let error = #expect(throws: LogError.self) {
            while position < 100 {
                let message = LogMessage(id: "\(position)", bytes: Array(repeating: 0, count: 1_000))
                position = try log.append(message, after: position)
            }
        }
        guard case .full = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // It drops no messages: its beginning is kept, and it accepts more after a trim.
        #expect(try log.bounds() == LogBounds(first: 1, last: position))
        try log.trim(through: 2)
        #expect(try log.append(LogMessage(id: "more", bytes: [1]), after: position) == position + 1)
    }

    /// While there is no leader, servers refuse a message at once. The append keeps retrying, as an election takes some
    /// seconds.
    @Test(arguments: NATSServers.programs) func aMessageThatNobodyTakesWaits(program: String) async throws {
        let servers = try NATSServers(1, program: program)
        // The append waits five times as long.
        let connection = try servers.connect(timeout_ms: 60_000)
        let alone = JetStreamLog.Configuration(replicas: 1, bytesMax: 16 << 20)
        let log = try servers.log("LA_P00", connection, alone)
        // Without the stream, no server receives messages to its subject, just as without its leader.
        _ = await connection.ask("$JS.API.STREAM.DELETE.LA_P00", [], within: .seconds(10))
        // On a queue, because other tests may block the threads of tasks for longer than the append waits.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) {
            _ = try? JetStreamLog(connection, stream: "LA_P00", alone)
        }
        #expect(try log.append(LogMessage(id: "1", bytes: [1]), after: 0) == 1)
        #expect(try log.bounds() == LogBounds(first: 1, last: 1))
    }

    @Test func nobodyAnswers() throws {
        let port = try FreePorts.take(1)[0]
        let error = #expect(throws: LogError.self) {
            try NATSConnection(NATSConnection.Configuration(servers: ["nats://127.0.0.1:\(port)"], timeout_ms: 500))
        }
        guard case .unavailable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("nats://127.0.0.1:\(port)"))
    }

    /// Each of three servers is killed and restarted during appends, then all of them at once: every message is in the log once
    /// and in order, and no acknowledged one is missing.
    @Test(arguments: NATSServers.programs) func killedServersLoseNothing(program: String) throws {
        let servers = try NATSServers(3, program: program)
        let connection = try servers.connect()
        let log = try servers.log("LA_P00", connection, JetStreamLog.Configuration(replicas: 3, bytesMax: 16 << 20))
        var appender = Appender(log)
        for _ in 0..<20 { try appender.next() }
        for server in 0..<3 {
            servers.kill(server)
            for _ in 0..<20 { try appender.next() }
            try servers.start(server)
            for _ in 0..<20 { try appender.next() }
            // Wait before the next failure: a majority of the three must have everything.
            try waitUntilWhole(log)
        }
        for server in 0..<3 { servers.kill(server) }
        for server in 0..<3 { try servers.start(server) }
        for _ in 0..<20 { try appender.next() }
        let entries = try patiently { () throws -> [LogEntry] in
            let entries = try log.read(after: 0, bytes: 1 << 20)
            if entries.count < Int(appender.count) { throw LogError.unavailable(reason: "\(entries.count) entries are shown") }
            return entries
        }
        #expect(entries.map(\.position) == Array(1...appender.count))
        #expect(try entries.map { try LogRecord($0).epoch } == Array(1...appender.count))
    }

    private func waitUntilWhole(_ log: JetStreamLog) throws {
        try patiently {
            let behind = try log.replicasBehind()
            if behind > 0 { throw LogError.unavailable(reason: "\(behind) servers do not have the whole log") }
        }
    }

    /// Appends numbered records, and repeats each until it is acknowledged.
    private struct Appender {
        var writer: LogWriter
        var count: UInt64 = 0

        init(_ log: JetStreamLog) { writer = LogWriter(log, after: 0, writer: 1, attempts: 3) }

        mutating func next() throws {
            count += 1
            try patiently {
                // A message that was given up is settled first; a refused one is sent again as new.
                try writer.settle()
                if writer.position < count { try writer.append(LogRecord(epoch: count, body: .release(to: nil))) }
            }
        }
    }
}
#endif
