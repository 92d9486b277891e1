import LiveActivities

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A user's program: `import`s without `@testable`, in a release build without `-enable-testing`. It calls each public command
/// and query in each of its forms, and prints which of them gave the promised result.
@main struct Consumer {
    static func main() async throws {
        await part("engine") { try EngineEntries.run() }
        await part("runtime") { try RuntimeEntries.run() }
        await part("runtime, tasks") { try await RuntimeTaskEntries.run() }
        await part("ActivityKit") { try await ActivityKitEntries.run() }
        #if Service
        await part("cluster") { try await ClusterEntries.run() }
        #endif
        exit(Entries.report() ? 0 : 1)
    }

    /// An error ends only its own part.
    private static func part(_ name: String, _ body: @Sendable () async throws -> Void) async {
        do { try await body() } catch { Entries.check("the part '\(name)'", "\(error)", "no error") }
    }
}
