// On iOS a part of this module, with Apple's ActivityKit; on Linux the module ActivityKitClient, which this package's module
// ActivityKit exports.
#if os(iOS) || os(Linux)
import Foundation
#if os(iOS)
@preconcurrency public import ActivityKit
#else
public import LiveActivityClient
public import LiveActivityKit
#endif

extension LiveActivityClient {
    /// Reports the activities with these attributes: their tokens, what they show, and their removal.
    ///
    /// Call it at every launch, before the app's first view: iOS launches the app in the background when a push has started an
    /// activity and when there is a new token. Call it once for each kind.
    ///
    /// - Parameters:
    ///   - attributes: The attributes. Two activities with equal attributes are the same to the client, so they should name
    ///     their subject, such as an order's number.
    ///   - kind: The kind, as the service's plugin names it.
    /// - Returns: The observation, which ends when it is cancelled. It keeps the client alive.
    @discardableResult
    public nonisolated func observe<Attributes: ActivityAttributes & Sendable>(
        _ attributes: Attributes.Type, as kind: String
    ) -> Task<Void, Never> { observe(ActivityKitSource<Attributes>(kind: kind)) }
}

/// ActivityKit's activities with these attributes.
struct ActivityKitSource<Attributes: ActivityAttributes & Sendable>: ActivitySource {
    let kind: String

    func present() -> ActivityEvent {
        let activities = Activity<Attributes>.activities.filter { $0.activityState != .dismissed }
        return .present(
            activities.compactMap(Self.described), startToken: Activity<Attributes>.pushToStartToken?.hexadecimal)
    }

    func run(_ report: @escaping @Sendable (ActivityEvent) async -> Void) async {
        await report(present())
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await token in Activity<Attributes>.pushToStartTokenUpdates {
                    await report(.startToken(token.hexadecimal))
                }
            }
            group.addTask { await Self.followAll(report) }
        }
    }

    func end(_ activity: String) async {
        for shown in Activity<Attributes>.activities where shown.id == activity {
            guard shown.activityState == .active || shown.activityState == .stale else { continue }
            await shown.end(nil, dismissalPolicy: .immediate)
        }
    }

    func page(_ data: Data) throws -> ServicePage { try ServicePage(data, attributes: Attributes.self) }

    private static func described(_ activity: Activity<Attributes>) -> DeviceActivity? {
        guard let attributes = try? CanonicalJSON.text(activity.attributes) else { return nil }
        return DeviceActivity(id: activity.id, attributes: attributes, token: activity.pushToken?.hexadecimal)
    }

    private static func followAll(_ report: @escaping @Sendable (ActivityEvent) async -> Void) async {
        await withDiscardingTaskGroup { group in
            var followed: Set<String> = []
            for activity in Activity<Attributes>.activities where followed.insert(activity.id).inserted {
                group.addTask { await follow(activity, report) }
            }
            for await activity in Activity<Attributes>.activityUpdates where followed.insert(activity.id).inserted {
                group.addTask { await follow(activity, report) }
            }
        }
    }

    private static func follow(
        _ activity: Activity<Attributes>, _ report: @escaping @Sendable (ActivityEvent) async -> Void
    ) async {
        guard let described = described(activity) else { return }
        await report(.appeared(described))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await token in activity.pushTokenUpdates {
                    await report(.updateToken(activity: activity.id, token: token.hexadecimal))
                }
            }
            group.addTask { for await _ in activity.contentUpdates { await report(.shown) } }
            group.addTask {
                for await state in activity.activityStateUpdates where state == .dismissed { break }
                if !Task.isCancelled { await report(.removed(activity: activity.id)) }
            }
            // A dismissed activity receives no further tokens or content.
            for await _ in group where activity.activityState == .dismissed { group.cancelAll() }
        }
    }
}
#endif
