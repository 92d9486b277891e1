#if Service
import ArgumentParser
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import LiveActivityService
import Logging
import ServiceLifecycle
import UnixSignals

/// A service with deliveries that are all in progress.
struct Serve: AsyncParsableCommand {
    @Option var port = 8_090
    @Option(help: "The file of the store; in memory without.") var store: String?
    @Flag var relaxed = false
    @Option var activities = 10_000
    @Option(help: "Where the ids are written, one a line.") var ids: String?

    func run() async throws {
        let runtime: LiveActivityRuntime
        if let store {
            runtime = try LiveActivityRuntime(
                providers: [AnyProvider(DeliveryProvider())], store: try SQLiteStore(path: store), durability: .relaxed)
            try await runtime.flush()
        } else {
            runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())])
        }
        var lines = ""
        for number in 0..<activities {
            let id = try await runtime.start(
                DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg"),
                owner: OwnerID(rawValue: "person-\(number)"))
            try await runtime.send(DeliveryEvent.courierAssigned(name: "Alexandra"), to: id)
            try await runtime.send(DeliveryEvent.pickedUp(arrival: nil), to: id)
            try await runtime.send(DeliveryEvent.departed(arrival: nil), to: id)
            lines += "\(id)\n"
        }
        try await runtime.flush()
        if let ids { try lines.write(toFile: ids, atomically: true, encoding: .utf8) }
        var served = runtime
        if let store, !relaxed {
            // Filled in relaxed mode, then opened as a strict store.
            await runtime.close()
            served = try LiveActivityRuntime(
                providers: [AnyProvider(DeliveryProvider())], store: try SQLiteStore(path: store), durability: .strict)
        }
        var configuration = ServiceConfiguration()
        configuration.port = port
        configuration.limits.streams = 100_000
        configuration.limits.connections = 100_000
        var logger = Logger(label: "driver")
        logger.logLevel = .error
        let service = try LiveActivityService(
            configuration, kinds: ServiceKinds(providers: [AnyProvider(DeliveryProvider())]), runtime: served, logger: logger)
        try await ServiceGroup(
            configuration: .init(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger)
        ).run()
    }
}
#endif
