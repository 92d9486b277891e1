#if Service
import ArgumentParser

/// The processes that `Benchmarks/Service/bench.py` starts: a service with deliveries, a bare route for comparison, and a
/// client with many streams. Tests start and stop `embedded`.
@main
struct ServiceDriver: AsyncParsableCommand {
    #if Lifecycle && Observability
    static let embedded: [any ParsableCommand.Type] = [Embedded.self]
    #else
    static let embedded: [any ParsableCommand.Type] = []
    #endif
    static let configuration = CommandConfiguration(subcommands: [Serve.self, Bare.self, Streams.self] + embedded)
}
#else
@main
enum ServiceDriver {
    static func main() { print("this needs the trait Service") }
}
#endif
