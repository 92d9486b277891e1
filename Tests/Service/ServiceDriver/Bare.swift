#if Service
import ArgumentParser
import Hummingbird
import Logging

/// A route that reads a body and answers, without a service behind it.
struct Bare: AsyncParsableCommand {
    @Option var port = 8_091

    func run() async throws {
        let router = Router()
        router.post("v1/activities/:id/events") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(string: #"{"outcome":"\#(body.readableBytes > 0 ? "applied" : "")"}"#)))
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .error
        try await Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger
        ).runService()
    }
}
#endif
