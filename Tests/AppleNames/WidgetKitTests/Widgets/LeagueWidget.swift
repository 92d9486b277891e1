// Style: lists computed in the body with closures for the standard library, the app's own shape and styles, static constants.
import ActivityKit
import SwiftUI
import WidgetKit

struct LeagueAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var teams: [Team]
        var leader: String?
    }

    struct Team: Codable, Hashable, Identifiable {
        var id: String
        var points: Int
    }

    var name: String
}

/// Lines at fractions of its width.
private struct Ticks: Shape {
    var shares: [Double]

    func path(in rect: CGRect) -> Path {
        Path { path in
            for x in shares.map({ rect.minX + rect.width * $0 }) {
                path.move(to: CGPoint(x: x, y: rect.minY))
                path.addLine(to: CGPoint(x: x, y: rect.maxY))
            }
        }
    }
}

private struct Shouted: LabelStyle {
    static let marks = ["!", "?", "!"]

    func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.title
            Text(Self.marks.filter { $0 == "!" }.joined())
        }
    }
}

private struct Dots: ProgressViewStyle {
    func makeBody(configuration: Configuration) -> some View {
        Text(configuration.fractionCompleted.map { String(repeating: "•", count: Int($0 * 4)) } ?? "–")
    }
}

private struct Badge: ViewModifier {
    var names: [String]

    func body(content: Content) -> some View { content.overlay { Text(names.map { $0.prefix(1) }.joined()) } }
}

private struct LeagueTable: View {
    static let gap = Text("–").bold()
    static let header = HStack {
        Text("Team"); Image(systemName: "trophy")
    }
    static let ground = LinearGradient(colors: [.black, .green], startPoint: .top, endPoint: .bottom)

    var state: LeagueAttributes.ContentState

    private var scoring: [LeagueAttributes.Team] { state.teams.filter { $0.points > 0 }.sorted { $0.points > $1.points } }

    var body: some View {
        let most = state.teams.map { $0.points }.max() ?? 1
        VStack(alignment: .leading) {
            Self.header
            state.leader.map { Label($0, systemImage: "star") }.labelStyle(Shouted())
            ForEach(scoring.filter { $0.id != state.leader }) { team in
                ProgressView(value: Double(team.points), total: Double(most)).progressViewStyle(Dots())
            }
            GeometryReader { proxy in
                Ticks(shares: state.teams.map { Double($0.points) / Double(most) }.filter { $0 * proxy.size.width > 1 })
                    .stroke()
            }
            if scoring.isEmpty { Self.gap }
        }
        .modifier(Badge(names: state.teams.map { $0.id }))
        .background(Self.ground)
    }
}

struct LeagueLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: LeagueAttributes.self) { context in
            LeagueTable(state: context.state)
        } dynamicIsland: { context in
            let ids = context.state.teams.map { $0.id }
            return DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) { Text(ids.filter { $0 != context.state.leader }.joined(separator: ", ")) }
            } compactLeading: {
                context.state.leader.map { Text($0) }
            } compactTrailing: {
                Text("\(context.state.teams.reduce(0) { $0 + $1.points })")
            } minimal: {
                Text(ids.first ?? "–")
            }
        }
    }
}
