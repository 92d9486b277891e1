#if Push
import NIOCore

/// A client's connections, and the requests that wait for them. It is protected by the client's lock.
struct ConnectionPool {
    var waiting = RequestQueue()
    var connections: [APNSConnection] = []
    var sent: UInt64 = 0
    var opened = 0
    var lastGoAway: String?
    private var connecting = 0
    /// The number of consecutive failures to open a connection.
    private var failures = 0
    private var lastError: PushError?
    private var isClosed = false
    private var isTicking = false
    private var sentAtTick: UInt64 = 0
    private var turn = 0

    /// The client's next action, after the lock is released.
    enum Step {
        case none, refuse, connect
        case poke(APNSConnection)
    }

    mutating func add(_ request: WaitingRequest) -> Step {
        if isClosed { return .refuse }
        waiting.append(request)
        sent += 1
        for offset in 0..<connections.count {
            let connection = connections[(turn + offset) % connections.count]
            guard connection.hasRoom, !connection.isPoked else { continue }
            turn = (turn + offset + 1) % connections.count
            connection.isPoked = true
            return .poke(connection)
        }
        guard connections.isEmpty, connecting == 0 else { return .none }
        connecting = 1
        return .connect
    }

    mutating func take(_ room: Int, for connection: APNSConnection, inFlight: Int) -> [WaitingRequest] {
        connection.isPoked = false
        // With several connections each takes only its share of the waiting requests.
        let share = connections.count > 1 ? max(64, waiting.count / connections.count + 1) : room
        let taken = waiting.take(min(room, share))
        connection.inFlight = inFlight + taken.count
        connection.hasRoom = room > taken.count
        return taken
    }

    /// - Returns: `false` if the client was closed in the meantime, so the connection is not used.
    mutating func add(_ connection: APNSConnection) -> Bool {
        connecting -= 1
        guard !isClosed else { return false }
        failures = 0
        lastError = nil
        opened += 1
        connection.isPoked = true
        connections.append(connection)
        return true
    }

    /// - Returns: `true` if another connection must be opened.
    mutating func retire(_ connection: APNSConnection) -> Bool {
        connections.removeAll { $0 === connection }
        guard !isClosed, !waiting.isEmpty, connections.isEmpty, connecting == 0 else { return false }
        connecting = 1
        return true
    }

    mutating func retireAll() -> [APNSConnection] {
        defer { connections.removeAll() }
        return connections
    }

    mutating func close() -> ([APNSConnection], [WaitingRequest]) {
        isClosed = true
        return (connections, waiting.take(.max))
    }

    /// - Returns: The requests that fail at once, and `true` if another connection must be tried.
    mutating func connectionFailed(_ error: PushError) -> ([WaitingRequest], Bool) {
        connecting -= 1
        failures += 1
        lastError = error
        guard !isClosed, !waiting.isEmpty, connections.isEmpty, connecting == 0 else { return ([], false) }
        if case .notHTTP2 = error { return (waiting.take(.max), false) }
        connecting = 1
        return ([], true)
    }

    /// The pause before another connection is opened, in seconds.
    func pause(first: Double, longest: Double) -> Double {
        guard failures > 0 else { return 0 }
        var pause = first
        for _ in 1..<min(failures, 32) where pause < longest { pause *= 2 }
        return min(pause, longest) * Double.random(in: 1...1.2)
    }

    mutating func startTicking() -> Bool {
        defer { isTicking = true }
        return !isTicking
    }

    mutating func tick(_ configuration: APNSClientConfiguration) -> ([WaitingRequest], PushError?, Bool, Bool) {
        let rate = Int(sent - sentAtTick)
        sentAtTick = sent
        let overdue = waiting.takeOverdue(at: .now())
        let wanted = min(
            configuration.connectionsMax, (rate + configuration.pushesPerConnection - 1) / configuration.pushesPerConnection)
        // After a failed attempt the next one has its pause, also while other connections are open.
        let grows = !isClosed && connecting == 0 && !connections.isEmpty && connections.count < wanted
        if grows { connecting += 1 }
        return (overdue, lastError, grows, !isClosed)
    }
}
#endif
