import ActivityKit
import Foundation

/// Reports to the service what it needs to send pushes: tokens, receipts of content shown, and dismissals.
///
/// ```swift
/// let registrations = ActivityRegistrations(service, installation)
/// Task { await registrations.run() }          // at every launch, including background launches
/// await registrations.reconcile()             // when the app becomes active
/// ```
public actor ActivityRegistrations {
    private let service: ActivityService
    private let installation: Installation
    /// Waits before a retry. The argument is the number of earlier retries.
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

    /// Registers tokens as they arrive, until its task is cancelled.
    ///
    /// iOS wakes the app for this when it issues a new push-to-start token and when a push has started an activity.
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

    /// Reconciles the device's activities with the service's.
    ///
    /// Call it at each launch and when the app becomes active. A push-to-start token may become invalid without a new one being
    /// reported, especially after an update of iOS; registering it again is cheap and shows the service that the app is still
    /// installed. The service sends no pushes for an activity that it no longer has, so such an activity is ended here.
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

    /// Performs the action of a button that the user pressed on an activity.
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
                    // Fires when a push has changed the content. The receipt shows the service that the device is reachable.
                    for await _ in activity.contentUpdates { await self.receipt() }
                }
                group.addTask {
                    for await state in activity.activityStateUpdates where state == .dismissed { break }
                    await self.removed(activity)
                }
                // A dismissed activity receives no further tokens or content.
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

    /// Ends an activity that the service no longer has. It ended before the service had this device's token, so no push has
    /// ended it here.
    private func endUnknown(_ activity: Activity<ErrandAttributes>) async {
        guard activity.activityState == .active || activity.activityState == .stale else { return }
        await activity.end(nil, dismissalPolicy: .immediate)
    }

    private func registerStart(_ token: Data) async { await register(token, ("start", ActivityService.kind)) }

    private func register(_ token: Data, _ target: (name: String, value: String)) async {
        await trying { try await self.service.register(token, target, of: self.installation) }
    }

    private func receipt() async { try? await service.receipt(of: installation) }

    /// Reports that an activity has left the screen, dismissed by the user or expired. The service then stops sending pushes to
    /// it.
    private func removed(_ activity: Activity<ErrandAttributes>) async {
        followers[activity.id] = nil
        guard let id = ids.removeValue(forKey: activity.id) else { return }
        await trying {
            do { try await self.service.dismiss(id) } catch let failure as ActivityService.Failure where failure.status == 404 {
                // The service had already removed it.
            }
        }
    }

    /// The service's id of an activity: that of a record with equal attributes that no other activity on this device uses.
    private func serviceID(of activity: Activity<ErrandAttributes>, among records: [ActivityService.Record]) -> String? {
        if let id = ids[activity.id], records.contains(where: { $0.activity == id }) { return id }
        let taken = Set(ids.values)
        let record = records.last { $0.attributes == activity.attributes && !taken.contains($0.activity) }
        ids[activity.id] = record?.activity
        return record?.activity
    }

    /// Retries temporary failures, at most eight attempts. The next launch makes up for a call that still fails.
    private func trying(_ call: @Sendable () async throws -> Void) async {
        for tries in 0..<8 {
            do { return try await call() } catch let failure as ActivityService.Failure where !failure.isTemporary {
                return
            } catch { if (try? await pause(tries)) == nil { return } }
        }
    }
}
