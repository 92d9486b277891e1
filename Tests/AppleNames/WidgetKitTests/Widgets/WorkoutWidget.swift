// Style: buttons with intents of the same file, helpers marked @ViewBuilder, clocks made by hand with String(format:).
import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit

struct WorkoutAttributes: ActivityAttributes {
    public typealias Status = ContentState

    public struct ContentState: Codable, Hashable {
        var seconds: TimeInterval
        var isPaused: Bool
        var restUntil: Date?
    }

    var title: String
}

struct ToggleWorkoutIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Pause or go on"
    static let description = IntentDescription("Pauses the workout, or goes on with it.")

    @Parameter(title: "Pauses")
    var pauses: Bool

    init() { pauses = true }

    init(pauses: Bool) { self.pauses = pauses }

    func perform() async throws -> some IntentResult {
        .result()
    }
}

struct WorkoutLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: WorkoutAttributes.self) { context in
            HStack(spacing: 12) {
                clock(context.state)
                    .font(.system(size: 34, weight: .heavy, design: .rounded))
                Spacer(minLength: 0)
                controls(context.state)
            }
            .padding(.horizontal, 18)
            .padding(.vertical, 14)
            .activityBackgroundTint(.black.opacity(0.85))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    VStack(alignment: .leading) {
                        Text(context.attributes.title.uppercased()).font(.caption2).fontWeight(.semibold)
                        clock(context.state).font(.title2)
                    }
                }
                DynamicIslandExpandedRegion(.trailing) { controls(context.state) }
            } compactLeading: {
                Image(systemName: "figure.run").foregroundStyle(.green)
            } compactTrailing: {
                clock(context.state).frame(width: 50)
            } minimal: {
                Image(systemName: context.state.isPaused ? "pause.fill" : "figure.run")
            }
        }
    }

    @ViewBuilder
    private func clock(_ state: WorkoutAttributes.Status) -> some View {
        if state.isPaused {
            let total = Int(state.seconds.rounded())
            let (minutes, seconds) = (total / 60, total % 60)
            Text(String(format: "%d:%02d", minutes, seconds)).monospacedDigit().foregroundStyle(.secondary)
        } else if let rest = state.restUntil, rest > .now {
            Text(timerInterval: Date()...rest, countsDown: true)
                .monospacedDigit()
                .foregroundStyle(.orange)
        } else {
            Text(Date.now.addingTimeInterval(-state.seconds), style: .timer).monospacedDigit()
        }
    }

    @ViewBuilder
    private func controls(_ state: WorkoutAttributes.ContentState) -> some View {
        HStack(spacing: 8) {
            round(ToggleWorkoutIntent(pauses: !state.isPaused), symbol: state.isPaused ? "play.fill" : "pause.fill")
                .tint(state.isPaused ? .green : .orange)
            Button(intent: ToggleWorkoutIntent()) {
                Label("Stop", systemImage: "stop.fill")
            }
            .buttonStyle(.plain)
            .accessibilityLabel(String(localized: "Stop the workout"))
        }
    }

    private func round<I: AppIntent>(_ intent: I, symbol: String) -> some View {
        Button(intent: intent) {
            Image(systemName: symbol).font(.system(size: 16)).frame(width: 40, height: 40)
        }
        .buttonStyle(.borderedProminent)
        .buttonBorderShape(.circle)
    }
}
