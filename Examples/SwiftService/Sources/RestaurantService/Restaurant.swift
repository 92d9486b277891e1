import Foundation
public import LiveActivities
import LiveActivityCluster
import LiveActivityPostgres
import LiveActivityPush
import LiveActivitySQLite
public import RestaurantOrderActivity

/// The orders of a restaurant, each with an activity that its guest sees.
///
/// The runtime is in this process: placing an order is a call, not a request. The state is in a file, or in a PostgreSQL
/// database that several processes share. A restarted process resumes where the former one stopped, including unanswered
/// pushes.
public final class Restaurant: Sendable {
    private static var providers: [AnyProvider] { [AnyProvider(RestaurantOrderProvider())] }

    /// Where activities are.
    public let activities: any ActivityCommands
    let pusher: ActivityPusher?
    /// Stores everything and stops.
    private let end: @Sendable () async -> Void

    /// Opens the restaurant with the orders in a file.
    ///
    /// - Parameters:
    ///   - store: The file of the activities, made if it is missing.
    ///   - push: A configuration of pushes (`Documentation/Push.md`); `nil` sends none.
    /// - Throws: `StoreError`, `RuntimeError` and `PushError`, which say what is wrong with the files.
    public init(store: String, push: String? = nil) throws {
        let runtime = try LiveActivityRuntime(
            providers: Self.providers, store: try SQLiteStore(path: store), durability: .strict)
        activities = runtime
        guard let push else {
            pusher = nil
            end = { await runtime.close() }
            return
        }
        let pusher = try PushConfiguration(file: push).pusher(for: runtime)
        // A named consumer: a change that has not reached every device is read again after a restart.
        let changes = try runtime.changes(for: "push")
        let pushes = Task { await pusher.run(changes) }
        self.pusher = pusher
        end = {
            await runtime.close()
            pushes.cancel()
            try? await pusher.close()
        }
    }

    /// Opens the restaurant with the orders in a PostgreSQL database. Each process that opens it has all orders, and takes over
    /// the orders of a process that has ended. No pushes are sent: where several processes share the state, use
    /// `ClusterPusher`.
    ///
    /// - Parameters:
    ///   - database: Its address, `postgres://…`. The password may be in `PGPASSWORD`.
    ///   - node: A name that no other process has.
    /// - Throws: `LogError` if the database cannot be used.
    public init(database: String, node: String) throws {
        let cluster = try ClusterRuntime(NodeName(node), in: PostgresAddress(database), providers: Self.providers)
        (activities, pusher) = (cluster, nil)
        end = { await cluster.stop() }
    }

    /// Starts the activity of an order, or finds it if the same order is placed again.
    public func place(_ number: Int, guest: String, dishes: Int) async throws -> ActivityID {
        try await activities.start(
            RestaurantOrderAttributes(guest: guest, dishes: dishes), owner: OwnerID(guest),
            options: StartOptions(key: key(number)))
    }

    /// The kitchen has finished one more dish.
    public func dishReady(_ number: Int, guest: String, expectedEnd: Date?) async throws {
        try await send(.dishReady(expectedEnd: expectedEnd), number, guest)
    }

    /// The guest has called the order off.
    public func cancel(_ number: Int, guest: String) async throws { try await send(.cancelled, number, guest) }

    /// The order as the guest sees it; `nil` for an unknown order, or one that ended long ago.
    public func state(of number: Int, guest: String) async throws -> RestaurantOrderAttributes.ContentState? {
        guard let id = try await activity(number, guest), let record = try await activities.record(of: id) else { return nil }
        return try JSONDecoder().decode(
            RestaurantOrderAttributes.ContentState.self, from: Data(record.content.state.bytes))
    }

    /// An app has passed on the token by which activities are started on its device.
    public func register(token: String, installation: String, guest: String, app: String) throws {
        guard let pusher else { return }
        try pusher.register(
            DeviceToken(hex: token), as: .pushToStart(RestaurantOrderProvider().kind),
            installation: InstallationID(installation),
            owner: OwnerID(guest), app: PushAppID(BundleID(app), .production))
    }

    /// Stores everything and stops. The next run sends unanswered pushes.
    public func close() async { await end() }

    private func key(_ number: Int) -> StartKey { StartKey("\(number)") }

    private func activity(_ number: Int, _ guest: String) async throws -> ActivityID? {
        try await activities.activity(owner: OwnerID(guest), kind: RestaurantOrderProvider().kind, key: key(number))
    }

    private func send(_ event: RestaurantOrderEvent, _ number: Int, _ guest: String) async throws {
        guard let id = try await activity(number, guest) else { throw UnknownOrder(number: number) }
        try await activities.send(event, to: id)
    }
}

/// The order is unknown, or has ended.
public struct UnknownOrder: Error {
    public let number: Int
}
