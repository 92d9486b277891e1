public import LiveActivities
import LiveActivityPush
import LiveActivitySQLite
public import RestaurantOrderActivity

/// The orders of a restaurant, each with an activity that its guest sees.
///
/// The runtime is in this process: placing an order is a call, not a request. The state is in a file, so a restarted process
/// resumes where the former one stopped, including unanswered pushes.
public final class Restaurant: Sendable {
    /// The runtime with the activities.
    public let runtime: LiveActivityRuntime
    let pusher: ActivityPusher?
    private let pushes: Task<Void, Never>?

    /// Opens the restaurant with the orders in the file.
    ///
    /// - Parameters:
    ///   - store: The file of the activities, made if it is missing.
    ///   - push: A configuration of pushes (`Documentation/Push.md`); `nil` sends none.
    /// - Throws: `StoreError`, `RuntimeError` and `PushError`, which say what is wrong with the files.
    public init(store: String, push: String? = nil) throws {
        runtime = try LiveActivityRuntime(
            providers: [AnyProvider(RestaurantOrderProvider())], store: try SQLiteStore(path: store), durability: .strict)
        guard let push else {
            (pusher, pushes) = (nil, nil)
            return
        }
        let pusher = try PushConfiguration(file: push).pusher(for: runtime)
        // A named consumer: a change that has not reached every device is read again after a restart.
        let changes = try runtime.changes(for: "push")
        self.pusher = pusher
        pushes = Task { await pusher.run(changes) }
    }

    /// Starts the activity of an order, or finds it if the same order is placed again.
    public func place(_ number: Int, guest: String, dishes: Int) async throws -> ActivityID {
        try await runtime.start(
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
    public func state(of number: Int, guest: String) -> RestaurantOrderAttributes.ContentState? {
        activity(number, guest).flatMap { runtime.content(of: $0, as: RestaurantOrderAttributes.self)?.state }
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
    public func close() async {
        await runtime.close()
        pushes?.cancel()
        try? await pusher?.close()
    }

    private func key(_ number: Int) -> StartKey { StartKey("\(number)") }

    private func activity(_ number: Int, _ guest: String) -> ActivityID? {
        runtime.activity(owner: OwnerID(guest), kind: RestaurantOrderProvider().kind, key: key(number))
    }

    private func send(_ event: RestaurantOrderEvent, _ number: Int, _ guest: String) async throws {
        guard let id = activity(number, guest) else { throw UnknownOrder(number: number) }
        try await runtime.send(event, to: id)
    }
}

/// The order is unknown, or has ended.
public struct UnknownOrder: Error {
    public let number: Int
}
