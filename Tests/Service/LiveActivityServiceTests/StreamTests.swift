#if Service
import AsyncHTTPClient
import Foundation
import LiveActivities
import LiveActivityCore
import NIOCore
import NIOHTTP1
import NIOPosix
import SportsActivity
import Testing

@testable import LiveActivityService

@Suite(.timeLimit(.minutes(5))) struct StreamTests {
    @Test func aStreamHasTheChangesOfItsOwner() async throws {
        try await TestService.run { service in
            let reader = try await service.stream("/v1/changes?owner=anna")
            #expect(reader.headers["Content-Type"] == ["text/event-stream"])
            #expect(reader.headers["X-Accel-Buffering"] == ["no"])
            _ = try await service.start(owner: "bob")
            let id = try await service.start()
            let event = try await reader.next()
            #expect(event?.name == "change")
            #expect(event?.json["activity"]?.string == id)
            #expect(event?.id == "\(service.runtime.epoch)-0-2")
        }
    }

    /// The body of its response is never written.
    @Test func aRequestForTheHeadOfAStreamTakesNoPlace() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.streams = 1
        try await TestService.run(configuration) { service in
            for _ in 0..<3 {
                let head = try await service.send(.HEAD, "/v1/changes")
                #expect(head.status == 200 && head.headers["Content-Type"] == ["text/event-stream"] && head.bytes.isEmpty)
            }
            while service.service.state.hub.statistics.streams > 0 { await Task.yield() }
            let reader = try await service.stream("/v1/changes")
            #expect(try await service.get("/v1/changes").code == "tooManyStreams")
            let id = try await service.start()
            #expect(try await reader.next()?.json["activity"]?.string == id)
        }
    }

    /// The client closes the connection together with the request, so that some responses cannot even begin.
    @Test func aStreamWhoseClientHasGoneAtOnceTakesNoPlace() async throws {
        try await TestService.run { service in
            for _ in 0..<100 {
                let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "127.0.0.1", port: service.port).get()
                try await channel.writeAndFlush(
                    ByteBuffer(string: "GET /v1/changes HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                try await channel.close()
            }
            while service.service.state.hub.statistics.streams > 0 { await Task.yield() }
        }
    }

    @Test func aStreamOfATopicHasTheActivitiesThatFollowIt() async throws {
        try await TestService.run { service in
            let reader = try await service.stream("/v1/changes?topic=match/4711")
            _ = try await follow("4712", "carla", service)
            let anna = try await follow("4711", "anna", service), ben = try await follow("4711", "ben", service)
            #expect(try await reader.next()?.json["activity"]?.string == anna)
            #expect(try await reader.next()?.json["activity"]?.string == ben)

            // Carla's match is not on the stream, as she does not follow the topic.
            #expect(try await publish("4712", service)["reached"]?.int == 1)
            #expect(try await publish("4711", service)["reached"]?.int == 2)
            let told = [try await reader.next(), try await reader.next()]
            #expect(Set(told.map { $0?.json["activity"]?.string }) == [anna, ben])
            #expect(told.allSatisfy { $0?.json["revision"]?.int == 2 })

            let state = try await service.events(1, "/v1/changes?topic=match/4711&state=true").first
            #expect(state?.json["activities"]?.count == 2)
        }
    }

    /// Starts the activity of a match that begins in a minute; the dates of the provider's samples are too far from now.
    private func follow(_ match: String, _ owner: String, _ service: TestService) async throws -> String {
        let attributes = SportsAttributes(
            title: "Cup", sport: .football,
            matches: [
                .init(
                    id: match, home: .init(name: "Northport", code: "NOR"), away: .init(name: "Eastfield", code: "EAS"),
                    kickOff: Date() + 60)
            ])
        let json = String(decoding: try WireEncoder().encode(attributes), as: UTF8.self)
        let answer = try await service.send(
            .POST, "/v1/activities", #"{"kind":"sports","owner":"\#(owner)","attributes":\#(json)}"#)
        return try #require(answer.json["activity"]?.string, "\(answer.text)")
    }

    private func publish(_ match: String, _ service: TestService) async throws -> JSONValue {
        let event = SportsEvent(match: match, number: 1, .periodStarted(period: 1, at: Date()))
        let json = String(decoding: try WireEncoder().encode(event), as: UTF8.self)
        return try await service.send(.POST, "/v1/topics/match%2F\(match)/events", #"{"event":\#(json)}"#).json
    }

    @Test func aClientGoesOnWhereItWas() async throws {
        try await TestService.run { service in
            let id = try await service.start()
            let first = try await service.stream("/v1/changes?activity=\(id)&state=true")
            let reset = try await first.next()
            #expect(reset?.name == "reset")
            #expect(reset?.json["activities"]?[0]?["revision"]?.int == 1)

            _ = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            let change = try #require(try await first.next())
            _ = try await service.send(
                .POST, "/v1/activities/\(id)/events", #"{"event":{"courierAssigned":{"name":"Alexandra"}}}"#)
            for headers in [[("Last-Event-ID", change.id)], []] {
                let query = headers.isEmpty ? "&last-event-id=\(change.id)" : ""
                let missed = try await service.events(1, "/v1/changes?activity=\(id)\(query)", headers)
                #expect(missed.map(\.name) == ["change"])
                #expect(missed.first?.json["revision"]?.int == 3)
            }
        }
    }

    @Test func aClientWhoseHistoryIsGoneIsGivenTheState() async throws {
        var configuration = ServiceConfiguration()
        configuration.streams.history = 4
        try await TestService.run(configuration) { service in
            for number in 0..<8 { _ = try await service.start(owner: "o\(number)") }
            let epoch = service.runtime.epoch
            // The ring has the changes 5 to 8: after 5 nothing is missing; after 4 that is unknown.
            let kept = try await service.events(1, "/v1/changes", [("Last-Event-ID", "\(epoch)-0-5")])
            #expect(kept.first?.id == "\(epoch)-0-6")
            for gone in ["\(epoch)-0-4", "\(epoch + 1)-0-5", "nonsense"] {
                let events = try await service.events(1, "/v1/changes", [("Last-Event-ID", gone)])
                #expect(events.first?.name == "reset")
                #expect(events.first?.json["activities"]?.count == 8)
                #expect(events.first?.id == "\(epoch)-0-8")
            }
        }
    }

    @Test func aSignOfLifeBringsThePosition() async throws {
        var configuration = ServiceConfiguration()
        configuration.streams.heartbeat = 0.05
        try await TestService.run(configuration) { service in
            let reader = try await service.stream("/v1/changes?owner=nobody")
            let id = try await service.start()
            _ = try await service.start(owner: "nobody")
            _ = try await reader.next()
            // Changes of other activities still advance the position that the client would send.
            _ = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            for _ in 0..<1_000 where service.service.state.hub.position.sequence < 3 { await Task.yield() }
            let next = Task { try await reader.next() }
            try await Task.sleep(for: .milliseconds(200))
            _ = try await service.start(owner: "nobody", key: "2")
            #expect(try await next.value?.id == "\(service.runtime.epoch)-0-4")
        }
    }

    @Test func streamsEndWhenTheServiceStops() async throws {
        try await TestService.run { service in
            let reader = try await service.stream("/v1/changes")
            service.service.state.drain()
            service.service.state.hub.finish()
            #expect(try await reader.next()?.name == "end")
            #expect(try await reader.next() == nil)
            let refused = try await service.send(.POST, "/v1/activities", TestService.start())
            #expect(refused.status == 503)
            #expect(refused.code == "draining")
            #expect(try await service.get("/readyz").status == 503)
            #expect(try await service.get("/healthz").status == 200)
        }
    }
}
#endif
