import LiveActivityUI

struct TripAttributes: ActivityAttributes {
    public struct ContentState: Codable, Hashable {
        var progress: Double
        var end: Date
        var status: String
        var isPaused: Bool
        var driver: String?
        var pad: CGFloat?
    }
    var name: String
    var id: UUID = UUID()
}

struct PauseIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Pause"
    @Parameter(title: "Trip") var trip: String
    @Parameter(title: "Count") var count: Int?
    init() {}
    init(trip: String) { self.trip = trip }
    func perform() async throws -> some IntentResult { .result() }
}

extension Color {
    init(hex: String) {
        let hex = hex.trimmingCharacters(in: CharacterSet.alphanumerics.inverted)
        var int: UInt64 = 0
        Scanner(string: hex).scanHexInt64(&int)
        let a, r, g, b: UInt64
        (a, r, g, b) = (255, int >> 16, int >> 8 & 0xFF, int & 0xFF)
        self.init(.sRGB, red: Double(r) / 255, green: Double(g) / 255, blue: Double(b) / 255, opacity: Double(a) / 255)
    }
    static let brand = Color(red: 240 / 255, green: 1, blue: 0)
    static let brand2: Color = .init(red: 0.1, green: 0.2, blue: 0.3)
}

struct Bar: View {
    let progress: Double
    var tint: Color = .green
    var body: some View {
        GeometryReader { geo in
            ZStack(alignment: .leading) {
                Capsule().fill(.white.opacity(0.2))
                Capsule().fill(tint).frame(width: geo.size.width * progress)
            }
        }
        .frame(height: 6)
    }
}

struct Triangle: Shape {
    func path(in rect: CGRect) -> Path {
        var path = Path()
        path.move(to: CGPoint(x: rect.midX, y: rect.minY))
        path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        path.closeSubpath()
        return path
    }
}

struct CardStyle: ViewModifier {
    var active: Bool
    func body(content: Content) -> some View {
        content
            .padding()
            .background(
                RoundedRectangle(cornerRadius: 16, style: .continuous).fill(active ? Color.orange : Color.gray.opacity(0.2))
            )
            .overlay(RoundedRectangle(cornerRadius: 16).stroke(Color.white.opacity(0.3), lineWidth: 1))
    }
}
extension View {
    func card(_ active: Bool = true) -> some View { modifier(CardStyle(active: active)) }
    @ViewBuilder func maybe(_ on: Bool) -> some View { if on { self.opacity(0.5) } else { self } }
}

struct RoundStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        configuration.label.padding(8).background(Circle().fill(.blue)).scaleEffect(configuration.isPressed ? 0.9 : 1)
    }
}
struct RingStyle: ProgressViewStyle {
    func makeBody(configuration: Configuration) -> some View {
        ZStack {
            Circle().stroke(.secondary, lineWidth: 4)
            Circle().trim(from: 0, to: configuration.fractionCompleted ?? 0).stroke(
                Color.green, style: StrokeStyle(lineWidth: 4, lineCap: .round)
            ).rotationEffect(.degrees(-90))
        }
    }
}

