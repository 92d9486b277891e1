// Style: custom drawing: rings with `trim`, three kinds of gradients, its own shape, shadows, and animations that an image
// ignores.
import ActivityKit
import SwiftUI
import WidgetKit

struct StreakAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var days: Int
        var deadline: Date
        var done: Bool
    }
}

private struct Theme {
    let accent: Color, second: Color
    static func of(_ done: Bool) -> Theme {
        done ? Theme(accent: .green, second: .mint) : .init(accent: .init(red: 0.96, green: 0.62, blue: 0.04), second: .yellow)
    }
    var gradient: LinearGradient { LinearGradient(colors: [accent, second], startPoint: .leading, endPoint: .trailing) }
}

struct Grid8: Shape {
    func path(in rect: CGRect) -> Path {
        var path = Path()
        for x in stride(from: rect.minX, through: rect.maxX, by: 8) {
            path.move(to: CGPoint(x: x, y: rect.minY))
            path.addLine(to: CGPoint(x: x, y: rect.maxY))
        }
        return path
    }
}

struct StreakLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: StreakAttributes.self) { context in
            let theme = Theme.of(context.state.done)
            HStack(alignment: .center, spacing: 16) {
                Ring(fraction: min(Double(context.state.days) / 30, 1), theme: theme, size: 58)
                VStack(alignment: .leading, spacing: 4) {
                    Text(context.state.done ? "Safe" : "Keep it").textCase(.uppercase).kerning(1.2)
                        .foregroundStyle(theme.gradient)
                    HStack(spacing: 0) {
                        ForEach(1...4, id: \.self) { step in
                            Capsule()
                                .fill(step <= context.state.days ? theme.accent : Color.secondary.opacity(0.22))
                                .frame(width: step == context.state.days ? 13 : 5, height: 5)
                                .animation(.spring(duration: 0.4), value: context.state.days)
                            if step < 4 { Spacer() }
                        }
                    }
                }
            }
            .padding(16)
            .background(
                ZStack {
                    RadialGradient(
                        colors: [theme.accent.opacity(0.3), .clear], center: .leading, startRadius: 6, endRadius: 170)
                    Grid8().stroke(theme.accent.opacity(0.1), lineWidth: 0.5)
                }
            )
            .overlay(alignment: .top) { Rectangle().fill(theme.gradient).frame(height: 1.5) }
            .activityBackgroundTint(.black)
        } dynamicIsland: { context in
            let theme = Theme.of(context.state.done)
            return DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Ring(fraction: 0.5, theme: theme, size: 44) }
            } compactLeading: {
                Ring(fraction: 0.5, theme: theme, size: 20)
            } compactTrailing: {
                Text("\(context.state.days)").contentTransition(.numericText())
            } minimal: {
                Ring(fraction: 0.5, theme: theme, size: 20)
            }
        }
    }
}

private struct Ring: View {
    let fraction: Double, theme: Theme
    var size: CGFloat = 64, line: CGFloat? = nil
    @State private var pulse: CGFloat = 1

    var body: some View {
        ZStack {
            Circle().stroke(theme.accent.opacity(0.2), lineWidth: line ?? size / 10)
            Circle()
                .trim(from: 0, to: CGFloat(fraction))
                .stroke(
                    AngularGradient(colors: [theme.accent, theme.second], center: .center),
                    style: StrokeStyle(lineWidth: line ?? size / 10, lineCap: .round)
                )
                .rotationEffect(.degrees(-90))
            Image(systemName: "flame.fill").font(.system(size: size * 0.34, weight: .bold)).scaleEffect(pulse)
        }
        .frame(width: size, height: size)
        .shadow(color: theme.accent.opacity(0.5), radius: size / 8)
        .onAppear {
            withAnimation(.easeInOut(duration: 1.2).repeatForever(autoreverses: true)) { pulse = 0.85 }
        }
    }
}
