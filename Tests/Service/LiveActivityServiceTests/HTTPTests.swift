#if Service
import AsyncHTTPClient
import Foundation
import LiveActivities
import LiveActivityCore
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import Testing

@testable import LiveActivityService

/// The layer below the routes: malformed requests, compression, connections.
@Suite(.timeLimit(.minutes(5))) struct HTTPTests {
    @Test func everyFileThatTheDashboardLoadsIsServed() async throws {
        try await TestService.run { service in
            let loaded = [DashboardPages.page, DashboardPages.shared].map { file in
                String(decoding: file.bytes, as: UTF8.self).matches(of: /(?:href|src)="\/assets\/([^"]+)"/).map { String($0.1) }
            }
            #expect(loaded.map(\.count) == [8, 3] && Set(loaded.joined()) == Set(DashboardPages.assets.keys))
            for name in DashboardPages.assets.keys {
                let answer = try await service.get("/assets/\(name)")
                #expect(answer.status == 200 && !answer.bytes.isEmpty, "\(name)")
            }
        }
    }

    @Test(arguments: [
        "GET / HTTP/9.9\r\n\r\n", "nonsense\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nA\0: b\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
    ])
    func aRequestThatCannotBeReadHasAProblem(text: String) async throws {
        try await TestService.run { service in
            let answer = try await service.raw(text)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            let lines = answer.lowercased()
            #expect(lines.contains("connection: close\r\n") && lines.contains("content-type: application/problem+json\r\n"))
            #expect(answer.contains(#""code":"unreadableRequest""#))
            #expect(try await service.get("/healthz").status == 200)
        }
    }

    /// curl waits a second for it before it sends a body larger than 1 MiB.
    @Test func aBodyThatIsToBeContinuedIsAskedForUnlessItIsTooLarge() async throws {
        var configuration = ServiceConfiguration()
        (configuration.limits.bodyBytes, configuration.limits.batchBytes) = (1_024, 1_024)
        try await TestService.run(configuration) { service in
            func answer(_ length: Int, _ body: String, _ before: String = "") async throws -> String {
                try await service.raw(
                    "\(before)POST /v1/activities HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\n\(body)")
            }
            let start = TestService.start()
            let continued = try await answer(start.utf8.count, start)
            #expect(continued.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\n"), "\(continued)")
            #expect(try await answer(1_025, "").hasPrefix("HTTP/1.1 413 "))
        }
    }

    /// A client that keeps sending must not occupy the connection until the timeout of the body.
    @Test func aBodyThatIsTooLargeIsNotReadToItsEnd() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.bodyBytes = 1_024
        try await TestService.run(configuration) { service in
            let head = "POST /v1/activities HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            let size = 256 << 20
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .connect(host: "127.0.0.1", port: service.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let socket = channel.channel
            let (answer, sent) = try await channel.executeThenClose { inbound, _ in
                async let answer = {
                    var answer = ByteBuffer()
                    do { for try await var part in inbound { answer.writeBuffer(&part) } } catch {}
                    return String(buffer: answer)
                }()
                let part = ByteBuffer(repeating: 0x20, count: 1 << 20)
                var sent = 0
                do {
                    // Past the asynchronous writer, which reports no error after the connection has closed.
                    try await socket.writeAndFlush(ByteBuffer(string: head + "Content-Length: \(size)\r\n\r\n"))
                    while sent < size {
                        try await socket.writeAndFlush(part)
                        sent += part.readableBytes
                    }
                    try await socket.writeAndFlush(ByteBuffer(string: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                } catch {}
                return (await answer, sent)
            }
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer)")
            // The buffers of both sockets count as sent.
            #expect(sent < size / 2)
        }
    }

    @Test func whatFollowsAnAnswerAndCannotBeReadHasAProblemToo() async throws {
        try await TestService.run { service in
            let good = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
            let answers = try await service.raw(good + good + "nonsense\r\n\r\n")
            #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
            #expect(answers.components(separatedBy: "HTTP/1.1 400 Bad Request").count == 2)
        }
    }

    @Test func aBodyThatCannotBeReadHasAProblem() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let head = "POST /v1/activities/\(id)/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            let chunked = try await service.raw(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n")
            #expect(chunked.hasPrefix("HTTP/1.1 400 ") && chunked.contains(#""code":"unreadableRequest""#))
            let notGzip = try await service.raw(
                head + "Content-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            #expect(notGzip.hasPrefix("HTTP/1.1 400 ") && notGzip.contains(#""code":"badEncoding""#))
            let unknown = try await service.send(.POST, "/v1/activities/\(id)/events", "{}", [("Content-Encoding", "br")])
            #expect(unknown.status == 415)
            #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 1)
        }
    }

    /// The connection would end while a response larger than the socket's buffers is written.
    @Test func aResponseIsWholeAlsoIfTheBodyThatItsRouteDoesNotReadIsBroken() async throws {
        try await TestService.run { service in
            let head = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n"
            let next = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            for empty in ["", "Content-Length: 0\r\n"] {
                let answers = try await service.raw(head + empty + "\r\n" + next)
                #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
                #expect(answers.contains(#""openapi""#) && answers.hasSuffix(#"{"status":"ok"}"#))
            }
            let broken = try await service.raw(head + "Content-Length: 2\r\n\r\n{}" + next)
            #expect(broken.hasPrefix("HTTP/1.1 400 ") && broken.contains(#""code":"badEncoding""#), "\(broken)")
            let unknown = try await service.raw(head.replacing("gzip", with: "br") + "Content-Length: 2\r\n\r\n{}" + next)
            #expect(unknown.hasPrefix("HTTP/1.1 415 "))
        }
    }

    @Test func largeAnswersAreCompressedForThoseWhoAcceptIt() async throws {
        try await TestService.run { service in
            let plain = try await service.get("/openapi.json")
            #expect(plain.headers["Content-Encoding"] == [])
            let compressed = try await service.get("/openapi.json", [("Accept-Encoding", "gzip")])
            #expect(compressed.headers["Content-Encoding"] == ["gzip"])
            #expect(compressed.headers["Vary"] == ["Accept-Encoding"])
            #expect(compressed.bytes.count * 4 < plain.bytes.count)
            // The same connection, with a client that reads the stream.
            let reading = HTTPClient(
                eventLoopGroupProvider: .singleton, configuration: .init(decompression: .enabled(limit: .size(1 << 24))))
            var read: [UInt8] = []
            for path in ["/healthz", "/openapi.json", "/healthz", "/openapi.json"] {
                var request = HTTPClientRequest(url: "http://127.0.0.1:\(service.port)\(path)")
                request.headers.add(name: "Accept-Encoding", value: "gzip")
                let response = try await reading.execute(request, timeout: TestService.timeout)
                read = Array(try await response.body.collect(upTo: 1 << 24).readableBytesView)
            }
            try await reading.shutdown()
            #expect(read == plain.bytes)

            let head = try await service.send(.HEAD, "/openapi.json", nil, [("Accept-Encoding", "gzip")])
            #expect(head.headers["Content-Encoding"] == [] && head.bytes.isEmpty)
            let small = try await service.get("/healthz", [("Accept-Encoding", "gzip")])
            #expect(small.text == #"{"status":"ok"}"#)
        }
    }

    /// It comes with a request before it whose response is missing.
    @Test func aCompressedBodyIsReadAlsoIfItsRequestIsPipelined() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let body = try #require(
                Data(base64Encoded: "H4sIAAAAAAACA6tWSi1LzStRsqpWKihKLUgsSizJzM8LLkksKklNAYrW1tYCAMcNl1UjAAAA"))
            var request = ByteBuffer(string: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            request.writeString("POST /v1/activities/\(id)/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n")
            request.writeString("Content-Type: application/json\r\nContent-Encoding: gzip\r\n")
            request.writeString("Content-Length: \(body.count)\r\n\r\n")
            request.writeBytes(body)
            let answers = try await service.raw(request)
            #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 3, "\(answers)")
            let state = try await service.get("/v1/activities/\(id)").json["content"]?["state"]
            #expect(state?["currentStep"]?.string == "preparing")
        }
    }

    @Test func aStreamIsNotCompressed() async throws {
        try await TestService.run { service in
            let reader = try await service.stream("/v1/changes", [("Accept-Encoding", "gzip")])
            let id = try await service.start()
            #expect(try await reader.next()?.json["activity"]?.string == id)
        }
    }

    @Test func aCompressedBodyIsRead() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let body = try #require(
                Data(base64Encoded: "H4sIAAAAAAACA6tWSi1LzStRsqpWKihKLUgsSizJzM8LLkksKklNAYrW1tYCAMcNl1UjAAAA"))
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(service.port)/v1/activities/\(id)/events")
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(name: "Content-Encoding", value: "gzip")
            request.body = .bytes(ByteBuffer(bytes: body))
            let response = try await service.client.execute(request, timeout: TestService.timeout)
            #expect(response.status == .ok)
            #expect(
                try await service.get("/v1/activities/\(id)").json["content"]?["state"]?["currentStep"]?.string == "preparing")
        }
    }

    @Test func moreConnectionsThanAllowedWaitForOneToEnd() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.connections = 2
        try await TestService.run(configuration) { service in
            // The limits allow one stream and one connection of the client's pool.
            let stream = try await service.stream("/v1/changes")
            #expect(stream.status == 200)
            #expect(try await service.get("/healthz").status == 200)
            let waiting = Task {
                try await service.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            }
            // The stream ends, and the waiting client is served.
            service.service.state.hub.finish()
            #expect(try await stream.next()?.name == "end")
            #expect(try await waiting.value.hasPrefix("HTTP/1.1 200 "))
        }
    }
}

extension TestService {
    /// Sends these bytes, and returns everything that the service answers until it closes the connection.
    func raw(_ text: String) async throws -> String { try await raw(ByteBuffer(string: text)) }

    func raw(_ request: ByteBuffer) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(request)
            var answer = ByteBuffer()
            do { for try await var part in inbound { answer.writeBuffer(&part) } } catch {}
            return String(buffer: answer)
        }
    }
}
#endif
