// Style: many tasks report concurrently; each update has a timestamp, so that an older one cannot replace a newer one.
import ActivityKit
import Foundation

struct UploadAttributes: ActivityAttributes {
    public struct ContentState: Codable, Hashable { var done: Int; var total: Int }
    var album: String
}

final class UploadProgress: Sendable {
    let activity: Activity<UploadAttributes>

    init(album: String, total: Int) throws {
        activity = try Activity.request(
            attributes: UploadAttributes(album: album),
            content: .init(state: .init(done: 0, total: total), staleDate: nil), pushType: nil)
    }

    func run() async {
        let total = activity.content.state.total
        let began = Date()
        await withTaskGroup(of: Int.self) { group in
            for file in 1...total { group.addTask { file } }
            for await file in group {
                Task.detached { [activity] in
                    await activity.update(
                        ActivityContent(state: .init(done: file, total: total), staleDate: nil), alertConfiguration: nil,
                        timestamp: began.addingTimeInterval(Double(file)))
                }
            }
        }
    }

    func finish() async {
        await activity.end(
            .init(state: .init(done: activity.content.state.total, total: activity.content.state.total), staleDate: nil),
            dismissalPolicy: .default, timestamp: Date().addingTimeInterval(3600))
    }
}
