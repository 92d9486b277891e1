// Style: a self-updating bar, drawn by a custom progress style with paths; a body of several private views; a clock.
import ActivityKit
import SwiftUI
import WidgetKit

struct TrainAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var departure: Date
        var arrival: Date
        var delay: Int
    }

    var number: String
    var to: String
}

private let ink = Color(red: 0.05, green: 0.07, blue: 0.14)
private let track = Color(red: 249 / 255, green: 115 / 255, blue: 22 / 255)

private struct TrackStyle: ProgressViewStyle {
    var stops: [Double]

    func makeBody(configuration: Configuration) -> some View {
        let fraction = CGFloat(configuration.fractionCompleted ?? 0)
        return GeometryReader { geo in
            let width = geo.size.width
            let x = width * min(max(fraction, 0), 1)
            ZStack(alignment: .topLeading) {
                Path { p in
                    p.move(to: CGPoint(x: 0, y: 4)); p.addLine(to: CGPoint(x: width, y: 4))
                }
                .stroke(style: StrokeStyle(lineWidth: 2, lineCap: .round, dash: [1, 4]))
                .foregroundColor(.white.opacity(0.3))
                ForEach(stops.indices, id: \.self) { index in
                    let stop = CGFloat(stops[index])
                    Circle().fill(fraction >= stop ? track : Color.white.opacity(0.5))
                        .frame(width: 4, height: 4).position(x: width * stop, y: 4)
                }
                Circle().strokeBorder(.white, lineWidth: 1).background(track, in: Circle())
                    .frame(width: 8, height: 8)
                    .position(x: x, y: 4)
            }
        }
        .frame(height: 8)
    }
}

private func bar(_ state: TrainAttributes.ContentState) -> some View {
    ProgressView(
        timerInterval: state.departure...max(state.departure.addingTimeInterval(60), state.arrival), countsDown: false
    ) {
        EmptyView()
    } currentValueLabel: {
        EmptyView()
    }
    .progressViewStyle(TrackStyle(stops: [0.25, 0.5]))
}

struct TrainLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: TrainAttributes.self) { context in
            TrainCard(context: context)
                .padding(15)
                .activityBackgroundTint(ink)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading, priority: 1) {
                    Label(context.attributes.to, systemImage: "tram.fill")
                        .font(.caption2.weight(.semibold))
                        .dynamicIsland(verticalPlacement: .belowIfTooWide)
                }
                DynamicIslandExpandedRegion(.center) {
                    Text(timerInterval: context.state.departure...context.state.arrival, countsDown: true, showsHours: false)
                        .monospacedDigit()
                        .frame(width: 60)
                        .multilineTextAlignment(.center)
                }
                DynamicIslandExpandedRegion(.bottom) { bar(context.state) }
            } compactLeading: {
                Image(systemName: "tram.fill").foregroundColor(track)
            } compactTrailing: {
                Text(context.state.arrival, style: .timer)
                    .font(.caption2.weight(.bold)).monospacedDigit().frame(maxWidth: 44)
            } minimal: {
                Image(systemName: "tram.fill")
            }
            .contentMargins(.horizontal, 16, for: .expanded)
            .keylineTint(track)
        }
    }
}

private struct TrainCard: View {
    let context: ActivityViewContext<TrainAttributes>

    var body: some View {
        VStack(alignment: .leading, spacing: 9) {
            HStack(alignment: .firstTextBaseline) {
                Text(context.attributes.number)
                    .font(.system(.headline, design: .rounded).weight(.bold))
                    .tracking(0.8)
                Spacer()
                (Text("→ ").foregroundColor(track) + Text(context.attributes.to).bold()
                    + Text(context.state.delay > 0 ? " +\(context.state.delay)" : "").foregroundColor(.red))
                    .lineLimit(1)
            }
            bar(context.state)
            HStack {
                Text(context.state.departure, style: .time)
                Spacer()
                Text(context.state.arrival, format: .dateTime.hour().minute())
            }
            .font(.caption2)
            .foregroundColor(.white.opacity(0.7))
        }
    }
}
