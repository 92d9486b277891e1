// Style: an image from the app group, links, plain buttons, defaults shared with the app, an image as the card's background.
import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit

struct PlayerAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var title: String
        var isPlaying: Bool
        var progress: Double
        var coverName: String?
    }

    var station: String
}

struct PlayPauseIntent: AudioPlaybackIntent {
    static let title: LocalizedStringResource = "Play or pause"
    static let openAppWhenRun = false

    @MainActor
    func perform() async throws -> some IntentResult {
        UserDefaults(suiteName: "group.radio")?.set(true, forKey: "toggled")
        return .result()
    }
}

private enum Cover {
    static func image(named name: String?) -> UIImage? {
        guard let name,
            let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.radio")
        else { return nil }
        return UIImage(contentsOfFile: folder.appendingPathComponent(name).path)
    }
}

struct PlayerLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: PlayerAttributes.self) { context in
            ZStack {
                ground(context.state)
                HStack(spacing: 12) {
                    cover(context.state, size: 44)
                    VStack(alignment: .leading, spacing: 4) {
                        Text(context.state.title).font(.subheadline.weight(.medium)).lineLimit(1)
                        ProgressView(value: context.state.progress).progressViewStyle(LinearProgressViewStyle(tint: .white))
                    }
                    Button(intent: PlayPauseIntent()) {
                        Image(systemName: context.state.isPlaying ? "pause.circle.fill" : "play.circle.fill")
                            .font(.system(size: 32))
                    }
                    .buttonStyle(PlainButtonStyle())
                }
                .padding(16)
            }
            .foregroundStyle(.white)
            .activityBackgroundTint(.clear)
        } dynamicIsland: { context in
            DynamicIsland(
                expanded: {
                    DynamicIslandExpandedRegion(.leading) { cover(context.state, size: 52) }
                    DynamicIslandExpandedRegion(.bottom) {
                        Link(destination: URL(string: "radio://queue") ?? URL(fileURLWithPath: "/")) {
                            Text("Up next").frame(maxWidth: .infinity, minHeight: 36)
                                .background(Color.white.opacity(0.2), in: Capsule())
                        }
                    }
                },
                compactLeading: { cover(context.state, size: 24) },
                compactTrailing: { EmptyView() },
                minimal: { cover(context.state, size: 20) }
            )
        }
    }

    @ViewBuilder
    private func ground(_ state: PlayerAttributes.ContentState) -> some View {
        if let image = Cover.image(named: state.coverName) {
            Image(uiImage: image).resizable().aspectRatio(contentMode: .fill).blur(radius: 20)
                .overlay(Color.black.opacity(0.5))
                .clipped()
        } else {
            LinearGradient(
                gradient: Gradient(colors: [.purple, .indigo]), startPoint: .topLeading, endPoint: .bottomTrailing)
        }
    }

    private func cover(_ state: PlayerAttributes.ContentState, size: CGFloat) -> some View {
        Group {
            if let image = Cover.image(named: state.coverName) {
                Image(uiImage: image).resizable().scaledToFill()
            } else {
                RoundedRectangle(cornerRadius: size * 0.2)
                    .fill(.white.opacity(0.3))
                    .overlay(Image(systemName: "headphones").font(.system(size: size * 0.4)).foregroundColor(.gray))
            }
        }
        .frame(width: size, height: size)
        .clipShape(RoundedRectangle(cornerRadius: size * 0.2, style: .continuous))
    }
}
