#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOCore

/// Streams of changes, as Server-Sent Events.
enum StreamRoutes {
    static let path = "/v1/changes"
    static let all = [Route(.get, path, .read, admitsLinks: true) { call in try await open(call) }]

    /// The maximum number of activities in a reset; the client reads the others with `GET /v1/activities`.
    private static let resetPage = 1_000

    private static func open(_ call: Call) async throws -> Response {
        let query = try call.query(["owner", "activity", "topic", "kind", "last-event-id", "state", "interval_s"])
        let filter = try filter(call, query)
        try await checkAccess(call, filter)
        let last = try (call.request.headers[.lastEventID] ?? query["last-event-id"]).flatMap { (text) throws(Problem) in
            if text.isEmpty { return nil as StreamPosition? }
            // An id that is not a stream position cannot be resumed, so the client gets the current state.
            return StreamPosition(text) ?? StreamPosition(epoch: .max, shard: 0, sequence: 1)
        }
        let interval = try interval(query["interval_s"])
        let configuration = call.service.configuration
        let channel = call.context.channel
        let reader = StreamReader(filter, capacity: configuration.streams.waiting)
        guard let (number, position) = call.service.hub.add(reader, after: last, limit: configuration.limits.streams) else {
            if call.service.isDraining { throw Problem.draining }
            throw Problem(.serviceUnavailable, "tooManyStreams", "Too many streams: try again later.")
        }
        let beginsWithState = query["state"] == "true" && last == nil
        if beginsWithState { reader.requireReset() }
        let service = call.service
        let stream = OpenStream(reader, number, of: call.access, service)
        channel.closeFuture.whenComplete { [weak reader] _ in reader?.finish() }
        // Made here, so that the stream does not hold the configuration. A stream that begins with the state has no id before
        // it: a browser that loses the connection earlier, as while the store fails, would continue behind that id, and never
        // receive the state.
        let hasID = last == nil && !beginsWithState
        let opening = "retry: \(configuration.streams.retry_ms)\n" + (hasID ? "id: \(position)\n" : "") + "\n"
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-cache", .xAccelBuffering: "no", .connection: "close",
            ],
            body: ResponseBody { writer in
                defer { stream.end() }
                try await writer.write(ByteBuffer(string: opening))
                try await write(reader, service, interval, forLinks: stream.access.isLink, &writer)
                // The event `end` lets a client distinguish this from a broken connection.
                try await writer.write(ByteBuffer(string: reader.end.text))
                try await writer.finish(nil)
                // A client that keeps the connection open would delay a stopping service.
                channel.close(promise: nil)
            })
    }

    private static func write(
        _ reader: StreamReader, _ service: ServiceState, _ interval: Duration?, forLinks: Bool,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        while let event = await reader.next() {
            try await pass(event, of: reader, service, interval, forLinks: forLinks, &writer)
        }
    }

    /// Kept out of the loop, whose task would otherwise hold this function's memory while it waits.
    @inline(never)
    private static func pass(
        _ event: StreamQueue.Event, of reader: StreamReader, _ service: ServiceState, _ interval: Duration?,
        forLinks: Bool, _ writer: inout any ResponseBodyWriter
    ) async throws {
        switch event {
        case .heartbeat(let position): try await writer.write(ByteBuffer(string: ":\nid: \(position)\n\n"))
        case .reset: try await writer.write(try await reset(reader.filter, service, forLinks: forLinks))
        case .changes(var frames):
            if interval != nil { frames = StreamQueue.conflated(frames) }
            let buffers = frames.map { $0.buffer(forLinks: forLinks) }
            try await writer.write(buffers.count == 1 ? buffers[0] : joined(buffers))
            if let interval { try await reader.pause(interval) }
        }
    }

    private static func joined(_ buffers: [ByteBuffer]) -> ByteBuffer {
        var all = ByteBuffer()
        all.reserveCapacity(buffers.reduce(0) { $0 + $1.readableBytes })
        for buffer in buffers { all.writeImmutableBuffer(buffer) }
        return all
    }

    /// The current state of the stream's activities. It may already include a change that follows; the client can tell by the
    /// revision.
    @inline(never)
    private static func reset(
        _ filter: StreamFilter, _ service: ServiceState, forLinks: Bool
    ) async throws -> ByteBuffer {
        let position = service.hub.position
        let runtime = service.runtime
        let ids: [ActivityID] =
            if let activity = filter.activity { [activity] } else if let owner = filter.owner {
                try await runtime.activities(of: owner)
            } else if let topic = filter.topic {
                try await runtime.activities(following: topic)
            } else if let kind = filter.kind {
                try await runtime.activities(ofKind: kind)
            } else { try await runtime.activities }
        let page = try await ActivityRoutes.page(of: ids.sorted(), service, limit: resetPage) { record, kind in
            (filter.kind == nil || kind == filter.kind) && (filter.owner == nil || record.owner == filter.owner)
        }
        let json = try WireEncoder().encode(page)
        var text = ByteBuffer(string: "id: \(position)\nevent: reset\ndata: ")
        text.writeBytes(forLinks ? try LinkedJSON.text(of: json) : json)
        text.writeString("\n\n")
        return text
    }

    // MARK: - The client's request

    private static func filter(_ call: Call, _ query: [String: String]) throws(Problem) -> StreamFilter {
        var filter = StreamFilter()
        filter.activity =
            if let text = query["activity"] { try Call.activity(text, "activity") } else { call.access.activity }
        filter.owner = query["owner"].map { OwnerID($0) } ?? call.access.owner
        filter.topic = query["topic"].map { Topic($0) }
        filter.kind = try call.kind(query)
        if filter.topic != nil, filter.owner != nil || filter.activity != nil {
            throw .badRequest(
                "badQuery", "'topic' cannot be combined with 'owner' or 'activity'.", path: "topic")
        }
        return filter
    }

    private static func checkAccess(_ call: Call, _ filter: StreamFilter) async throws {
        // A link's holder could otherwise find the owner's name by trying.
        if call.access.isLink, let owner = filter.owner { try call.access.check(owner: owner) }
        if let activity = filter.activity { return try await call.checkAccess(to: activity) }
        if let owner = filter.owner { return try call.access.check(owner: owner) }
        try call.access.checkEveryOwner()
    }

    private static func interval(_ text: String?) throws(Problem) -> Duration? {
        guard let text else { return nil }
        guard let seconds = Double(text), 0.01...3_600 ~= seconds else {
            throw .badRequest("badQuery", "'interval_s' must be a number of seconds from 0.01 to 3600.", path: "interval_s")
        }
        return .seconds(seconds)
    }
}

extension HTTPField.Name {
    static let xAccelBuffering = Self("X-Accel-Buffering")!
}

/// A stream of the hub. It ends with its response, also if the body is never written: for HEAD, and for a client that closes
/// its connection before the head is sent.
private final class OpenStream: Sendable {
    let access: Access
    private let number: Int
    private let service: ServiceState

    /// - Parameter number: The stream's number in the hub.
    init(_ reader: StreamReader, _ number: Int, of access: Access, _ service: ServiceState) {
        (self.access, self.number, self.service) = (access, number, service)
        service.streamAccess.insert(reader, number, of: access)
    }

    deinit { end() }

    /// Ends the stream now. The response may be kept for a while after its body.
    func end() {
        service.hub.remove(number)
        service.streamAccess.remove(number, of: access)
    }
}
#endif
