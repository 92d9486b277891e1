#if Service
import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Opens many streams, and measures how changes arrive on them.
struct Streams: AsyncParsableCommand {
    @Option var port = 8_090
    @Option(help: "How many streams.") var count = 1_000
    @Option var path = "/v1/changes?owner=nobody"
    @Option(help: "An activity that is sent events while the streams are open.") var activity: String?
    @Option(help: "How many events, one after another.") var events = 5
    @Option(help: "How many of them in one request.") var together = 1
    @Option(help: "Seconds to hold the streams open after that.") var hold = 1.0
    @Option(help: "A process whose resident memory is printed.") var pid: Int?

    private static let event =
        #"{"event":{"courierMoved":{"position":{"latitude":53.5,"longitude":10},"stopsLeft":3,"arrival":[SECONDS,LATER]}}}"#

    func run() async throws {
        let before = memory()
        let counter = Counter()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connected = ContinuousClock.now
        // A loopback address has 28,000 ports, so several addresses are used.
        var opened = 0
        while opened < count {
            let batch = min(500, count - opened)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in opened..<opened + batch {
                    tasks.addTask {
                        try await connect(group, from: "127.0.0.\(2 + number / 20_000)", counter)
                    }
                }
                try await tasks.waitForAll()
            }
            opened += batch
        }
        let end = ContinuousClock.now + .seconds(60)
        while counter.heads < count, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
        let seconds = (ContinuousClock.now - connected) / .seconds(1)
        print("opened \(counter.heads) streams in \(String(format: "%.1f", seconds)) s")
        if let before, let after = memory() {
            print("resident \(after >> 20) MiB, \((after - before) / max(count, 1)) bytes a stream")
        }
        if let activity { try await publish(activity, counter) }
        try await Task.sleep(for: .seconds(hold))
        print("resident \((memory() ?? 0) >> 20) MiB, lost \(counter.closed)")
    }

    private func publish(_ activity: String, _ counter: Counter) async throws {
        for number in 0..<events {
            let wanted = counter.changes + count * together
            let begin = ContinuousClock.now
            let arrival = Date().timeIntervalSinceReferenceDate + 1_200 + Double(number)
            let events = (0..<together).map { index in
                let arrival = arrival + Double(index) / 1_000
                return #"{"activity":"\#(activity)","#
                    + Self.event.dropFirst().replacing("SECONDS", with: "\(arrival)").replacing(
                        "LATER", with: "\(arrival + 600)")
            }
            try await post("/v1/events", events.joined(separator: "\n"))
            while counter.changes < wanted, ContinuousClock.now - begin < .seconds(20) {
                try await Task.sleep(for: .milliseconds(1))
            }
            let milliseconds = (ContinuousClock.now - begin) / .milliseconds(1)
            print(
                "published to \(count) streams: \(counter.changes - wanted + count * together) have it after \(Int(milliseconds)) ms"
            )
        }
    }

    private func post(_ path: String, _ body: String) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        let text =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonl\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try await channel.writeAndFlush(ByteBuffer(string: text))
        try await channel.closeFuture.get()
    }

    private func connect(_ group: MultiThreadedEventLoopGroup, from address: String, _ counter: Counter) async throws {
        let channel = try await ClientBootstrap(group: group)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4_096))
            .bind(to: SocketAddress(ipAddress: address, port: 0))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Reader(counter)) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(
            ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"))
    }

    /// The resident memory of the service in bytes.
    private func memory() -> Int? {
        guard let pid, let text = try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * 4_096
    }
}

/// The bytes that the streams have received together.
private final class Counter: Sendable {
    private let headCount = Atomic(0)
    private let changeCount = Atomic(0)
    private let closedCount = Atomic(0)

    var heads: Int { headCount.load(ordering: .relaxed) }
    var changes: Int { changeCount.load(ordering: .relaxed) }
    var closed: Int { closedCount.load(ordering: .relaxed) }
    func addHead() { headCount.add(1, ordering: .relaxed) }
    func add(changes: Int) { changeCount.add(changes, ordering: .relaxed) }
    func addClosed() { closedCount.add(1, ordering: .relaxed) }
}

/// Counts the changes of one stream: each has the line `event: change`.
private final class Reader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let mark = Array("event: change".utf8)
    private let counter: Counter
    private var hasHead = false
    private var matched = 0

    init(_ counter: Counter) { self.counter = counter }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !hasHead {
            hasHead = true
            counter.addHead()
        }
        var found = 0
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            for byte in bytes {
                if byte == Self.mark[matched] {
                    matched += 1
                    if matched == Self.mark.count {
                        matched = 0
                        found += 1
                    }
                } else {
                    matched = byte == Self.mark[0] ? 1 : 0
                }
            }
        }
        if found > 0 { counter.add(changes: found) }
    }

    func channelInactive(context: ChannelHandlerContext) { counter.addClosed() }
}
#endif
