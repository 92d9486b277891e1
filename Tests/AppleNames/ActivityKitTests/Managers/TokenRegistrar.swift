// Style: observes tokens and states in stored tasks and hands hexadecimal tokens to a server.
import ActivityKit
import Foundation

struct ScoreAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var home = 0; var away = 0 }
    var match: String
}

protocol TokenUploading: Sendable {
    func upload(_ token: String, for name: String) async throws
    func remove(_ name: String) async
}

actor TokenRegistrar {
    private let server: any TokenUploading
    private var tokenTasks: [String: Task<Void, Never>] = [:]
    private var activityTask: Task<Void, Never>?
    private var startTokenTask: Task<Void, Never>?

    init(server: any TokenUploading) { self.server = server }

    func begin() {
        if #available(iOS 17.2, *) {
            startTokenTask = Task { [server] in
                if let token = Activity<ScoreAttributes>.pushToStartToken {
                    try? await server.upload(token.hexString, for: "start")
                }
                for await token in Activity<ScoreAttributes>.pushToStartTokenUpdates {
                    try? await server.upload(token.map { String(format: "%02x", $0) }.joined(), for: "start")
                }
            }
        }
        activityTask = Task { [weak self] in
            for await activity in Activity<ScoreAttributes>.activityUpdates {
                await self?.observe(activity)
            }
        }
    }

    private func observe(_ activity: Activity<ScoreAttributes>) {
        guard tokenTasks[activity.id] == nil else { return }
        tokenTasks[activity.id] = Task { [server] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await tokenData in activity.pushTokenUpdates {
                        let token = tokenData.reduce("") { $0 + String(format: "%02x", $1) }
                        do {
                            try await server.upload(token, for: activity.attributes.match)
                        } catch {
                            print("upload failed: \(error.localizedDescription)")
                        }
                    }
                }
                group.addTask {
                    for await state in activity.activityStateUpdates where state == .dismissed {
                        await server.remove(activity.attributes.match)
                    }
                }
            }
        }
    }

    nonisolated func currentToken(of match: String) -> String? {
        let activity = Activity<ScoreAttributes>.activities.first { $0.attributes.match == match }
        return activity?.pushToken?.map { String(format: "%02x", $0) }.joined()
    }

    func settle() async { for task in tokenTasks.values { await task.value } }

    func stop() {
        activityTask?.cancel()
        startTokenTask?.cancel()
    }
}

private extension Data {
    var hexString: String { map { String(format: "%02hhx", $0) }.joined() }
}
