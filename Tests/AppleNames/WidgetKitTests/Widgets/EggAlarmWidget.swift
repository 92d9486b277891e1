// Style: AlarmKit's own attributes, guarded imports, a switch over the alarm's mode, a helper that fails for a missing button.
import AppIntents
import SwiftUI
import WidgetKit

#if canImport(AlarmKit)
import ActivityKit
import AlarmKit

struct EggMetadata: AlarmMetadata {
    var eggs: Int
}

struct StopEggIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Stop"

    @Parameter(title: "Alarm") var alarmID: String

    init(alarmID: String) { self.alarmID = alarmID }
    init() { alarmID = "" }

    func perform() throws -> some IntentResult { .result() }
}

struct EggLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: AlarmAttributes<EggMetadata>.self) { context in
            VStack(alignment: .leading) {
                Text(context.attributes.presentation.alert.title).font(.headline)
                HStack {
                    countdown(context.state, maxWidth: 150)
                    Spacer()
                    EggButton(config: context.attributes.presentation.alert.stopButton, id: context.state.alarmID)
                    EggButton(config: context.attributes.presentation.countdown?.pauseButton, id: context.state.alarmID)
                }
            }
            .padding(.all, 12)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Text("\(context.attributes.metadata?.eggs ?? 0) eggs") }
                DynamicIslandExpandedRegion(.bottom) { countdown(context.state) }
            } compactLeading: {
                countdown(context.state, maxWidth: 44).foregroundStyle(context.attributes.tintColor)
            } compactTrailing: {
                Image(systemName: symbol(context.state.mode))
            } minimal: {
                Image(systemName: symbol(context.state.mode))
            }
            .keylineTint(context.attributes.tintColor)
        }
    }

    func countdown(_ state: AlarmPresentationState, maxWidth: CGFloat = .infinity) -> some View {
        Group {
            switch state.mode {
            case .countdown(let countdown):
                Text(timerInterval: countdown.startDate...countdown.fireDate, countsDown: true)
            case .paused(let paused):
                let rest = Duration.seconds(paused.totalCountdownDuration - paused.previouslyElapsedDuration)
                let pattern: Duration.TimeFormatStyle.Pattern = rest > .seconds(3600) ? .hourMinuteSecond : .minuteSecond
                Text(rest.formatted(.time(pattern: pattern)))
            default:
                EmptyView()
            }
        }
        .monospacedDigit()
        .frame(maxWidth: maxWidth, alignment: .leading)
    }

    private func symbol(_ mode: AlarmPresentationState.Mode) -> String {
        switch mode {
        case .countdown: return "timer"
        case .paused: return "pause.fill"
        case .alert: return "bell.fill"
        @unknown default: return "alarm"
        }
    }
}

private struct EggButton: View {
    var config: AlarmButton
    var id: UUID

    init?(config: AlarmButton?, id: UUID) {
        guard let config else { return nil }
        self.config = config
        self.id = id
    }

    var body: some View {
        Button(intent: StopEggIntent(alarmID: id.uuidString)) {
            Label(config.text, systemImage: config.systemImageName).lineLimit(1).labelStyle(.iconOnly)
        }
        .tint(config.textColor)
    }
}
#endif
