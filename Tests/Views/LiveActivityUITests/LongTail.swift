import LiveActivityUI

// Rarely used declarations, as widgets for iOS use them: a file that must compile. `WidgetTests` resolves it.

struct Item: Identifiable, Hashable { var id: Int; var title: String }
struct SimpleEntry: TimelineEntry { let date: Date; let emoji: String }
struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> SimpleEntry { SimpleEntry(date: Date(), emoji: "a") }
    func getSnapshot(in context: Context, completion: @escaping (SimpleEntry) -> ()) {
        completion(SimpleEntry(date: Date(), emoji: "b"))
    }
    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> ()) {
        var entries: [SimpleEntry] = []
        for h in 0..<5 {
            entries.append(SimpleEntry(date: Calendar.current.date(byAdding: .hour, value: h, to: Date())!, emoji: "c"))
        }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}
struct EntryView: View {
    var entry: Provider.Entry
    @Environment(\.widgetFamily) var family
    var body: some View {
        VStack {
            Text("Time:"); Text(entry.date, style: .time); Text(entry.emoji)
        }
    }
}
struct HomeWidget: Widget {
    let kind: String = "Home"
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: Provider()) { entry in
            if #available(iOS 17.0, *) {
                EntryView(entry: entry).containerBackground(.fill.tertiary, for: .widget)
            } else {
                EntryView(entry: entry).padding().background()
            }
        }
        .configurationDisplayName("My Widget")
        .description("This is an example widget.")
        .supportedFamilies([.systemSmall, .systemMedium])
    }
}
struct ConfigIntent: WidgetConfigurationIntent {
    static var title: LocalizedStringResource { "Configuration" }
    static var description: IntentDescription { "This is an example widget." }
    @Parameter(title: "Favorite Emoji", default: "x") var favoriteEmoji: String
}
struct SetIntent: AppIntent {
    static let title: LocalizedStringResource = "Set"
    static let description = IntentDescription("Sets it")
    static let openAppWhenRun: Bool = false
    static var parameterSummary: some ParameterSummary { Summary("Set \(\.$value)") }
    @Parameter(title: "V", description: "d") var value: Int
    init() { self.value = 0 }
    init(value: Int) { self.value = value }
    @MainActor func perform() async throws -> some IntentResult & ReturnsValue<Int> { return .result(value: value) }
}
struct LongTailBundle: WidgetBundle {
    var body: some Widget {
        HomeWidget()
        if #available(iOS 16.1, *) { LongTailWidget() }
    }
}
struct LongTailAttributes: ActivityAttributes {
    public typealias S = ContentState; struct ContentState: Codable, Hashable { var v: Int; var e: Double }; var items: [String]
}
struct LongTailWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: LongTailAttributes.self) { context in
            LongTailView(context: context, items: [])
        } dynamicIsland: { context in
            DynamicIsland {
                expanded(context)
            } compactLeading: {
            } compactTrailing: {
                Text("\(context.state.v)")
            } minimal: {
                ring(context.state.e)
            }
        }
    }
    @DynamicIslandExpandedContentBuilder
    private func expanded(_ context: ActivityViewContext<LongTailAttributes>) -> DynamicIslandExpandedContent<some View> {
        DynamicIslandExpandedRegion(.leading) { Text("a") }
        DynamicIslandExpandedRegion(.trailing) { Text("b") }
        DynamicIslandExpandedRegion(.bottom) { Text("c") }
    }
    private func ring(_ v: Double) -> some View {
        ZStack {
            Circle().stroke(Color.gray.opacity(0.3), lineWidth: 3)
            Circle().trim(from: 0, to: CGFloat(v)).stroke(
                .green, style: StrokeStyle(lineWidth: 3, lineCap: .round, lineJoin: .round)
            ).rotationEffect(Angle(degrees: -90))
            Circle().trim(from: 0.0, to: min(v, 1.0)).stroke(style: .init(lineWidth: 2)).fill(.red)
        }.frame(width: 20, height: 20)
    }
}
enum Theme {
    static let accent = Color(red: 0.2, green: 0.4, blue: 1);
    static let bg = LinearGradient(
        gradient: Gradient(colors: [.black, .white.opacity(0.2)]), startPoint: .topLeading, endPoint: .bottomTrailing)
}
struct LongTailView: View {
    let context: ActivityViewContext<LongTailAttributes>
    let items: [Item]
    @State private var on = false
    @AppStorage("x") var name = "n"
    @Environment(\.dynamicTypeSize) var dts
    @Environment(\.self) var env
    var tintColor: Color {
        switch context.state.v {
        case 0: return .red;
        case 1: return .blue;
        default: return .green
        }
    }
    var isOn: Bool { on }
    var body: some View {
        let fraction = context.state.e / 2
        return VStack(spacing: 0) {
            Text("a").font(.system(.body, design: .rounded).weight(.bold))
            Text("a").font(.system(.title, design: .rounded, weight: .bold))
            Text("a").font(.system(.headline))
            Text("a").font(.system(size: 14.5 * 2, weight: isOn ? .bold : .regular))
            Text("a").font(.title3.bold().italic().smallCaps().leading(.tight)).foregroundStyle(
                isOn ? Color.red : Color.secondary)
            Text("a").foregroundStyle(isOn ? AnyShapeStyle(.red) : AnyShapeStyle(.secondary))
            Text("b").foregroundStyle(.red.gradient).foregroundStyle(.tint).foregroundStyle(Theme.accent)
            Text("b").background { RoundedRectangle(cornerRadius: 8).fill(.ultraThinMaterial) }
                .background(.red.gradient, in: .capsule).background(Color.black.gradient).background(Theme.bg).background(
                    .ultraThinMaterial
                )
                .background(tintColor.opacity(0.15), in: RoundedRectangle(cornerRadius: 4)).background(Circle().fill(tintColor))
                .background(in: Capsule())
            ContainerRelativeShape().fill(.blue.gradient).frame(height: 4)
            Rectangle().fill(.linearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .trailing))
            Capsule().fill(LinearGradient(colors: [Theme.accent, .clear], startPoint: .leading, endPoint: .trailing)).overlay(
                Capsule().stroke(.white.opacity(0.2), lineWidth: 1)
            ).overlay(Capsule().strokeBorder(Color.white, lineWidth: 0.5))
            Circle().fill(.red.opacity(0.2)).stroke(.red, lineWidth: 2)
            Group { if isOn { Text("x") } else if fraction > 0.3 { Text("y") } else { Spacer().frame(height: 4) } }
            Image("pic").renderingMode(.template).resizable().interpolation(.high).scaledToFit().cornerRadius(4).clipped()
            Image(systemName: "star.fill").symbolRenderingMode(.hierarchical).imageScale(.large).symbolVariant(.fill).font(
                .system(size: 20))
            Image(systemName: "a").symbolEffect(.pulse).contentTransition(.symbolEffect(.replace)).symbolEffect(
                .bounce, value: isOn)
            Image(systemName: "wifi", variableValue: 0.4).foregroundStyle(.blue, .gray.opacity(0.3))
            Label("x", systemImage: "y").labelStyle(.iconOnly).labelsHidden()
            Text(Date(), style: .relative)
            Text(12.3, format: .number.precision(.fractionLength(1)))
            Text(Date.now.addingTimeInterval(3), format: .dateTime.hour().minute())
            Text(Date()...Date().addingTimeInterval(60))
            Text("\(Date(), style: .timer) left, \(12.5, format: .number) \(Date(), format: .dateTime.day())")
            Text("Total: \(items.count) of \(fraction * 100, specifier: "%.1f")%") + Text(" x").bold().foregroundColor(.red)
            Text(
                timerInterval: Date.now...Date(timeInterval: 600, since: .now), pauseTime: isOn ? Date() : nil,
                countsDown: true, showsHours: false)
            ForEach(Array(context.attributes.items.enumerated()), id: \.offset) { index, item in
                HStack {
                    Text("\(index + 1). \(item)"); Spacer()
                }.padding(.vertical, index == 0 ? 0 : 4)
            }
            ForEach(items) { item in Text(item.title).tag(item.id) }
            ForEach(items, id: \.self) { Text($0.title) }
            ProgressView(value: min(max(fraction, 0), 1)) {
                Text("P")
            } currentValueLabel: {
                Text("\(Int(fraction * 100))%")
            }
            ProgressView(value: Double(items.count), total: Double(max(items.count, 1))).tint(tintColor).scaleEffect(
                x: 1, y: 2, anchor: .center)
            ProgressView(
                timerInterval: Date()...Date(), countsDown: false, label: { Text("x") }, currentValueLabel: { Text("y") }
            ).progressViewStyle(CircularProgressViewStyle(tint: .red))
            ProgressView("Loading").progressViewStyle(.circular)
            Gauge(value: 3.0, in: 0...10) {
                Text("g")
            } currentValueLabel: {
                Text("3")
            } minimumValueLabel: {
                Text("0")
            } maximumValueLabel: {
                Text("10")
            }
            if let url = URL(string: "x://y"), isOn { Link(destination: url) { Text("x") } }
            Button(role: .destructive, intent: SetIntent(value: 3)) { Text("X") }.buttonStyle(.borderedProminent).controlSize(
                .small
            ).buttonBorderShape(.capsule)
            Button {
            } label: {
                Image(systemName: "x")
            }.disabled(true)
            Toggle(isOn: isOn, intent: SetIntent(value: 2)) { Text("t") }.toggleStyle(.button)
            ViewThatFits(in: .horizontal) {
                Text("long"); Text("s")
            }
            Grid(alignment: .leading, horizontalSpacing: 8, verticalSpacing: 2) {
                GridRow {
                    Text("a"); Text("b").gridCellColumns(2)
                }; Divider()
            }
            Text("q").padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)).padding(
                .init(top: 1, leading: 0, bottom: 0, trailing: 0)
            ).padding([.leading, .top]).padding(.all, 4)
                .frame(minWidth: 0, maxWidth: .infinity, minHeight: 20, maxHeight: .minimum(30, 40), alignment: .topLeading)
                .frame(width: .infinity)
                .lineLimit(2, reservesSpace: true).lineSpacing(2).truncationMode(.middle).allowsTightening(true).textCase(
                    .uppercase
                ).kerning(1).underline().strikethrough(true, color: .red).baselineOffset(2)
                .mask { LinearGradient(colors: [.black, .clear], startPoint: .top, endPoint: .bottom) }.mask(Circle())
                .rotationEffect(.degrees(45)).rotation3DEffect(.degrees(10), axis: (x: 0, y: 1, z: 0)).blur(radius: 2)
                .saturation(0.5).grayscale(0.3).blendMode(.multiply).compositingGroup().drawingGroup()
                .position(x: 1, y: 2).offset(CGSize(width: 1, height: 1)).zIndex(1).layoutPriority(1).fixedSize(
                    horizontal: false, vertical: true
                ).alignmentGuide(.leading) { d in d[.trailing] - 4 }
            Text("q").redacted(reason: .placeholder).unredacted().privacySensitive(true).invalidatableContent().dynamicTypeSize(
                .large
            ).dynamicTypeSize(...DynamicTypeSize.xxLarge)
                .environment(\.colorScheme, .dark).preferredColorScheme(.dark).colorScheme(.light).accessibilityElement(
                    children: .combine
                ).accessibilityHidden(true).accessibilityLabel(Text("x")).accessibilityAddTraits(.isHeader).accessibilityValue(
                    "\(items.count)"
                )
                .onChange(of: isOn) {}.task { await Task.yield() }.id(3).transition(.push(from: .bottom)).animation(
                    .easeInOut, value: isOn
                ).transition(.asymmetric(insertion: .opacity, removal: .scale))
                .containerBackground(for: .widget) { Color.black }.widgetAccentable().contentMargins(.horizontal, 8)
                .safeAreaInset(edge: .bottom) { Text("z") }.ignoresSafeArea()
            Section {
                Text("s")
            } header: {
                Text("h")
            }
            LabeledContent("k", value: "v")
            Color(white: 0.2).opacity(0.1); Color(hue: 0.1, saturation: 1, brightness: 1); Color("x", bundle: nil);
            Color.accentColor
            row(title: "a", value: 3) { Text("trailing") }
            icon()
            erased
        }
        .foregroundColor(on ? .white : nil)
        .accentColor(.red)
        .font(nil)
        .multilineTextAlignment(isOn ? .leading : .trailing)
        .activityBackgroundTint(nil)
        .activitySystemActionForegroundColor(Color.primary)
        .background(tintColor)
        .ignoresSafeArea()
    }
    func row<T: View>(title: LocalizedStringKey, value: Int, @ViewBuilder trailing: () -> T) -> some View {
        HStack {
            Text(title); Spacer(); Text("\(value)"); trailing()
        }
    }
    @ViewBuilder func icon() -> some View {
        switch context.state.v {
        case 0: Image(systemName: "a");
        case 1, 2: Text("b");
        default: EmptyView()
        }
    }
    var erased: AnyView { if on { return AnyView(Text("x")) } else { return AnyView(EmptyView()) } }
}
extension View {
    func glow<S: ShapeStyle>(_ s: S) -> some View { self.overlay(s) }
    func ifTrue<T: View>(_ c: Bool, transform: (Self) -> T) -> some View { Group { if c { transform(self) } else { self } } }
}
@MainActor final class Manager: ObservableThing { static let shared = Manager(); var count = 1 }
class ObservableThing {}
@MainActor struct UsesManager: @MainActor View {
    @StateObject var m = Manager.shared; @ObservedObject var o: Manager;
    var body: some View { Text("\(m.count + o.count + Manager.shared.count)") }
}
