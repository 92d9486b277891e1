#if Service
import ArgumentParser

/// The processes that `Benchmarks/Service/bench.py` starts: a service with deliveries, a bare route to compare it with,
/// and a client that holds many streams.
@main
struct ServiceDriver: AsyncParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [Serve.self, Bare.self, Streams.self])
}
#else
@main
enum ServiceDriver {
    static func main() { print("this needs the trait Service") }
}
#endif
