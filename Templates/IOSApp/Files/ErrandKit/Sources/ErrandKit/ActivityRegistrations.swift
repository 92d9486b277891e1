import ActivityKit
import Foundation

/// Tells the service what its pushes need: the tokens, what has been shown, and what was removed.
///
/// ```swift
/// let registrations = ActivityRegistrations(service, installation)
/// Task { await registrations.run() }          // at each launch, also one in the background
/// await registrations.reconcile()             // when the app becomes active
/// ```
public actor ActivityRegistrations {
    private let service: ActivityService
    private let installation: Installation
    /// How long to wait before the next try, by the number of those before.
    private let pause: @Sendable (Int) async throws -> Void
    /// The service's id of each activity on this device.
    private var ids: [String: String] = [:]
    private var followers: [String: Task<Void, Never>] = [:]

    public init(
        _ service: ActivityService, _ installation: Installation,
        pause: @escaping @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .seconds(min(300, 1 << $0))) }
    ) {
        (self.service, self.installation, self.pause) = (service, installation, pause)
    }

    /// Registers tokens as they come, until its task is cancelled.
    ///
    /// iOS wakes the app for this: when another push-to-start token is made, and when a push has started an activity.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await token in Activity<ErrandAttributes>.pushToStartTokenUpdates { await self.registerStart(token) }
            }
            group.addTask {
                for await activity in Activity<ErrandAttributes>.activityUpdates { await self.follow(activity) }
            }
        }
        for follower in followers.values { follower.cancel() }
        followers = [:]
    }

    /// Makes the device and the service agree again.
    ///
    /// Call it at each launch, and when the app becomes active. A push-to-start token may die without another one being
    /// reported, above all after an update of iOS; registering it again costs nothing and proves that the app lives. An
    /// activity that the service does not have any more gets no push, so it is ended here.
    public func reconcile() async {
        if let token = Activity<ErrandAttributes>.pushToStartToken { await registerStart(token) }
        guard let records = try? await service.activities() else { return }
        for activity in Activity<ErrandAttributes>.activities where activity.activityState != .dismissed {
            if let id = serviceID(of: activity, among: records) {
                if let token = activity.pushToken { await register(token, ("activity", id)) }
            } else {
                await endUnknown(activity)
            }
        }
    }

    /// A button of an activity was pressed.
    public func perform(_ action: String, on attributes: ErrandAttributes) async throws {
        let record = try await service.activities().first { $0.isLive && $0.attributes == attributes }
        guard let record else { return }
        try await service.perform(action, on: record.activity)
    }

    // MARK: - One activity

    private func follow(_ activity: Activity<ErrandAttributes>) {
        guard followers[activity.id] == nil else { return }
        followers[activity.id] = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await token in activity.pushTokenUpdates { await self.registerUpdate(token, of: activity) }
                }
                group.addTask {
                    // Fires when a push has changed the content: the service learns that the device lives.
                    for await _ in activity.contentUpdates { await self.receipt() }
                }
                group.addTask {
                    for await state in activity.activityStateUpdates where state == .dismissed { break }
                    await self.removed(activity)
                }
                // An activity that is gone has no further tokens and content.
                for await _ in group where activity.activityState == .dismissed { group.cancelAll() }
            }
        }
    }

    private func registerUpdate(_ token: Data, of activity: Activity<ErrandAttributes>) async {
        await trying {
            let records = try await self.service.activities()
            guard let id = await self.serviceID(of: activity, among: records) else { return await self.endUnknown(activity) }
            do {
                try await self.service.register(token, ("activity", id), of: self.installation)
            } catch let failure as ActivityService.Failure where failure.status == 404 {
                await self.endUnknown(activity)
            }
        }
    }

    /// Ends an activity that the service does not have any more: it was over before it had this device's token, so no push ends
    /// it.
    private func endUnknown(_ activity: Activity<ErrandAttributes>) async {
        guard activity.activityState == .active || activity.activityState == .stale else { return }
        await activity.end(nil, dismissalPolicy: .immediate)
    }

    private func registerStart(_ token: Data) async { await register(token, ("start", ActivityService.kind)) }

    private func register(_ token: Data, _ target: (name: String, value: String)) async {
        await trying { try await self.service.register(token, target, of: self.installation) }
    }

    private func receipt() async { try? await service.receipt(of: installation) }

    /// It is gone from the screen: by its user, or because its time is over. The service stops pushing to it.
    private func removed(_ activity: Activity<ErrandAttributes>) async {
        followers[activity.id] = nil
        guard let id = ids.removeValue(forKey: activity.id) else { return }
        await trying {
            do { try await self.service.dismiss(id) } catch let failure as ActivityService.Failure where failure.status == 404 {
                // The service has removed it first.
            }
        }
    }

    /// The service's id of an activity: that of the one with these attributes that no other activity of this device has.
    private func serviceID(of activity: Activity<ErrandAttributes>, among records: [ActivityService.Record]) -> String? {
        if let id = ids[activity.id], records.contains(where: { $0.activity == id }) { return id }
        let taken = Set(ids.values)
        let record = records.last { $0.attributes == activity.attributes && !taken.contains($0.activity) }
        ids[activity.id] = record?.activity
        return record?.activity
    }

    /// Tries until it works, or cannot. What is missed is made up for by the next launch.
    private func trying(_ call: @Sendable () async throws -> Void) async {
        for tries in 0..<8 {
            do { return try await call() } catch let failure as ActivityService.Failure where !failure.isTemporary {
                return
            } catch { if (try? await pause(tries)) == nil { return } }
        }
    }
}