private struct LockView: View {
    let context: ActivityViewContext<TripAttributes>
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.activityFamily) var family
    @Environment(\.isLuminanceReduced) var reduced: Bool
    @State private var pulse = false
    @ScaledMetric(relativeTo: .body) var icon: CGFloat = 20
    @ScaledMetric var size = 12.0
    @Namespace private var ns

    var body: some View {
        switch family {
        case .small:
            small
        case .medium:
            medium
        @unknown default:
            EmptyView()
        }
    }

    @ViewBuilder private var small: some View {
        if let driver = context.state.driver, !driver.isEmpty {
            Text(driver)
        } else if context.isStale {
            Text("Waiting…")
        }
    }

    private var medium: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .firstTextBaseline, spacing: 4) {
                Image(systemName: context.state.isPaused ? "pause.fill" : "play.fill")
                    .resizable()
                    .aspectRatio(contentMode: .fit)
                    .frame(width: 24, height: 24)
                    .foregroundStyle(colorScheme == .dark ? .orange : .secondary)
                Text(context.attributes.name)
                    .font(.headline)
                    .fontWeight(.semibold)
                    .lineLimit(1)
                    .minimumScaleFactor(0.7)
                Spacer(minLength: 0)
                Text(timerInterval: Date.now...context.state.end, countsDown: true)
                    .font(.system(size: 22, weight: .bold, design: .rounded))
                    .monospacedDigit()
                    .multilineTextAlignment(.trailing)
                    .frame(maxWidth: 80, alignment: .trailing)
                    .contentTransition(.numericText())
            }
            ProgressView(value: context.state.progress)
                .progressViewStyle(.linear)
                .tint(context.state.isPaused ? .gray : .green)
            ProgressView(timerInterval: Date()...context.state.end, countsDown: true) {
                EmptyView()
            } currentValueLabel: {
                EmptyView()
            }
            .progressViewStyle(LinearProgressViewStyle(tint: .red))
            ProgressView(value: 3, total: 10).progressViewStyle(RingStyle())
            Bar(progress: context.state.progress)
            Triangle().fill(LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)).frame(
                width: 10, height: 10)
            HStack(spacing: 12) {
                Button(intent: PauseIntent(trip: "1")) {
                    Label(context.state.isPaused ? "Resume" : "Pause", systemImage: "pause")
                        .font(.caption.weight(.semibold))
                }
                .buttonStyle(.plain)
                .tint(.white.opacity(0.7))
                Button(intent: ActivityAction("stop")) { Image(systemName: "stop") }.buttonStyle(RoundStyle())
                Toggle("On", isOn: true, intent: PauseIntent(trip: "2"))
                Link(destination: URL(string: "https://example.com")!) { Text("Open") }
            }
            Text("\(Int(context.state.progress * 100))%").font(.caption2.monospacedDigit()).foregroundColor(.secondary)
            Text("\(context.state.progress, specifier: "%.2f") of \(3) \(Text("bold").bold())")
            Text(context.state.end, style: .timer).padding(.leading, context.state.pad)
            Text(context.state.status.uppercased()).tracking(0.8) + Text(" ") + Text(Image(systemName: "star"))
            Text(context.state.isPaused ? "Paused" : context.state.status)
            Text(verbatim: "x").font(Font.monospacedDigit(.system(size: 12))())
            Text(context.state.end, format: .dateTime.hour().minute())
            ForEach(0..<3, id: \.self) { i in
                Circle().fill(i < 2 ? Color.green : Color.white.opacity(0.2)).frame(width: 8, height: 8)
            }
            ForEach(["a", "b"], id: \.self) { Text($0) }
            TimelineView(.animation(paused: false)) { context in Text("\(context.date.timeIntervalSince1970)") }
            Color.gray.opacity(0.2).frame(height: 1)
            Divider().background(Color.white.opacity(0.3))
            Gauge(value: 0.4, in: 0...1) {
                Text("G")
            } currentValueLabel: {
                Text("4")
            }.gaugeStyle(.accessoryCircularCapacity)
            if #available(iOS 17.0, *) { Text("17") } else { Text("16") }
            AnyView(Text("any"))
        }
        .padding(.horizontal, 14)
        .padding([.top, .bottom], 4)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(.thinMaterial, in: RoundedRectangle(cornerRadius: 8, style: .continuous))
        .activityBackgroundTint(Color.black.opacity(0.8))
        .activitySystemActionForegroundColor(.white)
        .card(true)
        .maybe(reduced)
        .onAppear { withAnimation(.easeInOut(duration: 1).repeatForever(autoreverses: true)) { pulse.toggle() } }
        .animation(.spring(response: 0.3), value: pulse)
        .transition(.opacity.combined(with: .move(edge: .top)))
        .symbolEffect(.rotate, isActive: true)
        .containerRelativeFrame(.horizontal) { size, _ in size * 0.5 }
        .shadow(color: .black.opacity(0.2), radius: 4, x: 0, y: 2)
        .environment(\.layoutDirection, .leftToRight)
        .accessibilityLabel("Trip \(context.attributes.name)")
        .privacySensitive()
        .id(context.attributes.id)
        .clipShape(.rect(cornerRadius: 12))
        .clipShape(Capsule())
        .overlay(alignment: .topTrailing) { Circle().fill(.red).frame(width: 6, height: 6).offset(x: 3, y: -3) }
    }
}

@available(iOS 16.2, *)
struct TripWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: TripAttributes.self) { context in
            LockView(context: context)
                .widgetURL(URL(string: "app://trip/\(context.attributes.id)"))
        } dynamicIsland: { context in
            let tint: Color = context.state.isPaused ? .gray : .green
            return DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Label {
                        Text("ETA")
                    } icon: {
                        Image(systemName: "clock").foregroundColor(tint)
                    }
                }
                DynamicIslandExpandedRegion(.trailing, priority: 1) {
                    Text("x").dynamicIsland(verticalPlacement: .belowIfTooWide)
                }
                DynamicIslandExpandedRegion(.center) { EmptyView() }
                DynamicIslandExpandedRegion(.bottom) {}
                if context.isStale { DynamicIslandExpandedRegion(.bottom) { Text("stale") } }
            } compactLeading: {
                Image(systemName: "car").foregroundStyle(tint)
            } compactTrailing: {
                view(context.state)
            } minimal: {
                ProgressView(value: context.state.progress) { Text("") }.progressViewStyle(.circular)
            }
            .widgetURL(URL(string: "app://x"))
            .keylineTint(.accentColor)
            .contentMargins(.trailing, 20, for: .expanded)
        }
        .supplementalActivityFamilies([.small, .medium])
        .configurationDisplayName("Trip")
        .description("Shows it")
        .contentMarginsDisabled()
    }
    func view(_ state: TripAttributes.ContentState) -> some View {
        Text(state.status).font(.caption2).foregroundStyle(.white, .secondary)
    }
    @DynamicIslandExpandedContentBuilder
    func content(_ x: Bool) -> DynamicIslandExpandedContent<some View> {
        DynamicIslandExpandedRegion(.leading) { Text("a") }
        DynamicIslandExpandedRegion(.trailing) { Text("b") }
    }
}
